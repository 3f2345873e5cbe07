"""A search that is watched: its solution as events, its figures as snapshots."""

from __future__ import annotations

import time
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from typing_extensions import override

from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.search.compilation import is_compiled
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Improvement, Outcome, SearchResult, thinned
from puzzler.search.solve import Beginning, begin, unbegun
from puzzler.solver.messages import (
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
from puzzler.solver.worker import PUBLISH_EVERY, Job, Need, Slice, Worker, one_line

TELL_EVERY = 0.02
"""Seconds between two solutions that are published, but for the first and the last."""

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
        self._told: tuple[tuple[Move, ...], int] | None = None  # solution and bound published last
        self._told_at = 0.0
        self._improvements: tuple[Improvement, ...] = ()
        self._thinned_from = 0  # how many improvements those were made from
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
            self._publish_solution(self._first, None, 0)
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
        if self._status is Status.RUNNING:
            self._publish_improvement(search, now)
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
        improvements = search.improvements
        if len(improvements) != self._thinned_from:
            self._thinned_from = len(improvements)
            self._improvements = thinned(improvements)
        self._latest = Progress(
            self._run_id,
            stats,
            search.current(),
            rate,
            is_paused,
            self._improvements,
            search.lower_bound(),
        )
        return self._latest

    @override
    def end(self, error: BaseException | None) -> None:
        self._steps.close()
        if error is None:
            self.events.put(Finished(self._run_id, self._result()))
        else:
            trace = "".join(traceback.format_exception(error))
            self.events.put(Failed(self._run_id, one_line(error), trace))
        self._search = None

    def _adopt(self, search: Search) -> None:
        if self._commit is not None:
            search.adopt(self._commit.moves, self._commit.fixed)
            self._commit = None

    def _result(self) -> SearchResult:
        search = self._search
        result = unbegun(self._problem.start, self._problem.goal, self._method)
        if search is not None:
            if self._status is Status.RUNNING:
                self._adopt(search)
            result = search.result(cancelled=self._is_cancelled)
            path = search.path() if result.moves else ()
            is_new = self._told != (path, result.lower_bound) or result.bound_factor is not None
            if path and is_new:
                self._publish_solution(path, result.bound_factor, result.lower_bound)
        if self._first and result.status in (Outcome.CANCELLED, Outcome.LIMIT):
            # neither a stop nor a limit takes back a solution that was published
            result = replace(result, status=Outcome.SOLVED, moves=self._first)
        setup_seconds = self._setup_seconds
        if setup_seconds is None:
            setup_seconds = self._clock() - self._began
        return replace(result, setup_seconds=setup_seconds, compiled=is_compiled())

    def _publish_improvement(self, search: Search, now: float) -> None:
        """Publish the solution as it is now, if it is better than the last and it is time to."""
        improvements = search.improvements
        if not improvements or (self._told and now - self._told_at < TELL_EVERY):
            return
        path, bound = search.path(), improvements[-1].bound
        if (path, bound) != self._told:
            self._publish_solution(path, None, bound)
            self._told_at = now

    def _publish_solution(self, moves: tuple[Move, ...], factor: float | None, bound: int) -> None:
        """Publish ``moves`` from the first one on that differs from those published last."""
        before = self._told[0] if self._told else ()
        pairs = enumerate(zip(moves, before, strict=False))
        index = next(
            (at for at, (new, old) in pairs if new is not old), min(len(moves), len(before))
        )
        self.events.put(Found(self._run_id, index, moves[index:], factor, bound))
        self._told = moves, bound
