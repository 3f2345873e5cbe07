"""The grid: rows of tiles on lines or parted by ``/``; ``#`` starts a comment."""

from __future__ import annotations

import re

from puzzler.board.board import Board
from puzzler.formats.format import Contents, Format

_COMMENT = re.compile(r"#[^\n]*")


def without_comments(text: str) -> str:
    """``text`` without its comments; what is left keeps its line and column."""
    return _COMMENT.sub("", text)


def read(text: str) -> Contents:
    """The board that ``Board.parse`` reads from ``text`` without its comments."""
    return Contents(Board.parse(without_comments(text)))


def write(board: Board, blank: str = "0") -> str:
    """``board`` on as many lines as it has rows, in straight columns, without a line end."""
    width = len(str(len(board.tiles) - 1))
    return "\n".join(
        " ".join((str(tile) if tile else blank).rjust(width) for tile in row) for row in board.grid
    )


FORMAT = Format(
    name="grid",
    summary="rows of tiles on lines or parted by /, the blank as 0, _, * or .",
    rank=1000,  # the last resort: it says what is wrong with a text that is in no format
    recognises=lambda _: True,
    read=read,
)
