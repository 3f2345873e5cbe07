"""The recorded runs of a user's search, and the rules that explain them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import permutations

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.homework.causes import Cause, Diagnosis
from puzzler.search.homework.passes import replay_passes
from puzzler.search.homework.recursion import RIGHT_RULES, RecursiveRules, wrong_rules
from puzzler.search.homework.replay import (
    ONLY_H,
    PATH_COST,
    BestFirstRules,
    DepthFirstRules,
    Duplicates,
    Priority,
)
from puzzler.search.homework.runs import (
    ALLOWED_OMISSIONS,
    RecordedRun,
    State,
    Values,
    Violation,
    mover,
)
from puzzler.search.homework.wrong_heuristics import (
    WrongHeuristic,
    own_manhattan,
    own_misplaced,
)
from puzzler.search.method import Method
from puzzler.search.options import When

MAX_NAMED = 2
"""Number of causes that a diagnosis names."""
STALE = Duplicates.STALE, Duplicates.STALE_FIFO
GRAPH = Duplicates.BEST, Duplicates.CLOSED, Duplicates.PUSHED, Duplicates.LAZY, *STALE
"""Rules for duplicates that are right if the priority of a state is the same on all paths."""


class Diagnostician(ABC):
    """Finds the cause in the runs of a search on some boards, nearest board first."""

    def __init__(
        self, runs: Sequence[RecordedRun], method: Method, tables: Tables, goal: Board
    ) -> None:
        self.runs = runs
        self.method = method
        self.goal = goal
        self._tables = tables
        self._values: dict[State, float] = {}
        self.takes_back = False
        """Whether depth-first passes take back moves."""

    @abstractmethod
    def diagnose(self) -> Diagnosis:
        """Return why the search differs from the method."""

    def h(self, state: State) -> float:
        """The heuristic of the method, with its weight."""
        value = self._values.get(state)
        if value is None:
            board = Board(*self.goal.size, tuple(state))
            value = self._values[state] = self.method.weight * self._tables.evaluate(board)
        return value

    def evaluate_all(self) -> None:
        """Evaluate all states of the runs in one call, which is faster."""
        states = {s for run in self.runs for each in run.selected for s in run.neighbours(each)}
        states |= {run.start for run in self.runs}
        each = np.frombuffer(b"".join(states), np.uint8).reshape(len(states), -1)
        values = self._tables.evaluate_each(each) * self.method.weight
        self._values = dict(zip(states, values.tolist(), strict=True))

    def first_violation(
        self, rules: BestFirstRules, h: Values | WrongHeuristic, first: int = 0
    ) -> tuple[int, Violation] | None:
        """Return a violation and the index of its run, or None. first: the run to replay first.

        If the first run has no violation, the result is that of the nearest run.
        """
        for number in (first, *range(len(self.runs))):
            run = self.runs[number]
            values = h.values(run.start) if isinstance(h, WrongHeuristic) else h
            found = rules.replay(run, values)
            if found is not None and not self.is_early_end(number, found):
                return number, found
        return None

    def are_allowed(
        self,
        h: Values | WrongHeuristic,
        rank: Priority = PATH_COST,
        first: Values | None = None,
    ) -> bool:
        """Whether passes with another threshold on f explain all runs.

        first: returns the first threshold for a start; by default, f of the start.
        """
        each = [
            (run, h.values(run.start) if isinstance(h, WrongHeuristic) else h) for run in self.runs
        ]
        slack = float(not any(values(run.start) for run, values in each))
        for number, (run, values) in enumerate(each):
            threshold = None if first is None else first(run.start)
            found = replay_passes(
                run, values, slack, rank=rank, first=threshold, takes_back=self.takes_back
            )
            if found is None or found.reason in ALLOWED_OMISSIONS:
                continue
            if not self.is_early_end(number, found):
                return False
        return True

    def recursion(self, h: Values) -> Diagnosis | None:
        """Return a diagnosis if right or wrong rules of RBFS explain all runs, else None."""
        shown = [(n, run.first_repeated) for n, run in enumerate(self.runs)]
        repeated = next(((n, found) for n, found in shown if found is not None), None)
        if repeated is None:
            return None
        found = [(rules, self._recursive_violation(rules, h)) for rules in RIGHT_RULES]
        if any(violation is None for _, violation in found):
            return Diagnosis(Cause.RECURSIVE, *repeated)
        for right, violation in found:
            assert violation is not None, "no right rules explain all runs"
            causes = dict.fromkeys(
                cause
                for cause, rules in wrong_rules(right)
                if self._recursive_violation(rules, h) is None
            )
            if 0 < len(causes) <= MAX_NAMED:
                first, *others = causes
                return Diagnosis(first, *violation, other=others[0] if others else None)
        return None

    def _recursive_violation(
        self, rules: RecursiveRules, h: Values
    ) -> tuple[int, Violation] | None:
        for number, run in enumerate(self.runs):
            found = rules.replay(run, h)
            if found is not None and not self.is_early_end(number, found):
                return number, found
        return None

    def is_early_end(self, number: int, violation: Violation) -> bool:
        """Whether the run breaks no rule before its end, where the goal was generated."""
        run = self.runs[number]
        return violation.at == len(run.states) and run.has_early_end

    def order(self) -> tuple[Move, ...]:
        """The order in which the method expands successors."""
        order = tuple(map(Move.from_letter, self.method.order))
        return order[::-1] if self.method.duplicates is When.LATE else order

    def stack_violation(self, rules: DepthFirstRules) -> tuple[int, Violation] | None:
        """Return the number of the first run that breaks rules of a stack, and where."""
        moved = mover(*self.goal.size)
        for number, run in enumerate(self.runs):
            found = rules.replay(run, moved)
            if found is not None and not self.is_early_end(number, found):
                return number, found
        return None

    def stack_rules(self, *, has_check: bool = True) -> DepthFirstRules | None:
        """Return rules of a stack that all runs follow, the method's own first.

        has_check: whether the rules check for duplicates.
        """
        order = self.order()
        is_late = self.method.duplicates is When.LATE
        for late in (is_late, not is_late) if has_check else (True,):
            for each in (order, order[::-1], *permutations(order)):
                rules = DepthFirstRules(each, late, has_check)
                if self.stack_violation(rules) is None:
                    return rules
        return None

    def other_search(self) -> Cause:
        """Return the kind of a search that is not the method with one mistake, or UNKNOWN."""
        repeated = [run for run in self.runs if sum(run.is_root) > 1]
        if repeated and all(run.is_depth_first for run in repeated):
            return Cause.PASSES
        if self.method.algorithm in ("bfs", "dfs"):
            for h in (own_manhattan(self.goal), own_misplaced(self.goal)):
                for cause, rank in ((Cause.BY_H, ONLY_H), (Cause.BY_F, PATH_COST)):
                    for duplicates in GRAPH:
                        if self.first_violation(BestFirstRules(rank, duplicates), h) is None:
                            return cause
        return Cause.UNKNOWN


def increased(h: Values, more: float, state: State) -> float:
    """Return h of a state plus a constant."""
    return h(state) + more


def zero(state: State) -> float:
    """Return 0 as the h of any state."""
    return 0
