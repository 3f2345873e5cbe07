"""Shuffling: a new board is shuffled before the person's eyes."""

from __future__ import annotations

from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.play.context import Activity, Context, Reply
from puzzler.game.play.game import Play
from puzzler.game.play.shuffle_show import SLIDE_SECONDS, ShuffleShow


class Shuffling(Activity):
    """Shows how the present scenario was shuffled; the game has it already."""

    def __init__(self, context: Context, scenario: Scenario, before: Board) -> None:
        """``before`` is the board on show until now."""
        super().__init__(context)
        self._show = ShuffleShow(scenario)
        self._before = before
        self._is_finished = False
        self.is_over = self._show.is_over

    @property
    def board(self) -> Board:
        return self._context.board if self._is_finished else self._show.board

    @property
    def play(self) -> Play:
        return replace(self._context.game.play, board=self.board)

    @property
    def is_busy(self) -> bool:
        return True

    @property
    def can_undo(self) -> bool:
        return self._context.game.can_undo

    @property
    def can_redo(self) -> bool:
        return self._context.game.can_redo

    def begin(self) -> None:
        self._context.feedback.jump(self._before, self.board)

    def click(self, cell: int) -> Reply:
        """Finish at once; the tile under the pointer was another one, so nothing slides."""
        self._finish()
        return Reply.DONE

    def move(self, move: Move) -> Reply:
        """As ``click``."""
        self._finish()
        return Reply.DONE

    def undo(self) -> Reply:
        return Reply.YIELDS

    def redo(self) -> Reply:
        return Reply.YIELDS

    def tick(self, elapsed: float) -> None:
        feedback, board = self._context.feedback, self.board
        for before, moves in self._show.advance(elapsed):
            feedback.jump(board, before)  # a cut, where something was left out
            board = feedback.glide(before, moves, SLIDE_SECONDS, is_linear=True)
        self.is_over = self._show.is_over

    def leave(self) -> None:
        """Show the whole shuffle at once."""
        self._finish()

    def _finish(self) -> None:
        before, self._is_finished, self.is_over = self.board, True, True
        self._context.feedback.jump(before, self.board)
