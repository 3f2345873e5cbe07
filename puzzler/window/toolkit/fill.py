"""Fast fills of rectangles with colours and gradients."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.theme import Color


def fill_rect(surface: Surface, rect: Rect, color: tuple[int, ...]) -> None:
    """Like ``surface.fill``, but up to thirty times as fast.

    SDL's fill bypasses the CPU cache, which is slow if rows are not aligned with cache lines.
    """
    left, top, width, height = rect.clip(surface.get_clip())
    if width < 16:
        surface.fill(color, (left, top, width, height))
    elif height:
        right, low = left + width - 1, top + height - 1
        corners = (left, top), (right, top), (right, low), (left, low)
        pygame.draw.polygon(surface, color, corners)


def fill_gradient(surface: Surface, area: Rect, height: int, top: Color, bottom: Color) -> None:
    """Fill ``area`` with its part of an opaque vertical gradient of ``height`` pixels."""
    for shade, first, last in _shades(height, top, bottom):
        if first < area.bottom and area.top < last:
            fill_rect(surface, area.clip((area.left, first, area.width, last - first)), shade)


@lru_cache(maxsize=128)
def _shades(height: int, top: Color, bottom: Color) -> list[tuple[tuple[int, ...], int, int]]:
    """The colours of a gradient, each with its first row and the row after its last row."""
    colors = Surface((1, 2), pygame.SRCALPHA)
    colors.set_at((0, 0), top)
    colors.set_at((0, 1), bottom)
    column = pygame.image.tobytes(pygame.transform.smoothscale(colors, (1, height)), "RGBA")
    rows = groupby(range(height), lambda row: column[4 * row : 4 * row + 4])
    return [(tuple(color), first, first + 1 + len(rest)) for color, (first, *rest) in rows]
