"""Files of older versions are upgraded completely or remain unchanged."""

from __future__ import annotations

import re
import shutil
import signal
import sqlite3
from itertools import chain
from pathlib import Path

import pytest

from puzzler.board import Board, Move, shuffle
from puzzler.game.core.category import Category, Difficulty, RelayKind
from puzzler.game.storage import database, schema
from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.practice import PredictionScore
from puzzler.game.storage.statistics import Bests, Selection
from puzzler.game.storage.store import Store
from tests.game.storage import script
from tests.game.storage.reading import read_rows, read_summary
from tests.game.storage.script import sql

VERSION_1 = Path(__file__).with_name("version_1.sql").read_text(encoding="utf-8")
"""The schema of the first version."""
VERSION_5 = Path(__file__).with_name("version_5.sql").read_text(encoding="utf-8")
"""The tables, indexes and triggers of version 5."""
SCENARIO = shuffle(5, 5, 25, seed=3)
EASY = Category(5, 5, "standard", Difficulty.EASY)
MIXED = Category(4, 4, "standard", Difficulty.MIXED)
SOLVES = 30


def old_file(folder: Path) -> Path:
    """A file of version 1 with a running game and solves of several kinds."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE_NAME
    connection = sqlite3.connect(file, isolation_level=None)
    connection.executescript(
        f"BEGIN IMMEDIATE; {VERSION_1} PRAGMA application_id = {0x505A4C52};"
        "PRAGMA user_version = 1; COMMIT;"
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("INSERT INTO games VALUES (1, 2, 4, 1.7e9)")
    connection.execute(
        "INSERT INTO scenarios VALUES (1, 1, ?, ?, '3', 25, 'easy', NULL, '\"Mine\"')",
        (str(SCENARIO.start), str(SCENARIO.goal)),
    )
    connection.executemany(
        "INSERT INTO steps VALUES (1, ?, 1, 3, ?, NULL, ?, ?, 1)",
        [
            (position, move.inverse.letter if move else "", position, position / 2)
            for position, move in enumerate([None, *SCENARIO.shuffle[:-3:-1]])
        ],
    )
    for number in range(SOLVES):
        side, difficulty = [(5, "easy"), (4, "mixed"), (3, "easy"), (4, None)][number % 4]
        goal = Board.solved(side, side)
        connection.execute(
            "INSERT INTO solves VALUES"
            " (NULL, 1, ?, ?, ?, 'standard', ?, ?, '3', 25, 'D', '0', 1, ?, ?, 1.7e9)",
            (
                number + 10,
                side,
                side,
                difficulty,
                str(goal.apply(Move.UP)),
                number + 0.5,
                int(number % 8 == 0),
            ),
        )
    connection.close()
    return file


def all_rows(folder: Path) -> dict[str, list[tuple]]:
    tables = ("games", "scenarios", "steps", "solves")
    return {name: sql(folder, f"SELECT * FROM {name}") for name in tables}


def version(folder: Path) -> int:
    return sql(folder, "PRAGMA user_version")[0][0]


def check(store: Store) -> None:
    """Check that the data of the older file exists."""
    assert store.notice == ""
    check_contents(store)
    assert store.take_trouble() == ""


def check_contents(store: Store) -> None:
    saved = store.game.resume()
    assert saved is not None
    assert saved.present.scenario.title == "Mine"
    assert (saved.present.move_count, saved.present.number, saved.next_number) == (2, 3, 4)
    assert (saved.present.assisted, saved.present.coached) == (True, False)
    assert len(saved.past) == 2
    assert set(store.solves.kinds()) >= {EASY, MIXED}
    assert (store.solves.count(EASY), read_summary(store.solves, EASY).count) == (8, 4)
    assert read_summary(store.solves, EASY).best_seconds == 4.5
    assert (store.solves.count(MIXED), read_summary(store.solves, MIXED).best_seconds) == (8, 1.5)
    solve = store.solves.get(1)
    assert (solve.category, solve.moves, solve.times) == (EASY, (Move.DOWN,), (0.0,))
    assert (solve.shortest, solve.title, solve.coached) == (None, "", False)


def test_an_upgrade_loses_no_data(tmp_path):
    old_file(tmp_path)
    before = all_rows(tmp_path)
    store = Store.open(tmp_path)
    check(store)
    store.close()
    assert version(tmp_path) == schema.VERSION == 12
    after = all_rows(tmp_path)
    assert after["games"] == before["games"]
    assert [row[:9] for row in after["steps"]] == before["steps"]
    for table, column in (("scenarios", 6), ("solves", 6)):
        old, new = before[table], after[table]
        assert len(new) == len(old)
        for was, is_ in zip(old, new, strict=True):
            renamed = f"{was[column]}-by-moves"
            assert is_[: len(was)] in (was, (*was[:column], renamed, *was[column + 1 :]))
    store = Store.open(tmp_path)  # opened again as a current file
    check(store)
    store.close()


def test_difficulties_by_moves_are_distinguished_from_difficulties_by_distance(tmp_path):
    old_file(tmp_path)
    shapes = [(3, 3), (4, 4), (2, 8), (8, 2), (3, 4), (4, 3), (10, 10)]
    for goal in (Board.solved(*shape) for shape in shapes):
        insert = "INSERT INTO scenarios SELECT NULL, 1, ?, ?, '3', 25, 'hard', NULL, '\"\"'"
        sql(tmp_path, insert, str(goal.apply(Move.UP)), str(goal))
    Store.open(tmp_path).close()
    rows = all_rows(tmp_path)
    assert [row[6] for row in rows["scenarios"]] == ["easy"] + ["hard-by-moves"] * 2 + ["hard"] * 5
    named = {(row[3], row[6]) for row in rows["solves"]}
    assert named == {(5, "easy"), (4, "mixed"), (3, "easy-by-moves"), (4, None)}


def test_simultaneous_upgrades_without_a_lock_are_safe(tmp_path):
    """Two windows read the older version before one of them upgrades the file."""
    file = old_file(tmp_path)
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
    store = Store.open(tmp_path)
    check(store)
    store.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system cannot kill like that")
def test_a_window_killed_in_the_middle_leaves_the_older_file(tmp_path):
    template = old_file(tmp_path / "made")
    before = all_rows(template.parent)
    for statement in [*range(1, len(schema.VERSION_2), 6), 1000]:  # killed at the end
        folder = tmp_path / str(statement)
        shutil.copytree(template.parent, folder)
        killed = script.process(script.upgrade, folder / FILE_NAME, statement)
        killed.join(60)
        assert killed.exitcode == -signal.SIGKILL
        assert version(folder) == 1
        assert all_rows(folder) == before
        store = Store.open(folder)
        check(store)
        store.close()


def test_an_older_file_that_is_read_only_can_be_read(tmp_path, monkeypatch):
    file = old_file(tmp_path)
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
    check_contents(store)
    store.close()
    assert file.read_bytes() == data
    assert not (tmp_path / f"{FILE_NAME}.broken").exists()


def tables(folder: Path) -> list[tuple[str, ...]]:
    """Return the schema of the database of ``folder`` after it was opened, without comments."""
    Store.open(folder).close()
    rows = sql(folder, "SELECT type, name, tbl_name, sql FROM sqlite_master")
    return sorted((*row[:3], " ".join(re.sub("--.*", "", str(row[3])).split())) for row in rows)


def test_a_new_file_has_the_tables_of_an_upgraded_file(tmp_path):
    old_file(tmp_path / "old")
    assert tables(tmp_path / "old") == tables(tmp_path / "new")


def test_an_upgraded_file_of_version_2_has_its_cards_and_predictions(tmp_path):
    old_file(tmp_path)
    for statement in (*schema.VERSION_2, "PRAGMA user_version = 2"):
        sql(tmp_path, statement)
    goal = Board.solved(3, 3)
    for moves, expected in [
        ([Move.UP], "1, 'mistake', 3, 0"),
        ([Move.UP, Move.UP], "2, 'generated', 1, 0"),  # skipped
        ([Move.UP, Move.LEFT], "2, 'generated', 1, 0"),
    ]:
        card = str(goal.apply_all(moves)), str(goal)
        sql(tmp_path, f"INSERT INTO cards VALUES (NULL, ?, ?, {expected})", *card)
    sql(tmp_path, "INSERT INTO answers VALUES (1, 3, 0, 1.7e9)")
    store = Store.open(tmp_path)
    check(store)
    assert store.practice.card_count() == 2, "a skipped generated card is not due"
    assert (store.practice.due_card(1.0).box, store.practice.prediction_score()) == (
        3,
        PredictionScore(),
    )
    store.practice.keep_prediction("next", True)
    assert store.practice.prediction_score() == PredictionScore(1, 1, 1)
    store.close()
    assert version(tmp_path) == schema.VERSION == 12


def test_an_upgraded_file_of_version_5_has_its_solves(tmp_path):
    file = tmp_path / FILE_NAME
    connection = sqlite3.connect(file, isolation_level=None)
    connection.executescript(
        f"BEGIN IMMEDIATE; {VERSION_5} PRAGMA application_id = {0x505A4C52};"
        "PRAGMA user_version = 5; COMMIT;"
    )
    scenario = shuffle(4, 4, seed=1)
    for number in range(40):
        connection.execute(
            "INSERT INTO solves VALUES (NULL, 1, ?, 4, 4, 'standard', 'mixed', ?, '1', 400, 'D',"
            " '0', ?, ?, ?, 1.7e9, ?, 0, ?, ?, 'Mine')",
            (
                number,
                str(scenario.start),
                50 + number,
                10.0 + number,
                number % 8 == 0,
                number % 8 == 1,
                None if number % 3 else 40,
                number % 8 == 2,
            ),
        )
    connection.execute("INSERT INTO relays VALUES (NULL, '[[1.5, 6]]', 6, 1.5, 0, 1.7e9)")
    assert connection.execute("SELECT count(*) FROM figures").fetchone() == (35,)
    connection.close()
    before = {name: sql(tmp_path, f"SELECT * FROM {name}") for name in ("solves", "relays")}
    store = Store.open(tmp_path)
    assert (store.notice, store.solves.kinds()) == ("", [MIXED, RelayKind()])
    summary = read_summary(store.solves, MIXED)
    assert (store.solves.count(MIXED), summary.count) == (35, 25)
    assert (summary.best_seconds, summary.best_moves) == (13.0, 53)
    assert summary.best_efficiency == 53 / 40
    assert store.solves.bests(MIXED) == Bests(13.0, 53, summary.best_efficiency)
    assert store.take_trouble() == ""
    store.close()
    assert version(tmp_path) == schema.VERSION == 12
    assert {name: sql(tmp_path, f"SELECT * FROM {name}") for name in before} == {
        "solves": [(*row, "", None, "", 1) for row in before["solves"]],
        "relays": [(*row, 1, "2x2 3x3 4x4 5x5") for row in before["relays"]],
    }
    names = {name for (name,) in sql(tmp_path, "SELECT name FROM sqlite_master")}
    assert not names & {"figures", "kinds", "solve_added", "solve_changed", "solve_removed"}


def test_an_upgraded_file_of_version_5_is_like_a_new_file(tmp_path):
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    connection = sqlite3.connect(tmp_path / "old" / FILE_NAME, isolation_level=None)
    connection.executescript(
        f"{VERSION_5} PRAGMA application_id = {0x505A4C52}; PRAGMA user_version = 5;"
    )
    connection.close()
    assert tables(tmp_path / "old") == tables(tmp_path / "new")


@pytest.mark.parametrize("old", [7, 8])
def test_older_solves_have_no_number_of_slides_and_are_in_the_default_session(tmp_path, old):
    connection = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    insert = (
        "INSERT INTO solves (game, number, rows, columns, goal, difficulty, start, seed,"
        " shuffle_moves, moves, times, move_count, seconds, assisted, solved_at)"
        " VALUES (1, 1, 4, 4, 'standard', 'mixed', '1', '1', 9, 'D', '0', 1, 2.5, 0, 1.7e9)"
    )
    statements = [
        *chain(*schema._VERSIONS[:old]),
        insert,
        "INSERT INTO relays VALUES (1, '[[1.5, 6]]', 6, 1.5, 0, 1.7e9)",
        f"PRAGMA application_id = {schema.APPLICATION}",
        f"PRAGMA user_version = {old}",
    ]
    for statement in statements:
        connection.execute(statement)
    connection.close()
    before = sql(tmp_path, "SELECT * FROM solves")
    store = Store.open(tmp_path)
    [row] = read_rows(store.solves, MIXED)
    assert (store.notice, row.seconds, row.move_count, row.slides) == ("", 2.5, 1, None)
    default = store.solves.sessions.current
    assert store.solves.sessions.names() == {default: "Default"}
    assert (row.session, row.penalty) == ("Default", "")
    for kind in (MIXED, RelayKind()):
        assert store.solves.count(kind, Selection(default)) == store.solves.count(kind) == 1
    store.close()
    added = (None, "", 1)[old - 7 :]
    assert sql(tmp_path, "SELECT * FROM solves") == [(*row, *added) for row in before]
    assert version(tmp_path) == 12


def test_an_older_file_that_cannot_be_written_is_upgraded_in_memory(tmp_path):
    file = old_file(tmp_path)
    data = file.read_bytes()
    (tmp_path / f"{FILE_NAME}-wal").mkdir()
    store = Store.open(tmp_path)
    assert "cannot be saved" in store.notice
    assert {EASY, MIXED} <= {*store.solves.kinds()}
    assert (store.take_trouble(), file.read_bytes()) == ("", data)
    store.close()
