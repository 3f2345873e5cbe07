"""Chessboard distance that counts the blank as a tile, so that it can overestimate."""

from __future__ import annotations

import numpy as np

from puzzler.search.heuristics.heuristic import Heuristic, sum_over_tiles, without_report

build = sum_over_tiles(lambda rows, columns: np.maximum(abs(rows), abs(columns)), blank=True)

HEURISTIC = Heuristic(
    name="chessboard-with-blank",
    title="chessboard with blank",
    summary="the same, counting the blank; can overestimate, by at most a factor of 2",
    rank=50,
    consistent=False,
    # the sum over the tiles is admissible, and the blank needs at least its own distance
    factor=2,
    make=without_report(build),
    measure="chessboard",
    is_countable=True,
)
