"""Best-first search: greedy search, A* and weighted A* differ only in two weights.

f = g_weight * g + h_weight * h, all integers. The frontier is a bucket queue (Dial 1969): for each
f a linked list of nodes, here called a chain, with the newest node first. For other tie-breaking
rules than LIFO, ``Ties`` has additional data. States are found in a hash table with open addressing
that stores the hash and the number of a node.

Early duplicate detection looks up each generated state. It is discarded if a path at least as short
is known. If the new path is shorter, a new node replaces the old one. If the old node is still in
the frontier, it remains in its chain, marked as replaced, and is skipped.

Late duplicate detection looks up each node when it is taken from the frontier. It is faster,
because most nodes of a large search are never expanded and each lookup is a cache miss. The table
then contains only expanded states.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.estimate import (
    Distance,
    Estimate,
    custom_value,
    distance_change,
    has_more,
    learned_moves,
    ranked_excess,
    unpack_tiles,
)
from puzzler.search.kernels.intrinsics import prefetch
from puzzler.search.kernels.jit import kernel
from puzzler.search.kernels.slide import (
    Parts,
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

# results of `expand`
RUNNING, SOLVED, EXHAUSTED, FULL, CROWDED, NEEDS_BUCKETS, NEEDS_CHAINS = range(7)

# counters
(
    EXPANDED,
    GENERATED,
    DUPLICATES,
    REOPENED,
    FRONTIER,
    PEAK_FRONTIER,
    STORED,
    ENTRIES,
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

# columns of heads
FIRST, LAST, COUNT, HEAD_FIELDS = range(4)

ID_BITS = 31
ID_MASK = (1 << ID_BITS) - 1
NONE = -1
REPLACED = -1
"""The g of a node in the frontier that was replaced because a shorter path was found."""
FIRST_CLOSED = -2
"""The NEXT of an expanded node is FIRST_CLOSED - i, where i is the number of expansions before."""


class Nodes(NamedTuple):
    """All nodes, with chains for the frontier and a hash table of states."""

    states: NDArray[np.int64]
    """(capacity, words): the packed states."""
    links: NDArray[np.int32]
    """(capacity, 4): parent, next in the chain, g, and BITS (h, last move, blank's cell). See also
    FIRST_CLOSED and REPLACED."""
    slots: NDArray[np.int64]
    """(2 ** slot_bits,): 0 if empty, otherwise the hash in the upper bits and node number + 1."""
    slot_bits: int
    heads: NDArray[np.int32]
    """(largest f + 1, HEAD_FIELDS): for each f, the FIRST node of its chain or NONE, the LAST node
    if ties are FIFO, and the COUNT of nodes that are not replaced."""


class Ties(NamedTuple):
    """The tie-breaking rule among nodes of equal f."""

    is_fifo: int
    """1 for FIFO. LIFO if both this and ``g_sign`` are 0."""
    g_sign: int
    """1: larger g first; -1: smaller g first; 0: g is ignored. If not 0, nodes of equal f are in
    several chains, FIRST in ``heads`` is unused, and of equal g the newest is first."""
    chains: NDArray[np.int32]
    """(largest g + 1, largest h + 1): the first node of the chain for each g and h, or NONE. If
    h_weight is 0, all are in column 0. Empty if ``g_sign`` is 0."""


class Weighing(NamedTuple):
    """The terms of f."""

    distance: Distance
    """(tiles, cells): the term of a tile on a cell in h."""
    g_weight: int
    h_weight: int
    largest_h: int
    """An upper bound on h."""
    parts: Parts
    """Scratch memory for the state that is expanded."""


@kernel
def slot_of(nodes: Nodes, node: Int, hashed: Int) -> Int:
    """The slot of a node with the same state as ``node``, or the empty slot to store it in."""
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
def enter(nodes: Nodes, counters: NDArray[np.int64], node: Int) -> None:
    """Add the state of ``node``, which must be new, to the hash table."""
    hashed = hash_state(nodes.states, node)
    nodes.slots[slot_of(nodes, node, hashed)] = (hashed << ID_BITS) | (node + 1)
    counters[ENTRIES] += 1


@kernel
def push(nodes: Nodes, node: Int, f: Int) -> None:
    """Put ``node`` at the head of the chain of ``f``."""
    nodes.links[node, NEXT] = nodes.heads[f, FIRST]
    nodes.heads[f, FIRST] = node
    nodes.heads[f, COUNT] += 1


@kernel
def add_root(
    nodes: Nodes, counters: NDArray[np.int64], weighing: Weighing, blank: int, h: int
) -> None:
    """Add the state in the first free row to the frontier with g = 0."""
    node = counters[STORED]
    f = weighing.h_weight * h
    nodes.links[node, PARENT] = NONE
    nodes.links[node, G] = 0
    nodes.links[node, BITS] = (h << H_SHIFT) | (NO_MOVE << MOVE_SHIFT) | blank
    push(nodes, node, f)
    nodes.heads[f, LAST] = node
    counters[LOWEST_F] = f if node == 0 else min(f, counters[LOWEST_F])
    counters[BEST_H] = h if node == 0 else min(h, counters[BEST_H])
    counters[STORED] += 1
    counters[FRONTIER] += 1
    counters[PEAK_FRONTIER] += 1
    enter(nodes, counters, node)


@kernel
def push_tied(nodes: Nodes, ties: Ties, node: Int, f: Int, h_column: Int) -> None:
    """Add ``node`` to the frontier with ``f`` by a rule other than LIFO."""
    links = nodes.links
    heads = nodes.heads
    if ties.g_sign != 0:
        g = links[node, G]
        links[node, NEXT] = ties.chains[g, h_column]
        ties.chains[g, h_column] = node
    else:
        links[node, NEXT] = NONE
        if heads[f, COUNT] == 0:
            heads[f, FIRST] = node
        else:
            links[heads[f, LAST], NEXT] = node
        heads[f, LAST] = node
    heads[f, COUNT] += 1


@kernel
def seek(ties: Ties, weighing: Weighing, f: Int, g: Int) -> Int:
    """The next g, from ``g`` on in the order of ``ties``, for which there is a node of ``f``."""
    while True:
        rest = f - weighing.g_weight * g
        column: Int = 0
        if weighing.h_weight != 0:
            column = rest // weighing.h_weight
            rest -= column * weighing.h_weight
        is_some = rest == 0 and 0 <= column <= weighing.largest_h
        if is_some and ties.chains[g, column] != NONE:
            return g
        g -= ties.g_sign


@kernel
def trace_back(links: NDArray[np.int32], node: int, path: NDArray[np.int32]) -> None:
    """Write the nodes from the start to ``node`` into ``path``, which has length g + 1."""
    for place in range(len(path) - 1, -1, -1):
        path[place] = node
        node = links[node, PARENT]


@kernel
def move_entries(old: Nodes, new: Nodes, first: int, last: int) -> None:
    """Copy slots first .. last - 1 of ``old`` to ``new``, a larger hash table of the same nodes.

    Slots are ordered by the upper bits of the hash, so both tables are accessed from start to end.
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
    f = counters[LOWEST_F]
    stored = counters[STORED]
    entries = counters[ENTRIES]
    frontier = counters[FRONTIER]
    peak = counters[PEAK_FRONTIER]
    best_h = counters[BEST_H]
    all_turns = packed(order)
    next_f: Int = NONE
    next_g: Int = NONE  # a bound for the g that comes next among the nodes of next_f
    column: Int = 0
    generated = 0
    duplicates = 0
    reopened = 0
    deepest = counters[DEEPEST]
    before = counters[EXPANDED]
    expanded = 0
    status = RUNNING
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
            status = FULL
            break
        if entries + 4 > crowd:
            status = CROWDED
            break
        while f < len(heads) and heads[f, COUNT] == 0:
            f += 1
        if f == len(heads):
            status = EXHAUSTED
            break

        if g_sign == 0:
            node = int(heads[f, FIRST])
        else:
            if next_f != f:
                next_f = f
                next_g = deepest if g_sign > 0 else 0
            next_g = seek(ties, weighing, f, next_g)
            if next_g + 1 >= len(ties.chains):
                status = NEEDS_CHAINS
                break
            if weighing.h_weight != 0:
                column = (f - weighing.g_weight * next_g) // weighing.h_weight
            node = int(ties.chains[next_g, column])
        g = int(links[node, G])
        if weighing.g_weight * (g + 1) + largest_h_f >= len(heads):
            status = NEEDS_BUCKETS
            break
        following = int(links[node, NEXT])
        if g_sign == 0:
            heads[f, FIRST] = following
        else:
            ties.chains[next_g, column] = following
        if g == REPLACED:
            continue
        heads[f, COUNT] -= 1
        frontier -= 1
        if following != NONE and is_late:
            prefetch(nodes.slots, hash_state(states, following) >> shift)
            following = int(links[following, NEXT])
        if following != NONE:
            prefetch(states, following)
            prefetch(links, following)
        # generate all children before the first lookup, so that the time is not spent waiting for
        # the node's slot, and so that prefetches overlap
        bits = int(links[node, BITS])
        h = bits >> H_SHIFT
        blank = bits & BLANK_MASK
        undoing = ((bits >> MOVE_SHIFT) & MOVE_MASK) ^ 1
        last = stored
        turns = all_turns
        for _ in range(4):
            move = turns & 3
            turns >>= 2
            target = space.targets[blank, move]
            if target < 0 or move == undoing:
                continue
            tile = tile_at(space, states, node, target)
            copy_with_slide(space, states, node, last, blank, target, tile)
            links[last, BITS] = (move << MOVE_SHIFT) | target
            if not is_late:
                prefetch(nodes.slots, hash_state(states, last) >> shift)
            last += 1
        if is_late:
            hashed = hash_state(states, node)
            slot = slot_of(nodes, node, hashed)
            same = int((nodes.slots[slot] & ID_MASK) - 1)
            if same == NONE:
                entries += 1
            elif same != node:
                if links[same, G] <= g:
                    duplicates += 1
                    continue
                reopened += 1
            nodes.slots[slot] = (hashed << ID_BITS) | (node + 1)
        counters[CURRENT] = node
        if h < best_h:
            best_h = h
        if is_same(states, node, goal, 0):
            status = SOLVED
            break

        links[node, NEXT] = FIRST_CLOSED - (before + expanded)
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
                    states[stored, word] = states[child, word]
            bits = int(links[child, BITS])
            if not is_late:
                hashed = hash_state(states, stored)
                slot = slot_of(nodes, stored, hashed)
                entry = nodes.slots[slot]
                if entry == 0:
                    entries += 1
                else:
                    other = int((entry & ID_MASK) - 1)
                    other_g = int(links[other, G])
                    # if f ignores g, keep the first path
                    if weighing.g_weight == 0 or other_g <= g:
                        duplicates += 1
                        continue
                    if links[other, NEXT] <= FIRST_CLOSED:
                        reopened += 1
                    else:
                        other_h = int(links[other, BITS]) >> H_SHIFT
                        heads[weighing.g_weight * other_g + weighing.h_weight * other_h, COUNT] -= 1
                        links[other, G] = REPLACED
                        frontier -= 1
                nodes.slots[slot] = (hashed << ID_BITS) | (stored + 1)
            target = bits & BLANK_MASK
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
            links[stored, PARENT] = node
            links[stored, G] = g
            links[stored, BITS] = (child_h << H_SHIFT) | bits
            child_f = weighing.g_weight * g + weighing.h_weight * child_h
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
    counters[LOWEST_F] = f
    counters[STORED] = stored
    counters[ENTRIES] = entries
    counters[FRONTIER] = frontier
    counters[PEAK_FRONTIER] = peak
    counters[BEST_H] = best_h
    counters[EXPANDED] += expanded
    counters[GENERATED] += generated
    counters[DUPLICATES] += duplicates
    counters[REOPENED] += reopened
    counters[DEEPEST] = deepest
    return status
