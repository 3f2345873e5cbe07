"""A shuffle as it is shown: how it begins and how it ends, slide by slide, in a short while."""

from __future__ import annotations

from itertools import groupby

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.play.playback import LONGEST_STEP

SECONDS = 1.5
"""The whole show takes so long, and less for a short shuffle."""
SLIDES = 44
"""Slides in a whole show; each is a slide as a hand could make it."""
SLIDE_SECONDS = SECONDS / SLIDES


class ShuffleShow:
    """The path from the goal to a scenario's start, or as much of it as can be seen in 1.5 s.

    Of a long path the first half of the slides shows the beginning and the other half the end: no
    eye could follow 40,000 moves, and many of them at once would let tiles fly over one another.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.board: Board = scenario.goal
        runs = [tuple(moves) for _, moves in groupby(scenario.shuffle)]
        half = SLIDES // 2
        ending = runs[half:] if len(runs) <= SLIDES else runs[-half:]
        self._runs = runs[:half] + ending
        self._cut = half
        self._after_cut = scenario.start
        for moves in reversed(ending):
            self._after_cut = self._after_cut.apply_all(move.inverse for move in reversed(moves))
        self._shown = 0
        self._elapsed = 0.0

    @property
    def is_over(self) -> bool:
        """The whole show is over: the board is the scenario's start."""
        return self._shown == len(self._runs)

    def advance(self, elapsed: float) -> list[tuple[Board, tuple[Move, ...]]]:
        """Let ``elapsed`` seconds pass, counted as at most 50 ms; the slides due.

        Of each the board before it, which may be another than the one after the slide before it,
        and its moves, all in one direction.
        """
        self._elapsed += min(max(elapsed, 0.0), LONGEST_STEP)
        due = min(len(self._runs), int(self._elapsed / SLIDE_SECONDS + 1e-9))
        slides = []
        for number in range(self._shown, due):
            before = self._after_cut if number == self._cut else self.board
            slides.append((before, self._runs[number]))
            self.board = before.apply_all(self._runs[number])
        self._shown = due
        return slides
