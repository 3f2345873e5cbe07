"""Plots: curves and bars over axes, with a playhead, marks and values under the pointer."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import NamedTuple, Unpack

from pygame import Rect, Surface

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import SeekControl
from puzzler.window.toolkit.element import Action, Options, Point, Range, Tip, Touch
from puzzler.window.toolkit.frame import Frame
from puzzler.window.toolkit.labels import ink
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.plot_axes import AxisScale, Pane, PlotLayout, lay_out, sample_width
from puzzler.window.toolkit.plot_chart import Axis, Kind, PlotChart, PlotSeries
from puzzler.window.toolkit.plot_lines import (
    draw_bars,
    draw_curves,
    draw_dot,
    draw_knob,
    draw_levels,
    draw_marks,
    draw_sample,
)

UPDATE_EVERY = 0.1
"""Seconds between two pictures of growing data."""
_ASPECT = 0.62


@dataclass(frozen=True, slots=True)
class Cursor:
    """The current position in a plot."""

    x: float | None = None
    """The playhead; None for no playhead."""
    y: float | None = None
    """The value at which the playhead has a dot in the first chart."""
    ahead: float = 0.0
    """Distance of the drawn playhead from ``x``. Keys still step from ``x``."""
    heads: tuple[tuple[str, float], ...] = ()
    """(name, x): further lines, each with dots on the series with this name, in its colour."""


@dataclass(frozen=True, slots=True)
class PlotReading:
    """The values of the series at one position."""

    x: float
    title: str
    rows: tuple[tuple[PlotSeries, str, str], ...] = ()
    """(series, name, value) of each row of a card. Without rows only the title is drawn."""


class _Picture(NamedTuple):
    """The cached picture of a chart's curves."""

    data: Hashable
    place: Hashable
    scale: AxisScale
    surface: Surface
    area: Rect


class _State:
    """The state of a plot that outlives a rebuild of the tree."""

    def __init__(self, shown: Plot) -> None:
        self.shown = shown
        """The plot whose data is drawn. Newer data can be pending."""
        self.shown_at = -math.inf
        self.is_fresh = False
        """Whether growing data was taken over in this frame, in which the view is also rebuilt."""
        self.layout: tuple[Hashable, PlotLayout] | None = None
        self.pictures: dict[int, _Picture] = {}
        self.turn = 0
        """Changes whenever the redraw of a chart is postponed to the next frame."""


class Plot(SeekControl):
    """Charts below each other that share an x axis.

    ``on_seek`` is called with a position when a key, click or drag moves the playhead.
    """

    min_units, preferred_units = 120, 320

    def __init__(
        self,
        *charts: PlotChart,
        x: Axis,
        cursor: Cursor = Cursor(),
        version: Hashable = None,
        on_seek: Callable[[int], object] | None = None,
        on_choose: Callable[[int], object] | None = None,
        read_out: Callable[[float], PlotReading | None] | None = None,
        describe: Callable[[float], str] | None = None,
        empty: str = "",
        heights: tuple[float, float] = (80, 160),
        **options: Unpack[Options],
    ) -> None:
        """Create a plot of ``charts``.

        version: equal versions mean equal data, which is not drawn again; by default data is equal
        if the chart objects are the same. on_choose: called with a position on a click. read_out:
        returns the values at the position under the pointer. describe: returns the tooltip of a
        position; ``tip`` is used elsewhere. empty: text shown if there are no charts. heights:
        minimum and maximum height in units.
        """
        super().__init__(**options)
        self.charts, self.x, self.cursor, self.version = charts, x, cursor, version
        self.on_seek, self.on_choose = on_seek, on_choose
        self.read_out, self.describe = read_out, describe
        self.empty, self.range = empty, heights
        self.takes_focus = on_seek is not None or self.tip is not None
        self.role = "IMAGE" if on_seek is None else "SLIDER"

    @property
    def data(self) -> Hashable:
        """A value that is the same for plots with equal curves."""
        return self.charts if self.version is None else self.version, self.x.low, self.x.high

    def measure_height(self, ui: Context, width: int) -> Range:
        min_height, max_height = map(ui.painter.px, self.range)
        return Range(min_height, max(min_height, min(max_height, round(_ASPECT * width))))

    @property
    def spoken_name(self) -> str:
        titles = ", ".join(filter(None, (chart.title for chart in self.charts)))
        return self.accessible_name or f"Plot: {titles or self.empty or self.x.title}"

    def spoken_actions(self, ui: Context) -> dict[str, Action]:
        return {} if self.on_seek is None else super().spoken_actions(ui)

    def own_state(self, ui: Context) -> _State:
        """The state of this plot, stored in the ``Ui``."""
        return ui.state(("plot", self.key), lambda: _State(self))

    def emit(self, ui: Context, frame: Frame) -> None:
        state = self.own_state(ui)
        before = state.shown
        is_new = before.data != self.data
        may_continue, due = is_new and self.may_continue(before), state.shown_at + UPDATE_EVERY
        if may_continue and ui.now < due:
            ui.wake_in(due - ui.now, builds=False)
        else:
            state.shown, state.is_fresh = self, state.is_fresh or may_continue
            state.shown_at = ui.now if is_new else state.shown_at
        super().emit(ui, frame)

    def may_continue(self, before: Plot) -> bool:
        """Whether the data may extend that of ``before``. The picture is then updated rarely."""
        names = [
            [(chart.title, *(series.name for series in chart.series)) for chart in plot.charts]
            for plot in (self, before)
        ]
        return names[0] == names[1] and (self.x.high or 0) >= (before.x.high or 0)

    # ---- Layout ---------------------------------------------------------------------------------

    def layout(self, ui: Context) -> PlotLayout | None:
        """The layout of all charts; None if there are no charts."""
        state = self.own_state(ui)
        shown = state.shown
        if not shown.charts:
            return None
        key = shown.data, tuple(self.rect), ui.painter
        if state.layout is None or state.layout[0] != key:
            state.layout = key, lay_out(ui.painter, self.rect, shown.charts, shown.x)
        return state.layout[1]

    def x_at(self, ui: Context, left: int) -> float | None:
        """The position at a pixel column, rounded to the nearest position with a value."""
        layout = self.layout(ui)
        if layout is None:
            return None
        x = layout.x_at(left)
        if layout.pitch:
            every = [s.xs for p in layout.panes for s in p.chart.series if s.kind is Kind.BARS]
            return min(chain(*every), key=lambda place: abs(place - x), default=None)
        x = x if layout.x.is_log else round(x)
        return max(layout.x.low, min(self._until(layout), x))

    def _until(self, layout: PlotLayout) -> float:
        return layout.x.high if self.x.until is None else self.x.until

    def over(self, ui: Context, at: Point | None) -> float | None:
        """The position under the pointer; None outside the charts."""
        layout = self.layout(ui)
        if at is None or layout is None or not any(c.series for c in self.charts):
            return None
        first, last = layout.panes[0], layout.panes[-1]
        top = first.head.top if first.chart.has_bars else first.well.top
        area = Rect(first.well.left, top, first.well.width, last.well.bottom - top)
        return self.x_at(ui, at[0]) if area.collidepoint(at) else None

    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        over, describe = self.over(ui, at), self.own_state(ui).shown.describe
        text = None if describe is None or over is None else describe(over)
        return Tip(text) if text else self.tip

    # ---- Picture ----------------------------------------------------------------------------

    def look(self, ui: Context, touch: Touch) -> Hashable:
        state, layout, over = self.own_state(ui), self.layout(ui), self.over(ui, touch.at)
        until = None if layout is None else layout.left(self._until(layout))
        is_read = over is not None and self.read_out is not None
        data, beside = state.shown.data, is_read and touch.at
        return data, until, self.cursor, over, beside, state.turn, self.empty

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, layout, muted = ui.painter, self.layout(ui), ui.painter.theme.text_muted
        if layout is None:
            size = painter.type_size(14)
            painter.write(surface, self.empty, Face.BODY, size, muted, self.rect, align=0.5)
            return
        over = self.over(ui, touch.at)
        for pane, picture in self._pictures(ui, layout):
            _draw_pane(surface, layout, pane, over, picture)
        for text, face, place in layout.labels:
            painter.write(surface, text, face, layout.size, muted, place)
        _draw_cursor(surface, layout, self.cursor)
        read_out, beside = self.own_state(ui).shown.read_out, touch.at
        if over is None and touch.has_focus and self.cursor.x is not None and read_out is not None:
            over, beside = self.cursor.x, self.rect.midtop
        if over is not None and beside is not None:
            reading = None if read_out is None else read_out(over)
            _draw_reading(surface, layout, over, reading, beside[1])

    def _pictures(self, ui: Context, layout: PlotLayout) -> Iterator[tuple[Pane, _Picture | None]]:
        """Yield the charts with the pictures of their curves.

        At most one picture is redrawn per frame, so that no frame is late. No picture is redrawn in
        the frame that receives new data, because that frame also rebuilds the view.
        """
        state, until = self.own_state(ui), self._until(layout)
        data = state.shown.data, layout.left(until)
        has_drawn, is_behind, state.is_fresh = state.is_fresh, False, False
        for number, pane in enumerate(layout.panes):
            if pane.chart.has_bars:
                yield pane, None
                continue
            place = tuple(pane.plot), pane.chart.title, ui.painter
            cached = state.pictures.get(number)
            if cached is None or cached.place != place or (cached.data != data and not has_drawn):
                picture, area = draw_curves(layout, pane, until)
                cached = state.pictures[number] = _Picture(data, place, pane.scale, picture, area)
                has_drawn = True
            is_behind |= cached.data != data
            yield replace(pane, scale=cached.scale), cached
        if is_behind:
            state.turn += 1
            ui.wake_in(0.0, builds=False)

    # ---- Input ------------------------------------------------------------------------------

    def drag(self, ui: Context, at: Point) -> None:
        x = self.x_at(ui, at[0])
        if x is not None and self.on_seek is not None:
            self.on_seek(int(x))

    def release(self, ui: Context, at: Point) -> None:
        over, choose = self.over(ui, at), self.own_state(ui).shown.on_choose
        if over is not None and choose is not None:
            choose(int(over))

    def step(self, ui: Context, count: float) -> bool:
        layout = self.layout(ui)
        if layout is None or self.on_seek is None or self.cursor.x is None:
            return False
        x = max(layout.x.low, min(self._until(layout), self.cursor.x + count))
        self.on_seek(round(x))
        return True


# ---- Drawing --------------------------------------------------------------------------------


def _draw_pane(
    surface: Surface, layout: PlotLayout, pane: Pane, over: float | None, curves: _Picture | None
) -> None:
    painter, theme, size = layout.painter, layout.painter.theme, layout.size
    painter.write(surface, pane.chart.title, Face.BODY, size, theme.text_muted, pane.head)
    if curves is None:
        draw_bars(surface, layout, pane, over)
    else:
        painter.box(surface, pane.well, painter.px(6), theme.well, theme.panel_edge)
        surface.blit(curves.surface, curves.area)
    beside = Rect(layout.area.left, 0, pane.well.left - painter.px(6) - layout.area.left, size)
    for tick, text in pane.scale.ticks:
        beside.centery = pane.top(tick)
        beside.top = max(pane.well.top, min(beside.top, pane.well.bottom - size))
        painter.write(surface, text, Face.FIGURES, size, theme.text_muted, beside, align=1.0)
    for series, place in pane.names:
        rest = draw_sample(surface, painter, series, place)
        painter.write(surface, series.name, Face.BODY, size, theme.text, rest)
    draw_levels(surface, layout, pane)
    draw_marks(surface, layout, pane)


def _draw_cursor(surface: Surface, layout: PlotLayout, cursor: Cursor) -> None:
    """Draw the playhead, and a line with dots for each name of ``cursor.heads``."""
    painter, text = layout.painter, layout.painter.theme.text
    for pane, (name, x) in product(layout.panes, cursor.heads):
        for series in (series for series in pane.chart.series if series.name == name):
            line = layout.left(x), pane.plot.top, 1, pane.plot.height
            surface.fill(ink(painter, series.color), line)
            draw_knob(surface, layout, pane, series, x)
    if cursor.x is None:
        return
    left, thick, first = layout.left(cursor.x + cursor.ahead), painter.px(1.5), layout.panes[0]
    for pane in layout.panes:
        span = pane.well.inflate(0, -2) if cursor.y is None else pane.plot
        surface.fill(text, (left - thick // 2, span.top, thick, span.height))
    if cursor.y is None:
        top, half = first.well.top + 1, painter.px(5)
        high = round(1.6 * half)
        painter.wedge(surface, text, (left, top + high), half, high)
    else:
        draw_dot(surface, painter, (left, first.top(cursor.y)), 13, text)


def _draw_reading(
    surface: Surface, layout: PlotLayout, over: float, reading: PlotReading | None, beside: int
) -> None:
    """Draw a line through all charts, dots on the curves, and the values."""
    x, rows = (over, ()) if reading is None else (reading.x, reading.rows)
    left = layout.left(x)
    for pane in layout.panes:
        if not pane.chart.has_bars:
            line = left, pane.plot.top, 1, pane.plot.height
            surface.fill(layout.painter.theme.track, line)
        for series in pane.chart.series:
            if series.kind is Kind.DOTS or any(series is row[0] for row in rows):
                draw_knob(surface, layout, pane, series, x)
    if rows and reading is not None:
        _draw_card(surface, layout, reading, (left, beside))
    elif reading is not None:
        painter, head = layout.painter, layout.panes[0].head
        text, size = painter.theme.text, layout.size
        painter.write(surface, reading.title, Face.STRONG, size, text, head, align=1.0)


def _draw_card(surface: Surface, layout: PlotLayout, reading: PlotReading, beside: Point) -> None:
    """Draw a card with the position and a row for each series, on the side with more room."""
    painter, theme, size, within = layout.painter, layout.painter.theme, layout.size, layout.area
    line, pad, gap = round(size * 1.5), painter.px(8), painter.px(10)
    widths = [painter.text_width(reading.title, Face.STRONG, size)]
    names = max(painter.text_width(name, Face.BODY, size) for _, name, _ in reading.rows)
    for series, _, value in reading.rows:
        sample = sample_width(painter, series)
        widths.append(sample + names + gap + painter.text_width(value, Face.FIGURES, size))
    width, height = max(widths) + 2 * pad, line * (1 + len(reading.rows)) + 2 * pad
    card = Rect(0, 0, min(width, within.width), height)
    left, card.centery = beside
    is_left = left - within.left > within.right - left
    card.left = left - gap - card.width if is_left else left + gap
    card.clamp_ip(within)
    painter.box(surface, card, painter.px(8), theme.panel, theme.track)
    row = Rect(card.left + pad, card.top + pad, card.width - 2 * pad, line)
    painter.write(surface, reading.title, Face.STRONG, size, theme.text, row)
    for series, name, value in reading.rows:
        row.top += line
        text = draw_sample(surface, painter, series, row)
        painter.write(surface, name, Face.BODY, size, theme.text_muted, text)
        painter.write(surface, value, Face.FIGURES, size, theme.text, text, align=1.0)
