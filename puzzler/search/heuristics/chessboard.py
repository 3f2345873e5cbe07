"""Chessboard distance: the sum over all tiles of the larger of row and column distance."""

from __future__ import annotations

import numpy as np

from puzzler.search.heuristics.heuristic import Heuristic, sum_over_tiles, without_report

HEURISTIC = Heuristic(
    name="chessboard",
    title="chessboard",
    summary="rows or columns from each tile to its goal cell, whichever is more",
    rank=40,
    consistent=True,
    factor=1,
    make=without_report(sum_over_tiles(lambda rows, columns: np.maximum(abs(rows), abs(columns)))),
    measure="chessboard",
    is_countable=True,
    guides_weighted=True,
)
