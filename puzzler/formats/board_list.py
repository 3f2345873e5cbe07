"""The list of boards, as in published collections: the numbers of a square board on one line.

A line is ``t0 .. tn``, ``id t0 .. tn`` or ``id length t0 .. tn``. The number of words shows which.
The length is that of an optimal solution. This format is one line, because lists are read line by
line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, quoted
from puzzler.board.goal import blank_first
from puzzler.board.parity import is_solvable
from puzzler.board.tokens import SIDES, Token
from puzzler.formats import headers
from puzzler.formats.blocks import COMMENTS, square_board, without_comments
from puzzler.formats.format import Contents, Format

MAX_LETTERS = 600
"""Limit on the length of a line. 100 tiles, an id and a length need less."""
LONGEST_ID = 100
MAX_LENGTH = 99_999

_ONE_LINE = re.compile(r"\A" + COMMENTS + r"[^\n/#\[\](){}|;]++" + COMMENTS + r"\Z")
_WORD = re.compile(r"[^\s,\"]+")
_COMMAS = re.compile(r"(?<![^\s\"])[0-9_]{1,2}(?:,[ ]?[0-9_]{1,2}){3,}(?![^\s\"])")
_LINE = re.compile(r"\s*((?![0-9]{1,3}(?:x[0-9]{1,3})?:[0-9])\S[^\n]*)(\s*\S)?")
"""The only line, and the start of another one. The id is not the start of a game ID, ``3x2:4``."""
_TILE = re.compile(r"[0-9]{1,2}(?:\.0*)?|[_*.xX-]")
_NOT_ID = re.compile(r"[\s,/#]+")


def is_plausible(text: str) -> bool:
    """Whether the text is one line with a valid number of words and ends with numbers.

    A comma list without an id is left to the format columbia.
    """
    line = _line(text)
    if line is None or not (tiles := line.tiles):
        return False
    is_bare = "," in line.text and len(line.words) == len(tiles)
    return not is_bare and all(_TILE.fullmatch(word.text) for word in tiles)


def read(text: str) -> Contents:
    """Parse the board, its id and length if given, and its goal (see ``_goal``)."""
    line = _line(text)
    if line is None or not line.words:
        raise BoardError("a line of a list has the numbers of one board, separated by spaces")
    if not line.tiles:
        raise line.words[-1].error(
            f"{len(line.words)} words are not a board: a line of a list has the 4, 9, 16 .. 100 "
            "numbers of a square board, optionally after an id, or after an id and a length"
        )
    before = line.words[: line.first]
    start = square_board(line.tiles)
    goal = _goal(text, start)
    name = before[0].text if before else ""
    if len(name) > LONGEST_ID:
        raise before[0].error(f"the id {quoted(name)} is longer than {LONGEST_ID} characters")
    length = None
    if len(before) == 2:
        length = before[1].number(MAX_LENGTH, "a length, which is the number of moves")
    note = option = ""
    if line.first + len(line.tiles) < len(line.words):
        note = "the columns after the tiles are ignored"
    elif goal is not None and headers.commented_goal(text) is None:
        note = "assuming the goal with the blank first, because blank last cannot be reached"
        option = "use --goal for another"
    return Contents(
        start=start,
        goal=goal,
        name="" if name == NO_ID else name,
        length=length,
        note=note,
        option=option,
    )


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


@dataclass(frozen=True)
class _Line:
    """The only line of a text."""

    text: str
    words: list[Token]
    first: int
    """Index of the first tile."""
    tiles: list[Token]
    """Empty if the line is no board."""


def _line(text: str) -> _Line | None:
    """Return the only line, or None if the text cannot be a line of a list.

    The tiles are 4, 9, 16 .. 100 words in a row, the last ones if in doubt, or a comma list next to
    other columns.
    """
    plain = without_comments(text)
    match = _LINE.match(plain)
    if match is None or match[2] is not None or len(match[1].rstrip()) > MAX_LETTERS:
        return None
    line = plain.count("\n", 0, match.start(1)) + 1
    column = match.start(1) - plain.rfind("\n", 0, match.start(1))
    words, run = list[Token](), _COMMAS.search(match[1])
    places: list[int] = []
    for word in _WORD.finditer(match[1]):
        if run is not None and run.start() <= word.start() < run.end():
            places.append(len(words))
        words.append(Token(word[0], line, column + word.start()))
    count = len(words)
    if not count:
        return None  # only commas
    is_rectangle = count not in SIDES and _is_whole(words)
    windows = [
        (first, cells)
        for cells in (count, count - 1, count - 2)
        if cells in SIDES and not is_rectangle
        for first in range(count - cells, -1, -1)
    ]
    whole = (each for each in windows if _is_whole(words[each[0] : sum(each)]))
    first, cells = next(whole, windows[0] if windows else (count, 0))
    if len(places) in SIDES and len(places) < count:
        first, cells = places[0], len(places)
    return _Line(match[1], words, first, words[first : first + cells] if cells else [])


def _is_whole(words: Sequence[Token]) -> bool:
    """Whether the words are the tiles of a board, each once."""
    numbers = set(map(str, range(1, len(words))))
    return len(numbers.difference(word.text for word in words)) == 0


def _goal(text: str, start: Board) -> Board | None:
    """Return the goal in a comment, or blank-first if only that is reachable, or None."""
    commented = headers.commented_goal(text)
    if commented is not None:
        return commented(*start.size)
    if is_solvable(start, Board.solved(*start.size)):
        return None
    first = blank_first(*start.size)
    return first if is_solvable(start, first) else None


FORMAT = Format(
    name="list",
    title="List of boards",
    summary="one square board per line: its numbers, optionally after an id, or an id and a length",
    rank=800,
    pattern=_ONE_LINE,
    is_plausible=is_plausible,
    read=read,
    example="1 57 13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2",
    write=write,
)
