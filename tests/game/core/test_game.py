"""Plays with their timer and marks, during undo and redo."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, IllegalMoveError, Move, Scenario
from puzzler.game.core.game import Game, History, Play, PlayedPath, SavedGame, played
from tests.game.fakes import FakeClock

ACTIONS = st.lists(st.sampled_from(["undo", "redo"]) | st.integers())


@given(ACTIONS)
def test_history_is_a_list_with_a_position(actions):
    history = History("start")
    states, place = ["start"], 0
    for number, action in enumerate(actions):
        if number % 3 == 2:  # replacing the current state is not a step
            history.present = states[place] = f"corrected {number}"
        match action:
            case "undo":
                assert history.undo() == (place > 0)
                place = max(0, place - 1)
            case "redo":
                assert history.redo() == (place < len(states) - 1)
                place = min(len(states) - 1, place + 1)
            case state:
                history.record(state)
                states = [*states[: place + 1], state]
                place += 1
        assert history.present == states[place]
        assert bool(history.past) == (place > 0)
        assert bool(history.future) == (place < len(states) - 1)


GOAL = Board.solved(3, 3)
NEAR = Scenario(Board.parse("1 2 3/4 5 6/0 7 8"), GOAL)
OTHER = Scenario(Board.parse("1 2/0 3"), Board.solved(2, 2))


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def game(clock):
    return Game(SavedGame(Play(scenario=NEAR, board=NEAR.start)), clock)


def move(game, moves):
    """Make the moves by hand."""
    game.start_move()
    game.slide(moves)


def test_the_timer_runs_from_the_first_move_to_the_goal(game, clock):
    clock.now += 10
    assert not game.is_timing
    move(game, (Move.RIGHT,))
    assert game.is_timing
    clock.now += 4
    game.undo()  # does not restore the time
    assert game.play.seconds == 4
    game.redo()
    clock.now += 1
    move(game, (Move.RIGHT,))
    clock.now += 100
    assert (game.play.is_solved, game.is_timing, game.play.seconds) == (True, False, 5)


def test_each_scenario_has_its_own_time_and_undo_restores_the_old_one(game, clock):
    move(game, (Move.UP,))
    clock.now += 7
    game.begin(OTHER)
    assert (game.play.seconds, game.play.move_count) == (0, 0)
    move(game, (Move.UP,))
    clock.now += 2
    game.undo()
    game.undo()
    assert (game.play.scenario, game.play.seconds) == (NEAR, 7)
    clock.now += 1
    assert game.play.seconds == 8
    game.redo()
    assert (game.play.scenario, game.play.seconds) == (OTHER, 2)


@pytest.mark.parametrize("mark", ["assisted", "coached"])
def test_help_cannot_be_undone_but_does_not_mark_another_scenario(game, mark):
    def is_marked():
        assert game.play.is_helped == getattr(game.play, mark)
        return getattr(game.play, mark)

    move(game, (Move.UP,))
    game.mark(**{mark: True})
    game.undo()
    assert is_marked()
    game.restart()
    assert is_marked()
    game.begin(OTHER)
    assert not is_marked()
    game.undo()
    assert is_marked()


def test_a_held_timer_is_stopped(game, clock):
    move(game, (Move.UP,))
    clock.now += 3
    game.hold(True)
    clock.now += 50
    assert game.play.seconds == 3
    move(game, (Move.DOWN,))
    clock.now += 50
    assert game.play.seconds == 3
    game.hold(False)
    clock.now += 1
    assert game.play.seconds == 4


UP, DOWN, LEFT, RIGHT = Move


def test_the_played_path_has_every_move_with_its_time(game, clock):
    assert played(game.saved) == PlayedPath(NEAR.start)
    clock.now += 50  # the timer has not started
    move(game, (RIGHT,))
    clock.now += 3
    move(game, (UP, UP))
    clock.now += 4
    assert played(game.saved) == PlayedPath(NEAR.start, (RIGHT, UP, UP), (0, 3, 3), slides=2)
    game.undo()  # undone moves are removed, and the timer continues
    move(game, (RIGHT,))
    assert played(game.saved) == PlayedPath(NEAR.start, (RIGHT, RIGHT), (0, 7), slides=2)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ((RIGHT,), (UP, LEFT), PlayedPath(NEAR.start, (RIGHT, RIGHT), (0, 3), slides=2)),
        # a board outside the path starts a new path
        ((UP,), ("undo", RIGHT), PlayedPath(NEAR.start.apply(UP), (RIGHT,), (3,), slides=1)),
    ],
)
def test_returning_to_a_search_shortens_the_path(game, clock, before, after, expected):
    move(game, before)
    searched = game.play
    clock.now += 2
    for step in after:
        game.undo() if step == "undo" else move(game, (step,))
    game.go_back(searched.board, searched.move_count)
    clock.now += 1
    move(game, (RIGHT,))
    assert played(game.saved) == expected


@given(st.lists(st.sampled_from([*Move, "undo", "redo", "restart"]), max_size=40))
def test_the_played_path_leads_to_the_current_board(actions):
    clock = FakeClock()
    game = Game(SavedGame(Play(scenario=NEAR, board=NEAR.start)), clock)
    for action in actions:
        clock.now += 1
        if isinstance(action, str):
            getattr(game, action)()
        elif action in game.play.board.legal_moves():
            move(game, (action,))
        else:
            before = game.saved
            with pytest.raises(IllegalMoveError):
                move(game, (action,))
            assert game.saved == before
    path = played(game.saved)
    assert path.start == NEAR.start
    assert path.start.apply_all(path.moves) == game.play.board
    assert len(path.moves) == len(path.times) == game.play.move_count
    assert list(path.times) == sorted(path.times)
    assert all(0 <= time <= game.play.seconds for time in path.times)


def test_the_timer_of_a_relay_board_waits_for_its_first_move():
    clock = FakeClock()
    game = Game(SavedGame(Play(scenario=NEAR, board=NEAR.start)), clock)
    game.begin(NEAR, is_fenced=True)
    move(game, (RIGHT,))
    assert game.is_timing
    game.begin(NEAR, is_fenced=True)
    clock.now += 5
    assert (game.is_timing, game.play.seconds) == (False, 0)


def test_a_restart_of_a_relay_board_keeps_its_time():
    clock = FakeClock()
    game = Game(SavedGame(Play(scenario=NEAR, board=NEAR.start)), clock)
    game.begin(NEAR, is_fenced=True)
    move(game, (RIGHT,))
    clock.now += 5
    game.restart()
    assert (game.play.seconds, game.is_timing) == (5, True)
    game.begin(NEAR, is_fenced=True)
    game.restart()
    assert not game.is_timing
    game.begin(NEAR)
    move(game, (RIGHT,))
    clock.now += 5
    game.restart()
    assert game.play.seconds == 0


@pytest.mark.parametrize(("is_assisted", "is_finished"), [(False, True), (True, False)])
def test_only_a_play_that_the_player_has_solved_is_finished_when_it_is_resumed(
    clock, is_assisted, is_finished
):
    start = Play(scenario=NEAR, board=NEAR.start, assisted=is_assisted)
    solved = Play(scenario=NEAR, board=GOAL, assisted=is_assisted, move_count=2)
    game = Game(SavedGame(solved, (start,)), clock)
    assert game.is_finished is is_finished
    game.undo()
    move(game, (RIGHT,))
    assert game.is_timing is not is_finished


def test_a_board_that_starts_solved_is_not_finished_when_it_is_resumed(clock):
    scenario = Scenario(GOAL, GOAL)
    assert not Game(SavedGame(Play(scenario=scenario, board=GOAL)), clock).is_finished


def test_a_restart_uncovers_the_tiles_until_the_first_move(game):
    move(game, (RIGHT,))
    game.mark(blindfold=True)
    game.restart()
    assert not game.play.blindfold


def test_the_watched_moves_of_a_path_are_those_after_a_return_to_a_search(game):
    move(game, (UP,))
    game.slide((UP, RIGHT), is_watched=True)
    assert played(game.saved).watched == {1, 2}
    game.go_back(NEAR.start.apply(UP), 1)
    move(game, (RIGHT,))
    assert played(game.saved).watched == frozenset()
    game.slide((RIGHT,), is_watched=True)
    assert played(game.saved).watched == {2}
    game.go_back(NEAR.start.apply(RIGHT), 1)
    move(game, (UP,))
    assert (played(game.saved).moves, played(game.saved).watched) == ((UP,), frozenset())
    game.restart()
    game.slide((RIGHT,), is_watched=True)
    game.go_back(NEAR.start.apply(UP), 1)  # which is not on the path
    move(game, (UP,))
    assert (played(game.saved).moves, played(game.saved).watched) == ((UP,), frozenset())


def test_an_assisted_play_is_not_blindfold(game):
    game.mark(blindfold=True)
    game.mark(assisted=True)
    assert not game.play.blindfold


def test_undo_during_a_drag_cancels_the_start_of_the_timer(game, clock):
    move(game, (RIGHT,))
    game.begin(OTHER)
    game.start_move()
    clock.now += 3
    assert game.undo()
    assert game.redo()
    assert (game.play.seconds, game.is_timing) == (0, False)
