"""Comments, n, then rows: the n-puzzle project of the school 42, with the snail as its goal.

``#`` starts a comment anywhere. A comment of the project's generator states whether the board is
solvable. That statement is checked like a promised length.
"""

from __future__ import annotations

import re

from puzzler.board.path import boards_along
from puzzler.formats.format import Answer, Contents, Format
from puzzler.formats.headers import checked_start, find_goal
from puzzler.formats.rows import SIZE_LINE, has_rows, sized_board, write_rows

NAME = "42"
GOAL = "snail"
_UNSOLVABLE_COMMENT = re.compile(r"#[^\S\n]*This puzzle is unsolvable\b", re.IGNORECASE)


def is_plausible(text: str) -> bool:
    """Whether rows follow the size and there is a comment."""
    return has_rows(text) and "#" in text


def read(text: str) -> Contents:
    """Parse the board. Its goal is the snail unless a comment names another."""
    start = sized_board(text, is_square=True)
    is_unsolvable = _UNSOLVABLE_COMMENT.search(text) is not None
    return Contents(start=start, goal=find_goal(start, GOAL, text), is_unsolvable=is_unsolvable)


def write(contents: Contents) -> str:
    """Format the board. Raises BoardError if it is not square or its goal is not the snail."""
    start = checked_start(contents, NAME, GOAL, is_square=True)
    comment = "# This puzzle is unsolvable" if contents.is_unsolvable else "# The goal is the snail"
    return "\n".join([comment, str(start.rows), *write_rows(start)])


def write_answer(answer: Answer) -> str:
    """Format the statistics that the project requires, the number of moves and all boards."""
    lines = [
        f"states opened (complexity in time): {answer.expanded}",
        f"peak states in memory (complexity in size): {answer.peak_nodes}",
    ]
    if answer.moves is None:
        found = "this puzzle is unsolvable" if answer.is_unsolvable else "no solution was found"
        return "\n".join([*lines, found])
    lines.append(f"moves: {len(answer.moves)}")
    for board in boards_along(answer.contents.start, answer.moves):
        lines += ["", *write_rows(board)]
    return "\n".join(lines)


FORMAT = Format(
    name=NAME,
    title="School 42",
    summary="comments with #, the size, then rows; the goal is the snail",
    rank=310,
    pattern=SIZE_LINE,
    is_plausible=is_plausible,
    read=read,
    example="# This puzzle is solvable\n3\n1 2 3 # a comment\n8 4 5\n7 6 0",
    write=write,
    write_answer=write_answer,
    goals=(GOAL,),
)
