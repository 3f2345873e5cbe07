"""What the commands that search have in common: which way to go, and a sign of life on the way."""

from __future__ import annotations

import contextlib
import logging
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import typer

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.parity import is_solvable
from puzzler.cli.output import say
from puzzler.formats.format import Contents

if TYPE_CHECKING:
    from puzzler.search.heuristics.heuristic import BuildProgress
    from puzzler.search.limits import Limit
    from puzzler.search.result import SearchResult

WEIGHTED_HEURISTIC = "chessboard"
"""What guides the search on a weighted scenario, unless another heuristic is named."""
SEARCHING = "searching; Ctrl-C stops"
COMPILING = "compiling this search, first time only"

_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class Way:
    """How to search."""

    algorithm: str
    heuristic: str
    weight: float


@dataclass(frozen=True)
class Wishes:
    """What the command line says about how to search; None where it does not."""

    algorithm: str | None = None
    heuristic: str | None = None
    weight: float | None = None
    is_optimal: bool = False
    """The fastest way to a proven shortest answer; goes with none of the others."""

    def __post_init__(self) -> None:
        others = (self.algorithm, self.heuristic, self.weight)
        if self.is_optimal and others != (None, None, None):
            raise typer.BadParameter(
                "--optimal picks the way by itself; it cannot go with --algorithm, --heuristic "
                "or --weight"
            )

    def way(self, contents: Contents) -> Way:
        """How to search a board: as wished, else as its file says, else as usual."""
        from puzzler.search.optimal import optimal_choice
        from puzzler.search.registry import ALGORITHMS, DEFAULT_ALGORITHM

        if self.is_optimal:
            return Way(*optimal_choice(*contents.start.size), 1)
        algorithm = self.algorithm or DEFAULT_ALGORITHM
        usual = ALGORITHMS[algorithm].heuristic if contents.weight is None else WEIGHTED_HEURISTIC
        given = 1 if contents.weight is None else contents.weight
        return Way(
            algorithm,
            self.heuristic or usual,
            given if self.weight is None else self.weight,
        )


def search(
    start: Board, goal: Board, way: Way, limit: Limit, doing: str = SEARCHING
) -> SearchResult:
    """The answer; PuzzlerError where the search cannot be. ``doing`` is shown on a terminal."""
    from puzzler.search.solve import solve

    setup = _prepare() if is_solvable(start, goal) else 0.0
    _log.info("search started: %s, %s, weight %g", way.algorithm, way.heuristic, way.weight)
    with _sign_of_life(doing) as tell:

        def on_build(progress: BuildProgress) -> None:
            done = progress.done
            tell(doing if done >= 1 else f"building {progress.what}, once: {100 * done:.0f} %")

        try:
            result = solve(
                start,
                goal,
                algorithm=way.algorithm,
                heuristic=way.heuristic,
                weight=way.weight,
                limit=limit,
                on_build=on_build,
            )
        except ValueError as error:
            raise PuzzlerError(str(error)) from None
    if result.length is None:
        _log.info("search ended: %s", result.status.value)
    else:
        _log.info("solution found: length %d", result.length)
    return replace(result, setup_seconds=result.setup_seconds + setup)


def _prepare() -> float:
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
    say("preparing the solver, first run only")
    began = time.perf_counter()
    # where it cannot be compiled a warning was logged, and the plain kernels serve
    with contextlib.suppress(CompilationError):
        for _ in prepare_default():
            pass
    return time.perf_counter() - began


@contextlib.contextmanager
def _sign_of_life(doing: str) -> Iterator[Callable[[str], object]]:
    """Something that moves on a terminal while the search runs, and how to change its words.

    Nothing elsewhere.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    words = _Words(doing)
    with Console(stderr=True).status(words):
        yield words.say


class _Words:
    """What stands on the progress line; rich asks for it each time that it draws."""

    def __init__(self, doing: str) -> None:
        self._doing = doing

    def say(self, doing: str) -> None:
        """Change it."""
        self._doing = doing

    def __rich__(self) -> str:
        from puzzler.search.compilation import is_compiling

        return COMPILING if is_compiling() else self._doing
