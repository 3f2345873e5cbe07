"""What was learned from solved boards: which of two states is closer, by tiles and pairs of tiles.

The pairs are of tiles that belong side by side, and of tiles that are side by side.

It was learned to rank the states of a beam; in moves it is a rough guess, and may be too large.
"""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.search.heuristics import manhattan
from puzzler.search.heuristics.heuristic import Heuristic, Tables, without_report
from puzzler.search.tables import learned


def build(goal: Board) -> Tables:
    """Manhattan distance, and the learned tables for ``goal``."""
    return Tables(distance=manhattan.build(goal).distance, pairs=learned.for_goal(goal))


HEURISTIC = Heuristic(
    name="learned",
    title="learned",
    summary="learned from solved boards, made to rank a beam; not admissible: promises nothing",
    rank=100,
    consistent=False,
    factor=None,
    make=without_report(build),
    kind="learned",
    is_zero_only_at_goal=False,
)
"""h is in moves and never below Manhattan distance."""
