"""Statistics for the window: kinds, figures and actions on a solve."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from puzzler.board import Board, Move, Scenario
from puzzler.game.core.category import Category
from puzzler.game.storage.solve_columns import MOVES
from puzzler.game.storage.store import Store
from puzzler.solver.worker import call
from tests.game.fakes import ExactMeasurer, FakeMeasurer, play_of
from tests.game.storage.reading import read_curve, read_rows, read_summary
from tests.game.test_session import Stage
from tests.solver.scripted import wait_until

UP, DOWN, LEFT, RIGHT = Move
GOAL = Board.solved(2, 3)
SCENARIO = Scenario(Board.parse("1 2 0/4 5 3"), GOAL, seed=3, shuffle_moves=9, difficulty="easy")


def make_stage(store=None, measurer=None, **more):
    handed_in = {"store": store or Store.in_memory(), "measurer": measurer or ExactMeasurer()}
    return Stage(SCENARIO, handed_in | more)


def solve(stage, moves=(DOWN,), seconds=1.0):
    number = stage.session.statistics.solves.latest() or 0
    stage.session.boards.begin_scenario(replace(SCENARIO, seed=number))  # not a retry
    for move in moves:
        stage.session.move(move)
        stage.tick(seconds)
    return play_of(stage.session).finish.solve_id


@pytest.fixture
def stage():
    return make_stage()


def test_the_session_and_all_solves_have_separate_figures(tmp_path):
    before = make_stage(Store.open(tmp_path))
    solve(before, (LEFT, RIGHT, DOWN))
    before.session.store.connection.execute("UPDATE solves SET solved_at = solved_at - 9")
    before.session.close()
    stage = make_stage(Store.open(tmp_path))
    statistics, store = stage.session.statistics, stage.session.store
    kind = statistics.present_kind
    assert store.solves.kinds() == [kind] == [Category(2, 3, "standard", "easy")]
    assert store.solves.count(kind) == 1
    assert len(read_rows(store.solves, kind, since=statistics.since)) == 0
    solve(stage, (LEFT, RIGHT, LEFT, RIGHT, DOWN))
    assert store.solves.count(kind) == 2
    assert len(read_rows(store.solves, kind, since=statistics.since)) == 1
    assert read_summary(store.solves, kind).best_moves == 3
    assert read_summary(store.solves, kind, since=statistics.since).best_moves == 5
    rows = read_rows(store.solves, kind, column=MOVES, is_descending=False)
    assert [row.move_count for row in rows] == [3, 5]
    assert [row.move_count for row in read_rows(store.solves, kind, since=statistics.since)] == [5]
    assert len(read_curve(store.solves, kind).points) == 2
    assert read_summary(store.solves, kind).best_moves == 3
    stage.session.close()


def test_many_solves_are_read_in_the_background(tmp_path, monkeypatch):
    monkeypatch.setattr("puzzler.game.review.analysis.SHORT_LIST", 1)
    stage = make_stage(Store.open(tmp_path), start_background=call)
    statistics, results = stage.session.statistics, []
    kind = statistics.present_kind
    for seconds in (1.0, 2.0, 3.0):
        solve(stage, (LEFT, RIGHT, DOWN), seconds)
    statistics.read(kind, None, results.append)
    assert not results and stage.session.is_busy
    wait_until(lambda: (stage.tick(), results)[1])
    (figures,) = results
    assert figures.summary == read_summary(statistics.solves, kind) and figures.summary.count == 3
    assert figures.curve == read_curve(statistics.solves, kind)
    assert figures.solves.tolist() == statistics.solves.array(kind).tolist()
    statistics.read(kind, statistics.since + 9, results.append)
    wait_until(lambda: (stage.tick(), len(results) > 1)[1])
    assert (len(results[1].solves), results[1].curve.count) == (0, 3)
    stage.session.close()


def test_solves_are_exported(stage, tmp_path):
    statistics = stage.session.statistics
    kind = statistics.present_kind
    solve(stage)
    solve(stage, (LEFT, RIGHT, DOWN))
    file = tmp_path / "solves.csv"
    messages = []
    statistics.export_csv(kind, file, messages.append)
    statistics.export_csv(kind, tmp_path / "missing" / "solves.csv", messages.append)
    assert messages[0].startswith("2 solves exported")
    assert messages[1].startswith("The solves could not be exported")
    with file.open(newline="", encoding="utf-8") as stream:
        head, *lines = csv.reader(stream)
    assert len(lines) == 2
    assert all(len(line) == len(head) for line in lines)


def test_an_export_of_a_damaged_solve_writes_no_file(stage, tmp_path):
    solve(stage)
    stage.session.store.connection.execute("UPDATE solves SET seconds = 'soon'")
    statistics, file, messages = stage.session.statistics, tmp_path / "solves.csv", []
    statistics.export_csv(statistics.present_kind, file, messages.append)
    assert messages[0].startswith("The statistics cannot be read")
    assert not file.exists()


def test_listed_solves_get_their_shortest_length(tmp_path):
    before = make_stage(Store.open(tmp_path), FakeMeasurer())
    number = solve(before, (LEFT, RIGHT, LEFT, LEFT, RIGHT, RIGHT, DOWN))
    before.session.store.connection.execute("UPDATE solves SET shortest = NULL")
    before.session.close()
    stage = make_stage(Store.open(tmp_path))
    stage.session.boards.new(2, 2)
    statistics, store = stage.session.statistics, stage.session.store
    [kind] = store.solves.kinds()
    for _ in range(5):
        stage.tick()
    [row] = read_rows(store.solves, kind)
    statistics.look_up(kind, [row])
    assert (row.id, row.shortest, statistics.analysis.news) == (number, None, 0)
    for _ in range(5):
        stage.tick()
    assert statistics.analysis.news == 1
    [row] = read_rows(store.solves, kind)
    assert (row.shortest, row.lost) == (1, 6)
    stage.session.close()
