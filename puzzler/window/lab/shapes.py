"""Small shapes: few of them smooth, and tens of thousands of them as pixels, not one by one."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Surface

from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Color

Ints = NDArray[np.int32]

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


def _smooth(shape: Shape, size: int, color: Color) -> Surface:
    """A shape, drawn larger and made small, in the middle of an odd number of pixels."""
    side = size + 2 + (size + 1) % 2
    large = Surface((side * _OVERSAMPLING,) * 2, pygame.SRCALPHA)
    large.fill((*color, 0))
    middle = side * _OVERSAMPLING / 2
    radius = size * _OVERSAMPLING / 2
    line = round(max(_OVERSAMPLING, radius * _LINE_SHARE))
    if shape is Shape.DISC:
        pygame.draw.circle(large, color, (middle, middle), radius)
    elif shape is Shape.RING:
        pygame.draw.circle(large, color, (middle, middle), radius, line)
    elif shape is Shape.DIAMOND:
        corners = [(0, -radius), (radius, 0), (0, radius), (-radius, 0)]
        pygame.draw.polygon(large, color, [(middle + x, middle + y) for x, y in corners])
    elif shape is Shape.CROSS:
        low, high = middle - radius * 0.85, middle + radius * 0.85
        pygame.draw.line(large, color, (low, low), (high, high), line)
        pygame.draw.line(large, color, (low, high), (high, low), line)
    else:
        large.fill(color, (middle - radius, middle - radius, 2 * radius, 2 * radius))
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
        chosen = np.minimum(abs(across - along), abs(across + along)) < line
    else:
        chosen = abs(across) + abs(along) <= radius + 0.5
    return x[chosen].astype(np.int32), y[chosen].astype(np.int32)
