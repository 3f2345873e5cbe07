"""What the commands that search have in common: the method, and a sign of life meanwhile."""

from __future__ import annotations

import contextlib
import logging
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import typer

from puzzler import words
from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.parity import is_solvable
from puzzler.cli.output import say
from puzzler.formats.format import Contents
from puzzler.words import memory

if TYPE_CHECKING:
    from rich.text import Text

    from puzzler.search.method import Method
    from puzzler.search.options import Limit
    from puzzler.search.result import Improvement, SearchResult
    from puzzler.steps import BuildProgress

SEARCHING = "searching; Ctrl-C stops"
TAKING = "Ctrl-C takes the best answer so far"
KEEPING = "Ctrl-C keeps what is done"
COMPILING = "compiling this search, first time only"

_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class Wishes:
    """What the command line says about how to search; None where it does not."""

    algorithm: str | None = None
    heuristic: str | None = None
    weight: float | None = None
    order: str | None = None
    ties: str | None = None
    depth_limit: int | None = None
    is_optimal: bool = False
    """A proven shortest answer, as soon as can be; goes with none of the others."""

    def __post_init__(self) -> None:
        if self.is_optimal and replace(self, is_optimal=False) != Wishes():
            raise typer.BadParameter(
                "--optimal picks the method itself; it cannot be combined with --algorithm, "
                "--heuristic, --weight, --order, --ties or --depth-limit"
            )

    def method(self, contents: Contents, limit: Limit) -> Method:
        """How to search a board: as wished, else as its file says, else as usual."""
        from puzzler.search.method import Method
        from puzzler.search.options import DEFAULT_ORDER, WEIGHTED_HEURISTIC
        from puzzler.search.registry import DEFAULT_ALGORITHM

        if self.is_optimal:
            return Method.shortest(*contents.start.size, limit)
        if self == Wishes() and contents.weight is None:
            return Method.automatic(*contents.start.size, limit)
        heuristic, weight = self.heuristic, self.weight
        if contents.weight is not None:
            heuristic = heuristic or WEIGHTED_HEURISTIC
            weight = contents.weight if weight is None else weight
        algorithm = self.algorithm or DEFAULT_ALGORITHM
        return Method(
            algorithm,
            heuristic,
            1 if weight is None else weight,
            limit,
            order=self.order or DEFAULT_ORDER,
            ties=self.ties,
            depth_limit=self.depth_limit,
        )


def search(
    start: Board,
    goal: Board,
    method: Method,
    line: Line | None = None,
    warned: set[str] | None = None,
    tell: Callable[[str], object] = say,
) -> SearchResult:
    """The answer; PuzzlerError where the search cannot be.

    ``line`` is on the terminal already and goes on; without one there is one for this search.
    ``warned`` are the warnings that are not said again; a new one is added. ``tell`` takes what is
    to be said.
    """
    from puzzler.search.solve import solve

    setup = 0.0
    if is_solvable(start, goal):
        warn(method, *start.size, set() if warned is None else warned, tell)
        setup = prepare(tell)
    _log.info("search started: %s", method.title)
    with contextlib.nullcontext(line) if line is not None else sign_of_life() as shown:
        doing = shown.doing

        def on_build(progress: BuildProgress) -> None:
            shown.say(doing if progress.done >= 1 else building(progress))

        def on_improve(improvement: Improvement) -> None:
            shown.ends(improvement.bound, improvement.length)

        try:
            result = solve(
                start,
                goal,
                method,
                on_build=on_build,
                on_improve=on_improve,
                on_relief=lambda stopped: tell(
                    f"{method.title}: out of memory ({memory(stopped.stats.memory_bytes)}); "
                    "anytime goes on"
                ),
            )
        except ValueError as error:
            raise PuzzlerError(str(error)) from None
    if result.length is None:
        _log.info("search ended: %s", result.status.value)
    else:
        _log.info("solution found: length %d", result.length)
    return replace(result, setup_seconds=result.setup_seconds + setup) if setup else result


def warn(
    method: Method,
    rows: int,
    columns: int,
    warned: set[str],
    tell: Callable[[str], object] = say,
) -> None:
    """Say, once for all boards of a shape, that ``method`` cannot be expected to finish most."""
    from puzzler.search.feasibility import warning

    line = warning(method, rows, columns)
    if line and line not in warned:
        warned.add(line)
        tell(line)


def prepare(tell: Callable[[str], object] = say) -> float:
    """Compile the default's kernels where that was not done; returns how many seconds it took."""
    from puzzler.search.compilation import (
        CompilationError,
        Readiness,
        failure,
        is_compiled,
        prepare_default,
        readiness,
    )

    if is_compiled() or failure() or readiness() is not Readiness.COLD:
        return 0.0
    tell("preparing the solver, first run only")
    began = time.perf_counter()
    # where it cannot be compiled a warning was logged, and the plain kernels serve
    with contextlib.suppress(CompilationError):
        for _ in prepare_default():
            pass
    return time.perf_counter() - began


def building(progress: BuildProgress) -> str:
    """How far tables are, on a line that changes."""
    return f"building {progress.what}, once: {100 * progress.done:.0f} %"


def is_interrupted(result: SearchResult) -> bool:
    """Whether Ctrl-C ended the search, even where it had an answer by then."""
    from puzzler.search.result import Outcome

    goes_on = bool(result.improvements) and not result.proven_optimal
    return result.status is Outcome.CANCELLED or (goes_on and result.limit_reached is None)


@contextlib.contextmanager
def sign_of_life(doing: str | Line = SEARCHING) -> Iterator[Line]:
    """A line that changes on a terminal while the search runs, and goes at its end.

    Nothing elsewhere.
    """
    line = Line(doing) if isinstance(doing, str) else doing
    if sys.stderr is None or not sys.stderr.isatty():
        yield line
        return
    from rich.console import Console

    with Console(stderr=True).status(line):
        yield line


class Line:
    """The line of progress; rich asks for it each time that it draws."""

    def __init__(self, doing: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.doing = doing
        """What is being done."""
        self._ends = ""
        self._clock = clock
        self._began = clock()

    def say(self, doing: str) -> None:
        """Change what is being done."""
        self.doing = doing

    def ends(self, bound: int, length: int) -> None:
        """Tell between which ends the length of the shortest answer lies."""
        self._ends = f"at least {bound:,}, at most {length:,}"

    @property
    def text(self) -> str:
        """All of it, however wide the terminal is."""
        return f"{self._ends}, {self._spent}; {TAKING}" if self._ends else self.doing

    def __rich__(self) -> Text:
        from rich.text import Text

        from puzzler.search.compilation import is_compiling

        # in a narrow terminal the end is left out: several lines could not be wiped out again
        # where it has been made narrower meanwhile
        line = COMPILING if is_compiling() and not self._ends else self.text
        return Text(line, no_wrap=True, overflow="ellipsis")

    @property
    def _spent(self) -> str:
        return words.precise_time(self._clock() - self._began)


class ListLine(Line):
    """The line of several searches: which of them runs, for how long, and what it has found."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__("", clock)
        self._which = ""

    def begin(self, which: str, *, is_timed: bool = True) -> None:
        """The next search: "2 of 9, A*, Manhattan"; with its own time, or that of all so far."""
        self._which, self.doing, self._ends = which, "", ""
        if is_timed:
            self._began = self._clock()

    @property
    def text(self) -> str:
        """Which search, and how far it is."""
        told = ", ".join(filter(None, (self.doing, self._ends, self._spent)))
        return f"{self._which}: {told}; {KEEPING}"
