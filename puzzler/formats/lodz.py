"""Rows and columns, then rows: the 15-puzzle task of the AI course at the University in Lodz.

The Lodz University of Technology sets this task. The goal has the blank last. An answer has two
files: the solution, and statistics of the search.
"""

from __future__ import annotations

from puzzler.board.numbers import whole_number
from puzzler.board.tokens import SMALLEST_SIDE
from puzzler.formats.blocks import without_comments
from puzzler.formats.format import Answer, Contents, Format
from puzzler.formats.headers import checked_start, find_goal
from puzzler.formats.rows import TWO_SIZES_LINE, first_lines, sized_board, write_rows

NAME = "lodz"
GOAL = "standard"
NO_ANSWER = "-1"


def is_plausible(text: str) -> bool:
    """Whether the line below the sizes is not a row of a grid with 2 columns.

    ``n 2`` may also be such a row. It is a size only if exactly n rows follow.
    """
    lines = first_lines(without_comments(text), 12)
    if len(lines) < 2:
        return False
    rows, columns = (whole_number(size.text) for size in lines[0])
    if len(lines[1]) == 2:
        return columns == 2 and rows >= SMALLEST_SIDE and len(lines) == rows + 1
    return True


def read(text: str) -> Contents:
    """Parse the board. Its goal is standard unless a comment names another."""
    start = sized_board(text, is_square=False)
    return Contents(start=start, goal=find_goal(start, GOAL, text))


def write(contents: Contents) -> str:
    """Format the board. Raises BoardError if its goal is not standard."""
    start = checked_start(contents, NAME, GOAL)
    return "\n".join([f"{start.rows} {start.columns}", *write_rows(start)])


def write_answer(answer: Answer) -> str:
    """Format the solution file: the length and the letters of the moves, or -1."""
    if answer.moves is None:
        return NO_ANSWER
    return f"{len(answer.moves)}\n{''.join(move.letter for move in answer.moves)}"


def write_figures(answer: Answer) -> str:
    """Format length (or -1), visited and processed states, depth and milliseconds on five lines.

    Visited states are generated, processed states expanded. A state that the search has forgotten
    is counted again.
    """
    return "\n".join(
        [
            NO_ANSWER if answer.moves is None else str(len(answer.moves)),
            str(max(answer.peak_nodes, answer.expanded)),
            str(answer.expanded),
            str(answer.deepest),
            f"{answer.seconds * 1000:.3f}",
        ]
    )


FORMAT = Format(
    name=NAME,
    title="Lodz course",
    summary="the numbers of rows and columns, then rows; the goal has the blank last",
    rank=320,
    pattern=TWO_SIZES_LINE,
    is_plausible=is_plausible,
    read=read,
    example="4 4\n1 2 3 4\n5 6 0 8\n9 10 7 11\n13 14 15 12",
    write=write,
    write_answer=write_answer,
    write_figures=write_figures,
    goals=(GOAL,),
)
