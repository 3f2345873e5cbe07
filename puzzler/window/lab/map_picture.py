"""The picture of the map: a base image, lit states that are added to it, and paths."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.search.inspection.atlas import Atlas
from puzzler.search.packing import Ranks, count_of, has_ranks, neighbours_of
from puzzler.window.lab.states_view import Shape, draw_present, nearest, stamp
from puzzler.window.toolkit.element import Point
from puzzler.window.toolkit.labels import ink
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, Theme, mix
from puzzler.window.toolkit.viewport import Extent, Ints, Pair, Viewport

_MARGIN = 1.03
"""Visible radius as a multiple of the outermost ring's radius."""
_REACH_UNITS = 12
"""Maximum distance from the pointer to the state that is hovered."""
_NEAREST_UNITS = 26
"""Distance between two states at the largest zoom."""
_DIM_TINTS = 0.42, 0.62
"""Share of the colour in unlit states, in rings of even and odd distance."""
_CROWDED = 0.9
"""Minimum distance of states in pixels. If states are closer, several states share a pixel."""
_SHADES = 12
_MIN_TINT = 0.3
"""Minimum tint of a shared pixel, so that a single lit state is visible."""
_RING_STEP = 5
_LABELED = 1.1
"""Distance of the label of a state from the centre, in distances of the state."""
_FEW_LIT = ((2_000, 3.0), (20_000, 2.0))
"""(limit, units): if at most ``limit`` states are lit, their dots have at least ``units``."""
_MAX_EDGE_STATES = 400
"""Maximum number of states of a map whose moves are drawn as lines."""


class Lights:
    """The lit states of the map. A state is lit from its first expansion on."""

    def __init__(self, goal: Board | None = None) -> None:
        """Start with no lit states. goal: the goal of the map; None for an empty map."""
        states = count_of(*goal.size) if goal is not None and has_ranks(goal) else 0
        self.moment = 0
        """The number of expansions that have been added."""
        self.resets = 0
        """The number of times that states have been unlit."""
        self._first = np.zeros(states, np.int32)  # moments; 0 for never

    def __len__(self) -> int:
        return int(np.count_nonzero(self._first))

    def since(self, moment: int) -> Ranks:
        """Return the states that were lit after ``moment``."""
        return np.flatnonzero(self._first > moment).astype(np.int32)

    def add(self, ranks: Ranks) -> None:
        """Light the next expanded states, in order of expansion."""
        if self._first.size and len(ranks):
            # in reverse, so that the first expansion of a state wins
            fresh = np.flatnonzero(self._first[ranks] == 0)[::-1]
            self._first[ranks[fresh]] = self.moment + 1 + fresh
        self.moment += len(ranks)

    def dim_to(self, moment: int) -> None:
        """Go back to ``moment``: unlight all states that were first expanded later."""
        if moment < self.moment:
            self._first[self._first > moment] = 0
            self.moment = moment
            self.resets += 1

    def lit_at(self, rank: int) -> int | None:
        """Return the number of expansions after the first expansion of the state; None if unlit."""
        return int(self._first[rank]) or None


def dim_color(theme: Theme, distance: int, covered: float = 1.0) -> Color:
    """Return the colour of unlit states. covered: share of the pixels that show states."""
    return mix(theme.well, theme.track, min(1.0, _DIM_TINTS[distance % 2] / covered))


class MapPicture:
    """The cached image of the map; new lit states are added to it in the accent colour."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self._x = np.ascontiguousarray(atlas.positions[:, 0])
        self._y = np.ascontiguousarray(atlas.positions[:, 1])
        self._key: tuple[Hashable, ...] = ()
        self._right = self._down = np.zeros(0, np.int32)
        self._is_visible = np.zeros(0, bool)
        self._base = self._lit = Surface((0, 0))
        self._state_counts = self._lit_counts = np.zeros((0, 0), np.int32)
        """States and lit states per pixel; empty if each state has its own pixels."""
        self._painted = 0  # the moment up to which lit states are painted
        self._resets = -1
        self._dot = 1  # pixels of a lit state
        self._lit_dot = 1  # the same, enlarged if only few are lit

    def extent(self, painter: Painter, viewport: Viewport) -> Extent:
        """Return the extent of the map, with a zoom limit at which states are well separated."""
        apart = math.sqrt(math.pi / len(self._x))
        full = min(viewport.area.size) / (2 * _MARGIN)
        largest = max(full, painter.px(_NEAREST_UNITS) / apart)
        return Extent(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN, (largest, largest), is_even=True)

    def place_of(self, rank: int) -> Pair:
        """Return the position of a state in units of the map's radius."""
        return float(self._x[rank]), float(self._y[rank])

    def nearest(self, painter: Painter, viewport: Viewport, at: Point) -> int | None:
        """Return the state nearest to a point of the window, None if all are too far away."""
        if viewport.look not in self._key:
            self._right, self._down = viewport.places(self._x, self._y)
        reach = max(painter.px(_REACH_UNITS), self._dot)
        return nearest(self._right, self._down, viewport.area, at, reach)

    def shown(self, painter: Painter, viewport: Viewport, lights: Lights) -> Surface:
        """Return the image of the visible area with all lit states."""
        key, theme = (viewport.look, painter.theme, painter.scale), painter.theme
        if key != self._key:
            self._key = key
            self._paint_base(painter, viewport)
            self._resets = -1
        size = next((units for limit, units in _FEW_LIT if len(lights) <= limit), 0.0)
        dot = max(self._dot, painter.px(size))
        if lights.resets != self._resets or dot != self._lit_dot:
            self._lit = self._base.copy()
            self._painted, self._resets, self._lit_dot = 0, lights.resets, dot
            self._lit_counts = np.zeros_like(self._state_counts)
        if lights.moment > self._painted:
            self._light(theme, lights.since(self._painted))
            self._painted = lights.moment
        return self._lit

    def _light(self, theme: Theme, ranks: Ranks) -> None:
        """Light states; a shared pixel gets brighter with the share of its states that are lit."""
        ranks = ranks[self._is_visible[ranks]]
        at = self._right[ranks], self._down[ranks]
        if not self._state_counts.size or self._lit_dot > 1:
            stamp(self._lit, *at, Shape.DISC, self._lit_dot, theme.accent)
            return
        self._lit_counts += _counts_per_pixel(at, self._state_counts.shape)
        share = self._lit_counts[at] * _SHADES // self._state_counts[at]
        shades = [
            [
                self._lit.map_rgb(mix(dim_color(theme, odd), theme.accent, share))
                for share in np.linspace(_MIN_TINT, 1, _SHADES + 1).tolist()
            ]
            for odd in (0, 1)
        ]
        pixels = pygame.surfarray.pixels2d(self._lit)
        pixels[at] = np.array(shades)[self.atlas.distances[ranks] % 2, share]

    def _paint_base(self, painter: Painter, viewport: Viewport) -> None:
        theme, (width, height) = painter.theme, viewport.area.size
        self._base = Surface((width, height))
        self._base.fill(theme.well)
        centre, line = viewport.inside(0, 0), max(1, round(painter.scale))
        for distance, _ in self._labels():
            radius = self.atlas.rings[distance] * viewport.scale[0]
            if radius < 4 * max(width, height):
                pygame.draw.circle(self._base, theme.panel_edge, centre, radius, line)
        self._right, self._down = viewport.places(self._x, self._y)
        if len(self._x) <= _MAX_EDGE_STATES:
            self._paint_moves(painter)
        apart = math.sqrt(math.pi / len(self._x)) * viewport.scale[0]
        self._dot = max(1, min(painter.px(12), round(apart * 0.8)))
        edge = self._dot // 2
        self._is_visible = (self._right >= -edge) & (self._right < width + edge)
        self._is_visible &= (self._down >= -edge) & (self._down < height + edge)
        visible = np.flatnonzero(self._is_visible)
        self._state_counts = np.zeros((0, 0), np.int32)
        if apart < _CROWDED:
            at = self._right[visible], self._down[visible]
            self._state_counts = _counts_per_pixel(at, (width, height))
        odd = self.atlas.distances[visible] % 2
        # unlit states are smaller than lit states, if there is room
        size = max(1, round(self._dot * 0.55))
        covered = min(1.0, size / apart)  # sparse pixels are brighter
        for distance in (0, 1):
            chosen = visible[odd == distance]
            color = dim_color(theme, distance, covered)
            stamp(self._base, self._right[chosen], self._down[chosen], Shape.DISC, size, color)

    def _paint_moves(self, painter: Painter) -> None:
        color, thick = painter.theme.track, max(1, painter.px(1.5))
        for state, row in enumerate(neighbours_of(self.atlas.goal).tolist()):
            for other in row:
                if 0 <= state < other:
                    first, last = ((self._right[at], self._down[at]) for at in (state, other))
                    pygame.draw.line(self._base, color, first, last, thick)

    def draw_distances(self, surface: Surface, painter: Painter, viewport: Viewport) -> None:
        """Write the distance on every fifth ring or next to each state of a ring, if possible."""
        theme, size, area = painter.theme, painter.type_size(12), viewport.area
        scale, below = viewport.scale[0], math.inf
        for distance, top in self._labels():
            text = f"{distance}"
            ground = painter.text(text, Face.FIGURES, size, theme.text).get_rect(height=size)
            ground.width += size // 2
            x, y = viewport.place_of(0, -top)
            ground.center = round(x), round(y)
            has_room = self.atlas.rings[distance] * scale >= 2 * size and ground.bottom <= below
            if has_room and area.contains(ground):
                below = ground.top
                painter.box(surface, ground, size // 3, theme.well)
                painter.write(surface, text, Face.FIGURES, size, theme.text, ground, align=0.5)
        for state, distance in enumerate(self.atlas.distances if self.atlas.is_ring else ()):
            place = viewport.place_of(*(_LABELED * each for each in self.place_of(state)))
            ground = Rect(0, 0, 2 * size, size)
            ground.center = round(place[0]), round(place[1])
            if area.contains(ground):
                text = f"{distance}"
                painter.write(surface, text, Face.FIGURES, size, theme.text, ground, align=0.5)

    def _labels(self) -> Iterator[tuple[int, float]]:
        """Yield (distance, mean radius) for each ring with a label."""
        count = 0 if self.atlas.is_ring else len(self.atlas.rings)
        for distance in range(_RING_STEP, count, _RING_STEP):
            inner, outer = self.atlas.rings[distance - 1], self.atlas.rings[distance]
            yield distance, (inner + outer) / 2


def _counts_per_pixel(at: tuple[Ints, Ints], shape: tuple[int, int]) -> Ints:
    """Count how often each pixel of a (width, height) image is in ``at``."""
    counts = np.bincount(at[0] * shape[1] + at[1], minlength=shape[0] * shape[1])
    return counts.reshape(shape).astype(np.int32)


_LONGEST = 100
"""Maximum length of a track drawn as a line. Longer tracks are dots, with a line at the end."""
_BEND = 0.12
"""Radians between two points of a line around the centre."""
_DOTS_UNITS = 6

Points = NDArray[np.float64]


class TrackKind(Enum):
    """The kinds of path: the title in the legend and the name of a colour of the theme."""

    SHORTEST = "a shortest path", "good"
    OWN = "moves played", "bound"
    SEARCH = "path to this state", "text"

    def __init__(self, title: str, color: str) -> None:
        self.title, self.color = title, color


@dataclass(frozen=True, eq=False)
class MapTrack:
    """A path: a sequence of states, each one move from the next."""

    kind: TrackKind
    ranks: Ranks
    """The numbers of the states."""


def draw_track_sample(surface: Surface, painter: Painter, area: Rect, kind: TrackKind) -> None:
    """Draw a sample of a track for the legend."""
    edge = painter.px(_DOTS_UNITS)
    points = [(area.left + edge, area.centery), (area.right - edge, area.centery)]
    _stroke(surface, painter, kind, np.array(points, float), has_case=False)


def draw_tracks(
    surface: Surface, painter: Painter, atlas: Atlas, viewport: Viewport, tracks: Sequence[MapTrack]
) -> None:
    """Draw all tracks, with the search's track on top and a mark at its current end."""
    origin = np.array(viewport.inside(0, 0))
    for kind in TrackKind:
        for track in tracks:
            if track.kind is kind and len(track.ranks):
                places = atlas.positions[track.ranks] * viewport.scale[0]
                _draw_track(surface, painter, kind, places.astype(float), origin)


def _draw_track(
    surface: Surface, painter: Painter, kind: TrackKind, places: Points, origin: Points
) -> None:
    if len(places) > _LONGEST:
        right, down = np.rint(places + origin).astype(np.int32).T
        size = max(2, painter.px(2))
        stamp(surface, right, down, Shape.SQUARE, size + 2, painter.theme.well)
        stamp(surface, right, down, Shape.SQUARE, size, ink(painter, kind.color))
        places = places[-32:]
    if len(places) > 1:
        _stroke(surface, painter, kind, _bend_around_centre(places) + origin, has_case=True)
    if kind is TrackKind.SEARCH:
        right, down = np.rint(places[-1] + origin).astype(int).tolist()
        draw_present(surface, painter, (right, down))


def _bend_around_centre(places: Points) -> Points:
    """Return a line through ``places`` that bends around the centre instead of crossing it."""
    radius = np.hypot(places[:, 0], places[:, 1])
    angle = np.arctan2(places[:, 1], places[:, 0])
    turn = np.diff(angle)
    turn = (turn + np.pi) % (2 * np.pi) - np.pi
    turn[(radius[:-1] < 1) | (radius[1:] < 1)] = 0  # the centre has no angle
    counts = np.ceil(abs(turn) / _BEND).astype(int) + 1
    of = np.repeat(np.arange(len(turn)), counts)
    share = (np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[of]
    start = np.where(radius[:-1] < 1, angle[1:], angle[:-1])
    around = start[of] + turn[of] * share
    out = radius[of] + np.diff(radius)[of] * share
    line = np.stack((np.cos(around) * out, np.sin(around) * out), 1)
    return np.vstack((line, places[-1:]))


def _stroke(
    surface: Surface, painter: Painter, kind: TrackKind, line: Points, *, has_case: bool
) -> None:
    """Draw a solid, dashed or dotted line. has_case: add a dark outline for contrast."""
    pieces = [line.tolist()]
    if kind is TrackKind.OWN:
        points = _points_along(line, painter.px(9) / 2).tolist()
        pieces = [points[at : at + 3] for at in range(0, len(points) - 1, 4)]
    elif kind is TrackKind.SHORTEST:
        pieces = [[point] for point in _points_along(line, painter.px(_DOTS_UNITS)).tolist()]
    thick = max(2, painter.px(2.6))
    strokes = [(thick, ink(painter, kind.color))]
    if has_case:
        strokes.insert(0, (thick + 2 * painter.px(1.2), painter.theme.well))
    for width, color in strokes:
        for piece in pieces:
            if len(piece) == 1:
                pygame.draw.circle(surface, color, piece[0], (width + 1) / 2)
            else:
                pygame.draw.lines(surface, color, False, piece, width)


def _points_along(line: Points, step: float) -> Points:
    """Return points along ``line`` at distances of ``step`` pixels."""
    lengths = np.hypot(*np.diff(line, axis=0).T)
    along = np.concatenate(([0.0], np.cumsum(lengths)))
    at = np.arange(0, max(along[-1], step * 1.01), step)
    return np.stack([np.interp(at, along, line[:, axis]) for axis in (0, 1)], 1)
