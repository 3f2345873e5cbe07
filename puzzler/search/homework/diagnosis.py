"""The cause of the difference between a user's search and a built-in one.

A cause is a set of rules (see ``replay``) that explains every expansion on every board. The verdict
"only the tie-breaking differs" means that right rules explain them all. If no rules explain all
runs, the diagnosis is the cause that explains the nearest boards, and only if there is just one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import permutations, product
from typing import NamedTuple

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.homework.causes import Cause, Diagnosis
from puzzler.search.homework.replay import (
    ALLOWED_OMISSIONS,
    BestFirstRules,
    DepthFirstRules,
    Duplicates,
    Priority,
    Reason,
    RecordedRun,
    State,
    Values,
    Violation,
    mover,
    replay_passes,
)
from puzzler.search.homework.wrong_heuristics import (
    WrongHeuristic,
    own_manhattan,
    own_misplaced,
    wrong_heuristics,
)
from puzzler.search.method import Method
from puzzler.search.options import When


class _Candidate(NamedTuple):
    cause: Cause
    rules: BestFirstRules
    heuristic: WrongHeuristic | None = None


_MAX_DIAGNOSED = 10_000
"""Number of expansions on each board that a wrong rule must explain. If the right rules explain
these, more."""
_MIN_EXPLAINED = 0.75
"""Part of the boards with a difference that a probable cause must explain."""
_STALE = Duplicates.STALE, Duplicates.STALE_FIFO
_GRAPH = Duplicates.BEST, Duplicates.CLOSED, Duplicates.PUSHED, Duplicates.LAZY, *_STALE
"""Rules for duplicates that are right if the priority of a state is the same on all paths."""
_ALL_GRAPH = (
    *_GRAPH,
    Duplicates.EQUAL,
    Duplicates.EQUAL_SHARED,
    Duplicates.UNCHECKED,
    Duplicates.OVERWRITTEN,
    Duplicates.OLD_RANK,
)
"""Rules for duplicates that are combined with wrong priorities."""
_WEIGHTS = 1.5, 3, 5, 10, 0.5, 1.1, 1.2, 1.25, 1.3, 1.4, 2.5, 4, 6, 7, 8, 9, 20, 100, 0.9, 0.8, 0.75
"""Typical weights of h in wrong searches, in addition to 2."""
_DEPTH_LIMITS = math.inf, *(n - k for n in (10.0, 15, 20, 25, 30, 31, 40, 50, 100) for k in (0, 1))
"""Typical limits of the depth of expanded states in wrong searches."""
_WRONG_DUPLICATES = (
    (Cause.NOT_REOPENED, Duplicates.CLOSED),
    (Cause.PUSHED, Duplicates.PUSHED),
    (Cause.EQUAL_PATH, Duplicates.EQUAL),
    (Cause.EQUAL_PATH, Duplicates.EQUAL_SHARED),
    (Cause.UNCHECKED, Duplicates.UNCHECKED),
    (Cause.FRONTIER_ONLY, Duplicates.FRONTIER),
    (Cause.OLD_PRIORITY, Duplicates.OLD_RANK),
    (Cause.LAST_PATH, Duplicates.OVERWRITTEN),
    (Cause.LAST_PATH, Duplicates.LAST_PARENT),
)
_REPETITIONS = (
    Cause.NO_DUPLICATES,
    Cause.UNCHECKED,
    Cause.EQUAL_PATH,
    Cause.FRONTIER_ONLY,
    Cause.PREDECESSOR,
    Cause.GOAL_EXPANDED,
    Cause.START_UNMARKED,
    Cause.NOT_REOPENED,
    Cause.PASSES,
    Cause.UNKNOWN,
)
"""Causes that goal tests cannot prove, because a state can be tested without being expanded."""


def _wrong_rules(base: BestFirstRules) -> Iterator[_Candidate]:
    """Yield the rules of wrong searches, the most likely ones first."""
    g, h = base.g_factor, base.h_factor
    for cause, duplicates in _WRONG_DUPLICATES if h else reversed(_WRONG_DUPLICATES):
        yield _Candidate(cause, BestFirstRules(g, h, duplicates))
    for duplicates in (Duplicates.BEST, Duplicates.PUSHED):
        rules = BestFirstRules(g, h, duplicates, marks_start=False)
        yield _Candidate(Cause.START_UNMARKED, rules)
    for factors in dict.fromkeys(((g, h), (0, h), (g, 0))):
        for duplicates in (Duplicates.ALL, Duplicates.NOT_PARENT):
            if any(factors):
                yield _Candidate(Cause.NO_DUPLICATES, BestFirstRules(*factors, duplicates))
    for duplicates in _ALL_GRAPH:
        if g and h:
            yield _Candidate(Cause.GREEDY, BestFirstRules(0, h, duplicates))
            yield _Candidate(Cause.UNIFORM_COST, BestFirstRules(g, 0, duplicates))
            yield _Candidate(Cause.G_TWICE, BestFirstRules(2 * g, h, duplicates))
            yield _Candidate(Cause.H_TWICE, BestFirstRules(g, 2 * h, duplicates))
            yield _Candidate(Cause.H_SUBTRACTED, BestFirstRules(g, -h, duplicates))
            for cause, priority in _PRIORITIES:
                yield _Candidate(cause, BestFirstRules(g, h, duplicates, priority))
        elif h:
            yield _Candidate(Cause.BY_G, BestFirstRules(1, 0, duplicates))
            yield _Candidate(Cause.BY_F, BestFirstRules(1, h, duplicates))
        if h:
            yield _Candidate(Cause.LARGEST, BestFirstRules(-g, -h, duplicates))
    if g and h:
        for weight, duplicates in product(_WEIGHTS, _ALL_GRAPH):
            yield _Candidate(Cause.WEIGHTED, BestFirstRules(g, weight * h, duplicates))


_PRIORITIES = (
    (Cause.H_IN_G, Priority.H_IN_COST),
    (Cause.H_SUMMED, Priority.H_SUM),
    (Cause.PARENT_H, Priority.PARENT_H),
    (Cause.COUNT, Priority.COUNT),
)


def diagnose(
    runs: Sequence[RecordedRun], method: Method, tables: Tables, goal: Board
) -> Diagnosis | None:
    """Return why a search that ran on some boards differs from ``method``.

    Returns None if the rules of ``method`` are not known. runs: nearest board first.
    """
    for number, run in enumerate(runs):
        if run.has_found and not run.states and run.start != run.goal:
            return Diagnosis(Cause.NOT_RECORDED, number, None)
    diagnostician = _Diagnostician(runs, method, tables, goal)
    if method.algorithm in ("astar", "greedy", "bfs"):
        found = diagnostician.best_first()
    elif method.algorithm == "dfs" and method.depth_limit is None:
        found = diagnostician.depth_first()
    elif method.algorithm in ("idastar", "iddfs"):
        found = diagnostician.passes()
    else:
        return None
    if any(run.is_by_tests for run in runs) and found.cause.is_fault:
        is_shown = found.cause not in _REPETITIONS and not found.contradicted
        if not is_shown or all(run.has_tested_siblings for run in runs):
            return Diagnosis(Cause.NOT_RECORDED, found.run, None)
    return found


class _Diagnostician:
    def __init__(
        self, runs: Sequence[RecordedRun], method: Method, tables: Tables, goal: Board
    ) -> None:
        self.runs = runs
        self.method = method
        self.goal = goal
        self._tables = tables
        self._values: dict[State, float] = {}

    def h(self, state: State) -> float:
        """The heuristic of the method, with its weight."""
        value = self._values.get(state)
        if value is None:
            board = Board(*self.goal.size, tuple(state))
            value = self._values[state] = self.method.weight * self._tables.evaluate(board)
        return value

    def _evaluate_all(self) -> None:
        """Evaluate all states of the runs in one call, which is faster."""
        states = {s for run in self.runs for each in run.selected for s in run.neighbours(each)}
        states |= {run.start for run in self.runs}
        each = np.frombuffer(b"".join(states), np.uint8).reshape(len(states), -1)
        values = self._tables.evaluate_each(each) * self.method.weight
        self._values = dict(zip(states, values.tolist(), strict=True))

    def best_first(self) -> Diagnosis:
        """Diagnose a search that selects the node with the smallest priority."""
        name = self.method.algorithm
        if name == "bfs":
            base, h = BestFirstRules(1, 0), _zero
        else:
            self._evaluate_all()
            base, h = BestFirstRules(float(name != "greedy"), 1), self.h
        shown: tuple[int, Violation] | None = None
        right = (Duplicates.BEST, *_STALE) if name == "astar" else _GRAPH
        for duplicates in right:
            rules = BestFirstRules(base.g_factor, base.h_factor, duplicates)
            found = self._first_violation(rules, h)
            if found is None:
                return self._not_wrong(rules, h)
            shown = shown or found
        assert shown is not None
        # rules that are wrong are usually refuted soon, but other runs can be long
        length = max(_MAX_DIAGNOSED, shown[1].at + _MAX_DIAGNOSED // 10)
        self.runs = [run.prefix(length) for run in self.runs]
        if any(run.goal in run.states for run in self.runs):
            return Diagnosis(Cause.GOAL_EXPANDED, *shown)
        if any(sum(run.is_root) > 1 for run in self.runs) and self._are_allowed(h):
            return Diagnosis(Cause.PASSES, *shown)
        candidates = [*_wrong_rules(base)]
        if not any(run.first_repeated for run in self.runs):
            candidates = [each for each in candidates if each.cause is not Cause.NO_DUPLICATES]
        violations = [base.replay(run, h) for run in self.runs]
        explained = self._explained(candidates, h, shown[0], violations)
        if explained is None or explained[1] is not None:
            wrong = self._explained(self._with_wrong_heuristics(base), h, shown[0], violations)
            explained = wrong if wrong is not None and wrong[1] is None else explained or wrong
        if explained is not None and explained[1] is None:
            return Diagnosis(explained[0].cause, *shown, explained[0].heuristic)
        if self._depth_first_rules() is not None:
            return Diagnosis(Cause.STACK, *shown)
        other = self._other_search()
        if other is Cause.UNKNOWN and explained is not None:
            candidate, contradicted = explained
            return Diagnosis(candidate.cause, *shown, candidate.heuristic, contradicted)
        if other is Cause.UNKNOWN and shown[1].reason is Reason.GIVEN_UP:
            return Diagnosis(Cause.GAVE_UP, *shown)
        return Diagnosis(other, *shown)

    def _with_wrong_heuristics(self, base: BestFirstRules) -> Iterator[_Candidate]:
        """Yield the rules ``base`` with wrong heuristics."""
        if not base.h_factor:
            return
        for wrong in wrong_heuristics(self.goal):
            if not base.g_factor and not any(wrong.h(run.start) for run in self.runs):
                continue  # with h = 0 every order is allowed
            cached = wrong._replace(h=cache(wrong.h))
            for duplicates in (Duplicates.BEST, Duplicates.CLOSED, *_STALE):
                rules = BestFirstRules(base.g_factor, base.h_factor, duplicates)
                yield _Candidate(Cause.HEURISTIC, rules, cached)

    def _explained(
        self,
        candidates: Iterable[_Candidate],
        h: Values,
        shown: int,
        violations: Sequence[Violation | None],
    ) -> tuple[_Candidate, int | None] | None:
        """Return the first candidate that explains all runs, with None.

        If there is none, return the only cause that explains the nearest runs, with the index of
        the first run that it does not explain. Return None if there are several or none. shown: the
        index of a run that refutes many candidates. violations: those of the right rules.
        """
        best: dict[tuple[Cause, WrongHeuristic | None], _Candidate] = {}
        reached = _MIN_EXPLAINED * sum(each is not None for each in violations)
        for candidate in candidates:
            used = h if candidate.heuristic is None else candidate.heuristic.h
            found = self._first_violation(candidate.rules, used, shown)
            if found is None:
                return candidate, None
            number, violation = found
            right = violations[number]
            explained = sum(each is not None for each in violations[:number])
            if right is None or violation.at <= right.at or explained < reached:
                continue
            if explained > reached:
                best.clear()
            reached = explained
            best.setdefault((candidate.cause, candidate.heuristic), candidate)
            contradicted = number
        if len(best) != 1:
            return None
        return next(iter(best.values())), contradicted

    def _other_search(self) -> Cause:
        """Return the kind of a search that is not the method with one mistake, or UNKNOWN."""
        if any(sum(run.is_root) > 1 for run in self.runs):
            return Cause.PASSES
        if self.method.algorithm in ("bfs", "dfs"):
            for h in (own_manhattan(self.goal), own_misplaced(self.goal)):
                for cause, g_factor in ((Cause.BY_H, 0), (Cause.BY_F, 1)):
                    for duplicates in _GRAPH:
                        rules = BestFirstRules(g_factor, 1, duplicates)
                        if self._first_violation(rules, h) is None:
                            return cause
        return Cause.UNKNOWN

    def _first_violation(
        self, rules: BestFirstRules, h: Values, first: int = 0
    ) -> tuple[int, Violation] | None:
        """Return a violation and the index of its run, or None. first: the run to replay first.

        If the first run has no violation, the result is that of the nearest run.
        """
        for number in (first, *range(len(self.runs))):
            found = rules.replay(self.runs[number], h)
            if found is not None and not self._is_early_end(number, found):
                return number, found
        return None

    def _not_wrong(self, rules: BestFirstRules, h: Values) -> Diagnosis:
        for number, run in enumerate(self.runs):
            found = rules.replay(run, h)
            if found is not None:
                return Diagnosis(Cause.EARLY_TEST, number, found)
        if rules.duplicates in _STALE:
            for number, run in enumerate(self.runs):
                before = run.first_repeated
                if before is not None:
                    return Diagnosis(Cause.STALE, number, before)
        return Diagnosis(Cause.TIE, 0, None)

    def depth_first(self) -> Diagnosis:
        """Diagnose a search with a stack."""
        shown = self._depth_first_rules()
        if shown is not None:
            is_late = self.method.duplicates is When.LATE
            if shown.is_late != is_late:
                different = self._stack_violation(DepthFirstRules(shown.order, is_late))
                cause = Cause.DUPLICATES_LATE if shown.is_late else Cause.DUPLICATES_EARLY
                if different is not None:
                    return Diagnosis(cause, *different)
            is_reverse = shown.order == self._order()[::-1]
            return Diagnosis(Cause.REVERSE_ORDER if is_reverse else Cause.ORDER, 0, None)
        right = DepthFirstRules(self._order(), self.method.duplicates is When.LATE)
        violation = self._stack_violation(right)
        assert violation is not None, "the rules of the method were tried"
        if self._first_violation(BestFirstRules(1, 0), _zero) is None:
            return Diagnosis(Cause.QUEUE, *violation)
        for limit in _DEPTH_LIMITS:
            if self._are_allowed(_zero, first=partial(_increased, _zero, limit)):
                cause = Cause.PATH_ONLY if limit == math.inf else Cause.DEPTH_LIMITED
                return Diagnosis(cause, *violation)
        for number, run in enumerate(self.runs):
            repeated = run.first_repeated
            if repeated is not None:
                is_unchecked = self._depth_first_rules(has_check=False) is not None
                cause = Cause.NO_DUPLICATES if is_unchecked else self._other_search()
                return Diagnosis(cause, number, repeated)
        return Diagnosis(self._other_search(), *violation)

    def _order(self) -> tuple[Move, ...]:
        """The order in which the method expands successors."""
        order = tuple(map(Move.from_letter, self.method.order))
        return order[::-1] if self.method.duplicates is When.LATE else order

    def _stack_violation(self, rules: DepthFirstRules) -> tuple[int, Violation] | None:
        moved = mover(*self.goal.size)
        for number, run in enumerate(self.runs):
            found = rules.replay(run, moved)
            if found is not None and not self._is_early_end(number, found):
                return number, found
        return None

    def _depth_first_rules(self, *, has_check: bool = True) -> DepthFirstRules | None:
        order = self._order()
        is_late = self.method.duplicates is When.LATE
        for late in (is_late, not is_late) if has_check else (True,):
            for each in (order, order[::-1], *permutations(order)):
                rules = DepthFirstRules(each, late, has_check)
                if self._stack_violation(rules) is None:
                    return rules
        return None

    def passes(self) -> Diagnosis:
        """Diagnose a search with depth-first passes."""
        is_blind = self.method.algorithm == "iddfs"
        if not is_blind:
            self._evaluate_all()
        h, slack = (_zero, 1) if is_blind else (self.h, 0)
        violations = [(n, replay_passes(run, h, slack)) for n, run in enumerate(self.runs)]
        found = [
            (number, each._replace(is_blind=is_blind))
            for number, each in violations
            if each is not None
        ]
        allowed = [each for each in found if each[1].reason in ALLOWED_OMISSIONS]
        early = [each for each in found if self._is_early_end(*each)]
        faults = [each for each in found if each not in allowed and each not in early]
        if faults:
            return self._wrong_passes(h, faults)
        by_table = [each for each in allowed if each[1].reason is Reason.SKIPPED_KNOWN]
        for cause, shown in (
            (Cause.TABLE, by_table),
            (Cause.PATH_CHECK, allowed),
            (Cause.EARLY_TEST, early),
        ):
            if shown:
                return Diagnosis(cause, *shown[0])
        return Diagnosis(Cause.ORDER, 0, None)

    def _wrong_passes(self, h: Values, faults: Sequence[tuple[int, Violation]]) -> Diagnosis:
        """Diagnose passes that violate the rules. faults: the violations of each run."""
        repeated = [run for run in self.runs if sum(run.is_root) > 1]
        if repeated and all(run.keeps_visited for run in repeated):
            return Diagnosis(Cause.KEPT_VISITED, *faults[0])
        shared = [each for each in faults if each[1].reason is Reason.SKIPPED_LATER]
        fault = (shared or faults)[0]
        cause, wrong = self._wrong_pass_cause(h)
        if cause is not None:
            return Diagnosis(cause, *fault, wrong)
        reason = fault[1].reason
        is_stopped = reason in (Reason.ABOVE_THRESHOLD, Reason.NOT_GENERATED)
        if is_stopped and not repeated:
            return Diagnosis(Cause.ONE_PASS, *fault)
        is_first = not any(self.runs[fault[0]].is_root[1 : fault[1].at + 1])
        if reason is Reason.ABOVE_THRESHOLD and is_first and h is not _zero:
            return Diagnosis(Cause.UNKNOWN, *fault)
        found = _PASS_CAUSES.get(reason, Cause.UNKNOWN)
        is_step = found is Cause.THRESHOLD and h is _zero
        return Diagnosis(Cause.DEPTH_STEP if is_step else found, *fault)

    def _wrong_pass_cause(self, h: Values) -> tuple[Cause | None, WrongHeuristic | None]:
        """Return the wrong rules that explain all runs, and a heuristic if that is the cause."""
        is_blind = h is _zero
        if self._first_violation(BestFirstRules(1, int(not is_blind)), h) is None:
            return (Cause.QUEUE if is_blind else Cause.BY_F), None
        if not is_blind:
            for cause, is_explained in (
                (Cause.F_IS_G, self._are_allowed(_zero, first=h)),
                (Cause.F_IS_G, self._are_allowed(_zero)),
                (Cause.F_IS_H, self._are_allowed(h, g_factor=0)),
                (Cause.G_TWICE, self._are_allowed(h, g_factor=2)),
                (Cause.H_TWICE, self._are_allowed(partial(self._weighted, 2))),
                *(
                    (Cause.WEIGHTED, self._are_allowed(partial(self._weighted, weight)))
                    for weight in _WEIGHTS
                ),
                *(
                    (Cause.THRESHOLD, self._are_allowed(h, first=first))
                    for first in _first_thresholds(h)
                ),
            ):
                if is_explained:
                    return cause, None
        for wrong in wrong_heuristics(self.goal):
            if self._are_allowed(cache(wrong.h)):
                return Cause.HEURISTIC, wrong
        return None, None

    def _weighted(self, weight: float, state: State) -> float:
        return weight * self.h(state)

    def _are_allowed(self, h: Values, g_factor: float = 1, first: Values | None = None) -> bool:
        """Whether passes with another threshold on f explain all runs.

        first: returns the first threshold for a start; by default ``h``.
        """
        is_zero = not any(h(run.start) for run in self.runs)
        for number, run in enumerate(self.runs):
            threshold = (first or h)(run.start)
            found = replay_passes(run, h, float(is_zero), g_factor=g_factor, first=threshold)
            if found is None or found.reason in ALLOWED_OMISSIONS:
                continue
            if not self._is_early_end(number, found):
                return False
        return True

    def _is_early_end(self, number: int, violation: Violation) -> bool:
        run = self.runs[number]
        return violation.at == len(run.states) and run.has_early_end


_PASS_CAUSES = {
    Reason.ABOVE_THRESHOLD: Cause.THRESHOLD,
    Reason.BELOW_THRESHOLD: Cause.THRESHOLD,
    Reason.PREDECESSOR: Cause.PREDECESSOR,
    Reason.SKIPPED_LATER: Cause.SHARED_VISITED,
    Reason.GIVEN_UP: Cause.GAVE_UP,
}


def _first_thresholds(h: Values) -> Iterator[Values]:
    """Yield functions that return typical wrong thresholds for the first pass from a start."""
    for more in (2, 4, 5, 6, 8, 10, 20):
        yield partial(_increased, h, more)
    for limit in (5, 10, 15, 20, 25, 30, 40, 50):
        yield partial(_increased, _zero, limit)


def _increased(h: Values, more: float, state: State) -> float:
    return h(state) + more


def _zero(state: State) -> float:
    return 0
