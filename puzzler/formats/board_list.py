"""The list of boards: the numbers of a square board on a line, as in published lists.

``t0 .. tn``, ``id t0 .. tn`` or ``id length t0 .. tn``, told apart by the count of words. The
length is that of a shortest solution. This format is one line; a list is read line by line.
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
"""By the number of cells."""
MOST_LETTERS = 600
"""In a line; 100 tiles, an id and a length need less."""
LONGEST_ID = 100

_ONE_LINE = re.compile(r"\A" + COMMENTS + r"[^\n,/#]++" + COMMENTS + r"\Z")
_WORD = re.compile(r"\S+")
_LINE = re.compile(r"\s*(\S[^\n]*)(\s*\S)?")
_TILE = re.compile(r"[0-9]{1,2}|[_*.]")
_NOT_ID = re.compile(r"[\s,/#]+")


def is_meant(text: str) -> bool:
    """Whether it is one line with a valid number of words, of which the last are numbers."""
    words = _words(text)
    if words is None:
        return False
    tiles = words[len(words) - _cells(len(words)) :]
    return len(tiles) > 0 and all(_TILE.fullmatch(word.text) for word in tiles)


def read(text: str) -> Contents:
    """The board, its goal, and its id and length if they are given."""
    words = _words(text)
    if words is None:
        raise BoardError("a list has the numbers of one board on a line, only spaces between them")
    cells = _cells(len(words))
    if not cells:
        raise words[-1].error(
            f"{len(words)} words are no board: a line of a list has the 4, 9, 16 .. 100 numbers "
            "of a square board, before them its id, and between them its length"
        )
    side, given = SIDES[cells], words[: len(words) - cells]
    start = board_in_rows(words[-cells:], side)
    goal = _goal(text, start)
    name = given[0].text if given else ""
    if len(name) > LONGEST_ID:
        raise given[0].error(f"the id {quoted(name)} is longer than {LONGEST_ID} letters")
    length = _length(given[1]) if len(given) == 2 else None
    return Contents(start=start, goal=goal, name="" if name == NO_ID else name, length=length)


NO_ID = "-"
"""The id of a board that has a length but no id."""


def write(contents: Contents) -> str:
    """The line, and above it the goal if reading the line alone would assume another one.

    BoardError for a board that is not square.
    """
    start = contents.start
    if start.rows != start.columns:
        raise BoardError(
            f"a list has square boards only, because no line of it says the shape: this one is "
            f"{start.rows}x{start.columns}"
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
    """The words of the only line; None where there are more lines, or it is no line of a list."""
    plain = without_comments(text)
    match = _LINE.match(plain)
    if match is None or match[2] is not None:
        return None
    words = match[1].rstrip()
    if len(words) > MOST_LETTERS or "," in words or "/" in words:
        return None
    line = plain.count("\n", 0, match.start(1)) + 1
    column = match.start(1) - plain.rfind("\n", 0, match.start(1))
    return [Token(word[0], line, column + word.start()) for word in _WORD.finditer(words)]


def _cells(count: int) -> int:
    """The number of tiles among ``count`` words; 0 where no board fits."""
    return next((cells for cells in (count, count - 1, count - 2) if cells in SIDES), 0)


def _goal(text: str, start: Board) -> Board | None:
    """The goal in comments, else blank-first if that can be reached and the standard one cannot.

    None in all other cases.
    """
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
            f"{quoted(word.text)} is not a length: between the id and the tiles stands the number "
            "of moves"
        )
    return int(word.text)


FORMAT = Format(
    name="list",
    summary="one square board a line, its numbers alone, after an id, or after an id and a length",
    rank=800,
    pattern=_ONE_LINE,
    is_meant=is_meant,
    read=read,
    example="1 57 13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2",
    write=write,
)
