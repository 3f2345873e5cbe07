"""An object printed by ``puzzler solve --json``: board, goal, moves and other keys.

The goal is a board or a name. Moves are directions of the blank; "" means no moves. The board alone
is enough.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.goal import GOALS
from puzzler.board.numbers import parse_json
from puzzler.board.parity import is_solvable
from puzzler.formats.blocks import COMMENTS
from puzzler.formats.format import Contents, Format
from puzzler.formats.moves import parse_moves

KEYS = ("board", "goal", "moves")
_BEGIN = re.compile(r"\A" + COMMENTS + r"\{(?!\s*+[0-9\[({])")
_COMMENT = re.compile(r"#[^\n]*")


def read(text: str) -> Contents:
    """Parse an answer. ``moves`` is None if they are empty but the board needs a solution."""
    begin = _BEGIN.match(text)
    if begin is not None:  # remove the comment of a list of boards: the object overrides it
        text = _COMMENT.sub("", text[: begin.end()]) + text[begin.end() :]
    answer = read_object(text, is_answer=False)
    with _within(text, "board", answer["board"]):
        start = Board.parse(answer["board"])
    if "goal" not in answer and "moves" not in answer:
        return Contents(start=start)
    with _within(text, "goal", answer.get("goal", "")):
        name = answer.get("goal", "standard")
        goal = GOALS[name](*start.size) if name in GOALS else Board.parse(name)
        if goal.size != start.size:
            raise BoardError(
                f"the goal is {goal.rows}x{goal.columns}, not {start.rows}x{start.columns}"
            )
    if "moves" not in answer:
        return Contents(start=start, goal=goal)
    with _within(text, "moves", answer["moves"]):
        moves = parse_moves(start, answer["moves"])
    is_unsolved = not moves and start != goal and is_solvable(start, goal)
    return Contents(start=start, goal=goal, moves=None if is_unsolved else moves)


def write(contents: Contents) -> str:
    """Return the object on one line. "moves" is absent if there are none."""
    answer = {"board": str(contents.start), "goal": str(contents.goal_or_standard)}
    if contents.moves is not None:
        answer["moves"] = "".join(move.letter for move in contents.moves)
    return json.dumps(answer)


def read_object(text: str, *, is_answer: bool = True) -> dict[str, Any]:
    """Parse the whole object. Raises BoardError if a value is missing or has another type.

    is_answer: all keys are needed, as text. Otherwise lists become text.
    """
    try:
        answer: Any = parse_json(text)
    except json.JSONDecodeError as error:
        raise BoardError("not a JSON object", line=error.lineno, column=error.colno) from None
    except ValueError as error:
        raise BoardError(f"not a JSON object: {error}") from None
    if not isinstance(answer, dict) or "board" not in answer:
        raise BoardError('the JSON object needs the key "board"', line=1)
    for key in KEYS:
        if not is_answer and isinstance(answer.get(key), list):  # rows of tiles, or moves
            answer[key] = json.dumps(answer[key])
        if (is_answer or key in answer) and not isinstance(answer.get(key), str):
            raise BoardError(f'"{key}" must be text{"" if is_answer else " or a list"}', line=1)
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
    title="JSON answer",
    summary="an object printed by puzzler solve --json: board, goal and moves",
    rank=10,
    pattern=_BEGIN,
    read=read,
    write=write,
    example='{"board": "1 2 3/0 5 6/4 7 8", "goal": "1 2 3/4 5 6/7 8 0", "moves": "DRR"}',
)
