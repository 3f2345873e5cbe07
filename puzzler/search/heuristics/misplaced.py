"""Misplaced tiles: how many tiles are not in their place, the blank not counted (Nilsson 1971)."""

from __future__ import annotations

import numpy as np

from puzzler.board.board import Board
from puzzler.search.heuristics.heuristic import DistanceTable, Heuristic, goal_cells


def build(goal: Board) -> DistanceTable:
    """(tiles, cells): 0 on the tile's place in ``goal``, else 1."""
    table = np.zeros((len(goal.tiles), len(goal.tiles)), np.int32)
    for tile, row, column in goal_cells(goal):
        table[tile] = 1
        table[tile, row * goal.columns + column] = 0
    return table


HEURISTIC = Heuristic(
    name="misplaced",
    title="misplaced",
    summary="how many tiles are not in their place",
    rank=10,
    admissible=True,
    consistent=True,
    factor=1,
    build=build,
)
