"""Pattern databases: exact distances for groups of tiles, summed (Korf and Felner 2002).

The tiles are parted into patterns. A table knows for every arrangement of one pattern's tiles how
many moves of those tiles bring them home, the blank going where it likes among the others. No move
is counted twice, so that the tables of a partition add up; h is the largest sum over a few
partitions, each also read in the mirror where the board is its own mirror image (Culberson and
Schaeffer 1996). It never overestimates, but can change by more than one in a move (Felner et al.
2011): an entry does not know in which region the blank is. Up to nine cells one table holds the
true distance of every state.

Tables depend on the shape, on the goal's blank and on where the pattern's tiles belong, and on
nothing else; which ones a goal takes is told by ``pattern_choice``.
"""

from __future__ import annotations

from collections.abc import Generator
from math import factorial

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.search import table_store
from puzzler.search.heuristics import manhattan
from puzzler.search.heuristics.heuristic import Building, BuildProgress, Heuristic, Tables
from puzzler.search.heuristics.pattern_choice import (
    LARGEST_WITH_REGIONS,
    Frame,
    TableKey,
    View,
    choose_views,
)
from puzzler.search.kernels import jit
from puzzler.search.kernels import pattern_build as kernel
from puzzler.search.kernels.estimate import ENTRY_BITS, ENTRY_MASK, Patterns
from puzzler.search.packing import make_space
from puzzler.search.tables.shared import SharedTables

LARGEST_EXACT = 9
"""Cells of the largest boards of which every state is listed."""
SHORT_HALF = 16
"""Bits of half a word on boards of at most so many cells; else 32."""
CACHED_BYTES = 1 << 28
"""Tables kept in memory from search to search: those of a few goals on 4x4, or 5x5."""
BUDGET = 30_000
"""Arrangements between two reports of progress: some 10 milliseconds."""
BUDGET_UNCOMPILED = 200


WAITING = BuildProgress(0, "pattern databases")


class PatternDatabases:
    """Builds, loads and remembers the tables."""

    def __init__(self, capacity: int) -> None:
        """``capacity`` is how many bytes of tables are remembered."""
        self._sets: SharedTables[NDArray[np.uint8]] = SharedTables(capacity, _bytes_of)

    def building(self, goal: Board) -> Building:
        """The tables for ``goal``: from memory, from the disk, or built and written there."""
        if len(goal.tiles) <= LARGEST_EXACT:
            return (yield from build_exact(goal))
        views = choose_views(goal)
        keys = tuple(dict.fromkeys(key for view in views for key in view.keys))
        tables = yield from self._sets.making(keys, lambda: _filled(keys), WAITING)
        return Tables(manhattan.build(goal).distance, patterns=_patterns(goal, views, keys, tables))


def _bytes_of(tables: NDArray[np.uint8]) -> int:
    return tables.nbytes


def _filled(keys: tuple[TableKey, ...]) -> Generator[BuildProgress, None, NDArray[np.uint8]]:
    """The tables of ``keys``, one after the other."""
    tables = np.zeros(sum(key.bytes for key in keys), np.uint8)
    total = sum(key.arrangements for key in keys)
    before = 0
    begin = 0
    for key in keys:
        what = f"pattern database {len(key.pattern)} tiles on {key.frame.rows}x{key.frame.columns}"
        yield BuildProgress(before / total, what)
        dense = table_store.load(key.name, key.arrangements)
        if dense is None:
            maker = TableMaker(key)
            for met in maker.build(BUDGET if jit.is_compiled() else BUDGET_UNCOMPILED):
                yield BuildProgress((before + met) / total, what)
            dense = maker.pack()
            del maker
            built = BuildProgress((before + key.arrangements) / total, what)
            yield built
            for _ in table_store.saving(key.name, dense):
                yield built
        unpack(key, dense, tables[begin : begin + key.bytes])
        before += key.arrangements
        begin += key.bytes
    # the search may load or compile its own kernels before its first state
    yield BuildProgress(1.0, "all tables")
    return tables


def unpack(key: TableKey, dense: NDArray[np.uint8], tables: NDArray[np.uint8]) -> None:
    """Spread what ``TableMaker.pack`` kept over ``tables``, shape (key.bytes,), zeros at first."""
    nothing = np.zeros(0, np.uint8)
    kernel.copy_entries(nothing, tables, _steps(key), _distance(key), dense, True)


def _steps(key: TableKey) -> NDArray[np.int64]:
    return np.array(key.frame.cells ** np.arange(len(key.pattern) - 1, -1, -1))


def _distance(key: TableKey) -> NDArray[np.int64]:
    row, column = np.divmod(np.arange(key.frame.cells), key.frame.columns)
    home = np.array(key.pattern)[:, None]
    return np.array(abs(row - row[home]) + abs(column - column[home]))


class TableMaker:
    """One table in the making."""

    def __init__(self, key: TableKey) -> None:
        self._key = key
        self.table = np.zeros(key.entries, np.uint8)
        """Moves; 0 where two tiles share a cell."""
        self._steps = _steps(key)

    def build(self, budget: int) -> Generator[int, None, None]:
        """Fill the table; tells how many arrangements have been met, every ``budget`` of them."""
        if self._key.frame.cells <= LARGEST_WITH_REGIONS:
            return self._build(budget)
        return self._build_anywhere(budget)

    def _build(self, budget: int) -> Generator[int, None, None]:
        grid = _grid(self._key.frame)
        goal = np.array(self._key.pattern)
        size = self._key.frame.cells
        rows = len(self.table) // size
        row_cells = np.empty((rows, len(goal) - 1), np.uint8)
        for tile, step in enumerate(self._steps[1:]):
            row_cells[:, tile] = np.arange(rows, dtype=np.uint32) // step % size
            yield 0
        words = rows * size
        pattern = kernel.Pattern(
            self._steps,
            self.table,
            np.zeros(words, np.uint32) if grid.half == SHORT_HALF else np.zeros(words, np.int64),
            row_cells,
            np.zeros(rows, np.uint8),
            np.zeros((2, size), np.int64),
        )
        kernel.add_goal(grid, pattern, goal, self._key.frame.blank)
        parity = int(grid.parities[goal].sum()) % 2
        counters = np.zeros(kernel.COUNTERS, np.int64)
        counters[kernel.FOUND] = 1
        while counters[kernel.FOUND]:
            counters[kernel.FOUND] = counters[kernel.ROW] = 0
            while not kernel.expand_rows(grid, pattern, parity, counters, budget):
                yield int(counters[kernel.MET])
            yield int(counters[kernel.MET])
            counters[kernel.LAYER] += 1
            parity = 1 - parity

    def _build_anywhere(self, budget: int) -> Generator[int, None, None]:
        queue = np.empty(self._key.arrangements, np.int64)
        queue[0] = self._steps @ self._key.pattern
        counters = np.zeros(kernel.COUNTERS, np.int64)
        counters[kernel.MET] = 1
        grid, table = _grid(self._key.frame), self.table
        while not kernel.expand_anywhere(grid, self._steps, table, queue, counters, budget):
            yield int(counters[kernel.ROW])

    def pack(self) -> NDArray[np.uint8]:
        """(arrangements,): what is worth keeping of the finished table."""
        dense = np.empty(self._key.arrangements, np.uint8)
        nothing = np.zeros(0, np.uint8)
        kernel.copy_entries(self.table, nothing, self._steps, _distance(self._key), dense, False)
        return dense


def _grid(frame: Frame) -> kernel.Grid:
    row, column = np.divmod(np.arange(frame.cells), frame.columns)
    parity = (row + column) % 2
    targets = make_space(frame.rows, frame.columns).targets
    # masks are for the blank's regions
    bits = 1 << np.arange(frame.cells)
    if frame.cells > LARGEST_WITH_REGIONS:
        bits[:] = 0
    return kernel.Grid(
        # over the edge is -1: last where sorted downwards
        -np.sort(-targets, axis=1),
        (targets >= 0).sum(axis=1),
        parity,
        np.where(targets >= 0, bits[targets], 0).sum(axis=1),
        int(bits[parity == 1].sum()),
        frame.columns,
        int(bits[column < frame.columns - 1].sum()),
        int(bits.sum()),
        SHORT_HALF if frame.cells <= SHORT_HALF else 32,
    )


def rehearse() -> None:
    """Build tables of no size to speak of, so that their kernels are compiled from then on."""
    for frame in (Frame(2, 4, 0), Frame(3, 6, 0), Frame(5, 6, 0)):
        key = TableKey(frame, (frame.cells - 2, frame.cells - 1))
        maker = TableMaker(key)
        for _ in maker.build(BUDGET):
            pass
        unpack(key, maker.pack(), np.zeros(key.bytes, np.uint8))
    for _ in build_exact(Board.solved(2, 2)):
        pass


def _patterns(
    goal: Board, views: list[View], keys: tuple[TableKey, ...], tables: NDArray[np.uint8]
) -> Patterns:
    """The tables as the kernels read them."""
    size = len(goal.tiles)
    begins = dict(zip(keys, 2 * np.cumsum([0, *(key.bytes for key in keys)]), strict=False))
    first = np.cumsum([0, *(len(view.keys) for view in views)])
    slots = np.repeat(first[:-1, None], size, axis=1)
    factors = np.zeros((len(views), size), np.int64)
    for number, view in enumerate(views):
        tile_at = {int(cell): tile for cell, tile in zip(view.cells, goal.tiles, strict=True)}
        for slot, key in enumerate(view.keys, int(first[number])):
            for place, cell in enumerate(reversed(key.pattern)):
                slots[number, tile_at[cell]] = slot
                factors[number, tile_at[cell]] = size**place
    return Patterns(
        1,
        tables,
        np.array([view.cells for view in views]),
        slots,
        factors,
        np.array([begins[key] for view in views for key in view.keys]),
        first,
    )


# -- every state ----------------------------------------------------------------------------------


def build_exact(goal: Board, budget: int | None = None) -> Building:
    """The true distance of every state of a small board, in one table.

    It is read at the cells of the blank and of all tiles but two: which of those two is where
    follows from the parity of the rest.
    """
    size = len(goal.tiles)
    indexed = (0, *[tile for tile in goal.tiles if tile][:-2])
    factors = np.zeros(size, np.int64)
    factors[list(indexed)] = size ** np.arange(len(indexed))
    index = sum(cell * int(factors[tile]) for cell, tile in enumerate(goal.tiles))
    table = np.zeros(size ** len(indexed), np.uint8)
    queue = np.empty((factorial(size) // 2, 3), np.int64)
    queue[0] = sum(tile << (4 * cell) for cell, tile in enumerate(goal.tiles)), index, goal.blank
    counters = np.zeros(kernel.COUNTERS, np.int64)
    counters[kernel.FOUND] = 1
    targets = make_space(*goal.size).targets
    budget = budget or (BUDGET if jit.is_compiled() else BUDGET_UNCOMPILED)
    while not kernel.expand_states(targets, factors, table, queue, counters, budget):
        yield BuildProgress(int(counters[kernel.ROW]) / len(queue), "distances of all states")
    yield BuildProgress(1.0, "distances of all states")
    distance = manhattan.build(goal).distance
    least = np.zeros(len(queue), np.int64)
    for cell in range(size):
        least += distance[(queue[:, 0] >> (4 * cell)) & 15, cell]
    entries = np.zeros(len(table) + len(table) % 2, np.uint8)
    entries[queue[:, 1]] = (table[queue[:, 1]] - least) // 2
    assert entries.max() <= ENTRY_MASK, "a board this small needs no more"
    one_view = np.zeros((1, size), np.int64)
    return Tables(
        distance,
        patterns=Patterns(
            1,
            entries[::2] | (entries[1::2] << np.uint8(ENTRY_BITS)),
            np.arange(size)[None],
            one_view,
            factors[None],
            np.zeros(1, np.int64),
            np.array([0, 1]),
        ),
    )


HEURISTIC = Heuristic(
    name="pattern-database",
    title="pattern database",
    summary="exact distances of groups of tiles, added up: the strongest; built once, then loaded",
    rank=90,
    admissible=True,
    # an entry is the least over all regions of the blank: where the blank is shut in, the next
    # arrangement's may be far more than one larger
    consistent=False,
    factor=1,
    building=PatternDatabases(CACHED_BYTES).building,
)
