"""Larger pattern databases for long proofs, built in child processes while the search continues.

If they are stored, the first searches of a process load them only after some time, because most
proofs take less time than reading 0.3 GB.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable

from puzzler import resources, services
from puzzler.board.board import Board
from puzzler.humanize import memory
from puzzler.search.heuristics import pattern_database
from puzzler.search.kernels import jit
from puzzler.search.method import LARGEST_WITH_ASTAR, Method
from puzzler.search.tables import collection_store
from puzzler.search.tables.collections import Collection
from puzzler.search.tables.pattern_build import building_bytes

START_AFTER = 3.0
"""Processor time of a search, in seconds, after which building starts. Most proofs of 4x4 boards
take less than 0.1."""
YIELD_AFTER = 6.0
"""Processor time of a search, in seconds, after which it leaves the processors to the builders.
Most proofs that are longer need much more time than building."""
WAIT, LONG_WAIT = 0.02, 0.2
"""Seconds that the search waits after each slice while tables are built, before and after
``YIELD_AFTER``. The builders need all processors of a small machine. A slice takes 0.01 to 0.02
s."""
LOAD_AFTER = 0.5
"""Processor time of a search, in seconds, after which stored tables are loaded."""
POSTPONED_SEARCHES = 20
"""Number of searches of a process that do not load stored tables first."""
DISK_SHARE = 2
"""Free space on the disk that is required, as a multiple of the size of the tables."""


class LargerTables:
    """The larger tables for a proof: whether they are useful, being built or complete."""

    _postponed = 0  # searches of this process that started without stored tables

    def __init__(self, goal: Board, method: Method, tell: Callable[[str], object]) -> None:
        """tell: called with a line when building starts and if it fails."""
        self._collection = _choose(goal, method)
        self._tell = tell
        self._began: float | None = None  # at the first call of ``are_complete``
        self.is_postponed = self._postponed < POSTPONED_SEARCHES and _can_wait(goal, method)
        """Whether larger tables are stored, but the search should start without them."""
        LargerTables._postponed += self.is_postponed
        self._find_failure: Callable[[], str | None] | None = None
        self.is_restart_due = False

    def are_complete(self) -> bool:
        """Start building if the search has taken long; return whether the tables are complete."""
        if self._began is None:
            self._began = time.thread_time()
        seconds = time.thread_time() - self._began
        if self.is_postponed:
            self.is_restart_due = seconds >= LOAD_AFTER
            return self.is_restart_due
        collection = self._collection
        if collection is None or seconds < START_AFTER:
            return False
        if self._find_failure is None:
            if not _has_room(collection):
                self._collection = None
                return False
            self._tell(
                f"building the tables {collection.name} in the background, once for all searches "
                f"({memory(collection.bytes)} on disk); the search continues with them afterwards"
            )
            self._find_failure = services.find("build_tables")(collection.name)
        failure = self._find_failure()
        if failure is None:
            time.sleep(WAIT if seconds < YIELD_AFTER else LONG_WAIT)
            return False
        self._collection = None  # a failure is not tried again
        self.is_restart_due = not failure and collection_store.is_stored(collection)
        if not self.is_restart_due:
            reason = failure or "they are not on the disk"
            self._tell(f"the tables {collection.name} could not be built: {reason}")
        return self.is_restart_due


def _can_wait(goal: Board, method: Method) -> bool:
    """Whether larger tables are stored, but not in memory, and a search can load them later."""
    if not _is_small_proof(goal, method):
        return False
    collection = pattern_database.collection_for(goal)
    if collection is None or pattern_database.DATABASES.has_loaded(collection):
        return False
    is_usual_stored = pattern_database.usual_tables(goal).is_there
    return is_usual_stored and collection.bytes < method.limit.memory


def _is_small_proof(goal: Board, method: Method) -> bool:
    is_proof = (method.algorithm, method.heuristic) == ("idastar", "pattern-database")
    return is_proof and len(goal.tiles) <= LARGEST_WITH_ASTAR and jit.is_compiled()


def _choose(goal: Board, method: Method) -> Collection | None:
    if not _is_small_proof(goal, method):
        return None
    collection = pattern_database.missing_collection_for(goal)
    if collection is None or method.limit.memory_shares > 1:
        return None
    required = max(collection.bytes, sum(map(building_bytes, collection.keys)))
    return collection if required <= method.limit.memory else None


def _has_room(collection: Collection) -> bool:
    try:
        free = shutil.disk_usage(resources.cache_folder()).free
    except OSError:
        return False
    return free >= DISK_SHARE * collection.bytes
