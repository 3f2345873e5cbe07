"""Conversion of any text to characters that a font can draw."""

from __future__ import annotations

import re

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
