"""The search tree at one moment, laid out in layers.

The tree is built from arrays. Its nodes are the expansions by index, followed by the leaves: states
of the frontier, pruned states and goals. Duplicates are not nodes.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.stepping import Storage
from puzzler.search.inspection.observation import SuccessorOutcome

Ints = NDArray[np.int32]
Codes = NDArray[np.int8]
Values = NDArray[np.float32]

_NODES_A_STEP = 500
MAX_NODES = 20_000
_BOARD_INTERVAL = 32
"""The distance of stored boards along a path."""


CODES = {outcome: code for code, outcome in enumerate(SuccessorOutcome, 1)}
"""The outcome of a successor as a code in an array. 0 if the move was not made."""


class TreeMark(IntEnum):
    """The kind of a node."""

    CLOSED = 0
    FRONTIER = 1
    PRUNED = 2
    GOAL = 3
    MEETING = 4


_LEAVES = {
    SuccessorOutcome.NEW: TreeMark.FRONTIER,
    SuccessorOutcome.REPLACED: TreeMark.FRONTIER,
    SuccessorOutcome.REOPENED: TreeMark.FRONTIER,
    SuccessorOutcome.PRUNED: TreeMark.PRUNED,
    SuccessorOutcome.UNCHOSEN: TreeMark.PRUNED,
    SuccessorOutcome.MEETING: TreeMark.MEETING,
    SuccessorOutcome.GOAL: TreeMark.GOAL,
}
_MARKS = np.array([-1, *(_LEAVES.get(outcome, -1) for outcome in SuccessorOutcome)], np.int8)
"""The mark of a leaf for each of ``CODES``, -1 if it is not a leaf."""


ROW = np.dtype(
    [
        ("parent", np.int32),  # the expansion in which the node was generated; -1 for a root
        ("move", np.int8),  # the move that led to it; -1 for a root
        ("made", np.int8, 4),  # the outcome of each successor, one of ``CODES``, by ``Move``
        ("g", np.int32),  # moves from the start, or from the goal on a backward side
        ("h", np.int32),  # the heuristic's value
        ("f", np.float32),  # the priority
        ("made_f", np.float32, 4),  # the priority of each successor, by ``Move``
        # by ``Move``: the moment at which another parent reached the unexpanded state of the
        # successor, which is then a child of that parent; 0 if never
        ("passed", np.int32, 4),
        ("limit", np.int32),  # successors with this g are not expanded
    ]
)
"""The record of an expansion."""
NO_LIMIT = 1 << 30
"""Represents an unlimited depth."""


@dataclass(frozen=True, eq=False)
class TreeRecords:
    """The records from which a tree is built."""

    rows: NDArray[np.void]
    """(n,) of ``ROW``: the expansions in order."""
    roots: Mapping[int, Board] = field(default_factory=dict)
    """Boards of the roots that are not the start, by expansion."""
    keeping: Storage = Storage.ALL
    """The nodes whose successors the search stores. Other leaves are pruned."""


@dataclass(frozen=True, eq=False, kw_only=True)
class SearchTree:
    """The tree at one moment. Nodes below ``expanded`` are expansions, by their index."""

    start: Board
    moment: int
    """The number of expansions, as far as they are recorded."""
    expanded: int
    """The number of expansions in the tree."""
    is_full: bool
    """Whether the tree has no room for more expansions."""
    parents: Ints
    """(nodes,): the parent of each node; -1 for a root."""
    moves: Codes
    """(nodes,): the move that led to it; -1 for a root."""
    marks: Codes
    """(nodes,): the ``TreeMark`` of each node."""
    order: Ints
    """(nodes,): the nodes layer by layer, from left to right."""
    layers: Ints
    """(layers + 1,): the index in ``order`` of the first node of each layer, and its length."""
    x: NDArray[np.float32]
    """(nodes,): the position in the layer. Neighbours are at least 1 apart."""
    g: Ints
    """(nodes,): moves from the root of the node's side."""
    h: Ints
    """(nodes,): the heuristic's value, or -1 if the node was not expanded."""
    f: Values
    """(nodes,): the priority, or NaN before the first expansion."""
    _boards: dict[int, Board]
    """Computed boards of nodes, and boards of roots that are not the start."""

    @property
    def is_cut(self) -> bool:
        """Whether the search has more expansions than the tree."""
        return self.is_full and self.expanded < self.moment

    @property
    def width(self) -> tuple[float, float]:
        """The smallest and the largest ``x``."""
        return (float(self.x.min()), float(self.x.max()))

    def path_to(self, node: int) -> Ints:
        """Return the nodes from the root to ``node``, including both."""
        path = [node]
        while (parent := int(self.parents[path[-1]])) >= 0:
            path.append(parent)
        return np.array(path[::-1], np.int32)

    def board(self, node: int) -> Board:
        """Return the board of a node."""
        unknown = list[int]()
        while node not in self._boards:
            parent = int(self.parents[node])
            if parent < 0:
                self._boards[node] = self.start
                break
            unknown.append(node)
            node = parent
        board = self._boards[node]
        # some of the boards are stored, so that later calls find a stored one nearby
        for last in range(len(unknown), 0, -_BOARD_INTERVAL):
            below = unknown[max(0, last - _BOARD_INTERVAL) : last]
            moves = [Move(move) for move in self.moves[below[::-1]].tolist()]
            board = self._boards[below[0]] = board.apply_all(moves)
        return board


def grow_tree(
    start: Board, grown: TreeRecords, moment: int, limit: int = MAX_NODES
) -> Generator[int, None, SearchTree]:
    """Build the tree after ``moment`` expansions, or of the first expansions if it is too large.

    Works in short steps that yield roughly the number of nodes they placed.
    """
    recorded = min(moment, len(grown.rows))
    expanded = _room(grown, recorded, limit)
    is_full = expanded < recorded or expanded >= limit
    rows = grown.rows[:expanded]
    parents, moves = rows["parent"], rows["move"]
    closed = np.full(expanded, TreeMark.CLOSED, np.int8)
    if not expanded:  # before the first expansion the start is the only node
        parents, moves = np.array([-1], np.int32), np.array([-1], np.int8)
        closed = np.array([TreeMark.FRONTIER], np.int8)
    is_leaf = _is_node(rows["made"])
    inner = parents >= 0
    is_leaf[parents[inner], moves[inner]] = False
    # otherwise the state is in the tree as a child of the later parent
    is_leaf &= (rows["passed"] == 0) | (rows["passed"] > expanded)
    above, move = np.nonzero(is_leaf)
    leaves = _MARKS[rows["made"][above, move]]
    is_expandable = _can_grow(rows["parent"], grown.keeping)[above]
    is_expandable &= rows["g"][above] + 1 < rows["limit"][above]
    leaves[(leaves == TreeMark.FRONTIER) & ~is_expandable] = TreeMark.PRUNED
    no_h = np.full(len(above) + (not expanded), -1)
    g = rows["g"] if expanded else np.zeros(1)
    f = rows["f"] if expanded else np.full(1, np.nan)
    all_parents = np.concatenate((parents, above)).astype(np.int32)
    all_moves = np.concatenate((moves, move)).astype(np.int8)
    yield len(all_parents) // 6
    order, starts, x = yield from lay_out(all_parents, all_moves)
    return SearchTree(
        start=start,
        moment=moment if is_full else expanded,
        expanded=expanded,
        is_full=is_full,
        parents=all_parents,
        moves=all_moves,
        marks=np.concatenate((closed, leaves)),
        order=order,
        layers=starts,
        x=x,
        g=np.concatenate((g, rows["g"][above] + 1)).astype(np.int32),
        h=np.concatenate((rows["h"], no_h)).astype(np.int32),
        f=np.concatenate((f, rows["made_f"][above, move])).astype(np.float32),
        _boards=dict(grown.roots),
    )


def _can_grow(parents: Ints, keeping: Storage) -> NDArray[np.bool_]:
    """Return for each expansion whether its successors can still be expanded."""
    can_grow = np.full(len(parents), keeping is Storage.ALL)
    if keeping is Storage.SOME and len(parents):
        can_grow[np.flatnonzero(parents < 0)[-1] :] = True
    elif keeping is Storage.PATH:
        node = len(parents) - 1
        while node >= 0:
            can_grow[node] = True
            node = int(parents[node])
    return can_grow


def _is_node(outcomes: Codes) -> NDArray[np.bool_]:
    is_node: NDArray[np.bool_] = _MARKS[outcomes] >= 0
    return is_node


def _room(grown: TreeRecords, expanded: int, limit: int) -> int:
    """Return how many of the first ``expanded`` expansions fit in a tree of ``limit`` nodes."""
    rows = grown.rows[:expanded]
    parents, is_node = rows["parent"], _is_node(rows["made"])
    # an expansion adds its successors; the expanded node is a successor itself, or a root
    was_counted = (parents >= 0) & is_node[parents, rows["move"]]
    nodes = np.cumsum(is_node.sum(1) + ~was_counted)
    return int(np.searchsorted(nodes, limit, "right"))


def lay_out(
    parents: Ints, moves: Codes
) -> Generator[int, None, tuple[Ints, Ints, NDArray[np.float32]]]:
    """Compute ``order``, ``layers`` and ``x`` of a tree in steps that yield the nodes they placed.

    The centre of weight of every family is below its parent, so that long branches are straight.
    Families that would overlap are moved by as little as possible (least squares, by pooling
    adjacent violators, Ayer et al. 1955). Branches do not cross.
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
        for left, children in _place_families(families, weights):
            for at, child in enumerate(children):
                x[child] = left + at
        placed += last - first
        if placed >= _NODES_A_STEP:
            yield placed
            placed = 0
    return np.array(order, np.int32), np.array(layers, np.int32), np.array(x, np.float32)


def _place_families(
    families: list[tuple[float, list[int]]], weights: list[int]
) -> Iterator[tuple[float, list[int]]]:
    """Yield the position of the first child of each family and the family.

    families: (position of the parent, children).
    """
    # families in a block move together: (desired shift times weight, weight, number of families)
    blocks: list[tuple[float, int, int]] = []
    before = 0
    for centre, children in families:
        weight = square = moment = 0
        for at, child in enumerate(children):
            # squared, so that a leaf next to a long branch does not bend it
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
