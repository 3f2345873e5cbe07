"""Misplaced tiles: the number of tiles out of place, the blank not counted (Nilsson 1971)."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.search.heuristics.heuristic import Heuristic, Tables, at_once, distance_table


def build(goal: Board) -> Tables:
    """0 on a tile's place in ``goal``, else 1."""
    return Tables(distance_table(goal, lambda rows, columns: (rows != 0) | (columns != 0)))


HEURISTIC = Heuristic(
    name="misplaced",
    title="misplaced",
    summary="the number of tiles out of place",
    rank=10,
    consistent=True,
    factor=1,
    building=at_once(build),
    crosses=1,
    aliases=("hamm", "hamming"),
)
