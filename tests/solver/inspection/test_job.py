"""An inspected search: any moment can be shown, in both directions and reproducibly."""

from __future__ import annotations

import gc
import random
import threading
import time
import weakref
from types import SimpleNamespace

import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress
from puzzler.search.inspection.condition import parse_condition
from puzzler.search.inspection.inspector import Inspector, trace_expansions
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Outcome
from puzzler.search.solve import solve
from puzzler.search.starting import start
from puzzler.solver.commands import Pause, Record, Resume, Seek, SetRate
from puzzler.solver.inspection import job
from puzzler.solver.inspection.job import inspect
from puzzler.solver.inspection.search import InspectedSearch
from puzzler.solver.worker import Need
from tests.solver.scripted import wait_until

pytestmark = pytest.mark.usefixtures("compiled")

GOAL = Board.solved(2, 3)
PROBLEM = Problem(Board.parse("5 4 3/2 1 0"), GOAL)
ENDLESS = Problem(shuffle(5, 5, seed=1).start, Board.solved(5, 5))
LONG = Method("bfs")


@pytest.fixture
def examine():
    examiners = []

    def start_search(problem=PROBLEM, method=LONG, **more):
        examiners.append(inspect(problem, method, **more))
        return examiners[-1]

    yield start_search
    for examiner in examiners:
        examiner.close()
        assert not examiner.is_alive
    assert not any(thread.name.startswith("inspection") for thread in threading.enumerate())


def wait_for_moment(examiner):
    """Wait until the inspection stops and return its moment."""
    wait_until(lambda: not examiner.is_busy)
    assert examiner.failure == ""
    return examiner.latest.moment


def send_and_wait(examiner, order):
    examiner.send(order)
    return wait_for_moment(examiner)


def reproducible_parts(moment):
    """The parts of a moment that do not depend on how it was reached."""
    return moment.glimpse, moment.coming, moment.at_end, moment.is_there


def test_the_inspection_starts_before_the_first_expansion(examine):
    moment = wait_for_moment(examine())
    assert (moment.expansions, moment.is_there) == (0, True)
    assert (moment.glimpse.expansion, moment.coming.index) == (None, 0)
    assert (moment.total, moment.result, moment.is_running) == (None, None, False)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_moment_is_the_same_however_it_is_reached(examine, name):
    """Single steps, seeks in both directions, full speed, and another examiner."""
    method, rng = Method(name), random.Random(name)
    examiner = examine(method=method)
    result = solve(PROBLEM.start, GOAL, method)
    total = result.stats.expanded
    last = min(total, 60)
    one_by_one = [reproducible_parts(wait_for_moment(examiner))]
    one_by_one += [
        reproducible_parts(send_and_wait(examiner, Seek(at))) for at in range(1, last + 1)
    ]
    other = examine(method=method)
    for _ in range(12):
        moment = rng.randint(0, last)
        assert reproducible_parts(send_and_wait(other, Seek(moment))) == one_by_one[moment]
    for steps in (-3, 1, 2, -1):
        there = max(0, min(total, other.latest.moment.expansions + steps))
        other_moment = send_and_wait(other, Seek(there))
        assert other_moment.expansions == there
        if there <= last:
            assert reproducible_parts(other_moment) == one_by_one[there]
    end = send_and_wait(other, Resume())
    assert (end.at_end, end.is_there, end.total, end.is_running) == (True, True, total, False)
    assert end.result.moves == result.moves
    assert end.result.status is result.status
    assert end.glimpse.stats.generated == result.stats.generated
    assert (
        reproducible_parts(end)
        == reproducible_parts(send_and_wait(examiner, Seek(1 << 40)))
        == reproducible_parts(send_and_wait(other, Seek(total + 1)))
    )
    assert reproducible_parts(send_and_wait(other, Seek(last // 2))) == one_by_one[last // 2]


@pytest.fixture
def clock(monkeypatch):
    """A clock that advances by 15 s during the first glimpse, and otherwise by the test."""

    class SlowOnce(Inspector):
        def glimpse(self, top=60):
            now[0] = now[0] or 15.0
            return super().glimpse(top)

    now = [0.0]
    monkeypatch.setattr("puzzler.solver.inspection.search.Inspector", SlowOnce)
    return now


def job_at_its_first_moment(clock, *commands, method=LONG):
    tried = job.InspectionJob(PROBLEM, method, start, lambda: clock[0])
    for command in commands:
        tried.obey(command)
    while tried.needs is Need.TURN:
        tried.advance(0)
    return tried


@pytest.mark.parametrize("until", [None, lambda _: False])
def test_one_slow_glimpse_does_not_stop_the_display(clock, until):
    tried = job_at_its_first_moment(clock, SetRate(200), Resume(until))
    tried.advance(4)
    before = tried.snapshot(is_paused=False).moment.expansions
    clock[0] += 1.0
    tried.advance(4)
    assert tried.snapshot(is_paused=False).moment.expansions > before


def test_a_run_to_a_condition_can_follow_a_step(clock):
    tried = job_at_its_first_moment(clock)
    tried.obey(Resume())
    tried.advance(2)
    clock[0] += 1.0
    tried.advance(1)
    shown_at = tried.snapshot(is_paused=False).moment.expansions
    tried.advance(1)  # the details of this expansion are unknown
    tried.obey(Resume(lambda expansion: expansion.index == shown_at + 2))
    while tried.needs is Need.BUDGET:
        assert tried.advance(8)
    while tried.needs is Need.TURN:
        tried.advance(0)
    assert tried.snapshot(is_paused=False).moment.expansions == shown_at + 3


def test_the_search_runs_at_a_rate_until_it_is_paused(examine):
    examiner = examine()
    examiner.send(SetRate(200))
    examiner.send(Resume())
    wait_until(lambda: examiner.latest.moment and examiner.latest.moment.expansions >= 5)
    moment = send_and_wait(examiner, Pause())
    assert moment.is_there and not moment.is_running and moment.expansions >= 5
    assert moment.coming.index == moment.expansions
    assert not moment.at_end


@pytest.mark.parametrize("text", ["f 19", "f=21", "duplicate", "replaced", "4 5 3/2 1 0"])
def test_the_search_runs_to_the_next_expansion_with_a_condition(examine, text):
    method, is_wanted = Method("astar", "manhattan"), parse_condition(text)
    expansions = [*trace_expansions(start(PROBLEM, method))]
    found = [each.index + 1 for each in expansions if is_wanted(each)]
    examiner = examine(method=method)
    wait_for_moment(examiner)
    examiner.send(SetRate(None))
    for expected in found[:3]:
        moment = send_and_wait(examiner, Resume(is_wanted))
        assert (moment.expansions, moment.is_there) == (expected, True)
        assert not moment.is_running and is_wanted(moment.glimpse.expansion)
    if len(found) <= 3:
        assert send_and_wait(examiner, Resume(is_wanted)).at_end


def test_moments_shown_while_running_are_complete(examine):
    examiner, by_expansion = examine(), {}
    wait_for_moment(examiner)

    def has_ended():
        moment = examiner.latest.moment
        if moment is not None and moment.is_running:
            by_expansion[moment.expansions] = moment
        return moment is not None and moment.at_end

    examiner.send(SetRate(1000))
    examiner.send(Resume())
    wait_until(has_ended)
    assert len(by_expansion) >= 2
    by_expansion.pop(examiner.latest.moment.expansions, None)  # before the end was known
    for at, moment in by_expansion.items():
        glimpse = send_and_wait(examiner, Seek(at)).glimpse
        assert (moment.glimpse.expansion.index, moment.glimpse) == (at - 1, glimpse)
        assert moment.is_running and not moment.is_there


def test_running_starts_at_the_shown_moment(examine):
    """The search may be ahead of the shown moment, which is in the cache."""
    examiner = examine()
    send_and_wait(examiner, Seek(30))
    send_and_wait(examiner, Seek(50))
    assert send_and_wait(examiner, Seek(30)).expansions == 30
    examiner.send(SetRate(1))
    examiner.send(Resume())
    wait_until(lambda: examiner.latest.moment.is_running and examiner.latest.moment.expansions > 30)
    assert examiner.latest.moment.expansions < 40
    assert send_and_wait(examiner, Pause()).expansions < 40


def test_at_the_end_the_search_starts_again(examine):
    examiner = examine()
    assert send_and_wait(examiner, Resume()).at_end
    assert send_and_wait(examiner, Resume()).at_end  # no more expansions
    sequence = examiner.latest.moment.sequence
    examiner.send(Seek(0))
    examiner.send(Resume())
    assert wait_for_moment(examiner).at_end
    assert examiner.latest.moment.sequence > sequence + 1


def test_only_the_limit_of_expansions_ends_the_inspection(examine):
    method = Method("bfs", limit=Limit(seconds=1e-9, expansions=20))
    moment = send_and_wait(examine(method=method), Seek(100))
    assert (moment.expansions, moment.at_end) == (20, True)
    assert moment.result.status is Outcome.LIMIT
    assert moment.glimpse.expansion.index == 19


def test_the_solved_board_ends_immediately(examine):
    moment = wait_for_moment(examine(Problem(GOAL, GOAL), Method("astar")))
    assert (moment.expansions, moment.at_end, moment.total) == (0, True, 0)
    assert moment.result.length == 0


def test_a_long_seek_can_be_cancelled(examine):
    examiner = examine(ENDLESS, Method("idastar", "manhattan"))
    examiner.send(Seek(10**15))
    wait_until(lambda: examiner.latest.seeking is not None)
    assert examiner.is_busy and 0 <= examiner.latest.seeking < 1
    assert send_and_wait(examiner, Seek(3)).expansions == 3
    assert examiner.latest.seeking is None
    examiner.send(Resume())
    wait_until(lambda: examiner.latest.moment.expansions > 1000)
    examiner.close()
    assert not examiner.is_alive


def test_moments_before_a_distant_one_are_cached(examine, monkeypatch):
    monkeypatch.setattr(job, "SHARE_FOR_LEAD", 1e9)
    monkeypatch.setattr(job, "MAX_LEAD", 20)
    searches = []

    def counted(problem, method, report):
        searches.append(method)
        return start(problem, method, report)

    examiner = examine(make=counted)
    straight = {at: reproducible_parts(send_and_wait(examiner, Seek(at))) for at in range(40, 61)}
    send_and_wait(examiner, Seek(150))
    for at in range(60, 39, -1):
        assert reproducible_parts(send_and_wait(examiner, Seek(at))) == straight[at]
    send_and_wait(examiner, Seek(200))
    assert len(searches) == 1  # all moments are in the cache
    for at in (199, 179):
        assert send_and_wait(examiner, Seek(at)).expansions == at
    assert len(searches) == 2
    assert send_and_wait(examiner, Seek(178)).expansions == 178
    assert len(searches) == 3
    assert send_and_wait(examiner, Seek(100)).expansions == 100
    assert send_and_wait(examiner, Seek(99)).expansions == 99
    assert len(searches) == 5  # a seek caches no moments on the way


def test_the_requested_data_is_recorded(examine):
    examiner = examine()
    send_and_wait(examiner, Seek(30))
    log = examiner.latest.log
    assert (log.ranks.count, log.tree.count) == (0, 0)
    send_and_wait(examiner, Record(ranks=True, tree=True))
    assert (log.ranks.count >= 30, log.tree.count) == (True, 30)
    end = send_and_wait(examiner, Resume())
    assert log.tree.count == log.ranks.count == end.total


def test_going_back_keeps_the_furthest_moment(examine):
    examiner = examine()
    for moment in (30, 10):
        shown = send_and_wait(examiner, Seek(moment))
        assert (shown.expansions, shown.reached) == (moment, 30)


def test_the_end_releases_the_runs_that_record(examine):
    examiner = examine()
    send_and_wait(examiner, Seek(30))
    send_and_wait(examiner, Record(ranks=True, tree=True))
    log = examiner.latest.log
    assert log._third is not None
    examiner.close()
    assert log._third is None


def test_a_released_search_uses_no_memory():
    inspected = InspectedSearch(LONG, time.perf_counter)
    inspected.begin(start(PROBLEM, LONG))
    inspected.step()
    search = weakref.ref(inspected.search)
    inspected.release()
    gc.collect()
    assert search() is None


def test_with_little_memory_it_records_first_and_then_continues():
    searches = []

    def make(problem, method, report):
        searches.append(start(problem, method, report))
        return searches[-1]

    method = Method("astar", limit=Limit(memory_bytes=job.BYTES))
    tried = job.InspectionJob(ENDLESS, method, make, time.perf_counter)
    tried.obey(Record(ranks=False, tree=True))
    tried.obey(Seek(500))
    log, before = tried.snapshot(is_paused=False).log, 0
    while tried.needs is Need.TURN:
        tried.advance(0)
        if searches and searches[0].expanded > before:
            assert log.tree.count == before
            before = searches[0].expanded
    assert log.tree.count == before > 500


def test_every_moment_is_sampled(examine):
    examiner = examine()
    send_and_wait(examiner, Seek(30))
    assert examiner.latest.moment.samples.expansions == 30
    end = send_and_wait(examiner, Resume())
    assert end.samples.expansions == end.total
    other = send_and_wait(examine(), Seek(1 << 40))
    assert {name: list(series.last) for name, series in end.samples.series.items()} == {
        name: list(series.last) for name, series in other.samples.series.items()
    }


def test_commands_during_the_build_of_tables_are_applied(examine):
    ordered = threading.Event()

    def slowly(problem, method, report):
        while not ordered.wait(0.001):
            report(BuildProgress(0.5, "tables"))
        report(BuildProgress(0.9, "tables"))  # after the build commands are read again
        return start(problem, method, report)

    examiner = examine(make=slowly)
    examiner.send(Seek(3))
    ordered.set()
    assert wait_for_moment(examiner).expansions == 3


@pytest.mark.parametrize("name", ["astar", "idastar", "anytime"])
def test_shown_moments_do_not_refer_to_a_search(examine, name):
    """Otherwise each repeated run would stay in memory."""
    searches = []

    def watched(problem, method, report):
        search = start(problem, method, report)
        searches.append(weakref.ref(search.stepping))
        return search

    examiner = examine(method=Method(name), make=watched)
    for moment in (9, 3, 6, 2):
        moments = send_and_wait(examiner, Seek(moment))
        send_and_wait(examiner, Resume())
    assert moments.expansions == 2
    send_and_wait(examiner, Seek(1))
    gc.collect()
    assert len(searches) >= 4
    assert sum(search() is not None for search in searches) <= 1


@pytest.mark.parametrize(
    ("method", "condition"),
    [
        (LONG, "0 1 2/3 4 5"),
        (LONG, "5 4 3/1 0 2"),
        (Method("astar", "manhattan"), "f 19"),
        (Method("astar", "manhattan"), "duplicate"),
        (Method("astar", "manhattan"), "reopened"),
        (Method("dfs"), "1 2 3/4 0 5"),
        (Method("idastar", "manhattan"), "f 19"),
        (Method("greedy", "manhattan"), "0 1 3/4 2 5"),
    ],
    ids=lambda value: getattr(value, "algorithm", value),
)
def test_a_condition_is_found_without_a_look_at_each_expansion(method, condition, monkeypatch):
    until, steps = parse_condition(condition), []
    expansions = [*trace_expansions(start(PROBLEM, method))]
    found = next((each.index + 1 for each in expansions if until(each)), len(expansions))
    step = InspectedSearch.step
    monkeypatch.setattr(InspectedSearch, "step", lambda self: steps.append(1) or step(self))
    tried = job_at_its_first_moment([0.0], SetRate(None), method=method)
    tried.obey(Resume(until))
    while (need := tried.needs) is not Need.COMMAND:
        tried.advance(1000 if need is Need.BUDGET else 0)
    moment = tried.snapshot(is_paused=False).moment
    assert moment.expansions == found
    if method.algorithm == "bfs":
        assert len(steps) < found / 2


def test_the_last_shown_moments_are_cached(monkeypatch):
    monkeypatch.setattr(job, "MAX_MOMENTS", 2)
    monkeypatch.setattr(job, "MAX_NODES", 10)
    work = job.InspectionJob(PROBLEM, Method("bfs"), start, time.perf_counter)

    def cached(*moments):
        for at, nodes in moments:
            glimpse = SimpleNamespace(path=(0,) * nodes)
            work._remember(SimpleNamespace(expansions=at, glimpse=glimpse))
        return [*work._moments]

    assert cached((1, 0), (2, 0), (1, 0), (3, 0)) == [1, 3]
    assert cached((4, 6), (5, 4)) == [4, 5]
    assert cached((5, 5)) == [5]
    assert cached((6, 99)) == [6]
    assert work._reached == 6
