"""Nodes and paths: read from the arrays of a search, or made from moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import ClassVar, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.inspector import Measure, SearchReader, Seen, quotient
from puzzler.search.inspection.tracing import code_of, graph_trace
from puzzler.search.inspection.values import Expansion, Node, Successor, Trace
from puzzler.search.kernels import best_first as kernel
from puzzler.search.kernels import inspection
from puzzler.search.kernels.space import Words
from puzzler.search.packing import make_space, unpack
from puzzler.search.result import SearchStats

EVERY = 64
"""One in so many states of a path is kept."""
MOVES = tuple(Move)
Weigh = Callable[[Board, Move | None, int], Node]
"""The node of a board, the move that led to it, and its depth."""


class Unpacking(NamedTuple):
    """What it takes to make nodes of packed ones; nothing that a search holds."""

    shape: tuple[int, int]
    g_weight: int
    """f = (g_weight * g + h_weight * h) / g_weight."""
    h_weight: int
    is_sided: bool = False
    """The last word of a state is the end that it was reached from."""

    def board(self, words: Words) -> Board:
        """The board of a state."""
        return unpack(make_space(*self.shape), words, *self.shape)

    def node(self, words: Words, link: Sequence[int]) -> Node:
        """The node of a state with its links."""
        _, _, g, bits = link
        move, h = (bits >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK, bits >> kernel.H_SHIFT
        side = int(words[-1]) if self.is_sided else 0
        return self.weighed(
            self.board(words), None if move == kernel.NO_MOVE else MOVES[move], g, h, side
        )

    def weighed(self, board: Board, move: Move | None, g: int, h: int, side: int) -> Node:
        """A node, with its f."""
        f = quotient(self.g_weight * g + self.h_weight * h, self.g_weight)
        return Node(board, move, g, h, f, side)


class Path(Sequence[Node], ABC):
    """Nodes along moves, made when they are looked at."""

    @abstractmethod
    def _from(self, place: int) -> Iterator[Node]:
        """The nodes from a place on."""

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


class StoredPath(Path):
    """A path of up to millions of moves: three bytes each are kept, not the search."""

    def __init__(self, unpacking: Unpacking, nodes: kernel.Nodes, ids: NDArray[np.int32]) -> None:
        """``ids`` are the numbers of the nodes, from the first to the last."""
        bits = nodes.links[ids, kernel.BITS]
        self._unpacking = unpacking
        self._moves = ((bits >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK).astype(np.int8)
        heights = bits >> kernel.H_SHIFT
        self._heights = heights if heights.any() else None
        self._kept = nodes.states[ids[::EVERY]]
        self._side = int(self._kept[0, -1]) if unpacking.is_sided else 0

    def __len__(self) -> int:
        return len(self._moves)

    @override
    def _from(self, place: int) -> Iterator[Node]:
        first = place - place % EVERY
        board = self._unpacking.board(self._kept[min(first, len(self) - 1) // EVERY])
        for number in range(first, len(self)):
            move = MOVES[self._moves[number]] if number else None
            if number % EVERY == 0:
                board = self._unpacking.board(self._kept[number // EVERY])
            elif move is not None:
                board = board.apply(move)
            if number >= place:
                h = 0 if self._heights is None else int(self._heights[number])
                yield self._unpacking.weighed(board, move, number, h, self._side)


class MovesPath(Path):
    """The states along moves from ``begin``, itself among them."""

    def __init__(self, weigh: Weigh, begin: Board, moves: Sequence[Move]) -> None:
        self._weigh = weigh
        self._begin = begin
        self._moves = moves

    def __len__(self) -> int:
        return len(self._moves) + 1

    @override
    def _from(self, place: int) -> Iterator[Node]:
        board = self._begin.apply_all(self._moves[:place])
        yield self._weigh(board, self._moves[place - 1] if place else None, place)
        for depth in range(place, len(self._moves)):
            board = board.apply(self._moves[depth])
            yield self._weigh(board, self._moves[depth], depth + 1)


def successors_of(node: Node, order: Sequence[Move]) -> Iterator[tuple[Move, Board]]:
    """Each legal move and where it leads, without the move back, in ``order``."""
    for move in order:
        is_back = node.move is not None and move is node.move.inverse
        if not is_back and move in node.board.legal_moves():
            yield move, node.board.apply(move)


class NodesReader(SearchReader):
    """Reads a search that keeps all its nodes.

    Its states can be looked up by ``known_node``.
    """

    is_sided: ClassVar[bool] = False
    """It searches from both ends."""

    def __init__(self, stepping: BestFirst) -> None:
        super().__init__(stepping)
        self.stepping = stepping
        shape, weighing = self.task.problem.start.size, stepping.weighing
        self._unpacking = Unpacking(shape, weighing.g_weight, weighing.h_weight, self.is_sided)
        self.room: Words = np.zeros((1, stepping.nodes.states.shape[1]), np.int64)

    @override
    def after(self, index: int, shift: Callable[[int], int]) -> Seen:
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
        return Seen(expansion, partial(self.path, number), self.measure(node))

    @override
    def trace(
        self, expansion: Expansion | None, stats: SearchStats, status: Status
    ) -> Trace | None:
        code = code_of(self.task)
        if code is None:
            return None
        if self.stepping.is_solved:  # the search itself notices with its next step
            status = Status.SOLVED
        goal = self.read(int(self.stepping.counters[kernel.CURRENT]))
        return graph_trace(code, expansion, stats, status, goal)

    def last_expanded(self) -> int:
        """The node expanded last."""
        return int(self.stepping.counters[kernel.CURRENT])

    @abstractmethod
    def successors(self, number: int, node: Node) -> Iterable[Successor]:
        """What became of the successors of ``node``, expanded last."""

    def measure(self, node: Node) -> Measure:
        """What evaluated the h of ``node``."""
        return Measure.of(self.task)

    def link(self, node: int) -> list[int]:
        """Parent, next, g and bits of a node."""
        links: list[int] = self.stepping.nodes.links[node].tolist()
        return links

    def read(self, node: int) -> Node:
        """A node by its number."""
        return self._unpacking.node(self.stepping.nodes.states[node], self.link(node))

    def path(self, node: int) -> Path:
        """From the root to ``node``."""
        nodes = self.stepping.nodes
        ids = np.empty(self.link(node)[kernel.G] + 1, np.int32)
        inspection.trace_back(nodes.links, node, ids)
        return StoredPath(self._unpacking, nodes, ids)

    def index_of(self, node: int) -> int:
        """The index of the expansion of ``node``."""
        return kernel.TAKEN - self.link(node)[kernel.NEXT]
