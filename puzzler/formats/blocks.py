"""Helpers for several formats: comments, blocks between empty lines, comma-separated tiles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from puzzler.board.board import Board, board_of, tile_of
from puzzler.board.errors import quoted
from puzzler.board.tokens import LARGEST_SIDE, Token

COMMENTS = r"(?:\s++|#[^\n]*+)*+"
"""White space and comments before the first word; the pattern never backtracks."""
MAX_TILES = LARGEST_SIDE * LARGEST_SIDE

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


def tiles_between_commas(text: str, start: int = 0) -> list[Token]:
    """Parse the comma-separated tiles of ``text`` from index ``start``, at most MAX_TILES.

    White space around commas is ignored. Raises BoardError unless there is one tile between commas.
    """
    tokens: list[Token] = []
    for field in text[start:].split(",", MAX_TILES):
        words = field.split(maxsplit=1)
        if not words:
            raise token_at(text, "", start).error("a tile is missing here")
        word, place = words[0], start + len(field) - len(field.lstrip())
        token = token_at(text, word, place)
        if len(tokens) == MAX_TILES:
            word = word.partition(",")[0]
            raise token_at(text, word, place).error(
                f"{quoted(word)} is one tile too many: a board has at most {MAX_TILES}"
            )
        tile_of(token)  # raises if it is no tile
        if len(words) > 1:
            raise token.error(f"a comma is missing after {quoted(word)}")
        tokens.append(token)
        start += len(field) + 1
    return tokens


def board_in_rows(tiles: Sequence[Token], columns: int) -> Board:
    """Arrange ``tiles`` in rows of length ``columns``. Raises BoardError if a tile is invalid."""
    return board_of([tiles[first : first + columns] for first in range(0, len(tiles), columns)])


def token_at(text: str, word: str, at: int) -> Token:
    """Return ``word`` with the line and column of index ``at`` of ``text``."""
    return Token(word, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
