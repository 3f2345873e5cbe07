"""The result of a search in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from puzzler.board.scenario import Problem
from puzzler.game.core.distances import ShortestLength
from puzzler.game.watch.run import Run, outcome_text, solution_text
from puzzler.search.method import Method
from puzzler.search.options import LimitKind
from puzzler.search.result import Improvement, Outcome, SearchResult, SearchStats, thin_out
from puzzler.solver.commands import Commit
from tests.game.fakes import LONG_SOLUTION, NEAR, SOLUTION, FakeHandle


@pytest.mark.parametrize(
    ("length", "shortest", "factor", "comparison"),
    [
        (51, ShortestLength(51, 51), None, ", the shortest possible"),
        (51, ShortestLength(51), None, ", the shortest possible"),
        (53, ShortestLength(51, 51), 2.0, " (the shortest is 51)"),
        (1203, ShortestLength(1001, 1001), None, " (the shortest is 1,001)"),
        (53, ShortestLength(44), None, " (the shortest takes at least 44)"),
        (53, ShortestLength(44), 2.0, " (the shortest takes at least 44)"),
        (53, ShortestLength(20), 2.0, " (at most twice the shortest)"),
        (53, ShortestLength(20), 1.5, " (at most 1.5 times the shortest)"),
        (53, ShortestLength(), 2.0, " (at most twice the shortest)"),
        (53, ShortestLength(0, 53, is_computing=True), None, ""),
    ],
)
def test_a_solution_is_compared_with_the_shortest(length, shortest, factor, comparison):
    expected = f"Solution found: {length:,} moves{comparison}"
    assert solution_text(length, shortest, factor) == expected


def test_a_single_move_is_singular():
    assert solution_text(1, ShortestLength(0)) == "Solution found: 1 move"
    text = solution_text(53, ShortestLength(49, 49), is_from_here=True)
    assert text == "Solution found: 53 moves from here (the shortest is 49)"


def make_run(moves=(), status=Outcome.LIMIT, **result: Any) -> Run:
    problem, method = Problem(NEAR.start, NEAR.goal), Method("greedy", "manhattan")
    run = Run(problem, method, None, 1)
    result = {"stats": SearchStats(expanded=1234)} | result
    run.end(
        SearchResult(
            status=status,
            start=NEAR.start,
            goal=NEAR.goal,
            algorithm="greedy",
            heuristic="manhattan",
            weight=1.0,
            moves=moves,
            **result,
        )
    )
    return run


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (
            {"limit_reached": LimitKind.MEMORY, "stats": SearchStats(1234, stored=2_000_000)},
            "Out of memory after 2 million states",
        ),
        (
            {
                "limit_reached": LimitKind.MEMORY,
                "stats": SearchStats(stored=5, memory_bytes=2_000_000_000),
            },
            "Out of memory (2.0 GB) after 5 states",
        ),
        (
            {"limit_reached": LimitKind.TIME, "stats": SearchStats(elapsed=7)},
            "Out of time after 7.0 s",
        ),
        ({"limit_reached": LimitKind.EXPANSIONS}, "Stopped at the limit of 1,234 expanded states"),
        ({}, "No solution found after 1,234 states"),
        ({"note": "too large"}, "Too large"),
        ({"status": Outcome.UNSOLVABLE}, "Unsolvable: 1,234 reachable states searched"),
        ({"status": Outcome.CANCELLED}, "Search stopped"),
    ],
)
def test_a_search_without_a_solution_states_the_reason(result, text):
    assert outcome_text(make_run(**result), ShortestLength()) == text


@pytest.mark.parametrize(("own", "other"), [(9, 0), (0, 9), (3, 9)])
def test_the_reason_includes_the_best_lower_bound(own, other):
    run = make_run(limit_reached=LimitKind.EXPANSIONS, lower_bound=own)
    reason = "Stopped at the limit of 1,234 expanded states"
    expected = f"{reason}. No solution has fewer than 9 moves"
    assert outcome_text(run, ShortestLength(other)) == expected


def test_a_running_search_has_no_outcome_until_it_has_a_solution():
    run = Run(Problem(NEAR.start, NEAR.goal), Method(), None, 1)
    assert outcome_text(run, ShortestLength()) == ""
    run.offer(SOLUTION)
    assert outcome_text(run, ShortestLength()) == "Solution found: 3 moves"


def test_the_guarantee_of_the_result_is_used():
    run = make_run(SOLUTION, status=Outcome.SOLVED, bound_factor=2)
    assert (
        outcome_text(run, ShortestLength())
        == "Solution found: 3 moves (at most twice the shortest)"
    )


def test_changed_moves_are_sent_to_the_search_even_if_enough_are_fixed():
    handle = FakeHandle(Problem(NEAR.start, NEAR.goal), Method("anytime"), 1)
    run = Run(handle.problem, handle.method, handle, 1)
    run.offer(LONG_SOLUTION)
    run.keep_ahead(6)
    run.keep_ahead(6)
    assert handle.sent == [Commit(LONG_SOLUTION, 6)]
    run.offer(SOLUTION)
    run.keep_ahead(6)
    assert handle.sent[1:] == [Commit(SOLUTION, 3)]


def test_the_shown_improvements_are_thinned():
    steps = tuple(Improvement(float(number), number, 3, 1) for number in range(5_000))
    run = make_run(SOLUTION, status=Outcome.SOLVED, improvements=steps)
    assert run.result.improvements == steps
    assert run.improvements == thin_out(steps)
