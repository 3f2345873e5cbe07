"""The checks of heuristics and searches as lines of text and as rows of a table."""

from __future__ import annotations

from typing import Any

import pytest

from puzzler.board import Board, Move
from puzzler.search.homework.causes import Cause
from puzzler.search.homework.divergence import Divergence
from puzzler.search.homework.heuristic_check import Inconsistency, Overestimate, Report
from puzzler.search.homework.search_check import BoardResult, SearchReport
from puzzler.search.report.checks import heuristic_cells, heuristic_lines, search_lines
from puzzler.search.result import SearchStats

GOAL = Board.solved(2, 2)
NEAR = GOAL.apply(Move.UP)


def checked(**figures: Any) -> Report:
    """Return a report on a correct heuristic, with some other figures."""
    usual: dict[str, Any] = {
        "title": "h", "goal": GOAL, "states": 12, "is_proof": True, "counterexample": None,
        "overestimates": 0, "inconsistency": None, "inconsistencies": 0, "goal_h": 0.0,
        "least_h": 0.0, "least_at": GOAL, "disagreement": None, "mean_h": 2.5,
        "mean_distance": 3.25, "means": {"zero": 0.0, "manhattan": 2.0}, "dominated_by": (),
        "dominates": (), "equals": (),
        "expansions": {"astar": {"h": 4.0, "zero": None}, "idastar": {"h": 5.5}},
        "searched": 9, "microseconds_per_call": 1.26, "not_compiled": None, "promises": {},
    }  # fmt: skip
    return Report(**usual | figures)


JUMP = Inconsistency(NEAR, Move.DOWN, 3.0, 0.5)
OVER = Overestimate(NEAR, 2.5, 1)


@pytest.mark.parametrize(
    ("figures", "label", "text"),
    [
        ({}, "admissible", "yes, proven over all 12 states"),
        ({}, "consistent", "yes, proven over all 12 states"),
        ({"is_proof": False}, "admissible", "no counterexample among 12 boards (not a proof)"),
        (
            {"counterexample": OVER, "overestimates": 1},
            "admissible",
            "no: 1 0/3 2 is 1 move from the goal, and h is 2.5; overestimates in 1 state",
        ),
        (
            {"counterexample": OVER, "overestimates": 3, "is_proof": False},
            "admissible",
            "no: 1 0/3 2 is 1 move from the goal, and h is 2.5; overestimates in 3 boards",
        ),
        (
            {"inconsistency": JUMP, "goal_h": 1.0},
            "consistent",
            "no: 1 0/3 2: moving the blank down changes h from 3 to 0.5",
        ),
        ({"goal_h": 1.0}, "consistent", "no: h is 1 at the goal"),
        ({"cause": "because"}, "cause", "because"),
        ({}, "cause", None),
        ({"least_h": -1.0}, "negative", "-1 for 1 2/3 0"),
        ({}, "negative", None),
        ({}, "mean", "h 2.50, true distance 3.25 over all states"),
        (
            {"is_proof": False},
            "mean",
            "h 2.50, true distance 3.25 over boards with a known distance",
        ),
        ({}, "", "zero 0.00, manhattan 2.00"),
        ({"dominates": ("a", "b")}, "dominates", "a, b (h(s) >= h(s) for all 12 states)"),
        ({"dominated_by": ("a",)}, "dominated by", "a (h(s) >= h(s) for all 12 states)"),
        ({"equals": ("a",), "is_proof": False}, "equals", "a (h(s) = h(s) for 12 boards)"),
        ({"expansions": None}, "expanded", "not measured: h has values below 0 or too large"),
        ({}, "expanded", "astar: h 4.0, zero stopped by a limit (mean of 9 boards)"),
        ({}, "call", "1.3 microseconds"),
        ({}, "compiled", None),
        ({"not_compiled": ""}, "compiled", "yes"),
        ({"not_compiled": "why"}, "compiled", "no, called as Python: why"),
        ({}, "declared", None),
        ({"promises": {"admissible": False}}, "declared", None),
        (
            {"promises": {"admissible": True, "consistent": False}},
            "declared",
            "proven: admissible",
        ),
        (
            {"promises": {"consistent": True}, "is_proof": False},
            "declared",
            "no counterexample: consistent",
        ),
        (
            {"promises": {"admissible": True, "consistent": True}, "inconsistency": JUMP},
            "declared",
            "does not hold: consistent",
        ),
    ],
)
def test_a_heuristic_has_a_line_for_each_result(
    figures: dict[str, Any], label: str, text: str | None
) -> None:
    lines = [*heuristic_lines(checked(**figures))]
    assert next((each for name, each in lines if name == label), None) == text


def test_a_heuristic_that_is_not_deterministic_has_no_other_result() -> None:
    lines = [*heuristic_lines(checked(disagreement=NEAR))]
    why = "h is not deterministic: two calls differ for 1 0/3 2"
    assert lines == [("heuristic", "h"), ("goal", str(GOAL)), ("not checked", why)]


@pytest.mark.parametrize(
    ("figures", "cells"),
    [
        ({}, ["yes", "yes", "2.50", "4.0", "5.5", "1.3", ""]),
        (
            {"is_proof": False, "expansions": None, "disagreement": NEAR, "cause": "because"},
            ["not proven", "not proven", "2.50", "", "", "1.3", "because; two calls differ"],
        ),
        (
            {"counterexample": OVER, "promises": {"admissible": True}},
            [
                *("no", "yes", "2.50", "4.0", "5.5", "1.3"),
                "declared but false: admissible; h 2.5 at distance 1: 1 0/3 2",
            ],
        ),
    ],
)
def test_a_heuristic_has_a_row_in_the_table_of_a_folder(
    figures: dict[str, Any], cells: list[str]
) -> None:
    assert [*heuristic_cells(checked(**figures))] == cells


def result(expanded: int, length: int | None = 4, **others: Any) -> BoardResult:
    stats = SearchStats(expanded=expanded, reopened=expanded // 10, peak_frontier=expanded + 1)
    fields = {"board": NEAR, "distance": 4, "length": length, "failure": ""} | others
    return BoardResult(stats=stats, **fields)


CRASH = result(7, None, failure="crash")
LIMITED = result(90, None, failure="not finished", is_limited=True)
DIFFERENT = Divergence(3, NEAR, GOAL, "Expansion 3: why", Cause.TIE, 0)


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        (
            SearchReport("s", GOAL, (result(10), result(30)), None, "BFS"),
            [
                ("solved", "2 of 2 boards, 2 with an optimal solution"),
                ("expanded", "mean 20.0, maximum 30; re-expansions: 4"),
                ("frontier", "maximum 31"),
                ("agrees", "expands the same states in the same order as BFS"),
            ],
        ),
        (
            SearchReport("s", GOAL, (result(10), CRASH, LIMITED, LIMITED), None, "BFS"),
            [
                ("solved", "1 of 4 boards, 1 with an optimal solution"),
                ("failed", "1 0/3 2, 4 moves from the goal: crash"),
                ("not finished", "2 boards: 1 0/3 2: not finished"),
                ("expanded", "mean 10.0, maximum 10; re-expansions: 1"),
                ("frontier", "maximum 11"),
                (
                    "agrees",
                    "expands the same states in the same order as BFS on the boards that it solves",
                ),
            ],
        ),
        (
            SearchReport("s", GOAL, (result(10, 6),), None, "", is_by_tests=True),
            [
                ("solved", "1 of 1 boards, 0 with an optimal solution"),
                ("not optimal", "1 0/3 2: 6 moves, the shortest solution has 4"),
                ("goal tests", "mean 10.0, maximum 10"),
                ("frontier", "maximum 11"),
            ],
        ),
        (
            SearchReport("s", GOAL, (result(10, 6),), None, "DFS", is_optimal_expected=False),
            [
                ("solved", "1 of 1 boards"),
                ("expanded", "mean 10.0, maximum 10; re-expansions: 1"),
                ("frontier", "maximum 11"),
                ("agrees", "expands the same states in the same order as DFS"),
            ],
        ),
        (
            SearchReport("s", GOAL, (CRASH,), None, "BFS"),
            [
                ("solved", "0 of 1 boards, 0 with an optimal solution"),
                ("failed", "1 0/3 2, 4 moves from the goal: crash"),
            ],
        ),
    ],
)
def test_a_search_has_a_line_for_each_result(
    report: SearchReport, expected: list[tuple[str, str]]
) -> None:
    assert [*search_lines(report)] == [("search", "s"), ("goal", str(GOAL)), *expected]


def test_a_difference_names_its_board() -> None:
    *_, label, words = search_lines(SearchReport("s", GOAL, (result(9),), DIFFERENT, "A*"))
    assert words == ("", "Expansion 3: why")
    assert label[0] == Cause.TIE.label and "A*" in label[1]
