"""Curves of a plot: a line in one of four styles, and a band from the smallest to the largest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pygame
from pygame import Surface

from puzzler.game.runs.plotted import Curve, Line
from puzzler.search.buckets import Floats
from puzzler.window.theme import Color

_BAND_ALPHA = 56
_DASHES: dict[Line, tuple[float, ...]] = {
    Line.SOLID: (),
    Line.DASHED: (9, 5),
    Line.DOTTED: (2.2, 3.6),
    Line.DASH_DOT: (9, 4, 2.2, 4),
}
"""Units of line and of gap in turn."""

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


def band_of(trace: Trace, thinnest: float) -> list[tuple[float, float]]:
    """The outline from smallest to largest; empty where it is nowhere wider than ``thinnest``."""
    if len(trace.left) < 2 or np.max(trace.lower - trace.upper) < thinnest:
        return []
    left = trace.left.tolist()
    return [
        *zip(left, trace.upper.tolist(), strict=True),
        *reversed(list(zip(left, trace.lower.tolist(), strict=True))),
    ]


def draw_band(surface: Surface, color: Color, outline: Sequence[tuple[float, float]]) -> None:
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
    for xs, ys in _pieces(left, top, [unit * length for length in _DASHES[style]]):
        stroke = list(zip(xs.tolist(), ys.tolist(), strict=True))
        if len(stroke) > 1:
            pygame.draw.lines(surface, color, False, stroke, thick)
        if thick > 2:
            for point in stroke if len(stroke) < 400 else (stroke[0], stroke[-1]):
                pygame.draw.circle(surface, color, point, thick / 2)


def _pieces(left: Floats, top: Floats, lengths: Sequence[float]) -> Iterator[tuple[Floats, Floats]]:
    """The whole line, or its dashes.

    Measured from left to right: along a line that goes up and down a lot dashes would be dust.
    Upright parts of steps are whole.
    """
    if not lengths:
        yield left, top
        return
    upright = np.flatnonzero((np.diff(left) < 1e-9) & (np.abs(np.diff(top)) > 0))
    for place in upright.tolist():
        yield left[place : place + 2], top[place : place + 2]
    if left[-1] - left[0] < lengths[0]:
        yield left, top
        return
    at, last_left, number = float(left[0]), float(left[-1]), 0
    while at < last_left:
        end = min(at + lengths[number % len(lengths)], last_left)
        if number % 2 == 0:
            # of several points at one place the last counts at the beginning, the first at the end
            first = int(np.searchsorted(left, at, "right"))
            last = int(np.searchsorted(left, end, "left"))
            xs = np.concatenate([[at], left[first:last], [end]])
            begin = _between(left, top, max(first - 1, 0), at)
            finish = _between(left, top, max(last - 1, 0), end)
            yield xs, np.concatenate([[begin], top[first:last], [finish]])
        at, number = end, number + 1


def _between(left: Floats, top: Floats, place: int, at: float) -> float:
    """The height at ``at``, which lies from point ``place`` to the next."""
    after = min(place + 1, len(left) - 1)
    width = left[after] - left[place]
    share = (at - left[place]) / width if width > 0 else 0.0
    return float(top[place] + (top[after] - top[place]) * share)
