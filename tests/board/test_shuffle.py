"""Shuffles: random legal moves, reproducible, never the goal."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, BoardError, default_shuffle_moves, new_seed, shuffle
from tests.board.boards import boards, shapes


@given(boards(), st.integers(1, 60), st.integers(0, 2**64))
def test_a_shuffle_of_any_goal(goal: Board, moves: int, seed: int) -> None:
    scenario = shuffle(goal.rows, goal.columns, moves, seed, goal)
    assert goal.apply_all(scenario.shuffle) == scenario.start  # and so every move is legal
    assert all(second != first.inverse for first, second in pairwise(scenario.shuffle))
    assert scenario.start != scenario.goal == goal
    assert len(scenario.shuffle) >= moves
    assert scenario.seed == seed
    assert shuffle(goal.rows, goal.columns, moves, seed, goal) == scenario


@given(shapes(4))
def test_by_default_the_standard_goal_well_mixed(shape: tuple[int, int]) -> None:
    scenario = shuffle(*shape)
    assert scenario.goal == Board.solved(*shape)
    assert len(scenario.shuffle) >= default_shuffle_moves(*shape) == 25 * shape[0] * shape[1]
    assert scenario.seed is not None
    assert shuffle(*shape, seed=scenario.seed) == scenario


def test_the_walk_that_ends_at_the_goal_goes_on() -> None:
    """On 2x2 a walk that never turns back is at the goal again after every 12 moves."""
    for seed in range(10):
        assert len(shuffle(2, 2, 12, seed).shuffle) == 13
        assert len(shuffle(2, 2, 11, seed).shuffle) == 11


def test_a_seed_means_the_same_board_for_ever() -> None:
    scenario = shuffle(3, 3, 20, 1)
    assert str(scenario.start) == "2 5 0/8 7 4/1 6 3"
    assert "".join(move.letter for move in scenario.shuffle) == "ULLURDLDRURULDLDRRUU"


def test_seeds_differ() -> None:
    assert len({shuffle(4, 4, seed=seed).start for seed in range(50)}) == 50
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) > 45
    assert all(0 <= seed < 1_000_000_000 for seed in seeds)


@pytest.mark.parametrize("moves", [0, -1, 1_000_001])
def test_numbers_of_moves_that_cannot_be(moves: int) -> None:
    with pytest.raises(BoardError, match=re.escape(f"not {moves}")):
        shuffle(3, 3, moves)


def test_shapes_that_cannot_be() -> None:
    with pytest.raises(BoardError, match="1x9"):
        shuffle(1, 9)
    with pytest.raises(BoardError, match="the goal is 2x3, not 3x2"):
        shuffle(3, 2, goal=Board.solved(2, 3))
