"""The best-first search as a thing that is stepped: memory, limits and answers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.stepping import Status
from puzzler.search.engine.task import Task, least_length
from puzzler.search.kernels import best_first as kernel
from puzzler.search.kernels.space import Space
from puzzler.search.packing import make_space, pack, unpack, word_count
from puzzler.search.stats import SearchStats
from puzzler.search.ties import Ties

FIRST_SLOT_BITS = 12
SLOT_BYTES = 8
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
MOVES = tuple(Move)
STATUS = {
    kernel.SOLVED: Status.SOLVED,
    kernel.EXHAUSTED: Status.EXHAUSTED,
    kernel.FULL: Status.LIMIT,
}


def most_states(rows: int, columns: int, memory: int) -> int:
    """How many states of a shape a best-first search can hold at most in ``memory`` bytes."""
    return min(memory // (_node_bytes(make_space(rows, columns)) + SLOT_BYTES), LARGEST_CAPACITY)


def _node_bytes(space: Space) -> int:
    """Its words, and its links."""
    return 8 * word_count(space) + 4 * 4


def _empty_heads(count: int) -> NDArray[np.int32]:
    """``count`` chains without a node."""
    heads = np.full((count, kernel.HEAD_FIELDS), kernel.NONE, np.int32)
    heads[:, kernel.COUNT] = 0
    return heads


class BestFirst:
    """A best-first search in progress; see ``stepping.Stepping``.

    f = g_weight * g + h_weight * h. ``bound_factor`` is what the answer's length is promised to
    stay within, as a multiple of the shortest; None promises nothing.
    """

    def __init__(
        self, task: Task, g_weight: int, h_weight: int, *, largest_h: int | None = None
    ) -> None:
        tables = task.tables
        largest_h = tables.largest if largest_h is None else largest_h
        if largest_h > kernel.LARGEST_H:
            raise ValueError(f"the heuristic {task.heuristic.name} grows too large for this shape")
        self._task = task
        self._memory = task.limit.memory
        self._space = self._make_space()
        self._goal = pack(self._space, task.problem.goal)
        tiles = np.empty(len(tables.distance), np.int64)
        self._weighing = kernel.Weighing(tables.distance, g_weight, h_weight, largest_h, tiles)
        self._rest = tables.rest
        self._order = np.array(task.order, np.int64)
        self._counters = np.zeros(kernel.COUNTERS, np.int64)
        self._node_bytes = _node_bytes(self._space)
        self._nodes = self._first_nodes()
        self._growing: tuple[kernel.Nodes, int] | None = None
        self._is_solved = False
        self._ties = self._first_ties()
        self._begin()
        # fetch the machine code, so that no search's time contains it
        self._expand(0)
        kernel.move_entries(self._nodes, self._nodes, 0, 0)
        self._moves_to(0)

    def _make_space(self) -> Space:
        return make_space(*self._task.problem.start.size)

    def _first_nodes(self) -> kernel.Nodes:
        # The system hands out pages as they are touched: room up to the limit costs nothing before.
        capacity = min(max(self._memory // self._node_bytes, 16), LARGEST_CAPACITY)
        while True:
            try:
                states = np.empty((capacity, word_count(self._space)), np.int64)
                links = np.empty((capacity, 4), np.int32)
                break
            except MemoryError:
                capacity //= 2
                if capacity < 16:
                    raise
        return kernel.Nodes(
            states,
            links,
            np.zeros(1 << FIRST_SLOT_BITS, np.int64),
            FIRST_SLOT_BITS,
            _empty_heads(self._bucket_count(FIRST_DEPTHS)),
        )

    def _first_ties(self) -> kernel.Ties | None:
        """None for last in, first out, which the chains of the nodes are made for."""
        if self._task.ties in (None, Ties.LIFO):
            return None
        sign = {Ties.HIGH_G: 1, Ties.LOW_G: -1}.get(self._task.ties, 0)
        columns = self._weighing.largest_h + 1 if self._weighing.h_weight else 1
        depths = FIRST_DEPTHS if sign else 0
        return kernel.Ties(sign, np.full((depths, columns), kernel.NONE, np.int32))

    def _bucket_count(self, largest_g: int) -> int:
        weighing = self._weighing
        return weighing.g_weight * largest_g + weighing.h_weight * weighing.largest_h + 1

    def _begin(self) -> None:
        start = self._task.problem.start
        self._nodes.states[0] = pack(self._space, start)[0]
        h = self._task.start_h
        kernel.add_start(self._nodes, self._counters, self._weighing, start.blank, h)
        if self._ties and self._ties.g_sign:
            self._ties.chains[0, h if self._weighing.h_weight else 0] = 0

    # -- stepping -----------------------------------------------------------------------------

    @property
    def expanded(self) -> int:
        """How many states have been expanded so far."""
        return int(self._counters[kernel.EXPANDED])

    def work(self, budget: int) -> Status:
        """Expand at most ``budget`` states; see ``stepping.Stepping``."""
        if self._growing:
            return self._grow_on()
        code = self._expand(budget)
        if code == kernel.CROWDED:
            return self._make_room()
        if code == kernel.NEEDS_BUCKETS:
            return self._add_buckets()
        if code == kernel.NEEDS_CHAINS:
            return self._add_chains()
        self._is_solved = code == kernel.SOLVED
        return STATUS.get(code, Status.RUNNING)

    def _expand(self, budget: int) -> int:
        return kernel.expand(
            self._space,
            self._goal,
            self._nodes,
            self._weighing,
            self._rest,
            self._ties,
            self._order,
            self._counters,
            budget,
            *self._limits(),
        )

    # -- memory -------------------------------------------------------------------------------

    def _limits(self) -> tuple[int, int]:
        """How many states the table, and how many nodes the memory, may hold before work pauses.

        The nodes leave room for the table at its next size, or where that can never be for this
        one.
        """
        nodes, slots = self._nodes, len(self._nodes.slots)
        tables = self._table_bytes()
        crowd = int(slots * CROWDED)
        if tables + 2 * nodes.slots.nbytes + self._stored_bytes() <= self._memory:
            crowd = int(slots * ROOMY)
        return crowd, min((self._memory - tables) // self._node_bytes, len(nodes.states))

    def _stored_bytes(self) -> int:
        return int(self._counters[kernel.STORED]) * self._node_bytes

    def _table_bytes(self) -> int:
        growing = self._growing[0].slots.nbytes if self._growing else 0
        chains = self._ties.chains.nbytes if self._ties else 0
        return self._nodes.slots.nbytes + self._nodes.heads.nbytes + chains + growing

    def _add_buckets(self) -> Status:
        heads = self._nodes.heads
        # the old ones are there until the new ones are filled
        if self._table_bytes() + 2 * heads.nbytes + self._stored_bytes() > self._memory:
            return Status.LIMIT
        heads = np.concatenate([heads, _empty_heads(len(heads))])
        self._nodes = self._nodes._replace(heads=heads)
        return Status.RUNNING

    def _add_chains(self) -> Status:
        assert self._ties is not None
        chains = self._ties.chains
        if self._table_bytes() + 2 * chains.nbytes + self._stored_bytes() > self._memory:
            return Status.LIMIT
        chains = np.concatenate([chains, np.full_like(chains, kernel.NONE)])
        self._ties = self._ties._replace(chains=chains)
        return Status.RUNNING

    def _make_room(self) -> Status:
        bits = self._nodes.slot_bits + 1
        if self._table_bytes() + SLOT_BYTES * (1 << bits) + self._stored_bytes() > self._memory:
            # where there was room for a larger table when the work began, this one is not full yet
            crowd, _ = self._limits()
            is_full = int(self._counters[kernel.CLOSED]) + BRANCHES >= crowd
            return Status.LIMIT if is_full else Status.RUNNING
        larger = self._nodes._replace(slots=np.zeros(1 << bits, np.int64), slot_bits=bits)
        self._growing = (larger, 0)
        return Status.RUNNING

    def _grow_on(self) -> Status:
        assert self._growing is not None
        larger, first = self._growing
        last = min(first + MOVED_AT_ONCE, len(self._nodes.slots))
        kernel.move_entries(self._nodes, larger, first, last)
        self._growing = (larger, last)
        if last == len(self._nodes.slots):
            self._nodes, self._growing = larger, None
        return Status.RUNNING

    # -- answers ------------------------------------------------------------------------------

    def stats(self) -> SearchStats:
        """The figures so far."""
        counters = [int(value) for value in self._counters]
        return SearchStats(
            expanded=counters[kernel.EXPANDED],
            generated=counters[kernel.GENERATED],
            duplicates=counters[kernel.DUPLICATES],
            reopened=counters[kernel.REOPENED],
            frontier=counters[kernel.FRONTIER],
            peak_frontier=counters[kernel.PEAK_FRONTIER],
            stored=counters[kernel.STORED],
            bound=counters[kernel.LOWEST_F] // max(self._weighing.g_weight, 1),
            depth=int(self._nodes.links[counters[kernel.CURRENT], kernel.G]),
            deepest=counters[kernel.DEEPEST],
            best_h=counters[kernel.BEST_H],
            bytes=self._stored_bytes() + self._table_bytes(),
        )

    def current(self) -> Board:
        """The state expanded last."""
        start = self._task.problem.start
        node = int(self._counters[kernel.CURRENT])
        return unpack(self._space, self._nodes.states[node], start.rows, start.columns)

    def answer(self) -> tuple[Move, ...] | None:
        """The moves from start to goal; None until they are found."""
        return self._moves_to(int(self._counters[kernel.CURRENT])) if self._is_solved else None

    def _moves_to(self, node: int) -> tuple[Move, ...]:
        """The moves to ``node`` from the state that its search began with."""
        moves = np.empty(int(self._nodes.links[node, kernel.G]), np.int8)
        kernel.trace_back(self._nodes, node, moves)
        return tuple([MOVES[move] for move in moves.tolist()])

    def lower_bound(self) -> int:
        """No solution is shorter: by the start's h and, where f is bounded, the smallest f."""
        bound = self._task.start_bound()
        factor = self._task.bound_factor
        if factor is not None:
            lowest = int(self._counters[kernel.LOWEST_F])
            bound = max(bound, least_length(lowest, self._weighing.g_weight, factor))
        return bound

    def note(self) -> str:
        """Why the search gave up although there is an answer, where it can."""
        return ""

    # -- for those who look into it, and change nothing ---------------------------------------

    @property
    def space(self) -> Space:
        """How its states are packed."""
        return self._space

    @property
    def nodes(self) -> kernel.Nodes:
        """All nodes so far."""
        return self._nodes

    @property
    def ties(self) -> kernel.Ties | None:
        """What decides among equal f, where that is not last in, first out."""
        return self._ties

    @property
    def weighing(self) -> kernel.Weighing:
        """How they are ranked."""
        return self._weighing

    @property
    def counters(self) -> NDArray[np.int64]:
        """The kernel's counters."""
        return self._counters

    @property
    def has_taken_goal(self) -> bool:
        """The node taken last is the goal: it was not expanded."""
        return self._is_solved
