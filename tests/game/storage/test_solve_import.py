"""Solves are imported from csTimer and CSV. Invalid rows are reported."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from puzzler.board import Board, Move
from puzzler.game.core.category import Category, Difficulty, RelayKind, goal_text
from puzzler.game.storage.solve_columns import as_csv
from puzzler.game.storage.solve_import import read_solves
from puzzler.game.storage.statistics import Selection
from puzzler.game.storage.store import Store
from puzzler.humanize import DNF
from tests.game.storage.reading import read_curve, read_rows, read_summary
from tests.game.storage.script import sql
from tests.game.storage.test_solves import EASY, Player

MIXED = Category(4, 4, "standard", Difficulty.MIXED)
SMALL = Category(3, 3, "standard", Difficulty.MIXED)
FIRST = [[0, 12_340], "D2 R U", "", 1_700_000_000]


def export(*solves, kind="15prp", name="Home", **more):
    """An export of csTimer with one session."""
    about = {"1": {"name": name, "opt": {"scrType": kind} if kind else {}, "rank": 1}}
    properties = {"sessionData": json.dumps(about), "useMilli": True}
    return json.dumps({"session1": solves, "properties": properties} | more)


@pytest.fixture
def store(tmp_path):
    store = Store.open(tmp_path)
    yield store
    assert store.take_trouble() == ""
    store.close()


def test_an_export_of_cstimer_becomes_solves_with_penalties_boards_and_sessions(store):
    text = export(
        FIRST,
        [[2000, 12_340], "D2 R U", "too fast", 1_700_000_100],
        [[-1, 9_000, 4_000], "D2 R U", "", 1_700_000_200],
        session2=[[[0, 5_000], "R D", "", 1_600_000_000]],
    )
    imported = read_solves(text)
    assert imported.problems == ()
    assert store.solves.add_imported(imported.solves) == (4, 0)
    [first, plus, dnf] = [r for r in store.solves.all_rows(MIXED) if r.session == "Home"]
    # The letters are directions of tiles: two tiles down, one right, one up.
    board = Board.solved(4, 4).apply_all([Move.UP, Move.UP, Move.LEFT, Move.DOWN])
    assert (first.seconds, first.board, first.penalty) == (12.34, str(board), "")
    assert (plus.seconds, plus.penalty, plus.title) == (14.34, "+2", "too fast")
    assert (dnf.seconds, dnf.penalty, dnf.solved_at) == (9, DNF, 1_700_000_200)
    names = {*store.solves.sessions.names().values()}
    assert names == {"Default", "Home", "csTimer 2"}
    summary = read_summary(store.solves, MIXED)
    assert (summary.count, summary.dnf_count, summary.best_seconds) == (3, 1, 5)
    assert summary.best_moves is summary.moves_a_second is None, "csTimer does not count moves"
    assert store.solves.get(first.id).scenario.start == board
    assert store.solves.latest() is None, "a solve without moves cannot be reviewed"
    assert store.solves.times(MIXED, 0).latest == (), "the current session is not the imported one"


def test_older_solves_are_imported_before_newer_ones(store):
    for at, milliseconds in ((1_700_000_000, 10_000), (1_600_000_000, 9_000)):
        solves = read_solves(export([[0, milliseconds], "R D", "", at])).solves
        store.solves.add_imported(solves)
    assert [row.seconds for row in read_rows(store.solves, MIXED)] == [10, 9]
    assert len(read_curve(store.solves, MIXED).best_ids) == 1, "the later solve is slower"


@pytest.mark.parametrize(
    ("kind", "scramble", "side", "moves"),
    [
        ("8prp", "D R2", 3, "ULL"),
        ("8prmp", "U L2", 3, "ULL"),
        ("15prap", "\uffec \uffeb2", 4, "ULL"),
        ("15pat", "↓ → →", 4, "ULL"),
        ("", "D R R", 4, "ULL"),
    ],
)
def test_every_notation_of_sliding_puzzles_is_read(kind, scramble, side, moves):
    [solve] = read_solves(export([[0, 1], scramble, "", 1], kind=kind)).solves
    assert solve.board == str(Board.solved(side, side).apply_all(map(Move.from_letter, moves)))
    assert solve.goal == goal_text(Board.solved(side, side))


def test_each_kind_of_invalid_row_is_reported_in_one_line():
    text = export(
        FIRST,
        [[7, 12_340], "D2 R U", "", 1],
        [[0, -5], "D2 R U", "", 1],
        [[5, 12_340], "D2 R U", "", 1],
        [[0, 5], "D9", "", 1],
        [[0, 5], "R' F", "", 1],
        [[0, 5], "R F", "", 1],
        "nonsense",
        [[0, 5], "R", "", "now"],
    )
    imported = read_solves(text)
    assert len(imported.solves) == 1
    assert [problem.replace(" not imported", "") for problem in imported.problems] == [
        "2 rows: invalid penalty, such as 7 (solve 2 of session 1 and solve 4 of session 1)",
        "1 row: invalid time, such as -5 (solve 3 of session 1)",
        "1 row: invalid scramble, such as 'D9' (solve 5 of session 1)",
        (
            '2 rows: not a scramble of a sliding puzzle, such as "R\' F" '
            "(solve 6 of session 1 and solve 7 of session 1)"
        ),
        "1 row: not a solve of csTimer, such as 'nonsense' (solve 8 of session 1)",
        "1 row: invalid comment or date, such as \"['', 'now']\" (solve 9 of session 1)",
    ]
    cube = read_solves(export(*[FIRST] * 9, kind="333"))
    assert cube.solves == ()
    [problem] = cube.problems
    assert problem.startswith("9 rows not imported: another puzzle, such as '333' (solve 1 of")
    assert problem.endswith("solve 6 of session 1 and 3 more)")


def test_old_solves_of_cstimer_without_comment_or_date_are_read():
    imported = read_solves(export([[0, 1000], "R"], [[0, 2000], "R", "mine"]))
    assert imported.problems == ()
    assert [(each.title, each.solved_at) for each in imported.solves] == [("", 0), ("mine", 0)]


def test_an_import_is_not_added_twice(store):
    imported = read_solves(export(FIRST))
    assert store.solves.add_imported(imported.solves) == (1, 0)
    more = read_solves(export(FIRST, [[0, 12_340], "D2 R U", "", 1_700_000_001])).solves
    assert store.solves.add_imported(more) == (1, 1)
    assert len(store.solves.sessions.names()) == 2
    assert store.solves.bests(MIXED).moves is None, "csTimer does not count moves"
    store.solves.delete(MIXED, 1)
    assert store.solves.add_imported(imported.solves) == (1, 0)


def test_an_exported_csv_is_imported_completely(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    player, other = Player(tmp_path / "one"), Store.open(tmp_path / "two")
    player.store.solves.sessions.create("=evening")
    player.solve(seconds=4.5, shortest=7, coached=True)
    player.solve(seconds=5)
    player.store.solves.mark(2, DNF)
    sql(tmp_path / "one", "UPDATE solves SET title = 'a, \"b\"', solved_at = round(solved_at)")
    rows = player.store.solves.all_rows(EASY)
    assert {row.session for row in rows} == {"=evening"}
    text = as_csv(EASY, rows)
    imported = read_solves(text)
    assert imported.problems == ()
    assert other.solves.add_imported(imported.solves) == (2, 0)
    assert [replace(row, id=0) for row in other.solves.all_rows(EASY)] == [
        replace(row, id=0) for row in rows
    ]
    assert other.solves.get(1).moves == player.store.solves.get(1).moves
    assert player.store.solves.add_imported(imported.solves) == (0, 2)
    for store in (player.store, other):
        assert store.take_trouble() == ""
        store.close()


def test_csv_of_other_programs_requires_four_columns():
    text = "\n".join((
        "date,start,goal,time,path,moves",
        "2026-11-28,1 2 3/4 5 6/7 0 8,standard,2.5,R,1",
        "soon,1 2 3/4 5 6/7 0 8,standard,2.5,R,1",
        "2026-11-28,1 2 3/4 5 6/7 0 8,standard,-2,R,1",
        "2026-11-28,1 2 3/4 5 6/8 7 0,standard,2,,",
        "2026-11-28,1 2 3/4 5 6/7 0 8,standard,2,D,1",
        "2026-11-28,1 2",
        "2026-11-28,1 2 3/4 5 6/7 0 8,standard,nan,R,1",
    ))  # fmt: skip
    imported = read_solves(text, Difficulty.EASY)
    [solve] = imported.solves
    assert (solve.difficulty, solve.path, solve.move_count, solve.move_times) == (
        "easy", "R", 1, "",
    )  # fmt: skip
    assert imported.problems == (
        "1 row not imported: invalid date, such as 'soon' (line 3)",
        "2 rows not imported: invalid time, such as '-2' (line 4 and line 8)",
        "1 row not imported: invalid start, such as '1 2 3/4 5 6/8 7 0' (line 5)",
        "1 row not imported: invalid path, such as 'D' (line 6)",
        "1 row not imported: another number of cells than columns (line 7)",
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "neither an export of csTimer nor a CSV file with columns date, start, goal and time"),
        ("date,time,2x2 time\n", "relays cannot be imported"),
        ("date,start,goal\n", "a CSV file with column time"),
        ("{}", "it has no sessions of csTimer"),
        ("{", "it is not valid JSON .Expecting"),
    ],
)
def test_other_files_are_rejected_with_a_reason(text, problem):
    with pytest.raises(ValueError, match=problem):
        read_solves(text)


def test_an_import_that_fails_changes_nothing(store, tmp_path):
    sql(tmp_path, "CREATE TRIGGER no BEFORE INSERT ON solves WHEN new.seconds = 9"
                  " BEGIN SELECT raise(ABORT, 'full'); END")  # fmt: skip
    solves = read_solves(export(FIRST, [[0, 9_000], "R D", "", 1_800_000_000])).solves
    assert store.solves.add_imported(solves) is None
    assert "the solves cannot be imported (full)" in store.take_trouble()
    assert store.solves.kinds() == []
    assert [*store.solves.sessions.names().values()] == ["Default"]


# ---- Sessions ---------------------------------------------------------------------------


def test_new_solves_belong_to_the_chosen_session(tmp_path):
    player = Player(tmp_path)
    solves = player.store.solves
    player.solve(seconds=9)
    evening = solves.sessions.create("Evening")
    for seconds in (4, 5, 6, 7, 8):
        player.solve(seconds=seconds)
    player.store.solves.keep_relay([(1.0, 4)] * 4, assisted=False)
    assert solves.times(EASY, 0).ao5 == pytest.approx(6)
    [default, _] = solves.sessions.names()
    solves.sessions.choose(default)
    assert (solves.times(EASY, 0).ao5, solves.times(EASY, 0).best) == (None, 4)
    solves.sessions.rename(evening, "Night")
    player.store.close()
    store = Store.open(tmp_path)
    assert [*store.solves.sessions.names().values()] == ["Default", "Night"]
    assert store.solves.sessions.current == default
    for number, count in ((default, 1), (evening, 5), (None, 6)):
        assert read_summary(store.solves, EASY, selection=Selection(number)).count == count
    assert {row.session for row in store.solves.all_rows(EASY)} == {"Default", "Night"}
    store.close()


def test_solves_of_a_deleted_session_move_to_the_default_session(store):
    solves, sessions = store.solves, store.solves.sessions
    evening = sessions.create("Evening")
    solves.add_imported([replace(each, session="") for each in read_solves(export(FIRST)).solves])
    solves.keep_relay([(1.0, 4)] * 4, assisted=False)
    before = sessions.changes
    sessions.delete(evening)
    assert sessions.changes == before + 1
    assert ([*sessions.names()], sessions.current) == ([1], 1)
    for kind in (MIXED, RelayKind()):
        assert [row.session for row in solves.all_rows(kind)] == ["Default"]
    sessions.delete(1)
    assert [*sessions.names()] == [1], "the default session always exists"


def test_the_session_that_was_chosen_last_is_current_if_the_clock_was_set_back(store, monkeypatch):
    sessions = store.solves.sessions
    first, second = sessions.create("First"), sessions.create("Second")
    monkeypatch.setattr("time.time", lambda: 5.0)
    for number in (first, second):
        sessions.choose(number)
        assert sessions.current == number


def test_an_older_solve_that_is_imported_is_not_the_latest_time(store):
    for at, milliseconds in ((1_700_000_000, 10_000), (1_600_000_000, 9_000)):
        solves = read_solves(export([[0, milliseconds], "R D", "", at])).solves
        store.solves.add_imported([replace(each, session="") for each in solves])
    assert store.solves.times(MIXED, 0).latest == (10, 9)
