"""The solver for programs: a search in the background, to be looped over."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Self

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.board.path import leads
from puzzler.board.scenario import Problem
from puzzler.search import compilation
from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.result import Outcome, SearchResult
from puzzler.search.solve import chosen_method, relief, unbegun
from puzzler.solver import watch
from puzzler.solver.messages import Cancel, Failed, Finished, Found, Progress, Started

LOOK_EVERY = 0.05
"""Seconds between two looks for live figures."""


class SolverError(PuzzlerError):
    """The search broke; the text says why."""


class Solver:
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
        """How to search is said as to ``puzzler.solve``."""
        method = chosen_method(board, method, algorithm, heuristic, weight, limit)
        goal = goal or Board.solved(board.rows, board.columns)
        self._result: SearchResult | None = None
        self._failure: SolverError | None = None
        self._worker: watch.SearchWorker | None = None
        self._problem: Problem | None = None
        self._method = method
        self._is_cancelled = False
        if not is_solvable(board, goal):
            self._result = unbegun(board, goal, method, Outcome.UNSOLVABLE)
            return
        self._prepare = compilation.load_compiled if compiled else None
        self._begin(Problem(board, goal), method)

    @property
    def progress(self) -> Progress | None:
        """The newest live figures; None until the search has begun."""
        return None if self._worker is None else self._worker.latest

    @property
    def building(self) -> BuildProgress | None:
        """How far the heuristic's tables are, while they are being built."""
        return None if self._worker is None else self._worker.building

    def __iter__(self) -> Iterator[BuildProgress | Progress | Found | Finished]:
        """What happens, as it happens: tables, live figures, moves, and at last the result.

        Figures come at most 20 times a second and the newest wins; moves and the end are never
        left out. Ends after ``Finished``, which is all there is for a board without an answer.
        """
        if self._result is not None:
            yield Finished(0, self._result)
        shown: BuildProgress | Progress | None = None
        while self._result is None:
            event = self._next_event()
            figures = self.building or self.progress
            if figures is not None and figures is not shown:
                shown = figures
                yield figures
            if isinstance(event, Found):
                yield event
            elif isinstance(event, Finished) and not self._goes_on(event.result):
                self._result = event.result
                yield event

    def answers(self) -> Iterator[tuple[Move, ...]]:
        """Every answer as it is found, each shorter than the one before; none where there is none.

        Most algorithms have one. ``anytime`` has one at once and makes it shorter for as long as
        you take the next: leave the loop, and close the solver, when it is good enough. The last is
        that of ``result``.
        """
        told: list[Move] = []
        answer: tuple[Move, ...] | None = None
        for event in self:
            if isinstance(event, Found):
                told[event.index :] = event.moves
                found = tuple(told)
                is_whole = self._problem is not None and leads(
                    self._problem.start, found, self._problem.goal
                )
            elif isinstance(event, Finished):
                found, is_whole = event.result.moves, event.result.length is not None
            else:
                continue
            if is_whole and (answer is None or len(found) < len(answer)):
                answer = found
                yield answer

    def moves(self) -> Iterator[Move]:
        """The moves of the best answer, once no other will take their place; none without one.

        To have moves before ``anytime`` has ended take them from ``answers``.
        """
        return (
            move for event in self if isinstance(event, Finished) for move in event.result.moves
        )

    def result(self) -> SearchResult:
        """What came of it; waits for the end. What the loop has not yet told is passed over."""
        for _ in self:
            pass
        assert self._result is not None
        return self._result

    def cancel(self) -> None:
        """Ask the search to end; the result is then cancelled, unless it had an answer."""
        self._is_cancelled = True
        if self._worker is not None:
            self._worker.send(Cancel())

    def close(self) -> None:
        """Cancel the search and wait for its thread to end; harmless to repeat."""
        if self._worker is not None:
            self._worker.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _begin(self, problem: Problem, method: Method) -> None:
        self._problem, self._method = problem, method
        self._worker = watch.start(problem, method, 0, prepare=self._prepare)
        if self._is_cancelled:
            self._worker.send(Cancel())

    def _goes_on(self, stopped: SearchResult) -> bool:
        """Another method has taken over, as in ``puzzler.solve``."""
        goes_on = relief(self._method, stopped)
        if goes_on is None or self._problem is None:
            return False
        self.close()
        self._begin(self._problem, goes_on)
        return True

    def _next_event(self) -> Found | Finished | None:
        """The next of them, or None where there is none for a while."""
        assert self._worker is not None
        if self._failure is not None:
            raise self._failure
        event = self._worker.wait(LOOK_EVERY)
        if isinstance(event, Failed):
            self._failure = SolverError(event.message)
            raise self._failure
        return None if isinstance(event, Started) else event
