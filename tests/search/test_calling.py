"""Calling a heuristic of the user."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from puzzler.board import Board
from puzzler.search.custom.calling import ResultError, caller, takes_goal

GOAL = Board.solved(2, 2)
BOARD = Board.parse("1 2/0 3")


def two(board: Board, target: Board) -> tuple[Board, Board]:
    return board, target


def second_is_optional(board: Board, weight: int = 1) -> int:
    return weight


def goal_is_optional(board: Board, goal: Board | None = None) -> int:
    return 0


def goal_is_a_keyword(board: Board, *, goal: Board | None = None) -> int:
    return 0


@pytest.mark.parametrize(
    ("function", "expected"),
    [(two, True), (goal_is_optional, True), (len, False), (second_is_optional, False),
     (goal_is_a_keyword, False), (lambda goal: 0, False)],
)  # fmt: skip
def test_functions_with_a_second_parameter_get_the_goal(
    function: Callable[..., Any], expected: bool
) -> None:
    assert takes_goal(function) is expected


def test_the_board_is_the_first_argument() -> None:
    assert caller(lambda board, goal: 10 * board.blank + goal.blank)(BOARD, GOAL) == 23
    assert caller(lambda board: board.blank)(BOARD, GOAL) == 2


@pytest.mark.parametrize("value", [3, True, 2.5, Fraction(5, 2), np.int8(4), np.float32(0.5)])
def test_numbers_are_floats(value: Any) -> None:
    found = caller(lambda _: value)(BOARD, GOAL)
    assert (type(found), found) == (float, float(value))


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "None"), ("7", "'7'"), (math.inf, "inf"), (math.nan, "nan"), (1j, "1j"),
     ("x" * 37, "'" + "x" * 37 + "'"), ("x" * 38, "'" + "x" * 38 + "…"), ([0] * 99, "[0, 0, ")],
)  # fmt: skip
def test_other_values_are_quoted_and_shortened(value: Any, text: str) -> None:
    with pytest.raises(ResultError) as error:
        caller(lambda _: value)(BOARD, GOAL)
    quoted = str(error.value).removeprefix("returned ").removesuffix(", not a number")
    assert quoted.startswith(text) and len(quoted) <= 40


def test_a_number_too_large_for_a_float_is_not_quoted() -> None:
    with pytest.raises(ResultError, match="returned a number that is too large"):
        caller(lambda _: 10**5000)(BOARD, GOAL)
