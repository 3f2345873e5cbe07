"""Nodes and paths that are read from the arrays of a search or computed from moves."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import ClassVar, overload

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.algorithm import Pseudocode
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.inspector import LastExpansion, Measure, SearchReader, quotient
from puzzler.search.inspection.observation import Expansion, Node, Successor, Trace
from puzzler.search.inspection.tracing import graph_trace
from puzzler.search.kernels import nodes as kernel
from puzzler.search.kernels.space import Words
from puzzler.search.packing import make_space, unpack
from puzzler.search.result import SearchStats

EVERY = 64
"""One of EVERY states of a path is stored."""
AT_ONCE = 256 * EVERY
"""Number of states of a path that are read at a time."""
MOVES = tuple(Move)
Weigh = Callable[[Board, Move | None, int], Node]
"""Returns the node for a board, the move that led to it and its depth."""


Weights = tuple[int, int]
"""The weights of g and h: f = (g_weight * g + h_weight * h) / g_weight."""


def weighted_node(
    weights: Weights, board: Board, move: Move | None, g: int, h: int, side: int = 0
) -> Node:
    """Return a node with its f."""
    g_weight, h_weight = weights
    return Node(board, move, g, h, quotient(g_weight * g + h_weight * h, g_weight), side)


class Path(Sequence[Node]):
    """A sequence of nodes along moves, which are computed when they are read."""

    def __init__(
        self,
        weigh: Weigh,
        moves: Sequence[int] | NDArray[np.int8],
        nearest: Callable[[int], tuple[int, Board]],
    ) -> None:
        """nearest: returns the last place up to a given one with a stored board, and the board."""
        self._weigh = weigh
        self._moves = moves
        self._nearest = nearest

    @classmethod
    def along(cls, weigh: Weigh, begin: Board, moves: Sequence[Move]) -> Path:
        """Return the path along moves from ``begin``, which is its first state."""
        return cls(weigh, moves, lambda _: (0, begin))

    def __len__(self) -> int:
        return len(self._moves) + 1

    def _from(self, place: int) -> Iterator[Node]:
        first, board = self._nearest(place)
        board = board.apply_all(MOVES[move] for move in self._moves[first:place])
        yield self._weigh(board, MOVES[self._moves[place - 1]] if place else None, place)
        for depth in range(place, len(self._moves)):
            move = MOVES[self._moves[depth]]
            board = board.apply(move)
            yield self._weigh(board, move, depth + 1)

    @overload
    def __getitem__(self, place: int) -> Node: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Node]: ...
    def __getitem__(self, place: int | slice) -> Node | Sequence[Node]:
        if isinstance(place, slice):
            places = range(len(self))[place]
            if places.step == 1:
                return tuple(islice(self._from(places.start), len(places)))
            return tuple(self[number] for number in places)
        return next(self._from(range(len(self))[place]))

    def __iter__(self) -> Iterator[Node]:
        return self._from(0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


def successors_of(node: Node, order: Sequence[Move]) -> Iterator[tuple[Move, Board]]:
    """Yield each legal move and the board after it, in ``order``, without the inverse move."""
    for move in order:
        is_back = node.move is not None and move is node.move.inverse
        if not is_back and move in node.board.legal_moves():
            yield move, node.board.apply(move)


class NodesReader(SearchReader):
    """Reads a search that stores all nodes, so that ``find_node`` can look up its states."""

    is_sided: ClassVar[bool] = False
    """Whether the search is bidirectional."""

    def __init__(self, stepping: BestFirst) -> None:
        super().__init__(stepping)
        self.stepping = stepping
        self.dropped: Sequence[Node] = ()
        """The nodes that were discarded as duplicates after the last expansion."""
        self.weights = stepping.weighing.g_weight, stepping.weighing.h_weight
        self.room: Words = np.zeros((1, stepping.nodes.states.shape[1]), np.int64)

    def after(self, index: int, shift: Callable[[int], int]) -> LastExpansion:
        number = self.last_expanded()
        node, parent = self.read(number), self.link(number)[kernel.PARENT]
        is_root = parent == kernel.NONE
        expansion = Expansion(
            index,
            node,
            None if is_root else self.read(parent).board,
            None if is_root else self.index_of(parent),
            tuple(self.successors(number, node)),
        )
        return LastExpansion(expansion, partial(self.path, number), self.measure(node))

    def trace(
        self, code: Pseudocode, expansion: Expansion | None, stats: SearchStats, status: Status
    ) -> Trace:
        if self.stepping.is_solved:  # the status of the search changes in its next step
            status = Status.SOLVED
        goal = self.read(int(self.stepping.counters[kernel.CURRENT]))
        return graph_trace(code, expansion, stats, status, goal, self.dropped)

    def last_expanded(self) -> int:
        """Return the number of the last expanded node."""
        return int(self.stepping.counters[kernel.CURRENT])

    @abstractmethod
    def successors(self, number: int, node: Node) -> Iterable[Successor]:
        """Return the successors of ``node``, the last expanded node, with their outcomes."""

    def measure(self, node: Node) -> Measure:
        """Return the heuristic that evaluated ``node``."""
        return Measure.of(self.task)

    def link(self, node: int) -> list[int]:
        """Return parent, next, g and bits of a node."""
        links: list[int] = self.stepping.nodes.links[node].tolist()
        return links

    def read(self, node: int) -> Node:
        """Return a node by its number."""
        words, shape = self.stepping.nodes.states[node], self.task.problem.start.size
        _, _, g, bits = self.link(node)
        move, h = (bits >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK, bits >> kernel.H_SHIFT
        return weighted_node(
            self.weights,
            unpack(make_space(*shape), words, *shape),
            None if move == kernel.NO_MOVE else MOVES[move],
            g,
            h,
            int(words[-1]) if self.is_sided else 0,
        )

    def path(self, node: int) -> Path:
        """Return the path from the root to ``node``, with a few bytes for each of its states."""
        # the path refers to none of the arrays of the search, which are large
        nodes, weights, shape = self.stepping.nodes, self.weights, self.task.problem.start.size
        largest_h = self.stepping.weighing.largest_h
        length = self.link(node)[kernel.G] + 1
        stored = np.empty((-(-length // EVERY), nodes.states.shape[1]), np.int64)
        moves = np.empty(length, np.int8)
        heights = np.broadcast_to(np.int32(0), length)
        if largest_h:
            heights = np.empty(length, np.int32)
        for first in reversed(range(0, length, AT_ONCE)):
            part = slice(first, first + AT_ONCE)
            ids = np.empty(len(moves[part]), np.int32)
            kernel.trace_back(nodes.links, node, ids)
            node = self.link(ids[0])[kernel.PARENT]
            stored[first // EVERY :][: len(ids[::EVERY])] = nodes.states[ids[::EVERY]]
            bits = nodes.links[ids, kernel.BITS]
            moves[part] = (bits >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK
            if largest_h:
                heights[part] = bits >> kernel.H_SHIFT
        side = int(stored[0, -1]) if self.is_sided else 0

        def weigh(board: Board, move: Move | None, g: int) -> Node:
            return weighted_node(weights, board, move, g, int(heights[g]), side)

        def nearest(place: int) -> tuple[int, Board]:
            words = stored[place // EVERY]
            return place - place % EVERY, unpack(make_space(*shape), words, *shape)

        return Path(weigh, moves[1:], nearest)

    def index_of(self, node: int) -> int:
        """Return the index of the expansion of ``node``."""
        return (
            node if self.stepping.is_queue else kernel.FIRST_CLOSED - self.link(node)[kernel.NEXT]
        )
