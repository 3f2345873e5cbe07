"""Parity compared with brute force: exactly the states of the same parity can be reached."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, UnsolvableError, check_solvable, is_solvable, make_solvable
from tests.board.boards import boards, layers


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3)])
def test_every_start_and_every_goal(rows: int, columns: int) -> None:
    every = [Board(rows, columns, tiles) for tiles in permutations(range(rows * columns))]
    half = set().union(*layers(every[0]))
    assert len(half) == len(every) // 2
    # the states of the other parity are the second half
    other = set().union(*layers(next(board for board in every if board not in half)))
    assert half | other == set(every)
    some = every[:: len(every) // 24]
    for goal in every:
        for start in some:
            assert is_solvable(start, goal) == ((start in half) == (goal in half))
            assert is_solvable(goal, start) == is_solvable(start, goal)


@given(boards(), st.data())
def test_a_swap_of_two_tiles_makes_a_board_solvable(board: Board, data: st.DataObject) -> None:
    goal = Board(*board.size, tuple(data.draw(st.permutations(board.tiles))))
    after = make_solvable(board, goal)
    assert is_solvable(after, goal)
    assert (after == board) == is_solvable(board, goal)
    assert after.blank == board.blank
    differing = [cell for cell in range(len(board.tiles)) if board.tiles[cell] != after.tiles[cell]]
    assert len(differing) in (0, 2)
    assert make_solvable(after, goal) == after


@pytest.mark.parametrize(
    ("text", "swapped"), [("0 2 1/3 4 5/6 7 8", "0 1 2/3 4 5/6 7 8"), ("2 0/1 3", "1 0/2 3")]
)
def test_the_first_two_tiles_are_swapped(text: str, swapped: str) -> None:
    board, expected = Board.parse(text), Board.parse(swapped)
    assert make_solvable(board, expected) == expected


def test_errors_name_the_fault() -> None:
    with pytest.raises(UnsolvableError, match="1 2 3/4 5 6/8 7 0"):
        check_solvable(Board.parse("1 2 3/4 5 6/8 7 0"), Board.solved(3, 3))
    with pytest.raises(UnsolvableError, match="the start is 2x3, the goal 3x2"):
        check_solvable(Board.solved(2, 3), Board.solved(3, 2))
    assert not is_solvable(Board.solved(2, 3), Board.solved(3, 2))
