"""Learned weights of tile positions: tables for every shape and goal, and their files.

The learned value of a state is the sum of three kinds of weights: of each tile, by its cell; of
each pair of tiles that are neighbours in the goal, by the cells of both; and of each contact (two
tiles that are adjacent in the state, or a tile and the blank), by the offsets of both from their
goal cells. It ranks the states of one layer of a beam search (see ``tools/train_learned.py``). The
tables are for goals with the blank in the last corner. Other goals are converted to that form.

All shapes share one set of weights, except the largest, which have their own. A tile is classified
by the edges near its goal cell, a cell by its offset from that goal cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.kernels import estimate
from puzzler.search.kernels.heuristic_data import CONTACT_SLOTS, PAIR_SLOTS, Pairs

KINDS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""(rows, columns) from the first tile of a pair to the second, in the goal."""
SCALE = 64
"""Weights are stored in units of 1/SCALE move."""
UNEVENNESS = 1440
"""Weight of a squared distance, times (rows + columns) squared, before learning. It is the same as
in a beam search without learned tables."""
FAR = 4
"""Largest offset, in rows or columns, that pairs and contacts distinguish."""
SIDE = 2 * FAR + 1
SPOTS = SIDE * SIDE
EDGES = 4
"""Classes of a pair by its rows, and by its columns."""
CODES = SPOTS + 1
"""Codes of a tile's offset: 0 for the blank, then the spots."""
CONTACT_EDGES = 3
CONTACT_KINDS = 2 * CONTACT_EDGES**2
"""Horizontal and vertical contacts, by the edges that they touch."""
LINE_CLASSES = 5
LARGEST_FROM = 100
"""Boards of at least this number of cells have their own weights, because the weights that are best
for 7x7 are bad for them."""
REACH = 9
"""Largest distance of a tile from its goal, in rows or columns."""
SPAN = 2 * REACH + 1

Weights = NDArray[np.int16]


@dataclass(frozen=True)
class Links:
    """Pairs of tiles that are adjacent in the goal, or of adjacent cells."""

    first: NDArray[np.int64]
    """(pairs,): the tile with the smaller goal cell, or the cell on the left or above."""
    second: NDArray[np.int64]
    kinds: NDArray[np.int64]
    """(pairs,): for tiles an index in KINDS, for cells a number below ``CONTACT_KINDS``."""


@cache
def layout(rows: int, columns: int) -> Links:
    """The pairs of tiles of a shape, for the goal with the blank in the last corner."""
    places = ((*divmod(place, columns), place) for place in range(rows * columns - 1))
    pairs = [
        (place + 1, place + 1 + down * columns + right, kind)
        for row, column, place in places
        for kind, (down, right) in enumerate(KINDS)
        if row + down < rows and 0 <= column + right < columns
    ]
    # the last cell is the goal cell of the blank
    table = np.array([pair for pair in pairs if pair[1] < rows * columns], np.int64).reshape(-1, 3)
    return Links(table[:, 0], table[:, 1], table[:, 2])


def initial_weights(rows: int, columns: int) -> NDArray[np.int64]:
    """(tiles, cells): the weights before learning: Manhattan distance plus its weighted square."""
    row, column = np.divmod(np.arange(rows * columns), columns)
    far = np.zeros((rows * columns,) * 2, np.int64)
    far[1:] = (abs(row[:, None] - row) + abs(column[:, None] - column))[:-1]
    start: NDArray[np.int64] = SCALE * far + max(UNEVENNESS // (rows + columns) ** 2, 1) * far**2
    return start


SINGLES = LINE_CLASSES**2 * SPAN**2
PAIR_BLOCKS = len(KINDS) * EDGES**2
NONE = 2 * (PAIR_BLOCKS + CONTACT_KINDS)
"""Index of the table that contains only zeros, for unused slots."""


def _line_class(place: NDArray[np.int64], lines: int) -> NDArray[np.int64]:
    """The class of a row or column: first, second, last but one, last, or other."""
    near = (place == 0, place == lines - 1, place == 1, place == lines - 2)
    return np.select(near, (0, 3, 1, 2), 4)


def _pair_class(low: NDArray[np.int64], high: NDArray[np.int64], lines: int) -> NDArray[np.int64]:
    """The class of a pair by its rows or columns: touching the first, touching the last, other."""
    return np.select((low == 0, low == lines - 1, high == lines - 1), (0, 3, 2), 1)


def weight_indices(rows: int, columns: int) -> NDArray[np.int64]:
    """(tiles, cells): indices of weights, shared with the mirror image; -1 for the blank."""
    row, column = np.divmod(np.arange(rows * columns), columns)
    down, right = row - row[:, None] + REACH, column - column[:, None] + REACH
    by_row, by_column = _line_class(row, rows)[:, None], _line_class(column, columns)[:, None]
    numbers = ((by_row * LINE_CLASSES + by_column) * SPAN + down) * SPAN + right
    mirrored = ((by_column * LINE_CLASSES + by_row) * SPAN + right) * SPAN + down
    table = np.full((rows * columns,) * 2, -1, np.int64)
    table[1:] = np.minimum(numbers, mirrored)[:-1]
    return table


def offset_codes(rows: int, columns: int) -> NDArray[np.int64]:
    """(tiles, cells): the code of a cell's offset from the goal cell of a tile."""
    row, column = np.divmod(np.arange(rows * columns), columns)
    down = np.clip(row - row[:, None], -FAR, FAR) + FAR
    right = np.clip(column - column[:, None], -FAR, FAR) + FAR
    return np.roll(down * SIDE + right, 1, 0)


def blocks(rows: int, columns: int) -> NDArray[np.int64]:
    """(pairs,): index of the block of weights of each pair."""
    pairs = layout(rows, columns)
    row, column = np.divmod(np.stack((pairs.first, pairs.second)) - 1, columns)
    by_row = _pair_class(row.min(0), row.max(0), rows)
    by_column = _pair_class(column.min(0), column.max(0), columns)
    block: NDArray[np.int64] = (pairs.kinds * EDGES + by_row) * EDGES + by_column
    return block


@cache
def contacts(rows: int, columns: int) -> Links:
    """The pairs of adjacent cells of a shape."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    first = np.concatenate((cells[:, :-1].ravel(), cells[:-1].ravel()))
    second = np.concatenate((cells[:, 1:].ravel(), cells[1:].ravel()))
    is_below = second - first == columns if columns > 1 else np.ones(len(first), bool)
    is_below[: rows * (columns - 1)] = False
    by_row = _touched(first // columns, second // columns, rows)
    by_column = _touched(first % columns, second % columns, columns)
    kinds = (is_below * CONTACT_EDGES + by_row) * CONTACT_EDGES + by_column
    return Links(first, second, kinds)


def _touched(low: NDArray[np.int64], high: NDArray[np.int64], lines: int) -> NDArray[np.int64]:
    """The edge that two cells touch: first line, none, or last line."""
    return np.select((low == 0, high == lines - 1), (0, 2), 1)


def codes(rows: int, columns: int) -> NDArray[np.uint8]:
    """(tiles, cells): the codes of ``heuristic_data.Pairs``."""
    table = (offset_codes(rows, columns) + 1).astype(np.uint8)
    table[0] = 0
    return table


def file(cells: int) -> Path:
    """The file of the weights for boards of ``cells`` cells."""
    name = "weights-largest.npz" if cells >= LARGEST_FROM else "weights.npz"
    return resources.assets() / "learned" / name


@lru_cache(maxsize=2)
def _load_weights(file: Path) -> tuple[NDArray[np.int16], NDArray[np.int16], int]:
    """Return the weights of tiles, (SINGLES,), those of ``pair_terms``, and the units per move."""
    with np.load(file) as arrays:
        blocks = arrays["pairs"].reshape(PAIR_BLOCKS, SPOTS, SPOTS)
        terms = pair_terms(blocks, arrays["contacts"])
        return arrays["singles"], terms, int(arrays["unit"])


def pair_terms(by_block: NDArray[np.int16], by_contact: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return weights of pairs, (PAIR_BLOCKS, SPOTS, SPOTS), and contacts as the kernels read them.

    The order is: each block of pairs seen from the first tile, then from the second; each kind of
    contact seen from either cell; and a table of 0.
    """
    pairs = np.concatenate((by_block, by_block.transpose(0, 2, 1)))
    contacts = np.stack((by_contact, by_contact.transpose(0, 2, 1)), axis=1)
    terms = np.zeros((NONE + 1, CODES, CODES), np.int16)
    terms[: 2 * PAIR_BLOCKS, 1:, 1:] = pairs
    terms[2 * PAIR_BLOCKS : NONE] = contacts.reshape(-1, CODES, CODES)
    terms[2 * PAIR_BLOCKS :, 1:] -= terms[2 * PAIR_BLOCKS :, :1]
    return terms


def of_shape(rows: int, columns: int) -> Pairs:
    """The tables of a shape with rows <= columns, for a goal with the blank in the last corner."""
    weights, terms, unit = _load_weights(file(rows * columns))
    singles = np.append(weights.astype(np.int64), 0)  # the last is for the blank, index -1
    single = initial_weights(rows, columns) + singles[weight_indices(rows, columns)]
    return as_pairs(rows, columns, single, terms, unit)


def as_pairs(
    rows: int, columns: int, single: NDArray[np.int64], terms: NDArray[np.int16], unit: int
) -> Pairs:
    """Return weights of tiles, pairs and contacts in the form that kernels read."""
    pairs, blocks_of_pairs, cells = layout(rows, columns), blocks(rows, columns), rows * columns
    partners, pair_tables = _list_partners(
        np.zeros((cells, PAIR_SLOTS), np.uint8),
        pairs,
        blocks_of_pairs,
        PAIR_BLOCKS + blocks_of_pairs,
    )
    beside = contacts(rows, columns)
    there = 2 * (PAIR_BLOCKS + beside.kinds)
    own = np.repeat(np.arange(cells, dtype=np.uint8)[:, None], CONTACT_SLOTS, axis=1)
    neighbours, contact_tables = _list_partners(own, beside, there, there + 1)
    tables = Pairs(
        1,
        single.astype(np.int32),
        codes(rows, columns),
        partners,
        pair_tables,
        neighbours,
        contact_tables,
        terms,
        unit,
        0,
    )
    return tables._replace(goal_sum=_goal_sum(tables, Board.solved(rows, columns)))


def _list_partners(
    partners: NDArray[np.uint8], links: Links, there: NDArray[np.int64], back: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """List the links of each tile or cell: the partners and the numbers of the tables.

    partners: the padding of the list, which is overwritten. there, back: (pairs,), the tables for
    the first and for the second of a pair.
    """
    tables, used = np.full_like(partners, NONE), np.zeros(len(partners), np.int64)
    rows = np.stack((links.first, links.second, there, back), axis=1).tolist()
    for first, second, number, reverse in rows:
        for own, partner, table in ((first, second, number), (second, first, reverse)):
            partners[own, used[own]], tables[own, used[own]] = partner, table
            used[own] += 1
    return partners, tables


def _goal_sum(pairs: Pairs, goal: Board) -> int:
    return int(estimate.pair_sum(pairs, np.array(goal.tiles, np.int64)))


def for_goal(goal: Board) -> Pairs:
    """The tables for ``goal``, with the blank anywhere."""
    rows, columns = goal.size
    tall = rows > columns
    places = np.array(_cornered(goal))
    cells = np.arange(rows * columns).reshape(rows, columns)
    blank_row, blank_column = divmod(int(np.flatnonzero(places == 0)[0]), columns)
    if blank_row == 0 and rows > 1:
        cells = cells[::-1]
    if blank_column == 0 and columns > 1:
        cells = cells[:, ::-1]
    if tall:
        cells = cells.T
    source = cells.ravel()  # the board's cell for each cell of the table
    # the board's tile for each tile of the table
    tile_of = np.concatenate(([0], places[source[:-1]]))
    pairs = of_shape(*sorted((rows, columns)))
    if (source == np.arange(len(source))).all() and (tile_of == source).all():
        return pairs
    pairs, cell = renamed(pairs, np.argsort(tile_of)), np.argsort(source)
    turned = pairs._replace(
        single=np.ascontiguousarray(pairs.single[:, cell]),
        codes=np.ascontiguousarray(pairs.codes[:, cell]),
        contacts=source.astype(np.uint8)[pairs.contacts[cell]],
        contact_tables=np.ascontiguousarray(pairs.contact_tables[cell]),
    )
    return turned._replace(goal_sum=_goal_sum(turned, goal))


def renamed(pairs: Pairs, name: NDArray[np.int64]) -> Pairs:
    """A copy for renumbered tiles. name: (tiles,), the number of each tile in ``pairs``."""
    tile_of = np.argsort(name).astype(np.uint8)
    return pairs._replace(
        single=pairs.single[name],
        codes=pairs.codes[name],
        partners=tile_of[pairs.partners[name]],
        pair_tables=pairs.pair_tables[name],
    )


def _cornered(goal: Board) -> tuple[int, ...]:
    """The tiles of ``goal`` after its blank has moved straight to the nearest corner."""
    row, column = divmod(goal.blank, goal.columns)
    below, right = goal.rows - 1 - row, goal.columns - 1 - column
    moves = [Move.UP] * row if row < below else [Move.DOWN] * below
    moves += [Move.LEFT] * column if column < right else [Move.RIGHT] * right
    return goal.apply_all(moves).tiles
