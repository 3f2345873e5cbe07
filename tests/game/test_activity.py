"""An activity is one file: this one has a toy activity, and nothing else had to be touched."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

import pytest

from puzzler.board import Board, Move
from puzzler.game.activity import Activity, Reply
from puzzler.game.play.game import Play
from puzzler.game.play.playing import Playing
from puzzler.game.sitting import Sitting
from puzzler.game.watch.watching import Phase
from puzzler.solver.messages import Progress
from tests.game.fakes import doing
from tests.game.test_session import NEAR, Stage


@dataclass
class Spinning:
    """The blank wanders by itself for a second."""

    sitting: Sitting
    seconds: float = 0.0
    has_begun: bool = False
    is_left: bool = False
    is_paused: bool = False
    holds_timer: bool = True
    is_aside: bool = False
    can_undo: bool = False
    can_redo: bool = False
    progress: Progress | None = None

    @property
    def board(self) -> Board:
        board = self.sitting.board
        return board.apply(board.legal_moves()[0]) if int(self.seconds * 4) % 2 else board

    @property
    def goal(self) -> Board:
        return self.sitting.goal

    @property
    def play(self) -> Play:
        return replace(self.sitting.game.play, board=self.board)

    @property
    def is_busy(self) -> bool:
        return not self.is_paused

    @property
    def is_over(self) -> bool:
        return self.seconds >= 1

    def begin(self) -> None:
        self.has_begun = True
        self.sitting.say("Spinning")

    def click(self, cell: int) -> Reply:
        return Reply.YIELDS

    def move(self, move: Move) -> Reply:
        return Reply.REFUSED

    def undo(self) -> Reply:
        return Reply.DONE

    def redo(self) -> Reply:
        return Reply.REFUSED

    def toggle_pause(self) -> None:
        self.is_paused = not self.is_paused

    def tick(self, elapsed: float) -> None:
        if not self.is_paused:
            self.seconds += elapsed

    def leave(self) -> None:
        self.is_left = True


@pytest.fixture
def stage():
    return Stage()


@pytest.fixture
def toy(stage):
    stage.tick()
    toy: Activity = Spinning(stage.session.sitting)
    stage.session.enter(toy)
    return toy


def test_it_is_entered_shows_its_board_and_ends_by_itself(stage, toy):
    session = stage.session
    assert (session.activity, toy.has_begun, session.message) == (toy, True, "Spinning")
    assert session.is_busy
    stage.pass_time(0.3)
    assert session.board != NEAR.start
    stage.pass_time(1)
    assert doing(session) is Playing
    assert toy.is_left
    assert session.board == NEAR.start


def test_it_answers_the_hand_or_gives_way(stage, toy):
    session = stage.session
    assert not session.move(Move.DOWN)
    assert session.undo()
    assert session.activity is toy
    assert session.click(6)
    assert (doing(session), toy.is_left) == (Playing, True)
    assert session.board == NEAR.start.apply(Move.DOWN)


@pytest.mark.parametrize(
    ("call", "after"),
    [("watch", Phase.SEARCHING), ("new", None), ("restart", Playing), ("stop", Playing)],
)
def test_whatever_else_is_asked_for_leaves_it(stage, toy, call, after):
    getattr(stage.session, call)()
    assert toy.is_left
    assert after is None or doing(stage.session) is after


def test_it_holds_the_timer_and_can_be_paused(stage):
    session = stage.session
    session.move(Move.DOWN)
    stage.tick()
    session.enter(Spinning(session.sitting))
    assert not session.is_timing
    session.toggle_pause()
    assert session.is_paused
    stage.pass_time(3)
    assert isinstance(session.activity, Spinning)
    session.stop()
    assert session.is_timing


def test_what_it_left_is_logged_by_nobody(stage, toy, caplog):
    caplog.set_level(logging.INFO, logger="puzzler")
    stage.session.stop()
    assert caplog.text == ""
