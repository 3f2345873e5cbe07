"""Records: the best time, the fewest moves and the last solves of each kind of board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from puzzler.board.board import check_shape
from puzzler.board.errors import quoted
from puzzler.board.scenario import Scenario
from puzzler.game.kept.kept_file import KeptFile
from puzzler.game.play.difficulty import Difficulty, difficulty_of
from puzzler.game.play.goals import check_goal_text, goal_text

LONGEST_AVERAGE = 12
"""So many solves are remembered one by one."""


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

    def with_solve(self, solve: Solve) -> Record:
        """The record after one more solve."""
        return Record(
            self.solves + 1,
            _smaller(self.best_seconds, solve.seconds),
            _smaller(self.best_moves, solve.moves),
            (*self.last, solve)[-LONGEST_AVERAGE:],
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

    def with_solve(self, category: Category, solve: Solve) -> Records:
        """The records after one more solve in ``category``."""
        return Records({**self.by_category, category: self.of(category).with_solve(solve)})


def load_records(folder: Path | None = None) -> tuple[Records, str]:
    """The records kept in ``folder`` (by default the user's), and what is to be said about them."""
    return _FILE.load(folder)


def save_records(records: Records, folder: Path | None = None) -> str:
    """Keep ``records`` in ``folder`` (by default the user's); "" or why it could not be done."""
    return _FILE.save(records, folder)


def _smaller(best: float | None, value: float) -> float:
    return value if best is None else min(best, value)


def _to_json(records: Records) -> list[dict[str, Any]]:
    return [
        asdict(category)
        | asdict(record)
        | {"last": [[solve.seconds, solve.moves] for solve in record.last]}
        for category, record in records.by_category.items()
    ]


def _from_json(value: Any) -> Records:
    if not isinstance(value, list):
        raise TypeError("it holds no records")
    return Records(dict(map(_entry, value)))


def _entry(value: Any) -> tuple[Category, Record]:
    if not isinstance(value, dict):
        raise TypeError(f"{quoted(str(value))} is no record")
    category = Category(value["rows"], value["columns"], value["goal"], value["difficulty"])
    last = tuple(Solve(seconds, moves) for seconds, moves in value["last"])
    return category, Record(value["solves"], value["best_seconds"], value["best_moves"], last)


_FILE: KeptFile[Records] = KeptFile(
    "records.json", "records", "beginning anew", Records, _from_json, _to_json
)
