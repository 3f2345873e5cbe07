"""Larger pattern databases for long proofs, built in a child process while the search continues."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable

from puzzler import resources, services
from puzzler.board.board import Board
from puzzler.search.heuristics import pattern_database
from puzzler.search.kernels import jit
from puzzler.search.method import LARGEST_WITH_ASTAR, Method
from puzzler.search.tables import collection_store
from puzzler.search.tables.collections import Collection

START_AFTER = 10.0
"""Seconds of a search after which building starts. Most proofs of 4x4 boards take less than 1."""
DISK_SHARE = 2
"""Free space on the disk that is required, as a multiple of the size of the tables."""


class LargerTables:
    """The larger tables for a proof: whether they are useful, being built or complete."""

    def __init__(
        self, goal: Board, method: Method, on_start: Callable[[Collection], object] | None
    ) -> None:
        """on_start: called when building starts; None never builds."""
        self._collection = None if on_start is None else _choose(goal, method)
        self._on_start = on_start
        self._began = time.monotonic()
        self._has_ended: Callable[[], bool] | None = None
        self.is_restart_due = False

    def are_complete(self) -> bool:
        """Start building if the search has taken long; return whether the tables are complete."""
        collection = self._collection
        if collection is None or time.monotonic() - self._began < START_AFTER:
            return False
        if self._has_ended is None:
            if not _has_room(collection) or self._on_start is None:
                self._collection = None
                return False
            self._on_start(collection)
            self._has_ended = services.find("build_tables")(collection.name)
        if not self._has_ended():
            return False
        self._collection = None  # a failure is not tried again
        self.is_restart_due = collection_store.is_stored(collection)
        return self.is_restart_due


def _choose(goal: Board, method: Method) -> Collection | None:
    is_proof = (method.algorithm, method.heuristic) == ("idastar", "pattern-database")
    if not is_proof or len(goal.tiles) > LARGEST_WITH_ASTAR or not jit.is_compiled():
        return None
    collection = pattern_database.missing_collection_for(goal)
    if collection is None or method.limit.memory_shares > 1:
        return None
    required = max(collection.bytes, collection_store.bytes_to_build(collection))
    return collection if required <= method.limit.memory else None


def _has_room(collection: Collection) -> bool:
    try:
        free = shutil.disk_usage(resources.cache_folder()).free
    except OSError:
        return False
    return free >= DISK_SHARE * collection.bytes
