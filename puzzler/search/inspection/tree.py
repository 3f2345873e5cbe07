"""The tree of what a search has generated so far, laid out in layers.

A tree is made for one moment of a search from plain arrays. Its nodes are the expansions, by their
index, and after them the leaves: states on the frontier, states that were cut off, and goals.
Duplicates are no nodes.
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
from puzzler.search.engine.stepping import Keeping

Ints = NDArray[np.int32]
Codes = NDArray[np.int8]
Values = NDArray[np.float32]

_NODES_A_STEP = 500
MOST_NODES = 20_000
_KEPT_BOARDS = 32
"""One in so many states along a path is kept."""


class Made(IntEnum):
    """What became of a successor, as a code in an array; 0 where the move was not made."""

    NOTHING = 0
    NEW = 1
    DUPLICATE = 2
    REOPENED = 3
    PRUNED = 4
    GOAL = 5
    MEETING = 6


class TreeMark(IntEnum):
    """What a node of the tree is."""

    CLOSED = 0
    FRONTIER = 1
    PRUNED = 2
    GOAL = 3
    MEETING = 4


_MARKS = np.array(
    [
        -1,
        TreeMark.FRONTIER,
        -1,
        TreeMark.FRONTIER,
        TreeMark.PRUNED,
        TreeMark.GOAL,
        TreeMark.MEETING,
    ],
    np.int8,
)
"""The mark of a leaf, by what was made of it."""


ROW = np.dtype(
    [
        ("parent", np.int32),  # the expansion in which the node was generated; -1 for a root
        ("move", np.int8),  # the move that led to it; -1 for a root
        ("made", np.int8, 4),  # what became of each successor, a ``Made``, by its ``Move``
        ("g", np.int32),  # moves from the start, or from the goal on a backward side
        ("h", np.int32),  # the heuristic's value
        ("f", np.float32),  # what it was ranked by
        ("made_f", np.float32, 4),  # the same of each successor, by its ``Move``
        # by ``Move`` the moment at which the state of a successor, not yet expanded, was reached
        # from elsewhere, below which it is expanded; 0 where it never was
        ("passed", np.int32, 4),
        ("limit", np.int32),  # successors with this g are not expanded
    ]
)
"""An expansion, as a tree is made from it."""
NO_LIMIT = 1 << 30
"""No depth is too large."""


@dataclass(frozen=True, eq=False)
class Grown:
    """What a tree is made from."""

    rows: NDArray[np.void]
    """(n,) of ``ROW``: the expansions, from the first on."""
    roots: Mapping[int, Board] = field(default_factory=dict)
    """Boards of roots, by expansion, that are not the start."""
    keeping: Keeping = Keeping.ALL
    """Other leaves are cut off."""


@dataclass(frozen=True, eq=False, kw_only=True)
class SearchTree:
    """The tree at one moment. Nodes below ``expanded`` are expansions, by their index."""

    start: Board
    moment: int
    """Expansions done, as far as they are known."""
    expanded: int
    """Expansions that are in the tree."""
    is_full: bool
    """It has no room for more of them."""
    parents: Ints
    """(nodes,): the parent of every node; -1 for a root."""
    moves: Codes
    """(nodes,): the move that led to it; -1 for a root."""
    marks: Codes
    """(nodes,): a ``TreeMark`` each."""
    order: Ints
    """(nodes,): the nodes layer by layer, from left to right."""
    layers: Ints
    """(layers + 1,): where each layer begins in ``order``, and the end of the last."""
    x: NDArray[np.float32]
    """(nodes,): where a node lies in its layer; neighbours are at least 1 apart."""
    g: Ints
    """(nodes,): moves from where its side began."""
    h: Ints
    """(nodes,): the heuristic's value; -1 where the node was not expanded."""
    f: Values
    """(nodes,): what a node is ranked by; NaN before the first expansion."""
    _boards: dict[int, Board]
    """States of nodes, as far as they were asked for, and of roots that are not the start."""

    @property
    def is_cut(self) -> bool:
        """The search has gone on further than the tree has room for."""
        return self.is_full and self.expanded < self.moment

    @property
    def width(self) -> tuple[float, float]:
        """The smallest and the largest ``x``."""
        return (float(self.x.min()), float(self.x.max()))

    def path_to(self, node: int) -> Ints:
        """The nodes from the root to ``node``, both included."""
        path = [node]
        while (parent := int(self.parents[path[-1]])) >= 0:
            path.append(parent)
        return np.array(path[::-1], np.int32)

    def board(self, node: int) -> Board:
        """The state of a node."""
        unknown = list[int]()
        while node not in self._boards:
            parent = int(self.parents[node])
            if parent < 0:
                self._boards[node] = self.start
                break
            unknown.append(node)
            node = parent
        board = self._boards[node]
        # one for every few is kept: others are near one that is known then
        for last in range(len(unknown), 0, -_KEPT_BOARDS):
            below = unknown[max(0, last - _KEPT_BOARDS) : last]
            moves = [Move(move) for move in self.moves[below[::-1]].tolist()]
            board = self._boards[below[0]] = board.apply_all(moves)
        return board


def growing(
    start: Board, grown: Grown, moment: int, most: int = MOST_NODES
) -> Generator[int, None, SearchTree]:
    """The tree after ``moment`` expansions, of the first of them where it would be too large.

    It is made in short steps; each yields roughly how many nodes it placed.
    """
    known = min(moment, len(grown.rows))
    expanded = _room(grown, known, most)
    is_full = expanded < known or expanded >= most
    rows = grown.rows[:expanded]
    parents, moves = rows["parent"], rows["move"]
    closed = np.full(expanded, TreeMark.CLOSED, np.int8)
    if not expanded:  # before the first expansion there is the start
        parents, moves = np.array([-1], np.int32), np.array([-1], np.int8)
        closed = np.array([TreeMark.FRONTIER], np.int8)
    is_leaf = _is_node(rows["made"])
    inner = parents >= 0
    is_leaf[parents[inner], moves[inner]] = False
    # else the same state is in the tree where it was reached later
    is_leaf &= (rows["passed"] == 0) | (rows["passed"] > expanded)
    above, move = np.nonzero(is_leaf)
    leaves = _MARKS[rows["made"][above, move]]
    is_kept = _kept(rows["parent"], grown.keeping)[above]
    is_kept &= rows["g"][above] + 1 < rows["limit"][above]
    leaves[(leaves == TreeMark.FRONTIER) & ~is_kept] = TreeMark.PRUNED
    no_h = np.full(len(above) + (not expanded), -1)
    g = rows["g"] if expanded else np.zeros(1)
    f = rows["f"] if expanded else np.full(1, np.nan)
    all_parents = np.concatenate((parents, above)).astype(np.int32)
    all_moves = np.concatenate((moves, move)).astype(np.int8)
    yield len(all_parents) // 6
    order, starts, x = yield from laid_out(all_parents, all_moves)
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


def _kept(parents: Ints, keeping: Keeping) -> NDArray[np.bool_]:
    """Of which expansions successors may still be expanded."""
    kept = np.full(len(parents), keeping is Keeping.ALL)
    if keeping is Keeping.LAST and len(parents):
        kept[np.flatnonzero(parents < 0)[-1] :] = True
    elif keeping is Keeping.PATH:
        node = len(parents) - 1
        while node >= 0:
            kept[node] = True
            node = int(parents[node])
    return kept


def _is_node(made: Codes) -> NDArray[np.bool_]:
    is_node: NDArray[np.bool_] = (made != Made.NOTHING) & (made != Made.DUPLICATE)
    return is_node


def _room(grown: Grown, expanded: int, most: int) -> int:
    """How many expansions, of the first ``expanded``, make a tree of at most ``most`` nodes."""
    rows = grown.rows[:expanded]
    parents, is_node = rows["parent"], _is_node(rows["made"])
    # an expansion adds its successors; it is itself the successor of another, or a root
    was_counted = (parents >= 0) & is_node[parents, rows["move"]]
    nodes = np.cumsum(is_node.sum(1) + ~was_counted)
    return int(np.searchsorted(nodes, most, "right"))


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
