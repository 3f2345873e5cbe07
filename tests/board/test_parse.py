"""Reading boards, and saying where they are wrong."""

from __future__ import annotations

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
