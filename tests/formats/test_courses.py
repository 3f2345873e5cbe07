"""Files of courses, written from their descriptions."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzler.board import GOALS, Board, BoardError
from puzzler.formats import princeton, registry
from puzzler.formats.format import Contents
from puzzler.formats.reading import find_source

PUZZLE_04 = "3\n 0  1  3\n 4  2  5\n 7  8  6\n"
PUZZLE_15 = "4\n10 14  1  5 \n15 11  2  3 \n12 13  4  6 \n 9  7  8  0 \n"
PONIES = "# PONIES\n4\n0 10 5 7\n11 14 4 8\n1 2 6 13\n12 3 15 9\n"
GENERATED = (
    "# This puzzle is unsolvable\n4\n14  3  1  8 \n10  5 15  7 \n13  2  9 11 \n 4  6 12  0 \n"
)
COMMENTED = "# This is a comment\n3\n3 2 6 #Another comment\n1 4 0\n\n8 7 5\n"
LODZ = "4 4 \n1 2 3 4 \n5 6 7 8 \n9 10 11 0 \n13 14 15 12 \n"
OBLONG = "2 3\n1 2 3\n4 0 5\n"


@pytest.mark.parametrize(
    ("text", "form", "start", "goal"),
    [
        (PUZZLE_04, "princeton", "0 1 3/4 2 5/7 8 6", "standard"),
        (PUZZLE_15, "princeton", "10 14 1 5/15 11 2 3/12 13 4 6/9 7 8 0", "standard"),
        ("2\n 0  1\n 2  3\n", "princeton", "0 1/2 3", "standard"),
        (PONIES, "42", "0 10 5 7/11 14 4 8/1 2 6 13/12 3 15 9", "snail"),
        (GENERATED, "42", "14 3 1 8/10 5 15 7/13 2 9 11/4 6 12 0", "snail"),
        (COMMENTED, "42", "3 2 6/1 4 0/8 7 5", "snail"),
        ("3 # size\n# rows\n3 2 6\n1 4 0\n8 7 5", "42", "3 2 6/1 4 0/8 7 5", "snail"),
        (LODZ, "lodz", "1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12", "standard"),
        (OBLONG, "lodz", "1 2 3/4 0 5", "standard"),
        ("# two columns\n3 2\n1 2\n3 4\n0 5\n", "lodz", "1 2/3 4/0 5", "standard"),
        ("2 2\n0 1\n3 2", "lodz", "0 1/3 2", "standard"),
        ("8,6,4,2,1,3,5,7,0", "columbia", "8 6 4/2 1 3/5 7 0", "blank-first"),
        ("  3, 1 ,2,0\n", "columbia", "3 1/2 0", "blank-first"),
        ("4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15", "id", str(Board.solved(4, 4)), "standard"),
        ("3x2:1,2,3,0,4,5", "id", "1 2 3/0 4 5", "standard"),
        ("3x2:4,1,2,3,0,5", "id", "4 1 2/3 0 5", "standard"),
        ("2:1,2,0,3\n", "id", "1 2/0 3", "standard"),
    ],
)
def test_each_file_has_the_goal_of_its_format(text: str, form: str, start: str, goal: str) -> None:
    contents = registry.read(text)
    if form != "id" or text[:3] != "4x4":
        assert contents.start == Board.parse(start)
    assert contents.form == form
    assert contents.goal == GOALS[goal](*contents.start.size)
    assert registry.read(text, form) == contents
    assert registry.read(f"# said\n{text} # and repeated", form) == contents


@pytest.mark.parametrize("text", [PONIES, LODZ, OBLONG, "8,6,4,2,1,3,5,7,0", "3x2:1,2,3,0,4,5"])
def test_a_comment_above_the_board_sets_another_goal(text: str) -> None:
    for goal, shape in GOALS.items():
        contents = registry.read(f"# goal: {goal}\n{text}")
        assert contents.goal == shape(*contents.start.size)
        assert contents.form == registry.read(text).form
    with pytest.raises(BoardError, match="line 1, column 9: unknown goal 'snake'"):
        registry.read(f"# goal: snake\n{text}")


def test_unaligned_rows_without_a_comment_have_the_blank_last() -> None:
    text = "3\n8 6 7\n2 5 4\n3 0 1\n"
    contents = registry.read(text)
    assert (contents.form, contents.goal) == ("princeton", None)
    assert contents.goal_or_standard == Board.solved(3, 3)
    assert registry.read(text, "42").goal == GOALS["snail"](3, 3)


@pytest.mark.parametrize(
    ("name", "length", "is_unsolvable"),
    [
        ("puzzle04.txt", 4, False),
        ("Puzzle4.TXT", 4, False),
        ("homework/puzzle3x3-31.txt", 31, False),
        ("C:\\homework\\puzzle4x4-78.txt", 78, False),
        ("puzzle2x2-unsolvable1.txt", None, True),
        ("puzzle-unsolvable3x3.txt", None, True),
        ("puzzle4x4-hard1.txt", None, False),
        ("mypuzzle04.txt", None, False),
        ("puzzle04.txt.old", None, False),
    ],
)
def test_file_names_promise_lengths(name: str, length: int | None, is_unsolvable: bool) -> None:
    contents = princeton.with_promise(Contents(start=Board.solved(3, 3)), name)
    assert (contents.length, contents.is_unsolvable) == (length, is_unsolvable)


def test_a_file_has_the_length_promised_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "puzzle04.txt"
    file.write_text(PUZZLE_04)
    assert find_source(str(file)).read().length == 4
    file.write_text(PONIES)  # another format, whose file names have no meaning
    assert find_source(str(file)).read().length is None


@pytest.mark.parametrize("argument", ["4x4#123456", "4x4#123456789012345", "4#1"])
def test_a_seed_of_another_program_is_not_a_file_name(argument: str) -> None:
    with pytest.raises(BoardError, match=r"BOARD: line 1, column 1: .* starts a random seed"):
        find_source(argument).read()


def test_the_generator_of_42_marks_unsolvable_boards() -> None:
    assert registry.read(GENERATED).is_unsolvable
    assert not registry.read(GENERATED.replace("unsolvable", "solvable")).is_unsolvable
    assert not registry.read(PONIES).is_unsolvable


def test_an_empty_line_after_the_size_is_ignored() -> None:
    board = "3 2 6\n1 4 0\n8 7 5\n"
    contents = registry.read(f"# a\n\n3 # size\n\n{board}\n# end\n")
    assert (contents.form, contents.start) == ("42", Board.parse(board))
    assert registry.read(f"3\n\n{board}").form == "princeton"
    # With a goal it is a weighted scenario. A first line that is not the size is a weight.
    assert registry.read(f"3\n\n{board}\n{board}").form == "weighted"
    with pytest.raises(BoardError, match="the rows of the goal are missing"):
        registry.read(f"2\n\n{board}")


def test_lodz_requires_rows_after_the_size() -> None:
    assert "lodz" not in [form.name for form in registry.candidates("2 3\n# no row")]
    assert "lodz" in [form.name for form in registry.candidates("2 3\n1 2 3")]
