"""A minimal activity that is defined only in this file."""

from __future__ import annotations

import pytest

from puzzler.board import Board, Move
from puzzler.game.core.activity import Activity, Reply
from puzzler.game.play.playing import Playing
from puzzler.game.watch.watching import WatchPhase
from tests.game.fakes import NEAR, doing, message_of, play_of


class Spinning(Activity):
    """The blank wanders for a second."""

    is_paused = is_started = is_left = False
    seconds = 0.0

    @property
    def board(self) -> Board:
        board = self._context.board
        return board.apply(board.legal_moves()[0]) if int(self.seconds * 4) % 2 else board

    @property
    def is_busy(self) -> bool:
        return not self.is_paused

    def begin(self) -> None:
        self.is_started = True
        self._context.say("Spinning")

    def move(self, move: Move) -> Reply:
        return Reply.REFUSED

    def undo(self) -> Reply:
        return Reply.DONE

    def toggle_pause(self) -> None:
        self.is_paused = not self.is_paused

    def tick(self, elapsed: float) -> None:
        if not self.is_paused:
            self.seconds += elapsed
        self.is_over = self.seconds >= 1

    def leave(self) -> None:
        self.is_left = True


@pytest.fixture
def toy(stage):
    stage.tick()
    toy: Activity = Spinning(stage.session.context)
    stage.session.context.enter(toy)
    return toy


def test_an_activity_shows_its_board_and_can_end(stage, session, toy):
    assert (session.activity, toy.is_started, message_of(session)) == (toy, True, "Spinning")
    assert session.is_busy
    stage.pass_time(0.3)
    assert play_of(session).board != NEAR.start
    stage.pass_time(1)
    assert doing(session) is Playing
    assert toy.is_left
    assert play_of(session).board == NEAR.start


def test_an_activity_accepts_or_rejects_moves(session, toy):
    assert not session.move(Move.DOWN)
    assert session.undo()
    assert session.activity is toy
    assert session.click(6)
    assert (doing(session), toy.is_left) == (Playing, True)
    assert play_of(session).board == NEAR.start.apply(Move.DOWN)


@pytest.mark.parametrize(
    ("call", "after"),
    [
        (lambda session: session.watch.start(), WatchPhase.SEARCHING),
        (lambda session: session.boards.new(), None),
        (lambda session: session.boards.restart(), Playing),
        (lambda session: session.stop(), Playing),
    ],
)
def test_every_other_command_leaves_an_activity(session, toy, call, after):
    call(session)
    assert toy.is_left
    assert after is None or doing(session) is after


def test_an_activity_stops_the_timer_and_can_be_paused(stage, session):
    session.move(Move.DOWN)
    stage.tick()
    session.context.enter(Spinning(session.context))
    assert not play_of(session).is_timing
    session.toggle_pause()
    assert play_of(session).is_paused
    stage.pass_time(3)
    assert isinstance(session.activity, Spinning)
    session.stop()
    assert play_of(session).is_timing
