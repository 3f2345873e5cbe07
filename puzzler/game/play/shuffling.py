"""Shuffling: a new board is shuffled before the person's eyes."""

from __future__ import annotations

from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.activity import Reply
from puzzler.game.play.game import Play
from puzzler.game.play.shuffle_show import SLIDE_SECONDS, ShuffleShow
from puzzler.game.play.slide import Cause
from puzzler.game.sitting import Sitting
from puzzler.solver.messages import Progress


class Shuffling:
    """Shows how the present scenario was shuffled; the game has it already."""

    is_aside = False

    def __init__(self, sitting: Sitting, scenario: Scenario, before: Board) -> None:
        """``before`` is the board on show until now."""
        self._sitting = sitting
        self._show = ShuffleShow(scenario)
        self._before = before
        self._is_finished = False

    @property
    def board(self) -> Board:
        """As far as it is shuffled."""
        return self._sitting.board if self._is_finished else self._show.board

    @property
    def goal(self) -> Board:
        """The goal of the game."""
        return self._sitting.goal

    @property
    def play(self) -> Play:
        """The play that is about to begin."""
        return replace(self._sitting.game.play, board=self.board)

    @property
    def progress(self) -> Progress | None:
        """No search runs."""
        return None

    @property
    def is_busy(self) -> bool:
        """It moves."""
        return True

    @property
    def is_over(self) -> bool:
        """The whole shuffle has been shown."""
        return self._is_finished or self._show.is_over

    @property
    def is_paused(self) -> bool:
        """It does not pause."""
        return False

    @property
    def holds_timer(self) -> bool:
        """Before the first move the timer stands anyway."""
        return True

    @property
    def can_undo(self) -> bool:
        """The board before comes back."""
        return self._sitting.game.can_undo

    @property
    def can_redo(self) -> bool:
        """A new board leaves nothing to do again."""
        return self._sitting.game.can_redo

    def begin(self) -> None:
        """From the goal on."""
        self._sitting.stage.jump(self._before, self.board)

    def click(self, cell: int) -> Reply:
        """Finish at once; the tile under the hand was another one, so nothing slides."""
        self._finish()
        return Reply.DONE

    def move(self, move: Move) -> Reply:
        """As ``click``."""
        self._finish()
        return Reply.DONE

    def undo(self) -> Reply:
        """Let the game take back the new board."""
        return Reply.YIELDS

    def redo(self) -> Reply:
        """Let the game do it."""
        return Reply.YIELDS

    def toggle_pause(self) -> None:
        """It lasts no longer than a blink or two."""

    def tick(self, elapsed: float) -> None:
        """Slide by slide."""
        stage, board = self._sitting.stage, self.board
        for before, moves in self._show.advance(elapsed):
            stage.jump(board, before)  # a cut, where something was left out
            board = stage.glide(before, moves, Cause.SHUFFLE, SLIDE_SECONDS, is_linear=True)

    def leave(self) -> None:
        """Show the whole shuffle at once."""
        self._finish()

    def _finish(self) -> None:
        before, self._is_finished = self.board, True
        self._sitting.stage.jump(before, self.board)
