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
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.progress import BuildProgress, Reporter, finish
from puzzler.search.heuristics import manhattan
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels import jit
from puzzler.search.kernels.estimate import ENTRY_BITS, ENTRY_MASK, Patterns
from puzzler.search.packing import index_factors, index_size, layers_of, tiles_of
from puzzler.search.tables import collection_store, collections, store
from puzzler.search.tables.collections import Collection, as_patterns
from puzzler.search.tables.pattern_build import TableMaker, spreading
from puzzler.search.tables.pattern_choice import PatternFrame, TableKey, choose_views, find_frame
from puzzler.search.tables.shared import SharedTables

LARGEST_EXACT = 9
"""Cells of the largest boards of which every state is listed."""
CACHED_BYTES = 1 << 28
"""Tables kept in memory from search to search: those of a few goals on 4x4, or 5x5."""
COLLECTION_BYTES = 1 << 29
"""The same of larger tables, which are built on demand: those of 4x4 and of 5x5."""
BUDGET = 5_000_000
"""Orders looked at between two reports of progress: a few milliseconds."""
BUDGET_UNCOMPILED = 200
WAITING = BuildProgress(0, "pattern databases")


class PatternDatabases:
    """Builds, loads and remembers the tables."""

    def __init__(self, capacity: int) -> None:
        """``capacity`` is how many bytes of tables are remembered."""
        self._sets: SharedTables[NDArray[np.uint8]] = SharedTables(capacity, _bytes_of)
        self._collections: SharedTables[NDArray[np.uint8] | None] = SharedTables(
            COLLECTION_BYTES, _bytes_of
        )

    def make(self, goal: Board, report: Reporter) -> Tables:
        """Return the tables for ``goal``: from memory or disk, or built and stored on disk."""
        return finish(self.building(goal), report)

    def building(self, goal: Board) -> Generator[BuildProgress, None, Tables]:
        """As ``make``, in steps between which ``Prover`` expands states."""
        if len(goal.tiles) <= LARGEST_EXACT:
            entries = yield from self._sets.making(
                (*goal.size, goal.blank), lambda: _exact(goal), WAITING
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
        keys = tuple(dict.fromkeys(key for view in views for key in view.keys))
        tables = yield from self._sets.making(keys, lambda: _filled(keys), WAITING)
        begins = dict(zip(keys, 2 * np.cumsum([0, *(key.bytes for key in keys)]), strict=False))
        indices = [[(key, view.cells) for key in view.keys] for view in views]
        return Tables(distance=distance, patterns=as_patterns(goal, indices, begins, tables))


def table_bytes(goal: Board) -> int:
    """How many bytes the tables for ``goal`` take in memory, without building them."""
    size = len(goal.tiles)
    if size <= LARGEST_EXACT:
        return index_size(goal)
    collection = collection_for(goal)
    if collection is not None:
        return collection.bytes
    return sum(key.bytes for key in {key for view in choose_views(goal) for key in view.keys})


def collection_for(goal: Board) -> Collection | None:
    """The collection of larger tables that is built and good for ``goal``."""
    if len(goal.tiles) <= LARGEST_EXACT:
        return None
    frame, _ = find_frame(goal.rows, goal.columns, goal.blank)
    for collection in collections.COLLECTIONS:
        if collection.frame == frame and collection_store.is_there(collection):
            return collection
    return None


@dataclass(frozen=True)
class UsualTables:
    """What is built for a goal by the first search that needs it."""

    name: str
    """The numbers of tiles of one partition; "" where every state is listed."""
    memory: int
    """Bytes."""
    on_disk: int
    """Bytes of what was built so far."""
    is_there: bool


def with_duals(goal: Board, tables: Tables) -> Tables:
    """``tables``, read also with cells and tiles exchanged, where a spread collection serves."""
    collection = collection_for(goal)
    if collection is None or not collection.is_spread or tables.patterns is None:
        return tables
    return replace(tables, duals=collection.duals(goal, tables.patterns.tables))


def usual_tables(goal: Board) -> UsualTables:
    """What there is of the usual tables for ``goal``."""
    if len(goal.tiles) <= LARGEST_EXACT:
        return UsualTables("", 0, 0, True)
    views = choose_views(goal)
    keys = {key for view in views for key in view.keys}
    files = [store.table_file(key.name) for key in keys]
    there = [file.stat().st_size for file in files if file.exists()]
    sizes = sorted((len(key.pattern) for key in views[0].keys), reverse=True)
    return UsualTables(
        "-".join(map(str, sizes)),
        sum(key.bytes for key in keys),
        sum(there),
        len(there) == len(files),
    )


def has_larger(*, is_spread: bool) -> bool:
    """True where larger tables, spread or ranked, are built for whatever goal."""
    return any(
        collection.is_spread == is_spread and collection_store.is_there(collection)
        for collection in collections.COLLECTIONS
    )


def empty_larger(*, is_spread: bool) -> Tables:
    """Larger tables of 3x3 that tell nothing: so that kernels can be tried out with them."""
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


def _filled(keys: tuple[TableKey, ...]) -> Generator[BuildProgress, None, NDArray[np.uint8]]:
    names, size = [key.name for key in keys], sum(key.bytes for key in keys)
    kept = store.load_pages(names, size)
    if kept is not None:
        yield BuildProgress(1.0, "all tables")
        return kept
    tables = np.zeros(size, np.uint8)
    total = sum(key.arrangements for key in keys)
    before = 0
    begin = 0
    for key in keys:
        what = f"pattern database {len(key.pattern)} tiles on {key.frame.rows}x{key.frame.columns}"
        yield BuildProgress(before / total, what)
        table = store.load(key.name, key.ranked_bytes)
        if table is None:
            maker = TableMaker(key)
            for met in maker.build(BUDGET if jit.is_compiled() else BUDGET_UNCOMPILED):
                yield BuildProgress((before + met) / total, what)
            table = maker.table
            del maker
            built = BuildProgress((before + key.arrangements) / total, what)
            yield built
            for _ in store.saving(key.name, table):
                yield built
        for _ in spreading(key, table, tables[begin : begin + key.bytes]):
            yield BuildProgress((before + key.arrangements) / total, what)
        before += key.arrangements
        begin += key.bytes
    for _ in store.saving_pages(names, tables):
        yield BuildProgress(1.0, "all tables")
    # the search may load or compile its own kernels before its first state
    yield BuildProgress(1.0, "all tables")
    kept = store.load_pages(names, size)  # other processes have the same ones, and memory is free
    return tables if kept is None else kept


def rehearse() -> None:
    """Build tiny tables, so that the kernels are compiled from then on."""
    key = TableKey(PatternFrame(2, 4, 0), (6, 7))
    maker = TableMaker(key)
    for _ in maker.build(BUDGET):
        pass
    for _ in spreading(key, maker.table, np.zeros(key.bytes, np.uint8)):
        pass


def exact_tables(goal: Board, entries: NDArray[np.uint8]) -> Tables:
    """The tables that read ``entries``, which tell the true distance of every state."""
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


def _exact(goal: Board) -> Generator[BuildProgress, None, NDArray[np.uint8]]:
    """Half of what every distance exceeds Manhattan distance by, for all goals with this blank."""
    size, names = table_bytes(goal), [f"{goal.rows}x{goal.columns} blank {goal.blank} exact"]
    # smaller boards are searched as fast as a file is read
    is_kept = len(goal.tiles) == LARGEST_EXACT
    kept = store.load_pages(names, (size + 1) // 2) if is_kept else None
    if kept is not None:
        return kept
    distance, tiles, factors = manhattan.build(goal).distance, tiles_of(goal), index_factors(goal)
    cells = np.arange(len(goal.tiles))
    entries = np.zeros(size + size % 2, np.uint8)
    done = 0
    for moves, (layer, _) in enumerate(layers_of(goal)):
        standing = tiles[layer]
        entries[factors[standing] @ cells] = (moves - distance[standing, cells].sum(1)) // 2
        done += len(layer)
        yield BuildProgress(done / len(tiles), "distances of all states")
    assert entries.max() <= ENTRY_MASK, "a board this small needs no more"
    table = entries[::2] | (entries[1::2] << np.uint8(ENTRY_BITS))
    if is_kept:
        yield from (BuildProgress(1.0, "all tables") for _ in store.saving_pages(names, table))
    return table


DATABASES = PatternDatabases(CACHED_BYTES)
HEURISTIC = Heuristic(
    name="pattern-database",
    title="pattern database",
    summary="exact distances of groups of tiles, added up: the strongest; built once, then loaded",
    rank=90,
    # an entry is the least over all regions of the blank: where the blank is shut in, the next
    # arrangement's may be far more than one larger
    consistent=False,
    factor=1,
    make=DATABASES.make,
    kind="pattern-database",
    edition=_edition,
    parameters=frozenset({"pruning"}),
    lesson=4,
    is_slow_to_build=True,
)
