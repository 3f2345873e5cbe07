"""How far a new board is shuffled. A new level is one new row.

On 3x3 and 4x4 the levels are grades of true distance; elsewhere they are numbers of random moves.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import MIXED as MIXED_NAME
from puzzler.humanize import counted
from puzzler.search.grading import Band


class Difficulty(StrEnum):
    """How far a board was shuffled, from little to all."""

    label: str
    """For a menu, and for what stands beside a board."""

    def __new__(cls, name: str, label: str = "") -> Self:
        made = str.__new__(cls, name)
        made._value_, made.label = name, label
        return made

    EASY = "easy", "Easy"
    MEDIUM = "medium", "Medium"
    HARD = "hard", "Hard"
    MIXED = MIXED_NAME, "Fully mixed"
    """Until nothing is left of the goal, as the command line shuffles by default."""
    DAILY = "daily", "Board of the day"
    """Fully mixed, and the same for everybody on one day."""
    EASY_BY_MOVES = "easy-by-moves", "Easy by number of moves"
    """On a shape that has grades: by number of random moves, as before there were any."""
    MEDIUM_BY_MOVES = "medium-by-moves", "Medium by number of moves"
    HARD_BY_MOVES = "hard-by-moves", "Hard by number of moves"

    def band(self, rows: int, columns: int) -> Band | None:
        """How far from the goal boards of this shape are; None where there are no grades."""
        return _BANDS.get((rows, columns), {}).get(self)

    def shuffle_moves(self, rows: int, columns: int) -> int | None:
        """How many random moves shuffle a board of this shape.

        None for as many as it takes: to mix it fully, or to be as far from the goal as ``band``
        says.
        """
        if self not in _MOVES_A_CELL or self.band(rows, columns) is not None:
            return None
        return _MOVES_A_CELL[self] * rows * columns

    def describe(self, rows: int, columns: int) -> str:
        """What it means on a board of this shape, in a few words."""
        band, moves = self.band(rows, columns), self.shuffle_moves(rows, columns)
        if band is not None:
            ends = f"{band.least} to {band.most}" if band.most else f"at least {band.least}"
            return f"{ends} moves from the goal"
        if moves is not None:
            return counted(moves, "random move")
        return "as many random moves as it takes to mix the board fully"


CHOICES = (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD, Difficulty.MIXED)
"""What a new board can be shuffled to, from little to all."""

# of all boards of 3x3 a good third are at least 24 moves from the goal; of 4x4 three in ten are 56
_BANDS = {
    (3, 3): {
        Difficulty.EASY: Band(6, 10),
        Difficulty.MEDIUM: Band(14, 18),
        Difficulty.HARD: Band(24),
    },
    (4, 4): {
        Difficulty.EASY: Band(12, 20),
        Difficulty.MEDIUM: Band(28, 36),
        Difficulty.HARD: Band(56),
    },
}
_MOVES_A_CELL = {Difficulty.EASY: 1, Difficulty.MEDIUM: 3, Difficulty.HARD: 7}


def difficulty_of(scenario: Scenario) -> Difficulty | None:
    """How far it was shuffled; None where it was not, or where only a newer version knows.

    Where it does not say so itself, the number of moves tells, rounded down to a level.
    """
    if scenario.difficulty:
        return next((each for each in Difficulty if each == scenario.difficulty), None)
    if not scenario.shuffle_moves:
        return None
    rows, columns = scenario.start.size
    levels = {level: moves * rows * columns for level, moves in _MOVES_A_CELL.items()}
    reached = [level for level, moves in levels.items() if moves <= scenario.shuffle_moves]
    level = reached[-1] if reached else Difficulty.EASY
    has_grades = level.band(rows, columns) is not None
    return Difficulty[f"{level.name}_BY_MOVES"] if has_grades else level
