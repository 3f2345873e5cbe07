"""The first difference between a user's search and a built-in search, and its cause."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, quoted, reading_failure
from puzzler.board.numbers import parse_json
from puzzler.board.scenario import Problem
from puzzler.search.custom.problem import NONE
from puzzler.search.custom.search import PARENT, CustomSearch
from puzzler.search.engine.stepping import Status
from puzzler.search.homework.causes import Cause, Diagnosis
from puzzler.search.homework.diagnosis import SELECTING, diagnose, explain, longer_path
from puzzler.search.homework.runs import RecordedRun, State, neighbours_of
from puzzler.search.method import Method
from puzzler.search.starting import start

MAX_BYTES = 100 << 20
"""Limit on the size of a file with a trace."""
LARGEST = 1e9
"""Upper limit on g and f in such a file."""
MAX_EXACT = 10_000
"""Limit on the expansions that are compared one by one on all boards together."""


Traced = tuple[Board, float | None]
"""A state that a search has expanded, and its g if the trace contains it."""


@dataclass(frozen=True)
class Divergence:
    """A difference between two searches."""

    number: int
    """The number of the expansion, from 1."""
    yours: Board | None
    """None if the search had ended."""
    expected: Board | None
    words: str
    """One sentence that contains the boards and the cause."""
    cause: Cause
    run: int = 0
    """The index of the board that shows the difference."""


def read_trace(file: Path) -> list[Traced]:
    """Return the states in a file of JSON lines. Raises PuzzlerError if the file is invalid."""
    try:
        text = resources.read_whole(file, MAX_BYTES).decode("utf-8", "replace")
    except OSError as error:
        raise PuzzlerError(f"{file}: {reading_failure(error)}") from None
    found = list[Traced]()
    for number, line in enumerate(text.split("\n"), 1):
        try:
            record = parse_json(line) if line.strip() else {}
            if not isinstance(record, dict):
                raise ValueError("not a JSON object")
            if "board" in record:
                g, _ = (_number(record, key) for key in "gf")
                found.append((Board.parse(str(record["board"])), g))
        except ValueError as error:
            is_syntax = isinstance(error, json.JSONDecodeError)
            reason = "not a JSON object" if is_syntax else getattr(error, "reason", error)
            raise PuzzlerError(f"{file}, line {number}: {reason}") from None
    if not found:
        raise PuzzlerError(f"{file}: there is no expansion: no line has a board")
    return found


def _number(record: Mapping[str, object], key: str) -> float | None:
    value = record.get(key)
    if value is None:
        return None
    if isinstance(value, int | float) and abs(value) < LARGEST:
        return float(value)
    raise ValueError(f"{key} must be a number, not {quoted(str(value))}")


def run_of_trace(traced: Sequence[Traced], problem: Problem) -> RecordedRun:
    """Return the run of another program."""
    states = [bytes(board.tiles) for board, _ in traced]
    are_roots = [board == problem.start and not g for board, g in traced]
    return _run(problem, states, are_roots, has_found=traced[-1][0] == problem.goal)


def run_of_search(search: CustomSearch, problem: Problem) -> RecordedRun:
    """Return the run of a user's search until now."""
    first = bytes(problem.start.tiles)
    parents = [record[PARENT] for record in search.records]
    expanded = [*zip(search.states, parents, strict=True)]
    nodes = [each for each in expanded if each[1] != NONE]
    run = _run(
        problem,
        search.states,
        [state == first and parent == NONE for state, parent in expanded],
        has_found=search.solution() is not None,
    )
    return replace(
        run,
        expands_again=len({*nodes}) < len(nodes),
        has_given_up=search.has_given_up,
        is_by_tests=search.is_by_tests,
    )


def _run(
    problem: Problem, states: Sequence[State], are_roots: Sequence[bool], *, has_found: bool
) -> RecordedRun:
    goal = bytes(problem.goal.tiles)
    if states and states[-1] == goal:
        states = states[:-1]
    return RecordedRun(
        start=bytes(problem.start.tiles),
        goal=goal,
        states=tuple(states),
        is_root=tuple(are_roots[: len(states)]),
        has_found=has_found,
        neighbours=neighbours_of(*problem.goal.size),
    )


def find_divergence(runs: Sequence[RecordedRun], method: Method, goal: Board) -> Divergence | None:
    """Return the first difference of a user's search from ``method``, with its cause.

    Returns None if all expansions are the same. runs: nearest board first.
    """
    if method.algorithm not in ("idastar", "iddfs"):
        # a popped duplicate can be tested and discarded
        runs = [run.without_repeated_states() if run.is_by_tests else run for run in runs]
    first = _first_difference(runs, method, goal)
    if first is None:
        longer = longer_path(runs) if method.algorithm in SELECTING else None
        return None if longer is None else _explained(longer, runs, method, goal)
    problem = Problem(Board(*goal.size, tuple(runs[0].start)), goal)
    found = diagnose(runs, method, start(problem, method).task.tables, goal)
    if found is not None and found.violation is not None:
        return _explained(found, runs, method, goal)
    cause = Cause.NOT_JUDGED if found is None else found.cause
    if cause is Cause.TIE and first.number > len(runs[first.run].states):
        are_early_ends = all(run.has_early_end for run in runs if run.has_found)
        cause = Cause.EARLY_TEST if are_early_ends else cause
    shown = "" if cause is Cause.NOT_RECORDED else f"{first.words}: "
    return replace(first, words=f"{shown}{cause.title}; {cause.advice}", cause=cause)


def _first_difference(
    runs: Sequence[RecordedRun], method: Method, goal: Board
) -> Divergence | None:
    """Return the first difference in the order of expansions, without a cause."""
    compared = 0
    for index, run in enumerate(runs):
        if compared >= MAX_EXACT:
            break
        compared += len(run.states)
        expected = _selected_states(Problem(Board(*goal.size, tuple(run.start)), goal), method)
        for number, (own, other) in enumerate(zip_longest(run.selected, expected), 1):
            if own == other:
                continue
            if own is None and not (run.has_found or run.has_given_up):  # stopped by a limit
                break
            yours, theirs = _boards(goal, own, other)
            words = f"Expansion {number:,}: your search {_verb(yours, 'stops here')}, "
            words += f"{method.title} {_verb(theirs, 'has already ended')}"
            return Divergence(number, yours, theirs, words, Cause.UNKNOWN, index)
    return None


def _explained(
    found: Diagnosis, runs: Sequence[RecordedRun], method: Method, goal: Board
) -> Divergence:
    """Return a diagnosis with a violation as a divergence."""
    violation, run = found.violation, runs[found.run]
    assert violation is not None
    words = explain(found, run, method.title, goal.size)
    yours, other = _boards(goal, dict(enumerate(run.states)).get(violation.at), violation.other)
    return Divergence(violation.at + 1, yours, other, words, found.cause, found.run)


def _boards(goal: Board, *states: State | None) -> list[Board | None]:
    return [None if state is None else Board(*goal.size, tuple(state)) for state in states]


def _verb(board: Board | None, ended: str) -> str:
    return ended if board is None else f"expands {board}"


def _selected_states(problem: Problem, method: Method) -> Iterator[State]:
    """Yield the states that a search expands and, at its end, the goal."""
    search = start(problem, method)
    stepping = search.stepping
    while True:
        ahead, count = stepping.current() if stepping.is_on_next else None, search.expanded
        status = search.advance(1)
        if search.expanded > count:
            yield bytes((ahead or stepping.current()).tiles)
        if status is not Status.RUNNING:
            if status is Status.SOLVED:
                yield bytes(problem.goal.tiles)
            return
