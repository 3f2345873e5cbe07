"""What a heuristic declares about itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board

DistanceTable = NDArray[np.int32]
"""(tiles, cells): what a tile on a cell adds to h; 0 everywhere on the goal."""


@dataclass(frozen=True)
class Heuristic:
    """A named estimate of the moves that remain, and what may be promised of it."""

    name: str
    """As on the command line."""
    title: str
    """As on the screen."""
    summary: str
    """One line for a menu."""
    rank: int
    """Place in menus and listings."""
    admissible: bool
    """Never larger than the true distance."""
    consistent: bool
    """Never changes by more than one in one move; 0 on the goal."""
    factor: float | None
    """Never larger than this many times the true distance; 1 where admissible, None where
    unknown."""
    build: Callable[[Board], DistanceTable]
    """The table for a goal."""


def goal_cells(goal: Board) -> list[tuple[int, int, int]]:
    """(tile, row, column) of every tile of ``goal`` that is not the blank."""
    return [
        (tile, *divmod(cell, goal.columns)) for cell, tile in enumerate(goal.tiles) if tile != 0
    ]
