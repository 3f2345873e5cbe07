"""Searches end at their limits of time and memory."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress, Cancelled, Reporter
from puzzler.search import options
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status, Stepping, Stopwatch, Task
from puzzler.search.heuristics import manhattan, pattern_database, zero
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.kernels import jit
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.result import Outcome, SearchStats
from puzzler.search.starting import fallback_after, remaining_limit, start, unstarted_result
from puzzler.search.tables import pattern_build, store
from tests.programs import run_command

LATE = 0.1
"""Largest number of seconds by which a search may exceed its limit."""
GOAL = Board.solved(4, 4)
HARD = Board.parse("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1")
PAIRS = [
    (algorithm, heuristic)
    for algorithm, entry in ALGORITHMS.items()
    for heuristic in ("manhattan+misplaced", "linear-conflict", "walking-distance")
    if entry.uses("heuristic") or heuristic == "linear-conflict"
]
NEVER_LOST = [pair for pair in PAIRS if pair[0] != "walk"]


@pytest.fixture(autouse=True)
def no_time_compiling(monkeypatch):
    """Ignore the time of compiling, because tests have their own clock."""
    monkeypatch.setattr(jit, "seconds_compiling", lambda: 0.0)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def finish(search: Search, budget: int = 10**9) -> Status:
    while (status := search.advance(budget)) is Status.RUNNING:
        pass
    return status


class Works(Stepping):
    """A stepping that calls a function, which returns the number of expanded states."""

    expanded = 0

    def __init__(self, task: Task, do: Callable[[int], int]) -> None:
        super().__init__(task)
        self.do = do

    def work(self, budget: int) -> Status:
        self.expanded += self.do(budget)
        return Status.RUNNING

    def stats(self) -> SearchStats:
        return SearchStats(expanded=self.expanded)

    def solution(self) -> None:
        return None

    def current(self) -> Board:
        return self.task.problem.start

    def lower_bound(self) -> int:
        return 0


def search_by(clock: Callable[[], float], do: Callable[[int], int]) -> Search:
    problem = Problem(HARD, GOAL)
    tables = zero.build(GOAL)
    limit, watch = Limit(seconds=0.5), Stopwatch(clock)
    task = Task(problem, "bfs", HEURISTICS["zero"], tables, 1, limit, 1, setup=watch)
    return Search(task, Works(task, do))


def test_the_time_of_compiling_is_not_time_of_the_search(monkeypatch):
    clock, compiled = Clock(), Clock()
    monkeypatch.setattr(jit, "seconds_compiling", compiled)

    def do(allowed: int) -> int:
        if search.expanded == 0:  # the first call of a kernel compiles it
            clock.now, compiled.now = clock.now + 9, compiled.now + 9
        clock.now += 0.001
        return min(allowed, 10)

    search = search_by(clock, do)
    assert search.advance(100) is Status.RUNNING
    assert 0 < search.stats().elapsed < 0.5


# -- time -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "budget"),
    [
        (1e-7, 10**9),
        (1e-5, 10**9),
        (1e-5, 1000),
        (1e-3, 10**9),
        (1e-3, 1),
        (0.02, 10**9),
        (0.09, 10**9),
    ],
)
def test_slices_respect_the_time_limit_at_any_cost_of_an_expansion(cost, budget):
    clock = Clock()

    def do(allowed: int) -> int:
        clock.now += allowed * cost
        return allowed

    search = search_by(clock, do)
    while search.advance(budget) is Status.RUNNING and clock.now < 1:
        pass
    assert search.status is Status.LIMIT
    assert 0.5 <= clock.now < 0.5 + LATE
    assert search.stats().elapsed == pytest.approx(clock.now)


def test_work_without_expansions_is_timed():
    clock, growing = Clock(), 0

    def do(allowed: int) -> int:
        nonlocal growing
        if growing:
            growing -= 1
            clock.now += 0.001
            return 0
        growing = 30
        clock.now += allowed * 1e-3
        return allowed

    search_by(clock, do).advance(10**9)
    assert 0.5 <= clock.now < 0.5 + LATE


def test_work_that_is_cancelled_before_the_time_limit_is_an_error():
    def do(allowed: int) -> int:
        raise Cancelled

    with pytest.raises(Cancelled):
        search_by(Clock(), do).advance(10, interruptible=True)


def test_pauses_between_advances_do_not_count():
    clock = Clock()

    def do(allowed: int) -> int:
        clock.now += allowed * 1e-3
        return allowed

    search = search_by(clock, do)
    for _ in range(4):
        assert search.advance(100) is Status.RUNNING
        clock.now += 60
    assert search.stats().elapsed == pytest.approx(0.4)


@pytest.mark.parametrize(("algorithm", "heuristic"), NEVER_LOST)
def test_every_search_respects_the_time_limit_with_slow_expansions(algorithm, heuristic):
    searches: list[Search] = []
    limit = Limit(seconds=0.5)

    def clock() -> float:
        return 0.0005 * searches[0].stats().expanded if searches else 0.0

    problem = Problem(shuffle(5, 5, 200, 3).start, Board.solved(5, 5))
    searches.append(start(problem, Method(algorithm, heuristic, limit=limit), clock=clock))
    status = finish(searches[0])
    result = searches[0].result()
    has_answer = algorithm == "anytime"
    assert status is (Status.SOLVED if has_answer else Status.LIMIT)
    assert (result.status == "solved") == has_answer and result.limit_reached is LimitKind.TIME
    assert 0.5 <= result.stats.elapsed < 0.5 + LATE
    assert result.stats.expanded > 0 and (result.moves != ()) == has_answer
    if promises_a_bound(algorithm, heuristic):
        assert result.lower_bound > 0


def promises_a_bound(algorithm: str, heuristic: str) -> bool:
    return ALGORITHMS[algorithm].uses("heuristic") and HEURISTICS[heuristic].factor is not None


# -- tables ---------------------------------------------------------------------------------------


def tables_that_take(monkeypatch: pytest.MonkeyPatch, clock: Clock, steps: int) -> list[str]:
    """Make Manhattan tables take ``steps`` steps of 10 ms. Return a list of finished builds."""
    finished_builds: list[str] = []

    def make(goal: Board, report: Reporter) -> Tables:
        try:
            for step in range(steps):
                clock.now += 0.01
                report(BuildProgress(step / steps, "tables"))
            return manhattan.build(goal)
        finally:
            finished_builds.append("left")

    monkeypatch.setitem(HEURISTICS, "manhattan", replace(HEURISTICS["manhattan"], make=make))
    return finished_builds


def test_the_time_limit_ends_the_building_of_tables(monkeypatch):
    clock = Clock()
    finished_builds = tables_that_take(monkeypatch, clock, 1000)
    problem = Problem(HARD, GOAL)
    search = start(problem, Method("astar", "manhattan", 2, Limit(seconds=0.5)), clock=clock)
    assert 0.5 <= clock.now < 0.5 + LATE and finished_builds == ["left"]
    assert search.advance(1000) is Status.LIMIT
    result = search.result()
    assert result.status == "limit" and result.limit_reached is LimitKind.TIME
    assert (result.algorithm, result.heuristic, result.weight) == ("astar", "manhattan", 2)
    conflicts = HEURISTICS["linear-conflict"].build(GOAL).evaluate(HARD)
    assert result.lower_bound == result.stats.bound == conflicts > 0
    assert result.stats.expanded == 0 and search.current() == HARD
    with pytest.raises(ValueError, match="no solution"):
        search.solution()


def test_a_cancelled_build_is_not_a_time_limit(monkeypatch):
    tables_that_take(monkeypatch, Clock(), 3)

    def cancel(_):
        raise Cancelled

    method = Method("astar", "manhattan", limit=Limit(seconds=9))
    with pytest.raises(Cancelled):
        start(Problem(HARD, GOAL), method, cancel)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("kernel", ["list_sets", "spread"])
def test_the_time_limit_ends_slow_steps_of_plain_kernels(monkeypatch, kernel):
    """A plain kernel takes 40 microseconds for a set, or 2 for each order of its tiles."""
    clock, is_copying = Clock(), kernel == "spread"

    def work(*arguments: Any) -> None:
        first, last = arguments[-2:]
        clock.now += (last - first) * (2e-6 * 720 if is_copying else 4e-5)

    empty = pattern_database.PatternDatabases(0)
    heuristic = replace(pattern_database.HEURISTIC, make=empty.make)
    monkeypatch.setitem(HEURISTICS, heuristic.name, heuristic)
    monkeypatch.setattr(store, "load_pages", lambda names, size: None)
    stored = np.zeros(1, np.uint8) if is_copying else None  # only the replaced kernel reads it
    monkeypatch.setattr(store, "load", lambda name, size: stored)
    board = HARD if is_copying else shuffle(5, 5, 100, 1).start
    method = Method("idastar", heuristic.name, limit=Limit(seconds=0.5))
    with monkeypatch.context() as context:  # restored before the fixture loads the compiled kernels
        context.setattr(pattern_build.kernel, kernel, work)
        search = start(Problem(board, Board.solved(*board.size)), method, clock=clock)
    assert search.status is Status.LIMIT and 0.5 <= clock.now < 0.5 + LATE


def test_tables_and_search_share_the_time_limit(monkeypatch):
    tables, searches = Clock(), []
    tables_that_take(monkeypatch, tables, 30)

    def clock() -> float:
        return tables.now + (0.0005 * searches[0].stats().expanded if searches else 0.0)

    method = Method("idastar", "manhattan", limit=Limit(seconds=0.5))
    searches.append(start(Problem(HARD, GOAL), method, clock=clock))
    assert finish(searches[0], 1000) is Status.LIMIT
    assert 0.2 <= searches[0].stats().elapsed < 0.2 + LATE


# -- memory ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("algorithm", "heuristic"), PAIRS)
@pytest.mark.parametrize("memory", [100, 300_000, 5_000_000])
def test_searches_respect_the_memory_limit(algorithm, heuristic, memory):
    problem = Problem(shuffle(5, 5, 200, 3).start, Board.solved(5, 5))
    limit = Limit(memory_bytes=memory, expansions=300_000)
    search = start(problem, Method(algorithm, heuristic, limit=limit))
    while (status := search.advance(2000)) is Status.RUNNING:
        assert search.stats().bytes <= memory
    result = search.result()
    assert result.stats.bytes <= memory or result.stats.expanded == 0
    if algorithm != "anytime":  # a solution remains after a limit
        assert (status is Status.LIMIT) == (result.limit_reached is not None)
    assert result.limit_reached is not LimitKind.TIME


@pytest.mark.parametrize("megabytes", [1, 10])
@pytest.mark.parametrize("algorithm", ["astar", "bfs", "bidirectional"])
def test_a_search_that_stores_every_state_uses_most_of_its_memory(algorithm, megabytes):
    limit = Limit(memory_bytes=megabytes * 10**6)
    search = start(Problem(HARD, GOAL), Method(algorithm, "manhattan", limit=limit))
    assert finish(search) is Status.LIMIT
    result = search.result()
    assert result.limit_reached is LimitKind.MEMORY
    assert 0.5 <= result.stats.bytes / limit.memory <= 1
    assert 0 < result.lower_bound <= 80


@pytest.mark.parametrize("algorithm", ["astar", "bidirectional", "walk"])
def test_the_number_of_nodes_fits_in_31_bits(algorithm, monkeypatch):
    sizes: list[int] = []
    empty = np.empty

    def limited_empty(shape, *arguments):
        rows, *others = shape if isinstance(shape, tuple) else (shape,)
        sizes.append(rows)
        return empty((min(rows, 10**6), *others), *arguments)

    monkeypatch.setattr(np, "empty", limited_empty)
    search = start(Problem(HARD, GOAL), Method(algorithm, limit=Limit(memory_bytes=10**15)))
    assert max(sizes) < 2**31
    search.advance(100)
    assert search.expanded == 100


RESIDENT = """
import gc, sys
from pathlib import Path
from puzzler.board import Board
from puzzler.search.options import Limit
from puzzler.search.solve import solve
algorithm, megabytes = sys.argv[1], int(sys.argv[2])
board = Board.parse("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1")
solve(board, algorithm=algorithm, heuristic="manhattan", limit=Limit(memory_bytes=10**6))
gc.collect()
def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))
Path("/proc/self/clear_refs").write_text("5")
before = peak()
limit = Limit(memory_bytes=megabytes * 10**6)
result = solve(board, algorithm=algorithm, heuristic="manhattan", limit=limit)
print(result.limit_reached.name, peak() - before)
"""


@pytest.mark.skipif(not os.access("/proc/self/clear_refs", os.W_OK), reason="needs Linux")
@pytest.mark.parametrize("algorithm", ["astar", "bidirectional"])
def test_the_process_grows_at_most_by_the_limit(algorithm):
    result = run_command(
        [sys.executable, "-c", RESIDENT, algorithm, "40"],
        # With huge pages the system allocates two megabytes per touched page.
        env=os.environ | {"NUMPY_MADVISE_HUGEPAGE": "0"},
        check=True,
    )
    reached, grown = result.stdout.split()
    assert reached == "MEMORY"
    assert 20_000_000 < int(grown) <= 1.05 * 40_000_000


@pytest.mark.parametrize(
    ("machine", "limit"), [(1 << 32, 0.4 * 2**32), (1 << 40, 2**31), (None, 2**31)]
)
def test_the_default_limit_is_a_share_of_the_memory_of_the_machine(monkeypatch, machine, limit):
    monkeypatch.setattr(options, "machine_memory_bytes", lambda: machine)
    assert options.default_memory_bytes.__wrapped__() == int(limit)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux")
def test_the_memory_of_the_process_is_what_is_resident():
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    (kilobytes,) = (int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
    assert 0.8 < options.process_memory_bytes() / (kilobytes * 1024) < 1.25


def test_the_memory_is_divided_among_searches():
    assert Limit(memory_bytes=90, memory_shares=3).memory == 30
    assert Limit(memory_shares=2).memory == Limit().memory // 2
    assert Limit(memory_bytes=1, memory_shares=2).memory == 1
    with pytest.raises(ValueError, match="memory_shares"):
        Limit(memory_shares=0)


def test_a_limit_that_is_used_up_leaves_nothing():
    limit, spent = Limit(seconds=3, expansions=5), SearchStats(expanded=4, elapsed=1)
    assert remaining_limit(limit, spent) == Limit(seconds=2, expansions=1)
    for used_up in (spent._replace(expanded=5), spent._replace(elapsed=3)):
        assert remaining_limit(limit, used_up) is None


def test_the_fallback_has_the_same_share_of_memory():
    method = Method.watch(4, 4, Limit(expansions=10, memory_shares=2))
    stopped = replace(
        unstarted_result(Board.solved(4, 4), Board.solved(4, 4), method, Outcome.LIMIT),
        limit_reached=LimitKind.MEMORY,
    )
    fallback = fallback_after(method, stopped)
    assert fallback is not None
    assert (fallback.limit.memory_shares, fallback.limit.memory_bytes) == (2, None)


def test_buckets_count_as_memory(monkeypatch):
    """With a weight of many decimals f and the list of buckets grow quickly."""
    method = Method("astar", "zero", 0.001, Limit(memory_bytes=5_000_000))
    search = start(Problem(HARD, GOAL), method)
    assert finish(search) is Status.LIMIT
    assert search.result().limit_reached is LimitKind.MEMORY
    assert search.stats().bytes <= 5_000_000
