"""The store: two windows, kills at any moment, and invalid files."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import sqlite3
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from puzzler.board import Scenario, shuffle
from puzzler.game.core.category import Category, Difficulty, RelayKind
from puzzler.game.core.distances import ShortestLength
from puzzler.game.core.game import Game, Play, SavedGame
from puzzler.game.play.finish import record
from puzzler.game.storage import database, schema
from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.store import Store
from tests.game.storage import script
from tests.game.storage.reading import read_rows
from tests.game.storage.script import sql

EASY = Category(3, 4, "standard", Difficulty.EASY)
SHUFFLED = shuffle(3, 4, 9, seed=2)
BACK = [move.inverse for move in reversed(SHUFFLED.shuffle)]


class Window:
    """The store and game of a window."""

    def __init__(self, folder: Path, scenario: Scenario = SHUFFLED) -> None:
        self.now = 0.0
        self.store = Store.open(folder)
        saved = self.store.game.resume()
        self.is_resumed = saved is not None
        scenario = scenario.without_moves()
        self.game = Game(
            saved or SavedGame(Play(scenario=scenario, board=scenario.start)), lambda: self.now
        )
        self.store.game.keep(self.game.saved)

    def solve(self, seconds: float = 0.5) -> tuple[str, ...]:
        """Play the scenario again with ``seconds`` per move."""
        number = self.store.solves.count(EASY)
        self.game.begin(replace(SHUFFLED.without_moves(), seed=number))  # not a retry
        for step in BACK:
            self.game.start_move()
            self.game.slide([step])
            if not self.game.play.is_solved:
                self.store.game.keep(self.game.saved)
            self.now += seconds
        return record(self.store, self.game.saved, ShortestLength()).beaten


@pytest.fixture
def window(tmp_path):
    window = Window(tmp_path)
    yield window
    window.store.close()


# ---- Two windows ------------------------------------------------------------------------


def test_two_windows_have_separate_games_and_shared_solves(tmp_path):
    one = Window(tmp_path)
    one.solve()
    two = Window(tmp_path)
    assert not two.is_resumed
    assert two.solve(seconds=0.1) == ("time",)
    one.game.restart()
    one.store.game.keep(one.game.saved)
    one.store.close()
    two.store.close()
    for left in (one, two):  # the last window is not closed
        again = Window(tmp_path)
        assert (again.game.saved, again.store.solves.count(EASY)) == (left.game.saved, 2)


def test_a_new_game_reuses_the_row_of_its_window(tmp_path):
    for _ in range(3):
        one, two = Window(tmp_path), Window(tmp_path)
        one.store.close()
        two.store.close()
    assert sql(tmp_path, "SELECT count(*) FROM games") == [(2,)]


class Child:
    """A process that runs the script and sends a word per stored action."""

    def __init__(self, folder: Path, seed: int, what: str) -> None:
        self._words, words = multiprocessing.Pipe(duplex=False)
        self.process = script.process(script.main, words, folder, seed, what)
        words.close()

    def next_word(self) -> str:
        assert self._words.poll(60), "the child sends nothing"
        return self._words.recv_bytes().decode()

    def kill(self) -> list[str]:
        """Kill the process and return the words sent since the last call."""
        self.process.kill()
        self.process.join(60)
        words = []
        with suppress(EOFError):
            while True:
                words.append(self.next_word())
        return words


def test_two_processes_write_simultaneously(tmp_path):
    children = [Child(tmp_path, seed, "play") for seed in (1, 2)]
    solved = 0
    for child in children:
        for _ in range(10):
            while child.next_word() != "solved":
                pass
            solved += 1
    for child in children:
        solved += child.kill().count("solved")
    (count,) = sql(tmp_path, "SELECT count(*) FROM solves")[0]
    assert solved <= count <= solved + 2
    assert sql(tmp_path, "SELECT count(*) FROM games") == [(2,)]
    assert sql(tmp_path, "PRAGMA integrity_check") == [("ok",)]
    for _ in range(2):
        window = Window(tmp_path)
        assert window.is_resumed
        # the window remains open, so the next one resumes the other game


# ---- Kills ------------------------------------------------------------------------------


def kill_child(folder: Path, seed: int) -> list[str]:
    """Kill a child at a random moment and check its file. Return the words that it sent."""
    twin = folder.with_name("twin")
    shutil.rmtree(twin, ignore_errors=True)
    shutil.copytree(folder, twin)
    child = Child(folder, seed, "all")
    assert child.next_word() == "begun"
    time.sleep(random.Random(seed).random() * 0.05)
    words = child.kill()
    store = Store.open(twin)
    acts = script.acts(store, seed)
    assert [next(acts) for _ in ("begun", *words)] == ["begun", *words]
    # The file contains all reported actions and possibly one more.
    left = script.contents(folder)
    if left != script.contents(twin):
        next(acts)
    assert left == script.contents(twin)  # nothing is lost or duplicated
    store.close()
    store = Store.open(folder)
    assert store.notice == ""
    check_figures(store)
    store.close()
    return words


def check_figures(store: Store) -> None:
    """The statistics count every solve that was not deleted."""
    rows = store.connection.execute(
        "SELECT id, ifnull(shortest, 0) FROM solves WHERE NOT deleted AND difficulty IS NOT NULL"
    ).fetchall()
    listed = [
        row
        for kind in store.solves.kinds()
        if kind != RelayKind()
        for row in read_rows(store.solves, kind, 0, 9999)
    ]
    assert sorted((row.id, row.shortest or 0) for row in listed) == sorted(rows)
    assert sum(map(store.solves.count, store.solves.kinds())) - store.solves.count(
        RelayKind()
    ) == len(rows)


@pytest.mark.parametrize("kills", [6, pytest.param(200, marks=pytest.mark.slow)])
def test_a_kill_loses_at_most_the_current_action(tmp_path, kills, monkeypatch):
    monkeypatch.setattr("puzzler.game.storage.store.MAX_STEPS", script.MAX_STEPS)
    folder = tmp_path / "data"
    folder.mkdir()
    actions = Counter(word for seed in range(kills) for word in kill_child(folder, seed))
    assert actions["move"] > kills  # children were killed during actions
    if kills == 200:
        assert (
            min(actions[word] for word in ("solved", "solve", "card", "answer", "relay"))
            > kills / 9
        )
    assert sql(folder, "SELECT count(*) FROM games") == [(1,)]
    assert sql(folder, "PRAGMA integrity_check") == [("ok",)]


# ---- Invalid files and read-only folders -------------------------------


def damage(file: Path) -> None:
    Window(file.parent).store.close()
    data = bytearray(file.read_bytes())
    data[4096 : 4096 * 3] = random.Random(1).randbytes(4096 * 2)
    file.write_bytes(data)


def without_a_table(file: Path) -> None:
    Window(file.parent).store.close()
    sql(file.parent, "DROP TABLE solves")


def with_change(*statements: str):
    def make(file: Path) -> None:
        Window(file.parent).store.close()
        for statement in statements:
            sql(file.parent, statement)

    return make


ENDLESS = "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n FROM x)"


@pytest.mark.parametrize(
    "make",
    [
        lambda file: file.write_bytes(b"x" * 10_000),
        lambda file: file.write_text("{}"),
        lambda file: sql(file.parent, "CREATE TABLE birds (name TEXT)"),
        damage,
        without_a_table,
        with_change("ALTER TABLE steps ADD COLUMN more TEXT"),
        with_change("ALTER TABLE steps DROP COLUMN is_watched"),
        with_change("CREATE TRIGGER t BEFORE INSERT ON steps BEGIN SELECT 1; END"),
        with_change(
            "ALTER TABLE games RENAME TO old_games",
            f"CREATE VIEW games AS {ENDLESS}"
            " SELECT n id, n present, n next_number, n touched FROM x",
        ),
    ],
    ids=[
        *("noise", "text", "foreign", "damaged", "without a table"),
        *("more columns", "fewer columns", "a trigger", "an endless view"),
    ],
)
def test_an_invalid_file_is_renamed_and_reported(tmp_path, make):
    file = tmp_path / FILE_NAME
    make(file)
    data = file.read_bytes()
    store = Store.open(tmp_path)
    aside = "it was renamed to games.sqlite.broken"
    assert store.notice == f"the file of games and solves is damaged: {aside}"
    assert store.game.resume() is None
    assert store.solves.kinds() == []
    store.close()
    assert (tmp_path / "games.sqlite.broken").read_bytes() == data
    # earlier renamed files remain
    file.write_text("noise once more")
    assert Store.open(tmp_path).notice.endswith("it was renamed to games.sqlite.broken-2")
    assert (tmp_path / "games.sqlite.broken").read_bytes() == data


def test_a_file_that_is_renamed_is_closed(tmp_path, monkeypatch):
    (tmp_path / FILE_NAME).write_text("noise")
    opened, connect = [], database._connect
    monkeypatch.setattr(
        database, "_connect", lambda file: opened.append(connect(file)) or opened[-1]
    )
    Store.open(tmp_path).close()
    assert len(opened) == 2
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


def test_the_solves_of_a_large_file_are_not_checked(tmp_path, monkeypatch):
    window = Window(tmp_path)
    window.solve()
    window.store.close()
    looked = []
    connect = database._connect

    def watched(file: Path | str) -> sqlite3.Connection:
        connection = connect(file)
        connection.set_trace_callback(looked.append)
        return connection

    monkeypatch.setattr(database, "_connect", watched)
    Store.open(tmp_path).close()
    assert "PRAGMA quick_check(1)" in looked
    looked.clear()
    monkeypatch.setattr(schema, "MAX_PAGES", 1)
    Store.open(tmp_path).close()
    tables = {words.split("(")[1].strip(")") for words in looked if "quick_check" in words}
    assert len(tables) == 9 and "solves" not in tables


@pytest.mark.parametrize("length", range(0, 30_000, 3000))
def test_a_truncated_file_does_not_end_the_program(tmp_path, length):
    window = Window(tmp_path)
    window.solve()
    window.store.close()
    file = tmp_path / FILE_NAME
    os.truncate(file, min(length, file.stat().st_size))
    window = Window(tmp_path)
    window.solve()
    assert window.store.take_trouble() == ""
    assert window.store.solves.count(EASY) >= 1
    window.store.close()


def test_a_file_of_a_newer_version_is_not_changed(tmp_path):
    Window(tmp_path).store.close()
    sql(tmp_path, f"PRAGMA user_version = {schema.VERSION + 1}")
    data = (tmp_path / FILE_NAME).read_bytes()
    window = Window(tmp_path)
    assert window.store.notice == (
        "games.sqlite was written by a newer version of Puzzler: games and solves are not saved"
    )
    assert window.solve() == ()
    assert window.store.solves.count(EASY) == 1  # while the window is open
    window.store.close()
    assert (tmp_path / FILE_NAME).read_bytes() == data


def test_without_a_folder_the_store_is_in_memory_with_a_message(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder" / FILE_NAME).mkdir(parents=True)
    for folder in ("file/folder", "folder", "x" * 300, "a\0b"):
        window = Window(tmp_path / folder)
        assert "games and solves cannot be saved in " in window.store.notice
        assert "\n" not in window.store.notice
        window.solve()
        assert window.store.solves.count(EASY) == 1
        assert window.store.take_trouble() == ""
        window.store.close()


def test_a_folder_whose_name_is_not_unicode(tmp_path):
    folder = tmp_path / os.fsdecode(b"caf\xe9 ?#%20")
    window = Window(folder)
    window.solve()
    window.store.close()
    assert window.store.notice == ""
    assert (folder / FILE_NAME).exists()
    assert Window(folder).is_resumed


def test_a_full_disk_is_reported_once_and_the_game_continues(window):
    window.store.connection.execute("PRAGMA max_page_count = 1")
    for seed in range(200):
        window.game.begin(shuffle(10, 10, 9, seed))
        window.store.game.keep(window.game.saved)
    reason = "cannot be saved now (database or disk is full)"
    assert window.store.take_trouble() == f"games and solves {reason}"
    assert window.store.take_trouble() == ""
    window.store.connection.execute("PRAGMA max_page_count = 100000")
    window.store.game.keep(window.game.saved)
    assert window.store.game._written == [*window.game.saved.past, window.game.saved.present]


def test_rest_writes_the_log_to_the_database(window, tmp_path):
    written = tmp_path / FILE_NAME
    size = written.stat().st_size
    for number in range(250):
        window.game.slide([window.game.play.board.legal_moves()[number % 2]])
        window.store.game.keep(window.game.saved)
    assert written.stat().st_size == size
    window.store.rest()
    assert written.stat().st_size > size


def test_closing_twice_is_allowed_and_later_changes_are_not_stored(tmp_path):
    window = Window(tmp_path)
    left = window.game.saved
    window.store.close()
    window.store.close()
    window.game.slide([BACK[0]])
    window.store.game.keep(window.game.saved)
    window.store.rest()
    assert Window(tmp_path).game.saved == left
