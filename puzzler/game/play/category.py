"""Kinds of play: what is compared with each other, each a page of the statistics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from puzzler import humanize
from puzzler.board.board import check_shape
from puzzler.game.play.difficulty import Difficulty, difficulty_of
from puzzler.game.play.game import Play
from puzzler.game.play.goals import check_goal_text, goal_text


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
        check_goal_text(self.goal)
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
        goal = self.goal.replace("-", " ") if "/" not in self.goal else "own"
        blindfold = ", blindfold" if self.is_blindfold else ""
        size = f"{self.rows}{humanize.TIMES}{self.columns}"
        return f"{size}, {goal} goal, {self.difficulty.label.lower()}{blindfold}"


@dataclass(frozen=True)
class RelayKind:
    """Relays: boards from 2×2 to 5×5 in a row, under one clock."""

    @property
    def title(self) -> str:
        """In words."""
        return f"Relay, 2{humanize.TIMES}2 to 5{humanize.TIMES}5"


RELAY: Final = RelayKind()
"""The kind of every relay."""
Kind = Category | RelayKind
"""What has statistics of its own."""
