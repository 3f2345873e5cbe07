"""The picture of all states around their goal: painted once, lit state by state, with paths."""

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
from puzzler.search.packing import Ranks, count_of, has_numbers, neighbours_of
from puzzler.window.lab.states_view import Shape, draw_present, nearest, stamp
from puzzler.window.toolkit.element import Point
from puzzler.window.toolkit.labels import ink
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, Theme, mix
from puzzler.window.toolkit.viewport import Extent, Ints, Pair, Viewport

_MARGIN = 1.03
"""How far beyond the outermost ring is seen, of its radius."""
_REACH_UNITS = 12
"""How far from the pointer a state may lie to be the one below it."""
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
_FEW_LIT = ((2_000, 3.0), (20_000, 2.0))
"""Up to so many states that are lit are dots of at least so many units: a pixel is not seen."""
_MOST_EDGES = 400
"""States, at most, between which their moves are drawn."""


class Lights:
    """Which states are lit: those that were expanded, from their first expansion on."""

    def __init__(self, goal: Board | None = None) -> None:
        """None is lit of those that can reach ``goal``."""
        states = count_of(*goal.size) if goal is not None and has_numbers(goal) else 0
        self.moment = 0
        """Expansions that were told."""
        self.turn = 0
        """Counts how often some went out."""
        self._first = np.zeros(states, np.int32)  # moments; 0 for never

    def __len__(self) -> int:
        return int(np.count_nonzero(self._first))

    def since(self, moment: int) -> Ranks:
        """(n,): the states that were lit after that moment."""
        return np.flatnonzero(self._first > moment).astype(np.int32)

    def add(self, ranks: Ranks) -> None:
        """The states that were expanded next, in order."""
        if self._first.size and len(ranks):
            # from the end on, so that of a state's expansions the first stays
            fresh = np.flatnonzero(self._first[ranks] == 0)[::-1]
            self._first[ranks[fresh]] = self.moment + 1 + fresh
        self.moment += len(ranks)

    def dim_to(self, moment: int) -> None:
        """Back to an earlier moment: what was first expanded later goes out."""
        if moment < self.moment:
            self._first[self._first > moment] = 0
            self.moment = moment
            self.turn += 1

    def lit_at(self, rank: int) -> int | None:
        """The moment at which a state had just been expanded for the first time; None for never."""
        return int(self._first[rank]) or None


def dim_color(theme: Theme, distance: int, covered: float = 1.0) -> Color:
    """The colour of what was not expanded, by its distance; ``covered``: how dense states lie."""
    return mix(theme.well, theme.track, min(1.0, _DIM_TINTS[distance % 2] / covered))


class MapPicture:
    """A surface that follows a viewport and the lights: the accent's colour for what is lit."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self._x = np.ascontiguousarray(atlas.positions[:, 0])
        self._y = np.ascontiguousarray(atlas.positions[:, 1])
        self._key: tuple[Hashable, ...] = ()
        self._right = self._down = np.zeros(0, np.int32)
        self._seen = np.zeros(0, bool)
        self._base = self._lit = Surface((0, 0))
        self._crowd = self._lit_of = np.zeros((0, 0), np.int32)
        """How many states lie on each pixel, where many do, and how many of them are lit."""
        self._painted = 0  # the moment up to which lights are painted
        self._turn = -1
        self._dot = 1  # pixels of a state that is lit
        self._lit_dot = 1  # the same while few are

    def extent(self, painter: Painter, viewport: Viewport) -> Extent:
        """How large the map is: as near as one state can be told from the next."""
        apart = math.sqrt(math.pi / len(self._x))
        whole = min(viewport.area.size) / (2 * _MARGIN)
        most = max(whole, painter.px(_NEAREST_UNITS) / apart)
        return Extent(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN, (most, most), is_even=True)

    def place_of(self, rank: int) -> Pair:
        """Where a state lies, in radii of the map."""
        return float(self._x[rank]), float(self._y[rank])

    def nearest(self, painter: Painter, viewport: Viewport, at: Point) -> int | None:
        """The state nearest to a pixel of the window; None where none is near."""
        if viewport.look not in self._key:
            self._right, self._down = viewport.places(self._x, self._y)
        reach = max(painter.px(_REACH_UNITS), self._dot)
        return nearest(self._right, self._down, viewport.area, at, reach)

    def shown(self, painter: Painter, viewport: Viewport, lights: Lights) -> Surface:
        """The picture, as large as the area of ``viewport``."""
        key, theme = (viewport.look, painter.theme, painter.scale), painter.theme
        if key != self._key:
            self._key = key
            self._paint_base(painter, viewport)
            self._turn = -1
        least = next((units for most, units in _FEW_LIT if len(lights) <= most), 0.0)
        dot = max(self._dot, painter.px(least))
        if lights.turn != self._turn or dot != self._lit_dot:
            self._lit = self._base.copy()
            self._painted, self._turn, self._lit_dot = 0, lights.turn, dot
            self._lit_of = np.zeros_like(self._crowd)
        if lights.moment > self._painted:
            self._settle(theme, lights.since(self._painted))
            self._painted = lights.moment
        return self._lit

    def _settle(self, theme: Theme, ranks: Ranks) -> None:
        """Light these; where several share a pixel, it is as bright as many are lit."""
        ranks = ranks[self._seen[ranks]]
        at = self._right[ranks], self._down[ranks]
        if not self._crowd.size or self._lit_dot > 1:
            stamp(self._lit, *at, Shape.DISC, self._lit_dot, theme.accent)
            return
        self._lit_of += _counted(at, self._crowd.shape)
        share = self._lit_of[at] * _SHADES // self._crowd[at]
        shades = [
            [
                self._lit.map_rgb(mix(dim_color(theme, odd), theme.accent, share))
                for share in np.linspace(_LEAST_SHARE, 1, _SHADES + 1).tolist()
            ]
            for odd in (0, 1)
        ]
        pixels = pygame.surfarray.pixels2d(self._lit)
        pixels[at] = np.array(shades)[self.atlas.distances[ranks] % 2, share]

    def _paint_base(self, painter: Painter, viewport: Viewport) -> None:
        theme, (width, height) = painter.theme, viewport.area.size
        self._base = Surface((width, height))
        self._base.fill(theme.well)
        self._paint_circles(painter, viewport)
        self._right, self._down = viewport.places(self._x, self._y)
        if len(self._x) <= _MOST_EDGES:
            self._paint_moves(painter)
        apart = math.sqrt(math.pi / len(self._x)) * viewport.scale[0]
        self._dot = max(1, min(painter.px(_LARGEST_DOT_UNITS), round(apart * 0.8)))
        edge = self._dot // 2
        self._seen = (self._right >= -edge) & (self._right < width + edge)
        self._seen &= (self._down >= -edge) & (self._down < height + edge)
        seen = np.flatnonzero(self._seen)
        self._crowd = np.zeros((0, 0), np.int32)
        if apart < _CROWDED:
            self._crowd = _counted((self._right[seen], self._down[seen]), (width, height))
        odd = self.atlas.distances[seen] % 2
        # smaller than those that are lit, as soon as there is room for a difference
        size = max(1, round(self._dot * 0.55))
        # where single pixels stand far apart they are brighter
        covered = min(1.0, size / apart)
        for distance in (0, 1):
            chosen = seen[odd == distance]
            color = dim_color(theme, distance, covered)
            stamp(self._base, self._right[chosen], self._down[chosen], Shape.DISC, size, color)

    def _paint_moves(self, painter: Painter) -> None:
        color, thick = painter.theme.track, max(1, painter.px(1.5))
        for state, row in enumerate(neighbours_of(self.atlas.goal).tolist()):
            for other in row:
                if 0 <= state < other:
                    first, last = ((self._right[at], self._down[at]) for at in (state, other))
                    pygame.draw.line(self._base, color, first, last, thick)

    def _paint_circles(self, painter: Painter, viewport: Viewport) -> None:
        centre, line = viewport.inside(0, 0), max(1, round(painter.scale))
        for distance, _ in self._labels():
            radius = self.atlas.rings[distance] * viewport.scale[0]
            if radius < 4 * max(viewport.area.size):
                pygame.draw.circle(self._base, painter.theme.panel_edge, centre, radius, line)

    def draw_distances(self, surface: Surface, painter: Painter, viewport: Viewport) -> None:
        """The distance of every fifth ring, where there is room for it."""
        theme, size, area = painter.theme, painter.type_size(_TYPE_UNITS), viewport.area
        scale, below = viewport.scale[0], math.inf
        for distance, top in self._labels():
            words = f"{distance}"
            ground = painter.text(words, Face.FIGURES, size, theme.text).get_rect(height=size)
            ground.width += size // 2
            x, y = viewport.place_of(0, -top)
            ground.center = round(x), round(y)
            has_room = self.atlas.rings[distance] * scale >= 2 * size and ground.bottom <= below
            if has_room and area.contains(ground):
                below = ground.top
                painter.box(surface, ground, size // 3, theme.well)
                painter.write(surface, words, Face.FIGURES, size, theme.text, ground, align=0.5)

    def _labels(self) -> Iterator[tuple[int, float]]:
        """Distances that are named, and the middles of their rings."""
        count = 0 if self.atlas.is_ring else len(self.atlas.rings)
        for distance in range(_RING_STEP, count, _RING_STEP):
            inner, outer = self.atlas.rings[distance - 1], self.atlas.rings[distance]
            yield distance, (inner + outer) / 2


def _counted(at: tuple[Ints, Ints], shape: tuple[int, int]) -> Ints:
    """How many of the pixels ``at`` are each one, of so many to the right and down."""
    counts = np.bincount(at[0] * shape[1] + at[1], minlength=shape[0] * shape[1])
    return counts.reshape(shape).astype(np.int32)


_LONGEST = 100
"""States: of a longer track a line is drawn through the last few only, the others are dots."""
_LAST = 32
_BEND = 0.12
"""Radians between two points of a line that goes around the middle."""
_THICK_UNITS = 2.6
_DASH_UNITS = 9
_DOTS_UNITS = 6

Points = NDArray[np.float64]


class TrackKind(Enum):
    """Whose path it is, as a legend says it."""

    SHORTEST = "a shortest path"
    OWN = "moves played"
    SEARCH = "path to this state"


TRACK_COLORS = {TrackKind.SHORTEST: "good", TrackKind.OWN: "bound", TrackKind.SEARCH: "text"}
"""Of the theme."""


@dataclass(frozen=True, eq=False)
class MapTrack:
    """States one after another, each a move from the next."""

    kind: TrackKind
    ranks: Ranks
    """(n,): their numbers."""


def draw_track_sample(surface: Surface, painter: Painter, area: Rect, kind: TrackKind) -> None:
    """A piece of such a track, for a legend."""
    edge = painter.px(_DOTS_UNITS)
    ends = [(area.left + edge, area.centery), (area.right - edge, area.centery)]
    _stroke(surface, painter, kind, np.array(ends, float), has_case=False)


def draw_tracks(
    surface: Surface, painter: Painter, atlas: Atlas, viewport: Viewport, tracks: Sequence[MapTrack]
) -> None:
    """All tracks, those of a search on top, and a mark at the present end of each."""
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
        stamp(surface, right, down, Shape.SQUARE, size, ink(painter, TRACK_COLORS[kind]))
        places = places[-_LAST:]
    if len(places) > 1:
        _stroke(surface, painter, kind, _bent(places) + origin, has_case=True)
    if kind is TrackKind.SEARCH:
        right, down = np.rint(places[-1] + origin).astype(int).tolist()
        draw_present(surface, painter, (right, down))


def _bent(places: Points) -> Points:
    """The line through ``places``, from ring to ring around the middle and not across it."""
    radius = np.hypot(places[:, 0], places[:, 1])
    angle = np.arctan2(places[:, 1], places[:, 0])
    turn = np.diff(angle)
    turn = (turn + np.pi) % (2 * np.pi) - np.pi
    turn[(radius[:-1] < 1) | (radius[1:] < 1)] = 0  # in the middle there is no angle
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
    """A line solid, dashed or dotted, on a darker one that parts it from what lies below."""
    pieces = [line.tolist()]
    if kind is TrackKind.OWN:
        points = _evenly(line, painter.px(_DASH_UNITS) / 2).tolist()
        pieces = [points[at : at + 3] for at in range(0, len(points) - 1, 4)]
    elif kind is TrackKind.SHORTEST:
        pieces = [[point] for point in _evenly(line, painter.px(_DOTS_UNITS)).tolist()]
    thick = max(2, painter.px(_THICK_UNITS))
    strokes = [(thick, ink(painter, TRACK_COLORS[kind]))]
    if has_case:
        strokes.insert(0, (thick + 2 * painter.px(1.2), painter.theme.well))
    for width, color in strokes:
        for piece in pieces:
            if len(piece) == 1:
                pygame.draw.circle(surface, color, piece[0], (width + 1) / 2)
            else:
                pygame.draw.lines(surface, color, False, piece, width)


def _evenly(line: Points, step: float) -> Points:
    """Points along a line, as far from one another as ``step``."""
    lengths = np.hypot(*np.diff(line, axis=0).T)
    along = np.concatenate(([0.0], np.cumsum(lengths)))
    at = np.arange(0, max(along[-1], step * 1.01), step)
    return np.stack([np.interp(at, along, line[:, axis]) for axis in (0, 1)], 1)
