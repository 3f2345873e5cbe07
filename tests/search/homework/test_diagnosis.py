"""Mutation tests: right programs pass in any style, wrong ones are found and named."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzler.board import Board
from puzzler.search.custom.source import find
from puzzler.search.homework import search_check
from puzzler.search.homework.diagnosis import Cause
from puzzler.search.homework.search_check import check_search
from puzzler.search.method import Method

PROGRAMS = Path(__file__).parent / "programs"
GOAL = Board.solved(3, 3)
RIGHT: tuple[tuple[str, str, set[Cause | None]], ...] = (
    ("best_first:astar_cs188", "astar", {None, Cause.TIE}),
    ("best_first:astar_aima", "astar", {Cause.TIE}),
    ("best_first:astar_plain", "astar", {Cause.TIE}),
    ("best_first:astar_own_manhattan", "astar", {None, Cause.TIE}),
    ("best_first:astar_early", "astar", {None, Cause.EARLY_TEST, Cause.TIE}),
    ("best_first:ucs_cs188", "bfs", {None, Cause.TIE}),
    ("best_first:greedy_cs188", "greedy", {None, Cause.TIE}),
    ("blind:bfs_plain", "bfs", {None}),
    ("blind:bfs_aima", "bfs", {Cause.EARLY_TEST}),
    ("blind:bfs_layers", "bfs", {Cause.TIE}),
    ("blind:dfs_cs188", "dfs", {Cause.DUPLICATES_LATE}),
    ("blind:dfs_push", "dfs", {Cause.REVERSE_ORDER}),
    ("blind:bfs_own_moves", "bfs", {Cause.NOT_RECORDED}),
    ("blind:bidirectional", "bidirectional", {Cause.NOT_JUDGED}),
    ("passes:idastar_path", "idastar", {None, Cause.PATH_CHECK}),
    ("passes:idastar_parent", "idastar", {Cause.ORDER}),
    ("passes:iddfs_plain", "iddfs", {None, Cause.ORDER}),
)
WRONG: tuple[tuple[str, str, set[Cause]], ...] = (
    ("best_first:astar_push", "astar", {Cause.PUSHED}),
    ("best_first:astar_unchecked", "astar", {Cause.UNCHECKED}),
    ("best_first:astar_tree", "astar", {Cause.NO_DUPLICATES}),
    ("best_first:astar_greedy", "astar", {Cause.GREEDY}),
    ("best_first:astar_uniform", "astar", {Cause.UNIFORM_COST}),
    ("best_first:astar_g_twice", "astar", {Cause.G_TWICE}),
    ("best_first:astar_h_twice", "astar", {Cause.H_TWICE}),
    ("best_first:astar_h_in_g", "astar", {Cause.H_IN_G}),
    ("best_first:astar_largest", "astar", {Cause.LARGEST}),
    ("best_first:astar_blank", "astar", {Cause.HEURISTIC}),
    ("best_first:astar_transposed", "astar", {Cause.HEURISTIC}),
    ("best_first:astar_other_goal", "astar", {Cause.HEURISTIC}),
    ("best_first:astar_double_conflict", "astar", {Cause.HEURISTIC}),
    ("best_first:astar_greedy", "bfs", {Cause.GREEDY_BEST_FIRST}),
    ("best_first:astar_cs188", "idastar", {Cause.ASTAR}),
    ("best_first:astar_weighted", "astar", {Cause.WEIGHTED}),
    ("best_first:astar_minus_h", "astar", {Cause.H_SUBTRACTED}),
    ("best_first:astar_parent_h", "astar", {Cause.PARENT_H}),
    ("best_first:astar_last_path", "astar", {Cause.LAST_PATH}),
    ("best_first:astar_without_abs", "astar", {Cause.HEURISTIC}),
    ("blind:bfs_frontier_only", "bfs", {Cause.FRONTIER_ONLY}),
    ("blind:bidirectional", "bfs", {Cause.GOAL_EXPANDED}),
    ("blind:bfs_unchecked", "bfs", {Cause.UNCHECKED}),
    ("blind:bfs_tree", "bfs", {Cause.NO_DUPLICATES}),
    ("blind:dfs_cs188", "bfs", {Cause.STACK}),
    ("blind:bfs_plain", "dfs", {Cause.QUEUE}),
    ("blind:dfs_unchecked", "dfs", {Cause.NO_DUPLICATES}),
    ("passes:idastar_predecessor", "idastar", {Cause.PREDECESSOR}),
    ("passes:idastar_f_is_g", "idastar", {Cause.F_IS_G}),
    ("passes:idastar_visited", "idastar", {Cause.SHARED_VISITED}),
    ("passes:idastar_plus_five", "idastar", {Cause.THRESHOLD}),
    ("passes:idastar_plus_one", "idastar", {Cause.THRESHOLD}),
    ("passes:iddfs_visited", "iddfs", {Cause.SHARED_VISITED}),
)


@pytest.fixture(autouse=True)
def _few_expansions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search is run until it has expanded a few thousand states in all."""
    monkeypatch.setattr(search_check, "SEARCH_BOARDS", 4)
    monkeypatch.setattr(search_check, "MAX_TOTAL", 1_500)
    monkeypatch.setattr(search_check, "count_of", lambda *shape: 3_000)


def _check(program: str, against: str) -> search_check.SearchReport:
    file, function = program.split(":")
    source = find(f"{PROGRAMS / file}.py:{function}")
    return check_search(
        source,
        GOAL,
        Method(source.name, "manhattan"),
        Method(against, "manhattan" if against != "bfs" else "zero", ties="fifo"),
    )


@pytest.mark.parametrize(("program", "against", "causes"), RIGHT)
def test_a_right_program_agrees(program: str, against: str, causes: set[Cause | None]) -> None:
    report = _check(program, against)
    assert not report.has_fault
    assert (report.divergence and report.divergence.cause) in causes


@pytest.mark.parametrize(("program", "against", "causes"), WRONG)
def test_a_wrong_program_is_named(program: str, against: str, causes: set[Cause]) -> None:
    report = _check(program, against)
    assert report.has_fault
    assert report.divergence is not None
    assert report.divergence.cause in causes
    assert f"{report.divergence.number:,}" in report.divergence.words
