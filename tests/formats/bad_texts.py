"""Texts with one fault each, for every reader, with the position and message of the error."""

from __future__ import annotations

from typing import NamedTuple

from puzzler.formats.registry import FORMATS


class Bad(NamedTuple):
    """An invalid text and the required parts of its error message."""

    form: str
    """The format that the text should have."""
    text: str
    line: int | None
    """The line of the error; None if the text is empty."""
    column: int | None
    """None if something is missing at the end of the line."""
    words: str
    """Required parts of the message."""


SHARE = FORMATS["share"].example
FILE = "1 0 2\n3 4 5\n\n1 4 2\n3 5 0\n\n1.5\n2\n10\nD R\n2.5 2"
SCENARIO = "1.5\n\n1 2\n0 3\n\n1 2\n3 0"
OBJECT = '{"board": "1 2/3 0"'
SOLUTION = "1 2\n0 3\n\n1 2\n3 0\n\n1\n1\n1\n"

BAD_TEXTS = [
    Bad("grid", "", None, None, "the text is empty"),
    Bad("grid", "# only a comment\n", None, None, "the rows are missing"),
    Bad("grid", "1 2 3\n4 5 6\n7 8", 3, 3, "'8' after 2 tiles; row 1 has 3"),
    Bad("grid", "1 2 3\n4 5 6\n7 8 9", 3, 5, "tile 9 is out of range"),
    Bad("grid", "1 2 3\n4 y 6\n7 8 0", 2, 3, "'y' is not a tile"),
    Bad("grid", "1 2 3\n4 5 5\n7 8 0", 2, 5, "tile 5 appears twice, first at column 3"),
    Bad("grid", "1 2 3", 1, 1, "only one row"),
    Bad("grid", "1\n2\n0", 1, 1, "only one column"),
    Bad("grid", "1 2 3 4 5 6 7 8 9 10 11\n0", 1, 22, "'11' is one too many"),
    Bad("grid", "1 2/" * 11, 1, 41, "row 11 is one too many"),
    Bad("grid", "0 _/1 2", 1, 3, "the blank '_' appears twice"),
    Bad("grid", "1 2\n3 \x00", 2, 3, "'\\x00' is not a tile"),
    Bad("grid", "1 2\n3 ²", 2, 3, "'²' is not a tile"),
    Bad("grid", "1 2/3 1000", 1, 7, "tile '1000' is out of range"),
    Bad("grid", "1 2/3 100", 1, 7, "tile 100 is out of range: a 2x2 board"),
    Bad("grid", "1 2 3 4 5 6 7 8 9 10 y\n0", 1, 22, "'y' is one too many"),
    Bad("grid", "1 1\n? 2", 2, 1, "'?' is not a tile"),
    Bad("grid", "1,2,3,\n4,5,6,\n7,8,", 3, 3, "'8' after 2 tiles"),
    Bad("grid", "1 2\n1 0", 2, 1, "tile 1 appears twice, first at line 1, column 1"),
    Bad("grid", "# goal: sideways\n1 2/3 0", 1, 9, "unknown goal 'sideways'"),
    Bad("grid", "867254311", 1, 9, "tile 1 appears twice, first at column 8"),
    Bad("grid", "  967254301\n", 1, 3, "tile 9 is out of range: a 3x3 board"),
    Bad("grid", "86725430", 1, 1, "'86725430' has 8 digits: a board without separators has 9, or"),
    Bad("grid", "0123456789abcde", 1, 1, "'0123456789abcde' has 15 digits"),
    Bad("grid", "0123456789abcdee", 1, 16, "tile 14 appears twice, first at column 15"),
    Bad("grid", "[[1,2,3],[4,0,6],[7,5,9]]", 1, 23, "tile 9 is out of range"),
    Bad("grid", "[[1, 2, 3],\n [4, 0, 6],\n [7, 5]]", 3, 6, "'5' after 2 tiles; row 1 has 3"),
    Bad("grid", "{{1,2,3},{4,y,6},{7,5,8}}", 1, 13, "'y' is not a tile"),
    Bad("grid", "1 2\n0 3\n\n1 2\n3 0\n\n1 2\n0 3", 4, 1, "tile 1 appears twice"),
    Bad("grid", "1 2\n0 3\n\n1 2\n0 2", 5, 3, "tile 2 appears twice, first at line 4, column 3"),
    Bad("grid", "1 2\n0 3\n\n1 2 3\n4 5 0", 4, 1, "the goal is 2x3, but the start is 2x2"),
    Bad("grid", "1 2/0 3 goal 1 2/y 0", 1, 18, "'y' is not a tile"),
    Bad("grid", "1 2/0 3 goal", 1, 9, "'goal' is not a tile"),
    Bad("grid", "hello\n", 1, 1, "'hello' is not a tile"),
    Bad("json", f'{OBJECT}, "goal": "1 2/0 3", "moves": "UX"}}', 1, 52, """"moves": 'X' is no"""),
    Bad("json", f'{OBJECT}, "goal": "1 2/0 3", "moves": "LL"}}', 1, 52, '"moves": move 2'),
    Bad("json", f'{OBJECT},\n"goal": "1 y/0 3", "moves": "L"}}', 2, 12, """"goal": 'y'"""),
    Bad("json", f'{OBJECT}, "goal": "1 2 3/4 5 0", "moves": ""}}', None, None, "is 2x3, not 2x2"),
    Bad("json", '{"board": "1 \\u0079/3 0", "goal": "1 2/0 3", "moves": ""}', None, None, "'y'"),
    Bad("json", '{"board": ' + "[" * 100_000, None, None, "not a JSON object"),
    Bad("json", '{"board": "1 2/3 0",\n"goal" 3}', 2, 8, "not a JSON object"),
    Bad("json", '{"goal": "1 2/3 0"}', 1, None, 'needs the key "board"'),
    Bad("json", '{"board": 5}', 1, None, '"board" must be text or a list'),
    Bad("letters", "A B\nC C", 2, 3, "tile C appears twice"),
    Bad("letters", "A B\nC D", 2, 3, "the board has no blank"),
    Bad("letters", "A B\nC _\n\nA B\nD _", 5, 1, "the goal has 'D', which is not on the board"),
    Bad("letters", "A B\nC _\n\nA B C\nD E _", 4, 1, "the goal is 2x3, but the start is 2x2"),
    Bad("letters", "A B\nCC _", 2, 1, "'CC' is not a tile"),
    Bad("letters", "A B\nC 1", 2, 3, "'1' is not a tile"),
    Bad("letters", "A B/_ 0", 1, 7, "the blank '0' appears twice"),
    Bad("letters", "A B\nC _\n\nA B\n_ A", 5, 3, "tile A appears twice, first at line 4"),
    Bad("weighted", "1.5\n\n1 2\n3 0", 5, None, "the rows of the goal are missing"),
    Bad("weighted", "1.5\n\n", 2, None, "the rows of the start are missing"),
    Bad("weighted", SCENARIO.replace("1.5", "x"), 1, 1, "'x' is not a weight"),
    Bad("weighted", SCENARIO.replace("1.5", "2000"), 1, 1, "'2000' is not a weight"),
    Bad("weighted", SCENARIO.replace("1.5", "1.2345"), 1, 1, "'1.2345' has more than three"),
    Bad("weighted", "2\n\n1 2\n3 0\n\n1 2 3\n4 5 0", 6, 1, "the goal is 2x3, but the start is 2x2"),
    Bad("weighted", SCENARIO + "\n\n5", 9, 1, "'5' is unexpected"),
    Bad("solution", FILE.replace("D R", "R R"), 10, 3, "move 2, 'R': the blank in row 1"),
    Bad("solution", FILE.replace("D R", "D L"), 10, 3, "lead to 1 4 2/0 3 5, not to the goal"),
    Bad("solution", FILE.replace("D R", "D"), 10, 1, "missing: 1 of the 2 moves"),
    Bad("solution", FILE.replace("D R", "D R U"), 10, 5, "'U' is one too many"),
    Bad("solution", FILE.replace("2.5 2", "2.5"), 11, 1, "missing: 1 of the 2 values of f"),
    Bad("solution", FILE.replace("2.5 2", "2.5 2 1"), 11, 7, "'1' is one too many"),
    Bad("solution", FILE.replace("2.5 2", "2.5 x"), 11, 5, "'x' is not a value of f"),
    Bad("solution", SOLUTION, 8, 1, "missing: 1 of the 1 moves"),
    Bad("solution", FILE.replace("\n2.5 2", ""), 8, 1, "missing: 2 of the 2 values of f"),
    Bad("solution", FILE.replace("2.5 2", "0.5 2"), 11, 1, "f after move 1 is 0.5, but"),
    Bad("solution", FILE.replace("2.5 2", "2.5 2\n7"), 12, 1, "'7' is unexpected"),
    Bad("solution", FILE.replace("\n10\n", "\n1.5\n"), 9, 1, "'1.5' is not a number of"),
    Bad("solution", FILE.replace("\n10\n", "\n10 11\n"), 9, 4, "'11' is unexpected"),
    Bad("solution", FILE.replace("\n2\n10\nD R\n2.5 2", ""), 8, None, "the depth is missing"),
    Bad(
        "solution", FILE.replace("1 4 2\n3 5 0", "1 2\n0 3"), 4, 1, "the goal is 2x2, but the start"
    ),
    Bad("princeton", "3\n 8  6  7\n 2  5  4\n 3  0", 4, 5, "has 2 tiles, but line 1 announces 3"),
    Bad("princeton", "3\n 8  6  7\n 2  5  4", 4, None, "row 3 of 3 is missing"),
    Bad("princeton", "3\n 8  6  7\n 2  5  4\n 3  0  1\n 1", 5, 2, "'1' is unexpected"),
    Bad("princeton", "3\n 8  6  7  1  2\n 2  5  4\n 3  0  1", 2, 11, "'1' is one too many"),
    Bad("princeton", "3\n 8  y  7  1\n 2  5  4\n 3  0  1", 2, 5, "'y' is not a tile"),
    Bad("princeton", "1\n 0", 1, 1, "there is no 1x1 board"),
    Bad("42", "# c\n3\n3 2 6\n1 4 0\n8 7 9", 5, 5, "tile 9 is out of range"),
    Bad("42", "# c\n3\n3 2 6\n1 4 0\n8 7", 5, 3, "has 2 tiles, but line 2 announces 3"),
    Bad("42", "# c\n3", 2, 1, "only one row"),
    Bad("lodz", "2 3\n1 2 3\n4 5", 3, 3, "has 2 tiles, but line 1 announces 3"),
    Bad("lodz", "4 4\n1 2 3 4\n5 6 0 8\n9 10 7 11", 5, None, "row 4 of 4 is missing"),
    Bad("lodz", "2 3\n1 2 3\n4 5 0\n6", 4, 1, "'6' is unexpected"),
    Bad("lodz", "2 11\n1 2 3\n4 5 0", 1, 1, "there is no 2x11 board"),
    Bad("columbia", "8,6,4,2,1,3,5,7", 1, 15, "8 tiles are not a square board, which has 4, 9, 16"),
    Bad("columbia", "8,6,,2,1,3,5,7,0", 1, 16, "8 tiles are not a square board"),
    Bad("columbia", "8,6,4,2 ,1 3,5", 1, 14, "7 tiles are not a square board"),
    Bad("columbia", ",".join("1" * 101), 1, 201, "101 tiles are not a square board"),
    Bad("columbia", "8,6,4,2,1,3,5,7,0\n1,2", 2, 3, "'2' after 2 tiles"),
    Bad("id", "3x3:1,2,3,4,5,6,7,8", 1, 19, "9 tiles, not 8"),
    Bad("id", "3x3:", 1, 5, "the tiles are missing here"),
    Bad("id", "11x3:1,2", 1, 1, "there is no 3x11 board"),
    Bad("id", "4x4#12345", 1, 1, "'4x4#' starts a random seed"),
    Bad("list", "7 x 1 2 3 4 5 6 7 8 0", 1, 3, "'x' is not a length"),
    Bad("list", "# goal: 1 2 3/4 5 5/6 7 0\n1 2 3 4 5 6 7 8 0", 1, 19, "the goal: tile 5"),
    Bad("list", "# goal: 1 2/3 0\n1 2 3 4 5 6 7 8 0", 1, None, "is 2x2, but this board is 3x3"),
    Bad("list", "   kk x 1 2 3 0", 1, 7, "'x' is not a length"),
    Bad("list", "k 1 0 2 _", 1, 9, "the blank '_' appears twice"),
    Bad("list", "k 123456 1 2 3 0", 1, 3, "'123456' is not a length"),
    Bad("list", f"{'k' * 101} 1 2 3 0", 1, 1, "is longer than 100 characters"),
    Bad("scramble", "URDL", 1, 1, "add the size"),
    Bad("scramble", " 1x4 U", 1, 2, "there is no 1x4 board"),
    Bad("share", SHARE.replace("3x3", "1x4"), 1, 9, "there is no 1x4 board"),
    Bad("scramble", "4x4", 1, None, "the moves are missing"),
    Bad("scramble", "# c\n4x4\n", 2, None, "the moves are missing"),
    Bad("scramble", "4x4\nURX", 2, 3, "'X' is not a move"),
    Bad("scramble", "4x4\nDDDD", 2, 1, "move 1 (D) is not possible"),
    Bad("scramble", "4x4\nU0", 2, 1, "a move can be repeated 1 to 9 times"),
    Bad("scramble", "1 2 3/4 5 6/7 8 0\nURRR", 2, 2, "move 2 (R) is not possible"),
    Bad("scramble", "1 2/0 3\nmoves: nobody\nR", 2, 8, "'nobody' cannot move"),
    Bad("scramble", "# moves: tile\n1 2/0 3\nR", 3, 1, "(R) is not possible"),
    Bad("scramble", "4x4 U 12", 1, 7, "'12' must follow a letter"),
    Bad("scramble", "4x4 L99999999999", 1, 5, "a move can be repeated 1 to 9 times"),
    Bad("scramble", "4x4 L" + "9" * 5000, 1, 5, "a move can be repeated 1 to 9 times"),
    Bad("scramble", "4x4 LU10", 1, 6, "'U10': a move can be repeated 1 to 9 times"),
    Bad("scramble", "3x3\nmoves: blank\n4 R", 3, 1, "only one row: boards have 2 to 10 rows"),
    Bad("scramble", "3x3 1 2/3 0 U", 1, 1, "the size is 3x3, but the board"),
    Bad("scramble", "1 2/3 3 U", 1, 7, "tile 3 appears twice"),
    Bad("share", SHARE.replace("4,7,8", "4,7,8 goal 1,2"), 1, 40, "has 9 tiles, not 2"),
    Bad("share", SHARE.replace("4,7,8", "4,7,8 goal snale"), 1, 38, "'snale' is not a tile"),
    Bad("share", SHARE.replace("D 0.75", "X 0.75"), 2, 19, "'X' is not a move"),
    Bad("share", SHARE.replace("0.75", "0.7"), 2, 21, "'0.7' is not a time"),
    Bad("share", SHARE.replace("D 0.75", "0.75 D"), 2, 19, "the time 0.75 must follow a move"),
    Bad("share", SHARE.replace(" 0.71", ""), 2, 26, "move 2 has no time"),
    Bad(
        "share",
        SHARE.replace("1.46", "1.47"),
        2,
        12,
        "1.47 seconds are announced, but the times add up to 1.46",
    ),
    Bad("share", f"{SHARE}\n{SHARE}", 4, 1, "a second board starts here"),
    Bad("share", "Puzzler 2x2 1,2; 0,3\nMoves 1 R\n", None, None, "the last line is missing"),
    Bad("share", "Puzzler 2x2 1,2; 0,3\nEach letter moves the blank", None, None, "the line with"),
    Bad("share", "Puzzler 2x2 1,2; 0\nMoves 1 R\nEach letter moves the blank", 1, 18, "4 tiles"),
    Bad(
        "share", "Puzzler 2x2 1,2; 0,3\nMoves 2 R\nEach letter moves the blank", 2, 7, "2 moves are"
    ),
    Bad(
        "share", "Puzzler 2x2 1,2; 0,3\nMoves 1 L\nEach letter moves the blank", 2, 9, "move 1 (L)"
    ),
    Bad(
        "share", "Puzzler 2x2 1,2; 0,3\nMoves 1 R\nEach letter moves the cat", 3, 23, "'cat' cannot"
    ),
]
