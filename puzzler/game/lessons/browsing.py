"""Browsing: the list of lessons is shown."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.game.play.context import Aside
from puzzler.game.play.game import Play


class Browsing(Aside):
    """The game waits underneath as it is, and nothing is played."""

    @property
    def board(self) -> Board:
        return self._context.board

    @property
    def play(self) -> Play:
        return self._context.game.present
