"""One search on the command line: its warnings, its status line, its log."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.parity import is_solvable
from puzzler.cli.output import say
from puzzler.cli.progress import StatusLine
from puzzler.humanize import memory

if TYPE_CHECKING:
    from puzzler.search.method import Method
    from puzzler.search.result import SearchResult

_log = logging.getLogger("puzzler")

Tell = Callable[[str], object]
"""Takes a line for the user."""


@dataclass(frozen=True)
class Request:
    """A search that is to be made."""

    start: Board
    goal: Board
    method: Method


def search(request: Request, line: StatusLine, tell: Tell = say) -> SearchResult:
    """Search; PuzzlerError where the method cannot search the board.

    line: shows how far it is. tell: takes warnings; it may get the same one several times.
    """
    from puzzler.search.solve import solve

    method, setup = request.method, 0.0
    if is_solvable(request.start, request.goal):
        warn(request, tell)
        setup = prepare(tell)
    _log.info("search started: %s", method.title)
    doing = line.doing
    try:
        result = solve(
            request.start,
            request.goal,
            method,
            on_build=lambda progress: line.show_build(progress, doing),
            on_improve=lambda better: line.show_bounds(better.bound, better.length),
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


def warn(request: Request, tell: Tell = say) -> None:
    """Warn where the method cannot be expected to solve most boards of this shape."""
    from puzzler.search.feasibility import warning

    if line := warning(request.method, *request.start.size):
        tell(line)


def prepare(tell: Tell = say) -> float:
    """Compile the kernels of the default method if needed; return the seconds that took."""
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
    # if that fails a warning is logged, and the plain kernels serve
    with contextlib.suppress(CompilationError):
        for _ in prepare_default():
            pass
    return time.perf_counter() - began


def load_solver(tell: Tell = say) -> None:
    """Load the compiled kernels, after compiling those of the default method if needed."""
    from puzzler.search.compilation import load_compiled

    prepare(tell)
    load_compiled()


def is_interrupted(result: SearchResult) -> bool:
    """Whether Ctrl-C ended the search, even if it had found a solution by then."""
    from puzzler.search.result import Outcome

    goes_on = bool(result.improvements) and not result.proven_optimal
    return result.status is Outcome.CANCELLED or (goes_on and result.limit_reached is None)
