"""What several formats share: comments, blocks between empty lines, tiles between commas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from puzzler.board.board import Board, board_of, tile_of
from puzzler.board.errors import quoted
from puzzler.board.tokens import LARGEST_SIDE, Token

COMMENTS = r"(?:\s++|#[^\n]*+)*+"
"""White space and comments before the first word; the pattern never backtracks."""
MOST_TILES = LARGEST_SIDE * LARGEST_SIDE

_COMMENT = re.compile(r"#[^\n]*")
_EMPTY_LINES = re.compile(r"\n[^\S\n]*\n\s*")
_NOT_LINE_END = re.compile(r"[^\n]")


@lru_cache(maxsize=1)  # each format asks for that of the same text
def without_comments(text: str) -> str:
    """``text`` without its comments; the rest keeps its line and column."""
    return _COMMENT.sub("", text)


def split_blocks(text: str, most: int) -> list[str]:
    """The blocks of ``text`` between empty lines, without comments, each at its line and column.

    A line with only a comment is not empty. There are at most ``most`` blocks; the last one has all
    the rest.
    """
    blocks: list[str] = []
    first = len(text) - len(text.lstrip())
    while first < len(text):
        end = _EMPTY_LINES.search(text, first) if len(blocks) < most - 1 else None
        last = end.start() if end else len(text)
        block = without_comments(text[first:last])
        if block.strip():
            blocks.append(blank_out(text[:first]) + block)
        first = end.end() if end else len(text)
    return blocks


def blank_out(text: str) -> str:
    """Return spaces and line ends in place of ``text``, so that what follows keeps its place."""
    return _NOT_LINE_END.sub(" ", text)


def tiles_between_commas(text: str, start: int = 0) -> list[Token]:
    """The words between the commas of ``text`` from ``start`` on, each a tile, at most MOST_TILES.

    White space beside commas is ignored. BoardError where there is no tile or more than one.
    """
    tokens: list[Token] = []
    for field in text[start:].split(",", MOST_TILES):
        words = field.split(maxsplit=1)
        if not words:
            raise token_at(text, "", start).error("a tile is missing here")
        word, place = words[0], start + len(field) - len(field.lstrip())
        token = token_at(text, word, place)
        if len(tokens) == MOST_TILES:
            word = word.partition(",")[0]
            raise token_at(text, word, place).error(
                f"{quoted(word)} is one too many: no board has over {MOST_TILES}"
            )
        tile_of(token)  # raises if it is no tile
        if len(words) > 1:
            raise token.error(f"after {quoted(word)} a comma is missing")
        tokens.append(token)
        start += len(field) + 1
    return tokens


def board_in_rows(tiles: Sequence[Token], columns: int) -> Board:
    """The board with these tiles in rows of this length; BoardError where a tile is wrong."""
    return board_of([tiles[first : first + columns] for first in range(0, len(tiles), columns)])


def token_at(text: str, word: str, at: int) -> Token:
    """``word`` with the line and column of index ``at`` of ``text``."""
    return Token(word, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
