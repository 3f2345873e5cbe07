"""Curves of a plot: a line in one of four styles, and a band from the smallest to the largest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pygame
from pygame import Surface

from puzzler.game.watch.plots import Curve, Line
from puzzler.search.engine.algorithm import Floats
from puzzler.window.toolkit.theme import Color

_BAND_ALPHA = 56
_DASHES: dict[Line, tuple[float, ...]] = {
    Line.SOLID: (),
    Line.DASHED: (9, 5),
    Line.DOTTED: (2.2, 3.6),
    Line.DASH_DOT: (9, 4, 2.2, 4),
}
"""Units of line and of gap in turn."""

Points = list[tuple[float, float]]
Place = Callable[[Floats], Floats]
"""From expansions or values to pixels."""


@dataclass(frozen=True)
class Trace:
    """A curve in pixels, from left to right."""

    left: Floats
    line: Floats
    upper: Floats
    lower: Floats


def traced(curve: Curve, end: int, across: Place, down: Place, step: float) -> Trace:
    """What is drawn of ``curve``: steps go on to moment ``end``.

    Of samples closer than ``step`` pixels the mean is drawn, so that a line that goes up and down a
    lot is one still; how far it went shows in the band.
    """
    series = curve.series
    moments = series.moment.astype(np.float64)
    if curve.is_step:
        line = down(np.repeat(series.last, 2))
        left = across(np.append(np.repeat(moments, 2)[1:], float(end)))
        return Trace(left, line, line, line)
    left, low, high, mean = across(moments), series.low, series.high, series.mean
    places = ((left - left[0]) // step).astype(np.int64)
    begins = np.flatnonzero(np.diff(places, prepend=-1))
    if 3 * len(begins) < 2 * len(left):
        counts = np.add.reduceat(series.count, begins)
        mean = np.add.reduceat(mean * series.count, begins) / counts
        left = np.add.reduceat(left * series.count, begins) / counts
        low = np.minimum.reduceat(low, begins)
        high = np.maximum.reduceat(high, begins)
    return Trace(left, down(mean), down(high), down(low))


def band_of(trace: Trace, thinnest: float) -> Points:
    """The outline from smallest to largest; empty where it is nowhere wider than ``thinnest``."""
    if len(trace.left) < 2 or np.max(trace.lower - trace.upper) < thinnest:
        return []
    left = trace.left.tolist()
    return [
        *zip(left, trace.upper.tolist(), strict=True),
        *reversed(list(zip(left, trace.lower.tolist(), strict=True))),
    ]


def draw_band(surface: Surface, color: Color, outline: Points) -> None:
    """What lies below it shines through."""
    if not outline:
        return
    tops = [top for _, top in outline]
    first = max(0, int(min(tops)))
    height = max(1, min(surface.get_height(), int(max(tops)) + 2) - first)
    layer = Surface((surface.get_width(), height), pygame.SRCALPHA)
    layer.fill((*color, 0))
    lowered = [(left, top - first) for left, top in outline]
    pygame.draw.polygon(layer, (*color, _BAND_ALPHA), lowered)
    surface.blit(layer, (0, first))


def draw_line(
    surface: Surface,
    color: Color,
    left: Floats,
    top: Floats,
    style: Line,
    thick: int,
    unit: float,
) -> None:
    """A line that never turns back; ``unit`` is a pixel at scale 1."""
    if not len(left):
        return
    for stroke in _strokes(left, top, [unit * length for length in _DASHES[style]]):
        if len(stroke) > 1:
            pygame.draw.lines(surface, color, False, stroke, thick)
        for point in stroke:  # round joints and ends
            pygame.draw.circle(surface, color, point, (thick - 1) / 2)


def _strokes(left: Floats, top: Floats, lengths: Sequence[float]) -> list[Points]:
    """The whole line, or its dashes.

    Measured from left to right: along a line that goes up and down a lot dashes would be dust.
    Upright parts of steps are whole.
    """
    points = list(zip(left.tolist(), top.tolist(), strict=True))
    begin, end = float(left[0]), float(left[-1])
    if not lengths or end - begin < lengths[0]:
        return [points]
    upright = np.flatnonzero((np.diff(left) < 1e-9) & (np.abs(np.diff(top)) > 0))
    strokes = [points[place : place + 2] for place in upright.tolist()]
    count = int((end - begin) / sum(lengths)) + 1
    edges = begin + np.cumsum(np.tile(lengths, count + 1))
    firsts = np.append(begin, edges[1::2])
    lasts = np.append(edges[::2], edges[-1])[: len(firsts)]
    is_there = firsts < end
    firsts, lasts = firsts[is_there], np.minimum(lasts[is_there], end)
    inner = zip(
        np.searchsorted(left, firsts, "right").tolist(),
        np.searchsorted(left, lasts, "left").tolist(),
        zip(firsts.tolist(), np.interp(firsts, left, top).tolist(), strict=True),
        zip(lasts.tolist(), np.interp(lasts, left, top).tolist(), strict=True),
        strict=True,
    )
    strokes += [[first, *points[at:to], last] for at, to, first, last in inner]
    return strokes
