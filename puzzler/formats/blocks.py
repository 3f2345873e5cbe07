"""Helpers for several formats: comments, blocks between empty lines, boards without rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from puzzler.board.board import Board, board_of, check_shape, tile_of
from puzzler.board.errors import BoardError
from puzzler.board.numbers import whole_number
from puzzler.board.tokens import MAX_TILES, SIDES, Token, in_rows, missing_tiles, tokens_of

COMMENTS = r"(?:\s++|#[^\n]*+)*+"
"""White space and comments before the first word; the pattern never backtracks."""

_COMMENT = re.compile(r"#[^\n]*")
_EMPTY_LINES = re.compile(r"\n[^\S\n]*\n\s*")
_NOT_LINE_END = re.compile(r"[^\n]")


@lru_cache(maxsize=1)  # all formats try the same text
def without_comments(text: str) -> str:
    """Remove comments. The rest keeps its line and column."""
    return _COMMENT.sub("", text)


def split_blocks(text: str, limit: int) -> list[str]:
    """Split ``text`` at empty lines into at most ``limit`` blocks and remove comments.

    Each block keeps its line and column. A line with only a comment is not empty. The last block
    contains the rest of the text.
    """
    blocks: list[str] = []
    first = len(text) - len(text.lstrip())
    while first < len(text):
        end = _EMPTY_LINES.search(text, first) if len(blocks) < limit - 1 else None
        last = end.start() if end else len(text)
        block = without_comments(text[first:last])
        if block.strip():
            blocks.append(blank_out(text[:first]) + block)
        first = end.end() if end else len(text)
    return blocks


def blank_out(text: str) -> str:
    """Replace every character except line ends by a space, so that later text keeps its place."""
    return _NOT_LINE_END.sub(" ", text)


def words_of(text: str) -> list[Token]:
    """Return the words of ``text``, at most one more than a board, an id and a length have."""
    return [token for token, _ in islice(tokens_of(text), MAX_TILES + 3)]


def board_in_rows(tiles: Sequence[Token], columns: int) -> Board:
    """Arrange ``tiles`` in rows of length ``columns``. Raises BoardError if a tile is invalid."""
    return board_of(in_rows(tiles, columns))


def square_board(tiles: Sequence[Token]) -> Board:
    """Arrange ``tiles`` in a square. Raises BoardError if their number is not that of a board."""
    if len(tiles) in SIDES:
        return board_in_rows(tiles, SIDES[len(tiles)])
    values = [tile_of(token) for token in tiles]
    if not values:
        raise BoardError("there is no board: the text is empty")
    sizes = ", ".join(map(str, SIDES))
    missing = missing_tiles(values, max(values) + 1)
    raise tiles[-1].error(f"{len(tiles)} tiles are not a square board, which has {sizes}{missing}")


def sizes_in(match: re.Match[str]) -> tuple[int, int]:
    """Return the rows and columns in the groups 2 and 3. Raises BoardError with group 1."""
    place = token_at(match.string, match[1], match.start(1))
    return checked_sizes(whole_number(match[2]), whole_number(match[3]), place)


def checked_sizes(rows: int, columns: int, place: Token) -> tuple[int, int]:
    """Return the shape. Raises BoardError with ``place`` if no board has it."""
    try:
        check_shape(rows, columns)
    except BoardError as error:
        raise place.error(error.reason) from None
    return rows, columns


def token_at(text: str, word: str, at: int) -> Token:
    """Return ``word`` with the line and column of index ``at`` of ``text``."""
    return Token(word, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
