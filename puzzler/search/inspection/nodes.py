"""Nodes of searches that hold every state they meet, read from their arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

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


class Path(Sequence[Node]):
    """Nodes that are unpacked when they are looked at."""

    def __init__(self, reader: NodeReader, ids: NDArray[np.int32]) -> None:
        self._reader = reader
        # the search may go on and take room of its own anew: what is needed is copied
        self._states = reader.stepping.nodes.states[ids]
        self._links = reader.stepping.nodes.links[ids]

    def __len__(self) -> int:
        return len(self._links)

    @overload
    def __getitem__(self, place: int) -> Node: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Node]: ...
    def __getitem__(self, place: int | slice) -> Node | Sequence[Node]:
        if isinstance(place, slice):
            return tuple(self[number] for number in range(len(self))[place])
        return self._reader.unpacked(self._states[place], self._links[place].tolist())

    def __iter__(self) -> Iterator[Node]:
        return (self[number] for number in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} nodes>"


class NodeReader:
    """Reads the nodes of a search whose nodes are stored in the order of their expansions.

    Every expansion makes at least one successor, as every cell has two neighbours; its successors
    lie in one row. So the number of an expansion is how many such rows lie before its own.
    """

    def __init__(self, stepping: BestFirst, board: Board, roots: int = 1) -> None:
        """``board`` is any of the shape; ``roots`` are the nodes that no expansion has made."""
        self.stepping = stepping
        self._shape = board.size
        self._space = make_space(*board.size)
        self._roots = roots
        self._rows_before = [0]
        """By chunk: how many rows of successors begin before it."""
        self.room: Words = np.zeros((2, stepping.nodes.states.shape[1]), np.int64)

    def link(self, node: int) -> list[int]:
        """Parent, next, g and bits of a node."""
        links: list[int] = self.stepping.nodes.links[node].tolist()
        return links

    def read(self, node: int) -> Node:
        """A node by its number."""
        return self.unpacked(self.stepping.nodes.states[node], self.link(node))

    def board(self, node: int) -> Board:
        """The state of a node."""
        return unpack(self._space, self.stepping.nodes.states[node], *self._shape)

    def unpacked(self, words: Words, link: list[int]) -> Node:
        """The node of this state and these links."""
        _, _, g, bits = link
        move, h = (bits >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK, bits >> kernel.H_SHIFT
        return Node(
            unpack(self._space, words, *self._shape),
            None if move == kernel.NO_MOVE else MOVES[move],
            g,
            h,
            self.f(g, h),
            self.side(words),
        )

    def f(self, g: int, h: int) -> float:
        """What a node is ranked by."""
        weighing = self.stepping.weighing
        return ranked(g, h, weighing.g_weight, weighing.h_weight)

    def side(self, words: Words) -> int:
        """The end that a state was reached from."""
        return 0

    def path(self, node: int) -> Path:
        """From the root to ``node``."""
        ids = np.empty(self.link(node)[kernel.G] + 1, np.int32)
        inspection.trace_back(self.stepping.nodes.links, node, ids)
        return Path(self, ids)

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
