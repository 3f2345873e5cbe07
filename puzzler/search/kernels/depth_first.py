"""Depth-first search: IDA*, depth-limited search and iterative deepening by weights and threshold.

f = g_weight * g + h_weight * h, all integers. A pass visits all paths on which f never exceeds the
threshold (here: bound), except those that ``Moves`` excludes, such as a move and its inverse. The
bound of the next pass is the smallest f that was pruned (Korf 1985). The path is an explicit stack,
so a search can pause anywhere.

Each state on the path has its slack, which is the bound minus f; a state is entered if its slack is
not negative. If h is a summed distance, the slack of a successor is that of its parent minus a cost
from a table. Walking distances are updated from key to key. Pattern databases are read at updated
indices, one view after the other until h is too large. So the f of a pruned state is that of the
first term that was too large. Entries of large tables are prefetched when a state is expanded.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.estimate import custom_value, entry_at, learned_moves
from puzzler.search.kernels.heuristic_data import (
    ENTRY_BITS,
    ENTRY_MASK,
    Custom,
    Duals,
    Lines,
    Pairs,
    Tiles,
)
from puzzler.search.kernels.intrinsics import prefetch
from puzzler.search.kernels.jit import INDEX, kernel
from puzzler.search.kernels.slide import conflict_change
from puzzler.search.kernels.space import LOW_32, Int

# results of `search`
RUNNING, SOLVED, EXHAUSTED, DEEP = range(4)

# counters
(
    EXPANDED,
    GENERATED,
    BOUND,
    CLOSEST,
    LOWEST_H,
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
"""Number of views, a power of two."""
RANKED_VIEWS = 2
"""Number of views of ranked tables, which are larger and better, so that fewer are needed."""
FAR_BYTES = 1 << 26
"""Size of tables that do not fit into the processor's caches."""
AHEAD_VIEWS = 2
"""Views of such tables; the views after them are repetitions."""
PASSED_CELLS = 4
"""Maximum number of cells that a tile passes in a move, in the numbering of a ranked table."""
AHEAD = 4 * RANKED_VIEWS * 2
"""Columns of ``Ranks.ahead``, for up to four moves."""
ORDER_SHIFT, ORDER_MASK = ENTRY_BITS, 0xFFFF
CELLS_SHIFT = ORDER_SHIFT + 16
VIEW_COLUMNS = 1 + 2 * VIEWS
NUMBER_CELLS = 12
"""Cells in each of the two numbers of a state; 25 to this power has 56 bits."""
LEFT_SHIFT = 56
NUMBER_MASK = (1 << LEFT_SHIFT) - 1
LARGEST_LEFT = 127
NO_MOVES = 0
FAR = -(1 << 60)
"""CLOSEST if no state was pruned."""


class Moves(NamedTuple):
    """The moves that may follow a path, as an automaton; see ``engine.pruning``."""

    entries: NDArray[np.int64]
    """Concatenated lists, each terminated by -1. An entry has the cell that the blank reaches, the
    move, the first cost of the step, and the first entry of the list of successors after it."""
    first: NDArray[np.int64]
    """(cells,): for each start cell, the entry where the list of first moves begins."""


class Weighing(NamedTuple):
    """The terms of f."""

    costs: NDArray[np.int32]
    """(steps * tiles,): the increase of f when a tile slides. A step is a cell of the blank and a
    move."""
    g_weight: int
    h_weight: int
    is_single_pass: int
    """1 if there is only one pass."""


class Views(NamedTuple):
    """Pattern databases with the indices of the current state; see ``heuristic_data.Patterns``.

    The number of views is ``VIEWS``, because loops of constant length are faster by a sixth. Views
    are the last axis of flat arrays. A word is an index with its table entry in the lowest bits.
    """

    tables: NDArray[np.uint8]
    slots: NDArray[np.uint16]
    """(tiles * views,): the word that contains a tile."""
    gains: NDArray[np.int64]
    """(moves * tiles * views,): the change of the index when a move of the blank slides a tile."""
    words: NDArray[np.int64]
    """(indices,): the words of the current state."""
    path: NDArray[np.int64]
    """(depths, 1 + 2 * views): for each state on the path, the view with the largest h, then for
    each view the sum of its entries and the previous value of the word changed by the last move."""


class Ranks(NamedTuple):
    """The data to update the indices of ranked tables; see ``heuristic_data.Ranked``.

    Words then contain, from the highest bits: the set of cells of the pattern's tiles, one bit per
    cell; the number of the tiles' order; the table entry. A turn is a turned or mirrored board.
    """

    turns: NDArray[np.int64]
    """(tiles * views,): the first step of the turn of the tile's table."""
    gains: NDArray[np.int64]
    """(turns * steps,): the change of the word's set of cells in a step of the blank."""
    signs: NDArray[np.int64]
    """(turns * steps,): 1 if the moved tile's cell number grows, -1 if it falls."""
    passed: NDArray[np.uint8]
    """(turns * steps * PASSED_CELLS,): the cells that the tile passes, padded with the blank's."""
    weights: NDArray[np.int32]
    """(tiles * tiles * views,): the change of the order's number when a tile passes another."""
    low: NDArray[np.int32]
    """(sizes * 2 ** low_bits,): the term of the lower half of the set of cells in an index."""
    high: NDArray[np.int32]
    """(sizes * 2 ** (cells - low_bits),): the term of the upper half of the set of cells."""
    low_begins: NDArray[np.int64]
    """(words,): the first element of ``low`` for the word's number of tiles."""
    high_begins: NDArray[np.int64]
    """(words,): the first element of ``high`` for the word's number of tiles."""
    offsets: NDArray[np.int64]
    """(words,): the start of the word's table."""
    low_bits: int
    ahead: NDArray[np.int64]
    """(depths, AHEAD): for each state on the path, each move (by the lowest bits of its entry
    number) and each view: the successor's word without its table entry, and its table index."""


class Dualing(NamedTuple):
    """Dual lookups for the states on the path."""

    duals: Duals
    path: NDArray[np.int64]
    """(depths, indices + views): for each state, the output of ``estimate.read_duals``."""
    indices: NDArray[np.int64]
    """(2 * views,): scratch memory for the indices of a successor."""


class Cache(NamedTuple):
    """A transposition table for boards of up to 25 cells; new states replace older ones.

    A state is pruned if it was entered before with as many moves left to the bound. The first
    optimal path in the order of moves is never pruned. It contains no superfluous part, and if
    another path had entered one of its states as early, that path would precede it.
    """

    states: NDArray[np.int64]
    """(2 ** bits, 2): the numbers of a state, the first with the moves left in its upper bits."""
    factors: NDArray[np.int64]
    """(cells, 2): the factor of the tile on a cell in each number."""
    bits: int


class Walks(NamedTuple):
    """Walking distances of the states on the path; see ``heuristic_data.Walking``."""

    bands: NDArray[np.int64]
    """(cells, parts): the band of a cell."""
    homes: NDArray[np.int64]
    """(tiles, parts): the goal band of a tile."""
    steps: NDArray[np.int32]
    distances: NDArray[np.uint8]
    path: NDArray[np.int64]
    """(depths, parts + 1): for each state, the number of each part's key, and the distance."""


class Rest(NamedTuple):
    """The terms of an estimate that are computed from the tiles of each state."""

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
    cache: Cache | None,
    frames: NDArray[np.int64],
    sums: NDArray[np.int64],
    opened: NDArray[np.int64] | None,
    counters: NDArray[np.int64],
    budget: int,
) -> int:
    """Expand at most ``budget`` states. tiles: the last state of the path. frames: (depths,).

    views, ranks, dualing, cache: with all arrays flattened, because reshaping an array here would
    need numba's library (see ``stored_code``).
    opened: output, for each state of the path the number of expansions before it; None if not
    needed, because recording them takes a twentieth of the time.

    Returns RUNNING, SOLVED (the path leads to the goal), EXHAUSTED (a single pass has ended) or
    DEEP (the next pass needs more frames).
    """
    entries = moves.entries
    costs = weighing.costs
    g_weight = weighing.g_weight
    h_weight = weighing.h_weight
    bound = counters[BOUND]
    closest = counters[CLOSEST]
    lowest_h = counters[LOWEST_H]
    depth = counters[DEPTH]
    blank = counters[BLANK]
    cursor = counters[CURSOR]
    slack = counters[SLACK]
    sum_slack = counters[SUM_SLACK]
    deepest = counters[DEEPEST]
    if views is not None:
        # local names, because accessing a field of a tuple takes more time
        tables = views.tables
        slots = views.slots
        gains = views.gains
        words = views.words
        view_path = views.path
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
            ahead_words = ranks.ahead
    if walks is not None:
        bands = walks.bands
        homes = walks.homes
        steps = walks.steps
        distances = walks.distances
        walk = walks.path
        part_count = int(bands.shape[1])
    if dualing is not None:
        groups = dualing.duals.groups
        terms = dualing.duals.terms
        next_cells = dualing.duals.next_cells
        begins = dualing.duals.begins
        dual_tables = dualing.duals.tables
        dual_path = dualing.path
        indices = dualing.indices
        cell_count = len(tiles)
        dual_count = len(groups) // cell_count
        slot_count = len(begins) // cell_count
        columns = slot_count + dual_count
    if cache is not None:
        cache_states = cache.states
        factors = cache.factors
        first_number = 0
        second_number = 0
        for cell in range(len(tiles)):
            first_number += int(tiles[cell]) * int(factors[2 * cell])
            second_number += int(tiles[cell]) * int(factors[2 * cell + 1])
    before = counters[EXPANDED]
    generated = 0
    expanded = 0
    status = RUNNING
    # repeat: if the last state of the path is the goal, it is solved; otherwise expand it
    #     until a state is entered: take the next move of the list; if none is left, backtrack
    #         evaluate the child, one term after the other; if its f exceeds the bound,
    #             record the smallest such f and continue with the next move; otherwise enter it
    #     if no path is left, start a pass with the smallest recorded f as the bound
    while True:
        # the last state of the path has just been entered
        reach = bound - g_weight * depth
        h = reach - slack
        if h <= lowest_h:
            lowest_h = h
            if h == 0 and is_goal(goal, tiles):
                status = SOLVED
                break
        if reach < g_weight:
            # successors are pruned for any h
            closest = max(closest, reach - g_weight)
            cursor = NO_MOVES
        elif expanded == budget:
            break
        else:
            if opened is not None:
                opened[depth & INDEX] = before + expanded
            expanded += 1
            # with tables, one more register in use would take a sixth of the speed
            if views is None:
                if depth >= deepest and entries[cursor & INDEX] >= 0:
                    deepest = depth + 1
            elif depth >= counters[DEEPEST] and entries[cursor & INDEX] >= 0:
                counters[DEEPEST] = depth + 1
            # prefetch the entries of large tables for all successors
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
                        for place in range(PASSED_CELLS):
                            other = int(tiles[passed[turn * PASSED_CELLS + place & INDEX]])
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
                        ahead_words[ahead + 2 * view] = moved
                        ahead_words[ahead + 2 * view + 1] = index
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
                if cache is not None:
                    first_number -= tile * (factors[2 * blank] - factors[2 * source])
                    second_number -= tile * (factors[2 * blank + 1] - factors[2 * source + 1])
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
                    # first the view with the largest h, as it is the most likely to prune
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
                            moved = ahead_words[ahead + 2 * view]
                            index = ahead_words[ahead + 2 * view + 1]
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
                if cache is not None and child_slack >= 0:
                    child_first = tile * (factors[2 * blank] - factors[2 * target])
                    child_first += first_number
                    child_second = tile * (factors[2 * blank + 1] - factors[2 * target + 1])
                    child_second += second_number
                    place = 2 * int(place_of(child_first, child_second, cache.bits)) & INDEX
                    prefetch(cache_states, place)
                if dualing is not None and child_slack >= 0:
                    spot = depth * columns & INDEX
                    next_spot = spot + columns & INDEX
                    for column in range(columns):
                        dual_path[next_spot + column] = dual_path[spot + column]
                    # prefetch all entries before the first is read
                    for view in range(dual_count):
                        own = view * cell_count
                        left = groups[own + target & INDEX]
                        entered = groups[own + blank & INDEX]
                        number = (own + blank) * cell_count + tile & INDEX
                        dual_path[next_spot + entered & INDEX] += terms[number] << ENTRY_BITS
                        number = (own + target) * cell_count & INDEX
                        dual_path[next_spot + left & INDEX] -= terms[number + tile] << ENTRY_BITS
                        next_cell = next_cells[own + target & INDEX]
                        other = tile if next_cell == blank else int(tiles[next_cell & INDEX])
                        index = begins[left * cell_count + target & INDEX] + terms[number + other]
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
            if cache is not None:
                room = min(bound - g_weight * (depth + 1), LARGEST_LEFT)
                cached = cache_states[place]
                if (
                    cache_states[place + 1] == child_second
                    and cached & NUMBER_MASK == child_first
                    and cached >> LEFT_SHIFT >= room
                ):
                    continue
                cache_states[place] = (room << LEFT_SHIFT) | child_first
                cache_states[place + 1] = child_second
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
    counters[LOWEST_H] = lowest_h
    counters[DEPTH] = depth
    counters[BLANK] = blank
    counters[CURSOR] = cursor
    counters[SLACK] = slack
    counters[SUM_SLACK] = sum_slack
    counters[DEEPEST] = max(counters[DEEPEST], deepest)
    # count the successors of states on the path that were not tried
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
    """The place of a state in ``Cache.states``, by its two numbers."""
    value = ((first & LOW_32) * 0x6C8E9CF5) ^ ((first >> 32) * 0x4A7C15B5)
    value ^= ((second & LOW_32) * 0x5D6F9A2B) ^ ((second >> 32) * 0x2545F491)
    value ^= value >> 29
    place: Int = (((value & LOW_32) * 0x6C8E9CF5) >> 20) & ((1 << bits) - 1)
    return place


@kernel
def read_views(
    tables: NDArray[np.uint8],
    terms: NDArray[np.int64],
    offsets: NDArray[np.int64],
    first: NDArray[np.int64],
    tiles: Tiles,
    words: NDArray[np.int64],
    path: NDArray[np.int64],
) -> None:
    """Write the words and the first row of ``Views.path`` for the state ``tiles``.

    terms: (indices, cells, tiles), the term of a tile on a cell in an index.
    """
    for view in range(VIEWS):
        total = 0
        for slot in range(first[view], first[view + 1]):
            index = int(offsets[slot])
            for cell in range(len(tiles)):
                index += int(terms[slot, cell, tiles[cell]])
            entry = int(entry_at(tables, index))
            words[slot] = (index << ENTRY_BITS) | entry
            total += entry
        path[0, 1 + 2 * view] = total
        if total > path[0, 1 + 2 * path[0, 0]]:
            path[0, 0] = view


@kernel
def is_goal(goal: Tiles, tiles: Tiles) -> bool:
    """Whether both are equal."""
    for cell in range(len(goal)):
        if goal[cell] != tiles[cell]:
            return False
    return True
