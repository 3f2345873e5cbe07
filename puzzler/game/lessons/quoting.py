"""Figures quoted in a text: ``{expanded}`` stands for what is claimed under that name."""

from __future__ import annotations

import re
from collections.abc import Mapping

Value = int | float | str
"""What a figure can be: a count, a share, a board or moves as text."""

_QUOTE = re.compile(r"\{([^{}\s]*)\}")


def quoted_names(text: str) -> list[str]:
    """The names in braces, in their order."""
    return _QUOTE.findall(text)


def filled(text: str, figures: Mapping[str, Value]) -> str:
    """``text`` with figures in the place of their names; a name that is unknown stays."""
    return _QUOTE.sub(
        lambda match: as_read(figures[match[1]]) if match[1] in figures else match[0], text
    )


def as_read(value: Value) -> str:
    """A figure as people read it: 1,204; 1.42; a board or moves as they are."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,g}" if isinstance(value, float) else value


def agrees(claimed: Value, found: Value | None) -> bool:
    """Whether ``found`` is what is claimed; a fraction is as exact as it was written."""
    if isinstance(claimed, float) and isinstance(found, int | float):
        decimals = len(repr(claimed).partition(".")[2])
        return round(found, decimals) == claimed
    return type(claimed) is type(found) and claimed == found
