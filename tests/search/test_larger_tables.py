"""A long proof continues with larger tables, which are built in the background."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzler import services
from puzzler.board.board import Board
from puzzler.search import larger_tables
from puzzler.search.heuristics import pattern_database
from puzzler.search.larger_tables import LargerTables
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.solve import solve
from tests.instances import instances

HARD = instances("hardest_15puzzle_1_5.txt")[0].board
SMALL = Limit(expansions=1_000_000)


class Builder:
    """A fake of the child process that builds the tables."""

    def __init__(self) -> None:
        self.built: list[str] = []
        self.calls = 0

    def build(self, name):
        self.built.append(name)
        return self.has_ended

    def has_ended(self) -> bool:
        self.calls += 1
        return self.calls == 3


@pytest.fixture
def builder(monkeypatch, compiled):
    """No larger tables are stored until the third call of ``has_ended``."""
    builder = Builder()
    monkeypatch.setattr(larger_tables, "START_AFTER", 0)
    find = services.find
    monkeypatch.setattr(
        services, "find", lambda name: builder.build if name == "build_tables" else find(name)
    )
    monkeypatch.setattr(larger_tables.collection_store, "is_stored", lambda _: builder.calls > 2)
    # the search after the restart uses the usual tables, because there are no others
    monkeypatch.setattr(pattern_database, "collection_for", lambda goal: None)
    return builder


def test_a_long_proof_restarts_when_larger_tables_are_built(builder):
    started = []
    method = Method("idastar", "pattern-database", limit=SMALL)
    result = solve(HARD, method=method, on_larger_tables=started.append)
    assert [tables.name for tables in started] == builder.built == ["7-8"]
    assert builder.calls == 3
    # two slices before the restart count
    assert result.stats.expanded == 1_000_000 and result.status == "limit"


@pytest.mark.parametrize(
    "case", ["no listener", "memory", "workers", "other method", "disk", "5x5"]
)
def test_larger_tables_are_built_only_on_request(builder, monkeypatch, case):
    goal, listener = Board.solved(4, 4), print
    method = Method("idastar", "pattern-database", limit=Limit(expansions=200_000))
    match case:
        case "no listener":
            listener = None
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
    assert not LargerTables(goal, method, listener).are_complete()
    assert not builder.built
