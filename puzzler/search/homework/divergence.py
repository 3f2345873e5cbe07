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
from puzzler.search.homework.runs import RecordedRun, State, neighbours_of, split_at_goal
from puzzler.search.method import Method
from puzzler.search.starting import start

MAX_BYTES = 100 << 20
"""Limit on the size of a file with a trace."""
LARGEST = 1e9
"""Upper limit on g and f in such a file."""
MAX_EXACT = 10_000
"""Limit on the expansions that are compared one by one on all boards together."""


@dataclass(frozen=True)
class TracedState:
    """A state expanded by a search. g and f are None if the trace lacks them."""

    board: Board
    g: float | None = None
    f: float | None = None


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

    @property
    def is_fault(self) -> bool:
        """Whether the difference is a fault of the user's search."""
        return self.cause.is_fault


def read_trace(file: Path) -> list[TracedState]:
    """Return the boards in a file of JSON lines. Raises PuzzlerError if the file is invalid."""
    try:
        text = resources.read_whole(file, MAX_BYTES).decode("utf-8", "replace")
    except OSError as error:
        raise PuzzlerError(f"{file}: {reading_failure(error)}") from None
    found = list[TracedState]()
    for number, line in enumerate(text.split("\n"), 1):
        try:
            record = parse_json(line) if line.strip() else {}
            if not isinstance(record, dict):
                raise ValueError("not a JSON object")
            if "board" in record:
                g, f = (_number(record, key) for key in "gf")
                found.append(TracedState(Board.parse(str(record["board"])), g, f))
        except json.JSONDecodeError:
            raise PuzzlerError(f"{file}, line {number}: not a JSON object") from None
        except ValueError as error:
            raise PuzzlerError(
                f"{file}, line {number}: {getattr(error, 'reason', error)}"
            ) from None
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


def run_of_trace(traced: Sequence[TracedState], problem: Problem) -> RecordedRun:
    """Return the run of another program."""
    states = [bytes(each.board.tiles) for each in traced]
    first = bytes(problem.start.tiles)
    are_roots = [s == first and not each.g for s, each in zip(states, traced, strict=True)]
    has_found = states[-1:] == [bytes(problem.goal.tiles)]
    return replace(_run(problem, states, are_roots), has_found=has_found)


def run_of_search(search: CustomSearch, problem: Problem) -> RecordedRun:
    """Return the run of a user's search until now."""
    first = bytes(problem.start.tiles)
    are_roots = [
        state == first and record[PARENT] == NONE
        for state, record in zip(search.states, search.records, strict=True)
    ]
    nodes = [
        (state, record[PARENT])
        for state, record in zip(search.states, search.records, strict=True)
        if record[PARENT] != NONE
    ]
    return replace(
        _run(problem, search.states, are_roots),
        expands_again=len({*nodes}) < len(nodes),
        has_found=search.solution() is not None,
        has_given_up=search.has_given_up,
        is_by_tests=search.is_by_tests,
    )


def _run(problem: Problem, states: Sequence[State], are_roots: Sequence[bool]) -> RecordedRun:
    first, goal = bytes(problem.start.tiles), bytes(problem.goal.tiles)
    states = split_at_goal(states, goal)
    roots = tuple(are_roots[: len(states)])
    return RecordedRun(
        start=first,
        goal=goal,
        states=states,
        is_root=roots,
        has_found=False,
        neighbours=neighbours_of(*problem.goal.size),
    )


class Comparison:
    """Compares the runs of a user's search on several boards with those of a method."""

    def __init__(self, method: Method, goal: Board) -> None:
        self.method = method
        self.goal = goal
        self.runs: list[RecordedRun] = []
        self._first: Divergence | None = None
        """The first difference in the order of expansions."""
        self._compared = 0

    def add(self, run: RecordedRun) -> None:
        """Add the run on one board. Runs are added nearest board first."""
        if run.is_by_tests and self.method.algorithm not in ("idastar", "iddfs"):
            run = run.without_repeated_states()  # a popped duplicate can be tested and discarded
        self.runs.append(run)
        if self._first is None and self._compared < MAX_EXACT:
            self._first = self._compare(run)
            self._compared += len(run.states)

    def _compare(self, run: RecordedRun) -> Divergence | None:
        problem = Problem(Board(*self.goal.size, tuple(run.start)), self.goal)
        expected = _selected_states(problem, self.method)
        for number, (own, other) in enumerate(zip_longest(run.selected, expected), 1):
            if own == other:
                continue
            if own is None and not (run.has_found or run.has_given_up):  # stopped by a limit
                return None
            yours, theirs = (
                None if each is None else Board(*self.goal.size, tuple(each))
                for each in (own, other)
            )
            words = f"Expansion {number:,}: your search {_verb(yours, 'stops here')}, "
            words += f"{self.method.title} {_verb(theirs, 'has already ended')}"
            return Divergence(number, yours, theirs, words, Cause.UNKNOWN, len(self.runs) - 1)
        return None

    def divergence(self) -> Divergence | None:
        """Return the difference with its cause, or None if all expansions are the same."""
        first = self._first
        if first is None:
            found = longer_path(self.runs) if self.method.algorithm in SELECTING else None
            return None if found is None else self._explained(found)
        problem = Problem(Board(*self.goal.size, tuple(self.runs[0].start)), self.goal)
        tables = start(problem, self.method).task.tables
        found = diagnose(self.runs, self.method, tables, self.goal)
        cause, violation = (
            (Cause.NOT_JUDGED, None) if found is None else (found.cause, found.violation)
        )
        if found is None or violation is None:
            run = self.runs[first.run]
            if cause is Cause.TIE and first.number > len(run.states) and self._are_early_ends:
                cause = Cause.EARLY_TEST
            shown = "" if cause is Cause.NOT_RECORDED else f"{first.words}: "
            words = f"{shown}{cause.title}; {cause.advice}"
            return replace(first, words=words, cause=cause)
        return self._explained(found)

    def _explained(self, found: Diagnosis) -> Divergence:
        """Return a diagnosis with a violation as a divergence."""
        violation = found.violation
        assert violation is not None
        run, size = self.runs[found.run], self.goal.size
        words = explain(found, run, self.method.title, size)
        yours, other = (
            None if each is None else Board(*size, tuple(each))
            for each in (dict(enumerate(run.states)).get(violation.at), violation.other)
        )
        return Divergence(violation.at + 1, yours, other, words, found.cause, found.run)

    @property
    def _are_early_ends(self) -> bool:
        return all(run.has_early_end for run in self.runs if run.has_found)


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
