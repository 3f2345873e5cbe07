"""What an algorithm declares about itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.search.engine.pseudocode import Pseudocode
from puzzler.search.engine.stepping import Stepping, Task
from puzzler.search.options import Ties


class Keeps(Enum):
    """Which states an algorithm holds in memory, and so what limits it."""

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
    takes_smallest_f: bool = False
    """It finds a solution by smallest f = g + weight * h, so that ``Method.guarantee`` holds; where
    False nothing is guaranteed."""
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
    evaluation: str = "f"
    """By what it takes states: "f" (g + w h), "h", "g", "depth", or "priority", max(f, 2g)."""
    has_depth_limit: bool = False
    """True where a limit on depth, if one is given, changes the search."""
    has_goal_test: bool = False
    """True where the goal may be tested early or late."""
    has_duplicates: bool = False
    """True where duplicates may be found early or late."""
    has_pruning: bool = False
    """True where superfluous paths are left out beside pattern databases, unless that is off."""
    has_passes: bool = False
    """True where it searches again and again, each time up to a larger bound."""
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
    codes: tuple[Pseudocode, ...] = ()
    """Its pseudocode, and that of its variants, of which the first that applies is run; () where a
    search is made of others."""
    aliases: tuple[str, ...] = ()
    """What courses call it on their command lines."""
