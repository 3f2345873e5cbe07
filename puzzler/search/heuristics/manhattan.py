"""Manhattan distance: the sum over tiles of rows plus columns from the goal (Pearl 1984)."""

from __future__ import annotations

from puzzler.search.heuristics.heuristic import Heuristic, summed, without_report

build = summed(lambda rows, columns: abs(rows) + abs(columns))
"""Taxicab distances from the places in a goal."""

HEURISTIC = Heuristic(
    name="manhattan",
    title="Manhattan",
    summary="rows plus columns from each tile to its place",
    rank=20,
    consistent=True,
    factor=1,
    make=without_report(build),
    aliases=("manh",),
    lesson=1,
    is_countable=True,
    is_yardstick=True,
)
