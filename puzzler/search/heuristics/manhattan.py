"""Manhattan distance: the sum over tiles of rows plus columns from the goal (Pearl 1984)."""

from __future__ import annotations

import numpy as np

from puzzler.board.board import Board
from puzzler.search.heuristics.heuristic import DistanceTable, Heuristic, goal_cells


def build(goal: Board) -> DistanceTable:
    """(tiles, cells): taxicab distance of a cell from the tile's place in ``goal``."""
    table = np.zeros((len(goal.tiles), len(goal.tiles)), np.int32)
    rows, columns = np.divmod(np.arange(len(goal.tiles)), goal.columns)
    for tile, row, column in goal_cells(goal):
        table[tile] = abs(rows - row) + abs(columns - column)
    return table


HEURISTIC = Heuristic(
    name="manhattan",
    title="Manhattan",
    summary="rows plus columns that each tile is away from its place",
    rank=20,
    admissible=True,
    consistent=True,
    factor=1,
    build=build,
)
