"""A viewport of a large drawing: panned by dragging, zoomed around the pointer."""

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
"""The zoom factor of one notch of the wheel."""
_KEY_STEP = 0.12
"""The share of the visible area by which an arrow key pans."""

Pair = tuple[float, float]
Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Extent:
    """The bounds of a drawing, in its own units."""

    left: float
    top: float
    right: float
    bottom: float
    largest: Pair
    """Maximum scale: pixels per unit, horizontally and vertically."""
    is_even: bool = False
    """Whether both scales are always equal."""


class Viewport:
    """The mapping from the units of an ``Extent`` to an area of the window."""

    def __init__(self) -> None:
        self.area = Rect(0, 0, 0, 0)
        self._extent = Extent(0, 0, 1, 1, (1, 1))
        self._zoom = 1.0  # 1 shows the whole drawing
        self._centre = (0.5, 0.5)
        self.is_whole = True
        """Whether the whole drawing is visible."""
        self.scale: Pair = (1.0, 1.0)
        """Pixels per unit, horizontally and vertically."""
        self.look: Hashable = None
        """Everything that the mapping depends on."""
        self._clamp()

    def place(self, area: Rect) -> None:
        """Set the area in the window and keep the centre."""
        self.area = Rect(area.left, area.top, max(1, area.width), max(1, area.height))
        self._clamp()

    def show(self, extent: Extent) -> None:
        """Set the extent. The drawing stays completely visible or keeps its scale."""
        if extent == self._extent:
            return
        self._extent = extent
        if not self.is_whole:
            fit_scale = self._fit_scale()
            self._zoom = max(self.scale[0] / fit_scale[0], self.scale[1] / fit_scale[1])
        self._clamp()

    def fit(self) -> None:
        """Show the whole drawing."""
        self._zoom = 1.0
        self._clamp()

    def go(self, to: Pair, *, is_near: bool = False) -> None:
        """Move a point to the centre. is_near: also zoom in to the limit."""
        self._centre = to
        self._zoom = math.inf if is_near else self._zoom
        self._clamp()

    def zoom(self, notches: float, at: Point) -> bool:
        """Zoom in by notches around the pixel ``at``. Return False if nothing changed."""
        before, fixed = self._zoom, self.under(at)
        self._zoom *= _NOTCH**notches
        self._clamp()
        right, down = self.place_of(*fixed)
        self.pan(at[0] - right, at[1] - down)
        return self._zoom != before

    def pan(self, right: float, down: float) -> None:
        """Move the drawing by pixels."""
        self._centre = self.under((self.area.centerx - right, self.area.centery - down))
        self._clamp()

    def key(self, key: int) -> bool:
        """Handle arrows, plus, minus and Home (show everything). Return False for other keys."""
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
        """Map points of the drawing to pixels relative to the area."""
        begin, scale = np.array([self.inside(0, 0), self.scale], np.float32)
        right, down = x * scale[0] + begin[0], y * scale[1] + begin[1]
        return np.rint(right).astype(np.int32), np.rint(down).astype(np.int32)

    def place_of(self, x: float, y: float) -> Pair:
        """Map a point of the drawing to pixels of the window."""
        scale = self.scale
        return (
            self.area.centerx + (x - self._centre[0]) * scale[0],
            self.area.centery + (y - self._centre[1]) * scale[1],
        )

    def inside(self, x: float, y: float) -> Pair:
        """Map a point of the drawing to pixels relative to the area."""
        right, down = self.place_of(x, y)
        return right - self.area.left, down - self.area.top

    def under(self, at: Pair) -> Pair:
        """Map a pixel of the window to a point of the drawing."""
        scale = self.scale
        return (
            self._centre[0] + (at[0] - self.area.centerx) / scale[0],
            self._centre[1] + (at[1] - self.area.centery) / scale[1],
        )

    def _fit_scale(self) -> Pair:
        extent = self._extent
        across, down = extent.right - extent.left, extent.bottom - extent.top
        right = min(extent.largest[0], max(1, self.area.width) / max(1e-9, across))
        low = min(extent.largest[1], max(1, self.area.height) / max(1e-9, down))
        return (min(right, low), min(right, low)) if extent.is_even else (right, low)

    def _clamp(self) -> None:
        """Clamp the zoom and the centre, and update the scale."""
        extent, fit_scale, largest = self._extent, self._fit_scale(), self._extent.largest
        nearest = max(1.0, largest[0] / fit_scale[0], largest[1] / fit_scale[1])
        self._zoom = max(1.0, min(nearest, self._zoom))
        if self._zoom < 1.0001:
            self._zoom = 1.0
        self.is_whole = self._zoom == 1.0
        right, down = fit_scale[0] * self._zoom, fit_scale[1] * self._zoom
        self.scale = min(largest[0], right), min(largest[1], down)
        bounds = ((extent.left, extent.right), (extent.top, extent.bottom))
        centre = []
        for (low, high), at, size, scale in zip(
            bounds, self._centre, self.area.size, self.scale, strict=True
        ):
            half = size / 2 / scale
            is_seen = high - low <= 2 * half
            centre.append((low + high) / 2 if is_seen else max(low + half, min(high - half, at)))
        self._centre = centre[0], centre[1]
        self.look = extent, self._zoom, self._centre, self.area.size
