"""A drawing larger than its room: panned by dragging, zoomed around the pointer."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect

from puzzler.window.toolkit.control import ARROWS
from puzzler.window.toolkit.element import Point

_NOTCH = 1.3
"""How much larger a notch of the wheel makes everything."""
_KEY_STEP = 0.12
"""Which share of what is seen an arrow key moves along."""

Pair = tuple[float, float]
Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Extent:
    """How large something is, in units of its own."""

    left: float
    top: float
    right: float
    bottom: float
    largest: Pair
    """Pixels of a unit to the right and down where it is seen from nearest."""
    is_even: bool = False
    """A unit is as many pixels to the right as down, from however far it is seen."""


class Viewport:
    """Where the units of an ``Extent`` lie in an area of the window."""

    def __init__(self) -> None:
        self.area = Rect(0, 0, 0, 0)
        self._extent = Extent(0, 0, 1, 1, (1, 1))
        self._zoom = 1.0  # 1 where all of it is seen
        self._centre = (0.5, 0.5)
        self.is_whole = True
        """All of it is seen."""
        self.scale: Pair = (1.0, 1.0)
        """Pixels of a unit to the right, and down."""
        self.look: Hashable = None
        """Everything on which places depend."""
        self._settle()

    def place(self, area: Rect) -> None:
        """It lies here now; what is in the middle stays there."""
        self.area = Rect(area.left, area.top, max(1, area.width), max(1, area.height))
        self._settle()

    def show(self, extent: Extent) -> None:
        """It is so large now: what was seen as a whole still is, else it is as near as before."""
        if extent == self._extent:
            return
        self._extent = extent
        if not self.is_whole:
            whole = self._whole_scale()
            self._zoom = max(self.scale[0] / whole[0], self.scale[1] / whole[1])
        self._settle()

    def fit(self) -> None:
        """Show all of it."""
        self._zoom = 1.0
        self._settle()

    def go(self, to: Pair, *, is_near: bool = False) -> None:
        """Put that place in the middle; is_near: and show it as large as it comes."""
        self._centre = to
        self._zoom = math.inf if is_near else self._zoom
        self._settle()

    def zoom(self, notches: float, at: Point) -> bool:
        """Make it larger by so many notches; what is below ``at`` stays. False at an end."""
        before, fixed = self._zoom, self.under(at)
        self._zoom *= _NOTCH**notches
        self._settle()
        right, down = self.place_of(*fixed)
        self.pan(at[0] - right, at[1] - down)
        return self._zoom != before

    def pan(self, right: float, down: float) -> None:
        """Move the picture by so many pixels."""
        self._centre = self.under((self.area.centerx - right, self.area.centery - down))
        self._settle()

    def key(self, key: int) -> bool:
        """Arrows, plus, minus, and Home for all of it; False for another."""
        if key in ARROWS:
            rows, columns = ARROWS[key]
            step = _KEY_STEP * min(self.area.size)
            self.pan(-columns * step, -rows * step)
        elif key in (pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS):
            self.zoom(1, self.area.center)
        elif key in (pygame.K_MINUS, pygame.K_KP_MINUS):
            self.zoom(-1, self.area.center)
        elif key == pygame.K_HOME:
            self.fit()
        else:
            return False
        return True

    def places(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> tuple[Ints, Ints]:
        """Pixels of the area, to the right and down, of many points."""
        begin, scale = np.array([self.inside(0, 0), self.scale], np.float32)
        right, down = x * scale[0] + begin[0], y * scale[1] + begin[1]
        return np.rint(right).astype(np.int32), np.rint(down).astype(np.int32)

    def place_of(self, x: float, y: float) -> Pair:
        """Pixels of the window of one point."""
        scale = self.scale
        return (
            self.area.centerx + (x - self._centre[0]) * scale[0],
            self.area.centery + (y - self._centre[1]) * scale[1],
        )

    def inside(self, x: float, y: float) -> Pair:
        """Pixels of the area of one point."""
        right, down = self.place_of(x, y)
        return right - self.area.left, down - self.area.top

    def under(self, at: Pair) -> Pair:
        """What lies at a pixel of the window, in units."""
        scale = self.scale
        return (
            self._centre[0] + (at[0] - self.area.centerx) / scale[0],
            self._centre[1] + (at[1] - self.area.centery) / scale[1],
        )

    def _whole_scale(self) -> Pair:
        """The scale where all of it is seen."""
        extent = self._extent
        across, down = extent.right - extent.left, extent.bottom - extent.top
        right = min(extent.largest[0], max(1, self.area.width) / max(1e-9, across))
        low = min(extent.largest[1], max(1, self.area.height) / max(1e-9, down))
        return (min(right, low), min(right, low)) if extent.is_even else (right, low)

    def _settle(self) -> None:
        """No nearer and no further than it can be, and nothing but it in the middle."""
        extent, whole, largest = self._extent, self._whole_scale(), self._extent.largest
        nearest = max(1.0, largest[0] / whole[0], largest[1] / whole[1])
        self._zoom = max(1.0, min(nearest, self._zoom))
        if self._zoom < 1.0001:
            self._zoom = 1.0
        self.is_whole = self._zoom == 1.0
        right, down = whole[0] * self._zoom, whole[1] * self._zoom
        self.scale = min(largest[0], right), min(largest[1], down)
        ends = ((extent.left, extent.right), (extent.top, extent.bottom))
        centre = []
        for (low, high), at, size, scale in zip(
            ends, self._centre, self.area.size, self.scale, strict=True
        ):
            half = size / 2 / scale
            is_seen = high - low <= 2 * half
            centre.append((low + high) / 2 if is_seen else max(low + half, min(high - half, at)))
        self._centre = centre[0], centre[1]
        self.look = extent, self._zoom, self._centre, self.area.size
