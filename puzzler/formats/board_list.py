"""The list of boards, as in published collections: the numbers of a square board on one line.

A line is ``t0 .. tn``, ``id t0 .. tn`` or ``id length t0 .. tn``. The number of words shows which.
The length is that of an optimal solution. This format is one line, because lists are read line by
line.
"""

from __future__ import annotations

import re

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, quoted
from puzzler.board.goal import blank_first
from puzzler.board.parity import is_solvable
from puzzler.board.tokens import LARGEST_SIDE, SMALLEST_SIDE, Token
from puzzler.formats import headers
from puzzler.formats.blocks import COMMENTS, board_in_rows, without_comments
from puzzler.formats.format import Contents, Format

SIDES = {side * side: side for side in range(SMALLEST_SIDE, LARGEST_SIDE + 1)}
"""Side lengths of square boards by number of cells."""
MAX_LETTERS = 600
"""Limit on the length of a line. 100 tiles, an id and a length need less."""
LONGEST_ID = 100

_ONE_LINE = re.compile(r"\A" + COMMENTS + r"[^\n,/#]++" + COMMENTS + r"\Z")
_WORD = re.compile(r"\S+")
_LINE = re.compile(r"\s*(\S[^\n]*)(\s*\S)?")
_TILE = re.compile(r"[0-9]{1,2}|[_*.]")
_NOT_ID = re.compile(r"[\s,/#]+")


def is_plausible(text: str) -> bool:
    """Whether the text is one line with a valid number of words and ends with numbers."""
    words = _words(text)
    if words is None:
        return False
    tiles = words[len(words) - _cells(len(words)) :]
    return len(tiles) > 0 and all(_TILE.fullmatch(word.text) for word in tiles)


def read(text: str) -> Contents:
    """Parse the board, its id and length if given, and its goal (see ``_goal``)."""
    words = _words(text)
    if words is None:
        raise BoardError("a line of a list has the numbers of one board, separated by spaces")
    cells = _cells(len(words))
    if not cells:
        raise words[-1].error(
            f"{len(words)} words are not a board: a line of a list has the 4, 9, 16 .. 100 numbers "
            "of a square board, optionally after an id, or after an id and a length"
        )
    side, before = SIDES[cells], words[: len(words) - cells]
    start = board_in_rows(words[-cells:], side)
    goal = _goal(text, start)
    name = before[0].text if before else ""
    if len(name) > LONGEST_ID:
        raise before[0].error(f"the id {quoted(name)} is longer than {LONGEST_ID} characters")
    length = _length(before[1]) if len(before) == 2 else None
    return Contents(start=start, goal=goal, name="" if name == NO_ID else name, length=length)


NO_ID = "-"
"""The id of a board with a length but no id."""


def write(contents: Contents) -> str:
    """Format the line. A comment with the goal precedes it if the line alone implies another goal.

    Raises BoardError if the board is not square.
    """
    start = contents.start
    if start.rows != start.columns:
        raise BoardError(
            f"a list can only contain square boards, because its lines have no shape: this board "
            f"is {start.rows}x{start.columns}"
        )
    standard = Board.solved(*start.size)
    goal = contents.goal or standard
    lines = [] if goal == (_goal("", start) or standard) else [headers.write_goal(goal)]
    words = [_NOT_ID.sub("-", contents.name)[:LONGEST_ID] or NO_ID]
    if contents.length is not None:
        words.append(str(contents.length))
    elif words == [NO_ID]:
        words = []
    return "\n".join([*lines, " ".join([*words, *map(str, start.tiles)])])


def _words(text: str) -> list[Token] | None:
    """Return the words of the only line, or None if the text cannot be a line of a list."""
    plain = without_comments(text)
    match = _LINE.match(plain)
    if match is None or match[2] is not None:
        return None
    words = match[1].rstrip()
    if len(words) > MAX_LETTERS or "," in words or "/" in words:
        return None
    line = plain.count("\n", 0, match.start(1)) + 1
    column = match.start(1) - plain.rfind("\n", 0, match.start(1))
    return [Token(word[0], line, column + word.start()) for word in _WORD.finditer(words)]


def _cells(count: int) -> int:
    """Return the number of tiles among ``count`` words, or 0 if no board fits."""
    return next((cells for cells in (count, count - 1, count - 2) if cells in SIDES), 0)


def _goal(text: str, start: Board) -> Board | None:
    """Return the goal in a comment, or blank-first if only that is reachable, or None."""
    commented = headers.commented_goal(text)
    if commented is not None:
        return commented.for_shape(*start.size)
    if is_solvable(start, Board.solved(*start.size)):
        return None
    first = blank_first(*start.size)
    return first if is_solvable(start, first) else None


def _length(word: Token) -> int:
    if not (word.text.isascii() and word.text.isdigit() and len(word.text) <= 5):
        raise word.error(
            f"{quoted(word.text)} is not a length: the word between the id and the tiles is the "
            "number of moves"
        )
    return int(word.text)


FORMAT = Format(
    name="list",
    summary="one square board per line: its numbers, optionally after an id, or an id and a length",
    rank=800,
    pattern=_ONE_LINE,
    is_plausible=is_plausible,
    read=read,
    example="1 57 13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2",
    write=write,
)
