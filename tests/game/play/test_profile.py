"""The distances along a path are those of its states, one by one."""

from __future__ import annotations

import random

import pytest

from puzzler.board import Board, shuffle
from puzzler.game.play.profile import distances_along, peaks
from tests import naive


@pytest.mark.parametrize("size", [(2, 2), (3, 3), (4, 4), (2, 7), (10, 10)])
def test_they_are_those_of_the_states(size: tuple[int, int]) -> None:
    generator = random.Random(7)
    board, goal = shuffle(*size, seed=3).start, Board.solved(*size)
    start, moves, distances = board, [], [naive.manhattan(board, goal)]
    for _ in range(60):
        moves.append(generator.choice(board.legal_moves()))
        board = board.apply(moves[-1])
        distances.append(naive.manhattan(board, goal))
    assert distances_along(start, goal, moves) == tuple(distances)


def test_of_many_values_the_largest_neighbours_are_left() -> None:
    values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
    assert peaks(values, 10) == tuple(values) == peaks(values, 99)
    assert peaks(values, 5) == (3, 4, 9, 6, 5)
    assert len(peaks(range(46_143), 2048)) == 2048
