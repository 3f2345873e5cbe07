"""Races: each lane equals a single search and has a fair share of time."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from itertools import pairwise

import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress
from puzzler.search.engine.search import Search
from puzzler.search.kernels import jit
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind, default_memory_bytes
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Outcome
from puzzler.search.solve import solve
from puzzler.search.starting import start
from puzzler.solver.commands import Cancel, Pause, Resume, SetRate, Step, StopLane
from puzzler.solver.race.job import RUNS, SHORT, Lane, RaceJob, start_race
from puzzler.solver.race.race_rules import LaneState, Pace, RaceRules, lane_methods
from puzzler.solver.worker import Need
from tests.solver.scripted import wait_until

pytestmark = pytest.mark.usefixtures("compiled")

GOAL = Board.solved(3, 3)
HARD = Problem(Board.parse("8 6 7/2 5 4/3 0 1"), GOAL)
EASY = Problem(shuffle(3, 3, seed=2, moves=12).start, GOAL)
SMALL = Problem(Board.parse("0 3/2 1"), Board.solved(2, 2))
ENDLESS = Problem(shuffle(5, 5, seed=1).start, Board.solved(5, 5))
TO_THE_END = RaceRules()
LONG = (Method("idastar", "misplaced"), Method("iddfs"), Method("idastar", "manhattan"))
QUICK = Method("greedy", "manhattan")


@pytest.fixture
def race():
    racers = []

    def start_race_of(problem, methods, rules=TO_THE_END, **more):
        racers.append(start_race(problem, methods, rules, **more))
        return racers[-1]

    yield start_race_of
    for racer in racers:
        racer.close()
        assert not racer.is_alive and racer.latest.is_over
    assert not any(thread.name.startswith("race") for thread in threading.enumerate())


def is_started(racer):
    return LaneState.BUILDING not in {lane.state for lane in racer.latest.lanes}


def finish(racer):
    assert racer.join(60)
    return racer.latest


def paused_state(racer, moment=None):
    """Wait until the race is paused and return it."""

    def is_there():
        latest = racer.latest
        return latest.is_over or (latest.is_paused and moment in (None, latest.moment))

    wait_until(is_there)
    return racer.latest


def counts(result):
    """The fields that do not depend on the clock or on the share of memory, by their names."""
    improvements = [(each.expanded, each.length, each.lower_bound) for each in result.improvements]
    stats = result.stats._replace(elapsed=0.0, memory_bytes=0)
    plain = replace(result, stats=stats, setup_seconds=0.0, process_bytes=0)
    return vars(plain) | {"improvements": improvements}


def samples_of(lane):
    series = lane.samples.series
    return lane.samples.expansions, {
        figure: (part.moment.tolist(), part.low.tolist(), part.high.tolist())
        for figure, part in series.items()
    }


def in_groups(methods):
    """Split methods into groups of the largest number of lanes."""
    return [methods[at : at + 4] for at in range(0, len(methods), 4)]


@pytest.mark.parametrize(
    ("problem", "expansions"),
    [(EASY, None), (SMALL, None), (HARD, 3_000)],
    ids=["3x3", "2x2", "limited"],
)
@pytest.mark.parametrize("methods", in_groups([Method(name) for name in ALGORITHMS]))
def test_each_lane_has_the_result_of_a_single_search(race, problem, expansions, methods):
    methods = methods if len(methods) > 1 else [*methods, QUICK]
    progress = finish(race(problem, methods, RaceRules(expansions=expansions)))
    assert [lane.method.title for lane in progress.lanes] == [each.title for each in methods]
    for method, lane in zip(methods, progress.lanes, strict=True):
        alone = solve(
            problem.start, problem.goal, replace(method, limit=Limit(expansions=expansions))
        )
        assert (lane.current == problem.goal) == (lane.state is LaneState.SOLVED)
        assert counts(lane.result) == counts(alone)
        assert lane.state == alone.status
        assert lane.best_length == alone.length and lane.lower_bound == alone.lower_bound
        assert lane.stats == lane.result.stats


def test_the_time_of_a_lane_is_that_of_a_single_search(race):
    """The time is the best of several runs without steps."""
    searches = []

    def make(problem, method, report):
        search = start(problem, method, report)
        searches.append(search)
        return search

    racer = race(EASY, [Method("astar", "manhattan"), QUICK], make=make, is_paused=True)
    racer.send(Step(3))
    racer.send(SetRate(400))
    racer.send(Resume())
    progress = finish(racer)
    for lane in progress.lanes:
        algorithm = lane.method.algorithm
        alone = [each.elapsed for each in searches[2:] if each.task.algorithm == algorithm]
        assert len(alone) == RUNS or max(alone) > SHORT
        assert lane.stats.elapsed == lane.result.stats.elapsed == min(alone)
        assert lane.times[-1] == pytest.approx((min(alone), lane.stats.expanded))


def test_the_result_does_not_depend_on_slices(race, monkeypatch):
    """A race at full speed, by steps, and at a changing rate."""
    methods = [Method("astar", "manhattan"), Method("anytime"), Method("dfs"), Method("beam")]
    rules = RaceRules(expansions=400)
    results = []
    unsliced = race(EASY, methods, rules)
    results.append(finish(unsliced))

    stepped = race(EASY, methods, rules, is_paused=True)
    for _ in range(40):
        stepped.send(Step(1))
    for steps in (3, 7, 400):
        stepped.send(Step(steps))
    results.append(finish(stepped))

    paced = race(EASY, methods, rules)
    paced.send(SetRate(900))
    time.sleep(0.05)
    paced.send(SetRate(None))
    results.append(finish(paced))

    for lanes in zip(*(progress.lanes for progress in results), strict=True):
        assert counts(lanes[0].result) == counts(lanes[1].result) == counts(lanes[2].result)
        assert samples_of(lanes[0]) == samples_of(lanes[1]) == samples_of(lanes[2])


def test_lanes_have_the_same_number_of_expansions(race):
    racer = race(HARD, LONG, is_paused=True)
    assert paused_state(racer).moment == 0
    gone = 0
    for rounds in (1, 5, 300):
        racer.send(Step(rounds))
        gone += rounds
        progress = paused_state(racer, gone)
        for lane, method in zip(progress.lanes, LONG, strict=True):
            alone = start(HARD, method)
            alone.advance(gone)
            assert lane.state is LaneState.RUNNING
            assert lane.current == alone.current()
            assert lane.stats._replace(elapsed=0, memory_bytes=0) == alone.stats()._replace(
                elapsed=0, memory_bytes=0
            )
            assert lane.samples.expansions == gone


def test_pending_steps_are_added(race):
    may_begin = threading.Event()
    racer = race(HARD, LONG, is_paused=True, prepare=lambda: may_begin.wait(60))
    for rounds in (3, 1, 5):
        racer.send(Step(rounds))
    may_begin.set()
    wait_until(lambda: racer.latest.is_paused and not racer.is_busy)
    assert racer.latest.moment == 9


def test_the_rate_applies_from_the_first_round(race):
    """The clock never advances enough for more than one round."""
    clock = FakeClock()
    racer = race(EASY, LONG, clock=clock, rate=0.001)

    def is_shown():
        clock.now += 0.1
        return is_started(racer)

    wait_until(is_shown)
    time.sleep(0.1)
    assert not racer.latest.is_over and racer.latest.moment <= 1


def test_a_pause_expands_nothing_and_takes_no_time(race):
    racer = race(ENDLESS, LONG)
    wait_until(lambda: racer.latest.moment > 0)
    racer.send(Pause())
    first = paused_state(racer)
    assert {lane.stats.expanded for lane in first.lanes} == {first.moment}
    began = time.monotonic()
    time.sleep(0.2)
    racer.send(Step(1))
    second = paused_state(racer, first.moment + 1)
    assert second.elapsed - first.elapsed <= time.monotonic() - began - 0.2
    racer.send(Resume())
    wait_until(lambda: racer.latest.moment > second.moment)
    assert not racer.latest.is_paused


def test_no_pause_counts_as_time_of_the_race(race):
    clock = FakeClock()
    racer = race(ENDLESS, LONG, clock=clock, is_paused=True)
    for moment in range(1, 5):
        racer.send(Step(1))
        assert paused_state(racer, moment).elapsed == 0
        clock.now += 100


def test_a_cancelled_race_measures_no_time():
    lanes = [Lane(EASY, QUICK, TO_THE_END, start, time.perf_counter) for _ in range(2)]
    job = RaceJob(lanes, TO_THE_END, time.perf_counter)
    lanes[1].timed = start(EASY, QUICK)
    job.obey(Cancel())
    assert job.needs is Need.END


def test_the_moment_of_a_race_is_that_of_its_last_running_lane():
    lanes = [Lane(ENDLESS, QUICK, TO_THE_END, start, time.perf_counter) for _ in range(2)]
    job = RaceJob(lanes, TO_THE_END, time.perf_counter)
    for _ in range(3):  # start both lanes, and run the first
        job.advance(1)
    progress = job.snapshot(is_paused=False)
    assert [lane.stats.expanded for lane in progress.lanes] == [1, 0]
    assert progress.moment == 0
    job.obey(StopLane(1))
    assert job.snapshot(is_paused=True).moment == 1


def test_a_lane_that_is_over_does_not_fail():
    lane = Lane(EASY, QUICK, TO_THE_END, start, time.perf_counter)
    lane.stop()
    lane.fail(ValueError("too late"))
    assert (lane.progress.state, lane.progress.failure) == (LaneState.STOPPED, "")


def test_each_lane_gets_its_fair_share_of_time(race, monkeypatch):
    """The clock advances only by expansions, by a time that each lane defines."""
    monkeypatch.setattr(jit, "seconds_compiling", lambda: 0.0)  # it would measure real seconds
    monkeypatch.setattr("puzzler.solver.race.job.MAX_TIMES", 10)
    clock = FakeClock()
    each = {"idastar": 1e-5, "iddfs": 3e-6, "beam": 8e-5, "anytime": 2e-5}
    methods = [Method(name) for name in each]
    rules = RaceRules(Pace.TIME, seconds=0.5)
    racer = race(ENDLESS, methods, rules, make=slow_searches(each, clock), clock=clock)
    progress = finish(racer)
    for lane in progress.lanes:
        assert lane.stats.elapsed == pytest.approx(0.5, abs=0.002)
        assert lane.stats.expanded == pytest.approx(0.5 / each[lane.method.algorithm], rel=0.05)
        assert lane.times[0] == (0, 0)
        assert lane.times[-1] == (lane.stats.elapsed, lane.stats.expanded)
        assert list(lane.times) == sorted(lane.times)
        assert 5 < len(lane.times) <= 12
        assert max(after - before for (before, _), (after, _) in pairwise(lane.times)) < 0.2
    assert progress.moment == pytest.approx(0.5, rel=0.05)
    limited = [lane for lane in progress.lanes if lane.method.algorithm != "anytime"]
    assert {lane.state for lane in limited} == {LaneState.LIMIT}
    assert {lane.result.limit_reached for lane in progress.lanes} == {LimitKind.TIME}
    # a solution remains after a limit
    assert progress.lanes[3].state is LaneState.SOLVED and progress.lanes[3].best_length


def test_steps_of_equal_time(race):
    clock = FakeClock()
    each = {"idastar": 1e-5, "iddfs": 3e-6}
    racer = race(
        ENDLESS,
        [Method(name) for name in each],
        RaceRules(Pace.TIME),
        make=slow_searches(each, clock),
        clock=clock,
        is_paused=True,
    )
    paused_state(racer)
    racer.send(Step(20))
    wait_until(lambda: racer.latest.moment > 0.019)
    progress = paused_state(racer)
    for lane in progress.lanes:
        assert lane.stats.elapsed == pytest.approx(0.02, abs=0.001)


def test_a_failed_lane_does_not_affect_others(race, caplog):
    def make(problem, method, report):
        if method == methods[0]:
            raise RuntimeError("no tables\nat all")
        search = start(problem, method, report)
        if method == methods[1]:
            search.stepping.work = fail
        return search

    methods = lane_methods(
        [Method("bfs"), Method("dfs"), Method("astar"), Method("greedy")], TO_THE_END
    )
    lanes = finish(race(EASY, methods, make=make)).lanes
    assert [lane.state for lane in lanes] == ["failed", "failed", "solved", "solved"]
    assert lanes[0].failure == "RuntimeError: no tables" and "at all" in caplog.text
    assert lanes[1].failure == "out of memory" and lanes[1].result is None
    assert counts(lanes[2].result) == counts(solve(EASY.start, GOAL, Method("astar")))
    assert len(caplog.records) == 2


@pytest.mark.parametrize(
    ("times", "expected", "runs"),
    [([0.04, 0.02, 0.03], 0.02, 4), ([0.02, 0.5], 0.02, 3), ([0.5], 0.5, 2)],
)
def test_the_smallest_of_a_few_short_times_counts(race, monkeypatch, times, expected, runs):
    """The clock advances only by expansions. The first run has turns with the other lane."""
    monkeypatch.setattr(jit, "seconds_compiling", lambda: 0.0)  # it would measure real seconds
    clock, searches = FakeClock(), []
    expanded = solve(EASY.start, GOAL, Method("astar", "manhattan")).stats.expanded

    def make(problem, method, report):
        seconds = [1.0, *times][len(searches)] if method.algorithm == "astar" else 1.0
        each = {"astar": seconds / expanded, "greedy": 0.0}
        searches.append(slow_searches(each, clock)(problem, method, report))
        if method.algorithm == "greedy":
            return searches.pop()
        return searches[-1]

    methods = [Method("astar", "manhattan"), QUICK]
    racer = race(EASY, methods, make=make, clock=clock)
    [lane, _] = finish(racer).lanes
    assert len(searches) == runs
    assert lane.stats.elapsed == lane.result.stats.elapsed == pytest.approx(expected)
    assert lane.times[-1][0] == pytest.approx(expected)


def test_lanes_can_be_unsolvable_or_reach_a_limit(race):
    methods = [
        Method("dfs", depth_limit=2),
        Method("bfs", limit=Limit(memory_bytes=20_000)),
        Method("astar", "manhattan", limit=Limit(expansions=50, seconds=1e-9)),
        Method("astar", "manhattan"),
    ]
    lanes = finish(race(HARD, methods)).lanes
    assert [lane.state for lane in lanes] == ["limit", "limit", "limit", "solved"]
    reached = [lane.result.limit_reached for lane in lanes]
    assert reached == [None, LimitKind.MEMORY, LimitKind.EXPANSIONS, None]
    assert lanes[0].result.note
    assert lanes[2].stats.expanded == 50
    for method, lane in zip(methods[:2], lanes, strict=False):
        assert counts(lane.result) == counts(solve(HARD.start, GOAL, method))


def test_a_lane_can_be_stopped(race):
    racer = race(HARD, [*LONG, Method("astar", "manhattan")], is_paused=True)
    racer.send(Step(10))
    paused_state(racer, 10)
    racer.send(StopLane(1))
    wait_until(lambda: racer.latest.lanes[1].state.is_over)
    stopped = racer.latest.lanes[1]
    assert (stopped.state, stopped.stats.expanded) == (LaneState.STOPPED, 10)
    assert stopped.result.status is Outcome.CANCELLED
    for lane in (0, 2, 9, -1):
        racer.send(StopLane(lane))
    racer.send(Resume())
    lanes = finish(racer).lanes
    assert [lane.state for lane in lanes] == ["stopped", "stopped", "stopped", "solved"]
    assert counts(lanes[3].result) == counts(solve(HARD.start, GOAL, Method("astar", "manhattan")))


@pytest.mark.parametrize("order", [Cancel(), StopLane(0)])
def test_a_lane_can_be_stopped_while_its_tables_are_built(race, order):
    def make(problem, method, report):
        while method.algorithm == "astar":
            time.sleep(0.001)
            report(BuildProgress("tables", 0.5))
        return start(problem, method, report)

    racer = race(EASY, [Method("astar"), QUICK], make=make)
    wait_until(lambda: racer.latest.lanes[0].building)
    assert racer.building == BuildProgress("tables", 0.5) and not is_started(racer)
    assert {lane.state for lane in racer.latest.lanes} == {LaneState.BUILDING}
    racer.send(order)
    lanes = finish(racer).lanes
    assert (lanes[0].state, lanes[0].building) == (LaneState.STOPPED, None)
    assert lanes[0].result.status is Outcome.CANCELLED
    assert lanes[1].state == ("stopped" if order == Cancel() else "solved")
    assert racer.building is None


def test_memory_is_divided_among_lanes(race):
    progress = finish(race(EASY, [*LONG, QUICK], memory_bytes=4_000_000))
    assert progress.memory_each == 1_000_000
    assert {lane.stats.memory_bytes for lane in progress.lanes} == {1_000_000}
    assert {lane.method.limit.memory_bytes for lane in progress.lanes} == {1_000_000}
    limits = Limit(), Limit(memory_bytes=5), Limit(memory_bytes=10**15)
    methods = lane_methods([replace(QUICK, limit=limit) for limit in limits], TO_THE_END)
    share = default_memory_bytes() // 3
    assert [each.limit.memory_bytes for each in methods] == [share, 5, share]


def test_the_smaller_limit_of_expansions_applies_to_a_lane():
    limits = Limit(), Limit(expansions=5), Limit(expansions=50, seconds=1.0)
    methods = lane_methods(
        [replace(QUICK, limit=limit) for limit in limits], RaceRules(expansions=20)
    )
    assert [each.limit.expansions for each in methods] == [20, 5, 20]
    assert {each.limit.seconds for each in methods} == {None}


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_race_has_two_to_four_lanes_and_positive_limits(count):
    with pytest.raises(ValueError, match=f"2 to 4 methods, not {count}"):
        start_race(EASY, [QUICK] * count, TO_THE_END)
    for rules in ({"expansions": 0}, {"seconds": -1.0}):
        with pytest.raises(ValueError, match="of each lane must be positive"):
            RaceRules(**rules)


class FakeClock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def slow_searches(each, clock):
    """Make searches in which an expansion takes ``each[algorithm]`` seconds of ``clock``."""

    def make(problem, method, report):
        search: Search = start(problem, method, report, clock)
        work, stepping = search.stepping.work, search.stepping

        def slow(budget):
            before = stepping.expanded
            status = work(budget)
            clock.now += each[method.algorithm] * (stepping.expanded - before)
            return status

        search.stepping.work = slow
        return search

    return make


def fail(budget):
    raise MemoryError


def test_a_stopped_lane_is_not_run_again_for_its_time(race):
    searches = []

    def make(problem, method, report):
        searches.append(method)
        return start(problem, method, report)

    racer = race(ENDLESS, LONG, RaceRules(expansions=10**9), make=make)
    wait_until(lambda: all(lane.stats.expanded for lane in racer.latest.lanes))
    racer.send(StopLane(0))
    wait_until(lambda: racer.latest.lanes[0].state is LaneState.STOPPED)
    racer.send(Cancel())
    assert {lane.state for lane in finish(racer).lanes} == {LaneState.STOPPED}
    assert [each.title for each in searches] == [each.title for each in LONG]
    assert not racer.failure
