"""The path of a play, out of the states that undo leads through."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, Move, Scenario
from puzzler.game.play.game import Game, Play, SavedGame
from puzzler.game.play.path import PlayedPath, played
from tests.game.fakes import FakeClock

GOAL = Board.solved(3, 3)
NEAR = Scenario(Board.parse("1 2 3/4 5 6/0 7 8"), GOAL)
UP, DOWN, LEFT, RIGHT = Move


def make_game():
    clock = FakeClock()
    return Game(SavedGame(Play(NEAR, NEAR.start)), clock), clock


def test_it_has_every_move_with_the_time_at_which_it_was_made():
    game, clock = make_game()
    assert played(game.saved) == PlayedPath(NEAR.start)
    clock.now += 50  # the timer does not run yet
    game.slide((RIGHT,))
    clock.now += 3
    game.slide((UP, UP))
    clock.now += 4
    assert played(game.saved) == PlayedPath(NEAR.start, (RIGHT, UP, UP), (0, 3, 3))


def test_what_was_taken_back_is_left_out_and_the_time_goes_on():
    game, clock = make_game()
    game.slide((RIGHT,))
    clock.now += 3
    game.slide((UP,))
    clock.now += 1
    game.undo()
    clock.now += 1
    game.slide((RIGHT,))
    assert played(game.saved) == PlayedPath(NEAR.start, (RIGHT, RIGHT), (0, 5))


def test_a_restart_begins_a_path_of_its_own():
    game, _ = make_game()
    game.slide((RIGHT,))
    game.restart()
    assert played(game.saved) == PlayedPath(NEAR.start)
    game.slide((UP,))
    assert played(game.saved).moves == (UP,)


def test_going_back_to_a_search_on_the_path_shortens_it():
    game, clock = make_game()
    game.slide((RIGHT,))
    searched = game.play
    clock.now += 2
    game.slide((UP, LEFT))
    game.go_back(searched.board, searched.move_count)
    clock.now += 1
    game.slide((RIGHT,))
    assert played(game.saved) == PlayedPath(NEAR.start, (RIGHT, RIGHT), (0, 3))


def test_going_back_to_a_search_off_the_path_begins_there():
    game, _ = make_game()
    game.slide((UP,))
    searched = game.play
    game.undo()
    game.slide((RIGHT,))
    game.go_back(searched.board, searched.move_count)
    game.slide((RIGHT,))
    assert played(game.saved) == PlayedPath(searched.board, (RIGHT,), (0,))


@given(st.lists(st.sampled_from([*Move, "undo", "redo", "restart"]), max_size=40))
def test_it_always_leads_to_the_present_board(actions):
    game, clock = make_game()
    for action in actions:
        clock.now += 1
        if isinstance(action, str):
            getattr(game, action)()
        elif action in game.play.board.legal_moves():
            game.slide((action,))
    path = played(game.saved)
    assert path.start == NEAR.start
    assert path.start.apply_all(path.moves) == game.play.board
    assert len(path.moves) == len(path.times) == game.play.move_count
    assert list(path.times) == sorted(path.times)
    assert all(0 <= time <= game.play.seconds for time in path.times)
