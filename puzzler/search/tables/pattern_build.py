"""Filling the tables of pattern databases, breadth-first from the goal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise, product
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from puzzler import services
from puzzler.progress import check_cancelled
from puzzler.search.kernels import pattern_build as kernel
from puzzler.search.packing import make_space
from puzzler.search.tables.pattern_choice import (
    LARGEST_WITH_REGIONS,
    PatternFrame,
    TableKey,
    make_key,
)

ORDERS_IN_A_BLOCK = 6
"""Orders of the first three tiles, which are stored together for each order of the others."""
REGIONS = 3
"""Upper bound of the average number of blank regions of a set: 2.75 for eight tiles on 4x4."""
PARTS = 8
"""Ranges of sets per thread. Sets take different times."""
SETS_IN_A_STEP = 1024
"""Sets listed per step: a millisecond, or some ten milliseconds with plain kernels."""

_Fixed = tuple[kernel.Sets, kernel.Orders, NDArray[np.int64], kernel.Layers]
"""The first arguments of ``expand_sets``."""


class TableMaker:
    """Builds one table. Its state is in ``arrays``."""

    def __init__(self, key: TableKey) -> None:
        self._key = key
        tiles = len(key.pattern)
        self._grid, self._orders = make_grid(key.frame), make_orders(tiles)
        self._sets = make_sets(key.frame, tiles)
        for first, last in _steps(self._sets, SETS_IN_A_STEP):
            kernel.list_sets(self._grid, self._sets, first, last)
            check_cancelled()
        pairs = int(self._sets.pairs[-1])
        blocks = factorial(tiles) // self._orders.size
        self.table = np.zeros(key.ranked_bytes, np.uint8)
        """(key.ranked_bytes,): entries by rank of arrangement, see ``heuristic_data.Ranked``."""
        self._layers = kernel.Layers(
            self.table,
            np.zeros(pairs * blocks, np.uint8),
            np.zeros(pairs * blocks, np.uint8),
            np.zeros(pairs, np.uint8),
            np.zeros(len(self._sets.cells) * blocks, np.uint8),
        )
        self._counters = np.zeros(kernel.COUNTERS, np.int64)

    @property
    def arrays(self) -> list[NDArray[np.uint8]]:
        """The state. A new maker of the same table that is given these values resumes the build."""
        return [self._counters.view(np.uint8), *self._layers]

    def build(self, budget: int, threads: int = 1) -> Iterator[int]:
        """Fill the table; yield the number of arrangements found, after about ``budget`` orders.

        Several threads share each layer, and the number is yielded only after a layer.
        """
        key, sets, orders, counters = self._key, self._sets, self._orders, self._counters
        for first, last in _steps(sets, budget):
            kernel.list_moves(self._grid, sets, first, last)
            yield int(counters[kernel.VISITED])
        home = sum(comb(cell, place) for place, cell in enumerate(key.pattern, 1))
        # the parity of a layer is that of its sets
        sets.parities[:] ^= sets.parities[home]
        if not counters[kernel.VISITED]:
            is_anywhere = self._grid.is_anywhere
            region = 0 if is_anywhere else int(sets.regions[home, key.frame.blank])
            self._begin(home, int(sets.pairs[home]) + region)
        count = len(sets.cells)
        fixed = sets, orders, _distance(key), self._layers
        while True:
            if threads > 1:
                self._expand_layer(fixed, threads)
            while not kernel.expand_sets(*fixed, counters, count, budget):
                yield int(counters[kernel.VISITED])
            if not counters[kernel.FOUND]:
                break
            counters[kernel.FOUND] = counters[kernel.SET] = 0
            counters[kernel.LAYER] += 1
            yield int(counters[kernel.VISITED])

    def _expand_layer(self, fixed: _Fixed, threads: int) -> None:
        """Compute a layer, except the sets before counters[SET]."""
        counters = self._counters
        first, count = int(counters[kernel.SET]), len(self._sets.cells)
        ranges = list(pairwise(np.linspace(first, count, PARTS * threads + 1).astype(int).tolist()))

        def expand(bounds: tuple[int, int]) -> NDArray[np.int64]:
            own = np.zeros(kernel.COUNTERS, np.int64)
            own[[kernel.SET, kernel.LAYER]] = bounds[0], counters[kernel.LAYER]
            kernel.expand_sets(*fixed, own, bounds[1], sys.maxsize)
            return own

        for own in services.find("map_in_threads")(expand, ranges, threads):
            counters[kernel.FOUND] |= own[kernel.FOUND]
            counters[kernel.VISITED] += own[kernel.VISITED]
        counters[kernel.SET] = count

    def _begin(self, home: int, pair: int) -> None:
        layers, orders = self._layers, self._orders
        blocks, last = orders.blocks.shape[1], 1 << (orders.size - 1)
        goal = (pair + 1) * blocks - 1
        layers.visited[goal] = layers.latest[goal] = last
        layers.visited_anywhere[(home + 1) * blocks - 1] = last
        layers.is_latest[pair] = 1
        self._counters[kernel.VISITED] = self._counters[kernel.LAYER] = 1


def building_bytes(key: TableKey) -> int:
    """Peak memory of a ``TableMaker``."""
    tiles = len(key.pattern)
    blocks = -(-factorial(tiles) // ORDERS_IN_A_BLOCK)
    a_set = tiles + key.frame.cells + 8 * kernel.NEIGHBOURS * tiles + 9 + blocks
    a_set += REGIONS * (2 * blocks + 1)
    of_orders = 12 * tiles * (tiles + 1) * factorial(tiles)
    return key.ranked_bytes + a_set * comb(key.frame.cells, tiles) + of_orders


def spreading(
    key: TableKey, table: NDArray[np.uint8], tables: NDArray[np.uint8], budget: int
) -> Iterator[None]:
    """Copy ``TableMaker.table`` in steps to ``tables``, (key.bytes,), which contains zeros.

    The index of an arrangement is the sum of cell * factor, see ``heuristic_data.Patterns``.
    budget: as in ``TableMaker.build``.
    """
    return _spreading(key, factors_of(key), table, tables, budget)


def spread_fewer(
    key: TableKey, tables: NDArray[np.uint8], budget: int, report: Callable[[], object]
) -> None:
    """Build the tables without one of the tiles, for each tile, and copy them to ``tables``.

    The goal's blank is on the goal cell of that tile, see ``heuristic_data.Duals``. tables: as in
    ``spreading``. budget: as in ``TableMaker.build``.
    """
    factors = factors_of(key)
    for place, cell in enumerate(key.pattern):
        steps = factors.copy()
        steps[(place + 1) % len(steps)] += factors[place]
        left = np.delete(np.arange(len(steps)), place)
        frame = PatternFrame(key.frame.rows, key.frame.columns, cell)
        fewer = make_key(frame, tuple(key.pattern[other] for other in left))
        if not fewer.pattern:
            continue
        maker = TableMaker(fewer)
        for _ in maker.build(budget):
            report()
        for _ in _spreading(fewer, steps[left], maker.table, tables, budget):
            report()


def factors_of(key: TableKey) -> NDArray[np.int64]:
    """The factor of each tile of the pattern in the index of an arrangement."""
    return np.array(key.frame.cells ** np.arange(len(key.pattern) - 1, -1, -1))


def _spreading(
    key: TableKey,
    steps: NDArray[np.int64],
    table: NDArray[np.uint8],
    tables: NDArray[np.uint8],
    budget: int,
) -> Iterator[None]:
    grid, orders = make_grid(key.frame), make_orders(len(key.pattern))
    sets = make_sets(key.frame, len(key.pattern))
    for first, last in _steps(sets, budget // len(orders.places)):
        kernel.list_sets(grid, sets, first, last)
        kernel.spread(table, tables, sets, orders, steps, first, last)
        yield


def _steps(sets: kernel.Sets, size: int) -> Iterator[tuple[int, int]]:
    """Yield the ends of successive ranges of at most ``size`` and SETS_IN_A_STEP sets."""
    step, count = max(min(size, SETS_IN_A_STEP), 1), len(sets.cells)
    for first in range(0, count, step):
        yield first, min(first + step, count)


def make_sets(frame: PatternFrame, tiles: int) -> kernel.Sets:
    """Allocate the arrays for all sets of ``tiles`` cells."""
    count = comb(frame.cells, tiles)
    return kernel.Sets(
        np.zeros((count, tiles), np.uint8),
        np.zeros((count, frame.cells), np.uint8),
        np.zeros(count + 1, np.int64),
        np.full((count, kernel.NEIGHBOURS * tiles), kernel.NO_MOVE, np.int64),
        np.zeros(count, np.uint8),
    )


@cache
def make_orders(tiles: int) -> kernel.Orders:
    """All orders of ``tiles`` tiles. The result is shared and must not be changed."""
    count = factorial(tiles)
    left = np.arange(count)
    places = np.zeros((tiles, count), np.uint8)
    for tile in range(tiles):
        left, place = np.divmod(left, tile + 1)
        # larger places move up by one
        places[:tile] += places[:tile] >= place
        places[tile] = place
    lists = np.zeros((tiles, tiles, count), np.uint16)
    for source, target in product(range(tiles), repeat=2):
        moved = places.copy()
        moved[(places > source) & (places <= target)] -= 1
        moved[(places < source) & (places >= target)] += 1
        moved[places == source] = target
        for tile in range(tiles):
            lower = (moved[:tile] < moved[tile]).sum(axis=0, dtype=np.uint16)
            lists[source, target] += lower * np.uint16(factorial(tile))
    size = min(count, ORDERS_IN_A_BLOCK)
    by_block = lists.reshape(-1, size)
    changes, kinds = np.unique(by_block % size, axis=0, return_inverse=True)
    byte = np.arange(1 << size)
    bits = sum((byte >> changes[:, [place]] & 1) << place for place in range(size))
    return kernel.Orders(
        16 ** np.arange(tiles) @ places,
        (by_block[:, 0] // size).reshape(tiles * tiles, -1),
        (kinds << size).astype(np.uint16).reshape(tiles * tiles, -1),
        np.asarray(bits, np.uint8).ravel(),
        size,
    )


def make_grid(frame: PatternFrame) -> kernel.Grid:
    """Return the grid in the form that kernels read."""
    row, column = np.divmod(np.arange(frame.cells), frame.columns)
    targets = make_space(frame.rows, frame.columns).targets
    return kernel.Grid(
        # -1 (off the board) is last in descending order
        -np.sort(-targets, axis=1),
        (targets >= 0).sum(axis=1),
        (row + column) % 2,
        int(frame.cells > LARGEST_WITH_REGIONS),
    )


def _distance(key: TableKey) -> NDArray[np.int64]:
    row, column = np.divmod(np.arange(key.frame.cells), key.frame.columns)
    home = np.array(key.pattern)[:, None]
    return np.array(abs(row - row[home]) + abs(column - column[home]))
