"""Beam search (Lowerre 1976): a bounded number of states of each layer, the best by rank.

The rank is what was learned from solved boards, or any other heuristic made a little finer; see
``engine.ranking``. Where the beam runs dry it starts again, twice as wide. Where the rank stops
falling, or memory is too small for it, the constructive method goes on from the best state. The
path is made shorter piece by piece at the end.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.constructive import construct
from puzzler.search.engine.ranking import hash_of, ranking_for, shape_of
from puzzler.search.engine.shortening import Shortening
from puzzler.search.engine.stepping import Status
from puzzler.search.engine.task import Task
from puzzler.search.heuristics import linear_conflict
from puzzler.search.heuristics.heuristic import NO_LINES, NO_PAIRS, NO_PATTERNS, NO_WALKING, Tables
from puzzler.search.kernels import beam as kernel
from puzzler.search.kernels import slide
from puzzler.search.kernels.estimate import Estimate
from puzzler.search.packing import make_space
from puzzler.search.stats import SearchStats

WORK = 5_000_000
"""Width times cells times half the outline: about the states expanded, whatever the shape."""
SMALLEST_WIDTH = 16
ATTEMPTS = 2
SEEN_BITS = 22
BUCKETS = 4096
PATIENCE = 8
"""Layers without a better rank before the beam is stuck, for each row and column."""
PIECES = (24, 32)
"""Moves of the pieces in which a path is made shorter, a round each. On the 24-puzzles, pieces of
up to 64 moves, searched to the end, make nothing shorter that these leave."""
PIECE_PATIENCE = 20_000
"""Expansions that a piece may take."""


class Beam:
    """A beam search in progress; see ``stepping.Stepping``."""

    def __init__(self, task: Task) -> None:
        start = task.problem.start
        self._task = task
        self._space = make_space(start.rows, start.columns)
        self._rest = task.tables.rest or Estimate(NO_LINES, NO_WALKING, NO_PATTERNS, NO_PAIRS)
        self._outline = start.rows + start.columns
        cells = len(start.tiles)
        # what was learned promises nothing
        conflicts = linear_conflict.build(task.problem.goal)
        self._bound = max(task.start_bound(), conflicts.evaluate(start))
        self._ranking = ranking_for(task.problem.goal, task.tables)
        self._parts = make_parts(task.tables, cells)
        self._counters = np.zeros(kernel.COUNTERS, np.int64)
        self._steps: Iterator[Move] | None = None
        self._moves: list[Move] = []
        self._shortening = Shortening(start, PIECES, PIECE_PATIENCE)
        self._board = start
        self._has_answer = False
        self._attempts_left = ATTEMPTS
        self._width = self._possible_width(max(WORK // (cells * self._outline), SMALLEST_WIDTH))
        self._layers = self._first_layer(max(self._width, 1))
        self._expand(0)  # fetches the machine code, so that no search's time contains it

    # -- memory -------------------------------------------------------------------------------

    def _row_bytes(self) -> int:
        of_states = len(self._task.problem.start.tiles) + 8 + 4 * kernel.FACTS
        return 2 * of_states + 3 * (8 + 4 * kernel.CANDIDATE_FIELDS)

    def _possible_width(self, wanted: int) -> int:
        """The width that a third of the memory has room for."""
        return min(wanted, self._task.limit.memory // 3 // self._row_bytes())

    def _first_layer(self, width: int) -> kernel.Layers:
        problem, memory = self._task.problem, self._task.limit.memory
        cells = len(problem.start.tiles)
        seen = 1 << min(SEEN_BITS, max(memory // 12, kernel.PROBES).bit_length() - 1)
        buckets = min(BUCKETS, max(memory // 32, 4))
        # h falls at least once in a while, so that there are never many more layers than this
        deepest = 2 * cells * self._outline
        rest = memory - (width + 1) * self._row_bytes() - 4 * seen - 4 * buckets
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
        tiles = np.array(problem.start.tiles, np.int64)
        layers.tiles[0, 0] = tiles
        hashed = hash_of(self._ranking.marks, tiles)
        carried = slide.carried_sum(self._task.tables.distance, self._rest.lines, tiles)
        shaped = shape_of(self._ranking, tiles)
        layers.facts[0, 0] = problem.start.blank, kernel.NO_MOVE, carried, shaped
        layers.hashes[0, 0] = hashed
        layers.trace[0] = -1
        kernel.is_new(layers.seen, hashed)
        for counter in (kernel.LAYER, kernel.HALF, kernel.FIRST, kernel.NEXT, kernel.CANDIDATES):
            self._counters[counter] = 0
        self._counters[kernel.LAST_BEST_LAYER] = self._counters[kernel.BEST_NODE] = 0
        for counter in (kernel.SIZE, kernel.STORED):
            self._counters[counter] = 1
        self._counters[kernel.PEAK_FRONTIER] = max(1, self._counters[kernel.PEAK_FRONTIER])
        h = self._task.start_h
        rank = self._ranking.scale * h + shaped
        self._counters[kernel.LOWEST] = rank
        self._counters[kernel.LAST_BEST] = rank + 1
        if not self._counters[kernel.EXPANDED]:
            self._counters[kernel.BEST_H] = h
        return layers

    def _bytes(self) -> int:
        layers = self._layers
        fixed = sum(array.nbytes for array in layers) - layers.trace.nbytes
        return fixed + 4 * int(self._counters[kernel.STORED])

    # -- stepping -----------------------------------------------------------------------------

    @property
    def expanded(self) -> int:
        """How many states have been expanded so far."""
        return int(self._counters[kernel.EXPANDED]) + self._shortening.expanded

    def work(self, budget: int) -> Status:
        """Expand at most ``budget`` states; see ``stepping.Stepping``."""
        if self._board == self._task.problem.goal:
            return self._shorten(budget)
        if self._width < 1:
            return Status.LIMIT
        if self._steps is not None:
            return self._construct(self._steps, budget)
        code = self._expand(budget)
        if code == kernel.SOLVED:
            self._moves = self._traced(int(self._counters[kernel.STORED]) - 1)
            self._board = self._task.problem.goal
        elif code != kernel.RUNNING:
            self._widen(is_dry=code == kernel.DRY)
        return Status.RUNNING

    def _shorten(self, budget: int) -> Status:
        if not self._has_answer:
            self._has_answer = True
            self._shortening.begin(self._moves)
        return Status.RUNNING if self._shortening.advance(budget) else Status.SOLVED

    def _expand(self, budget: int) -> int:
        return kernel.expand(
            self._space,
            self._layers,
            self._ranking,
            self._rest,
            self._parts,
            self._counters,
            budget,
            PATIENCE * self._outline,
        )

    def _widen(self, *, is_dry: bool) -> None:
        """Begin again with twice the width, or go on from the best state constructively.

        Only a beam that runs dry begins again: one that is stuck is close to the goal as a rule,
        with a few tiles in each other's place, and would be as close at twice the cost.
        """
        self._attempts_left -= 1
        width = self._possible_width(2 * self._width)
        if not is_dry or not self._attempts_left or width < 2 * self._width:
            problem = self._task.problem
            self._moves = self._traced(int(self._counters[kernel.BEST_NODE]))
            self._board = problem.start.apply_all(self._moves)
            self._steps = construct(self._board, problem.goal)
        else:
            self._width = width
            self._layers = self._first_layer(width)

    def _construct(self, steps: Iterator[Move], budget: int) -> Status:
        for _ in range(budget):
            move = next(steps)
            self._counters[kernel.EXPANDED] += 1
            self._counters[kernel.GENERATED] += 1
            self._moves.append(move)
            self._board = self._board.apply(move)
            if self._board == self._task.problem.goal:
                break
        return Status.RUNNING

    # -- answers ------------------------------------------------------------------------------

    def _traced(self, node: int) -> list[Move]:
        moves = []
        while node != 0:
            step = int(self._layers.trace[node])
            moves.append(Move(step & 3))
            node = step >> 2
        return moves[::-1]

    def stats(self) -> SearchStats:
        """The figures so far; the bound is that of the start."""
        counters = [int(value) for value in self._counters]
        return SearchStats(
            expanded=self.expanded,
            generated=counters[kernel.GENERATED] + self._shortening.generated,
            duplicates=counters[kernel.DUPLICATES],
            frontier=counters[kernel.SIZE] - counters[kernel.NEXT] + counters[kernel.CANDIDATES],
            peak_frontier=counters[kernel.PEAK_FRONTIER],
            stored=counters[kernel.STORED],
            bound=self._bound,
            depth=len(self.answer() or self._moves) or counters[kernel.LAYER],
            best_h=counters[kernel.BEST_H],
            bytes=self._bytes(),
        )

    def current(self) -> Board:
        """The state expanded last, or that the constructive method has come to."""
        if self._steps is not None or self._has_answer:
            return self._board
        place = max(int(self._counters[kernel.NEXT]) - 1, 0)
        tiles = self._layers.tiles[self._counters[kernel.HALF], place]
        return Board(self._board.rows, self._board.columns, tuple(tiles.tolist()))

    def answer(self) -> tuple[Move, ...] | None:
        """The moves from start to goal, shorter and shorter; None until they are found."""
        return tuple(self._shortening.moves) if self._has_answer else None

    def lower_bound(self) -> int:
        """By the start alone."""
        return self._bound

    def note(self) -> str:
        """Nothing: a beam ends with an answer."""
        return ""


def make_parts(tables: Tables, cells: int) -> slide.Parts:
    """Room for what is worked out of ``tables`` once for a state."""
    walking, patterns = tables.walking, tables.patterns
    parts = len(walking.bands) if walking else 0
    return slide.Parts(
        np.zeros(cells, np.int64),
        np.zeros(parts, np.int64),
        np.zeros(parts, np.int64),
        np.zeros(len(patterns.offsets) if patterns else 0, np.int64),
        np.zeros(len(patterns.cells) if patterns else 0, np.int64),
        np.zeros(cells, np.int64),
    )
