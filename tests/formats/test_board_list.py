"""Lists of boards, and the comments above them."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, BoardError
from puzzler.board.goal import blank_first, snail
from puzzler.board.parity import is_solvable
from puzzler.formats import board_list, registry
from puzzler.formats.format import Contents
from puzzler.formats.reading import Line, ReadingError, find_source

NAMES = st.text("abcXYZ019_-.:", max_size=12).filter(
    # an id such as 3:1 is the start of a game ID
    lambda name: name != board_list.NO_ID and not re.match("[0-9]{1,3}:[0-9]", name)
)


def boards(side: int) -> st.SearchStrategy[Board]:
    return st.permutations(range(side * side)).map(lambda tiles: Board(side, side, tuple(tiles)))


SQUARES = st.integers(2, 10).flatmap(boards)


@given(SQUARES, NAMES, st.none() | st.integers(0, 500), st.data())
def test_written_text_is_read_back(
    start: Board, name: str, length: int | None, data: st.DataObject
) -> None:
    solved = Board.solved(*start.size)
    goal = data.draw(
        st.sampled_from([None, solved, blank_first(*start.size), snail(*start.size)])
        | boards(start.rows)
    )
    text = board_list.write(Contents(start=start, goal=goal, name=name, length=length))
    contents = registry.read(text)
    assert (contents.start, contents.goal or solved) == (start, goal or solved)
    assert (contents.name, contents.length, contents.form) == (name, length, "list")
    assert registry.read(text, "list") == contents


@pytest.mark.parametrize(
    ("text", "name", "length"),
    [
        ("1 2 3 0", "", None),
        ("  k7  1\t2 3 _  # a comment", "k7", None),
        ("# two\n\n12 4 1 2 3 0\n", "12", 4),
        ("- 0 1 2 3 .", "", 0),
    ],
)
def test_notations_of_a_line_are_read(text: str, name: str, length: int | None) -> None:
    expected = Contents(start=Board.solved(2, 2), goal=None, name=name, length=length, form="list")
    assert registry.read(text) == expected


def test_lines_and_ids_have_limits() -> None:
    assert registry.read("k" + " " * 592 + "1 2 3 0").form == "list"
    with pytest.raises(BoardError):
        registry.read("k" + " " * 593 + "1 2 3 0")
    assert registry.read(f"{'k' * 100} 99999 1 2 3 0").length == 99_999


@given(boards(4))
def test_the_goal_of_an_even_side_is_the_one_that_can_be_reached(start: Board) -> None:
    goal = registry.read(" ".join(map(str, start.tiles))).goal
    assert is_solvable(start, goal or Board.solved(4, 4))
    # on odd sides it is the standard goal
    assert registry.read("0 1 2 3 4 5 6 7 8").goal is None
    assert registry.read("0 2 1 3 4 5 6 7 8").goal is None  # neither goal can be reached


@pytest.mark.parametrize(
    ("comment", "goal"),
    [
        ("# goal: blank-first", blank_first(3, 3)),
        ("#GOAL = Snail.", snail(3, 3)),
        ("# Korf (1985). Goal: 0 1 2 .. 8", blank_first(3, 3)),
        ("# Goal: 1 2 .. 15 0 (turned)", Board.solved(3, 3)),
        (
            "# 24-puzzle: id, length, tiles (0 = blank; goal blank last). Boards:",
            Board.solved(3, 3),
        ),
        ("# the goal is the blank first", blank_first(3, 3)),
        ("# goal: 1 2 3 8 0 4 7 6 5", snail(3, 3)),
        ("# goal: 1 2 3/8 0 4/7 6 5", snail(3, 3)),
        ("# goal: snail\n# and\n\n# goal: standard", Board.solved(3, 3)),
        ("# our goal was 30 moves", None),
        ("# Goal: to be quick", None),
        ("# goal: 3 4", None),
    ],
)
def test_a_comment_above_sets_the_goal(comment: str, goal: Board | None) -> None:
    assert registry.read(f"{comment}\n1 2 3 4 0 5 7 8 6").goal == goal
    assert registry.read(f"{comment}\n1 2 3\n4 0 5\n7 8 6").goal == goal  # in another format
    data = f"{comment}\n\n1 2 3 4 0 5 7 8 6\n1 2 3/4 0 5/7 8 6".encode()
    source = find_source("-", io.BytesIO(data))
    assert [source.read_line(line).goal for line in source.lines()] == [goal, goal]


def test_a_comment_applies_to_the_lines_below() -> None:
    data = b"1 2 3 0\n# goal: snail\n1 2 3 0\n# two more\n1 2 0 3 # goal: standard\n5 1 2 0 3\n"
    source = find_source("-", io.BytesIO(data))
    lines = list(source.lines())
    assert lines[0] == Line(1, "1 2 3 0")
    assert lines[1] == Line(3, "1 2 3 0", header="# goal: snail")
    goals = [source.read_line(line).goal for line in lines]
    assert goals == [None, *[snail(2, 2)] * 3]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 3", "line 1, column 5: 3 words are not a board: a line of a list has the 4, 9, 16"),
        ("1 y 3 0", "line 1, column 3: 'y' is not a tile"),
        ("1 2/3 0", "3 words"),
        ("1 2 3 0\n1 2 3 0", "the numbers of one board"),
        ("", "the numbers of one board"),
    ],
)
def test_other_texts_are_not_lists(text: str, message: str) -> None:
    with pytest.raises(BoardError, match=re.escape(message)):
        registry.read(text, "list")


def test_a_list_requires_square_boards() -> None:
    with pytest.raises(BoardError, match="this board is 2x3"):
        board_list.write(Contents(start=Board.solved(2, 3)))


@pytest.mark.parametrize("before", ["", "1 2 3 0\n"])
def test_an_unknown_goal_ends_a_list(before: str) -> None:
    source = find_source("-", io.BytesIO(f"{before}# goal: snale\n1 2 3 0\n".encode()))
    with pytest.raises(ReadingError, match=r"standard input: line \d, column 9: unknown goal"):
        list(source.lines())


def test_names_are_one_word() -> None:
    written = board_list.write(Contents(start=Board.solved(2, 2), name="my first, #1"))
    assert written == "my-first-1 1 2 3 0"
    assert replace(registry.read(written), form="") == Contents(
        start=Board.solved(2, 2), name="my-first-1"
    )
