"""The grid: rows of tiles on lines or separated by ``/``; ``#`` starts a comment."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzler.board.board import Board
from puzzler.formats import headers
from puzzler.formats.blocks import without_comments
from puzzler.formats.format import Contents, Format


def read(text: str) -> Contents:
    """The board in ``text``, which may have comments."""
    return Contents(Board.parse(without_comments(text)))


def write_line(board: Board, labels: Sequence[str] | None = None, blank: str = "_") -> str:
    """``board`` on one line, rows separated by ``/``: ``str(board)`` unless it has ``labels``."""
    if labels is None:
        return str(board)
    return "/".join(" ".join(labels[tile] or blank for tile in row) for row in board.grid)


def write(board: Board, blank: str = "0", labels: Sequence[str] | None = None) -> str:
    """``board`` with a line per row, in straight columns, without the last line end.

    ``labels`` are the texts on the tiles, by their numbers.
    """
    words = [*(labels or map(str, range(len(board.tiles))))]
    words[0] = blank
    width = max(map(len, words))
    return "\n".join(" ".join(words[tile].rjust(width) for tile in row) for row in board.grid)


def write_text(contents: Contents) -> str:
    """The board in straight columns, below a comment with the goal if it is not standard."""
    board = write(contents.start)
    if contents.meant_goal == Board.solved(*contents.start.size):
        return board
    return f"{headers.write_goal(contents.meant_goal)}\n{board}"


FORMAT = Format(
    name="grid",
    summary="rows of tiles on lines, separated by / or in brackets, the blank as 0, _, * or .",
    rank=1000,  # the last: it gives the error for a text in no format
    pattern=re.compile(""),
    read=read,
    example="8 6 7\n2 5 4\n3 0 1",
    write=write_text,
)
