"""Misplaced tiles: the number of tiles not in their goal cells (Nilsson 1971)."""

from __future__ import annotations

from puzzler.search.heuristics.heuristic import Heuristic, sum_over_tiles, without_report

build = sum_over_tiles(lambda rows, columns: (rows != 0) | (columns != 0))
"""Builds the table: 0 in the goal cell of a tile, else 1."""

HEURISTIC = Heuristic(
    name="misplaced",
    title="misplaced",
    summary="the number of tiles out of place",
    rank=10,
    consistent=True,
    factor=1,
    make=without_report(build),
    crosses=1,
    aliases=("hamm", "hamming"),
    lesson=2,
    is_countable=True,
)
