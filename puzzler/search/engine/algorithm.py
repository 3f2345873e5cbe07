"""What an algorithm declares about itself, its pseudocode among it.

Of the pseudocode it says which lines run when something happens in a search. ``docs/searches.md``
has the same lines. A test and what follows from it are two lines, so that each can be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.search.engine.stepping import Stepping, Task


class Event(Enum):
    """What happens in a search, one after the other."""

    START = auto()
    PASS = auto()
    """A search of the start begins under a new threshold."""
    TAKE = auto()
    """A node is taken from the frontier."""
    TEST = auto()
    """It is compared with the goal."""
    LEAF = auto()
    """It is as deep as the search may go."""
    EXPAND = auto()
    GENERATE = auto()
    DUPLICATE = auto()
    """A successor is discarded: its state is known by a path as short."""
    REPLACE = auto()
    """A successor takes the place of a node of the frontier."""
    REOPEN = auto()
    NEW = auto()
    PRUNE = auto()
    """A successor is left out because of a threshold."""
    ENTER = auto()
    """A depth-first search goes on with a successor."""
    MEET = auto()
    """A successor is where a shorter path through both sides meets."""
    GO = auto()
    """A walk goes on to the best successor."""
    RAISE = auto()
    """A pass has ended without the goal."""
    FOUND = auto()
    FAIL = auto()


def _always(task: Task) -> bool:
    return True


@dataclass(frozen=True)
class Pseudocode:
    """The lines of one algorithm, or of one of its variants."""

    lines: Mapping[str, str]
    """By name, from the first to the last."""
    runs: Mapping[Event, tuple[str, ...]]
    """The lines that run at an event, in order; the last one decides."""
    applies: Callable[[Task], bool] = _always
    """Whether this variant is the one that is run."""
    is_stack: bool = False
    """Successors are generated from the last of the order to the first."""

    @property
    def text(self) -> str:
        """All lines, as in the documents."""
        return "\n".join(self.lines.values())


def graph_search(which: str, *, kind: str = "", is_stack: bool = False) -> Pseudocode:
    """A search that tests for the goal when it takes a node, and knows what it made.

    which: the node that is taken. kind: what the frontier is.
    """
    order = "reverse order" if is_stack else "order"
    lines = {
        "start": f"put start into frontier{kind}",
        "loop": "while frontier is not empty:",
        "take": f"    take n, the node {which}, from frontier",
        "goal": "    if n is the goal:",
        "found": "        return the path to n",
        "each": f"    for each successor s of n, in {order}:",
        "known": "        if s was generated before:",
        "discard": "            discard s",
        "else": "        else:",
        "new": "            put s into frontier",
        "fail": "return failure",
    }
    runs = {
        Event.START: ("start",),
        Event.TAKE: ("loop", "take"),
        Event.TEST: ("goal",),
        Event.FOUND: ("found",),
        Event.GENERATE: ("each",),
        Event.DUPLICATE: ("known", "discard"),
        Event.NEW: ("known", "new"),
        Event.FAIL: ("loop", "fail"),
    }
    return Pseudocode(lines, runs, is_stack=is_stack)


DEPTH_LIMITED = {
    "blank": "",
    "search": "search(n):",
    "goal": "    if n is the goal:",
    "found": "        return the path to n",
    "limit": "    if the depth of n is the limit:",
    "leaf": "        go back",
    "each": "    for each successor s of n, in order:",
    "enter": "        search(s)",
}
"""The recursive part of a search to a limit on depth."""
DEPTH_FIRST = {
    Event.START: ("start",),
    Event.TEST: ("goal",),
    Event.FOUND: ("found",),
    Event.LEAF: ("limit", "leaf"),
    Event.EXPAND: ("limit",),
    Event.GENERATE: ("each",),
    Event.ENTER: ("enter",),
}
"""What runs in it, and where it begins."""
PASSES = DEPTH_FIRST | {Event.PASS: ("loop", "pass"), Event.RAISE: ("raise",)}
"""What runs where there is one pass after the other."""


class Keeps(Enum):
    """Which states an algorithm holds in memory, and so what limits it."""

    ALL = "every state that it meets"
    BOTH_SIDES = "every state that it meets from either end"
    PATH = "one path, deeper with each pass"
    SOME = "as many as it chooses: it gives states up rather than fail"


@dataclass(frozen=True, kw_only=True)
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
    parts: tuple[tuple[str, str], ...] = ()
    """Other searches whose kernels it needs: names of the algorithm and the heuristic."""
    parameters: frozenset[str] = frozenset({"heuristic", "order"})
    """Names of the parameters that change the search. Without "heuristic" the search is blind: its
    heuristic is always zero."""
    evaluation: str = "f"
    """By what it takes states: "f" (g + w h), "h", "g", "depth", or "priority", max(f, 2g)."""
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

    def uses(self, parameter: str) -> bool:
        """Whether the parameter of that name changes the search."""
        return parameter in self.parameters
