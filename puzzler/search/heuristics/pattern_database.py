"""Pattern databases: exact distances for groups of tiles, summed (Korf and Felner 2002).

The tiles are divided into patterns. For every arrangement of the tiles of a pattern, a table
contains the number of their moves to the goal cells, where moves of other tiles are free. Each move
counts for one pattern only, so the entries of a partition can be added. h is the largest sum over a
few partitions. Each partition is also read in the mirror image if the board is symmetric (Culberson
and Schaeffer 1996). h never overestimates, but can change by more than 1 in a move (Felner et al.
2011), because an entry does not depend on the region that contains the blank. Up to nine cells, one
table contains the true distance of every state.

Tables depend only on the shape, the goal cell of the blank and the goal cells of the pattern's
tiles. ``pattern_choice`` selects the patterns for a goal.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress, Reporter, finish
from puzzler.search.heuristics import manhattan
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels import jit
from puzzler.search.kernels.heuristic_data import ENTRY_BITS, ENTRY_MASK, Patterns
from puzzler.search.packing import index_factors, index_size, layers_of, tiles_of
from puzzler.search.tables import collection_store, collections, store
from puzzler.search.tables.collections import Collection, as_patterns
from puzzler.search.tables.pattern_build import TableMaker, spreading
from puzzler.search.tables.pattern_choice import PatternFrame, TableKey, choose_views, find_frame
from puzzler.search.tables.shared import SharedTables

LARGEST_EXACT = 9
"""Number of cells up to which the table lists every state."""
CACHED_BYTES = 1 << 28
"""Limit on the size of cached tables: enough for a few goals on 4x4 or 5x5."""
COLLECTION_BYTES = 1 << 29
"""Limit on the size of cached larger tables: enough for those of 4x4 and of 5x5."""
BUDGET = 5_000_000
"""Number of tile orders between two reports of progress, which takes a few milliseconds."""
BUDGET_UNCOMPILED = 200
WAITING = BuildProgress(0, "pattern databases")
_ignores_larger: ContextVar[bool] = ContextVar("whether larger tables are ignored", default=False)


class PatternDatabases:
    """Builds, loads and caches the tables."""

    def __init__(self, capacity: int) -> None:
        """Set the size of the cache, in bytes."""
        self._sets: SharedTables[NDArray[np.uint8]] = SharedTables(capacity, _bytes_of)
        self._collections: SharedTables[NDArray[np.uint8] | None] = SharedTables(
            COLLECTION_BYTES, _bytes_of
        )

    def make(self, goal: Board, report: Reporter) -> Tables:
        """Return the tables for ``goal``: from memory or disk, or built and stored on disk."""
        return finish(self.building(goal), report)

    def building(self, goal: Board) -> Generator[BuildProgress, None, Tables]:
        """Do the same as ``make``, but in steps, between which ``Prover`` expands states."""
        if len(goal.tiles) <= LARGEST_EXACT:
            entries = yield from self._sets.making(
                (*goal.size, goal.blank), lambda: _load_exact(goal), WAITING
            )
            return exact_tables(goal, entries)
        distance = manhattan.build(goal).distance
        collection = collection_for(goal)
        if collection is not None:
            key = collection.name, collection.is_spread
            loaded = yield from self._collections.making(
                key, lambda: collection_store.loading(collection), WAITING
            )
            if loaded is not None:
                if collection.is_spread:
                    return Tables(distance=distance, patterns=collection.patterns(goal, loaded))
                return Tables(distance=distance, ranked=collection.ranked(goal, loaded))
        views = choose_views(goal)
        keys = tuple(dict.fromkeys(key for view in views for key, _ in view))
        tables = yield from self._sets.making(keys, lambda: _fill_tables(keys), WAITING)
        begins = dict(zip(keys, 2 * np.cumsum([0, *(key.bytes for key in keys)]), strict=False))
        return Tables(distance=distance, patterns=as_patterns(goal, views, begins, tables))

    def has_loaded(self, collection: Collection) -> bool:
        """Return whether larger tables are in memory."""
        return (collection.name, collection.is_spread) in self._collections


@contextmanager
def ignoring_larger() -> Iterator[None]:
    """Context manager: use the usual tables even if larger ones are stored."""
    token = _ignores_larger.set(True)
    try:
        yield
    finally:
        _ignores_larger.reset(token)


def table_bytes(goal: Board) -> int:
    """Return the size in memory of the tables for ``goal``, without building them."""
    size = len(goal.tiles)
    if size <= LARGEST_EXACT:
        return (index_size(goal) + 1) // 2
    collection = collection_for(goal)
    if collection is not None:
        return collection.bytes
    return sum(key.bytes for key in {key for view in choose_views(goal) for key, _ in view})


def collection_for(goal: Board) -> Collection | None:
    """Return the stored collection of larger tables for ``goal``, or None."""
    if _ignores_larger.get():
        return None
    return next(filter(collection_store.is_stored, _collections_for(goal)), None)


def missing_collection_for(goal: Board) -> Collection | None:
    """Return the collection of larger tables that can be built for ``goal``.

    None if one is stored or none exists.
    """
    found = _collections_for(goal)
    return found[0] if found and not any(map(collection_store.is_stored, found)) else None


def _collections_for(goal: Board) -> list[Collection]:
    if len(goal.tiles) <= LARGEST_EXACT:
        return []
    frame, _ = find_frame(goal.rows, goal.columns, goal.blank)
    return [each for each in collections.COLLECTIONS if each.frame == frame]


@dataclass(frozen=True)
class UsualTables:
    """The tables that the first search for a goal builds."""

    name: str
    """The numbers of tiles of one partition: "5-5-5". Empty if every state is listed."""
    memory: int
    """Bytes in memory."""
    on_disk: int
    """Bytes of the stored tables."""
    is_there: bool


def with_duals(goal: Board, tables: Tables) -> Tables:
    """Return ``tables`` with duals (cells and tiles exchanged) if they are a spread collection."""
    collection = collection_for(goal)
    if collection is None or not collection.is_spread or tables.patterns is None:
        return tables
    return replace(tables, duals=collection.duals(goal, tables.patterns.tables))


def reversed_tables(problem: Problem, tables: Tables) -> Tables | None:
    """Return ``tables`` for a search from the goal to the start; None if they have no duals."""
    collection = collection_for(problem.goal) if tables.duals else None
    if collection is None or tables.duals is None:
        return None
    start, entries = problem.start, tables.duals.tables
    patterns, duals = collection.patterns(start, entries), collection.duals(start, entries)
    return Tables(distance=manhattan.build(start).distance, patterns=patterns, duals=duals)


def usual_tables(goal: Board) -> UsualTables:
    """Return the size of the usual tables for ``goal``, in memory and on the disk."""
    if len(goal.tiles) <= LARGEST_EXACT:
        return UsualTables("", 0, 0, True)
    views = choose_views(goal)
    keys = {key for view in views for key, _ in view}
    files = [store.table_file(key.name) for key in keys]
    there = [file.stat().st_size for file in files if file.exists()]
    sizes = sorted((len(key.pattern) for key, _ in views[0]), reverse=True)
    return UsualTables(
        "-".join(map(str, sizes)),
        sum(key.bytes for key in keys),
        sum(there),
        len(there) == len(files),
    )


def has_larger(*, is_spread: bool) -> bool:
    """Return whether larger tables, spread or ranked, are stored for any goal."""
    return any(
        collection.is_spread == is_spread and collection_store.is_stored(collection)
        for collection in collections.COLLECTIONS
    )


def empty_larger(*, is_spread: bool) -> Tables:
    """Return larger tables of 3x3 that contain only zeros, for trying out kernels."""
    collection = Collection("4-4", PatternFrame(3, 3, 8), ((0, 1, 2, 3), (4, 5, 6, 7)), "")
    goal = Board.solved(3, 3)
    entries, distance = np.zeros(collection.bytes, np.uint8), manhattan.build(goal).distance
    if not is_spread:
        return Tables(distance=distance, ranked=collection.ranked(goal, entries))
    patterns, duals = collection.patterns(goal, entries), collection.duals(goal, entries)
    return Tables(distance=distance, patterns=patterns, duals=duals)


def _edition(goal: Board) -> str | None:
    collection = collection_for(goal)
    return None if collection is None else collection.name


def _bytes_of(tables: NDArray[np.uint8] | None) -> int:
    return 0 if tables is None else tables.nbytes


def _fill_tables(keys: tuple[TableKey, ...]) -> store.TableSteps:
    size = sum(key.bytes for key in keys)
    return store.paging([key.name for key in keys], size, lambda: _build_tables(keys, size))


def _build_tables(keys: tuple[TableKey, ...], size: int) -> store.TableSteps:
    tables = np.zeros(size, np.uint8)
    total = sum(key.arrangements for key in keys)
    budget = BUDGET if jit.is_compiled() else BUDGET_UNCOMPILED
    before = 0
    begin = 0
    for key in keys:
        what = f"pattern database {len(key.pattern)} tiles on {key.frame.rows}x{key.frame.columns}"
        yield BuildProgress(before / total, what)
        table = store.load(key.name, key.ranked_bytes)
        if table is None:
            maker = TableMaker(key)
            for visited in maker.build(budget):
                yield BuildProgress((before + visited) / total, what)
            table = maker.table
            del maker
            built = BuildProgress((before + key.arrangements) / total, what)
            yield built
            for _ in store.saving(key.name, table):
                yield built
        for _ in spreading(key, table, tables[begin : begin + key.bytes], budget):
            yield BuildProgress((before + key.arrangements) / total, what)
        before += key.arrangements
        begin += key.bytes
    return tables


def compile_builders() -> None:
    """Build tiny tables, so that the kernels for building tables are compiled."""
    key = TableKey(PatternFrame(2, 4, 0), (6, 7))
    maker = TableMaker(key)
    for _ in maker.build(BUDGET):
        pass
    for _ in spreading(key, maker.table, np.zeros(key.bytes, np.uint8), BUDGET):
        pass


def exact_tables(goal: Board, entries: NDArray[np.uint8]) -> Tables:
    """Return tables that read ``entries``, which determine the true distance of every state."""
    size = len(goal.tiles)
    return Tables(
        distance=manhattan.build(goal).distance,
        patterns=Patterns(
            1,
            entries,
            np.arange(size)[None],
            np.zeros((1, size), np.int64),
            index_factors(goal)[None],
            np.zeros(1, np.int64),
            np.array([0, 1]),
        ),
    )


def _load_exact(goal: Board) -> store.TableSteps:
    """Return half the difference of true and Manhattan distance, for all goals with this blank."""
    if len(goal.tiles) < LARGEST_EXACT:
        return _build_exact(goal)  # which is as fast as reading a file
    name = f"{goal.rows}x{goal.columns} blank {goal.blank} exact"
    return store.paging([name], table_bytes(goal), lambda: _build_exact(goal))


def _build_exact(goal: Board) -> store.TableSteps:
    size = index_size(goal)
    distance, tiles, factors = manhattan.build(goal).distance, tiles_of(goal), index_factors(goal)
    cells = np.arange(len(goal.tiles))
    entries = np.zeros(size + size % 2, np.uint8)
    done = 0
    for moves, (layer, _) in enumerate(layers_of(goal)):
        standing = tiles[layer]
        entries[factors[standing] @ cells] = (moves - distance[standing, cells].sum(1)) // 2
        done += len(layer)
        yield BuildProgress(done / len(tiles), "distances of all states")
    assert entries.max() <= ENTRY_MASK, "entries of such small boards fit"
    return entries[::2] | (entries[1::2] << np.uint8(ENTRY_BITS))


DATABASES = PatternDatabases(CACHED_BYTES)
HEURISTIC = Heuristic(
    name="pattern-database",
    title="pattern database",
    summary="sum of exact distances of groups of tiles: the strongest; built once, then loaded",
    rank=90,
    # an entry is the minimum over all regions of the blank, so the entry of the next arrangement
    # can be larger by far more than 1 if the blank is enclosed
    consistent=False,
    factor=1,
    make=DATABASES.make,
    kind="pattern-database",
    edition=_edition,
    parameters=frozenset({"pruning"}),
    lesson=4,
    table_bytes=table_bytes,
    is_slow_to_build=True,
    measure="Manhattan",
)
