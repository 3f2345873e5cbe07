"""Manhattan distance: the sum over tiles of rows plus columns from the goal (Pearl 1984)."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.search.heuristics.heuristic import Heuristic, Tables, at_once, distance_table


def build(goal: Board) -> Tables:
    """Taxicab distances from the places in ``goal``."""
    return Tables(distance_table(goal, lambda rows, columns: abs(rows) + abs(columns)))


HEURISTIC = Heuristic(
    name="manhattan",
    title="Manhattan",
    summary="rows plus columns from each tile to its place",
    rank=20,
    consistent=True,
    factor=1,
    building=at_once(build),
    aliases=("manh",),
)
