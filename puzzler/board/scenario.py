"""A start and a goal: as a scenario, with where they came from, and as a checked problem."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, quoted
from puzzler.board.move import Move
from puzzler.board.parity import check_solvable

LONGEST_LABEL = 20
"""Letters of a label: more cannot be read on a tile."""
LONGEST_TITLE = 200
"""Letters of a title; a longer one is cut."""


@dataclass(frozen=True)
class Scenario:
    """A start, a goal, and where they came from.

    Raises BoardError where there is not one label for each tile, or where a label is longer than 20
    letters or cannot be shown.
    """

    start: Board
    """The board as it is handed to the player."""
    goal: Board
    """The board to reach."""
    seed: int | None = None
    """The seed of the shuffle, None where the board was not shuffled."""
    shuffle: tuple[Move, ...] = ()
    """The moves that led from the goal to the start, empty where they are not known."""
    labels: tuple[str, ...] | None = None
    """What stands on every tile, by its number, "" for the blank; None where that is the number."""
    title: str = ""
    """A name to show, such as a file's; may be empty. What cannot be shown is replaced by "�"."""
    shuffle_moves: int = 0
    """How many moves the shuffle took, even where they are not known; 0 without a shuffle."""
    difficulty: str = ""
    """The name of how far it was shuffled, such as "mixed"; empty for unknown."""

    def __post_init__(self) -> None:
        cells = len(self.start.tiles)
        if self.labels is not None and len(self.labels) != cells:
            raise BoardError(f"{len(self.labels)} labels do not fit a board of {cells} cells")
        for label in self.labels or ():
            check_label(label)
        object.__setattr__(self, "title", printable(self.title[:LONGEST_TITLE]))
        if self.shuffle:
            object.__setattr__(self, "shuffle_moves", len(self.shuffle))

    def without_moves(self) -> Scenario:
        """The same, but it only remembers how many moves the shuffle took: they can be 40,000."""
        return replace(self, shuffle=(), shuffle_moves=self.shuffle_moves)


def printable(text: str) -> str:
    """``text`` with "�" for each letter that cannot be shown, such as NUL or half a surrogate."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def check_label(label: str) -> None:
    """BoardError unless ``label`` can be shown on a tile."""
    if len(label) > LONGEST_LABEL:
        raise BoardError(
            f"the label {quoted(label)} has {len(label):,} letters; {LONGEST_LABEL} are the most"
        )
    if not label.isprintable():
        raise BoardError(f"the label {quoted(label)} cannot be shown")


@dataclass(frozen=True)
class Problem:
    """A start and a goal, the one reachable from the other; UnsolvableError otherwise."""

    start: Board
    """The board to solve."""
    goal: Board
    """The board to reach."""

    def __post_init__(self) -> None:
        check_solvable(self.start, self.goal)
