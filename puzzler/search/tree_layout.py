"""Where the nodes of a tree lie: layer by layer, each apart from the others, no lines crossing."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Codes = NDArray[np.int8]

_NODES_A_STEP = 500


def laid_out(
    parents: Ints, moves: Codes
) -> Generator[int, None, tuple[Ints, Ints, NDArray[np.float32]]]:
    """``order``, ``layers`` and ``x`` of a tree, in short steps; each tells how many nodes it did.

    From the roots downward, every family has the middle of its weight below its parent, so that
    a long branch goes straight down. Families that would overlap are moved apart, together and by
    as little as possible (least squares: the pooling of adjacent violators, Ayer et al. 1955). No
    two branches cross.
    """
    nodes = len(parents)
    by_parent = np.lexsort((moves, parents))
    firsts: list[int] = np.searchsorted(parents[by_parent], np.arange(nodes + 1)).tolist()
    kids: list[int] = by_parent.tolist()
    layer = kids[: firsts[0]]
    order, layers = list[int](), [0]
    while layer:
        order += layer
        layers.append(len(order))
        layer = [child for node in layer for child in kids[firsts[node] : firsts[node + 1]]]
        if not len(layers) % _NODES_A_STEP:
            yield _NODES_A_STEP
    yield nodes // 4
    weights, above = [1] * nodes, parents.tolist()
    for node in reversed(order):
        if above[node] >= 0:
            weights[above[node]] += weights[node]
    yield nodes // 6
    x = [0.0] * nodes
    roots = order[: layers[1]]
    for at, root in enumerate(roots):
        x[root] = at - (len(roots) - 1) / 2
    placed = 0
    for first, last in pairwise(layers):
        families = []
        for node in order[first:last]:
            children = kids[firsts[node] : firsts[node + 1]]
            if children:
                families.append((x[node], children))
        for left, children in _placed(families, weights):
            for at, child in enumerate(children):
                x[child] = left + at
        placed += last - first
        if placed >= _NODES_A_STEP:
            yield placed
            placed = 0
    return np.array(order, np.int32), np.array(layers, np.int32), np.array(x, np.float32)


def _placed(
    families: list[tuple[float, list[int]]], weights: list[int]
) -> Iterator[tuple[float, list[int]]]:
    """Where the first of each family lies, given where its parent is."""
    # a block moves as one: its wished shift times its weight, its weight, its number of families
    blocks: list[tuple[float, int, int]] = []
    before = 0
    for centre, children in families:
        weight = square = moment = 0
        for at, child in enumerate(children):
            # squared, so that a leaf beside a long branch does not bend it
            weight += weights[child]
            square += weights[child] ** 2
            moment += at * weights[child] ** 2
        wish, count = (centre - before - moment / square) * weight, 1
        while blocks and blocks[-1][0] * weight >= wish * blocks[-1][1]:
            last_wish, last_weight, last_count = blocks.pop()
            wish, weight, count = last_wish + wish, last_weight + weight, last_count + count
        blocks.append((wish, weight, count))
        before += len(children)
    family = before = 0
    for wish, weight, count in blocks:
        for _, children in families[family : family + count]:
            yield wish / weight + before, children
            before += len(children)
        family += count
