"""The picture of all states around their goal: painted once, and lit state by state."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

import numpy as np
import pygame
from pygame import Rect, Surface

from puzzler.search.atlas import Atlas
from puzzler.search.packing import Ranks
from puzzler.window.lab.shapes import Shape, stamp
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, Theme, mix
from puzzler.window.toolkit.viewport import Extent, Ints, Viewport

_MARGIN = 1.03
"""How far beyond the outermost ring is seen, of its radius."""
_NEAREST_UNITS = 26
"""From one state to the next where the map is seen from nearest."""
_LARGEST_DOT_UNITS = 12
_DIM_TINTS = 0.42, 0.62
"""How much of its colour a state has that is not lit, in rings of even and of odd distance."""
_CROWDED = 0.9
"""Where there are fewer pixels from one state to the next, many share one."""
_SHADES = 12
_LEAST_SHARE = 0.3
"""A pixel with one of its states lit is told from one with none."""
_RING_STEP = 5
_TYPE_UNITS = 12
RECENT = 400
"""A state stands out for so many expansions after it was lit."""


@dataclass(frozen=True, slots=True)
class Lights:
    """Which states are lit, in the order in which they first were."""

    ranks: Ranks
    """(n,): the states."""
    recent: int
    """The last of them stand out, from this one on."""
    turn: int = 0
    """Counts how often some went out."""


def lit_color(theme: Theme) -> Color:
    """The colour of what was expanded."""
    return theme.accent


def recent_color(theme: Theme) -> Color:
    """The colour of what was expanded a moment ago."""
    return theme.text


def dim_color(theme: Theme, distance: int, covered: float = 1.0) -> Color:
    """The colour of what was not expanded, by its distance; ``covered``: how dense states lie."""
    return mix(theme.well, theme.track, min(1.0, _DIM_TINTS[distance % 2] / covered))


class MapPicture:
    """A surface that follows a viewport and the lights."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._x = np.ascontiguousarray(atlas.positions[:, 0])
        self._y = np.ascontiguousarray(atlas.positions[:, 1])
        self._key: Hashable = None
        self._right = self._down = np.zeros(0, np.int32)
        self._seen = np.zeros(0, bool)
        self._base = self._lit = Surface((0, 0))
        self._crowd = self._lit_of = np.zeros((0, 0), np.int32)
        """How many states lie on each pixel, where many do, and how many of them are lit."""
        self._settled = 0  # so many lights are painted for good
        self._turn = -1
        self.dot = 1
        """Pixels of a state that is lit."""

    def extent(self, painter: Painter, area: Rect) -> Extent:
        """How large the map is: as near as one state can be told from the next."""
        states = len(self._atlas.distances)
        apart = math.sqrt(math.pi / states)
        whole = min(area.size) / (2 * _MARGIN)
        most = max(whole, painter.px(_NEAREST_UNITS) / apart)
        return Extent(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN, (most, most), is_even=True)

    def places(self, viewport: Viewport) -> tuple[Ints, Ints]:
        """Where every state lies, in pixels of the area."""
        right, down = viewport.places(self._x, self._y)
        return right - viewport.area.left, down - viewport.area.top

    def shown(self, painter: Painter, viewport: Viewport, lights: Lights) -> Surface:
        """The picture, as large as the area of ``viewport``."""
        key = viewport.look, painter.theme, painter.scale
        if key != self._key:
            self._key = key
            self._paint_base(painter, viewport)
            self._turn = -1
        if lights.turn != self._turn:
            self._lit = self._base.copy()
            self._settled, self._turn = 0, lights.turn
            self._lit_of = np.zeros_like(self._crowd)
        if lights.recent > self._settled:
            self._settle(painter.theme, lights.ranks[self._settled : lights.recent])
            self._settled = lights.recent
        if len(lights.ranks) > lights.recent:
            self._light(lights.ranks[lights.recent :], recent_color(painter.theme))
        return self._lit

    def nearest(self, viewport: Viewport, at: tuple[int, int], reach: int) -> int | None:
        """The state nearest to a pixel of the window, None where none is within ``reach``."""
        if viewport.look != (self._key[0] if isinstance(self._key, tuple) else None):
            self._right, self._down = self.places(viewport)
        across = self._right - (at[0] - viewport.area.left)
        along = self._down - (at[1] - viewport.area.top)
        far = np.maximum(abs(across), abs(along))
        nearest = int(np.argmin(far))
        return nearest if far[nearest] <= reach else None

    def _settle(self, theme: Theme, ranks: Ranks) -> None:
        """Light these for good; where several share a pixel, it is as bright as many are lit."""
        if not self._crowd.size:
            self._light(ranks, lit_color(theme))
            return
        ranks = ranks[self._seen[ranks]]
        at = self._right[ranks], self._down[ranks]
        self._lit_of += _counted(at, self._crowd.shape)
        share = self._lit_of[at] * _SHADES // self._crowd[at]
        shades = [
            [
                self._lit.map_rgb(mix(dim_color(theme, odd), lit_color(theme), share))
                for share in np.linspace(_LEAST_SHARE, 1, _SHADES + 1).tolist()
            ]
            for odd in (0, 1)
        ]
        pixels = pygame.surfarray.pixels2d(self._lit)
        pixels[at] = np.array(shades)[self._atlas.distances[ranks] % 2, share]

    def _light(self, ranks: Ranks, color: Color) -> None:
        ranks = ranks[self._seen[ranks]]
        stamp(self._lit, self._right[ranks], self._down[ranks], Shape.DISC, self.dot, color)

    def _paint_base(self, painter: Painter, viewport: Viewport) -> None:
        """Everything as it is before it is lit."""
        theme, (width, height) = painter.theme, viewport.area.size
        self._base = Surface((width, height))
        self._base.fill(theme.well)
        self._paint_circles(painter, viewport)
        self._right, self._down = self.places(viewport)
        apart = math.sqrt(math.pi / len(self._x)) * viewport.scale[0]
        self.dot = max(1, min(painter.px(_LARGEST_DOT_UNITS), round(apart * 0.8)))
        edge = self.dot // 2
        self._seen = (self._right >= -edge) & (self._right < width + edge)
        self._seen &= (self._down >= -edge) & (self._down < height + edge)
        seen = np.flatnonzero(self._seen)
        self._crowd = np.zeros((0, 0), np.int32)
        if apart < _CROWDED:
            self._crowd = _counted((self._right[seen], self._down[seen]), (width, height))
        odd = self._atlas.distances[seen] % 2
        # smaller than those that are lit, as soon as there is room for a difference
        size = max(1, round(self.dot * 0.55))
        # where single pixels stand far apart they are brighter
        covered = min(1.0, size / apart)
        for distance in (0, 1):
            chosen = seen[odd == distance]
            color = dim_color(theme, distance, covered)
            stamp(self._base, self._right[chosen], self._down[chosen], Shape.DISC, size, color)

    def _paint_circles(self, painter: Painter, viewport: Viewport) -> None:
        """A thin line around every ring that is named."""
        place, line = viewport.place_of(0, 0), max(1, round(painter.scale))
        centre = place[0] - viewport.area.left, place[1] - viewport.area.top
        for distance, _ in self._labels():
            radius = self._atlas.rings[distance] * viewport.scale[0]
            if radius < 4 * max(viewport.area.size):
                pygame.draw.circle(self._base, painter.theme.panel_edge, centre, radius, line)

    def draw_distances(self, surface: Surface, painter: Painter, viewport: Viewport) -> None:
        """The distance of every fifth ring, where there is room for it."""
        theme, size = painter.theme, painter.type_size(_TYPE_UNITS)
        centre = viewport.place_of(0, 0)
        scale = viewport.scale[0]
        below = math.inf
        for distance, top in self._labels():
            radius = self._atlas.rings[distance] * scale
            if radius < 2 * size:
                continue
            words = f"{distance}"
            place = Rect(0, 0, painter.text_width(words, Face.FIGURES, size) + size // 2, size)
            place.center = round(centre[0]), round(centre[1] - top * scale)
            if place.bottom > below or not viewport.area.contains(place.inflate(0, size // 2)):
                continue
            below = place.top
            painter.box(surface, place.inflate(0, size // 3), size // 3, theme.well)
            painter.write(surface, words, Face.FIGURES, size, theme.text, place, align=0.5)

    def _labels(self) -> Iterator[tuple[int, float]]:
        """Distances that are named, and the middles of their rings."""
        for distance in range(_RING_STEP, len(self._atlas.rings), _RING_STEP):
            inner, outer = self._atlas.rings[distance - 1], self._atlas.rings[distance]
            yield distance, (inner + outer) / 2


def _counted(at: tuple[Ints, Ints], shape: tuple[int, int]) -> Ints:
    """How many of the pixels ``at`` are each one, of so many to the right and down."""
    counts = np.bincount(at[0] * shape[1] + at[1], minlength=shape[0] * shape[1])
    return counts.reshape(shape).astype(np.int32)
