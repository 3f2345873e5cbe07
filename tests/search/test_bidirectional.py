"""Bidirectional search: the shortest answer wherever the heuristic allows a proof."""

from __future__ import annotations

from functools import cache, partial

import pytest

from puzzler.board import Board, shuffle
from puzzler.search.method import Method
from puzzler.search.options import ORDERS
from puzzler.search.solve import solve
from tests import naive
from tests.naive_trace import bidirectional, counted

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3)]


@cache
def sample(shape: tuple[int, int], own_goal: bool) -> tuple[Board, list[tuple[Board, int]]]:
    goal = shuffle(*shape, 61, 5).start if own_goal else Board.solved(*shape)
    known = list(naive.distances_from(goal).items())
    return goal, known[:: -max(len(known) // 60, 1)]


@pytest.mark.parametrize("heuristic", ["zero", "misplaced", "manhattan", "linear-conflict"])
@pytest.mark.parametrize("own_goal", [False, True], ids=["standard", "own goal"])
def test_it_counts_as_the_plain_search_does(own_goal, heuristic):
    for shape in [(2, 3), (3, 2), (3, 3)]:
        goal, rows = sample(shape, own_goal)
        for number, (board, distance) in enumerate(rows[8::20]):
            order = ORDERS[5 * number % len(ORDERS)]
            h = naive.HEURISTICS[heuristic]
            estimates = partial(h, goal=goal), partial(h, goal=board)
            plain = counted(bidirectional, board, goal, estimates, order, is_even=True)
            method = Method("bidirectional", heuristic, order=order)
            result = solve(board, goal, method)
            assert list(result.moves) == plain.moves and len(plain.moves) == distance
            counts = "expanded", "generated", "duplicates", "reopened", "peak_frontier", "deepest"
            for count in counts:
                assert getattr(result.stats, count) == getattr(plain, count)


def test_it_meets_in_the_middle():
    board = Board.parse("8 6 7/2 5 4/3 0 1")
    stats = solve(board, algorithm="bidirectional", heuristic="zero").stats
    assert stats.expanded < 0.1 * solve(board, algorithm="bfs").stats.expanded
    assert stats.bound in {30, 31}
