"""The proof of a lower bound on the length of solutions, which rises pass by pass.

The proof is IDA* (Korf 1985): each pass without a solution raises the bound by two. It starts with
linear conflicts, which need no tables. On boards of up to 25 cells it restarts with pattern
databases when they are built, unless kernels are not compiled: building would then take minutes.

The search can also lead from the goal to the start. One direction often needs several times as many
states as the other, by about the same factor in each pass. The reversed search is tried with as
many expansions as the first long pass has needed, and kept if it proves as much. Linear conflicts
and dual look-ups need no other tables in the reversed search. Otherwise it needs pattern databases
for the blank cell of the start, which take seconds to build, so that the trial is postponed until
the proof is long.

Other heuristics gave no better bounds on larger boards. General partitions of four tiles on 6x6
start 2 % below linear conflicts and do not get higher in the same time. Partitions chosen and
built for the start gain 1 % on 6x6 and almost nothing on larger boards, where few tiles of a random
board interact. Walking distances are never larger than linear conflicts there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.stepping import Status, Task
from puzzler.search.heuristics import linear_conflict, pattern_database
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels import jit
from puzzler.search.result import SearchStats

LARGEST_WITH_PATTERNS = 25
"""Maximum number of cells for pattern databases; beyond that, linear conflicts are better."""
MEMORY_SHARE = 4
"""The proof may use the memory limit divided by this; the search for solutions uses the rest."""

PATH_BYTES = 1 << 19
_END = object()
"""Marks that the building of tables is complete."""
TRIAL = 100_000
"""Minimum expansions before the reversed search is tried: about 0.03 s."""
TRIAL_STEP = 10_000
"""Expansions between two comparisons of the bounds during a trial."""
LARGEST_ONE_WAY = 16
"""Maximum number of cells for which no other tables are built for the reversed search."""
LATE_TRIAL = 5_000_000
"""Minimum expansions with tables before others are built for the reversed search: about 0.3 s."""


class Prover:
    """A proof in progress. Its lower bound ``bound`` never falls."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._goal = task.problem.goal
        self._room = task.memory // MEMORY_SHARE
        lines = linear_conflict.HEURISTIC.shared(self._goal)
        conflicts = lines.evaluate(task.problem.start)
        # the task's heuristic may give a better bound; the length of a solution has the parity of
        # the linear conflicts
        bound = max(task.start_bound(), conflicts)
        self.bound = bound + (bound - conflicts) % 2
        """The lower bound, updated at moments that do not depend on the sizes of the budgets."""
        self.is_exhausted = False
        """Whether the proof has ended or run out of memory."""
        self.expanded_before = self._generated = self._deepest = 0  # by the previous search
        self._table_bytes = 0
        self._tables: Tables | None = None  # complete tables that are not yet used
        self._reversed: Tables | None = None  # the same for a search from the goal to the start
        self.has_tables = False
        """Whether the search uses tables."""
        self.building: Iterator[object] | None = None
        """The unfinished building of its tables; None if they are complete or not needed."""
        is_worth_it = jit.is_compiled() and len(self._goal.tiles) <= LARGEST_WITH_PATTERNS
        if is_worth_it and pattern_database.table_bytes(self._goal) + PATH_BYTES <= self._room:
            self.building = self._build_tables()
        self._notes_openings = False
        self._trial: Iterator[int] = iter(())
        self._trial_end: int | None = None  # expansions of the search before the next comparison
        self.search = self._start_search(linear_conflict.HEURISTIC, lines, task.problem)
        if self.building is None:
            self._begin_trial(linear_conflict.HEURISTIC, lines)

    @property
    def expanded(self) -> int:
        """The number of states expanded so far."""
        return self.expanded_before + self.search.expanded

    def stats(self) -> SearchStats:
        """The figures of both searches so far."""
        stats = self.search.stats()
        return stats._replace(
            generated=self._generated + stats.generated,
            deepest=max(self._deepest, stats.deepest),
            bytes=self._table_bytes + stats.bytes,
        )

    def prepare(self) -> None:
        """Build a part of the tables."""
        assert self.building is not None, "the caller has checked it"
        if next(self.building, _END) is _END:
            self.building = None

    def _build_tables(self) -> Iterator[object]:
        tables = yield from pattern_database.DATABASES.building(self._goal)
        tables = pattern_database.with_duals(self._goal, tables)
        self._reversed = pattern_database.reversed_tables(self._task.problem, tables)
        self._tables = tables

    def _build_reversed(self) -> Iterator[object]:
        self._reversed = yield from pattern_database.DATABASES.building(self._task.problem.start)
        self._table_bytes += self._reversed.nbytes

    def take_tables(self) -> None:
        """Restart with the tables if they are complete."""
        if self._tables is None:
            return
        tables, self._tables = self._tables, None
        self.has_tables = True
        self._table_bytes = tables.nbytes
        self._restart(pattern_database.HEURISTIC, tables, self._task.problem)
        if self._reversed is not None or self._has_room_for_reversed():
            self._begin_trial(pattern_database.HEURISTIC, tables)

    def _has_room_for_reversed(self) -> bool:
        start = self._task.problem.start
        needed = self._table_bytes + pattern_database.table_bytes(start) + PATH_BYTES
        return len(start.tiles) > LARGEST_ONE_WAY and needed <= self._room

    def _restart(self, heuristic: Heuristic, tables: Tables, problem: Problem) -> None:
        stats, self.expanded_before = self.stats(), self.expanded
        self._generated, self._deepest = stats.generated, stats.deepest
        self.search = self._start_search(heuristic, tables, problem)

    def _begin_trial(self, heuristic: Heuristic, tables: Tables) -> None:
        self._trial = self._try_reversed(heuristic, tables)
        self._trial_end = next(self._trial)

    def _try_reversed(self, heuristic: Heuristic, tables: Tables) -> Iterator[int]:
        """Choose the direction; yield the expansions of the search before each next step.

        There is no next step while tables are being built.
        """
        end = TRIAL
        yield end
        before = self.search.lower_bound()
        while self.search.lower_bound() == before:
            end += TRIAL_STEP
            yield end
        reached = self.search.lower_bound()
        if heuristic is linear_conflict.HEURISTIC:
            self._reversed = heuristic.shared(self._task.problem.start)
        elif self._reversed is None:
            yield max(end, LATE_TRIAL)
            self.building = self._build_reversed()
            yield self.search.expanded
        assert self._reversed is not None, "the tables have been built"
        proven = self.bound = self.live_bound()
        problem = self._task.problem
        self._restart(heuristic, self._reversed, Problem(problem.goal, problem.start))
        for step in range(TRIAL_STEP, end + 1, TRIAL_STEP):
            yield step
            if self.search.lower_bound() >= reached:
                break
        if self.search.lower_bound() < reached:
            self._restart(heuristic, tables, problem)
            self.search.skip_to(proven)
        elif proven > reached:
            self._restart(heuristic, self._reversed, Problem(problem.goal, problem.start))
            self.search.skip_to(proven)

    def advance(self, budget: int) -> tuple[Move, ...] | None:
        """Expand at most ``budget`` states, or none if the direction is chosen.

        Returns an optimal solution when it is found.
        """
        if self.search.expanded == self._trial_end:
            if self.building is not None:
                self.prepare()
            else:
                self._trial_end = next(self._trial, None)
            return None  # the caller compares the bound, which may have changed
        if self._trial_end is not None:
            budget = min(budget, self._trial_end - self.search.expanded)
        status = self.search.work(budget)
        self.is_exhausted = status not in (Status.RUNNING, Status.SOLVED)
        solution = self.search.solution()
        if solution is not None and self.search.task.problem.start != self._task.problem.start:
            return tuple(move.inverse for move in reversed(solution))
        return solution

    def live_bound(self) -> int:
        """The bound proven so far, which may be larger than ``bound``."""
        if not self.search.expanded:
            return self.bound
        return max(self.bound, self.search.lower_bound())

    def note_openings(self) -> None:
        """See ``DepthFirst.note_openings``."""
        self._notes_openings = True
        self.search.note_openings()

    def _start_search(self, heuristic: Heuristic, tables: Tables, problem: Problem) -> DepthFirst:
        room = max(self._room - self._table_bytes, 1)
        limit = replace(self._task.limit, memory_bytes=room, memory_shares=1)
        task = replace(
            self._task,
            problem=problem,
            heuristic=heuristic,
            tables=tables,
            weight=1,
            bound_factor=1,
            limit=limit,
        )
        search = DepthFirst(task, 1, 1)
        if self._notes_openings:
            search.note_openings()
        return search
