"""How far the tiles are from home along a path: it has to get worse before it gets better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from puzzler.board.board import Board, targets_of
from puzzler.board.move import Move


def distances_along(start: Board, goal: Board, moves: Iterable[Move]) -> tuple[int, ...]:
    """The Manhattan distance of ``start`` and of every state after one of ``moves``.

    ``moves`` are legal from ``start``; ``goal`` is of the same shape and has the same tiles.
    """
    columns, cells = start.columns, range(len(start.tiles))
    places = [divmod(cell, columns) for cell in cells]
    away = [[0] * len(cells) for _ in cells]  # by tile and cell; the blank is never away
    for home, tile in enumerate(goal.tiles):
        if tile:
            home_row, home_column = places[home]
            away[tile] = [abs(row - home_row) + abs(col - home_column) for row, col in places]
    tiles, blank, targets = list(start.tiles), start.blank, targets_of(*start.size)
    total = sum(away[tile][cell] for cell, tile in enumerate(tiles))
    along = [total]
    for move in moves:
        cell = targets[blank][move]
        tile = tiles[cell]
        away_of = away[tile]
        total += away_of[blank] - away_of[cell]
        tiles[blank], blank = tile, cell
        along.append(total)
    return tuple(along)


def peaks(values: Sequence[int], most: int) -> tuple[int, ...]:
    """At most ``most`` values: of neighbours the largest, where there are more."""
    count = len(values)
    if count <= most:
        return tuple(values)
    bounds = [count * part // most for part in range(most + 1)]
    return tuple(max(values[first:last]) for first, last in pairwise(bounds))
