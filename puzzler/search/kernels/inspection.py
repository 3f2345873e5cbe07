"""Read access to the nodes of a best-first search, for inspection."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels import nodes as base
from puzzler.search.kernels.jit import kernel
from puzzler.search.kernels.nodes import Nodes, Ties, Weighing, seek, slot_of
from puzzler.search.kernels.space import Int, Space, Words, copy_with_slide, hash_state, tile_at


@kernel
def find_node(nodes: Nodes, states: Words, row: Int) -> Int:
    """The node with the state in ``states[row]``, or NONE."""
    entry: Int = nodes.slots[slot_of(nodes, states, row, hash_state(states, row))]
    return (entry & base.ID_MASK) - 1


@kernel
def read_successors(
    space: Space, nodes: Nodes, room: Words, node: int, values: NDArray[np.int64]
) -> None:
    """Look up the successors of ``node`` before it is expanded.

    values: (4, 3), output. For each move, the g of the successor's state, the index of its
    expansion, and for a bidirectional search its g in the other direction; NONE if unknown.
    room: scratch memory for one state.
    """
    blank = np.int64(nodes.links[node, base.BITS] & base.BLANK_MASK)  # a plain int32 overflows
    side = nodes.states.shape[1] - 1
    for move in range(4):
        values[move, :] = base.NONE
        target = space.targets[blank, move]
        if target < 0:
            continue
        for word in range(side + 1):
            room[0, word] = nodes.states[node, word]
        tile = tile_at(space, room, 0, target)
        copy_with_slide(space, room, 0, 0, blank, target, tile)
        same = find_node(nodes, room, 0)
        if same != base.NONE:
            values[move, 0] = nodes.links[same, base.G]
            if nodes.links[same, base.NEXT] <= base.FIRST_CLOSED:
                values[move, 1] = base.FIRST_CLOSED - nodes.links[same, base.NEXT]
        room[0, side] ^= 1
        other = find_node(nodes, room, 0)
        if other != base.NONE:
            values[move, 2] = nodes.links[other, base.G]


@kernel
def next_nodes(
    nodes: Nodes, weighing: Weighing, ties: Ties, first: int, deepest: int, found: NDArray[np.int32]
) -> int:
    """Write the nodes that will be expanded next into ``found``, in order, and return their number.

    first: a lower bound on the smallest f. deepest: the largest g.
    """
    count = 0
    # for each f that has nodes
    #     if ties depend on g, for each g in their order: the chain of f and g; otherwise that of f
    #         add each node that was not replaced
    for f in range(first, len(nodes.heads)):
        left = int(nodes.heads[f, base.COUNT])
        g: Int = deepest if ties.g_sign > 0 else 0
        while left > 0:
            node = int(nodes.heads[f, base.FIRST])
            if ties.g_sign != 0:
                g = seek(ties, weighing, f, g)
                h_f = f - weighing.g_weight * g
                column: Int = 0 if weighing.h_weight == 0 else h_f // weighing.h_weight
                node = int(ties.chains[g, column])
                g -= ties.g_sign
            while node != base.NONE and left > 0:
                if count == len(found):
                    return count
                if nodes.links[node, base.G] != base.REPLACED:
                    found[count] = node
                    count += 1
                    left -= 1
                node = int(nodes.links[node, base.NEXT])
    return count
