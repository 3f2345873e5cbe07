"""The cause of the difference between a user's search and a built-in one, and its explanation.

A cause is a set of rules (see ``replay``) that explains every expansion on every board. The verdict
"only the tie-breaking differs" means that right rules explain them all. If no rules explain all
runs, the diagnosis is the cause that explains the nearest boards, and only if there is just one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, permutations, product

from puzzler.board.board import Board, moves_from_cell
from puzzler.board.move import Move
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.homework.best_first_diagnosis import diagnose_best_first
from puzzler.search.homework.causes import Cause, Diagnosis
from puzzler.search.homework.depth_first_diagnosis import diagnose_passes, diagnose_stack
from puzzler.search.homework.evidence import Evidence
from puzzler.search.homework.runs import (
    Reason,
    RecordedRun,
    State,
    Violation,
    find_first,
    swapped,
)
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
SELECTING = "astar", "bfs"
"""Algorithms whose solution is the path of the parents of the selected goal."""
_DIAGNOSES = {
    "astar": diagnose_best_first,
    "greedy": diagnose_best_first,
    "bfs": diagnose_best_first,
    "dfs": diagnose_stack,
    "idastar": diagnose_passes,
    "iddfs": diagnose_passes,
}
"""The diagnosis for each algorithm whose rules are known."""


def diagnose(
    runs: Sequence[RecordedRun], method: Method, tables: Tables, goal: Board
) -> Diagnosis | None:
    """Return why a search that ran on some boards differs from ``method``.

    Returns None if the rules of ``method`` are not known. runs: nearest board first.
    """
    for number, run in enumerate(runs):
        if run.has_found and not run.states and run.start != run.goal:
            return Diagnosis(Cause.NOT_RECORDED, number, None)
    diagnose_by_rules = _DIAGNOSES.get(method.algorithm)
    found = None
    if diagnose_by_rules is not None and (method.algorithm != "dfs" or method.depth_limit is None):
        found = diagnose_by_rules(Evidence(runs, method, tables, goal))
    if found is not None and not found.cause.is_fault:
        return (longer_path(runs) if method.algorithm in SELECTING else None) or found
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

    def is_first(run: RecordedRun) -> bool:
        repeated = run.first_repeated
        return run.has_two_sides and (repeated is None or repeated.at == len(run.states) - 1)

    return _longer(Cause.FIRST_MEETING, runs, is_first)


def longer_path(runs: Sequence[RecordedRun]) -> Diagnosis | None:
    """Return a diagnosis if the solution of a search with the right expansions is too long."""
    return _longer(Cause.OLD_PARENT, runs, lambda run: run.has_found)


def _longer(
    cause: Cause, runs: Sequence[RecordedRun], is_shown: Callable[[RecordedRun], bool]
) -> Diagnosis | None:
    for number, run in enumerate(runs):
        if run.extra_moves and is_shown(run):
            violation = Violation(len(run.states), Reason.LONGER, run.extra_moves)
            return Diagnosis(cause, number, violation)
    return None


_MAX_CONTENTS = 1000
"""Number of states of each run that the contents of one list must explain."""


def find_impossible_states(runs: Sequence[RecordedRun], size: tuple[int, int]) -> Diagnosis | None:
    """Return why no legal moves lead to some states, or None if no typical mistake explains it."""
    shown = find_first(runs, _first_impossible)
    if shown is None:
        return None
    for order, is_again, is_early in product(permutations(Move), (False, True), (False, True)):
        contents = partial(
            _shared_contents, size=size, order=order, searches_again=is_again, is_early=is_early
        )
        if all(_starts_with(contents(run), run.states[:_MAX_CONTENTS]) for run in runs):
            return Diagnosis(Cause.SHARED_LIST, *shown)
    if all(_has_only_wrapped_moves(run, size) for run in runs):
        return Diagnosis(Cause.WRAPPED, *shown)
    return None


def _first_impossible(run: RecordedRun) -> Violation | None:
    generated = {run.start}
    for index, state in enumerate(run.states):
        if state not in generated:
            return Violation(index, Reason.NOT_GENERATED)
        generated.update(run.neighbours(state))
    return None


def _starts_with(contents: Iterator[State], states: Sequence[State]) -> bool:
    """Whether the first different contents are ``states``."""
    found = dict.fromkeys(islice(contents, 4 * len(states) + 4))
    return [*found][: len(states)] == [*states]


def _has_only_wrapped_moves(run: RecordedRun, size: tuple[int, int]) -> bool:
    """Whether each state follows from an earlier one if moves may cross an edge of the board."""
    reached = {run.start}
    for state in run.states:
        if state not in reached:
            return False
        reached.update(run.neighbours(state), _wrapped(state, size))
    return True


def _wrapped(state: State, size: tuple[int, int]) -> Iterator[State]:
    """Yield the states after moves of the blank across an edge of the board.

    Such a move leads to the next row, to the other end of the row or to that of the column.
    """
    blank, (rows, columns) = state.index(0), size
    row, column = divmod(blank, columns)
    legal = moves_from_cell(rows, columns, blank).values()
    for step in (1, -1):
        others = (blank + step, row * columns + (column + step) % columns, blank + step * columns)
        for target in {other % len(state) for other in others}:
            if target not in legal:
                yield swapped(state, blank, target)


def _shared_contents(
    run: RecordedRun,
    size: tuple[int, int],
    order: Sequence[Move],
    *,
    searches_again: bool,
    is_early: bool,
) -> Iterator[State]:
    """Yield the contents of one list of tiles that all nodes share and each expansion changes.

    searches_again: whether each move searches for the blank in the list that the move before has
    changed. is_early: whether the contents between the moves of an expansion are compared with the
    goal, too.
    """
    tiles = bytearray(run.start)
    yield run.start
    while True:
        blank = tiles.index(0)
        for move in order:
            if searches_again:
                blank = tiles.index(0)
            target = moves_from_cell(*size, blank).get(move)
            if target is not None:
                tiles[blank], tiles[target] = tiles[target], tiles[blank]
                if is_early:
                    yield bytes(tiles)
        if not is_early:
            yield bytes(tiles)


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
    if at < len(run.states):
        own = f"expands {text(run.states[at])}"
    elif run.has_given_up:
        own = "ends without a solution"
    elif cause is Cause.FIRST_MEETING:
        own = "stops here"
    else:
        own = "stops here because it selected the goal"
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
    if found.other is not None:
        what = f"either {what}, or {found.other.title} (these boards do not decide)"
    if found.contradicted is not None:
        what = f"probably {what}; this explains the nearest boards, but not all"
    return f"{sentence}: {what}; {advice}" if advice else f"{sentence}: {what}"


def _detail(violation: Violation, run: RecordedRun, title: str, other: str) -> str:
    text = violation.reason.value
    if violation.is_blind and violation.reason is Reason.ABOVE_THRESHOLD:
        text = " at depth {f:g}, but this pass expands no state deeper than {limit:g}"
    elif violation.is_blind and violation.reason is Reason.BELOW_THRESHOLD:
        text = " without having expanded {other}, which has depth {f:g}, in the pass before"
    return text.format(
        f=violation.rank,
        limit=violation.other_rank,
        g=violation.g,
        source=violation.source,
        other=other,
        title=title,
        expanded=len(run.states),
        distinct=len(set(run.states)),
    )


def _first_g(run: RecordedRun, index: int, state: State | None) -> int:
    """Return the g with which ``state`` was generated first."""
    g = {run.start: 0}
    for each in run.states[:index]:
        for child in run.neighbours(each):
            g.setdefault(child, g[each] + 1)
    assert state is not None
    return g[state]
