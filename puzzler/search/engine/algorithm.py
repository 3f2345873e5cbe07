"""What an algorithm declares about itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from puzzler.board.move import Move
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Stepping
from puzzler.search.engine.task import Task
from puzzler.search.heuristics.heuristic import Heuristic
from puzzler.search.problem import Problem
from puzzler.search.ties import Ties


class Keeps(Enum):
    """Which states an algorithm holds in memory, and so where it finds an end."""

    ALL = "every state that it meets"
    BOTH_SIDES = "every state that it meets from either end"
    PATH = "one path, deeper with each pass"
    SOME = "as many as it chooses: it gives states up rather than fail"


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
    promise: Callable[[Heuristic, float], float | None]
    """The bound factor of its answers with a heuristic and a weight; see ``task``."""
    heuristic: str = "manhattan+misplaced"
    """What guides it where no other is named."""
    at_once: Callable[[Problem], Sequence[Move]] | None = None
    """A first answer, needing neither tables nor compiled kernels, where it always has one."""
    uses_heuristic: bool = True
    """False where the search is blind: the heuristic is then zero, whatever was asked for."""
    uses_weight: bool = False
    """True where the weight of the heuristic changes the search; elsewhere it must be 1."""
    uses_order: bool = True
    """False where the order in which successors are generated is the algorithm's own affair."""
    ties: tuple[Ties, ...] = ()
    """What may decide among equal f, its default first; () where there is no choice."""
    has_depth_limit: bool = False
    """True where a limit on depth, if one is given, changes the search."""
    figures: tuple[str, ...] = ("frontier", "depth", "best_h")
    """Which of ``frontier``, ``bound``, ``depth`` and ``best_h`` in its ``SearchStats`` mean
    something; the others are counted by every algorithm."""
    keeps: Keeps = Keeps.SOME
    """What its memory is needed for."""
    bound_name: str = ""
    """What ``bound`` is called on the screen, where it is among ``figures``."""
    improves: bool = False
    """It has an answer at once and goes on to make it shorter; see ``stepping.Improving``."""
    aliases: tuple[str, ...] = ()
    """What courses call it on their command lines."""

    def begin(self, task: Task) -> Search:
        """A search of which nothing has been done yet."""
        return Search(task, self.make(task))
