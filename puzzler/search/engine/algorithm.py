"""The description of an algorithm: names, features and pseudocode.

The pseudocode states which of its lines run at each event of a search; ``docs/searches.md``
contains the same lines. A condition and its consequence are two lines, so that each is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.registry import RegistryEntry
from puzzler.search.engine.stepping import Stepping, Storage, Task


class Event(Enum):
    """An event of a search."""

    START = auto()
    PASS = auto()
    """A pass starts with a new threshold."""
    TAKE = auto()
    """A node is taken from the frontier."""
    TEST = auto()
    """A node is compared with the goal."""
    LEAF = auto()
    """A node is at the depth limit."""
    EXPAND = auto()
    GENERATE = auto()
    DUPLICATE = auto()
    """A successor is discarded because a path as short to its state is known."""
    DROP = auto()
    """A node that was taken from the frontier is discarded as a duplicate."""
    REPLACE = auto()
    """A successor replaces a node of the frontier."""
    REOPEN = auto()
    NEW = auto()
    PRUNE = auto()
    """A successor is pruned because its f exceeds the threshold."""
    ENTER = auto()
    """A depth-first search moves to a successor."""
    MEET = auto()
    """Both directions have reached a state, on the shortest path so far."""
    GO = auto()
    """Hill climbing moves to the best successor."""
    RAISE = auto()
    """A pass ends without reaching the goal."""
    FOUND = auto()
    FAIL = auto()


@dataclass(frozen=True)
class Pseudocode:
    """The lines of one algorithm, or of one of its variants."""

    lines: Mapping[str, str]
    """The lines by name, in order."""
    runs: Mapping[Event, tuple[str, ...]]
    """The names of the lines that run at an event, in order."""
    applies: Callable[[Task], bool] = lambda _: True
    """Whether a task runs this variant."""
    is_stack: bool = False
    """Whether the frontier is a stack, so that successors are added in reverse order."""

    @property
    def text(self) -> str:
        """All lines, as in the documentation."""
        return "\n".join(self.lines.values())


def graph_search(which: str, *, kind: str = "", is_stack: bool = False) -> Pseudocode:
    """Pseudocode of a graph search with a goal test when a node is taken from the frontier.

    which: describes the node that is taken. kind: describes the frontier, such as ", a queue".
    """
    order = "reverse order" if is_stack else "order"
    lines = {
        "start": f"put start into frontier{kind}",
        "loop": "while frontier is not empty:",
        "take": f"    take n, the node {which}, from frontier",
        "goal": "    if n is the goal:",
        "found": "        return the path to n",
        "each": f"    for each successor s of n except its parent, in {order}:",
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
    "each": "    for each successor s of n except its parent, in order:",
    "enter": "        search(s)",
}
"""The recursive part of a depth-limited search."""
DEPTH_FIRST = {
    Event.START: ("start",),
    Event.TEST: ("goal",),
    Event.FOUND: ("found",),
    Event.LEAF: ("limit", "leaf"),
    Event.EXPAND: ("limit",),
    Event.GENERATE: ("each",),
    Event.ENTER: ("enter",),
}
"""The lines that run in a depth-limited search."""
PASSES = DEPTH_FIRST | {Event.PASS: ("loop", "pass"), Event.RAISE: ("raise",)}
"""The lines that run in a search with several passes."""


@dataclass(frozen=True, kw_only=True)
class Algorithm(RegistryEntry):
    """A search algorithm with its texts and features."""

    make: Callable[[Task], Stepping]
    """Creates a search."""
    takes_smallest_f: bool = False
    """Whether it expands states by smallest f = g + weight * h, so that ``Method.guarantee`` holds;
    if False, nothing is guaranteed."""
    heuristic: str = "manhattan+misplaced"
    """The default heuristic."""
    find_first: Callable[[Problem], Sequence[Move]] | None = None
    """Finds a first solution without tables and compiled kernels; None if not supported."""
    parts: tuple[tuple[str, str], ...] = ()
    """(algorithm, heuristic) of other searches whose kernels it needs."""
    parameters: frozenset[str] = frozenset({"heuristic", "order"})
    """Names of the parameters that change the search. Without "heuristic" the search is uninformed:
    its heuristic is always zero."""
    evaluation: str = "f"
    """The key by which states are expanded: "f", "h", "g", "depth" or "priority" (max(f, 2g))."""
    has_passes: bool = False
    """Whether it runs several passes, each with a larger threshold."""
    figures: tuple[str, ...] = ("frontier", "depth", "best_h")
    """Which of ``frontier``, ``bound``, ``depth`` and ``best_h`` in its ``SearchStats`` are
    meaningful. The other figures are meaningful for every algorithm."""
    keeps: Storage = Storage.SOME
    """The states that it stores in memory."""
    bound_name: str = ""
    """The label of ``bound`` in the window; "" if ``figures`` does not contain it."""
    bound_meaning: str = ""
    """An explanation of ``bound`` in one sentence."""
    improves: bool = False
    """Whether it finds a solution quickly and then shortens it; see ``Stepping.improves``."""
    codes: tuple[Pseudocode, ...] = ()
    """The pseudocode of its variants; the first that applies to a task is used. Empty if the
    algorithm combines others."""
    aliases: tuple[str, ...] = ()
    """Names used on the command lines of courses."""

    def uses(self, parameter: str) -> bool:
        """Whether the named parameter changes the search."""
        return parameter in self.parameters
