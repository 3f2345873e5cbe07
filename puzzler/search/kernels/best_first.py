"""One best-first loop: breadth-first, greedy, A* and weighted A* differ in two weights.

f = g_weight * g + h_weight * h, all integers. The frontier is an integer bucket queue (Dial 1969):
one chain of nodes for each f, the newest first, linked through the nodes themselves. Expanded
states are found again through an open-addressing hash table whose slots hold the hash and the
node's number. A node meets that table when its turn comes, not when it is made: most nodes of a
large search are never expanded, and each look into the table is a cache miss. A state that was
expanded already is dropped, or opened again where its path is now shorter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.estimate import (
    Distance,
    Estimate,
    Tiles,
    distance_change,
    estimate,
    summed_distance,
    unpack_tiles,
)
from puzzler.search.kernels.jit import kernel
from puzzler.search.kernels.prefetch import prefetch
from puzzler.search.kernels.slide import line_change
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
    CLOSED,
    LOWEST_F,
    CURRENT,
    BEST_H,
    DEEPEST,
    COUNTERS,
) = range(13)

# columns of links
PARENT, NEXT, G, BITS = range(4)

# fields of BITS
BLANK_MASK = 127
MOVE_SHIFT, MOVE_MASK, NO_MOVE = 7, 7, 4
H_SHIFT = 10
LARGEST_H = (1 << (31 - H_SHIFT)) - 1

ID_BITS = 31
ID_MASK = (1 << ID_BITS) - 1
NONE = -1


class Nodes(NamedTuple):
    """All nodes, in the order in which they are taken and by their states."""

    states: NDArray[np.int64]
    """(capacity, words): the packed states."""
    links: NDArray[np.int32]
    """(capacity, 4): parent, next in the chain, g, and BITS: h, the last move, the blank's cell."""
    slots: NDArray[np.int64]
    """(2 ** slot_bits,): 0 where empty, else the hash above the node's number + 1."""
    slot_bits: int
    heads: NDArray[np.int32]
    """(largest f + 1,): the newest node of each f, NONE where there is none."""


class Weighing(NamedTuple):
    """How nodes are ranked."""

    distance: Distance
    """(tiles, cells): what a tile on a cell adds to h."""
    g_weight: int
    h_weight: int
    largest_h: int
    """No state has a larger h."""
    tiles: Tiles
    """(cells,): room to unpack a state in."""


@kernel
def add_start(
    nodes: Nodes, counters: NDArray[np.int64], weighing: Weighing, blank: int, h: int
) -> None:
    """Make the state in ``nodes.states[0]`` node 0 and the whole frontier."""
    nodes.links[0, PARENT] = NONE
    nodes.links[0, G] = 0
    nodes.links[0, BITS] = (h << H_SHIFT) | (NO_MOVE << MOVE_SHIFT) | blank
    counters[STORED] = 1
    counters[FRONTIER] = 1
    counters[PEAK_FRONTIER] = 1
    counters[BEST_H] = h
    f = weighing.h_weight * h
    push(nodes, 0, f)
    counters[LOWEST_F] = f


@kernel
def push(nodes: Nodes, node: Int, f: Int) -> None:
    """Put ``node`` at the head of the chain of ``f``."""
    nodes.links[node, NEXT] = nodes.heads[f]
    nodes.heads[f] = node


@kernel
def trace_back(nodes: Nodes, node: int, moves: NDArray[np.int8]) -> None:
    """Fill ``moves``, as many as the g of ``node``, with those that lead to it from its root."""
    for step in range(len(moves) - 1, -1, -1):
        moves[step] = (nodes.links[node, BITS] >> MOVE_SHIFT) & MOVE_MASK
        node = nodes.links[node, PARENT]


@kernel
def slot_of(nodes: Nodes, node: Int, hashed: Int) -> Int:
    """The slot of the expanded node with the state of ``node``, or the empty slot for it."""
    mask = len(nodes.slots) - 1
    slot = hashed >> (HASH_BITS - nodes.slot_bits)
    while True:
        entry = nodes.slots[slot]
        if entry == 0 or (
            entry >> ID_BITS == hashed
            and is_same(nodes.states, (entry & ID_MASK) - 1, nodes.states, node)
        ):
            return slot
        slot = (slot + 1) & mask


@kernel
def move_entries(old: Nodes, new: Nodes, first: int, last: int) -> None:
    """Enter slots first .. last - 1 of ``old`` into ``new``, the larger table of the same nodes.

    Slots follow the upper bits of the hash, so that both tables are walked from front to back.
    """
    mask = len(new.slots) - 1
    for old_slot in range(first, last):
        entry = old.slots[old_slot]
        if entry != 0:
            slot = (entry >> ID_BITS) >> (HASH_BITS - new.slot_bits)
            while new.slots[slot] != 0:
                slot = (slot + 1) & mask
            new.slots[slot] = entry


@kernel
def expand(
    space: Space,
    goal: Words,
    nodes: Nodes,
    weighing: Weighing,
    rest: Estimate | None,
    counters: NDArray[np.int64],
    budget: int,
    crowd: int,
    capacity: int,
) -> int:
    """Expand at most ``budget`` nodes, the smallest f first.

    Returns RUNNING, SOLVED (the goal is node counters[CURRENT]), EXHAUSTED, or what is lacking:
    FULL (``capacity`` nodes), CROWDED (``crowd`` states in the table), NEEDS_BUCKETS (f too large).
    """
    links = nodes.links
    states = nodes.states
    heads = nodes.heads
    distance = weighing.distance
    shift = HASH_BITS - nodes.slot_bits
    largest_h_f = weighing.h_weight * weighing.largest_h
    tiles = weighing.tiles
    if rest is not None:
        # conflicts change in one line at most, the rest is worked out anew for each successor
        goal_rows = rest.lines.goal_rows
        goal_columns = rest.lines.goal_columns
        columns = rest.lines.columns
        is_whole = (
            rest.walking.is_used
            or rest.patterns.is_used
            or rest.ranked.is_used
            or rest.pairs.is_used
        )
    f = counters[LOWEST_F]
    stored = counters[STORED]
    closed = counters[CLOSED]
    frontier = counters[FRONTIER]
    peak = counters[PEAK_FRONTIER]
    best_h = counters[BEST_H]
    generated = 0
    expanded = 0
    status = RUNNING
    # repeat: pop the newest node of the smallest f
    #     its state was expanded by a path as short: drop it, a duplicate
    #     enter it among the expanded states; it is the goal: solved
    #     expand it: for each move but the one that undoes the last
    #         make the child, weigh it, push it onto the chain of its f
    while expanded < budget:
        if stored + 4 > capacity:
            status = FULL
            break
        if closed >= crowd:
            status = CROWDED
            break
        while f < len(heads) and heads[f] == NONE:
            f += 1
        if f == len(heads):
            status = EXHAUSTED
            break

        node = int(heads[f])
        g = int(links[node, G])
        if weighing.g_weight * (g + 1) + largest_h_f >= len(heads):
            status = NEEDS_BUCKETS
            break
        following = int(links[node, NEXT])
        heads[f] = following
        if following != NONE:
            prefetch(nodes.slots, hash_state(states, following) >> shift)
            after = int(links[following, NEXT])
            if after != NONE:
                prefetch(states, after)
                prefetch(links, after)
        frontier -= 1
        hashed = hash_state(states, node)
        slot = slot_of(nodes, node, hashed)
        entry = nodes.slots[slot]
        if entry == 0:
            closed += 1
        elif links[(entry & ID_MASK) - 1, G] <= g:
            counters[DUPLICATES] += 1
            continue
        else:
            counters[REOPENED] += 1
        nodes.slots[slot] = (hashed << ID_BITS) | (node + 1)

        counters[CURRENT] = node
        bits = int(links[node, BITS])
        h = bits >> H_SHIFT
        if h < best_h:
            best_h = h
        if is_same(states, node, goal, 0):
            status = SOLVED
            break

        expanded += 1
        g += 1
        blank = bits & BLANK_MASK
        undoing = ((bits >> MOVE_SHIFT) & MOVE_MASK) ^ 1
        if rest is not None:
            unpack_tiles(space, states, node, tiles)
        for move in range(4):
            target = space.targets[blank, move]
            if target < 0 or move == undoing:
                continue
            tile = tile_at(space, states, node, target)
            copy_with_slide(space, states, node, stored, blank, target, tile)
            child_h = h + distance_change(distance, tile, target, blank)
            if rest is not None:
                if is_whole:
                    tiles[blank], tiles[target] = tile, 0
                    child_h = estimate(rest, tiles, summed_distance(distance, tiles))
                    tiles[blank], tiles[target] = 0, tile
                else:
                    child_h += line_change(
                        goal_rows, goal_columns, columns, tiles, tile, target, blank
                    )
            links[stored, PARENT] = node
            links[stored, G] = g
            links[stored, BITS] = (child_h << H_SHIFT) | (move << MOVE_SHIFT) | target
            child_f = weighing.g_weight * g + weighing.h_weight * child_h
            push(nodes, stored, child_f)
            if child_f <= f:
                f = child_f
                prefetch(nodes.slots, hash_state(states, stored) >> shift)
            stored += 1
            generated += 1
            frontier += 1
        if frontier > peak:
            peak = frontier
    counters[LOWEST_F] = f
    counters[STORED] = stored
    counters[CLOSED] = closed
    counters[FRONTIER] = frontier
    counters[PEAK_FRONTIER] = peak
    counters[BEST_H] = best_h
    counters[EXPANDED] += expanded
    counters[GENERATED] += generated
    return status
