"""MM, a bidirectional best-first search that meets in the middle (Holte et al. 2016).

Both directions share the nodes, the hash table and the bucket queue; the last word of each state
is its direction. The priority of a node is max(f, 2g). The node with the smallest priority of both
directions is expanded. Each successor is looked up among the states that the other direction has
generated.

Why the solution is optimal: consider an optimal path of length k on which the directions have not
met. The g of the next nodes that they would expand on it add up to at most k, because if two
neighbours had been expanded from different sides, the later expansion would have found the meeting.
Therefore one of the two nodes has 2g <= k, and f <= k because h is admissible. So the smallest
priority is at most k while no solution of length k has been found.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels import nodes as base
from puzzler.search.kernels.estimate import (
    distance_change,
    estimate,
    has_more,
    summed_distance,
    unpack_tiles,
)
from puzzler.search.kernels.heuristic_data import Estimate
from puzzler.search.kernels.jit import kernel
from puzzler.search.kernels.nodes import Nodes, Weighing, push, slot_of
from puzzler.search.kernels.slide import line_change
from puzzler.search.kernels.space import Int, Space, copy_with_slide, hash_state, tile_at

# fields of a meeting: the path's length, and the node of each direction
LENGTH, FORWARD, BACKWARD, MEETING_FIELDS = range(4)
NO_MEETING = 1 << 30


@kernel
def opposite_node(nodes: Nodes, node: Int) -> Int:
    """The node with the same state as ``node`` in the other direction, or NONE."""
    side = nodes.states.shape[1] - 1
    nodes.states[node, side] ^= 1
    entry: Int = nodes.slots[slot_of(nodes, nodes.states, node, hash_state(nodes.states, node))]
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
    """Expand at most ``budget`` nodes. parity: that of all solutions, or -1 if unknown.

    Returns as ``best_first.expand`` does; SOLVED if no meeting can be shorter than the best one.
    If the smallest priority has the wrong parity, the lower bound is one more.
    """
    links = nodes.links
    states = nodes.states
    heads = nodes.heads
    side = states.shape[1] - 1
    largest_h = max(forward.largest_h, backward.largest_h)
    tiles = forward.parts.tiles
    if forward_rest is not None and backward_rest is not None:
        # the backward direction always has linear conflicts only; local names, because numba counts
        # references whenever an array is read from a tuple
        columns = backward_rest.lines.columns
        goal_rows, goal_columns = forward_rest.lines.goal_rows, forward_rest.lines.goal_columns
        start_rows, start_columns = backward_rest.lines.goal_rows, backward_rest.lines.goal_columns
        is_whole = has_more(forward_rest)
    f = counters[base.LOWEST_F]
    expanded = 0
    status = base.RUNNING
    # repeat: if no meeting can be shorter than the best one, it is solved
    #     take the newest node of the smallest priority of both sides; skip it if it was replaced
    #     expand it: for each move except the inverse of the last, generate the child
    #         if this side has its state with a g as small, discard it as a duplicate
    #         if this side has its state with a larger g, replace that node or reopen the state
    #         if the other side has its state and the path is the shortest so far, store the meeting
    #         evaluate the child and add it to the chain of its priority
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
        if counters[base.ENTRIES] + 4 > crowd:
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
        links[node, base.NEXT] = base.FIRST_CLOSED - (counters[base.EXPANDED] + expanded)
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
            slot = slot_of(nodes, states, child, hashed)
            entry = nodes.slots[slot]
            if entry == 0:
                counters[base.ENTRIES] += 1
            else:
                same = int((entry & base.ID_MASK) - 1)
                same_g = int(links[same, base.G])
                if same_g <= g:
                    counters[base.DUPLICATES] += 1
                    continue
                if links[same, base.NEXT] <= base.FIRST_CLOSED:
                    counters[base.REOPENED] += 1
                else:
                    same_h = int(links[same, base.BITS]) >> base.H_SHIFT
                    heads[max(same_g + same_h, 2 * same_g), base.COUNT] -= 1
                    links[same, base.G] = base.REPLACED
                    counters[base.FRONTIER] -= 1
            nodes.slots[slot] = (hashed << base.ID_BITS) | (child + 1)
            other = opposite_node(nodes, child)
            is_shorter = other != base.NONE and g + links[other, base.G] < meeting[LENGTH]
            if is_shorter:
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
