"""n, then indented rows: the 8puzzle assignment of Princeton's algorithms course.

The assignment is part of COS 226 and of "Algorithms, Part I" by Robert Sedgewick and Kevin Wayne.
The goal has the blank last. Its file names state the length of an optimal solution,
``puzzle04.txt``, ``puzzle3x3-31.txt``, or that there is none, ``puzzle2x2-unsolvable1.txt``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from puzzler.board.board import Board
from puzzler.board.numbers import whole_number
from puzzler.board.path import boards_along
from puzzler.board.tokens import LARGEST_SIDE
from puzzler.formats.format import Answer, Contents, Format
from puzzler.formats.headers import check_square, checked_start, find_goal
from puzzler.formats.rows import SIZE_LINE, first_lines, has_rows, sized_board

_NAME = re.compile(
    r"(?:.*[/\\])?puzzle(?:-?[0-9]{1,2}x[0-9]{1,2}-?)?(?:([0-9]{1,3})|-?(unsolvable)[-0-9x]*)\.txt",
    re.IGNORECASE,
)
NAME = "princeton"
GOAL = "standard"


def is_plausible(text: str) -> bool:
    """Whether rows follow the size, aligned or not, and there is no comment."""
    return "#" not in text and has_rows(text)


def is_in_columns(text: str) -> bool:
    """Whether rows are indented or aligned with two spaces, as in files of this course."""
    size, *rows = first_lines(text, LARGEST_SIDE + 1)
    return any(
        row[0].column > size[0].column
        or any(right.column - left.column - len(left.text) > 1 for left, right in pairwise(row))
        for row in rows
    )


def read(text: str) -> Contents:
    """Parse the board. Its goal is standard unless a comment names another.

    Rows that are not aligned have no goal, because other courses also use them.
    """
    start = sized_board(text, is_square=True)
    if "#" in text or is_in_columns(text):
        return Contents(start=start, goal=find_goal(start, GOAL, text))
    note = f"assuming the goal {Board.solved(*start.size)}, blank last"
    return Contents(start=start, note=note, option="use --from 42 for the snail")


def with_promise(contents: Contents, file_name: str) -> Contents:
    """Add the length or unsolvability that the file name states, if it has this course's form."""
    match = _NAME.fullmatch(file_name)
    if match is None:
        return contents
    if match[2]:
        return replace(contents, is_unsolvable=True)
    return replace(contents, length=whole_number(match[1]))


def write(contents: Contents) -> str:
    """Format the board. Raises BoardError if it is not square or its goal is not standard."""
    return _written(checked_start(contents, NAME, GOAL, is_square=True))


def write_answer(answer: Answer) -> str:
    """Format a square board's answer like the course's client: number of moves, all boards."""
    check_square(answer.contents.start, NAME)
    if answer.moves is None:
        return "No solution possible" if answer.is_unsolvable else "No solution found"
    what = "Minimum number of moves" if answer.is_shortest else "Number of moves"
    boards = boards_along(answer.contents.start, answer.moves)
    return "\n\n".join([f"{what} = {len(answer.moves)}", *map(_written, boards)])


def _written(board: Board) -> str:
    rows = (" ".join(f"{tile:2}" for tile in row) for row in board.grid)
    return "\n".join([str(board.rows), *rows])


FORMAT = Format(
    name=NAME,
    title="Princeton course",
    summary="the size, then indented rows; the goal has the blank last",
    rank=300,
    pattern=SIZE_LINE,
    is_plausible=is_plausible,
    read=read,
    example="3\n 0  1  3\n 4  2  5\n 7  8  6",
    write=write,
    write_answer=write_answer,
    with_promise=with_promise,
    goals=(GOAL,),
)
