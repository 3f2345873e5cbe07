"""n, then rows with leading spaces: the 8puzzle assignment of Princeton's course on algorithms.

The assignment is that of COS 226 and of "Algorithms, Part I" by Robert Sedgewick and Kevin Wayne.
Its goal has the blank last. Its files promise in their names how many moves a shortest solution
takes: ``puzzle04.txt``, ``puzzle3x3-31.txt``; or that there is none: ``puzzle2x2-unsolvable1.txt``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from puzzler.board.board import Board
from puzzler.board.tokens import LARGEST_SIDE
from puzzler.formats.checks import check_goal, check_square, meant_goal
from puzzler.formats.format import Answer, Contents, Format
from puzzler.formats.rows import first_lines, has_size_and_rows, sized_board

_NAME = re.compile(
    r"(?:.*[/\\])?puzzle(?:-?\d{1,2}x\d{1,2}-?)?(?:(\d{1,3})|-?(unsolvable)[-\dx]*)\.txt",
    re.IGNORECASE,
)
NAME = "princeton"
GOAL = "standard"


def recognises(text: str) -> bool:
    """True where the first line is a size, rows follow, and there is no comment."""
    return "#" not in text and has_size_and_rows(text)


def is_in_columns(text: str) -> bool:
    """The rows are as this course's files have them: indented, or with two spaces between tiles."""
    size, *rows = first_lines(text, LARGEST_SIDE + 1)
    return any(
        row[0].column > size[0].column
        or any(right.column - left.column - len(left.text) > 1 for left, right in pairwise(row))
        for row in rows
    )


def read(text: str) -> Contents:
    """The board, with the standard goal where no comment says another."""
    start = sized_board(text, is_square=True)
    return Contents(start, meant_goal(start, GOAL, text))


def with_promise(contents: Contents, file_name: str) -> Contents:
    """``contents`` with what the name of its file promises, where it is one of this course's."""
    match = _NAME.fullmatch(file_name)
    if match is None:
        return contents
    if match[2]:
        return replace(contents, is_unsolvable=True)
    return replace(contents, length=int(match[1]))


def write(contents: Contents) -> str:
    """As in this course's files; BoardError where it is not square or has another goal."""
    start = contents.start
    check_square(start, NAME)
    check_goal(contents, NAME, GOAL)
    return _written(start)


def write_answer(answer: Answer) -> str:
    """What the course's own client prints: how many moves, then every board from start to goal.

    BoardError where the board is not square.
    """
    check_square(answer.start, NAME)
    if answer.moves is None:
        return "No solution possible" if answer.is_unsolvable else "No solution found"
    what = "Minimum number of moves" if answer.is_shortest else "Number of moves"
    board = answer.start
    texts = [f"{what} = {len(answer.moves)}", _written(board)]
    for move in answer.moves:
        board = board.apply(move)
        texts.append(_written(board))
    return "\n\n".join(texts)


def _written(board: Board) -> str:
    rows = (" ".join(f"{tile:2}" for tile in row) for row in board.grid)
    return "\n".join([str(board.rows), *rows])


FORMAT = Format(
    name=NAME,
    summary="the size, then rows with leading spaces; the goal has the blank last",
    rank=300,
    recognises=recognises,
    read=read,
    example="3\n 0  1  3\n 4  2  5\n 7  8  6",
    write=write,
    write_answer=write_answer,
)
