"""Replays of searches in linear space, which forget nodes and expand them again.

Iterative deepening and recursive best-first search (RBFS; Korf, 1993) are replayed with typical
mistakes. Other memory-bounded searches, such as SMA* (Russell, 1992), are checked by what they have
in common.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import NamedTuple

from puzzler.search.homework.causes import Cause
from puzzler.search.homework.replay import PATH_COST, TOLERANCE, NodeValues, Priority
from puzzler.search.homework.runs import (
    ALLOWED_OMISSIONS,
    Reason,
    RecordedRun,
    State,
    Values,
    Violation,
)

# ---- Iterative deepening: depth-first passes under a threshold on f ------------------------------


class _Frame(NamedTuple):
    state: State
    g: int
    parent: State | None
    """The predecessor, if it is not a successor."""
    expanded: set[State]


def replay_passes(
    run: RecordedRun,
    h: Values,
    goal_slack: float = 0,
    *,
    rank: Priority = PATH_COST,
    first: float | None = None,
    takes_back: bool = False,
) -> Violation | None:
    """Replay depth-first passes under a threshold on f, with the successors in any order.

    A search may skip a successor that is on its path, or that it has reached in the pass by a path
    that is not longer, and must expand every other one within the threshold. Returns the first
    violation, or else the first such successor, or None. goal_slack: by how much f of the goal may
    exceed the threshold. rank: computes f. first: the first threshold; by default, f of the start.
    takes_back: whether the predecessor of a state is one of its successors.
    """
    passes = _Passes(run, h, rank, first, takes_back=takes_back)
    for index, state in enumerate(run.selected):
        is_goal = index == len(run.states)
        slack = goal_slack if is_goal else 0
        is_root = not is_goal and run.is_root[index]
        found = passes.enter(index, state, slack, is_root=is_root)
        if found is not None:
            return found
    return (passes.end() if run.has_given_up else None) or passes.allowed


class _Passes:
    """The current path and pass of a replayed search."""

    def __init__(
        self, run: RecordedRun, h: Values, rank: Priority, first: float | None, *, takes_back: bool
    ) -> None:
        self.takes_back = takes_back
        self.run = run
        self.rank = rank
        self.h = h
        self.threshold = self.pruned = self._f(0, run.start, run.start) if first is None else first
        self.path: list[_Frame] = []
        self.on_path: dict[State, int] = {}
        self.reached: dict[State, tuple[int, int]] = {}
        """The smallest g of each expanded state in this pass, and the number of its expansion."""
        self.generated: dict[State, tuple[int, int]] = {}
        """The g and the expansion by which each state was generated first in this pass."""
        self.highest = 0.0
        """The largest f so far."""
        self.allowed: Violation | None = None
        """The first omission that a correct search may make."""

    def _f(self, g: int, state: State, parent: State) -> float:
        return self.rank.value(NodeValues(g, self.h(state), self.h(parent), 0))

    def enter(self, index: int, state: State, slack: float, *, is_root: bool) -> Violation | None:
        """Expand a state. Return a violation if that is not allowed."""
        path = self.path
        depth = -1 if is_root else self._parent_depth(state, slack)
        if depth < 0 and not is_root and path and state == path[-1].parent:
            return Violation(index, Reason.PREDECESSOR)
        while len(path) > depth + 1:
            found = self._leave(index)
            if found is not None:
                return found
        g, parent = 0, None
        if is_root:
            self.threshold, self.pruned = self.pruned, math.inf
            self.reached.clear()
            self.generated.clear()
        elif not path:
            return Violation(index, Reason.NOT_GENERATED)
        else:
            g, parent = path[-1].g + 1, path[-1].state
            path[-1].expanded.add(state)
        f = self._f(g, state, state if parent is None else parent)
        if f > self.threshold + slack:
            return Violation(index, Reason.ABOVE_THRESHOLD, f, None, self.threshold)
        self.highest = max(self.highest, f)
        path.append(_Frame(state, g, None if self.takes_back else parent, set()))
        self.on_path[state] = self.on_path.get(state, 0) + 1
        if g < self.reached.get(state, (g + 1, 0))[0]:
            self.reached[state] = g, index + 1
        for child in self.run.neighbours(state):
            self.generated.setdefault(child, (g + 1, index + 1))
        return None

    def _parent_depth(self, state: State, slack: float) -> int:
        """Return the depth of the last frame that can generate ``state``, or -1.

        If possible, it is one that can generate it within the threshold.
        """
        found, near = -1, self.run.neighbours(state)
        for depth in range(len(self.path) - 1, -1, -1):
            frame = self.path[depth]
            if frame.state in near and state != frame.parent and state not in frame.expanded:
                if self._f(frame.g + 1, state, frame.state) <= self.threshold + slack:
                    return depth
                found = max(found, depth)
        return found

    def end(self) -> Violation | None:
        """Return a violation if the last pass has not expanded or pruned all states."""
        index = len(self.run.states)
        while self.path:
            found = self._leave(index)
            if found is not None:
                return found
        if self.pruned == math.inf:
            return None
        return Violation(index, Reason.GIVEN_UP_PRUNED, other_rank=self.pruned)

    def _leave(self, index: int) -> Violation | None:
        """Pop the last frame. Return a violation if it has successors that were not expanded."""
        frame = self.path.pop()
        self.on_path[frame.state] -= 1
        for child in self.run.neighbours(frame.state):
            if child == frame.parent or child in frame.expanded:
                continue
            f = self._f(frame.g + 1, child, frame.state)
            if f > self.threshold:
                self.pruned = min(self.pruned, f)
                continue
            found = self._omission(index, child, frame.g + 1, f)
            if found.reason not in ALLOWED_OMISSIONS:
                return found
            if self.allowed is None or self.allowed.reason is Reason.SKIPPED_ON_PATH:
                self.allowed = found
        return None

    def _omission(self, index: int, child: State, g: int, f: float) -> Violation:
        is_reached = child in self.reached
        before, number = self.reached.get(child) or self.generated.get(child, (g, index))
        if self.on_path.get(child):
            reason = Reason.SKIPPED_ON_PATH
        elif is_reached and before <= g:
            reason = Reason.SKIPPED_KNOWN
        elif not is_reached and f > self.highest:
            reason = Reason.BELOW_THRESHOLD
        else:
            reason = Reason.SKIPPED_LATER if before > g else Reason.SKIPPED
        return Violation(index, reason, f, child, self.threshold, number, g)


# ---- Recursive best-first search and other searches ----------------------------------------------


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

    def values(self, without: _Node | None = None) -> list[float]:
        """Return f of the successors except one, ascending, followed by infinity twice."""
        found = sorted(each.f for each in self.children if each is not without)
        return [*found, math.inf, math.inf]


# the first one of each of these is right; for successors that are not generated, the first three

_DISCARDS: tuple[Callable[[State, Sequence[_Node], set[State]], bool], ...] = (
    lambda state, path, _: state in [each.state for each in path[-2:-1]],
    lambda state, path, _: state in [each.state for each in path],
    lambda _state, _path, _: False,
    lambda state, _, expanded: state in expanded,
)
"""Whether a successor of the end of a path is not generated, from all expanded states."""
_BACKED_UP: tuple[Callable[[_Node], float], ...] = (
    lambda node: node.values()[0],
    lambda node: node.values()[1],
    lambda node: max((each.f for each in node.children), default=math.inf),
    lambda node: node.limit,
    lambda node: node.limit + 1,
    lambda _: math.inf,
    lambda node: node.f,
    lambda node: min((each.rank for each in node.children), default=math.inf),
)
"""The f that a node gets when the search leaves it."""
_F_LIMITS: tuple[Callable[[_Node, _Node], float], ...] = (
    lambda node, best: min(node.limit, node.values(best)[0]),
    lambda node, best: node.values(best)[0],
    lambda node, _: node.limit,
    lambda node, best: max(node.limit, node.values(best)[0]),
    lambda node, best: min(node.limit, node.values(best)[1]),
    lambda node, _: min(node.limit, max(each.f for each in node.children)),
)
"""The limit on f for the best successor of a node."""
_PRIORITIES = Cause.GREEDY, Cause.UNIFORM_COST, Cause.G_TWICE, Cause.H_TWICE, Cause.WEIGHTED


@dataclass(frozen=True)
class RecursiveRules:
    """Rules of a recursive best-first search. The defaults are right."""

    discards: Callable[[State, Sequence[_Node], set[State]], bool] = _DISCARDS[0]
    backed_up: Callable[[_Node], float] = _BACKED_UP[0]
    f_limit: Callable[[_Node, _Node], float] = _F_LIMITS[0]
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
                return Violation(index, Reason.RECURSION_ENDED)
            node = next((each for each in best if each.state == state), None)
            if node is None:
                return Violation(index, Reason.RECURSION, 0, best[0].state, best[0].f)
            if path:
                path[-1].chosen = node
                node.limit, node.chosen = self.f_limit(path[-1], node), None
            path.append(node)
            expanded.add(state)
            node.children = [*self._children(path, run, h, expanded, index + 1)]
        left = (self._best(path) if path else [root]) if run.has_given_up else None
        if left is None:
            return None
        return Violation(len(run.states), Reason.RECURSION, 0, left[0].state, left[0].f)

    def _children(
        self, path: list[_Node], run: RecordedRun, h: Values, expanded: set[State], number: int
    ) -> Iterator[_Node]:
        node = path[-1]
        for state in run.neighbours(node.state):
            if not self.discards(state, path, expanded):
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
            node.f = self.backed_up(node)
            path.pop()
        return None


RIGHT_RULES = tuple(RecursiveRules(each) for each in _DISCARDS[:3])


def wrong_rules(right: RecursiveRules) -> Iterator[tuple[Cause, RecursiveRules]]:
    """Yield typical wrong rules with their causes, the most likely first."""
    yield Cause.NOT_INHERITED, replace(right, inherits=False)
    for backed_up in _BACKED_UP:
        yield Cause.BACKED_UP, replace(right, backed_up=backed_up)
    for backed_up in _BACKED_UP[-2:]:
        yield Cause.BACKED_UP, replace(right, backed_up=backed_up, inherits=False)
    for f_limit, is_strict in product(_F_LIMITS, (True, False)):
        yield Cause.F_LIMIT, replace(right, f_limit=f_limit, is_strict=is_strict)
    yield Cause.NOT_SORTED, replace(right, sorts_again=False)
    for cause in _PRIORITIES:
        for rank in cause.priorities("astar"):
            yield cause, replace(right, rank=rank)
    yield Cause.SHARED_VISITED, RecursiveRules(_DISCARDS[-1])


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
