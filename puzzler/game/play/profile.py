"""How far the tiles are from home along a path: it has to get worse before it gets better."""

from __future__ import annotations

from collections.abc import Iterable

from puzzler.board.board import Board, exits
from puzzler.board.move import Move


def distances_along(start: Board, goal: Board, moves: Iterable[Move]) -> tuple[int, ...]:
    """The Manhattan distance of ``start`` and of every state after one of ``moves``.

    ``moves`` are legal from ``start``; ``goal`` is of the same shape and has the same tiles.
    """
    columns = start.columns
    homes = {tile: divmod(cell, columns) for cell, tile in enumerate(goal.tiles)}

    def distance(tile: int, cell: int) -> int:
        row, column = divmod(cell, columns)
        home_row, home_column = homes[tile]
        return abs(row - home_row) + abs(column - home_column)

    tiles, blank = list(start.tiles), start.blank
    total = sum(distance(tile, cell) for cell, tile in enumerate(tiles) if tile)
    along = [total]
    for move in moves:
        cell = exits(start.rows, columns, blank)[move]
        tile = tiles[cell]
        total += distance(tile, blank) - distance(tile, cell)
        tiles[blank], tiles[cell], blank = tile, 0, cell
        along.append(total)
    return tuple(along)
