"""Small shapes: few of them smooth, and tens of thousands of them as pixels, not one by one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import Enum
from functools import lru_cache

import numpy as np
import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.element import Point
from puzzler.window.toolkit.labels import Canvas, Text, ink
from puzzler.window.toolkit.layout import Row
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Color
from puzzler.window.toolkit.viewport import Ints

_OVERSAMPLING = 4
_LEAST_SMOOTH = 5
"""Pixels: what is smaller has no edge to be smooth."""
_MOST_SMOOTH = 1500
_LINE_SHARE = 0.42
"""How thick rings and crosses are, of their radius."""


class Shape(Enum):
    """Shapes that are told apart without colour."""

    DISC = "disc"
    RING = "ring"
    CROSS = "cross"
    DIAMOND = "diamond"
    SQUARE = "square"


def stamp(surface: Surface, right: Ints, down: Ints, shape: Shape, size: int, color: Color) -> None:
    """Set a shape of ``size`` pixels around each of many pixels of ``surface``."""
    x, y = right, down
    if size > 1:
        across, along = offsets(shape, size)
        x = (right[:, None] + across).reshape(-1)
        y = (down[:, None] + along).reshape(-1)
    width, height = surface.get_size()
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    pixels = pygame.surfarray.pixels2d(surface)
    pixels[x[inside], y[inside]] = surface.map_rgb(color) & 0xFFFFFFFF  # it may be signed


def draw_shapes(
    surface: Surface,
    painter: Painter,
    places: tuple[Ints, Ints],
    shape: Shape,
    size: int,
    color: Color,
) -> None:
    """The same with smooth edges, where they are few and large enough to show it."""
    right, down = places
    if size < _LEAST_SMOOTH or len(right) > _MOST_SMOOTH:
        stamp(surface, right, down, shape, size, color)
        return
    drawn = painter.made(("shape", shape, size, color), lambda: _smooth(shape, size, color))
    half = drawn.get_width() // 2
    surface.fblits(
        [(drawn, at) for at in zip((right - half).tolist(), (down - half).tolist(), strict=True)]
    )


def draw_shape(
    surface: Surface,
    painter: Painter,
    at: tuple[int, int],
    shape: Shape,
    units: float,
    color: Color,
) -> None:
    """One shape, as large as ``units``, with its middle ``at``."""
    place = np.array(at[:1], np.int32), np.array(at[1:], np.int32)
    draw_shapes(surface, painter, place, shape, painter.px(units), color)


def draw_present(surface: Surface, painter: Painter, at: tuple[int, int]) -> None:
    """The mark of the state that was expanded last."""
    theme = painter.theme
    for units, color in ((16, theme.well), (13, theme.text), (7, theme.well)):
        draw_shape(surface, painter, at, Shape.DISC, units, color)


def nearest(right: Ints, down: Ints, area: Rect, at: Point, reach: int) -> int | None:
    """The index of the place in ``area`` nearest to a pixel of the window, if within ``reach``."""
    if not len(right):
        return None
    far = np.maximum(abs(right - (at[0] - area.left)), abs(down - (at[1] - area.top)))
    index = int(np.argmin(far))
    return index if far[index] <= reach else None


def _smooth(shape: Shape, size: int, color: Color) -> Surface:
    """A shape, drawn larger and made small, in the middle of an odd number of pixels."""
    side = size + 2 + (size + 1) % 2
    large = Surface((side * _OVERSAMPLING,) * 2, pygame.SRCALPHA)
    large.fill((*color, 0))
    middle = np.array([side * _OVERSAMPLING // 2], np.int32)
    stamp(large, middle, middle, shape, size * _OVERSAMPLING, color)
    return pygame.transform.smoothscale(large, (side, side))


@lru_cache(maxsize=256)
def offsets(shape: Shape, size: int) -> tuple[Ints, Ints]:
    """The pixels of a shape, to the right of and below its middle."""
    radius = (size - 1) / 2
    low = -(size // 2)
    at = np.arange(low, low + size)
    x, y = (grid.reshape(-1) for grid in np.meshgrid(at, at))
    # the middle of an even shape lies between pixels
    across, along = x + (0.5 if size % 2 == 0 else 0), y + (0.5 if size % 2 == 0 else 0)
    far = np.hypot(across, along)
    line = max(1.0, size * _LINE_SHARE / 2)
    if size <= 2 or shape is Shape.SQUARE:
        chosen = np.ones(len(x), bool)
    elif shape is Shape.DISC:
        chosen = far < size / 2
    elif shape is Shape.RING:
        chosen = (far < size / 2) & (far >= size / 2 - line)
    elif shape is Shape.CROSS:
        chosen = np.minimum(abs(across - along), abs(across + along)) < 0.7 * line
    else:
        chosen = abs(across) + abs(along) <= radius + 0.5
    return x[chosen].astype(np.int32), y[chosen].astype(np.int32)


# ---- Legends --------------------------------------------------------------------------------


def legend_entry(
    words: str, look: Hashable, draw: Callable[[Surface, Painter, Rect], None], tip: str = ""
) -> Row:
    """A sample of what is drawn, and its words; look: what the sample depends on."""
    return Row(
        Canvas(look, draw, width=30, height=23),
        Text(words, size=13.5, color="text_muted", lines=1),
        tip=tip,
        key=("legend", words),
    )


def shape_entry(words: str, shape: Shape, units: float, color: str | Color, tip: str = "") -> Row:
    """The entry of a shape."""

    def draw(surface: Surface, painter: Painter, rect: Rect) -> None:
        draw_shape(surface, painter, rect.center, shape, units, ink(painter, color))

    return legend_entry(words, (shape, color), draw, tip)
