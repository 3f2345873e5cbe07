"""Fills the tables of pattern databases with the number of moves of a pattern's tiles.

The search goes backwards from the goal, layer by layer (Korf and Felner 2002). A node is an
arrangement of the pattern's tiles and a region: the cells that the blank can reach without moving
these tiles. Only moves of the pattern's tiles count. The entry of an arrangement is the first layer
that contains one of its regions.

An arrangement is a set of cells and an order of the tiles on them; its number is that of the set
times the number of orders, plus that of the order (see ``heuristic_data.Ranked``). The regions, the
possible moves and the sets that they lead to depend only on the set and are computed once. Each
pair of a set and a region has a bit for each order, with a block of orders per byte. A move maps
the orders of one pair to orders of another. If the tile passes no other tile, the orders are
unchanged; otherwise they are mapped block by block, by tables that are the same for all sets. A
move changes the parity of the sum of the cells' rows and columns, so sets of one parity are
computed from sets of the other, and no set is read and written in the same layer.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.estimate import entry_at
from puzzler.search.kernels.heuristic_data import ENTRY_BITS, ENTRY_MASK
from puzzler.search.kernels.jit import INDEX, allocating_kernel, kernel
from puzzler.search.kernels.space import Int

# counters
SET, FOUND, LAYER, VISITED, COUNTERS = range(5)

OCCUPIED = 255
"""The region of a cell with a tile of the pattern."""
NEIGHBOURS = 4
PLACE_BITS, PLACE_MASK = 4, 15

# fields of a move
REGION_SHIFT, LIST_SHIFT, PAIR_SHIFT = 0, 8, 16
REGION_MASK, LIST_MASK = 255, 255
NO_MOVE = -1


class Sets(NamedTuple):
    """All sets of cells for a number of tiles, by the number of the set."""

    cells: NDArray[np.uint8]
    """(sets, tiles): the cells of each set in ascending order."""
    regions: NDArray[np.uint8]
    """(sets, cells): the number of the region that contains a cell, or ``OCCUPIED``."""
    pairs: NDArray[np.int64]
    """(sets + 1,): the number of the pair of a set and its first region. The set's other regions
    have the following numbers."""
    moves: NDArray[np.int64]
    """(sets, 4 * tiles): the moves to this set: the pair they start from, the list in ``Orders``
    and the region they lead to; ``NO_MOVE`` if unused."""
    parities: NDArray[np.uint8]
    """(sets,): the sum of the parities of the cells, modulo two."""


class Grid(NamedTuple):
    """The geometry of a board size."""

    neighbours: NDArray[np.int64]
    """(cells, 4): the neighbours of a cell; their number is in ``degrees``."""
    degrees: NDArray[np.int64]
    """(cells,): the number of neighbours."""
    parities: NDArray[np.int64]
    """(cells,): (row + column) % 2."""
    is_anywhere: int
    """1 if the blank's cell is ignored, so that all free cells are one region."""


class Orders(NamedTuple):
    """All orders of a pattern's tiles on a set of cells, by the number of the order."""

    places: NDArray[np.int64]
    """(orders,): the place of each tile in the set, four bits each, the first tile lowest."""
    blocks: NDArray[np.uint16]
    """(tiles * tiles, blocks): in row p * tiles + q, for a move of a tile from place p to place q,
    the source block of each block."""
    kinds: NDArray[np.uint16]
    """As ``blocks``: where the table begins in ``bits`` that maps the orders within the block."""
    bits: NDArray[np.uint8]
    """Tables with the new byte for each byte below ``1 << size``, concatenated."""
    size: int
    """Number of orders per byte."""


class Layers(NamedTuple):
    """The state of building one table."""

    table: NDArray[np.uint8]
    """The entries, two per byte, initially 0; see ``heuristic_data.Patterns``."""
    visited: NDArray[np.uint8]
    """(pairs * blocks,): a bit for each visited order."""
    latest: NDArray[np.uint8]
    """(pairs * blocks,): a bit for each order of the last layer."""
    is_latest: NDArray[np.uint8]
    """(pairs,): 1 if the pair has an order in the last layer."""
    visited_anywhere: NDArray[np.uint8]
    """(sets * blocks,): a bit for each order that was visited in any region."""


@allocating_kernel
def list_sets(grid: Grid, sets: Sets, first: int, last: int) -> None:
    """Fill in sets first .. last - 1, except their moves."""
    size = len(grid.degrees)
    tiles = sets.cells.shape[1]
    waiting = np.zeros(size, np.int64)
    # for each set in colexicographic order
    #     for each free cell without a region: start the next region
    #         add all connected free cells to the region
    for number in range(first, last):
        cells = sets.cells[number]
        if number == 0:
            for place in range(tiles):
                cells[place] = place
        else:
            before = sets.cells[number - 1]
            place = 0
            while place + 1 < tiles and int(before[place]) + 1 == int(before[place + 1]):
                cells[place] = place
                place += 1
            cells[place] = int(before[place]) + 1
            for later in range(place + 1, tiles):
                cells[later] = before[later]
        regions = sets.regions[number]
        unknown = OCCUPIED - 1
        for cell in range(size):
            regions[cell] = 0 if grid.is_anywhere else unknown
        parity = 0
        for place in range(tiles):
            regions[cells[place]] = OCCUPIED
            parity ^= int(grid.parities[cells[place]])
        sets.parities[number] = parity
        count = grid.is_anywhere
        for cell in range(size):
            if regions[cell] != unknown:
                continue
            regions[cell] = count
            waiting[0] = cell
            left = 1
            while left > 0:
                left -= 1
                source = waiting[left]
                for beside in range(grid.degrees[source]):
                    target = grid.neighbours[source, beside]
                    if regions[target] == unknown:
                        regions[target] = count
                        waiting[left] = target
                        left += 1
            count += 1
        sets.pairs[number + 1] = sets.pairs[number] + count


@kernel
def list_moves(grid: Grid, sets: Sets, first: int, last: int) -> None:
    """Fill in the moves of sets first .. last - 1."""
    tiles = sets.cells.shape[1]
    # for each set, each of its tiles and each free neighbour cell, from which the tile can come
    #     compute the number of the set before the move, and the place of the tile in it
    for number in range(first, last):
        cells = sets.cells[number]
        count = 0
        for place in range(tiles):
            cell = int(cells[place])
            for beside in range(grid.degrees[cell]):
                target = grid.neighbours[cell, beside]
                to_region = int(sets.regions[number, target])
                if to_region == OCCUPIED:
                    continue
                other: Int = 0
                there = 0
                for each in range(tiles):
                    if each != place and int(cells[each]) < target:
                        there += 1
                passed = 0
                for each in range(tiles):
                    if each == place:
                        continue
                    passed += 1
                    other += binomial(int(cells[each]), passed + (passed > there))
                other += binomial(target, there + 1)
                sets.moves[number, count] = (
                    (to_region << REGION_SHIFT)
                    | ((place * tiles + there) << LIST_SHIFT)
                    | ((sets.pairs[other] + int(sets.regions[other, cell])) << PAIR_SHIFT)
                )
                count += 1


@kernel
def binomial(cells: Int, tiles: Int) -> Int:
    """The binomial coefficient: the number of sets of ``tiles`` cells out of ``cells``."""
    count: Int = 1
    for tile in range(tiles):
        count = count * (cells - tile) // (tile + 1)
    return count


@kernel
def expand_sets(
    sets: Sets,
    orders: Orders,
    distance: NDArray[np.int64],
    layers: Layers,
    counters: NDArray[np.int64],
    last: int,
    budget: int,
) -> bool:
    """Compute part of the layer counters[LAYER]; return whether it is complete up to set last - 1.

    distance: (tiles, cells), the Manhattan distances. budget: approximate number of orders.
    counters[SET] is the next set. Sets counters[FOUND] to 1 if the layer is not empty, and adds new
    arrangements to counters[VISITED]. Threads can compute disjoint ranges of sets.
    """
    tiles = sets.cells.shape[1]
    blocks = orders.blocks.shape[1]
    latest = layers.latest
    layer = counters[LAYER]
    number = counters[SET]
    # for each set of the layer's parity
    #     for each move to it from a pair of the previous layer
    #         add the orders that the move maps into its region
    #     keep those that were not visited before; set the entries of new arrangements
    while number < last and budget > 0:
        budget -= 1
        number += 1
        if int(sets.parities[number - 1]) != layer & 1:
            continue
        begin, end = sets.pairs[number - 1], sets.pairs[number]
        for pair in range(begin, end):
            if layers.is_latest[pair]:
                layers.is_latest[pair] = 0
                for block in range(pair * blocks, (pair + 1) * blocks):
                    latest[block] = 0
        is_reached = False
        for slot in range(sets.moves.shape[1]):
            move = sets.moves[number - 1, slot]
            if move == NO_MOVE:
                break
            other = move >> PAIR_SHIFT
            if layers.is_latest[other] == 0:
                continue
            is_reached = True
            budget -= len(orders.places)
            entered = (move >> LIST_SHIFT) & LIST_MASK
            target = begin + ((move >> REGION_SHIFT) & REGION_MASK)
            add_moved(
                latest[target * blocks : (target + 1) * blocks],
                latest[other * blocks : (other + 1) * blocks],
                orders.blocks[entered],
                orders.kinds[entered],
                orders.bits,
                entered // tiles == entered % tiles,
            )
        for pair in range(begin, end if is_reached else begin):
            fresh = latest[pair * blocks : (pair + 1) * blocks]
            if mark_new(fresh, layers.visited[pair * blocks : (pair + 1) * blocks]):
                layers.is_latest[pair] = 1
                counters[FOUND] = 1
                counters[VISITED] += enter_distances(
                    fresh, sets, orders, distance, layers, number - 1, layer
                )
    counters[SET] = number
    return bool(number == last)


@kernel
def add_moved(
    room: NDArray[np.uint8],
    latest: NDArray[np.uint8],
    blocks: NDArray[np.uint16],
    kinds: NDArray[np.uint16],
    bits: NDArray[np.uint8],
    is_straight: bool,
) -> None:
    """Add the orders that a move reaches from ``latest``, of one pair, to ``room``, of another."""
    if is_straight:
        for block in range(len(room)):
            room[block] |= latest[block]
    else:
        for block in range(len(room)):
            room[block] |= bits[kinds[block] + latest[blocks[block]]]


@kernel
def mark_new(latest: NDArray[np.uint8], visited: NDArray[np.uint8]) -> bool:
    """Remove visited orders from ``latest``, mark the rest visited, return whether any is new."""
    left = np.uint8(0)
    for block in range(len(latest)):
        fresh = latest[block] & ~visited[block]
        latest[block] = fresh
        visited[block] |= fresh
        left |= fresh
    return bool(left != 0)


@kernel
def enter_distances(
    fresh: NDArray[np.uint8],
    sets: Sets,
    orders: Orders,
    distance: NDArray[np.int64],
    layers: Layers,
    number: Int,
    layer: Int,
) -> int:
    """Store ``layer`` as the distance of each order in ``fresh`` that no region has visited.

    Returns the number of these orders. number: the number of the set.
    """
    cells = sets.cells[number]
    visited = layers.visited_anywhere[number * len(fresh) : (number + 1) * len(fresh)]
    firsts = 0
    for block in range(len(fresh)):
        new: Int = int(fresh[block] & ~visited[block])
        if new == 0:
            continue
        visited[block] |= np.uint8(new)
        order = block * orders.size
        while new != 0:
            if new & 1:
                firsts += 1
                places = orders.places[order]
                shortest = 0
                for tile in range(len(cells)):
                    shortest += distance[tile, cells[places & PLACE_MASK]]
                    places >>= PLACE_BITS
                entry = min(max(layer - shortest, 0) >> 1, ENTRY_MASK)
                set_entry(layers.table, number * len(orders.places) + order, entry)
            order += 1
            new >>= 1
    return firsts


@kernel
def set_entry(tables: NDArray[np.uint8], index: Int, entry: Int) -> None:
    """Set the entry at ``index``, which must be 0; see ``estimate.entry_at``."""
    tables[(index >> 1) & INDEX] |= entry << (ENTRY_BITS * (index & 1))


@allocating_kernel
def spread(
    table: NDArray[np.uint8],
    tables: NDArray[np.uint8],
    sets: Sets,
    orders: Orders,
    steps: NDArray[np.int64],
    first: int,
    last: int,
) -> None:
    """Copy the entries of sets first .. last - 1 from ``table`` to ``tables``.

    The index in ``tables``, which must be 0 initially, is the sum of cell * step over the tiles.
    """
    count = len(orders.places)
    terms = np.zeros((sets.cells.shape[1], sets.cells.shape[1]), np.int64)
    for number in range(first, last):
        for place in range(len(steps)):
            for tile in range(len(steps)):
                terms[tile, place] = int(sets.cells[number, place]) * steps[tile]
        for order in range(count):
            index = 0
            places = orders.places[order]
            for tile in range(len(steps)):
                index += terms[tile, places & PLACE_MASK]
                places >>= PLACE_BITS
            set_entry(tables, index, entry_at(table, number * count + order))
