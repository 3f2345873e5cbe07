"""Correct programs pass in any style, and faults of wrong programs are diagnosed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from puzzler.board import Board
from puzzler.search.custom import search as custom_search
from puzzler.search.custom.source import find
from puzzler.search.homework import divergence, search_check
from puzzler.search.homework.causes import Cause
from puzzler.search.homework.divergence import _selected_states
from puzzler.search.homework.search_check import check_search
from puzzler.search.method import Method
from puzzler.search.options import When
from tests.search.in_process import MAX_EXPANDED, InProcess

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
    ("blind:dfs_cs188", "dfs late", {None}),
    ("blind:dfs_push", "dfs", {Cause.REVERSE_ORDER}),
    ("blind:bfs_own_moves", "bfs", {None}),
    ("blind:bidirectional", "bidirectional", {Cause.NOT_JUDGED}),
    ("passes:idastar_path", "idastar", {None, Cause.PATH_CHECK}),
    ("passes:idastar_parent", "idastar", {Cause.ORDER}),
    ("passes:idastar_predecessor", "idastar", {Cause.PREDECESSOR}),
    ("passes:iddfs_plain", "iddfs", {None, Cause.ORDER}),
    ("passes:iddfs_predecessor", "iddfs", {Cause.PREDECESSOR}),
    ("styles:astar_decrease_key", "astar", {Cause.TIE}),
    ("styles:bfs_generator", "bfs", {None}),
    ("published:astar_cost_so_far", "astar", {Cause.STALE}),
    ("published:astar_open_set", "astar", {Cause.TIE}),
    ("published:astar_f_carried", "astar", {None}),
    ("published:astar_own_moves", "astar", {None}),
    ("published:astar_own_moves_early", "astar", {Cause.NOT_RECORDED}),
    ("published:greedy_cost_so_far", "greedy", {Cause.STALE}),
    ("published:bfs_reversed", "bfs", {Cause.TIE}),
    ("published:idastar_own_moves", "idastar", {None}),
    ("priorities:astar_smallest_g", "astar", {Cause.TIE}),
    ("priorities:bfs_own_goal", "bfs", {None}),
    ("states:bfs_copied", "bfs", {None}),
    ("states:iddfs_taken_back", "iddfs", {Cause.ORDER}),
    ("examined:astar_strings", "astar", {Cause.TIE}),
    ("examined:recursive_best_first", "idastar", {Cause.RECURSIVE}),
    ("memory:astar_decrease_key", "astar", {None, Cause.TIE}),
    ("memory:rbfs", "astar", {Cause.RECURSIVE}),
    ("memory:rbfs", "idastar", {Cause.RECURSIVE}),
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
    ("best_first:astar_greedy", "bfs", {Cause.BY_H}),
    ("best_first:astar_plain", "greedy", {Cause.BY_F}),
    ("styles:astar_constant_g", "astar", {Cause.GREEDY}),
    ("styles:astar_only_parent", "astar", {Cause.NO_DUPLICATES}),
    ("styles:astar_squared", "astar", {Cause.HEURISTIC}),
    ("styles:idastar_g_twice", "idastar", {Cause.G_TWICE}),
    ("styles:idastar_doubled", "idastar", {Cause.THRESHOLD}),
    ("passes:idastar_parent", "astar", {Cause.PASSES}),
    ("best_first:astar_plain", "idastar", {Cause.BY_F}),
    ("best_first:astar_weighted", "astar", {Cause.WEIGHTED}),
    ("best_first:astar_minus_h", "astar", {Cause.H_SUBTRACTED}),
    ("best_first:astar_without_abs", "astar", {Cause.HEURISTIC}),
    ("blind:bfs_frontier_only", "bfs", {Cause.FRONTIER_ONLY}),
    ("blind:bidirectional", "bfs", {Cause.GOAL_EXPANDED}),
    ("blind:bfs_unchecked", "bfs", {Cause.UNCHECKED}),
    ("blind:bfs_tree", "bfs", {Cause.NO_DUPLICATES}),
    ("blind:dfs_cs188", "bfs", {Cause.STACK}),
    ("blind:bfs_plain", "dfs", {Cause.QUEUE}),
    ("blind:dfs_unchecked", "dfs", {Cause.NO_DUPLICATES}),
    ("passes:idastar_predecessor_plus_one", "idastar", {Cause.THRESHOLD}),
    ("passes:idastar_predecessor_h_twice", "idastar", {Cause.H_TWICE}),
    ("passes:iddfs_predecessor_by_two", "iddfs", {Cause.DEPTH_STEP}),
    ("passes:idastar_f_is_g", "idastar", {Cause.F_IS_G}),
    ("passes:idastar_visited", "idastar", {Cause.SHARED_VISITED}),
    ("passes:idastar_plus_five", "idastar", {Cause.THRESHOLD}),
    ("passes:idastar_plus_one", "idastar", {Cause.THRESHOLD}),
    ("passes:iddfs_visited", "iddfs", {Cause.SHARED_VISITED}),
    ("published:astar_equal_cost", "astar", {Cause.EQUAL_PATH}),
    ("published:astar_h_summed", "astar", {Cause.H_SUMMED}),
    ("published:astar_old_priority", "astar", {Cause.OLD_PRIORITY}),
    ("published:astar_own_moves_greedy", "astar", {Cause.GREEDY}),
    ("published:greedy_cost_so_far", "astar", {Cause.GREEDY}),
    ("styles:astar_h_of_parent", "astar", {Cause.PARENT_H}),
    ("published:bfs_start_unmarked", "bfs", {Cause.START_UNMARKED}),
    ("published:bfs_set_of_tiles", "bfs", {Cause.GAVE_UP}),
    ("published:iddfs_kept_visited", "iddfs", {Cause.KEPT_VISITED}),
    ("published:iddfs_stack", "iddfs", {Cause.SHARED_VISITED}),
    ("published:idastar_high_threshold", "idastar", {Cause.THRESHOLD}),
    ("priorities:astar_h_squared", "astar", {Cause.H_SQUARED}),
    ("priorities:astar_larger", "astar", {Cause.LARGER}),
    ("priorities:astar_g_not_added", "astar", {Cause.G_CONSTANT}),
    ("priorities:astar_ten_nodes", "astar", {Cause.DROPPED}),
    ("priorities:astar_to_the_start", "astar", {Cause.HEURISTIC}),
    ("priorities:stack_sorted", "astar", {Cause.LOCAL_SORT}),
    ("priorities:idastar_only_h", "idastar", {Cause.F_IS_H}),
    ("priorities:idastar_parent_f", "idastar", {Cause.PARENT_F}),
    ("priorities:greedy_own_goal", "astar", {Cause.GREEDY}),
    ("states:bfs_next_row", "bfs", {Cause.WRAPPED}),
    ("states:astar_negative_index", "astar", {Cause.WRAPPED}),
    ("states:bfs_shared_list", "bfs", {Cause.SHARED_LIST}),
    ("states:astar_shared_rows", "astar", {Cause.SHARED_LIST}),
    ("examined:astar_reversed_comparison", "astar", {Cause.LAST_PATH}),
    ("examined:astar_three_per_depth", "astar", {Cause.DROPPED}),
    ("examined:astar_half", "astar", {Cause.HEURISTIC}),
    ("examined:idastar_only_h_path", "idastar", {Cause.F_IS_H}),
    ("memory:astar_nodes_by_h", "astar", {Cause.GREEDY}),
    ("memory:astar_nodes_by_state", "astar", {Cause.HEURISTIC}),
    ("memory:rbfs_not_inherited", "astar", {Cause.NOT_INHERITED}),
    ("memory:rbfs_second", "idastar", {Cause.BACKED_UP}),
    ("memory:rbfs_not_stored", "astar", {Cause.BACKED_UP}),
    ("memory:rbfs_alternative", "astar", {Cause.F_LIMIT}),
    ("memory:rbfs_only_h", "astar", {Cause.GREEDY}),
)


class SharedStates:
    """The states of a built-in search, computed on first use."""

    def __init__(self, states: Iterator[bytes]) -> None:
        self.states = states
        self.read: list[bytes] = []

    def __iter__(self) -> Iterator[bytes]:
        yield from self.read
        for state in self.states:
            self.read.append(state)
            yield state


@pytest.fixture(scope="module", autouse=True)
def _few_expansions() -> Iterator[None]:
    """Limit the total number of expansions per search to a few thousand."""
    select = cache(lambda *run: SharedStates(_selected_states(*run)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(custom_search, "start_code", InProcess)
        patch.setattr(search_check, "SEARCH_BOARDS", 8)
        patch.setattr(search_check, "MAX_TOTAL", 1_000)
        patch.setattr(search_check, "count_of", lambda *shape: MAX_EXPANDED)
        patch.setattr(divergence, "_selected_states", select)
        yield


def _check(program: str, against: str, boards: Sequence[Board] = ()) -> search_check.SearchReport:
    file, function = program.split(":")
    duplicates = When.LATE if against.endswith(" late") else When.EARLY
    source = find(f"{PROGRAMS / file}.py:{function}")
    return check_search(
        source,
        GOAL,
        Method(source.name, "manhattan"),
        Method(against.removesuffix(" late"), "manhattan", ties="fifo", duplicates=duplicates),
        boards,
    )


@pytest.mark.parametrize(("program", "against", "causes"), RIGHT)
def test_a_correct_program_agrees(program: str, against: str, causes: set[Cause | None]) -> None:
    report = _check(program, against)
    assert not report.has_fault
    assert (report.divergence and report.divergence.cause) in causes


@pytest.mark.parametrize(("program", "against", "causes"), WRONG)
def test_the_fault_of_a_wrong_program_is_named(
    program: str, against: str, causes: set[Cause]
) -> None:
    report = _check(program, against)
    assert report.has_fault
    assert report.divergence is not None
    assert report.divergence.cause in causes
    assert f"{report.divergence.number:,}" in report.divergence.words


def test_a_longer_path_that_replaces_a_shorter_one_is_reported() -> None:
    board = Board.parse("7 2 3/5 0 6/1 4 8")  # closer boards rarely show the fault
    report = _check("best_first:astar_last_path", "astar", [board])
    assert report.divergence is not None
    assert report.divergence.cause is Cause.LAST_PATH


@pytest.mark.parametrize(
    ("program", "cause"),
    [
        ("astar_in_place", Cause.OLD_PRIORITY),
        ("astar_removed", Cause.DECREASE_KEY),
        ("astar_old_g", Cause.OLD_COST),
        ("astar_old_parent", Cause.OLD_PARENT),
    ],
)
def test_a_wrong_decrease_key_is_named(program: str, cause: Cause) -> None:
    boards = [*map(Board.parse, ("1 2 3/8 6 7/4 0 5", "1 6 5/4 2 0/7 3 8", "7 2 3/5 0 6/1 4 8"))]
    report = _check(f"memory:{program}", "astar", boards)
    assert report.divergence is not None
    assert report.divergence.cause is cause
    assert report.divergence_at == boards[0]


def test_a_memory_bounded_search_is_not_judged_by_its_repeated_expansions() -> None:
    boards = [*map(Board.parse, ("2 1 5/4 0 3/7 8 6", "1 5 2/6 8 0/3 4 7"))]
    report = _check("memory:sma", "astar", boards)
    assert report.divergence is not None
    assert report.divergence.cause is Cause.FORGOTTEN
    assert not report.has_fault
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("puzzler.search.homework.runs._MIN_LOOP", MAX_EXPANDED // 4)
        report = _check("memory:sma_old_f", "astar", boards)
    assert report.divergence is not None
    assert report.divergence.cause is Cause.NOT_REMEMBERED


def test_h_of_the_goal_that_is_not_0_is_not_a_tie() -> None:
    """The goal is always the last of the nodes with its f, also of those that are younger."""
    boards = [*map(Board.parse, ("3 5 6/0 1 2/4 7 8", "7 0 2/5 1 3/8 4 6", "5 1 3/0 2 7/8 6 4"))]
    report = _check("priorities:astar_goal_is_one", "astar", boards)
    assert report.divergence is not None
    assert "not 0 at the goal" in report.divergence.words
    assert not _check("priorities:astar_smallest_g", "astar", boards).has_fault


def test_two_causes_that_the_boards_do_not_separate_are_both_named() -> None:
    board = Board.parse("1 2 3/8 6 7/4 0 5")
    report = _check("published:astar_old_priority", "astar", [board])
    assert report.divergence is not None
    assert Cause.OLD_PRIORITY.title in report.divergence.words
    assert Cause.PUSHED.title in report.divergence.words
    boards = [board, Board.parse("1 6 5/4 2 0/7 3 8")]
    report = _check("published:astar_old_priority", "astar", boards)
    assert report.divergence is not None
    assert Cause.PUSHED.title not in report.divergence.words


def test_two_rules_for_duplicates_without_a_difference_are_both_named() -> None:
    report = _check("examined:greedy_unchecked", "greedy")
    assert report.divergence is not None
    assert Cause.NO_DUPLICATES.title in report.divergence.words
    assert Cause.FRONTIER_ONLY.title in report.divergence.words


@pytest.mark.parametrize(
    ("program", "against", "board", "extra"),
    [
        ("bidirectional_generated", "bidirectional", "4 6 5/2 3 1/7 8 0", 4),
        ("bidirectional_expanded", "astar", "5 1 2/8 6 3/0 4 7", 2),
    ],
)
def test_two_sides_that_end_when_they_first_meet_are_reported(
    program: str, against: str, board: str, extra: int
) -> None:
    report = _check(f"states:{program}", against, [Board.parse(board)])
    assert report.divergence is not None
    assert report.divergence.cause is Cause.FIRST_MEETING
    assert f"{extra} moves longer than the shortest" in report.divergence.words


def test_a_list_of_actions_that_all_nodes_share_is_reported() -> None:
    failed = _check("states:bfs_shared_path", "bfs").first_failure
    assert failed is not None
    assert "share one list of actions" in failed.failure
