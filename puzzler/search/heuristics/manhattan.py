"""Manhattan distance: the sum over all tiles of row and column distance (Pearl 1984)."""

from __future__ import annotations

from puzzler.search.heuristics.heuristic import Heuristic, sum_over_tiles, without_report

build = sum_over_tiles(lambda rows, columns: abs(rows) + abs(columns))
"""Builds the row plus column distances from the goal cells."""

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
    measure="Manhattan",
)
