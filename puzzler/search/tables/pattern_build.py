"""How the tables of pattern databases are filled: from the goal outwards, layer by layer."""

from __future__ import annotations

from collections.abc import Generator
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.search.kernels import pattern_build as kernel
from puzzler.search.kernels.estimate import ENTRY_BITS, ENTRY_MASK, Distance
from puzzler.search.packing import make_space
from puzzler.search.tables.pattern_choice import LARGEST_WITH_REGIONS, Frame, TableKey

SHORT_HALF = 16
"""Bits of half a word on boards of at most 16 cells; else 32."""


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


# -- every state ----------------------------------------------------------------------------------


class ExactTable(NamedTuple):
    """The true distance of every state of a small board."""

    entries: NDArray[np.uint8]
    """Half of what the distance exceeds the Manhattan distance by; two entries share a byte."""
    factors: NDArray[np.int64]
    """(tiles,): what a tile's cell counts in the index of an entry."""


def list_distances(
    goal: Board, distance: Distance, budget: int
) -> Generator[float, None, ExactTable]:
    """The true distance of every state, step by step; tells how far it is, from 0 to 1.

    ``distance`` is that of Manhattan. The table is read at the cells of the blank and of all tiles
    but two: which of those two is where follows from the parity of the rest.
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
    while not kernel.expand_states(targets, factors, table, queue, counters, budget):
        yield int(counters[kernel.ROW]) / len(queue)
    yield 1.0
    least = np.zeros(len(queue), np.int64)
    for cell in range(size):
        least += distance[(queue[:, 0] >> (4 * cell)) & 15, cell]
    entries = np.zeros(len(table) + len(table) % 2, np.uint8)
    entries[queue[:, 1]] = (table[queue[:, 1]] - least) // 2
    assert entries.max() <= ENTRY_MASK, "a board this small needs no more"
    return ExactTable(entries[::2] | (entries[1::2] << np.uint8(ENTRY_BITS)), factors)
