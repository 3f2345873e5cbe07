"""An object printed by ``puzzler solve --json``: board, goal, moves and other keys.

The goal is written as a board. Moves are directions of the blank; "" means no moves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.parity import is_solvable
from puzzler.formats.blocks import COMMENTS
from puzzler.formats.format import Contents, Format
from puzzler.formats.moves import moves_from_letters, read_moves, split_mover

KEYS = ("board", "goal", "moves")
_BEGIN = re.compile(r"\A" + COMMENTS + r"\{(?!\s*+[\d\[({])")
_COMMENT = re.compile(r"#[^\n]*")


def read(text: str) -> Contents:
    """Parse an answer. ``moves`` is None if they are empty but the board needs a solution."""
    begin = _BEGIN.match(text)
    if begin is not None:  # remove the comment of a list of boards: the object overrides it
        text = _COMMENT.sub("", text[: begin.end()]) + text[begin.end() :]
    answer = read_object(text)
    with _within(text, "board", answer["board"]):
        start = Board.parse(answer["board"])
    with _within(text, "goal", answer["goal"]):
        goal = Board.parse(answer["goal"])
        if goal.size != start.size:
            raise BoardError(
                f"the goal is {goal.rows}x{goal.columns}, not {start.rows}x{start.columns}"
            )
    with _within(text, "moves", answer["moves"]):
        mover, letters = split_mover(answer["moves"])
        moves = moves_from_letters(start, read_moves(letters), mover)
    is_unsolved = not moves and start != goal and is_solvable(start, goal)
    return Contents(start=start, goal=goal, moves=None if is_unsolved else moves)


def read_object(text: str) -> dict[str, Any]:
    """Parse the whole object. Raises BoardError unless board, goal and moves are strings."""
    try:
        answer: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise BoardError("not a JSON object", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):  # a number has too many digits, or brackets are too deep
        raise BoardError("not a JSON object") from None
    if not (isinstance(answer, dict) and all(isinstance(answer.get(key), str) for key in KEYS)):
        raise BoardError('the JSON object needs the strings "board", "goal" and "moves"')
    return answer


@contextmanager
def _within(text: str, key: str, value: str) -> Iterator[None]:
    """Add the key, and its line and column in ``text``, to errors about ``value``."""
    try:
        yield
    except BoardError as error:
        line = column = None
        match = re.search(rf'"{key}"\s*:\s*"', text)
        if error.column and match and text.startswith(value, match.end()):  # without escapes
            at = match.end() + error.column - 1
            line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise BoardError(
            f'"{key}": {error.reason}', line=line, column=column, token=error.token
        ) from None


FORMAT = Format(
    name="json",
    summary="an object printed by puzzler solve --json: board, goal and moves",
    rank=10,
    pattern=_BEGIN,
    read=read,
    example='{"board": "1 2 3/0 5 6/4 7 8", "goal": "1 2 3/4 5 6/7 8 0", "moves": "DRR"}',
)
