"""Paths over the map of all states: each kind in a colour and a line of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from puzzler.search.atlas import Atlas
from puzzler.search.packing import Ranks
from puzzler.window.lab.shapes import Shape, draw_present, stamp
from puzzler.window.toolkit.labels import ink
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.viewport import Viewport

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
    OWN = "your moves"
    SEARCH = "path to this state"


TRACK_COLORS = {TrackKind.SHORTEST: "good", TrackKind.OWN: "bound", TrackKind.SEARCH: "text"}
"""Of the theme."""


@dataclass(frozen=True, eq=False)
class Track:
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
    surface: Surface, painter: Painter, atlas: Atlas, viewport: Viewport, tracks: Sequence[Track]
) -> None:
    """All tracks, those of a search on top, and a mark at the present end of each."""
    origin = np.array(viewport.place_of(0, 0)) - viewport.area.topleft
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
