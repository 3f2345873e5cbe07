"""Misplaced tiles: the number of tiles out of place, the blank not counted (Nilsson 1971)."""

from __future__ import annotations

from puzzler.search.heuristics.heuristic import Heuristic, summed, without_report

build = summed(lambda rows, columns: (rows != 0) | (columns != 0))
"""0 on a tile's place in a goal, else 1."""

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
