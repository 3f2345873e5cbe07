"""One beam of one width, from a state to a goal, layer by layer; see ``kernels.beam``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.ranking import hash_of, ranking_for, shape_of
from puzzler.search.heuristics.heuristic import NO_REST, Tables
from puzzler.search.kernels import beam as kernel
from puzzler.search.kernels import slide
from puzzler.search.kernels.space import Space
from puzzler.search.packing import make_space

SEEN_BITS = 22
BUCKETS = 4096
PATIENCE = 8
"""Layers without a better rank before the beam is stuck, for each row and column."""
NO_BOUND = 1 << 30


class BeamPass:
    """A beam in progress: RUNNING, then SOLVED, DRY, STUCK or FULL, as in the kernel."""

    def __init__(
        self,
        start: Board,
        goal: Board,
        tables: Tables,
        width: int,
        memory: int,
        *,
        most: int = NO_BOUND,
        seen_bits: int = SEEN_BITS,
        order: Sequence[Move] = tuple(Move),
    ) -> None:
        """``width`` is what ``possible_width`` allows; ``memory`` bounds the bytes of its arrays.

        An answer of more than ``most`` moves is not looked for; h must then be admissible.
        """
        self.start = start
        self.goal = goal
        self.width = width
        self.counters = np.zeros(kernel.COUNTERS, np.int64)
        self._tables = tables
        self._order = np.array(order, np.int64)
        self._most = most
        self._space = make_space(*start.size)
        self._rest = tables.rest or NO_REST
        self._outline = start.rows + start.columns
        self._ranking = ranking_for(goal, tables)
        self._parts = make_parts(tables, len(start.tiles))
        self._layers = self._first_layer(width, memory, seen_bits)

    def _first_layer(self, width: int, memory: int, seen_bits: int) -> kernel.Layers:
        cells = len(self.start.tiles)
        seen = 1 << min(seen_bits, max(memory // 12, kernel.PROBES).bit_length() - 1)
        buckets = min(BUCKETS, max(memory // 32, 4))
        # h falls at least once in a while, so that there are never many more layers than this
        deepest = min(2 * cells * self._outline, self._most + 2)
        rest = memory - (width + 1) * row_bytes(cells) - 4 * seen - 4 * buckets
        trace = max(rest // 4, 1)
        layers = kernel.Layers(
            np.zeros((2, width, cells), np.uint8),
            np.zeros((2, width, kernel.FACTS), np.int32),
            np.zeros((2, width), np.int64),
            np.empty((3 * width + 1, kernel.CANDIDATE_FIELDS), np.int32),
            np.empty(3 * width + 1, np.int64),
            np.empty(min(trace, width * deepest), np.int32),
            np.zeros(seen, np.int32),
            np.zeros(buckets, np.int32),
        )
        tiles = np.array(self.start.tiles, np.int64)
        layers.tiles[0, 0] = tiles
        hashed = hash_of(self._ranking.marks, tiles)
        carried = slide.carried_sum(self._tables.distance, self._rest.lines, tiles)
        shaped = shape_of(self._ranking, tiles)
        layers.facts[0, 0] = self.start.blank, kernel.NO_MOVE, carried, shaped
        layers.hashes[0, 0] = hashed
        layers.trace[0] = -1
        kernel.is_new(layers.seen, hashed)
        counters = self.counters
        for counter in (kernel.SIZE, kernel.STORED, kernel.PEAK_FRONTIER):
            counters[counter] = 1
        h = self._tables.evaluate(self.start)
        rank = self._ranking.scale * h + shaped
        counters[kernel.LOWEST] = rank
        counters[kernel.LAST_BEST] = rank + 1
        counters[kernel.BEST_H] = h
        return layers

    @property
    def expanded(self) -> int:
        """How many states have been expanded so far."""
        return int(self.counters[kernel.EXPANDED])

    @property
    def deepest(self) -> int:
        """The largest number of moves to a state that was made, counted from the start."""
        layer = int(self.counters[kernel.LAYER])
        return layer + 1 if self.counters[kernel.NEXT] else layer

    @property
    def bytes(self) -> int:
        """What its arrays hold so far."""
        layers = self._layers
        fixed = sum(array.nbytes for array in layers) - layers.trace.nbytes
        return fixed + 4 * int(self.counters[kernel.STORED])

    def expand(self, budget: int) -> int:
        """Expand at most ``budget`` states; what it came to, as the kernel says."""
        return int(
            kernel.expand(
                self._space,
                self._layers,
                self._ranking,
                self._rest,
                self._parts,
                self._order,
                self.counters,
                budget,
                PATIENCE * self._outline,
                self._most,
            )
        )

    def path_to_last(self) -> list[Move]:
        """The moves to the state that was stored last: the goal, where it is solved."""
        return self._traced(int(self.counters[kernel.STORED]) - 1)

    def path_to_best(self) -> list[Move]:
        """The moves to the state of the best rank so far."""
        return self._traced(int(self.counters[kernel.BEST_NODE]))

    def _traced(self, node: int) -> list[Move]:
        moves = []
        while node != 0:
            step = int(self._layers.trace[node])
            moves.append(Move(step & 3))
            node = step >> 2
        return moves[::-1]

    def current(self) -> Board:
        """The state expanded last."""
        place = max(int(self.counters[kernel.NEXT]) - 1, 0)
        tiles = self._layers.tiles[self.counters[kernel.HALF], place]
        return Board(self.start.rows, self.start.columns, tuple(tiles.tolist()))

    def path_to(self, number: int) -> list[Move]:
        """The moves to a state by its number, the start being 0."""
        return self._traced(number)

    # -- for those who look into it, and change nothing ---------------------------------------

    @property
    def tables(self) -> Tables:
        """What guides it."""
        return self._tables

    @property
    def layers(self) -> kernel.Layers:
        """The layer that is expanded, and the candidates for the next."""
        return self._layers

    @property
    def ranking(self) -> kernel.Ranking:
        """What states are ranked by."""
        return self._ranking

    @property
    def space(self) -> Space:
        """The geometry."""
        return self._space

    @property
    def order(self) -> tuple[Move, ...]:
        """In which successors are made."""
        return tuple(Move(move) for move in self._order.tolist())

    @property
    def most(self) -> int:
        """An answer of more moves is not looked for."""
        return self._most


def row_bytes(cells: int) -> int:
    """What one more state of width takes."""
    of_states = cells + 8 + 4 * kernel.FACTS
    return 2 * of_states + 3 * (8 + 4 * kernel.CANDIDATE_FIELDS)


def possible_width(wanted: int, cells: int, memory: int) -> int:
    """The width that a third of the memory has room for."""
    return min(wanted, memory // 3 // row_bytes(cells))


def make_parts(tables: Tables, cells: int) -> slide.Parts:
    """Room for what is worked out of ``tables`` once for a state."""
    walking, patterns = tables.walking, tables.patterns
    parts = len(walking.bands) if walking else 0
    return slide.Parts(
        np.zeros(cells, np.int64),
        np.zeros(parts, np.int64),
        np.zeros(parts, np.int64),
        np.zeros(len(patterns.offsets) if patterns else 0, np.int64),
        np.zeros(len(patterns.first) - 1 if patterns else 0, np.int64),
        np.zeros(cells, np.int64),
    )
