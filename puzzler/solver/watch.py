"""A search in the background: as a worker, and as ``Solver``, to be looped over."""

from __future__ import annotations

import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.goal import GoalLike, resolve_board, resolve_goal
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.board.path import is_path
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress, Reporter
from puzzler.search.compilation import is_compiled, load_compiled
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Outcome, SearchResult, thin_out
from puzzler.search.starting import chosen_method, fallback_after, unstarted_result
from puzzler.search.starting import start as start_search
from puzzler.solver.commands import (
    Cancel,
    Command,
    Commit,
    Failed,
    Finished,
    Found,
    Progress,
    SearchEvent,
)
from puzzler.solver.slices import Slice
from puzzler.solver.threads import Closable
from puzzler.solver.worker import PUBLISH_EVERY, Job, Need, Worker, one_line

TELL_EVERY = 0.02
"""Minimum seconds between two published solutions, except the first and the last."""
LOOK_EVERY = 0.05
"""Seconds between two checks for live figures."""

SearchWorker = Worker[Progress | None, SearchEvent]
"""Its events are ``Found`` for each solution, and at last ``Finished`` or ``Failed``."""


def start(
    problem: Problem,
    method: Method,
    run_id: int,
    *,
    prepare: Callable[[], object] | None = None,
    make: Callable[[Problem, Method, Reporter], Search] = start_search,
    clock: Callable[[], float] = time.perf_counter,
) -> SearchWorker:
    """Start a search in the background. All events and snapshots contain ``run_id``.

    prepare: called first, in the thread. make: builds tables and returns a search.
    """
    job = SearchJob(problem, method, make, run_id, clock)

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
        make: Callable[[Problem, Method, Reporter], Search],
        run_id: int,
        clock: Callable[[], float],
    ) -> None:
        super().__init__()
        self._problem = problem
        self._method = method
        self._make = make
        self._run_id = run_id
        self._clock = clock
        self._search: Search | None = None
        self._status = Status.RUNNING
        self._slice = Slice()
        self._began = clock()
        self._setup_seconds: float | None = None
        self._first: tuple[Move, ...] = ()  # a solution found without tables
        self._is_cancelled = False
        self._commit: Commit | None = None  # the latest, if it is not adopted yet
        self._published: tuple[object, ...] = ()  # the last published solutions and bound
        self._moves: tuple[Move, ...] = ()  # the last published moves
        self._published_at = 0.0
        self._latest: Progress | None = None
        self._samples: deque[tuple[float, int]] = deque(maxlen=round(1 / PUBLISH_EVERY))

    @property
    def needs(self) -> Need:
        if self._status is not Status.RUNNING:
            return Need.END
        is_free = self._search is None or self._commit is not None
        return Need.TURN if is_free else Need.BUDGET

    def begin(self) -> None:
        """Publish a solution that needs no tables, if the algorithm has one."""
        find_first = ALGORITHMS[self._method.algorithm].find_first
        if find_first is not None:
            self._first = tuple(find_first(self._problem))
            self._publish(self._first, None, 0)
        self._began = self._clock()

    def advance(self, budget: int) -> int:
        search = self._search
        if search is None:
            self._search = self._make(self._problem, self._method, self.report)
            self.building = None
            self._setup_seconds = self._clock() - self._began
            return 0
        if self._commit is not None:
            self._adopt(search)
            return 0
        budget = min(budget, self._slice.budget)
        before, began = search.expanded, self._clock()
        self._status = search.advance(budget, interruptible=True)
        expanded, now = search.expanded - before, self._clock()
        if expanded == budget:  # otherwise other work was included
            self._slice.adapt(budget, now - began)
        is_due = not self._published or now - self._published_at >= TELL_EVERY
        if self._status is Status.RUNNING and search.improvements and is_due:
            self._publish_solutions(search, None, search.improvements[-1].lower_bound)
        return expanded

    def obey(self, command: Command) -> None:
        if isinstance(command, Commit):
            self._commit = command
        self._is_cancelled |= isinstance(command, Cancel)

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
            thin_out(search.improvements),
            search.lower_bound(),
        )
        return self._latest

    def end(self, error: BaseException | None) -> None:
        if error is None:
            self.events.put(Finished(self._run_id, self._result()))
        else:
            is_known = isinstance(error, PuzzlerError)  # the message is sufficient
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
            # a published solution remains valid after a stop or a limit
            result = replace(result, status=Outcome.SOLVED, moves=self._first)
        setup_seconds = self._setup_seconds
        if setup_seconds is None:
            setup_seconds = self._clock() - self._began
        return replace(result, setup_seconds=setup_seconds, compiled=is_compiled())

    def _publish_solutions(self, search: Search, factor: float | None, bound: int) -> None:
        """Publish the best solution after the fixed moves, and the best of all."""
        paths = search.path(), search.solution()
        if (*paths, factor, bound) != self._published:
            self._published, self._published_at = (*paths, factor, bound), self._clock()
            for moves in dict.fromkeys(paths):
                self._publish(moves, factor, bound)

    def _publish(self, moves: tuple[Move, ...], factor: float | None, bound: int) -> None:
        """Publish ``moves`` from the first difference from the last published moves."""
        before, self._moves = self._moves, moves
        pairs = zip(moves, before, strict=False)
        index = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        self.events.put(Found(self._run_id, index, moves[index:], factor, bound))


class SolverError(PuzzlerError):
    """The search failed. The message gives the reason.

    >>> raise SolverError("out of memory")
    Traceback (most recent call last):
    puzzler.solver.watch.SolverError: out of memory
    """


class Solver(Closable):
    """A search in a background thread: iterate over its events or moves, or wait for the result.

    Use it as a context manager, which cancels a running search at its end. Only one thread may read
    events. The arguments are those of ``puzzler.solve``. Raises ValueError for an unknown name or a
    weight out of range, and SolverError if the search fails.

    >>> with Solver(Board.parse("1 2 3/4 0 6/7 5 8"), algorithm="bfs") as solver:
    ...     [move.name for move in solver.moves()]
    ['DOWN', 'RIGHT']
    """

    def __init__(
        self,
        board: Board | str,
        goal: GoalLike = None,
        method: Method | None = None,
        *,
        algorithm: str | None = None,
        heuristic: str | Callable[..., float] | None = None,
        weight: float | None = None,
        limit: Limit | None = None,
        compiled: bool = True,
    ) -> None:
        """Start the search. The arguments are those of ``puzzler.solve``."""
        board = resolve_board(board)
        method = chosen_method(board, method, algorithm, heuristic, weight, limit)
        goal = resolve_goal(goal, board)
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
        """The latest live figures; None before the search has started."""
        return None if self._worker is None else self._worker.latest

    @property
    def building(self) -> BuildProgress | None:
        """Progress of the heuristic's tables while they are built."""
        return None if self._worker is None else self._worker.building

    def __iter__(self) -> Iterator[BuildProgress | Progress | Found | Finished]:
        """Yield the progress of tables, live figures and moves, and finally the result.

        Only the latest figures are yielded, at most 20 times per second. Moves and the result are
        always yielded. For an unsolvable board the only event is ``Finished``.
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
                case Finished(result=result) if not self._falls_back(result):
                    self._result = result
                    yield event

    def answers(self) -> Iterator[tuple[Move, ...]]:
        """Yield solutions as they are found, each shorter than the last.

        Most algorithms find one. ``anytime`` finds one immediately and then shorter ones. Leave the
        loop and close the solver when a solution is good enough. The last one is that of
        ``result``.
        """
        published: list[Move] = []
        best: tuple[Move, ...] | None = None
        for event in self:
            if isinstance(event, Found):
                published[event.index :] = event.moves
                found = tuple(published)
                is_whole = is_path(self._start, found, self._goal)
            elif isinstance(event, Finished):
                found, is_whole = event.result.moves, event.result.length is not None
            else:
                continue
            if is_whole and (best is None or len(found) < len(best)):
                best = found
                yield best

    def moves(self) -> Iterator[Move]:
        """Yield the moves of the best solution after the end of the search.

        Use ``answers`` for moves before the end of ``anytime``.
        """
        yield from self.result().moves

    def result(self) -> SearchResult:
        """Wait for the end and return the result. Skips pending events."""
        for _ in self:
            pass
        assert self._result is not None
        return self._result

    def cancel(self) -> None:
        """End the search. Its status is cancelled unless it has a solution."""
        self._is_cancelled = True
        if self._worker is not None:
            self._worker.cancel()

    def close(self) -> None:
        """Cancel the search and wait for its thread. May be called repeatedly."""
        if self._worker is not None:
            self._worker.close()

    def _begin(self) -> None:
        problem = Problem(self._start, self._goal)
        self._worker = start(problem, self._method, 0, prepare=self._prepare)
        if self._is_cancelled:
            self._worker.cancel()

    def _falls_back(self, stopped: SearchResult) -> bool:
        """Start the fallback method, as in ``puzzler.solve``; return False if there is none."""
        method = fallback_after(self._method, stopped)
        if method is None:
            return False
        self.close()
        self._method = method
        self._begin()
        return True
