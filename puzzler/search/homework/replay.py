"""Replays of a user's expansions by the rules of right and of typical wrong searches.

A replay keeps the frontier that the user's search would have under some rules, generated from its
own expansions, and checks that each expanded state could be selected. Ties are always accepted, so
a sequence of expansions that violates no right rule differs from another search only in ties.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from puzzler.board.board import moves_from_cell
from puzzler.board.move import Move

State = bytes
"""The tiles of a board."""
Values = Callable[[State], float]
Neighbours = Callable[[State], tuple[State, ...]]


@dataclass(frozen=True)
class RecordedRun:
    """The expansions of a search on one board."""

    start: State
    goal: State
    states: tuple[State, ...]
    """The expanded states in order, without the goal."""
    is_root: tuple[bool, ...]
    """For each of ``states``, whether it is the root of the search or of a pass."""
    has_found: bool
    """Whether the search ended with the goal."""
    neighbours: Neighbours
    has_given_up: bool = False
    """Whether the search ended without a solution."""
    is_by_tests: bool = False
    """Whether ``states`` are those that were compared with the goal, because the search never
    requested successors. They may be generated states instead of expanded ones."""

    @property
    def selected(self) -> Iterator[State]:
        """The states that the search has selected: the expanded ones and, if found, the goal."""
        yield from self.states
        if self.has_found:
            yield self.goal

    @property
    def first_repeated(self) -> Violation | None:
        """The first expansion of a state that was expanded before, or None."""
        numbers: dict[State, int] = {}
        for index, state in enumerate(self.states):
            if state in numbers:
                return Violation(index, Reason.EXPANDED_BEFORE, source=numbers[state])
            numbers[state] = index + 1
        return None

    @property
    def keeps_visited(self) -> bool:
        """Whether no state is expanded in two passes, except for the start."""
        others = [state for state in self.states if state != self.start]
        return len(others) == len(set(others))

    @property
    def has_tested_siblings(self) -> bool:
        """Whether the successors of the start follow it, as in a test of generated states."""
        children = self.neighbours(self.start)
        tested = self.states[1 : 1 + len(children)]
        return len({*tested, *children}) == len(children) and len({*tested}) == len(tested)

    def without_repeated_states(self) -> RecordedRun:
        """Return the run with the first expansion of each state."""
        numbers = sorted({state: n for n, state in reversed([*enumerate(self.states)])}.values())
        return replace(
            self,
            states=tuple(self.states[number] for number in numbers),
            is_root=tuple(self.is_root[number] for number in numbers),
        )

    @property
    def has_early_end(self) -> bool:
        """Whether the search may have ended when it first generated the goal."""
        if not self.has_found or not self.states:
            return False
        before = self.neighbours(self.goal)
        return self.states[-1] in before and not any(s in before for s in self.states[:-1])

    def prefix(self, length: int) -> RecordedRun:
        """Return the first expansions as a run that was stopped."""
        if length >= len(self.states):
            return self
        return replace(
            self,
            states=self.states[:length],
            is_root=self.is_root[:length],
            has_found=False,
            has_given_up=False,
        )


class Violation(NamedTuple):
    """The first expansion that the rules of a replay do not allow."""

    at: int
    """The index of the expansion."""
    reason: Reason
    rank: float = 0
    """The priority of the selected state, or the f of a node above the threshold."""
    other: State | None = None
    """The state that should have been selected."""
    other_rank: float = 0
    """The priority of ``other``, or the threshold."""
    source: int = 0
    """The number of the expansion, from 1, that gave ``other`` its g, or that expanded a state."""
    g: int = 0
    """The g of ``other``."""
    is_blind: bool = False
    """Whether f is the depth, because there is no heuristic."""


class Reason(StrEnum):
    """Why an expansion is not allowed."""

    NOT_GENERATED = "not generated"
    EXPANDED_BEFORE = "expanded before"
    NOT_SMALLEST = "not smallest"
    ABOVE_THRESHOLD = "above the threshold"
    BELOW_THRESHOLD = "a pass repeats the previous one"
    PREDECESSOR = "predecessor"
    SKIPPED_LATER = "skipped although reached by a shorter path"
    SKIPPED_KNOWN = "skipped because it was reached by a path that is not longer"
    SKIPPED_ON_PATH = "skipped because it is on the path"
    SKIPPED = "skipped"
    ORDER = "order"
    GIVEN_UP = "ended although states are left"


ALLOWED_OMISSIONS = (Reason.SKIPPED_KNOWN, Reason.SKIPPED_ON_PATH)
"""Successors that a search with depth-first passes may leave out."""


class Duplicates(StrEnum):
    """The rule for states that are generated again."""

    BEST = "best g"
    """A shorter path replaces a longer one, and reopens an expanded state."""
    CLOSED = "closed"
    """As BEST, but expanded states are never reopened."""
    LAZY = "lazy"
    """Every path is pushed. A popped path is skipped if one as short was expanded."""
    STALE = "stale"
    """As BEST, but the longer path stays in the frontier, so that its state is expanded again."""
    STALE_FIFO = "stale, first in, first out"
    """As STALE, but of two paths to a state with the same priority the older one is expanded."""
    EQUAL = "equal"
    """As STALE, but a path of equal length is pushed, too."""
    EQUAL_SHARED = "equal, with one g for each state"
    """As EQUAL, but a longer path has the g of the shortest one when it is expanded."""
    PUSHED = "pushed"
    """A state is marked when it is pushed: the first path is kept."""
    OLD_RANK = "old priority"
    """As CLOSED, but a shorter path to a state in the frontier does not change its priority."""
    UNCHECKED = "unchecked"
    """A state is marked when it is popped, but not checked when it is popped."""
    FRONTIER = "frontier"
    """Only states in the frontier are duplicates, not expanded ones."""
    OVERWRITTEN = "overwritten"
    """The last path replaces the others in the frontier, even if it is longer."""
    LAST_PARENT = "last parent"
    """Every priority is kept, but the last path is used, even if it is longer."""
    NOT_PARENT = "not to the parent"
    """Every path is kept, except to the predecessor."""
    ALL = "all"
    """Every path is kept."""


class Priority(StrEnum):
    """The values that a priority is computed from."""

    PATH = "g and h of the state"
    H_IN_COST = "g contains the h of each state of the path"
    PARENT_H = "g of the state and h of its parent"
    COUNT = "the number of expansions and h of the state"
    H_SUM = "the sum of h over the path"


class _Entry(NamedTuple):
    rank: float
    g: int
    cost: float
    """The cost that successors start from: g, except for some wrong priorities."""
    parent: State | None
    source: int


_KEEPING = (
    Duplicates.LAZY,
    Duplicates.STALE,
    Duplicates.STALE_FIFO,
    Duplicates.EQUAL,
    Duplicates.EQUAL_SHARED,
    Duplicates.UNCHECKED,
    Duplicates.LAST_PARENT,
    Duplicates.NOT_PARENT,
    Duplicates.ALL,
)
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class BestFirstRules:
    """Rules of a search that expands a state with the smallest priority."""

    g_factor: float = 1
    h_factor: float = 1
    duplicates: Duplicates = Duplicates.BEST
    priority: Priority = Priority.PATH
    marks_start: bool = True
    """Whether the start is marked as reached."""

    def replay(self, run: RecordedRun, h: Values) -> Violation | None:
        """Return the first violation by ``run``, or None."""
        frontier = _Frontier(self, h, run.start)
        for index, state in enumerate(run.selected):
            entry = frontier.best_entry(state)
            found = frontier.violation(index, state, entry)
            if found is not None:
                return found
            if index < len(run.states):
                assert entry is not None
                frontier.expand(state, entry, run.neighbours(state), index + 1)
        return frontier.left(len(run.states)) if run.has_given_up else None


class _Frontier:
    """The frontier of a replayed search."""

    def __init__(self, rules: BestFirstRules, h: Values, start: State) -> None:
        self.rules = rules
        self.h = h
        root = _Entry(rules.h_factor * h(start), 0, 0, None, 0)
        self.entries: dict[State, list[_Entry]] = {start: [root]}
        self.heap = [(root.rank, start)]
        self.best: dict[State, float] = {start: 0} if rules.marks_start else {}
        """The smallest cost of each generated state."""
        self.closed: dict[State, tuple[int, int]] = {}
        """For each expanded state, its first expansion, from 1, and its last g."""
        self.keeps_all = rules.duplicates in _KEEPING

    def best_entry(self, state: State) -> _Entry | None:
        """Return the entry of a state that is selected first, or None."""
        entries = self.entries.get(state)
        if entries and self.rules.duplicates is Duplicates.STALE_FIFO:
            return min(entries, key=lambda entry: (entry.rank, entry.source))
        return min(entries) if entries else None

    def violation(self, index: int, state: State, entry: _Entry | None) -> Violation | None:
        """Return a violation if ``state``, with its ``entry``, cannot be selected."""
        left = self.left(index)
        if left is None:
            return Violation(index, Reason.NOT_GENERATED)
        if entry is None:
            if state in self.closed:
                before = self.closed[state][0]
                return left._replace(reason=Reason.EXPANDED_BEFORE, source=before)
            return left._replace(reason=Reason.NOT_GENERATED)
        if entry.rank <= left.other_rank + _TOLERANCE:
            return None
        return left._replace(reason=Reason.NOT_SMALLEST, rank=entry.rank)

    def left(self, index: int) -> Violation | None:
        """Return the node that should be selected as the violation by an end, or None."""
        heap = self.heap
        while heap and all(e.rank != heap[0][0] for e in self.entries.get(heap[0][1], ())):
            heapq.heappop(heap)
        if not heap:
            return None
        rank, state = heap[0]
        waiting = min(self.entries[state])
        return Violation(index, Reason.GIVEN_UP, 0, state, rank, waiting.source, waiting.g)

    def expand(self, state: State, entry: _Entry, children: tuple[State, ...], number: int) -> None:
        """Replace a selected state by its successors."""
        self._keep_others(state, entry)
        self.closed[state] = self.closed.get(state, (number, 0))[0], entry.g
        rules = self.rules
        if rules.duplicates is Duplicates.EQUAL_SHARED:
            entry = entry._replace(g=int(self.best[state]), cost=self.best[state])
        for child in children:
            value = self.h(state if rules.priority is Priority.PARENT_H else child)
            cost = number if rules.priority is Priority.COUNT else entry.cost + 1
            rank = rules.g_factor * cost + rules.h_factor * value
            if rules.priority is Priority.H_IN_COST:
                cost += value
            elif rules.priority is Priority.H_SUM:
                cost = rank = entry.cost + value
            new = _Entry(rank, entry.g + 1, cost, state, number)
            if self._is_discarded(child, new, entry):
                continue
            if rules.duplicates is Duplicates.OLD_RANK and child in self.entries:
                new = new._replace(rank=self.entries[child][0].rank)
            if self.keeps_all:
                entries = self.entries.setdefault(child, [])
                if rules.duplicates is Duplicates.LAST_PARENT:
                    entries[:] = [new._replace(rank=each.rank) for each in entries]
                entries.append(new)
            else:
                self.entries[child] = [new]
            self.best[child] = min(cost, self.best.get(child, cost))
            heapq.heappush(self.heap, (rank, child))

    def _keep_others(self, state: State, entry: _Entry) -> None:
        """Remove the entries of a state except those that its algorithm selects later."""
        rest = [each for each in self.entries.pop(state) if each is not entry]
        if self.rules.duplicates is Duplicates.LAZY:
            rest = [each for each in rest if each.g < entry.g]
        elif self.rules.duplicates is Duplicates.LAST_PARENT:
            rest = []
        if rest and self.keeps_all:
            self.entries[state] = rest
            for each in rest:
                heapq.heappush(self.heap, (each.rank, state))

    def _is_discarded(self, child: State, new: _Entry, parent: _Entry) -> bool:
        match self.rules.duplicates:
            case Duplicates.BEST | Duplicates.STALE | Duplicates.STALE_FIFO:
                found = new.cost >= self.best.get(child, math.inf)
            case Duplicates.EQUAL | Duplicates.EQUAL_SHARED:
                found = new.cost > self.best.get(child, math.inf)
            case Duplicates.OLD_RANK:
                found = child in self.closed or new.cost >= self.best.get(child, math.inf)
            case Duplicates.CLOSED:
                old = self.entries.get(child)
                found = child in self.closed or (old is not None and old[0].rank <= new.rank)
            case Duplicates.LAZY:
                found = child in self.closed and new.g >= self.closed[child][1]
            case Duplicates.PUSHED:
                found = child in self.best
            case Duplicates.FRONTIER:
                found = child in self.entries
            case Duplicates.UNCHECKED | Duplicates.OVERWRITTEN | Duplicates.LAST_PARENT:
                found = child in self.closed
            case Duplicates.NOT_PARENT:
                found = child == parent.parent
            case _:
                found = False
        return found


@dataclass(frozen=True)
class DepthFirstRules:
    """Rules of a depth-first graph search with a stack."""

    order: tuple[Move, ...]
    """The order in which the successors of a state are expanded."""
    is_late: bool = True
    """Whether duplicates are found when a state is expanded, not when it is generated."""
    has_check: bool = True
    """Whether duplicates are discarded."""

    def replay(
        self, run: RecordedRun, moved: Callable[[State, Move], State | None]
    ) -> Violation | None:
        """Return the first violation by ``run``, or None. moved: makes a move if it is legal."""
        stack, generated = [run.start], {run.start}
        expanded: set[State] = set()
        for index, state in enumerate(run.selected):
            while stack and stack[-1] in expanded:
                stack.pop()
            if not stack or stack.pop() != state:
                return Violation(index, Reason.ORDER)
            if self.is_late and self.has_check:
                expanded.add(state)
            for move in reversed(self.order):
                child = moved(state, move)
                if child is None or child in (expanded if self.is_late else generated):
                    continue
                generated.add(child)
                stack.append(child)
        left = [state for state in stack if state not in expanded]
        if run.has_given_up and left:
            return Violation(len(run.states), Reason.GIVEN_UP, other=left[-1])
        return None


class _Frame(NamedTuple):
    state: State
    g: int
    parent: State | None
    expanded: set[State]


def replay_passes(
    run: RecordedRun,
    h: Values,
    goal_slack: float = 0,
    *,
    g_factor: float = 1,
    first: float | None = None,
) -> Violation | None:
    """Replay depth-first passes under a threshold on f, with the successors in any order.

    A search may skip a successor that is on its path, or that it has reached in the pass by a path
    that is not longer, and must expand every other one within the threshold. Returns the first
    violation, or else the first such successor, or None. goal_slack: by how much f of the goal may
    exceed the threshold. g_factor: the weight of g in f. first: the first threshold; by default, h
    of the start.
    """
    passes = _Passes(run, h, g_factor, h(run.start) if first is None else first)
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

    def __init__(self, run: RecordedRun, h: Values, g_factor: float, first: float) -> None:
        self.run = run
        self.g_factor = g_factor
        self.h = h
        self.threshold = self.pruned = first
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

    def enter(self, index: int, state: State, slack: float, *, is_root: bool) -> Violation | None:
        """Expand a state. Return a violation if that is not allowed."""
        path = self.path
        while path and (
            is_root
            or state not in self.run.neighbours(path[-1].state)
            or state in path[-1].expanded
        ):
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
            if state == path[-1].parent:
                return Violation(index, Reason.PREDECESSOR)
            g, parent = path[-1].g + 1, path[-1].state
            path[-1].expanded.add(state)
        f = self.g_factor * g + self.h(state)
        if f > self.threshold + slack:
            return Violation(index, Reason.ABOVE_THRESHOLD, f, None, self.threshold)
        self.highest = max(self.highest, f)
        path.append(_Frame(state, g, parent, set()))
        self.on_path[state] = self.on_path.get(state, 0) + 1
        if g < self.reached.get(state, (g + 1, 0))[0]:
            self.reached[state] = g, index + 1
        for child in self.run.neighbours(state):
            self.generated.setdefault(child, (g + 1, index + 1))
        return None

    def end(self) -> Violation | None:
        """Return a violation if the last pass has not expanded or pruned all states."""
        index = len(self.run.states)
        while self.path:
            found = self._leave(index)
            if found is not None:
                return found
        if self.pruned == math.inf:
            return None
        return Violation(index, Reason.GIVEN_UP, other_rank=self.pruned)

    def _leave(self, index: int) -> Violation | None:
        """Pop the last frame. Return a violation if it has successors that were not expanded."""
        frame = self.path.pop()
        self.on_path[frame.state] -= 1
        for child in self.run.neighbours(frame.state):
            if child == frame.parent or child in frame.expanded:
                continue
            f = self.g_factor * (frame.g + 1) + self.h(child)
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


def neighbours_of(rows: int, columns: int) -> Neighbours:
    """Return a function that returns the states one move away from a state."""
    targets = [
        tuple(moves_from_cell(rows, columns, cell).values()) for cell in range(rows * columns)
    ]

    def neighbours(state: State) -> tuple[State, ...]:
        blank = state.index(0)
        return tuple(swapped(state, blank, target) for target in targets[blank])

    return neighbours


def mover(rows: int, columns: int) -> Callable[[State, Move], State | None]:
    """Return a function that returns the state after a move, or None if the move is illegal."""
    targets = [moves_from_cell(rows, columns, cell) for cell in range(rows * columns)]

    def moved(state: State, move: Move) -> State | None:
        blank = state.index(0)
        target = targets[blank].get(move)
        return None if target is None else swapped(state, blank, target)

    return moved


def swapped(state: State, blank: int, target: int) -> State:
    """Return the state after the blank moves from ``blank`` to ``target``."""
    tiles = bytearray(state)
    tiles[blank], tiles[target] = tiles[target], 0
    return bytes(tiles)


def split_at_goal(states: Sequence[State], goal: State) -> tuple[State, ...]:
    """Return the states without the goal, if the goal was expanded last."""
    return tuple(states[:-1] if states and states[-1] == goal else states)
