"""The nodes of searches that store all states: links, frontier and hash table.

The frontier is a bucket queue (Dial 1969): for each f a linked list of nodes, here called a chain,
with the newest node first. For other tie-breaking rules than LIFO, ``Ties`` has additional data.
States are found in a hash table with open addressing that stores the hash and the number of a node.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.heuristic_data import Distance
from puzzler.search.kernels.jit import INDEX, kernel
from puzzler.search.kernels.slide import Parts
from puzzler.search.kernels.space import HASH_BITS, Int, Words, hash_state, is_same

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
def slot_of(nodes: Nodes, states: Words, row: Int, hashed: Int) -> Int:
    """The slot of the node with the state in ``states[row]``, or the empty slot to store it in."""
    mask = len(nodes.slots) - 1
    slot = hashed >> (HASH_BITS - nodes.slot_bits)
    while True:
        entry = nodes.slots[slot & INDEX]
        if entry == 0 or (
            entry >> ID_BITS == hashed and is_same(nodes.states, (entry & ID_MASK) - 1, states, row)
        ):
            return slot
        slot = (slot + 1) & mask


@kernel
def enter(nodes: Nodes, counters: NDArray[np.int64], node: Int) -> None:
    """Add the state of ``node``, which must be new, to the hash table."""
    hashed = hash_state(nodes.states, node)
    nodes.slots[slot_of(nodes, nodes.states, node, hashed)] = (hashed << ID_BITS) | (node + 1)
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
