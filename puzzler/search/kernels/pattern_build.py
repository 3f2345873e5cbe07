"""Fills the tables of pattern databases: how many moves a pattern's tiles need, whatever the rest.

Searched backwards from the goal, layer by layer (Korf and Felner 2002): a node is an arrangement of
the pattern's tiles and a region of cells among which the blank can wander without touching them.
Only moves of the pattern's tiles count. An entry is the first layer that any region of its
arrangement is met in.

A table is read at the sum of cell * factor, the last tile's factor being 1: it is walked in rows,
one for each arrangement of all tiles but the last. The arrangements met in a layer are kept as
marks in an array like the table itself, so that each layer goes through memory from front to back.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.jit import kernel
from puzzler.search.kernels.space import Int

Cells = NDArray[np.int64]

# counters
ROW, FOUND, LAYER, MET, COUNTERS = range(5)


class Regions(NamedTuple):
    """A shape, and which cells hang together when some are occupied."""

    targets: NDArray[np.int64]
    """(cells, 4): the neighbour of a cell by each Move, -1 over the edge."""
    bits: NDArray[np.int64]
    """(cells,): 1 << cell; 0 where regions are ignored and the blank is taken to be anywhere."""
    numbers: NDArray[np.uint8]
    """(2 ** cells, cells): the number of a cell's region, by the mask of occupied cells. One row
    of zeros where regions are ignored; no row where they are too many to list."""
    columns: int
    all_but_last_column: int
    """The mask of the cells that have a right neighbour."""
    all_cells: int
    """The mask of all cells."""


class Pattern(NamedTuple):
    """One table in the making."""

    factors: NDArray[np.int64]
    """(tiles - 1,): what a cell of each tile but the last is worth in the number of its row."""
    table: NDArray[np.uint8]
    """(rows, cells): moves; 0 where two tiles share a cell."""
    visited: NDArray[np.uint8] | NDArray[np.uint32]
    """(rows, cells): the regions met so far: a bit for each number, or the regions themselves."""
    current: NDArray[np.uint8] | NDArray[np.uint32]
    """(rows, cells): the regions met in the layer that is being expanded."""
    following: NDArray[np.uint8] | NDArray[np.uint32]
    """(rows, cells): the regions met in the layer after it."""
    current_rows: NDArray[np.uint8]
    """(rows,): 1 where ``current`` has anything in a row."""
    following_rows: NDArray[np.uint8]
    """(rows,): the same of ``following``."""
    cells: Cells
    """(tiles,): room for the cells of one arrangement."""
    taken: NDArray[np.uint8]
    """(cells,): zeros, room to mark them."""


@kernel
def number_regions(regions: Regions, first: int, last: int) -> None:
    """Fill rows first .. last - 1 of ``regions.numbers``."""
    for occupied in range(first, last):
        free: Int = regions.all_cells & ~occupied
        number = 0
        while free:
            region = flood(regions, free & -free, free)
            for cell in range(len(regions.bits)):
                if (region >> cell) & 1:
                    regions.numbers[occupied, cell] = number
            number += 1
            free &= ~region


@kernel
def flood(regions: Regions, region: Int, free: Int) -> Int:
    """All cells of ``free`` that hang together with ``region``, as a mask."""
    grown: Int = region
    while True:
        grown = region | (region << regions.columns) | (region >> regions.columns)
        grown |= (region & regions.all_but_last_column) << 1
        grown |= (region >> 1) & regions.all_but_last_column
        grown &= free
        if grown == region:
            return region
        region = grown


@kernel
def bit_of(regions: Regions, occupied: Int, cell: Int) -> Int:
    """The bit that says whether the region of ``cell`` has been met."""
    if len(regions.numbers) > 0:
        return int(regions.numbers[occupied, cell])
    return cell


@kernel
def mark_of(regions: Regions, occupied: Int, cell: Int) -> Int:
    """What is kept to say that the region of ``cell`` has been met."""
    if len(regions.numbers) > 0:
        return 1 << int(regions.numbers[occupied, cell])
    return flood(regions, 1 << cell, regions.all_cells & ~occupied)


@kernel
def add_goal(regions: Regions, pattern: Pattern, goal: Cells, blank: int) -> None:
    """Make the first layer: the tiles on the cells of ``goal``, the blank on ``blank``."""
    row = 0
    occupied = 0
    for tile in range(len(goal)):
        occupied |= regions.bits[goal[tile]]
        if tile < len(pattern.factors):
            row += goal[tile] * pattern.factors[tile]
    cell = goal[len(goal) - 1]
    pattern.visited[row, cell] = mark_of(regions, occupied, blank)
    pattern.current[row, cell] = pattern.visited[row, cell]
    pattern.current_rows[row] = 1


@kernel
def place_row(regions: Regions, pattern: Pattern, row: Int) -> Int:
    """Put the tiles of ``row`` into ``cells`` and ``taken``; the mask of their cells."""
    occupied: Int = 0
    for tile in range(len(pattern.factors)):
        cell = row // pattern.factors[tile]
        row -= cell * pattern.factors[tile]
        pattern.cells[tile] = cell
        pattern.taken[cell] += 1
        occupied |= regions.bits[cell]
    return occupied


@kernel
def clear_row(pattern: Pattern) -> None:
    """Undo ``place_row``."""
    for tile in range(len(pattern.factors)):
        pattern.taken[pattern.cells[tile]] = 0


@kernel
def expand_rows(
    regions: Regions, pattern: Pattern, counters: NDArray[np.int64], budget: int
) -> bool:
    """Expand about ``budget`` arrangements of the current layer; True at its end.

    The caller then exchanges current and following; a layer with counters[FOUND] 0 is the last.
    """
    targets = regions.targets
    factors = pattern.factors
    visited = pattern.visited
    cells = pattern.cells
    taken = pattern.taken
    last = len(factors)
    row = counters[ROW]
    layer = counters[LAYER] + 1
    found = 0
    met = 0
    while row < len(pattern.current_rows) and budget > 0:
        if pattern.current_rows[row] == 0:
            row += 1
            continue
        pattern.current_rows[row] = 0
        in_row = place_row(regions, pattern, row)
        for last_cell in range(len(taken)):
            wandering = int(pattern.current[row, last_cell])
            if wandering == 0:
                continue
            pattern.current[row, last_cell] = 0
            budget -= 1
            cells[last] = last_cell
            taken[last_cell] = 1
            occupied = in_row | regions.bits[last_cell]
            for tile in range(last + 1):
                cell = cells[tile]
                for move in range(4):
                    target = targets[cell, move]
                    if target < 0 or taken[target] != 0:
                        continue
                    if not (wandering >> bit_of(regions, occupied, target)) & 1:
                        continue
                    new_row = row
                    new_cell = target
                    if tile < last:
                        new_row = row + (target - cell) * factors[tile]
                        new_cell = last_cell
                    new_occupied = occupied ^ regions.bits[cell] ^ regions.bits[target]
                    known = int(visited[new_row, new_cell])
                    if (known >> bit_of(regions, new_occupied, cell)) & 1:
                        continue
                    mark = mark_of(regions, new_occupied, cell)
                    if known == 0:
                        pattern.table[new_row, new_cell] = layer
                        met += 1
                    visited[new_row, new_cell] = known | mark
                    waiting = int(pattern.following[new_row, new_cell])
                    pattern.following[new_row, new_cell] = waiting | mark
                    pattern.following_rows[new_row] = 1
                    found += 1
            taken[last_cell] = 0
        clear_row(pattern)
        row += 1
    counters[ROW] = row
    counters[FOUND] += found
    counters[MET] += met
    return bool(row == len(pattern.current_rows))


@kernel
def copy_entries(
    pattern: Pattern, distance: NDArray[np.int64], dense: NDArray[np.uint8], is_filling: bool
) -> None:
    """Copy the table to ``dense``, or back from there.

    ``dense`` holds only arrangements that can be, and of each only half of what exceeds the tiles'
    taxicab ``distance``, shape (tiles, cells): a small number, mostly 0.
    """
    table = pattern.table
    factors = pattern.factors
    cells = pattern.cells
    taken = pattern.taken
    size = len(taken)
    last = len(factors)
    place = 0
    row = 0
    summed = 0
    # all arrangements in ascending order: the tiles before ``tile`` stand on their cells
    tile = 0
    cells[0] = -1
    while tile >= 0:
        if tile == last:
            for cell in range(size):
                if taken[cell] == 0:
                    least = summed + distance[last, cell]
                    if is_filling:
                        table[row, cell] = least + 2 * int(dense[place])
                    else:
                        dense[place] = (int(table[row, cell]) - least) >> 1
                    place += 1
            tile -= 1
            continue
        cell = cells[tile]
        if cell >= 0:
            taken[cell] = 0
            row -= cell * factors[tile]
            summed -= distance[tile, cell]
        cell += 1
        while cell < size and taken[cell] != 0:
            cell += 1
        if cell == size:
            tile -= 1
            continue
        cells[tile] = cell
        taken[cell] = 1
        row += cell * factors[tile]
        summed += distance[tile, cell]
        tile += 1
        if tile < last:
            cells[tile] = -1


@kernel
def expand_states(
    targets: NDArray[np.int64],
    factors: NDArray[np.int64],
    table: NDArray[np.uint8],
    queue: NDArray[np.int64],
    counters: NDArray[np.int64],
    budget: int,
) -> bool:
    """Expand at most ``budget`` whole states in breadth-first order; True when all have been.

    ``queue`` has shape (states, 3): the tiles, four bits a cell; the index into ``table``, the sum
    of cell * factor over the tiles and the blank; the blank's cell. ``table`` gets the distances.
    counters[ROW] is the next state to expand, counters[FOUND] how many there are.
    """
    head = counters[ROW]
    found = counters[FOUND]
    while head < found and budget > 0:
        budget -= 1
        tiles = queue[head, 0]
        index = queue[head, 1]
        blank = queue[head, 2]
        distance = int(table[index])
        for move in range(4):
            target = targets[blank, move]
            if target < 0:
                continue
            tile = (tiles >> (4 * target)) & 15
            reached = index + (blank - target) * (factors[tile] - factors[0])
            if table[reached] == 0 and reached != queue[0, 1]:
                table[reached] = distance + 1
                queue[found, 0] = tiles ^ (tile << (4 * target)) ^ (tile << (4 * blank))
                queue[found, 1] = reached
                queue[found, 2] = target
                found += 1
        head += 1
    counters[ROW] = head
    counters[FOUND] = found
    return bool(head == found)
