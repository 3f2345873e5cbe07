"""The walk: the same steps as a plain one, and a dead end is told."""

from __future__ import annotations

import pytest

from puzzler.board import Board, Move, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.engine.stepping import Status
from puzzler.search.guarantee import guarantee
from puzzler.search.method import Method
from puzzler.search.options import ORDERS, Limit
from puzzler.search.solve import solve, start
from tests import naive


def walk(board: Board, goal: Board, heuristic: str, order: str) -> tuple[list[Move], bool]:
    """The moves of the walk, and whether it came to the goal."""
    estimate = naive.HEURISTICS[heuristic]
    moves, visited = [], {board}
    while board != goal:
        moves_on = naive.in_order(board, order)
        onward = [move for move in moves_on if board.apply(move) not in visited]
        if not onward:
            return moves, False
        moves.append(min(onward, key=lambda move: estimate(board.apply(move), goal)))
        board = board.apply(moves[-1])
        visited.add(board)
    return moves, True


@pytest.mark.parametrize("heuristic", sorted(naive.HEURISTICS))
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (2, 4)])
def test_it_steps_as_its_naive_twin_does(shape, heuristic):
    for seed in range(6):
        goal = shuffle(*shape, 60, seed).start if seed % 2 else Board.solved(*shape)
        board = shuffle(*shape, 9, seed + 50, goal).start
        order = ORDERS[4 * seed]
        moves, arrived = walk(board, goal, heuristic, order)
        result = solve(board, goal, Method("walk", heuristic, order=order))
        assert result.stats.stored == len(moves) + 1 == result.stats.deepest + 1
        if arrived:
            assert (result.status, list(result.moves), result.note) == ("solved", moves, "")
        else:
            assert result.status == "limit" and result.moves == ()
            assert f"dead end after {len(moves)} steps" in result.note


def test_it_promises_nothing_and_may_be_cut_short():
    board = shuffle(3, 3, 2, 1).start
    assert guarantee(solve(board, algorithm="walk", heuristic="manhattan")) in (
        "no promise about the length",
        "proven shortest",
    )
    far = shuffle(10, 10, seed=1).start
    search = start(Problem(far, Board.solved(10, 10)), Method("walk", limit=Limit(expansions=50)))
    assert search.advance(10**9) is Status.LIMIT
    assert search.stats().expanded == search.stats().depth + 1 == 50


def test_memory_is_kept_to():
    far = shuffle(6, 6, seed=1).start
    for memory in (100, 10**5, 10**6):
        result = solve(far, algorithm="walk", limit=Limit(memory_bytes=memory))
        assert result.status == "limit"
        assert result.stats.bytes <= memory or result.stats.expanded == 0
