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

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels import paths as base
from puzzler.search.kernels.estimate import custom_value, entry_at, learned_moves
from puzzler.search.kernels.heuristic_data import (
    ENTRY_BITS,
    ENTRY_MASK,
    Custom,
    Lines,
    Pairs,
    Tiles,
)
from puzzler.search.kernels.intrinsics import prefetch
from puzzler.search.kernels.jit import INDEX, kernel
from puzzler.search.kernels.paths import (
    AHEAD,
    BLANK,
    BLANK_SHIFT,
    BOUND,
    CELL_MASK,
    CLOSEST,
    CURSOR,
    CURSOR_MASK,
    DEEP,
    DEEPEST,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FAR,
    LEFT_SHIFT,
    LOWEST_H,
    MOVE_MASK,
    MOVE_SHIFT,
    RANKED_VIEWS,
    RUNNING,
    SLACK,
    SLACK_SHIFT,
    SOLVED,
    SUM_SLACK,
    VIEW_COLUMNS,
    VIEWS,
    is_goal,
    moved_term,
    place_of,
    prefetch_ranked,
)
from puzzler.search.kernels.slide import conflict_change
from puzzler.search.kernels.space import Int


@kernel
def search(
    moves: base.Moves,
    goal: Tiles,
    tiles: Tiles,
    weighing: base.Weighing,
    lines: Lines | None,
    pairs: Pairs | None,
    custom: Custom | None,
    views: base.Views | None,
    ranks: base.Ranks | None,
    walks: base.Walks | None,
    dualing: base.Dualing | None,
    cache: base.Cache | None,
    claims: NDArray[np.uint8] | None,
    frames: NDArray[np.int64],
    sums: NDArray[np.int64] | None,
    opened: NDArray[np.int64] | None,
    counters: NDArray[np.int64],
    budget: int,
) -> int:
    """Expand at most ``budget`` states. tiles: the last state of the path. frames: (depths,).

    A pass uses at most counters[FRAMES] frames.
    Only the parts of the heuristic that are not None are compiled.
    sums: (depths,), None if h is only the summed distance.
    views, ranks, dualing, cache: with all arrays flattened, because reshaping an array here would
    need numba's library (see ``stored_code``).
    claims: (MAX_SUBTREES,), 1 for each subtree of the pass that a thread has entered, in the order
    of the moves. All threads visit the same roots, because the transposition table is only used
    below them.
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
        is_far = len(tables) >= base.FAR_BYTES
        double_weight = 2 * h_weight
        if ranks is not None:
            view_count = RANKED_VIEWS
            ahead_words = ranks.ahead
        elif dualing is not None:
            view_count = base.AHEAD_VIEWS
        else:
            view_count = VIEWS
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
        first_number: Int = 0
        second_number: Int = 0
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
            cursor = base.NO_MOVES
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
                    for view in range(base.AHEAD_VIEWS):
                        index = (words[slots[own + view]] >> ENTRY_BITS) + gains[gain + view]
                        prefetch(tables, index >> 1)
                    number += 1
                    entry = entries[number & INDEX]
            if ranks is not None:
                prefetch_ranked(ranks, slots, tables, words, entries, cursor, tiles, blank, depth)
                if cache is not None and slack > g_weight:
                    number = cursor
                    entry = entries[number & INDEX]
                    while entry >= 0:
                        target = entry & CELL_MASK
                        tile = int(tiles[target])
                        child_first = first_number + moved_term(factors, 0, tile, target, blank)
                        child_second = second_number + moved_term(factors, 1, tile, target, blank)
                        place = 2 * int(place_of(child_first, child_second, cache.bits)) & INDEX
                        prefetch(cache_states, place)
                        number += 1
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
                blank = (frame >> BLANK_SHIFT) & base.BLANK_MASK
                slack = frame >> SLACK_SHIFT
                tile = int(tiles[blank])
                tiles[source & INDEX] = tile
                tiles[blank] = 0
                if sums is not None:
                    sum_slack = sums[depth & INDEX]
                if cache is not None:
                    first_number -= moved_term(factors, 0, tile, source, blank)
                    second_number -= moved_term(factors, 1, tile, source, blank)
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
            cost = int(costs[((entry >> base.COST_SHIFT) & base.COST_MASK) + tile])
            if sums is None:
                child_slack = slack - cost
            else:
                child_sum = sum_slack - cost
                if lines is not None:
                    child_sum -= h_weight * conflict_change(lines, tiles, tile, target, blank)
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
                    child_first = first_number + moved_term(factors, 0, tile, target, blank)
                    child_second = second_number + moved_term(factors, 1, tile, target, blank)
                    place = 2 * int(place_of(child_first, child_second, cache.bits)) & INDEX
                    if ranks is None:
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
                if pairs is not None and child_slack >= 0:
                    tiles[blank & INDEX] = tile
                    tiles[target] = 0
                    child_slack = min(child_slack, room - h_weight * learned_moves(pairs, tiles))
                    tiles[target] = tile
                    tiles[blank & INDEX] = 0
                if custom is not None and child_slack >= 0:
                    tiles[blank & INDEX] = tile
                    tiles[target] = 0
                    child_slack = min(child_slack, room - h_weight * custom_value(custom, tiles))
                    tiles[target] = tile
                    tiles[blank & INDEX] = 0
            if child_slack < 0:
                closest = max(closest, child_slack)
                continue
            if claims is not None and depth + 1 == base.SPLIT_DEPTH:
                number = counters[base.SUBTREES] & INDEX
                counters[base.SUBTREES] += 1
                if claims[number]:
                    continue
                claims[number] = 1
            if cache is not None:
                room = min(bound - g_weight * (depth + 1), base.LARGEST_LEFT)
                if ranks is None or (child_slack > g_weight and depth >= base.SPLIT_DEPTH):
                    cached = cache_states[place]
                    if (
                        cache_states[place + 1] == child_second
                        and cached & base.NUMBER_MASK == child_first
                        and cached >> LEFT_SHIFT >= room
                    ):
                        continue
                    cache_states[place] = (room << LEFT_SHIFT) | child_first
                    cache_states[place + 1] = child_second
                first_number = child_first
                second_number = child_second
            frames[depth & INDEX] = (slack << SLACK_SHIFT) | (blank << BLANK_SHIFT) | cursor
            if sums is not None:
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
            cursor = entry >> base.LIST_SHIFT
            is_entered = True

        if not is_entered:
            # the pass has ended
            if closest == FAR or weighing.is_single_pass:
                status = EXHAUSTED
                break
            bound -= closest
            closest = FAR
            counters[base.PASSES] += 1
            if claims is not None:
                for subtree in range(counters[base.SUBTREES]):
                    claims[subtree] = 0
                counters[base.SUBTREES] = 0
            slack = bound - h_weight * counters[base.START_H]
            sum_slack = bound - h_weight * counters[base.START_SUM]
            cursor = moves.first[blank]
            if bound // g_weight + 2 > counters[base.FRAMES]:
                status = DEEP
                break
    counters[EXPANDED] += expanded
    counters[base.GENERATED] += generated
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
    counters[base.UNTRIED] = untried
    return status
