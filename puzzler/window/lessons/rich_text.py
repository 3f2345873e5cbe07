"""Formatted text: paragraphs, list items and tables, with emphasis, strong text and code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Unpack

from pygame import Rect, Surface

from puzzler.game.lessons.lesson import Block, Span, Style
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Access, Element, Options, Range
from puzzler.window.toolkit.frame import Frame
from puzzler.window.toolkit.paint import Face, Painter

_FACES = {
    Style.PLAIN: Face.BODY,
    Style.EMPHASIS: Face.EMPHASIS,
    Style.STRONG: Face.STRONG,
    Style.CODE: Face.CODE,
}
_LEADING = 1.42
_BETWEEN = 0.55
"""Space between paragraphs as a share of a line; half as much between list items."""
_INDENT = 1.25
"""Indentation of list items, as a multiple of the type size."""
_COLUMN_GAP = 1.1
"""Space between the columns of a table, as a multiple of the type size."""
_SMALLEST_TABLE = 0.7
"""Smallest type in a wide table, as a share of the type size."""
_CODE_SIZE = 0.92
"""Type size of code as a share of the type size, because its letters are wider."""
_PAD_UNITS = 4
"""Padding on both sides of code."""
_LONGEST_CODE = 24
"""Code up to this many characters is not wrapped."""


@dataclass(frozen=True, slots=True)
class RichPiece:
    """A run of text in one style, with its position in pixels."""

    words: str
    style: Style
    size: int
    left: int
    top: int
    width: int


@dataclass(frozen=True)
class TextLayout:
    """The layout of a text, in pixels."""

    pieces: tuple[RichPiece, ...]
    bullets: tuple[int, ...]
    """The tops of the lines with bullets."""
    height: int
    line: int


class RichText(Element):
    """Paragraphs, list items and tables, as high as their text requires."""

    def __init__(
        self, blocks: Sequence[Block], *, size: float = 17, **options: Unpack[Options]
    ) -> None:
        super().__init__(**options)
        self.blocks, self.size = tuple(blocks), size

    def measure_width(self, ui: Context) -> Range:
        return Range(ui.painter.px(80), ui.painter.px(400))

    def measure_height(self, ui: Context, width: int) -> Range:
        height = layout_of(ui.painter, self.blocks, self.size, max(1, width)).height
        return Range(height, height)

    def access(self, ui: Context) -> Access:
        text = "\n".join(block.text for block in self.blocks)
        return Access(role="LABEL", name=text, key=self.key, rect=self.rect)

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        painter, area = ui.painter, self.rect
        layout = layout_of(painter, self.blocks, self.size, max(1, area.width))

        def draw(surface: Surface) -> None:
            theme, size = painter.theme, painter.type_size(self.size)
            for top in layout.bullets:
                side = max(4, round(size * 0.3))
                dot = Rect(area.left + side, 0, side, side)
                dot.centery = area.top + top + layout.line // 2
                painter.box(surface, dot, side, theme.accent)
            for piece in layout.pieces:
                place = Rect(area.left + piece.left, area.top + piece.top, piece.width, layout.line)
                face, pixels = _FACES[piece.style], _size(piece.style, piece.size)
                if piece.style is Style.CODE:
                    ground = place.inflate(0, -(layout.line // 5))
                    painter.box(surface, ground, painter.px(5), theme.well, theme.panel_edge)
                    place = place.move(painter.px(_PAD_UNITS), 0)
                place.width += size  # room for slanted letters
                painter.write(surface, piece.words, face, pixels, theme.text, place)

        frame.part(area, (self.blocks, area.size, self.size), draw)


def layout_of(painter: Painter, blocks: tuple[Block, ...], units: float, width: int) -> TextLayout:
    """Return the cached layout for ``width`` pixels. units: type size in layout units."""
    key = "laid out", blocks, units, width
    return painter.measured(key, lambda: _laid_out(painter, blocks, units, width))


def _laid_out(painter: Painter, blocks: tuple[Block, ...], units: float, width: int) -> TextLayout:
    size = painter.type_size(units)
    line = round(size * _LEADING)
    pieces: list[RichPiece] = []
    bullets: list[int] = []
    top = 0
    for number, block in enumerate(blocks):
        if number:
            is_list = block.is_item and blocks[number - 1].is_item
            top += round(line * _BETWEEN * (0.5 if is_list else 1))
        if block.is_item:
            bullets.append(top)
        indent = round(size * _INDENT) if block.is_item else 0
        letters, columns = _columns(painter, block, size, width)
        for row in block.rows or ((block.spans,),):
            cells = zip(row, columns or ((indent, width),), strict=False)
            parts = [_lay(painter, cell, letters, line, *place, top) for cell, place in cells]
            pieces += (piece for part in parts for piece in part)
            top = max((piece.top for part in parts for piece in part), default=top) + line
    return TextLayout(tuple(pieces), tuple(bullets), top, line)


def _columns(
    painter: Painter, block: Block, size: int, width: int
) -> tuple[int, list[tuple[int, int]]]:
    """Return the type size of a table and the left and right edge of each column, in pixels.

    A table that is too wide gets smaller type; then its widest column is made narrower.
    """
    if not block.rows:
        return size, []
    columns = list(zip(*block.rows, strict=False))

    def measured(size: int) -> tuple[list[int], int, int]:
        laid = ([_lay(painter, cell, size, size) for cell in column] for column in columns)
        widths = [max(piece.left + piece.width for cell in each for piece in cell) for each in laid]
        gap = round(size * _COLUMN_GAP)
        return widths, gap, sum(widths) + gap * (len(widths) - 1) - width

    widths, gap, too_wide = measured(size)
    smallest = round(size * _SMALLEST_TABLE)
    if too_wide > 0:  # start near the result, because each size loads fonts
        size = max(smallest, size * width // (width + too_wide)) + 1
    while too_wide > 0 and size > smallest:
        size -= 1
        widths, gap, too_wide = measured(size)
    widest = widths.index(max(widths))
    widths[widest] -= min(max(0, too_wide), widths[widest] - size)
    edges = list(accumulate(each + gap for each in widths))
    return size, [(edge - gap - each, edge - gap) for edge, each in zip(edges, widths, strict=True)]


def _lay(
    painter: Painter,
    spans: Sequence[Span],
    size: int,
    line: int,
    first: int = 0,
    end: int = 10**6,
    top: int = 0,
) -> list[RichPiece]:
    """Lay out ``spans`` from ``top`` down, in lines between the pixels ``first`` and ``end``."""
    space = painter.text_width(" ", Face.BODY, size)
    pieces: list[RichPiece] = []
    left = first
    for word in _words(spans):
        widths = [_width(painter, text, style, size) for text, style in word]
        if left > first and left + space + sum(widths) > end:
            left, top = first, top + line
        left += space if left > first else 0
        for (text, style), width in zip(word, widths, strict=True):
            parts = [text]
            if width > end - first:
                room = max(1, end - first - _pad(painter, style))
                parts = painter.wrapped(text, _FACES[style], _size(style, size), room)
            for part in parts:
                part_width = width if part is text else _width(painter, part, style, size)
                if left > first and left + part_width > end:
                    left, top = first, top + line
                pieces.append(RichPiece(part, style, size, left, top, part_width))
                left += part_width
    return pieces


def _words(spans: Sequence[Span]) -> Iterator[list[tuple[str, Style]]]:
    """Yield each word as a list of (text, style), because the style may change within a word."""
    word: list[tuple[str, Style]] = []
    for span in spans:
        is_unbroken = span.style is Style.CODE and len(span.text) <= _LONGEST_CODE
        parts = [span.text] if is_unbroken else span.text.split(" ")
        for number, part in enumerate(parts):
            if number and word:
                yield word
                word = []
            if part:
                word.append((part, span.style))
    if word:
        yield word


def _width(painter: Painter, text: str, style: Style, size: int) -> int:
    # slanted letters that reach into the next word do not count
    face = Face.BODY if style is Style.EMPHASIS else _FACES[style]
    return painter.text_width(text, face, _size(style, size)) + _pad(painter, style)


def _pad(painter: Painter, style: Style) -> int:
    return 2 * painter.px(_PAD_UNITS) if style is Style.CODE else 0


def _size(style: Style, size: int) -> int:
    return round(size * _CODE_SIZE) if style is Style.CODE else size
