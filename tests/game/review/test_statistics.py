"""The statistics as the window has them: kinds, figures, what is done with a solve."""

from __future__ import annotations

import csv

import pytest

from puzzler.board import Board, Move, Scenario, shuffle
from puzzler.game.play.category import Category
from puzzler.game.play.game import Game, Play, SavedGame
from puzzler.game.review.analysis import record
from puzzler.game.storage.statistics import Order
from puzzler.game.storage.store import Store
from tests.game.fakes import ExactMeasurer, FakeMeasurer, play_of
from tests.game.test_session import Stage

UP, DOWN, LEFT, RIGHT = Move
GOAL = Board.solved(2, 3)
SCENARIO = Scenario(Board.parse("1 2 0/4 5 3"), GOAL, seed=3, shuffle_moves=9, difficulty="easy")


def make_stage(store=None, measurer=None):
    handed_in = {"store": store or Store.in_memory(), "measurer": measurer or ExactMeasurer()}
    return Stage(SCENARIO, handed_in)


def solve(stage, moves=(DOWN,), seconds=1.0):
    stage.session.boards.restart()
    for move in moves:
        stage.session.move(move)
        stage.tick(seconds)
    return play_of(stage.session).finish.solve_id


@pytest.fixture
def stage():
    return make_stage()


def test_a_session_counts_its_own_and_all_time_counts_everything(tmp_path):
    before = make_stage(Store.open(tmp_path))
    solve(before, (LEFT, RIGHT, DOWN))
    before.session.store.connection.execute("UPDATE solves SET solved_at = solved_at - 9")
    before.session.close()
    stage = make_stage(Store.open(tmp_path))
    statistics, store = stage.session.statistics, stage.session.store
    kind = statistics.present_kind
    assert store.kinds() == [kind] == [Category(2, 3, "standard", "easy")]
    assert store.count(kind) == 1
    assert store.count(kind, since=statistics.since) == 0
    solve(stage, (LEFT, RIGHT, LEFT, RIGHT, DOWN))
    assert [store.count(kind), store.count(kind, statistics.since)] == [2, 1]
    assert store.summary(kind).best_moves == 3
    assert store.summary(kind, since=statistics.since).best_moves == 5
    assert [row.move_count for row in store.rows(kind, order=Order.MOVES)] == [3, 5]
    assert [row.move_count for row in store.rows(kind, since=statistics.since)] == [5]
    assert len(store.curve(kind).points) == 2
    assert store.summary(kind).best_moves == 3
    stage.session.close()


def test_solves_are_exported(stage, tmp_path):
    statistics = stage.session.statistics
    kind = statistics.present_kind
    solve(stage)
    solve(stage, (LEFT, RIGHT, DOWN))
    file = tmp_path / "solves.csv"
    message = statistics.export_csv(kind, file)
    assert message.startswith("2 solves exported")
    with file.open(newline="", encoding="utf-8") as stream:
        head, *lines = csv.reader(stream)
    assert len(lines) == 2
    assert all(len(line) == len(head) for line in lines)
    assert statistics.export_csv(kind, tmp_path / "missing" / "solves.csv").startswith(
        "The solves could not be exported"
    )


def test_of_solves_that_are_looked_at_the_shortest_is_found_in_time(tmp_path):
    before = make_stage(Store.open(tmp_path), FakeMeasurer())
    number = solve(before, (LEFT, RIGHT, LEFT, LEFT, RIGHT, RIGHT, DOWN))
    before.session.store.connection.execute("UPDATE solves SET shortest = NULL")
    before.session.close()
    stage = make_stage(Store.open(tmp_path))
    stage.session.boards.new(2, 2)
    statistics, store = stage.session.statistics, stage.session.store
    [kind] = store.kinds()
    for _ in range(5):
        stage.tick()
    [row] = store.rows(kind)
    statistics.look_up(kind, [row])
    assert (row.id, row.shortest, statistics.analysis.news) == (number, None, 0)
    for _ in range(5):
        stage.tick()
    assert statistics.analysis.news == 1
    [row] = store.rows(kind)
    assert (row.shortest, row.lost) == (1, 6)
    stage.session.close()


RECORDED = shuffle(2, 3, 9, seed=2).without_moves()
BACK = [move.inverse for move in reversed(shuffle(2, 3, 9, seed=2).shuffle)]


class Player:
    """Solves the same board again and again."""

    def __init__(self, scenario: Scenario = RECORDED) -> None:
        self.now = 0.0
        self.game = Game(SavedGame(Play(scenario, scenario.start)), lambda: self.now)
        self.store = Store.in_memory()
        self.category = Category.of(self.game.play)

    def solve(self, seconds: float, detour: int = 0, shortest: int | None = None, help_=None):
        self.game.restart()
        if help_:
            help_()
        wrong = next(move for move in self.game.play.board.legal_moves() if move != BACK[0])
        path = [wrong, wrong.inverse] * detour + BACK
        for move in path:
            self.game.slide([move])
            self.now += seconds / (len(path) - 1)
        return record(self.store, self.game.saved, shortest)

    @property
    def solve_id(self):
        return self.store.solve_id(self.game.play.number)


def test_each_best_is_beaten_by_itself():
    player = Player()
    assert player.solve(20, detour=2, shortest=7) == ()
    assert player.solve(10, detour=2, shortest=7) == ("time",)
    assert player.solve(15, detour=1, shortest=7) == ("moves", "efficiency")
    assert player.solve(15, detour=1) == ()
    assert player.solve(15, shortest=7) == ("moves", "efficiency")
    assert player.solve(15, detour=1, shortest=11) == ("efficiency",)
    assert player.solve(5, shortest=9) == ("time",)
    summary = player.store.summary(player.category)
    assert (summary.count, summary.best_moves, summary.best_efficiency) == (7, 9, 1)
    assert summary.best_seconds == pytest.approx(5)


def test_the_same_time_is_no_record_though_a_clock_counts_nanoseconds():
    player = Player()
    player.solve(2.0004)
    assert player.solve(2.0001) == ()
    assert player.solve(1.998) == ("time",)


def test_help_beats_nothing_and_is_not_beaten():
    player = Player()
    assert player.solve(20, detour=1, help_=lambda: player.game.mark(assisted=True)) == ()
    player.game.begin(RECORDED)
    assert player.solve(9, help_=lambda: player.game.mark(coached=True)) == ()
    assert player.store.summary(player.category).count == 0
    player.game.begin(shuffle(2, 3, 6, seed=1).without_moves())
    player.game.begin(Scenario(RECORDED.start, RECORDED.goal, seed=5, shuffle_moves=9))
    assert player.solve(30) == ()
    assert player.solve(29) == ("time",)


def test_a_board_that_was_not_shuffled_beats_nothing():
    player = Player(Scenario(RECORDED.start, RECORDED.goal))
    assert [player.solve(5), player.solve(3)] == [(), ()]
    assert player.store.kinds() == []
    assert player.store.summary(player.category).count == 0
    assert player.solve_id == player.store.latest_solve() == 2


def test_a_play_whose_solve_was_deleted_does_not_count_again():
    player = Player()
    player.solve(9)
    player.store.delete(player.solve_id)
    player.game.undo()
    player.game.slide([BACK[-1]])
    assert record(player.store, player.game.saved) == ()
    assert player.store.count(player.category) == 0
    assert player.solve_id is None


def test_a_kind_is_beaten_by_its_own_plays_only():
    player = Player()
    player.solve(9)
    other = shuffle(2, 2, 3, seed=1)
    player.game.begin(other.without_moves())
    for move in reversed(other.shuffle):
        player.game.slide([move.inverse])
    assert record(player.store, player.game.saved) == ()
    assert {kind.rows * kind.columns for kind in player.store.kinds()} == {4, 6}
    assert Board.solved(2, 2) == player.game.play.board
