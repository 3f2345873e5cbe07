"""IDA* in several threads, which share the subtrees of each pass.

All threads pass the same first moves in the same order. A thread searches a subtree below them
unless another thread has entered it before. The solution is the first one in the order of moves, so
it does not depend on the number of threads or on their speed. The number of expanded states does,
because each thread has its own transposition table and because the last pass ends early.
"""

from __future__ import annotations

from puzzler import services
from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.stepping import Status, Stepping
from puzzler.search.kernels import paths as kernel
from puzzler.search.result import SearchStats

MAX_THREADS = 8
"""More threads would mostly wait for the memory, and each has its own transposition table."""


class ParallelDepthFirst(Stepping):
    """A depth-first search in progress that is shared by threads."""

    is_on_next = True

    def __init__(self, search: DepthFirst, threads: int) -> None:
        """search: the search of the first thread, with ``claims``. It has not begun.

        threads: at most MAX_THREADS are used.
        """
        super().__init__(search.task)
        weights = search.weighing.g_weight, search.weighing.h_weight
        others = (DepthFirst(search.task, *weights) for _ in range(min(threads, MAX_THREADS) - 1))
        self._lanes = [search, *others]
        for lane in self._lanes:
            lane.claims = search.claims
            lane.weighing = lane.weighing._replace(is_single_pass=1)
            lane.counters[:] = search.counters
            lane.counters[kernel.FRAMES] = len(lane.frames)
            if search.cache is not None:
                lane.enlarge_cache(search.cache.bits)
        self._solved: DepthFirst | None = None

    @property
    def expanded(self) -> int:
        return sum(lane.expanded for lane in self._lanes)

    def work(self, budget: int) -> Status:
        running = [lane for lane in self._lanes if self._is_needed(lane)]
        shares = [budget // len(running)] * len(running)
        shares[0] += budget % len(running)
        work = zip(running, shares, strict=True)
        statuses = services.find("map_in_threads")(_work, work, len(running))
        if Status.LIMIT in statuses:
            return Status.LIMIT
        for lane in running:
            if lane.is_solved and (self._solved is None or _subtree(lane) < _subtree(self._solved)):
                self._solved = lane
                assert lane.claims is not None, "the caller has checked it"
                lane.claims[:] = 1  # the other threads only end their subtrees
        if any(map(self._is_needed, self._lanes)):
            return Status.RUNNING
        return Status.SOLVED if self._solved else self._end_pass()

    def _is_needed(self, lane: DepthFirst) -> bool:
        """Whether the thread has to continue the pass."""
        if lane.is_exhausted or lane.is_solved:
            return False
        return self._solved is None or _subtree(lane) < _subtree(self._solved)

    def _end_pass(self) -> Status:
        closest = max(int(lane.counters[kernel.CLOSEST]) for lane in self._lanes)
        if closest == kernel.FAR:
            return Status.EXHAUSTED
        for lane in self._lanes:
            lane.end_pass(closest)
        claims = self._lanes[0].claims
        assert claims is not None, "the caller has checked it"
        claims[:] = 0
        return Status.RUNNING

    def stats(self) -> SearchStats:
        every = [lane.stats() for lane in self._lanes]
        return every[0]._replace(
            expanded=self.expanded,
            generated=sum(stats.generated for stats in every),
            stored=sum(stats.stored for stats in every),
            deepest=max(stats.deepest for stats in every),
            best_h=min(stats.best_h for stats in every),
            bytes=sum(stats.bytes for stats in every),
        )

    def current(self) -> Board:
        return self._lanes[0].current()

    def solution(self) -> tuple[Move, ...] | None:
        return self._solved.solution() if self._solved else None

    def lower_bound(self) -> int:
        return self._lanes[0].lower_bound()


def _work(share: tuple[DepthFirst, int]) -> Status:
    lane, budget = share
    return lane.work(budget)


def _subtree(lane: DepthFirst) -> int:
    """The number of the subtree that the thread searches."""
    return int(lane.counters[kernel.SUBTREES])
