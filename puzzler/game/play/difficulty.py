"""How far a new board is shuffled. A new level is one new row."""

from __future__ import annotations

from enum import StrEnum

from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import MIXED as MIXED_NAME


class Difficulty(StrEnum):
    """How far a new board is shuffled, from little to all."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    MIXED = MIXED_NAME
    """Until nothing is left of the goal, as the command line shuffles by default."""

    @property
    def label(self) -> str:
        """For a menu."""
        return "Fully mixed" if self is Difficulty.MIXED else self.value.capitalize()

    def shuffle_moves(self, rows: int, columns: int) -> int | None:
        """How many random moves shuffle a board of this shape; None for as many as it takes."""
        if self is Difficulty.MIXED:
            return None
        return _MOVES_A_CELL[self] * rows * columns


_MOVES_A_CELL = {Difficulty.EASY: 1, Difficulty.MEDIUM: 3, Difficulty.HARD: 7}


def difficulty_of(scenario: Scenario) -> Difficulty | None:
    """How far it was shuffled; None where it was not, or where only a newer version knows.

    Where it does not say so itself, the number of moves tells, rounded down to a level.
    """
    if scenario.difficulty:
        return Difficulty(scenario.difficulty) if scenario.difficulty in _NAMES else None
    if not scenario.shuffle_moves:
        return None
    rows, columns = scenario.start.size
    levels = {level: moves * rows * columns for level, moves in _MOVES_A_CELL.items()}
    reached = [level for level, moves in levels.items() if moves <= scenario.shuffle_moves]
    return reached[-1] if reached else Difficulty.EASY


_NAMES = frozenset(map(str, Difficulty))
