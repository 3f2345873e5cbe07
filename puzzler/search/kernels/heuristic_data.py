"""The data of heuristics, which the kernels in ``estimate`` evaluate."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Tiles = NDArray[np.int64] | NDArray[np.uint8]
"""(cells,): the tile on each cell."""
Distance = NDArray[np.int32]
"""(tiles, cells): the term of a tile on a cell in h; 0 on its goal cell."""


class Lines(NamedTuple):
    """The data of linear conflicts: the goal row and goal column of each tile."""

    is_used: int
    rows: int
    columns: int
    goal_rows: NDArray[np.int64]
    """(tiles,): -1 for the blank."""
    goal_columns: NDArray[np.int64]
    """(tiles,): -1 for the blank."""


class Walking(NamedTuple):
    """Walking distances (Takahashi 2002). Each part divides the board into bands of lines.

    A part counts the moves from one band to another. Parts with different borders between bands
    count different moves, so their distances can be added. The key of a state in a part is the
    number of tiles of each goal band in each band, as digits, and the blank's band.
    """

    is_used: int
    bands: NDArray[np.int64]
    """(parts, cells): the band of a cell."""
    weights: NDArray[np.int64]
    """(parts, tiles, bands): the term of a tile in a band in the key; row 0 is the blank."""
    first: NDArray[np.int64]
    """(parts + 1,): the first key of each part."""
    keys: NDArray[np.int64]
    """Sorted within each part."""
    distances: NDArray[np.uint8]
    """The walking distance of each key."""
    homes: NDArray[np.int64]
    """(parts, tiles): the goal band of a tile."""
    steps: NDArray[np.int32]
    """(keys, 2 * bands): the number of the key after a tile of goal band b slides into the blank's
    band from the previous band (column 2 * b) or the next one (2 * b + 1); -1 if impossible."""


class Patterns(NamedTuple):
    """Additive pattern databases (Korf and Felner 2002) and the views in which they are read.

    A view is a set of disjoint patterns. h is Manhattan distance (without linear conflicts) plus
    twice the largest sum of entries of a view. The index in a table is the sum of cell * factor
    over the tiles of the pattern, on a board that is turned or mirrored as the table is.
    """

    is_used: int
    tables: NDArray[np.uint8]
    """All tables, concatenated, with two entries in each byte, the first one in the lower half. An
    entry is half the difference between the number of moves and the Manhattan distance."""
    cells: NDArray[np.int64]
    """(indices, cells): the cell number in the turned or mirrored board of the table."""
    slots: NDArray[np.int64]
    """(views, tiles): the index that contains a tile; a view's indices are successive numbers."""
    factors: NDArray[np.int64]
    """(views, tiles): the factor of a tile's cell in its index; 0 if no pattern has the tile."""
    offsets: NDArray[np.int64]
    """(indices,): the start of the table of each index."""
    first: NDArray[np.int64]
    """(views + 1,): the first index of each view."""


class Duals(NamedTuple):
    """Dual lookups in pattern databases: cells and tiles are exchanged (Felner et al. 2005).

    If a tile that belongs on cell i is on the goal cell of tile j, the dual board has tile j on
    cell i. The moves of a solution in reverse order solve the dual board, for a goal with the blank
    on the board's blank cell. So both boards have the same distance, and a table can be read for
    the tiles on the cells of a pattern.

    If the blank is on one of these cells, the pattern has one tile less. Its entry is at the index
    for which the missing tile shares a cell with the next one (cyclically), which is unused.
    """

    tables: NDArray[np.uint8]
    """As in ``Patterns``."""
    groups: NDArray[np.int64]
    """(views, cells): the index of the pattern that contains a cell. All views have the same number
    of indices; the last one of each is for cells of no pattern."""
    terms: NDArray[np.int64]
    """(views, cells, tiles): the term of a tile on a cell in the cell's index."""
    next_cells: NDArray[np.int64]
    """(views, cells): the cell with the tile that is counted twice if the blank is on a cell."""
    begins: NDArray[np.int64]
    """(indices, cells): the start of the table of each index, by the blank's cell."""


class Ranked(NamedTuple):
    """Pattern databases without unused entries, for patterns too large for ``Patterns``.

    Entries and views are as in ``Patterns``. The number of an arrangement is the number of its set
    of cells times the number of orders, plus the number of the order of the tiles. Sets are
    numbered in colexicographic order. The number of an order is the sum over the tiles of
    factorial(place in the pattern) * number of tiles with lower places on lower cells.
    """

    is_used: int
    tables: NDArray[np.uint8]
    cells: NDArray[np.int64]
    """(indices, cells): the board's cell for each cell of the turned or mirrored table."""
    places: NDArray[np.int64]
    """(indices, tiles): a tile's place in the pattern; -1 if it is not in the pattern."""
    offsets: NDArray[np.int64]
    """(indices,): the start of the table of each index."""
    first: NDArray[np.int64]
    """(views + 1,): the first index of each view."""
    binomials: NDArray[np.int64]
    """(cells, tiles): the term of a cell in a set's number, by its place in the set."""
    factorials: NDArray[np.int64]
    """(tiles + 1,): n! for each n."""


PAIR_SLOTS = 8
CONTACT_SLOTS = 4


class Pairs(NamedTuple):
    """The learned heuristic: a sum of learned terms of tiles, pairs and contacts.

    The tiles of a pair are neighbours in the goal; those of a contact are neighbours now. Pairs are
    listed for both tiles, contacts for both cells, so that a move changes the terms of one list.
    """

    is_used: int
    single: Distance
    """(tiles, cells): the term of a tile on a cell; row 0 is the blank."""
    codes: NDArray[np.uint8]
    """(tiles, cells): a code for the distance and direction of a tile from its goal cell; 0 for the
    blank."""
    partners: NDArray[np.uint8]
    """(tiles, PAIR_SLOTS): the other tile of each pair of a tile, padded with 0."""
    pair_tables: NDArray[np.uint8]
    """(tiles, PAIR_SLOTS): the table in ``terms`` for each pair."""
    contacts: NDArray[np.uint8]
    """(cells, CONTACT_SLOTS): the neighbours of a cell, padded with the cell itself."""
    contact_tables: NDArray[np.uint8]
    """(cells, CONTACT_SLOTS): the table in ``terms`` for each contact."""
    terms: NDArray[np.int16]
    """(tables, codes, codes): the term of a pair by the codes of a tile and its partner, or of a
    contact by the codes on a cell and its neighbour. In tables of contacts, the first row is for
    the blank on the cell, and the other rows are differences from it. Each pair or contact has
    another table for the opposite direction. The last table is 0, for unused slots."""
    unit: int
    """The value of one move in the terms."""
    goal_sum: int
    """The sum of all terms in the goal state."""


class Ranking(NamedTuple):
    """The terms of the hash and of the rank of states."""

    zobrist: NDArray[np.int64]
    """(tiles, cells): the term of a tile on a cell in the hash."""
    distance: Distance
    """(tiles, cells): the term of a tile on a cell in h."""
    shape: Distance
    """(tiles, cells): the term of a tile on a cell in the part of the rank that is not h."""
    scale: int
    """Weight of one move of h in the rank."""
    pairs: Pairs
    """The learned terms of pairs and contacts in the rank; unused without learned tables."""
    goal: Tiles
    """(cells,): the tile on each cell."""
    goal_hash: int
    lines: NDArray[np.int64]
    """(2, cells): the row and the column of a cell, counted from the sides far from the goal's
    blank."""
    line_penalty: int
    """Added to the rank for each row and each column from the first one with a misplaced tile. If
    0, misplaced tiles are not counted."""


class Custom(NamedTuple):
    """A heuristic of the user: its values for all states, or the address of its function."""

    is_used: int
    values: NDArray[np.int16]
    """h, indexed by the sum of cell * factor over the tiles; empty if the function is called."""
    factors: NDArray[np.int64]
    """(tiles,): the factor of a tile's cell in the index of ``values``."""
    address: int
    """The address of the function (see ``intrinsics.callback``); 0 if ``values`` is used."""
    tiles: NDArray[np.int64]
    """(cells,): scratch memory for the argument of the function."""
    boards: NDArray[np.uint8]
    """(slots, cells): boards with known h; new boards replace older ones."""
    stored_h: NDArray[np.int16]
    """(slots,): the h of ``boards``."""


class Estimate(NamedTuple):
    """All terms of h except summed distances; unused ones are empty."""

    lines: Lines
    walking: Walking
    patterns: Patterns
    ranked: Ranked
    pairs: Pairs
    custom: Custom


HASH_BITS = 36
HASH_MASK = (1 << HASH_BITS) - 1
HASH_FACTOR = 0x5BD1E95  # the product has 63 bits at most
ENTRY_BITS = 4
ENTRY_MASK = (1 << ENTRY_BITS) - 1
"""The largest entry; larger values are stored as this."""
