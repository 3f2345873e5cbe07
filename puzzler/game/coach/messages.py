"""The lines that are shown about the coach."""

from __future__ import annotations

THINKING = "Looking for a hint"
NO_HINT = "No hint was found for this board"
HINT_WHILE_SEARCHING = "A search is running. Stop it first to get a hint."


def hint(*, is_shortest: bool) -> str:
    """Said beside a hint: what it is worth."""
    if is_shortest:
        return "A shortest solution begins with this tile"
    return "A solution begins with this tile, but it may not be the shortest"
