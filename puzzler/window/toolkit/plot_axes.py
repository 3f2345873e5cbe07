"""The layout of charts, axes and labels in a plot."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike
from pygame import Rect

from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.plot_chart import Axis, Floats, Kind, PlotChart, PlotSeries

TYPE_UNITS = 12
SAMPLE_UNITS = 22
MARK_UNITS = 7
_MARGIN_UNITS, _GAP_UNITS, _ENTRY_GAP_UNITS = 6, 6, 12
_WIDEST_BAR_UNITS = 44
_LONG_VALUE = "888 k"
_LARGEST_NAMES = 0.24
"""Maximum share of the width for names at the ends of lines."""
_MAX_STEPS, _MAX_LABELS = 5, 8


def ticks(low: float, high: float, step: float) -> list[float]:
    """The multiples of ``step`` from ``low`` to ``high``."""
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


@dataclass(frozen=True, slots=True)
class AxisScale:
    """An axis with fixed bounds."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...] = ()
    is_log: bool = False

    def shares(self, values: ArrayLike) -> Floats:
        """Map values to positions on the axis from 0 to 1; 0.5 if the bounds are equal."""
        xs = np.asarray(values, float)
        if self.high <= self.low:
            return np.full(len(xs), 0.5)
        if self.is_log:
            clamped = np.maximum(xs, self.low)
            shares: Floats = np.log(clamped / self.low) / math.log(self.high / self.low)
        else:
            shares = (xs - self.low) / (self.high - self.low)
        return np.clip(shares, 0.0, 1.0)

    def value(self, share: float) -> float:
        """Map a position on the axis from 0 to 1 to its value."""
        if self.is_log:
            return self.low * math.pow(self.high / self.low, share)
        return self.low + (self.high - self.low) * share


@dataclass(frozen=True)
class Pane:
    """A chart with its layout, in pixels."""

    chart: PlotChart
    head: Rect
    """The title area."""
    well: Rect
    plot: Rect
    """The area of the values."""
    scale: AxisScale
    names: tuple[tuple[PlotSeries, Rect], ...]
    """The area of the name and sample of each series, at its line's end or in the legend."""

    def tops(self, values: ArrayLike) -> Floats:
        """Map values to pixel rows."""
        return self.plot.bottom - 1 - (self.plot.height - 1) * self.scale.shares(values)

    def top(self, value: float) -> int:
        """Map a value to its pixel row."""
        return round(float(self.tops([value])[0]))


@dataclass(frozen=True)
class PlotLayout:
    """The layout of all charts of a plot in ``area``."""

    painter: Painter
    area: Rect
    panes: tuple[Pane, ...]
    x: AxisScale
    pitch: float
    """The width of a bar with its gap, in pixels; 0 if there are no bars."""
    size: int
    """The size of letters in pixels."""
    labels: tuple[tuple[str, Face, Rect], ...] = ()
    """The labels below the charts and their places."""

    def lefts(self, values: ArrayLike) -> Floats:
        """Map x values to pixel columns."""
        plot, xs = self.panes[0].plot, np.asarray(values, float)
        if self.pitch:
            return plot.left + (xs - self.x.low + 0.5) * self.pitch
        return plot.left + (plot.width - 1) * self.x.shares(xs)

    def left(self, value: float) -> int:
        """Map an x value to its pixel column."""
        return round(float(self.lefts([value])[0]))

    def slot(self, index: float) -> tuple[int, int]:
        """The left and right edge of a bar with its gap."""
        left = self.panes[0].plot.left + (index - self.x.low) * self.pitch
        return round(left), round(left + self.pitch)

    def x_at(self, left: int) -> float:
        """The x value at a pixel column, clamped to the axis."""
        plot = self.panes[0].plot
        if self.pitch:
            value = self.x.low - 0.5 + (left - plot.left) / self.pitch
            return max(self.x.low, min(self.x.high, value))
        return self.x.value(max(0.0, min(1.0, (left - plot.left) / max(1, plot.width - 1))))


def lay_out(painter: Painter, area: Rect, charts: Sequence[PlotChart], x: Axis) -> PlotLayout:
    """Lay out at least one chart in ``area``, below each other."""
    size, gap = painter.type_size(TYPE_UNITS), painter.px(_GAP_UNITS)
    line, margin = round(size * 1.5), painter.px(_MARGIN_UNITS)
    below = line if x.title or x.ticks != () else 0
    room, count = area.height - below - gap * (len(charts) - 1), len(charts)
    tops = [area.top + room * number // count + gap * number for number in range(count + 1)]
    slots = [
        Rect(area.left, top, area.width, after - gap - top)
        for top, after in itertools.pairwise(tops)
    ]
    free = area.width - gap - painter.text_width(_LONG_VALUE, Face.FIGURES, size)
    names = _names_width(painter, free, charts, slots)
    legends = [[] if names else _legend(painter, free, chart) for chart in charts]
    places, scales = [], []
    for chart, slot, rows in zip(charts, slots, legends, strict=True):
        head = line * (len(rows) or bool(chart.title or chart.has_bars))
        well = Rect(slot.left, slot.top + head, 1, max(1, slot.height - head))
        top, bottom = (round(1.3 * size), 0) if chart.has_bars else (margin, margin)
        if chart.marks_title:
            top = size + painter.px(MARK_UNITS) + painter.px(7)
        plot = Rect(well.left, well.top + top, 1, max(1, well.height - top - bottom))
        places.append((well, plot))
        scales.append(_scale(chart, plot.height // round(1.25 * size)))
    widths = [painter.text_width(w, Face.FIGURES, size) for s in scales for _, w in s.ticks]
    widths += [painter.text_width(c.marks_title, Face.BODY, size) for c in charts if c.marks_title]
    left = area.left + (max(widths) + gap if widths else 0)
    panes = []
    for chart, slot, rows, (well, plot), scale in zip(
        charts, slots, legends, places, scales, strict=True
    ):
        well.left, well.width = left, max(1, slot.right - names - left)
        side = 0 if chart.has_bars else margin
        plot.left, plot.width = left + side, max(1, well.width - 2 * side)
        title = Rect(left, slot.top, slot.right - left, line)
        own, between = [], painter.px(_ENTRY_GAP_UNITS)
        for number, row in enumerate(rows):
            begin = slot.right + between - sum(row.values()) if chart.title else left
            for series, width in row.items():
                own.append((series, Rect(begin, slot.top + number * line, width - between, line)))
                begin += width
        pane = Pane(chart, title, well, plot, scale, tuple(own))
        panes.append(replace(pane, names=_at_ends(painter, pane, slot.right)) if names else pane)
    every = [series.xs for chart in charts for series in chart.series if len(series.xs)]
    low = min((float(xs[0]) for xs in every), default=0.0) if x.low is None else x.low
    high = max((float(xs[-1]) for xs in every), default=low) if x.high is None else x.high
    pitch = 0.0
    if any(chart.has_bars for chart in charts):
        pitch = min(painter.px(_WIDEST_BAR_UNITS), panes[0].plot.width / (high - low + 1))
    scale = AxisScale(low, high, x.ticks or (), x.is_log)
    layout = PlotLayout(painter, area, tuple(panes), scale, pitch, size)
    return replace(layout, labels=_labels(layout, Rect(left, area.bottom - line, 0, line), x))


def _scale(chart: PlotChart, max_steps: int) -> AxisScale:
    """The y axis with explicit or round bounds and at most ``max_steps`` steps."""
    axis = chart.y
    every = [v for s in chart.series for v in (s.y, s.low, s.high) if v is not None]
    every.append([level.value for level in chart.levels])
    values = np.concatenate([np.asarray(some, float) for some in every])
    values = values[~np.isnan(values)]
    smallest, largest = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    low = smallest if axis.low is None else axis.low
    high = max(largest, low) if axis.high is None else axis.high
    if axis.ticks is not None or chart.has_bars:
        return AxisScale(low, high if high > low else low + 1, axis.ticks or ())
    max_steps = max(1, min(_MAX_STEPS, max_steps))
    step = axis.step(max(high - low, 1.0 if axis.high is None else 0.0), max_steps)
    if axis.low is None:
        low = smallest // step * step
        while low + max_steps * step < high:  # a rounded lower bound can be a step lower
            step = axis.step(step * 1.01, 1)
            low = smallest // step * step
    if axis.high is None:
        high = max(low + math.ceil((high - low) / step - 1e-9) * step, low + step)
    return AxisScale(low, high, tuple((tick, axis.format(tick)) for tick in ticks(low, high, step)))


def sample_width(painter: Painter, series: PlotSeries) -> int:
    """The width of the sample of a series and its gap, in pixels. Bars have a square sample."""
    return painter.px(10 if series.kind is Kind.BARS else SAMPLE_UNITS) + painter.px(5)


def _name_width(painter: Painter, series: PlotSeries) -> int:
    name = painter.text_width(series.name, Face.BODY, painter.type_size(TYPE_UNITS))
    return sample_width(painter, series) + name


def _names_width(
    painter: Painter, width: int, charts: Sequence[PlotChart], slots: Sequence[Rect]
) -> int:
    """The width for names at the ends of lines; 0 if the names do not fit in every chart."""
    line = round(1.25 * painter.type_size(TYPE_UNITS))
    named = [[series for series in chart.series if series.name] for chart in charts]
    widths = [_name_width(painter, series) for some in named for series in some]
    widest = max(widths, default=0) + painter.px(_GAP_UNITS)
    is_high = all(
        len(some) * line <= slot.height - 2 * line for some, slot in zip(named, slots, strict=True)
    )
    has_room = is_high and widest <= _LARGEST_NAMES * width
    return widest if widths and has_room and not any(chart.has_bars for chart in charts) else 0


def _legend(painter: Painter, width: int, chart: PlotChart) -> list[dict[PlotSeries, int]]:
    """The rows of the legend: series with their widths. The first row leaves room for the title."""
    title = painter.text_width(chart.title, Face.BODY, painter.type_size(TYPE_UNITS))
    gap = painter.px(_ENTRY_GAP_UNITS)
    free, rows = width - title, [dict[PlotSeries, int]()]
    for series in (series for series in chart.series if series.name):
        own = min(width, _name_width(painter, series) + gap)
        if own > free and (rows[-1] or len(rows) == 1):
            rows.append({})
            free = width
        rows[-1][series] = own
        free -= own
    return rows if any(rows) else []


def _at_ends(painter: Painter, pane: Pane, right: int) -> tuple[tuple[PlotSeries, Rect], ...]:
    """The areas of names at the ends of lines, moved apart to avoid overlaps."""
    line = round(1.25 * painter.type_size(TYPE_UNITS))
    named = [series for series in pane.chart.series if series.name]
    # the mean of the last values, because the last value of a jagged line can be an outlier
    last_values = [s.ys[~np.isnan(s.ys)][-max(1, len(s.ys) // 100) :] for s in named]
    middles = pane.tops([ys.mean() if len(ys) else 0.0 for ys in last_values])
    order = np.argsort(middles, kind="stable").tolist()
    tops = spread(middles[order] - line / 2, line, pane.well.top, pane.well.bottom)
    left = pane.well.right + painter.px(_GAP_UNITS)
    return tuple(
        (named[number], Rect(left, round(top), right - left, line))
        for number, top in zip(order, tops, strict=True)
    )


def spread(targets: Iterable[float], height: float, top: float, bottom: float) -> list[float]:
    """Return tops of rows of ``height`` between two bounds, near ``targets`` (ascending)."""
    placed: list[float] = []
    for place in targets:
        placed.append(max(place, placed[-1] + height if placed else top))
    below = bottom
    for number in range(len(placed) - 1, -1, -1):
        placed[number] = below = min(placed[number], below - height)
    return placed


def _labels(layout: PlotLayout, strip: Rect, x: Axis) -> tuple[tuple[str, Face, Rect], ...]:
    """The labels of the x axis: as many round values as fit next to its title."""
    painter, size, gap = layout.painter, layout.size, layout.painter.px(10)
    strip.width = max(1, layout.area.right - strip.left)
    title = Rect(strip)
    title.width = min(strip.width, painter.text_width(x.title, Face.BODY, size))
    title.right = strip.right
    face = Face.FIGURES if x.ticks is None or layout.pitch else Face.BODY
    chosen: list[tuple[str, Face, Rect]] = []
    for max_count in range(_MAX_LABELS, 0, -1):
        named = x.ticks
        if named is None:
            low, high = layout.x.low, layout.x.high
            step = x.step(high - low, max_count)
            named = tuple((tick, x.format(tick)) for tick in ticks(low, high, step))
            if x.names_high and (not named or named[-1][0] < high):
                named = (*named, (high, x.format(high)))
        places: list[tuple[str, Face, Rect]] = []
        for tick, text in named:
            place = Rect(strip)
            place.width = painter.text_width(text, face, size)
            place.centerx = layout.left(tick)
            place.clamp_ip(strip)
            if not x.title or not places or place.right + gap <= title.left:
                places.append((text, face, place))
        chosen = places[-1:]  # the last label, then from the left all that do not overlap
        for label in places[:-1]:
            if label[2].inflate(2 * gap, 0).collidelist([other for *_, other in chosen]) < 0:
                chosen.append(label)
        if x.ticks is not None or len(chosen) >= len(places) - x.names_high:
            break
    return (*chosen, (x.title, Face.BODY, title))
