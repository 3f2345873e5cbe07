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
"""A line of one word, and an empty one below it, without a comment."""


def read(text: str) -> Contents:
    """The weight, the start's rows and the goal's rows, an empty line between them."""
    blocks = split_blocks(text, most=4)
    if not blocks:
        raise BoardError("there is no weight: the text is empty")
    weight = weight_of(_first_token(blocks[0]))
    if len(blocks) < 3:
        missing = ("start", "goal")[len(blocks) - 1]
        line = blocks[-1].rstrip().count("\n") + 2
        raise BoardError(f"after an empty line, the {missing}'s rows are missing here", line=line)
    start, goal = start_and_goal(blocks[1], blocks[2])
    if len(blocks) > 3:
        more = _first_token(blocks[3])
        raise more.error(f"{quoted(more.text)} does not belong here: the goal's rows come last")
    return Contents(start, goal, weight=weight)


def write(contents: Contents) -> str:
    """The weight, by default 1, start and goal."""
    weight = 1.0 if contents.weight is None else contents.weight
    blocks = [[decimal(Fraction(str(weight)))]]
    blocks += [write_rows(board) for board in (contents.start, contents.meant_goal)]
    return "\n\n".join("\n".join(block) for block in blocks)


def _first_token(block: str) -> Token:
    for token, _ in tokens_of(block):
        return token
    raise BoardError("there is nothing between the commas", line=block.rstrip().count("\n") + 1)


FORMAT = Format(
    name="weighted",
    summary="the weight, an empty line, the start's rows, an empty line, the goal's rows",
    rank=100,
    pattern=_WORD_AND_EMPTY_LINE,
    read=read,
    example="1.5\n\n8 6 7\n2 5 4\n3 0 1\n\n1 2 3\n4 5 6\n7 8 0",
    write=write,
    write_answer=write_answer,
    needs_f_values=True,
)
