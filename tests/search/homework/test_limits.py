"""The limits of checks of searches, and the requirements of assignments."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from puzzler.board import Board
from puzzler.search.custom.source import CodeFile
from puzzler.search.homework import search_check
from puzzler.search.homework.assignment import (
    ASKS,
    Assignment,
    Submission,
    TaskResult,
    grade,
    submissions,
)
from puzzler.search.homework.heuristic_check import Report
from puzzler.search.homework.search_check import FARTHEST, BoardResult, SearchReport, check_search
from puzzler.search.homework.task import CodeTask
from puzzler.search.method import Method
from puzzler.search.result import SearchStats

GOAL = Board.solved(2, 3)
SOURCE = CodeFile(Path("mine.py"), "search")
BFS = Method("bfs")


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Check a search that expands 10 states and fails on some of six boards."""
    distances = [1, 2, 3, FARTHEST, FARTHEST + 1, FARTHEST + 2]
    monkeypatch.setattr(
        search_check, "nearest_boards", lambda *_: [(GOAL, each) for each in distances]
    )
    monkeypatch.setattr(
        search_check, "measure_boards", lambda *_: [(GOAL, each) for each in distances]
    )
    monkeypatch.setattr(search_check, "hard_boards", lambda _: [])

    def run(*failures: str, chosen: tuple[Board, ...] = ()) -> list[BoardResult]:
        def search(_problem: object, distance: int, _method: object) -> Any:
            failure = dict(zip(distances, failures, strict=False)).get(distance, "")
            length = None if failure else distance
            stats = SearchStats(expanded=10)
            return BoardResult(
                board=GOAL, distance=distance, length=length, stats=stats, failure=failure
            ), None

        monkeypatch.setattr(search_check, "_search", search)
        return [*check_search(SOURCE, GOAL, BFS, chosen=chosen).boards]

    return run


def test_all_boards_are_searched_by_a_fast_search(check: Any) -> None:
    assert [(each.length, each.failure) for each in check()] == [
        (distance, "") for distance in (1, 2, 3, FARTHEST, FARTHEST + 1, FARTHEST + 2)
    ]


def test_after_two_endless_searches_the_others_are_skipped(check: Any) -> None:
    hung = "mine.py:search did not respond within 10 s (infinite loop?)"
    found = check("", hung, "another failure", hung)
    assert [each.failure for each in found[:4]] == ["", hung, "another failure", hung]
    skipped = "skipped: 2 earlier searches exceeded the time limit"
    assert [(each.failure, each.is_limited) for each in found[4:]] == [(skipped, False)] * 2


@pytest.mark.parametrize("chosen", [(), (GOAL,)])
def test_farther_boards_of_a_slow_search_are_skipped(
    check: Any, monkeypatch: pytest.MonkeyPatch, chosen: tuple[Board, ...]
) -> None:
    monkeypatch.setattr(search_check, "MAX_TOTAL", 30)
    found = check(chosen=chosen)
    assert [each.length for each in found[:3]] == [1, 2, 3]
    if chosen:
        assert all(each.length for each in found)
    else:
        skipped = "skipped: nearer boards took 30 expansions (limit of the check)"
        assert [(each.failure, each.is_limited) for each in found[3:]] == [(skipped, True)] * 3


@pytest.mark.parametrize(
    ("limit", "chosen", "count"), [(30, (), 4), (40, (), 4), (41, (), 5), (40, (GOAL,), 6)]
)
def test_only_a_fast_search_gets_far_boards(
    check: Any, monkeypatch: pytest.MonkeyPatch, limit: int, chosen: tuple[Board, ...], count: int
) -> None:
    monkeypatch.setattr(search_check, "MAX_NEAR", limit)
    assert len(check(chosen=chosen)) == count


def result(**fields: Any) -> BoardResult:
    return BoardResult(**{"board": GOAL, "distance": 4, "failure": ""} | fields)


LIMITED = result(failure="not finished", is_limited=True)


@pytest.mark.parametrize(
    ("ask", "boards", "is_passed"),
    [
        ("solves", (result(length=4),), True),
        ("solves", (result(length=6), LIMITED), True),
        ("solves", (LIMITED,), False),
        ("solves", (result(length=4), result(failure="crash")), False),
        ("shortest", (result(length=4),), True),
        ("shortest", (result(length=4), LIMITED), True),
        ("shortest", (result(length=4), result(length=6)), False),
        ("shortest", (LIMITED,), False),
        ("agrees", (result(length=4), LIMITED), True),
        ("agrees", (LIMITED,), False),
        ("agrees", (result(length=4), result(length=6)), False),
        ("agrees", (result(length=4), result(failure="crash")), False),
    ],
)
def test_a_search_passes_only_with_a_solution_and_without_a_fault(
    ask: str, boards: tuple[BoardResult, ...], is_passed: bool
) -> None:
    report = SearchReport("search", GOAL, boards, None, "BFS")
    assert ASKS[ask](CodeTask(ask=ask, algorithm="bfs"), report).is_passed is is_passed


@pytest.mark.parametrize(
    ("ask", "figures", "is_passed"),
    [
        ("expansions", {"expansions": {"astar": {"h": 10.0}}}, True),
        ("expansions", {"expansions": {"astar": {"h": 10.1}}}, False),
        ("expansions", {"expansions": {"astar": {"h": None}}}, False),
        ("expansions", {"expansions": None}, False),
        ("better", {"mean_h": 5.1, "means": {"manhattan": 5.0}}, True),
        ("better", {"mean_h": 5.0, "means": {"manhattan": 5.0}}, False),
        ("admissible", {"admissible": True}, True),
        ("admissible", {"admissible": None}, False),
        ("consistent", {"consistent": True}, True),
        ("consistent", {"consistent": None}, False),
        ("consistent", {"consistent": False}, False),
    ],
)
def test_a_heuristic_passes_only_by_a_proof_or_within_the_limit(
    ask: str, figures: dict[str, object], is_passed: bool
) -> None:
    report = {"title": "h", "is_proof": True, "states": 9, "goal": GOAL, "goal_h": 1}
    report |= {"counterexample": None, "inconsistency": None} | figures
    found = ASKS[ask](CodeTask(ask=ask, most=10), SimpleNamespace(**report))
    assert found.is_passed is is_passed


def test_a_heuristic_that_is_not_0_at_the_goal_is_not_consistent() -> None:
    figures = dict.fromkeys(Report.__annotations__) | {"inconsistency": None, "is_proof": True}
    for goal_h, expected in ((0, True), (1e-10, True), (1e-8, False), (-1, False)):
        report = object.__new__(Report)
        report.__dict__.update(figures | {"goal_h": goal_h})
        assert report.consistent is expected


def test_points_are_those_of_passed_tasks() -> None:
    tasks = [CodeTask(ask="solves", points=points) for points in (2, 0.5, 4)]
    found = [TaskResult(task, task.points < 4, "") for task in tasks]
    assert Submission("ada", tuple(found)).points == 2.5
    assert Assignment("", GOAL, tuple(tasks)).points == 6.5


def test_files_of_a_student_are_the_first_suitable_ones(tmp_path: Path) -> None:
    for file in ("ada/.hidden.py", "ada/b.py", "ada/a.py", "ada/a.txt", "bob/notes.txt"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("def other(board): pass\n")
    (tmp_path / "eve.py").touch()
    (tmp_path / "empty").mkdir()
    code, solution = CodeTask(ask="admissible", function="h"), CodeTask(ask="solution")
    names = [name for name, _ in submissions(tmp_path, Assignment("", GOAL, (code,)))]
    assert names == ["ada", "eve"]
    names = [name for name, _ in submissions(tmp_path, Assignment("", GOAL, (code, solution)))]
    assert names == ["ada", "bob", "eve"]
    found = grade(Assignment("", GOAL, (code, solution)), "ada", tmp_path / "ada")
    assert found.results[0].text.startswith("a.py has no function 'h'")
    assert "a.txt" in found.results[1].text
