"""Best-first search: memory, limits, solutions and data for plots and inspection."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.stepping import (
    OrderCursor,
    Sample,
    SampleRun,
    Sizes,
    Status,
    Stepping,
    Storage,
    Task,
)
from puzzler.search.kernels import best_first, jit
from puzzler.search.kernels import nodes as kernel
from puzzler.search.kernels.space import Space
from puzzler.search.options import Ties, When
from puzzler.search.packing import has_ranks, make_space, pack, unpack, word_count
from puzzler.search.result import SearchStats

FIRST_SLOT_BITS = 12
SLOT_BYTES, LINK_BYTES = 8, 16
ROOMY, CROWDED = 0.7, 0.9
"""Load of the hash table at which it doubles, and at which it is full if it cannot double."""
LARGEST_CAPACITY = kernel.ID_MASK
"""Maximum number of nodes, because node numbers have 31 bits."""
BRANCHES = len(Move)
"""Maximum number of successors of a state."""
SLOTS_PER_STEP = 40_000
"""Slots that are moved to a larger hash table in one step, which takes about a millisecond."""
FIRST_DEPTHS = 256
"""Initial number of depths for which buckets and chains are allocated."""
SAMPLED_WHOLE = 16_384
"""The first expansions, all of which are sampled."""
SAMPLED_AT_STOPS = 64
"""Later expansions sampled after each step; more would slow the search down."""
MOVES = tuple(Move)
STATUS = {
    kernel.SOLVED: Status.SOLVED,
    kernel.EXHAUSTED: Status.EXHAUSTED,
    kernel.FULL: Status.LIMIT,
}


def max_states(rows: int, columns: int, memory: int) -> int:
    """The maximum number of states that a best-first search can store in ``memory`` bytes."""
    node_bytes = 8 * word_count(make_space(rows, columns)) + LINK_BYTES
    return min(memory // (node_bytes + SLOT_BYTES), LARGEST_CAPACITY)


def _empty_heads(count: int) -> NDArray[np.int32]:
    heads = np.full((count, kernel.HEAD_FIELDS), kernel.NONE, np.int32)
    heads[:, kernel.COUNT] = 0
    return heads


class BestFirst(Stepping):
    """A best-first search in progress: f = g_weight * g + h_weight * h."""

    reader = "best_first.BestFirstReader"
    keeping = Storage.ALL
    has_order = True
    has_buckets: ClassVar[bool] = True
    """Whether the frontier has one chain for each f; otherwise it has a single chain."""
    can_restart = True
    is_queue = False
    """Whether nodes are numbered in the order in which they are expanded."""

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
            raise ValueError(f"the heuristic {task.heuristic.name} is too large on this board size")
        super().__init__(task)
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
        self._states, self._links = self._allocate()
        self.restart(task)
        # load the machine code now, so that no search is timed with it
        self._expand(0)
        kernel.move_entries(self.nodes, self.nodes, 0, 0)
        self._moves_to(0)

    def restart(self, task: Task) -> None:
        self.task = task
        self._memory = task.memory
        self.counters.fill(0)
        weighing = self.weighing
        buckets = 1
        if self.has_buckets:
            buckets += weighing.g_weight * FIRST_DEPTHS + weighing.h_weight * weighing.largest_h
        slots, heads = np.zeros(1 << FIRST_SLOT_BITS, np.int64), _empty_heads(buckets)
        self.nodes = kernel.Nodes(self._states, self._links, slots, FIRST_SLOT_BITS, heads)
        self._growing: tuple[kernel.Nodes, int] | None = None
        self.is_solved = False
        is_fifo = int(task.ties is Ties.FIFO)
        sign = int(task.ties is Ties.HIGH_G) - int(task.ties is Ties.LOW_G)
        chains = FIRST_DEPTHS if sign else 0, weighing.largest_h + 1 if weighing.h_weight else 1
        self.ties = kernel.Ties(is_fifo, sign, np.full(chains, kernel.NONE, np.int32))
        self._begin()

    def _allocate(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        # The system assigns pages when they are first used, so unused capacity takes no memory.
        capacity = min(max(self.task.memory // self._node_bytes, 16), LARGEST_CAPACITY)
        while True:
            try:
                states = np.empty((capacity, word_count(self.space)), np.int64)
                return states, np.empty((capacity, 4), np.int32)
            except MemoryError:
                capacity //= 2
                if capacity < 16:
                    raise

    def _begin(self) -> None:
        start = self.task.problem.start
        self.nodes.states[0] = pack(self.space, start)[0]
        h = self.task.start_h
        kernel.add_root(self.nodes, self.counters, self.weighing, start.blank, h)
        if self.ties.g_sign:
            self.ties.chains[0, h if self.weighing.h_weight else 0] = 0

    @property
    def expanded(self) -> int:
        return int(self.counters[kernel.EXPANDED])

    def work(self, budget: int) -> Status:
        if self._growing:
            return self._continue_growing()
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
        # on boards of 16 cells a packed state uses the sign bit, so views do not apply
        is_small = has_ranks(self.task.problem.goal)
        expand = jit.with_views(best_first.expand) if is_small else best_first.expand
        options = int(self._is_late), self._order
        return expand(*data, *options, self.counters, budget, *self._limits())

    def _limits(self) -> tuple[int, int]:
        """The numbers of hash table entries and of nodes at which the kernel needs more memory.

        If possible, the nodes leave room for a hash table of twice the size.
        """
        nodes, slots = self.nodes, len(self.nodes.slots)
        crowd = int(slots * (ROOMY if self._has_room(2 * nodes.slots.nbytes) else CROWDED))
        return crowd, min(
            (self._memory - self._table_bytes()) // self._node_bytes, len(nodes.states)
        )

    def _has_room(self, more: int) -> bool:
        """Whether ``more`` bytes can be allocated while the existing arrays are kept."""
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
            # the kernel may have stopped at ROOMY, and the table is full only at CROWDED
            crowd, _ = self._limits()
            is_full = int(self.counters[kernel.ENTRIES]) + BRANCHES >= crowd
            return Status.LIMIT if is_full else Status.RUNNING
        larger = self.nodes._replace(slots=np.zeros(1 << bits, np.int64), slot_bits=bits)
        self._growing = (larger, 0)
        return Status.RUNNING

    def _continue_growing(self) -> Status:
        assert self._growing is not None
        larger, first = self._growing
        last = min(first + SLOTS_PER_STEP, len(self.nodes.slots))
        kernel.move_entries(self.nodes, larger, first, last)
        self._growing = (larger, last)
        if last == len(self.nodes.slots):
            self.nodes, self._growing = larger, None
        return Status.RUNNING

    def stats(self) -> SearchStats:
        counters = self.counters.tolist()
        return SearchStats(
            expanded=counters[kernel.EXPANDED],
            generated=counters[kernel.GENERATED],
            duplicates=counters[kernel.DUPLICATES],
            reopened=counters[kernel.REOPENED],
            frontier=counters[kernel.FRONTIER],
            peak_frontier=counters[kernel.PEAK_FRONTIER],
            stored=counters[kernel.STORED if self._is_late else kernel.ENTRIES],
            bound=counters[kernel.LOWEST_F] // max(self.weighing.g_weight, 1),
            depth=int(self.nodes.links[counters[kernel.CURRENT], kernel.G]),
            deepest=counters[kernel.DEEPEST],
            best_h=counters[kernel.BEST_H],
            bytes=self._bytes(),
        )

    def current(self) -> Board:
        words = self.nodes.states[int(self.counters[kernel.CURRENT])]
        shape = self.task.problem.start.size
        return unpack(make_space(*shape), words, *shape)

    def solution(self) -> tuple[Move, ...] | None:
        return self._moves_to(int(self.counters[kernel.CURRENT])) if self.is_solved else None

    def path_to(self, node: int) -> NDArray[np.int32]:
        """The nodes on the path from the start to ``node``."""
        links = self.nodes.links
        path = np.empty(int(links[node, kernel.G]) + 1, np.int32)
        kernel.trace_back(links, node, path)
        return path

    def _moves_to(self, node: int) -> tuple[Move, ...]:
        bits = self.nodes.links[self.path_to(node)[1:], kernel.BITS]
        moves = (bits >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK
        return tuple([MOVES[move] for move in moves.tolist()])

    def lower_bound(self) -> int:
        return self.task.bound_by_f(int(self.counters[kernel.LOWEST_F]), self.weighing.g_weight)

    def sample(self, since: int, status: Status) -> Sample | SampleRun | None:
        now = self.expanded
        count = min(now - since, now)
        if now > SAMPLED_WHOLE:
            count = min(count, SAMPLED_AT_STOPS)
        return self._sample_last(count, status) if count > 0 else None

    def _sample_last(self, count: int, status: Status) -> Sample | SampleRun | None:
        if self.is_queue:
            nodes = np.arange(self.expanded - count, self.expanded)
            return self._samples(nodes, nodes + 1)
        stored, now = int(self.counters[kernel.STORED]), self.expanded
        if now > SAMPLED_WHOLE:
            # the parents of the nodes stored last were expanded last
            nodes = np.unique(self.nodes.links[stored - 3 * count : stored, kernel.PARENT])
        else:
            nodes = np.arange(stored)
        moments = self._places(nodes) + 1
        is_late = moments > now - count
        nodes, moments = nodes[is_late], moments[is_late]
        return self._samples(nodes[np.argsort(moments)], np.sort(moments))

    def _places(self, nodes: NDArray[np.int64]) -> NDArray[np.int64]:
        """The number of expansions before that of each node; negative if it was not expanded."""
        following = self.nodes.links[nodes, kernel.NEXT].astype(np.int64)
        places: NDArray[np.int64] = kernel.FIRST_CLOSED - following
        return places

    def _samples(self, nodes: NDArray[np.int64], moments: NDArray[np.int64]) -> SampleRun:
        fields = self.nodes.links[nodes].astype(np.int64)
        return SampleRun(moments, fields[:, kernel.G], fields[:, kernel.BITS] >> kernel.H_SHIFT)

    def sizes(self) -> Sizes:
        counters = self.counters
        closed = counters[kernel.EXPANDED] - counters[kernel.REOPENED]
        # only bidirectional search plots this bound; for other searches it would depend on g_weight
        return int(counters[kernel.FRONTIER]), int(closed), int(counters[kernel.LOWEST_F])

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
