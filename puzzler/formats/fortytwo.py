"""Comments, n, then rows: the n-puzzle project of the school 42, whose goal is the snail.

``#`` starts a comment anywhere. The project's generator says in one whether the board can be
solved; that is a promise.
"""

from __future__ import annotations

import re

from puzzler.formats.format import Answer, Contents, Format
from puzzler.formats.headers import check_goal, check_square, meant_goal
from puzzler.formats.rows import SIZE_LINE, has_rows, sized_board, write_rows

NAME = "42"
GOAL = "snail"
_SAID_UNSOLVABLE = re.compile(r"#[^\S\n]*This puzzle is unsolvable\b", re.IGNORECASE)


def is_meant(text: str) -> bool:
    """Whether rows follow the size and there is a comment."""
    return has_rows(text) and "#" in text


def read(text: str) -> Contents:
    """The board, with the snail as its goal unless a comment has another."""
    start = sized_board(text, is_square=True)
    is_unsolvable = _SAID_UNSOLVABLE.search(text) is not None
    return Contents(start=start, goal=meant_goal(start, GOAL, text), is_unsolvable=is_unsolvable)


def write(contents: Contents) -> str:
    """The board below a comment; BoardError where it is not square or its goal is not the snail."""
    start = contents.start
    check_square(start, NAME)
    check_goal(contents, NAME, GOAL)
    comment = "# This puzzle is unsolvable" if contents.is_unsolvable else "# The goal is the snail"
    return "\n".join([comment, str(start.rows), *write_rows(start)])


def write_answer(answer: Answer) -> str:
    """What the project asks for: states opened, most held at once, moves, and the boards."""
    lines = [
        f"states opened (complexity in time): {answer.expanded}",
        f"most states held at once (complexity in size): {answer.most_held}",
    ]
    if answer.moves is None:
        found = "this puzzle is unsolvable" if answer.is_unsolvable else "no solution was found"
        return "\n".join([*lines, found])
    board = answer.contents.start
    lines += [f"moves: {len(answer.moves)}", "", *write_rows(board)]
    for move in answer.moves:
        board = board.apply(move)
        lines += ["", *write_rows(board)]
    return "\n".join(lines)


FORMAT = Format(
    name=NAME,
    summary="comments with #, the size, then rows; the goal is the snail",
    rank=310,
    pattern=SIZE_LINE,
    is_meant=is_meant,
    read=read,
    example="# This puzzle is solvable\n3\n1 2 3 # a comment\n8 4 5\n7 6 0",
    write=write,
    write_answer=write_answer,
    goals=(GOAL,),
)
