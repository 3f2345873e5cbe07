"""How an estimate is made up, share by share: what can be drawn on the tiles of a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from puzzler.board.board import Board
from puzzler.search.heuristics.heuristic import Heuristic, Tables


class ShareKind(StrEnum):
    """What a share stands for."""

    ARROW = "arrow"
    """How far a tile is from its place."""
    CROSS = "cross"
    """That a tile is not in its place."""
    CONFLICT = "conflict"
    """That a tile must leave its line to let another pass."""
    PATTERN = "pattern"
    """The moves of a pattern's tiles."""
    ROW_WALK = "row walk"
    """Moves of tiles between rows."""
    COLUMN_WALK = "column walk"
    """Moves of tiles between columns."""
    PAIR = "pair"
    """What was learned about two tiles that belong side by side."""
    TERM = "term"
    """Whatever else was learned."""


@dataclass(frozen=True)
class Share:
    """One thing that adds to h."""

    kind: ShareKind
    """What it stands for."""
    tiles: tuple[int, ...]
    """The tiles that it is about; 0 is the blank."""
    cells: tuple[int, ...]
    """Where those stand."""
    home: tuple[int, ...]
    """Where those belong."""
    amount: float
    """What it adds."""
    words: str
    """The same for a person: "tile 7 is 3 away"."""


@dataclass(frozen=True)
class Parts:
    """How h of one state is made up."""

    h: int
    """The estimate."""
    shares: tuple[Share, ...]
    """Their amounts add up to h."""
    words: str
    """The sum in short: "9 misplaced + 22 Manhattan = 31"."""


def parts_of(heuristic: Heuristic, tables: Tables, board: Board, goal: Board) -> Parts:
    """How the estimate of ``tables``, built by ``heuristic`` for ``goal``, is made up."""
    shares = tuple(_distances(tables, board, goal))
    return Parts(tables.evaluate(board), shares, "")


def _distances(tables: Tables, board: Board, goal: Board) -> Iterator[Share]:
    for cell, tile in enumerate(board.tiles):
        amount = int(tables.distance[tile, cell])
        if amount:
            home = goal.tiles.index(tile)
            words = f"tile {tile} is {amount} away"
            yield Share(ShareKind.ARROW, (tile,), (cell,), (home,), amount, words)
