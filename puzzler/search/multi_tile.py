"""Optimal solutions in multi-tile moves, in which a row of tiles that slides together is one move.

On boards of up to 9 cells, a breadth-first search from the goal lists all distances. Larger boards
are solved by IDA* (Korf 1985). Vertical and horizontal moves alternate, because two successive
moves along one line are a single move. h is read from pattern databases that depend on the axis of
the next move.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.progress import BuildProgress, Reporter, finish, no_report
from puzzler.search.engine.stepping import Status, Stepping, Task
from puzzler.search.heuristics.pattern_database import UsualTables
from puzzler.search.kernels import jit
from puzzler.search.kernels import multi_tile as kernel
from puzzler.search.packing import Ranks, has_ranks, neighbours_of, rank_of, ranks_of
from puzzler.search.result import SearchStats
from puzzler.search.tables import store
from puzzler.search.tables.shared import SharedTables

AXES = ((Move.UP, Move.DOWN), (Move.LEFT, Move.RIGHT))
"""The moves along each axis, as numbered in ``kernels.multi_tile``."""
UNKNOWN = 255
BUILDING = "pattern databases for multi-tile moves"
MAX_ENTRIES, MAX_PLAIN_ENTRIES = 1 << 24, 1 << 12
"""Limits on the entries of a table for one axis, with compiled kernels and without."""
CACHED_GOALS = 8
CACHED_BYTES = 1 << 27
"""Limit on the size of cached tables: enough for a goal on 4x4."""


@lru_cache(CACHED_GOALS)
def distances_to(goal: Board) -> NDArray[np.uint8]:
    """Return the distance in multi-tile moves of each state by rank; see ``packing.tiles_of``.

    The board can have up to 9 cells. Distances on 3x3 boards go up to 24.
    """
    after = neighbours_of(goal)
    distances = np.full(len(after), UNKNOWN, np.uint8)
    layer = np.array([rank_of(goal)], np.int32)
    distances[layer] = length = 0
    while layer.size:
        length += 1
        reached: list[Ranks] = []
        for move in Move:
            line = layer
            while (line := after[line, move][after[line, move] >= 0]).size:
                reached.append(line)
        layer = np.unique(np.concatenate(reached))
        layer = layer[distances[layer] == UNKNOWN]
        distances[layer] = length
    distances.flags.writeable = False
    return distances


def solve_with_table(start: Board, goal: Board) -> tuple[Move, ...]:
    """Return the moves of an optimal solution of a board with up to 9 cells."""
    distances, after = distances_to(goal), neighbours_of(goal)
    rank, moves = rank_of(start), list[Move]()
    while distances[rank]:
        rank, line = next(
            (to, line)
            for to, line in _slides_from(after, rank)
            if distances[to] == distances[rank] - 1
        )
        moves += line
    return tuple(moves)


def _slides_from(after: Ranks, rank: int) -> Iterator[tuple[int, list[Move]]]:
    """Yield each state after one multi-tile move, with the move as single moves."""
    for move in Move:
        line, to = [move], int(after[rank, move])
        while to >= 0:
            yield to, line
            line, to = [*line, move], int(after[to, move])


def table_bytes(goal: Board) -> int:
    """Return the bytes of the tables in memory and, on boards of more than 9 cells, on the disk."""
    return math.prod(_table_shape(goal))


def patterns_for(goal: Board, report: Reporter = no_report) -> kernel.Patterns:
    """Return pattern databases in multi-tile moves for ``goal`` (Culberson and Schaeffer 1998).

    One move can slide tiles of several patterns. Therefore h is the largest distance of a pattern,
    not the sum of the distances. Each pattern has successive tiles of the goal. The tables depend
    only on the shape and the goal cell of the blank. They are read from memory or disk, or built
    and stored. report: called with the progress of building, which takes some seconds on 4x4.
    """
    cells, shape, size = len(goal.tiles), _table_shape(goal), table_bytes(goal)

    def load() -> store.TableSteps:
        if has_ranks(goal):
            return _build_tables(goal)
        return store.paging([_name(goal, goal.blank, size)], size, lambda: _build_tables(goal))

    key = *goal.size, goal.blank, shape
    tables = finish(_shared.making(key, load, BuildProgress(0, BUILDING)), report)
    owners, factors = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    for number, group in enumerate(_groups(goal)):
        tiles = [goal.tiles[cell] for cell in group]
        owners[tiles], factors[tiles] = number, cells ** np.arange(1, len(group) + 1)
    return kernel.Patterns(tables.reshape(shape), owners, factors)


def indices_of(patterns: kernel.Patterns, tiles: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the index of each board in each table, shape (boards, patterns)."""
    terms = patterns.factors[tiles] * np.arange(tiles.shape[1])
    owned = [
        np.where(patterns.owners[tiles] == each, terms, 0).sum(axis=1)
        for each in range(len(patterns.tables))
    ]
    indices: NDArray[np.int64] = np.argmin(tiles, axis=1)[:, None] + np.stack(owned, axis=1)
    return indices


def evaluate_each(
    patterns: kernel.Patterns, tiles: NDArray[np.uint8], next_axis: int
) -> NDArray[np.int64]:
    """Return a lower bound on the moves of each board if the next is along ``next_axis``."""
    indices = indices_of(patterns, tiles)
    columns = [table[next_axis, indices[:, each]] for each, table in enumerate(patterns.tables)]
    h: NDArray[np.int64] = np.max(columns, axis=0).astype(np.int64)
    return h


def _name(goal: Board, blank: int, size: int) -> str:
    return f"{goal.rows}x{goal.columns} blank {blank} multi-tile {size}"


def usual_tables(goal: Board) -> UsualTables:
    """Return the tables of compiled searches on boards of this shape.

    The size on the disk includes the tables for all goal cells of the blank.
    """
    cells = len(goal.tiles)
    if has_ranks(goal):
        return UsualTables("", 0, 0, True)
    size = math.prod(_table_shape(goal, MAX_ENTRIES))
    files = [store.page_file([_name(goal, blank, size)]) for blank in range(cells)]
    there = [file.stat().st_size for file in files if file.exists()]
    return UsualTables("multi-tile", size, sum(there), bool(there))


def _build_tables(goal: Board) -> store.TableSteps:
    cells, groups = len(goal.tiles), _groups(goal)
    tables = np.full(_table_shape(goal), UNKNOWN, np.uint8)
    for number, (group, table) in enumerate(zip(groups, tables, strict=True)):
        places = np.zeros(len(group) + 1, np.int64)
        index = goal.blank + sum(cell * cells**place for place, cell in enumerate(group, 1))
        table[:, index] = length = 0
        while kernel.fill(table, *goal.size, places, length):
            length += 1
            yield BuildProgress((number + length / (length + 1)) / len(groups), BUILDING)
    return tables.reshape(-1)


def _groups(goal: Board, limit: int | None = None) -> list[list[int]]:
    """Return the goal cells of the tiles of each pattern.

    limit: on the entries of a table for one axis; by default that of the current kernels.
    """
    cells = len(goal.tiles)
    limit = limit or (MAX_ENTRIES if jit.is_compiled() else MAX_PLAIN_ENTRIES)
    size = next(size for size in range(cells - 1, 0, -1) if cells ** (size + 1) <= limit)
    ordered = [cell for cell in range(cells) if cell != goal.blank]
    return [ordered[first : first + size] for first in range(0, cells - 1, size)]


def _table_shape(goal: Board, limit: int | None = None) -> tuple[int, int, int]:
    groups = _groups(goal, limit)
    return len(groups), len(AXES), len(goal.tiles) ** (len(groups[0]) + 1)


_shared: SharedTables[NDArray[np.uint8]] = SharedTables(CACHED_BYTES, lambda tables: tables.nbytes)


def evaluator(
    goal: Board, report: Reporter = no_report
) -> Callable[[NDArray[np.uint8], int], NDArray[np.integer]]:
    """Return a function of boards and the axis of the next move that never exceeds the distance.

    Up to 9 cells it returns the distance itself.
    """
    if not has_ranks(goal):
        return partial(evaluate_each, patterns_for(goal, report))
    distances = distances_to(goal)
    return lambda tiles, _: distances[ranks_of(tiles)]


class MultiTileSearch(Stepping):
    """IDA* over multi-tile moves, by passes with a bound on the length and a first axis."""

    def __init__(self, task: Task, report: Reporter = no_report) -> None:
        """report: called with the progress of the tables."""
        super().__init__(task)
        self._start, self._goal = task.problem.start, task.problem.goal
        self._patterns = patterns_for(self._goal, report)
        tiles = np.array([self._start.tiles], np.uint8)
        self._first = [int(evaluate_each(self._patterns, tiles, axis)[0]) for axis in (0, 1)]
        self.counters = np.zeros(kernel.COUNTERS, np.int64)
        self.counters[kernel.LOWEST_H] = kernel.FAR
        self._bound = min(self._first)
        self._closest = kernel.FAR
        self._axis = -1
        self._end_pass()

    @property
    def expanded(self) -> int:
        return int(self.counters[kernel.EXPANDED])

    def work(self, budget: int) -> Status:
        board = *self._start.size, np.array(self._goal.tiles, np.uint8), self._tiles
        path = self._frames, self._indices, self.counters
        data = self._patterns, *board, self._axis, self._bound, *path
        code = kernel.search(*data, budget)
        if code == kernel.EXHAUSTED:
            self._closest = min(self._closest, int(self.counters[kernel.CLOSEST]))
            self._end_pass()
        return Status.SOLVED if code == kernel.SOLVED else Status.RUNNING

    def _end_pass(self) -> None:
        """Start the next pass: with the other first axis, then with a larger bound."""
        while True:
            self._axis += 1
            if self._axis == len(AXES):
                self._axis, self._bound, self._closest = 0, self._closest, kernel.FAR
            if self._first[self._axis] <= self._bound:
                break
            self._closest = min(self._closest, self._first[self._axis])
        self._tiles = np.array(self._start.tiles, np.uint8)
        self._frames = np.zeros((self._bound + 1, 2), np.int64)
        first = indices_of(self._patterns, self._tiles[None])
        self._indices = np.repeat(first, self._bound + 2, axis=0)
        self.counters[kernel.DEPTH], self.counters[kernel.BLANK] = 0, self._start.blank
        self.counters[kernel.CLOSEST] = kernel.FAR

    def stats(self) -> SearchStats:
        counters = self.counters
        return SearchStats(
            expanded=self.expanded,
            generated=int(counters[kernel.GENERATED]),
            bound=self._bound,
            depth=int(counters[kernel.DEPTH]),
            deepest=int(counters[kernel.DEEPEST]),
            best_h=min(int(counters[kernel.LOWEST_H]), *self._first),
            stored=int(counters[kernel.DEPTH]) + 1,
            bytes=self._frames.nbytes + self._indices.nbytes,
        )

    def current(self) -> Board:
        return Board(*self._start.size, tuple(self._tiles.tolist()))

    def solution(self) -> tuple[Move, ...] | None:
        if self.current() != self._goal:
            return None
        blanks = self._frames[: int(self.counters[kernel.DEPTH]), 0].tolist()
        moves: list[Move] = []
        board = self._start
        for blank in [*blanks[1:], self._goal.blank] if blanks else []:
            moves += board.moves_to_slide(blank)
            board = board.apply_all(board.moves_to_slide(blank))
        return tuple(moves)

    def lower_bound(self) -> int:
        return self._bound
