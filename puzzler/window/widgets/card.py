"""A card: the raised ground that belonging things stand on."""

from __future__ import annotations

from pygame import Rect, Surface

from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part


def card(painter: Painter, key: str, rect: Rect, *, is_floating: bool = False) -> Part:
    """A rounded ground with a hairline; a floating one casts a shadow on what is below."""
    blur = painter.px(24) if is_floating else 0

    def draw(surface: Surface) -> None:
        theme = painter.theme
        radius = painter.px(16)
        if blur:
            shadow = painter.shadow(rect.width, rect.height, radius, blur, 150)
            surface.blit(shadow, (rect.left - blur, rect.top - blur))
        fill = theme.ground if is_floating else theme.panel
        painter.box(surface, rect, radius, fill, theme.panel_edge)

    return Part(key, rect.inflate(2 * blur, 2 * blur), (rect.size, painter.scale), draw)


def bar(painter: Painter, key: str, rect: Rect, *, is_at_top: bool) -> Part:
    """A strip along the window's edge, separated from the rest by a hairline."""

    def draw(surface: Surface) -> None:
        theme = painter.theme
        surface.fill(theme.bar, rect)
        line = Rect(rect.left, 0, rect.width, max(1, round(painter.scale)))
        line.top = rect.bottom - line.height if is_at_top else rect.top
        surface.fill(theme.panel_edge, line)

    return Part(key, rect, rect.size, draw)
