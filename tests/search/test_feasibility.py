"""Warnings before a search: true claims only, by counting."""

from __future__ import annotations

import pytest

from puzzler.board import Board
from puzzler.search.feasibility import MOST, warning, within
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.registry import ALGORITHMS
from puzzler.search.solve import solve
from tests import naive

TWO_GIGABYTES = Limit(memory_bytes=2 * 10**9)


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (3, 4)])
def test_of_small_shapes_nothing_is_said(shape):
    for name in ALGORITHMS:
        for heuristic in (None, "zero"):
            assert warning(Method(name, heuristic, limit=TWO_GIGABYTES), *shape) == ""


def test_a_blind_search_that_keeps_all_states_has_no_room():
    assert warning(Method("bfs", limit=TWO_GIGABYTES), 4, 4) == (
        "Breadth-first cannot finish most 4×4 boards: "
        "there are 10.5 trillion states, and 2.0 GB hold 62.5 million at most"
    )
    assert "10^24" in warning(Method("astar", "zero"), 5, 5)
    assert warning(Method("bidirectional", "zero", limit=TWO_GIGABYTES), 4, 4) == ""  # it may meet
    assert "cannot finish" in warning(Method("bidirectional", "zero"), 6, 6)


def test_a_blind_search_in_little_memory_has_no_time():
    assert warning(Method("iddfs"), 4, 4) == (
        "Iterative deepening takes more than 7 hours on most 4×4 boards: "
        "it expands 2.6 trillion states"
    )
    assert warning(Method("idastar", "manhattan"), 4, 4) == ""
    assert warning(Method("iddfs"), 3, 5) == ""
    assert "more than 27 minutes" in warning(Method("iddfs", limit=Limit(seconds=60)), 3, 5)


def test_depth_first_keeps_all_states_or_has_a_depth_limit():
    assert "hold 62.5 million at most" in warning(Method("dfs", limit=TWO_GIGABYTES), 4, 4)
    assert warning(Method("dfs", depth_limit=24), 4, 4) == (
        "Depth-first, depth limit 24 cannot finish most 4×4 boards: they need more moves"
    )
    assert warning(Method("dfs", depth_limit=80), 4, 4) == ""
    assert warning(Method("dfs", depth_limit=31), 3, 3) == ""
    assert warning(Method("dfs", depth_limit=10**9), 10, 10) == ""


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3)])
def test_paths_are_counted(shape):
    states = list(naive.distances_from(Board.solved(*shape)).values())
    for depth in range(1, 9):
        near = sum(distance <= depth for distance in states)
        assert near <= within(*shape, depth, 10**9)
    assert within(2, 2, 3, 10**9) == 1 + 2 + 2 + 2
    assert within(3, 3, 10**9, 1000) >= 1000


def test_thorough_searches_with_a_heuristic_fail_on_large_boards():
    for method in (Method("astar"), Method("bidirectional", "manhattan")):
        assert "cannot finish most 6×6 boards: they take more states" in warning(method, 6, 6)
    assert warning(Method("astar", weight=3), 6, 6) == ""
    for name in ("greedy", "beam", "walk", "anytime"):
        assert warning(Method(name), 10, 10) == ""


def test_what_is_claimed_is_so():
    """With little memory the 8-puzzle is as large as others are with much."""
    limit = Limit(memory_bytes=1_000_000)
    assert "cannot finish most 3×3 boards" in warning(Method("bfs", limit=limit), 3, 3)
    boards = list(naive.distances_from(Board.solved(3, 3)))[::4000]
    solved = [solve(board, algorithm="bfs", limit=limit).length is not None for board in boards]
    assert 0 < sum(solved) < len(boards) * 2 / MOST
