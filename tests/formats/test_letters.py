"""Letter boards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board
from puzzler.formats import grid, registry


def test_letters_are_numbered_by_the_alphabet() -> None:
    contents = registry.read("A B C/D _ E/F G H")
    assert contents.start == Board.parse("1 2 3/4 0 5/6 7 8")
    assert contents.labels == ("", "A", "B", "C", "D", "E", "F", "G", "H")
    assert contents.goal is None


@pytest.mark.parametrize("text", ["b,a/*,c", "_ b\na c", "b a\n. c  # a comment"])
def test_every_way_to_write_them(text: str) -> None:
    contents = registry.read(text)
    assert registry.candidates(text)[0].name == "letters"
    assert contents.labels == ("", "a", "b", "c")


def test_the_goal_may_follow() -> None:
    contents = registry.read("# start\nB A\n# second row\n_ C\n\n# goal\n_ A\nB C\n")
    assert contents.start == Board.parse("2 1/0 3")
    assert contents.goal == Board.parse("0 1/2 3")


@given(st.permutations("_ABCDE"))
def test_what_is_written_is_read_back(tiles: list[str]) -> None:
    text = " ".join(tiles[:3]) + "\n" + " ".join(tiles[3:])
    contents = registry.read(text)
    assert grid.write(contents.start, blank="_", labels=contents.labels) == text
