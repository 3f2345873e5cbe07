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
from puzzler.board.numbers import whole_number
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
    assert (one.store.solve_id(1), two.store.solve_id(1)) == (1, 2)
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


def test_a_system_without_locks_has_a_store(tmp_path, monkeypatch):
    def no_locks(file: Path) -> int:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(database.resources, "lock", no_locks)
    window = Window(tmp_path)
    assert window.store.notice == ""
    window.store.close()
    assert Window(tmp_path).is_resumed


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


def with_a_name_that_is_no_text(file: Path) -> None:
    """SQLite's error message contains the name."""
    Window(file.parent).store.close()
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("UPDATE sqlite_master SET sql = 'x', name = CAST(x'ff' AS TEXT)")
    connection.close()


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
        with_a_name_that_is_no_text,
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
        *("noise", "text", "foreign", "damaged", "without a table", "an invalid name"),
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


def test_a_damaged_file_is_renamed_with_its_log(tmp_path):
    for suffix in ("", "-wal", "-shm"):
        (tmp_path / f"{FILE_NAME}{suffix}").write_text("noise")
    assert database.rename_damaged(tmp_path / FILE_NAME) == "games.sqlite.broken"
    names = {f"games.sqlite.broken{suffix}" for suffix in ("", "-wal", "-shm")}
    assert {file.name for file in tmp_path.iterdir()} == names
    assert database.rename_damaged(tmp_path / FILE_NAME) == "", "there is no such file"


def test_a_file_that_another_program_locks_is_not_renamed(tmp_path, monkeypatch):
    monkeypatch.setattr(database, "PATIENCE", 0)
    Window(tmp_path).store.close()
    sql(tmp_path, "PRAGMA journal_mode = DELETE")
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    store = Store.open(tmp_path)
    assert store.notice == f"games and solves cannot be saved in {tmp_path} (database is locked)"
    assert not (tmp_path / "games.sqlite.broken").exists()
    store.close()
    other.close()


@pytest.mark.parametrize("is_folder_writable", [False, True])
def test_a_read_only_file_is_read_with_the_last_moves(window, tmp_path, monkeypatch,
                                                      is_folder_writable):  # fmt: skip
    window.game.slide([BACK[0]])
    window.store.game.keep(window.game.saved)  # into the log next to the file
    data = (tmp_path / FILE_NAME).read_bytes()
    writable = {tmp_path} if is_folder_writable else set()
    monkeypatch.setattr(database.os, "access", lambda path, mode: path in writable)
    copy = Store.open(tmp_path)
    what = "games and solves" if is_folder_writable else "settings, games and solves"
    assert copy.notice == f"{what} cannot be saved in {tmp_path} (Permission denied)"
    assert copy.game.resume() == window.game.saved
    assert (tmp_path / FILE_NAME).read_bytes() == data
    copy.close()


def test_a_file_whose_log_cannot_be_opened_is_read_without_it(tmp_path):
    left = Window(tmp_path)
    left.store.close()
    (tmp_path / f"{FILE_NAME}-wal").mkdir()
    store = Store.open(tmp_path)
    assert "cannot be saved" in store.notice
    assert store.game.resume() == left.game.saved
    store.close()


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
    statements = []
    window.store.connection.set_trace_callback(statements.append)
    window.store.rest()
    assert statements == [], "it is done once"


def test_closing_twice_is_allowed_and_later_changes_are_not_stored(tmp_path):
    window = Window(tmp_path)
    left = window.game.saved
    window.store.close()
    window.store.close()
    window.game.slide([BACK[0]])
    window.store.game.keep(window.game.saved)
    window.store.rest()
    window.store.solves.kinds()
    assert window.store.take_trouble() == "", "the user cannot change that"
    assert Window(tmp_path).game.saved == left


# ---- Transactions and repeated changes --------------------------------------------------


def test_a_transaction_excludes_other_writers_and_is_undone_by_any_error(window, tmp_path):
    other = sqlite3.connect(tmp_path / FILE_NAME, timeout=0, isolation_level=None)

    def interrupt() -> None:
        with window.store.transaction() as connection:
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            connection.execute("DELETE FROM sessions")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert window.store.value("SELECT count(*) FROM sessions") == 1
    other.execute("BEGIN IMMEDIATE")
    other.close()


class Busy:
    """A change that waits in its first attempts, and then returns True."""

    def __init__(self, store: Store, attempts: int = 1) -> None:
        self.store, self.attempts = store, attempts
        self.patience: list[int | None] = []

    def __call__(self) -> bool:
        self.patience.append(self.store.value("PRAGMA busy_timeout"))
        if len(self.patience) <= self.attempts:
            raise sqlite3.OperationalError("database is locked")
        return True


def test_closing_waits_a_second_for_another_writer(tmp_path):
    store = Store.open(tmp_path)
    change = Busy(store, 2)
    assert store.change("", change) is None
    store.write_waiting()
    assert store.is_behind
    store.close()
    assert change.patience == [20, 0, 1000]


def test_a_change_that_fails_has_no_answer_of_an_earlier_one(window):
    window.store.change("", Busy(window.store))
    trouble = "the answer cannot be saved"
    assert window.store.change(trouble, lambda: whole_number("x")) is None
    assert not window.store.is_behind
    assert trouble in window.store.take_trouble()


def test_a_change_is_written_after_those_that_waited_before_it(tmp_path):
    window = Window(tmp_path)
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    window.game.slide([BACK[0]])
    window.store.game.keep(window.game.saved)
    window.store.keep_solve(window.game.saved)
    window.game.slide([BACK[1]])
    window.store.game.keep(window.game.saved)
    other.execute("ROLLBACK")
    window.store.close()
    other.close()
    assert Window(tmp_path).game.saved == window.game.saved


def test_trouble_of_reading_in_another_thread_is_reported(window):
    with window.store.reader() as reader:
        assert reader.rows("SELECT nothing") == []
    assert "the statistics cannot be read" in window.store.take_trouble()
