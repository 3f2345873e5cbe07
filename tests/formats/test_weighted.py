"""Weighted scenarios."""

from __future__ import annotations

import pytest

from puzzler.board import Board
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
