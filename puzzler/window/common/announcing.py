"""The line that a screen reader reads aloud: what has just happened."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.game.play.messages import moved
from puzzler.humanize import sentence
from puzzler.window.window import Window


class Announcer:
    """Keeps what was said, until something else has happened."""

    def __init__(self) -> None:
        self._board: Board | None = None
        self._coach = self._line = self._said = ""

    def words(self, window: Window) -> str:
        """8 slides right. 41 moves left, none wasted."""
        board, line = window.shown.play.board, window.line
        told = window.shown.coach.line
        coach = "" if told is None or told.left.is_computing else told.text
        parts = []
        if self._board is not None and board != self._board and not window.shown.play.is_covering:
            parts.append(moved(self._board, board, window.view.skin.words))
        if line != self._line:
            parts.append(line)
        if coach and (coach != self._coach or any(parts)):
            parts.append(coach)
        self._board, self._line, self._coach = board, line, coach
        if any(parts):
            self._said = " ".join(f"{sentence(part).rstrip('.')}." for part in parts if part)
        return self._said
