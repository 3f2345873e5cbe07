"""The recorded runs of a user's search, and the rules that explain them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.homework.causes import Cause, Diagnosis
from puzzler.search.homework.linear_space import RIGHT_RULES, replay_passes, wrong_rules
from puzzler.search.homework.replay import (
    ONLY_H,
    PATH_COST,
    BestFirstRules,
    Duplicates,
    Priority,
    replay_stack,
)
from puzzler.search.homework.runs import (
    ALLOWED_OMISSIONS,
    RecordedRun,
    State,
    Values,
    Violation,
    find_first,
)
from puzzler.search.homework.wrong_heuristics import WrongHeuristic, own_manhattan, own_misplaced
from puzzler.search.method import Method
from puzzler.search.options import When

MAX_NAMED = 2
"""Number of causes that a diagnosis names."""
STALE = Duplicates.STALE, Duplicates.STALE_FIFO
GRAPH = Duplicates.BEST, Duplicates.CLOSED, Duplicates.PUSHED, Duplicates.LAZY, *STALE
"""Rules for duplicates that are right if the priority of a state is the same on all paths."""


def zero(state: State) -> float:
    """Return 0 as the h of any state."""
    return 0


def increased(h: Values, more: float, state: State) -> float:
    """Return h of a state plus a constant."""
    return h(state) + more


class Evidence:
    """The runs of a search on some boards, nearest board first, and the method of comparison."""

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
        self,
        replay: Callable[[RecordedRun, Values], Violation | None],
        h: Values | WrongHeuristic = zero,
        first: int = 0,
    ) -> tuple[int, Violation] | None:
        """Return a violation in a replay of the runs and the index of its run, or None.

        If the run with the index ``first`` has no violation, the result is that of the nearest run.
        """
        for number in dict.fromkeys((first, *range(len(self.runs)))):
            run = self.runs[number]
            found = replay(run, h.values(run.start) if isinstance(h, WrongHeuristic) else h)
            if found is not None and not self.is_early_end(number, found):
                return number, found
        return None

    def is_early_end(self, number: int, violation: Violation) -> bool:
        """Whether the run breaks no rule before its end, where the goal was generated."""
        run = self.runs[number]
        return violation.at == len(run.states) and run.has_early_end

    def are_allowed(
        self, h: Values | WrongHeuristic, rank: Priority = PATH_COST, first: Values | None = None
    ) -> bool:
        """Whether passes with another threshold on f explain all runs.

        first: returns the first threshold for a start; by default, f of the start.
        """
        of_start = h.values if isinstance(h, WrongHeuristic) else lambda _: h
        slack = float(not any(of_start(run.start)(run.start) for run in self.runs))

        def replay(run: RecordedRun, values: Values) -> Violation | None:
            threshold = None if first is None else first(run.start)
            found = replay_passes(
                run, values, slack, rank=rank, first=threshold, takes_back=self.takes_back
            )
            return None if found is None or found.reason in ALLOWED_OMISSIONS else found

        return self.first_violation(replay, h) is None

    def recursion(self, h: Values) -> Diagnosis | None:
        """Return a diagnosis if right or wrong rules of RBFS explain all runs, else None."""
        repeated = find_first(self.runs, lambda run: run.first_repeated)
        if repeated is None:
            return None
        violations = [self.first_violation(rules.replay, h) for rules in RIGHT_RULES]
        if None in violations:
            return Diagnosis(Cause.RECURSIVE, *repeated)
        for right, violation in zip(RIGHT_RULES, violations, strict=True):
            assert violation is not None, "no right rules explain all runs"
            causes = dict.fromkeys(
                cause
                for cause, rules in wrong_rules(right)
                if self.first_violation(rules.replay, h) is None
            )
            if 0 < len(causes) <= MAX_NAMED:
                first, *others = causes
                return Diagnosis(first, *violation, other=others[0] if others else None)
        return None

    @property
    def order(self) -> tuple[Move, ...]:
        """The order in which the method expands successors."""
        order = tuple(map(Move.from_letter, self.method.order))
        return order[::-1] if self.is_late else order

    @property
    def is_late(self) -> bool:
        """Whether the method finds duplicates when it expands a state."""
        return self.method.duplicates is When.LATE

    def stack_violation(
        self, order: Sequence[Move], *, is_late: bool, has_check: bool = True
    ) -> tuple[int, Violation] | None:
        """Return the number of the first run that breaks rules of a stack, and where."""
        size = self.goal.size
        return self.first_violation(
            lambda run, _: replay_stack(run, size, order, is_late=is_late, has_check=has_check)
        )

    def stack_rules(self, *, has_check: bool = True) -> tuple[tuple[Move, ...], bool] | None:
        """Return ``order`` and ``is_late`` of a stack that explains all runs, or None.

        Rules of the method are tried first. has_check: whether the rules check for duplicates.
        """
        order = self.order
        for late in (self.is_late, not self.is_late) if has_check else (True,):
            for each in (order, order[::-1], *permutations(order)):
                if self.stack_violation(each, is_late=late, has_check=has_check) is None:
                    return each, late
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
                        rules = BestFirstRules(rank, duplicates)
                        if self.first_violation(rules.replay, h) is None:
                            return cause
        return Cause.UNKNOWN
