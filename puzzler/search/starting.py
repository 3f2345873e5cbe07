"""Choosing the method of a search, and starting it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress, Cancelled, Reporter, cancelled_when, no_report
from puzzler.search import multi_tile
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status, Stepping, Stopwatch, Task
from puzzler.search.heuristics import linear_conflict, zero
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.method import Method
from puzzler.search.multi_tile import MultiTileSearch
from puzzler.search.options import Limit, LimitKind, return_freed_memory
from puzzler.search.registry import ALGORITHMS, DEFAULT_ALGORITHM, HEURISTICS, name_of_function
from puzzler.search.result import Metric, Outcome, SearchResult, SearchStats

MULTI_TILE_METHOD = Method("idastar", "pattern-database")
"""The names of the method for multi-tile moves, whose tables differ from those of its heuristic."""
MAX_ENDED = 4
"""Number of searches whose arrays are kept for the next search."""
MAX_ENDED_BYTES = 64 * 1024**2
"""Size of the largest such search, with its tables: enough for those of 4x4."""
_ended: dict[tuple[int, Method], Stepping] = {}
"""Ended searches by the identity of their tables and by method. Only atomic operations are used,
because several threads start searches."""


class _Unstarted(Stepping):
    """A search that reached a limit while its tables were built, or before."""

    expanded = 0

    def work(self, budget: int) -> Status:
        return Status.LIMIT

    def stats(self) -> SearchStats:
        return SearchStats(bound=self.lower_bound(), best_h=self.task.start_h)

    def current(self) -> Board:
        return self.task.problem.start

    def solution(self) -> None:
        return None

    def lower_bound(self) -> int:
        return self.task.start_h


def start(
    problem: Problem,
    method: Method,
    report: Reporter = no_report,
    clock: Callable[[], float] = time.perf_counter,
    metric: Metric = Metric.SINGLE,
) -> Search:
    """Build the tables and return the search, which has not expanded a state yet.

    If building takes longer than the time limit, or if the tables exceed the memory limit, the
    search has already reached that limit. The search uses the arrays of an ended one if possible.

    report: called with the progress of the tables. clock: returns seconds. metric: the moves to
    count; multi-tile moves require the method ``MULTI_TILE_METHOD``.

    >>> board = Board.parse("8 6 7/2 5 4/3 0 1")
    >>> search = start(Problem(board, Board.solved(3, 3)), Method("bfs"))
    >>> search.advance(10), search.stats().expanded
    (<Status.RUNNING: 'running'>, 10)
    """
    return_freed_memory()
    algorithm, heuristic = ALGORITHMS[method.algorithm], HEURISTICS[method.heuristic]
    limit, setup = method.limit, Stopwatch(clock)
    is_multi = metric is Metric.MULTI
    table_bytes = (multi_tile if is_multi else heuristic).table_bytes(problem.goal)

    def task(tables: Tables, bound_factor: float | None, table_bytes: int = table_bytes) -> Task:
        return Task(
            *(problem, algorithm.name, heuristic, tables, method.weight, limit, bound_factor),
            setup=setup,
            table_bytes=table_bytes,
            **method.choices(),
        )

    def stopped(reached: LimitKind) -> Search:
        # linear conflict needs almost no tables
        task_of_start = task(linear_conflict.build(problem.goal), None, 0)
        return Search(task_of_start, _Unstarted(task_of_start), reached)

    if table_bytes // limit.memory_shares >= limit.memory:
        return stopped(LimitKind.MEMORY)
    deadline = math.inf if limit.seconds is None else setup.now() + limit.seconds

    def report_in_time(progress: BuildProgress | None) -> None:
        report(progress)
        if setup.now() >= deadline:
            raise Cancelled

    try:
        with setup, cancelled_when(lambda: setup.now() >= deadline):
            if is_multi:
                built = task(zero.build(problem.goal), 1)
                return Search(built, MultiTileSearch(built, report_in_time))
            tables = heuristic.shared(problem.goal, report_in_time)
            built = task(tables, method.guarantee(tables.factor))
            stepping = _ended.pop((id(tables), method), None)
            if stepping is None:
                stepping = algorithm.make(built)
            else:
                stepping.restart(built)
            search = Search(built, stepping)
            tables.check()
            return search
    except Cancelled:
        if setup.now() < deadline:
            raise
        return stopped(LimitKind.TIME)


def keep_arrays(search: Search, method: Method, size: int) -> None:
    """Let the next search with this goal and ``method`` use the arrays of an ended search.

    The search must not be used afterwards. size: its bytes.
    """
    stepping, tables = search.stepping, search.task.tables
    if stepping.can_restart and size <= MAX_ENDED_BYTES:
        _ended[id(tables), method] = stepping
        for key in list(_ended)[:-MAX_ENDED]:
            _ended.pop(key, None)


def unstarted_result(
    start: Board, goal: Board, method: Method, status: Outcome = Outcome.CANCELLED
) -> SearchResult:
    """Return the result of a search that was not started."""
    return SearchResult(
        status=status,
        start=start,
        goal=goal,
        algorithm=method.algorithm,
        heuristic=method.heuristic,
        weight=method.weight,
        **method.choices(),
    )


def chosen_method(
    board: Board,
    method: Method | None,
    algorithm: str | None,
    heuristic: str | Callable[..., float] | None,
    weight: float | None,
    limit: Limit | None,
) -> Method:
    """Return ``method``, one built from the other arguments, or the default for the board's size.

    Raises TypeError if ``method`` is combined with the others.
    """
    words = (algorithm, heuristic, weight)
    for name, value, kind in (("method", method, Method), ("limit", limit, Limit)):
        if value is not None and not isinstance(value, kind):
            raise TypeError(f"{name} must be a {kind.__name__}, not {value!r}")
    if method is not None:
        if words != (None, None, None) or limit is not None:
            raise TypeError("method cannot be combined with algorithm, heuristic, weight or limit")
        return method
    limit = limit or Limit()
    if heuristic is not None and not isinstance(heuristic, str):
        if not callable(heuristic):
            raise TypeError(f"heuristic must be a name or function, not {heuristic!r}")
        heuristic = name_of_function(heuristic)
    if words == (None, None, None):
        return Method.automatic(*board.size, limit)
    algorithm, weight = algorithm or DEFAULT_ALGORITHM, 1 if weight is None else weight
    return Method(algorithm, heuristic or "", weight, limit)


def fallback_after(method: Method, stopped: SearchResult) -> Method | None:
    """Return the fallback after ``stopped``, with the remaining limits, or None.

    None if the user chose the method or set the limit that was reached.
    """
    limit, stats = method.limit, stopped.stats
    is_default = stopped.limit_reached is LimitKind.MEMORY and limit.memory_bytes is None
    if (
        stopped.status is not Outcome.LIMIT
        or not is_default
        or (fallback := method.fallback()) is None
    ):
        return None
    left = remaining_limit(limit, stats)
    return None if left is None else replace(fallback, limit=left)


def remaining_limit(limit: Limit, spent: SearchStats) -> Limit | None:
    """Return the limits for the rest of a search, or None if one is used up."""
    seconds, expansions = limit.seconds, limit.expansions
    if seconds is not None:
        seconds -= spent.elapsed
    if expansions is not None:
        expansions -= spent.expanded
    if any(left is not None and left <= 0 for left in (seconds, expansions)):
        return None
    return replace(limit, seconds=seconds, expansions=expansions)
