"""Heuristics as data: what the kernels add up, and how they do it.

h is the largest of up to six opinions: distances summed over tiles (with linear conflicts added
where a heuristic asks for them), walking distance, pattern databases, ranked ones, what was
learned about tiles and pairs of tiles, and a function of the user's own. A heuristic that only
sums distances is kept up to date by one subtraction a move; for it the kernels get None in place of
an ``Estimate`` and are compiled without the rest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.jit import INDEX, call_back, kernel
from puzzler.search.kernels.space import Int, Space, Words

Tiles = NDArray[np.int64] | NDArray[np.uint8]
"""(cells,): the tile on every cell."""
Distance = NDArray[np.int32]
"""(tiles, cells): what a tile on a cell adds to h; 0 everywhere on the goal."""


class Lines(NamedTuple):
    """What linear conflict needs: where every tile belongs."""

    is_used: int
    rows: int
    columns: int
    goal_rows: NDArray[np.int64]
    """(tiles,): -1 for the blank."""
    goal_columns: NDArray[np.int64]
    """(tiles,): -1 for the blank."""


class Walking(NamedTuple):
    """Walking distances: for each part, the board cut into bands of rows or of columns.

    A part counts the moves that cross from band to band. Parts whose cuts differ count different
    moves, so that their distances add up. A state of a part is known by its key: how many tiles of
    each goal band stand in each band, as digits, and the blank's band.
    """

    is_used: int
    bands: NDArray[np.int64]
    """(parts, cells): the band of a cell."""
    weights: NDArray[np.int64]
    """(parts, tiles, bands): what a tile in a band adds to the key; row 0 is the blank."""
    first: NDArray[np.int64]
    """(parts + 1,): where each part's keys begin."""
    keys: NDArray[np.int64]
    """Sorted within each part."""
    distances: NDArray[np.uint8]
    """The walking distance of each key."""
    homes: NDArray[np.int64]
    """(parts, tiles): the band that a tile belongs to."""
    steps: NDArray[np.int32]
    """(keys, 2 * bands): the key's number after a tile of a home band, from the band before the
    blank's (column 2 * home) or after it (2 * home + 1), slides into the blank's; -1 for none."""


class Patterns(NamedTuple):
    """Additive pattern databases, and the views of the board in which they are read.

    A view is one set of disjoint patterns; h is the largest sum over a view, twice, and Manhattan
    distance, which is what is summed beside patterns: linear conflicts are not. A table is read at
    index sum of cell * factor over its tiles, the board turned or mirrored as the table is.
    """

    is_used: int
    tables: NDArray[np.uint8]
    """All tables, one after the other, two entries in a byte, the first in the lower half. An entry
    is half of what the tiles' moves exceed their taxicab distance by."""
    cells: NDArray[np.int64]
    """(indices, cells): where a cell of the board lies in the table's frame."""
    slots: NDArray[np.int64]
    """(views, tiles): which index a tile is part of; a view's indices are numbered in one row."""
    factors: NDArray[np.int64]
    """(views, tiles): what one cell of a tile is worth in its index; 0 where it is in none."""
    offsets: NDArray[np.int64]
    """(indices,): where the table of each index begins."""
    first: NDArray[np.int64]
    """(views + 1,): where each view's indices begin."""


class Duals(NamedTuple):
    """Pattern databases read with cells and tiles exchanged (Felner et al. 2005).

    A shortest path, read backwards with the tile that belongs on a cell in place of the tile that
    stands there, solves the board in which both are exchanged; its blank belongs where the board's
    blank is. The tiles on a pattern's cells make as many moves as the pattern's tiles do there.
    A pattern with the blank on one of its cells has a tile fewer. Its entries are kept where that
    tile would share a cell with the next of the pattern, the first being next to the last: there a
    table has no others.
    """

    tables: NDArray[np.uint8]
    """As in ``Patterns``."""
    groups: NDArray[np.int64]
    """(views, cells): the index of the pattern that a cell belongs to; all views have as many, and
    the last of each is for cells of no pattern."""
    worth: NDArray[np.int64]
    """(views, cells, tiles): what a tile on a cell counts in the cell's index."""
    next_cells: NDArray[np.int64]
    """(views, cells): the cell whose tile counts once more where the blank is on a cell."""
    begins: NDArray[np.int64]
    """(indices, cells): where the table of each index begins, by the blank's cell."""


class Ranked(NamedTuple):
    """Pattern databases too large for ``Patterns``: no entry is kept for two tiles on one cell.

    Entries and views are as there. The number of an arrangement is that of the set of its cells,
    times how many orders of the tiles there are, plus the number of the order. Sets are numbered in
    colexicographic order; an order is the sum over tiles of the factorial of the tile's place in
    the pattern times how many tiles of lower places stand on lower cells.
    """

    is_used: int
    tables: NDArray[np.uint8]
    cells: NDArray[np.int64]
    """(indices, cells): where a cell of the table's frame lies on the board."""
    places: NDArray[np.int64]
    """(indices, tiles): a tile's place in the pattern; -1 where it is none of it."""
    offsets: NDArray[np.int64]
    """(indices,): where the table of each index begins."""
    first: NDArray[np.int64]
    """(views + 1,): where each view's indices begin."""
    binomials: NDArray[np.int64]
    """(cells, tiles): what a cell counts in a set's number, by its place in the set."""
    factorials: NDArray[np.int64]
    """(tiles + 1,)"""


PAIR_SLOTS = 8
CONTACT_SLOTS = 4


class Pairs(NamedTuple):
    """A sum over tiles and over pairs of tiles, of what was learned about where they stand.

    Tiles make a pair that belong side by side, and tiles that are side by side now: these are in
    contact. A pair is in the list of both of its tiles, a contact in that of both of its cells, so
    that what a slide changes is read in one list.
    """

    is_used: int
    single: Distance
    """(tiles, cells): what a tile on a cell adds, in parts of a move; row 0 is the blank."""
    codes: NDArray[np.uint8]
    """(tiles, cells): how far and where to a tile on a cell is from its place, in short; 0 is the
    blank."""
    partners: NDArray[np.uint8]
    """(tiles, PAIR_SLOTS): the other tile of each pair of a tile; 0 for no more."""
    pair_tables: NDArray[np.uint8]
    """(tiles, PAIR_SLOTS): which table of ``worth`` each pair is read in."""
    contacts: NDArray[np.uint8]
    """(cells, CONTACT_SLOTS): the cells beside a cell; itself for none."""
    contact_tables: NDArray[np.uint8]
    """(cells, CONTACT_SLOTS): which table of ``worth`` each contact is read in."""
    worth: NDArray[np.int16]
    """(tables, codes, codes): what a pair or a contact adds, by the codes of the tile and its
    partner, or of the cell and that beside. Of contacts the first row is with the blank on the
    cell, the others are how much more than that. The same pair or contact seen from the other side
    is in another table. The last is all 0, for none."""
    unit: int
    """Parts of a move that make one."""
    least: int
    """The sum of the goal."""


class Custom(NamedTuple):
    """A heuristic of the user's own: its values for all states, or the function itself."""

    is_used: int
    values: NDArray[np.int16]
    """h, at the sum of cell * factor over the tiles; empty where the function is called."""
    factors: NDArray[np.int64]
    """(tiles,): what one cell of a tile is worth in that sum."""
    address: int
    """Where the function is, see ``jit.callback``; 0 where there are values."""
    tiles: NDArray[np.int64]
    """(cells,): what it is called with."""
    known: NDArray[np.uint8]
    """(slots, cells): boards whose h is known; a new one takes the place of another."""
    known_h: NDArray[np.int16]
    """(slots,)"""


class Estimate(NamedTuple):
    """All opinions beyond summed distances; the unused ones are empty."""

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
"""The largest entry: what would be larger is no more than that."""


@kernel
def entry_at(tables: NDArray[np.uint8], index: Int) -> Int:
    """The entry at ``index``, two of them sharing a byte."""
    shared = int(tables[(index >> 1) & INDEX])
    return (shared >> (ENTRY_BITS * (index & 1))) & ENTRY_MASK


@kernel
def unpack_tiles(space: Space, states: Words, node: Int, tiles: Tiles) -> None:
    """Write the tiles of state number ``node`` into ``tiles``."""
    for cell in range(len(tiles)):
        tiles[cell] = (states[node, space.words[cell]] >> space.shifts[cell]) & space.mask


@kernel
def summed_distance(distance: Distance, tiles: Tiles) -> Int:
    """The sum over cells of ``distance``."""
    total: Int = 0
    for cell in range(len(tiles)):
        total += distance[tiles[cell], cell]
    return total


@kernel
def distance_change(distance: Distance, tile: Int, source: Int, target: Int) -> Int:
    """How the summed distance changes when ``tile`` slides from ``source`` to ``target``."""
    change: Int = (
        distance[tile, target] - distance[tile, source] + distance[0, source] - distance[0, target]
    )
    return change


@kernel
def has_more(rest: Estimate) -> bool:
    """There is more than linear conflicts."""
    is_read = rest.patterns.is_used or rest.ranked.is_used or rest.custom.is_used
    return bool(is_read or rest.walking.is_used or rest.pairs.is_used)


@kernel
def estimate(rest: Estimate, tiles: Tiles, summed: Int) -> Int:
    """The estimate for ``tiles``, given their summed distance."""
    h: Int = summed
    if rest.lines.is_used:
        h += all_conflicts(rest.lines, tiles)
    if rest.walking.is_used:
        h = max(h, walking_distance(rest.walking, tiles))
    if rest.patterns.is_used:
        h = max(h, summed + 2 * pattern_excess(rest.patterns, tiles))
    if rest.ranked.is_used:
        h = max(h, summed + 2 * ranked_excess(rest.ranked, tiles))
    if rest.pairs.is_used:
        h = max(h, learned_moves(rest.pairs, tiles))
    if rest.custom.is_used:
        h = max(h, custom_value(rest.custom, tiles))
    return h


@kernel
def estimate_each(
    rest: Estimate,
    distance: Distance,
    boards: NDArray[np.uint8],
    tiles: Tiles,
    values: NDArray[np.int64],
) -> None:
    """Write into ``values`` the estimate for each row of ``boards``: (n, cells) to (n,).

    ``tiles`` is room for one of them.
    """
    for row in range(len(boards)):
        for cell in range(len(tiles)):
            tiles[cell] = boards[row, cell]
        values[row] = estimate(rest, tiles, summed_distance(distance, tiles))


@kernel
def custom_value(custom: Custom, tiles: Tiles) -> Int:
    """What the user's own heuristic has for the tiles."""
    if custom.address != 0:
        slot = slot_of(custom, tiles)
        is_known = True
        for cell in range(len(tiles)):
            custom.tiles[cell] = tiles[cell]
            is_known &= custom.known[slot, cell] == tiles[cell]
        return int(custom.known_h[slot]) if is_known else call_back(custom.address, custom.tiles)
    factors = custom.factors
    index = 0
    for cell in range(len(tiles)):
        index += factors[tiles[cell]] * cell
    return int(custom.values[index & INDEX])


@kernel
def slot_of(custom: Custom, tiles: Tiles) -> Int:
    """Where h of the tiles is kept."""
    hashed = 0
    for cell in range(len(tiles)):
        hashed = (hashed ^ int(tiles[cell])) * HASH_FACTOR & HASH_MASK
    return (hashed * len(custom.known)) >> HASH_BITS


@kernel
def keep_values(custom: Custom, boards: NDArray[np.uint8], values: NDArray[np.int64]) -> None:
    """Keep h of boards, (n, cells) and (n,), to be found by ``custom_value``."""
    for row in range(len(boards)):
        slot = slot_of(custom, boards[row])
        for cell in range(boards.shape[1]):
            custom.known[slot, cell] = boards[row, cell]
        custom.known_h[slot] = values[row]


@kernel
def learned_moves(pairs: Pairs, tiles: Tiles) -> Int:
    """What was learned about the tiles, in moves: 0 on the goal."""
    return (pair_sum(pairs, tiles) - pairs.least) // pairs.unit


@kernel
def pair_sum(pairs: Pairs, tiles: Tiles) -> Int:
    """What was learned about all tiles and pairs of tiles, in parts of a move."""
    codes = pairs.codes
    partners = pairs.partners
    tables = pairs.pair_tables
    worth = pairs.worth
    total: Int = summed_distance(pairs.single, tiles) + sum_of_contacts(pairs, tiles)
    for cell in range(len(tiles)):
        tile = tiles[cell]
        for slot in range(PAIR_SLOTS):
            partner = partners[tile, slot]
            # each pair once, from its smaller tile
            if partner > tile:
                place = 0
                while tiles[place] != partner:
                    place += 1
                beside = codes[partner, place]
                total += int(worth[tables[tile, slot], codes[tile, cell], beside])
    return total


@kernel
def sum_of_contacts(pairs: Pairs, tiles: Tiles) -> Int:
    """What was learned about all tiles that are side by side now."""
    codes = pairs.codes
    contacts = pairs.contacts
    tables = pairs.contact_tables
    worth = pairs.worth
    total = 0
    for cell in range(len(tiles)):
        code = codes[tiles[cell], cell]
        for slot in range(CONTACT_SLOTS):
            other = int(contacts[cell, slot])
            # each contact once, from its smaller cell
            if other > cell:
                table, beside = tables[cell, slot], codes[tiles[other], other]
                total += int(worth[table, 0, beside])
                if code != 0:
                    total += int(worth[table, code, beside])
    return total


@kernel
def all_conflicts(lines: Lines, tiles: Tiles) -> Int:
    """Moves that linear conflicts add to Manhattan distance, over all rows and columns."""
    total: Int = 0
    for row in range(lines.rows):
        total += line_conflicts(
            lines.goal_rows, lines.goal_columns, row, tiles, row * lines.columns, 1, lines.columns
        )
    for column in range(lines.columns):
        total += line_conflicts(
            lines.goal_columns, lines.goal_rows, column, tiles, column, lines.columns, lines.rows
        )
    return total


@kernel
def line_conflicts(
    home: NDArray[np.int64],
    place: NDArray[np.int64],
    line: Int,
    tiles: Tiles,
    first: Int,
    step: Int,
    length: Int,
) -> Int:
    """Twice the fewest tiles that must leave the line for the others to pass (Hansson et al. 1992).

    ``home[tile]`` is the line that a tile belongs to, ``place[tile]`` its place in it. The tiles
    that may stay are a longest increasing run of places (found as by Schensted 1961).
    """
    leaving = 0
    ends = 0  # bit p: p is the smallest place in which a run of some length ends
    for spot in range(first, first + length * step, step):
        tile = tiles[spot]
        if home[tile] == line:
            bit = 1 << place[tile]
            later = ends & -bit
            if later != 0:
                leaving += 1
                ends ^= later & -later
            ends |= bit
    return 2 * leaving


@kernel
def walking_distance(walking: Walking, tiles: Tiles) -> Int:
    """The sum of the walking distances of all parts (Takahashi 2002)."""
    total = 0
    for part in range(len(walking.bands)):
        total += int(walking.distances[walking_number(walking, part, tiles)])
    return total


@kernel
def walking_number(walking: Walking, part: int, tiles: Tiles) -> Int:
    """The number of a part's key for ``tiles``, among the keys of all parts."""
    return key_number(walking, part, walking_key(walking, part, tiles))


@kernel
def walking_key(walking: Walking, part: Int, tiles: Tiles) -> Int:
    """The key of a part for ``tiles``."""
    key: Int = 0
    for cell in range(len(tiles)):
        key += walking.weights[part, tiles[cell], walking.bands[part, cell]]
    return key


@kernel
def key_number(walking: Walking, part: Int, key: Int) -> Int:
    """Where a part's key stands among the keys of all parts."""
    low = int(walking.first[part])
    high = int(walking.first[part + 1]) - 1
    while low < high:
        middle = (low + high) >> 1
        if walking.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def pattern_excess(patterns: Patterns, tiles: Tiles) -> Int:
    """The largest sum of entries over the views (Korf and Felner 2002)."""
    largest: Int = 0
    for view in range(len(patterns.first) - 1):
        total: Int = 0
        for slot in range(patterns.first[view], patterns.first[view + 1]):
            index = patterns.offsets[slot]
            for cell in range(len(tiles)):
                tile = tiles[cell]
                if patterns.slots[view, tile] == slot:
                    index += patterns.cells[slot, cell] * patterns.factors[view, tile]
            total += entry_at(patterns.tables, index)
        largest = max(largest, total)
    return largest


@kernel
def read_duals(duals: Duals, tiles: Tiles, row: NDArray[np.int64]) -> Int:
    """Write what the duals of ``tiles`` come to into ``row``; returns the largest sum of a view.

    For each index its number without what depends on the blank and, in the lowest bits, its entry;
    then the sum of each view.
    """
    count = len(duals.begins)
    blank = 0
    for slot in range(count):
        row[slot] = 0
    for cell in range(len(tiles)):
        if tiles[cell] == 0:
            blank = cell
        for view in range(len(duals.groups)):
            row[duals.groups[view, cell]] += duals.worth[view, cell, tiles[cell]]
    largest: Int = 0
    of_view = count // len(duals.groups)
    for view in range(len(duals.groups)):
        total: Int = 0
        for slot in range(view * of_view, (view + 1) * of_view):
            index = duals.begins[slot, blank] + row[slot]
            if slot == duals.groups[view, blank]:
                index += duals.worth[view, blank, tiles[duals.next_cells[view, blank]]]
            entry = entry_at(duals.tables, index)
            row[slot] = (row[slot] << ENTRY_BITS) | entry
            total += entry
        row[count + view] = total
        largest = max(largest, total)
    return largest


@kernel
def ranked_excess(ranked: Ranked, tiles: Tiles) -> Int:
    """As ``pattern_excess``, of ranked tables."""
    largest: Int = 0
    for view in range(len(ranked.first) - 1):
        total: Int = 0
        for slot in range(ranked.first[view], ranked.first[view + 1]):
            total += entry_at(ranked.tables, ranked_index(ranked, slot, tiles))
        largest = max(largest, total)
    return largest


@kernel
def ranked_index(ranked: Ranked, slot: int, tiles: Tiles) -> Int:
    """Where the table of index ``slot`` is read."""
    number = 0
    order = 0
    count = 0
    seen = 0  # bit p: the tile of place p stands on a lower cell
    for cell in range(len(tiles)):
        place = ranked.places[slot, tiles[ranked.cells[slot, cell]]]
        if place < 0:
            continue
        number += ranked.binomials[cell, count]
        for lower in range(place):
            order += ((seen >> lower) & 1) * ranked.factorials[place]
        seen |= 1 << place
        count += 1
    index: Int = ranked.offsets[slot] + number * ranked.factorials[count] + order
    return index
