"""Goals in comments above a board or list, and goals that formats require.

A comment is ``# goal: blank-first``, with any name that ``--goal`` accepts, ``# goal: 1 2 3/8 0 4/7
6 5``, or a phrase from published lists: ``Goal: 1 2 .. 15 0``, ``goal blank last``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, unknown_name
from puzzler.board.goal import GOALS
from puzzler.board.numbers import whole_number
from puzzler.board.tokens import Token
from puzzler.formats.format import Contents

MAX_COMMENT = 1000
"""Number of characters of a comment that are read."""

_HEAD = re.compile(r"(?:[^\S\n]*(?:#[^\n]*)?\n)*(?:[^\S\n]*#[^\n]*)?")
_COMMENT = re.compile(r"^[^\S\n]*#([^\n]*)", re.MULTILINE)
_GOAL = re.compile(r"\bgoal\b(?:[^\S\n]+is\b)?[^\S\n]*([:=]?)[^\S\n]*", re.IGNORECASE)
_BLANK_PLACE = re.compile(r"(?:the +)?blank[ -](first|last)\b", re.IGNORECASE)
_NUMBERS = re.compile(r"[0-9]{1,2}(?:(?:[ ,/]|\.\.+|…)+[0-9]{1,2})+(?!\S*\w)")
_ONLY_WORD = re.compile(r"[A-Za-z][\w-]*(?=[^\S\n]*[.]?[^\S\n]*$)")
_NAME = re.compile(r"[A-Za-z][\w-]*")


GoalOfShape = Callable[[int, int], Board]
"""Returns the goal for boards of a shape. Raises BoardError if the goal has another shape."""


def commented_goal(text: str, line: int = 1) -> GoalOfShape | None:
    """Return the last goal in the comments at the start of ``text``, or None.

    line: the number of the first line. Raises BoardError with line, column and token if ``# goal:``
    is followed by a single unknown word or by an invalid board.
    """
    if "#" not in text:
        return None
    found: GoalOfShape | None = None
    head = _HEAD.match(text)
    for comment in _COMMENT.finditer(text, 0, head.end() if head else 0):
        start = comment.start(1)
        words = comment[1][:MAX_COMMENT]
        number = line + text.count("\n", 0, start)
        column = start - text.rfind("\n", 0, start)
        for match in _GOAL.finditer(words):
            rest, at = words[match.end() :], column + match.end()
            found = _goal_in(rest, bool(match[1]), number, at) or found
    return found


def goal_name(board: Board) -> str | None:
    """Return the key of GOALS for this goal, or None."""
    names = (name for name, shape in GOALS.items() if shape(*board.size) == board)
    return next(names, None)


def write_goal(board: Board) -> str:
    """Return a comment with this goal."""
    return f"# goal: {goal_name(board) or board}"


def find_goal(start: Board, goal: str, text: str) -> Board:
    """Return the goal in a comment at the start of ``text``, or else the goal named ``goal``.

    Raises BoardError if the goal in the comment is unknown or has another shape.
    """
    return (commented_goal(text) or GOALS[goal])(*start.size)


def check_square(board: Board, form: str) -> None:
    """Raise BoardError if ``board`` is not square."""
    if board.rows != board.columns:
        raise BoardError(
            f"the format {form} requires a square board, not {board.rows}x{board.columns}"
        )


def checked_start(contents: Contents, form: str, goal: str, *, is_square: bool = False) -> Board:
    """Return the start. Raises BoardError if ``contents`` do not have the goal named ``goal``."""
    start = contents.start
    if is_square:
        check_square(start, form)
    own = GOALS[goal](*start.size)
    if contents.goal_or_standard != own:
        raise BoardError(
            f"the format {form} requires the goal {goal}, {own}, not {contents.goal_or_standard}"
        )
    return start


def _goal_in(words: str, is_marked: bool, line: int, column: int) -> GoalOfShape | None:
    """Find the goal in the text after the word "goal". is_marked: a colon separates them."""
    if match := _BLANK_PLACE.match(words):
        return GOALS["blank-first" if match[1].lower() == "first" else "standard"]
    if match := _NAME.match(words):
        if match[0].lower() in GOALS:
            return GOALS[match[0].lower()]
        if is_marked and _ONLY_WORD.match(words):
            raise Token(match[0], line, column).error(unknown_name("goal", match[0], GOALS))
    if match := _NUMBERS.match(words):
        return _written_out(match[0], line, column)
    return None


def _written_out(words: str, line: int, column: int) -> GoalOfShape | None:
    if "/" in words and ".." not in words and "…" not in words:
        try:
            return _only_for_shape(Board.parse(words), line)
        except BoardError as error:
            raise BoardError(
                f"the goal: {error.reason}",
                line=line,
                column=column + (error.column or 1) - 1,
                token=error.token,
            ) from None
    numbers = list(map(whole_number, re.findall(r"[0-9]+", words)))
    if numbers[:2] == [0, 1]:
        return GOALS["blank-first"]
    if numbers[:2] == [1, 2] and numbers[-1] == 0:
        return GOALS["standard"]
    side = round(len(numbers) ** 0.5)
    if side * side == len(numbers) and sorted(numbers) == list(range(len(numbers))):
        return _only_for_shape(Board(side, side, tuple(numbers)), line)
    return None


def _only_for_shape(board: Board, line: int) -> GoalOfShape:
    def goal(rows: int, columns: int) -> Board:
        if board.size != (rows, columns):
            raise BoardError(
                f"the goal in the comment is {board.rows}x{board.columns}, "
                f"but this board is {rows}x{columns}",
                line=line,
            )
        return board

    return goal
