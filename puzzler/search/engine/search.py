"""A search that is advanced step by step, obeys its limits and returns a result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.path import is_path
from puzzler.progress import Cancelled, cancelled_when
from puzzler.search.engine.stepping import Status, Stepping, Task
from puzzler.search.options import LimitKind, process_memory_bytes
from puzzler.search.result import Improvement, Outcome, SearchResult, SearchStats

LARGEST_SLICE = 20_000
"""Maximum expansions between two checks of the time limit: a few milliseconds at most."""
LARGEST_FREE_SLICE = 400_000
"""The same without a time limit. Slices then only have to be short enough for Ctrl-C."""
SLICE_SECONDS = 0.005
"""Target duration of a slice."""

OUTCOMES = {
    Status.SOLVED: Outcome.SOLVED,
    Status.EXHAUSTED: Outcome.UNSOLVABLE,
    Status.LIMIT: Outcome.LIMIT,
    Status.RUNNING: Outcome.CANCELLED,
}


class Search:
    """A search in progress. The caller pauses, cancels or draws it between calls of ``advance``."""

    def __init__(self, task: Task, stepping: Stepping, reached: LimitKind | None = None) -> None:
        """reached: the limit that was reached before the search could start, if any."""
        self.stepping = stepping
        self.status = Status.RUNNING if reached is None else Status.LIMIT
        """The status after the last ``advance``."""
        self.task = task
        self._limit_reached = reached
        self._process_bytes = 0
        self.elapsed = 0.0
        """Seconds spent in ``advance``."""
        self.improvements: list[Improvement] = []
        """Successive solutions and bounds, if the algorithm improves its solution."""
        is_timed = task.limit.seconds is not None
        self._slice = 1 if is_timed else LARGEST_SLICE
        self._largest_slice = LARGEST_SLICE if is_timed else LARGEST_FREE_SLICE

    @property
    def expanded(self) -> int:
        """The number of states expanded so far."""
        return self.stepping.expanded

    def lower_bound(self) -> int:
        """A lower bound on the length of a solution; 0 if nothing is known."""
        return self.stepping.lower_bound()

    def adopt(self, moves: Sequence[Move], fixed: int) -> None:
        """Use the solution ``moves``, whose first ``fixed`` moves have been played, from now on.

        ``path`` then starts with the fixed moves. Does nothing unless the algorithm improves its
        solution. The result depends on the number of states expanded before the call. Raises
        ValueError if ``moves`` does not lead from start to goal or has less than ``fixed`` moves.
        """
        if not self.stepping.improves:
            return
        problem = self.task.problem
        if not 0 <= fixed <= len(moves) or not is_path(problem.start, moves, problem.goal):
            raise ValueError(f"{fixed} of {len(moves)} moves from start to goal cannot be adopted")
        self.stepping.adopt(moves, fixed)

    def path(self) -> tuple[Move, ...]:
        """The best solution that starts with the fixed moves. Raises ValueError if none exists."""
        path = self.stepping.path()
        return self.solution() if path is None else path

    def advance(self, budget: int, *, interruptible: bool = False) -> Status:
        """Expand ``budget`` states, or fewer if the search ends or reaches a limit.

        With ``interruptible``, also return after work without expansions, such as growing a table.
        The result does not depend on the sizes of the budgets. A search that has a solution when it
        reaches a limit counts as solved.
        """
        limit, setup = self.task.limit, self.task.setup
        before, done = self.elapsed, self.expanded
        stop = done + budget
        if limit.expansions is not None:
            stop = min(stop, limit.expansions)
        began = now = setup.now()

        def is_late() -> bool:
            spent = setup.seconds + before + setup.now() - began
            return limit.seconds is not None and spent >= limit.seconds

        while self.status is Status.RUNNING:
            if limit.seconds is not None and setup.seconds + self.elapsed >= limit.seconds:
                self.stop(LimitKind.TIME)
                break
            if done >= stop:
                if stop == limit.expansions:
                    self.stop(LimitKind.EXPANSIONS)
                break
            status = self._work(min(stop - done, self._slice), is_late)
            if status is Status.LIMIT:
                self.stop(LimitKind.MEMORY)
            else:
                self.status = status
            then, now = now, setup.now()
            self.elapsed = before + now - began
            if self.stepping.improves:
                for improvement in self.stepping.history[len(self.improvements) :]:
                    self.improvements.append(replace(improvement, seconds=self.elapsed))
            reached = self.expanded
            if reached > done:
                self._adapt(reached - done, now - then)
                done = reached
            elif interruptible:
                break
        return self.status

    def _work(self, budget: int, is_late: Callable[[], bool]) -> Status:
        try:
            with cancelled_when(is_late):
                status = self.stepping.work(budget)
                self.task.tables.check()
                return status
        except Cancelled:
            if not is_late():
                raise
            return Status.RUNNING

    def stop(self, reached: LimitKind) -> None:
        """End a running search as if the limit ``reached`` had been reached."""
        if self.status is Status.RUNNING:
            self._limit_reached = reached
            self._process_bytes = process_memory_bytes() if reached is LimitKind.MEMORY else 0
            self.status = Status.LIMIT if self.stepping.solution() is None else Status.SOLVED

    def _adapt(self, expansions: int, seconds: float) -> None:
        """Choose the size of the next slice by the duration of the last one."""
        longest = 2 * self._slice
        if seconds > 0:
            longest = min(longest, int(expansions * SLICE_SECONDS / seconds))
        self._slice = max(1, min(longest, self._largest_slice))

    def stats(self) -> SearchStats:
        """The figures so far."""
        stats, task = self.stepping.stats(), self.task
        used = stats.bytes + task.table_bytes
        return stats._replace(elapsed=self.elapsed, bytes=used, memory_bytes=task.limit.memory)

    def current(self) -> Board:
        """The state expanded last."""
        return self.stepping.current()

    def solution(self) -> tuple[Move, ...]:
        """The best moves from start to goal so far. Raises ValueError if there are none."""
        solution = self.stepping.solution()
        if solution is None or (self.status is not Status.SOLVED and not self.stepping.improves):
            raise ValueError("the search has no solution yet")
        return solution

    def result(
        self, *, cancelled: bool = False, setup_seconds: float = 0.0, compiled: bool = True
    ) -> SearchResult:
        """Return the result of a search that has ended, or of any search if ``cancelled``.

        A cancelled search that improves its solution still returns the best one. A solution as
        short as the lower bound is proven optimal. If the algorithm failed although a solution
        exists, the outcome is LIMIT. Raises ValueError if the search is running.
        """
        if self.status is Status.RUNNING and not cancelled:
            raise ValueError("the search is still running")
        task = self.task
        note = self.stepping.note if self.status is Status.EXHAUSTED else ""
        outcome = Outcome.LIMIT if note else OUTCOMES[self.status]
        if self.stepping.improves and self.stepping.solution() is not None:
            outcome = Outcome.SOLVED
        moves = self.solution() if outcome is Outcome.SOLVED else ()
        lower_bound = self.stepping.lower_bound()
        proven = outcome is Outcome.SOLVED and (len(moves) <= lower_bound or task.bound_factor == 1)
        return SearchResult(
            status=outcome,
            start=task.problem.start,
            goal=task.problem.goal,
            algorithm=task.algorithm,
            heuristic=task.heuristic.name,
            weight=task.weight,
            **task.choices(),
            moves=moves,
            proven_optimal=proven,
            bound_factor=1 if proven else task.bound_factor,
            lower_bound=len(moves) if proven else lower_bound,
            stats=self.stats(),
            limit_reached=self._limit_reached,
            process_bytes=self._process_bytes,
            note=note,
            setup_seconds=setup_seconds,
            improvements=tuple(self.improvements),
            compiled=compiled,
        )
