"""Difficulties, goals by name, and kinds of play: what is compared, a page of statistics each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, Self

from puzzler import humanize
from puzzler.board.board import Board, check_shape
from puzzler.board.goal import GOALS
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import MIXED as MIXED_NAME
from puzzler.game.core.game import Play
from puzzler.humanize import counted
from puzzler.search.shuffling import Band


class Difficulty(StrEnum):
    """How far a board was shuffled, from little to all. A new level is one new row.

    On 3x3 and 4x4 the levels are grades of true distance; elsewhere they are numbers of random
    moves.
    """

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


OWN = "own"
"""What a goal is called that has no name."""


@lru_cache(maxsize=64)
def name_of_goal(goal: Board) -> str:
    """The name in GOALS of ``goal``, or OWN."""
    return next((name for name, make in GOALS.items() if make(*goal.size) == goal), OWN)


def goal_text(goal: Board) -> str:
    """What is kept of ``goal``: its name, or itself where it has none."""
    name = name_of_goal(goal)
    return str(goal) if name == OWN else name


@lru_cache(maxsize=64)
def goal_from_text(text: str, rows: int, columns: int) -> Board:
    """The goal that ``text`` says for this shape; the standard one where it is of another shape.

    text: a name in GOALS or a board; BoardError where it is neither.
    """
    if text in GOALS:
        return GOALS[text](rows, columns)
    goal = Board.parse(text)
    return goal if goal.size == (rows, columns) else Board.solved(rows, columns)


@dataclass(frozen=True)
class Category:
    """Plays on boards of one shape, one goal and one difficulty, all seen or all blindfold."""

    rows: int
    columns: int
    goal: str
    """A name in GOALS, or the text of the board."""
    difficulty: Difficulty
    is_blindfold: bool = False
    """The tiles were covered from the first move on."""

    def __post_init__(self) -> None:
        check_shape(self.rows, self.columns)
        goal_from_text(self.goal, self.rows, self.columns)
        object.__setattr__(self, "difficulty", Difficulty(self.difficulty))

    @classmethod
    def of(cls, play: Play) -> Category | None:
        """That of ``play``; None where its board was not shuffled: such a play has no equals."""
        difficulty = difficulty_of(play.scenario)
        if difficulty is None:
            return None
        goal = play.scenario.goal
        return cls(goal.rows, goal.columns, goal_text(goal), difficulty, play.blindfold)

    @property
    def title(self) -> str:
        """In words: 4×4, standard goal, fully mixed."""
        goal = self.goal.replace("-", " ") if "/" not in self.goal else "custom"
        blindfold = ", blindfold" if self.is_blindfold else ""
        size = f"{self.rows}{humanize.TIMES}{self.columns}"
        return f"{size}, {goal} goal, {self.difficulty.label.lower()}{blindfold}"


@dataclass(frozen=True)
class RelayKind:
    """Relays: boards from 2×2 to 5×5 in a row, under one clock."""

    title: str = f"Relay, 2{humanize.TIMES}2 to 5{humanize.TIMES}5"


RELAY: Final = RelayKind()
Kind = Category | RelayKind
"""What has statistics of its own."""
