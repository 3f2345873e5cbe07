"""Chessboard distance with the blank counted as if it were a tile: it can overestimate."""

from __future__ import annotations

import numpy as np

from puzzler.search.heuristics.heuristic import Heuristic, summed, without_report

build = summed(lambda rows, columns: np.maximum(abs(rows), abs(columns)), blank=True)

HEURISTIC = Heuristic(
    name="chessboard-with-blank",
    title="chessboard with blank",
    summary="the same with the blank counted: may overestimate, by at most a factor of 2",
    rank=50,
    consistent=False,
    # the tiles' part is admissible, and the blank needs at least its own distance
    factor=2,
    make=without_report(build),
    measure="chessboard",
    is_countable=True,
)
