"""The pseudocode of an algorithm, and which of its lines run when something happens in a search.

``docs/searches.md`` has the same lines. A test and what follows from it are two lines, so that each
can be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from puzzler.search.engine.stepping import Task


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
