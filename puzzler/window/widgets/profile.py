"""A small curve under a track: values along a path, what is played already in its colour."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.toolkit.theme import Color, mix

_SHARE = 0.45
"""How much of its colour the area has: it is there to be seen, not to be looked at."""


def profile(painter: Painter, key: str, rect: Rect, values: Sequence[int], played: int) -> Part:
    """``values`` from the left edge of ``rect`` to the right one, 0 at the bottom.

    What lies left of ``played``, in pixels of the window, is behind the handle.
    """

    def draw(surface: Surface) -> None:
        theme = painter.theme
        behind = max(0, min(rect.width, played - rect.left))
        for color, left, width in (
            (mix(theme.bar, theme.accent, _SHARE), 0, behind),
            (mix(theme.bar, theme.track, _SHARE), behind, rect.width - behind),
        ):
            drawn = painter.made(
                ("profile", rect.size, values, color),
                lambda color=color: _drawn(rect.size, values, color),  # type: ignore[misc]
            )
            surface.blit(drawn, rect.move(left, 0), Rect(left, 0, width, rect.height))

    return Part(key, rect, (values, max(rect.left, min(rect.right, played))), draw)


def _drawn(size: tuple[int, int], values: Sequence[int], color: Color) -> Surface:
    """The area under the curve."""
    width, height = size
    surface = Surface(size, pygame.SRCALPHA)
    most, last = max(1, *values), len(values) - 1
    for left in range(width):
        value = values[round(last * left / max(1, width - 1))]
        high = math.ceil(height * value / most)
        if high:
            surface.fill(color, (left, height - high, 1, high))
    return surface
