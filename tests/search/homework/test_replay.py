"""Traces, and replays of searches on graphs of a few states, which are named by letters."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from puzzler.board import Board, Move
from puzzler.board.scenario import Problem
from puzzler.search.homework.causes import Cause
from puzzler.search.homework.divergence import _selected_states, find_divergence, run_of_trace
from puzzler.search.homework.linear_space import RecursiveRules, replay_passes
from puzzler.search.homework.replay import BestFirstRules, Duplicates
from puzzler.search.homework.runs import Reason, RecordedRun
from puzzler.search.method import Method


def make_run(edges: str, expanded: str) -> RecordedRun:
    """Return a run without a solution. An upper-case letter starts a pass."""
    near = {
        letter.encode(): tuple(
            edge.replace(letter, "").encode() for edge in edges.split() if letter in edge
        )
        for letter in edges.replace(" ", "")
    }
    return RecordedRun(
        start=b"a",
        goal=b"z",
        states=tuple(letter.lower().encode() for letter in expanded),
        is_root=tuple(map(str.isupper, expanded)),
        has_found=False,
        neighbours=near.__getitem__,
        has_given_up=True,
    )


@pytest.mark.parametrize(
    ("edges", "expanded", "threshold", "reason"),
    [
        ("ab bc", "Abc", 9, None),
        ("ab bc", "A", 0, Reason.GIVEN_UP_PRUNED),
        ("ab bc", "AbA", 1, Reason.SKIPPED),  # b was reached in the pass before
        ("ab ac bc", "Abcc", 9, Reason.SKIPPED_KNOWN),  # after a state on the path
        ("ab ac bc", "Abcacb", 9, Reason.SKIPPED_ON_PATH),  # twice on the path, and left once
    ],
)
def test_the_first_violation_or_omission_of_depth_first_passes(
    edges: str, expanded: str, threshold: float, reason: Reason | None
) -> None:
    found = replay_passes(make_run(edges, expanded), lambda _state: 0, first=threshold)
    assert (found and found.reason) == reason


@pytest.mark.parametrize(
    ("rules", "reason"),
    [(BestFirstRules(), Reason.GIVEN_UP), (RecursiveRules(), Reason.RECURSION)],
)
def test_a_search_may_end_only_if_no_state_is_left(
    rules: BestFirstRules | RecursiveRules, reason: Reason
) -> None:
    assert rules.replay(make_run("ab bc", "Abc"), lambda _state: 0) is None
    found = rules.replay(make_run("ab bc", "Ab"), lambda _state: 0)
    assert found is not None
    assert (found.reason, found.other, found.at) == (reason, b"c", 2)


def test_a_repeated_expansion_names_the_first_one() -> None:
    values = {b"b": 2, b"x": 9}
    run = make_run("ab ac ce ed bd dx", "Acedbdd")  # b opens a shorter path to d
    found = BestFirstRules().replay(run, lambda state: values.get(state, 0))
    assert found is not None
    assert (found.reason, found.source) == (Reason.EXPANDED_BEFORE, 4)


def test_a_node_that_is_not_moved_in_the_heap_has_its_first_place() -> None:
    values = {b"t": 3, b"u": 2, b"v": 4, b"s": 6, b"o": 9}
    run = make_run("ap pq qr rs at tu us av vs ao", "Apqrtuvo")  # s has f = 10, 9 and 8
    run = replace(run, has_given_up=False)
    found = [
        BestFirstRules(duplicates=each).replay(run, lambda state: values.get(state, 0))
        for each in (Duplicates.UNSIFTED, Duplicates.CLOSED)
    ]
    assert [each and each.other for each in found] == [None, b"s"]


def test_the_start_is_a_root_only_if_its_path_is_empty() -> None:
    start = Board.parse("1 2 3/4 0 6/7 5 8")
    traced = [(start, None), (start.apply(Move.DOWN), 1.0), (start, 2.0), (start, 0.0)]
    run = run_of_trace(traced, Problem(start, Board.solved(3, 3)))
    assert run.is_root == (True, False, False, True)


def test_a_search_that_gives_up_differs_and_a_stopped_one_does_not() -> None:
    problem, method = Problem(Board.parse("1 2 3/4 0 6/7 5 8"), Board.solved(3, 3)), Method("bfs")
    traced = [
        (Board(3, 3, tuple(state)), None) for state in islice(_selected_states(problem, method), 3)
    ]
    run = run_of_trace(traced, problem)
    assert find_divergence([run], method, problem.goal) is None
    found = find_divergence([replace(run, has_given_up=True)], method, problem.goal)
    assert found is not None
    assert (found.cause, found.number) == (Cause.GAVE_UP, 4)
