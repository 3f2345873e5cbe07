"""Boards as packed words, and small boards as consecutive numbers, called ranks.

A rank combines the cell of the blank with the lexicographic index, divided by 2, of the other tiles
in reading order. Division by 2 is possible because exactly one of two arrangements that differ in
the order of the last two tiles is reachable. A rank therefore depends on the parity of the goal but
not on the goal itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board, unchecked
from puzzler.board.move import Move
from puzzler.search.kernels.space import Space, Words

MAX_CELLS = 9
"""Larger boards have more states than fit on a map or in memory."""

_CACHED_SHAPES = 2
"""Number of shapes with all states in memory."""

Ranks = NDArray[np.int32]
Tiles = NDArray[np.uint8]


@cache
def make_space(rows: int, columns: int) -> Space:
    """Return the geometry of a shape for the kernels. The arrays are shared: do not modify them."""
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
    """Return the number of words per state."""
    return int(space.words[-1]) + 1


def pack(space: Space, board: Board) -> Words:
    """Return ``board`` as a packed state, shape (1, words)."""
    words = np.zeros((1, word_count(space)), np.int64)
    for cell, tile in enumerate(board.tiles):
        words[0, space.words[cell]] |= np.int64(tile) << space.shifts[cell]
    return words


def unpack(space: Space, words: Words, rows: int, columns: int) -> Board:
    """Return the board of one packed state of shape (words,)."""
    tiles = ((words[space.words] >> space.shifts) & space.mask).tolist()
    return unchecked(rows, columns, tuple(tiles), tiles.index(0))


def has_ranks(board: Board) -> bool:
    """Whether the states of the board's shape have ranks."""
    return board.rows * board.columns <= MAX_CELLS


def count_of(rows: int, columns: int) -> int:
    """Return the number of reachable states of a shape."""
    return factorial(rows * columns) // 2


def rank_of(board: Board) -> int:
    """Return the rank of ``board``, 0 to ``count_of(...)`` - 1."""
    return int(ranks_of(np.array([board.tiles], np.uint8))[0])


def ranks_of(tiles: Tiles) -> Ranks:
    """Return the ranks, shape (n,), of n states given as rows of tiles, shape (n, cells)."""
    count, cells = tiles.shape
    blank = np.argmin(tiles, 1)
    others = tiles.reshape(-1)[tiles.reshape(-1) != 0].reshape(count, cells - 1)
    tiles_before = np.zeros(count, np.uint16)
    places = np.zeros(count, np.int32)
    for at in range(cells - 3):  # the parity determines the order of the last two tiles
        tile = others[:, at]
        below = (np.uint16(1) << tile) - np.uint16(1)
        smaller = np.bitwise_count(tiles_before & below)
        places *= cells - 1 - at
        places += tile - 1 - smaller
        tiles_before |= below + np.uint16(1)
    ranks: Ranks = (blank * (factorial(cells - 1) // 2) + places).astype(np.int32)
    return ranks


def ranks_of_words(words: NDArray[np.int64], rows: int, columns: int) -> Ranks:
    """Return the ranks of packed states of shape (n,) or (n, 1)."""
    space = make_space(rows, columns)
    tiles = (words.reshape(-1, 1) >> space.shifts) & space.mask
    return ranks_of(tiles.astype(np.uint8))


def board_of(rank: int, goal: Board) -> Board:
    """Return the state with a rank, with the parity of ``goal``."""
    return Board(goal.rows, goal.columns, tuple(tiles_of(goal)[rank].tolist()))


def tiles_of(goal: Board) -> Tiles:
    """Return the states that can reach ``goal`` by rank, see ``all_tiles``."""
    return all_tiles(*goal.size, _parity(goal))


@lru_cache(maxsize=_CACHED_SHAPES)
def all_tiles(rows: int, columns: int, parity: int) -> Tiles:
    """Return all states of one parity by rank, shape (states, cells). Shared: do not modify."""
    cells = rows * columns
    half = factorial(cells - 1) // 2
    others = np.array(list(permutations(range(1, cells))), np.uint8)
    odd = _inversions(others) % 2
    tiles = np.zeros((cells, half, cells), np.uint8)
    for blank in range(cells):
        # a horizontal move keeps the order of the tiles; a vertical move changes it by as many
        # exchanges as a row has columns, minus 1
        turns = (columns - 1) * (blank // columns) % 2
        chosen = others[odd == parity ^ turns]
        tiles[blank, :, :blank] = chosen[:, :blank]
        tiles[blank, :, blank + 1 :] = chosen[:, blank:]
    flat = tiles.reshape(-1, cells)
    flat.flags.writeable = False
    return flat


@lru_cache(maxsize=_CACHED_SHAPES)
def neighbours(rows: int, columns: int, parity: int) -> Ranks:
    """Return the rank after each move, -1 if the move is illegal. Shape (states, 4)."""
    cells = rows * columns
    tiles = all_tiles(rows, columns, parity).reshape(cells, -1, cells)
    half = tiles.shape[1]
    targets = make_space(rows, columns).targets
    found = np.full((cells, half, len(Move)), -1, np.int32)
    for blank in range(cells):
        for move in Move:
            target = int(targets[blank, move])
            if target < 0:
                continue
            if move in (Move.LEFT, Move.RIGHT):  # these moves keep the order of the other tiles
                found[blank, :, move] = np.arange(half) + target * half
            elif target > blank:
                after = tiles[blank].copy()
                after[:, blank], after[:, target] = after[:, target], 0
                to = ranks_of(after)
                found[blank, :, move] = to
                found[target, to - target * half, move.inverse] = np.arange(half) + blank * half
    flat = found.reshape(-1, len(Move))
    flat.flags.writeable = False
    return flat


def neighbours_of(goal: Board) -> Ranks:
    """Return the neighbours of the states that can reach ``goal``, see ``neighbours``."""
    return neighbours(*goal.size, _parity(goal))


def layers_of(goal: Board) -> Iterator[tuple[Ranks, NDArray[np.int64]]]:
    """Yield the states that can reach ``goal`` in layers of increasing distance, breadth-first.

    With each layer, yields the parent of each state as an index into the previous layer. A layer is
    sorted by parent. The parent of the goal is 0.
    """
    after = neighbours_of(goal)
    is_new = np.ones(len(after) + 1, np.bool_)
    is_new[-1] = False  # the entry for illegal moves
    layer, parents = np.array([rank_of(goal)], np.int32), np.zeros(1, np.int64)
    while layer.size:
        yield layer, parents
        is_new[layer] = False
        to = after[layer].reshape(-1)
        new = np.flatnonzero(is_new[to])
        _, first = np.unique(to[new], return_index=True)
        new = new[np.sort(first)]
        layer, parents = to[new], new // len(Move)


def index_factors(goal: Board) -> NDArray[np.int64]:
    """Return the factor of each tile's cell in the index of a table of all states, shape (tiles,).

    The factors of two tiles are 0, because the other tiles and the parity determine their cells.
    Most indices belong to no state; see ``index_size``.
    """
    indexed = (0, *[tile for tile in goal.tiles if tile][:-2])
    factors = np.zeros(len(goal.tiles), np.int64)
    factors[list(indexed)] = len(goal.tiles) ** np.arange(len(indexed))
    return factors


def index_size(goal: Board) -> int:
    """Return the number of entries of a table that is read with ``index_factors``."""
    size = len(goal.tiles)
    return int(size ** max(size - 2, 1))


def _parity(board: Board) -> int:
    others = np.array([[tile for tile in board.tiles if tile]], np.uint8)
    turns = (board.columns - 1) * (board.blank // board.columns)
    return (int(_inversions(others)[0]) + turns) % 2


def _inversions(others: Tiles) -> NDArray[np.int64]:
    count = np.zeros(len(others), np.int64)
    for at in range(others.shape[1] - 1):
        count += (others[:, at : at + 1] > others[:, at + 1 :]).sum(1)
    return count
