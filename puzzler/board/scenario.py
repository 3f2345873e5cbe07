"""Pairs of start and goal: scenarios, which include their origin, and solvable problems."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, quoted
from puzzler.board.html import figures
from puzzler.board.move import Move
from puzzler.board.parity import check_solvable

LONGEST_LABEL = 20
"""Maximum length of a label; longer labels would be unreadable on a tile."""
LONGEST_TITLE = 200
"""Longer titles are cut to this length."""


@dataclass(frozen=True)
class Scenario:
    """A start and a goal, with the shuffle, labels and title that belong to them.

    Raises BoardError if the number of labels is not the number of cells, or if a label is longer
    than 20 characters or not printable.

    >>> board = Board.parse("1 2/0 3")
    >>> scenario = Scenario(board, Board.solved(2, 2), labels=("", "A", "B", "C"))
    >>> print(scenario)
    1 2/0 3 to 1 2/3 0

    Attributes:
        start: The board that the player starts from.
        goal: The board to reach.
        seed: The seed of the shuffle; None if the board was not shuffled.
        shuffle: The moves from the goal to the start, which can be 40,000; empty if unknown.
        labels: The text on each tile, indexed by tile, "" for the blank; None if tiles show
            numbers.
        title: A title to display, such as a file name, or "". Unprintable characters become "�".
        shuffle_moves: The number of shuffle moves, even if the moves are unknown; 0 without a
            shuffle.
        difficulty: The name of the shuffle's difficulty, such as "mixed"; empty if unknown.
    """

    start: Board
    goal: Board
    seed: int | None = None
    shuffle: tuple[Move, ...] = field(default=(), repr=False)
    labels: tuple[str, ...] | None = None
    title: str = ""
    shuffle_moves: int = 0
    difficulty: str = ""

    def __post_init__(self) -> None:
        cells = len(self.start.tiles)
        if self.labels is not None and len(self.labels) != cells:
            raise BoardError(f"{len(self.labels)} labels do not fit a board of {cells} cells")
        for label in self.labels or ():
            check_label(label)
        object.__setattr__(self, "title", printable(self.title[:LONGEST_TITLE]))
        if self.shuffle:
            object.__setattr__(self, "shuffle_moves", len(self.shuffle))

    def __str__(self) -> str:
        return f"{self.start} to {self.goal}"

    def _repr_html_(self) -> str:
        pictures = ("start", self.start), ("goal", self.goal)
        return figures([(caption, board.svg(size=140)) for caption, board in pictures])

    def without_moves(self) -> Scenario:
        """Return a copy that keeps only the number of shuffle moves, which can be 40,000."""
        return replace(self, shuffle=(), shuffle_moves=self.shuffle_moves)


def printable(text: str) -> str:
    """Return ``text`` with "�" for each unprintable character, such as NUL or a lone surrogate."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def check_label(label: str) -> None:
    """Raise BoardError if ``label`` is too long or not printable."""
    if len(label) > LONGEST_LABEL:
        raise BoardError(
            f"the label {quoted(label)} has {len(label):,} letters; {LONGEST_LABEL} are the most"
        )
    if not label.isprintable():
        raise BoardError(f"the label {quoted(label)} cannot be shown")


@dataclass(frozen=True)
class Problem:
    """A start and a goal. Raises UnsolvableError if the goal cannot be reached from the start.

    >>> Problem(Board.parse("1 2/0 3"), Board.solved(2, 2)).start.blank
    2

    Attributes:
        start: The board to solve.
        goal: The board to reach.
    """

    start: Board
    goal: Board

    def __post_init__(self) -> None:
        check_solvable(self.start, self.goal)
