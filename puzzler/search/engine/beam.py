"""Beam search (Lowerre 1976): a bounded number of states of each layer, the best by rank.

The rank is what was learned from solved boards, or any other heuristic made a little finer; see
``engine.ranking``. Where the beam runs dry it starts again, twice as wide. Where the rank stops
falling, or memory is too small for it, the constructive method goes on from the best state. The
path is made shorter piece by piece at the end.

Where a layer is full, which of equally good states stay in it depends on the order in which they
were made, and so on the order of moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine import kept_tables
from puzzler.search.engine.beam_pass import BeamPass, possible_width
from puzzler.search.engine.constructive import construct
from puzzler.search.engine.shortening import Shortening
from puzzler.search.engine.stepping import Status
from puzzler.search.engine.task import Task
from puzzler.search.heuristics import linear_conflict
from puzzler.search.kernels import beam as kernel
from puzzler.search.stats import SearchStats

WORK = 5_000_000
"""Width times cells times half the outline: about the states expanded, whatever the shape."""
SMALLEST_WIDTH = 16
ATTEMPTS = 2
TOTALS = (
    kernel.EXPANDED,
    kernel.GENERATED,
    kernel.DUPLICATES,
    kernel.PEAK_FRONTIER,
    kernel.BEST_H,
)
"""What one pass goes on counting where the one before it stopped."""


class Beam:
    """A beam search in progress; see ``stepping.Stepping``."""

    def __init__(self, task: Task) -> None:
        start = task.problem.start
        self._task = task
        # what was learned promises nothing
        conflicts = kept_tables.build(linear_conflict.HEURISTIC, task.problem.goal)
        self._bound = max(task.start_bound(), conflicts.evaluate(start))
        self._cells = len(start.tiles)
        self._steps: Iterator[Move] | None = None
        self._moves: list[Move] = []
        self._constructed = 0
        self._shortening = Shortening(start)
        self._board = start
        self._has_answer = False
        self._deepest = 0  # by the beams before this one
        self._attempts_left = ATTEMPTS
        wanted = WORK // (self._cells * (start.rows + start.columns))
        self._width = self._possible_width(max(wanted, SMALLEST_WIDTH))
        self._beam = self._begin_pass(max(self._width, 1))
        self._counters = self._beam.counters
        self._beam.expand(0)  # fetches the machine code, so that no search's time contains it

    def _possible_width(self, wanted: int) -> int:
        return possible_width(wanted, self._cells, self._task.limit.memory)

    def _begin_pass(self, width: int) -> BeamPass:
        problem, memory = self._task.problem, self._task.limit.memory
        tables, order = self._task.tables, self._task.order
        return BeamPass(problem.start, problem.goal, tables, width, memory, order=order)

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
        code = self._beam.expand(budget)
        if code == kernel.SOLVED:
            self._moves = self._beam.path_to_last()
            self._board = self._task.problem.goal
        elif code != kernel.RUNNING:
            self._widen(is_dry=code == kernel.DRY)
        return Status.RUNNING

    def _shorten(self, budget: int) -> Status:
        if not self._has_answer:
            self._has_answer = True
            self._shortening.begin(self._moves)
        return Status.RUNNING if self._shortening.advance(budget) else Status.SOLVED

    def _widen(self, *, is_dry: bool) -> None:
        """Begin again with twice the width, or go on from the best state constructively.

        Only a beam that runs dry begins again: one that is stuck is close to the goal as a rule,
        with a few tiles in each other's place, and would be as close at twice the cost.
        """
        self._attempts_left -= 1
        width = self._possible_width(2 * self._width)
        if not is_dry or not self._attempts_left or width < 2 * self._width:
            problem = self._task.problem
            self._moves = self._beam.path_to_best()
            self._board = problem.start.apply_all(self._moves)
            self._steps = construct(self._board, problem.goal)
        else:
            self._width = width
            self._deepest = max(self._deepest, self._beam.deepest)
            totals = self._counters
            self._beam = self._begin_pass(width)
            self._counters = self._beam.counters
            for counter in TOTALS:
                self._counters[counter] = totals[counter]

    def _construct(self, steps: Iterator[Move], budget: int) -> Status:
        for _ in range(budget):
            move = next(steps)
            self._counters[kernel.EXPANDED] += 1
            self._counters[kernel.GENERATED] += 1
            self._moves.append(move)
            self._constructed += 1
            self._board = self._board.apply(move)
            if self._board == self._task.problem.goal:
                break
        return Status.RUNNING

    # -- answers ------------------------------------------------------------------------------

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
            deepest=max(
                self._deepest,
                self._beam.deepest,
                len(self._moves),
                self._shortening.deepest,
            ),
            depth=len(self.answer() or self._moves) or counters[kernel.LAYER],
            best_h=counters[kernel.BEST_H],
            bytes=self._beam.bytes,
        )

    def current(self) -> Board:
        """The state expanded last, or that the constructive method has come to."""
        if self._steps is not None or self._has_answer:
            return self._board
        return self._beam.current()

    def answer(self) -> tuple[Move, ...] | None:
        """The moves from start to goal, shorter and shorter; None until they are found."""
        return tuple(self._shortening.moves) if self._has_answer else None

    def lower_bound(self) -> int:
        """By the start alone."""
        return self._bound

    def note(self) -> str:
        """Nothing: a beam ends with an answer."""
        return ""

    # -- for those who look into it, and change nothing ---------------------------------------

    @property
    def beam(self) -> BeamPass:
        """The present beam, or the last one."""
        return self._beam

    @property
    def is_constructing(self) -> bool:
        """The constructive method goes on from the best state."""
        return self._steps is not None

    @property
    def constructed(self) -> int:
        """How many moves the constructive method has made."""
        return self._constructed

    @property
    def moves(self) -> Sequence[Move]:
        """The moves to where the constructive method is."""
        return self._moves

    @property
    def shortening(self) -> Shortening:
        """What makes the answer shorter at the end."""
        return self._shortening
