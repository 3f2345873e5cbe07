"""What every algorithm is given, and what all of them do alike: keep to limits, tell the result."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from puzzler.board.move import Move
from puzzler.search.algorithms.protocol import Status
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels import jit
from puzzler.search.limits import Limit, LimitKind
from puzzler.search.problem import Problem
from puzzler.search.result import Outcome, SearchResult
from puzzler.search.stats import SearchStats

LARGEST_SLICE = 20_000
"""Expansions between two looks at the clock: a few milliseconds even with the cheapest h."""
SLICE_SECONDS = 0.005
"""What a slice aims at where expansions take longer."""


class Stopwatch:
    """How long something took in all, without compiling."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.clock = clock
        """Tells seconds."""
        self.seconds = 0.0
        """Spent within ``with`` so far."""

    def __enter__(self) -> None:
        self._began = self.clock() - jit.seconds_compiling()

    def __exit__(self, *_: object) -> None:
        self.seconds += self.clock() - jit.seconds_compiling() - self._began


@dataclass(frozen=True)
class Task:
    """All that a search is told at its beginning."""

    problem: Problem
    """Start and goal."""
    algorithm: str
    """The algorithm's name."""
    heuristic: Heuristic
    """What it declares holds for ``tables``."""
    tables: Tables
    """The heuristic for the problem's goal."""
    weight: float
    """Weight of the heuristic: f = g + weight * h."""
    limit: Limit
    """How far the search may go."""
    bound_factor: float | None
    """The answer is at most this many times the shortest; None: the algorithm promises nothing."""
    setup: Stopwatch = field(default_factory=Stopwatch)
    """What building the tables and beginning took; counts against the limit on time."""

    @cached_property
    def start_h(self) -> int:
        """The heuristic of the start."""
        return self.tables.evaluate(self.problem.start)

    def start_bound(self) -> int:
        """No answer is shorter, by the heuristic of the start; 0 where that promises nothing."""
        factor = self.heuristic.factor
        if factor is None:
            return 0
        return math.ceil(self.start_h / factor)


def least_length(lowest_f: int, g_weight: int, factor: float) -> int:
    """The shortest that an answer can be where no f is below ``lowest_f``.

    No f on a shortest path is larger than ``g_weight * factor`` times its length.
    """
    return -(-lowest_f * 1000 // (g_weight * round(1000 * factor)))


def by_smallest_f(heuristic: Heuristic, weight: float) -> float | None:
    """How many times the shortest an answer can be that is found by smallest f = g + weight * h.

    No f on a shortest path is larger than that many times its length; None where h has no bound.
    """
    return None if heuristic.factor is None else max(1, weight * heuristic.factor)


def always_shortest(heuristic: Heuristic, weight: float) -> float | None:
    """The promise of algorithms that need no heuristic to find a shortest answer."""
    return 1


def no_promise(heuristic: Heuristic, weight: float) -> float | None:
    """The promise of algorithms that take what they find."""
    return None


class Run:
    """The clock, the limits and the end of one search."""

    def __init__(self, task: Task) -> None:
        self._task = task
        # without a limit on time nobody waits for a slice to end
        self._slice = 1 if task.limit.seconds is not None else LARGEST_SLICE
        self._limit_reached: LimitKind | None = None
        self.seconds = 0.0
        """Spent in ``advance``."""
        self.status = Status.RUNNING
        """What the last ``advance`` came to."""

    def advance(
        self,
        budget: int,
        expanded: Callable[[], int],
        work: Callable[[int], Status],
        *,
        interruptible: bool = False,
    ) -> Status:
        """Let ``work`` expand ``budget`` states, in slices, unless it or a limit ends it before.

        ``expanded`` tells how many states have been expanded in all. ``work`` may come back with
        fewer expansions than it was allowed, or none, where it did something else meanwhile; with
        ``interruptible`` so does this. Where it comes to LIMIT, memory is what it lacks.
        """
        limit, setup = self._task.limit, self._task.setup
        before = self.seconds
        stop = expanded() + budget
        if limit.expansions is not None:
            stop = min(stop, limit.expansions)
        began = now = setup.clock()
        while self.status is Status.RUNNING:
            if limit.seconds is not None and setup.seconds + self.seconds >= limit.seconds:
                self._stop(LimitKind.TIME)
                break
            done = expanded()
            if done >= stop:
                if stop == limit.expansions:
                    self._stop(LimitKind.EXPANSIONS)
                break
            self.status = work(min(stop - done, self._slice))
            if self.status is Status.LIMIT:
                self._stop(LimitKind.MEMORY)
            then, now = now, setup.clock()
            self.seconds = before + now - began
            if expanded() > done:
                self._adapt(expanded() - done, now - then)
            elif interruptible:
                break
        return self.status

    def _stop(self, reached: LimitKind) -> None:
        self.status = Status.LIMIT
        self._limit_reached = reached

    def _adapt(self, expansions: int, seconds: float) -> None:
        """Learn from a slice how many states the next one may expand."""
        longest = 2 * self._slice
        if seconds > 0:
            longest = min(longest, int(expansions * SLICE_SECONDS / seconds))
        self._slice = max(1, min(longest, LARGEST_SLICE))

    def result(
        self, moves: tuple[Move, ...], stats: SearchStats, *, lower_bound: int, note: str = ""
    ) -> SearchResult:
        """What came of it; a search that still runs was cancelled.

        ``lower_bound`` is what the algorithm promises, besides the task's bound factor. An answer
        as short as the lower bound is proven, whatever its algorithm. An algorithm that can give up
        although there is an answer says why in ``note``: EXHAUSTED then means that its own limit
        was reached.
        """
        task = self._task
        outcome = {
            Status.SOLVED: Outcome.SOLVED,
            Status.EXHAUSTED: Outcome.LIMIT if note else Outcome.UNSOLVABLE,
            Status.LIMIT: Outcome.LIMIT,
            Status.RUNNING: Outcome.CANCELLED,
        }[self.status]
        proven = outcome is Outcome.SOLVED and (len(moves) <= lower_bound or task.bound_factor == 1)
        return SearchResult(
            status=outcome,
            start=task.problem.start,
            goal=task.problem.goal,
            algorithm=task.algorithm,
            heuristic=task.heuristic.name,
            weight=task.weight,
            moves=moves,
            proven_optimal=proven,
            bound_factor=1 if proven else task.bound_factor,
            lower_bound=len(moves) if proven else lower_bound,
            stats=stats,
            limit_reached=self._limit_reached,
            note=note,
        )
