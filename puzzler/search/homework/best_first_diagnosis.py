"""The cause of the difference from A*, greedy best-first or breadth-first search."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from puzzler.search.homework.causes import Cause, Diagnosis
from puzzler.search.homework.evidence import GRAPH, STALE, Evidence, zero
from puzzler.search.homework.linear_space import forgetting_violation
from puzzler.search.homework.replay import (
    ONLY_G,
    ONLY_H,
    PATH_COST,
    TOLERANCE,
    BestFirstRules,
    Duplicates,
    NodeValues,
    Priority,
    is_sorted_locally,
    late_goal,
)
from puzzler.search.homework.runs import (
    Reason,
    RecordedRun,
    State,
    Values,
    Violation,
    find_first,
)
from puzzler.search.homework.wrong_heuristics import WrongHeuristic, wrong_heuristics


class _Node(NamedTuple):
    rank: float
    g: int
    state: State


def frontier_limits(run: RecordedRun, h: Values, rank: Priority) -> tuple[int, float] | None:
    """Return the smallest and the largest limit on the frontier that explain ``run``, or None.

    A search with such a limit drops the nodes with the largest priorities, and ends without a
    solution only if none is left. A dropped node is noticed when a node with a larger priority is
    expanded.
    """
    last = {state: index for index, state in enumerate(run.selected)}
    born = {run.start: 0}
    """When each state was generated last before its expansion."""
    for index, state in enumerate(run.selected):
        born |= {child: index for child in run.neighbours(state) if last.get(child, 0) > index}
    root = _Node(rank.value(NodeValues(0, h(run.start), h(run.start), 0)), 0, run.start)
    frontier = {root: 0}
    """For each node, how many others in the frontier had a priority that was not larger."""
    closed, children = set[State](), list[State]()
    smallest, largest = 1, math.inf
    for index, state in enumerate(run.selected):
        node = min((each for each in frontier if each.state == state), default=None)
        if node is None or smallest > largest:
            return None
        closed.add(state)
        for each in [each for each in frontier if each.rank < node.rank - TOLERANCE]:
            more = frontier.pop(each)
            if each.state not in closed:
                largest = min(largest, more)
        del frontier[node]
        children = [child for child in run.neighbours(state) if child not in closed]
        for child in children:
            value = rank.value(NodeValues(node.g + 1, h(child), h(state), index + 1))
            frontier.setdefault(_Node(value, node.g + 1, child), 0)
        values = sorted(each.rank for each in frontier)
        for each, more in frontier.items():
            frontier[each] = max(more, bisect.bisect(values, each.rank) - 1)
        waiting = {each.state for each in frontier if each.state in born}
        smallest = max(smallest, sum(born[each] <= index < last[each] for each in waiting))
    if run.has_given_up:
        return None if children else (smallest, min([largest, *frontier.values()]))
    return smallest, largest


def are_beams(runs: Sequence[RecordedRun], h: Values, rank: Priority) -> bool:
    """Whether each run expands the best states of each depth, the same number if there are more."""
    sizes = set[int]()
    for run in runs:
        layer, known, rest = {run.start}, {run.start}, [*run.selected][::-1]
        for g in itertools.count():
            chosen = list[State]()
            while rest and rest[-1] in layer:
                chosen.append(rest.pop())
                layer.remove(chosen[-1])
            if not rest:
                break
            values = {s: rank.value(NodeValues(g, h(s), 0, 0)) for s in (*layer, *chosen)}
            dropped = min((values[s] for s in layer), default=math.inf)
            if not chosen or max(values[s] for s in chosen) > dropped + TOLERANCE:
                return False
            if layer:
                sizes.add(len(chosen))
            layer = {s for parent in chosen for s in run.neighbours(parent)} - known
            known |= layer
    return len(sizes) == 1


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
_NO_CHECK = Duplicates.ALL, Duplicates.NOT_PARENT
_MIN_EXPLAINED = 0.75
"""Part of the boards with a difference that a probable cause must explain."""
_ALL_GRAPH = (
    *GRAPH,
    Duplicates.EQUAL,
    Duplicates.EQUAL_SHARED,
    Duplicates.UNCHECKED,
    Duplicates.OVERWRITTEN,
    Duplicates.OLD_RANK,
)
"""Rules for duplicates that are combined with wrong priorities."""


def _wrong_rules(algorithm: str, base: Priority) -> Iterator[_Candidate]:
    """Yield the rules of wrong searches, the most likely ones first."""
    by_duplicates = [(cause, each) for cause in Cause for each in cause.duplicates]
    for cause, duplicates in by_duplicates if base is not ONLY_G else reversed(by_duplicates):
        yield _Candidate(cause, BestFirstRules(base, duplicates))
    for duplicates in (Duplicates.BEST, Duplicates.PUSHED):
        rules = BestFirstRules(base, duplicates, marks_start=False)
        yield _Candidate(Cause.START_UNMARKED, rules)
    for rank in dict.fromkeys((base, ONLY_H, ONLY_G)):
        for duplicates in _NO_CHECK:
            if base is PATH_COST or rank is base:
                yield _Candidate(Cause.NO_DUPLICATES, BestFirstRules(rank, duplicates))
    for cause in Cause:
        for rank, duplicates in product(cause.priorities(algorithm), _ALL_GRAPH):
            yield _Candidate(cause, BestFirstRules(rank, duplicates))


def diagnose_best_first(evidence: Evidence) -> Diagnosis:
    """Diagnose a search that selects the node with the smallest priority."""
    name = evidence.method.algorithm
    base, h = _BASES[name], evidence.h
    if name == "bfs":
        h = zero
    else:
        evidence.evaluate_all()
    shown: tuple[int, Violation] | None = None
    right = (Duplicates.BEST, *STALE) if name == "astar" else GRAPH
    for duplicates in right:
        rules = BestFirstRules(base, duplicates)
        found = evidence.first_violation(rules.replay, h)
        if found is None:
            return _not_wrong(evidence, rules, h)
        shown = shown or found
    assert shown is not None
    # rules that are wrong are usually refuted soon, but other runs can be long
    length = max(_MAX_DIAGNOSED, shown[1].at + _MAX_DIAGNOSED // 10)
    evidence.runs = [run.prefix(length) for run in evidence.runs]
    if any(run.goal in run.states for run in evidence.runs):
        return Diagnosis(Cause.GOAL_EXPANDED, *shown)
    if any(sum(run.is_root) > 1 for run in evidence.runs) and evidence.are_allowed(h):
        return Diagnosis(Cause.PASSES, *shown)
    recursive = evidence.recursion(h) if name == "astar" else None
    if recursive is not None and not recursive.cause.is_fault:
        return recursive
    candidates = [*_wrong_rules(name, base)]
    if not any(run.first_repeated for run in evidence.runs):
        candidates = [each for each in candidates if each.cause is not Cause.NO_DUPLICATES]
    violations = [BestFirstRules(base).replay(run, h) for run in evidence.runs]
    explained = _explained(evidence, candidates, h, shown[0], violations)
    if explained is None or explained[1] is not None:
        wrong = _explained(
            evidence, _with_wrong_heuristics(evidence, base), h, shown[0], violations
        )
        explained = wrong if wrong is not None and wrong[1] is None else explained or wrong
    if explained is not None and explained[1] is None:
        candidate = explained[0]
        other = _other_duplicates(evidence, candidate, h)
        if other is None and recursive is not None and recursive.cause is not candidate.cause:
            other = recursive.cause
        return Diagnosis(candidate.cause, *shown, candidate.heuristic, other=other)
    return (
        recursive
        or _forgetting(evidence, h)
        or _unexplained(evidence, base, h, shown, violations, explained)
    )


def _unexplained(
    evidence: Evidence,
    base: Priority,
    h: Values,
    shown: tuple[int, Violation],
    violations: Sequence[Violation | None],
    explained: tuple[_Candidate, int | None] | None,
) -> Diagnosis:
    """Diagnose a search that no rules explain on all boards. explained: the nearest rules."""
    other = _other_frontier(evidence, base, h)
    if other is not Cause.UNKNOWN:
        return Diagnosis(other, *shown)
    found = [(n, each.is_decreased) for n, each in enumerate(violations) if each is not None]
    count = sum(is_decreased for _, is_decreased in found)
    if count >= _MIN_EXPLAINED * len(found) and found[0][1]:
        contradicted = next((n for n, is_decreased in found if not is_decreased), None)
        return Diagnosis(Cause.DECREASE_KEY, *shown, contradicted=contradicted)
    if explained is not None:
        candidate, contradicted = explained
        return Diagnosis(candidate.cause, *shown, candidate.heuristic, contradicted)
    has_left = shown[1].reason is Reason.GIVEN_UP
    return Diagnosis(Cause.GAVE_UP if has_left else other, *shown)


def _forgetting(evidence: Evidence, h: Values) -> Diagnosis | None:
    """Return a diagnosis of a memory-bounded search, or None if it may be another one."""
    is_astar = evidence.method.algorithm == "astar"
    if not is_astar or all(run.is_depth_first for run in evidence.runs if run.expands_again):
        return None
    found = find_first(evidence.runs, lambda run: forgetting_violation(run, h) or run.last_loop)
    return Diagnosis(Cause.NOT_REMEMBERED, *found) if found else Diagnosis(Cause.FORGOTTEN, 0, None)


def _other_frontier(evidence: Evidence, base: Priority, h: Values) -> Cause:
    """Return the kind of a search that does not expand the smallest node of a frontier."""
    if evidence.stack_rules() is not None:
        return Cause.STACK
    if h is not zero and any(
        all(is_sorted_locally(run, h, is_late=is_late, sign=sign) for run in evidence.runs)
        for is_late, sign in product((False, True), (1, -1))
    ):
        return Cause.LOCAL_SORT
    if _drops_nodes(evidence, base, h):
        return Cause.DROPPED
    return evidence.other_search()


def _other_duplicates(evidence: Evidence, candidate: _Candidate, h: Values) -> Cause | None:
    """Return another wrong handling of duplicates that explains all runs, or None."""
    if not candidate.cause.duplicates:
        return None
    for cause in Cause:
        rules_of_cause = _NO_CHECK if cause is Cause.NO_DUPLICATES else cause.duplicates
        for duplicates in rules_of_cause if cause is not candidate.cause else ():
            rules = BestFirstRules(candidate.rules.rank, duplicates)
            if evidence.first_violation(rules.replay, h) is None:
                return cause
    return None


def _drops_nodes(evidence: Evidence, base: Priority, h: Values) -> bool:
    """Whether one limit on the size of the frontier, or of its layers, explains all runs."""
    ranks = dict.fromkeys((base, ONLY_H if h is not zero else base))
    if any(are_beams(evidence.runs, h, rank) for rank in ranks):
        return True
    runs = [run.prefix(_MAX_LIMITED) for run in evidence.runs]
    for rank in ranks:
        limits = [frontier_limits(run, h, rank) for run in runs]
        found = [each for each in limits if each is not None]
        largest = min((each[1] for each in found), default=math.inf)
        if len(found) == len(runs) and max(each[0] for each in found) <= largest < math.inf:
            return True
    return False


def _with_wrong_heuristics(evidence: Evidence, base: Priority) -> Iterator[_Candidate]:
    """Yield the rules of ``base`` with wrong heuristics."""
    by_tiles = WrongHeuristic(
        "the frontier is ordered by the tiles of the states",
        "the first value that is compared must be the priority",
        lambda state: float(int.from_bytes(state)),
    )
    for duplicates in GRAPH:
        yield _Candidate(Cause.HEURISTIC, BestFirstRules(ONLY_H, duplicates), by_tiles)
    if base is ONLY_G:
        return
    for wrong in wrong_heuristics(evidence.goal):
        if base is ONLY_H and not any(wrong.values(run.start)(run.start) for run in evidence.runs):
            continue  # with h = 0 every order is allowed
        cached = wrong.cached()
        for duplicates in (Duplicates.BEST, Duplicates.CLOSED, *STALE):
            yield _Candidate(Cause.HEURISTIC, BestFirstRules(base, duplicates), cached)


def _explained(
    evidence: Evidence,
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
        found = evidence.first_violation(candidate.rules.replay, candidate.heuristic or h, shown)
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


def _not_wrong(evidence: Evidence, rules: BestFirstRules, h: Values) -> Diagnosis:
    early = find_first(evidence.runs, lambda run: rules.replay(run, h))
    if early is not None:
        return Diagnosis(Cause.EARLY_TEST, *early)
    repeated = find_first(evidence.runs, lambda run: run.first_repeated)
    if rules.duplicates in STALE and repeated is not None:
        return Diagnosis(Cause.STALE, *repeated)
    return _late_goals(evidence, rules, h) or Diagnosis(Cause.TIE, 0, None)


def _late_goals(evidence: Evidence, rules: BestFirstRules, h: Values) -> Diagnosis | None:
    """Return a diagnosis if the goal is always the last of the nodes with its f.

    Then h of the goal is not 0, except if ties are broken by the smallest g.
    """
    if evidence.method.algorithm != "astar" or h(bytes(evidence.goal.tiles)):
        return None
    each = [late_goal(run, h, rules) for run in evidence.runs]
    late = [(number, *found) for number, found in enumerate(each) if found is not None]
    number, shown, _ = next(((*found,) for found in late if found[2]), (0, None, False))
    if shown is None or len(late) < _MIN_LATE_GOALS or any(found[1] is None for found in late):
        return None
    low_g = Priority(lambda step: (step.g + step.h) + _SMALL * step.g)
    if evidence.first_violation(BestFirstRules(low_g, rules.duplicates).replay, h) is None:
        return None
    wrong = next(each for each in wrong_heuristics(evidence.goal) if "not 0" in each.title)
    return Diagnosis(Cause.HEURISTIC, number, shown, wrong)
