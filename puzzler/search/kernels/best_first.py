"""One best-first loop: breadth-first, uniform cost, greedy, A* and weighted A* differ in two weights.

f = g_weight * g + h_weight * h, all integers. The frontier is an integer bucket queue (Dial 1969):
one chain of nodes for each f, the newest first, linked through the nodes themselves. States are found
again through an open-addressing hash table whose slots hold a node's number and a few bits of its
hash. A state that a shorter path reaches gets a new node and its old one is dead: it is skipped when
its turn comes, and a state that was expanded already is thereby opened again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.jit import kernel
from puzzler.search.kernels.space import (
    HASH_BITS,
    Space,
    Words,
    copy_with_slide,
    hash_state,
    is_same,
    tile_at,
)

# what `expand` came to
RUNNING, SOLVED, EXHAUSTED, FULL, CROWDED, NEEDS_BUCKETS = range(6)

# counters
(
    EXPANDED,
    GENERATED,
    DUPLICATES,
    REOPENED,
    FRONTIER,
    PEAK_FRONTIER,
    STORED,
    LIVE,
    LOWEST_F,
    CURRENT,
    BEST_H,
    COUNTERS,
) = range(12)

# columns of links
PARENT, NEXT, G, BITS = range(4)

# bits of a node
CLOSED, DEAD = 1, 2
MOVE_SHIFT, MOVE_MASK, NO_MOVE = 2, 7, 4
BLANK_SHIFT, BLANK_MASK = 5, 127
H_SHIFT = 12
LARGEST_H = (1 << (31 - H_SHIFT)) - 1

NONE = -1


class Nodes(NamedTuple):
    """All nodes and the two ways to find them."""

    states: NDArray[np.int64]
    """(capacity, words): the packed states."""
    links: NDArray[np.int32]
    """(capacity, 4): parent, next in the chain, g, and h, blank, last move and flags in BITS."""
    slots: NDArray[np.uint32]
    """(2 ** slot_bits,): 0 where empty, else hash bits above the node's number + 1."""
    slot_bits: int
    id_bits: int
    """How many of a slot's 32 bits hold the node's number + 1."""
    heads: NDArray[np.int32]
    """(largest f + 1,): the newest node of each f, NONE where there is none."""


class Weighing(NamedTuple):
    """How nodes are ranked."""

    distance: NDArray[np.int32]
    """(tiles, cells): what a tile on a cell adds to h."""
    g_weight: int
    h_weight: int
    largest_h: int
    """No state has a larger h."""


@kernel
def add_start(nodes: Nodes, counters: NDArray[np.int64], weighing: Weighing, blank: int, h: int) -> None:
    """Make the state in ``nodes.states[0]`` node 0 and the whole frontier."""
    nodes.links[0, PARENT] = NONE
    nodes.links[0, G] = 0
    nodes.links[0, BITS] = (h << H_SHIFT) | (blank << BLANK_SHIFT) | (NO_MOVE << MOVE_SHIFT)
    place(nodes, 0)
    counters[STORED] = 1
    counters[LIVE] = 1
    counters[FRONTIER] = 1
    counters[PEAK_FRONTIER] = 1
    counters[BEST_H] = h
    f = weighing.h_weight * h
    push(nodes, 0, f)
    counters[LOWEST_F] = f


@kernel
def push(nodes: Nodes, node: int, f: int) -> None:
    """Put ``node`` at the head of the chain of ``f``."""
    nodes.links[node, NEXT] = nodes.heads[f]
    nodes.heads[f] = node


@kernel
def place(nodes: Nodes, node: int) -> None:
    """Enter ``node``, whose state is not in the table yet, into the table."""
    hashed = hash_state(nodes.states, node)
    mask = (1 << nodes.slot_bits) - 1
    slot = hashed >> (HASH_BITS - nodes.slot_bits)
    while nodes.slots[slot] != 0:
        slot = (slot + 1) & mask
    nodes.slots[slot] = (tag_of(hashed, nodes.id_bits) << nodes.id_bits) | (node + 1)


@kernel
def tag_of(hashed: int, id_bits: int) -> int:
    """The bits of a hash that a slot keeps, so that most other states are told without being read."""
    return hashed & ((1 << (32 - id_bits)) - 1)


@kernel
def replace_table(nodes: Nodes, first: int, last: int) -> None:
    """Enter the live nodes first .. last - 1 into ``nodes.slots``, a new and larger table."""
    for node in range(first, last):
        if not nodes.links[node, BITS] & DEAD:
            place(nodes, node)


@kernel
def find(nodes: Nodes, node: int, hashed: int) -> int:
    """The slot that holds the state of ``node``, or the empty slot where it belongs."""
    mask = (1 << nodes.slot_bits) - 1
    id_mask = (1 << nodes.id_bits) - 1
    tag = tag_of(hashed, nodes.id_bits)
    slot = hashed >> (HASH_BITS - nodes.slot_bits)
    while True:
        entry = nodes.slots[slot]
        if entry == 0:
            return slot
        if entry >> nodes.id_bits == tag and is_same(
            nodes.states, (entry & id_mask) - 1, nodes.states, node
        ):
            return slot
        slot = (slot + 1) & mask


@kernel
def expand(
    space: Space,
    goal: Words,
    nodes: Nodes,
    weighing: Weighing,
    counters: NDArray[np.int64],
    budget: int,
    crowd: int,
) -> int:
    """Expand at most ``budget`` nodes, the smallest f first.

    Returns RUNNING, SOLVED (the goal is node counters[CURRENT]), EXHAUSTED, or what is lacking:
    FULL (no room for nodes), CROWDED (``crowd`` states in the table), NEEDS_BUCKETS (f too large).
    """
    links = nodes.links
    states = nodes.states
    id_mask = (1 << nodes.id_bits) - 1
    f = counters[LOWEST_F]
    stored = counters[STORED]
    expanded = 0
    status = RUNNING
    while expanded < budget:
        if stored + 4 > len(states):
            status = FULL
            break
        if counters[LIVE] + 4 > crowd:
            status = CROWDED
            break
        while f < len(nodes.heads) and nodes.heads[f] == NONE:
            f += 1
        if f == len(nodes.heads):
            status = EXHAUSTED
            break

        node = nodes.heads[f]
        bits = links[node, BITS]
        if bits & DEAD:
            nodes.heads[f] = links[node, NEXT]
            continue
        g = links[node, G] + 1
        if weighing.g_weight * g + weighing.h_weight * weighing.largest_h >= len(nodes.heads):
            status = NEEDS_BUCKETS
            break
        nodes.heads[f] = links[node, NEXT]
        counters[FRONTIER] -= 1
        counters[CURRENT] = node
        h = bits >> H_SHIFT
        if h < counters[BEST_H]:
            counters[BEST_H] = h
        if is_same(states, node, goal, 0):
            status = SOLVED
            break

        links[node, BITS] = bits | CLOSED
        expanded += 1
        blank = (bits >> BLANK_SHIFT) & BLANK_MASK
        came_by = (bits >> MOVE_SHIFT) & MOVE_MASK
        for move in range(4):
            target = space.targets[blank, move]
            if target < 0 or move == came_by ^ 1:
                continue
            tile = tile_at(space, states, node, target)
            copy_with_slide(space, states, node, stored, blank, target, tile)
            counters[GENERATED] += 1
            hashed = hash_state(states, stored)
            slot = find(nodes, stored, hashed)
            entry = nodes.slots[slot]
            if entry == 0:
                child_h = (
                    h
                    + weighing.distance[tile, blank]
                    - weighing.distance[tile, target]
                    + weighing.distance[0, target]
                    - weighing.distance[0, blank]
                )
                counters[LIVE] += 1
            else:
                known = (entry & id_mask) - 1
                if links[known, G] <= g:
                    counters[DUPLICATES] += 1
                    continue
                known_bits = links[known, BITS]
                child_h = known_bits >> H_SHIFT
                if known_bits & CLOSED:
                    counters[REOPENED] += 1
                else:
                    counters[FRONTIER] -= 1
                links[known, BITS] = known_bits | DEAD
            nodes.slots[slot] = (tag_of(hashed, nodes.id_bits) << nodes.id_bits) | (stored + 1)
            links[stored, PARENT] = node
            links[stored, G] = g
            links[stored, BITS] = (
                (child_h << H_SHIFT) | (target << BLANK_SHIFT) | (move << MOVE_SHIFT)
            )
            child_f = weighing.g_weight * g + weighing.h_weight * child_h
            push(nodes, stored, child_f)
            if child_f < f:
                f = child_f
            stored += 1
            counters[FRONTIER] += 1
        if counters[FRONTIER] > counters[PEAK_FRONTIER]:
            counters[PEAK_FRONTIER] = counters[FRONTIER]
    counters[LOWEST_F] = f
    counters[STORED] = stored
    counters[EXPANDED] += expanded
    return status
