"""Letter boards."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, BoardError
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


@pytest.mark.parametrize(
    ("text", "line", "column", "token", "message"),
    [
        ("A B/C A", 1, 7, "A", "tile A appears twice, first at column 1"),
        ("A B/_ 0", 1, 7, "0", "the blank '0' appears twice"),
        ("A B\nC 4", 2, 3, "4", "'4' is not a tile: the tiles of this board are single letters"),
        ("A B\nC DE", 2, 3, "DE", "'DE' is not a tile"),
        ("A B\nC D", 2, 3, "D", "there is no blank up to 'D'"),
        ("A B C/_ D", 1, 9, "D", "row 2 ends with 'D'"),
        ("A B\nC _\n\nA B\n_ D", 5, 3, "D", "'D' of the goal is not on the board"),
        ("A B\nC _\n\nA B C\n_ D E", 4, 1, "A", "the goal is 2x3, the start 2x2"),
        ("A B\nC _\n\nA B\n_ A", 5, 3, "A", "tile A appears twice, first at line 4"),
    ],
)
def test_errors_say_where(text: str, line: int, column: int, token: str, message: str) -> None:
    with pytest.raises(BoardError, match=re.escape(message)) as caught:
        registry.read(text)
    assert (caught.value.line, caught.value.column, caught.value.token) == (line, column, token)
