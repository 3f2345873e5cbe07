"""The depth-first searches as a thing that is stepped: passes, memory, limits and answers."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.algorithms.protocol import Status
from puzzler.search.algorithms.task import Run, Task
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.kernels import depth_first as kernel
from puzzler.search.kernels import estimate
from puzzler.search.kernels.estimate import Distance, Patterns, Tiles
from puzzler.search.packing import make_space
from puzzler.search.result import SearchResult
from puzzler.search.stats import SearchStats

STATUS = {kernel.SOLVED: Status.SOLVED, kernel.EXHAUSTED: Status.EXHAUSTED}


class DepthFirstSearch:
    """A depth-first search in progress; see ``protocol.Search``.

    f = g_weight * g + h_weight * h. The bound of the first pass is the start's f, and each further
    pass takes the smallest f beyond; with ``depth_limit`` there is one pass, which goes no deeper.
    Successors are made one at a time, so that there is no frontier: only the path is stored.
    """

    def __init__(
        self, task: Task, g_weight: int, h_weight: int, depth_limit: int | None = None
    ) -> None:
        problem, tables = task.problem, task.tables
        self._task = task
        self._run = Run(task.limit)
        self._depth_limit = depth_limit
        self._moves = make_moves(*problem.start.size)
        self._goal = np.array(problem.goal.tiles, np.uint8)
        self._tiles = np.array(problem.start.tiles, np.uint8)
        self._weighing = kernel.Weighing(
            make_costs(*problem.start.size, tables.distance, g_weight, h_weight),
            g_weight,
            h_weight,
            int(depth_limit is not None),
        )
        self._rest = tables.rest
        self._views = make_views(tables.patterns, self._tiles) if tables.patterns else None
        self._counters = np.zeros(kernel.COUNTERS, np.int64)
        self._begin(tables)
        self._frames = self._sums = np.zeros(0, np.int64)
        self._work(0)  # fetches the machine code, so that no search's time contains it

    def _begin(self, tables: Tables) -> None:
        """One state, the start, whose successors all lie ahead."""
        start, weighing, counters = self._task.problem.start, self._weighing, self._counters
        h = tables.evaluate(start)
        summed = h if self._rest is None else evaluate_sum(tables, self._tiles)
        bound = weighing.h_weight * h
        if self._depth_limit is not None:
            bound = weighing.g_weight * self._depth_limit
        counters[kernel.BOUND] = bound
        counters[kernel.CLOSEST] = kernel.FAR
        counters[kernel.LEAST_H] = weighing.h_weight * h
        counters[kernel.BLANK] = start.blank
        counters[kernel.CURSOR] = self._moves.first[start.blank, kernel.NO_MOVE]
        counters[kernel.SLACK] = bound - weighing.h_weight * h
        counters[kernel.SUM_SLACK] = bound - weighing.h_weight * summed
        counters[kernel.START_H] = h
        counters[kernel.START_SUM] = summed

    # -- stepping -----------------------------------------------------------------------------

    def advance(self, budget: int) -> Status:
        """Expand at most ``budget`` states."""
        return self._run.advance(budget, lambda: int(self._counters[kernel.EXPANDED]), self._work)

    def _work(self, budget: int) -> Status:
        depths = self._bound() // self._weighing.g_weight + 2
        if depths > len(self._frames) and not self._make_room(depths):
            return Status.LIMIT
        code = kernel.search(
            self._moves,
            self._goal,
            self._tiles,
            self._weighing,
            self._rest,
            self._views,
            self._frames,
            self._sums,
            self._counters,
            budget,
        )
        return STATUS.get(code, Status.RUNNING)

    # -- memory -------------------------------------------------------------------------------

    def _make_room(self, depths: int) -> bool:
        """Give a pass that has not begun its frames; False where they exceed the limit."""
        views = self._views
        columns = 2 + (views.heights.shape[1] if views else 0)
        if 8 * columns * depths > self._task.limit.memory:
            return False
        self._frames = np.zeros(depths, np.int64)
        self._sums = np.zeros(depths, np.int64)
        if views:
            heights = np.zeros((depths, columns - 2), np.int64)
            heights[0] = views.heights[0]
            self._views = views._replace(heights=heights)
        return True

    def _bytes(self) -> int:
        return 2 * self._frames.nbytes + (self._views.heights.nbytes if self._views else 0)

    # -- answers ------------------------------------------------------------------------------

    def _bound(self) -> int:
        return int(self._counters[kernel.BOUND])

    def stats(self) -> SearchStats:
        """The figures so far."""
        counters = [int(value) for value in self._counters]
        return SearchStats(
            expanded=counters[kernel.EXPANDED],
            generated=counters[kernel.GENERATED],
            stored=counters[kernel.DEPTH] + 1,
            bound=counters[kernel.BOUND] // self._weighing.g_weight,
            depth=counters[kernel.DEPTH],
            best_h=counters[kernel.LEAST_H] // max(self._weighing.h_weight, 1),
            elapsed=self._run.seconds,
            bytes=self._bytes(),
            memory_bytes=self._task.limit.memory,
        )

    def current(self) -> Board:
        """The state at the end of the path."""
        start = self._task.problem.start
        return Board(start.rows, start.columns, tuple(self._tiles.tolist()))

    def solution(self) -> tuple[Move, ...]:
        """The moves from start to goal; ValueError unless the search is solved."""
        if self._run.status is not Status.SOLVED:
            raise ValueError("the search has no solution yet")
        frames = self._frames[: int(self._counters[kernel.DEPTH])]
        taken = self._moves.entries[(frames & kernel.CURSOR_MASK) - 1]
        return tuple(Move(int(move)) for move in (taken >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK)

    def lower_bound(self) -> int:
        """No solution is shorter: by the start's h, by the bound, and by a pass without answer."""
        bound = self._task.start_bound()
        factor = self._task.bound_factor
        if self._depth_limit is not None:
            if self._run.status is Status.EXHAUSTED:
                bound = self._depth_limit + 1
        elif factor is not None:
            reached = Fraction(self._bound(), self._weighing.g_weight)
            bound = max(bound, math.ceil(reached / Fraction(str(factor))))
        return bound

    def result(self, *, cancelled: bool = False) -> SearchResult:
        """What came of it; ``cancelled`` where it was ended before it was done."""
        status = self._run.status
        if status is Status.RUNNING and not cancelled:
            raise ValueError("the search is still running")
        return self._task.result(
            status,
            self.solution() if status is Status.SOLVED else (),
            self.stats(),
            lower_bound=self.lower_bound(),
            note=self._note() if status is Status.EXHAUSTED else "",
        )

    def _note(self) -> str:
        return f"no way to the goal within the depth limit of {self._depth_limit} moves"


def make_moves(rows: int, columns: int) -> kernel.Moves:
    """The successors on a shape, in the order of Move."""
    space = make_space(rows, columns)
    cells, count = space.targets.shape
    came_by = [*Move, None]
    lists = {
        (cell, last): [
            move for move in Move if space.targets[cell, move] >= 0 and move is not last_taken_back
        ]
        for cell in range(cells)
        for last in came_by
        for last_taken_back in [last.inverse if last is not None else None]
    }
    first = np.zeros((cells, len(came_by)), np.int64)
    place = kernel.NO_MOVES + 1
    for (cell, last), steps in lists.items():
        first[cell, kernel.NO_MOVE if last is None else last] = place
        place += len(steps) + 1
    entries = np.full(place, -1, np.int64)
    for (cell, last), steps in lists.items():
        place = int(first[cell, kernel.NO_MOVE if last is None else last])
        for offset, move in enumerate(steps):
            target = int(space.targets[cell, move])
            entries[place + offset] = (
                target
                | (move << kernel.MOVE_SHIFT)
                | ((cell * count + move) * cells << kernel.COST_SHIFT)
                | (int(first[target, move]) << kernel.LIST_SHIFT)
            )
    return kernel.Moves(entries, first)


def make_costs(
    rows: int, columns: int, distance: Distance, g_weight: int, h_weight: int
) -> NDArray[np.int32]:
    """By how much f grows with each step of the blank and each tile, by summed distance alone."""
    targets = make_space(rows, columns).targets
    costs = np.zeros((*targets.shape, len(distance)), np.int32)
    for (cell, move), target in np.ndenumerate(targets):
        if target >= 0:
            for tile in range(1, len(distance)):
                change = estimate.distance_change(distance, tile, int(target), cell)
                costs[cell, move, tile] = g_weight + h_weight * int(change)
    return costs.reshape(-1)


def evaluate_sum(tables: Tables, tiles: Tiles) -> int:
    """The first opinion alone: summed distances and linear conflicts."""
    summed = int(estimate.summed_distance(tables.distance, tiles))
    return summed + (int(estimate.all_conflicts(tables.lines, tiles)) if tables.lines else 0)


def make_views(patterns: Patterns, tiles: Tiles) -> kernel.Views:
    """The pattern databases, read for ``tiles``."""
    blanks = np.where(patterns.slots == patterns.slots[:, :1], patterns.factors[:, :1], 0)
    if (patterns.factors[:, 0] != 0).any() and (blanks[:, 1:] == 0).any():
        raise ValueError("the blank must be in the index of every tile or of none")
    indices = patterns.offsets.copy()
    for view, cells in enumerate(patterns.cells):
        np.add.at(indices, patterns.slots[view, tiles], cells * patterns.factors[view, tiles])
    heights = np.add.reduceat(patterns.tables[indices].astype(np.int64), patterns.first[:-1])
    return kernel.Views(
        patterns.tables,
        np.ascontiguousarray(patterns.cells.T),
        np.ascontiguousarray(patterns.slots.T),
        np.ascontiguousarray((patterns.factors - blanks).T),
        indices,
        np.append(heights, heights.argmax()).reshape(1, -1),
    )
