"""The weighted scenario: weight, start and goal, separated by empty lines.

Its solution file is the format ``solution``.
"""

from __future__ import annotations

import re
from fractions import Fraction

from puzzler.board.errors import BoardError, quoted
from puzzler.board.tokens import Token, tokens_of
from puzzler.formats.blocks import COMMENTS, split_blocks
from puzzler.formats.format import Contents, Format
from puzzler.formats.rows import start_and_goal, write_rows
from puzzler.formats.solution import decimal, weight_of, write_answer

_WORD_AND_EMPTY_LINE = re.compile(
    r"\A" + COMMENTS + r"[^\s,/#]++[^\S\n]*+(?:#[^\n]*+)?\n[^\S\n]*+\n"
)
"""A line of one word, followed by an empty line without a comment."""


def read(text: str) -> Contents:
    """Parse the weight and the rows of start and goal, separated by empty lines."""
    blocks = split_blocks(text, limit=4)
    if not blocks:
        raise BoardError("the weight is missing: the text is empty")
    weight = weight_of(_first_token(blocks[0]))
    if len(blocks) < 3:
        missing = ("start", "goal")[len(blocks) - 1]
        line = blocks[-1].rstrip().count("\n") + 2
        raise BoardError(f"an empty line and the rows of the {missing} are missing here", line=line)
    start, goal = start_and_goal(blocks[1], blocks[2])
    if len(blocks) > 3:
        more = _first_token(blocks[3])
        raise more.error(f"{quoted(more.text)} is unexpected after the rows of the goal")
    return Contents(start=start, goal=goal, weight=weight)


def write(contents: Contents) -> str:
    """Format the weight (default 1), start and goal."""
    weight = 1.0 if contents.weight is None else contents.weight
    blocks = [[decimal(Fraction(str(weight)))]]
    blocks += [write_rows(board) for board in (contents.start, contents.goal_or_standard)]
    return "\n\n".join("\n".join(block) for block in blocks)


def _first_token(block: str) -> Token:
    for token, _ in tokens_of(block):
        return token
    raise BoardError("there is no word between the commas", line=block.rstrip().count("\n") + 1)


FORMAT = Format(
    name="weighted",
    title="Weighted A* (course)",
    summary="the weight, the rows of the start and the rows of the goal, with empty lines between",
    rank=100,
    pattern=_WORD_AND_EMPTY_LINE,
    read=read,
    example="1.5\n\n8 6 7\n2 5 4\n3 0 1\n\n1 2 3\n4 5 6\n7 8 0",
    write=write,
    write_answer=write_answer,
    needs_f_values=True,
)
