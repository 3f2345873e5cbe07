"""The declaration of a text format, and the data that texts contain."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.registry import RegistryEntry


@dataclass(frozen=True, kw_only=True)
class Contents:
    """The data read from a text."""

    start: Board
    """The board to solve."""
    goal: Board | None = None
    """The board to reach. None if the text does not define it."""
    labels: tuple[str, ...] | None = None
    """The label of each tile by number, "" for the blank. None if tiles show their numbers."""
    weight: float | None = None
    """The weight of the search. None if the text does not define it."""
    moves: tuple[Move, ...] | None = None
    """A solution: legal moves from ``start``. None if the text has none."""
    times: tuple[float, ...] | None = None
    """Seconds from the start of the game to each move. None if the text has none."""
    length: int | None = None
    """The length of an optimal solution, as stated by the text or its file name."""
    is_unsolvable: bool = False
    """Whether the text or its file name states that there is no solution."""
    name: str = ""
    """The name of the board, such as its number in a list."""
    form: str = ""
    """The name of the format. Set by the registry."""
    note: str = ""
    """How the text was read, in one line for the user. "" if there is only one way."""
    option: str = ""
    """The command-line option that changes the reading described by ``note``."""

    @cached_property
    def goal_or_standard(self) -> Board:
        """The goal, or the standard goal if the text has none."""
        return self.goal or Board.solved(*self.start.size)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The result of a search, for formats that define how answers are written."""

    contents: Contents
    """The problem as read."""
    goal: Board
    """The goal of the search."""
    moves: tuple[Move, ...] | None
    """None if no solution was found."""
    is_shortest: bool
    """Whether the solution is proven optimal."""
    is_unsolvable: bool
    """Whether it is proven that there is no solution."""
    expanded: int
    """Number of expanded states."""
    peak_nodes: int
    """Peak number of nodes in memory, including expanded nodes."""
    deepest: int
    """Maximum depth of a generated state."""
    seconds: float
    """Duration of the search without preparation."""
    memory_bytes: int
    """Peak memory of the states."""
    weight: float
    """The weight of h in f."""
    f_values: tuple[Fraction, ...] = ()
    """f of the state after each move. Empty unless the format sets ``needs_f_values``."""


@dataclass(frozen=True, kw_only=True)
class Format(RegistryEntry):
    """A named notation for puzzles.

    If all formats that recognize a text reject it, the lowest rank determines the error.
    """

    pattern: re.Pattern[str]
    """Matches every text that may be in this format, valid or not. Must be fast on any text."""
    read: Callable[[str], Contents]
    """Parses any text, also if ``pattern`` does not match. Raises BoardError with line, column and
    token. Must be fast."""
    example: str
    """An example text, also shown in docs/formats.md."""
    written: str = ""
    """Description of written files, by default ``summary``."""
    can_be_word: bool = False
    """Whether a text without spaces and commas that matches ``pattern`` is probably a puzzle."""
    is_plausible: Callable[[str], bool] | None = None
    """A further test of texts that match ``pattern``. Must be fast on any text."""
    write: Callable[[Contents], str] | None = None
    """Formats contents so that ``read`` restores them, without the last line end. Raises BoardError
    if the format cannot represent them. None if the format is read-only."""
    write_answer: Callable[[Answer], str] | None = None
    """Formats an answer as users of the format submit it, without the last line end. Raises
    BoardError if the format cannot represent it."""
    write_figures: Callable[[Answer], str] | None = None
    """Formats the second file, with statistics, without its last line end."""
    suffix: str = ".txt"
    """The suffix of new files."""
    with_promise: Callable[[Contents, str], Contents] = lambda contents, file_name: contents
    """Add to the contents a length or unsolvability that is given by the name of the file."""
    goals: tuple[str, ...] = ()
    """Names of the goals of the courses that use this layout. The first is the default."""
    needs_f_values: bool = False
    """Whether ``write_answer`` needs f after every move."""
