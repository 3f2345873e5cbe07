"""Nodes of searches that hold every state they meet, read from their arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.inspection.reading import ranked
from puzzler.search.inspection.values import Node
from puzzler.search.kernels import best_first as kernel
from puzzler.search.kernels import inspection
from puzzler.search.kernels.space import Words
from puzzler.search.packing import make_space, unpack

CHUNK = 1 << 13
"""Nodes whose expansions are counted at a time."""
MOVES = tuple(Move)


class Unpacking(NamedTuple):
    """What it takes to make nodes of packed ones; nothing that a search holds."""

    shape: tuple[int, int]
    """Rows and columns."""
    g_weight: int
    """f = (g_weight * g + h_weight * h) / g_weight."""
    h_weight: int
    """See there."""
    is_sided: bool = False
    """The last word of a state is the end that it was reached from."""

    def board(self, words: Words) -> Board:
        """The board of a state."""
        return unpack(make_space(*self.shape), words, *self.shape)

    def node(self, words: Words, link: Sequence[int]) -> Node:
        """The node of a state with its links."""
        _, _, g, bits = link
        move, h = (bits >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK, bits >> kernel.H_SHIFT
        return Node(
            self.board(words),
            None if move == kernel.NO_MOVE else MOVES[move],
            g,
            h,
            ranked(g, h, self.g_weight, self.h_weight),
            int(words[-1]) if self.is_sided else 0,
        )


class Path(Sequence[Node]):
    """Nodes that are unpacked when they are looked at; a search that is over need not stay."""

    def __init__(self, unpacking: Unpacking, states: Words, links: NDArray[np.int32]) -> None:
        self._unpacking = unpacking
        self._states = states
        self._links = links

    def __len__(self) -> int:
        return len(self._links)

    @overload
    def __getitem__(self, place: int) -> Node: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Node]: ...
    def __getitem__(self, place: int | slice) -> Node | Sequence[Node]:
        if isinstance(place, slice):
            return Path(self._unpacking, self._states[place], self._links[place])
        return self._unpacking.node(self._states[place], self._links[place].tolist())

    def __iter__(self) -> Iterator[Node]:
        return (self[number] for number in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


class NodeReader:
    """Reads the nodes of a search whose nodes are stored in the order of their expansions.

    Every expansion makes at least one successor, as every cell has two neighbours; its successors
    lie in one row. So the number of an expansion is how many such rows lie before its own.
    """

    def __init__(
        self, stepping: BestFirst, shape: tuple[int, int], *, is_sided: bool = False
    ) -> None:
        """``is_sided`` is said of a search from both ends."""
        self.stepping = stepping
        weighing = stepping.weighing
        self._unpacking = Unpacking(shape, weighing.g_weight, weighing.h_weight, is_sided)
        self._roots = 2 if is_sided else 1
        """Nodes that no expansion has made."""
        self._rows_before = [0]
        """By chunk: how many rows of successors begin before it."""
        self.room: Words = np.zeros((2, stepping.nodes.states.shape[1]), np.int64)

    def link(self, node: int) -> list[int]:
        """Parent, next, g and bits of a node."""
        links: list[int] = self.stepping.nodes.links[node].tolist()
        return links

    def read(self, node: int) -> Node:
        """A node by its number."""
        return self._unpacking.node(self.stepping.nodes.states[node], self.link(node))

    def board(self, node: int) -> Board:
        """The state of a node."""
        return self._unpacking.board(self.stepping.nodes.states[node])

    def path(self, node: int) -> Path:
        """From the root to ``node``."""
        nodes = self.stepping.nodes
        ids = np.empty(self.link(node)[kernel.G] + 1, np.int32)
        inspection.trace_back(nodes.links, node, ids)
        return Path(self._unpacking, nodes.states[ids], nodes.links[ids])

    def last_row(self) -> tuple[int, int]:
        """The successors of the state expanded last: the first, and one past the last."""
        last = int(self.stepping.counters[kernel.STORED])
        parents = self.stepping.nodes.links[max(last - 4, self._roots) : last, kernel.PARENT]
        return last - int((parents == parents[-1]).sum()), last

    def index_of(self, node: int) -> int | None:
        """The index of the expansion that has made ``node``; None where it is a root."""
        if node < self._roots:
            return None
        chunk = (node + 1) // CHUNK
        while len(self._rows_before) <= chunk:
            begin = CHUNK * (len(self._rows_before) - 1)
            self._rows_before.append(
                self._rows_before[-1] + self._rows_between(begin, begin + CHUNK)
            )
        return self._rows_before[chunk] + self._rows_between(chunk * CHUNK, node + 1) - 1

    def _rows_between(self, begin: int, end: int) -> int:
        """How many rows of successors begin within these nodes."""
        begin = max(begin, self._roots)
        if begin >= end:
            return 0
        parents = self.stepping.nodes.links[begin - 1 : end, kernel.PARENT]
        return int((parents[1:] != parents[:-1]).sum())
