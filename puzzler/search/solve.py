"""Functions that run a search for a board, from Python and from the command line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError
from puzzler.board.goal import GoalLike, resolve_board, resolve_goal
from puzzler.board.move import Move
from puzzler.board.path import check_solution, count_slides
from puzzler.board.scenario import Problem
from puzzler.formats.moves import as_moves
from puzzler.progress import Reporter, no_report
from puzzler.search import multi_tile
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.heuristics.pattern_database import ignoring_larger
from puzzler.search.kernel_switch import KernelSwitch
from puzzler.search.kernels import jit
from puzzler.search.larger_tables import LargerTables
from puzzler.search.method import ENDLESS, Method
from puzzler.search.options import Limit
from puzzler.search.packing import has_ranks
from puzzler.search.registry import heuristic_called
from puzzler.search.result import Improvement, Metric, Outcome, SearchResult, SearchStats
from puzzler.search.starting import (
    MULTI_TILE_METHOD,
    chosen_method,
    fallback_after,
    keep_arrays,
    remaining_limit,
    start,
    unstarted_result,
)

if TYPE_CHECKING:
    from puzzler.search.inspection.observation import Expansion


def solve(  # noqa: PLR0913  the keywords replace a Method in simple calls
    board: Board | str,
    goal: GoalLike = None,
    method: Method | None = None,
    *,
    algorithm: str | None = None,
    heuristic: str | Callable[..., float] | None = None,
    weight: float | None = None,
    limit: Limit | None = None,
    metric: Metric | str = Metric.SINGLE,
    compiled: bool = True,
    raise_interrupt: bool = True,
    on_build: Reporter = no_report,
    on_improve: Callable[[Improvement], object] = lambda _: None,
    on_progress: Callable[[SearchStats], object] = lambda _: None,
    on_fallback: Callable[[SearchResult], object] = lambda _: None,
    larger_tables: bool = False,
    threads: int = 1,
    on_larger_tables: Callable[[str], object] = lambda _: None,
) -> SearchResult:
    """Search for moves from ``board`` to ``goal``, by default the standard goal.

    ``board`` is a Board or text; ``goal`` is a Board, text or a name such as "snail". ``heuristic``
    is a name or a function of a board and, if it has two parameters, of the goal.

    The method is ``method``, or a combination of ``algorithm``, ``heuristic``, ``weight`` and
    ``limit``, or ``Method.automatic``, which finds a proven shortest solution up to 16 cells and
    above searches until the solution is proven optimal or a limit is reached. The ``status`` of the
    result reports how the search ended; unsolvable boards and limits raise no exception. If
    ``compiled`` is false, no compiled kernels are loaded.

    ``metric`` "multi" minimizes multi-tile moves, in which a row of tiles that slides together
    counts once, and excludes the other arguments of the method except ``limit``. Up to 9 cells the
    solution is read from a table of all distances, above it is found by IDA* with pattern
    databases.

    ``on_build`` is called with the progress of the heuristic's tables, ``on_improve`` with each
    better solution or bound, and ``on_progress`` regularly with the statistics. If a default method
    reaches the default memory limit, ``on_fallback`` is called with its result, and anytime
    continues within the remaining limits.

    If ``larger_tables`` is true and the proof for a 4x4 board takes more than three seconds, larger
    tables are built in child processes and stored on the disk, and the search is restarted with
    them, as by ``puzzler solve``. ``on_larger_tables`` is called with a line of text when building
    starts and if it fails. The default is false because this needs 1 GB of memory and 290 MB on the
    disk. If the tables are stored, the first searches of a process load them after half a second.
    After the restart, ``threads`` threads share the search. They change neither the solution nor
    the proof, but the number of expanded states.

    Raises ValueError if a name is unknown, the weight is not from 0 to 1,000, or the goal has
    another shape, and TypeError if ``method`` is combined with its parts.
    ``puzzler.search.algorithms`` cites the source of each algorithm. If ``raise_interrupt`` is
    false, KeyboardInterrupt ends the search with the status cancelled, or with the best solution if
    the algorithm improves solutions; it is raised only if the search has already ended.

    >>> solve(Board.parse("1 2 3/4 0 6/7 5 8"), algorithm="idastar").length
    2
    """
    began = time.perf_counter()
    board = resolve_board(board)
    # before the board is checked, so that wrong arguments always raise
    metric = Metric(metric)
    method = chosen_method(board, method, algorithm, heuristic, weight, limit)
    is_single = metric is Metric.SINGLE
    if not is_single:
        is_given = (algorithm, heuristic, weight) != (None, None, None)
        if is_given or (method.is_chosen and replace(method, limit=Limit()) != MULTI_TILE_METHOD):
            raise TypeError("metric 'multi' cannot be combined with a method")
        method = replace(MULTI_TILE_METHOD, limit=method.limit)
    goal = resolve_goal(goal, board)
    try:
        problem = Problem(board, goal)
    except UnsolvableError:
        unsolvable = unstarted_result(board, goal, method, Outcome.UNSOLVABLE)
        return replace(unsolvable, metric=metric)
    if not is_single and has_ranks(goal):
        return _read_solution(board, goal, began)
    switch = KernelSwitch(board, method, metric, compiled=compiled)
    switch.choose()
    result = None
    try:
        uses_larger = larger_tables and is_single and not has_ranks(goal)
        larger = LargerTables(goal, method, on_larger_tables) if uses_larger else None
        with ignoring_larger() if larger and larger.is_postponed else nullcontext():
            search = start(problem, method, on_build, metric=metric)
        setup = time.perf_counter() - began - jit.seconds_compiling()
        is_outdated = larger.are_complete if larger else lambda: False
        run = partial(_run, setup, on_improve, on_progress, raise_interrupt=raise_interrupt)
        result = run(search, switch, is_outdated)
        if larger and larger.is_restart_due:
            spent, result = result.stats, None
            search = _restart(problem, method, spent, threads, on_build)
            result = _with_spent(run(search, switch), spent)
        if fallback := fallback_after(method, result):
            on_fallback(result)
            del search  # to free its memory
            switch = KernelSwitch(board, fallback, compiled=compiled)
            switch.choose()
            result = run(start(problem, fallback, on_build), switch)
        else:
            keep_arrays(search, method, result.stats.bytes)
    except KeyboardInterrupt:
        if result is not None or raise_interrupt:
            raise
    if result is None:
        result = unstarted_result(board, goal, method)
        result = replace(
            result,
            note="cancelled before the search started",
            setup_seconds=time.perf_counter() - began,
            compiled=switch.is_fast,
        )
    if is_single:
        return result
    # a search that did not expand a state can have a bound in moves of one tile
    bound = result.stats.bound if result.stats.expanded else 0
    return replace(result, metric=Metric.MULTI, lower_bound=bound)


def _restart(
    problem: Problem, method: Method, spent: SearchStats, threads: int, on_build: Reporter
) -> Search:
    """Start the search again with larger tables, at the bound that has been proven."""
    limit = remaining_limit(method.limit, spent) or replace(method.limit, expansions=1)
    search = start(problem, replace(method, limit=limit), on_build)
    if not isinstance(stepping := search.stepping, DepthFirst):
        return search
    stepping.skip_to(spent.bound)
    if threads == 1 or stepping.claims is None or limit.memory_shares > 1:
        return search
    # imported here because every search loads this module, and few are shared by threads
    from puzzler.search.engine.parallel import ParallelDepthFirst

    return Search(search.task, ParallelDepthFirst(stepping, threads))


def _read_solution(board: Board, goal: Board, began: float) -> SearchResult:
    """Return an optimal solution in multi-tile moves from a table of all distances."""
    moves = multi_tile.solve_with_table(board, goal)
    states = len(multi_tile.distances_to(goal))
    return replace(
        unstarted_result(board, goal, Method("bfs"), Outcome.SOLVED),
        metric=Metric.MULTI,
        moves=moves,
        proven_optimal=True,
        bound_factor=1,
        lower_bound=count_slides(moves),
        stats=SearchStats(expanded=states, stored=states, bytes=states),
        setup_seconds=time.perf_counter() - began,
    )


def shorten(
    board: Board | str,
    moves: Iterable[Move] | str,
    goal: GoalLike = None,
    *,
    limit: Limit | None = None,
    raise_interrupt: bool = True,
    on_build: Reporter = no_report,
    on_improve: Callable[[Improvement], object] = lambda _: None,
    on_progress: Callable[[SearchStats], object] = lambda _: None,
) -> SearchResult:
    """Shorten a solution until it is proven optimal or a limit is reached.

    Parts of the solution are replaced by optimal or near-optimal paths between their ends, and
    other solutions are searched, as by the algorithm anytime. The result is never longer than
    ``moves``: Moves, or a text as for ``review``. The other arguments are those of ``solve``. The
    first of ``improvements`` has the number of ``moves``.

    Raises PuzzlerError if a move is illegal, with its number counted from 1, or if the last move
    does not reach the goal.

    >>> result = shorten("1 2 3/4 0 6/7 5 8", "LRDR")
    >>> result.length, result.proven_optimal
    (2, True)
    """
    began = time.perf_counter()
    board = resolve_board(board)
    goal = resolve_goal(goal, board)
    given = as_moves(board, moves)
    check_solution(board, given, goal)
    method = Method(ENDLESS, limit=limit or Limit())
    switch = KernelSwitch(board, method)
    switch.choose()
    result = unstarted_result(board, goal, method)
    try:
        search = start(Problem(board, goal), method, on_build)
        search.adopt(given, 0)
        setup = time.perf_counter() - began - jit.seconds_compiling()
        result = _run(
            setup, on_improve, on_progress, search, switch, raise_interrupt=raise_interrupt
        )
    except KeyboardInterrupt:
        if raise_interrupt:
            raise
    if result.improvements:
        return result
    # the search ended before its first expansion
    first = Improvement(0.0, 0, len(given), result.lower_bound)
    return replace(result, status=Outcome.SOLVED, moves=given, improvements=(first,))


def _with_spent(result: SearchResult, spent: SearchStats) -> SearchResult:
    """Add the counters and the time of an interrupted search."""
    names = "expanded", "generated", "duplicates", "elapsed"
    sums = {name: getattr(result.stats, name) + getattr(spent, name) for name in names}
    return replace(result, stats=result.stats._replace(**sums))


def trace(
    problem: Problem | Board | str, method: Method | None = None, expansions: int | None = None
) -> Iterator[Expansion]:
    """Yield all expansions of a search, or the first ``expansions``, in order.

    Duplicates are found early, as in textbooks. problem: a Problem, or a board to which the
    standard goal applies. method: by default A* with Manhattan distance. expansions: by default all
    until the search ends.

    Raises UnsolvableError if a board cannot reach the goal.

    >>> for expansion in trace("1 2 3/4 0 6/7 5 8", Method("astar", "manhattan")):
    ...     print(expansion.node.board, expansion.node.f)
    1 2 3/4 0 6/7 5 8 2
    1 2 3/4 5 6/7 0 8 2
    """
    # imported here because every search loads this module, and few are traced
    from puzzler.search.inspection.inspector import trace_expansions

    if not isinstance(problem, Problem):
        board = resolve_board(problem)
        problem = Problem(board, resolve_goal(None, board))
    method = method or Method("astar", "manhattan")
    return trace_expansions(start(problem, method.textbook), expansions)


def heuristic(name: str, goal: GoalLike = None) -> Callable[[Board | str], float]:
    """Return a heuristic as a function of a board.

    name: as in ``puzzler methods``, or ``FILE:FUNCTION`` for your own. goal: as for ``solve``.

    Raises ValueError if the name is unknown.

    >>> h = heuristic("manhattan")
    >>> h("1 2 3/4 0 6/7 5 8")
    2
    """
    entry = heuristic_called(name)

    def evaluate(board: Board | str) -> float:
        board = resolve_board(board)
        return entry.shared(resolve_goal(goal, board)).evaluate(board)

    return evaluate


def minimum_moves(board: Board | str, goal: GoalLike = None) -> int:
    """Return the length of the shortest solution.

    The arguments are those of ``solve``. Raises UnsolvableError if ``board`` cannot reach ``goal``.
    Uses IDA* (Korf 1985), up to 6x6 with pattern databases
    (Korf and Felner 2002); see ``Method.shortest``. This can take very long on boards of more than
    16 cells. KeyboardInterrupt stops it.

    >>> minimum_moves(Board.parse("8 6 7/2 5 4/3 0 1"))
    31
    """
    board = resolve_board(board)
    goal = resolve_goal(goal, board)
    Problem(board, goal)  # raises UnsolvableError
    length = solve(board, goal, Method.shortest(*board.size)).length
    assert length is not None, "there is no limit and the board is solvable"
    return length


def _run(
    setup: float,
    on_improve: Callable[[Improvement], object],
    on_progress: Callable[[SearchStats], object],
    search: Search,
    switch: KernelSwitch,
    is_outdated: Callable[[], bool] = lambda: False,
    *,
    raise_interrupt: bool,
) -> SearchResult:
    """Search to the end, or until the search is outdated.

    setup: the seconds that starting took, without compiling.
    """
    reported = 0
    is_cancelled = False
    try:
        status = Status.RUNNING
        while status is Status.RUNNING and not is_outdated():
            status = search.advance(switch.slice)
            for improvement in search.improvements[reported:]:
                on_improve(improvement)
            reported = len(search.improvements)
            switch.record(search.expanded)
            if status is Status.RUNNING:
                on_progress(search.stats())
                switch.choose()
    except KeyboardInterrupt:
        if (
            raise_interrupt or search.status is not Status.RUNNING
        ):  # the result would not show the interrupt
            raise
        is_cancelled = True
    # some kernels are loaded or compiled only when the search expands states
    setup += jit.seconds_compiling()
    is_cancelled |= search.status is Status.RUNNING
    return search.result(cancelled=is_cancelled, setup_seconds=setup, compiled=switch.is_fast)
