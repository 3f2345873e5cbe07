"""A meter: how much of something is used, as a bar."""

from __future__ import annotations

from pygame import Rect, Surface

from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.toolkit.theme import mix


def meter(painter: Painter, key: str, rect: Rect, share: float, *, is_open: bool = False) -> Part:
    """A bar filled to ``share``, 0 to 1; an open one is of a whole that nobody knows."""
    filled = round(rect.width * max(0.0, min(1.0, share)))

    def draw(surface: Surface) -> None:
        theme = painter.theme
        radius = rect.height // 2
        painter.box(surface, rect, radius, mix(theme.panel, theme.track, 0.55))
        if filled:
            part = Rect(rect.left, rect.top, max(filled, rect.height), rect.height)
            painter.box(surface, part, radius, theme.text_muted if is_open else theme.accent)

    return Part(key, rect, (filled, is_open), draw)
