"""What every algorithm is given, and what all of them do alike: keep to limits, tell the result."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from puzzler.board.move import Move
from puzzler.search.algorithms.protocol import Status
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.limits import Limit
from puzzler.search.problem import Problem
from puzzler.search.result import Outcome, SearchResult
from puzzler.search.stats import SearchStats

SLICE = 20_000
"""Expansions between two looks at the clock: a few milliseconds."""


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

    def start_bound(self) -> int:
        """No answer is shorter, by the heuristic of the start; 0 where that promises nothing."""
        factor = self.heuristic.factor
        if factor is None:
            return 0
        return math.ceil(self.tables.evaluate(self.problem.start) / factor)

    def result(
        self,
        status: Status,
        moves: tuple[Move, ...],
        stats: SearchStats,
        *,
        lower_bound: int,
        note: str = "",
    ) -> SearchResult:
        """What came of it; a search that still runs was cancelled.

        ``lower_bound`` and ``bound_factor`` are what the algorithm promises. An answer as short as
        the lower bound is proven, whatever its algorithm. An algorithm that can give up although
        there is an answer says why in ``note``: EXHAUSTED then means that its own limit was
        reached.
        """
        outcome = {
            Status.SOLVED: Outcome.SOLVED,
            Status.EXHAUSTED: Outcome.LIMIT if note else Outcome.UNSOLVABLE,
            Status.LIMIT: Outcome.LIMIT,
            Status.RUNNING: Outcome.CANCELLED,
        }[status]
        proven = outcome is Outcome.SOLVED and (len(moves) <= lower_bound or self.bound_factor == 1)
        return SearchResult(
            status=outcome,
            start=self.problem.start,
            goal=self.problem.goal,
            algorithm=self.algorithm,
            heuristic=self.heuristic.name,
            weight=self.weight,
            moves=moves,
            proven_optimal=proven,
            bound_factor=1 if proven else self.bound_factor,
            lower_bound=len(moves) if proven else lower_bound,
            stats=stats,
            note=note,
        )


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
    """The clock and the limits of one search."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self.seconds = 0.0
        """Spent in ``advance``."""
        self.status = Status.RUNNING
        """What the last ``advance`` came to."""

    def advance(
        self, budget: int, expanded: Callable[[], int], work: Callable[[int], Status]
    ) -> Status:
        """Let ``work`` expand at most ``budget`` states, in slices, until it or a limit ends it.

        ``expanded`` tells how many states have been expanded in all. ``work`` may come back with
        fewer expansions than it was allowed, or none, where it did something else meanwhile.
        """
        began = time.perf_counter()
        before = self.seconds
        stop = expanded() + budget
        if self._limit.expansions is not None:
            stop = min(stop, self._limit.expansions)
        while self.status is Status.RUNNING:
            self.seconds = before + time.perf_counter() - began
            if self._limit.seconds is not None and self.seconds >= self._limit.seconds:
                self.status = Status.LIMIT
                break
            done = expanded()
            if done >= stop:
                if stop == self._limit.expansions:
                    self.status = Status.LIMIT
                break
            self.status = work(min(stop - done, SLICE))
            if budget <= SLICE and expanded() == done:
                break  # other work was done, such as growing: a small budget wants to hear of it
        self.seconds = before + time.perf_counter() - began
        return self.status
