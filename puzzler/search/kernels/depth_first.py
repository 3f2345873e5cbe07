"""One depth-first loop: IDA*, depth-limited search and iterative deepening differ in f and bound.

f = g_weight * g + h_weight * h, all integers. A pass walks every path whose f nowhere exceeds the
bound, but for those that the lists of successors leave out, such as taking a move back; the next
pass has the smallest f that was too large as its bound (Korf 1985). The path is an explicit stack,
so that a search can pause anywhere.

What is kept along the path is slack, the bound less f: a state is entered where its slack is not
negative. While h is a summed distance, one subtraction of a cost looked up by move and tile gives a
successor's slack. Walking distances are followed from key to key, and pattern databases are read at
indices that are kept up to date, one view after the other until one exceeds the bound. The f of a
state that is not entered is therefore that of the first opinion too large for the bound.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.estimate import Estimate, Tiles
from puzzler.search.kernels.jit import kernel
from puzzler.search.kernels.slide import conflict_change

# what `search` came to
RUNNING, SOLVED, EXHAUSTED, DEEP = range(4)

# counters
(
    EXPANDED,
    GENERATED,
    BOUND,
    CLOSEST,
    LEAST_H,
    DEPTH,
    BLANK,
    CURSOR,
    SLACK,
    SUM_SLACK,
    START_BLANK,
    START_H,
    START_SUM,
    COUNTERS,
) = range(14)

# fields of an entry
CELL_MASK = 255
MOVE_SHIFT, MOVE_MASK = 8, 3
COST_SHIFT, COST_MASK = 16, 0xFFFF
LIST_SHIFT = 32

# fields of a frame
CURSOR_MASK = (1 << 24) - 1
BLANK_SHIFT, BLANK_MASK = 24, 127
SLACK_SHIFT = 31

NO_MOVES = 0
"""The list without successors."""
FAR = -(1 << 60)
"""Slack of no state at all."""


class Moves(NamedTuple):
    """What may follow a path, by its end."""

    entries: NDArray[np.int64]
    """Lists, one after the other, each ended by -1: the cell that the blank reaches, the move,
    where the costs of that step begin, and where the list of successors after it begins."""
    first: NDArray[np.int64]
    """(cells,): where the list of a path begins that starts there and has no move yet."""


class Weighing(NamedTuple):
    """How states are ranked."""

    costs: NDArray[np.int32]
    """(steps * tiles,): by how much f grows when a step slides a tile."""
    g_weight: int
    h_weight: int
    is_single_pass: int
    """1 where the first bound is the last."""


class Views(NamedTuple):
    """Pattern databases read along a path; see ``estimate.Patterns``."""

    tables: NDArray[np.uint8]
    cells: NDArray[np.int64]
    """(cells, views): where a cell of the board lies in the view."""
    slots: NDArray[np.int64]
    """(tiles, views): which index a tile is part of."""
    factors: NDArray[np.int64]
    """(tiles, views): what its index gains when a tile moves up one cell, the blank down one."""
    indices: NDArray[np.int64]
    """(indices,): of the state at the end of the path, the tables' offsets included."""
    heights: NDArray[np.int64]
    """(depths, views + 1): h in each view, along the path, and the view where it is largest."""


class Walks(NamedTuple):
    """Walking distances followed along a path; see ``estimate.Walking``."""

    bands: NDArray[np.int64]
    """(cells, parts)"""
    homes: NDArray[np.int64]
    """(tiles, parts)"""
    steps: NDArray[np.int32]
    distances: NDArray[np.uint8]
    path: NDArray[np.int64]
    """(depths, parts + 1): the number of each part's key, along the path, and their distance."""


@kernel
def search(
    moves: Moves,
    goal: Tiles,
    tiles: Tiles,
    weighing: Weighing,
    rest: Estimate | None,
    views: Views | None,
    walks: Walks | None,
    frames: NDArray[np.int64],
    sums: NDArray[np.int64],
    counters: NDArray[np.int64],
    budget: int,
) -> int:
    """Expand at most ``budget`` states. The path ends in ``tiles``, its frames are (depths, 2).

    Returns RUNNING, SOLVED (the path leads to the goal), EXHAUSTED (a single pass has ended) or
    DEEP: the next pass needs more frames.
    """
    entries = moves.entries
    costs = weighing.costs
    g_weight = weighing.g_weight
    h_weight = weighing.h_weight
    bound = counters[BOUND]
    closest = counters[CLOSEST]
    least_h = counters[LEAST_H]
    depth = counters[DEPTH]
    blank = counters[BLANK]
    cursor = counters[CURSOR]
    slack = counters[SLACK]
    sum_slack = counters[SUM_SLACK]
    if views is not None:
        # as names of their own: a field of a tuple costs more each time it is looked up
        tables = views.tables
        cells = views.cells
        slots = views.slots
        factors = views.factors
        indices = views.indices
        heights = views.heights
        view_count = int(cells.shape[1])
    if walks is not None:
        bands = walks.bands
        homes = walks.homes
        steps = walks.steps
        distances = walks.distances
        walk = walks.path
        part_count = int(bands.shape[1])
    generated = 0
    expanded = 0
    status = RUNNING
    while True:
        # the end of the path is a state that was just entered
        reach = bound - g_weight * depth
        h = reach - slack
        if h <= least_h:
            least_h = h
            if h == 0 and is_goal(goal, tiles):
                status = SOLVED
                break
        if reach < g_weight:
            # a successor is too far, whatever its h
            closest = max(closest, reach - g_weight)
            cursor = NO_MOVES
        elif expanded == budget:
            break
        else:
            expanded += 1

        is_entered = False
        while not is_entered:
            entry = entries[cursor]
            if entry < 0:
                if depth == 0:
                    break
                depth -= 1
                frame = frames[depth]
                source = blank
                cursor = frame & CURSOR_MASK
                blank = (frame >> BLANK_SHIFT) & BLANK_MASK
                slack = frame >> SLACK_SHIFT
                tile = int(tiles[blank])
                tiles[source] = tile
                tiles[blank] = 0
                if rest is not None:
                    sum_slack = sums[depth]
                if views is not None:
                    for view in range(view_count):
                        change = cells[blank, view] - cells[source, view]
                        indices[slots[tile, view]] -= change * factors[tile, view]
                continue
            cursor += 1
            generated += 1
            target = entry & CELL_MASK
            tile = int(tiles[target])
            cost = int(costs[((entry >> COST_SHIFT) & COST_MASK) + tile])
            if rest is None:
                child_slack = slack - cost
            else:
                child_sum = sum_slack - cost
                if rest.lines.is_used:
                    child_sum -= h_weight * conflict_change(rest.lines, tiles, tile, target, blank)
                child_slack = child_sum
                room = bound - g_weight * (depth + 1)
                if walks is not None:
                    walked = walk[depth, part_count]
                    for part in range(part_count):
                        number = walk[depth, part]
                        side = bands[target, part] - bands[blank, part]
                        if side != 0:
                            walked -= int(distances[number])
                            number = int(steps[number, 2 * homes[tile, part] + (side > 0)])
                            walked += int(distances[number])
                        walk[depth + 1, part] = number
                    walk[depth + 1, part_count] = walked
                    child_slack = min(child_slack, room - h_weight * walked)
                if views is not None and child_slack >= 0:
                    # the view with the largest h is the likeliest to exceed the bound: it is first
                    view = heights[depth, view_count]
                    highest = -1
                    for _ in range(view_count):
                        index = indices[slots[tile, view]]
                        change = cells[blank, view] - cells[target, view]
                        moved = index + change * factors[tile, view]
                        height = heights[depth, view] + int(tables[moved]) - int(tables[index])
                        heights[depth + 1, view] = height
                        if height > highest:
                            highest = height
                            heights[depth + 1, view_count] = view
                            if h_weight * height > room:
                                break
                        view += 1
                        if view == view_count:
                            view = 0
                    child_slack = min(child_slack, room - h_weight * highest)
            if child_slack < 0:
                closest = max(closest, child_slack)
                continue
            frames[depth] = (slack << SLACK_SHIFT) | (blank << BLANK_SHIFT) | cursor
            if rest is not None:
                sums[depth] = sum_slack
                sum_slack = child_sum
            if views is not None:
                for view in range(view_count):
                    change = cells[blank, view] - cells[target, view]
                    indices[slots[tile, view]] += change * factors[tile, view]
            tiles[blank] = tile
            tiles[target] = 0
            depth += 1
            blank = target
            slack = child_slack
            cursor = entry >> LIST_SHIFT
            is_entered = True

        if not is_entered:
            # the pass has ended
            if closest == FAR or weighing.is_single_pass:
                status = EXHAUSTED
                break
            bound -= closest
            closest = FAR
            slack = bound - h_weight * counters[START_H]
            sum_slack = bound - h_weight * counters[START_SUM]
            cursor = moves.first[blank]
            if bound // g_weight + 2 > len(frames):
                status = DEEP
                break
    counters[EXPANDED] += expanded
    counters[GENERATED] += generated
    counters[BOUND] = bound
    counters[CLOSEST] = closest
    counters[LEAST_H] = least_h
    counters[DEPTH] = depth
    counters[BLANK] = blank
    counters[CURSOR] = cursor
    counters[SLACK] = slack
    counters[SUM_SLACK] = sum_slack
    return status


@kernel
def is_goal(goal: Tiles, tiles: Tiles) -> bool:
    """True where the two are equal."""
    for cell in range(len(goal)):
        if goal[cell] != tiles[cell]:
            return False
    return True
