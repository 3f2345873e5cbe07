"""Scrambles and solutions in the notation of speed-solvers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import example, given

from puzzler.board import Board, BoardError, Move
from puzzler.board.goal import blank_first, snail
from puzzler.formats import registry, scramble
from puzzler.formats.format import Contents, Format
from puzzler.formats.registry import AmbiguousError
from tests.formats.answers import plays

UP, DOWN, LEFT, RIGHT = Move
SOLVED = Board.solved(3, 3)


@given(plays())
@example(Contents(start=SOLVED, moves=()))
def test_written_text_is_read_back(contents: Contents) -> None:
    text = scramble.write(contents)
    solved = Board.solved(*contents.start.size)
    read = registry.read(text, "scramble")
    assert (read.start, read.goal or solved) == (contents.start, contents.goal or solved)
    assert read.moves == contents.moves
    if contents.moves is not None:
        assert registry.read(text) == read  # no other format accepts it


def test_letters_on_tiles_are_preserved() -> None:
    text = "moves: tile\nU L/D _\nRL"
    contents = registry.read(text)
    assert (contents.labels, contents.moves) == (("", "D", "L", "U"), (LEFT, RIGHT))
    assert scramble.write(contents) == text
    assert scramble.write(replace(contents, moves=None)) == "3 2/1 0"


def test_a_long_solution_takes_several_lines() -> None:
    start = Board.solved(2, 2)
    contents = Contents(start=start, goal=start, moves=(UP, LEFT, DOWN, RIGHT) * 60)
    text = scramble.write(contents)
    assert len(text.splitlines()) == 5
    assert registry.read(text).moves == contents.moves


@pytest.mark.parametrize(
    "text",
    [
        "8 2 0/4 6 1/3 7 5\nR2U2LDLDRURDLULDRULURDLU",
        "8 2 0/4 6 1/3 7 5 R2U2 LDLDRURDLULDR\nULURDLU",
        "8 2 0\n4 6 1\n3 7 5\n\nr2u2ldldrurdluldrulurdlu\n",
        "8 2 0/4 6 1/3 7 5 L2D2RURULDLURDRULDRDLURD",
        "# mine\n3x3\n8 2 0/4 6 1/3 7 5 # a board\nL2D2RURULDLURDRULDRDLURD # by the blank",
        "moves: blank\n8 2 0/4 6 1/3 7 5 L2D2RURULDLURDRULDRDLURD",
        "8 2 0 4 6 1 3 7 5\n# moves: tile\nR2U2LDLDRURDLULDRULURDLU",
    ],
)
def test_a_board_and_its_solution(text: str) -> None:
    contents = registry.read(text)
    assert contents.form == "scramble"
    assert contents.start == Board.parse("8 2 0/4 6 1/3 7 5")
    assert contents.goal == SOLVED
    assert contents.moves is not None
    assert len(contents.moves) == 24
    assert contents.start.apply_all(contents.moves) == SOLVED


def test_the_goal_is_the_end_of_the_solution() -> None:
    assert registry.read("1 2 3/0 8 4/7 6 5 R").goal == snail(3, 3)
    assert registry.read("1 0 2/3 4 5/6 7 8 L").goal == blank_first(3, 3)
    assert registry.read("1 2 3/8 4 0/7 6 5 LU").goal is None  # not the last board of the solution
    assert registry.read("# goal: standard\n1 2 3/0 8 4/7 6 5 R").goal == SOLVED


def test_other_fields_of_the_board_are_preserved() -> None:
    contents = registry.read("k1 2 1 2 0 3\nL")
    assert (contents.name, contents.length, contents.moves) == ("k1", 2, (RIGHT,))


@pytest.mark.parametrize("text", ["4x4\nR2 D3 L U", "4×4 l2u3rd", "moves: tile\n4x4 ￫2 ￬3 ← ￪"])
def test_the_solved_board_is_an_empty_scramble(text: str) -> None:
    contents = registry.read(text)
    solved = Board.solved(4, 4)
    assert (contents.name, contents.form, contents.moves) == ("", "scramble", None)
    assert contents.goal == solved
    assert contents.start == solved.apply_all((LEFT, LEFT, UP, UP, UP, RIGHT, DOWN))


def test_a_scramble_with_a_known_size() -> None:
    assert scramble.read("U", (3, 3)).start == SOLVED.apply(UP)
    assert scramble.read("2x2 U", (3, 3)).start == Board.parse("1 0/3 2")


def test_a_scramble_of_another_goal() -> None:
    contents = registry.read("# goal: snail\n3x3 moves: tile LU")
    assert contents.goal == snail(3, 3)
    assert contents.start == contents.goal.apply_all((RIGHT, DOWN))
    with pytest.raises(BoardError, match="of the blank or of the tile: add a line"):
        registry.read("# goal: snail\n3x3 LU")


def test_moves_decide_between_several_formats_of_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read(text: str) -> Contents:
        board = Board.parse(text)
        return Contents(start=board, goal=snail(*board.size))

    other = Format(
        title="", name="other", summary="", rank=500, pattern=re.compile(""), read=read, example=""
    )
    monkeypatch.setitem(registry.FORMATS, "other", other)
    with pytest.raises(AmbiguousError):
        registry.read("1 2 3\n0 8 4\n7 6 5")
    assert registry.read("1 2 3/0 8 4/7 6 5 R").goal == snail(3, 3)
    assert registry.read("1 2 3/4 5 6/7 0 8 L").goal == SOLVED
    assert registry.read("moves: blank\n1 2 3/4 5 6/7 0 8 R").goal == SOLVED
    with pytest.raises(
        BoardError, match=r"matches 2 formats: grid, .*; or other, .* # goal: snail$"
    ):
        registry.read("1 2 3/4 5 6/7 0 8 UL")


def test_letters_on_tiles_are_not_moves() -> None:
    assert registry.read("U L/D _").form == "letters"
    assert registry.read("R D\nL _\nU A").form == "letters"
    with pytest.raises(AmbiguousError) as caught:
        registry.read("A B\n_ C\nU R")
    assert [reading.form for reading in caught.value.readings] == ["scramble", "letters"]
    assert registry.read("A B\n_ C\nU R", "scramble").moves == (UP, RIGHT)
    assert registry.read("A B\n_ C\nU\n\nR", "scramble").moves == (UP, RIGHT)
