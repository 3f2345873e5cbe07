"""The lower end of an answer's length: no answer is shorter, by proof; it rises pass by pass.

IDA* with pattern databases up to 36 cells; on larger boards with linear conflicts and, where they
can be had, walking distances. Every pass without an answer raises the bound by two. Where kernels
are not compiled tables would take minutes to build: linear conflicts alone then serve.
"""

from __future__ import annotations

from dataclasses import replace

from puzzler.board.move import Move
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.kept_tables import building
from puzzler.search.engine.stepping import Status
from puzzler.search.engine.task import Task
from puzzler.search.heuristics import linear_conflict, pattern_database, walking_distance
from puzzler.search.heuristics.heuristic import Building, Heuristic, Tables
from puzzler.search.kernels import jit

LARGEST_WITH_PATTERNS = 36
"""Cells; the patterns of larger shapes have so few tiles that they tell little more."""


class Prover:
    """A proof in progress; ``bound``, no answer is shorter, never falls."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._goal = task.problem.goal
        self._search: DepthFirst | None = None
        self._building: Building = self._tables()
        self._heuristic: Heuristic = linear_conflict.HEURISTIC
        # whatever guides the search for answers, even where that promises nothing
        conflicts = linear_conflict.build(self._goal).evaluate(task.problem.start)
        self.bound = max(task.start_bound(), conflicts)
        """No answer is shorter: what was proven when ``settle`` was called."""
        self.is_exhausted = False
        """It can go no further."""

    @property
    def is_prepared(self) -> bool:
        """Its tables are there."""
        return self._search is not None

    @property
    def expanded(self) -> int:
        """How many states have been expanded so far."""
        return self._search.expanded if self._search else 0

    @property
    def generated(self) -> int:
        """How many successors have been made so far."""
        return self._search.stats().generated if self._search else 0

    @property
    def bytes(self) -> int:
        """What its arrays hold."""
        return self._search.stats().bytes if self._search else 0

    def prepare(self) -> None:
        """Build a part of the tables; the last time, begin."""
        try:
            next(self._building)
        except StopIteration as end:
            tables: Tables = end.value
            task = replace(
                self._task, heuristic=self._heuristic, tables=tables, weight=1, bound_factor=1
            )
            self._search = DepthFirst(task, 1, 1)

    def advance(self, budget: int) -> tuple[Move, ...] | None:
        """Expand at most ``budget`` states; the shortest answer once that is found."""
        assert self._search is not None, "it is prepared first"
        status = self._search.work(budget)
        self.is_exhausted = status not in (Status.RUNNING, Status.SOLVED)
        return self._search.answer()

    def live_bound(self) -> int:
        """What is proven by now."""
        # before its first turn it counts for nothing, however early its tables are there
        has_begun = self._search is not None and self._search.expanded > 0
        return (
            max(self.bound, self._search.lower_bound())
            if has_begun and self._search
            else self.bound
        )

    def settle(self) -> None:
        """Let ``bound`` be what is proven by now; at moments that do not depend on slices."""
        self.bound = self.live_bound()

    def _tables(self) -> Building:
        """The strongest that can be had."""
        goal = self._goal
        if not jit.is_compiled():
            return (yield from building(linear_conflict.HEURISTIC, goal))
        if len(goal.tiles) <= LARGEST_WITH_PATTERNS:
            self._heuristic = pattern_database.HEURISTIC
            return (yield from building(self._heuristic, goal))
        lines = yield from building(linear_conflict.HEURISTIC, goal)
        walking = yield from building(walking_distance.HEURISTIC, goal)
        return Tables(lines.distance, lines=lines.lines, walking=walking.walking)
