"""The walk: always on to the best neighbour that was not visited yet, and never back.

The visited states are nodes in the order of the walk, found again through the table of
``best_first``; there is no queue.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels import best_first as base
from puzzler.search.kernels.best_first import Nodes, Weighing, enter, slot_of
from puzzler.search.kernels.estimate import (
    Estimate,
    distance_change,
    estimate,
    summed_distance,
    unpack_tiles,
)
from puzzler.search.kernels.jit import kernel
from puzzler.search.kernels.space import (
    Int,
    Space,
    Words,
    copy_with_slide,
    hash_state,
    is_same,
    tile_at,
)


@kernel
def expand(
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
    """Walk at most ``budget`` steps; of equal neighbours the first in the order of moves.

    Returns as ``best_first.expand`` does; EXHAUSTED in a dead end.
    """
    links = nodes.links
    states = nodes.states
    expanded = 0
    status = base.RUNNING
    # repeat: the state that the walk has come to is the goal: solved
    #     expand it: for each move but the one that undoes the last
    #         make the child in the next free row; it was visited: pass over it
    #         weigh it, and remember the best move
    #     there was none: a dead end; else make the best child again and walk on from it
    while expanded < budget:
        node = counters[base.STORED] - 1
        counters[base.CURRENT] = node
        if is_same(states, node, goal, 0):
            status = base.SOLVED
            break
        if node + 2 > capacity:
            status = base.FULL
            break
        if counters[base.KNOWN] + 1 >= crowd:
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
            if nodes.slots[slot_of(nodes, child, hash_state(states, child))] != 0:
                counters[base.DUPLICATES] += 1
                continue
            child_h = h + distance_change(weighing.distance, tile, target, blank)
            if rest is not None:
                unpack_tiles(space, states, child, weighing.tiles)
                summed = summed_distance(weighing.distance, weighing.tiles)
                child_h = estimate(rest, weighing.tiles, summed)
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
