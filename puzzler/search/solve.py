"""Where every search begins: a problem and a method."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from typing_extensions import override

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress, Cancelled, Reporter, cancelled_when, no_report
from puzzler.search import compilation
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status, Stepping, Stopwatch, Task
from puzzler.search.heuristics import linear_conflict
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.kernels import jit
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind, return_freed_memory
from puzzler.search.registry import ALGORITHMS, DEFAULT_ALGORITHM, HEURISTICS
from puzzler.search.result import Improvement, Outcome, SearchResult, SearchStats

if TYPE_CHECKING:
    from puzzler.search.inspection.observation import Expansion

SLICE = 100_000
"""Expansions between two looks at what has come to light: a fraction of a second."""


class _Overdue(Stepping):
    """A search whose time was up before its tables were built; it knows the h of the start."""

    expanded = 0
    note = "the time was up before the search began"

    @override
    def work(self, budget: int) -> Status:
        return Status.LIMIT

    @override
    def stats(self) -> SearchStats:
        return SearchStats(bound=self.lower_bound(), best_h=self.task.start_h)

    @override
    def current(self) -> Board:
        return self.task.problem.start

    @override
    def solution(self) -> None:
        return None

    @override
    def lower_bound(self) -> int:
        return self.task.start_h


def start(
    problem: Problem,
    method: Method,
    report: Reporter = no_report,
    clock: Callable[[], float] = time.perf_counter,
) -> Search:
    """Build the tables and return the search, which has not expanded a state yet.

    If building takes longer than the time limit, the search has already reached that limit.
    """
    return_freed_memory()
    algorithm, heuristic = ALGORITHMS[method.algorithm], HEURISTICS[method.heuristic]
    limit, setup = method.limit, Stopwatch(clock)
    given, weight = (problem, algorithm.name, heuristic), method.weight

    def task(tables: Tables, bound_factor: float | None) -> Task:
        return Task(*given, tables, weight, limit, bound_factor, setup, **method.choices())

    def overdue() -> Search:
        # linear conflict needs hardly any tables
        task_of_start = task(linear_conflict.build(problem.goal), None)
        return Search(task_of_start, _Overdue(task_of_start), LimitKind.TIME)

    deadline = math.inf if limit.seconds is None else setup.now() + limit.seconds

    def report_in_time(progress: BuildProgress | None) -> None:
        report(progress)
        if setup.now() >= deadline:
            raise Cancelled

    try:
        with setup, cancelled_when(lambda: setup.now() >= deadline):
            tables = heuristic.shared(problem.goal, report_in_time)
            built = task(tables, method.guarantee(tables.factor))
            search = Search(built, algorithm.make(built))
            tables.check()
            return search
    except Cancelled:
        if setup.now() < deadline:
            raise
        return overdue()


def unbegun(
    start: Board, goal: Board, method: Method, status: Outcome = Outcome.CANCELLED
) -> SearchResult:
    """The result of a search that never began."""
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
    heuristic: str | None,
    weight: float | None,
    limit: Limit | None,
) -> Method:
    """``method``, or the one that the other words make; TypeError where both are there."""
    words = (algorithm, heuristic, weight)
    if method is not None:
        if words != (None, None, None) or limit is not None:
            raise TypeError("a method already says the algorithm, heuristic, weight and limit")
        return method
    limit = limit or Limit()
    if words == (None, None, None):
        return Method.automatic(*board.size, limit)
    algorithm, weight = algorithm or DEFAULT_ALGORITHM, 1 if weight is None else weight
    return Method(algorithm, heuristic or "", weight, limit)


def solve(  # noqa: PLR0913  keywords that make a Method, for those who want no value of their own
    board: Board,
    goal: Board | None = None,
    method: Method | None = None,
    *,
    algorithm: str | None = None,
    heuristic: str | None = None,
    weight: float | None = None,
    limit: Limit | None = None,
    compiled: bool = True,
    on_build: Reporter = no_report,
    on_improve: Callable[[Improvement], object] = lambda _: None,
    on_progress: Callable[[SearchStats], object] = lambda _: None,
    on_relief: Callable[[SearchResult], object] = lambda _: None,
) -> SearchResult:
    """Search for moves from ``board`` to ``goal``, by default the standard one.

    The method is ``method``, or made of ``algorithm``, ``heuristic``, ``weight`` and ``limit``; by
    default ``Method.automatic``, which beyond 16 cells goes on until a proof or a limit. The
    result's ``status`` says how it ended: unsolvable boards and limits are no errors. With
    ``compiled`` False the kernels stay as they are. ``on_build`` is called with the progress of the
    heuristic's tables, ``on_improve`` with each better solution or bound, ``on_progress`` with the
    figures now and then.

    Where a default A* reaches the default limit on memory, its result goes to ``on_relief``, and
    anytime continues within the rest of the limits.

    Raises ValueError for an unknown name or a weight out of range. A KeyboardInterrupt ends the
    search with the status cancelled, or with the best solution of an algorithm that improves; one
    that comes when it has ended is raised.
    """
    began = time.perf_counter()
    # first of all, so that no board makes them right
    method = chosen_method(board, method, algorithm, heuristic, weight, limit)
    goal = goal or Board.solved(board.rows, board.columns)
    try:
        problem = Problem(board, goal)
    except UnsolvableError:
        return unbegun(board, goal, method, Outcome.UNSOLVABLE)
    plain = compilation.plain_left(board) if compiled else 0
    if compiled and not plain:
        compilation.load_compiled()
    result = None
    try:
        search = start(problem, method, on_build)
        setup = time.perf_counter() - began - jit.seconds_compiling()
        result = _searched(search, setup, on_improve, on_progress, plain)
        if goes_on := relief(method, result):
            on_relief(result)
            del search  # and its memory
            search = start(problem, goes_on, on_build)
            result = _searched(search, setup, on_improve, on_progress)
    except KeyboardInterrupt:
        if result is not None:
            raise
    if result is None:
        result = unbegun(board, goal, method)
        return replace(result, setup_seconds=time.perf_counter() - began, compiled=_is_fast(plain))
    return result


def relief(method: Method, stopped: SearchResult) -> Method | None:
    """The fallback after ``stopped``, with the rest of the limits; None where there is none.

    There is none for a method that was chosen, nor at a limit that was set.
    """
    limit, stats = method.limit, stopped.stats
    is_default = stopped.limit_reached is LimitKind.MEMORY and limit.memory_bytes is None
    if (
        stopped.status is not Outcome.LIMIT
        or not is_default
        or (goes_on := method.relief()) is None
    ):
        return None
    seconds, expansions = limit.seconds, limit.expansions
    if seconds is not None:
        seconds -= stats.elapsed
    if expansions is not None:
        expansions -= stats.expanded
    if any(left is not None and left <= 0 for left in (seconds, expansions)):
        return None
    return replace(goes_on, limit=Limit(seconds, expansions, memory_shares=limit.memory_shares))


def trace(problem: Problem, method: Method, expansions: int | None = None) -> Iterator[Expansion]:
    """Every expansion of a search, in order: all of them, or the first ``expansions``.

    Duplicates are found early.
    """
    # here, not above: every search loads this module, and few are traced
    from puzzler.search.inspection.inspector import traced

    return traced(start(problem, method.textbook), expansions)


def minimum_moves(board: Board, goal: Board | None = None) -> int:
    """The length of a shortest solution, proven; -1 where ``board`` cannot reach ``goal``.

    On boards of more than 16 cells this may take very long; it can be interrupted.
    """
    result = solve(board, goal, Method.shortest(*board.size))
    if result.status is Outcome.CANCELLED:
        raise KeyboardInterrupt
    return -1 if result.length is None else result.length


def _searched(
    search: Search,
    setup: float,
    on_improve: Callable[[Improvement], object],
    on_progress: Callable[[SearchStats], object],
    plain: int = 0,
) -> SearchResult:
    """Search to the end; the first ``plain`` states before compiled kernels are loaded.

    setup: what beginning has taken, without machine code so far.
    """
    told, first = 0, plain
    is_cancelled = False
    try:
        status = Status.RUNNING
        while status is Status.RUNNING:
            status = search.advance(first or SLICE)
            for improvement in search.improvements[told:]:
                on_improve(improvement)
            told = len(search.improvements)
            if first:
                compilation.spend_plain(search.expanded)
            if status is Status.RUNNING:
                on_progress(search.stats())
                if first:
                    compilation.load_compiled()
            first = 0
    except KeyboardInterrupt:
        if search.status is not Status.RUNNING:  # nothing would tell of it
            raise
        is_cancelled = True
    # what a search meets when it begins to expand is loaded, or compiled, only then
    setup += jit.seconds_compiling()
    return search.result(cancelled=is_cancelled, setup_seconds=setup, compiled=_is_fast(plain))


def _is_fast(plain: int) -> bool:
    """Whether compiled kernels did the work, or would have been there for more of it."""
    return compilation.is_compiled() or (plain > 0 and not compilation.failure())
