"""Replays of a user's expansions by the rules of right and of typical wrong searches.

A replay keeps the frontier that the user's search would have under some rules, generated from its
own expansions, and checks that each expanded state could be selected. Ties are always accepted, so
a sequence of expansions that violates no right rule differs from another search only in ties.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from puzzler.board.board import moves_from_cell
from puzzler.board.move import Move
from puzzler.search.homework.runs import Reason, RecordedRun, State, Values, Violation, swapped


class Duplicates(Enum):
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
    OLD_COST = "old g"
    """As CLOSED, but a shorter path to a state in the frontier does not change its g."""
    UNSIFTED = "not moved in the heap"
    """As CLOSED, but a state with a smaller priority can stay at its place in the heap."""
    UNCHECKED = "unchecked"
    """A state is marked when it is popped, but not checked when it is popped."""
    FRONTIER = "frontier"
    """Only states in the frontier are duplicates, not expanded ones."""
    OVERWRITTEN = "overwritten"
    """The last path replaces the others in the frontier, even if it is longer."""
    REVERSED = "reversed"
    """A path is stored only if it is not shorter, and its g replaces the smaller one."""
    LAST_PARENT = "last parent"
    """Every priority is kept, but the last path is used, even if it is longer."""
    NOT_PARENT = "not to the parent"
    """Every path is kept, except to the predecessor."""
    ALL = "all"
    """Every path is kept."""


class NodeValues(NamedTuple):
    """The values of a generated node that its priority is computed from."""

    g: float
    """The cost of its parent + 1."""
    h: float
    parent_h: float
    number: int
    """The number of the expansion that generated it."""


def _cost(step: NodeValues) -> float:
    return step.g


@dataclass(frozen=True)
class Priority:
    """A priority: the node with the smallest value is expanded first."""

    value: Callable[[NodeValues], float]
    cost: Callable[[NodeValues], float] = _cost
    """The cost that successors of the node start from: g, except for some wrong priorities."""
    algorithms: tuple[str, ...] = ("astar",)
    """The algorithms in which the priority is a mistake, if it is a wrong one."""


PATH_COST = Priority(lambda step: step.g + step.h)
ONLY_G = Priority(_cost)
ONLY_H = Priority(lambda step: step.h)


class _Entry(NamedTuple):
    rank: float
    g: int
    cost: float
    """The cost that successors start from."""
    parent: State | None
    source: int
    old_rank: float = -math.inf
    """The priority before a shorter path was found."""


_KEEPING = (
    Duplicates.LAZY,
    Duplicates.STALE,
    Duplicates.STALE_FIFO,
    Duplicates.EQUAL,
    Duplicates.EQUAL_SHARED,
    Duplicates.UNCHECKED,
    Duplicates.REVERSED,
    Duplicates.LAST_PARENT,
    Duplicates.NOT_PARENT,
    Duplicates.ALL,
)
TOLERANCE = 1e-9


@dataclass(frozen=True)
class BestFirstRules:
    """Rules of a search that expands a state with the smallest priority."""

    rank: Priority = PATH_COST
    duplicates: Duplicates = Duplicates.BEST
    marks_start: bool = True
    """Whether the start is marked as reached."""

    def replay(self, run: RecordedRun, h: Values) -> Violation | None:
        """Return the first violation by ``run``, or None."""
        frontier = _Frontier(self, h, run.start)
        for index, state in enumerate(run.selected):
            entry = frontier.best_entry(state)
            found = frontier.violation(index, state, entry)
            if found is not None:
                return found._replace(is_decreased=frontier.is_decreased(state, found.other))
            if index < len(run.states):
                assert entry is not None
                frontier.expand(state, entry, run.neighbours(state), index + 1)
        return frontier.left(len(run.states)) if run.has_given_up else None


class _Frontier:
    """The frontier of a replayed search."""

    def __init__(self, rules: BestFirstRules, h: Values, start: State) -> None:
        self.rules = rules
        self.h = h
        root = _Entry(rules.rank.value(NodeValues(0, h(start), h(start), 0)), 0, 0, None, 0)
        self.entries: dict[State, list[_Entry]] = {start: [root]}
        self.heap = [(root.rank, start)]
        self.best: dict[State, float] = {start: 0} if rules.marks_start else {}
        """The smallest cost of each generated state."""
        self.largest: dict[State, float] = {start: 0}
        self.closed: dict[State, tuple[int, int]] = {}
        """For each expanded state, its first expansion, from 1, and its last g."""
        self.decreased = set[State]()
        """The states in the frontier to which a shorter path was found."""
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
        if entry.rank <= left.other_rank + TOLERANCE or self._has_misplaced(entry.rank):
            return None
        return left._replace(reason=Reason.NOT_SMALLEST, rank=entry.rank)

    def is_decreased(self, state: State, other: State | None) -> bool:
        """Whether a shorter path to a state, to the other one or to its parent was found."""
        parents = {each.parent for each in self.entries.get(other or state, ())}
        return not self.decreased.isdisjoint({state, other, *parents})

    def _has_misplaced(self, rank: float) -> bool:
        """Whether a node with a smaller priority can still be below ``rank`` in the heap."""
        return self.rules.duplicates is Duplicates.UNSIFTED and any(
            each.rank < rank <= each.old_rank + TOLERANCE
            for state in self.decreased
            for each in self.entries.get(state, ())
        )

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
        elif rules.duplicates is Duplicates.REVERSED:
            entry = entry._replace(g=int(self.largest[state]), cost=self.largest[state])
        parent_h = self.h(state)
        for child in children:
            step = NodeValues(entry.cost + 1, self.h(child), parent_h, number)
            rank, cost = rules.rank.value(step), rules.rank.cost(step)
            new = _Entry(rank, entry.g + 1, cost, state, number)
            if self._is_discarded(child, new, entry):
                continue
            for old in self.entries.get(child, ())[:1]:
                self.decreased.add(child)
                new = new._replace(old_rank=max(old.rank, old.old_rank))
                if rules.duplicates is Duplicates.OLD_RANK:
                    new = new._replace(rank=old.rank)
                elif rules.duplicates is Duplicates.OLD_COST:
                    new = new._replace(g=old.g, cost=old.cost)
            if self.keeps_all:
                entries = self.entries.setdefault(child, [])
                if rules.duplicates is Duplicates.LAST_PARENT:
                    entries[:] = [new._replace(rank=each.rank) for each in entries]
                entries.append(new)
            else:
                self.entries[child] = [new]
            self.best[child] = min(cost, self.best.get(child, cost))
            self.largest[child] = max(cost, self.largest.get(child, cost))
            heapq.heappush(self.heap, (rank, child))

    def _keep_others(self, state: State, entry: _Entry) -> None:
        """Remove the entries of a state except those that its algorithm selects later."""
        rest = [each for each in self.entries.pop(state) if each is not entry]
        if self.rules.duplicates is Duplicates.LAZY:
            rest = [each for each in rest if each.g < entry.g]
        elif self.rules.duplicates in (Duplicates.LAST_PARENT, Duplicates.REVERSED):
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
            case Duplicates.CLOSED | Duplicates.OLD_COST | Duplicates.UNSIFTED:
                old = self.entries.get(child)
                found = child in self.closed or (old is not None and old[0].rank <= new.rank)
            case Duplicates.REVERSED:
                found = child in self.closed or new.cost < self.largest.get(child, 0)
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


def replay_stack(
    run: RecordedRun,
    size: tuple[int, int],
    order: Sequence[Move],
    *,
    is_late: bool,
    has_check: bool,
) -> Violation | None:
    """Return the first violation by a depth-first graph search with a stack, or None.

    size: rows and columns. order: that in which the successors of a state are expanded. is_late:
    whether duplicates are found when a state is expanded, not when it is generated. has_check:
    whether duplicates are discarded.
    """
    stack, generated = [run.start], {run.start}
    expanded: set[State] = set()
    for index, state in enumerate(run.selected):
        while stack and stack[-1] in expanded:
            stack.pop()
        if not stack or stack.pop() != state:
            return Violation(index, Reason.ORDER)
        if is_late and has_check:
            expanded.add(state)
        blank = state.index(0)
        legal = moves_from_cell(*size, blank)
        for target in [legal[move] for move in reversed(order) if move in legal]:
            child = swapped(state, blank, target)
            if child not in (expanded if is_late else generated):
                generated.add(child)
                stack.append(child)
    left = [state for state in stack if state not in expanded]
    if run.has_given_up and left:
        return Violation(len(run.states), Reason.GIVEN_UP, other=left[-1])
    return None


def is_sorted_locally(run: RecordedRun, h: Values, *, is_late: bool, sign: int) -> bool:
    """Whether the search is a stack onto which the successors of each state are pushed sorted by h.

    is_late: see ``replay_stack``. sign: -1 if the state with the largest h is expanded first.
    """
    stack, marked = [[run.start]], set[State]()
    for state in run.selected:
        while stack:
            if is_late:
                stack[-1] = [each for each in stack[-1] if each not in marked]
            if stack[-1]:
                break
            stack.pop()
        values = {each: sign * h(each) for each in (stack[-1] if stack else ())}
        if state not in values or values[state] > min(values.values()) + TOLERANCE:
            return False
        stack[-1].remove(state)
        marked.add(state)
        stack.append([each for each in run.neighbours(state) if each not in marked])
        if not is_late:
            marked.update(stack[-1])
    return True


def late_goal(
    run: RecordedRun, h: Values, rules: BestFirstRules
) -> tuple[Violation | None, bool] | None:
    """Return the first expansion of a node with the f of the goal, while the goal is waiting.

    Also returns whether there is one that was generated after the goal, which contradicts "first
    in, first out". Returns None for the expansion if such a node is left when the goal is selected,
    and None if the goal does not wait.
    """
    frontier, found, is_younger = _Frontier(rules, h, run.start), None, False
    for index, state in enumerate(run.states):
        entry, goal = frontier.best_entry(state), frontier.best_entry(run.goal)
        if entry is None:
            return None
        if goal is not None:
            found = found or Violation(
                index, Reason.NOT_SMALLEST, entry.rank, run.goal, goal.rank, goal.source, goal.g
            )
            is_younger |= entry.source > goal.source
        frontier.expand(state, entry, run.neighbours(state), index + 1)
    goal = frontier.best_entry(run.goal)
    if not run.has_found or goal is None:
        return None
    del frontier.entries[run.goal]
    left = frontier.left(len(run.states))
    if left is not None and left.other_rank <= goal.rank + TOLERANCE:
        return None, False
    return found and (found, is_younger)
