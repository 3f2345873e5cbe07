"""Misplaced tiles plus Manhattan distance: greedy enough to be quick, at most twice Manhattan."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.search.heuristics import manhattan, misplaced
from puzzler.search.heuristics.heuristic import Heuristic, Tables, without_report


def build(goal: Board) -> Tables:
    """0 on a tile's place in ``goal``, else 1 more than the taxicab distance."""
    return Tables(distance=manhattan.build(goal).distance + misplaced.build(goal).distance)


HEURISTIC = Heuristic(
    name="manhattan+misplaced",
    title="misplaced + Manhattan",
    summary="both added up: fast; may overestimate, by at most a factor of 2",
    rank=30,
    consistent=False,
    factor=2,
    make=without_report(build),
    crosses=1,
    is_countable=True,
)
