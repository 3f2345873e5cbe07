"""A tooltip: what a control without words does, and the key that does the same."""

from __future__ import annotations

from pygame import Rect, Surface

from puzzler.window.layout import inset
from puzzler.window.paint import Face, Painter
from puzzler.window.scene import Part

WIDEST_UNITS = 330
"""What is longer takes more lines."""
SECONDS = 0.5
"""The pointer rests so long on a control before its tooltip comes."""


def tooltip(
    painter: Painter, anchor: Rect, within: Rect, words: str, key: str, *, is_beside: bool = False
) -> Part:
    """``words``, and ``key`` where there is one, below ``anchor`` or, without room, above it.

    is_beside: at its left instead, for what stands in a column.
    """
    size = painter.type_size(13)
    lines = painter.wrapped(words, Face.BODY, size, painter.px(WIDEST_UNITS))
    width = max(painter.text_width(line, Face.BODY, size) for line in lines) + 2 * painter.px(12)
    key_width = painter.text_width(key, Face.FIGURES, size) + painter.px(14) if key else 0
    height = round(size * 1.45)
    rect = Rect(0, 0, width + key_width, len(lines) * height + painter.px(13))
    rect.midtop = anchor.centerx, anchor.bottom + painter.px(7)
    if is_beside:
        rect.midright = anchor.left - painter.px(9), anchor.centery
    elif rect.bottom > within.bottom:
        rect.bottom = anchor.top - painter.px(7)
    rect.clamp_ip(inset(within, painter.px(4)))
    blur = painter.px(12)

    def draw(surface: Surface) -> None:
        theme, radius = painter.theme, painter.px(8)
        shadow = painter.shadow(rect.width, rect.height, radius, blur, 120)
        surface.blit(shadow, (rect.left - blur, rect.top - blur))
        painter.box(surface, rect, radius, theme.panel, theme.panel_edge)
        inner = inset(rect, painter.px(12), 0)
        top = rect.top + (rect.height - len(lines) * height) // 2
        for number, line in enumerate(lines):
            place = Rect(inner.left, top + number * height, inner.width, height)
            painter.write(surface, line, Face.BODY, size, theme.text, place)
        painter.write(surface, key, Face.FIGURES, size, theme.text_muted, inner, align=1.0)

    return Part("tooltip", rect.inflate(2 * blur, 2 * blur), (words, key, rect.size), draw)
