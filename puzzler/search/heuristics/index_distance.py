"""Index distance: the sum over all tiles of the cells, in reading order, to the goal cell."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.search.heuristics.heuristic import Heuristic, Tables, distance_table, without_report


def build(goal: Board) -> Tables:
    """Build the differences of the row-major indices from those in ``goal``."""
    return Tables(
        distance=distance_table(goal, lambda rows, columns: abs(rows * goal.columns + columns))
    )


HEURISTIC = Heuristic(
    name="index-distance",
    title="index distance",
    summary="cells to each tile's goal cell in reading order; may overestimate without bound",
    rank=60,
    consistent=False,
    factor=None,
    make=without_report(build),
    measure="cells in reading order",
)
