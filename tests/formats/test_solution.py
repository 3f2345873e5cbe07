"""Weighted scenarios and their solution files."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, BoardError
from puzzler.formats import lodz, princeton, registry, solution
from puzzler.formats.format import Answer, Contents
from tests.board.boards import boards
from tests.formats.answers import answer

TEXT = "1 0 2\n3 4 5\n\n1 4 2\n3 5 0\n\n1.5\n2\n10\nD R\n2.5 2"


def test_a_solution_file_is_written() -> None:
    found = answer("1 0 2/3 4 5", "DR", goal="1 4 2/3 5 0", f_values=("2.5", "2"))
    assert solution.write_answer(found) == TEXT
    assert registry.find_format("weighted").needs_f_values


def test_a_solution_without_moves() -> None:
    text = solution.write_answer(answer("1 2/3 0", ""))
    assert text == "1 2\n3 0\n\n1 2\n3 0\n\n1.5\n0\n10\n\n"
    assert registry.read(text).moves == ()


@given(boards(), st.data())
def test_written_text_is_read_back(start: Board, data: st.DataObject) -> None:
    board, moves = start, []
    for _ in range(data.draw(st.integers(0, 30))):
        moves.append(data.draw(st.sampled_from(board.legal_moves())))
        board = board.apply(moves[-1])
    weight = data.draw(st.integers(0, 1_000_000)) / 1000
    found = Answer(
        contents=Contents(start=start, goal=board, weight=weight),
        goal=board,
        moves=tuple(moves),
        is_shortest=False,
        is_unsolvable=False,
        expanded=data.draw(st.integers(0, 10**9)),
        peak_nodes=0,
        deepest=0,
        seconds=0,
        memory_bytes=0,
        weight=weight,
        f_values=tuple(
            Fraction(g) + Fraction(len(moves) - g, 1000) for g in range(1, len(moves) + 1)
        ),
    )
    contents = registry.read(solution.write_answer(found))
    assert contents == Contents(
        start=start, goal=board, weight=weight, moves=tuple(moves), form="solution"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the start is missing here"),
        ("1 2\n3 0", "line 3: the goal is missing here"),
        ("1 2\n3 0\n\n1 2\n3 0", "line 6: the weight is missing here"),
    ],
)
def test_other_texts_are_not_solutions(text: str, message: str) -> None:
    with pytest.raises(BoardError, match=re.escape(message)):
        registry.read(text, "solution")


@pytest.mark.parametrize("weight", ["0", "1", "1.5", "2.250", ".5", "1.", "1000"])
def test_weights_are_read_and_written(weight: str) -> None:
    text = f"# scenario 1\n{weight} # weight\n \t \n1 2\n# row 2\n3 0\n\n\n\n1 2\n0 3\n\n"
    contents = registry.read(text)
    assert contents.weight == float(weight)
    assert contents.goal == Board.parse("1 2/0 3")


START = "1 2 3/0 4 6/7 5 8"


@pytest.mark.parametrize(
    ("name", "found", "text"),
    [
        ("42", answer("1 2/0 3", None, is_unsolvable=True), "*this puzzle is unsolvable"),
        ("42", answer(START, None), "*no solution was found"),
        ("princeton", answer("1 2/0 3", None, is_unsolvable=True), "No solution possible"),
        ("princeton", answer(START, None), "No solution found"),
        ("princeton", answer(START, "RDR", is_shortest=False), "Number of moves = 3\n\n3\n*"),
        ("lodz", answer(START, "RDR"), "3\nRDR"),
        ("lodz", answer(START, None), "-1"),
        ("lodz", answer("1 2/3 0", ""), "0\n"),
        ("columbia", answer("0 1/2 3", ""), "path_to_goal: []\n*"),
        ("weighted", answer("1 2/0 3", "R", f_values=("1",)), "*\n\n1.5\n1\n10\nR\n1"),
    ],
)
def test_each_format_has_its_own_answer(name: str, found: Answer, text: str) -> None:
    write = registry.find_format(name).write_answer
    assert write is not None and fnmatchcase(write(found), text.replace("[", "[[]"))


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (answer(START, "RDR"), "3\n22\n10\n4\n1.881"),
        # IDA* does not store states, so it expands more states than it stores
        (answer(START, "RDR", figures=(30, 22, 4)), "3\n30\n30\n4\n1.881"),
        (answer(START, None), "-1\n22\n10\n4\n1.881"),
    ],
)
def test_lodz_has_figures(found: Answer, text: str) -> None:
    assert lodz.write_figures(found) == text


def test_boards_printed_by_princeton_are_read_back() -> None:
    _, *boards = princeton.write_answer(answer(START, "RDR")).split("\n\n")
    assert [str(registry.read(text).start) for text in boards] == [
        START,
        "1 2 3/4 0 6/7 5 8",
        "1 2 3/4 5 6/7 0 8",
        "1 2 3/4 5 6/7 8 0",
    ]
    with pytest.raises(BoardError, match="the format princeton requires a square board, not 2x3"):
        princeton.write_answer(answer("1 2 3/4 0 5", "R"))


@pytest.mark.parametrize("name", ["columbia", "weighted", "solution"])
def test_some_formats_cannot_represent_a_missing_solution(name: str) -> None:
    write = registry.find_format(name).write_answer
    assert write is not None
    with pytest.raises(BoardError, match=re.escape("the format")):
        write(answer(START, None))
