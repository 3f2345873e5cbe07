"""Beam search (Lowerre 1976): keeps a limited number of states of each layer, the best by rank.

The rank is the learned heuristic, or another heuristic with a finer scale; see
``engine.beam_pass``. If a layer becomes empty, the search restarts with twice the width. If the
rank stops falling or memory runs out, the constructive method continues from the best state.
Finally the path is shortened piece by piece.

If a layer is full, the order of moves decides which of equally good states remain, because it
decides which are generated first.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.algorithm import Algorithm, Event, Pseudocode
from puzzler.search.engine.beam_pass import BeamPass, row_bytes
from puzzler.search.engine.constructive import construct
from puzzler.search.engine.shortening import Shortening, without_cycles
from puzzler.search.engine.stepping import Sample, Status, Stepping, Task
from puzzler.search.heuristics import linear_conflict
from puzzler.search.kernels import beam as kernel
from puzzler.search.result import SearchStats

WORK = 5_000_000
"""Width * cells * (rows + columns): about the number of states expanded, for every size."""
SMALLEST_WIDTH = 16
ATTEMPTS = 2
TOTALS = (kernel.EXPANDED, kernel.GENERATED, kernel.DUPLICATES, kernel.PEAK_FRONTIER, kernel.BEST_H)
"""Counters that a wider pass takes over from the previous one."""


class Beam(Stepping):
    """A beam search in progress."""

    reader = "stages.BeamReader"

    def __init__(self, task: Task) -> None:
        self.start = start = task.problem.start
        super().__init__(task)
        # the learned heuristic is not admissible, so it gives no lower bound
        conflicts = linear_conflict.HEURISTIC.shared(task.problem.goal)
        self._bound = max(task.start_bound(), conflicts.evaluate(start))
        self.steps: Iterator[Move] | None = None
        """The moves of the constructive method; None before it starts from the best state."""
        self.moves: list[Move] = []
        """The moves from the start to the current state of the constructive method."""
        self.constructed = 0
        """How many of ``moves`` come from the constructive method."""
        self.shortening = Shortening(start)
        self._board = start
        self._has_solution = False
        self._deepest = 0  # the deepest layer of earlier passes
        self._attempts_left = ATTEMPTS
        cells = len(start.tiles)
        width = WORK // (cells * (start.rows + start.columns))
        self._widest = task.memory // 3 // row_bytes(cells)
        self._width = min(max(width, SMALLEST_WIDTH), self._widest)
        self.beam = self._make_pass(max(self._width, 1))
        """The current pass, or the last one."""
        self._counters = self.beam.counters
        self.beam.advance(0)  # load the machine code now, so that no search is timed with it

    def _make_pass(self, width: int) -> BeamPass:
        problem, memory = self.task.problem, self.task.memory
        tables, order = self.task.tables, self.task.moves
        return BeamPass(problem.start, problem.goal, tables, width, memory, order=order)

    @property
    def expanded(self) -> int:
        return int(self._counters[kernel.EXPANDED]) + self.shortening.expanded

    def work(self, budget: int) -> Status:
        if self._board == self.task.problem.goal:
            return self._shorten(budget)
        if self._width < 1:
            return Status.LIMIT
        if self.steps is not None:
            return self._construct(self.steps, budget)
        if not self.beam.advance(budget):
            if self.beam.code == kernel.SOLVED:
                self.moves = self.beam.path_to(self.beam.last_node)
                self._board = self.task.problem.goal
            else:
                self._widen(is_dry=self.beam.code == kernel.DRY)
        return Status.RUNNING

    def _shorten(self, budget: int) -> Status:
        if not self._has_solution:
            self._has_solution = True
            self.shortening.moves = without_cycles(self.start, self.moves)
        return Status.RUNNING if self.shortening.advance(budget) else Status.SOLVED

    def _widen(self, *, is_dry: bool) -> None:
        """Restart with twice the width, or continue constructively from the best state.

        Only a pass with an empty layer is restarted. A pass that is stuck is usually close to the
        goal, and a wider one would be about as close at twice the cost.
        """
        self._attempts_left -= 1
        width = 2 * self._width
        if not is_dry or not self._attempts_left or width > self._widest:
            problem = self.task.problem
            self.moves = self.beam.path_to(self.beam.best_node)
            self._board = problem.start.apply_all(self.moves)
            self.steps = construct(self._board, problem.goal)
        else:
            self._width = width
            self._deepest = max(self._deepest, self.beam.deepest)
            totals = self._counters
            self.beam = self._make_pass(width)
            self._counters = self.beam.counters
            for counter in TOTALS:
                self._counters[counter] = totals[counter]

    def _construct(self, steps: Iterator[Move], budget: int) -> Status:
        for _ in range(budget):
            move = next(steps)
            self._counters[kernel.EXPANDED] += 1
            self._counters[kernel.GENERATED] += 1
            self.moves.append(move)
            self.constructed += 1
            self._board = self._board.apply(move)
            if self._board == self.task.problem.goal:
                break
        return Status.RUNNING

    def stats(self) -> SearchStats:
        counters = [int(value) for value in self._counters]
        return SearchStats(
            expanded=self.expanded,
            generated=counters[kernel.GENERATED] + self.shortening.generated,
            duplicates=counters[kernel.DUPLICATES],
            frontier=counters[kernel.SIZE] - counters[kernel.NEXT] + counters[kernel.CANDIDATES],
            peak_frontier=counters[kernel.PEAK_FRONTIER],
            stored=counters[kernel.STORED],
            bound=self._bound,
            deepest=max(self._deepest, self.beam.deepest, len(self.moves), self.shortening.deepest),
            depth=len(self.solution() or self.moves) or counters[kernel.LAYER],
            best_h=counters[kernel.BEST_H],
            bytes=self.beam.bytes,
        )

    def current(self) -> Board:
        if self.steps is not None or self._has_solution:
            return self._board
        return self.beam.current()

    def solution(self) -> tuple[Move, ...] | None:
        return tuple(self.shortening.moves) if self._has_solution else None

    def lower_bound(self) -> int:
        return self._bound

    def sample(self, since: int, status: Status) -> Sample | None:
        """A sample while there is no solution; g is the number of the layer."""
        is_in_layer = self.steps is None and self._counters[kernel.NEXT] > 0
        if not is_in_layer or self._has_solution:
            return None
        h = self.task.tables.evaluate(self.current())
        return Sample(self.expanded, int(self._counters[kernel.LAYER]), h)


CODE = Pseudocode(
    {
        "start": "layer = {start}",
        "loop": "repeat:",
        "take": "    for each n in layer:",
        "each": "        for each successor s of n except its parent, in order:",
        "goal": "            if s is the goal:",
        "found": "                return the path to s",
        "known": "            if s was in a layer, or is a candidate:",
        "discard": "                discard s",
        "else": "            else:",
        "new": "                make s a candidate",
        "layer": "    layer = the best w candidates",
    },
    {
        Event.START: ("start", "loop"),
        Event.TAKE: ("take",),
        Event.GENERATE: ("each",),
        Event.DUPLICATE: ("goal", "known", "discard"),
        Event.NEW: ("goal", "known", "new"),
        Event.FOUND: ("goal", "found"),
    },
)

ALGORITHM = Algorithm(
    name="beam",
    title="Beam search",
    summary="keeps the best states of each layer: for any size, rarely optimal",
    rank=70,
    make=Beam,
    heuristic="learned",
    codes=(CODE,),
)
