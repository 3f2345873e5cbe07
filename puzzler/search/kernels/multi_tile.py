"""Depth-first search over multi-tile moves: a row of tiles that slides together is one move.

Two successive moves along the same line would be one move, so that vertical and horizontal moves
alternate. A search starts with moves along one of the two axes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.jit import INDEX, kernel
from puzzler.search.kernels.paths import is_goal
from puzzler.search.kernels.space import Int

RUNNING, SOLVED, EXHAUSTED = range(3)
# counters
EXPANDED, GENERATED, DEPTH, BLANK, CLOSEST, DEEPEST, LOWEST_H, COUNTERS = range(8)
VERTICAL, HORIZONTAL = range(2)
FAR = 1 << 30
"""CLOSEST if no state was pruned."""


class Patterns(NamedTuple):
    """Pattern databases in multi-tile moves; each tile but the blank belongs to one pattern."""

    tables: NDArray[np.uint8]
    """(patterns, 2, entries): distances, by the axis of the next move and the index of the state,
    whose digits in base ``cells`` are the cells of the blank and of the pattern's tiles."""
    owners: NDArray[np.int64]
    """(tiles,): the pattern of a tile."""
    factors: NDArray[np.int64]
    """(tiles,): the factor of a tile's cell in the index; that of the blank is 1."""


@kernel
def fill(
    table: NDArray[np.uint8], rows: int, columns: int, places: NDArray[np.int64], length: int
) -> int:
    """Enter ``length + 1`` moves for all states one move before those with ``length`` moves.

    table: (2, entries), as in ``Patterns``, which can have more entries than the pattern uses.
    places: (tiles + 1,), scratch memory. Returns the number of states.
    """
    cells = rows * columns
    count = 0
    # for each state with the length: for each move along the other axis to it,
    #     the state before the move has one move more, unless fewer are known
    entries = 1
    for _ in range(len(places)):
        entries *= cells
    for entry in range(2 * entries):
        axis = 0 if entry < entries else 1
        number = entry - axis * entries
        if table[axis, number & INDEX] != length:
            continue
        rest = number
        for digit in range(len(places)):
            places[digit] = rest % cells
            rest //= cells
        blank = places[0]
        before = 1 - axis
        for side in range(2):
            if before == VERTICAL:
                step = columns if side else -columns
                reach = rows - 1 - blank // columns if side else blank // columns
            else:
                step = 1 if side else -1
                reach = columns - 1 - blank % columns if side else blank % columns
            cell = blank
            index = number
            for _ in range(reach):
                cell += step
                index += step
                factor = cells
                for digit in range(1, len(places)):
                    if places[digit] == cell:
                        index -= step * factor
                    factor *= cells
                if table[before, index & INDEX] > length + 1:
                    table[before, index & INDEX] = length + 1
                    count += 1
    return count


@kernel
def search(
    patterns: Patterns,
    rows: int,
    columns: int,
    goal: NDArray[np.uint8],
    tiles: NDArray[np.uint8],
    first_axis: int,
    bound: int,
    frames: NDArray[np.int64],
    indices: NDArray[np.int64],
    counters: NDArray[np.int64],
    budget: int,
) -> int:
    """Expand at most ``budget`` states with f up to ``bound``, which is the length of a solution.

    tiles: the last state of the path. frames: (bound + 1, 2), for each state before it the cell of
    the blank and the row or column to which the blank was moved. indices: (bound + 2, patterns),
    the index of each state in each table. Returns RUNNING, SOLVED or EXHAUSTED.
    """
    tables = patterns.tables
    owners = patterns.owners
    factors = patterns.factors
    pattern_count = len(tables)
    depth = counters[DEPTH]
    blank = counters[BLANK]
    expanded = 0
    generated = 0
    closest = counters[CLOSEST]
    # repeat: if the last state of the path is the goal, it is solved; otherwise expand it
    #     until a state is entered: take the next cell on the line; if none is left, backtrack
    #         update the indices for the blank and for every tile that slides
    #         if f exceeds the bound, record the smallest such f; otherwise slide and enter
    while True:
        if is_goal(goal, tiles):
            status = SOLVED
            break
        if expanded == budget:
            status = RUNNING
            break
        expanded += 1
        cursor = -1
        is_entered = False
        while not is_entered:
            axis = (first_axis + depth) & 1
            if axis == VERTICAL:
                size, place, stride = rows, blank // columns, columns
            else:
                size, place, stride = columns, blank % columns, 1
            cursor += 1
            if cursor == size:
                if depth == 0:
                    break
                depth -= 1
                cursor = frames[depth & INDEX, 1]
                slide(tiles, blank, frames[depth & INDEX, 0], 1 if axis == VERTICAL else columns)
                blank = frames[depth & INDEX, 0]
                continue
            if cursor == place:
                continue
            generated += 1
            target = blank + (cursor - place) * stride
            step = stride if cursor > place else -stride
            for pattern in range(pattern_count):
                indices[depth + 1 & INDEX, pattern] = (
                    indices[depth & INDEX, pattern] + target - blank
                )
            cell = blank
            while cell != target:
                cell += step
                tile = int(tiles[cell & INDEX])
                indices[depth + 1 & INDEX, owners[tile]] -= step * factors[tile]
            h = 0
            for pattern in range(pattern_count):
                index = indices[depth + 1 & INDEX, pattern]
                h = max(h, int(tables[pattern, 1 - axis, index & INDEX]))
                if depth + 1 + h > bound:
                    break
            if depth + 1 + h > bound:
                closest = min(closest, depth + 1 + h)
                continue
            counters[LOWEST_H] = min(counters[LOWEST_H], h)
            frames[depth & INDEX, 0] = blank
            frames[depth & INDEX, 1] = cursor
            slide(tiles, blank, target, stride)
            blank = target
            depth += 1
            counters[DEEPEST] = max(counters[DEEPEST], depth)
            is_entered = True
        if not is_entered:
            status = EXHAUSTED
            break
    counters[EXPANDED] += expanded
    counters[GENERATED] += generated
    counters[CLOSEST] = closest
    counters[DEPTH] = depth
    counters[BLANK] = blank
    return status


@kernel
def slide(tiles: NDArray[np.uint8], blank: Int, target: Int, stride: Int) -> None:
    """Move the blank to ``target``, and the tiles between one cell towards the blank."""
    step = stride if target > blank else -stride
    while blank != target:
        tiles[blank & INDEX] = tiles[blank + step & INDEX]
        blank += step
    tiles[blank & INDEX] = 0
