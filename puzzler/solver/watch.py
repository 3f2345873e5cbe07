"""A search in the background: as a worker, and as ``Solver``, to be looped over."""

from __future__ import annotations

import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile

from typing_extensions import override

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.board.path import leads
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress
from puzzler.search.compilation import is_compiled, load_compiled
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Outcome, SearchResult, thinned
from puzzler.search.solve import Beginning, begin, chosen_method, relief, unstarted_result
from puzzler.solver.commands import (
    Cancel,
    Command,
    Commit,
    Failed,
    Finished,
    Found,
    Progress,
    SearchEvent,
    Started,
)
from puzzler.solver.threads import Closable
from puzzler.solver.worker import PUBLISH_EVERY, Job, Need, Slice, Worker, one_line

TELL_EVERY = 0.02
"""Seconds between two solutions that are published, but for the first and the last."""
LOOK_EVERY = 0.05
"""Seconds between two looks for live figures."""

SearchWorker = Worker[Progress | None, SearchEvent]
"""Its events are ``Started`` once the tables are built, ``Found`` whenever there are moves of the
solution, and at last exactly one ``Finished`` or ``Failed``. Where the algorithm has a solution at
once, that is published before ``Started``. A search that is cancelled or fails before it has tables
is never ``Started``."""


def start(
    problem: Problem,
    method: Method,
    run_id: int,
    *,
    prepare: Callable[[], object] | None = None,
    make: Callable[[Problem, Method], Beginning] = begin,
    clock: Callable[[], float] = time.perf_counter,
) -> SearchWorker:
    """Search in the background; ``run_id`` comes back in every event and snapshot.

    ``prepare`` is called, and the tables are built, in the thread; ``make`` begins a search.
    """
    job = SearchJob(problem, method, make(problem, method), run_id, clock)

    def prepared() -> None:
        job.begin()
        if prepare is not None:
            prepare()

    return Worker(job, name=f"solver-{run_id}", prepare=prepared, clock=clock)


class SearchJob(Job[Progress | None, SearchEvent]):
    """One run of one search."""

    publish_every = PUBLISH_EVERY

    def __init__(
        self,
        problem: Problem,
        method: Method,
        steps: Beginning,
        run_id: int,
        clock: Callable[[], float],
    ) -> None:
        super().__init__()
        self._problem = problem
        self._method = method
        self._steps = steps
        self._run_id = run_id
        self._clock = clock
        self._search: Search | None = None
        self._status = Status.RUNNING
        self._slice = Slice()
        self._began = clock()
        self._setup_seconds: float | None = None
        self._first: tuple[Move, ...] = ()  # a solution that needed no tables
        self._is_cancelled = False
        self._commit: Commit | None = None  # the newest, until it is adopted
        self._told: tuple[object, ...] = ()  # the solutions and the bound published last
        self._moves: tuple[Move, ...] = ()  # the newest that were published
        self._told_at = 0.0
        self._latest: Progress | None = None
        self._samples: deque[tuple[float, int]] = deque(maxlen=round(1 / PUBLISH_EVERY))

    @property
    @override
    def needs(self) -> Need:
        if self._status is not Status.RUNNING:
            return Need.END
        is_free = self._search is None or self._commit is not None
        return Need.TURN if is_free else Need.BUDGET

    def begin(self) -> None:
        """Publish a solution that needs no tables, if the algorithm has one."""
        at_once = ALGORITHMS[self._method.algorithm].at_once
        if at_once is not None:
            self._first = tuple(at_once(self._problem))
            self._publish(self._first, None, 0)
        self._began = self._clock()

    @override
    def advance(self, budget: int) -> int:
        search = self._search
        if search is None:
            try:
                self.building = next(self._steps)
            except StopIteration as end:
                self._search, self.building = end.value, None
                self._setup_seconds = self._clock() - self._began
                self.events.put(Started(self._run_id))
            return 0
        if self._commit is not None:
            self._adopt(search)
            return 0
        budget = min(budget, self._slice.budget)
        before, began = search.expanded, self._clock()
        self._status = search.advance(budget, interruptible=True)
        expanded, now = search.expanded - before, self._clock()
        if expanded == budget:  # else there was other work, which says nothing about slices
            self._slice.adapt(budget, now - began)
        is_due = not self._told or now - self._told_at >= TELL_EVERY
        if self._status is Status.RUNNING and search.improvements and is_due:
            self._publish_solutions(search, None, search.improvements[-1].bound)
        return expanded

    @override
    def obey(self, command: Command) -> None:
        if isinstance(command, Commit):
            self._commit = command
        self._is_cancelled |= isinstance(command, Cancel)

    @override
    def snapshot(self, *, is_paused: bool) -> Progress | None:
        search = self._search
        if search is None:
            return self._latest
        if is_paused:
            self._samples.clear()
        stats = search.stats()
        self._samples.append((self._clock(), stats.expanded))
        (first, expanded), (last, _) = self._samples[0], self._samples[-1]
        rate = (stats.expanded - expanded) / (last - first) if last > first else 0.0
        self._latest = Progress(
            self._run_id,
            stats,
            search.current(),
            rate,
            is_paused,
            thinned(search.improvements),
            search.lower_bound(),
        )
        return self._latest

    @override
    def end(self, error: BaseException | None) -> None:
        self._steps.close()
        if error is None:
            self.events.put(Finished(self._run_id, self._result()))
        else:
            is_known = isinstance(error, PuzzlerError)  # the message says all
            trace = "" if is_known else "".join(traceback.format_exception(error))
            self.events.put(Failed(self._run_id, one_line(error), trace))
        self._search = None

    def _adopt(self, search: Search) -> None:
        if self._commit is not None:
            search.adopt(self._commit.moves, self._commit.fixed)
            self._commit = None

    def _result(self) -> SearchResult:
        search = self._search
        result = unstarted_result(self._problem.start, self._problem.goal, self._method)
        if search is not None:
            if self._status is Status.RUNNING:
                self._adopt(search)
            result = search.result(cancelled=self._is_cancelled)
            if result.moves:
                self._publish_solutions(search, result.bound_factor, result.lower_bound)
        if self._first and result.status in (Outcome.CANCELLED, Outcome.LIMIT):
            # neither a stop nor a limit takes back a solution that was published
            result = replace(result, status=Outcome.SOLVED, moves=self._first)
        setup_seconds = self._setup_seconds
        if setup_seconds is None:
            setup_seconds = self._clock() - self._began
        return replace(result, setup_seconds=setup_seconds, compiled=is_compiled())

    def _publish_solutions(self, search: Search, factor: float | None, bound: int) -> None:
        """Publish what is best behind the moves that are settled, and what is best of all."""
        known = search.path(), search.solution()
        if (*known, factor, bound) != self._told:
            self._told, self._told_at = (*known, factor, bound), self._clock()
            for moves in dict.fromkeys(known):
                self._publish(moves, factor, bound)

    def _publish(self, moves: tuple[Move, ...], factor: float | None, bound: int) -> None:
        """Publish ``moves`` from the first one on that differs from those published last."""
        before, self._moves = self._moves, moves
        pairs = zip(moves, before, strict=False)
        index = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        self.events.put(Found(self._run_id, index, moves[index:], factor, bound))


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
        self._prepare = load_compiled if compiled else None
        if is_solvable(board, goal):
            self._begin()
        else:
            self._result = unstarted_result(board, goal, method, Outcome.UNSOLVABLE)

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
