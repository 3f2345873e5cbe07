"""What comes of a text that was dropped, pasted or opened."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from puzzler.board.board import Board
from puzzler.formats.format import Contents


class ImportKind(StrEnum):
    """What became of it."""

    BOARD = "board"
    """A new game, from which undo leads back; while tiles are placed by hand, the draft."""
    REVIEW = "review"
    SEED = "seed"
    ASKS = "asks"
    """It may mean several things: the person is asked for one of ``choices``."""
    REFUSED = "refused"
    """Nothing has changed; ``words`` say why."""


class Doubt(StrEnum):
    """What the person is asked."""

    FORMAT = "format"
    """Several formats fit, and each makes something else of it."""
    LINE = "line"
    """It is a list: which of its boards?"""
    GOAL = "goal"
    """It says no goal, and the standard one cannot be reached."""
    MOVES = "moves"
    """The letters may be a solution or a scramble, the blank's moves or the tiles'."""


@dataclass(frozen=True)
class Choice:
    """One thing that a text may mean."""

    words: str
    contents: Contents
    """With its goal. Where it has moves, they are legal."""
    detail: str = ""

    @property
    def goal(self) -> Board:
        """The board to reach."""
        return self.contents.meant_goal


@dataclass(frozen=True)
class Imported:
    """What became of a text."""

    kind: ImportKind
    words: str = ""
    """One line for the person; "" where the session says it, or where nothing needs to be said."""
    choices: tuple[Choice, ...] = ()
    """Never empty where it asks, and empty elsewhere."""
    doubt: Doubt | None = None
    """What it asks; None where it does not."""


@dataclass(frozen=True)
class Origin:
    """Where a board came from that was received."""

    contents: Contents
    name: str
    """Of its file, or what else it is called; may be empty."""
    file: Path | None = None
    """None where it came by the clipboard."""
