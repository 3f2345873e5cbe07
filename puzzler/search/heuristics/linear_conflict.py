"""Linear conflict: Manhattan distance plus two moves for each tile that must leave its line.

Two tiles in their goal line but in the wrong order cannot pass each other. One of them must leave
the line and return (Hansson, Mayer and Yung 1992).
"""

from __future__ import annotations

import numpy as np

from puzzler.board.board import Board
from puzzler.search.heuristics import manhattan
from puzzler.search.heuristics.heuristic import Heuristic, Tables, without_report
from puzzler.search.kernels.heuristic_data import Lines


def build(goal: Board) -> Tables:
    """Build Manhattan distance and the goal row and column of each tile."""
    home = np.full((2, len(goal.tiles)), -1, np.int64)
    for cell, tile in enumerate(goal.tiles):
        if tile:
            home[:, tile] = divmod(cell, goal.columns)
    lines = Lines(1, goal.rows, goal.columns, home[0], home[1])
    return Tables(distance=manhattan.build(goal).distance, lines=lines)


HEURISTIC = Heuristic(
    name="linear-conflict",
    title="linear conflict",
    summary="Manhattan plus two moves per linear conflict",
    rank=70,
    consistent=True,
    factor=1,
    make=without_report(build),
    kind="linear-conflict",
    lesson=3,
    is_countable=True,
    is_yardstick=True,
    measure="Manhattan",
)
