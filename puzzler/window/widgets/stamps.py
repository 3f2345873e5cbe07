"""Small shapes that are set into a picture by the ten thousand: as pixels, not one by one."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Surface

from puzzler.window.theme import Color

Ints = NDArray[np.int32]


class Shape(Enum):
    """Shapes that are told apart without colour."""

    DISC = "disc"
    RING = "ring"
    CROSS = "cross"
    DIAMOND = "diamond"
    SQUARE = "square"


def stamp(surface: Surface, right: Ints, down: Ints, shape: Shape, size: int, color: Color) -> None:
    """Set a shape of ``size`` pixels around each of many pixels of ``surface``."""
    across, along = offsets(shape, size)
    x = (right[:, None] + across).reshape(-1)
    y = (down[:, None] + along).reshape(-1)
    width, height = surface.get_size()
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    pixels = pygame.surfarray.pixels2d(surface)
    pixels[x[inside], y[inside]] = surface.map_rgb(color)


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
    line = max(1.0, size / 5)
    if size <= 2 or shape is Shape.SQUARE:
        chosen = np.ones(len(x), bool)
    elif shape is Shape.DISC:
        chosen = far <= radius + 0.3
    elif shape is Shape.RING:
        chosen = (far <= radius + 0.3) & (far > radius + 0.3 - line)
    elif shape is Shape.CROSS:
        chosen = np.minimum(abs(across - along), abs(across + along)) < line
    else:
        chosen = abs(across) + abs(along) <= radius + 0.5
    return x[chosen].astype(np.int32), y[chosen].astype(np.int32)
