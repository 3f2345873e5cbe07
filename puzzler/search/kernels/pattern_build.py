"""Fills the tables of pattern databases: how many moves a pattern's tiles need, whatever the rest.

Searched backwards from the goal, layer by layer (Korf and Felner 2002): a node is an arrangement of
the pattern's tiles and a region of cells among which the blank can wander without touching them.
Only moves of the pattern's tiles count. An entry is the first layer that any region of its
arrangement is met in.

An arrangement is a set of cells and an order of the tiles on them; its number is that of the set,
times the number of orders, plus that of the order (see ``estimate.Ranked``). Which regions there
are, which tiles can move, and into which set that leads, depends on the set alone, and is worked
out once. A move then takes all orders of one set to orders of another: all to themselves where no
tile is passed, else by a list that is the same everywhere. A move changes the parity of the cells'
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

# fields of a move between sets
FROM_REGION_SHIFT, TO_REGION_SHIFT, LIST_SHIFT, SET_SHIFT = 0, 4, 8, 16
REGION_MASK, LIST_MASK = 15, 255
NO_MOVE = -1


class Sets(NamedTuple):
    """All sets of as many cells as a pattern has tiles, by number."""

    cells: NDArray[np.uint8]
    """(sets, tiles): ascending."""
    regions: NDArray[np.uint8]
    """(sets, cells): the number of the blank's region that a cell belongs to, or ``TAKEN``."""
    moves: NDArray[np.int64]
    """(sets, 4 * tiles): from which set, region and order a move leads to which region of this one;
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

    places: NDArray[np.uint8]
    """(orders, tiles): the place of each tile in the set."""
    lists: NDArray[np.uint16]
    """(tiles * tiles, orders): where the tile at place p goes to place q, at p * tiles + q: the
    order that each order becomes."""


class Layers(NamedTuple):
    """One table in the making."""

    table: NDArray[np.uint8]
    """Two entries in a byte, zeros at first; see ``estimate.Patterns``."""
    met: NDArray[np.uint8]
    """(arrangements,): a bit for each region of the blank that was met."""
    latest: NDArray[np.uint8]
    """(arrangements,): the same, in the last layer only."""
    is_latest: NDArray[np.uint8]
    """(sets,): 1 where any is."""
    room: NDArray[np.uint8]
    """(orders,)"""


@allocating_kernel
def list_sets(grid: Grid, sets: Sets, first: int, last: int) -> None:
    """Fill in the cells, parities and regions of the sets from ``first`` on, before ``last``."""
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
        count = 0
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
                    (int(sets.regions[other, cell]) << FROM_REGION_SHIFT)
                    | (to_region << TO_REGION_SHIFT)
                    | ((place * tiles + there) << LIST_SHIFT)
                    | (other << SET_SHIFT)
                )
                count += 1


@kernel
def choose(cells: Int, tiles: Int) -> Int:
    """How many sets of ``tiles`` there are of ``cells``."""
    count: Int = 1
    for tile in range(tiles):
        count = count * (cells - tile) // (tile + 1)
    return count


@allocating_kernel
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
    count = len(orders.places)
    met = layers.met
    latest = layers.latest
    room = layers.room
    layer = counters[LAYER]
    number = counters[SET]
    # for each set of the layer's parity
    #     for each move that leads there, from a set of the layer before
    #         note the regions that orders come into
    #     those that were never met are the layer's; an order's first one tells its entry
    while number < len(sets.cells) and budget > 0:
        if int(sets.parities[number]) != layer & 1:
            number += 1
            continue
        begin = number * count
        is_reached = False
        for slot in range(sets.moves.shape[1]):
            move = sets.moves[number, slot]
            if move == NO_MOVE:
                break
            other = move >> SET_SHIFT
            if layers.is_latest[other] == 0:
                continue
            if not is_reached:
                is_reached = True
                room[:] = 0
            budget -= count
            source = np.uint8(1 << ((move >> FROM_REGION_SHIFT) & REGION_MASK))
            target = np.uint8(1 << ((move >> TO_REGION_SHIFT) & REGION_MASK))
            entered = (move >> LIST_SHIFT) & LIST_MASK
            gather(
                room,
                latest[other * count : (other + 1) * count],
                orders.lists[entered],
                source,
                target,
                entered // tiles == entered % tiles,
            )
        is_found = is_reached and take_new(room, met[begin : begin + count])
        if is_found:
            counters[FOUND] = 1
            counters[MET] += enter(
                layers.table, begin, room, met, orders.places, sets.cells[number], distance, layer
            )
        if is_found:
            for order in range(count):  # a slice would take two seconds to compile
                latest[begin + order] = room[order]
        elif layers.is_latest[number]:
            latest[begin : begin + count] = 0
        layers.is_latest[number] = is_found
        budget -= 1
        number += 1
    counters[SET] = number
    return bool(number == len(sets.cells))


@kernel
def gather(
    room: NDArray[np.uint8],
    latest: NDArray[np.uint8],
    becomes: NDArray[np.uint16],
    source: np.uint8,
    target: np.uint8,
    is_straight: bool,
) -> None:
    """Add the region ``target`` in ``room`` where ``latest`` has ``source``, order by order."""
    none = np.uint8(0)
    if is_straight:
        for order in range(len(room)):
            room[order] |= target if latest[order] & source else none
    else:
        for order in range(len(room)):
            room[order] |= target if latest[becomes[order]] & source else none


@kernel
def take_new(room: NDArray[np.uint8], met: NDArray[np.uint8]) -> bool:
    """Take out of ``room`` what was met; True where anything is left."""
    left = np.uint8(0)
    for order in range(len(room)):
        fresh = room[order] & ~met[order]
        room[order] = fresh
        left |= fresh
    return bool(left != 0)


@kernel
def enter(
    table: NDArray[np.uint8],
    begin: Int,
    room: NDArray[np.uint8],
    met: NDArray[np.uint8],
    places: NDArray[np.uint8],
    cells: NDArray[np.uint8],
    distance: NDArray[np.int64],
    layer: Int,
) -> int:
    """Note what ``room`` has as met; tells how many arrangements were met for the first time."""
    firsts = 0
    for order in range(len(room)):
        fresh = room[order]
        if fresh == 0:
            continue
        before = met[begin + order]
        met[begin + order] = before | fresh
        if before == 0:
            firsts += 1
            least = 0
            for tile in range(places.shape[1]):
                least += distance[tile, cells[places[order, tile]]]
            set_entry(table, begin + order, min(max(layer - least, 0) >> 1, ENTRY_MASK))
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
            for tile in range(len(steps)):
                index += worth[tile, orders.places[order, tile]]
            set_entry(tables, index, entry_at(table, number * count + order))
