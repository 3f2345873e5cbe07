"""Boards as programs, documents and web pages write them."""

from __future__ import annotations

import re

import pytest

from puzzler.board import Board, BoardError
from puzzler.formats import registry

MOVED = "1 2 3/4 0 6/7 5 8"


@pytest.mark.parametrize(
    ("text", "board"),
    [
        pytest.param(
            "int[][] blocks = new int[][]{{0, 1, 3}, {4, 2, 5}, {7, 8, 6}};",
            "0 1 3/4 2 5/7 8 6",
            id="java",
        ),
        pytest.param(
            "std::array<int, 9> start{1,2,3,4,5,6,0,7,8};", "1 2 3/4 5 6/0 7 8", id="cpp-std-array"
        ),
        pytest.param(
            "let board: [[u8; 3]; 3] = [[1, 2, 3], [4, 0, 6], [7, 5, 8]];", MOVED, id="rust"
        ),
        pytest.param(
            "let start = vec![vec![1, 2, 3], vec![4, 0, 6], vec![7, 5, 8]];", MOVED, id="rust-vec"
        ),
        pytest.param("board := [][]int{{1, 2, 3}, {4, 0, 6}, {7, 5, 8}}", MOVED, id="go"),
        pytest.param("var b = [9]int{1, 2, 3, 4, 0, 6, 7, 5, 8}", MOVED, id="go-array"),
        pytest.param("start = [[1,2,3],[4,0,6],[7,5,8]] :: [[Int]]", MOVED, id="haskell"),
        pytest.param("board = fromLists [[1,2,3],[4,0,6],[7,5,8]]", MOVED, id="haskell-fromlist"),
        pytest.param("let b = [| [|1;2;3|]; [|4;0;6|]; [|7;5;8|] |]", MOVED, id="ocaml"),
        pytest.param(
            "(defparameter *start* '(8 4 9 7 3 10 14 15 6 12 1 2 5 11 13 0))",
            "8 4 9 7/3 10 14 15/6 12 1 2/5 11 13 0",
            id="lisp-defparam",
        ),
        pytest.param("(def board [[1 2 3] [4 0 6] [7 5 8]])", MOVED, id="clojure"),
        pytest.param("start([1,2,3,4,0,6,7,5,8]).", MOVED, id="prolog"),
        pytest.param("m <- matrix(c(1,2,3,4,0,6,7,5,8), nrow=3, byrow=TRUE)", MOVED, id="r-matrix"),
        pytest.param(
            "     [,1] [,2] [,3]\n[1,]    1    2    3\n[2,]    4    0    6\n[3,]    7    5    8\n",
            MOVED,
            id="r-print",
        ),
        pytest.param("3×3 Matrix{Int64}:\n 1  2  3\n 4  0  6\n 7  5  8", MOVED, id="julia-print"),
        pytest.param("board = %w[1 2 3 4 0 6 7 5 8]", MOVED, id="ruby-w"),
        pytest.param("$board = array(array(1,2,3), array(4,0,6), array(7,5,8));", MOVED, id="php"),
        pytest.param(
            "val b = Array(Array(1, 2, 3), Array(4, 0, 6), Array(7, 5, 8))", MOVED, id="scala"
        ),
        pytest.param(
            "arrayOf(intArrayOf(1, 2, 3), intArrayOf(4, 0, 6), intArrayOf(7, 5, 8))",
            MOVED,
            id="kotlin-nested",
        ),
        pytest.param(
            "int[,] b = new int[,] { { 1, 2, 3 }, { 4, 0, 6 }, { 7, 5, 8 } };", MOVED, id="csharp"
        ),
        pytest.param(
            "tensor([[1, 2, 3],\n        [4, 0, 6],\n        [7, 5, 8]], device='cuda:0')",
            MOVED,
            id="torch-gpu",
        ),
        pytest.param(
            "array([[ 1.,  2.,  3.],\n       [ 4., nan,  6.],\n       [ 7.,  5.,  8.]])",
            MOVED,
            id="np-nan",
        ),
        pytest.param(
            "[np.int64(1), np.int64(2), np.int64(3), np.int64(0)]", "1 2/3 0", id="np-int64"
        ),
        pytest.param(
            "array([['1', '2', '3'],\n       ['4', ' ', '6'],\n"
            "       ['7', '5', '8']], dtype='<U1')",
            MOVED,
            id="np-str",
        ),
        pytest.param(
            "[0, 1, 2, 3],\n\n[4, 5, 6, 7], \n\n[8, 9, 10, 11], \n\n[12, 13, 14, 15]\n",
            "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15",
            id="readme-lists-blank-lines",
        ),
        pytest.param("|1|2|3|\n|:-:|:-:|:-:|\n|4|0|6|\n|7|5|8|", MOVED, id="md-table-align"),
        pytest.param("```text\n7 8 5\n3 1 4\n6 2 _\n```", "7 8 5/3 1 4/6 2 0", id="md-code-text"),
        pytest.param("> 1 2 3\n> 4 0 6\n> 7 5 8\n", MOVED, id="quote-mail"),
        pytest.param(
            " 1 | 2 | 3 \n---+---+---\n 4 |   | 6 \n---+---+---\n 7 | 5 | 8 ", MOVED, id="box-ttt"
        ),
        pytest.param(
            "\\begin{bmatrix}\n1 & 2 & 3 \\\\\n4 & 0 & 6 \\\\\n7 & 5 & 8\n\\end{bmatrix}",
            MOVED,
            id="latex",
        ),
        pytest.param("1 & 2 & 3 \\\\ \\hline\n4 & & 6 \\\\\n7 & 5 & 8", MOVED, id="latex-tab"),
        pytest.param("1 2 3\\n4 0 6\\n7 5 8", MOVED, id="literal-n"),
        pytest.param("- [1, 2, 3]\n- [4, 0, 6]\n- [7, 5, 8]\n", MOVED, id="yaml"),
        pytest.param(
            "board:\n  - [1, 2, 3]\n  - [4, 0, 6]\n  - [7, 5, 8]\n", MOVED, id="yaml-block"
        ),
        pytest.param('{"tiles": [1,2,3,4,0,6,7,5,8]}', MOVED, id="json-obj-tiles"),
        pytest.param(
            "[\n  [\n    1,\n    2,\n    3\n  ],\n  [\n    4,\n    null,\n    6\n"
            "  ],\n  [\n    7,\n    5,\n    8\n  ]\n]",
            MOVED,
            id="json-pretty",
        ),
        pytest.param("Puzzle:\n1 2 3\n4 0 6\n7 5 8", MOVED, id="label-puzzle"),
        pytest.param("Initial state: 1 2 3 / 4 0 6 / 7 5 8", MOVED, id="label-initial-only"),
        pytest.param("// start\n1 2 3\n4 0 6\n7 5 8", MOVED, id="slash-comments"),
        pytest.param("/* start */ {1, 2, 3, 4, 0, 6, 7, 5, 8}", MOVED, id="c-comment"),
        pytest.param(
            "board = [1, 2, 3,  # top\n         4, 0, 6,\n         7, 5, 8]", MOVED, id="py-comment"
        ),
        pytest.param("State(tiles=(1, 2, 3, 4, 0, 6, 7, 5, 8))", MOVED, id="set-tuple"),
        pytest.param(
            "Board(rows=3, columns=3, tiles=(1, 2, 3, 4, 0, 6, 7, 5, 8))", MOVED, id="puzzler-repr"
        ),
        pytest.param("1 2 3\n4 empty 6\n7 5 8", MOVED, id="empty-word"),
        pytest.param("1 2 3\n4 ? 6\n7 5 8", MOVED, id="question"),
        pytest.param("1 2 3\n4 ⬜ 6\n7 5 8", MOVED, id="square-big"),
        pytest.param(
            "\uff11 \uff12 \uff13\n\uff14 \uff10 \uff16\n\uff17 \uff15 \uff18",
            MOVED,
            id="fullwidth",
        ),
        pytest.param("① ② ③\n④ 0 ⑥\n⑦ ⑤ ⑧", MOVED, id="circled"),
        pytest.param("1️⃣2️⃣3️⃣\n4️⃣0️⃣6️⃣\n7️⃣5️⃣8️⃣", MOVED, id="emoji-keycap"),
        pytest.param(
            '\ufeff"1","2","3"\r\n"4","","6"\r\n"7","5","8"\r\n', MOVED, id="csv-quoted-bom"
        ),
        pytest.param(
            "01 02 03 04\n05 06 00 08\n09 10 07 12\n13 14 11 15",
            "1 2 3 4/5 6 0 8/9 10 7 12/13 14 11 15",
            id="leading-zeros",
        ),
        pytest.param("<Node (1, 2, 3, 4, 0, 6, 7, 5, 8)>", MOVED, id="aima-repr"),
        pytest.param("1 2 3\\4 0 6\\7 5 8", MOVED, id="backslash"),
    ],
)
def test_a_pasted_board_is_read(text: str, board: str) -> None:
    assert str(registry.read(text).start) == board
    assert str(Board.parse(text)) == board


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        pytest.param(
            "start = [[1, 2, 3],\n         [4, 5, 6],\n         [7, 0, 8]]\n"
            "goal = [[1, 2, 3],\n        [4, 5, 6],\n        [7, 8, 0]]\n",
            ("1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/7 8 0"),
            id="so-start-goal-py",
        ),
        pytest.param(
            '{"start": [[1,2,3],[4,0,6],[7,5,8]], "goal": [[1,2,3],[4,5,6],[7,8,0]]}',
            ("1 2 3/4 0 6/7 5 8", "1 2 3/4 5 6/7 8 0"),
            id="json-obj-start-goal",
        ),
        pytest.param(
            "7 2 4    1 2 3\n5 0 6    4 5 6\n8 3 1    7 8 0\n",
            ("7 2 4/5 0 6/8 3 1", "1 2 3/4 5 6/7 8 0"),
            id="side-by-side",
        ),
        pytest.param(
            "1 0 3      1 2 3\n4 2 5  =>  4 5 6\n7 8 6      7 8 0\n",
            ("1 0 3/4 2 5/7 8 6", "1 2 3/4 5 6/7 8 0"),
            id="side-by-side-arrow",
        ),
        pytest.param(
            "Start     Goal\n7 2 4    0 1 2\n5 0 6    3 4 5\n8 3 1    6 7 8\n",
            ("7 2 4/5 0 6/8 3 1", "0 1 2/3 4 5/6 7 8"),
            id="side-head",
        ),
        pytest.param(
            "1 2 3\n4 0 6\n7 5 8\n->\n1 2 3\n4 5 6\n7 8 0\n",
            ("1 2 3/4 0 6/7 5 8", "1 2 3/4 5 6/7 8 0"),
            id="two-grids-arrow",
        ),
        pytest.param(
            "Initial state:\n1 2 3\n4 0 6\n7 5 8\n\nFinal state:\n1 2 3\n4 5 6\n7 8 0\n",
            ("1 2 3/4 0 6/7 5 8", "1 2 3/4 5 6/7 8 0"),
            id="initial-final",
        ),
        pytest.param(
            "Start:\n1 2 3\n4 0 6\n7 5 8\nEnd:\n1 2 3\n4 5 6\n7 8 0\n",
            ("1 2 3/4 0 6/7 5 8", "1 2 3/4 5 6/7 8 0"),
            id="start-end",
        ),
        pytest.param(
            "Start State:\n2 8 3\n1 6 4\n7 _ 5\n\nGoal State:\n1 2 3\n8 _ 4\n7 6 5\n",
            ("2 8 3/1 6 4/7 0 5", "1 2 3/8 0 4/7 6 5"),
            id="Start-State-Goal",
        ),
        pytest.param(
            "EightPuzzle(initial=(1, 2, 3, 4, 0, 6, 7, 5, 8), goal=(1, 2, 3, 4, 5, 6, 7, 8, 0))",
            ("1 2 3/4 0 6/7 5 8", "1 2 3/4 5 6/7 8 0"),
            id="eightpuzzle-cls",
        ),
    ],
)
def test_a_pasted_start_has_its_goal(text: str, goal: tuple[str, str]) -> None:
    contents = registry.read(text)
    assert (str(contents.start), str(contents.goal)) == goal


@pytest.mark.parametrize(
    ("text", "board"),
    [
        pytest.param("1 2 3\n4   6\n7 5 8", "1 2 3/4 0 6/7 5 8", id="space-blank-mid"),
        pytest.param("1 2 3\n4 5 6\n7 8  ", "1 2 3/4 5 6/7 8 0", id="space-blank-end"),
        pytest.param("  2 3\n1 4 6\n7 5 8", "0 2 3/1 4 6/7 5 8", id="space-blank-start"),
        pytest.param("123\n4 6\n758", "1 2 3/4 0 6/7 5 8", id="compact-space"),
        pytest.param(
            " 1  2  3  4\n 5  6     8\n 9 10  7 12\n13 14 11 15\n",
            "1 2 3 4/5 6 0 8/9 10 7 12/13 14 11 15",
            id="aligned-4-blank",
        ),
        pytest.param(
            "    2  3  4\n 1  6  5  8\n 9 10  7 12\n13 14 11 15\n",
            "0 2 3 4/1 6 5 8/9 10 7 12/13 14 11 15",
            id="aligned-4-blank-start",
        ),
    ],
)
def test_an_empty_place_is_the_blank(text: str, board: str) -> None:
    contents = registry.read(text)
    assert str(contents.start) == board
    assert "the empty place is read as the blank" in contents.note


@pytest.mark.parametrize("text", ["3\n 0  1  3\n 4  2  5\n 7  8  6", "3 3\n0 1 3\n4 2 5\n7 8 6"])
def test_a_size_above_the_rows_is_no_tile(text: str) -> None:
    assert str(Board.parse(text)) == "0 1 3/4 2 5/7 8 6"
    assert str(Board.parse("3 2\n1 0\n4 5\n6 7")) == "3 2/1 0/4 5/6 7"


def test_a_length_after_the_tiles_is_no_tile() -> None:
    contents = registry.read("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 57")
    assert str(contents.start) == "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    assert "ignored" in contents.note


def test_a_blank_of_minus_1_shifts_tiles_only_if_there_is_a_0() -> None:
    contents = registry.read("1 2 3\n4 -1 6\n7 5 8")
    assert (str(contents.start), contents.note) == (MOVED, "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 2 3\n4 y 6\n7 5 8", "line 2, column 3: 'y' is not a tile"),
        ("1 2 3\n4 5\n7 8 6", "line 2, column 3: row 2 ends with '5'"),
        ("[[1, 2, 3], [4, 0, 0], [7, 5, 8]]", "the blank '0' appears twice"),
        ("Puzzle:\n1 2 3\n4 0 6\n7 5 9", "line 4, column 5: tile 9 is out of range"),
        ("let b = [[1, 2], [3, three]];", "'three' is not a tile"),
        ("goal: 1 2/3 0", "line 1, column 1: there is no board before the goal"),
        ("1 2 3 4 5 0", "separate rows by /"),
        ("2 1 3 4 5 6 7 8 0 9", "separate rows by /"),
        ("4\n81\n14 15 4 12\n5 1 10 8\n13 6 9 3\n11 2 7 0", "row 3 ends with '12'"),
        ("7 2 4   1 2 3\n5 0 6   4 5 6\n8 3 1   7 8 8", "tile 2 appears twice"),
        ("initial([2/2, 1/1, 3/1]).", "row 2 ends with '1'"),
    ],
)
def test_a_wrong_text_is_an_error_of_one_line(text: str, words: str) -> None:
    with pytest.raises(BoardError, match=re.escape(words)):
        registry.read(text)
