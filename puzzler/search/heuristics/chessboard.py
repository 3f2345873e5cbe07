"""Chessboard distance: the sum over tiles of the larger of rows and columns from the goal."""

from __future__ import annotations

import numpy as np

from puzzler.search.heuristics.heuristic import Heuristic, summed, without_report

HEURISTIC = Heuristic(
    name="chessboard",
    title="chessboard",
    summary="rows or columns from each tile to its place, whichever is more",
    rank=40,
    consistent=True,
    factor=1,
    make=without_report(summed(lambda rows, columns: np.maximum(abs(rows), abs(columns)))),
    measure="chessboard",
    is_countable=True,
    guides_weighted=True,
)
