"""A shuffle as it is shown: the same random moves, many at a time, in a fixed short while."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.play import pace

SECONDS = 1.5
"""The whole show takes so long, and less for a short shuffle."""
SLIDES = 45
"""Slides in a whole show; each glides all of its moves at once."""
SLIDE_SECONDS = SECONDS / SLIDES


class ShuffleShow:
    """The way from the goal to a scenario's start, slide by slide."""

    def __init__(self, scenario: Scenario) -> None:
        self.board: Board = scenario.goal
        self._moves = scenario.shuffle
        self._slides = min(SLIDES, len(self._moves))
        self._shown = 0
        self._elapsed = 0.0

    @property
    def is_over(self) -> bool:
        """The whole shuffle has been shown."""
        return self._shown == self._slides

    def advance(self, elapsed: float) -> list[tuple[Move, ...]]:
        """Let ``elapsed`` seconds pass, counted as at most 50 ms; the moves of each slide due."""
        self._elapsed += pace.counted(elapsed)
        due = min(self._slides, int(self._elapsed / SLIDE_SECONDS + 1e-9))
        slides = [self._moves[self._end(n) : self._end(n + 1)] for n in range(self._shown, due)]
        for moves in slides:
            self.board = self.board.apply_all(moves)
        self._shown = due
        return slides

    def _end(self, slides: int) -> int:
        """How many moves the first so many slides hold."""
        return slides * len(self._moves) // self._slides
