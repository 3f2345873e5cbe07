"""What every search is given, and what algorithms may promise."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from puzzler.board.move import Move
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels import jit
from puzzler.search.limits import Limit
from puzzler.search.problem import Problem
from puzzler.search.ties import Ties
from puzzler.search.weight import PARTS


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
    """What a search is given."""

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
    order: tuple[Move, ...] = tuple(Move)
    """In which order successors are generated."""
    ties: Ties | None = None
    """What decides among equal f; None where the algorithm leaves no choice."""
    depth_limit: int | None = None
    """How deep the search may go; None: as deep as it takes."""

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
    return -(-lowest_f * PARTS // (g_weight * round(PARTS * factor)))


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
