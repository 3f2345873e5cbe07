"""Misplaced tiles plus Manhattan distance: fast, and at most twice Manhattan distance."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.search.heuristics import manhattan, misplaced
from puzzler.search.heuristics.heuristic import Heuristic, Tables, without_report


def build(goal: Board) -> Tables:
    """Build the table: 0 in the goal cell of a tile, else Manhattan distance plus 1."""
    return Tables(distance=manhattan.build(goal).distance + misplaced.build(goal).distance)


HEURISTIC = Heuristic(
    name="manhattan+misplaced",
    title="misplaced + Manhattan",
    summary="sum of both: fast; can overestimate, by at most a factor of 2",
    rank=30,
    consistent=False,
    factor=2,
    make=without_report(build),
    crosses=1,
    is_countable=True,
    measure="Manhattan",
)
