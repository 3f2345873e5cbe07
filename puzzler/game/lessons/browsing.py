"""Browsing: the list of lessons is looked at."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.activity import Reply
from puzzler.game.play.game import Play
from puzzler.game.sitting import Sitting
from puzzler.solver.messages import Progress


class Browsing:
    """The game waits beneath as it is, and nothing is played."""

    is_aside = True
    is_over = False
    is_busy = False
    is_paused = False
    holds_timer = True
    can_undo = False
    can_redo = False

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self._sitting.board

    @property
    def goal(self) -> Board:
        """The goal of the game."""
        return self._sitting.goal

    @property
    def play(self) -> Play:
        """The game."""
        return self._sitting.game.present

    @property
    def progress(self) -> Progress | None:
        """No search is watched."""
        return None

    def begin(self) -> None:
        """What was said of something else is past."""
        self._sitting.say("")

    def click(self, cell: int) -> Reply:
        """There is no board here."""
        return Reply.REFUSED

    def move(self, move: Move) -> Reply:
        """There is no board here."""
        return Reply.REFUSED

    def undo(self) -> Reply:
        """There is nothing to take back."""
        return Reply.REFUSED

    def redo(self) -> Reply:
        """There is nothing to do again."""
        return Reply.REFUSED

    def toggle_pause(self) -> None:
        """Nothing moves by itself."""

    def tick(self, elapsed: float) -> None:
        """Nothing changes by itself."""

    def leave(self) -> None:
        """Nothing is left of it."""
