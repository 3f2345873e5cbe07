"""``puzzler tables``: list, build and remove tables."""

from __future__ import annotations

import pytest

from puzzler.board import Board
from puzzler.search import multi_tile
from puzzler.search.tables import collection_store, collections
from puzzler.search.tables.collections import Collection
from puzzler.search.tables.pattern_choice import PatternFrame
from tests.cli.conftest import Runner
from tests.cli.test_solve import bad

SMALL = Collection(
    "4-4-3", PatternFrame(3, 4, 11), ((0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 10)), "oblong"
)


@pytest.fixture(autouse=True)
def _small_tables(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(collections, "COLLECTIONS", (*collections.COLLECTIONS, SMALL))
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path / "home"))


def row(run: Runner, name: str, *arguments: str) -> list[str]:
    """Return the row of ``name`` in the list."""
    listing = run("tables", *arguments)
    assert listing.status == 0
    (line,) = [line for line in listing.out.splitlines() if f" {name} " in line]
    return line.split()


def test_all_tables_are_listed_with_their_sizes(run: Runner) -> None:
    assert row(run, "7-8")[:4] == ["4x4", "7-8", "288", "MB"]
    assert row(run, "6-6-6-6", "5x5", "--list")[:4] == ["5x5", "6-6-6-6", "366", "MB"]
    assert "needed" in row(run, "6-6-3")
    assert "4x4" not in run("tables", "5x5").out
    assert run("tables", "3x3").status == 0


def test_stored_tables_for_multi_tile_moves_are_listed(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(multi_tile, "MAX_ENTRIES", multi_tile.MAX_PLAIN_ENTRIES)
    goal = Board(3, 4, (*range(1, 11), 0, 11))
    for wanted in ("needed", "built"):
        listed = row(run, "multi-tile", "3x4")
        assert listed[:2] == ["3x4", "multi-tile"] and wanted in listed
        multi_tile.patterns_for(goal)
    (answer,) = [
        each for each in run("tables", "3x4", "--json").answers if each["name"] == "multi-tile"
    ]
    assert answer["disk_bytes"] > answer["memory_bytes"] == multi_tile.table_bytes(goal)


def test_tables_are_built_used_and_removed(run: Runner) -> None:
    board = "5 1 2 3/9 6 7 4/10 11 8 0"
    question = ("solve", board, "--json", "--algorithm", "idastar", "--heuristic")
    before = run(*question, "pattern-database").answers[0]
    assert "not" in row(run, "4-4-3")
    built = run("tables", "--build", "4-4-3")
    assert built.status == 0 and built.out == ""
    lines = built.error.splitlines()
    assert lines[0] == "puzzler: building 4-4-3, table 1 of 2: 0 %"
    assert lines[-1].startswith("puzzler: built 4-4-3: ")
    assert len(lines) <= 13
    assert "built" in row(run, "4-4-3")
    after = run(*question, "pattern-database").answers[0]
    assert after["length"] == before["length"] and after["optimal"] and before["optimal"]
    assert collection_store.is_stored(SMALL)
    assert run("tables", "--build", "4-4-3").status == 0
    removed = run("tables", "--remove", "4-4-3")
    assert removed.status == 0 and "removed" in removed.error
    assert not collection_store.is_stored(SMALL)
    assert "is not built" in run("tables", "--remove", "4-4-3").error


def test_too_little_memory_is_reported(run: Runner) -> None:
    result = run("tables", "--build", "7-8", "--memory-limit", "500")
    assert result.status == 1
    assert result.error == (
        "puzzler: building 7-8 requires 903 MB of memory, more than the limit of 500 MB\n"
    )


def test_invalid_options_give_an_error_of_one_line(run: Runner) -> None:
    bad(run("tables", "--build", "9-9"), "'9-9'; choose from 7-8, 6-6-6-6")
    bad(run("tables", "5x5", "--remove", "7-8"), "for 5x5; choose from 6-6-6-6")
    bad(run("tables", "--build", "7-8", "--remove", "7-8"), "choose one")
    bad(run("tables", "5by5"), "not a size")
