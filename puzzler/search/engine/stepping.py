"""What every search is given, and what a family of searches is to whatever steps or inspects it."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, cached_property
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels import jit
from puzzler.search.options import PARTS, Limit
from puzzler.search.parameters import Choices
from puzzler.search.result import Improvement, SearchStats


class Stopwatch:
    """Total time spent in ``with`` blocks, without compiling."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self.seconds = 0.0

    def now(self) -> float:
        """Seconds by the clock, without those in which machine code was made or loaded."""
        return self._clock() - jit.seconds_compiling()

    def __enter__(self) -> None:
        self._began = self.now()

    def __exit__(self, *_: object) -> None:
        self.seconds += self.now() - self._began


@dataclass(frozen=True)
class Task(Choices):
    """What a search is given."""

    problem: Problem
    algorithm: str
    heuristic: Heuristic
    """The heuristic that built ``tables``."""
    tables: Tables
    """The heuristic for the problem's goal."""
    weight: float
    """Weight of the heuristic: f = g + weight * h."""
    limit: Limit
    bound_factor: float | None
    """A solution is at most this many times the shortest; None: nothing is guaranteed."""
    setup: Stopwatch = field(default_factory=Stopwatch)
    """Time spent building tables and beginning; it counts against the time limit."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, in the order in which successors are generated."""
        return _moves_in(self.order)

    @property
    def factor(self) -> float | None:
        """No h is larger than this many times the true distance; None where that is unknown."""
        return self.heuristic.factor if self.tables.factor is None else self.tables.factor

    @cached_property
    def start_h(self) -> int:
        """The heuristic of the start."""
        return self.tables.evaluate(self.problem.start)

    def note_start_h(self, h: int) -> None:
        """Save ``start_h`` its call, where a search has met h already."""
        vars(self)["start_h"] = h

    def start_bound(self) -> int:
        """The lower bound by the start's h alone; 0 where the heuristic has no known factor."""
        return 0 if self.factor is None else math.ceil(self.start_h / self.factor)

    def bound_by_f(self, lowest_f: int, g_weight: int) -> int:
        """The lower bound on a solution's length, given the smallest f not yet expanded.

        No f on a shortest path is larger than ``g_weight * bound_factor`` times its length.
        """
        bound = self.start_bound()
        if self.bound_factor is None:
            return bound
        return max(bound, -(-lowest_f * PARTS // (g_weight * round(PARTS * self.bound_factor))))


@cache
def _moves_in(order: str) -> tuple[Move, ...]:
    return tuple(map(Move.from_letter, order))


class Status(Enum):
    """What a step came to."""

    RUNNING = "running"
    SOLVED = "solved"
    EXHAUSTED = "exhausted"
    LIMIT = "limit"


class Sample(NamedTuple):
    """g and h of a state that was expanded."""

    moment: int
    """States expanded, this one included."""
    g: int
    h: int


class SampleRun(NamedTuple):
    """Samples of states that were expanded one after the other, as arrays."""

    moments: NDArray[np.int64]
    g: NDArray[np.int64]
    h: NDArray[np.int64]


class Sizes(NamedTuple):
    """The sizes and the bound of a search; NaN for what it never has."""

    frontier: float
    closed: float
    bound: float


class Keeping(Enum):
    """Which of the states that it has generated a search may still expand."""

    ALL = "all"
    PATH = "those beside its present path"
    LAST = "those from its last root on"


@dataclass
class OrderCursor:
    """How far the order of expansions was read from the arrays of a search."""

    next: int = 0
    """How many expansions were read; of a stack the first node that was not looked at yet."""
    count: int = 0
    stack: list[int] = field(default_factory=list)
    """The frontier after ``count`` expansions, where it is a stack."""


class Stepping(ABC):
    """The work of one search, piece by piece. It knows no clock and no limit but memory.

    A family of searches is a subclass. Whatever can be read of a family while it runs is declared
    here and in its subclass, and nowhere else: the reader for inspection, samples for plots, and
    how its expansions are recorded. The defaults suit any search.
    """

    reader: ClassVar[str] = "inspector.SearchReader"
    """What shows its expansions and its frontier: a class of ``search.inspection``, which imports
    the families and is imported when a search is inspected."""
    improves: ClassVar[bool] = False
    """It finds a solution early and goes on to make it shorter; see ``history``."""
    keeping: ClassVar[Keeping] = Keeping.LAST
    """Which generated states may still be expanded."""
    is_on_next: ClassVar[bool] = False
    """``current`` is the state that is expanded next, not the one expanded last."""
    tells_order: ClassVar[bool] = False
    """``read_order`` reads the order of expansions off its arrays."""
    is_sampled_at_stops: ClassVar[bool] = True
    """Samples are taken where the search stops, so it must stop where they are due."""
    printed: str = ""
    """What code of the user's has printed so far, the last of it."""
    note = ""
    """Why an exhausted search has no solution although there is one; else empty."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.history: list[Improvement] = []
        """Every better solution and every better bound, in order; the seconds are 0."""

    @property
    @abstractmethod
    def expanded(self) -> int:
        """How many states have been expanded so far."""

    @abstractmethod
    def work(self, budget: int) -> Status:
        """Expand at most ``budget`` states, fewer or none where other work is done meanwhile.

        The result does not depend on how work is sliced. LIMIT means that memory is lacking,
        EXHAUSTED that there is nothing left to expand.
        """

    @abstractmethod
    def stats(self) -> SearchStats:
        """The figures so far, without the time and the limit on memory."""

    @abstractmethod
    def current(self) -> Board:
        """The state expanded last; see ``is_on_next``."""

    @abstractmethod
    def solution(self) -> tuple[Move, ...] | None:
        """The best moves from start to goal so far; None while there are none."""

    @abstractmethod
    def lower_bound(self) -> int:
        """No solution is shorter than this, by all that has been searched."""

    def adopt(self, moves: Sequence[Move], fixed: int) -> None:
        """Continue from what is played: ``moves`` lead to the goal, and the first ``fixed`` stay.

        Before the first solution they are the first. The result depends on how many states had
        been expanded at the call. A later call replaces an earlier one. Only where it ``improves``.
        """
        raise NotImplementedError

    def path(self) -> tuple[Move, ...] | None:
        """The fewest moves known that begin with the fixed ones; a solution need not."""
        return None

    def sample(self, since: int, status: Status) -> Sample | SampleRun | None:
        """G and h of states expanded after moment ``since``, not all of them; None for unknown.

        It may be the state that is expanded next. ``status`` is that of the search, which may have
        reached a limit.
        """
        if not self.expanded or status is not Status.RUNNING:
            return None  # the current state is then the goal, which is not expanded
        return Sample(self.expanded, self.stats().depth, self.task.tables.evaluate(self.current()))

    def sizes(self) -> Sizes | None:
        """Frontier, closed states and bound; None where they are not known."""
        stats = self.stats()
        return Sizes(stats.frontier, stats.expanded - stats.reopened, stats.bound)

    def read_order(self, cursor: OrderCursor) -> NDArray[np.int64]:
        """The first words of packed states, (n,), in the order of their expansion from ``cursor``.

        Moves the cursor; not always all that there are by now. A cursor serves every search with
        the same problem and method. Only where ``tells_order``.
        """
        raise NotImplementedError

    def depth_limit_of_pass(self) -> int | None:
        """States with this g are generated but not expanded now; None where no depth is."""
        return None

    def meeting_length(self) -> int | None:
        """Moves of the shortest path through a meeting of two sides; None for no meeting."""
        return None
