"""Goal shapes by name. A new one is one new row in GOALS."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.board.board import Board, check_shape


def blank_first(rows: int, columns: int) -> Board:
    """The blank first, then 1 2 3 ... in reading order."""
    return Board(rows, columns, tuple(range(rows * columns)))


def snail(rows: int, columns: int) -> Board:
    """1 2 3 ... clockwise along the edge and inwards, the blank at the end of the spiral."""
    check_shape(rows, columns)
    tiles = [0] * (rows * columns)
    row, column, row_step, column_step = 0, 0, 0, 1
    for tile in range(1, rows * columns):
        tiles[row * columns + column] = tile
        ahead_row, ahead_column = row + row_step, column + column_step
        inside = 0 <= ahead_row < rows and 0 <= ahead_column < columns
        if not inside or tiles[ahead_row * columns + ahead_column]:
            row_step, column_step = column_step, -row_step
        row, column = row + row_step, column + column_step
    return Board(rows, columns, tuple(tiles))


GOALS: dict[str, Callable[[int, int], Board]] = {
    "standard": Board.solved,
    "blank-first": blank_first,
    "snail": snail,
}
"""Name to function of (rows, columns)."""
