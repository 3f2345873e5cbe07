"""Chessboard distance with the blank counted as if it were a tile: it can overestimate."""

from __future__ import annotations

import numpy as np

from puzzler.board.board import Board
from puzzler.search.heuristics.heuristic import Heuristic, Tables, at_once, distance_table


def build(goal: Board) -> Tables:
    """A king's moves from the places in ``goal``, the blank counted."""
    return Tables(
        distance_table(goal, lambda rows, columns: np.maximum(abs(rows), abs(columns)), blank=True)
    )


HEURISTIC = Heuristic(
    name="chessboard-with-blank",
    title="chessboard with blank",
    summary="the same with the blank counted: may overestimate, by at most a factor of 2",
    rank=50,
    consistent=False,
    # the tiles' part is admissible, and the blank needs at least its own distance
    factor=2,
    building=at_once(build),
    measure="chessboard",
)
