"""Fills the tables of pattern databases: how many moves a pattern's tiles need, whatever the rest.

Searched backwards from the goal, layer by layer (Korf and Felner 2002): a node is an arrangement of
the pattern's tiles and a region of cells among which the blank can wander without touching them.
Only moves of the pattern's tiles count. An entry is the first layer that any region of its
arrangement is met in.

An arrangement is a set of cells and an order of the tiles on them; its number is that of the set,
times the number of orders, plus that of the order (see ``estimate.Ranked``). Which regions there
are, which tiles can move, and into which set that leads, depends on the set alone, and is worked
out once. A pair of a set and a region has a bit for each order, a block of them in a byte. A move
then takes all orders of one pair to orders of another: all to themselves where no tile is passed,
else block by block, by lists that are the same everywhere. A move changes the parity of the cells'
rows and columns, summed: a layer has sets of one parity only and comes from those of the other, so
that what is read is never written.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.estimate import ENTRY_BITS, ENTRY_MASK, entry_at
from puzzler.search.kernels.jit import INDEX, allocating_kernel, kernel
from puzzler.search.kernels.space import Int

# counters
SET, FOUND, LAYER, MET, COUNTERS = range(5)

TAKEN = 255
"""The region of a cell on which a tile of the pattern stands."""
NEIGHBOURS = 4
PLACE_BITS, PLACE_MASK = 4, 15

# fields of a move
REGION_SHIFT, LIST_SHIFT, PAIR_SHIFT = 0, 8, 16
REGION_MASK, LIST_MASK = 255, 255
NO_MOVE = -1


class Sets(NamedTuple):
    """All sets of as many cells as a pattern has tiles, by number."""

    cells: NDArray[np.uint8]
    """(sets, tiles): ascending."""
    regions: NDArray[np.uint8]
    """(sets, cells): the number of the blank's region that a cell belongs to, or ``TAKEN``."""
    pairs: NDArray[np.int64]
    """(sets + 1,): the number of the pair of a set and its first region; its others follow."""
    moves: NDArray[np.int64]
    """(sets, 4 * tiles): from which pair, by which list, a move leads to which region of this set;
    the unused ones are ``NO_MOVE``."""
    parities: NDArray[np.uint8]
    """(sets,)"""


class Grid(NamedTuple):
    """A shape, and what is said of it."""

    neighbours: NDArray[np.int64]
    """(cells, 4): the cells beside a cell, as many as ``degrees`` says."""
    degrees: NDArray[np.int64]
    """(cells,)"""
    parities: NDArray[np.int64]
    """(cells,): row + column, modulo two."""
    is_anywhere: int
    """1 where the blank is taken to be wherever it is wanted: one region."""


class Orders(NamedTuple):
    """All orders of a pattern's tiles on a set of cells, by number."""

    places: NDArray[np.int64]
    """(orders,): the place of each tile in the set, four bits each, the first tile's lowest."""
    blocks: NDArray[np.uint16]
    """(tiles * tiles, blocks): where the tile at place p goes to place q, at p * tiles + q: from
    which block the orders of each block come."""
    kinds: NDArray[np.uint16]
    """The same shape: where in ``bits`` it begins how they change places within the block."""
    bits: NDArray[np.uint8]
    """What the orders of a block become, for each kind and each byte below ``1 << size``."""
    size: int
    """How many orders share a byte."""


class Layers(NamedTuple):
    """One table in the making."""

    table: NDArray[np.uint8]
    """Two entries in a byte, zeros at first; see ``estimate.Patterns``."""
    met: NDArray[np.uint8]
    """(pairs * blocks,): a bit for each order that was met."""
    latest: NDArray[np.uint8]
    """(pairs * blocks,): the same, in the last layer only."""
    is_latest: NDArray[np.uint8]
    """(pairs,): 1 where any is."""
    met_anywhere: NDArray[np.uint8]
    """(sets * blocks,): a bit for each order that was met in any region."""


@allocating_kernel
def list_sets(grid: Grid, sets: Sets, first: int, last: int) -> None:
    """Fill in all but the moves of the sets from ``first`` on, before ``last``."""
    size = len(grid.degrees)
    tiles = sets.cells.shape[1]
    waiting = np.zeros(size, np.int64)
    # for each set: the next in colexicographic order
    #     for each free cell without a region: it begins the next one
    #         whatever hangs together with it is of that region, too
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
        unknown = TAKEN - 1
        for cell in range(size):
            regions[cell] = 0 if grid.is_anywhere else unknown
        parity = 0
        for place in range(tiles):
            regions[cells[place]] = TAKEN
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
    """Fill in the moves of the sets from ``first`` on, before ``last``."""
    tiles = sets.cells.shape[1]
    # for each set, each of its tiles and each free cell beside it: where the tile would come from
    #     count what the other set's number is, and in which place of it the tile stands
    for number in range(first, last):
        cells = sets.cells[number]
        count = 0
        for place in range(tiles):
            cell = int(cells[place])
            for beside in range(grid.degrees[cell]):
                target = grid.neighbours[cell, beside]
                to_region = int(sets.regions[number, target])
                if to_region == TAKEN:
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
                    other += choose(int(cells[each]), passed + (passed > there))
                other += choose(target, there + 1)
                sets.moves[number, count] = (
                    (to_region << REGION_SHIFT)
                    | ((place * tiles + there) << LIST_SHIFT)
                    | ((sets.pairs[other] + int(sets.regions[other, cell])) << PAIR_SHIFT)
                )
                count += 1


@kernel
def choose(cells: Int, tiles: Int) -> Int:
    """How many sets of ``tiles`` there are of ``cells``."""
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
    budget: int,
) -> bool:
    """Fill in the layer counters[LAYER], by about ``budget`` orders; True at its end.

    ``distance``, shape (tiles, cells), is the tiles' taxicab distance. counters[SET] is the next
    set. counters[FOUND] gets 1 where the layer has anything, counters[MET] counts arrangements.
    """
    tiles = sets.cells.shape[1]
    blocks = orders.blocks.shape[1]
    latest = layers.latest
    layer = counters[LAYER]
    number = counters[SET]
    # for each set of the layer's parity
    #     for each move that leads there, from a pair of the layer before
    #         note the orders that come into the region
    #     those that were never met are the layer's; an order's first one tells its entry
    while number < len(sets.cells) and budget > 0:
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
            gather(
                latest[target * blocks : (target + 1) * blocks],
                latest[other * blocks : (other + 1) * blocks],
                orders.blocks[entered],
                orders.kinds[entered],
                orders.bits,
                entered // tiles == entered % tiles,
            )
        for pair in range(begin, end if is_reached else begin):
            fresh = latest[pair * blocks : (pair + 1) * blocks]
            if take_new(fresh, layers.met[pair * blocks : (pair + 1) * blocks]):
                layers.is_latest[pair] = 1
                counters[FOUND] = 1
                counters[MET] += enter(fresh, sets, orders, distance, layers, number - 1, layer)
    counters[SET] = number
    return bool(number == len(sets.cells))


@kernel
def gather(
    room: NDArray[np.uint8],
    latest: NDArray[np.uint8],
    blocks: NDArray[np.uint16],
    kinds: NDArray[np.uint16],
    bits: NDArray[np.uint8],
    is_straight: bool,
) -> None:
    """Add the orders of one pair, ``latest``, to those of another, ``room``, block by block."""
    if is_straight:
        for block in range(len(room)):
            room[block] |= latest[block]
    else:
        for block in range(len(room)):
            room[block] |= bits[kinds[block] + latest[blocks[block]]]


@kernel
def take_new(latest: NDArray[np.uint8], met: NDArray[np.uint8]) -> bool:
    """Take out of ``latest`` what was met, and note the rest as met; True where anything is."""
    left = np.uint8(0)
    for block in range(len(latest)):
        fresh = latest[block] & ~met[block]
        latest[block] = fresh
        met[block] |= fresh
        left |= fresh
    return bool(left != 0)


@kernel
def enter(
    fresh: NDArray[np.uint8],
    sets: Sets,
    orders: Orders,
    distance: NDArray[np.int64],
    layers: Layers,
    number: Int,
    layer: Int,
) -> int:
    """Set the entries of ``fresh`` orders that no region of the set was met in; tells how many."""
    cells = sets.cells[number]
    known = layers.met_anywhere[number * len(fresh) : (number + 1) * len(fresh)]
    firsts = 0
    for block in range(len(fresh)):
        new: Int = int(fresh[block] & ~known[block])
        if new == 0:
            continue
        known[block] |= np.uint8(new)
        order = block * orders.size
        while new != 0:
            if new & 1:
                firsts += 1
                places = orders.places[order]
                least = 0
                for tile in range(len(cells)):
                    least += distance[tile, cells[places & PLACE_MASK]]
                    places >>= PLACE_BITS
                entry = min(max(layer - least, 0) >> 1, ENTRY_MASK)
                set_entry(layers.table, number * len(orders.places) + order, entry)
            order += 1
            new >>= 1
    return firsts


@kernel
def set_entry(tables: NDArray[np.uint8], index: Int, entry: Int) -> None:
    """Set the entry at ``index``, which is 0: the twin of ``estimate.entry_at``."""
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
    """Copy the entries of the sets from ``first`` on, before ``last``, to where they are looked up.

    ``tables``, zeros at first, is read at the sum of cell * step over the tiles.
    """
    count = len(orders.places)
    worth = np.zeros((sets.cells.shape[1], sets.cells.shape[1]), np.int64)
    for number in range(first, last):
        for place in range(len(steps)):
            for tile in range(len(steps)):
                worth[tile, place] = int(sets.cells[number, place]) * steps[tile]
        for order in range(count):
            index = 0
            places = orders.places[order]
            for tile in range(len(steps)):
                index += worth[tile, places & PLACE_MASK]
                places >>= PLACE_BITS
            set_entry(tables, index, entry_at(table, number * count + order))
