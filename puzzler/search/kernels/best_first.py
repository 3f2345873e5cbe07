"""Best-first search: greedy search, A* and weighted A* differ only in two weights.

f = g_weight * g + h_weight * h, all integers. See ``nodes`` for the frontier and the hash table.

Early duplicate detection looks up each generated state. It is discarded if a path at least as short
is known. If the new path is shorter, a new node replaces the old one. If the old node is still in
the frontier, it remains in its chain, marked as replaced, and is skipped.

Late duplicate detection looks up each node when it is taken from the frontier. It is faster,
because most nodes of a large search are never expanded and each lookup is a cache miss. The table
then contains only expanded states.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels import nodes as base
from puzzler.search.kernels.estimate import (
    custom_value,
    distance_change,
    has_more,
    learned_moves,
    ranked_excess,
    unpack_tiles,
)
from puzzler.search.kernels.heuristic_data import Estimate
from puzzler.search.kernels.intrinsics import prefetch
from puzzler.search.kernels.jit import INDEX, kernel
from puzzler.search.kernels.nodes import Nodes, Ties, Weighing, push, push_tied, seek, slot_of
from puzzler.search.kernels.slide import (
    carried_sum,
    line_change,
    patterns_after,
    prepare_patterns,
    prepare_walking,
    walking_after,
)
from puzzler.search.kernels.space import (
    HASH_BITS,
    Int,
    Space,
    Words,
    copy_with_slide,
    hash_state,
    is_same,
    packed,
    tile_at,
)


@kernel
def expand(
    space: Space,
    goal: Words,
    nodes: Nodes,
    weighing: Weighing,
    rest: Estimate | None,
    ties: Ties,
    is_late: int,
    order: NDArray[np.int64],
    counters: NDArray[np.int64],
    budget: int,
    crowd: int,
    capacity: int,
) -> int:
    """Expand at most ``budget`` nodes, the smallest f first, generating successors in ``order``.

    is_late: 1 for late duplicate detection, when a node is taken from the frontier.
    Returns RUNNING, SOLVED (the goal is node counters[CURRENT]), EXHAUSTED, or the limit reached:
    FULL (``capacity`` nodes), CROWDED (``crowd`` hash table entries), NEEDS_BUCKETS (f too large)
    or NEEDS_CHAINS (g too large).
    """
    links = nodes.links
    states = nodes.states
    heads = nodes.heads
    distance = weighing.distance
    shift = HASH_BITS - nodes.slot_bits
    largest_h_f = weighing.h_weight * weighing.largest_h
    parts = weighing.parts
    tiles = parts.tiles
    g_sign = ties.g_sign
    is_lifo = ties.is_fifo == 0 and g_sign == 0
    carried: Int = 0
    if rest is not None:
        # local names, because numba counts references whenever an array is read from a tuple
        walking = rest.walking
        patterns = rest.patterns
        ranked = rest.ranked
        pairs = rest.pairs
        custom = rest.custom
        goal_rows = rest.lines.goal_rows
        goal_columns = rest.lines.goal_columns
        columns = rest.lines.columns
        is_whole = has_more(rest)
    f = counters[base.LOWEST_F]
    stored = counters[base.STORED]
    entries = counters[base.ENTRIES]
    frontier = counters[base.FRONTIER]
    peak = counters[base.PEAK_FRONTIER]
    best_h = counters[base.BEST_H]
    all_turns = packed(order)
    next_f: Int = base.NONE
    next_g: Int = base.NONE  # a bound for the g that comes next among the nodes of next_f
    column: Int = 0
    generated = 0
    duplicates = 0
    reopened = 0
    deepest = counters[base.DEEPEST]
    before = counters[base.EXPANDED]
    expanded = 0
    status = base.RUNNING
    # repeat: take a node of the smallest f from the frontier, by the tie-breaking rule
    #     if it was replaced by a node with a smaller g, skip it
    #     late detection: if its state was expanded with a g as small, discard it as a duplicate
    #     if it is the goal, it is solved
    #     expand it: for each move except the inverse of the last, generate the child
    #         early detection: if its state is known with a g as small, discard it as a duplicate;
    #             if it is known with a larger g, replace that node or reopen the state
    #         evaluate the child and add it to the chain of its f
    while expanded < budget:
        if stored + 4 > capacity:
            status = base.FULL
            break
        if entries + 4 > crowd:
            status = base.CROWDED
            break
        while f < len(heads) and heads[f & INDEX, base.COUNT] == 0:
            f += 1
        if f == len(heads):
            status = base.EXHAUSTED
            break

        if g_sign == 0:
            node = int(heads[f & INDEX, base.FIRST])
        else:
            if next_f != f:
                next_f = f
                next_g = deepest if g_sign > 0 else 0
            next_g = seek(ties, weighing, f, next_g)
            if next_g + 1 >= len(ties.chains):
                status = base.NEEDS_CHAINS
                break
            if weighing.h_weight != 0:
                column = (f - weighing.g_weight * next_g) // weighing.h_weight
            node = int(ties.chains[next_g, column])
        g = int(links[node & INDEX, base.G])
        if weighing.g_weight * (g + 1) + largest_h_f >= len(heads):
            status = base.NEEDS_BUCKETS
            break
        following = int(links[node & INDEX, base.NEXT])
        if g_sign == 0:
            heads[f & INDEX, base.FIRST] = following
        else:
            ties.chains[next_g, column] = following
        if g == base.REPLACED:
            continue
        heads[f & INDEX, base.COUNT] -= 1
        frontier -= 1
        if following != base.NONE and is_late:
            prefetch(nodes.slots, hash_state(states, following) >> shift)
            following = int(links[following & INDEX, base.NEXT])
        if following != base.NONE:
            prefetch(states, following)
            prefetch(links, following)
        # generate all children before the first lookup, so that the time is not spent waiting for
        # the node's slot, and so that prefetches overlap
        bits = int(links[node & INDEX, base.BITS])
        h = bits >> base.H_SHIFT
        blank = bits & base.BLANK_MASK
        undoing = ((bits >> base.MOVE_SHIFT) & base.MOVE_MASK) ^ 1
        last = stored
        turns = all_turns
        for _ in range(4):
            move = turns & 3
            turns >>= 2
            target = space.targets[blank, move & 3]
            if target < 0 or move == undoing:
                continue
            tile = tile_at(space, states, node, target)
            copy_with_slide(space, states, node, last, blank, target, tile)
            links[last & INDEX, base.BITS] = (move << base.MOVE_SHIFT) | target
            if not is_late:
                prefetch(nodes.slots, hash_state(states, last) >> shift)
            last += 1
        if is_late:
            hashed = hash_state(states, node)
            slot = slot_of(nodes, states, node, hashed)
            same = int((nodes.slots[slot & INDEX] & base.ID_MASK) - 1)
            if same == base.NONE:
                entries += 1
            elif same != node:
                if links[same & INDEX, base.G] <= g:
                    duplicates += 1
                    continue
                reopened += 1
            nodes.slots[slot & INDEX] = (hashed << base.ID_BITS) | (node + 1)
        counters[base.CURRENT] = node
        if h < best_h:
            best_h = h
        if is_same(states, node, goal, 0):
            status = base.SOLVED
            break

        links[node & INDEX, base.NEXT] = base.FIRST_CLOSED - (before + expanded)
        expanded += 1
        g += 1
        if rest is not None:
            unpack_tiles(space, states, node, tiles)
            if is_whole:
                carried = carried_sum(distance, rest.lines, tiles)
                if walking.is_used:
                    prepare_walking(walking, parts)
                if patterns.is_used:
                    prepare_patterns(patterns, parts)
        generated += last - stored
        for child in range(stored, last):
            if child > stored:
                for word in range(states.shape[1]):
                    states[stored & INDEX, word] = states[child & INDEX, word]
            bits = int(links[child & INDEX, base.BITS])
            if not is_late:
                hashed = hash_state(states, stored)
                slot = slot_of(nodes, states, stored, hashed)
                entry = nodes.slots[slot & INDEX]
                if entry == 0:
                    entries += 1
                else:
                    other = int((entry & base.ID_MASK) - 1)
                    other_g = int(links[other & INDEX, base.G])
                    # if f ignores g, keep the first path
                    if weighing.g_weight == 0 or other_g <= g:
                        duplicates += 1
                        continue
                    if links[other & INDEX, base.NEXT] <= base.FIRST_CLOSED:
                        reopened += 1
                    else:
                        other_h = int(links[other & INDEX, base.BITS]) >> base.H_SHIFT
                        other_f = weighing.g_weight * other_g + weighing.h_weight * other_h
                        heads[other_f, base.COUNT] -= 1
                        links[other & INDEX, base.G] = base.REPLACED
                        frontier -= 1
                nodes.slots[slot & INDEX] = (hashed << base.ID_BITS) | (stored + 1)
            target = bits & base.BLANK_MASK
            tile = tile_at(space, states, node, target)
            child_h = distance_change(distance, tile, target, blank)
            if rest is None:
                child_h += h
            else:
                child_h += carried if is_whole else h
                if rest.lines.is_used:
                    child_h += line_change(
                        goal_rows, goal_columns, columns, tiles, tile, target, blank
                    )
                if is_whole:
                    summed: Int = child_h
                    if walking.is_used:
                        child_h = max(child_h, walking_after(walking, parts, tile, target, blank))
                    if patterns.is_used:
                        excess = patterns_after(patterns, parts, tile, target, blank)
                        child_h = max(child_h, summed + 2 * excess)
                    if ranked.is_used or pairs.is_used or custom.is_used:
                        tiles[blank], tiles[target] = tile, 0
                        if ranked.is_used:
                            child_h = max(child_h, summed + 2 * ranked_excess(ranked, tiles))
                        if pairs.is_used:
                            child_h = max(child_h, learned_moves(pairs, tiles))
                        if custom.is_used:
                            child_h = max(child_h, custom_value(custom, tiles))
                        tiles[blank], tiles[target] = 0, tile
            links[stored & INDEX, base.PARENT] = node
            links[stored & INDEX, base.G] = g
            links[stored & INDEX, base.BITS] = (child_h << base.H_SHIFT) | bits
            child_f = int(weighing.g_weight * g + weighing.h_weight * child_h)
            if is_lifo:
                push(nodes, stored, child_f)
            else:
                if weighing.h_weight != 0:
                    column = child_h
                push_tied(nodes, ties, stored, child_f, column)
                if child_f == next_f and g_sign * (g - next_g) > 0:
                    next_g = g
                elif child_f < f:
                    next_f, next_g = child_f, g
            if child_f <= f:
                f = child_f
                if is_late:
                    prefetch(nodes.slots, hash_state(states, stored) >> shift)
            stored += 1
            frontier += 1
            deepest = max(deepest, g)
        if frontier > peak:
            peak = frontier
    counters[base.LOWEST_F] = f
    counters[base.STORED] = stored
    counters[base.ENTRIES] = entries
    counters[base.FRONTIER] = frontier
    counters[base.PEAK_FRONTIER] = peak
    counters[base.BEST_H] = best_h
    counters[base.EXPANDED] += expanded
    counters[base.GENERATED] += generated
    counters[base.DUPLICATES] += duplicates
    counters[base.REOPENED] += reopened
    counters[base.DEEPEST] = deepest
    return status
