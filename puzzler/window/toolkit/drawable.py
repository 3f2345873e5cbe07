"""The one place that makes any text drawable, whatever file, folder or board it came from."""

from __future__ import annotations

import re

LONGEST = 1000
"""Letters: more than this finds no room in one line, and is cut before anything is measured."""
_ELLIPSIS = "…"
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_SPACES = re.compile("[\t\n\v\f\r\x85\u2028\u2029]+")
_UNDRAWABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # control characters: a NUL cannot be drawn at all
    "\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # unseen, or turning the line around
    "\ud800-\udfff]"  # halves of a pair, as in file names that are not UTF-8
)


def drawable(words: str) -> str:
    """``words`` in one line that a font can draw: each sign that cannot be drawn replaced."""
    if len(words) > LONGEST:
        words = words[: LONGEST - 1] + _ELLIPSIS
    if words.isprintable():
        return words
    return _UNDRAWABLE.sub(_REPLACEMENT, _SPACES.sub(" ", words))
