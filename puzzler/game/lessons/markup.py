"""The few marks of a lesson's text: *emphasis*, **strong**, `code`, lists, tables, paragraphs.

They are those of Markdown, and no others. A line that begins with "- " is an item of a list, a
line that begins with "| " is a row of a table, an empty line ends a paragraph. The star of A*,
IDA* and b* is a letter of their names.
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
    """A paragraph, an item of a list, or a table."""

    spans: tuple[Span, ...]
    is_item: bool = False
    rows: tuple[tuple[tuple[Span, ...], ...], ...] = ()
    """The cells of a table, row by row, the first row its heads; () for all else."""

    @property
    def text(self) -> str:
        """Its text without styles; of a table, a line for each row, with tabs between cells."""
        if self.rows:
            return "\n".join("\t".join(map(_joined, row)) for row in self.rows)
        return _joined(self.spans)


def _joined(spans: tuple[Span, ...]) -> str:
    return "".join(span.text for span in spans)


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
    return tuple(map(_block, _blocks(text)))


def plain(text: str) -> str:
    """A line or a text without its marks."""
    return "\n\n".join(block.text for block in parse(text))


def _blocks(text: str) -> Iterator[list[str]]:
    """The lines of each block."""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        stripped = line.strip()
        is_row = stripped.startswith("| ")
        goes_on = stripped and not stripped.startswith("- ")
        if lines and not (goes_on and is_row == lines[0].startswith("| ")):
            yield lines
            lines = []
        if stripped:
            lines.append(stripped)


def _block(lines: list[str]) -> Block:
    if lines[0].startswith("| "):
        rows = (line.strip("|").split("|") for line in lines)
        cells = (tuple(_spans(cell.strip()) for cell in row) for row in rows)
        return Block((), rows=tuple(cells))
    is_item = lines[0].startswith("- ")
    if is_item:
        lines = [lines[0][2:].strip(), *lines[1:]]
    return Block(_spans(" ".join(lines)), is_item)


def _spans(words: str) -> tuple[Span, ...]:
    spans = []
    for match in _TOKEN.finditer(words):
        kind = match.lastgroup or ""
        if kind == "open":
            raise MarkError(match[0], words[match.end() :][:24])
        spans.append(Span(match[kind], _STYLES[kind]))
    return tuple(spans)
