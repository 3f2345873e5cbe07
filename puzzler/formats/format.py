"""What a text format declares, and what reading a text returns."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from puzzler.board.board import Board
from puzzler.board.move import Move


@dataclass(frozen=True, kw_only=True)
class Contents:
    """What was read from a text."""

    start: Board
    """The board to solve."""
    goal: Board | None = None
    """The board to reach; None where the text does not say."""
    labels: tuple[str, ...] | None = None
    """The text on each tile, by its number, "" for the blank; None where that is the number."""
    weight: float | None = None
    """The weight to search with; None where the text does not say."""
    moves: tuple[Move, ...] | None = None
    """A solution that the text gives: legal from ``start``; None where it gives none."""
    times: tuple[float, ...] | None = None
    """Seconds from the start of the game to each of ``moves``; None where the text has none."""
    length: int | None = None
    """The length of a shortest solution that the text, or its file's name, promises."""
    is_unsolvable: bool = False
    """Whether the text, or its file's name, says that there is no solution."""
    name: str = ""
    """The name of the board, such as its number in a list."""
    form: str = ""
    """The name of its format; set by the registry."""
    note: str = ""
    """How the text was read, for the person; "" if it cannot mean anything else."""

    @cached_property
    def meant_goal(self) -> Board:
        """The goal; the standard one where the text has none."""
        return self.goal or Board.solved(*self.start.size)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The result of a search, for formats that define how answers are written."""

    contents: Contents
    """What was read."""
    goal: Board
    """The goal of the search."""
    moves: tuple[Move, ...] | None
    """None where there is no solution."""
    is_shortest: bool
    """Proven."""
    is_unsolvable: bool
    """No moves lead to the goal."""
    expanded: int
    """States whose successors were generated."""
    generated: int
    """Successors made, duplicates included."""
    most_held: int
    """The most nodes in memory at one moment, expanded ones included."""
    deepest: int
    """The largest depth of any generated state."""
    seconds: float
    """The search alone."""
    memory_bytes: int
    """The most that the states took."""
    weight: float
    """Of h in f."""
    f_values: tuple[Fraction, ...] = ()
    """f of the state after each move; only where ``needs_f_values`` asks for it."""


@dataclass(frozen=True, kw_only=True)
class Format:
    """A named notation for puzzles."""

    name: str
    """As on the command line."""
    summary: str
    """One line for a listing."""
    rank: int
    """If no format that recognises a text can read it, the lowest rank gives the error."""
    pattern: re.Pattern[str]
    """Found in every text that may be meant in this format, right or wrong; quick on any noise."""
    read: Callable[[str], Contents]
    """BoardError with line, column and token where the text is wrong; quick on any noise."""
    example: str
    """A text in this format, as docs/formats.md shows it."""
    is_meant: Callable[[str], bool] | None = None
    """What else has to hold where ``pattern`` is found; quick on any noise."""
    write: Callable[[Contents], str] | None = None
    """A text that ``read`` reads as the same, without its last line end; BoardError where the
    format cannot hold it. None where it writes no boards."""
    write_answer: Callable[[Answer], str] | None = None
    """The answer as users of this format hand it in, without its last line end; BoardError where
    the format cannot hold it."""
    write_figures: Callable[[Answer], str] | None = None
    """The second file, with figures, without its last line end."""
    suffix: str = ".txt"
    """Of new files."""
    with_promise: Callable[[Contents, str], Contents] = lambda contents, file_name: contents
    """Add to the contents a length or unsolvability that is given by the name of the file."""
    goals: tuple[str, ...] = ()
    """Names of the goals of the courses that use this layout. The first is the default."""
    needs_f_values: bool = False
    """Whether ``write_answer`` needs f after every move."""
