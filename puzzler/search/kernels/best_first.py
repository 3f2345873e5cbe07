"""One best-first loop: breadth-first, greedy, A* and weighted A* differ in two weights.

f = g_weight * g + h_weight * h, all integers. The frontier is an integer bucket queue (Dial 1969):
one chain of nodes for each f, the newest first, linked through the nodes themselves. Where another
rule than last in, first out decides among equal f, ``ties`` has what that takes. States are found
again through an open-addressing hash table whose slots hold the hash and the number of a node.

Duplicates are found when they are generated: a state that is known by a path at least as short is
discarded, and where its path is now shorter, a new node takes the place of the old one. The old one
stays in its chain if it was not expanded yet, marked as replaced, and is skipped there.

Found late, when their turn comes, they cost less: most nodes of a large search are never expanded,
and each look into the table is a cache miss. Only expanded states are in the table then.
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
from puzzler.search.kernels.jit import kernel, prefetch
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

# what `expand` came to
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
    KNOWN,
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
"""The g of a node in the frontier whose state a shorter path has reached since."""
TAKEN = -2
"""TAKEN - i in place of the next in the chain: the node was expanded, after i others."""


class Nodes(NamedTuple):
    """All nodes, by their order in the frontier and by their states."""

    states: NDArray[np.int64]
    """(capacity, words): the packed states."""
    links: NDArray[np.int32]
    """(capacity, 4): parent, next in the chain, g, and BITS: h, the last move, the blank's cell.
    See also TAKEN and REPLACED."""
    slots: NDArray[np.int64]
    """(2 ** slot_bits,): 0 where empty, else the hash above the node's number + 1."""
    slot_bits: int
    heads: NDArray[np.int32]
    """(largest f + 1, HEAD_FIELDS): of each f the node that is taken FIRST, from which NEXT leads
    on, or NONE; the LAST one where taken is first what came first; and how many there are, without
    those that were replaced."""


class Ties(NamedTuple):
    """What decides among equal f."""

    is_fifo: int
    """1: first in, first out; without it and without a sign last in, first out."""
    g_sign: int
    """1: the larger g first, -1: the smaller; 0: g does not count. With a sign the nodes of one f
    are not in one chain: FIRST in ``heads`` says nothing then, and of equal g the newest is
    first."""
    chains: NDArray[np.int32]
    """(largest g + 1, largest h + 1): the newest node of each g and h, NONE where there is none;
    where h counts nothing all are in column 0. Empty without a sign."""


class Weighing(NamedTuple):
    """How nodes are ranked."""

    distance: Distance
    """(tiles, cells): what a tile on a cell adds to h."""
    g_weight: int
    h_weight: int
    largest_h: int
    """No state has a larger h."""
    parts: Parts
    """Room for the state that is expanded."""


@kernel
def slot_of(nodes: Nodes, node: Int, hashed: Int) -> Int:
    """The slot of the node with the state of ``node``, or the empty slot for it."""
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
    """Make the state of ``node``, which is not known yet, a known one."""
    hashed = hash_state(nodes.states, node)
    nodes.slots[slot_of(nodes, node, hashed)] = (hashed << ID_BITS) | (node + 1)
    counters[KNOWN] += 1


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
    """Put the state in the first free row into the frontier, with g = 0."""
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
    """Put ``node`` where ``ties`` wants it among those of ``f``."""
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
    """The first g from ``g`` on, as ``ties`` counts, with a node of ``f``; there must be one."""
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
    """Write the nodes from the first state to ``node`` into ``path``, whose length is its g + 1."""
    for place in range(len(path) - 1, -1, -1):
        path[place] = node
        node = links[node, PARENT]


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
    ties: Ties,
    is_late: int,
    order: NDArray[np.int64],
    counters: NDArray[np.int64],
    budget: int,
    crowd: int,
    capacity: int,
) -> int:
    """Expand at most ``budget`` nodes, the smallest f first, their successors in ``order``.

    Duplicates are found when they are generated, or, where ``is_late``, when it is their turn.
    Returns RUNNING, SOLVED (the goal is node counters[CURRENT]), EXHAUSTED, or what is lacking:
    FULL (``capacity`` nodes), CROWDED (``crowd`` known states), NEEDS_BUCKETS (f too large),
    NEEDS_CHAINS (g too large).
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
        # taken apart once: numba counts references whenever an array leaves its tuple
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
    known = counters[KNOWN]
    frontier = counters[FRONTIER]
    peak = counters[PEAK_FRONTIER]
    best_h = counters[BEST_H]
    all_turns = packed(order)
    sought_f: Int = NONE
    sought_g: Int = NONE  # no node of that f has a g that would come before
    column: Int = 0
    generated = 0
    duplicates = 0
    reopened = 0
    deepest = counters[DEEPEST]
    before = counters[EXPANDED]
    expanded = 0
    status = RUNNING
    # repeat: pop the newest node of the smallest f, or the one that the ties want
    #     it was replaced by a node with a smaller g: skip it
    #     late: its state was expanded by a path as short: drop it, a duplicate
    #     it is the goal: solved
    #     expand it: for each move but the one that undoes the last
    #         make the child; its state is known by a path as short: drop it, a duplicate
    #         its state is known by a longer one: replace that node, or reopen the state
    #         weigh it, push it onto the chain of its f
    while expanded < budget:
        if stored + 4 > capacity:
            status = FULL
            break
        if known + 4 > crowd:
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
            if sought_f != f:
                sought_f = f
                sought_g = deepest if g_sign > 0 else 0
            sought_g = seek(ties, weighing, f, sought_g)
            if sought_g + 1 >= len(ties.chains):
                status = NEEDS_CHAINS
                break
            if weighing.h_weight != 0:
                column = (f - weighing.g_weight * sought_g) // weighing.h_weight
            node = int(ties.chains[sought_g, column])
        g = int(links[node, G])
        if weighing.g_weight * (g + 1) + largest_h_f >= len(heads):
            status = NEEDS_BUCKETS
            break
        following = int(links[node, NEXT])
        if g_sign == 0:
            heads[f, FIRST] = following
        else:
            ties.chains[sought_g, column] = following
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
        if is_late:
            hashed = hash_state(states, node)
            slot = slot_of(nodes, node, hashed)
            same = int((nodes.slots[slot] & ID_MASK) - 1)
            if same == NONE:
                known += 1
            elif same != node:
                if links[same, G] <= g:
                    duplicates += 1
                    continue
                reopened += 1
            nodes.slots[slot] = (hashed << ID_BITS) | (node + 1)
        counters[CURRENT] = node
        bits = int(links[node, BITS])
        h = bits >> H_SHIFT
        if h < best_h:
            best_h = h
        if is_same(states, node, goal, 0):
            status = SOLVED
            break

        links[node, NEXT] = TAKEN - (before + expanded)
        expanded += 1
        g += 1
        blank = bits & BLANK_MASK
        undoing = ((bits >> MOVE_SHIFT) & MOVE_MASK) ^ 1
        if rest is not None:
            unpack_tiles(space, states, node, tiles)
            if is_whole:
                carried = carried_sum(distance, rest.lines, tiles)
                if walking.is_used:
                    prepare_walking(walking, parts)
                if patterns.is_used:
                    prepare_patterns(patterns, parts)
        # all children are made before any of them is looked up, so that the waits for rows of the
        # table pass together
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
        generated += last - stored
        for made in range(stored, last):
            if made > stored:
                for word in range(states.shape[1]):
                    states[stored, word] = states[made, word]
            bits = int(links[made, BITS])
            if not is_late:
                hashed = hash_state(states, stored)
                slot = slot_of(nodes, stored, hashed)
                entry = nodes.slots[slot]
                if entry == 0:
                    known += 1
                else:
                    other = int((entry & ID_MASK) - 1)
                    other_g = int(links[other, G])
                    # without g in f the first path stays
                    if weighing.g_weight == 0 or other_g <= g:
                        duplicates += 1
                        continue
                    if links[other, NEXT] <= TAKEN:
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
                if child_f == sought_f and g_sign * (g - sought_g) > 0:
                    sought_g = g
                elif child_f < f:
                    sought_f, sought_g = child_f, g
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
    counters[KNOWN] = known
    counters[FRONTIER] = frontier
    counters[PEAK_FRONTIER] = peak
    counters[BEST_H] = best_h
    counters[EXPANDED] += expanded
    counters[GENERATED] += generated
    counters[DUPLICATES] += duplicates
    counters[REOPENED] += reopened
    counters[DEEPEST] = deepest
    return status
