"""Replays of searches that forget nodes.

Recursive best-first search (RBFS; Korf, 1993) is replayed with typical mistakes. Other
memory-bounded searches, such as SMA* (Russell, 1992), are checked by what they have in common.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import product

from puzzler.search.homework.causes import Cause
from puzzler.search.homework.replay import PATH_COST, TOLERANCE, NodeValues, Priority
from puzzler.search.homework.runs import Reason, RecordedRun, State, Values, Violation


class Discarded(Enum):
    """Successors that are not generated."""

    PREDECESSOR = "the predecessor"
    PATH = "states on the path"
    NONE = "none"
    EXPANDED = "all states that were expanded before"


class BackedUp(Enum):
    """The f that a node gets when the search leaves it."""

    SMALLEST = "the smallest f of its successors"
    SECOND = "the second-smallest f of its successors"
    LARGEST = "the largest f of its successors"
    LIMIT = "its limit"
    ABOVE_LIMIT = "its limit + 1"
    UNCHANGED = "its f before"
    STATIC = "the smallest g + h of its successors"
    INFINITE = "infinity"


class FLimit(Enum):
    """The limit on f for the best successor."""

    SMALLER = "the smaller of the own limit and the second-smallest f"
    ALTERNATIVE = "the second-smallest f"
    OWN = "the own limit"
    LARGER = "the larger of both"
    THIRD = "the smaller of the own limit and the third-smallest f"
    LARGEST = "the smaller of the own limit and the largest f"


_PRIORITIES = Cause.GREEDY, Cause.UNIFORM_COST, Cause.G_TWICE, Cause.H_TWICE, Cause.WEIGHTED
_RIGHT = Discarded.PREDECESSOR, Discarded.PATH, Discarded.NONE


@dataclass
class _Node:
    state: State
    rank: float
    f: float
    limit: float = math.inf
    children: list[_Node] = field(default_factory=list)
    cost: float = 0
    chosen: _Node | None = None
    """The successor that was expanded last."""


@dataclass(frozen=True)
class RecursiveRules:
    """Rules of a recursive best-first search. The defaults are right."""

    discarded: Discarded = Discarded.PREDECESSOR
    backed_up: BackedUp = BackedUp.SMALLEST
    f_limit: FLimit = FLimit.SMALLER
    rank: Priority = PATH_COST
    inherits: bool = True
    """Whether f of a successor is at least f of its parent."""
    is_strict: bool = True
    """Whether a node is left if the smallest f is above the limit, not if it is equal."""
    sorts_again: bool = True
    """Whether the best successor is chosen again after its f has changed."""

    def replay(self, run: RecordedRun, h: Values) -> Violation | None:
        """Return the first violation by ``run``, or None."""
        value = self.rank.value(NodeValues(0, h(run.start), h(run.start), 0))
        root = _Node(run.start, value, value)
        path, expanded = list[_Node](), set[State]()
        for index, state in enumerate(run.selected):
            best = self._best(path) if path else [root]
            if best is None:
                return Violation(index, Reason.RECURSION)
            node = next((each for each in best if each.state == state), None)
            if node is None:
                return Violation(index, Reason.RECURSION, 0, best[0].state, best[0].f)
            if path:
                path[-1].chosen = node
                node.limit, node.chosen = self._limit(path[-1], node), None
            path.append(node)
            expanded.add(state)
            node.children = [*self._children(path, run, h, expanded, index + 1)]
        if not run.has_given_up:
            return None
        left = self._best(path) if path else [root]
        if left is None:
            return None
        return Violation(len(run.states), Reason.RECURSION, 0, left[0].state, left[0].f)

    def _children(
        self, path: list[_Node], run: RecordedRun, h: Values, expanded: set[State], number: int
    ) -> Iterator[_Node]:
        node = path[-1]
        discarded: set[State] = set()
        if self.discarded is Discarded.PREDECESSOR:
            discarded = {each.state for each in path[-2:-1]}
        elif self.discarded is Discarded.PATH:
            discarded = {each.state for each in path}
        elif self.discarded is Discarded.EXPANDED:
            discarded = expanded
        for state in run.neighbours(node.state):
            if state not in discarded:
                step = NodeValues(node.cost + 1, h(state), h(node.state), number)
                rank = self.rank.value(step)
                f = max(rank, node.f) if self.inherits else rank
                yield _Node(state, rank, f, cost=self.rank.cost(step))

    def _best(self, path: list[_Node]) -> list[_Node] | None:
        """Leave nodes until one has a successor within its limit. Return its best successors."""
        while path:
            node = path[-1]
            is_fixed = node.chosen is not None and not self.sorts_again
            children = [each for each in node.children if each is node.chosen or not is_fixed]
            f = min((each.f for each in children), default=math.inf)
            is_within = f <= node.limit + TOLERANCE if self.is_strict else f < node.limit
            if f < math.inf and is_within:
                return [each for each in children if each.f <= f + TOLERANCE]
            node.f = self._value(node)
            path.pop()
        return None

    def _limit(self, node: _Node, chosen: _Node) -> float:
        """Return the limit for the chosen successor of a node."""
        values = [*sorted(each.f for each in node.children if each is not chosen), math.inf]
        match self.f_limit:
            case FLimit.ALTERNATIVE:
                return values[0]
            case FLimit.OWN:
                return node.limit
            case FLimit.LARGER:
                return max(node.limit, values[0])
            case FLimit.THIRD:
                return min(node.limit, values[min(1, len(values) - 1)])
            case FLimit.LARGEST:
                return min(node.limit, max(each.f for each in node.children))
        return min(node.limit, values[0])

    def _value(self, node: _Node) -> float:
        """Return the backed-up f of a node."""
        values = [*sorted(each.f for each in node.children), math.inf, math.inf]
        match self.backed_up:
            case BackedUp.SECOND:
                return values[1]
            case BackedUp.LARGEST:
                return values[max(0, len(values) - 3)]
            case BackedUp.LIMIT:
                return node.limit
            case BackedUp.ABOVE_LIMIT:
                return node.limit + 1
            case BackedUp.UNCHANGED:
                return node.f
            case BackedUp.STATIC:
                return min((each.rank for each in node.children), default=math.inf)
            case BackedUp.INFINITE:
                return math.inf
        return values[0]


RIGHT_RULES = tuple(RecursiveRules(each) for each in _RIGHT)


def wrong_rules(right: RecursiveRules) -> Iterator[tuple[Cause, RecursiveRules]]:
    """Yield typical wrong rules with their causes, the most likely first."""
    yield Cause.NOT_INHERITED, replace(right, inherits=False)
    for backed_up in BackedUp:
        yield Cause.BACKED_UP, replace(right, backed_up=backed_up)
    for backed_up in (BackedUp.UNCHANGED, BackedUp.STATIC):
        yield Cause.BACKED_UP, replace(right, backed_up=backed_up, inherits=False)
    for f_limit, is_strict in product(FLimit, (True, False)):
        yield Cause.F_LIMIT, replace(right, f_limit=f_limit, is_strict=is_strict)
    yield Cause.NOT_SORTED, replace(right, sorts_again=False)
    for cause in _PRIORITIES:
        for rank in cause.priorities("astar"):
            yield cause, replace(right, rank=rank)
    yield Cause.SHARED_VISITED, RecursiveRules(Discarded.EXPANDED)


def forgetting_violation(run: RecordedRun, h: Values) -> Violation | None:
    """Return the first violation by a best-first search that may forget nodes, or None.

    A state that is expanded for the first time must have the smallest f of all such states.
    """
    best, closed = {run.start: 0}, set[State]()
    frontier = [(h(run.start), 0, run.start)]
    """f, the number of the expansion that generated a state, and the state."""
    for index, state in enumerate(run.selected):
        while frontier and frontier[0][2] in closed:
            heapq.heappop(frontier)
        if state not in best or not frontier:
            return None if state in best else Violation(index, Reason.NOT_GENERATED)
        g, (bound, source, other) = best[state], frontier[0]
        if state not in closed and g + h(state) > bound + TOLERANCE:
            return Violation(index, Reason.NOT_SMALLEST, g + h(state), other, bound, source)
        closed.add(state)
        for child in run.neighbours(state):
            if g + 1 < best.get(child, math.inf):
                best[child] = g + 1
                heapq.heappush(frontier, (g + 1 + h(child), index + 1, child))
    return None
