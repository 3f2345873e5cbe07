"""The grid: tiles in any notation that ``Board.parse`` reads. ``#`` starts a comment.

The goal may follow as a second board after the word "goal" or after an empty line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, islice

from puzzler.board.board import Board, parse_plain
from puzzler.board.cleaning import MISSING, cleaned
from puzzler.board.errors import BoardError
from puzzler.board.tokens import MAX_TILES, SMALLEST_SIDE, tokens_of
from puzzler.formats import headers
from puzzler.formats.blocks import (
    blank_out,
    board_in_rows,
    split_blocks,
    token_at,
    without_comments,
    words_of,
)
from puzzler.formats.format import Contents, Format
from puzzler.formats.rows import sizes, start_and_goal

_GOAL = re.compile(
    r"\b(?:goal|target|(?:final|end)(?=[ _]?(?:state|board)|[ \t]*:))(?:[ _]?(?:state|board))?\b"
    r"[\"']?[ \t]*[:=]?"
    r"|^[^\S\n]*+(?:[-=]{1,20}+>|[\u2192\u21d2])[^\S\n]*+$",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(r"^[^\n0-9]*\bpositions?\b[^\n]*$", re.IGNORECASE | re.MULTILINE)
_COLUMN = re.compile(
    r"\s*+(?:(?:[0-9]{1,2}|[_*.xX-])[^\S\n]*\n\s*+){4,}(?:[0-9]{1,2}|[_*.xX-])\s*+"
)
_FROM_ZERO = re.compile(r"(?<![^\s,;\[({])-1\b.*\b0\b|\b0\b.*[\s,;\[({]-1\b", re.DOTALL)
_BLANK = re.compile(r"(?<![^\s,/;\[({])(?:[0_*.xXbB-]|-1|None|null)(?![^\s,/;\])}])")


def read(text: str) -> Contents:
    """Parse the board, and the goal if a second board follows."""
    if board := parse_plain(text):
        return Contents(start=board)
    plain = without_comments(text)
    if text.strip() and not plain.strip():
        raise BoardError("there is no board: the text has only comments, the rows are missing")
    if boards := _positions(plain):
        return Contents(start=boards[0], goal=boards[1])
    texts = _split_goal(plain)
    halves = None if texts else _split_halves(plain)
    if texts is None and halves is None:
        start, note, option = Board.parse(plain), "", ""
        if _COLUMN.fullmatch(plain) and headers.commented_goal(text) is None:
            note = "read as one tile per line, with the blank last in the goal"
            option = "use --goal blank-first or snail for another goal"
        elif _FROM_ZERO.search(plain):
            note = "the blank is -1, so every tile is read as the next higher number"
        elif MISSING in cleaned(plain) and MISSING not in plain:
            note, option = "the empty place is read as the blank", "write 0 for the blank otherwise"
        return Contents(start=start, note=note, option=option)
    start, goal = start_and_goal(*(texts or halves or ()))
    if halves is None:
        return Contents(start=start, goal=goal)
    note = "the left board is read as the start and the right one as the goal"
    return Contents(start=start, goal=goal, note=note, option="use --goal for another goal")


def _positions(text: str) -> tuple[Board, Board] | None:
    """Return start and goal of a file with the cell of each tile, as Wheeler Ruml's programs use.

    A heading with the word "positions" precedes the cells of each board. Returns None for other
    texts.
    """
    headings = list(_HEADING.finditer(text))
    if len(headings) != 2:
        return None
    first, second = headings
    rows, columns = sizes(text[: first.start()])
    boards = []
    for begin, end in ((first.end(), second.start()), (second.end(), len(text))):
        cells = board_in_rows(words_of(blank_out(text[:begin]) + text[begin:end]), columns).tiles
        boards.append(Board(rows, columns, tuple(map(cells.index, range(len(cells))))))
    return boards[0], boards[1]


def _split_goal(text: str) -> Sequence[str] | None:
    """Return the texts of start and goal, or None if ``text`` has only one board.

    The word "goal" separates them. So does an empty line, if the boards above and below it have
    several lines and a blank.
    """
    if match := _GOAL.search(text):
        start, goal = text[: match.start()], blank_out(text[: match.end()]) + text[match.end() :]
        if not re.search(r"\w", start):
            raise token_at(text, match[0].strip(), match.start()).error(
                "there is no board before the goal"
            )
        return (start, goal) if re.search(r"[0-9]", start) and re.search(r"[0-9]", goal) else None
    blocks = split_blocks(text, limit=3)
    are_boards = all("\n" in block.strip() and _BLANK.search(block) for block in blocks)
    return blocks if len(blocks) == 2 and are_boards else None


def _split_halves(text: str) -> tuple[str, str] | None:
    """Return the texts of two boards next to each other with the same tiles, or None."""
    rows: list[list[str]] = [[]]
    for token, is_last in islice(tokens_of(text), 2 * MAX_TILES + 1):
        rows[-1].append(token.text)
        if is_last:
            rows.append([])
    count = len(rows[0]) // 2
    if rows[-1] or count < SMALLEST_SIDE or any(len(row) != 2 * count for row in rows[:-1]):
        return None
    left, right = ([row[half] for row in rows[:-1]] for half in (slice(count), slice(count, None)))
    if sorted(chain(*left)) != sorted(chain(*right)):
        return None
    return "/".join(map(" ".join, left)), "/".join(map(" ".join, right))


def write_line(board: Board, labels: Sequence[str] | None = None) -> str:
    """Format ``board`` on one line, with rows separated by ``/``.

    With ``labels``, ``labels[tile]`` is written for each tile and ``_`` for an empty label.
    """
    if labels is None:
        return str(board)
    return "/".join(" ".join(labels[tile] or "_" for tile in row) for row in board.grid)


def write(board: Board, blank: str = "0", labels: Sequence[str] | None = None) -> str:
    """Format ``board`` with one line per row, in aligned columns, without the last line end.

    labels: the text on each tile, by tile number.
    """
    words = [*(labels or map(str, range(len(board.tiles))))]
    words[0] = blank
    width = max(map(len, words))
    return "\n".join(" ".join(words[tile].rjust(width) for tile in row) for row in board.grid)


def write_text(contents: Contents) -> str:
    """Format the board in aligned columns, below a comment with the goal if it is not standard."""
    board = write(contents.start)
    if contents.goal_or_standard == Board.solved(*contents.start.size):
        return board
    return f"{headers.write_goal(contents.goal_or_standard)}\n{board}"


FORMAT = Format(
    name="grid",
    title="Rows of tiles",
    summary="rows on separate lines, divided by / or ;, in brackets or drawn; digits in a row",
    written="one line for each row; 0 is the gap",
    rank=1000,  # its error is shown for a text in no format
    pattern=re.compile(""),
    read=read,
    example="8 6 7\n2 5 4\n3 0 1",
    write=write_text,
)
