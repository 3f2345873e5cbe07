"""Rows and columns, then rows: the 15-puzzle task of the course on artificial intelligence in Lodz.

The task is set at the Lodz University of Technology. Its goal has the blank last. It asks for two
files: the solution, and figures of the search.
"""

from __future__ import annotations

from puzzler.board.tokens import SMALLEST_SIDE
from puzzler.formats.blocks import without_comments
from puzzler.formats.format import Answer, Contents, Format
from puzzler.formats.headers import check_goal, meant_goal
from puzzler.formats.rows import TWO_SIZES_LINE, first_lines, sized_board, write_rows

NAME = "lodz"
GOAL = "standard"
NO_ANSWER = "-1"


def is_meant(text: str) -> bool:
    """Whether the line below the sizes is no row of a 2-column grid.

    Below ``n 2`` there are rows of two tiles as in a grid; then there have to be n of them.
    """
    lines = first_lines(without_comments(text), 12)
    if len(lines) < 2:
        return False
    rows, columns = (int(size.text) for size in lines[0])
    if len(lines[1]) == 2:
        return columns == 2 and rows >= SMALLEST_SIDE and len(lines) == rows + 1
    return True


def read(text: str) -> Contents:
    """The board, with the standard goal unless a comment has another."""
    start = sized_board(text, is_square=False)
    return Contents(start=start, goal=meant_goal(start, GOAL, text))


def write(contents: Contents) -> str:
    """The board; BoardError where its goal is not the standard one."""
    start = contents.start
    check_goal(contents, NAME, GOAL)
    return "\n".join([f"{start.rows} {start.columns}", *write_rows(start)])


def write_answer(answer: Answer) -> str:
    """The solution file: the length and the letters of the blank's moves, or -1."""
    if answer.moves is None:
        return NO_ANSWER
    return f"{len(answer.moves)}\n{''.join(move.letter for move in answer.moves)}"


def write_figures(answer: Answer) -> str:
    """The file of figures: length or -1, states visited and processed, depth, milliseconds.

    Visited states were reached, processed ones expanded. A state that a search forgets counts as
    visited each time that it is processed.
    """
    return "\n".join(
        [
            NO_ANSWER if answer.moves is None else str(len(answer.moves)),
            str(max(answer.most_held, answer.expanded)),
            str(answer.expanded),
            str(answer.deepest),
            f"{answer.seconds * 1000:.3f}",
        ]
    )


FORMAT = Format(
    name=NAME,
    summary="the numbers of rows and columns, then rows; the goal has the blank last",
    rank=320,
    pattern=TWO_SIZES_LINE,
    is_meant=is_meant,
    read=read,
    example="4 4\n1 2 3 4\n5 6 0 8\n9 10 7 11\n13 14 15 12",
    write=write,
    write_answer=write_answer,
    write_figures=write_figures,
)
