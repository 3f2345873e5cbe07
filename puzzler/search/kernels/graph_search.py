"""Uninformed graph search with a queue or a stack, and the walk.

A state is marked as visited when it is generated, so each state has one node; with late detection
of duplicates it is marked when it is expanded. Nodes are numbered in the order of generation,
which for breadth-first search is the queue. The stack is a chain of nodes; the NEXT of an expanded
node is the number of its expansion. ``heads[0, FIRST]`` is the next node to expand.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels import nodes as base
from puzzler.search.kernels.estimate import distance_change, estimate, summed_distance, unpack_tiles
from puzzler.search.kernels.heuristic_data import Estimate
from puzzler.search.kernels.intrinsics import prefetch
from puzzler.search.kernels.jit import kernel
from puzzler.search.kernels.nodes import Nodes, Weighing, enter, slot_of
from puzzler.search.kernels.space import (
    HASH_BITS,
    Int,
    Space,
    Words,
    copy_with_slide,
    hash_state,
    is_same,
    tile_at,
)

DISCARDED = -3
"""The NEXT of a node that was taken from the stack and discarded as a duplicate is DISCARDED - i,
where i is the node below it or NONE."""
AHEAD = 8
"""Number of nodes of a queue that are expanded together."""


@kernel
def expand(
    space: Space,
    goal: Words,
    nodes: Nodes,
    order: NDArray[np.int64],
    is_stack: int,
    is_late: int,
    tests_early: int,
    counters: NDArray[np.int64],
    budget: int,
    crowd: int,
    capacity: int,
) -> int:
    """Expand at most ``budget`` nodes from a queue or, with ``is_stack``, from a stack.

    is_late: find duplicates when a node is taken from the stack, not when it is generated.
    tests_early: apply the goal test when a state is generated instead of when it is taken.
    Returns as ``best_first.expand`` does, but never NEEDS_BUCKETS. Sets counters[LOWEST_F] to the g
    of the node at the front of a queue.
    """
    links = nodes.links
    states = nodes.states
    slots = nodes.slots
    shift = HASH_BITS - nodes.slot_bits
    node = int(nodes.heads[0, base.FIRST])
    stored = counters[base.STORED]
    entries = counters[base.ENTRIES]
    frontier = counters[base.FRONTIER]
    peak = counters[base.PEAK_FRONTIER]
    deepest = counters[base.DEEPEST]
    before = counters[base.EXPANDED]
    generated = 0
    duplicates = 0
    expanded = 0
    status = base.RUNNING
    is_reverse = is_stack and not is_late
    # repeat: take the node at the front of the queue or on top of the stack
    #     if it is the goal (with an early test: only the start), it is solved
    #     expand it: for each move except the inverse of the last, for a stack with early detection
    #             in reverse order:
    #         generate the child
    #         with early detection: if its state was generated before, discard it as a duplicate
    #         with an early test: if it is the goal, it is solved
    #         add it to the queue or the stack
    #     with late detection: discard the nodes on top of the stack whose states were expanded
    while expanded < budget:
        if node == (base.NONE if is_stack else stored):
            status = base.EXHAUSTED
            break
        if stored + 4 > capacity:
            status = base.FULL
            break
        if entries + 4 > crowd:
            status = base.CROWDED
            break
        # generate the children of several nodes before the first lookup, so that their prefetches
        # overlap
        count = 1 if is_stack else min(AHEAD, budget - expanded, stored - node)
        count = min(count, (capacity - stored) // 4, (crowd - entries) // 4)
        last = node + count
        ahead = node
        child = stored
        while ahead < last and not is_same(states, ahead, goal, 0):
            bits = int(links[ahead, base.BITS])
            blank = bits & base.BLANK_MASK
            undoing = ((bits >> base.MOVE_SHIFT) & base.MOVE_MASK) ^ 1
            for place in range(4):
                move = int(order[3 - place if is_reverse else place])
                target = space.targets[blank, move]
                if target < 0 or move == undoing:
                    continue
                tile = tile_at(space, states, ahead, target)
                copy_with_slide(space, states, ahead, child, blank, target, tile)
                links[child, base.PARENT] = ahead
                links[child, base.BITS] = (move << base.MOVE_SHIFT) | target
                prefetch(slots, hash_state(states, child) >> shift)
                child += 1
            ahead += 1
        if ahead == node:
            counters[base.CURRENT] = node
            frontier -= 1
            status = base.SOLVED
            break
        if is_late:
            hashed = hash_state(states, node)
            slot = slot_of(nodes, states, node, hashed)
            entries += slots[slot] == 0
            slots[slot] = (hashed << base.ID_BITS) | (node + 1)
        counters[base.CURRENT] = ahead - 1
        expanded += ahead - node
        generated += child - stored
        produced = stored
        while node < ahead:
            frontier -= 1
            g = int(links[node, base.G]) + 1
            following = int(links[node, base.NEXT])
            if is_stack:
                # the node has left the chain, so NEXT can store the number of its expansion
                links[node, base.NEXT] = before + expanded - 1
            while produced < child and links[produced, base.PARENT] == node:
                if produced > stored:
                    for word in range(states.shape[1]):
                        states[stored, word] = states[produced, word]
                    links[stored, base.PARENT] = node
                    links[stored, base.BITS] = links[produced, base.BITS]
                produced += 1
                if not is_late:
                    hashed = hash_state(states, stored)
                    slot = slot_of(nodes, states, stored, hashed)
                    if slots[slot] != 0:
                        duplicates += 1
                        continue
                    slots[slot] = (hashed << base.ID_BITS) | (stored + 1)
                    entries += 1
                links[stored, base.G] = g
                links[stored, base.NEXT] = following
                following = stored
                stored += 1
                if g > deepest:
                    deepest = g
                if tests_early and is_same(states, stored - 1, goal, 0):
                    status = base.SOLVED
                    break
                frontier += 1
            if frontier > peak:
                peak = frontier
            node += 1
            if status == base.SOLVED:
                # later children in the batch do not count as generated
                expanded -= ahead - node
                generated -= child - produced
                counters[base.CURRENT] = stored - 1
                break
        if is_stack:
            node = following
        while is_late and node != base.NONE:
            if slots[slot_of(nodes, states, node, hash_state(states, node))] == 0:
                break
            duplicates += 1
            frontier -= 1
            following = int(links[node, base.NEXT])
            links[node, base.NEXT] = DISCARDED - following
            node = following
        if status == base.SOLVED:
            break
    nodes.heads[0, base.FIRST] = node
    if not is_stack and node < stored:
        counters[base.LOWEST_F] = links[node, base.G]
    counters[base.STORED] = stored
    counters[base.ENTRIES] = entries
    counters[base.FRONTIER] = frontier
    counters[base.PEAK_FRONTIER] = peak
    counters[base.DEEPEST] = deepest
    counters[base.EXPANDED] += expanded
    counters[base.GENERATED] += generated
    counters[base.DUPLICATES] += duplicates
    return status


@kernel
def walk(
    space: Space,
    goal: Words,
    nodes: Nodes,
    weighing: Weighing,
    rest: Estimate | None,
    order: NDArray[np.int64],
    counters: NDArray[np.int64],
    budget: int,
    crowd: int,
    capacity: int,
) -> int:
    """Walk at most ``budget`` steps, each to the unvisited neighbour with the smallest h.

    Ties are broken by the order of moves. The nodes are the visited states in order.
    Returns as ``best_first.expand`` does; EXHAUSTED in a dead end.
    """
    links = nodes.links
    states = nodes.states
    expanded = 0
    status = base.RUNNING
    # repeat: if the current state is the goal, it is solved
    #     expand it: for each move except the inverse of the last
    #         generate the child in the next free row; if it was visited, skip it
    #         evaluate it and record the best move
    #     if there is no move, it is a dead end; otherwise generate the best child and move to it
    while expanded < budget:
        node = counters[base.STORED] - 1
        counters[base.CURRENT] = node
        if is_same(states, node, goal, 0):
            status = base.SOLVED
            break
        if node + 2 > capacity:
            status = base.FULL
            break
        if counters[base.ENTRIES] + 1 >= crowd:
            status = base.CROWDED
            break
        expanded += 1
        bits = int(links[node, base.BITS])
        h = bits >> base.H_SHIFT
        blank = bits & base.BLANK_MASK
        undoing = ((bits >> base.MOVE_SHIFT) & base.MOVE_MASK) ^ 1
        child = node + 1
        best_move: Int = base.NONE
        best_h: Int = 0
        for place in range(4):
            move = int(order[place])
            target = space.targets[blank, move]
            if target < 0 or move == undoing:
                continue
            counters[base.GENERATED] += 1
            tile = tile_at(space, states, node, target)
            copy_with_slide(space, states, node, child, blank, target, tile)
            if nodes.slots[slot_of(nodes, states, child, hash_state(states, child))] != 0:
                counters[base.DUPLICATES] += 1
                continue
            child_h = h + distance_change(weighing.distance, tile, target, blank)
            if rest is not None:
                unpack_tiles(space, states, child, weighing.parts.tiles)
                summed = summed_distance(weighing.distance, weighing.parts.tiles)
                child_h = estimate(rest, weighing.parts.tiles, summed)
            if best_move == base.NONE or child_h < best_h:
                best_move = move
                best_h = child_h
        if best_move == base.NONE:
            status = base.EXHAUSTED
            counters[base.FRONTIER] = 0
            break
        target = space.targets[blank, best_move]
        tile = tile_at(space, states, node, target)
        copy_with_slide(space, states, node, child, blank, target, tile)
        enter(nodes, counters, child)
        links[child, base.PARENT] = node
        links[child, base.G] = child
        links[child, base.BITS] = (best_h << base.H_SHIFT) | (best_move << base.MOVE_SHIFT) | target
        counters[base.DEEPEST] = child
        counters[base.LOWEST_F] = best_h
        counters[base.BEST_H] = min(best_h, counters[base.BEST_H])
        counters[base.STORED] += 1
    counters[base.EXPANDED] += expanded
    return status
