"""Weighted scenarios."""

from __future__ import annotations

import re

import pytest

from puzzler.board import Board, BoardError
from puzzler.formats import registry

SCENARIO = """1.2

1 2 3 4
5 6 _ 7
8 9 10 11

1,2,3,4
5,0,6,7
8,9,10,11
"""


def test_a_scenario() -> None:
    contents = registry.read(SCENARIO)
    assert registry.candidates(SCENARIO)[0].name == "weighted"
    assert contents.weight == 1.2
    assert contents.start == Board.parse("1 2 3 4/5 6 0 7/8 9 10 11")
    assert contents.goal == Board.parse("1 2 3 4/5 0 6 7/8 9 10 11")
    assert contents.labels is None


@pytest.mark.parametrize("weight", ["0", "1", "1.5", "2.250", ".5", "1.", "1000"])
def test_weights(weight: str) -> None:
    text = f"# scenario 1\n{weight} # weight\n \t \n1 2\n# row 2\n3 0\n\n\n\n1 2\n0 3\n\n"
    contents = registry.read(text)
    assert contents.weight == float(weight)
    assert contents.goal == Board.parse("1 2/0 3")


@pytest.mark.parametrize(
    ("text", "line", "column", "token", "message"),
    [
        ("x\n\n1 2\n3 0\n\n1 2\n3 0", 1, 1, "x", "'x' is not a weight: that is a number from 0"),
        ("-1\n\n1 2\n3 0\n\n1 2\n3 0", 1, 1, "-1", "'-1' is not a weight"),
        ("nan\n\n1 2\n3 0\n\n1 2\n3 0", 1, 1, "nan", "'nan' is not a weight"),
        ("1001\n\n1 2\n3 0\n\n1 2\n3 0", 1, 1, "1001", "is not a weight"),
        ("1.2345\n\n1 2\n3 0\n\n1 2\n3 0", 1, 1, "1.2345", "more than three decimals"),
        ("2\n\n", 2, None, None, "the start's rows are missing"),
        ("3\n\n1 2\n3 0\n", 5, None, None, "the goal's rows are missing"),
        ("2\n\n1 2\n3 x\n\n1 2\n3 0", 4, 3, "x", "'x' is not a tile"),
        ("2\n\n1 2\n3 0\n\n1 2\n 3 3", 7, 4, "3", "tile 3 appears twice"),
        ("2\n\n1 2\n3 0\n\n1 2 3\n4 5 0", 6, 1, "1", "the goal is 2x3, the start 2x2"),
        ("2\n\n1 2\n3 0\n\n1 2\n3 0\n\n  7", 9, 3, "7", "'7' does not belong here"),
    ],
)
def test_errors_say_where(
    text: str, line: int, column: int | None, token: str | None, message: str
) -> None:
    with pytest.raises(BoardError, match=re.escape(message)) as caught:
        registry.read(text)
    assert (caught.value.line, caught.value.column, caught.value.token) == (line, column, token)
