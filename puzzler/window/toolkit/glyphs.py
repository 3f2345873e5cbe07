"""Conversion of text to characters that a font can draw, and fonts of the system as a fallback."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

import pygame

LONGEST = 1000
"""The maximum number of characters in a line; longer text is cut before it is measured."""
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_SPACES = re.compile("[\t\n\v\f\r\x85\u2028\u2029]+")
_UNDRAWABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # control characters: a NUL cannot be drawn at all
    "\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # invisible, or changing the text direction
    "\ud800-\udfff]"  # lone surrogates, as in file names that are not UTF-8
)


def drawable(text: str) -> str:
    """Convert any text to one line that a font can draw.

    Line breaks and all kinds of spaces become spaces. Other undrawable characters become the
    replacement character.
    """
    if len(text) > LONGEST:
        text = text[: LONGEST - 1] + "…"
    if text.isprintable():
        return text
    return _UNDRAWABLE.sub(_REPLACEMENT, _SPACES.sub(" ", text))


_PLACES = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansSymbols2-Regular.ttf",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "/System/Library/Fonts/Apple Symbols.ttf",
    "C:/Windows/Fonts/segoeui.ttf",
    "C:/Windows/Fonts/seguiemj.ttf",
    "C:/Windows/Fonts/msyh.ttc",
    "C:/Windows/Fonts/malgun.ttf",
    "C:/Windows/Fonts/msgothic.ttc",
)
"""Fonts of Linux distributions, macOS and Windows with many characters."""
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_NO_CHARACTER = "\U0010ffff"
_INVISIBLE = re.compile("[\ufe00-\ufe0f]")
"""Variation selectors, which choose between a black and a coloured emoji."""
_SIZE = re.compile(r"\(?[0-9]+x[0-9]+\W*")
_JOINED = re.compile(r"(?<=[0-9])x(?=[0-9])")
"""The fonts draw an x between digits as a multiplication sign."""


@cache
def system_fonts() -> tuple[Path, ...]:
    """The installed fonts that supplement the bundled ones."""
    return tuple(place for place in map(Path, _PLACES) if place.is_file())


def has_glyph(font: pygame.font.Font, character: str) -> bool:
    """Whether the font can draw the character. pygame reports the box that replaces it instead."""
    return bool(font.metrics(character) != font.metrics(_NO_CHARACTER))


def parts_of(text: str) -> Iterator[str]:
    """Split a line before and after each x that the font must not change, as in board-4x4.txt.

    An x between digits is a multiplication sign only if the word has nothing else, as in 4x4.
    """
    if not _JOINED.search(text):
        yield text
        return
    words = (
        word if _SIZE.fullmatch(word) else _JOINED.sub("\0x\0", word)
        for word in re.split("([ \xa0])", text)
    )
    yield from "".join(words).split("\0")


def runs_of(
    text: str, font_of: Callable[[str], pygame.font.Font | None], fallback: pygame.font.Font
) -> Iterator[tuple[pygame.font.Font, str]]:
    """Split a line into (font, text). Characters without a font are replaced.

    font_of: returns the font that has a character. fallback: draws the replacement character.
    """
    for part in parts_of(_INVISIBLE.sub("", text)):
        for font, characters in groupby(part, font_of):
            run = "".join(characters)
            yield (fallback, REPLACEMENT * len(run)) if font is None else (font, run)
