"""Goals by name, and kinds of play: what is compared, each a page of the statistics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from puzzler import humanize
from puzzler.board.board import Board, check_shape
from puzzler.board.goal import GOALS
from puzzler.game.play.difficulty import Difficulty, difficulty_of
from puzzler.game.play.game import Play

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
