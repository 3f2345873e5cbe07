"""Fills the tables of pattern databases: how many moves a pattern's tiles need, whatever the rest.

Searched backwards from the goal, layer by layer (Korf and Felner 2002): a node is an arrangement of
the pattern's tiles and a region of cells among which the blank can wander without touching them.
Only moves of the pattern's tiles count. An entry is the first layer that any region of its
arrangement is met in.

A table is read at the sum of cell * factor, the last tile's factor being 1: it is walked in rows,
one for each arrangement of all tiles but the last, so that each layer goes through memory from
front to back. A row has a word for every cell of the blank, and that a bit for every cell of the
last tile: its lower half says where the blank has been, its upper half where it comes in with the
layer to be expanded. So one step moves a tile for all cells of the last one at once. A move changes
the parity of the tiles' rows and columns, summed: a layer has arrangements of one parity only and
reaches those of the other, so that no bit waits for two layers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.estimate import ENTRY_BITS, ENTRY_MASK
from puzzler.search.kernels.jit import INDEX, kernel
from puzzler.search.kernels.space import Int

Cells = NDArray[np.int64]
Words = NDArray[np.uint32] | NDArray[np.int64]

# counters
ROW, FOUND, LAYER, MET, COUNTERS = range(5)


class Grid(NamedTuple):
    """A shape; where the blank's regions are heeded, of at most 31 cells: a bit each in a mask."""

    neighbours: NDArray[np.int64]
    """(cells, 4): the cells beside a cell, as many as ``degrees`` says."""
    degrees: NDArray[np.int64]
    """(cells,)"""
    parities: NDArray[np.int64]
    """(cells,): row + column, modulo two."""
    beside: NDArray[np.int64]
    """(cells,): the neighbours as a mask; 0 where the blank's regions are not heeded."""
    odd_cells: int
    """The mask of cells whose parity is 1."""
    columns: int
    all_but_last_column: int
    """The mask of the cells that have a right neighbour."""
    all_cells: int
    """The mask of all cells."""
    half: int
    """Bits of half a word, no fewer than cells."""


class Pattern(NamedTuple):
    """One table in the making."""

    steps: NDArray[np.int64]
    """(tiles,): what a cell of each tile is worth in the number of its entry."""
    table: NDArray[np.uint8]
    """(entries,): moves; 0 where two tiles share a cell."""
    words: Words
    """(entries,): by row and the blank's cell, where it has been and comes in; zeros at first."""
    row_cells: NDArray[np.uint8]
    """(rows, tiles - 1): the cells of all tiles but the last."""
    waiting_rows: NDArray[np.uint8]
    """(rows,): 1 where an even arrangement of a row waits, 2 where an odd one does, or the sum."""
    room: NDArray[np.int64]
    """(2, cells): what is read and what is met in one row."""


@kernel
def flood(columns: int, all_but_last_column: int, region: Int, free: Int) -> Int:
    """All cells of ``free`` that hang together with those of ``region``, as a mask."""
    grown = region
    while grown != free:
        region = grown
        for _ in range(2):
            sideways = ((grown & all_but_last_column) << 1) | ((grown >> 1) & all_but_last_column)
            grown = (grown | (grown << columns) | (grown >> columns) | sideways) & free
        if grown == region:
            break
    return grown


@kernel
def add_goal(grid: Grid, pattern: Pattern, goal: Cells, blank: int) -> None:
    """Make the first layer: the tiles on the cells of ``goal``, the blank on ``blank``."""
    row = 0
    parity = 0
    size = len(grid.degrees)
    last = len(goal) - 1
    for tile in range(last):
        row += goal[tile] * (pattern.steps[tile] // size)
        parity ^= grid.parities[goal[tile]]
    pattern.words[row * size + blank] = 1 << (grid.half + goal[last])
    pattern.waiting_rows[row] = 1 + (parity ^ grid.parities[goal[last]])


@kernel
def expand_rows(
    grid: Grid, pattern: Pattern, parity: int, counters: NDArray[np.int64], budget: int
) -> bool:
    """Expand about ``budget`` arrangements of the layer counters[LAYER]; True at its end.

    The parity of the layer's arrangements is ``parity``. counters[FOUND] gets 1 where there is a
    layer after it.
    """
    neighbours = grid.neighbours
    degrees = grid.degrees
    parities = grid.parities
    beside = grid.beside
    columns = grid.columns
    all_but_last_column = grid.all_but_last_column
    half = grid.half
    steps = pattern.steps
    table = pattern.table
    words = pattern.words
    row_cells = pattern.row_cells
    waiting_rows = pattern.waiting_rows
    waiting = pattern.room[0]
    regions = pattern.room[1]
    size = len(degrees)
    last = len(steps) - 1
    row_steps = steps // size
    row = counters[ROW]
    layer = counters[LAYER]
    found = counters[FOUND]
    met = 0
    # for each row in which something of this layer waits: collect where the blank comes in
    #     for each cell of the last tile: it was never met: its entry is this layer's number
    #         flood the blank's region from where it comes in, and note where it has been now
    #         the blank is beside the last tile: it comes in where that stands, in the next layer
    #     for each other tile and each free cell beside it: the same, for all last tiles at once
    while row < len(waiting_rows) and budget > 0:
        if not waiting_rows[row] & (1 + parity):
            row += 1
            continue
        waiting_rows[row] &= 2 - parity
        free_in_row: Int = grid.all_cells
        row_parity: Int = parity
        for tile in range(last):
            cell = np.int64(row_cells[row, tile])
            free_in_row ^= 1 << cell
            row_parity ^= parities[cell]
        # of this layer are the arrangements whose last tile is on a cell of one parity
        of_layer = grid.odd_cells if row_parity else grid.all_cells ^ grid.odd_cells
        first = row * size
        known = np.int64(0)
        all_waiting = np.int64(0)
        for blank in range(size):
            word = np.int64(words[first + blank])
            known |= word
            waiting[blank] = (word >> half) & of_layer
            all_waiting |= waiting[blank]
            regions[blank] = 0
        finds_in_row = np.int64(0)
        for last_cell in range(size):
            if not (all_waiting >> last_cell) & 1:
                continue
            budget -= 1
            if not (known >> last_cell) & 1:
                table[first + last_cell] = layer
                met += 1
            entrances = np.int64(0)
            for blank in range(size):
                entrances |= ((waiting[blank] >> last_cell) & 1) << blank
            free = free_in_row & ~(1 << last_cell)
            region = flood(columns, all_but_last_column, entrances, free)
            for blank in range(size):
                regions[blank] |= ((region >> blank) & 1) << last_cell
            word = np.int64(words[first + last_cell])
            finds = region & beside[last_cell] & ~word
            words[first + last_cell] = word | (finds << half)
            finds_in_row |= finds
        for blank in range(size):
            word = np.int64(words[first + blank])
            words[first + blank] = (word | regions[blank]) & ~(waiting[blank] << half)
        if finds_in_row:
            waiting_rows[row] |= 2 - parity
        for tile in range(last):
            cell = np.int64(row_cells[row, tile])
            step = row_steps[tile]
            for number in range(degrees[cell]):
                target = neighbours[cell, number]
                # no branch on what is read: it comes late and is as often so as not
                reached = row + (target - cell) * step
                word = np.int64(words[reached * size + cell])
                finds = regions[target] & ~word
                words[reached * size + cell] = word | (finds << half)
                finds_in_row |= finds
                waiting_rows[reached] |= (finds != 0) * (2 - parity)
        found |= finds_in_row != 0
        row += 1
    counters[ROW] = row
    counters[FOUND] = found
    counters[MET] += met
    return bool(row == len(waiting_rows))


@kernel
def expand_anywhere(
    grid: Grid,
    steps: NDArray[np.int64],
    table: NDArray[np.uint8],
    queue: NDArray[np.int64],
    counters: NDArray[np.int64],
    budget: int,
) -> bool:
    """Expand at most ``budget`` arrangements in breadth-first order; True when all have been.

    The blank is taken to be anywhere. ``queue``, shape (arrangements,), holds entries of ``table``,
    that of the goal first; ``steps`` as in ``Pattern``. counters[ROW] is the next to expand,
    counters[MET] how many there are.
    """
    size = len(grid.degrees)
    head = counters[ROW]
    met = counters[MET]
    # repeat: take the first arrangement of the queue
    #     for each tile and each cell beside it
    #         no other tile is there, and the arrangement was not met:
    #             it is one move further than this one; put it at the end of the queue
    # until the queue is empty
    while head < met and budget > 0:
        budget -= 1
        entry = queue[head]
        for tile in range(len(steps)):
            cell = entry // steps[tile] % size
            for number in range(grid.degrees[cell]):
                target = grid.neighbours[cell, number]
                is_free = True
                for other in range(len(steps)):
                    if entry // steps[other] % size == target:
                        is_free = False
                reached = entry + (target - cell) * steps[tile]
                if is_free and table[reached] == 0 and reached != queue[0]:
                    table[reached] = table[entry] + 1
                    queue[met] = reached
                    met += 1
        head += 1
    counters[ROW] = head
    counters[MET] = met
    return bool(head == met)


@kernel
def copy_entries(
    table: NDArray[np.uint8],
    tables: NDArray[np.uint8],
    steps: NDArray[np.int64],
    distance: NDArray[np.int64],
    dense: NDArray[np.uint8],
    is_filling: bool,
) -> None:
    """Copy from a ``Pattern``'s table and steps to ``dense``, or from there to ``tables``.

    ``dense`` holds only arrangements that can be, and of each only half of what exceeds the tiles'
    taxicab ``distance``, shape (tiles, cells): a small number, mostly 0. In ``tables``, zeros at
    first, it is what ``estimate.entry_at`` finds.
    """
    size = distance.shape[1]
    last = len(steps) - 1
    if last == 0:
        for cell in range(size):
            if is_filling:
                set_entry(tables, cell, dense[cell])
            else:
                dense[cell] = excess(table[cell], distance[0, cell])
        return
    cells = np.full(len(steps), -1)
    taken = np.zeros(size, np.uint8)
    free = np.zeros(size, np.int64)
    place = 0
    entry = 0
    summed = 0
    # all arrangements in ascending order, by backtracking: tiles before ``tile`` stand on cells
    #     the last two tiles are left: copy the entries of all pairs of free cells, step back
    #     take ``tile`` off its cell, and look for the next free one
    #     there is none: step back to the tile before
    #     put it there, and go on to the next tile
    tile = 0
    while tile >= 0:
        if tile == last - 1:
            # the last two tiles, with no branch on what is free: it changes all the time
            count = 0
            for cell in range(size):
                free[count] = cell
                count += 1 - int(taken[cell])  # in plain Python a sum of bytes would overflow
            for first in range(count):
                begin = entry + free[first] * steps[tile]
                in_row = summed + distance[tile, free[first]]
                for number in range(count - 1):
                    cell = free[number + (number >= first)]
                    if is_filling:
                        set_entry(tables, begin + cell, dense[place + number])
                    else:
                        least = in_row + distance[last, cell]
                        dense[place + number] = excess(table[begin + cell], least)
                place += count - 1
            tile -= 1
            continue
        cell = cells[tile]
        if cell >= 0:
            taken[cell] = 0
            entry -= cell * steps[tile]
            summed -= distance[tile, cell]
        cell += 1
        while cell < size and taken[cell] != 0:
            cell += 1
        if cell == size:
            tile -= 1
            continue
        cells[tile] = cell
        taken[cell] = 1
        entry += cell * steps[tile]
        summed += distance[tile, cell]
        tile += 1
        cells[tile] = -1


@kernel
def excess(moves: Int, least: Int) -> Int:
    """The entry for a state that is ``moves`` away, by taxicab distance ``least``."""
    return min(max(moves - least, 0) >> 1, ENTRY_MASK)


@kernel
def set_entry(tables: NDArray[np.uint8], index: Int, entry: Int) -> None:
    """Set the entry at ``index``, which is 0: the twin of ``estimate.entry_at``."""
    tables[(index >> 1) & INDEX] |= entry << (ENTRY_BITS * (index & 1))


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
    # repeat: take the first state of the queue
    #     for each move: slide the tile
    #         the state was not met:
    #             it is one move further than this one; put it at the end of the queue
    # until the queue is empty
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
