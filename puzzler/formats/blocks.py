"""What several formats share: comments, and blocks of lines with empty lines between."""

from __future__ import annotations

import re
from functools import lru_cache

COMMENTS = r"(?:\s++|#[^\n]*+)*+"
"""White space and comments before the first word; a pattern that goes back for nothing."""
_COMMENT = re.compile(r"#[^\n]*")
_EMPTY_LINES = re.compile(r"\n[^\S\n]*\n\s*")
_NOT_LINE_END = re.compile(r"[^\n]")


@lru_cache(maxsize=1)  # of one text each format asks for it
def without_comments(text: str) -> str:
    """``text`` without its comments; what is left keeps its line and column."""
    return _COMMENT.sub("", text)


def split_blocks(text: str, most: int) -> list[str]:
    """The blocks of ``text`` between empty lines, without comments, each at its line and column.

    A line with only a comment is not empty. Before a block stand as many lines as in ``text``,
    but empty. There are at most ``most`` blocks; the last one holds all that is left.
    """
    blocks: list[str] = []
    first = len(text) - len(text.lstrip())
    while first < len(text):
        end = _EMPTY_LINES.search(text, first) if len(blocks) < most - 1 else None
        last = end.start() if end else len(text)
        block = without_comments(text[first:last])
        if block.strip():
            blocks.append(_NOT_LINE_END.sub(" ", text[:first]) + block)
        first = end.end() if end else len(text)
    return blocks
