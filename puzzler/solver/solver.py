"""The solver for programs: a search in the background, to be looped over."""

from __future__ import annotations

from collections.abc import Iterator

from typing_extensions import override

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.board.path import leads
from puzzler.board.scenario import Problem
from puzzler.search import compilation
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.result import Outcome, SearchResult
from puzzler.search.solve import chosen_method, relief, unbegun
from puzzler.solver.messages import Failed, Finished, Found, Progress
from puzzler.solver.threads import Closable
from puzzler.solver.watch import SearchWorker, start
from puzzler.steps import BuildProgress

LOOK_EVERY = 0.05
"""Seconds between two looks for live figures."""


class SolverError(PuzzlerError):
    """The search broke; the text says why."""


class Solver(Closable):
    """A search in a background thread: loop over its events, or over its moves, or wait for it.

    As a context manager it leaves no thread behind: a search that still runs at the end of the
    ``with`` is cancelled. Take its events from one thread only. Raises ValueError where a name is
    unknown or the weight is out of range; SolverError is raised where the search itself breaks.
    """

    def __init__(
        self,
        board: Board,
        goal: Board | None = None,
        method: Method | None = None,
        *,
        algorithm: str | None = None,
        heuristic: str | None = None,
        weight: float | None = None,
        limit: Limit | None = None,
        compiled: bool = True,
    ) -> None:
        """The method is chosen as by ``puzzler.solve``."""
        method = chosen_method(board, method, algorithm, heuristic, weight, limit)
        goal = goal or Board.solved(board.rows, board.columns)
        self._start, self._goal, self._method = board, goal, method
        self._result: SearchResult | None = None
        self._failure: SolverError | None = None
        self._worker: SearchWorker | None = None
        self._is_cancelled = False
        self._prepare = compilation.load_compiled if compiled else None
        if is_solvable(board, goal):
            self._begin()
        else:
            self._result = unbegun(board, goal, method, Outcome.UNSOLVABLE)

    @property
    def progress(self) -> Progress | None:
        """The newest live figures; None until the search has begun."""
        return None if self._worker is None else self._worker.latest

    @property
    def building(self) -> BuildProgress | None:
        """The progress of the heuristic's tables, while they are being built."""
        return None if self._worker is None else self._worker.building

    def __iter__(self) -> Iterator[BuildProgress | Progress | Found | Finished]:
        """Tables, live figures and moves as they come, and at last the result.

        Figures come at most 20 times a second and the newest wins; moves and the end are never
        left out. For a board without a solution ``Finished`` is all there is.
        """
        if self._result is not None:
            yield Finished(0, self._result)
        shown: BuildProgress | Progress | None = None
        while self._worker is not None and self._result is None:
            if self._failure is not None:
                raise self._failure
            event = self._worker.wait(LOOK_EVERY)
            figures = self.building or self.progress
            if figures is not None and figures is not shown:
                shown = figures
                yield figures
            match event:
                case Found():
                    yield event
                case Failed(message=message):
                    self._failure = SolverError(message)
                case Finished(result=result) if not self._is_relieved(result):
                    self._result = result
                    yield event

    def answers(self) -> Iterator[tuple[Move, ...]]:
        """Every solution as it is found, each shorter than the one before.

        Most algorithms have one. ``anytime`` has one at once and makes it shorter for as long as
        you take the next: leave the loop, and close the solver, when it is good enough. The last is
        that of ``result``.
        """
        told: list[Move] = []
        best: tuple[Move, ...] | None = None
        for event in self:
            if isinstance(event, Found):
                told[event.index :] = event.moves
                found = tuple(told)
                is_whole = leads(self._start, found, self._goal)
            elif isinstance(event, Finished):
                found, is_whole = event.result.moves, event.result.length is not None
            else:
                continue
            if is_whole and (best is None or len(found) < len(best)):
                best = found
                yield best

    def moves(self) -> Iterator[Move]:
        """The moves of the best solution, once the search has ended; none without one.

        To have moves before ``anytime`` has ended take them from ``answers``.
        """
        yield from self.result().moves

    def result(self) -> SearchResult:
        """The result; waits for the end, and skips what the loop has not yet yielded."""
        for _ in self:
            pass
        assert self._result is not None
        return self._result

    def cancel(self) -> None:
        """Ask the search to end; the result is then cancelled, unless it had a solution."""
        self._is_cancelled = True
        if self._worker is not None:
            self._worker.cancel()

    @override
    def close(self) -> None:
        """Cancel the search and wait for its thread to end; harmless to repeat."""
        if self._worker is not None:
            self._worker.close()

    def _begin(self) -> None:
        problem = Problem(self._start, self._goal)
        self._worker = start(problem, self._method, 0, prepare=self._prepare)
        if self._is_cancelled:
            self._worker.cancel()

    def _is_relieved(self, stopped: SearchResult) -> bool:
        """Another method has taken over, as in ``puzzler.solve``."""
        method = relief(self._method, stopped)
        if method is None:
            return False
        self.close()
        self._method = method
        self._begin()
        return True
