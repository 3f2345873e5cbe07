"""The named goals. To add a goal, write its function and add it to GOALS.

>>> print(GOALS["snail"](3, 3))
1 2 3/8 0 4/7 6 5
"""

from __future__ import annotations

from collections.abc import Callable

from puzzler.board.board import Board, check_shape


def blank_first(rows: int, columns: int) -> Board:
    """Return the goal with the blank first, then 1 2 3 ... in reading order."""
    return Board(rows, columns, tuple(range(rows * columns)))


def snail(rows: int, columns: int) -> Board:
    """Return the goal with 1 2 3 ... in a clockwise inward spiral that ends with the blank."""
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
"""For each name, a function of (rows, columns) that returns the goal."""
