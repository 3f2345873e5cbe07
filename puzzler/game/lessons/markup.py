"""The few marks of a lesson's text: *emphasis*, **strong**, `code`, lists, paragraphs.

They are those of Markdown, and no others. A line that begins with "- " is an item of a list, an
empty line ends a paragraph. The star of A*, IDA* and b* is a letter of their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class Style(Enum):
    """How a span is set."""

    PLAIN = "plain"
    EMPHASIS = "emphasis"
    STRONG = "strong"
    CODE = "code"


@dataclass(frozen=True)
class Span:
    """Text of one style."""

    text: str
    """Without marks and without line breaks."""
    style: Style = Style.PLAIN


@dataclass(frozen=True)
class Block:
    """A paragraph, or an item of a list."""

    spans: tuple[Span, ...]
    is_item: bool = False

    @property
    def text(self) -> str:
        """Its text without styles."""
        return "".join(span.text for span in self.spans)


class MarkError(ValueError):
    """A mark that is opened and not closed; ``mark`` is what opens, ``after`` what follows."""

    def __init__(self, mark: str, after: str) -> None:
        self.mark = mark
        self.after = after
        super().__init__(f"the mark {mark} before {after!r} is not closed")


_NAME = r"\b(?:A|IDA|b)\*"  # with a star that is no mark
_INSIDE = rf"(?:{_NAME}|[^*`])+?"
_TOKEN = re.compile(
    rf"`(?P<code>[^`]+)`|\*\*(?P<strong>{_INSIDE})\*\*|\*(?P<emphasis>{_INSIDE})\*(?!\*)"
    rf"|(?P<plain>(?:{_NAME}|[^*`])+)|(?P<open>\*\*|\*|`)"
)
_STYLES = {
    "code": Style.CODE,
    "strong": Style.STRONG,
    "emphasis": Style.EMPHASIS,
    "plain": Style.PLAIN,
}


def parse(text: str) -> tuple[Block, ...]:
    """The blocks of a text; MarkError where a mark is not closed."""
    return tuple(Block(_spans(words), is_item) for words, is_item in _blocks(text))


def plain(text: str) -> str:
    """A line or a text without its marks."""
    return "\n\n".join(block.text for block in parse(text))


def _blocks(text: str) -> Iterator[tuple[str, bool]]:
    """(text, whether it is an item): lines joined to what they belong to."""
    words: list[str] = []
    is_item = False
    for line in [*text.splitlines(), ""]:
        stripped = line.strip()
        begins_item = stripped.startswith("- ")
        if words and (not stripped or begins_item):
            yield " ".join(words), is_item
            words = []
        if stripped:
            if not words:
                is_item = begins_item
            words.append(stripped[2:].strip() if begins_item else stripped)


def _spans(words: str) -> tuple[Span, ...]:
    spans = []
    for match in _TOKEN.finditer(words):
        kind = match.lastgroup or ""
        if kind == "open":
            raise MarkError(match[0], words[match.end() :][:24])
        spans.append(Span(match[kind], _STYLES[kind]))
    return tuple(spans)
