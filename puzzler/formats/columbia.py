"""The comma list: the 8-puzzle of Columbia University's course on artificial intelligence.

All tiles of a square board are on one line, ``8,6,4,2,1,3,5,7,0``, the argument of the assignment's
driver. The goal has the blank first. An answer has seven lines with names and values.
"""

from __future__ import annotations

import re

from puzzler.board.errors import BoardError
from puzzler.formats import headers
from puzzler.formats.blocks import COMMENTS, square_board, without_comments, words_of
from puzzler.formats.format import Answer, Contents, Format
from puzzler.formats.headers import checked_start, find_goal

NAME = "columbia"
GOAL = "blank-first"
_BYTES_OF_A_MEGABYTE = 1024 * 1024
_NUMBER_AND_COMMA = re.compile(
    r"\A" + COMMENTS + r"(?=[^,\n]{1,4},)[0-9]++[^\S\n]*+,[^\n/#;|]*+" + COMMENTS + r"\Z"
)
"""One line that starts with a number and a comma and contains no ``/``."""


def read(text: str) -> Contents:
    """Parse the board. Its goal is blank-first unless a comment names another."""
    start = square_board(words_of(without_comments(text)))
    goal = find_goal(start, GOAL, text)
    is_assumed = headers.commented_goal(text) is None
    return Contents(
        start=start,
        goal=goal,
        note=f"read as {NAME}: the goal has the blank first" if is_assumed else "",
        option="use --goal standard for the blank last" if is_assumed else "",
    )


def write(contents: Contents) -> str:
    """Format the tiles. Raises BoardError if the board is not square or its goal is another."""
    start = checked_start(contents, NAME, GOAL, is_square=True)
    return ",".join(map(str, start.tiles))


def write_answer(answer: Answer) -> str:
    """Format moves, length, expanded states, depth, maximum depth, seconds and megabytes.

    Raises BoardError without a solution, because the course defines no such answer.
    """
    if answer.moves is None:
        raise BoardError(f"the format {NAME} cannot represent the absence of a solution")
    moves = ", ".join(f"'{move.name.capitalize()}'" for move in answer.moves)
    return "\n".join(
        [
            f"path_to_goal: [{moves}]",
            f"cost_of_path: {len(answer.moves)}",
            f"nodes_expanded: {answer.expanded}",
            f"search_depth: {len(answer.moves)}",
            f"max_search_depth: {answer.deepest}",
            f"running_time: {answer.seconds:.8f}",
            f"max_ram_usage: {answer.memory_bytes / _BYTES_OF_A_MEGABYTE:.8f}",
        ]
    )


FORMAT = Format(
    name=NAME,
    title="Columbia course",
    summary="all tiles of a square board, separated by commas; the goal has the blank first",
    rank=330,
    pattern=_NUMBER_AND_COMMA,
    read=read,
    example="1,2,5,3,4,0,6,7,8",
    write=write,
    write_answer=write_answer,
    goals=(GOAL,),
)
