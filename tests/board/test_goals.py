"""Goal shapes."""

from __future__ import annotations

from itertools import product

import pytest

from puzzler.board import GOALS, Board, BoardError

SHAPES = list(product(range(2, 11), repeat=2))


@pytest.mark.parametrize("name", GOALS)
def test_every_goal_is_a_board_of_every_shape(name: str) -> None:
    for shape in SHAPES:
        board = GOALS[name](*shape)
        assert board.size == shape
        assert sorted(board.tiles) == list(range(shape[0] * shape[1]))


@pytest.mark.parametrize("name", GOALS)
def test_shapes_that_cannot_be(name: str) -> None:
    for shape in [(1, 9), (11, 2), (0, 0)]:
        with pytest.raises(BoardError):
            GOALS[name](*shape)


def test_the_standard_goal_ends_with_the_blank_and_blank_first_begins_with_it() -> None:
    assert GOALS["standard"](3, 4) == Board.solved(3, 4)
    assert str(GOALS["blank-first"](2, 3)) == "0 1 2/3 4 5"


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        ((3, 3), "1 2 3/8 0 4/7 6 5"),
        ((4, 4), "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7"),
        ((2, 3), "1 2 3/0 5 4"),
        ((3, 2), "1 2/0 3/5 4"),
        ((2, 5), "1 2 3 4 5/0 9 8 7 6"),
    ],
)
def test_the_snail_as_drawn(shape: tuple[int, int], text: str) -> None:
    assert str(GOALS["snail"](*shape)) == text


@pytest.mark.parametrize("shape", SHAPES)
def test_the_snail_winds_inwards(shape: tuple[int, int]) -> None:
    """Peeling the outer ring off a spiral again and again reads 1 2 3 ... and then the blank."""
    rows = [list(row) for row in GOALS["snail"](*shape).grid]
    read = []
    while rows:
        read += rows.pop(0)
        rows = [list(row) for row in zip(*rows, strict=True)][::-1]  # a quarter turn to the left
    assert read == [*range(1, shape[0] * shape[1]), 0]
