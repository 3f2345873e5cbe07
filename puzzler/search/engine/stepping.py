"""The task of a search, and the interface through which searches are advanced and inspected."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
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
    """Total time spent in ``with`` blocks, not counting compilation."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self.seconds = 0.0

    def now(self) -> float:
        """The time of the clock in seconds, minus the time spent compiling or loading kernels."""
        return self._clock() - jit.seconds_compiling()

    def __enter__(self) -> None:
        self._began = self.now()

    def __exit__(self, *_: object) -> None:
        self.seconds += self.now() - self._began


@dataclass(frozen=True)
class Task(Choices):
    """The problem and the method of a search."""

    problem: Problem
    algorithm: str
    heuristic: Heuristic
    """The heuristic that built ``tables``."""
    tables: Tables
    """The tables of ``heuristic`` for the problem's goal."""
    weight: float
    """Weight of the heuristic: f = g + weight * h."""
    limit: Limit
    bound_factor: float | None
    """A solution is at most this many times as long as an optimal one; None: no guarantee."""
    _: KW_ONLY
    setup: Stopwatch = field(default_factory=Stopwatch)
    """Time spent on tables and on preparing the search; it counts towards the time limit."""
    table_bytes: int = 0
    """Bytes of the pattern databases, which count towards the memory limit."""

    @property
    def memory(self) -> int:
        """The memory limit without the pattern databases, in bytes.

        Processes that share the memory share the tables, too.
        """
        return self.limit.memory - self.table_bytes // self.limit.memory_shares

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, in the order in which successors are generated."""
        return _moves_in(self.order)

    @property
    def factor(self) -> float | None:
        """No h exceeds this many times the true distance; None if unknown."""
        return self.heuristic.factor if self.tables.factor is None else self.tables.factor

    @cached_property
    def start_h(self) -> int:
        """The heuristic of the start."""
        return self.tables.evaluate(self.problem.start)

    def note_start_h(self, h: int) -> None:
        """Set ``start_h``, so that it need not be evaluated again."""
        vars(self)["start_h"] = h

    def start_bound(self) -> int:
        """The lower bound that follows from the start's h; 0 if the heuristic has no factor."""
        return 0 if self.factor is None else math.ceil(self.start_h / self.factor)

    def bound_by_f(self, lowest_f: int, g_weight: int) -> int:
        """A lower bound on the length of a solution. lowest_f: the smallest f in the frontier.

        Each state on an optimal path has an f of at most ``g_weight * bound_factor`` times the
        length of the path.
        """
        bound = self.start_bound()
        if self.bound_factor is None:
            return bound
        return max(bound, -(-lowest_f * PARTS // (g_weight * round(PARTS * self.bound_factor))))


@cache
def _moves_in(order: str) -> tuple[Move, ...]:
    return tuple(map(Move.from_letter, order))


class Status(Enum):
    """The state of a search after a step."""

    RUNNING = "running"
    SOLVED = "solved"
    EXHAUSTED = "exhausted"
    LIMIT = "limit"


class Sample(NamedTuple):
    """g and h of a state that was expanded."""

    moment: int
    """Number of states expanded, including this one."""
    g: int
    h: int


class SampleRun(NamedTuple):
    """Samples of several states as arrays, in the order of expansion."""

    moments: NDArray[np.int64]
    g: NDArray[np.int64]
    h: NDArray[np.int64]


Sizes = tuple[float, float, float]
"""The number of states in the frontier, the number of closed states and the bound of a search; NaN
for figures that the algorithm does not have."""


class Storage(Enum):
    """The states that a search stores in memory, of which it may still expand some."""

    ALL = "all generated states"
    BOTH_SIDES = "all generated states of both directions"
    PATH = "the current path"
    SOME = "a limited number of states; further ones are dropped"


@dataclass
class OrderCursor:
    """The position up to which the order of expansions of a search has been read."""

    next: int = 0
    """Number of expansions read; for a stack, number of nodes read."""
    count: int = 0
    stack: list[int] = field(default_factory=list)
    """For a stack, the frontier after ``count`` expansions."""


class Stepping(ABC):
    """A search that is advanced step by step. It has no clock and checks only the memory limit.

    Each family of searches is a subclass. Everything that can be read from a running search is
    declared here and in the subclass: the reader for inspection, samples for plots and the order
    of expansions. The defaults work for any search.
    """

    reader: ClassVar[str] = "inspector.SearchReader"
    """The class in ``search.inspection`` that reads expansions and frontier of this search. It is
    given by name, because that package imports the searches and is only imported if needed."""
    improves: bool = False
    """Whether it finds a solution early and then shortens it; see ``history``."""
    keeping: ClassVar[Storage] = Storage.SOME
    """The stored states: with SOME, only states generated since its last root can be expanded."""
    is_on_next: ClassVar[bool] = False
    """Whether ``current`` is the state to be expanded next instead of the one expanded last."""
    has_order: ClassVar[bool] = False
    is_sampled_at_stops: ClassVar[bool] = True
    """Whether samples can only be taken between two steps, so that steps must be short."""
    can_restart = False
    """Whether ``restart`` is implemented."""
    printed: str = ""
    """The last lines that the user's code has printed."""
    note = ""
    """Why an exhausted search has failed although a solution exists; otherwise empty."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.history: list[Improvement] = []
        """Every improvement of the solution or of the bound, in order, with 0 as its seconds."""

    def restart(self, task: Task) -> None:
        """Begin a search from another start with the same tables, goal and method.

        The result equals that of a new search. It takes less time because the arrays exist.
        """
        raise NotImplementedError

    @property
    @abstractmethod
    def expanded(self) -> int:
        """The number of states expanded so far."""

    @abstractmethod
    def work(self, budget: int) -> Status:
        """Expand at most ``budget`` states; possibly none, if other work is done in this step.

        The result does not depend on the sizes of the budgets. Returns LIMIT if memory is
        exhausted and EXHAUSTED if no state is left to expand.
        """

    @abstractmethod
    def stats(self) -> SearchStats:
        """The figures so far, without elapsed time and memory limit."""

    @abstractmethod
    def current(self) -> Board:
        """The state expanded last; see ``is_on_next``."""

    @abstractmethod
    def solution(self) -> tuple[Move, ...] | None:
        """The best moves from start to goal so far; None if there are none."""

    @abstractmethod
    def lower_bound(self) -> int:
        """A lower bound on the length of a solution."""

    def adopt(self, moves: Sequence[Move], fixed: int) -> None:
        """Use the solution ``moves``, whose first ``fixed`` moves have been played, from now on.

        Before the first solution, ``moves`` becomes the first. The result depends on the number of
        states expanded before the call. Only implemented if ``improves`` is true.
        """
        raise NotImplementedError

    def path(self) -> tuple[Move, ...] | None:
        """The best solution that starts with the fixed moves; None if there is none."""
        return None

    def sample(self, since: int, status: Status) -> Sample | SampleRun | None:
        """G and h of some states expanded after moment ``since``; None if unknown.

        The sample may also be the state to be expanded next. status: the status of the search,
        which is LIMIT if it has reached any limit.
        """
        if not self.expanded or status is not Status.RUNNING:
            return None  # the current state is then the goal, which is not expanded
        return Sample(self.expanded, self.stats().depth, self.task.tables.evaluate(self.current()))

    def sizes(self) -> Sizes | None:
        """The current sizes; None if unknown."""
        stats = self.stats()
        return stats.frontier, stats.expanded - stats.reopened, stats.bound

    def read_order(self, cursor: OrderCursor) -> NDArray[np.int64]:
        """The first words of the packed states expanded after ``cursor``, in order, as (n,).

        Advances the cursor. A call may return only some of the states. A cursor can be used with
        any search of the same problem and method. Only implemented if ``has_order`` is true.
        """
        raise NotImplementedError

    def depth_limit_of_pass(self) -> int | None:
        """States with this g are not expanded in the current pass; None without a depth limit."""
        return None

    def meeting_length(self) -> int | None:
        """Length of the shortest path so far through a state reached from both sides, or None."""
        return None
