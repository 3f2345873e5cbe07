"""Moves as letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, BoardError, Move
from puzzler.board.goal import snail
from puzzler.board.scenario import Scenario
from puzzler.formats import registry
from puzzler.formats.moves import (
    MAX_MOVES,
    Mover,
    moves_from_letters,
    read_moves,
    read_tiles,
    resolve_moves,
    split_mover,
    write_moves,
)
from puzzler.game.files.text_reader import solution_in

UP, DOWN, LEFT, RIGHT = Move
CORNER = Board.parse("8 2 0/4 6 1/3 7 5")
"""An example of the library slidy with its solution, as directions of the tiles."""
SOLUTION = "R2U2LDLDRURDLULDRULURDLU"
CENTRE = snail(3, 3)


@given(st.lists(st.sampled_from(Move), max_size=60), st.booleans(), st.sampled_from(Mover))
def test_written_text_is_read_back(moves: list[Move], runs: bool, mover: Mover) -> None:
    written = write_moves(moves, runs=runs, mover=mover)
    assert mover.read(read_moves(written).moves) == tuple(moves)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (" uD, l\nR ", (UP, DOWN, LEFT, RIGHT)),
        ("U2R3", (UP, UP, RIGHT, RIGHT, RIGHT)),
        ("U02 D", (UP, UP, DOWN)),
        ("'U', D", (UP, DOWN)),
        ("↑↓2←→￪￬￩￫", (UP, DOWN, DOWN, LEFT, RIGHT, UP, DOWN, LEFT, RIGHT)),
        ("", ()),
    ],
)
def test_moves_are_read_from_letters(text: str, moves: tuple[Move, ...]) -> None:
    assert read_moves(text).moves == moves


def test_a_prime_of_a_cube_notation_is_not_ignored() -> None:
    with pytest.raises(BoardError, match=r"^line 1, column 5: R' is not a move: .* letter, L$"):
        read_moves("R U R' U'")
    with pytest.raises(BoardError, match=r"^line 1, column 3: 'Ruth' is not a move"):
        read_moves("R Ruth")
    for text in ("[Move.RIGHT, Move.UP]", "'R U'", "['R', 'U']", "['Right', 'Up']"):
        assert read_moves(text).moves == (RIGHT, UP)


def test_many_moves_in_one_direction_are_several_runs() -> None:
    assert write_moves([LEFT] * 20) == "L9L9L2"
    assert write_moves([LEFT] * 19) == "L9L9L"


def test_error_positions_include_an_offset_of_the_text() -> None:
    with pytest.raises(BoardError, match=r"^line 4, column 9: 'x'"):
        read_moves("UDx", line=4, column=7)
    with pytest.raises(BoardError, match=r"^line 5, column 1: 'x'"):
        read_moves("UD\nx", line=4, column=7)


def test_the_number_of_moves_is_limited() -> None:
    with pytest.raises(BoardError, match="there are more than 300,000 moves"):
        read_moves("L9" * (MAX_MOVES // 9 + 1))
    with pytest.raises(IndexError):
        read_moves("L2").token(2)


@pytest.mark.parametrize(
    ("text", "expected", "rest"),
    [
        ("moves: tile URDL", Mover.TILE, "            URDL"),
        ("# Moves : Blank\nU", Mover.BLANK, "                \nU"[1:]),
        ("U move:blank", Mover.BLANK, "U           "),
        ("moves: tile\nmoves: tile\n", Mover.TILE, " " * 11 + "\n" + " " * 11 + "\n"),
        ("URDL", None, "URDL"),
    ],
)
def test_a_header_declares_the_mover(text: str, expected: Mover | None, rest: str) -> None:
    assert split_mover(text) == (expected, rest)


def test_an_invalid_header_is_an_error() -> None:
    with pytest.raises(BoardError, match=r"^line 2, column 8: 'up' cannot move"):
        split_mover("U\nmoves: up")
    with pytest.raises(BoardError, match=r"^line 7, column 7: '' cannot move"):
        split_mover("moves:", 7)
    with pytest.raises(BoardError, match=r"^line 2, column 8: the text has both"):
        split_mover("moves: tile\nmoves: blank")


def test_the_goal_decides_between_tile_and_blank() -> None:
    start = CENTRE.apply(LEFT)
    for letter in "RL":
        # at the edge only one of the two is legal
        assert resolve_moves(start, None, read_moves(letter)) == (RIGHT,)
    start = Board.parse("1 2 3 4 5/6 0 7 8 9")
    assert resolve_moves(start, start.apply(LEFT), read_moves("L")) == (LEFT,)
    assert resolve_moves(start, start.apply(LEFT), read_moves("R")) == (LEFT,)


@pytest.mark.parametrize(
    ("text", "goal", "words"),
    [
        ("UDLR", None, "line 1, column 1: .*, and both reach the goal: add a line"),
        ("UD R", None, ", and neither reaches the goal: add a line"),
        (
            "UU",
            None,
            "move 2 .U. is not possible: the blank in row 1, col",
        ),
        (
            "UU",
            None,
            "; move 2 .U. is not possible: the blank in row 3, col",
        ),
        ("L R\nDU3", None, "line 2, column 2: move 6 .U3. is not"),
    ],
)
def test_ambiguous_moves_are_an_error(text: str, goal: Board | None, words: str) -> None:
    with pytest.raises(BoardError, match=words):
        resolve_moves(CENTRE, goal, read_moves(text))


@pytest.mark.parametrize("mover", Mover)
def test_a_header_decides_between_tile_and_blank(mover: Mover) -> None:
    assert resolve_moves(CENTRE, None, read_moves("UDR"), mover) == mover.read((UP, DOWN, RIGHT))
    with pytest.raises(BoardError, match=r"^line 1, column 2: move 2 \(U\) is not possible"):
        resolve_moves(CENTRE, None, read_moves("UU"), mover)


def test_moves_of_the_blank_are_assumed_by_the_library() -> None:
    assert moves_from_letters(CENTRE, read_moves("UDR")) == (UP, DOWN, RIGHT)
    assert moves_from_letters(CENTRE, read_moves("UDR"), Mover.TILE) == (DOWN, UP, LEFT)
    with pytest.raises(BoardError, match="if they are directions of the tile, write 'moves: tile'"):
        moves_from_letters(CORNER, read_moves(SOLUTION))
    with pytest.raises(BoardError, match=r"column 3: move 4 .U2. is not possible: [^;]*$"):
        moves_from_letters(CENTRE, read_moves("RLU2"))


def test_numbers_of_tiles_may_start_with_zero() -> None:
    board = Board.parse("1 2 3/4 0 6/7 5 8")
    assert read_tiles("05 08", board) == read_tiles("5 8", board) == (DOWN, RIGHT)


def test_a_tile_that_is_not_next_to_the_blank_has_a_place() -> None:
    assert read_tiles("8 5", Board.solved(3, 3)) == (Move.LEFT, Move.UP)
    with pytest.raises(BoardError, match="move 2: tile 19 is not next to the blank") as error:
        read_tiles("16\n19 1", Board.solved(5, 4))
    assert (error.value.line, error.value.column, error.value.token) == (2, 1, "19")


@pytest.mark.parametrize(
    "text",
    [
        "east south",
        "East, South",
        "1. R 2. D",
        "1) Right\n2) Down",
        "1: east 2: south",
        "RIGHT DOWN",
    ],
)
def test_words_and_numbered_lists_are_moves_everywhere(text: str) -> None:
    moves, start = (Move.RIGHT, Move.DOWN), Board.parse("1 2 3/4 0 5/7 8 6")
    assert read_moves(text).moves == moves
    assert registry.read(f"{start}\n{text}").moves == moves
    assert solution_in(text, Scenario(start, Board.solved(3, 3))).moves == moves


def test_numbers_that_do_not_count_are_not_ignored() -> None:
    for text, column in (("1. R 3. D", 6), ("2. R", 1)):
        with pytest.raises(BoardError, match="must follow a letter") as raised:
            read_moves(text)
        assert raised.value.column == column
