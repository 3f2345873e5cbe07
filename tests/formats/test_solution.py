"""The solution file of a weighted scenario, written and read back."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, BoardError, Move
from puzzler.formats import registry, solution
from puzzler.formats.format import Answer, Contents
from tests.board.boards import boards
from tests.formats.answers import answer

TEXT = "1 0 2\n3 4 5\n\n1 4 2\n3 5 0\n\n1.5\n2\n10\nD R\n2.5 2"


def test_it_is_written() -> None:
    found = answer("1 0 2/3 4 5", "DR", goal="1 4 2/3 5 0", f_values=("2.5", "2"))
    assert solution.write_answer(found) == TEXT


def test_it_is_read_back() -> None:
    contents = registry.read(TEXT)
    assert contents.form == "solution"
    assert contents.start == Board.parse("1 0 2/3 4 5")
    assert contents.goal == Board.parse("1 4 2/3 5 0")
    assert contents.weight == 1.5
    assert contents.moves == (Move.DOWN, Move.RIGHT)


def test_nothing_to_move() -> None:
    text = solution.write_answer(answer("1 2/3 0", ""))
    assert text == "1 2\n3 0\n\n1 2\n3 0\n\n1.5\n0\n10\n\n"
    assert registry.read(text).moves == ()


def test_no_solution_has_no_form() -> None:
    with pytest.raises(BoardError, match="there is no solution, and the format solution has no"):
        solution.write_answer(answer("1 2/0 3", None))


@given(boards(), st.data())
def test_round_trip(start: Board, data: st.DataObject) -> None:
    board, moves = start, []
    for _ in range(data.draw(st.integers(0, 30))):
        moves.append(data.draw(st.sampled_from(board.legal_moves())))
        board = board.apply(moves[-1])
    weight = data.draw(st.integers(0, 1_000_000)) / 1000
    found = Answer(
        Contents(start, board, weight=weight),
        board,
        tuple(moves),
        is_shortest=False,
        is_unsolvable=False,
        expanded=data.draw(st.integers(0, 10**9)),
        generated=0,
        most_held=0,
        deepest=0,
        seconds=0,
        memory_bytes=0,
        weight=weight,
        f_values=tuple(
            Fraction(g) + Fraction(len(moves) - g, 1000) for g in range(1, len(moves) + 1)
        ),
    )
    contents = registry.read(solution.write_answer(found))
    assert contents == Contents(start, board, weight=weight, moves=tuple(moves), form="solution")


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "token", "message"),
    [
        ("D R", "R R", 10, 3, "R", "move 2, 'R': the blank in row 1, column 3 cannot move RIGHT"),
        ("D R", "D L", 10, 3, "L", "the moves end at 1 4 2/0 3 5, not at the goal"),
        ("D R", "D X", 10, 3, "X", "no move is called 'X'; moves are U, D, L and R"),
        ("D R", "D", 10, 1, "D", "the moves end after 1 of the 2 that line 8 says"),
        ("D R", "D R U", 10, 5, "U", "'U' is one too many: line 8 says 2 moves"),
        ("2.5 2", "2.5", 11, 1, "2.5", "the values of f end after 1 of the 2 that line 8"),
        ("2.5 2", "2.5 2 1", 11, 7, "1", "'1' is one too many: line 8 says 2 values of f"),
        ("2.5 2", "2.5 x", 11, 5, "x", "'x' is not a value of f: that is a number"),
        ("\nD R\n2.5 2", "", 8, 1, "2", "the moves end after 0 of the 2 that line 8 says"),
        ("\n2.5 2", "", 8, 1, "2", "the values of f end after 0 of the 2 that line 8"),
        ("2.5 2", "0.5 2", 11, 1, "0.5", "after move 1 f is 0.5: it is never less than 1"),
        ("2.5 2", "2.5 9", 11, 5, "9", "at the goal f is 9, and not the depth, 2"),
        ("2.5 2", "2.5 2\n7", 12, 1, "7", "'7' does not belong here"),
        ("\n2\n10", "\n-2\n10", 8, 1, "-2", "'-2' is not a depth: that is a whole number"),
        ("\n10\n", "\n1.5\n", 9, 1, "1.5", "'1.5' is not a number of expanded states"),
        ("\n10\n", "\n10 11\n", 9, 4, "11", "'11' does not belong here: the line is the number"),
        ("1.5\n", "1001\n", 7, 1, "1001", "'1001' is not a weight"),
        ("\n2\n10\nD R\n2.5 2", "", 8, None, None, "the depth is missing"),
        ("1 4 2\n3 5 0", "1 2\n0 3", 4, 1, "1", "the goal is 2x2, the start 2x3"),
        ("1 4 2\n3 5 0", "1 4 2\n3 5 x", 5, 5, "x", "'x' is not a tile"),
    ],
)
def test_errors_say_where(
    old: str, new: str, line: int, column: int | None, token: str | None, message: str
) -> None:
    assert old in TEXT
    with pytest.raises(BoardError, match=re.escape(message)) as caught:
        registry.read(TEXT.replace(old, new))
    assert (caught.value.line, caught.value.column, caught.value.token) == (line, column, token)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the start's rows should stand here"),
        ("1 2\n3 0", "line 3: the goal's rows should stand here"),
        ("1 2\n3 0\n\n1 2\n3 0", "line 6: the weight should stand here"),
    ],
)
def test_what_is_no_solution_at_all(text: str, message: str) -> None:
    with pytest.raises(BoardError, match=re.escape(message)):
        registry.read(text, "solution")


@pytest.mark.parametrize(
    ("number", "text"),
    [("0", "0"), ("100", "100"), ("1.50", "1.5"), ("0.125", "0.125"), ("38.4", "38.4")],
)
def test_numbers_are_as_short_as_they_are_exact(number: str, text: str) -> None:
    assert solution.decimal(Fraction(number)) == text
