"""Breadth-first and depth-first search have the counts that textbooks publish."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler import humanize
from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.engine.stepping import Status
from puzzler.search.method import Method
from puzzler.search.options import ORDERS
from puzzler.search.solve import solve
from puzzler.search.starting import start
from tests import naive, naive_trace
from tests.naive_trace import graph_search, run_twin

BLANK_FIRST = Board.parse("0 1 2/3 4 5/6 7 8")
SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]
LIMIT = 1500
"""Number of expansions that are compared with the twin."""


@pytest.mark.parametrize(
    ("board", "breadth_first", "depth_first"),
    [
        ("1 2 5/3 4 0/6 7 8", (3, 10, 4), (3, 181_437, 66_125)),
        ("8 6 4/2 1 3/5 7 0", (26, 166_786, 27), (9612, 9869, 9612)),
        ("6 1 8/4 0 2/7 3 5", (20, 54_094, 21), (46_142, 51_015, 46_142)),
    ],
)
def test_counts_equal_published_ones(board, breadth_first, depth_first):
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
    variant=st.sampled_from([Method("bfs"), Method("dfs"), Method("dfs", duplicates="late")]),
)
def test_the_kernel_has_the_counts_of_its_naive_twin(shape, seed, moves, order, variant):
    is_stack, is_late = variant.algorithm == "dfs", variant.duplicates == "late"
    goal = shuffle(*shape, 40, seed + 1).start
    board = shuffle(*shape, moves, seed, goal).start
    twin = run_twin(
        graph_search, board, goal, order, is_stack=is_stack, is_late=is_late, max_expansions=LIMIT
    )
    search = start(Problem(board, goal), replace(variant, order=order))
    assert (search.advance(LIMIT) is Status.SOLVED) == (twin.moves is not None)
    assert twin.moves is None or list(search.solution()) == twin.moves
    stats = search.stats()
    assert naive.counts(stats) == naive.counts(twin)
    assert twin.moves is None or stats.depth == len(twin.moves)
    assert stats.stored == 1 + twin.generated - (0 if is_late else twin.duplicates)


@pytest.mark.parametrize("heuristic", sorted(naive.HEURISTICS))
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (2, 4)])
def test_the_kernel_expands_the_states_of_its_naive_twin(shape, heuristic):
    for seed in range(6):
        goal = shuffle(*shape, 60, seed).start if seed % 2 else Board.solved(*shape)
        board = shuffle(*shape, 9, seed + 50, goal).start
        order = ORDERS[4 * seed]
        records = list(
            naive_trace.walk(board, goal, partial(naive.HEURISTICS[heuristic], goal=goal), order)
        )
        result = solve(board, goal, Method("walk", heuristic, order=order))
        last = [move for _, move, _, _, fate in records[-1].successors if fate == "goal"]
        moves = [each.move for each in records[1:]] + last
        assert result.stats.stored == len(moves) + 1 == result.stats.deepest + 1
        if last:
            assert (result.status, list(result.moves), result.note) == ("solved", moves, "")
        else:
            assert result.status == "limit" and result.moves == ()
            after = humanize.counted(len(records), "expansion")
            assert result.note == f"stuck after {after}: every neighbour was visited"
