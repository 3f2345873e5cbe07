"""Records: the best time, the fewest moves and the last solves of each kind of board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzler.board.board import check_shape
from puzzler.board.scenario import Scenario
from puzzler.game.play.difficulty import Difficulty, difficulty_of
from puzzler.game.play.goals import check_goal_text, goal_text

LONGEST_AVERAGE = 12
"""A record knows the last solves one by one, and no more of them than this."""


@dataclass(frozen=True)
class Category:
    """What is compared with each other: boards of one shape, one goal and one difficulty."""

    rows: int
    columns: int
    goal: str
    """A name in GOALS, or the text of the board."""
    difficulty: Difficulty

    def __post_init__(self) -> None:
        check_shape(self.rows, self.columns)
        check_goal_text(self.goal)
        object.__setattr__(self, "difficulty", Difficulty(self.difficulty))

    @classmethod
    def of(cls, scenario: Scenario) -> Category | None:
        """That of ``scenario``; None where it was not shuffled: such a board enters no record."""
        difficulty = difficulty_of(scenario)
        if difficulty is None:
            return None
        goal = scenario.goal
        return cls(goal.rows, goal.columns, goal_text(goal), difficulty)


@dataclass(frozen=True)
class Solve:
    """One solve by hand, or the average of some."""

    seconds: float
    moves: float
    """Steps of the blank; a whole number unless it is an average."""

    def __post_init__(self) -> None:
        for value in (self.seconds, self.moves):
            if type(value) not in (int, float) or not 0 <= value < 1e12:
                raise ValueError(f"a solve cannot take {value!r}")


@dataclass(frozen=True)
class Record:
    """What was reached in one category."""

    solves: int = 0
    """How many solves were counted."""
    best_seconds: float | None = None
    """None before the first solve."""
    best_moves: float | None = None
    """None before the first solve."""
    last: tuple[Solve, ...] = ()
    """The last twelve, the newest at the end."""

    def __post_init__(self) -> None:
        if type(self.solves) is not int or not len(self.last) <= self.solves:
            raise ValueError(f"{self.solves!r} solves cannot be")
        if self.solves and (self.best_seconds is None or self.best_moves is None):
            raise ValueError("a record without a best cannot be")
        Solve(self.best_seconds or 0, self.best_moves or 0)

    def average(self, count: int) -> Solve | None:
        """The plain mean of the last ``count`` solves; None while there are fewer."""
        if not 1 <= count <= len(self.last):
            return None
        last = self.last[-count:]
        return Solve(
            sum(solve.seconds for solve in last) / count, sum(solve.moves for solve in last) / count
        )

    def is_beaten_in_time(self, solve: Solve) -> bool:
        """``solve`` is faster than the best so far."""
        return self.best_seconds is not None and solve.seconds < self.best_seconds

    def is_beaten_in_moves(self, solve: Solve) -> bool:
        """``solve`` takes fewer moves than the best so far."""
        return self.best_moves is not None and solve.moves < self.best_moves


@dataclass(frozen=True)
class Records:
    """The records of every category."""

    by_category: Mapping[Category, Record] = field(default_factory=dict, hash=False)

    def of(self, category: Category) -> Record:
        """The record of ``category``, empty where nothing was solved in it."""
        return self.by_category.get(category, Record())
