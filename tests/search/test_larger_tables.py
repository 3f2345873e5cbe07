"""A long proof continues with larger tables, which are built in the background."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzler import services
from puzzler.board import shuffle
from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress, no_report
from puzzler.search import larger_tables
from puzzler.search.engine.measuring import DistanceQuestion, Ruler
from puzzler.search.heuristics import heuristic, pattern_database
from puzzler.search.larger_tables import LargerTables
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.result import SearchStats
from puzzler.search.solve import _restart, _with_spent, solve
from puzzler.search.tables import collection_store
from puzzler.search.tables.shared import SharedTables
from puzzler.solver import distances
from puzzler.solver.commands import Ask
from puzzler.solver.worker import Need
from tests.instances import instances

EASY = Board.parse("1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15")
HARD = instances("hardest_15puzzle_1_5.txt")[0].board
SMALL = Limit(expansions=1_000_000)


class Builder:
    """A fake of the child process that builds the tables."""

    def __init__(self) -> None:
        self.built: list[str] = []
        self.looks = 0
        self.failure = ""

    def build(self, name):
        self.built.append(name)
        return self.find_failure

    def find_failure(self) -> str | None:
        self.looks += 1
        return self.failure if self.looks == 3 else None


@pytest.fixture
def builder(monkeypatch, compiled):
    """No larger tables are stored until the third call of ``find_failure``."""
    builder = Builder()
    monkeypatch.setattr(larger_tables, "START_AFTER", 0)
    find = services.find
    monkeypatch.setattr(
        services, "find", lambda name: builder.build if name == "build_tables" else find(name)
    )
    monkeypatch.setattr(larger_tables.collection_store, "is_stored", lambda _: builder.looks > 2)
    # the search after the restart uses the usual tables, because there are no others
    monkeypatch.setattr(pattern_database, "collection_for", lambda goal: None)
    return builder


def test_a_long_proof_restarts_when_larger_tables_are_built(builder):
    started = []
    method = Method("idastar", "pattern-database", limit=SMALL)
    result = solve(HARD, method=method, larger_tables=True, on_larger_tables=started.append)
    assert builder.built == ["7-8"]
    (line,) = started
    assert line.startswith("building the tables 7-8 in the background")
    assert builder.looks == 3
    # two slices before the restart count
    assert result.stats.expanded == 1_000_000 and result.status == "limit"


def test_the_work_before_a_restart_counts():
    spent = SearchStats(expanded=1, generated=2, duplicates=3, elapsed=4.0)
    result = solve(EASY, algorithm="bfs")
    sums = _with_spent(result, spent).stats
    assert [sum(pair) for pair in zip(result.stats[:3], spent[:3], strict=True)] == [*sums[:3]]
    assert sums.elapsed == result.stats.elapsed + 4
    method, problem = Method("idastar", "manhattan"), Problem(EASY, result.goal)
    for seconds, expansions in ((10, 50), (3, 1)):  # the time is used up
        limit = Limit(seconds=seconds, expansions=51)
        search = _restart(problem, replace(method, limit=limit), spent, 1, no_report)
        assert search.task.limit.expansions == expansions


def test_a_failure_is_reported_and_the_search_continues(builder):
    builder.failure = "OSError: the disk is full"
    lines = []
    method = Method("idastar", "pattern-database", limit=SMALL)
    result = solve(HARD, method=method, larger_tables=True, on_larger_tables=lines.append)
    assert lines[1:] == ["the tables 7-8 could not be built: OSError: the disk is full"]
    assert result.stats.expanded == 1_000_000 and builder.looks == 3


def test_a_call_without_the_parameter_builds_nothing(builder):
    solve(HARD, method=Method("idastar", "pattern-database", limit=SMALL))
    assert not builder.built


@pytest.mark.parametrize("case", ["memory", "workers", "other method", "disk", "5x5"])
def test_larger_tables_are_not_built_uninvited(builder, monkeypatch, case):
    goal = Board.solved(4, 4)
    method = Method("idastar", "pattern-database", limit=Limit(expansions=200_000))
    match case:
        case "memory":
            method = replace(method, limit=replace(method.limit, memory_bytes=500_000_000))
        case "workers":
            method = replace(method, limit=replace(method.limit, memory_shares=2))
        case "other method":
            method = replace(method, heuristic="manhattan")
        case "disk":
            usage = larger_tables.shutil.disk_usage("/")._replace(free=1_000_000)
            monkeypatch.setattr(larger_tables.shutil, "disk_usage", lambda _: usage)
        case "5x5":
            goal = Board.solved(5, 5)
    assert not LargerTables(goal, method, print).are_complete()
    assert not builder.built


@pytest.fixture
def stored(monkeypatch, compiled):
    """The tables 7-8 count as stored, and reading them is recorded."""
    loaded = []
    usual = pattern_database.usual_tables
    monkeypatch.setattr(
        pattern_database, "usual_tables", lambda goal: replace(usual(goal), is_there=True)
    )
    monkeypatch.setattr(LargerTables, "_postponed", 0)
    monkeypatch.setattr(collection_store, "is_stored", lambda each: each.name == "7-8")
    empty = SharedTables(1 << 30, lambda _: 0)
    monkeypatch.setattr(pattern_database.DATABASES, "_collections", empty)
    monkeypatch.setattr(heuristic, "_shared", SharedTables(1 << 30, lambda _: 0))

    def loading(collection):
        loaded.append(collection.name)
        yield BuildProgress(1.0, "")

    monkeypatch.setattr(collection_store, "loading", loading)
    return loaded


def searched(board, **limit):
    method = Method("idastar", "pattern-database", limit=Limit(**limit))
    return solve(board, method=method, larger_tables=True)


def test_a_short_proof_does_not_load_stored_tables(stored, monkeypatch):
    monkeypatch.setattr(larger_tables, "LOAD_AFTER", 1000)
    assert searched(EASY).proven_optimal
    assert not stored


def test_a_long_proof_loads_stored_tables(stored, monkeypatch):
    monkeypatch.setattr(larger_tables, "LOAD_AFTER", 0)
    assert searched(HARD, expansions=200_000).stats.expanded == 200_000
    assert stored == ["7-8"]


def test_the_searches_of_a_list_load_stored_tables(stored, monkeypatch):
    monkeypatch.setattr(larger_tables, "LOAD_AFTER", 1000)
    monkeypatch.setattr(larger_tables, "POSTPONED_SEARCHES", 2)
    for count in (0, 0, 1):
        assert searched(EASY).proven_optimal
        assert len(stored) == count


def test_tables_larger_than_the_memory_limit_are_not_loaded_later(stored):
    method = Method("idastar", "pattern-database", limit=Limit(memory_bytes=200_000_000))
    assert not LargerTables(Board.solved(4, 4), method, print).is_postponed


def test_a_distance_loads_stored_tables_only_for_a_long_proof_and_releases_them(
    stored, monkeypatch
):
    scenario, job = shuffle(4, 4, seed=5), distances.DistancesJob()

    def answer(board):
        job.obey(Ask((DistanceQuestion(board, scenario.goal),)))
        while job.needs is Need.TURN:
            job.advance(0)
        return job.figures[scenario.goal]

    monkeypatch.setattr(distances, "LOAD_AFTER", 1000)
    assert not answer(scenario.start).has_larger
    assert not stored
    monkeypatch.setattr(distances, "LOAD_AFTER", 0)
    build, built = Ruler.build, []
    monkeypatch.setattr(
        Ruler, "build", lambda *args, **options: built.append(build(*args, **options)) or built[-1]
    )
    assert not answer(scenario.start.apply(scenario.start.legal_moves()[0])).has_larger
    assert stored == ["7-8"]
    assert [ruler.has_larger for ruler in built] == [True, False]
