"""A heuristic learned from solved boards: a sum of values of tiles and of pairs of tiles.

The pairs are tiles that are adjacent in the goal and tiles that are adjacent on the board.

It was trained to rank the states of a beam. As a number of moves it is a rough estimate that can be
too large.
"""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.search.heuristics import manhattan
from puzzler.search.heuristics.heuristic import Heuristic, Tables, without_report
from puzzler.search.tables import learned


def build(goal: Board) -> Tables:
    """Build Manhattan distance and load the learned tables for ``goal``."""
    return Tables(distance=manhattan.build(goal).distance, pairs=learned.for_goal(goal))


HEURISTIC = Heuristic(
    name="learned",
    title="learned",
    summary="learned from solved boards, ranks states in beam search; not admissible",
    rank=100,
    consistent=False,
    factor=None,
    make=without_report(build),
    kind="learned",
    is_zero_only_at_goal=False,
    measure="Manhattan",
)
"""h is a number of moves and at least Manhattan distance."""
