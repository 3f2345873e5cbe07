"""The options that several commands share, and how their values are read.

A value that cannot be raises ``typer.BadParameter``, whose text quotes it.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, BinaryIO, NamedTuple

import typer

from puzzler.board.board import Board, check_shape
from puzzler.board.errors import BoardError, quoted
from puzzler.board.goal import GOALS
from puzzler.cli import completion
from puzzler.formats.format import Contents
from puzzler.formats.reading import find_source

if TYPE_CHECKING:
    from puzzler.search.options import Limit

MEGABYTE = 1_000_000
MOST_MEMORY = 1 << 40
"""Bytes for a search where the machine does not say how much it has."""
MOST_DEPTH = 1_000_000
"""Moves: deeper than any board is from its goal."""
DAILY = "--daily"
TODAY = "today"
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_SIZE = re.compile(r"(\d{1,3})[xX](\d{1,3})")


def whole_number(least: int, most: int | None = None) -> Callable[[str | int], int]:
    """A reader of whole numbers from ``least`` to ``most``."""

    def read(given: str | int) -> int:
        text = str(given)  # typer sends defaults through here, too
        sense = text.removeprefix("-")
        value = int(text) if sense.isascii() and sense.isdigit() and len(sense) < 20 else None
        if value is None or value < least or (most is not None and value > most):
            bounds = f"from {least}" if most is None else f"from {least} to {most:,}"
            raise typer.BadParameter(f"{quoted(text)} is not a whole number {bounds}")
        return value

    return read


def positive_number(text: str) -> float:
    """A number above 0; neither nan nor infinite."""
    value = _number(text)
    if not (math.isfinite(value) and value > 0):
        raise typer.BadParameter(f"{quoted(text)} is not a number above 0")
    return value


def weight_number(given: str | float) -> float:
    """A weight that a search can take."""
    from puzzler.search.options import RANGE, weight_terms

    value = _number(given)
    try:
        weight_terms(value)
    except ValueError:
        raise typer.BadParameter(
            f"{quoted(str(given))} is not a weight: weights go {RANGE}"
        ) from None
    return value


def _number(text: str | float) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


class Shape(NamedTuple):
    """Rows and columns."""

    rows: int
    columns: int


USUAL = Shape(4, 4)


def size(text: str) -> Shape:
    """The shape that RxC says."""
    match = _SIZE.fullmatch(text)
    if match is None:
        raise typer.BadParameter(f"{quoted(text)} is not a size such as 4x4 or 3x5")
    rows, columns = int(match[1]), int(match[2])
    try:
        check_shape(rows, columns)
    except BoardError as error:
        raise typer.BadParameter(f"{quoted(text)}: {error.reason}") from None
    return Shape(rows, columns)


def difficulty_name(text: str) -> str:
    """A name out of those that a menu has."""
    from puzzler.game.play.difficulty import CHOICES

    if text not in list(CHOICES):
        raise typer.BadParameter(
            f"there is no difficulty {quoted(text)}; choose from {', '.join(CHOICES)}"
        )
    return text


def day(text: str) -> date:
    """The date that YYYY-MM-DD says, or "today" where the person is."""
    if text == TODAY:
        return date.today()
    match = _DATE.fullmatch(text)
    try:
        if match is not None:
            return date(*map(int, match.groups()))
    except ValueError:  # 30 February
        pass
    raise typer.BadParameter(f"{quoted(text)} is not a date such as 2026-11-21")


def with_usual_values(arguments: Sequence[str]) -> list[str]:
    """``arguments`` with "today" behind each --daily that no value follows."""
    filled: list[str] = []
    for argument, following in zip_longest(arguments, arguments[1:], fillvalue="-"):
        filled.append(argument)
        if argument == DAILY and following.startswith("-"):
            filled.append(TODAY)
    return filled


def algorithm_name(text: str) -> str:
    """A name out of the registry; an alias stands for one."""
    from puzzler.search.registry import algorithm_called

    try:
        return algorithm_called(text).name
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def algorithm_names(text: str) -> list[str]:
    """Names out of the registry, separated by commas; each once, in their order."""
    return list(dict.fromkeys(algorithm_name(name.strip()) for name in text.split(",")))


def heuristic_names(text: str) -> list[str]:
    """Names out of the registry, separated by commas; each once, in their order."""
    return list(dict.fromkeys(heuristic_name(name.strip()) for name in text.split(",")))


def weight_numbers(text: str) -> list[float]:
    """Weights that a search can take, separated by commas; each once, in their order."""
    return list(dict.fromkeys(weight_number(word.strip()) for word in text.split(",")))


def method_names(text: str) -> list[str]:
    """Methods such as astar/manhattan/1.5, separated by commas; each once, in their order."""
    from puzzler.search.method import read_named

    names = [name.strip() for name in text.split(",")]
    for name in names:
        try:
            read_named(name)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
    return list(dict.fromkeys(names))


def heuristic_name(text: str) -> str:
    """A name out of the registry; an alias stands for one."""
    from puzzler.search.registry import heuristic_called

    try:
        return heuristic_called(text).name
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def order_of_moves(text: str) -> str:
    """U, D, L and R, each once, in capitals."""
    from puzzler.search.options import checked_order

    try:
        return checked_order(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def tie_break(text: str) -> str:
    """The name of a tie-break."""
    from puzzler.search.options import checked_ties

    try:
        return checked_ties(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def standard_input() -> BinaryIO | None:
    """Standard input as bytes; None where the process has none."""
    return getattr(sys.stdin, "buffer", None)


Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        parser=whole_number(0),
        help="Seed of the shuffle: the same seed gives the same board. Random by default.",
    ),
]
Size = Annotated[
    Shape | None,
    typer.Option(
        "--size",
        metavar="RxC",
        parser=size,
        help="Rows and columns, from 2x2 to 10x10. By default 4x4, in the window the last size.",
    ),
]
Goal = Annotated[
    str | None,
    typer.Option(
        "--goal",
        metavar="GOAL",
        autocompletion=completion.goal,
        help=f"The goal: {', '.join(GOALS)}, a BOARD or a FILE. By default that of the text or its "
        "format, else standard.",
    ),
]
Difficulty = Annotated[
    str | None,
    typer.Option(
        "--difficulty",
        metavar="G",
        parser=difficulty_name,
        autocompletion=completion.difficulty,
        help="How far to shuffle: easy, medium, hard or mixed. On 3x3 and 4x4 graded by the proven "
        "length of a shortest solution, elsewhere by the number of random moves.",
    ),
]
Daily = Annotated[
    date | None,
    typer.Option(
        DAILY,
        metavar="[DATE]",
        parser=day,
        help="The board of the day, the same for everybody: today's, or that of a DATE such as "
        "2026-11-21.",
    ),
]
Algorithm = Annotated[
    str | None,
    typer.Option(
        "--algorithm",
        metavar="A",
        parser=algorithm_name,
        autocompletion=completion.algorithm,
        help="How to search: one of those below.",
    ),
]
Heuristic = Annotated[
    str | None,
    typer.Option(
        "--heuristic",
        metavar="H",
        parser=heuristic_name,
        autocompletion=completion.heuristic,
        help="What guides it: one of those below.",
    ),
]
Weight = Annotated[
    float | None,
    typer.Option(
        "--weight",
        metavar="W",
        parser=weight_number,
        help="f = g + W * h. Above 1: faster, longer answers; 0: g alone. By default 1.",
    ),
]
Order = Annotated[
    str | None,
    typer.Option(
        "--order",
        metavar="UDLR",
        parser=order_of_moves,
        help="In which order the moves of the blank are tried: U, D, L and R, each once. By "
        "default UDLR.",
    ),
]
TieBreak = Annotated[
    str | None,
    typer.Option(
        "--ties",
        metavar="T",
        parser=tie_break,
        autocompletion=completion.ties,
        help="Which of equal f A* and greedy take first: high-g, low-g, fifo (first in, first out) "
        "or lifo. By default lifo.",
    ),
]
DepthLimit = Annotated[
    int | None,
    typer.Option(
        "--depth-limit",
        metavar="N",
        parser=whole_number(1, MOST_DEPTH),
        help="Let dfs go N moves deep at most, and keep only the path that it is on. By default it "
        "keeps every state and has no limit.",
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="S",
        parser=positive_number,
        help="Stop after S seconds.",
    ),
]
NodeLimit = Annotated[
    int | None,
    typer.Option(
        "--node-limit",
        metavar="N",
        parser=whole_number(1),
        help="Stop after N expanded states.",
    ),
]
MemoryLimit = Annotated[
    float | None,
    typer.Option(
        "--memory-limit",
        metavar="MB",
        parser=positive_number,
        help="Use at most MB megabytes for states, and never more than the machine has. By default "
        "2.1 GB or 40 % of the machine's memory, whichever is less.",
    ),
]


def limit(seconds: float | None, expansions: int | None, megabytes: float | None) -> Limit:
    """The limits on one search that the options set."""
    from puzzler.search.options import Limit, machine_memory_bytes

    memory = None
    if megabytes is not None:
        most = machine_memory_bytes() or MOST_MEMORY
        memory = max(1, int(min(megabytes * MEGABYTE, most)))
    return Limit(seconds=seconds, expansions=expansions, memory_bytes=memory)


@dataclass(frozen=True)
class GoalChoice:
    """What ``--goal`` means for one board after another."""

    name: str | None = None
    """A key of GOALS; None where no goal is named."""
    contents: Contents | None = None
    """The goal that was written out; None where there is none."""

    @property
    def is_given(self) -> bool:
        """The command line names or writes out a goal."""
        return self.name is not None or self.contents is not None

    def for_shape(self, rows: int, columns: int) -> Board | None:
        """The goal for boards of this shape, None where none was chosen.

        BoardError where the one that was written out has another shape.
        """
        if self.name is not None:
            return GOALS[self.name](rows, columns)
        if self.contents is None:
            return None
        goal = self.contents.start
        if goal.size != (rows, columns):
            raise BoardError(f"the goal is {goal.rows}x{goal.columns}, not {rows}x{columns}")
        return goal

    def for_board(self, given: Contents) -> Board:
        """The goal for what was read: as chosen, else as it says itself, else the standard one.

        BoardError where the one that was written out has another shape or other letters.
        """
        chosen = self.for_shape(*given.start.size)
        if chosen is None:
            return given.goal or Board.solved(*given.start.size)
        labels = None if self.contents is None else self.contents.labels
        if labels is not None and labels != given.labels:
            raise BoardError("the letters of the goal are not those of the board")
        return chosen


def read_goal(argument: str | None) -> GoalChoice:
    """The choice that ``--goal`` makes; ReadingError where it names no goal, file or board."""
    if argument is None or argument in GOALS:
        return GoalChoice(name=argument)
    source = find_source(argument, standard_input())
    # of a goal only the board counts, so that formats may differ in where it leads itself
    return GoalChoice(contents=source.read(has_goal=True))


def shape(chosen: Shape | None, goal: GoalChoice, usual: Shape = USUAL) -> Shape:
    """The shape of a board to shuffle: as chosen, else that of the goal, else as usual."""
    if chosen is not None:
        return chosen
    return usual if goal.contents is None else Shape(*goal.contents.start.size)
