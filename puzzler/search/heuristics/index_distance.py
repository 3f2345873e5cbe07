"""Index distance: the sum over tiles of cells, in reading order, from the goal."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.search.heuristics.heuristic import Heuristic, Tables, distance_table, without_report


def build(goal: Board) -> Tables:
    """Differences of row-major indices from the places in ``goal``, the blank not counted."""
    return Tables(
        distance=distance_table(goal, lambda rows, columns: abs(rows * goal.columns + columns))
    )


HEURISTIC = Heuristic(
    name="index-distance",
    title="index distance",
    summary="cells between each tile and its place in reading order: may overestimate freely",
    rank=60,
    consistent=False,
    factor=None,
    make=without_report(build),
    measure="cells in reading order",
)
