"""Starts searches in the background and sees to it that none of their threads is left behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from puzzler.board.scenario import Problem
from puzzler.game.watch.handles import Ended
from puzzler.game.watch.run import Run
from puzzler.search.method import Method
from puzzler.search.result import SearchResult
from puzzler.solver.preparation import Preparation
from puzzler.solver.threads import lower_priority
from puzzler.solver.watch import SearchWorker, start

CELLS_FOR_PLAIN = 9
"""Boards up to this size need no compiled kernels to be searched while one waits."""


class StartSolver(Protocol):
    """``solver.watch.start``, or a test's own."""

    def __call__(
        self, problem: Problem, method: Method, run_id: int, *, prepare: Callable[[], object]
    ) -> SearchWorker:
        """Search in the background; ``prepare`` is called in its thread before all else."""
        ...


class Runner:
    """Starts runs, each with a number of its own. Nothing here waits but ``close``."""

    def __init__(self, preparation: Preparation, start_solver: StartSolver = start) -> None:
        self._preparation = preparation
        self._start_solver = start_solver
        self._started = 0
        self._runs: list[Run] = []  # those whose threads may be alive

    def start(self, problem: Problem, method: Method) -> Run:
        """Search in the background."""
        self._runs = [run for run in self._runs if run.is_alive]
        self._started += 1
        handle = self._start_solver(problem, method, self._started, prepare=self.prepare)
        run = Run(problem, method, handle, self._started)
        self._runs.append(run)
        return run

    def ended(self, problem: Problem, method: Method, result: SearchResult) -> Run:
        """A search that has ended elsewhere, as in a race."""
        self._started += 1
        run = Run(problem, method, Ended(self._started, result), self._started)
        run.poll()
        return run

    def prepare(self) -> None:
        """In the thread of a search: frames come first."""
        lower_priority()
        self._preparation.load()

    def close(self) -> None:
        """End every run and wait for its thread."""
        for run in self._runs:
            run.cancel()
        for run in self._runs:
            run.close()
        self._runs.clear()
