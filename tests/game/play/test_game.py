"""Plays, their timer and their marks through undo and redo."""

from __future__ import annotations

import pytest

from puzzler.board import Board, IllegalMoveError, Move, Scenario
from puzzler.game.play.game import Game, Play, SavedGame
from tests.game.fakes import FakeClock

GOAL = Board.solved(3, 3)
NEAR = Scenario(Board.parse("1 2 3/4 5 6/0 7 8"), GOAL)
OTHER = Scenario(Board.parse("1 2/0 3"), Board.solved(2, 2))


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def game(clock):
    return Game(SavedGame(Play(NEAR, NEAR.start)), clock)


def test_the_timer_runs_from_the_first_move_to_the_goal(game, clock):
    clock.now += 10
    assert not game.is_timing
    game.slide((Move.RIGHT,))
    assert game.is_timing
    clock.now += 5
    assert game.play.seconds == 5
    game.slide((Move.RIGHT,))
    clock.now += 100
    assert game.play.is_solved
    assert not game.is_timing
    assert game.play.seconds == 5


def test_a_slide_counts_every_tile(game):
    game.slide((Move.RIGHT, Move.RIGHT))
    assert game.play.move_count == 2
    assert game.play.is_solved
    game.undo()
    assert (game.play.move_count, game.play.board) == (0, NEAR.start)


def test_an_illegal_slide_changes_nothing(game):
    with pytest.raises(IllegalMoveError):
        game.slide((Move.RIGHT, Move.RIGHT, Move.RIGHT))
    assert game.play.board == NEAR.start
    assert not game.can_undo


def test_undo_does_not_bring_time_back(game, clock):
    game.slide((Move.UP,))
    clock.now += 7
    game.undo()
    assert game.play.seconds == 7
    game.redo()
    clock.now += 1
    assert game.play.seconds == 8


def test_another_scenario_has_its_own_time_and_undo_returns_to_the_old(game, clock):
    game.slide((Move.UP,))
    clock.now += 7
    game.begin(OTHER)
    assert (game.play.seconds, game.play.move_count) == (0, 0)
    game.slide((Move.UP,))
    clock.now += 2
    game.undo()
    game.undo()
    assert game.play.scenario == NEAR
    assert game.play.seconds == 7
    clock.now += 1
    assert game.play.seconds == 8
    game.redo()
    assert (game.play.scenario, game.play.seconds) == (OTHER, 2)


def test_a_restart_is_a_new_play_that_can_be_undone(game, clock):
    game.slide((Move.UP,))
    clock.now += 7
    game.restart()
    assert game.play.board == NEAR.start
    assert (game.play.seconds, game.play.move_count) == (0, 0)
    game.undo()
    assert (game.play.seconds, game.play.move_count) == (7, 1)


@pytest.mark.parametrize(
    ("help_with", "mark"), [(Game.assist, "assisted"), (Game.coach, "coached")]
)
def test_help_cannot_be_undone_but_another_scenario_is_free_of_it(game, help_with, mark):
    def is_marked():
        assert game.play.is_helped == getattr(game.play, mark)
        return getattr(game.play, mark)

    game.slide((Move.UP,))
    help_with(game)
    game.undo()
    assert is_marked()
    game.restart()
    assert is_marked()
    game.begin(OTHER)
    assert not is_marked()
    game.undo()
    assert is_marked()


def test_a_held_timer_stands(game, clock):
    game.slide((Move.UP,))
    clock.now += 3
    game.hold(True)
    clock.now += 50
    assert game.play.seconds == 3
    game.slide((Move.DOWN,))
    clock.now += 50
    assert game.play.seconds == 3
    game.hold(False)
    clock.now += 1
    assert game.play.seconds == 4
