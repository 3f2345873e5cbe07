"""MM, a bidirectional best-first search that meets in the middle (Holte et al. 2016).

Both directions live in one set of nodes: a last word of each state says from which end it was
reached, so that one hash table and one bucket queue serve both. A node's priority is the larger of
f and 2 g; the smallest goes first, whatever its direction. Each successor is looked up among the
states that the other direction has generated.

Why the answer is the shortest: take a shortest path, of length k, on which the two directions have
not met. The g of the nodes that they would expand next on it add up to at most k, because where two
neighbours were expanded from either side, the later one met the other. So one of the two has
2 g <= k, and f <= k as h does not overestimate: as long as no meeting is as short as k, the
smallest priority is at most k.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels import best_first as base
from puzzler.search.kernels.best_first import Nodes, Weighing, push, slot_of
from puzzler.search.kernels.estimate import (
    Estimate,
    distance_change,
    estimate,
    has_more,
    summed_distance,
    unpack_tiles,
)
from puzzler.search.kernels.jit import kernel
from puzzler.search.kernels.slide import line_change
from puzzler.search.kernels.space import Int, Space, copy_with_slide, hash_state, tile_at

# fields of a meeting: its length, and the node of each direction
LENGTH, FORWARD, BACKWARD, MEETING_FIELDS = range(4)
NOT_MET = 1 << 30


@kernel
def met_at(nodes: Nodes, node: Int) -> Int:
    """The node with the state of ``node`` in the other direction, NONE without one."""
    side = nodes.states.shape[1] - 1
    nodes.states[node, side] ^= 1
    entry: Int = nodes.slots[slot_of(nodes, node, hash_state(nodes.states, node))]
    nodes.states[node, side] ^= 1
    return (entry & base.ID_MASK) - 1


@kernel
def expand(
    space: Space,
    nodes: Nodes,
    forward: Weighing,
    backward: Weighing,
    forward_rest: Estimate | None,
    backward_rest: Estimate | None,
    order: NDArray[np.int64],
    counters: NDArray[np.int64],
    meeting: NDArray[np.int64],
    parity: int,
    budget: int,
    crowd: int,
    capacity: int,
) -> int:
    """Expand at most ``budget`` nodes; ``parity`` is that of all answers, 0 or 1, or -1.

    Returns as ``best_first.expand`` does; SOLVED where no meeting can be shorter than the best one.
    A smallest priority of the wrong parity cannot be an answer's length: the next one can.
    """
    links = nodes.links
    states = nodes.states
    heads = nodes.heads
    side = states.shape[1] - 1
    largest_h = max(forward.largest_h, backward.largest_h)
    tiles = forward.parts.tiles
    if forward_rest is not None and backward_rest is not None:
        # backwards these are always linear conflicts, which change in one line at most; taken apart
        # once, as numba counts references whenever an array leaves its tuple
        columns = backward_rest.lines.columns
        goal_rows, goal_columns = forward_rest.lines.goal_rows, forward_rest.lines.goal_columns
        start_rows, start_columns = backward_rest.lines.goal_rows, backward_rest.lines.goal_columns
        is_whole = has_more(forward_rest)
    f = counters[base.LOWEST_F]
    expanded = 0
    status = base.RUNNING
    # repeat: no meeting can be shorter than the best one: solved
    #     pop the newest node of the smallest priority, from either end; skip it if it was replaced
    #     expand it: for each move but the one that undoes the last
    #         make the child; this end knows its state by a path as short: drop it, a duplicate
    #         it knows it by a longer one: replace that node, or reopen the state
    #         the other end knows its state: keep the shortest such meeting
    #         weigh it, push it onto the chain of its priority
    while expanded < budget:
        while f < len(heads) and heads[f, base.COUNT] == 0:
            f += 1
        proven = f
        if parity >= 0 and (f & 1) != parity:
            proven += 1
        if meeting[LENGTH] <= proven:
            status = base.SOLVED
            break
        if counters[base.STORED] + 4 > capacity:
            status = base.FULL
            break
        if counters[base.KNOWN] + 4 > crowd:
            status = base.CROWDED
            break
        if f == len(heads):
            status = base.EXHAUSTED
            break
        node = int(heads[f, base.FIRST])
        g = int(links[node, base.G])
        if max(2 * (g + 1), g + 1 + largest_h) >= len(heads):
            status = base.NEEDS_BUCKETS
            break
        heads[f, base.FIRST] = links[node, base.NEXT]
        if g == base.REPLACED:
            continue
        heads[f, base.COUNT] -= 1
        counters[base.FRONTIER] -= 1
        links[node, base.NEXT] = base.TAKEN - (counters[base.EXPANDED] + expanded)
        counters[base.CURRENT] = node
        bits = int(links[node, base.BITS])
        h = bits >> base.H_SHIFT
        if h < counters[base.BEST_H]:
            counters[base.BEST_H] = h
        expanded += 1
        g += 1
        is_backward = states[node, side] != 0
        blank = bits & base.BLANK_MASK
        undoing = ((bits >> base.MOVE_SHIFT) & base.MOVE_MASK) ^ 1
        if forward_rest is not None:
            unpack_tiles(space, states, node, tiles)
        for place in range(4):
            move = int(order[place])
            target = space.targets[blank, move]
            if target < 0 or move == undoing:
                continue
            counters[base.GENERATED] += 1
            child = counters[base.STORED]
            tile = tile_at(space, states, node, target)
            copy_with_slide(space, states, node, child, blank, target, tile)
            hashed = hash_state(states, child)
            slot = slot_of(nodes, child, hashed)
            entry = nodes.slots[slot]
            if entry == 0:
                counters[base.KNOWN] += 1
            else:
                same = int((entry & base.ID_MASK) - 1)
                same_g = int(links[same, base.G])
                if same_g <= g:
                    counters[base.DUPLICATES] += 1
                    continue
                if links[same, base.NEXT] <= base.TAKEN:
                    counters[base.REOPENED] += 1
                else:
                    same_h = int(links[same, base.BITS]) >> base.H_SHIFT
                    heads[max(same_g + same_h, 2 * same_g), base.COUNT] -= 1
                    links[same, base.G] = base.REPLACED
                    counters[base.FRONTIER] -= 1
            nodes.slots[slot] = (hashed << base.ID_BITS) | (child + 1)
            other = met_at(nodes, child)
            met = other != base.NONE and g + links[other, base.G] < meeting[LENGTH]
            if met:
                meeting[LENGTH] = g + links[other, base.G]
                meeting[FORWARD] = other if is_backward else child
                meeting[BACKWARD] = child if is_backward else other
            distance = backward.distance if is_backward else forward.distance
            child_h = h + distance_change(distance, tile, target, blank)
            if forward_rest is not None and backward_rest is not None:
                if is_backward:
                    child_h += line_change(
                        start_rows, start_columns, columns, tiles, tile, target, blank
                    )
                elif not is_whole:
                    child_h += line_change(
                        goal_rows, goal_columns, columns, tiles, tile, target, blank
                    )
                else:
                    tiles[blank], tiles[target] = tile, 0
                    child_h = estimate(forward_rest, tiles, summed_distance(distance, tiles))
                    tiles[blank], tiles[target] = 0, tile
            links[child, base.PARENT] = node
            links[child, base.G] = g
            links[child, base.BITS] = (child_h << base.H_SHIFT) | (move << base.MOVE_SHIFT) | target
            child_f = max(g + child_h, 2 * g)
            push(nodes, child, child_f)
            if child_f < f:
                f = child_f
            counters[base.STORED] += 1
            counters[base.FRONTIER] += 1
            counters[base.DEEPEST] = max(counters[base.DEEPEST], g)
        if counters[base.FRONTIER] > counters[base.PEAK_FRONTIER]:
            counters[base.PEAK_FRONTIER] = counters[base.FRONTIER]
    counters[base.LOWEST_F] = f
    counters[base.EXPANDED] += expanded
    return status
