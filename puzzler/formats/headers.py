"""What the comments above a board, or above a list of boards, say: the goal.

``# goal: blank-first``, with any name that ``--goal`` takes; ``# goal: 1 2 3/8 0 4/7 6 5``; or in
the words of published lists: ``Goal: 1 2 .. 15 0``, ``goal blank last``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, quoted
from puzzler.board.goal import GOALS
from puzzler.board.tokens import Token

LONGEST = 1000
"""Letters of a comment that is looked at."""

_HEAD = re.compile(r"(?:[^\S\n]*(?:#[^\n]*)?\n)*(?:[^\S\n]*#[^\n]*)?")
_COMMENT = re.compile(r"^[^\S\n]*#([^\n]*)", re.MULTILINE)
_GOAL = re.compile(r"\bgoal\b(?:[^\S\n]+is\b)?[^\S\n]*([:=]?)[^\S\n]*", re.IGNORECASE)
_BLANK_PLACE = re.compile(r"(?:the +)?blank[ -](first|last)\b", re.IGNORECASE)
_NUMBERS = re.compile(r"\d{1,2}(?:(?:[ ,/]|\.\.+|…)+\d{1,2})+(?!\S*\w)")
_ONLY_WORD = re.compile(r"[A-Za-z][\w-]*(?=[^\S\n]*[.]?[^\S\n]*$)")
_NAME = re.compile(r"[A-Za-z][\w-]*")


@dataclass(frozen=True)
class SaidGoal:
    """A goal that a comment says."""

    name: str | None
    """A key of GOALS; None where it is written out."""
    board: Board | None
    """The goal that is written out."""
    line: int | None = field(default=None, compare=False)
    """Where it is written out, from 1."""

    def for_shape(self, rows: int, columns: int) -> Board:
        """The goal for boards of this shape; BoardError where it is written out for another."""
        if self.board is None:
            return GOALS[self.name or "standard"](rows, columns)
        if self.board.size != (rows, columns):
            raise BoardError(
                f"the goal that a comment says is {self.board.rows}x{self.board.columns}, "
                f"this board {rows}x{columns}",
                line=self.line,
            )
        return self.board


def goal(text: str, line: int = 1) -> SaidGoal | None:
    """What the comments at the beginning of ``text`` say last about the goal; None where nothing.

    line: of the first line of ``text``. BoardError, with line, column and token, where
    ``# goal:`` is followed by one word that is the name of no goal, or by a board that cannot be.
    """
    if "#" not in text:
        return None
    said: SaidGoal | None = None
    head = _HEAD.match(text)
    for comment in _COMMENT.finditer(text, 0, head.end() if head else 0):
        at = comment.start(1)
        words = comment[1][:LONGEST]
        number = line + text.count("\n", 0, at)
        column = at - text.rfind("\n", 0, at)
        for match in _GOAL.finditer(words):
            said = _said(words[match.end() :], bool(match[1]), number, column + match.end()) or said
    return said


def write_goal(board: Board) -> str:
    """The comment that says this goal."""
    names = (name for name, shape in GOALS.items() if shape(*board.size) == board)
    return f"# goal: {next(names, board)}"


def _said(words: str, is_marked: bool, line: int, column: int) -> SaidGoal | None:
    """The goal that the words behind "goal" say; is_marked: a colon stands between."""
    if match := _BLANK_PLACE.match(words):
        return SaidGoal("blank-first" if match[1].lower() == "first" else "standard", None)
    if match := _NAME.match(words):
        if match[0].lower() in GOALS:
            return SaidGoal(match[0].lower(), None)
        if is_marked and _ONLY_WORD.match(words):
            raise Token(match[0], line, column).error(
                f"there is no goal {quoted(match[0])}; choose from {', '.join(GOALS)}"
            )
    if match := _NUMBERS.match(words):
        return _written_out(match[0], line, column)
    return None


def _written_out(words: str, line: int, column: int) -> SaidGoal | None:
    if "/" in words and ".." not in words and "…" not in words:
        try:
            return SaidGoal(None, Board.parse(words), line)
        except BoardError as error:
            raise BoardError(
                f"the goal: {error.reason}",
                line=line,
                column=column + (error.column or 1) - 1,
                token=error.token,
            ) from None
    numbers = list(map(int, re.findall(r"\d+", words)))
    if numbers[:2] == [0, 1]:
        return SaidGoal("blank-first", None)
    if numbers[:2] == [1, 2] and numbers[-1] == 0:
        return SaidGoal("standard", None)
    side = round(len(numbers) ** 0.5)
    if side * side == len(numbers) and sorted(numbers) == list(range(len(numbers))):
        return SaidGoal(None, Board(side, side, tuple(numbers)), line)
    return None
