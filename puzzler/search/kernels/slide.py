"""Incremental updates of an estimate after one move.

The sum of distances and linear conflicts is updated from a state to its successor. Walking keys and
pattern indices are computed once for each expanded state and changed by one term for each
successor.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.estimate import (
    all_conflicts,
    entry_at,
    key_number,
    summed_distance,
    walking_key,
)
from puzzler.search.kernels.heuristic_data import (
    CONTACT_SLOTS,
    PAIR_SLOTS,
    Distance,
    Lines,
    Patterns,
    Tiles,
    Walking,
)
from puzzler.search.kernels.jit import kernel
from puzzler.search.kernels.space import Int


class Parts(NamedTuple):
    """Scratch memory for values that are computed once for each expanded state."""

    tiles: Tiles
    """(cells,): the state."""
    keys: NDArray[np.int64]
    """(walking parts,): the walking keys."""
    steps: NDArray[np.int64]
    """(walking parts,): the walking distances."""
    indices: NDArray[np.int64]
    """(pattern indices,): the positions in the pattern databases."""
    sums: NDArray[np.int64]
    """(views,): the sum of table entries of each view."""


@kernel
def carried_sum(distance: Distance, lines: Lines, tiles: Tiles) -> Int:
    """The part of h that is updated incrementally: distances and linear conflicts."""
    total: Int = summed_distance(distance, tiles)
    if lines.is_used:
        total += all_conflicts(lines, tiles)
    return total


@kernel
def prepare_walking(walking: Walking, parts: Parts) -> None:
    """Compute the walking keys and distances of ``parts.tiles``."""
    tiles = parts.tiles
    for part in range(len(walking.bands)):
        key = walking_key(walking, part, tiles)
        parts.keys[part] = key
        parts.steps[part] = walking.distances[key_number(walking, part, key)]


@kernel
def prepare_patterns(patterns: Patterns, parts: Parts) -> None:
    """Compute the pattern indices and sums of table entries of ``parts.tiles``."""
    tiles = parts.tiles
    for view in range(len(patterns.first) - 1):
        first = patterns.first[view]
        last = patterns.first[view + 1]
        for slot in range(first, last):
            parts.indices[slot] = patterns.offsets[slot]
        for cell in range(len(tiles)):
            tile = tiles[cell]
            factor = patterns.factors[view, tile]
            if factor != 0:
                slot = patterns.slots[view, tile]
                parts.indices[slot] += patterns.cells[slot, cell] * factor
        total: Int = 0
        for slot in range(first, last):
            total += entry_at(patterns.tables, parts.indices[slot])
        parts.sums[view] = total


@kernel
def pairs_change(
    partners: NDArray[np.uint8],
    tables: NDArray[np.uint8],
    terms: NDArray[np.int16],
    codes: NDArray[np.uint8],
    row: Int,
    tile: Int,
    before: Int,
    after: Int,
) -> Int:
    """The change of the sum over pairs when the code of ``tile`` changes.

    before, after: the codes. codes[row]: the codes of all tiles.
    """
    change = 0
    for slot in range(PAIR_SLOTS):
        code = codes[row, partners[tile, slot]]
        table = tables[tile, slot]
        change += int(terms[table, after, code]) - int(terms[table, before, code])
    return change


@kernel
def contacts_change(
    contacts: NDArray[np.uint8],
    tables: NDArray[np.uint8],
    terms: NDArray[np.int16],
    boards: NDArray[np.uint8],
    row: Int,
    source: Int,
    target: Int,
    before: Int,
    after: Int,
) -> Int:
    """The change of the sum over contacts when a tile slides from ``source`` to the blank's cell.

    before, after: the codes of the tile. boards[row], boards[row + 1]: the tiles and their codes.
    """
    change = 0
    for slot in range(CONTACT_SLOTS):
        code = boards[row + 1, boards[row, contacts[source, slot]]]
        change -= int(terms[tables[source, slot], before, code])
        cell = contacts[target, slot]
        code = boards[row + 1, boards[row, cell]] * int(cell != source)
        change += int(terms[tables[target, slot], after, code])
    return change


@kernel
def conflict_change(lines: Lines, tiles: Tiles, tile: Int, source: Int, target: Int) -> Int:
    """The change of linear conflicts when ``tile`` slides from ``source`` to the blank's cell."""
    return line_change(
        lines.goal_rows, lines.goal_columns, lines.columns, tiles, tile, source, target
    )


@kernel
def line_change(
    goal_rows: NDArray[np.int64],
    goal_columns: NDArray[np.int64],
    columns: Int,
    tiles: Tiles,
    tile: Int,
    source: Int,
    target: Int,
) -> Int:
    """The same as ``conflict_change``, but with the arrays of ``Lines`` as arguments.

    A move does not change the order of tiles in the line along which the tile slides. Of the
    other lines, only the tile's goal line can change.
    """
    step = target - source
    if abs(step) == 1:
        line = goal_columns[tile]
        rows = len(tiles) // columns
        far = line - source % columns
        if far == 0:
            return -conflict_of(goal_columns, goal_rows, tiles, tile, source, line, columns, rows)
        if far == step:
            return conflict_of(goal_columns, goal_rows, tiles, tile, target, line, columns, rows)
        return 0
    line = goal_rows[tile]
    far = (line - source // columns) * columns
    if far == 0:
        return -conflict_of(
            goal_rows, goal_columns, tiles, tile, source, line * columns, 1, columns
        )
    if far == step:
        return conflict_of(goal_rows, goal_columns, tiles, tile, target, line * columns, 1, columns)
    return 0


@kernel
def conflict_of(
    home: NDArray[np.int64],
    place: NDArray[np.int64],
    tiles: Tiles,
    tile: Int,
    cell: Int,
    first: Int,
    step: Int,
    length: Int,
) -> Int:
    """The change of the conflicts of the goal line of ``tile`` if the tile is added on ``cell``.

    Equals the difference of two calls of ``estimate.line_conflicts``, in one loop.
    """
    line = home[tile]
    change = 0
    with_it = without = 0  # bit p: p is the smallest place at which a run of some length ends
    # without branches, because half of them would be mispredicted
    for spot in range(first, first + length * step, step):
        is_own = int(spot == cell)
        other = tile if is_own else tiles[spot]
        bit = int(home[other] == line) << (place[other] & 63)
        later = with_it & -bit
        change += int(later != 0)
        with_it = (with_it ^ (later & -later)) | bit
        bit *= 1 - is_own
        later = without & -bit
        change -= int(later != 0)
        without = (without ^ (later & -later)) | bit
    return 2 * change


@kernel
def walking_after(walking: Walking, parts: Parts, tile: Int, source: Int, target: Int) -> Int:
    """The walking distance after ``tile`` slides from ``source`` to ``target``."""
    total: Int = 0
    for part in range(len(walking.bands)):
        left = walking.bands[part, source]
        entered = walking.bands[part, target]
        if left == entered:
            total += parts.steps[part]
        else:
            key = parts.keys[part]
            key += walking.weights[part, tile, entered] - walking.weights[part, tile, left]
            key += walking.weights[part, 0, left] - walking.weights[part, 0, entered]
            total += int(walking.distances[key_number(walking, part, key)])
    return total


@kernel
def patterns_after(patterns: Patterns, parts: Parts, tile: Int, source: Int, target: Int) -> Int:
    """The largest sum of entries after ``tile`` slides from ``source`` to ``target``.

    If the patterns of a view include the blank, the view has only one table.
    """
    largest: Int = 0
    for view in range(len(patterns.first) - 1):
        summed: Int = parts.sums[view]
        blank_factor = patterns.factors[view, 0]
        terms = patterns.factors[view, tile] - blank_factor
        if terms != 0:
            slot = patterns.slots[view, tile if blank_factor == 0 else 0]
            index = parts.indices[slot]
            step = patterns.cells[slot, target] - patterns.cells[slot, source]
            summed += entry_at(patterns.tables, index + step * terms)
            summed -= entry_at(patterns.tables, index)
        largest = max(largest, summed)
    return largest


@kernel
def is_goal(goal: Tiles, boards: NDArray[np.uint8], row: Int, tile: Int, cell: Int) -> bool:
    """Whether a row is the goal after ``tile`` slides to the blank's ``cell``."""
    if goal[cell] != tile:
        return False
    for other in range(len(goal)):
        if goal[other] != boards[row, other] and goal[other] != 0 and other != cell:
            return False
    return True


@kernel
def first_line(boards: NDArray[np.uint8], row: Int, cells: Int) -> int:
    """The first line with a misplaced tile. row: of ``boards``; it selects rows or columns."""
    line = 0
    while cells + line < boards.shape[1] and boards[row, cells + line] == 0:
        line += 1
    return line
