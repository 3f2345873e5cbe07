"""The game ID of Fifteen in Simon Tatham's Portable Puzzle Collection, such as ``4x4:1,2,3,...``.

The width precedes the height: ``3x2:`` has two rows of three tiles. A single number is a square.
The goal has the blank last. A random seed, ``4x4#123``, has a meaning only in that program.
"""

from __future__ import annotations

import re

from puzzler.board.errors import BoardError, quoted
from puzzler.board.numbers import whole_number
from puzzler.board.tokens import Token
from puzzler.formats.blocks import (
    COMMENTS,
    blank_out,
    board_in_rows,
    checked_sizes,
    token_at,
    without_comments,
    words_of,
)
from puzzler.formats.format import Contents, Format
from puzzler.formats.headers import checked_start, find_goal

NAME = "id"
GOAL = "standard"
_PARAMETERS = re.compile(r"\A" + COMMENTS + r"([0-9]{1,3})(?:x([0-9]{1,3}))?([:#])")


def read(text: str) -> Contents:
    """Parse the board. Its goal is standard unless a comment names another."""
    parameters, token = _parameters(text)
    if parameters[3] == "#":
        raise token.error(
            f"{quoted(token.text)} starts a random seed, which only Tatham's program can read: "
            "use its game ID, such as 2x2:1,2,3,0"
        )
    bare = without_comments(text)
    parameters, token = _parameters(bare)
    columns, rows = (whole_number(parameters[n] or parameters[1]) for n in (1, 2))
    checked_sizes(rows, columns, token)
    tokens = words_of(blank_out(bare[: parameters.end()]) + bare[parameters.end() :])
    if not tokens:
        raise token_at(bare, "", parameters.end()).error("the tiles are missing here")
    if len(tokens) != rows * columns:
        raise tokens[-1].error(
            f"{quoted(token.text)} means {columns} columns and {rows} rows, "
            f"so {rows * columns} tiles, not {len(tokens)}"
        )
    start = board_in_rows(tokens, columns)
    return Contents(start=start, goal=find_goal(start, GOAL, text))


def write(contents: Contents) -> str:
    """Format the game ID. Raises BoardError if the goal is not standard."""
    start = checked_start(contents, NAME, GOAL)
    return f"{start.columns}x{start.rows}:{','.join(map(str, start.tiles))}"


def _parameters(text: str) -> tuple[re.Match[str], Token]:
    match = _PARAMETERS.match(text)
    if match is None:
        raise BoardError("a game ID starts with its width and height, as in 4x4:", line=1)
    return match, token_at(text, text[match.start(1) : match.end()], match.start(1))


FORMAT = Format(
    name=NAME,
    title="Tatham game ID",
    summary="width x height, a colon, comma-separated tiles; the goal has the blank last",
    rank=50,
    pattern=_PARAMETERS,
    can_be_word=True,
    read=read,
    example="3x2:1,5,2,4,0,3",
    write=write,
    goals=(GOAL,),
)
