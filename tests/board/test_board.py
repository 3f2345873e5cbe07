"""Boards and moves as values."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, BoardError, IllegalMoveError, Move
from tests.board.boards import boards, shapes


@given(boards())
def test_every_move_is_taken_back_by_its_inverse(board: Board) -> None:
    for move in board.legal_moves():
        after = board.apply(move)
        assert after != board
        assert move.inverse in after.legal_moves()
        assert after.apply(move.inverse) == board


@given(boards())
def test_a_move_swaps_the_blank_with_its_neighbour_and_nothing_else(board: Board) -> None:
    row, column = divmod(board.blank, board.columns)
    for move in board.legal_moves():
        after = board.apply(move)
        assert divmod(after.blank, after.columns) == (
            row + move.row_step,
            column + move.column_step,
        )
        changed = {
            cell for cell in range(len(board.tiles)) if board.tiles[cell] != after.tiles[cell]
        }
        assert changed == {board.blank, after.blank}
        assert sorted(after.tiles) == sorted(board.tiles)


@given(boards())
def test_what_is_not_legal_raises(board: Board) -> None:
    legal = board.legal_moves()
    assert len(legal) >= 2
    for move in set(Move) - set(legal):
        with pytest.raises(IllegalMoveError, match=move.name):
            board.apply(move)


@given(boards(), st.data())
def test_a_walk_there_and_back_again(board: Board, data: st.DataObject) -> None:
    there, here = [], board
    for _ in range(data.draw(st.integers(0, 30))):
        there.append(data.draw(st.sampled_from(here.legal_moves())))
        here = here.apply(there[-1])
    assert board.apply_all(there) == here
    assert here.apply_all(move.inverse for move in reversed(there)) == board


@given(boards())
def test_slides_end_with_the_blank_on_the_cell(board: Board) -> None:
    row, column = divmod(board.blank, board.columns)
    for cell in range(len(board.tiles)):
        moves = board.moves_to_slide(cell)
        in_line = (cell // board.columns == row) != (cell % board.columns == column)
        assert bool(moves) == in_line
        if moves:
            assert board.apply_all(moves).blank == cell


def test_a_move_is_where_the_blank_goes() -> None:
    board = Board.parse("1 2 3/4 0 5/6 7 8")
    assert str(board.apply(Move.UP)) == "1 0 3/4 2 5/6 7 8"
    assert str(board.apply(Move.DOWN)) == "1 2 3/4 7 5/6 0 8"
    assert str(board.apply(Move.LEFT)) == "1 2 3/0 4 5/6 7 8"
    assert str(board.apply(Move.RIGHT)) == "1 2 3/4 5 0/6 7 8"


@pytest.mark.parametrize("move", Move)
def test_letters(move: Move) -> None:
    assert Move.from_letter(move.letter) is move
    assert Move.from_letter(move.letter.lower()) is move
    assert move.name.startswith(move.letter)


@pytest.mark.parametrize("letter", ["", "X", "UD", "Up", "0"])
def test_what_is_no_letter_of_a_move(letter: str) -> None:
    with pytest.raises(ValueError, match="no move is called"):
        Move.from_letter(letter)


@given(boards())
def test_repr_can_be_pasted_back(board: Board) -> None:
    assert eval(repr(board), {"Board": Board}) == board


def test_a_board_is_a_value() -> None:
    board = Board(2, 2, (1, 2, 3, 0))
    assert board == Board.solved(2, 2) == Board.from_rows([[1, 2], [3, 0]])
    assert hash(board) == hash(Board.solved(2, 2))
    # what a move made is the same value as what was written down
    assert board.apply(Move.UP).apply(Move.DOWN) == board
    assert hash(board.apply(Move.UP).apply(Move.DOWN)) == hash(board)
    with pytest.raises(dataclasses.FrozenInstanceError):
        board.rows = 3  # type: ignore[misc]


@given(shapes())
def test_the_solved_board(shape: tuple[int, int]) -> None:
    board = Board.solved(*shape)
    assert board.size == shape
    assert board.blank == len(board.tiles) - 1
    assert [tile for row in board.grid for tile in row] == [*range(1, len(board.tiles)), 0]


@pytest.mark.parametrize("shape", [(1, 9), (9, 1), (11, 11), (2, 11), (0, 0), (-2, -2)])
def test_shapes_that_cannot_be(shape: tuple[int, int]) -> None:
    with pytest.raises(BoardError, match=f"{shape[0]}x{shape[1]}"):
        Board.solved(*shape)
    with pytest.raises(BoardError, match=f"{shape[0]}x{shape[1]}"):
        Board(*shape, tuple(range(max(0, shape[0] * shape[1]))))


@pytest.mark.parametrize(
    ("tiles", "message"),
    [
        ((1, 2, 3), "has 4 tiles, not 3"),
        ((1, 1, 2, 0), "tile 1 appears twice"),
        ((0, 1, 2, 0), "the blank appears twice"),
        ((1, 2, 4, 0), "tile 4 is out of range"),
        ((1, 2, -3, 0), "tile -3 is out of range"),
    ],
)
def test_tiles_that_cannot_be(tiles: tuple[int, ...], message: str) -> None:
    with pytest.raises(BoardError, match=message):
        Board(2, 2, tiles)


def test_rows_of_different_lengths() -> None:
    with pytest.raises(BoardError, match="row 2 has 1 tiles, row 1 has 2"):
        Board.from_rows([[1, 2], [0]])
    with pytest.raises(BoardError):
        Board.from_rows([])
