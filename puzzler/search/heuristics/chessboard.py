"""Chessboard distance: the sum over tiles of the larger of rows and columns from the goal."""

from __future__ import annotations

import numpy as np

from puzzler.board.board import Board
from puzzler.search.heuristics.heuristic import Heuristic, Tables, at_once, distance_table


def build(goal: Board) -> Tables:
    """A king's moves from the places in ``goal``, the blank not counted."""
    return Tables(distance_table(goal, lambda rows, columns: np.maximum(abs(rows), abs(columns))))


HEURISTIC = Heuristic(
    name="chessboard",
    title="chessboard",
    summary="rows or columns from each tile to its place, whichever is more",
    rank=40,
    consistent=True,
    factor=1,
    building=at_once(build),
    measure="chessboard",
)
