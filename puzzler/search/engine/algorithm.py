"""What an algorithm declares about itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Stepping, Task
from puzzler.search.heuristics.heuristic import Heuristic
from puzzler.search.options import Ties

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Keeps(Enum):
    """Which states an algorithm holds in memory, and so what limits it."""

    ALL = "every state that it meets"
    BOTH_SIDES = "every state that it meets from either end"
    PATH = "one path, deeper with each pass"
    SOME = "as many as it chooses: it gives states up rather than fail"


def by_smallest_f(heuristic: Heuristic, weight: float) -> float | None:
    """The guarantee of algorithms that find a solution by smallest f = g + weight * h.

    No f on a shortest path is larger than that many times its length; None where h has no bound.
    """
    return None if heuristic.factor is None else max(1, weight * heuristic.factor)


def always_shortest(heuristic: Heuristic, weight: float) -> float | None:
    """The guarantee of algorithms that need no heuristic to find a shortest solution."""
    return 1


def no_guarantee(heuristic: Heuristic, weight: float) -> float | None:
    """The guarantee of algorithms that take any solution."""
    return None


def weighted_sum(g: Ints, h: Ints, weight: float) -> Floats:
    """F = g + weight * h."""
    return g + weight * h


@dataclass(frozen=True)
class Algorithm:
    """An algorithm by its name."""

    name: str
    """As on the command line."""
    title: str
    """As on the screen."""
    summary: str
    """One line for a menu."""
    rank: int
    """Place in menus and listings."""
    make: Callable[[Task], Stepping]
    """The work of a search."""
    guarantee: Callable[[Heuristic, float], float | None]
    """How many times the shortest a solution is at most, with a heuristic and a weight; None where
    nothing is guaranteed."""
    heuristic: str = "manhattan+misplaced"
    """The heuristic where no other is named."""
    at_once: Callable[[Problem], Sequence[Move]] | None = None
    """Finds a first solution without tables and compiled kernels, where it always has one."""
    uses_heuristic: bool = True
    """False where the search is blind: the heuristic is then zero, whatever was asked for."""
    uses_weight: bool = False
    """True where the weight of the heuristic changes the search; elsewhere it must be 1."""
    uses_order: bool = True
    """False where the algorithm fixes the order in which successors are generated."""
    ties: tuple[Ties, ...] = ()
    """What may decide among equal f, its default first; () where there is no choice."""
    has_depth_limit: bool = False
    """True where a limit on depth, if one is given, changes the search."""
    has_passes: bool = False
    """True where it searches again and again, each time up to a larger bound."""
    evaluation: Callable[[Ints, Ints, float], Floats] | None = None
    """The evaluation function of g, h and the weight; None where f is g or h alone, or a rank."""
    figures: tuple[str, ...] = ("frontier", "depth", "best_h")
    """Which of ``frontier``, ``bound``, ``depth`` and ``best_h`` in its ``SearchStats`` mean
    something; the others are counted by every algorithm."""
    keeps: Keeps = Keeps.SOME
    """What its memory is needed for."""
    bound_name: str = ""
    """What ``bound`` is called on the screen, where it is among ``figures``."""
    bound_meaning: str = ""
    """What ``bound`` is, in a sentence."""
    improves: bool = False
    """It has a solution at once and goes on to make it shorter; see ``Stepping.improves``."""
    aliases: tuple[str, ...] = ()
    """What courses call it on their command lines."""

    def begin(self, task: Task) -> Search:
        """A search of which nothing has been done yet."""
        return Search(task, self.make(task))
