"""Bidirectional search: the shortest answer wherever the heuristic allows a proof."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.engine.stepping import Status
from puzzler.search.method import Method
from puzzler.search.options import ORDERS, Limit
from puzzler.search.registry import HEURISTICS
from puzzler.search.solve import solve, start
from tests import naive

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3)]


@cache
def sample(shape: tuple[int, int], own_goal: bool) -> tuple[Board, list[tuple[Board, int]]]:
    goal = shuffle(*shape, 61, 5).start if own_goal else Board.solved(*shape)
    known = list(naive.distances_from(goal).items())
    return goal, known[:: -max(len(known) // 60, 1)]


@pytest.mark.parametrize("heuristic", HEURISTICS.values(), ids=HEURISTICS)
@pytest.mark.parametrize("own_goal", [False, True], ids=["standard", "own goal"])
@pytest.mark.parametrize("shape", SHAPES)
def test_as_short_as_the_heuristic_lets_it_promise(shape, own_goal, heuristic):
    goal, rows = sample(shape, own_goal)
    for board, distance in rows:
        result = solve(board, goal, algorithm="bidirectional", heuristic=heuristic.name)
        assert result.status == "solved"
        assert board.apply_all(result.moves) == goal
        assert result.lower_bound <= distance <= len(result.moves)
        if heuristic.admissible:
            assert result.proven_optimal
        if result.proven_optimal:
            assert len(result.moves) == distance
        if heuristic.factor is not None:
            assert len(result.moves) <= heuristic.factor * distance


@pytest.mark.parametrize("heuristic", ["zero", "misplaced", "manhattan", "linear-conflict"])
@pytest.mark.parametrize("own_goal", [False, True], ids=["standard", "own goal"])
def test_it_counts_as_the_plain_search_does(own_goal, heuristic):
    for shape in [(2, 3), (3, 2), (3, 3)]:
        goal, rows = sample(shape, own_goal)
        for number, (board, distance) in enumerate(rows[8::12]):
            order = ORDERS[5 * number % len(ORDERS)]
            plain = naive.bidirectional(board, goal, heuristic, order)
            method = Method("bidirectional", heuristic, order=order)
            result = solve(board, goal, method)
            assert list(result.moves) == plain.moves and len(plain.moves) == distance
            counts = "expanded", "generated", "duplicates", "reopened", "peak_frontier", "deepest"
            for count in counts:
                assert getattr(result.stats, count) == getattr(plain, count)


@pytest.mark.parametrize("shape", [(3, 4), (4, 3), (3, 5), (4, 4)])
def test_larger_boards_agree_with_astar(shape):
    for seed in range(3):
        goal = shuffle(*shape, 40, seed).start
        board = shuffle(*shape, 60, seed + 9, goal).start
        both = solve(board, goal, algorithm="bidirectional", heuristic="linear-conflict")
        assert both.length == solve(board, goal, heuristic="linear-conflict").length
        assert both.proven_optimal and board.apply_all(both.moves) == goal


@pytest.mark.parametrize("budget", [1, 97])
@pytest.mark.parametrize("heuristic", ["manhattan", "linear-conflict", "index-distance"])
def test_the_same_at_any_budget(heuristic, budget):
    problem = Problem(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3))
    sliced = start(problem, Method("bidirectional", heuristic))
    bounds = [0]
    while sliced.advance(budget) is Status.RUNNING:
        bounds.append(sliced.result(cancelled=True).lower_bound)
    assert max(bounds) <= 31
    whole = start(problem, Method("bidirectional", heuristic))
    assert whole.advance(10**9) is Status.SOLVED
    assert replace(sliced.result(), stats=replace(sliced.stats(), elapsed=0)) == replace(
        whole.result(), stats=replace(whole.stats(), elapsed=0)
    )


def test_it_meets_in_the_middle():
    board = Board.parse("8 6 7/2 5 4/3 0 1")
    stats = solve(board, algorithm="bidirectional", heuristic="zero").stats
    assert stats.expanded < 0.1 * solve(board, algorithm="bfs").stats.expanded
    assert stats.bound in {30, 31}


def test_limits_are_kept_to():
    board = Board.parse("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1")
    for memory in (10**6, 10**7):
        limit = Limit(memory_bytes=memory)
        result = solve(board, algorithm="bidirectional", heuristic="manhattan", limit=limit)
        assert result.status == "limit" and 0 < result.lower_bound <= 80
        assert 0.6 * memory < result.stats.bytes <= memory
    tiny = solve(board, algorithm="bidirectional", limit=Limit(memory_bytes=100))
    assert tiny.status == "limit"
    short = solve(board, algorithm="bidirectional", limit=Limit(expansions=777))
    assert short.status == "limit" and short.stats.expanded == 777


def test_a_solved_board_takes_no_moves():
    result = solve(Board.solved(3, 4), algorithm="bidirectional")
    assert result.length == 0 and result.proven_optimal
