"""The cause of the difference from a depth-first search, with a stack or in passes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial

from puzzler.search.homework.causes import Cause, Diagnosis
from puzzler.search.homework.diagnostician import Diagnostician, increased, zero
from puzzler.search.homework.passes import replay_passes
from puzzler.search.homework.replay import ONLY_G, PATH_COST, BestFirstRules, DepthFirstRules
from puzzler.search.homework.runs import ALLOWED_OMISSIONS, Reason, Values, Violation
from puzzler.search.homework.wrong_heuristics import WrongHeuristic, wrong_heuristics
from puzzler.search.options import When

_DEPTH_LIMITS = math.inf, *(n - k for n in (10.0, 15, 20, 25, 30, 31, 40, 50, 100) for k in (0, 1))
"""Typical limits of the depth of expanded states in wrong searches."""
_PASS_CAUSES = {
    Reason.ABOVE_THRESHOLD: Cause.THRESHOLD,
    Reason.BELOW_THRESHOLD: Cause.THRESHOLD,
    Reason.SKIPPED_LATER: Cause.SHARED_VISITED,
    Reason.GIVEN_UP: Cause.GAVE_UP,
}


class StackDiagnostician(Diagnostician):
    """Diagnoses a search with a stack."""

    def diagnose(self) -> Diagnosis:
        shown = self.stack_rules()
        if shown is not None:
            is_late = self.method.duplicates is When.LATE
            if shown.is_late != is_late:
                different = self.stack_violation(DepthFirstRules(shown.order, is_late))
                cause = Cause.DUPLICATES_LATE if shown.is_late else Cause.DUPLICATES_EARLY
                if different is not None:
                    return Diagnosis(cause, *different)
            is_reverse = shown.order == self.order()[::-1]
            return Diagnosis(Cause.REVERSE_ORDER if is_reverse else Cause.ORDER, 0, None)
        right = DepthFirstRules(self.order(), self.method.duplicates is When.LATE)
        violation = self.stack_violation(right)
        assert violation is not None, "the rules of the method were tried"
        if self.first_violation(BestFirstRules(ONLY_G), zero) is None:
            return Diagnosis(Cause.QUEUE, *violation)
        for limit in _DEPTH_LIMITS:
            if self.are_allowed(zero, first=partial(increased, zero, limit)):
                cause = Cause.PATH_ONLY if limit == math.inf else Cause.DEPTH_LIMITED
                return Diagnosis(cause, *violation)
        for number, run in enumerate(self.runs):
            repeated = run.first_repeated
            if repeated is not None:
                is_unchecked = self.stack_rules(has_check=False) is not None
                cause = Cause.NO_DUPLICATES if is_unchecked else self.other_search()
                return Diagnosis(cause, number, repeated)
        return Diagnosis(self.other_search(), *violation)


class PassesDiagnostician(Diagnostician):
    """Diagnoses a search with depth-first passes."""

    def diagnose(self) -> Diagnosis:
        is_blind = self.method.algorithm == "iddfs"
        if not is_blind:
            self.evaluate_all()
        h, slack = (zero, 1) if is_blind else (self.h, 0)
        violations = [(n, replay_passes(run, h, slack)) for n, run in enumerate(self.runs)]
        returns = [(n, run.first_taken_back) for n, run in enumerate(self.runs)]
        back = [
            (number, each)
            for number, each in (*violations, *returns)
            if each is not None and each.reason is Reason.PREDECESSOR
        ]
        if back:
            self.takes_back = True
            violations = [
                (n, replay_passes(run, h, slack, takes_back=True))
                for n, run in enumerate(self.runs)
            ]
        found = [
            (number, each._replace(is_blind=is_blind))
            for number, each in violations
            if each is not None
        ]
        allowed = [each for each in found if each[1].reason in ALLOWED_OMISSIONS]
        early = [each for each in found if self.is_early_end(*each)]
        faults = [each for each in found if each not in allowed and each not in early]
        if faults:
            return self._wrong_passes(h, faults)
        if back:
            return Diagnosis(Cause.PREDECESSOR, *back[0])
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
        recursive = None if h is zero else self.recursion(h)
        if recursive is not None and not recursive.cause.is_fault:
            return recursive
        repeated = [run for run in self.runs if sum(run.is_root) > 1]
        if repeated and all(run.keeps_visited for run in repeated):
            return Diagnosis(Cause.KEPT_VISITED, *faults[0])
        shared = [each for each in faults if each[1].reason is Reason.SKIPPED_LATER]
        fault = (shared or faults)[0]
        cause, wrong = self._wrong_pass_cause(h)
        if cause is not None:
            return Diagnosis(cause, *fault, wrong)
        if recursive is not None:
            return recursive
        reason = fault[1].reason
        is_stopped = reason in (Reason.ABOVE_THRESHOLD, Reason.NOT_GENERATED)
        if is_stopped and not repeated:
            is_endless = self.are_allowed(h, first=partial(increased, zero, math.inf))
            is_one_pass = is_endless or self.stack_rules() is not None
            return Diagnosis(Cause.ONE_PASS if is_one_pass else Cause.UNKNOWN, *fault)
        is_first = not any(self.runs[fault[0]].is_root[1 : fault[1].at + 1])
        if reason is Reason.ABOVE_THRESHOLD and is_first and h is not zero:
            return Diagnosis(Cause.UNKNOWN, *fault)
        found = _PASS_CAUSES.get(reason, Cause.UNKNOWN)
        is_step = found is Cause.THRESHOLD and h is zero
        return Diagnosis(Cause.DEPTH_STEP if is_step else found, *fault)

    def _wrong_pass_cause(self, h: Values) -> tuple[Cause | None, WrongHeuristic | None]:
        """Return the wrong rules that explain all runs, and a heuristic if that is the cause."""
        is_blind = h is zero
        best_first = BestFirstRules(ONLY_G if is_blind else PATH_COST)
        if self.first_violation(best_first, h) is None:
            return (Cause.QUEUE if is_blind else Cause.BY_F), None
        if not is_blind:
            if self.are_allowed(zero, first=h) or self.are_allowed(zero):
                return Cause.F_IS_G, None
            for cause in Cause:
                for rank in cause.priorities("idastar"):
                    if self.are_allowed(h, rank) or self.are_allowed(h, rank, first=h):
                        return cause, None
            if any(self.are_allowed(h, first=first) for first in _first_thresholds(h)):
                return Cause.THRESHOLD, None
        for wrong in wrong_heuristics(self.goal):
            if self.are_allowed(wrong.cached()):
                return Cause.HEURISTIC, wrong
        return None, None


def _first_thresholds(h: Values) -> Iterator[Values]:
    """Yield functions that return typical wrong thresholds for the first pass from a start."""
    for more in (2, 4, 5, 6, 8, 10, 20):
        yield partial(increased, h, more)
    for limit in (5, 10, 15, 20, 25, 30, 31, 35, 40, 45, 50, 60, 80, 100):
        yield partial(increased, zero, limit)
