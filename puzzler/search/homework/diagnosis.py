"""The cause of the difference between a user's search and a built-in one.

A cause is a set of rules (see ``replay``) that explains every expansion on every board. The verdict
"only the tie-breaking differs" means that right rules explain them all. If no rules explain all
runs, the diagnosis is the cause that explains the nearest boards, and only if there is just one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import permutations, product
from typing import NamedTuple

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.homework.causes import Cause, Diagnosis
from puzzler.search.homework.passes import replay_passes
from puzzler.search.homework.replay import (
    ONLY_G,
    ONLY_H,
    PATH_COST,
    BestFirstRules,
    DepthFirstRules,
    Duplicates,
    LocalSortRules,
    Priority,
    frontier_limits,
    late_goal,
)
from puzzler.search.homework.runs import (
    ALLOWED_OMISSIONS,
    Reason,
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
_MAX_LIMITED = 500
"""Number of expansions on each board that a limit on the frontier must explain."""
_MIN_LATE_GOALS = 3
"""Number of boards on which nodes with the f of the goal must be expanded before the goal."""
_SMALL = 1e-6
_BASES = {"astar": PATH_COST, "greedy": ONLY_H, "bfs": ONLY_G}
"""The right priorities."""
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
_DEPTH_LIMITS = math.inf, *(n - k for n in (10.0, 15, 20, 25, 30, 31, 40, 50, 100) for k in (0, 1))
"""Typical limits of the depth of expanded states in wrong searches."""
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


def _wrong_rules(algorithm: str, base: Priority) -> Iterator[_Candidate]:
    """Yield the rules of wrong searches, the most likely ones first."""
    by_duplicates = [(cause, each) for cause in Cause for each in cause.duplicates]
    for cause, duplicates in by_duplicates if base is not ONLY_G else reversed(by_duplicates):
        yield _Candidate(cause, BestFirstRules(base, duplicates))
    for duplicates in (Duplicates.BEST, Duplicates.PUSHED):
        rules = BestFirstRules(base, duplicates, marks_start=False)
        yield _Candidate(Cause.START_UNMARKED, rules)
    for rank in dict.fromkeys((base, ONLY_H, ONLY_G)):
        for duplicates in (Duplicates.ALL, Duplicates.NOT_PARENT):
            if base is PATH_COST or rank is base:
                yield _Candidate(Cause.NO_DUPLICATES, BestFirstRules(rank, duplicates))
    for cause in Cause:
        for rank, duplicates in product(cause.priorities(algorithm), _ALL_GRAPH):
            yield _Candidate(cause, BestFirstRules(rank, duplicates))


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
        base, h = _BASES[name], self.h
        if name == "bfs":
            h = _zero
        else:
            self._evaluate_all()
        shown: tuple[int, Violation] | None = None
        right = (Duplicates.BEST, *_STALE) if name == "astar" else _GRAPH
        for duplicates in right:
            rules = BestFirstRules(base, duplicates)
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
        candidates = [*_wrong_rules(name, base)]
        if not any(run.first_repeated for run in self.runs):
            candidates = [each for each in candidates if each.cause is not Cause.NO_DUPLICATES]
        violations = [BestFirstRules(base).replay(run, h) for run in self.runs]
        explained = self._explained(candidates, h, shown[0], violations)
        if explained is None or explained[1] is not None:
            wrong = self._explained(self._with_wrong_heuristics(base), h, shown[0], violations)
            explained = wrong if wrong is not None and wrong[1] is None else explained or wrong
        if explained is not None and explained[1] is None:
            candidate = explained[0]
            other = self._other_duplicates(candidate, h)
            return Diagnosis(candidate.cause, *shown, candidate.heuristic, other=other)
        other = self._other_frontier(base, h)
        if other is Cause.UNKNOWN and explained is not None:
            candidate, contradicted = explained
            return Diagnosis(candidate.cause, *shown, candidate.heuristic, contradicted)
        has_left = other is Cause.UNKNOWN and shown[1].reason is Reason.GIVEN_UP
        return Diagnosis(Cause.GAVE_UP if has_left else other, *shown)

    def _other_frontier(self, base: Priority, h: Values) -> Cause:
        """Return the kind of a search that does not expand the smallest node of a frontier."""
        if self._depth_first_rules() is not None:
            return Cause.STACK
        if h is not _zero and self._is_sorted_locally():
            return Cause.LOCAL_SORT
        if self._drops_nodes(base, h):
            return Cause.DROPPED
        return self._other_search()

    def _other_duplicates(self, candidate: _Candidate, h: Values) -> Cause | None:
        """Return another wrong handling of duplicates that explains all runs, or None."""
        if not candidate.cause.duplicates:
            return None
        for cause in Cause:
            for duplicates in cause.duplicates if cause is not candidate.cause else ():
                rules = BestFirstRules(candidate.rules.rank, duplicates)
                if self._first_violation(rules, h) is None:
                    return cause
        return None

    def _is_sorted_locally(self) -> bool:
        """Whether the search is a stack onto which successors are pushed sorted by h."""
        return any(
            all(LocalSortRules(is_late, sign).replay(run, self.h) is None for run in self.runs)
            for is_late, sign in product((False, True), (1, -1))
        )

    def _drops_nodes(self, base: Priority, h: Values) -> bool:
        """Whether one limit on the size of the frontier explains all runs."""
        runs = [run.prefix(_MAX_LIMITED) for run in self.runs]
        for rank in dict.fromkeys((base, ONLY_H if h is not _zero else base)):
            limits = [frontier_limits(run, h, rank) for run in runs]
            found = [each for each in limits if each is not None]
            largest = min((each[1] for each in found), default=math.inf)
            if len(found) == len(runs) and max(each[0] for each in found) <= largest < math.inf:
                return True
        return False

    def _with_wrong_heuristics(self, base: Priority) -> Iterator[_Candidate]:
        """Yield the rules of ``base`` with wrong heuristics."""
        if base is ONLY_G:
            return
        for wrong in wrong_heuristics(self.goal):
            if base is ONLY_H and not any(wrong.values(run.start)(run.start) for run in self.runs):
                continue  # with h = 0 every order is allowed
            cached = wrong.cached()
            for duplicates in (Duplicates.BEST, Duplicates.CLOSED, *_STALE):
                yield _Candidate(Cause.HEURISTIC, BestFirstRules(base, duplicates), cached)

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
            found = self._first_violation(candidate.rules, candidate.heuristic or h, shown)
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
                for cause, rank in ((Cause.BY_H, ONLY_H), (Cause.BY_F, PATH_COST)):
                    for duplicates in _GRAPH:
                        if self._first_violation(BestFirstRules(rank, duplicates), h) is None:
                            return cause
        return Cause.UNKNOWN

    def _first_violation(
        self, rules: BestFirstRules, h: Values | WrongHeuristic, first: int = 0
    ) -> tuple[int, Violation] | None:
        """Return a violation and the index of its run, or None. first: the run to replay first.

        If the first run has no violation, the result is that of the nearest run.
        """
        for number in (first, *range(len(self.runs))):
            run = self.runs[number]
            values = h.values(run.start) if isinstance(h, WrongHeuristic) else h
            found = rules.replay(run, values)
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
        return self._late_goals(rules, h) or Diagnosis(Cause.TIE, 0, None)

    def _late_goals(self, rules: BestFirstRules, h: Values) -> Diagnosis | None:
        """Return a diagnosis if the goal is always the last of the nodes with its f.

        Then h of the goal is not 0, except if ties are broken by the smallest g.
        """
        if self.method.algorithm != "astar" or h(bytes(self.goal.tiles)):
            return None
        each = [late_goal(run, h, rules) for run in self.runs]
        late = [(number, *found) for number, found in enumerate(each) if found is not None]
        number, shown, _ = next(((*found,) for found in late if found[2]), (0, None, False))
        if shown is None or len(late) < _MIN_LATE_GOALS or any(found[1] is None for found in late):
            return None
        low_g = Priority(lambda step: (step.g + step.h) + _SMALL * step.g)
        if self._first_violation(BestFirstRules(low_g, rules.duplicates), h) is None:
            return None
        wrong = next(each for each in wrong_heuristics(self.goal) if "not 0" in each.title)
        return Diagnosis(Cause.HEURISTIC, number, shown, wrong)

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
        if self._first_violation(BestFirstRules(ONLY_G), _zero) is None:
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
        best_first = BestFirstRules(ONLY_G if is_blind else PATH_COST)
        if self._first_violation(best_first, h) is None:
            return (Cause.QUEUE if is_blind else Cause.BY_F), None
        if not is_blind:
            if self._are_allowed(_zero, first=h) or self._are_allowed(_zero):
                return Cause.F_IS_G, None
            for cause in Cause:
                for rank in cause.priorities("idastar"):
                    if self._are_allowed(h, rank) or self._are_allowed(h, rank, first=h):
                        return cause, None
            if any(self._are_allowed(h, first=first) for first in _first_thresholds(h)):
                return Cause.THRESHOLD, None
        for wrong in wrong_heuristics(self.goal):
            if self._are_allowed(wrong.cached()):
                return Cause.HEURISTIC, wrong
        return None, None

    def _are_allowed(
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
            found = replay_passes(run, values, slack, rank=rank, first=threshold)
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
