"""Boards as packed words and back."""

from __future__ import annotations

from functools import cache

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.kernels.space import Space, Words


@cache
def make_space(rows: int, columns: int) -> Space:
    """The geometry of a shape, as the kernels read it; shared, so not to be changed."""
    cells = rows * columns
    bits = (cells - 1).bit_length()
    cells_per_word = 64 // bits
    row, column = np.divmod(np.arange(cells), columns)
    targets = np.full((cells, len(Move)), -1, np.int64)
    for move in Move:
        to_row, to_column = row + move.row_step, column + move.column_step
        inside = (to_row >= 0) & (to_row < rows) & (to_column >= 0) & (to_column < columns)
        targets[inside, move] = (to_row * columns + to_column)[inside]
    words, places = np.divmod(np.arange(cells), cells_per_word)
    return Space(targets, words, places * bits, (1 << bits) - 1)


def word_count(space: Space) -> int:
    """Words of one state."""
    return int(space.words[-1]) + 1


def pack(space: Space, board: Board) -> Words:
    """(1, words): ``board`` as a packed state."""
    words = np.zeros((1, word_count(space)), np.int64)
    for cell, tile in enumerate(board.tiles):
        words[0, space.words[cell]] |= np.int64(tile) << space.shifts[cell]
    return words


def unpack(space: Space, words: Words, rows: int, columns: int) -> Board:
    """The board of one packed state, shape (words,)."""
    tiles = (words[space.words] >> space.shifts) & space.mask
    return Board(rows, columns, tuple(tiles.tolist()))
