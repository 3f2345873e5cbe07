"""What is looked up in the nodes of a search by those who look into it; nothing is changed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.best_first import (
    BITS,
    BLANK_MASK,
    COUNT,
    FIRST,
    ID_BITS,
    ID_MASK,
    NEXT,
    NONE,
    PARENT,
    G,
    Nodes,
    Ties,
    Weighing,
)
from puzzler.search.kernels.jit import kernel
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


@kernel
def closed_node(nodes: Nodes, states: Words, row: Int) -> Int:
    """The node that was expanded last with the state in ``states[row]``, NONE without one."""
    hashed = hash_state(states, row)
    mask = len(nodes.slots) - 1
    slot = hashed >> (HASH_BITS - nodes.slot_bits)
    while True:
        entry = nodes.slots[slot]
        if entry == 0:
            return NONE
        node = int((entry & ID_MASK) - 1)
        if entry >> ID_BITS == hashed and is_same(nodes.states, node, states, row):
            return node
        slot = (slot + 1) & mask


@kernel
def look_back(
    space: Space,
    nodes: Nodes,
    room: Words,
    first: int,
    last: int,
    taken: int,
    known: NDArray[np.int64],
) -> None:
    """What was known of the successors first .. last - 1 before they were generated.

    Writes into ``known`` (successors, 2): the g with which its state was expanded before, and the
    smallest g with which it was generated; NONE where it was not. ``taken`` is a node that is
    entered as expanded though it was not, or NONE; ``room`` has two rows for states.

    A state was generated before where a neighbour of it was expanded before, other than the one
    that it was generated from just now: so the frontier need not be searched for it.
    """
    parent = int(nodes.links[first, PARENT])
    # for each successor
    #     it was expanded before: note its g
    #     for each neighbour that was expanded before: it was generated with one more than its g
    for node in range(first, last):
        own = closed_node(nodes, nodes.states, node)
        if own >= first or own == taken:
            own = NONE
        known[node - first, 0] = NONE if own == NONE else nodes.links[own, G]
        least = known[node - first, 0]
        blank = nodes.links[node, BITS] & BLANK_MASK
        for word in range(nodes.states.shape[1]):
            room[0, word] = nodes.states[node, word]
        for move in range(4):
            target = space.targets[blank, move]
            if target < 0:
                continue
            tile = tile_at(space, room, 0, target)
            copy_with_slide(space, room, 0, 1, blank, target, tile)
            other = closed_node(nodes, room, 1)
            # no tuple of two types is compiled
            if other == NONE or other == taken:  # noqa: PLR1714, SIM109
                continue
            if other == parent or other >= first:
                continue
            g = nodes.links[other, G] + 1
            if least == NONE or g < least:
                least = g
        known[node - first, 1] = least


@kernel
def trace_back(links: NDArray[np.int32], node: int, path: NDArray[np.int32]) -> None:
    """Write the nodes from the first state to ``node`` into ``path``, whose length is its g + 1."""
    place = len(path) - 1
    while node != NONE:
        path[place] = node
        place -= 1
        node = links[node, PARENT]


@kernel
def next_nodes(
    nodes: Nodes,
    weighing: Weighing,
    ties: Ties | None,
    first: int,
    deepest: int,
    patience: int,
    found: NDArray[np.int32],
) -> int:
    """Write the nodes that are taken next into ``found``, in that order; returns how many.

    ``first`` is where the smallest f may be, ``deepest`` the largest g. Left out are states that
    were expanded by a path as short. At most ``patience`` nodes are looked at.
    """
    count = 0
    # for each f that has nodes
    #     for each g, in the order of the ties, the chain of both; without such ties the chain of f
    #         keep each node that is not a duplicate by now
    for f in range(first, len(nodes.heads)):
        left = int(nodes.heads[f, COUNT])
        g = 0
        step = 0
        if ties is not None and ties.g_sign != 0:
            step = -int(ties.g_sign)
            g = 0 if step > 0 else deepest
        while left > 0:
            node = NONE
            if step == 0:
                node = int(nodes.heads[f, FIRST])
            elif ties is not None:
                h_f = f - weighing.g_weight * g
                column: Int = 0 if weighing.h_weight == 0 else h_f // weighing.h_weight
                is_some = h_f == column * weighing.h_weight and 0 <= column <= weighing.largest_h
                if is_some:
                    node = int(ties.chains[g, column])
                g += step
            while node != NONE and left > 0:
                if count == len(found) or patience == 0:
                    return count
                patience -= 1
                left -= 1
                closed = closed_node(nodes, nodes.states, node)
                if closed == NONE or nodes.links[closed, G] > nodes.links[node, G]:
                    found[count] = node
                    count += 1
                node = int(nodes.links[node, NEXT])
    return count


@kernel
def meetings(nodes: Nodes, first: int, last: int, met: NDArray[np.int64]) -> None:
    """For each successor first .. last - 1 the g of its state from the other end, or NONE.

    The last word of a state says which end it was reached from; see ``bidirectional``.
    """
    side = nodes.states.shape[1] - 1
    for node in range(first, last):
        nodes.states[node, side] ^= 1
        other = closed_node(nodes, nodes.states, node)
        nodes.states[node, side] ^= 1
        met[node - first] = NONE if other == NONE else nodes.links[other, G]
