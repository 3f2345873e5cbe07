"""Solutions without tables."""

from __future__ import annotations

from puzzler.board import Board, shuffle
from puzzler.search.engine.constructive import near_solution
from tests import naive


def test_near_the_goal_a_shortest_solution_is_found_without_tables():
    goal = Board.parse("1 2 3/4 5 0")
    for board, distance in naive.distances_from(goal).items():
        near = near_solution(board, goal, 100_000)
        assert (near is None) == (not distance)
        if near is not None:
            assert len(near) == distance and board.apply_all(near) == goal
    assert near_solution(shuffle(6, 6, None, 1).start, Board.solved(6, 6), 1000) is None
