"""One depth-first loop: IDA*, depth-limited search and iterative deepening differ in f and bound.

f = g_weight * g + h_weight * h, all integers. A pass walks every path whose f nowhere exceeds the
bound, but for those that the lists of successors leave out, such as taking a move back; the next
pass has the smallest f that was too large as its bound (Korf 1985). The path is an explicit stack,
so that a search can pause anywhere.

What is kept along the path is slack, the bound less f: a state is entered where its slack is not
negative. While h is a summed distance, one subtraction of a cost looked up by move and tile gives a
successor's slack. Walking distances are followed from key to key, and pattern databases are read at
indices that are kept up to date, one view after the other until one exceeds the bound. The f of a
state that is not entered is therefore that of the first opinion too large for the bound. Entries of
large tables, which are far away in memory, are asked for when a state is expanded.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.estimate import (
    ENTRY_BITS,
    ENTRY_MASK,
    Custom,
    Duals,
    Lines,
    Pairs,
    Tiles,
    custom_value,
    entry_at,
    learned_moves,
)
from puzzler.search.kernels.jit import INDEX, kernel, prefetch
from puzzler.search.kernels.slide import conflict_change
from puzzler.search.kernels.space import LOW_32, Int

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
    DEEPEST,
    PASSES,
    UNTRIED,
    COUNTERS,
) = range(17)

# fields of an entry
CELL_MASK = 255
MOVE_SHIFT, MOVE_MASK = 8, 3
COST_SHIFT, COST_MASK = 16, 0xFFFF
LIST_SHIFT = 32

# fields of a frame
CURSOR_MASK = (1 << 24) - 1
BLANK_SHIFT, BLANK_MASK = 24, 127
SLACK_SHIFT = 31

VIEWS = 4
"""A power of two."""
RANKED_VIEWS = 2
"""The same of ranked tables: larger, and better, so that there are fewer."""
FAR_BYTES = 1 << 26
"""Tables from this size on do not stay in the processor's caches."""
AHEAD_VIEWS = 2
"""Views of such tables; what comes after them repeats them."""
MOST_PASSED = 4
"""No tile of a ranked table's frame passes more cells in a move."""
AHEAD = 4 * RANKED_VIEWS * 2
"""Columns for up to four moves."""
ORDER_SHIFT, ORDER_MASK = ENTRY_BITS, 0xFFFF
CELLS_SHIFT = ORDER_SHIFT + 16
VIEW_COLUMNS = 1 + 2 * VIEWS
SEEN_CELLS = 12
"""Cells in one of the two numbers of a state; 25 to this power has 56 bits."""
LEFT_SHIFT = 56
NUMBER_MASK = (1 << LEFT_SHIFT) - 1
MOST_LEFT = 127
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
    """Pattern databases read along a path; see ``estimate.Patterns``.

    There are always ``VIEWS`` of them, the last axis of what is flat here: loops whose length the
    compiler knows are faster by a sixth. A word is an index and, in its lowest bits, the entry that
    it leads to.
    """

    tables: NDArray[np.uint8]
    slots: NDArray[np.uint16]
    """(tiles * views,): which word a tile is part of."""
    gains: NDArray[np.int64]
    """(moves * tiles * views,): what the index gains when the blank's move slides the tile."""
    words: NDArray[np.int64]
    """(indices,): of the state at the end of the path."""
    path: NDArray[np.int64]
    """(depths, 1 + 2 * views): along the path, the view with the largest h; and for each view the
    sum of its entries and the word that the last move changed, as it was before."""


class Ranks(NamedTuple):
    """What leads from a move to an index of a ranked table; see ``estimate.Ranked``.

    A word then has, from its highest bits on: the cells of the pattern's tiles, a bit each; the
    number of the order of the tiles on them; and the entry that they lead to.
    """

    turns: NDArray[np.int64]
    """(tiles * views,): where the steps of the tile's table begin, by how that is turned."""
    gains: NDArray[np.int64]
    """(turns * steps,): what the word gains in cells when the blank makes a step."""
    signs: NDArray[np.int64]
    """(turns * steps,): 1 where the sliding tile's cell grows, -1 where it shrinks."""
    passed: NDArray[np.uint8]
    """(turns * steps * MOST_PASSED,): the cells between, and that of the blank for no more."""
    weights: NDArray[np.int32]
    """(tiles * tiles * views,): what the order's number gains when the first passes the second."""
    low: NDArray[np.int32]
    """(sizes * 2 ** low_bits,): what the lower cells, as a number, count in an index."""
    high: NDArray[np.int32]
    """The same of the upper cells."""
    low_begins: NDArray[np.int64]
    """(words,): where in ``low`` the numbers of its size begin."""
    high_begins: NDArray[np.int64]
    """(words,)"""
    offsets: NDArray[np.int64]
    """(words,): where its table begins."""
    low_bits: int
    known: NDArray[np.int64]
    """(depths, AHEAD): along the path, for each move that may follow, by the lowest bits of its
    number, and for each view, the word without its entry, and the index of that."""


class Dualing(NamedTuple):
    """Dual look-ups followed along a path."""

    duals: Duals
    path: NDArray[np.int64]
    """(depths, indices + views): along the path, what ``estimate.read_duals`` writes."""
    indices: NDArray[np.int64]
    """(2 * views,): room for where a successor's tables are read."""


class Seen(NamedTuple):
    """States that were entered, the latest of those that share a place; up to 25 cells.

    A state that was entered with as many moves left to the bound is not entered again. That loses
    no shortest path: of all shortest ones the first in the order of moves has no superfluous part,
    and whatever had entered one of its states as early would belong to one still before it.
    """

    states: NDArray[np.int64]
    """(2 ** bits, 2): both numbers of a state, the moves left in the upper bits of the first."""
    worth: NDArray[np.int64]
    """(cells, 2): what a tile on a cell counts in each number."""
    bits: int


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


class Rest(NamedTuple):
    """What of an estimate beyond the summed distance is worked out anew for each state."""

    lines: Lines
    pairs: Pairs
    custom: Custom


@kernel
def search(
    moves: Moves,
    goal: Tiles,
    tiles: Tiles,
    weighing: Weighing,
    rest: Rest | None,
    views: Views | None,
    ranks: Ranks | None,
    walks: Walks | None,
    dualing: Dualing | None,
    seen: Seen | None,
    frames: NDArray[np.int64],
    sums: NDArray[np.int64],
    opened: NDArray[np.int64] | None,
    counters: NDArray[np.int64],
    budget: int,
) -> int:
    """Expand at most ``budget`` states. The path ends in ``tiles``, its frames are (depths,).

    ``opened`` gets for each state of the path how many had been expanded before it was; None where
    nobody asks, for that costs a twentieth of the speed.

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
    deepest = counters[DEEPEST]
    if views is not None:
        # as names of their own: a field of a tuple costs more each time it is looked up
        tables = views.tables
        slots = views.slots
        gains = views.gains
        words = views.words
        view_path = views.path.reshape(-1)
        tile_count = len(tiles)
        is_far = len(tables) >= FAR_BYTES
        double_weight = 2 * h_weight
        if ranks is None:
            view_count = VIEWS
        else:
            view_count = RANKED_VIEWS
            turns = ranks.turns
            rank_gains = ranks.gains
            signs = ranks.signs
            passed = ranks.passed
            weights = ranks.weights
            low = ranks.low
            high = ranks.high
            low_begins = ranks.low_begins
            high_begins = ranks.high_begins
            offsets = ranks.offsets
            low_bits = ranks.low_bits
            known = ranks.known.reshape(-1)
    if walks is not None:
        bands = walks.bands
        homes = walks.homes
        steps = walks.steps
        distances = walks.distances
        walk = walks.path
        part_count = int(bands.shape[1])
    if dualing is not None:
        groups = dualing.duals.groups.reshape(-1)
        worth = dualing.duals.worth.reshape(-1)
        next_cells = dualing.duals.next_cells.reshape(-1)
        begins = dualing.duals.begins.reshape(-1)
        dual_tables = dualing.duals.tables
        dual_path = dualing.path.reshape(-1)
        indices = dualing.indices
        cell_count = len(tiles)
        dual_count = len(dualing.duals.groups)
        slot_count = len(dualing.duals.begins)
        columns = slot_count + dual_count
    if seen is not None:
        seen_states = seen.states.reshape(-1)
        seen_worth = seen.worth.reshape(-1)
        first_number = 0
        second_number = 0
        for cell in range(len(tiles)):
            first_number += int(tiles[cell]) * int(seen_worth[2 * cell])
            second_number += int(tiles[cell]) * int(seen_worth[2 * cell + 1])
    before = counters[EXPANDED]
    generated = 0
    expanded = 0
    status = RUNNING
    # repeat: the end of the path is the goal: solved; it may have successors: expand it
    #     until a state is entered: take the next move of the list; none is left: step back
    #         weigh the child, one opinion after the other; its f exceeds the bound:
    #             remember the smallest such f, go on to the next move; else enter it
    #     no path is left: begin again with the smallest f remembered as the bound
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
            if opened is not None:
                opened[depth & INDEX] = before + expanded
            expanded += 1
            # beside tables a register more would cost a sixth of the rate
            if views is None:
                if depth >= deepest and entries[cursor & INDEX] >= 0:
                    deepest = depth + 1
            elif depth >= counters[DEEPEST] and entries[cursor & INDEX] >= 0:
                counters[DEEPEST] = depth + 1
            # memory is far away: what will be wanted of large tables is asked for all at once
            if views is not None and ranks is None and is_far:
                number = cursor
                entry = entries[number & INDEX]
                while entry >= 0:
                    own = int(tiles[entry & CELL_MASK]) * VIEWS & INDEX
                    gain = ((entry >> MOVE_SHIFT) & MOVE_MASK) * tile_count * VIEWS + own
                    for view in range(AHEAD_VIEWS):
                        index = (words[slots[own + view]] >> ENTRY_BITS) + gains[gain + view]
                        prefetch(tables, index >> 1)
                    number += 1
                    entry = entries[number & INDEX]
            if ranks is not None:
                number = cursor
                entry = entries[number & INDEX]
                while entry >= 0:
                    number += 1
                    tile = int(tiles[entry & CELL_MASK])
                    step = 4 * blank + ((entry >> MOVE_SHIFT) & MOVE_MASK)
                    own = tile * VIEWS & INDEX
                    ahead = depth * AHEAD + 2 * RANKED_VIEWS * (number & 3) & INDEX
                    for view in range(RANKED_VIEWS):
                        slot = slots[own + view]
                        turn = turns[own + view] + step & INDEX
                        change = 0
                        for place in range(MOST_PASSED):
                            other = int(tiles[passed[turn * MOST_PASSED + place & INDEX]])
                            pair = (tile * tile_count + other) * VIEWS + view & INDEX
                            change += int(weights[pair])
                        moved = (words[slot] & ~ENTRY_MASK) + rank_gains[turn]
                        moved += signs[turn] * (change << ORDER_SHIFT)
                        cells = moved >> CELLS_SHIFT
                        index = (
                            offsets[slot]
                            + int(low[low_begins[slot] + (cells & ((1 << low_bits) - 1)) & INDEX])
                            + int(high[high_begins[slot] + (cells >> low_bits) & INDEX])
                            + ((moved >> ORDER_SHIFT) & ORDER_MASK)
                        )
                        prefetch(tables, index >> 1)
                        known[ahead + 2 * view] = moved
                        known[ahead + 2 * view + 1] = index
                    entry = entries[number & INDEX]

        is_entered = False
        while not is_entered:
            entry = entries[cursor & INDEX]
            if entry < 0:
                if depth == 0:
                    break
                depth -= 1
                frame = frames[depth & INDEX]
                source = blank
                cursor = frame & CURSOR_MASK
                blank = (frame >> BLANK_SHIFT) & BLANK_MASK
                slack = frame >> SLACK_SHIFT
                tile = int(tiles[blank])
                tiles[source & INDEX] = tile
                tiles[blank] = 0
                if rest is not None:
                    sum_slack = sums[depth & INDEX]
                if seen is not None:
                    first_number -= tile * (seen_worth[2 * blank] - seen_worth[2 * source])
                    second_number -= tile * (seen_worth[2 * blank + 1] - seen_worth[2 * source + 1])
                if views is not None:
                    spot = (depth + 1) * VIEW_COLUMNS & INDEX
                    own = tile * VIEWS & INDEX
                    for view in range(view_count):
                        word = words[slots[own + view]]
                        words[slots[own + view]] = view_path[spot + 2 * view + 2]
                        view_path[spot + 2 * view + 2] = word
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
                    spot = depth * VIEW_COLUMNS & INDEX
                    next_spot = spot + VIEW_COLUMNS
                    own = tile * VIEWS & INDEX
                    if ranks is None:
                        gain = ((entry >> MOVE_SHIFT) & MOVE_MASK) * tile_count * VIEWS + own
                    else:
                        ahead = depth * AHEAD + 2 * RANKED_VIEWS * (cursor & 3) & INDEX
                    view = view_path[spot] & INDEX
                    highest = -1
                    for _ in range(view_count):
                        slot = slots[own + view]
                        word = words[slot]
                        if ranks is None:
                            index = (word >> ENTRY_BITS) + gains[gain + view]
                            table_entry = entry_at(tables, index)
                            moved = (index << ENTRY_BITS) | table_entry
                        else:
                            moved = known[ahead + 2 * view]
                            index = known[ahead + 2 * view + 1]
                            table_entry = entry_at(tables, index)
                            moved |= table_entry
                        height = view_path[spot + 2 * view + 1] + table_entry - (word & ENTRY_MASK)
                        view_path[next_spot + 2 * view + 1] = height
                        view_path[next_spot + 2 * view + 2] = moved
                        if height > highest:
                            highest = height
                            view_path[next_spot] = view
                            if double_weight * height > child_sum:
                                break
                        view = (view + 1) & (view_count - 1)
                    child_slack = min(child_slack, child_sum - double_weight * highest)
                if seen is not None and child_slack >= 0:
                    child_first = tile * (seen_worth[2 * blank] - seen_worth[2 * target])
                    child_first += first_number
                    child_second = tile * (seen_worth[2 * blank + 1] - seen_worth[2 * target + 1])
                    child_second += second_number
                    place = 2 * int(place_of(child_first, child_second, seen.bits)) & INDEX
                    prefetch(seen_states, place)
                if dualing is not None and child_slack >= 0:
                    spot = depth * columns & INDEX
                    next_spot = spot + columns & INDEX
                    for column in range(columns):
                        dual_path[next_spot + column] = dual_path[spot + column]
                    # all that is far away is asked for before the first of it is read
                    for view in range(dual_count):
                        own = view * cell_count
                        left = groups[own + target & INDEX]
                        entered = groups[own + blank & INDEX]
                        number = (own + blank) * cell_count + tile & INDEX
                        dual_path[next_spot + entered & INDEX] += worth[number] << ENTRY_BITS
                        number = (own + target) * cell_count & INDEX
                        dual_path[next_spot + left & INDEX] -= worth[number + tile] << ENTRY_BITS
                        beside = next_cells[own + target & INDEX]
                        other = tile if beside == blank else int(tiles[beside & INDEX])
                        index = begins[left * cell_count + target & INDEX] + worth[number + other]
                        index += dual_path[next_spot + left & INDEX] >> ENTRY_BITS
                        prefetch(dual_tables, index >> 1)
                        indices[2 * view] = index
                        index = begins[entered * cell_count + target & INDEX]
                        index += dual_path[next_spot + entered & INDEX] >> ENTRY_BITS
                        if entered != left:
                            prefetch(dual_tables, index >> 1)
                        indices[2 * view + 1] = index
                    for view in range(dual_count):
                        own = view * cell_count
                        left = next_spot + groups[own + target & INDEX] & INDEX
                        entered = next_spot + groups[own + blank & INDEX] & INDEX
                        table_entry = entry_at(dual_tables, indices[2 * view])
                        gain = table_entry - (dual_path[left] & ENTRY_MASK)
                        dual_path[left] += gain
                        height = dual_path[next_spot + slot_count + view] + gain
                        if entered != left:
                            table_entry = entry_at(dual_tables, indices[2 * view + 1])
                            gain = table_entry - (dual_path[entered] & ENTRY_MASK)
                            dual_path[entered] += gain
                            height += gain
                        dual_path[next_spot + slot_count + view] = height
                        child_slack = min(child_slack, child_sum - double_weight * height)
                        if child_slack < 0:
                            break
                if (rest.pairs.is_used or rest.custom.is_used) and child_slack >= 0:
                    tiles[blank & INDEX] = tile
                    tiles[target] = 0
                    if rest.pairs.is_used:
                        child_h = learned_moves(rest.pairs, tiles)
                    else:
                        child_h = custom_value(rest.custom, tiles)
                    child_slack = min(child_slack, room - h_weight * child_h)
                    tiles[target] = tile
                    tiles[blank & INDEX] = 0
            if child_slack < 0:
                closest = max(closest, child_slack)
                continue
            if seen is not None:
                room = min(bound - g_weight * (depth + 1), MOST_LEFT)
                known_state = seen_states[place]
                if (
                    seen_states[place + 1] == child_second
                    and known_state & NUMBER_MASK == child_first
                    and known_state >> LEFT_SHIFT >= room
                ):
                    continue
                seen_states[place] = (room << LEFT_SHIFT) | child_first
                seen_states[place + 1] = child_second
                first_number = child_first
                second_number = child_second
            frames[depth & INDEX] = (slack << SLACK_SHIFT) | (blank << BLANK_SHIFT) | cursor
            if rest is not None:
                sums[depth & INDEX] = sum_slack
                sum_slack = child_sum
            if views is not None:
                spot = (depth + 1) * VIEW_COLUMNS & INDEX
                own = tile * VIEWS & INDEX
                for view in range(view_count):
                    word = words[slots[own + view]]
                    words[slots[own + view]] = view_path[spot + 2 * view + 2]
                    view_path[spot + 2 * view + 2] = word
            tiles[blank & INDEX] = tile
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
            counters[PASSES] += 1
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
    counters[DEEPEST] = max(counters[DEEPEST], deepest)
    # successors of the states on the path that were not tried so far
    untried = 0
    for place in range(depth):
        number = int(frames[place]) & CURSOR_MASK
        while entries[number & INDEX] >= 0:
            untried += 1
            number += 1
    counters[UNTRIED] = untried
    return status


@kernel
def place_of(first: Int, second: Int, bits: Int) -> Int:
    """Where a state is kept among those that were seen, by its two numbers."""
    value = ((first & LOW_32) * 0x6C8E9CF5) ^ ((first >> 32) * 0x4A7C15B5)
    value ^= ((second & LOW_32) * 0x5D6F9A2B) ^ ((second >> 32) * 0x2545F491)
    value ^= value >> 29
    place: Int = (((value & LOW_32) * 0x6C8E9CF5) >> 20) & ((1 << bits) - 1)
    return place


@kernel
def read_views(
    tables: NDArray[np.uint8],
    worth: NDArray[np.int64],
    offsets: NDArray[np.int64],
    first: NDArray[np.int64],
    tiles: Tiles,
    words: NDArray[np.int64],
    path: NDArray[np.int64],
) -> None:
    """Write the words and the first row of ``Views.path`` for ``tiles``.

    ``worth`` is (indices, cells, tiles): what a tile on a cell counts in an index.
    """
    for view in range(VIEWS):
        total = 0
        for slot in range(first[view], first[view + 1]):
            index = int(offsets[slot])
            for cell in range(len(tiles)):
                index += int(worth[slot, cell, tiles[cell]])
            entry = int(entry_at(tables, index))
            words[slot] = (index << ENTRY_BITS) | entry
            total += entry
        path[0, 1 + 2 * view] = total
        if total > path[0, 1 + 2 * path[0, 0]]:
            path[0, 0] = view


@kernel
def is_goal(goal: Tiles, tiles: Tiles) -> bool:
    """True where the two are equal."""
    for cell in range(len(goal)):
        if goal[cell] != tiles[cell]:
            return False
    return True
