"""The cause of the difference from a depth-first search, with a stack or in passes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial

from puzzler.search.homework.causes import Cause, Diagnosis
from puzzler.search.homework.evidence import Evidence, increased, zero
from puzzler.search.homework.linear_space import replay_passes
from puzzler.search.homework.replay import ONLY_G, PATH_COST, BestFirstRules
from puzzler.search.homework.runs import ALLOWED_OMISSIONS, Reason, Values, Violation, find_first
from puzzler.search.homework.wrong_heuristics import WrongHeuristic, wrong_heuristics

_DEPTH_LIMITS = math.inf, *(n - k for n in (10.0, 15, 20, 25, 30, 31, 40, 50, 100) for k in (0, 1))
"""Typical limits of the depth of expanded states in wrong searches."""
_PASS_CAUSES = {
    Reason.ABOVE_THRESHOLD: Cause.THRESHOLD,
    Reason.BELOW_THRESHOLD: Cause.THRESHOLD,
    Reason.SKIPPED_LATER: Cause.SHARED_VISITED,
    Reason.GIVEN_UP_PRUNED: Cause.GAVE_UP,
}


def diagnose_stack(evidence: Evidence) -> Diagnosis:
    """Diagnose a search with a stack."""
    right, is_late = evidence.order, evidence.is_late
    shown = evidence.stack_rules()
    if shown is not None:
        order, has_late_check = shown
        if has_late_check != is_late:
            different = evidence.stack_violation(order, is_late=is_late)
            cause = Cause.DUPLICATES_LATE if has_late_check else Cause.DUPLICATES_EARLY
            if different is not None:
                return Diagnosis(cause, *different)
        return Diagnosis(Cause.REVERSE_ORDER if order == right[::-1] else Cause.ORDER, 0, None)
    violation = evidence.stack_violation(right, is_late=is_late)
    assert violation is not None, "the rules of the method were tried"
    if evidence.first_violation(BestFirstRules(ONLY_G).replay) is None:
        return Diagnosis(Cause.QUEUE, *violation)
    for limit in _DEPTH_LIMITS:
        if evidence.are_allowed(zero, first=partial(increased, zero, limit)):
            cause = Cause.PATH_ONLY if limit == math.inf else Cause.DEPTH_LIMITED
            return Diagnosis(cause, *violation)
    repeated = find_first(evidence.runs, lambda run: run.first_repeated)
    if repeated is not None and evidence.stack_rules(has_check=False) is not None:
        return Diagnosis(Cause.NO_DUPLICATES, *repeated)
    return Diagnosis(evidence.other_search(), *(repeated or violation))


def diagnose_passes(evidence: Evidence) -> Diagnosis:
    """Diagnose a search with depth-first passes."""
    is_blind = evidence.method.algorithm == "iddfs"
    if not is_blind:
        evidence.evaluate_all()
    h, slack = (zero, 1) if is_blind else (evidence.h, 0)
    violations = [(n, replay_passes(run, h, slack)) for n, run in enumerate(evidence.runs)]
    returns = [(n, run.first_taken_back) for n, run in enumerate(evidence.runs)]
    back = [
        (number, each)
        for number, each in (*violations, *returns)
        if each is not None and each.reason is Reason.PREDECESSOR
    ]
    if back:
        evidence.takes_back = True
        violations = [
            (n, replay_passes(run, h, slack, takes_back=True))
            for n, run in enumerate(evidence.runs)
        ]
    found = [
        (number, each._replace(is_blind=is_blind))
        for number, each in violations
        if each is not None
    ]
    allowed = [each for each in found if each[1].reason in ALLOWED_OMISSIONS]
    early = [each for each in found if evidence.is_early_end(*each)]
    faults = [each for each in found if each not in allowed and each not in early]
    if faults:
        return _wrong_passes(evidence, h, faults)
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


def _wrong_passes(
    evidence: Evidence, h: Values, faults: Sequence[tuple[int, Violation]]
) -> Diagnosis:
    """Diagnose passes that violate the rules. faults: the violations of each run."""
    recursive = None if h is zero else evidence.recursion(h)
    if recursive is not None and not recursive.cause.is_fault:
        return recursive
    repeated = [run for run in evidence.runs if sum(run.is_root) > 1]
    if repeated and all(run.keeps_visited for run in repeated):
        return Diagnosis(Cause.KEPT_VISITED, *faults[0])
    shared = [each for each in faults if each[1].reason is Reason.SKIPPED_LATER]
    fault = (shared or faults)[0]
    cause, wrong = _wrong_pass_cause(evidence, h)
    if cause is not None:
        return Diagnosis(cause, *fault, wrong)
    if recursive is not None:
        return recursive
    reason = fault[1].reason
    is_stopped = reason in (Reason.ABOVE_THRESHOLD, Reason.NOT_GENERATED)
    if is_stopped and not repeated:
        is_endless = evidence.are_allowed(h, first=partial(increased, zero, math.inf))
        is_one_pass = is_endless or evidence.stack_rules() is not None
        return Diagnosis(Cause.ONE_PASS if is_one_pass else Cause.UNKNOWN, *fault)
    is_first = not any(evidence.runs[fault[0]].is_root[1 : fault[1].at + 1])
    if reason is Reason.ABOVE_THRESHOLD and is_first and h is not zero:
        return Diagnosis(Cause.UNKNOWN, *fault)
    found = _PASS_CAUSES.get(reason, Cause.UNKNOWN)
    is_step = found is Cause.THRESHOLD and h is zero
    return Diagnosis(Cause.DEPTH_STEP if is_step else found, *fault)


def _wrong_pass_cause(evidence: Evidence, h: Values) -> tuple[Cause | None, WrongHeuristic | None]:
    """Return the wrong rules that explain all runs, and a heuristic if that is the cause."""
    is_blind = h is zero
    best_first = BestFirstRules(ONLY_G if is_blind else PATH_COST)
    if evidence.first_violation(best_first.replay, h) is None:
        return (Cause.QUEUE if is_blind else Cause.BY_F), None
    if not is_blind:
        if evidence.are_allowed(zero, first=h) or evidence.are_allowed(zero):
            return Cause.F_IS_G, None
        for cause in Cause:
            for rank in cause.priorities("idastar"):
                if evidence.are_allowed(h, rank) or evidence.are_allowed(h, rank, first=h):
                    return cause, None
        if any(evidence.are_allowed(h, first=first) for first in _first_thresholds(h)):
            return Cause.THRESHOLD, None
    for wrong in wrong_heuristics(evidence.goal):
        if evidence.are_allowed(wrong.cached()):
            return Cause.HEURISTIC, wrong
    return None, None


def _first_thresholds(h: Values) -> Iterator[Values]:
    """Yield functions that return typical wrong thresholds for the first pass from a start."""
    for more in (2, 4, 5, 6, 8, 10, 20):
        yield partial(increased, h, more)
    for limit in (5, 10, 15, 20, 25, 30, 31, 35, 40, 45, 50, 60, 80, 100):
        yield partial(increased, zero, limit)
