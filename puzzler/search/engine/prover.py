"""The lower end of a solution's length: no solution is shorter, by proof; it rises pass by pass.

IDA*, of which every pass without a solution raises the bound by two. It begins with linear
conflicts, which need no tables; on boards of up to 25 cells it begins anew with pattern databases
once those are there.

Measured on larger boards, and left out: the general partitions of four tiles on 6x6 start 2 % below
linear conflicts and get no higher in the same time. Partitions into four tiles that are chosen and
built for the one start gain 1 % on 6x6 and next to nothing beyond, where few tiles of a random
board are in each other's way. Walking distances never tell more than linear conflicts there.

Where kernels are not compiled tables would take minutes to build: linear conflicts then serve to
the end.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from puzzler.board.move import Move
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.stepping import Status, Task
from puzzler.search.heuristics import linear_conflict, pattern_database
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels import jit
from puzzler.search.result import SearchStats

LARGEST_WITH_PATTERNS = 25
"""Cells; on larger boards linear conflicts tell more than patterns of four tiles."""
MEMORY_SHARE = 4
"""The proof may take the memory divided by this; the rest is for the search for solutions."""

PATH_BYTES = 1 << 19


class Prover:
    """A proof in progress; ``bound``, no solution is shorter, never falls."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._goal = task.problem.goal
        self._room = task.limit.memory // MEMORY_SHARE
        lines = linear_conflict.HEURISTIC.shared(self._goal)
        conflicts = lines.evaluate(task.problem.start)
        # whatever guides the search for solutions, even where that guarantees nothing; a solution
        # has as many moves as the conflicts say, or an even number more
        bound = max(task.start_bound(), conflicts)
        self.bound = bound + (bound - conflicts) % 2
        """No solution is shorter, as proven at moments that do not depend on slices."""
        self.is_exhausted = False
        """It can go no further."""
        self.expanded_before = self._generated = self._deepest = 0  # by the search before this one
        self._table_bytes = 0
        self._tables: Tables | None = None  # that are there but not taken yet
        self.building: Generator[object, None, Tables] | None = None
        """Its tables in the making; None where they are there, or it needs none."""
        is_worth_it = jit.is_compiled() and len(self._goal.tiles) <= LARGEST_WITH_PATTERNS
        if is_worth_it and pattern_database.table_bytes(self._goal) + PATH_BYTES <= self._room:
            self.building = pattern_database.DATABASES.building(self._goal)
        self._notes_openings = False
        self.search = self._begun(linear_conflict.HEURISTIC, lines)

    @property
    def expanded(self) -> int:
        """How many states have been expanded so far."""
        return self.expanded_before + self.search.expanded

    def stats(self) -> SearchStats:
        """The figures so far, of all its passes."""
        stats = self.search.stats()
        return stats._replace(
            generated=self._generated + stats.generated,
            deepest=max(self._deepest, stats.deepest),
            bytes=self._table_bytes + stats.bytes,
        )

    def prepare(self) -> None:
        """Build a part of the tables."""
        assert self.building is not None, "there is something to prepare"
        try:
            next(self.building)
        except StopIteration as end:
            self._tables = pattern_database.with_duals(self._goal, end.value)
            self.building = None

    def take_tables(self) -> None:
        """Begin anew with the tables that are prepared, where there are any."""
        if self._tables is None:
            return
        tables, self._tables = self._tables, None
        stats, self.expanded_before = self.stats(), self.expanded
        self._generated, self._deepest = stats.generated, stats.deepest
        self._table_bytes = tables.nbytes
        self.search = self._begun(pattern_database.HEURISTIC, tables)

    def advance(self, budget: int) -> tuple[Move, ...] | None:
        """Expand at most ``budget`` states; the shortest solution once that is found."""
        status = self.search.work(budget)
        self.is_exhausted = status not in (Status.RUNNING, Status.SOLVED)
        return self.search.solution()

    def live_bound(self) -> int:
        """What is proven by now."""
        if not self.search.expanded:
            return self.bound
        return max(self.bound, self.search.lower_bound())

    def note_openings(self) -> None:
        """See ``DepthFirst.note_openings``."""
        self._notes_openings = True
        self.search.note_openings()

    def _begun(self, heuristic: Heuristic, tables: Tables) -> DepthFirst:
        room = max(self._room - self._table_bytes, 1)
        limit = replace(self._task.limit, memory_bytes=room, memory_shares=1)
        task = replace(
            self._task, heuristic=heuristic, tables=tables, weight=1, bound_factor=1, limit=limit
        )
        search = DepthFirst(task, 1, 1)
        if self._notes_openings:
            search.note_openings()
        return search
