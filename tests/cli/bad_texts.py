"""Texts that are wrong in one place each, for every reader: where, and what is said of it."""

from __future__ import annotations

from typing import NamedTuple


class Bad(NamedTuple):
    """A text, and what the one line about it must have in it."""

    form: str
    """The format that it was meant to be in."""
    text: str
    line: int | None
    """Where it is wrong; None where there is nothing at all."""
    column: int | None
    """None where something is missing at the end of the line."""
    words: str
    """What must be said."""


SCENARIO = "1.5\n\n1 2\n0 3\n\n1 2\n3 0"
OBJECT = '{"board": "1 2/3 0"'
SOLUTION = "1 2\n0 3\n\n1 2\n3 0\n\n1\n1\n1\n"

BAD_TEXTS = [
    Bad("grid", "", None, None, "the text is empty"),
    Bad("grid", " \n\t\n", None, None, "the text is empty"),
    Bad("grid", "# only a comment\n", None, None, "the text is empty"),
    Bad("grid", "1 2 3\n4 5 6\n7 8", 3, 3, "'8' after 2 tiles; row 1 has 3"),
    Bad("grid", "1 2 3\n4 5 6\n7 8 9", 3, 5, "tile 9 is out of range"),
    Bad("grid", "1 2 3\n4 x 6\n7 8 0", 2, 3, "'x' is not a tile"),
    Bad("grid", "1 2 3\n4 5 5\n7 8 0", 2, 5, "tile 5 appears twice, first at column 3"),
    Bad("grid", "1 2 3", 1, 1, "a 1x3 board"),
    Bad("grid", "1\n2\n0", 1, 1, "a 3x1 board"),
    Bad("grid", "1 2\n3 0\n5 6 7", 3, 5, "'7' after 3 tiles; row 1 has 2"),
    Bad("grid", "1 2 3 4 5 6 7 8 9 10 11\n0", 1, 22, "'11' is one too many"),
    Bad("grid", "1 2/" * 11, 1, 41, "row 11 is one too many"),
    Bad("grid", "-1 2/3 0", 1, 1, "'-1' is not a tile"),
    Bad("grid", "1.5 2/3 0", 1, 1, "'1.5' is not a tile"),
    Bad("grid", "0 _/1 2", 1, 3, "the blank '_' appears twice"),
    Bad("grid", "1 2\n3 \N{SNOWMAN}", 2, 3, "'\N{SNOWMAN}' is not a tile"),
    Bad("grid", "1 2\n3 \x00", 2, 3, "'\\x00' is not a tile"),
    Bad("grid", "# goal: sideways\n1 2/3 0", 1, 9, "there is no goal 'sideways'"),
    Bad("json", f'{OBJECT}, "goal": "1 2/0 3", "moves": "UX"}}', 1, 52, """"moves": 'X' is no"""),
    Bad("json", f'{OBJECT}, "goal": "1 2/0 3", "moves": "LL"}}', 1, 52, '"moves": move 2'),
    Bad("json", f'{OBJECT},\n"goal": "1 x/0 3", "moves": "L"}}', 2, 12, """"goal": 'x'"""),
    Bad("json", f'{OBJECT}, "goal": "1 2 3/4 5 0", "moves": ""}}', None, None, "is 2x3, not 2x2"),
    Bad("json", '{"board": "1 \\u0078/3 0", "goal": "1 2/0 3", "moves": ""}', None, None, "'x'"),
    Bad("json", '{"board": ' + "[" * 50_000, None, None, "no whole JSON object"),
    Bad("json", '{"board": "1 2/3 0",\n"goal" 3}', 2, 8, "no whole JSON object"),
    Bad("json", f"{OBJECT}}}", None, None, 'the texts "board", "goal" and "moves"'),
    Bad("letters", "A B\nC C", 2, 3, "tile C appears twice"),
    Bad("letters", "A B\nC D", 2, 3, "no blank up to 'D'"),
    Bad("letters", "A B\nC _\n\nA B\nD _", 5, 1, "'D' of the goal is not on the board"),
    Bad("letters", "A B\nC _\n\nA B C\nD E _", 4, 1, "the goal is 2x3, the start 2x2"),
    Bad("letters", "A B\nCC _", 2, 1, "'CC' is not a tile"),
    Bad("letters", "A B\nC 1", 2, 3, "'1' is not a tile"),
    Bad("letters", "A B\n_", 2, 1, "'_' after 1 tiles"),
    Bad("weighted", "1.5\n\n1 2\n3 0", 5, None, "the goal's rows are missing"),
    Bad("weighted", "1.5\n\n", 2, None, "the start's rows are missing"),
    Bad("weighted", SCENARIO.replace("1.5", "x"), 1, 1, "'x' is not a weight"),
    Bad("weighted", SCENARIO.replace("1.5", "-1"), 1, 1, "'-1' is not a weight"),
    Bad("weighted", SCENARIO.replace("1.5", "nan"), 1, 1, "'nan' is not a weight"),
    Bad("weighted", SCENARIO.replace("1.5", "2000"), 1, 1, "'2000' is not a weight"),
    Bad("weighted", SCENARIO.replace("1.5", "1.2345"), 1, 1, "'1.2345' has more than three"),
    Bad("weighted", "2\n\n1 2\n3 0\n\n1 2 3\n4 5 0", 6, 1, "the goal is 2x3, the start 2x2"),
    Bad("weighted", SCENARIO + "\n\n5", 9, 1, "'5' does not belong here"),
    Bad("weighted", "2\n\n1 2\n3 3\n\n1 2\n3 0", 4, 3, "tile 3 appears twice"),
    Bad("weighted", "2\n\n1 2\n3 0\n\n1 2\n0 4", 7, 3, "tile 4 is out of range"),
    Bad("solution", SOLUTION.replace("1\n1\n1\n", "1\n2\n1\nR\n1"), 10, 1, "after 1 of the 2"),
    Bad("solution", SOLUTION + "L\n1", 10, 1, "'L': the blank in row 2, column 1"),
    Bad("solution", SOLUTION + "U\n1", 10, 1, "end at 0 2/1 3, not at the goal"),
    Bad("solution", SOLUTION + "Q\n1", 10, 1, "no move is called 'Q'"),
    Bad("solution", SOLUTION + "R\n1 2", 11, 3, "'2' is one too many"),
    Bad("solution", SOLUTION + "R\ny", 11, 1, "'y'"),
    Bad("solution", SOLUTION.replace("1\n1\n1\n", "1\n1\nx\nR\n1"), 9, 1, "'x' is not a number of"),
    Bad("solution", SOLUTION.replace("1\n1\n1\n", "1\nx\n1\nR\n1"), 8, 1, "'x' is not a depth"),
    Bad("solution", SOLUTION, 8, 1, "the moves end after 0 of the 1"),
    Bad("princeton", "3\n 8  6  7\n 2  5  4\n 3  0", 4, 5, "after 2 of the 3 tiles"),
    Bad("princeton", "3\n 8  6  7\n 2  5  4", 4, None, "row 3 of 3 is missing"),
    Bad("princeton", "3\n 8  6  7\n 2  5  4\n 3  0  9", 4, 8, "tile 9 is out of range"),
    Bad("princeton", "3\n 8  6  7\n 2  5  4\n 3  0  x", 4, 8, "'x' is not a tile"),
    Bad("princeton", "3\n 8  6  7\n 2  5  4\n 3  0  8", 4, 8, "tile 8 appears twice"),
    Bad("princeton", "3\n 8  6  7\n 2  5  4\n 3  0  1\n 1", 5, 2, "'1' does not belong here"),
    Bad("princeton", "3\n 8  6  7  1\n 2  5  4\n 3  0  1", 2, 11, "'1' is one too many"),
    Bad("princeton", "11\n 8  6  7\n 2  5  4\n 3  0  1", 1, 1, "there is no 11x11 board"),
    Bad("princeton", "1\n 0", 1, 1, "there is no 1x1 board"),
    Bad("princeton", "3\n8 6 7\n2 5 4\n3 0 1", None, None, "2 formats fit: princeton, "),
    Bad("42", "# c\n3\n3 2 6\n1 4 0\n8 7", 5, 3, "after 2 of the 3 tiles that line 2 says"),
    Bad("42", "# c\n3\n3 2 6\n1 4 0\n8 7 5 1", 5, 7, "'1' is one too many"),
    Bad("42", "# c\n3\n3 2 6\n1 4 0\n8 7 9", 5, 5, "tile 9 is out of range"),
    Bad("42", "# c\n3\n3 2 6\n1 4 0 # x\n8 7 7", 5, 5, "tile 7 appears twice"),
    Bad("42", "# c\n3\n3 2 6\n1 4 a\n8 7 5", 4, 5, "'a' is not a tile"),
    Bad("42", "# c\n99\n1 2\n3 0", 2, 1, "there is no 99x99 board"),
    Bad("42", "# c\n3", 2, 1, "a 1x1 board"),
    Bad("lodz", "4 4\n1 2 3 4\n5 6 0 8\n9 10 7 11", 5, None, "row 4 of 4 is missing"),
    Bad("lodz", "2 3\n1 2 3\n4 5", 3, 3, "after 2 of the 3 tiles"),
    Bad("lodz", "2 3\n1 2 3\n4 5 6", 3, 5, "tile 6 is out of range"),
    Bad("lodz", "2 3\n1 2 3\n4 5 5", 3, 5, "tile 5 appears twice"),
    Bad("lodz", "2 3\n1 2 3\n4 5 -", 3, 5, "'-' is not a tile"),
    Bad("lodz", "2 3\n1 2 3\n4 5 0\n6", 4, 1, "'6' does not belong here"),
    Bad("lodz", "2 3\n1 2 3 4\n5 0", 2, 7, "'4' is one too many"),
    Bad("lodz", "1 4\n1 2 3 0", 1, 1, "there is no 1x4 board"),
    Bad("lodz", "4 40\n1 2 3 0", 1, 1, "there is no 4x40 board"),
    Bad("columbia", "8,6,4,2,1,3,5,7", 1, 15, "8 tiles: a square board has 4, 9, 16"),
    Bad("columbia", "8,6,4,2,1,3,5,7,9", 1, 17, "tile 9 is out of range"),
    Bad("columbia", "8,6,4,2,1,3,5,7,7", 1, 17, "tile 7 appears twice"),
    Bad("columbia", "8,6,4,2,1,3,5,x,0", 1, 15, "'x' is not a tile"),
    Bad("columbia", "8,6,,2,1,3,5,7,0", 1, 5, "a tile is missing here"),
    Bad("columbia", "8,6,4,2,1,3,5,7,0,", 1, 19, "a tile is missing here"),
    Bad("columbia", "8,6,4,2,1,3,5,7,0\n1,2", 2, 3, "'2' after 2 tiles"),
    Bad("id", "3x3:1,2,3,4,5,6,7,8", 1, 19, "9 tiles, not 8"),
    Bad("id", "3x3:1,2,3,4,5,6,7,8,9", 1, 21, "tile 9 is out of range"),
    Bad("id", "3x3:1,2,3,4,5,6,7,8,8", 1, 21, "tile 8 appears twice"),
    Bad("id", "3x3:1,2,3,4,5,6,7,x,0", 1, 19, "'x' is not a tile"),
    Bad("id", "3x3:", 1, 5, "a tile is missing here"),
    Bad("id", "11x3:1,2", 1, 1, "there is no 3x11 board"),
    Bad("id", "4x4#12345", 1, 1, "'4x4#' begins a random seed"),
    Bad("list", "7 x 1 2 3 4 5 6 7 8 0", 1, 3, "'x' is not a length"),
    Bad("list", "1 2 3 4 5 6 7 8 8", 1, 17, "tile 8 appears twice"),
    Bad("list", "1 2 3 4 5 6 7 8 9", 1, 17, "tile 9 is out of range"),
    Bad("list", "# goal: 1 2 3/4 5 5/6 7 0\n1 2 3 4 5 6 7 8 0", 1, 19, "the goal: tile 5"),
    Bad("scramble", "URDL", 1, 1, "say the size"),
    Bad("scramble", "4x4", 1, None, "there are no moves"),
    Bad("scramble", "4x4\nURX", 2, 3, "'X' is no move"),
    Bad("scramble", "4x4\nDDDD", 2, 1, "as directions of the blank, move 1, 'D', cannot be"),
    Bad("scramble", "4x4\nU0", 2, 1, "a move is made 1 to 9 times"),
    Bad("scramble", "12x12\nURDL", 1, 1, "there is no 12x12 board"),
    Bad("scramble", "1 2 3/4 5 6/7 8 0\nURRR", 2, 2, "move 2, 'R', cannot be made"),
    Bad("scramble", "1 2/0 3\nmoves: nobody\nR", 2, 8, "'nobody' does not move"),
    Bad("scramble", "# moves: tile\n1 2/0 3\nR", 3, 1, "'R', cannot be made"),
    Bad("share", "Puzzler 2x2 1,2; 0,3\nMoves 1 R\n", None, None, "the end is missing"),
    Bad("share", "Puzzler 2x2 1,2; 0,3\nEach letter moves the blank", None, None, "the line with"),
    Bad("share", "Puzzler 2x2 1,2; 0\nMoves 1 R\nEach letter moves the blank", 1, 18, "4 tiles"),
    Bad("share", "Puzzler 2x2 1,2; 0,9\nMoves 0\nEach letter moves the blank", 1, 20, "tile 9 is"),
    Bad("share", "Puzzler 2x2 1,2; 0,2\nMoves 0\nEach letter moves the blank", 1, 20, "tile 2 app"),
    Bad("share", "Puzzler 20x2 1\nMoves 0\nEach letter moves the blank", 1, 9, "no 20x2 board"),
    Bad(
        "share", "Puzzler 2x2 1,2; 0,3\nMoves 2 R\nEach letter moves the blank", 2, 7, "2 moves are"
    ),
    Bad("share", "Puzzler 2x2 1,2; 0,3\nMoves 1 L\nEach letter moves the blank", 2, 9, "'L'"),
    Bad("share", "Puzzler 2x2 1,2; 0,3\nMoves 1 R\nEach letter moves the cat", 3, 23, "'cat' does"),
]
