"""Playing by hand: pauses, covered tiles, undo into another board, and results."""

from __future__ import annotations

import pytest

from puzzler.board import Move
from puzzler.humanize import solve_time
from tests.game.fakes import Stage, message_of, play_of
from tests.game.test_session import SHUFFLED, WAY_BACK, summary_of


def test_the_timer_stops_while_the_game_is_covered_or_paused(stage, session):
    def wait() -> tuple[float, bool]:
        stage.tick(1)
        return session.activity.play.seconds, play_of(session).is_timing

    session.toggle_pause()
    assert not play_of(session).is_paused  # the timer has not started
    session.move(Move.DOWN)
    assert wait() == (1, True)
    session.cover(True)
    assert wait() == (1, False)
    session.watch.start()
    session.cover(True)
    session.stop()  # the solver played in between
    assert wait() == (1, False)
    session.cover(False)
    assert wait() == (2, True)
    session.toggle_pause()
    assert (play_of(session).is_paused, message_of(session)) == (True, "Game paused")
    assert wait() == (2, False)
    session.toggle_pause()
    assert (play_of(session).is_paused, message_of(session)) == (False, "")
    assert wait() == (3, True)
    session.toggle_pause()
    before = play_of(session).board
    assert session.click(7)  # a click on covered tiles only uncovers them
    play = play_of(session)
    assert (play.board, play.is_paused, play.is_timing) == (before, False, True)


def test_undo_and_redo_to_another_board_have_a_message(session):
    session.move(Move.DOWN)
    session.boards.new(3, 4, seed=77)
    session.stop()
    assert session.undo()
    assert message_of(session) == "Back to your 3×3 board"
    assert session.undo()
    assert message_of(session) == ""
    session.redo()
    session.redo()
    assert message_of(session) == "Back to your 3×4 board, seed 77"
    session.boards.new(goal="snail", seed=5)
    session.stop()
    session.undo()
    session.redo()
    assert message_of(session) == "Back to your 3×4 board, seed 5 (snail)"
    session.move(play_of(session).board.legal_moves()[0])
    session.boards.restart()
    session.undo()
    assert message_of(session) == ""


def test_the_result_has_the_same_time_as_the_record():
    stage = Stage(scenario=SHUFFLED)
    session = stage.session
    for move in WAY_BACK:
        session.move(move)
        stage.tick(0.261)
    time = solve_time(summary_of(session).best_seconds)
    assert time in message_of(session) and time == "2.09 s"


def test_the_same_board_again_is_a_retry_and_sets_no_record():
    stage = Stage(scenario=SHUFFLED)
    session = stage.session
    for seconds in (0.2, 0.1):
        for move in WAY_BACK:
            session.move(move)
            stage.tick(seconds)
        finish = play_of(session).finish
        session.boards.restart()
    assert (finish.unranked, finish.beaten) == ("retry", ())
    assert finish.best_seconds == summary_of(session).best_seconds == pytest.approx(1.6)
    assert summary_of(session).count == 1


def test_an_error_of_the_store_is_displayed(stage, session):
    class FailingGame:
        def keep(self, saved):
            pass

        def take_trouble(self):
            return "the game cannot be saved (disk full)"

    session.store = FailingGame()
    stage.tick()
    assert message_of(session) == "The game cannot be saved (disk full)"
