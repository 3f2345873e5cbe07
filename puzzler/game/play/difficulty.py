"""How far a new board is shuffled. A new level is one new row."""

from __future__ import annotations

from enum import StrEnum

from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import default_shuffle_moves


class Difficulty(StrEnum):
    """How far a new board is shuffled, from little to all."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    MIXED = "mixed"
    """As the command line shuffles by default."""

    @property
    def label(self) -> str:
        """For a menu."""
        return "Fully mixed" if self is Difficulty.MIXED else self.value.capitalize()

    def shuffle_moves(self, rows: int, columns: int) -> int:
        """How many random moves shuffle a board of this shape."""
        if self is Difficulty.MIXED:
            return default_shuffle_moves(rows, columns)
        return _MOVES_A_CELL[self] * rows * columns


_MOVES_A_CELL = {Difficulty.EASY: 1, Difficulty.MEDIUM: 3, Difficulty.HARD: 7}


def difficulty_of(scenario: Scenario) -> Difficulty | None:
    """How far it was shuffled, rounded down to a level; None where it was not shuffled."""
    if not scenario.shuffle_moves:
        return None
    reached = [
        difficulty
        for difficulty in Difficulty
        if difficulty.shuffle_moves(*scenario.start.size) <= scenario.shuffle_moves
    ]
    return reached[-1] if reached else Difficulty.EASY
