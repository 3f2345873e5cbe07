"""Pattern databases: exact distances for groups of tiles, summed (Korf and Felner 2002).

The tiles are divided into patterns. A table knows for every arrangement of one pattern's tiles how
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

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.search.heuristics import manhattan
from puzzler.search.heuristics.heuristic import Building, BuildProgress, Heuristic, Tables
from puzzler.search.kernels import jit
from puzzler.search.kernels.estimate import Patterns
from puzzler.search.tables import store
from puzzler.search.tables.pattern_build import ExactTable, TableMaker, list_distances, unpack
from puzzler.search.tables.pattern_choice import Frame, TableKey, View, choose_views
from puzzler.search.tables.shared import SharedTables

LARGEST_EXACT = 9
"""Cells of the largest boards of which every state is listed."""
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


def table_bytes(goal: Board) -> int:
    """How many bytes the tables for ``goal`` take in memory, without building them."""
    size = len(goal.tiles)
    if size <= LARGEST_EXACT:
        return int(size ** max(size - 2, 1))
    return sum(key.bytes for key in {key for view in choose_views(goal) for key in view.keys})


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
        dense = store.load(key.name, key.arrangements)
        if dense is None:
            maker = TableMaker(key)
            for met in maker.build(BUDGET if jit.is_compiled() else BUDGET_UNCOMPILED):
                yield BuildProgress((before + met) / total, what)
            dense = maker.pack()
            del maker
            built = BuildProgress((before + key.arrangements) / total, what)
            yield built
            for _ in store.saving(key.name, dense):
                yield built
        unpack(key, dense, tables[begin : begin + key.bytes])
        before += key.arrangements
        begin += key.bytes
    # the search may load or compile its own kernels before its first state
    yield BuildProgress(1.0, "all tables")
    return tables


def rehearse() -> None:
    """Build tiny tables, so that the kernels are compiled from then on."""
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


def build_exact(goal: Board, budget: int | None = None) -> Building:
    """The true distance of every state of a small board, in one table."""
    what = "distances of all states"
    distance = manhattan.build(goal).distance
    budget = budget or (BUDGET if jit.is_compiled() else BUDGET_UNCOMPILED)
    making = list_distances(goal, distance, budget)
    while True:
        try:
            yield BuildProgress(next(making), what)
        except StopIteration as end:
            exact: ExactTable = end.value
            break
    size = len(goal.tiles)
    one_view = np.zeros((1, size), np.int64)
    return Tables(
        distance,
        patterns=Patterns(
            1,
            exact.entries,
            np.arange(size)[None],
            one_view,
            exact.factors[None],
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
