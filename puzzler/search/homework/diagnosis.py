"""The cause of the difference between a user's search and a built-in one.

A cause is a set of rules (see ``replay``) that explains every expansion on every board. The verdict
"only the tie-breaking differs" means that right rules explain them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import permutations
from typing import NamedTuple

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.heuristics.heuristic import Tables
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


class Cause(Enum):
    """Why a search differs: a name, whether it is a fault, and advice."""

    TIE = "only the tie-breaking differs", False, "both searches are correct"
    ORDER = "the successors are taken in another order", False, "both searches are correct"
    REVERSE_ORDER = (
        "the successors are taken in reverse order",
        False,
        "a stack returns the last successor first",
    )
    PATH_CHECK = (
        "a state on the current path is not expanded again",
        False,
        "both searches are correct; the other one only leaves out the predecessor",
    )
    EARLY_TEST = (
        "the goal test is applied when a state is generated",
        False,
        "with unit costs and a consistent h the solution is still optimal",
    )
    DUPLICATES_EARLY = (
        "a state is discarded as a duplicate when it is generated, not when it is popped",
        False,
        "a depth-first search may do either; compare with --duplicates early",
    )
    DUPLICATES_LATE = (
        "a state is discarded as a duplicate when it is popped, not when it is generated",
        False,
        "a depth-first search may do either; compare with --duplicates late",
    )
    TABLE = (
        "states of the same pass are not expanded again by a path that is not shorter",
        False,
        "such a table of reached states is correct",
    )
    PUSHED = (
        "states are marked as visited when they are pushed",
        True,
        "a longer path is kept; mark them when they are popped, or replace the longer path",
    )
    GREEDY = (
        "the priority is h without g (greedy best-first search)",
        True,
        "the priority of A* is f = g + h",
    )
    UNIFORM_COST = (
        "the priority is g without h (uniform-cost or breadth-first search)",
        True,
        "the priority of A* is f = g + h",
    )
    G_TWICE = "g is added twice: the priority is 2 g + h", True, "use f = g + h"
    H_TWICE = "h is added twice: the priority is g + 2 h", True, "use f = g + h"
    WEIGHTED = (
        "h is multiplied by a weight (weighted A*)",
        True,
        "use f = g + h; with a weight above 1 the solution may not be optimal",
    )
    H_SUBTRACTED = "h is subtracted: the priority is g - h", True, "use f = g + h"
    COUNT = (
        "g is the number of expansions, not the length of the path",
        True,
        "g of a successor is g of its parent + 1",
    )
    LAST_PATH = (
        "a longer path to a state in the frontier replaces a shorter one",
        True,
        "store a new path only if its g is smaller",
    )
    FRONTIER_ONLY = (
        "only the frontier is checked for duplicates, not the expanded states",
        True,
        "also discard a state that was expanded before",
    )
    F_IS_G = "f is g without h", True, "prune by f = g + h"
    F_IS_H = "f is h without g", True, "prune by f = g + h"
    GOAL_EXPANDED = (
        "the goal is expanded like other states",
        True,
        "a bidirectional search does that; another search returns the path to the goal",
    )
    NOT_RECORDED = (
        "the expansions are not known, because the search does not call problem.successors",
        False,
        "call successors, getSuccessors or actions of the problem",
    )
    NOT_JUDGED = (
        "the order of expansions differs",
        False,
        "the check does not know which orders are correct for this algorithm",
    )
    H_IN_G = (
        "h is added to g: the cost of a path contains h of each of its states",
        True,
        "store g without h, and add h only to the priority",
    )
    LARGEST = (
        "the node with the largest f is expanded first",
        True,
        "expand the node with the smallest f",
    )
    NOT_REOPENED = (
        "a state that was expanded is not expanded again when a shorter path is found",
        True,
        "reopen it, because h is not consistent",
    )
    NO_DUPLICATES = (
        "there is no check for duplicates",
        True,
        "discard a state that was expanded before by a path that is not longer",
    )
    PREDECESSOR = (
        "the predecessor of a state is generated again",
        True,
        "do not take back the last move, or do not expand states that are on the path",
    )
    UNCHECKED = (
        "states are marked when they are popped, but are not checked when they are popped",
        True,
        "skip a popped state that was expanded before",
    )
    SHARED_VISITED = (
        "the set of visited states is shared over a whole depth-first pass",
        True,
        "a state reached by a shorter path must be expanded again; check only the current path",
    )
    THRESHOLD = (
        "the next threshold is wrong",
        True,
        "it must be the smallest f that was pruned",
    )
    PARENT_H = (
        "the priority contains h of the parent",
        True,
        "use h of the generated state",
    )
    BY_G = (
        "the frontier is ordered by g (uniform-cost or breadth-first search)",
        True,
        "use the priority of the other search",
    )
    BY_H = (
        "the frontier is ordered by h (greedy best-first search)",
        True,
        "use the frontier of the other search",
    )
    BY_F = (
        "the frontier is ordered by f = g + h (A*)",
        True,
        "use the frontier of the other search",
    )
    PASSES = (
        "the search starts again from the start state (iterative deepening)",
        True,
        "the other search has only one pass",
    )
    ONE_PASS = (
        "the search has only one pass",
        True,
        "start again with the next threshold when a pass has found no goal",
    )
    QUEUE = "the frontier is a queue (breadth-first search)", True, "use depth-first search"
    STACK = "the frontier is a stack (depth-first search)", True, "use a queue"
    HEURISTIC = "the heuristic is not that of the comparison", True, ""
    UNKNOWN = "the cause is not known", True, ""

    def __init__(self, title: str, is_fault: bool, advice: str) -> None:
        self.title = title
        self.is_fault = is_fault
        self.advice = advice

    @property
    def label(self) -> str:
        """The heading of a report: "agrees", "differs" or "not compared"."""
        if self in (Cause.NOT_RECORDED, Cause.NOT_JUDGED):
            return "not compared"
        return "differs" if self.is_fault else "agrees"

    @property
    def extent(self) -> str:
        """How a search without a fault agrees: "up to ties"."""
        return "up to " + {
            "TIE": "ties",
            "EARLY_TEST": "the goal test",
            "DUPLICATES_EARLY": "the check for duplicates",
            "DUPLICATES_LATE": "the check for duplicates",
            "TABLE": "a table of states",
            "PATH_CHECK": "a check of the path",
        }.get(self.name, "the order of successors")


@dataclass(frozen=True)
class Diagnosis:
    """Why a search differs from another one."""

    cause: Cause
    run: int
    """The index of the first board that shows the cause."""
    violation: Violation | None
    """The first expansion that the right rules do not allow. None if there is none."""
    heuristic: WrongHeuristic | None = None
    """The wrong heuristic that the search uses, if that is the cause."""


class _Candidate(NamedTuple):
    cause: Cause
    rules: BestFirstRules


_MAX_DIAGNOSED = 10_000
"""Number of expansions on each board that a wrong rule must explain. If the right rules explain
these, more."""
_GRAPH = Duplicates.BEST, Duplicates.CLOSED, Duplicates.PUSHED


_WEIGHTS = 1.5, 3, 5, 10, 0.5
"""Typical weights of h in wrong searches, in addition to 2."""


def _wrong_rules(base: BestFirstRules) -> Iterator[_Candidate]:
    """Yield the rules of wrong searches, the most likely ones first."""
    g, h = base.g_factor, base.h_factor
    yield _Candidate(Cause.NOT_REOPENED, BestFirstRules(g, h, Duplicates.CLOSED))
    yield _Candidate(Cause.PUSHED, BestFirstRules(g, h, Duplicates.PUSHED))
    yield _Candidate(Cause.UNCHECKED, BestFirstRules(g, h, Duplicates.UNCHECKED))
    yield _Candidate(Cause.FRONTIER_ONLY, BestFirstRules(g, h, Duplicates.FRONTIER))
    for duplicates in (Duplicates.OVERWRITTEN, Duplicates.LAST_PARENT):
        yield _Candidate(Cause.LAST_PATH, BestFirstRules(g, h, duplicates))
    for factors in dict.fromkeys(((g, h), (0, h), (g, 0))):
        if not any(factors):
            continue
        for duplicates in (Duplicates.ALL, Duplicates.NOT_PARENT):
            yield _Candidate(Cause.NO_DUPLICATES, BestFirstRules(*factors, duplicates))
    for duplicates in (*_GRAPH, Duplicates.LAZY):
        if g and h:
            yield _Candidate(Cause.GREEDY, BestFirstRules(0, h, duplicates))
            yield _Candidate(Cause.UNIFORM_COST, BestFirstRules(g, 0, duplicates))
            yield _Candidate(Cause.G_TWICE, BestFirstRules(2 * g, h, duplicates))
            yield _Candidate(Cause.H_TWICE, BestFirstRules(g, 2 * h, duplicates))
            for weight in _WEIGHTS:
                yield _Candidate(Cause.WEIGHTED, BestFirstRules(g, weight * h, duplicates))
            yield _Candidate(Cause.H_SUBTRACTED, BestFirstRules(g, -h, duplicates))
            for cause, priority in _PRIORITIES:
                yield _Candidate(cause, BestFirstRules(g, h, duplicates, priority))
        elif h:
            yield _Candidate(Cause.BY_G, BestFirstRules(1, 0, duplicates))
            yield _Candidate(Cause.BY_F, BestFirstRules(1, h, duplicates))
        if h:
            yield _Candidate(Cause.LARGEST, BestFirstRules(-g, -h, duplicates))


_PRIORITIES = (
    (Cause.H_IN_G, Priority.H_IN_COST),
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
        return diagnostician.best_first()
    if method.algorithm == "dfs" and method.depth_limit is None:
        return diagnostician.depth_first()
    if method.algorithm in ("idastar", "iddfs"):
        return diagnostician.passes()
    return None


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
        right = [base]
        if (
            name != "astar"
        ):  # the priority of a state does not depend on its path, or never improves
            right += [BestFirstRules(base.g_factor, base.h_factor, each) for each in _GRAPH[1:]]
        shown: tuple[int, Violation] | None = None
        for rules in right:
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
        has_repeated = any(run.has_repeated_states for run in self.runs)
        for cause, rules in _wrong_rules(base):
            is_possible = cause is not Cause.NO_DUPLICATES or has_repeated
            if is_possible and self._first_violation(rules, h) is None:
                return Diagnosis(cause, *shown)
        wrong = self._wrong_heuristic(base)
        if wrong is not None:
            return Diagnosis(Cause.HEURISTIC, *shown, wrong)
        if self._depth_first_rules() is not None:
            return Diagnosis(Cause.STACK, *shown)
        return Diagnosis(self._other_search(), *shown)

    def _wrong_heuristic(self, base: BestFirstRules) -> WrongHeuristic | None:
        """Return the wrong heuristic with which the rules ``base`` explain all runs, or None."""
        if not base.h_factor:
            return None
        for wrong in wrong_heuristics(self.goal):
            if not base.g_factor and not any(wrong.h(run.start) for run in self.runs):
                continue  # with h = 0 every order is allowed
            for duplicates in _GRAPH[:2]:
                rules = BestFirstRules(base.g_factor, base.h_factor, duplicates)
                if self._first_violation(rules, wrong.h) is None:
                    return wrong
        return None

    def _other_search(self) -> Cause:
        """Return the kind of a search that is not the method with one mistake, or UNKNOWN."""
        if any(sum(run.is_root) > 1 for run in self.runs):
            return Cause.PASSES
        if self.method.algorithm in ("bfs", "dfs"):
            for h in (own_manhattan(self.goal), own_misplaced(self.goal)):
                for cause, g_factor in ((Cause.BY_H, 0), (Cause.BY_F, 1)):
                    for duplicates in (*_GRAPH, Duplicates.LAZY):
                        if (
                            self._first_violation(BestFirstRules(g_factor, 1, duplicates), h)
                            is None
                        ):
                            return cause
        return Cause.UNKNOWN

    def _first_violation(self, rules: BestFirstRules, h: Values) -> tuple[int, Violation] | None:
        for number, run in enumerate(self.runs):
            found = rules.replay(run, h)
            if found is not None and not self._is_early_end(number, found):
                return number, found
        return None

    def _not_wrong(self, rules: BestFirstRules, h: Values) -> Diagnosis:
        for number, run in enumerate(self.runs):
            found = rules.replay(run, h)
            if found is not None:
                return Diagnosis(Cause.EARLY_TEST, number, found)
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
        for number, run in enumerate(self.runs):
            visited: set[State] = set()
            for index, state in enumerate(run.states):
                if state in visited:
                    before = run.states.index(state) + 1
                    repeated = Violation(index, Reason.EXPANDED_BEFORE, source=before)
                    return Diagnosis(Cause.NO_DUPLICATES, number, repeated)
                visited.add(state)
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

    def _depth_first_rules(self) -> DepthFirstRules | None:
        order = self._order()
        is_late = self.method.duplicates is When.LATE
        for late in (is_late, not is_late):
            for each in (order, order[::-1], *permutations(order)):
                rules = DepthFirstRules(each, late)
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
        found = [(number, each) for number, each in violations if each is not None]
        allowed = [each for each in found if each[1].reason in ALLOWED_OMISSIONS]
        early = [each for each in found if self._is_early_end(*each)]
        faults = [each for each in found if each not in allowed and each not in early]
        if faults:
            shared = [each for each in faults if each[1].reason is Reason.SKIPPED_LATER]
            fault = (shared or faults)[0]
            cause, wrong = self._wrong_pass_cause(h)
            if cause is not None:
                return Diagnosis(cause, *fault, wrong)
            is_stopped = fault[1].reason in (Reason.ABOVE_THRESHOLD, Reason.NOT_GENERATED)
            if is_stopped and all(sum(run.is_root) <= 1 for run in self.runs):
                return Diagnosis(Cause.ONE_PASS, *fault)
            return Diagnosis(_PASS_CAUSES.get(fault[1].reason, Cause.UNKNOWN), *fault)
        by_table = [each for each in allowed if each[1].reason is Reason.SKIPPED_KNOWN]
        for cause, shown in (
            (Cause.TABLE, by_table),
            (Cause.PATH_CHECK, allowed),
            (Cause.EARLY_TEST, early),
        ):
            if shown:
                return Diagnosis(cause, *shown[0])
        return Diagnosis(Cause.ORDER, 0, None)

    def _wrong_pass_cause(self, h: Values) -> tuple[Cause | None, WrongHeuristic | None]:
        """Return the wrong rules that explain all runs, and a heuristic if that is the cause."""
        is_blind = h is _zero
        if self._first_violation(BestFirstRules(1, int(not is_blind)), h) is None:
            return (Cause.QUEUE if is_blind else Cause.BY_F), None
        if not is_blind:
            for cause, is_explained in (
                (Cause.F_IS_G, self._are_allowed(_zero, starts_with_h=True)),
                (Cause.F_IS_H, self._are_allowed(h, g_factor=0)),
                (Cause.G_TWICE, self._are_allowed(h, g_factor=2)),
                (Cause.H_TWICE, self._are_allowed(lambda state: 2 * self.h(state))),
            ):
                if is_explained:
                    return cause, None
        for wrong in wrong_heuristics(self.goal):
            if self._are_allowed(wrong.h):
                return Cause.HEURISTIC, wrong
        return None, None

    def _are_allowed(self, h: Values, g_factor: float = 1, *, starts_with_h: bool = False) -> bool:
        """Whether passes with another threshold on f explain all runs.

        starts_with_h: the first threshold is that of the method, not ``h`` of the start.
        """
        is_zero = not any(h(run.start) for run in self.runs)
        for number, run in enumerate(self.runs):
            first = self.h(run.start) if starts_with_h else None
            found = replay_passes(run, h, float(is_zero), g_factor=g_factor, first=first)
            if found is None or found.reason in ALLOWED_OMISSIONS:
                continue
            if not self._is_early_end(number, found):
                return False
        return True

    def _is_early_end(self, number: int, violation: Violation) -> bool:
        run = self.runs[number]
        return violation.at == len(run.states) and run.has_early_end


_PASS_CAUSES: Mapping[Reason, Cause] = {
    Reason.ABOVE_THRESHOLD: Cause.THRESHOLD,
    Reason.BELOW_THRESHOLD: Cause.THRESHOLD,
    Reason.PREDECESSOR: Cause.PREDECESSOR,
    Reason.SKIPPED_LATER: Cause.SHARED_VISITED,
}


def _zero(state: State) -> float:
    return 0


def explain(found: Diagnosis, run: RecordedRun, title: str, size: tuple[int, int]) -> str:
    """Return one sentence or more about a diagnosis with a violation. title: the other search."""
    violation = found.violation
    assert violation is not None
    cause = found.cause
    what = found.heuristic.title if found.heuristic is not None else cause.title
    advice = found.heuristic.advice if found.heuristic is not None else cause.advice

    def text(state: State) -> str:
        return str(Board(*size, tuple(state)))

    at = violation.at
    is_end = at == len(run.states)
    own = "stops here because it selected the goal" if is_end else f"expands {text(run.states[at])}"
    other = "" if violation.other is None else text(violation.other)
    detail = _detail(violation, run, title, other)
    if cause is Cause.PUSHED and violation.reason is Reason.NOT_SMALLEST:
        first_g = _first_g(run, at, violation.other)
        detail = (
            f", but {title} expands {other}, because expansion {violation.source:,} reached it "
            f"by a shorter path (g {violation.g} instead of {first_g}); your search kept g "
            f"{first_g}"
        )
    sentence = f"Expansion {at + 1:,}: your search {own}{detail}"
    if cause is Cause.UNKNOWN:
        return sentence
    return f"{sentence}: {what}; {advice}" if advice else f"{sentence}: {what}"


def _detail(violation: Violation, run: RecordedRun, title: str, other: str) -> str:
    f, limit, g, source = violation.rank, violation.other_rank, violation.g, violation.source
    skipped = f", and never expands {other} with g {g} in this pass"
    details = {
        Reason.NOT_SMALLEST: f" (f {f:g}), while {other} (f {limit:g}, generated by expansion "
        f"{source:,}) is in its frontier",
        Reason.EXPANDED_BEFORE: f", which it expanded before, at expansion {source:,}; expanded "
        f"{len(run.states):,}, distinct {len(set(run.states)):,}",
        Reason.NOT_GENERATED: ", a state that no earlier expansion generated",
        Reason.ABOVE_THRESHOLD: f" with f {f:g}, but the threshold is {limit:g}",
        Reason.BELOW_THRESHOLD: f" without having expanded {other} (f {f:g}) in the pass with the "
        f"threshold {limit:g}",
        Reason.PREDECESSOR: ", which is the predecessor of the state before",
        Reason.SKIPPED_LATER: f"{skipped}, because expansion {source:,} had reached it by a longer "
        "path",
        Reason.SKIPPED_KNOWN: f"{skipped}, because expansion {source:,} had reached it",
        Reason.SKIPPED_ON_PATH: f"{skipped}, a state on the path",
        Reason.SKIPPED: f"{skipped} (f {f:g})",
        Reason.ORDER: f", {title} does not",
    }
    return details[violation.reason]


def _first_g(run: RecordedRun, index: int, state: State | None) -> int:
    """Return the g with which ``state`` was generated first."""
    g = {run.start: 0}
    for each in run.states[:index]:
        for child in run.neighbours(each):
            g.setdefault(child, g[each] + 1)
    assert state is not None
    return g[state]
