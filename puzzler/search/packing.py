"""Boards as packed words, and small boards as numbers without gaps: ranks.

A rank is the cell of the blank, and then the place of the other tiles, in reading order, among all
their arrangements in alphabetical order, halved: of two that differ in the order of the last two
tiles, exactly one can be reached. So a rank does not depend on the goal, only on what it can reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.kernels.space import Space, Words

MOST_CELLS = 9
"""On larger boards there are more states than a map can show, or memory hold."""

_KEPT = 2
"""Shapes of which all states are kept in memory."""

Ranks = NDArray[np.int32]
Tiles = NDArray[np.uint8]


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


def has_numbers(board: Board) -> bool:
    """The states of such a board can be numbered."""
    return board.rows * board.columns <= MOST_CELLS


def count_of(rows: int, columns: int) -> int:
    """How many states can be reached on a board of this shape."""
    return factorial(rows * columns) // 2


def rank_of(board: Board) -> int:
    """The number of ``board``, 0 to ``count_of(...)`` - 1."""
    return int(ranks_of(np.array([board.tiles], np.uint8))[0])


def ranks_of(tiles: Tiles) -> Ranks:
    """The numbers of many states, each a row of tiles: (n, cells) to (n,)."""
    count, cells = tiles.shape
    blank = np.argmin(tiles, 1)
    others = tiles.reshape(-1)[tiles.reshape(-1) != 0].reshape(count, cells - 1)
    seen = np.zeros(count, np.uint16)
    places = np.zeros(count, np.int32)
    for at in range(cells - 3):  # of the last two tiles the order is given by the parity
        tile = others[:, at]
        below = (np.uint16(1) << tile) - np.uint16(1)
        smaller = np.bitwise_count(seen & below)
        places *= cells - 1 - at
        places += tile - 1 - smaller
        seen |= below + np.uint16(1)
    ranks: Ranks = (blank * (factorial(cells - 1) // 2) + places).astype(np.int32)
    return ranks


def ranks_of_words(words: NDArray[np.int64], rows: int, columns: int) -> Ranks:
    """The numbers of packed states, (n,) or (n, 1), as searches keep them (see ``packing``)."""
    space = make_space(rows, columns)
    tiles = (words.reshape(-1, 1) >> space.shifts) & space.mask
    return ranks_of(tiles.astype(np.uint8))


def board_of(rank: int, goal: Board) -> Board:
    """The state with this number among those that can reach ``goal``."""
    return Board(goal.rows, goal.columns, tuple(tiles_of(goal)[rank].tolist()))


def tiles_of(goal: Board) -> Tiles:
    """``all_tiles`` of the states that can reach ``goal``."""
    return all_tiles(*goal.size, _parity(goal))


@lru_cache(maxsize=_KEPT)
def all_tiles(rows: int, columns: int, parity: int) -> Tiles:
    """(states, cells): the states of one parity by their numbers; shared, not to be changed."""
    cells = rows * columns
    half = factorial(cells - 1) // 2
    others = np.array(list(permutations(range(1, cells))), np.uint8)
    odd = _inversions(others) % 2
    tiles = np.zeros((cells, half, cells), np.uint8)
    for blank in range(cells):
        # a move to the side keeps the order of the tiles; one up or down turns it by an even or an
        # odd number of exchanges, as a row is wide
        turns = (columns - 1) * (blank // columns) % 2
        chosen = others[odd == parity ^ turns]
        tiles[blank, :, :blank] = chosen[:, :blank]
        tiles[blank, :, blank + 1 :] = chosen[:, blank:]
    flat = tiles.reshape(-1, cells)
    flat.flags.writeable = False
    return flat


@lru_cache(maxsize=_KEPT)
def neighbours(rows: int, columns: int, parity: int) -> Ranks:
    """(states, 4): the number of the state after each move, -1 where it is not legal."""
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
            if move in (Move.LEFT, Move.RIGHT):  # the order of the other tiles stays
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
    """``neighbours`` of the states that can reach ``goal``."""
    return neighbours(*goal.size, _parity(goal))


def layers_of(goal: Board) -> Iterator[tuple[Ranks, NDArray[np.int64]]]:
    """The states that can reach ``goal`` by their distance, from 0 on, breadth-first.

    Each layer with the places, in the layer before, of the states that its own were reached from
    first; it is in the order of those. That of the goal is 0.
    """
    after = neighbours_of(goal)
    is_new = np.ones(len(after) + 1, np.bool_)
    is_new[-1] = False  # where moves that are not legal lead
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
    """(tiles,): what a cell of each tile adds to the index of a state in a table of all states.

    Only the cells of the blank and of all tiles but two count: which of those two is where follows
    from the parity of the rest. Most indices stand for no state; see ``index_size``.
    """
    indexed = (0, *[tile for tile in goal.tiles if tile][:-2])
    factors = np.zeros(len(goal.tiles), np.int64)
    factors[list(indexed)] = len(goal.tiles) ** np.arange(len(indexed))
    return factors


def index_size(goal: Board) -> int:
    """How many entries a table has that is read at such indices."""
    size = len(goal.tiles)
    return int(size ** max(size - 2, 1))


def _parity(board: Board) -> int:
    """What no move changes: 0 or 1."""
    others = np.array([[tile for tile in board.tiles if tile]], np.uint8)
    turns = (board.columns - 1) * (board.blank // board.columns)
    return (int(_inversions(others)[0]) + turns) % 2


def _inversions(others: Tiles) -> NDArray[np.int64]:
    """How many pairs of tiles stand in the wrong order, for each row."""
    count = np.zeros(len(others), np.int64)
    for at in range(others.shape[1] - 1):
        count += (others[:, at : at + 1] > others[:, at + 1 :]).sum(1)
    return count
