"""The best-first search as a thing that is stepped: memory, limits and answers."""

from __future__ import annotations

import math
import time
from fractions import Fraction

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.algorithms.protocol import Status
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels import best_first as kernel
from puzzler.search.limits import Limit
from puzzler.search.packing import make_space, pack, unpack, word_count
from puzzler.search.problem import Problem
from puzzler.search.result import Outcome, SearchResult
from puzzler.search.stats import SearchStats

SLICE = 20_000
"""Expansions between two looks at the clock: a few milliseconds."""
FIRST_SLOT_BITS = 12
ROOMY, CROWDED = 0.7, 0.9
"""Share of the table in use at which it doubles, and at which it is full where it cannot."""
LARGEST_WEIGHT = 1000


def weight_terms(weight: float) -> tuple[int, int]:
    """(g weight, h weight) as integers for f = g + weight * h.

    Weights go from 0 to 1000 with at most three decimals; ValueError otherwise.
    """
    if not (math.isfinite(weight) and 0 <= weight <= LARGEST_WEIGHT):
        raise ValueError(f"the weight must be from 0 to {LARGEST_WEIGHT}, not {weight:g}")
    exact = Fraction(str(weight))
    if 1000 % exact.denominator:
        raise ValueError(f"the weight must have at most three decimals, not {weight!r}")
    return exact.denominator, exact.numerator


class BestFirstSearch:
    """A best-first search in progress; see ``protocol.Search``.

    f = g_weight * g + h_weight * h. ``bound_factor`` is what the answer's length is promised to
    stay within, as a multiple of the shortest; None promises nothing.
    """

    def __init__(
        self,
        problem: Problem,
        heuristic: Heuristic,
        tables: Tables,
        limit: Limit,
        *,
        algorithm: str,
        weight: float,
        g_weight: int,
        h_weight: int,
        bound_factor: float | None,
    ) -> None:
        self._problem = problem
        self._limit = limit
        self._names = (algorithm, heuristic.name, weight)
        self._bound_factor = bound_factor
        self._admissible = heuristic.admissible
        self._space = make_space(problem.start.rows, problem.start.columns)
        self._goal = pack(self._space, problem.goal)
        largest_h = tables.largest
        if largest_h > kernel.LARGEST_H:
            raise ValueError(f"the heuristic {heuristic.name} grows too large for this shape")
        self._weighing = kernel.Weighing(
            tables.distance, g_weight, h_weight, largest_h, np.empty(len(tables.distance), np.int64)
        )
        self._rest = tables.rest
        self._start_h = tables.evaluate(problem.start)
        self._counters = np.zeros(kernel.COUNTERS, np.int64)
        self._node_bytes = 8 * word_count(self._space) + 4 * 4
        self._nodes = self._first_nodes()
        self._growing: tuple[kernel.Nodes, int] | None = None
        self._seconds = 0.0
        self._status = Status.RUNNING
        self._begin()

    def _first_nodes(self) -> kernel.Nodes:
        # The system hands out pages as they are touched: room up to the limit costs nothing before.
        capacity = max(self._limit.memory // self._node_bytes, 16)
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
            np.full(self._bucket_count(256), kernel.NONE, np.int32),
        )

    def _bucket_count(self, largest_g: int) -> int:
        weighing = self._weighing
        return weighing.g_weight * largest_g + weighing.h_weight * weighing.largest_h + 1

    def _begin(self) -> None:
        start = self._problem.start
        self._nodes.states[0] = pack(self._space, start)[0]
        kernel.add_start(self._nodes, self._counters, self._weighing, start.blank, self._start_h)
        self._work(0)  # fetches the machine code, so that no search's time contains it

    # -- stepping -----------------------------------------------------------------------------

    def advance(self, budget: int) -> Status:
        """Expand at most ``budget`` states."""
        began = time.perf_counter()
        before = self._seconds
        stop = int(self._counters[kernel.EXPANDED]) + budget
        if self._limit.expansions is not None:
            stop = min(stop, self._limit.expansions)
        while self._status is Status.RUNNING:
            self._seconds = before + time.perf_counter() - began
            if self._limit.seconds is not None and self._seconds >= self._limit.seconds:
                self._status = Status.LIMIT
                break
            room = stop - int(self._counters[kernel.EXPANDED])
            if room <= 0:
                if stop == self._limit.expansions:
                    self._status = Status.LIMIT
                break
            if self._growing:
                self._grow_on()
                if budget <= SLICE:
                    break
            else:
                self._work(min(room, SLICE))
        self._seconds = before + time.perf_counter() - began
        return self._status

    def _work(self, budget: int) -> None:
        code = kernel.expand(
            self._space,
            self._goal,
            self._nodes,
            self._weighing,
            self._rest,
            self._counters,
            budget,
            *self._limits(),
        )
        if code == kernel.SOLVED:
            self._status = Status.SOLVED
        elif code == kernel.EXHAUSTED:
            self._status = Status.EXHAUSTED
        elif code == kernel.FULL:
            self._status = Status.LIMIT
        elif code == kernel.CROWDED:
            self._make_room()
        elif code == kernel.NEEDS_BUCKETS:
            more = np.full(len(self._nodes.heads), kernel.NONE, np.int32)
            self._nodes = self._nodes._replace(heads=np.concatenate([self._nodes.heads, more]))

    # -- memory -------------------------------------------------------------------------------

    def _limits(self) -> tuple[int, int]:
        """How many states the table, and how many nodes the memory, may hold before work pauses.

        The nodes leave room for the table at its next size, or where that can never be for this
        one.
        """
        nodes, slots = self._nodes, len(self._nodes.slots)
        tables = self._table_bytes()
        crowd = int(slots * CROWDED)
        if tables + 2 * nodes.slots.nbytes + self._stored_bytes() <= self._limit.memory:
            crowd = int(slots * ROOMY)
        return crowd, min((self._limit.memory - tables) // self._node_bytes, len(nodes.states))

    def _stored_bytes(self) -> int:
        return int(self._counters[kernel.STORED]) * self._node_bytes

    def _table_bytes(self) -> int:
        growing = self._growing[0].slots.nbytes if self._growing else 0
        return self._nodes.slots.nbytes + self._nodes.heads.nbytes + growing

    def _make_room(self) -> None:
        bits = self._nodes.slot_bits + 1
        if self._table_bytes() + 8 * (1 << bits) + self._stored_bytes() > self._limit.memory:
            self._status = Status.LIMIT
        else:
            larger = self._nodes._replace(slots=np.zeros(1 << bits, np.int64), slot_bits=bits)
            self._growing = (larger, 0)

    def _grow_on(self) -> None:
        assert self._growing is not None
        larger, first = self._growing
        last = min(first + 8 * SLICE, len(self._nodes.slots))
        kernel.move_entries(self._nodes, larger, first, last)
        self._growing = (larger, last)
        if last == len(self._nodes.slots):
            self._nodes, self._growing = larger, None

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
            best_h=counters[kernel.BEST_H],
            elapsed=self._seconds,
            bytes=self._stored_bytes() + self._table_bytes(),
            memory_bytes=self._limit.memory,
        )

    def current(self) -> Board:
        """The state expanded last."""
        start = self._problem.start
        node = int(self._counters[kernel.CURRENT])
        return unpack(self._space, self._nodes.states[node], start.rows, start.columns)

    def solution(self) -> tuple[Move, ...]:
        """The moves from start to goal; ValueError unless the search is solved."""
        if self._status is not Status.SOLVED:
            raise ValueError("the search has no solution yet")
        moves = []
        node = int(self._counters[kernel.CURRENT])
        while node != 0:
            parent, _, _, bits = (int(value) for value in self._nodes.links[node])
            moves.append(Move((bits >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK))
            node = parent
        return tuple(reversed(moves))

    def lower_bound(self) -> int:
        """No solution is shorter: by the start's h and, where f is bounded, the smallest f."""
        bound = self._start_h if self._admissible else 0
        if self._bound_factor is not None and self._weighing.g_weight:
            lowest = Fraction(int(self._counters[kernel.LOWEST_F]), self._weighing.g_weight)
            bound = max(bound, math.ceil(lowest / Fraction(str(self._bound_factor))))
        return bound

    def result(self, *, cancelled: bool = False) -> SearchResult:
        """What came of it; ``cancelled`` where it was ended before it was done."""
        outcome = {
            Status.SOLVED: Outcome.SOLVED,
            Status.EXHAUSTED: Outcome.UNSOLVABLE,
            Status.LIMIT: Outcome.LIMIT,
            Status.RUNNING: Outcome.CANCELLED,
        }[self._status]
        if self._status is Status.RUNNING and not cancelled:
            raise ValueError("the search is still running")
        moves = self.solution() if outcome is Outcome.SOLVED else ()
        bound = self.lower_bound()
        proven = outcome is Outcome.SOLVED and len(moves) <= bound
        algorithm, heuristic, weight = self._names
        return SearchResult(
            status=outcome,
            start=self._problem.start,
            goal=self._problem.goal,
            algorithm=algorithm,
            heuristic=heuristic,
            weight=weight,
            moves=moves,
            proven_optimal=proven,
            bound_factor=1 if proven else self._bound_factor,
            lower_bound=len(moves) if proven else bound,
            stats=self.stats(),
        )
