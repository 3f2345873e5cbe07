"""Replays of iterative deepening: depth-first passes under a threshold on f."""

from __future__ import annotations

import math
from typing import NamedTuple

from puzzler.search.homework.replay import PATH_COST, NodeValues, Priority
from puzzler.search.homework.runs import (
    ALLOWED_OMISSIONS,
    Reason,
    RecordedRun,
    State,
    Values,
    Violation,
)


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
