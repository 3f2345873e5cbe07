"""Kernels that evaluate heuristics.

h is the maximum of up to six terms: distances summed over tiles (plus linear conflicts if the
heuristic has them), walking distance, pattern databases, ranked pattern databases, the learned
heuristic, and a function of the user. If h is only a summed distance, it is updated by one
subtraction per move, and kernels get None instead of an ``Estimate``, so that they are compiled
without the other terms.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.heuristic_data import (
    CONTACT_SLOTS,
    ENTRY_BITS,
    ENTRY_MASK,
    HASH_BITS,
    HASH_FACTOR,
    HASH_MASK,
    PAIR_SLOTS,
    Custom,
    Distance,
    Duals,
    Estimate,
    Lines,
    Pairs,
    Patterns,
    Ranked,
    Tiles,
    Walking,
)
from puzzler.search.kernels.intrinsics import call_back
from puzzler.search.kernels.jit import INDEX, kernel
from puzzler.search.kernels.space import Int, Space, Words


@kernel
def entry_at(tables: NDArray[np.uint8], index: Int) -> Int:
    """The entry at ``index``; each byte contains two."""
    shared = int(tables[(index >> 1) & INDEX])
    return (shared >> (ENTRY_BITS * (index & 1))) & ENTRY_MASK


@kernel
def unpack_tiles(space: Space, states: Words, node: Int, tiles: Tiles) -> None:
    """Write the tiles of state number ``node`` to ``tiles``."""
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
    """The change of the summed distance when ``tile`` slides from ``source`` to ``target``."""
    change: Int = (
        distance[tile, target] - distance[tile, source] + distance[0, source] - distance[0, target]
    )
    return change


@kernel
def has_more(rest: Estimate) -> bool:
    """Whether h has terms other than distances and linear conflicts."""
    is_read = rest.patterns.is_used or rest.ranked.is_used or rest.custom.is_used
    return bool(is_read or rest.walking.is_used or rest.pairs.is_used)


@kernel
def estimate(rest: Estimate, tiles: Tiles, summed: Int) -> Int:
    """The value of h for ``tiles``. summed: their summed distance."""
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
    """Write h of each row of ``boards`` (n, cells) to ``values`` (n,).

    tiles: scratch memory for one board.
    """
    for row in range(len(boards)):
        for cell in range(len(tiles)):
            tiles[cell] = boards[row, cell]
        values[row] = estimate(rest, tiles, summed_distance(distance, tiles))


@kernel
def custom_value(custom: Custom, tiles: Tiles) -> Int:
    """The value of the user's heuristic for ``tiles``."""
    if custom.address != 0:
        slot = slot_of(custom, tiles)
        is_known = True
        for cell in range(len(tiles)):
            custom.tiles[cell] = tiles[cell]
            is_known &= custom.boards[slot, cell] == tiles[cell]
        return int(custom.stored_h[slot]) if is_known else call_back(custom.address, custom.tiles)
    factors = custom.factors
    index = 0
    for cell in range(len(tiles)):
        index += factors[tiles[cell]] * cell
    return int(custom.values[index & INDEX])


@kernel
def slot_of(custom: Custom, tiles: Tiles) -> Int:
    """The slot of ``tiles`` in ``custom.boards``."""
    hashed = 0
    for cell in range(len(tiles)):
        hashed = (hashed ^ int(tiles[cell])) * HASH_FACTOR & HASH_MASK
    return (hashed * len(custom.boards)) >> HASH_BITS


@kernel
def store_values(custom: Custom, boards: NDArray[np.uint8], values: NDArray[np.int64]) -> None:
    """Store ``values`` (n,), the h of ``boards`` (n, cells), for ``custom_value``."""
    for row in range(len(boards)):
        slot = slot_of(custom, boards[row])
        for cell in range(boards.shape[1]):
            custom.boards[slot, cell] = boards[row, cell]
        custom.stored_h[slot] = values[row]


@kernel
def learned_moves(pairs: Pairs, tiles: Tiles) -> Int:
    """The learned heuristic of ``tiles`` in moves; 0 for the goal."""
    return (pair_sum(pairs, tiles) - pairs.goal_sum) // pairs.unit


@kernel
def pair_sum(pairs: Pairs, tiles: Tiles) -> Int:
    """The sum of all learned terms of ``tiles``, in the unit of ``pairs.unit``."""
    codes = pairs.codes
    partners = pairs.partners
    tables = pairs.pair_tables
    terms = pairs.terms
    total: Int = summed_distance(pairs.single, tiles) + sum_of_contacts(pairs, tiles)
    for cell in range(len(tiles)):
        tile = tiles[cell]
        for slot in range(PAIR_SLOTS):
            partner = partners[tile, slot]
            # count each pair once, at its smaller tile
            if partner > tile:
                place = 0
                while tiles[place] != partner:
                    place += 1
                code = codes[partner, place]
                total += int(terms[tables[tile, slot], codes[tile, cell], code])
    return total


@kernel
def sum_of_contacts(pairs: Pairs, tiles: Tiles) -> Int:
    """The sum of the learned terms of all contacts."""
    codes = pairs.codes
    contacts = pairs.contacts
    tables = pairs.contact_tables
    terms = pairs.terms
    total = 0
    for cell in range(len(tiles)):
        code = codes[tiles[cell], cell]
        for slot in range(CONTACT_SLOTS):
            other = int(contacts[cell, slot])
            # count each contact once, at its smaller cell
            if other > cell:
                table, other_code = tables[cell, slot], codes[tiles[other], other]
                total += int(terms[table, 0, other_code])
                if code != 0:
                    total += int(terms[table, code, other_code])
    return total


@kernel
def all_conflicts(lines: Lines, tiles: Tiles) -> Int:
    """The moves that linear conflicts of all rows and columns add to Manhattan distance."""
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
    """Twice the minimum number of tiles that must leave the line (Hansson et al. 1992).

    home[tile], place[tile]: the goal line of a tile and its place in it. The tiles that can stay
    are a longest increasing subsequence of places (Schensted 1961).
    """
    leaving = 0
    run_ends = 0  # bit p: p is the smallest place at which a run of some length ends
    for spot in range(first, first + length * step, step):
        tile = tiles[spot]
        if home[tile] == line:
            bit = 1 << place[tile]
            later = run_ends & -bit
            if later != 0:
                leaving += 1
                run_ends ^= later & -later
            run_ends |= bit
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
    """The index in ``walking.keys`` of the key of ``tiles`` in a part."""
    return key_number(walking, part, walking_key(walking, part, tiles))


@kernel
def walking_key(walking: Walking, part: Int, tiles: Tiles) -> Int:
    """The key of ``tiles`` in a part."""
    key: Int = 0
    for cell in range(len(tiles)):
        key += walking.weights[part, tiles[cell], walking.bands[part, cell]]
    return key


@kernel
def key_number(walking: Walking, part: Int, key: Int) -> Int:
    """The index of ``key`` of a part in ``walking.keys``."""
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
    """Write the dual lookups of ``tiles`` to ``row``; return the largest sum of a view.

    row: for each index, its number without the terms that depend on the blank, and its entry in the
    lowest bits; then the sum of each view.
    """
    count = len(duals.begins)
    blank = 0
    for slot in range(count):
        row[slot] = 0
    for cell in range(len(tiles)):
        if tiles[cell] == 0:
            blank = cell
        for view in range(len(duals.groups)):
            row[duals.groups[view, cell]] += duals.terms[view, cell, tiles[cell]]
    largest: Int = 0
    of_view = count // len(duals.groups)
    for view in range(len(duals.groups)):
        total: Int = 0
        for slot in range(view * of_view, (view + 1) * of_view):
            index = duals.begins[slot, blank] + row[slot]
            if slot == duals.groups[view, blank]:
                index += duals.terms[view, blank, tiles[duals.next_cells[view, blank]]]
            entry = entry_at(duals.tables, index)
            row[slot] = (row[slot] << ENTRY_BITS) | entry
            total += entry
        row[count + view] = total
        largest = max(largest, total)
    return largest


@kernel
def ranked_excess(ranked: Ranked, tiles: Tiles) -> Int:
    """The largest sum of entries over the views of ranked tables."""
    largest: Int = 0
    for view in range(len(ranked.first) - 1):
        total: Int = 0
        for slot in range(ranked.first[view], ranked.first[view + 1]):
            total += entry_at(ranked.tables, ranked_index(ranked, slot, tiles))
        largest = max(largest, total)
    return largest


@kernel
def ranked_index(ranked: Ranked, slot: int, tiles: Tiles) -> Int:
    """The position in ``ranked.tables`` of the entry of pattern number ``slot`` for ``tiles``."""
    number = 0
    order = 0
    count = 0
    placed = 0  # bit p: the tile of place p is on a lower cell

    for cell in range(len(tiles)):
        place = ranked.places[slot, tiles[ranked.cells[slot, cell]]]
        if place < 0:
            continue
        number += ranked.binomials[cell, count]
        for lower in range(place):
            order += ((placed >> lower) & 1) * ranked.factorials[place]
        placed |= 1 << place
        count += 1
    index: Int = ranked.offsets[slot] + number * ranked.factorials[count] + order
    return index
