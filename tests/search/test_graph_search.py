"""Breadth-first and depth-first search to the count that textbooks publish."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.engine.best_first import FIRST_SLOT_BITS
from puzzler.search.engine.stepping import Status
from puzzler.search.method import Method
from puzzler.search.options import ORDERS, Limit, LimitKind
from puzzler.search.solve import solve, start
from tests import naive

BLANK_FIRST = Board.parse("0 1 2/3 4 5/6 7 8")
SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]
MOST = 1500
"""Expansions in which a kernel is compared with its twin."""


@pytest.mark.parametrize(
    ("board", "breadth_first", "depth_first"),
    [
        ("1 2 5/3 4 0/6 7 8", (3, 10, 4), (3, 181_437, 66_125)),
        ("8 6 4/2 1 3/5 7 0", (26, 166_786, 27), (9612, 9869, 9612)),
        ("6 1 8/4 0 2/7 3 5", (20, 54_094, 21), (46_142, 51_015, 46_142)),
    ],
)
def test_the_published_counts_come_out(board, breadth_first, depth_first):
    board = Board.parse(board)
    for algorithm, expected in (("bfs", breadth_first), ("dfs", depth_first)):
        result = solve(board, BLANK_FIRST, algorithm=algorithm)
        assert (result.length, result.stats.expanded, result.stats.deepest) == expected
        assert board.apply_all(result.moves) == BLANK_FIRST
        assert result.proven_optimal == (algorithm == "bfs")


@settings(max_examples=40)
@given(
    shape=st.sampled_from(SHAPES),
    seed=st.integers(0, 10**6),
    moves=st.integers(1, 40),
    order=st.sampled_from(ORDERS),
    is_stack=st.booleans(),
)
def test_the_kernel_counts_as_its_naive_twin_does(shape, seed, moves, order, is_stack):
    goal = shuffle(*shape, 40, seed + 1).start
    board = shuffle(*shape, moves, seed, goal).start
    twin = naive.graph_search(board, goal, order, is_stack=is_stack, most=MOST)
    search = start(Problem(board, goal), Method("dfs" if is_stack else "bfs", order=order))
    assert (search.advance(MOST) is Status.SOLVED) == (twin.moves is not None)
    assert twin.moves is None or list(search.solution()) == twin.moves
    stats = search.stats()
    assert (stats.expanded, stats.generated, stats.duplicates, stats.reopened) == (
        twin.expanded,
        twin.generated,
        twin.duplicates,
        0,
    )
    assert (stats.frontier, stats.peak_frontier) == (twin.frontier, twin.peak_frontier)
    assert stats.deepest == twin.deepest
    assert twin.moves is None or stats.depth == len(twin.moves)
    assert stats.stored == 1 + twin.generated - twin.duplicates


@pytest.mark.parametrize("algorithm", ["bfs", "dfs"])
@pytest.mark.parametrize("budget", [1, 7, 1000])
def test_the_same_at_any_budget_also_while_the_table_grows(algorithm, budget):
    board = Board.parse("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1")
    problem = Problem(board, Board.solved(4, 4))
    method = Method(algorithm, limit=Limit(expansions=2 * 2**FIRST_SLOT_BITS + 17))
    whole, sliced = start(problem, method), start(problem, method)
    whole.advance(10**9)
    expanded = 0
    while sliced.advance(budget) is Status.RUNNING:
        expanded += budget
        assert sliced.expanded == sliced.stats().expanded == expanded
    results = [
        replace(search.result(), stats=replace(search.result().stats, elapsed=0))
        for search in (whole, sliced)
    ]
    assert results[0] == results[1] and whole.current() == sliced.current()
    assert results[0].limit_reached is LimitKind.EXPANSIONS


@pytest.mark.parametrize("algorithm", ["bfs", "dfs"])
def test_memory_is_kept_to_at_any_budget(algorithm):
    problem = Problem(Board.parse("8 6 7/2 5 4/3 0 1"), BLANK_FIRST.solved(3, 3))
    for memory in (100, 50_000, 300_000):
        counts = set()
        for budget in (3, 10**9):
            search = start(problem, Method(algorithm, limit=Limit(memory_bytes=memory)))
            while search.advance(budget) is Status.RUNNING:
                pass
            result = search.result()
            assert result.limit_reached is LimitKind.MEMORY
            counts.add((result.stats.expanded, result.stats.stored, result.stats.bytes))
            if memory > 40_000:  # the first table alone takes so much
                assert result.stats.bytes <= memory and result.stats.expanded > 100
        assert len(counts) == 1


def test_breadth_first_search_proves_as_it_goes():
    search = start(Problem(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3)), Method("bfs"))
    bound = 0
    while search.advance(997) is Status.RUNNING:
        assert bound <= search.lower_bound() <= 31
        bound = search.lower_bound()
    assert search.result().lower_bound == len(search.solution()) == 31


def test_a_solved_board_takes_no_moves():
    for algorithm in ("bfs", "dfs"):
        result = solve(Board.solved(4, 4), algorithm=algorithm)
        assert result.moves == () and result.stats.expanded == 0 == result.stats.deepest
        assert result.proven_optimal and result.branching is None
