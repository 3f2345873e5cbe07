"""Boards, moves and numbers as people paste them. F and T are numbers of two reviews."""

from __future__ import annotations

import io
import re

import pytest

from puzzler.board import Board, BoardError
from puzzler.board.goal import blank_first
from puzzler.board.numbers import decimal_number, whole_number
from puzzler.formats import registry
from puzzler.formats.format import Contents
from puzzler.formats.moves import parse_moves
from puzzler.formats.reading import TextSource, find_source

MOVED = "1 2 3/4 0 6/7 5 8"
FLAT = "2 4 3/1 5 6/7 8 0"
BOARD = "1 0 2/3 4 5/6 7 8"
FIFTEEN = "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2"
KORF = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
RUML = """4 4
starting positions for each tile:
9
11
10
15
12
7
8
3
13
6
14
4
5
1
0
2
goal positions:
{}
""".format("\n".join(map(str, range(16))))


def test_an_object_with_a_goal_needs_no_moves() -> None:
    contents = registry.FORMATS["json"].read('{"board": "1 2/3 0", "goal": "blank-first"}')
    assert (contents.goal, contents.moves) == (blank_first(2, 2), None)


def test_a_line_of_commas_is_not_a_board() -> None:
    with pytest.raises(BoardError, match="a line of a list"):
        registry.FORMATS["list"].read(",")


@pytest.mark.parametrize(
    ("text", "board"),
    [
        pytest.param("[[1 2 3]\n [4 0 6]\n [7 5 8]]", MOVED, id="F1"),
        pytest.param("[[1 2]\n [3 0]]", "1 2/3 0", id="F1 smallest"),
        pytest.param("[[1. 2.]\n [3. 0.]]", "1 2/3 0", id="F1 decimals"),
        pytest.param("array([[1, 2],\n       [3, 0]], dtype=int8)", "1 2/3 0", id="F1 dtype"),
        pytest.param("[[4,1,2],[5,0,3]]", "4 1 2/5 0 3", id="F2"),
        pytest.param("(2, 4, 3, 1, 5, 6, 7, 8, 0)", FLAT, id="F3 tuple"),
        pytest.param("EightPuzzle((2,4,3,1,5,6,7,8,0))", FLAT, id="F3 repr"),
        pytest.param("[1, 2, 3]\n[4, 0, 6]\n[7, 5, 8]", MOVED, id="F3 a list a line"),
        pytest.param("((1 2 3) (4 0 6) (7 5 8))", MOVED, id="F3 Lisp"),
        pytest.param("int a[2][2] = {{1,2},{3,0}};", "1 2/3 0", id="F3 C"),
        pytest.param(
            "-------------\n| 1 |   | 2 |\n-------------\n| 3 | 4 | 5 |\n-------------\n"
            "| 6 | 7 | 8 |\n-------------",
            BOARD,
            id="F5",
        ),
        pytest.param("+---+---+\n| 1 | 2 |\n+---+---+\n| 3 |   |\n+---+---+", "1 2/3 0", id="F5 +"),
        pytest.param(
            "┌───┬───┐\n│ 1 │ 2 │\n├───┼───┤\n│ 3 │   │\n└───┴───┘", "1 2/3 0", id="F5 box"
        ),
        pytest.param("*********\n* 1 * 2 *\n*********\n* 3 *   *", "1 2/3 0", id="F5 stars"),
        pytest.param("|1|2|\n|---|---|\n|3|0|", "1 2/3 0", id="F5 markdown"),
        pytest.param("FE169B4C0A73D852", FIFTEEN, id="F7"),
        pytest.param("812043765", "8 1 2/0 4 3/7 6 5", id="F9"),
        pytest.param("87_654321", "8 7 0/6 5 4/3 2 1", id="F9 mark"),
        pytest.param("123\n405\n678", "1 2 3/4 0 5/6 7 8", id="F9 rows"),
        pytest.param("b12 345 678", "0 1 2/3 4 5/6 7 8", id="F11"),
        pytest.param("2  3  4  1  5  x  7  6  8", "2 3 4/1 5 0/7 6 8", id="F12 x"),
        pytest.param("1 - 2/3 4 5/6 7 8", BOARD, id="F12 -"),
        pytest.param("1 □ 2/3 4 5/6 7 8", BOARD, id="F12 square"),
        pytest.param("1,,2\n3,4,5\n6,7,8", BOARD, id="F12 empty"),
        pytest.param("1,2,\n3,4,5\n6,7,8", "1 2 0/3 4 5/6 7 8", id="F12 empty end"),
        pytest.param("[[1,null,2],[3,4,5],[6,7,8]]", BOARD, id="F12 null"),
        pytest.param("[['1', None], ['2', '3']]", "1 0/2 3", id="F12 None"),
        pytest.param(
            "5,14,2,4;13,X,9,7;10,1,3,8;6,11,15,12",
            "5 14 2 4/13 0 9 7/10 1 3 8/6 11 15 12",
            id="F13",
        ),
        pytest.param("[1 2 3; 4 0 6; 7 5 8]", MOVED, id="F13 MATLAB"),
        pytest.param("1;2\n3;0", "1 2/3 0", id="F13 cells"),
        pytest.param('"1","2"\n"3","0"', "1 2/3 0", id="F13 quoted"),
        pytest.param('"1","2"\n"3",""', "1 2/3 0", id="F13 quoted empty"),
        pytest.param("0 1 2\n3 -1 4\n5 6 7", "1 2 3/4 0 5/6 7 8", id="F14"),
        pytest.param("3\n0\n3\n8\n4\n1\n7\n2\n6\n5", "0 3 8/4 1 7/2 6 5", id="F16"),
        pytest.param(RUML, KORF, id="F19"),
        pytest.param('{"board": "1 2/3 0"}', "1 2/3 0", id="F24 text"),
        pytest.param('{"board": [[1,2],[3,0]]}', "1 2/3 0", id="F24 rows"),
    ],
)
def test_common_notations_are_read(text: str, board: str) -> None:
    assert str(registry.read(text).start) == board
    assert str(find_source("-", io.BytesIO(text.encode())).read().start) == board
    if not text.startswith(("{", "4 4\n")):
        assert str(Board.parse(text)) == board
    if "\n" not in text:
        assert str(find_source(text).read().start) == board
        (line,) = find_source("-", io.BytesIO(text.encode())).lines()
        assert str(TextSource("list", io.BytesIO).read_line(line).start) == board


@pytest.mark.parametrize(
    "text", ["7 2 4\n5 0 6\n8 3 1\n\n0 1 2\n3 4 5\n6 7 8", "1 2\n0 3\n\n1 2\n3 0"]
)
def test_start_and_goal_can_be_two_grids(text: str) -> None:  # F15
    start, goal = text.split("\n\n")
    contents = registry.read(text)
    assert (contents.start, contents.goal) == (Board.parse(start), Board.parse(goal))


def test_the_goal_of_a_file_of_positions() -> None:  # F19
    assert registry.read(RUML).goal == blank_first(4, 4)


@pytest.mark.parametrize(
    ("line", "name", "length"),
    [
        ("17 14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3 57 12345", "17", None),
        ("k 57 14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3", "k", 57),
        ("1,57,14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3", "1", 57),
    ],
)
def test_columns_next_to_a_list_with_commas(line: str, name: str, length: int | None) -> None:
    contents = registry.read(line)
    assert (str(contents.start), contents.name, contents.length) == (KORF, name, length)
    assert ("ignored" in contents.note) == line.endswith("12345")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_read(encoding: str) -> None:  # F21
    mark = "" if encoding == "utf-16" else "\ufeff"
    data = f"{mark}1 2/3 0\r\n1 2/0 3\r\n".encode(encoding)
    source = find_source("-", io.BytesIO(data))
    boards = [str(source.read_line(line).start) for line in source.lines()]
    assert boards == ["1 2/3 0", "1 2/0 3"]
    data = f"{mark}1 2\r\n3 0\r\n".encode(encoding)
    assert str(find_source("-", io.BytesIO(data)).read().start) == "1 2/3 0"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("hello\n", "'hello' is not a tile", id="F10"),
        pytest.param("12\n", "line 1, column 1", id="F10 number"),
        pytest.param("100\n1 2 3 4", "'100' is not a size: sizes go from 2 to 10", id="F25"),
        pytest.param("-4\n1 2 3 4", "'-4' is not a size", id="F25 negative"),
        pytest.param("# one\n# two\n", "the rows are missing", id="F25 comments"),
        pytest.param("1,0,6,8,7,5,4,2", "tile 3 is missing", id="F26"),
        pytest.param("1 2 3/4 5 6/7 9 0", "tile 8 is missing", id="F26 range"),
        pytest.param("1 2 2/4 5 6/7 8 0", "tile 2 appears twice", id="F26 twice"),
        pytest.param("1 2 2/4 5 6/7 8 0", "tile 3 is missing", id="F26 twice and missing"),
    ],
)
def test_errors_name_the_fault(text: str, words: str) -> None:
    with pytest.raises(BoardError, match=re.escape(words)):
        registry.read(text)


@pytest.mark.parametrize(
    ("text", "note", "option"),
    [
        pytest.param("1,2,3,4,5,6,7,8,0", "blank first", "--goal standard", id="F22"),
        pytest.param("3\n0\n3\n8\n4\n1\n7\n2\n6\n5", "one tile per line", "--goal", id="F16"),
        pytest.param("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "blank first", "--goal", id="list"),
        pytest.param("0 1 2\n3 -1 4\n5 6 7", "the blank is -1", "", id="F14"),
    ],
)
def test_an_ambiguous_text_has_a_note(text: str, note: str, option: str) -> None:
    contents = registry.read(text)
    assert note in contents.note and option in contents.option
    assert registry.read("# goal: snail\n" + text).note in ("", contents.note if not option else "")


@pytest.mark.parametrize("moves", ["RIGHT DOWN", "Right, Down", "['Right', 'Down']", "rd", "2 3"])
def test_moves_can_be_words_or_tiles(moves: str) -> None:  # F27
    start = Board.parse("0 2/1 3")
    assert [move.name for move in parse_moves(start, moves)] == ["RIGHT", "DOWN"]


def test_an_error_names_the_place_of_an_impossible_tile() -> None:
    with pytest.raises(BoardError, match="line 1, column 3: move 2: tile 2 is not next"):
        parse_moves(Board.parse("0 2/3 1"), "3 2")


@pytest.mark.parametrize(
    ("text", "moves"), [("URL", 3), ("path_to_goal: ['Up', 'Right', 'Left']", 3)]
)
def test_answers_of_courses_are_read_as_moves(text: str, moves: int) -> None:
    assert len(parse_moves(Board.parse("1 2 3/4 0 6/7 5 8"), text)) == moves


def test_json_moves_can_be_words() -> None:
    contents: Contents = registry.read('{"board": "1 2/0 3", "moves": ["Right"]}')
    assert contents.moves is not None and len(contents.moves) == 1


@pytest.mark.parametrize("digits", ["9" * 5000, "٣.00", "1.4", "-1.46"])
def test_invalid_times_are_errors(digits: str) -> None:  # T1
    text = registry.FORMATS["share"].example.replace("1.46", digits)
    with pytest.raises(BoardError, match=r"line 2, column 12: .* is not a time"):
        registry.read(text)


@pytest.mark.parametrize("text", ["٣", "\uff11\uff12", "1_000", " 5 ", "5\n", "+5", "", "9" * 5000])
def test_numbers_have_ascii_digits_and_a_limit(text: str) -> None:  # T9
    for read in (whole_number, decimal_number):
        with pytest.raises(ValueError, match="is not a"):
            read(text)


def test_numbers_out_of_range_are_errors() -> None:
    assert (whole_number("12"), decimal_number("1.5"), decimal_number(".5")) == (12, 1.5, 0.5)
    with pytest.raises(ValueError, match="'11' is not a size from 2 to 10"):
        whole_number("11", 2, 10, "a size")
