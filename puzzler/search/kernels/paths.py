"""The paths of depth-first searches: their fields, counters and tables, see ``depth_first``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.estimate import entry_at
from puzzler.search.kernels.heuristic_data import ENTRY_BITS, ENTRY_MASK, Duals, Tiles
from puzzler.search.kernels.intrinsics import prefetch
from puzzler.search.kernels.jit import INDEX, kernel
from puzzler.search.kernels.space import LOW_32, Int

# results of `search`
RUNNING, SOLVED, EXHAUSTED, DEEP = range(4)

# counters
(
    EXPANDED,
    GENERATED,
    BOUND,
    CLOSEST,
    LOWEST_H,
    DEPTH,
    BLANK,
    CURSOR,
    SLACK,
    SUM_SLACK,
    START_BLANK,
    START_H,
    START_SUM,
    DEEPEST,
    PASSES,
    UNTRIED,
    FRAMES,
    SUBTREES,
    COUNTERS,
) = range(19)

# fields of an entry
CELL_MASK = 255
MOVE_SHIFT, MOVE_MASK = 8, 3
COST_SHIFT, COST_MASK = 16, 0xFFFF
LIST_SHIFT = 32

# fields of a frame
CURSOR_MASK = (1 << 24) - 1
BLANK_SHIFT, BLANK_MASK = 24, 127
SLACK_SHIFT = 31

VIEWS = 4
"""Number of views, a power of two."""
RANKED_VIEWS = 2
"""Number of views of ranked tables, which are larger and better, so that fewer are needed."""
FAR_BYTES = 1 << 26
"""Size of tables that do not fit into the processor's caches."""
AHEAD_VIEWS = 2
"""Views of such tables; the views after them are repetitions."""
PASSED_CELLS = 4
"""Maximum number of cells that a tile passes in a move, in the numbering of a ranked table."""
AHEAD = 4 * RANKED_VIEWS * 2
"""Columns of ``Ranks.ahead``, for up to four moves."""
ORDER_SHIFT, ORDER_MASK = ENTRY_BITS, 0xFFFF
CELLS_SHIFT = ORDER_SHIFT + 16
VIEW_COLUMNS = 1 + 2 * VIEWS
NUMBER_CELLS = 12
"""Cells in each of the two numbers of a state; 25 to this power has 56 bits."""
LEFT_SHIFT = 56
NUMBER_MASK = (1 << LEFT_SHIFT) - 1
LARGEST_LEFT = 127
NO_MOVES = 0
SPLIT_DEPTH = 10
"""Number of moves to the roots of the subtrees that threads share."""
MAX_SUBTREES = 4 * 3 ** (SPLIT_DEPTH - 1)
FAR = -(1 << 60)
"""CLOSEST if no state was pruned."""


class Moves(NamedTuple):
    """The moves that may follow a path, as an automaton; see ``engine.pruning``."""

    entries: NDArray[np.int64]
    """Concatenated lists, each terminated by -1. An entry has the cell that the blank reaches, the
    move, the first cost of the step, and the first entry of the list of successors after it."""
    first: NDArray[np.int64]
    """(cells,): for each start cell, the entry where the list of first moves begins."""


class Weighing(NamedTuple):
    """The terms of f."""

    costs: NDArray[np.int32]
    """(steps * tiles,): the increase of f when a tile slides. A step is a cell of the blank and a
    move."""
    g_weight: int
    h_weight: int
    is_single_pass: int
    """1 if there is only one pass."""


class Views(NamedTuple):
    """Pattern databases with the indices of the current state; see ``heuristic_data.Patterns``.

    The number of views is ``VIEWS``, because loops of constant length are faster by a sixth. Views
    are the last axis of flat arrays. A word is an index with its table entry in the lowest bits.
    """

    tables: NDArray[np.uint8]
    slots: NDArray[np.uint16]
    """(tiles * views,): the word that contains a tile."""
    gains: NDArray[np.int64]
    """(moves * tiles * views,): the change of the index when a move of the blank slides a tile."""
    words: NDArray[np.int64]
    """(indices,): the words of the current state."""
    path: NDArray[np.int64]
    """(depths, 1 + 2 * views): for each state on the path, the view with the largest h, then for
    each view the sum of its entries and the previous value of the word changed by the last move."""


class Ranks(NamedTuple):
    """The data to update the indices of ranked tables; see ``heuristic_data.Ranked``.

    Words then contain, from the highest bits: the set of cells of the pattern's tiles, one bit per
    cell; the number of the tiles' order; the table entry. A turn is a turned or mirrored board.
    """

    turns: NDArray[np.int64]
    """(tiles * views,): the first step of the turn of the tile's table."""
    gains: NDArray[np.int64]
    """(turns * steps,): the change of the word's set of cells in a step of the blank."""
    signs: NDArray[np.int64]
    """(turns * steps,): 1 if the moved tile's cell number grows, -1 if it falls."""
    passed: NDArray[np.uint8]
    """(turns * steps * PASSED_CELLS,): the cells that the tile passes, padded with the blank's."""
    weights: NDArray[np.int32]
    """(tiles * tiles * views,): the change of the order's number when a tile passes another."""
    low: NDArray[np.int32]
    """(sizes * 2 ** low_bits,): the term of the lower half of the set of cells in an index."""
    high: NDArray[np.int32]
    """(sizes * 2 ** (cells - low_bits),): the term of the upper half of the set of cells."""
    low_begins: NDArray[np.int64]
    """(words,): the first element of ``low`` for the word's number of tiles."""
    high_begins: NDArray[np.int64]
    """(words,): the first element of ``high`` for the word's number of tiles."""
    offsets: NDArray[np.int64]
    """(words,): the start of the word's table."""
    low_bits: int
    ahead: NDArray[np.int64]
    """(depths, AHEAD): for each state on the path, each move (by the lowest bits of its entry
    number) and each view: the successor's word without its table entry, and its table index."""


class Dualing(NamedTuple):
    """Dual lookups for the states on the path."""

    duals: Duals
    path: NDArray[np.int64]
    """(depths, indices + views): for each state, the output of ``estimate.read_duals``."""
    indices: NDArray[np.int64]
    """(2 * views,): scratch memory for the indices of a successor."""


class Cache(NamedTuple):
    """A transposition table for boards of up to 25 cells; new states replace older ones.

    A state is pruned if it was entered before with as many moves left to the bound. With ranked
    tables, this is only tried if the state's f is at least two moves below the bound, because other
    states have so few successors that an access to memory takes longer. The first
    optimal path in the order of moves is never pruned. It contains no superfluous part, and if
    another path had entered one of its states as early, that path would precede it.
    """

    states: NDArray[np.int64]
    """(2 ** bits, 2): the numbers of a state, the first with the moves left in its upper bits."""
    factors: NDArray[np.int64]
    """(cells, 2): the factor of the tile on a cell in each number."""
    bits: int


class Walks(NamedTuple):
    """Walking distances of the states on the path; see ``heuristic_data.Walking``."""

    bands: NDArray[np.int64]
    """(cells, parts): the band of a cell."""
    homes: NDArray[np.int64]
    """(tiles, parts): the goal band of a tile."""
    steps: NDArray[np.int32]
    distances: NDArray[np.uint8]
    path: NDArray[np.int64]
    """(depths, parts + 1): for each state, the number of each part's key, and the distance."""


@kernel
def place_of(first: Int, second: Int, bits: Int) -> Int:
    """The place of a state in ``Cache.states``, by its two numbers."""
    value = ((first & LOW_32) * 0x6C8E9CF5) ^ ((first >> 32) * 0x4A7C15B5)
    value ^= ((second & LOW_32) * 0x5D6F9A2B) ^ ((second >> 32) * 0x2545F491)
    value ^= value >> 29
    place: Int = (((value & LOW_32) * 0x6C8E9CF5) >> 20) & ((1 << bits) - 1)
    return place


@kernel
def moved_term(factors: NDArray[np.int64], part: Int, tile: Int, source: Int, target: Int) -> Int:
    """The change of a number of a state when a tile moves from ``source`` to ``target``."""
    term: Int = tile * (factors[2 * target + part] - factors[2 * source + part])
    return term


@kernel
def prefetch_ranked(
    ranks: Ranks,
    slots: NDArray[np.uint16],
    tables: NDArray[np.uint8],
    words: NDArray[np.int64],
    entries: NDArray[np.int64],
    cursor: Int,
    tiles: Tiles,
    blank: Int,
    depth: Int,
) -> None:
    """Prefetch the entries of ranked tables for all successors, and fill in ``Ranks.ahead``.

    slots, tables, words: see ``Views``. entries: see ``Moves``.
    """
    number = cursor
    entry = entries[number & INDEX]
    while entry >= 0:
        number += 1
        tile = int(tiles[entry & CELL_MASK])
        step = 4 * blank + ((entry >> MOVE_SHIFT) & MOVE_MASK)
        own = tile * VIEWS & INDEX
        ahead = depth * AHEAD + 2 * RANKED_VIEWS * (number & 3) & INDEX
        for view in range(RANKED_VIEWS):
            slot = slots[own + view]
            turn = ranks.turns[own + view] + step & INDEX
            change = 0
            for place in range(PASSED_CELLS):
                other = int(tiles[ranks.passed[turn * PASSED_CELLS + place & INDEX]])
                pair = (tile * len(tiles) + other) * VIEWS + view & INDEX
                change += int(ranks.weights[pair])
            moved = (words[slot] & ~ENTRY_MASK) + ranks.gains[turn]
            moved += ranks.signs[turn] * (change << ORDER_SHIFT)
            cells = moved >> CELLS_SHIFT
            lower = cells & ((1 << ranks.low_bits) - 1)
            index = (
                ranks.offsets[slot]
                + int(ranks.low[ranks.low_begins[slot] + lower & INDEX])
                + int(ranks.high[ranks.high_begins[slot] + (cells >> ranks.low_bits) & INDEX])
                + ((moved >> ORDER_SHIFT) & ORDER_MASK)
            )
            prefetch(tables, index >> 1)
            ranks.ahead[ahead + 2 * view] = moved
            ranks.ahead[ahead + 2 * view + 1] = index
        entry = entries[number & INDEX]


@kernel
def read_views(
    tables: NDArray[np.uint8],
    terms: NDArray[np.int64],
    offsets: NDArray[np.int64],
    first: NDArray[np.int64],
    tiles: Tiles,
    words: NDArray[np.int64],
    path: NDArray[np.int64],
) -> None:
    """Write the words and the first row of ``Views.path`` for the state ``tiles``.

    terms: (indices, cells, tiles), the term of a tile on a cell in an index.
    """
    for view in range(VIEWS):
        total = 0
        for slot in range(first[view], first[view + 1]):
            index = int(offsets[slot])
            for cell in range(len(tiles)):
                index += int(terms[slot, cell, tiles[cell]])
            entry = int(entry_at(tables, index))
            words[slot] = (index << ENTRY_BITS) | entry
            total += entry
        path[0, 1 + 2 * view] = total
        if total > path[0, 1 + 2 * path[0, 0]]:
            path[0, 0] = view


@kernel
def is_goal(goal: Tiles, tiles: Tiles) -> bool:
    """Whether both are equal."""
    for cell in range(len(goal)):
        if goal[cell] != tiles[cell]:
            return False
    return True
