"""Collections of larger pattern databases, which are built on demand.

Patterns that are equal after a rotation or reflection share one table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.search.kernels.heuristic_data import Duals, Patterns, Ranked
from puzzler.search.tables import pattern_choice
from puzzler.search.tables.pattern_build import factors_of
from puzzler.search.tables.pattern_choice import (
    Partition,
    PatternFrame,
    TableKey,
    View,
    choose_views,
    find_frame,
    make_key,
    symmetries,
)


def as_patterns(
    goal: Board,
    views: Sequence[View],
    begins: Mapping[TableKey, int],
    tables: NDArray[np.uint8],
) -> Patterns:
    """Return ``tables`` in the form that kernels read, for ``goal``.

    views: for each view its tables, with the frame's cell for each cell of the board. begins: index
    of the first entry of each table.
    """
    size = len(goal.tiles)
    first = np.cumsum([0, *(len(view) for view in views)])
    slots = np.repeat(first[:-1, None], size, axis=1)
    factors = np.zeros((len(views), size), np.int64)
    for number, view in enumerate(views):
        for slot, (key, cells) in enumerate(view, int(first[number])):
            tile_at = {int(cell): tile for cell, tile in zip(cells, goal.tiles, strict=True)}
            for place, cell in enumerate(reversed(key.pattern)):
                slots[number, tile_at[cell]] = slot
                factors[number, tile_at[cell]] = size**place
    return Patterns(
        1,
        tables,
        np.array([cells for view in views for _, cells in view]),
        slots,
        factors,
        np.array([begins[key] for view in views for key, _ in view]),
        first,
    )


@dataclass(frozen=True)
class Collection:
    """Tables that are built, stored and used together."""

    name: str
    """The name on the command line: the numbers of tiles."""
    frame: PatternFrame
    partition: Partition
    """A partition for the goal of the frame, in which each tile has the number of its cell."""
    summary: str

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.frame.rows, self.frame.columns

    @property
    def keys(self) -> tuple[TableKey, ...]:
        """The distinct tables, in the order of storage."""
        return _keys_of(self.frame, self.partition, pattern_choice.LARGEST_SPREAD)

    @property
    def bytes(self) -> int:
        """Bytes in memory and on disk."""
        return sum(key.stored_bytes for key in self.keys)

    @property
    def is_spread(self) -> bool:
        """Whether its tables are indexed by sums of cell * factor. Otherwise they are ranked."""
        return all(key.is_spread for key in self.keys)

    def patterns(self, goal: Board, tables: NDArray[np.uint8]) -> Patterns:
        """Spread ``tables`` in the form that kernels read, for ``goal`` with any blank cell.

        The index of a pattern that has the blank's cell is as in ``Duals``.
        """
        views, begins = self._views(goal), self._begins()
        indices = [[(key, np.argsort(cells)) for key, cells in view] for view in views]
        patterns = as_patterns(goal, indices, begins, tables)
        keys = [(key, cells) for view in indices for key, cells in view]
        for number, view in enumerate(views):
            for key, cells in view:
                own = [goal.tiles[cell] for cell in cells[list(key.pattern)]]
                if 0 in own:
                    next_tile = own[(own.index(0) + 1) % len(own)]
                    patterns.factors[number, next_tile] += patterns.factors[number, 0]
                    patterns.factors[number, 0] = 0
        offsets = [begins[_with_blank(key, int(cells[goal.blank]))] for key, cells in keys]
        return patterns._replace(offsets=np.array(offsets))

    def duals(self, goal: Board, tables: NDArray[np.uint8]) -> Duals:
        """Spread ``tables`` in the form for dual look-ups, with cells and tiles exchanged."""
        size, views = self.frame.cells, self._views(goal)
        begins = self._begins()
        slots = 1 + max(len(view) for view in views)
        groups = np.repeat(slots * np.arange(1, len(views) + 1)[:, None] - 1, size, axis=1)
        terms = np.zeros((len(views), size, size), np.int64)
        next_cells = np.tile(np.arange(size), (len(views), 1))
        key = self.keys[0]
        zero = begins[key] + np.array(key.pattern) @ factors_of(key)  # all tiles at home
        starts = np.full((len(views) * slots, size), zero)
        for number, view in enumerate(views):
            for slot, (key, cells) in enumerate(view, number * slots):
                place = np.argsort(cells)
                starts[slot] = [begins[_with_blank(key, int(cell))] for cell in place]
                own = cells[list(key.pattern)]
                groups[number, own] = slot
                next_cells[number, own] = np.roll(own, -1)
                terms[number, own[:, None], goal.tiles] = np.outer(factors_of(key), place)
        terms[:, :, 0] = 0
        return Duals(tables, groups, terms, next_cells, starts)

    def ranked(self, goal: Board, tables: NDArray[np.uint8]) -> Ranked:
        """Ranked ``tables`` in the form that kernels read, for ``goal``."""
        size = self.frame.cells
        views = self._views(goal)
        begins = self._begins()
        indices = [index for view in views for index in view]
        places = np.full((len(indices), size), -1)
        for row, (key, cells) in zip(places, indices, strict=True):
            for number, cell in enumerate(key.pattern):
                row[goal.tiles[cells[cell]]] = number
        largest = max(len(group) for group in self.partition)
        return Ranked(
            1,
            tables,
            np.array([cells for _, cells in indices]),
            places,
            np.array([begins[key] for key, _ in indices]),
            np.cumsum([0, *(len(view) for view in views)]),
            np.array([[comb(cell, place + 1) for place in range(largest)] for cell in range(size)]),
            np.array([factorial(tiles) for tiles in range(largest + 1)]),
        )

    def _begins(self) -> dict[TableKey, int]:
        """Index of the first entry of each table."""
        offsets = 2 * np.cumsum([0, *(key.stored_bytes for key in self.keys)])
        return dict(zip(self.keys, offsets.tolist(), strict=False))

    def _views(self, goal: Board) -> list[View]:
        """For each view its tables, with the board's cell for each cell of the table."""
        if find_frame(goal.rows, goal.columns, goal.blank)[0] != self.frame:
            goal = Board.solved(goal.rows, goal.columns)  # only the cell of its blank is read
        views = []
        for view in choose_views(goal, (self.partition,)):
            turned = [(_canonical(key), cells) for key, cells in view]
            views.append([(key, np.argsort(turning[cells])) for (key, turning), cells in turned])
        return views


def _with_blank(key: TableKey, cell: int) -> TableKey:
    """The table of the same pattern with the goal's blank on ``cell``, if no tile is there."""
    if cell in key.pattern:
        return key
    return make_key(PatternFrame(key.frame.rows, key.frame.columns, cell), key.pattern)


@cache  # each search looks up its collection
def _keys_of(frame: PatternFrame, partition: Partition, largest: int) -> tuple[TableKey, ...]:
    """The tables of ``Collection.keys``. largest: the limit on the bytes of a spread table."""
    keys = [_canonical(make_key(frame, group))[0] for group in partition]
    if all(key.bytes <= largest for key in keys):
        # dual look-ups need all regions of the blank
        keys += [_with_blank(key, cell) for key in keys for cell in range(frame.cells)]
    return tuple(dict.fromkeys(keys))


@cache
def _canonical(key: TableKey) -> tuple[TableKey, NDArray[np.int64]]:
    """The representative of all rotations and reflections of a table, and the cells' permutation.

    The array is shared and must not be changed.
    """
    rows, columns = key.frame.rows, key.frame.columns
    found = []
    for cells in symmetries(rows, columns):
        frame = PatternFrame(rows, columns, int(cells[key.frame.blank]))
        found.append((make_key(frame, tuple(cells[list(key.pattern)].tolist())), cells))
    return min(found, key=lambda each: (each[0].pattern, each[0].frame.blank))


COLLECTIONS = (
    Collection(
        "7-8",
        PatternFrame(4, 4, 15),
        ((0, 1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14)),
        "the hardest 15-puzzles in seconds",
    ),
    Collection(
        "6-6-6-6",
        PatternFrame(5, 5, 24),
        (
            (0, 1, 2, 5, 6, 7),
            (3, 4, 8, 9, 13, 14),
            (10, 11, 15, 16, 20, 21),
            (12, 17, 18, 19, 22, 23),
        ),
        "proofs of random 24-puzzles, some within a minute",
    ),
)
