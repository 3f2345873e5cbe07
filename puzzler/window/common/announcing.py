"""The line that a screen reader reads aloud: what has just happened."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.board.board import Board
from puzzler.humanize import sentence
from puzzler.window.window import Window

_DIRECTIONS = {(-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right"}


class Announcer:
    """Keeps what was said, until something else has happened."""

    def __init__(self) -> None:
        self._board: Board | None = None
        self._coach = self._line = self._said = ""

    def words(self, window: Window) -> str:
        """8 moves right. 41 moves left, none wasted."""
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


def moved(before: Board, after: Board, words: Callable[[int], str] = str) -> str:
    """Which tiles slid, and where; "" where it was more than one slide."""
    if before.size != after.size:
        return ""
    steps: dict[int, tuple[int, int]] = {}
    for tile, old, new in sorted(
        (tile, before.tiles.index(tile), cell)
        for cell, tile in enumerate(after.tiles)
        if tile and before.tiles[cell] != tile
    ):
        (row, column), (to_row, to_column) = (divmod(c, after.columns) for c in (old, new))
        steps[tile] = to_row - row, to_column - column
    ways = set(steps.values())
    if len(ways) != 1 or not ways <= _DIRECTIONS.keys():
        return ""
    names = " and ".join(map(words, steps))
    return f"{names} {'moves' if len(steps) == 1 else 'move'} {_DIRECTIONS[ways.pop()]}"
