"""How deep a depth-first search without iterative deepening goes."""

from __future__ import annotations

import numpy as np

from puzzler.board.move import Move
from puzzler.search.packing import make_space

LARGEST_DISTANCES = {4: 6, 6: 21, 8: 36, 9: 31}
"""By number of cells: no board of the shape needs more moves to any goal."""
LARGEST_PASS = 300_000_000
"""States that one pass may make: some seconds."""


def depth_limit(rows: int, columns: int) -> int:
    """How many moves deep the search goes on a shape.

    As deep as a pass makes at most ``LARGEST_PASS`` states, from whatever cell the blank begins;
    but no deeper than any board of the shape needs. So 2x2, 2x3, 2x4 and 3x3 are always solved,
    within 6, 21, 36 and 31 moves; 4x4 is searched 24 moves deep, 10x10 17.
    """
    targets = make_space(rows, columns).targets
    cells = len(targets)
    # (cell, last move, begin): the paths of one length from each cell that the blank may begin in
    paths = np.zeros((cells, len(Move), cells))
    for move in Move:
        for begin in np.flatnonzero(targets[:, move] >= 0):
            paths[targets[begin, move], move, begin] = 1
    made, depth = paths.sum(axis=(0, 1)), 1
    while depth < LARGEST_DISTANCES.get(cells, LARGEST_PASS):
        longer = np.zeros_like(paths)
        for move in Move:
            cell = np.flatnonzero(targets[:, move] >= 0)
            longer[targets[cell, move], move] = paths[cell].sum(axis=1) - paths[cell, move.inverse]
        made += longer.sum(axis=(0, 1))
        if made.max() > LARGEST_PASS:
            break
        paths, depth = longer, depth + 1
    return depth
