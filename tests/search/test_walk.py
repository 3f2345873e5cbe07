"""The walk: the same steps as a plain one, and a dead end is told."""

from __future__ import annotations

from functools import partial

import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.engine.stepping import Status
from puzzler.search.guarantee import guarantee
from puzzler.search.method import Method
from puzzler.search.options import ORDERS, Limit
from puzzler.search.solve import solve, start
from tests import naive, naive_trace


@pytest.mark.parametrize("heuristic", sorted(naive.HEURISTICS))
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (2, 4)])
def test_it_steps_as_its_naive_twin_does(shape, heuristic):
    for seed in range(6):
        goal = shuffle(*shape, 60, seed).start if seed % 2 else Board.solved(*shape)
        board = shuffle(*shape, 9, seed + 50, goal).start
        order = ORDERS[4 * seed]
        told = list(
            naive_trace.walk(board, goal, partial(naive.HEURISTICS[heuristic], goal=goal), order)
        )
        result = solve(board, goal, Method("walk", heuristic, order=order))
        last = [move for _, move, _, _, fate in told[-1].successors if fate == "goal"]
        moves = [each.move for each in told[1:]] + last
        assert result.stats.stored == len(moves) + 1 == result.stats.deepest + 1
        if last:
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
