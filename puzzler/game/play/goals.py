"""Goals as the game names them: a name in GOALS, or the text of a board drawn by hand."""

from __future__ import annotations

from functools import lru_cache

from puzzler.board.board import Board
from puzzler.board.goal import GOALS

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
def check_goal_text(text: str) -> None:
    """BoardError unless ``text`` is a name in GOALS or a board."""
    if text not in GOALS:
        Board.parse(text)


def goal_from_text(text: str, rows: int, columns: int) -> Board:
    """The goal that ``text`` says for this shape; the standard one where it is of another shape."""
    if text in GOALS:
        return GOALS[text](rows, columns)
    goal = Board.parse(text)
    return goal if goal.size == (rows, columns) else Board.solved(rows, columns)
