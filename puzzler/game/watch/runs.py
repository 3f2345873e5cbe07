"""Runs: searches are started in the background, and those of the same board are kept."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.watch.run import Ended, Run
from puzzler.search.method import Method
from puzzler.search.result import Outcome, SearchResult
from puzzler.solver.preparation import Preparation
from puzzler.solver.threads import lower_priority
from puzzler.solver.watch import SearchWorker, start

CELLS_FOR_PLAIN = 9
"""Boards up to this size need no compiled kernels to be searched while one waits."""


StartSolver = Callable[..., SearchWorker]
"""``start``: called with the problem, the method, the number of the run and ``prepare=``."""


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


MOST_RUNS = 200
"""How many runs are remembered; the oldest go first."""


class Runs:
    """At most one run goes on at a time; its moves stay when it is over or was left."""

    def __init__(self, runner: Runner) -> None:
        self.shown: Run | None = None
        """The run whose figures and track are shown: present, ended, or chosen again."""
        self._runner = runner
        self._runs: list[Run] = []

    @property
    def is_busy(self) -> bool:
        """Events or figures will come without further input."""
        return self.shown is not None and self.shown.is_busy

    def begin(self, problem: Problem, method: Method) -> Run:
        """Search in the background; what ran before ends unheard."""
        self._leave_shown()
        self.shown = self._runner.start(problem, method)
        self._runs = [*self._runs, self.shown][-MOST_RUNS:]
        return self.shown

    def add(self, problem: Problem, method: Method, result: SearchResult) -> Run:
        """Show what a search has found that ended elsewhere; the same one is not added again."""
        for run in self.of(problem.start, problem.goal):
            if (run.method, run.result) == (method, result):
                self.show(run)
                return run
        self._leave_shown()
        self.shown = self._runner.ended(problem, method, result)
        self._runs = [*self._runs, self.shown][-MOST_RUNS:]
        return self.shown

    def poll(self) -> None:
        """Take the news of the run that is shown."""
        if self.shown is not None:
            self.shown.poll()

    def of(self, board: Board, goal: Board) -> tuple[Run, ...]:
        """The searches of that board that are over, the oldest first."""
        return tuple(
            run for run in self._runs if run.is_over and (run.start, run.goal) == (board, goal)
        )

    def show(self, run: Run | None) -> None:
        """Let ``run``, where there is one, be the one that is shown."""
        if run is not None and run is not self.shown:
            self._leave_shown()
            self.shown = run

    def turn_to(self, board: Board, goal: Board) -> None:
        """The play stands at another board: where that one was searched, its last run is shown."""
        found = [run for run in self.of(board, goal) if _is_finished(run)]
        if found and (self.shown is None or self.shown.start != board):
            self.show(found[-1])

    def forget_shown(self) -> None:
        """Nothing is shown any more: another scenario is played."""
        self._leave_shown()
        self.shown = None

    def _leave_shown(self) -> None:
        if self.shown is not None and not self.shown.is_over:
            self.shown.cancel()


def _is_finished(run: Run) -> bool:
    return run.result is not None and run.result.status is not Outcome.CANCELLED
