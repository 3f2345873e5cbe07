"""Several improvers in threads, which exchange their solutions.

Each improver except the first one changes its ranks a little, which leads to very different
solutions. All run for the same number of expansions between two exchanges, so that the result does
not depend on the speed of the threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puzzler import services
from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.improving import Improver
from puzzler.search.engine.stepping import Task
from puzzler.search.result import SearchStats

MAX_IMPROVERS = 4
"""Further improvers would gain little, and each needs its own memory."""
ROUND = 100_000
"""Expansions of each improver between two exchanges: about 0.015 s."""


class Improvers:
    """Improvers of one problem, used like a single one; ``moves`` is the best solution of all."""

    def __init__(self, task: Task, offer: Callable[[], object]) -> None:
        """offer: called whenever ``moves`` has become shorter."""
        count = min(task.threads, MAX_IMPROVERS)
        self.lanes = [Improver(task, self._note, lane, count) for lane in range(count)]
        self.moves: list[Move] | None = None
        self._offer = offer
        self._left = ROUND
        self._is_in_round = False

    @property
    def fixed(self) -> int:
        """Number of moves at the start that must not change."""
        return self.lanes[0].fixed

    @property
    def expanded(self) -> int:
        """The number of states expanded so far."""
        return sum(lane.expanded for lane in self.lanes)

    def stats(self) -> SearchStats:
        """The figures of all improvers."""
        every = [lane.stats() for lane in self.lanes]
        return SearchStats(
            generated=sum(stats.generated for stats in every),
            duplicates=sum(stats.duplicates for stats in every),
            peak_frontier=sum(stats.peak_frontier for stats in every),
            deepest=max(stats.deepest for stats in every),
            bytes=sum(stats.bytes for stats in every),
        )

    def current(self) -> Board:
        """A recently expanded state."""
        return self.lanes[0].current()

    def construct(self, budget: int) -> None:
        """Make at most ``budget`` moves of the first solution; offer it when it is complete."""
        first, *others = self.lanes
        first.construct(budget)
        if first.moves is not None:
            for lane in others:
                lane.start_with(first.moves)

    def advance(self, budget: int) -> bool:
        """Expand at most ``budget`` states, or one with each improver. Returns False at the end."""
        count = len(self.lanes)
        share = min(self._left, max(budget // count, 1))
        self._is_in_round = True
        work = [(lane, share) for lane in self.lanes]
        is_running = any(services.find("map_in_threads")(_advance, work, count))
        self._is_in_round = False
        self._left -= share
        if not (self._left and is_running):
            self._left = ROUND
            self._exchange()
        return is_running

    def take(self, moves: Sequence[Move]) -> None:
        """Replace the solution by ``moves`` if they are fewer."""
        for lane in self.lanes:
            lane.take(moves)

    def join(self, moves: Sequence[Move]) -> None:
        """Shorten the rest of the solutions by parts of ``moves``, if possible."""
        for lane in self.lanes:
            lane.join(moves)

    def adopt(self, moves: Sequence[Move], fixed: int) -> None:
        """Replace the solution as ``Improver.adopt`` does, in all improvers."""
        self.moves = None
        self._is_in_round = True
        for lane in self.lanes:
            lane.adopt(moves, fixed)
        self._is_in_round = False
        self._exchange()

    def _exchange(self) -> None:
        solutions = [lane.moves for lane in self.lanes if lane.moves is not None]
        best = min(solutions, key=len)
        for lane in self.lanes:
            if lane.moves != best:
                lane.join(best)
        self._note()

    def _note(self) -> None:
        """Offer the best solution if it is shorter, except while threads are running."""
        if self._is_in_round:
            return
        best = min((lane.moves for lane in self.lanes if lane.moves is not None), key=len)
        if self.moves is None or len(best) < len(self.moves):
            self.moves = best
            self._offer()


def _advance(work: tuple[Improver, int]) -> bool:
    """Expand exactly this number of states unless the improver ends; return whether it runs."""
    improver, budget = work
    stop = improver.expanded + budget
    while improver.expanded < stop:
        if not improver.advance(stop - improver.expanded):
            return False
    return True
