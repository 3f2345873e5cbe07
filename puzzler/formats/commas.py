"""Tiles with commas between: what several formats have in common."""

from __future__ import annotations

from puzzler.board.board import tile_of
from puzzler.board.errors import quoted
from puzzler.board.tokens import LARGEST_SIDE, Token

MOST_TILES = LARGEST_SIDE * LARGEST_SIDE


def tiles_between_commas(text: str, start: int = 0) -> list[Token]:
    """The words between the commas of ``text`` from ``start`` on, each a tile, at most MOST_TILES.

    White space beside commas does not matter. BoardError where there is no tile or more than one.
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
        tile_of(token)  # which says what is no tile
        if len(words) > 1:
            raise token.error(f"after {quoted(word)} a comma is missing")
        tokens.append(token)
        start += len(field) + 1
    return tokens


def token_at(text: str, word: str, place: int) -> Token:
    """``word``, which stands at this index of ``text``."""
    return Token(word, text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place))
