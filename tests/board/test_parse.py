"""Reading boards, and saying where they are wrong."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, BoardError
from tests.board.boards import boards


@given(boards())
def test_what_is_written_is_read_back(board: Board) -> None:
    assert Board.parse(str(board)) == board


@given(boards(), st.sampled_from("0_*."), st.sampled_from([" ", ",", ", ", "\t", " , "]), st.data())
def test_every_way_to_write_a_board(
    board: Board, blank: str, gap: str, data: st.DataObject
) -> None:
    ends = st.sampled_from(["/", "\n", " / ", "\r\n", "\n\n", "/\n"])
    text = data.draw(st.sampled_from(["", "\n", "  "]))
    for row in board.grid:
        text += gap.join(str(tile) if tile else blank for tile in row) + data.draw(ends)
    assert Board.parse(text) == board


@pytest.mark.parametrize(
    ("text", "line", "column", "token", "message"),
    [
        ("1 2 2/4 5 6/8 7 0", 1, 5, "2", "tile 2 appears twice, first at column 3"),
        ("1 2\n1 0", 2, 1, "1", "tile 1 appears twice, first at line 1, column 1"),
        ("1 2/0 _", 1, 7, "_", "the blank '_' appears twice"),
        ("1 2/3 4", 1, 7, "4", "tile 4 is out of range: a 2x2 board has the tiles 0 to 3"),
        ("1 2 3/4 x 6/7 8 0", 1, 9, "x", "'x' is not a tile"),
        ("1 2\n3 -1", 2, 3, "-1", "'-1' is not a tile"),
        ("1 2\n3 1.5", 2, 3, "1.5", "'1.5' is not a tile"),
        ("1 2\n3 ²", 2, 3, "²", "'²' is not a tile"),
        ("1 2 3/4 5/6 7 8", 1, 9, "5", "row 2 ends with '5' after 2 tiles; row 1 has 3"),
        ("1 2/3 0 4", 1, 9, "4", "row 2 ends with '4' after 3 tiles"),
        ("1 2 3 4 5 6 7 8 0", 1, 1, "1", "a 1x9 board"),
        ("1\n2\n0", 1, 1, "1", "a 3x1 board"),
        ("1 2 3 4 5 6 7 8 9 10 11/0", 1, 24 - 2, "11", "one too many: a row has at most 10"),
        ("1 2/" * 11, 1, 41, "1", "row 11 is one too many"),
        ("1 2/3 1000", 1, 7, "1000", "tile '1000' is out of range"),
    ],
)
def test_errors_say_where(text: str, line: int, column: int, token: str, message: str) -> None:
    with pytest.raises(BoardError, match=re.escape(message)) as caught:
        Board.parse(text)
    error = caught.value
    assert (error.line, error.column, error.token) == (line, column, token)
    assert str(error).startswith(f"line {line}, column {column}: ")
    assert "\n" not in str(error)


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "/", " / \n/"])
def test_nothing_to_read(text: str) -> None:
    with pytest.raises(BoardError, match="the text is empty"):
        Board.parse(text)


@given(st.text())
def test_any_text_is_a_board_or_one_line_of_error(text: str) -> None:
    try:
        board = Board.parse(text)
    except BoardError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017 - both ways are right
        assert len(str(error)) < 300  # noqa: PT017
    else:
        assert Board.parse(str(board)) == board


@pytest.mark.parametrize("unit", ["x", "1 ", "1 2\n", "\0", "9", "ab ", "1/", " ", "\n", "/\n"])
def test_noise_is_read_no_further_than_its_first_fault(unit: str) -> None:
    """Ten million characters; reading all of them as tiles would take far longer than the test."""
    with pytest.raises(BoardError):
        Board.parse(unit * (10_000_000 // len(unit)))
