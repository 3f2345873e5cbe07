"""Files of older versions are upgraded completely or remain unchanged."""

from __future__ import annotations

import shutil
import signal
import sqlite3
from pathlib import Path

import pytest

from puzzler.board import shuffle
from puzzler.game.core.game import Game, Play, SavedGame
from puzzler.game.review.analysis import record
from puzzler.game.storage import database, schema
from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.store import Store
from tests.game.storage import script
from tests.game.storage.script import NEXT, sql

OLD, NEW = max(schema.VERSIONS), max(schema.VERSIONS) + 1
SCENARIO = shuffle(2, 2, 5, seed=3)
SOLUTION = tuple(move.inverse for move in reversed(SCENARIO.shuffle))


@pytest.fixture
def next_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of a later version."""
    monkeypatch.setattr(schema, "VERSIONS", schema.VERSIONS | {NEW: NEXT})


def old_file(folder: Path) -> Path:
    """A file of the current version with a running game and a solve."""
    store = Store.open(folder)
    game = Game(SavedGame(Play(scenario=SCENARIO, board=SCENARIO.start)), lambda: 0.0)
    for move in SOLUTION:
        game.slide([move])
    record(store, game.saved)
    store.game.keep(game.saved)
    store.close()
    return folder / FILE_NAME


def all_rows(folder: Path) -> dict[str, list[tuple]]:
    tables = ("games", "scenarios", "steps", "solves", "sessions")
    return {name: sql(folder, f"SELECT * FROM {name}") for name in tables}


def version(folder: Path) -> int:
    return sql(folder, "PRAGMA user_version")[0][0]


def check(folder: Path, before: dict[str, list[tuple]]) -> None:
    """Open the file and check that the data of the older file exists."""
    store = Store.open(folder)
    assert store.notice == store.take_trouble() == ""
    assert store.game.resume().present.board == SCENARIO.goal
    assert store.solves.get(1).moves == SOLUTION
    store.close()
    assert version(folder) == NEW
    after = all_rows(folder)
    assert after.pop("solves") == [(*row, "") for row in before["solves"]]
    assert after == {name: rows for name, rows in before.items() if name != "solves"}


@pytest.mark.usefixtures("next_version")
def test_an_upgrade_loses_no_data(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(schema, "VERSIONS", {OLD: schema.TABLES})
        old_file(tmp_path)
    before = all_rows(tmp_path)
    check(tmp_path, before)
    check(tmp_path, before)  # opened again as a current file
    assert sql(tmp_path, "SELECT * FROM places") == [(7,)]
    Store.open(tmp_path / "new").close()
    assert sql(tmp_path / "new", "SELECT * FROM places") == [(7,)]


def test_simultaneous_upgrades_without_a_lock_are_safe(tmp_path, request):
    """Two windows read the older version before one of them upgrades the file."""
    file = old_file(tmp_path)
    before = all_rows(tmp_path)
    request.getfixturevalue("next_version")
    one = sqlite3.connect(file, isolation_level=None)
    two = sqlite3.connect(file, isolation_level=None)
    is_first = True

    def go_first(statement: str) -> None:
        nonlocal is_first
        if statement.startswith("BEGIN") and is_first:
            is_first = False
            schema.set_up(two)

    one.set_trace_callback(go_first)
    schema.set_up(one)
    assert not is_first
    one.close()
    two.close()
    check(tmp_path, before)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system cannot kill like that")
def test_a_window_killed_in_the_middle_leaves_the_older_file(tmp_path, request):
    template = old_file(tmp_path / "made")
    before = all_rows(template.parent)
    request.getfixturevalue("next_version")
    for statement in (2, 1000):  # in the middle and at the end
        folder = tmp_path / str(statement)
        shutil.copytree(template.parent, folder)
        killed = script.process(script.upgrade, folder / FILE_NAME, statement)
        killed.join(60)
        assert killed.exitcode == -signal.SIGKILL
        assert version(folder) == OLD
        assert all_rows(folder) == before
        check(folder, before)


def test_an_older_file_that_is_read_only_can_be_read(tmp_path, monkeypatch, request):
    file = old_file(tmp_path)
    request.getfixturevalue("next_version")
    data = file.read_bytes()
    connect = database._connect

    def read_only(where: Path | str) -> sqlite3.Connection:
        connection = connect(where)
        if where != ":memory:":  # simulated, because root can write every file
            connection.execute("PRAGMA query_only = ON")
        return connection

    monkeypatch.setattr(database, "_connect", read_only)
    store = Store.open(tmp_path)
    assert "games and solves cannot be saved in " in store.notice
    assert "(attempt to write a readonly database)" in store.notice
    assert store.game.resume().present.board == SCENARIO.goal
    store.close()
    assert file.read_bytes() == data
    assert not (tmp_path / f"{FILE_NAME}.broken").exists()


def test_a_file_of_an_unpublished_version_is_renamed(tmp_path):
    file = old_file(tmp_path)
    sql(tmp_path, "PRAGMA user_version = 9")
    data = file.read_bytes()
    store = Store.open(tmp_path)
    assert store.notice.endswith(f"renamed to {FILE_NAME}.broken")
    assert store.game.resume() is None
    store.close()
    assert file.with_name(f"{FILE_NAME}.broken").read_bytes() == data
