"""Draws the pieces of charts: curves, thinned to the resolution of pixels, bars, marks and dots."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

import numpy as np
import pygame
from numpy.typing import ArrayLike, NDArray
from pygame import Rect, Surface

from puzzler.window.toolkit.element import Point
from puzzler.window.toolkit.labels import ink
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.plot_axes import MARK_UNITS, Pane, PlotLayout, sample_width
from puzzler.window.toolkit.plot_chart import Floats, Kind, PlotSeries
from puzzler.window.toolkit.theme import Color, mix

_OVERSAMPLING = 2
_STRIP = 256
"""Width in pixels of a strip of a chart. Strips are drawn enlarged and then scaled down."""
_THINNEST = 2
"""Minimum thickness of a line in pixels, which always covers one pixel completely."""
_STEP_UNITS = 4
"""The minimum distance between two points of a line."""
_DOT_UNITS = 2.2
_BAND_ALPHA, _EDGED_ALPHA = 56, 87
_GRID_TINT, _SHADE_TINT, _DOT_TINT, _LIT_TINT = 0.28, 0.20, 0.75, 0.35
_MARGIN_UNITS = 4
"""The distance that a line may extend beyond the area of the values."""

Points = list[tuple[float, float]]


class _Stroke(NamedTuple):
    """A line with ascending x, enlarged for drawing. A single point is drawn as a dot."""

    points: Points
    color: Color
    thick: int
    """0 for a filled shape."""


class PlotTrace(NamedTuple):
    """A curve from left to right, and the range of its values."""

    x: Floats
    y: Floats
    low: Floats
    high: Floats


def thin_out(series: PlotSeries, lefts: Floats, step: float) -> PlotTrace:
    """Combine values that share ``step`` pixels into their mean and range. lefts: pixel columns.

    This keeps a jagged line readable without losing extremes.
    """
    y = series.ys
    low = y if series.low is None else np.asarray(series.low, float)
    high = y if series.high is None else np.asarray(series.high, float)
    begins = np.flatnonzero(np.diff((lefts - lefts[0]) // step, prepend=-1))
    if 3 * len(begins) >= 2 * len(lefts):
        return PlotTrace(lefts, y, low, high)
    weight = np.ones(len(y)) if series.weight is None else np.asarray(series.weight, float)
    valid_weight = np.where(np.isnan(y), 0.0, weight)
    counts = np.add.reduceat(valid_weight, begins)
    total = np.add.reduceat(np.where(valid_weight > 0, y, 0.0) * valid_weight, begins)
    mean = np.divide(total, counts, out=np.full(len(begins), np.nan), where=counts > 0)
    middle = np.add.reduceat(lefts * weight, begins) / np.add.reduceat(weight, begins)
    return PlotTrace(middle, mean, np.fmin.reduceat(low, begins), np.fmax.reduceat(high, begins))


# ---- Curves, whose pictures are cached -----------------------------------------------------------


def draw_curves(layout: PlotLayout, pane: Pane, until: float) -> tuple[Surface, Rect]:
    """Draw shades, grid, bands and lines of a chart. Return the picture and its place."""
    painter, theme, many = layout.painter, layout.painter.theme, _OVERSAMPLING
    margin = painter.px(_MARGIN_UNITS)
    area = pane.plot.inflate(2 * margin, 2 * margin)
    picture = Surface(area.size)
    picture.fill(theme.well)

    def across(values: ArrayLike) -> Floats:
        return layout.lefts(values) - area.left + 0.5

    def down(values: ArrayLike) -> Floats:
        return pane.tops(values) - area.top + 0.5

    shade = mix(theme.well, theme.accent, _SHADE_TINT)
    for mark in pane.chart.marks:
        if mark.until is not None:
            left, right = across([mark.x, mark.until]).round().tolist()
            picture.fill(shade, (left, 0, max(1, right - left), area.height - margin))
    grid, thin = mix(theme.well, theme.track, _GRID_TINT), max(1, round(painter.scale))
    if pane.chart.y.ticks is None:
        for top in down([tick for tick, _ in pane.scale.ticks]).tolist():
            picture.fill(grid, (margin, int(top) - thin // 2, pane.plot.width, thin))
    if layout.x.is_log:
        inner = [tick for tick, _ in layout.x.ticks if layout.x.low < tick < layout.x.high]
        for left in across(inner).tolist():
            picture.fill(grid, (int(left), 0, thin, area.height))
    strokes: list[_Stroke] = []
    has_line = any(series.kind is Kind.LINE for series in pane.chart.series)
    for series in reversed([series for series in pane.chart.series if len(series.xs)]):
        x, y = across(series.xs), down(series.ys)
        if series.kind is Kind.DOTS:
            tint = mix(theme.well, ink(painter, series.color), _DOT_TINT if has_line else 1.0)
            places = np.column_stack((x * many, y * many, series.ys > pane.scale.high))
            strokes += _dots(tint, places.astype(float), max(1.5, painter.px(_DOT_UNITS)) * many)
            continue
        if series.kind is Kind.STEPS:
            end = across([max(until, float(series.xs[-1]))])
            x, y = np.append(np.repeat(x, 2)[1:], end), np.repeat(y, 2)
        else:
            trace = thin_out(series, x, _STEP_UNITS * painter.scale)
            trace = PlotTrace(trace.x, *map(down, trace[1:]))
            x, y = trace.x, trace.y
            thinnest = _thickness(painter, series) / many
            _draw_band(picture, ink(painter, series.color), trace, thinnest)
        strokes += _line(painter, series, x * many, y * many)
    _draw_strokes(picture, strokes)
    return picture, area


def _thickness(painter: Painter, series: PlotSeries) -> int:
    """The thickness of a line before it is scaled down, in pixels."""
    return round(max(_THINNEST, series.thickness * painter.scale) * _OVERSAMPLING)


def _runs(is_valid: NDArray[np.bool_]) -> Iterator[slice]:
    """The runs of consecutive True values."""
    edges = np.flatnonzero(np.diff(is_valid.astype(np.int8), prepend=0, append=0))
    for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        yield slice(first, last)


def _draw_band(surface: Surface, color: Color, trace: PlotTrace, thinnest: float) -> None:
    """Draw the range of values as a band if it is wider than ``thinnest``."""
    has_edges = bool(np.isnan(trace.y).any())
    for run in _runs(~(np.isnan(trace.low) | np.isnan(trace.high))):
        x, low, high = trace.x[run], trace.low[run], trace.high[run]
        if np.max(low - high) < thinnest:
            continue
        if len(x) == 1:  # a single value has no width
            x, low, high = x[[0, 0]] + [-1, 1], low[[0, 0]], high[[0, 0]]
        tops: Points = list(zip(x.tolist(), high.tolist(), strict=True))
        lows: Points = list(zip(x.tolist(), low.tolist(), strict=True))
        corner = int(x[0]), int(np.min(high))
        size = int(x[-1]) + 2 - corner[0], int(np.max(low)) + 2 - corner[1]
        layer = Surface(size, pygame.SRCALPHA)
        layer.fill((*color, 0))
        outline = [(x - corner[0], y - corner[1]) for x, y in (*tops, *reversed(lows))]
        alpha = _EDGED_ALPHA if has_edges else _BAND_ALPHA
        pygame.draw.polygon(layer, (*color, alpha), outline)
        surface.blit(layer, corner)
        if has_edges:
            for edge in (tops, lows):
                pygame.draw.aalines(surface, color, False, edge)


def _dots(color: Color, places: Floats, size: float) -> Iterator[_Stroke]:
    """Draw a dot at each (x, y, 0), and an upward triangle at each (x, y, 1), off the chart."""
    # np.unique would import numpy.ma, which takes 17 ms of the first frame with dots
    dots = np.rint(places[~np.isnan(places[:, 1])]).tolist()
    for x, y, beyond in sorted(set(map(tuple, dots))):
        if beyond:
            yield _Stroke([(x - size, y + size), (x, y - size), (x + size, y + size)], color, 0)
        else:
            yield _Stroke([(x, y)], color, round(2 * size) + 1)


def _line(painter: Painter, series: PlotSeries, left: Floats, top: Floats) -> Iterator[_Stroke]:
    """The strokes of a line with ascending x in the style of ``series``."""
    color, thick = ink(painter, series.color), _thickness(painter, series)
    unit = max(1.0, painter.scale) * _OVERSAMPLING
    lengths = [unit * length for length in series.dash.value or ()]
    for run in _runs(~np.isnan(top)):
        for points in _strokes(left[run], top[run], lengths):
            yield _Stroke(points, color, thick)


def _draw_strokes(picture: Surface, strokes: Sequence[_Stroke]) -> None:
    """Draw strokes enlarged and scale them down. The empty parts of a chart are skipped."""
    many, (width, height) = _OVERSAMPLING, picture.get_size()
    for left in range(0, width, _STRIP):
        strip = Rect(left, 0, min(_STRIP, width - left), height)
        parts = list(_within(strokes, strip.left * many, strip.right * many))
        tops = [y - part.thick for part in parts for _, y in part.points]
        lows = [y + part.thick for part in parts for _, y in part.points]
        strip.top = max(0, int(min(tops, default=0)) // many - 1)
        strip.height = min(height, int(max(lows, default=0)) // many + 2) - strip.top
        if strip.height <= 0:
            continue
        large = Surface((strip.width * many, strip.height * many), pygame.SRCALPHA)
        large.fill((0, 0, 0, 0))
        for points, color, thick in parts:
            shifted = [(x - strip.left * many, y - strip.top * many) for x, y in points]
            if not thick:
                pygame.draw.polygon(large, color, shifted)
            elif len(shifted) > 1:
                pygame.draw.lines(large, color, False, shifted, thick)
            for point in shifted if thick else ():  # round joints and ends
                pygame.draw.circle(large, color, point, (thick - 1) / 2)
        # smoothscale mixes with transparent black: the colours are premultiplied
        smooth = pygame.transform.smoothscale(large, strip.size)
        picture.blit(smooth, strip, special_flags=pygame.BLEND_PREMULTIPLIED)


def _within(strokes: Sequence[_Stroke], first: int, last: int) -> Iterator[_Stroke]:
    """The parts of strokes between two pixel columns, with one more point on either side."""
    for points, color, thick in strokes:
        if points[0][0] > last + thick or points[-1][0] < first - thick:
            continue
        begin = bisect(points, first - thick, key=itemgetter(0)) - 1 if thick else 0
        end = bisect(points, last + thick, key=itemgetter(0)) + 1 if thick else len(points)
        yield _Stroke(points[max(0, begin) : end], color, thick)


def _strokes(left: Floats, top: Floats, lengths: Sequence[float]) -> list[Points]:
    """Split a line into dashes. lengths: of dashes and gaps alternately; none for a solid line.

    Lengths are measured along x, because dashes along a jagged line would be too short to see.
    Vertical parts of steps are drawn whole.
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


# ---- Pieces that are drawn with every picture ----------------------------------------------------


def draw_sample(surface: Surface, painter: Painter, series: PlotSeries, area: Rect) -> Rect:
    """Draw a sample of the line of ``series``, or a square for bars. Return the remaining area."""
    rest = Rect(area)
    rest.width = max(0, area.width - sample_width(painter, series))
    rest.right = area.right
    piece = Rect(area.left, area.top, sample_width(painter, series) - painter.px(5), area.height)
    if series.kind is Kind.BARS:
        square = piece.inflate(0, piece.width - piece.height)
        painter.box(surface, square, painter.px(2), ink(painter, series.color))
    else:
        draw_piece(surface, painter, series, piece)
    return rest


def draw_piece(surface: Surface, painter: Painter, series: PlotSeries, area: Rect) -> None:
    """Draw the line of ``series`` horizontally across ``area``."""
    many = _OVERSAMPLING

    def draw() -> Surface:
        piece = Surface(area.size, pygame.SRCALPHA)
        xs, ys = np.asarray([0, area.width * many], float), np.full(2, area.height * many / 2)
        _draw_strokes(piece, list(_line(painter, series, xs, ys)))
        return piece

    key = "plot sample", series.color, series.dash, series.thickness, area.size
    surface.blit(painter.cached(key, draw), area, special_flags=pygame.BLEND_PREMULTIPLIED)


def draw_dot(surface: Surface, painter: Painter, centre: Point, units: float, color: Color) -> None:
    """Draw a dot outlined in the background colour of the plot. units: diameter."""
    dot = Rect(0, 0, painter.px(units), painter.px(units)).move_to(center=centre)
    painter.box(surface, dot, 2 * dot.width, color, painter.theme.well, painter.px(units / 9))


def draw_knob(
    surface: Surface, layout: PlotLayout, pane: Pane, series: PlotSeries, x: float
) -> None:
    """Draw a dot on the curve at ``x``, if the curve has a value there."""
    value = series.value_at(x)
    if value is not None:
        painter, is_dot = layout.painter, series.kind is Kind.DOTS
        color = painter.theme.text if is_dot else ink(painter, series.color)
        centre = layout.left(x), pane.top(value)
        draw_dot(surface, painter, centre, 10 if is_dot else 8, color)


def draw_bars(surface: Surface, layout: PlotLayout, pane: Pane, over: float | None) -> None:
    """Draw bars with labels above. The bar ``over`` is highlighted."""
    painter, theme, size = layout.painter, layout.painter.theme, layout.size
    floor = Rect(pane.plot)
    floor.top, floor.height = floor.bottom, max(1, round(painter.scale))
    surface.fill(theme.panel_edge, floor)
    room, ways = round(layout.pitch) - painter.px(4), pane.chart.bar_words
    values = [float(y) for series in pane.chart.series for y in series.ys if y > 0]

    def fits(way: Callable[[float], str]) -> bool:
        return all(painter.text_width(way(y), Face.FIGURES, size) <= room for y in values)

    say = next(filter(fits, ways), None)
    for series in reversed(pane.chart.series):
        fill, last_right = ink(painter, series.color), -1
        for x, y, value_top in zip(series.xs, series.ys, pane.tops(series.ys), strict=True):
            left, right = layout.slot(x)
            if right <= last_right or not y > 0:
                continue  # several bars share this pixel
            last_right, gap = right, max(1, (right - left) // 8) if right - left > 3 else 0
            top = min(floor.top - 2, round(value_top))
            color = mix(fill, theme.text, _LIT_TINT) if x == over else fill
            surface.fill(color, (left + gap, top, max(1, right - left - 2 * gap), floor.top - top))
            if ways and (say is not None or x == over):
                label = (say or ways[-1])(y)
                width = painter.text_width(label, Face.FIGURES, size)
                place = Rect(0, 0, width, round(1.3 * size))
                place.midbottom = (left + right) // 2, top
                color = theme.text if x == over else theme.text_muted
                inside = place.clamp(layout.area)
                painter.write(surface, label, Face.FIGURES, size, color, inside)


def draw_levels(surface: Surface, layout: PlotLayout, pane: Pane) -> None:
    """Draw horizontal lines with labels above. Labels of close lines are joined."""
    painter, text, size, plot = layout.painter, layout.painter.theme.text, layout.size, pane.plot
    labels: list[tuple[int, str]] = []
    for level in sorted(pane.chart.levels, key=lambda level: -level.value):
        top = pane.top(level.value)
        dash = painter.px(6) if level.is_dashed else plot.width
        for left in range(plot.left, plot.right, 2 * dash):
            surface.fill(text, (left, top, min(dash, plot.right - left), painter.px(1.6)))
        if labels and top - labels[-1][0] < round(1.5 * size):
            labels[-1] = labels[-1][0], f"{level.label}, {labels[-1][1]}"
        else:
            labels.append((top, level.label))
    for top, label in labels:
        place = Rect(plot.left, top - round(1.3 * size), plot.width, size)
        painter.write(surface, label, Face.STRONG, size, text, place, align=1.0)


def draw_marks(surface: Surface, layout: PlotLayout, pane: Pane) -> None:
    """Draw a triangle at every mark, and the labels that do not overlap."""
    painter, theme, size = layout.painter, layout.painter.theme, layout.size
    mark, low = painter.px(MARK_UNITS), pane.plot.top - painter.px(2)
    line = Rect(layout.area.left, low - mark - size - painter.px(1), 0, size)
    line.width = pane.well.left - painter.px(6) - line.left
    if pane.chart.marks:
        title = pane.chart.marks_title
        painter.write(surface, title, Face.BODY, size, theme.text_muted, line, align=1.0)
    occupied: list[Rect] = []
    for one in pane.chart.marks:
        left = layout.left(one.x)
        painter.wedge(surface, theme.accent, (left, low), mark // 2, mark)
        place = Rect(line)
        place.width = painter.text_width(one.label, Face.FIGURES, size)
        place.centerx = left
        place.clamp_ip(pane.well.inflate(-2 * painter.px(3), 0))
        if place.inflate(painter.px(5), 0).collidelist(occupied) < 0:
            painter.write(surface, one.label, Face.FIGURES, size, theme.text, place)
            occupied.append(place)
