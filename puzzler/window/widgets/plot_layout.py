"""Where the charts of a plot lie: heads, axes, labels at the ends of lines or legends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from pygame import Rect

from puzzler import humanize
from puzzler.game.watch.plots import Chart, Curve, Plotted
from puzzler.search.engine.algorithm import Floats
from puzzler.window.layout import Grow, column
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.widgets.plot_axis import round_step, ticks

TYPE_UNITS = 12
SAMPLE_UNITS = 22
"""Of the piece of line beside a name."""
CAPTION = "expansions"
"""Below the axis that all charts share."""
_MARGIN_UNITS = 6
_GAP_UNITS = 6
_LARGEST_LABELS = 0.24
"""Share of the width that labels beside the lines may take."""
_MOST_STEPS = 5
_MOST_TIMES = 8


@dataclass(frozen=True)
class Entry:
    """A curve's name, with a piece of its line."""

    curve: Curve
    area: Rect


@dataclass(frozen=True)
class Scale:
    """An axis of values."""

    low: float
    high: float
    ticks: tuple[int, ...]


@dataclass(frozen=True)
class Pane:
    """One chart, laid out."""

    chart: Chart
    head: Rect
    """Its title."""
    well: Rect
    plot: Rect
    """Where values are."""
    scale: Scale
    entries: tuple[Entry, ...]
    """Names at the ends of lines, or in the legend."""

    def tops(self, values: Floats) -> Floats:
        """Where values lie, in pixels."""
        share = (values - self.scale.low) / (self.scale.high - self.scale.low)
        return self.plot.bottom - 1 - (self.plot.height - 1) * share


@dataclass(frozen=True)
class Layout:
    """All of it."""

    panes: tuple[Pane, ...]
    end: int
    """The last expansion of the axis."""
    marks: tuple[tuple[int, Rect], ...]
    """Round expansions and where they are written."""
    caption: Rect

    def lefts(self, moments: Floats) -> Floats:
        """Where moments lie, in pixels."""
        plot = self.panes[0].plot
        return plot.left + (plot.width - 1) * moments / max(1, self.end)


def lay_out(painter: Painter, area: Rect, shown: Plotted) -> Layout | None:
    """The charts of ``shown`` in ``area``, one below the other; None where there are none."""
    if not shown.charts:
        return None
    size = painter.type_size(TYPE_UNITS)
    line, gap = round(size * 1.5), painter.px(_GAP_UNITS)
    margin = 2 * painter.px(_MARGIN_UNITS)
    above, times = column(area, [Grow(), line])
    slots = column(above, [Grow()] * len(shown.charts), gap)
    pairs = list(zip(shown.charts, slots, strict=True))
    steps = [(slot.height - line - margin) // round(1.25 * size) for _, slot in pairs]
    scales = [_scale(chart, most) for chart, most in zip(shown.charts, steps, strict=True)]
    widest = _widest(painter, scales)
    labels = _labels_width(painter, area.width - widest - gap, shown, slots)
    legends = [
        [] if labels else _legend(painter, area.width - widest - gap, chart)
        for chart in shown.charts
    ]
    # a legend of several rows leaves less room for values
    for number, rows in enumerate(legends):
        if len(rows) > 1:
            height = slots[number].height - len(rows) * line - margin
            scales[number] = _scale(shown.charts[number], height // round(1.25 * size))
    left = area.left + max(widest, _widest(painter, scales)) + gap
    panes = []
    for (chart, slot), scale, rows in zip(pairs, scales, legends, strict=True):
        room = Rect(left, slot.top, max(1, area.right - left), slot.height)
        head_height = line * max(1, len(rows))
        well = Rect(room.left, room.top + head_height, room.width - labels, 0)
        well.height = max(1, room.bottom - well.top)
        plot = well.inflate(-min(margin, well.width - 1), -min(margin, well.height - 1))
        entries = [
            Entry(curve, Rect(room.right - right, room.top + number * line, width, line))
            for number, row in enumerate(rows)
            for curve, width, right in row
        ]
        head = Rect(room.left, room.top, room.width, line)
        if entries:
            head.width = max(0, entries[0].area.left - gap - head.left)
        pane = Pane(chart, head, well, plot, scale, tuple(entries))
        if labels:
            ends = _at_ends(painter, pane, room.right)
            pane = replace(pane, entries=tuple(ends))
        panes.append(pane)
    strip = Rect(left, times.top, max(1, area.right - left), line)
    return _with_times(painter, strip, tuple(panes), max(1, shown.expansions))


def entry_width(painter: Painter, curve: Curve) -> int:
    """A piece of line, and the name."""
    name = painter.text_width(curve.title, Face.BODY, painter.type_size(TYPE_UNITS))
    return painter.px(SAMPLE_UNITS) + painter.px(5) + name


def _scale(chart: Chart, most: int) -> Scale:
    """From 0 or the smallest value to the largest, both round."""
    lows = [float(np.min(curve.series.low)) for curve in chart.curves]
    highs = [float(np.max(curve.series.high)) for curve in chart.curves]
    low, high = (0.0 if chart.from_zero else min(lows)), max(highs)
    most = max(1, min(_MOST_STEPS, most))
    step = round_step(max(high - low, 1.0), most)
    low = low // step * step
    while low + most * step < high:  # a round beginning may lie a step below
        step = round_step(step + 1, 1)
        low = low // step * step
    high = max(-(-high // step) * step, low + step)
    return Scale(low, high, tuple(ticks(low, high, step)))


def _widest(painter: Painter, scales: Sequence[Scale]) -> int:
    """Pixels of the longest value beside an axis."""
    size = painter.type_size(TYPE_UNITS)
    return max(
        painter.text_width(humanize.axis_count(tick), Face.FIGURES, size)
        for scale in scales
        for tick in scale.ticks
    )


def _labels_width(painter: Painter, width: int, shown: Plotted, slots: Sequence[Rect]) -> int:
    """Room for names at the ends of lines; 0 where they do not fit in every chart."""
    line = round(1.25 * painter.type_size(TYPE_UNITS))
    widest = max(entry_width(painter, curve) for curve in shown.curves) + painter.px(6)
    is_high = all(
        len(chart.curves) * line <= slot.height - 2 * line
        for chart, slot in zip(shown.charts, slots, strict=True)
    )
    return widest if is_high and widest <= _LARGEST_LABELS * width else 0


def _legend(painter: Painter, width: int, chart: Chart) -> list[list[tuple[Curve, int, int]]]:
    """Rows of curves with their widths and how far left of the right edge each begins."""
    gap = painter.px(12)
    title = painter.text_width(title_of(chart), Face.BODY, painter.type_size(TYPE_UNITS))
    free, rows = width - title - gap, [list[tuple[Curve, int]]()]
    for curve in chart.curves:
        own = min(width, entry_width(painter, curve))
        if own > free and (rows[-1] or len(rows) == 1):
            rows.append([])
            free = width
        rows[-1].append((curve, own))
        free -= own + gap
    placed = []
    for row in rows:
        right, entries = 0, []
        for curve, own in reversed(row):
            right += own
            entries.append((curve, own, right))
            right += gap
        placed.append(entries[::-1])
    return placed


def _at_ends(painter: Painter, pane: Pane, right: int) -> Iterator[Entry]:
    """The names beside the last value of each curve, moved apart where they would overlap."""
    line = round(1.25 * painter.type_size(TYPE_UNITS))
    lasts = [_last(curve, 4 * painter.scale / pane.plot.width) for curve in pane.chart.curves]
    wanted = pane.tops(np.array(lasts)).tolist()
    order = sorted(range(len(wanted)), key=lambda number: (wanted[number], number))
    tops = spread([wanted[number] - line / 2 for number in order], line, *_span(pane.well))
    left = pane.well.right + painter.px(6)
    for number, top in zip(order, tops, strict=True):
        yield Entry(pane.chart.curves[number], Rect(left, round(top), right - left, line))


def spread(wanted: Sequence[float], height: float, top: float, bottom: float) -> list[float]:
    """Where rows of ``height`` go that want to begin at ``wanted`` (growing), between two edges."""
    groups: list[list[float]] = []  # of touching rows: how many, and the sum of their first places
    for number, place in enumerate(wanted):
        groups.append([1, place - height * number, number])
        while len(groups) > 1 and _begin(groups[-2], height) + groups[-2][0] * height > _begin(
            groups[-1], height
        ):
            count, total, _ = groups.pop()
            groups[-1][0] += count
            groups[-1][1] += total
    placed = [
        _begin(group, height) + height * row for group in groups for row in range(int(group[0]))
    ]
    for number, place in enumerate(placed):
        placed[number] = max(place, top + height * number)
    for number in range(len(placed) - 1, -1, -1):
        most = bottom - height * (len(placed) - number)
        placed[number] = min(placed[number], most)
    return placed


def _begin(group: Sequence[float], height: float) -> float:
    """Where a group begins, so that its rows are on the whole as near as can be."""
    count, total, first = group
    return total / count + height * first


def _span(well: Rect) -> tuple[float, float]:
    return well.top, well.bottom


def _last(curve: Curve, share: float) -> float:
    """Where its line ends: the mean of what lies in the last ``share`` of it."""
    series = curve.series
    if curve.is_step:
        return float(series.last[-1])
    is_last = series.moment >= series.moment[-1] * (1 - share)
    return float(np.average(series.mean[is_last], weights=series.count[is_last]))


def title_of(chart: Chart) -> str:
    """What its values are, and count."""
    return f"{chart.title}, {chart.unit}"


def _with_times(painter: Painter, strip: Rect, panes: tuple[Pane, ...], end: int) -> Layout:
    """The axis of expansions: as many round ones as have room beside its caption."""
    size, gap = painter.type_size(TYPE_UNITS), painter.px(10)
    caption = Rect(strip)
    caption.width = min(strip.width, painter.text_width(CAPTION, Face.BODY, size))
    caption.right = strip.right
    layout = Layout(panes, end, (), caption)
    for most in range(_MOST_TIMES, 0, -1):
        marks = []
        step = round_step(end, most)
        for tick in ticks(0, end, step):
            width = painter.text_width(humanize.axis_count(tick), Face.FIGURES, size)
            place = Rect(0, strip.top, width, strip.height)
            place.centerx = round(float(layout.lefts(np.array([float(tick)]))[0]))
            place.clamp_ip(strip)
            marks.append((tick, place))
        marks = [mark for mark in marks if mark[1].right + gap <= caption.left or mark[0] == 0]
        if all(a.right + gap <= b.left for (_, a), (_, b) in pairwise(marks)):
            return replace(layout, marks=tuple(marks))
    return layout
