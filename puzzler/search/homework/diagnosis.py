"""The cause of the difference between a user's search and a built-in one.

A cause is a set of rules (see ``replay``) that explains every expansion on every board. The verdict
"only the tie-breaking differs" means that right rules explain them all. If no rules explain all
runs, the diagnosis is the cause that explains the nearest boards, and only if there is just one.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzler.board.board import Board
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.homework.best_first_diagnosis import BestFirstDiagnostician
from puzzler.search.homework.causes import Cause, Diagnosis
from puzzler.search.homework.depth_first_diagnosis import PassesDiagnostician, StackDiagnostician
from puzzler.search.homework.diagnostician import Diagnostician
from puzzler.search.homework.impossible_states import find_impossible_states
from puzzler.search.homework.runs import Reason, RecordedRun, Violation
from puzzler.search.method import Method

_REPETITIONS = (
    Cause.NO_DUPLICATES,
    Cause.UNCHECKED,
    Cause.EQUAL_PATH,
    Cause.FRONTIER_ONLY,
    Cause.GOAL_EXPANDED,
    Cause.START_UNMARKED,
    Cause.NOT_REOPENED,
    Cause.PASSES,
    Cause.UNKNOWN,
)
"""Causes that goal tests cannot prove, because a state can be tested without being expanded."""
_DIAGNOSTICIANS: dict[str, type[Diagnostician]] = {
    "astar": BestFirstDiagnostician,
    "greedy": BestFirstDiagnostician,
    "bfs": BestFirstDiagnostician,
    "dfs": StackDiagnostician,
    "idastar": PassesDiagnostician,
    "iddfs": PassesDiagnostician,
}


def diagnose(
    runs: Sequence[RecordedRun], method: Method, tables: Tables, goal: Board
) -> Diagnosis | None:
    """Return why a search that ran on some boards differs from ``method``.

    Returns None if the rules of ``method`` are not known. runs: nearest board first.
    """
    for number, run in enumerate(runs):
        if run.has_found and not run.states and run.start != run.goal:
            return Diagnosis(Cause.NOT_RECORDED, number, None)
    diagnostician = _DIAGNOSTICIANS.get(method.algorithm)
    found = None
    if diagnostician is not None and (method.algorithm != "dfs" or method.depth_limit is None):
        found = diagnostician(runs, method, tables, goal).diagnose()
    if found is not None and not found.cause.is_fault:
        return found
    certain = _first_meeting(runs) or find_impossible_states(runs, goal.size)
    if certain is not None or found is None:
        return certain
    if any(run.is_by_tests for run in runs):
        is_shown = found.cause not in _REPETITIONS and not found.contradicted
        if not is_shown or all(run.has_tested_siblings for run in runs):
            return Diagnosis(Cause.NOT_RECORDED, found.run, None)
    return found


def _first_meeting(runs: Sequence[RecordedRun]) -> Diagnosis | None:
    """Return a diagnosis if two sides end with a longer solution before they share more states."""
    for number, run in enumerate(runs):
        repeated = run.first_repeated
        is_first = repeated is None or repeated.at == len(run.states) - 1
        if run.extra_moves and run.has_two_sides and is_first:
            violation = Violation(len(run.states), Reason.LONGER, run.extra_moves)
            return Diagnosis(Cause.FIRST_MEETING, number, violation)
    return None
