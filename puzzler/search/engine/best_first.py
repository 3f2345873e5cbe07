"""The best-first search: memory, limits, solutions, and what can be read of it."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.stepping import (
    Keeping,
    OrderCursor,
    Sample,
    SampleRun,
    Sizes,
    Status,
    Stepping,
    Task,
)
from puzzler.search.kernels import best_first as kernel
from puzzler.search.kernels import jit
from puzzler.search.kernels.space import Space
from puzzler.search.options import Ties, When
from puzzler.search.packing import has_ranks, make_space, pack, unpack, word_count
from puzzler.search.result import SearchStats

FIRST_SLOT_BITS = 12
SLOT_BYTES, LINK_BYTES = 8, 16
ROOMY, CROWDED = 0.7, 0.9
"""Share of the table in use at which it doubles, and at which it is full where it cannot."""
LARGEST_CAPACITY = kernel.ID_MASK
"""Nodes: their numbers have 31 bits, whatever the memory has room for."""
BRANCHES = len(Move)
"""No state has more successors."""
MOVED_AT_ONCE = 40_000
"""Slots of a table that move to the next one in one go: about a millisecond."""
FIRST_DEPTHS = 256
"""Moves that there is room for at first."""
SAMPLED_WHOLE = 16_384
"""Expansions of which each is sampled."""
SAMPLED_AT_STOPS = 64
"""Expansions sampled at each stop beyond: more would slow the search down."""
MOVES = tuple(Move)
STATUS = {
    kernel.SOLVED: Status.SOLVED,
    kernel.EXHAUSTED: Status.EXHAUSTED,
    kernel.FULL: Status.LIMIT,
}


def most_states(rows: int, columns: int, memory: int) -> int:
    """How many states of a shape a best-first search can hold at most in ``memory`` bytes."""
    node_bytes = 8 * word_count(make_space(rows, columns)) + LINK_BYTES
    return min(memory // (node_bytes + SLOT_BYTES), LARGEST_CAPACITY)


def _empty_heads(count: int) -> NDArray[np.int32]:
    heads = np.full((count, kernel.HEAD_FIELDS), kernel.NONE, np.int32)
    heads[:, kernel.COUNT] = 0
    return heads


class BestFirst(Stepping):
    """A best-first search in progress: f = g_weight * g + h_weight * h."""

    reader = "best_first.BestFirstReader"
    keeping = Keeping.ALL
    tells_order = True
    has_buckets: ClassVar[bool] = True
    """Nodes wait in one chain for each f; else in one alone."""
    is_queue = False
    """Nodes stand in the order in which they are expanded."""

    def __init__(
        self,
        task: Task,
        g_weight: int,
        h_weight: int,
        *,
        largest_h: int | None = None,
        space: Space | None = None,
    ) -> None:
        tables = task.tables
        largest_h = tables.largest if largest_h is None else largest_h
        if largest_h > kernel.LARGEST_H:
            raise ValueError(f"the heuristic {task.heuristic.name} grows too large for this shape")
        super().__init__(task)
        self._memory = task.limit.memory
        self.space = space or make_space(*task.problem.start.size)
        self._goal = pack(self.space, task.problem.goal)
        self.weighing = kernel.Weighing(
            tables.distance, g_weight, h_weight, largest_h, tables.make_parts()
        )
        self._rest = tables.rest
        self._is_late = task.duplicates is When.LATE
        self._order = np.array(task.moves, np.int64)
        self.counters = np.zeros(kernel.COUNTERS, np.int64)
        self._node_bytes = 8 * word_count(self.space) + LINK_BYTES
        self.nodes = self._first_nodes()
        self._growing: tuple[kernel.Nodes, int] | None = None
        self.is_solved = False
        self.ties = self._first_ties()
        self._begin()
        # fetch the machine code, so that no search's time contains it
        self._expand(0)
        kernel.move_entries(self.nodes, self.nodes, 0, 0)
        self._moves_to(0)

    def _first_nodes(self) -> kernel.Nodes:
        # The system hands out pages as they are touched: room up to the limit costs nothing before.
        capacity = min(max(self._memory // self._node_bytes, 16), LARGEST_CAPACITY)
        while True:
            try:
                states = np.empty((capacity, word_count(self.space)), np.int64)
                links = np.empty((capacity, 4), np.int32)
                break
            except MemoryError:
                capacity //= 2
                if capacity < 16:
                    raise
        buckets, weighing = 1, self.weighing
        if self.has_buckets:
            buckets += weighing.g_weight * FIRST_DEPTHS + weighing.h_weight * weighing.largest_h
        slots = np.zeros(1 << FIRST_SLOT_BITS, np.int64)
        return kernel.Nodes(states, links, slots, FIRST_SLOT_BITS, _empty_heads(buckets))

    def _first_ties(self) -> kernel.Ties:
        sign = int(self.task.ties is Ties.HIGH_G) - int(self.task.ties is Ties.LOW_G)
        columns = self.weighing.largest_h + 1 if self.weighing.h_weight else 1
        depths = FIRST_DEPTHS if sign else 0
        is_fifo = int(self.task.ties is Ties.FIFO)
        return kernel.Ties(is_fifo, sign, np.full((depths, columns), kernel.NONE, np.int32))

    def _begin(self) -> None:
        start = self.task.problem.start
        self.nodes.states[0] = pack(self.space, start)[0]
        h = self.task.start_h
        kernel.add_root(self.nodes, self.counters, self.weighing, start.blank, h)
        if self.ties.g_sign:
            self.ties.chains[0, h if self.weighing.h_weight else 0] = 0

    @property
    @override
    def expanded(self) -> int:
        return int(self.counters[kernel.EXPANDED])

    @override
    def work(self, budget: int) -> Status:
        if self._growing:
            return self._grow_on()
        code = self._expand(budget)
        if code == kernel.CROWDED:
            return self._make_room()
        if code == kernel.NEEDS_BUCKETS:
            return self._add_buckets()
        if code == kernel.NEEDS_CHAINS:
            return self._add_chains()
        self.is_solved = code == kernel.SOLVED
        return STATUS.get(code, Status.RUNNING)

    def _expand(self, budget: int) -> int:
        data = self.space, self._goal, self.nodes, self.weighing, self._rest, self.ties
        is_small = has_ranks(self.task.problem.goal)  # the words of 16 cells go up to their sign
        expand = jit.with_views(kernel.expand) if is_small else kernel.expand
        ways = int(self._is_late), self._order
        return expand(*data, *ways, self.counters, budget, *self._limits())

    def _limits(self) -> tuple[int, int]:
        """How many states the table, and nodes the memory, may hold before work pauses.

        The nodes leave room for the table at its next size, where that is possible.
        """
        nodes, slots = self.nodes, len(self.nodes.slots)
        crowd = int(slots * (ROOMY if self._has_room(2 * nodes.slots.nbytes) else CROWDED))
        return crowd, min(
            (self._memory - self._table_bytes()) // self._node_bytes, len(nodes.states)
        )

    def _has_room(self, more: int) -> bool:
        """There is memory for another table; where it grows, the old one is there until the end."""
        return self._bytes() + more <= self._memory

    def _bytes(self) -> int:
        return int(self.counters[kernel.STORED]) * self._node_bytes + self._table_bytes()

    def _table_bytes(self) -> int:
        growing = self._growing[0].slots.nbytes if self._growing else 0
        nodes, chains = self.nodes, self.ties.chains
        return nodes.slots.nbytes + nodes.heads.nbytes + chains.nbytes + growing

    def _add_buckets(self) -> Status:
        heads = self.nodes.heads
        if not self._has_room(2 * heads.nbytes):
            return Status.LIMIT
        heads = np.concatenate([heads, _empty_heads(len(heads))])
        self.nodes = self.nodes._replace(heads=heads)
        return Status.RUNNING

    def _add_chains(self) -> Status:
        chains = self.ties.chains
        if not self._has_room(2 * chains.nbytes):
            return Status.LIMIT
        chains = np.concatenate([chains, np.full_like(chains, kernel.NONE)])
        self.ties = self.ties._replace(chains=chains)
        return Status.RUNNING

    def _make_room(self) -> Status:
        bits = self.nodes.slot_bits + 1
        if not self._has_room(SLOT_BYTES * (1 << bits)):
            # where there was room for a larger table when the work began, this one is not full yet
            crowd, _ = self._limits()
            is_full = int(self.counters[kernel.KNOWN]) + BRANCHES >= crowd
            return Status.LIMIT if is_full else Status.RUNNING
        larger = self.nodes._replace(slots=np.zeros(1 << bits, np.int64), slot_bits=bits)
        self._growing = (larger, 0)
        return Status.RUNNING

    def _grow_on(self) -> Status:
        assert self._growing is not None
        larger, first = self._growing
        last = min(first + MOVED_AT_ONCE, len(self.nodes.slots))
        kernel.move_entries(self.nodes, larger, first, last)
        self._growing = (larger, last)
        if last == len(self.nodes.slots):
            self.nodes, self._growing = larger, None
        return Status.RUNNING

    @override
    def stats(self) -> SearchStats:
        counters = self.counters.tolist()
        return SearchStats(
            expanded=counters[kernel.EXPANDED],
            generated=counters[kernel.GENERATED],
            duplicates=counters[kernel.DUPLICATES],
            reopened=counters[kernel.REOPENED],
            frontier=counters[kernel.FRONTIER],
            peak_frontier=counters[kernel.PEAK_FRONTIER],
            stored=counters[kernel.STORED if self._is_late else kernel.KNOWN],
            bound=counters[kernel.LOWEST_F] // max(self.weighing.g_weight, 1),
            depth=int(self.nodes.links[counters[kernel.CURRENT], kernel.G]),
            deepest=counters[kernel.DEEPEST],
            best_h=counters[kernel.BEST_H],
            bytes=self._bytes(),
        )

    @override
    def current(self) -> Board:
        words = self.nodes.states[int(self.counters[kernel.CURRENT])]
        shape = self.task.problem.start.size
        return unpack(make_space(*shape), words, *shape)

    @override
    def solution(self) -> tuple[Move, ...] | None:
        return self._moves_to(int(self.counters[kernel.CURRENT])) if self.is_solved else None

    def path_to(self, node: int) -> NDArray[np.int32]:
        """The nodes from the first to ``node``."""
        links = self.nodes.links
        path = np.empty(int(links[node, kernel.G]) + 1, np.int32)
        kernel.trace_back(links, node, path)
        return path

    def _moves_to(self, node: int) -> tuple[Move, ...]:
        bits = self.nodes.links[self.path_to(node)[1:], kernel.BITS]
        moves = (bits >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK
        return tuple([MOVES[move] for move in moves.tolist()])

    @override
    def lower_bound(self) -> int:
        return self.task.bound_by_f(int(self.counters[kernel.LOWEST_F]), self.weighing.g_weight)

    @override
    def sample(self, since: int, status: Status) -> Sample | SampleRun | None:
        now = self.expanded
        count = min(now - since, now)
        if now > SAMPLED_WHOLE:
            count = min(count, SAMPLED_AT_STOPS)
        return self._last_expanded(count, status) if count > 0 else None

    def _last_expanded(self, count: int, status: Status) -> Sample | SampleRun | None:
        """The last ``count`` states expanded or fewer."""
        if self.is_queue:
            nodes = np.arange(self.expanded - count, self.expanded)
            return self._samples(nodes, nodes + 1)
        stored, now = int(self.counters[kernel.STORED]), self.expanded
        if now > SAMPLED_WHOLE:
            # what was expanded last has made the nodes stored last
            nodes = np.unique(self.nodes.links[stored - 3 * count : stored, kernel.PARENT])
        else:
            nodes = np.arange(stored)
        moments = self._places(nodes) + 1
        is_late = moments > now - count
        nodes, moments = nodes[is_late], moments[is_late]
        return self._samples(nodes[np.argsort(moments)], np.sort(moments))

    def _places(self, nodes: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many were expanded before each of ``nodes``; below 0 where it was not expanded."""
        places: NDArray[np.int64] = kernel.TAKEN - self.nodes.links[nodes, kernel.NEXT].astype(
            np.int64
        )
        return places

    def _samples(self, nodes: NDArray[np.int64], moments: NDArray[np.int64]) -> SampleRun:
        fields = self.nodes.links[nodes].astype(np.int64)
        return SampleRun(moments, fields[:, kernel.G], fields[:, kernel.BITS] >> kernel.H_SHIFT)

    @override
    def sizes(self) -> Sizes:
        counters = self.counters
        closed = counters[kernel.EXPANDED] - counters[kernel.REOPENED]
        # the bound is plotted for both sides; elsewhere it depends on the weight, and follows f
        return Sizes(int(counters[kernel.FRONTIER]), int(closed), int(counters[kernel.LOWEST_F]))

    @override
    def read_order(self, cursor: OrderCursor) -> NDArray[np.int64]:
        if self.is_queue:
            nodes = np.arange(cursor.next, max(cursor.next, self.expanded))
        else:
            places = self._places(np.arange(int(self.counters[kernel.STORED])))
            nodes = np.flatnonzero(places >= cursor.next)
            nodes = nodes[np.argsort(places[nodes])]
        cursor.next += len(nodes)
        words: NDArray[np.int64] = self.nodes.states[nodes, 0]
        return words
