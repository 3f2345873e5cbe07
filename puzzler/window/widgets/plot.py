"""Figures of a search against its expansions: charts one below the other that share that axis."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import pygame
from pygame import Rect, Surface

from puzzler import humanize
from puzzler.game.watch.plots import Curve, Plotted, Reading
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.widgets.control import Point, Touch
from puzzler.window.widgets.plot_curves import draw_curves, draw_sample, tone_of
from puzzler.window.widgets.plot_layout import (
    CAPTION,
    SAMPLE_UNITS,
    TYPE_UNITS,
    Layout,
    Pane,
    lay_out,
    title_of,
)
from puzzler.window.widgets.plot_readout import draw_readout

UPDATE_EVERY = 0.1
"""Seconds between two pictures while a search runs."""


class Plot:
    """Calls ``on_seek`` with a moment: by click, drag, or Left, Right, Home and End."""

    def __init__(self, name: str, on_seek: Callable[[int], None] | None = None) -> None:
        self.name = name
        self.on_seek = on_seek
        self.shown: Plotted | None = None
        self.position: int | None = None
        """The moment at which the playhead is; None for no playhead."""
        self.heads: Mapping[str, int] = {}
        """Where searches that share the charts are not at one moment, each one's own, by owner."""
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self._wanted: Plotted | None = None
        self._shown_at = 0.0
        self._layout: tuple[Hashable, Layout | None] | None = None
        self._drawn: dict[int, _Drawn] = {}
        self._turn = 0  # changes with every frame that leaves a chart to the next one
        self._is_behind = False

    def show(self, shown: Plotted | None, now: float) -> None:
        """Show that from now on; called in every frame.

        Ten pictures a second are as good as always while a search goes on. What is new waits for
        the next frame then: in this one others have to draw what came with it.
        """
        is_new, self._wanted = shown is not self._wanted, shown
        before = self.shown
        if shown is before:
            return
        is_next = shown is not None and before is not None and shown.goes_on(before)
        if not is_next or (not is_new and now >= self._shown_at + UPDATE_EVERY):
            self.shown, self._shown_at = shown, now

    def seconds_to_change(self, now: float) -> float | None:
        """How long until what was given is shown; None where it is."""
        if self._is_behind:
            return 0.0
        if self._wanted is self.shown:
            return None
        return max(0.0, self._shown_at + UPDATE_EVERY - now)

    def place(self, painter: Painter, area: Rect) -> None:
        """Lay it out in ``area``."""
        self.rect = area

    # ---- Where things are ---------------------------------------------------------------

    def layout(self, painter: Painter) -> Layout | None:
        """Where everything is; None where there is nothing to show."""
        key = self.shown, tuple(self.rect), painter.scale
        if self._layout is None or self._layout[0] != key:
            made = None if self.shown is None else lay_out(painter, self.rect, self.shown)
            self._layout = key, made
        return self._layout[1]

    def moment_at(self, at: Point) -> int | None:
        """The moment under the pointer, the nearest there is; None where nothing is shown."""
        layout = None if self._layout is None else self._layout[1]
        if layout is None:
            return None
        plot = layout.panes[0].plot
        share = (at[0] - plot.left) / max(1, plot.width - 1)
        return max(0, min(layout.end, round(share * layout.end)))

    def reading(self, at: Point) -> Reading | None:
        """Every curve beside the pointer; None where nothing is shown there."""
        layout = None if self._layout is None else self._layout[1]
        if layout is None or self.shown is None:
            return None
        top, bottom = layout.panes[0].well.top, layout.panes[-1].well.bottom
        well = layout.panes[0].well
        if not Rect(well.left, top, well.width, bottom - top).collidepoint(at):
            return None
        return self.shown.read(self.moment_at(at) or 0)

    # ---- Picture ------------------------------------------------------------------------

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        heads = tuple(self.heads.items())
        return self.shown, self.position, heads, touch.at, tuple(self.rect), self._turn

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        layout = self.layout(painter)
        self._is_behind = False
        if layout is None or self.shown is None:
            return
        for pane, curves in self._charts(painter, layout):
            self._draw_pane(surface, painter, pane, curves)
        _draw_times(surface, painter, layout)
        if self.position is not None:
            _draw_head(surface, painter, layout, self.position)
        self._draw_heads(surface, painter, layout)
        reading = None if touch.at is None else self.reading(touch.at)
        beside = touch.at
        if reading is None and touch.has_focus and self.position is not None:
            reading = self.shown.read(self.position)
            beside = _left_of(layout, self.position), self.rect.top
        if reading is not None and beside is not None:
            self._draw_reading(surface, painter, layout, reading, beside)

    def _charts(self, painter: Painter, layout: Layout) -> Iterator[tuple[Pane, Surface]]:
        """The charts and their curves. One changes in a frame, so that no frame is late."""
        has_drawn = False
        for number, pane in enumerate(layout.panes):
            place = pane.plot.size, pane.chart.title, painter.scale, painter.theme
            kept = self._drawn.get(number)
            if kept is None or kept.place != place or not (kept.shown is self.shown or has_drawn):
                curves = draw_curves(painter, layout, pane, _margin(painter, pane))
                kept = self._drawn[number] = _Drawn(self.shown, place, pane, curves)
                has_drawn = True
            elif kept.shown is not self.shown:
                self._is_behind = True
            yield replace(pane, scale=kept.pane.scale), kept.curves
        self._turn += self._is_behind

    def _draw_pane(self, surface: Surface, painter: Painter, pane: Pane, curves: Surface) -> None:
        theme, size = painter.theme, painter.type_size(TYPE_UNITS)
        title = title_of(pane.chart)
        painter.write(surface, title, Face.BODY, size, theme.text_muted, pane.head)
        painter.box(surface, pane.well, painter.px(6), theme.well, theme.panel_edge)
        place = Rect(self.rect.left, 0, pane.well.left - painter.px(6) - self.rect.left, size)
        tops = pane.tops(np.array(pane.scale.ticks, np.float64)).tolist()
        for tick, top in zip(pane.scale.ticks, tops, strict=True):
            place.centery = round(top)
            painter.write(
                surface,
                humanize.axis_count(tick),
                Face.FIGURES,
                size,
                theme.text_muted,
                place,
                align=1.0,
            )
        margin = _margin(painter, pane)
        surface.blit(curves, pane.plot.inflate(2 * margin, 2 * margin))
        for entry in pane.entries:
            sample = Rect(entry.area)
            sample.width = painter.px(SAMPLE_UNITS)
            draw_sample(surface, painter, entry.curve, sample)
            name = Rect(entry.area)
            name.left, name.width = sample.right + painter.px(5), entry.area.width
            name.width = max(0, entry.area.right - name.left)
            painter.write(surface, entry.curve.title, Face.BODY, size, theme.text, name)

    def _draw_reading(
        self, surface: Surface, painter: Painter, layout: Layout, reading: Reading, beside: Point
    ) -> None:
        """A line through all charts, dots on their curves, and the values."""
        left = _left_of(layout, reading.last)
        for pane in layout.panes:
            surface.fill(painter.theme.track, (left, pane.plot.top, 1, pane.plot.height))
            for curve, _ in reading.rows:
                if curve in pane.chart.curves:
                    _draw_knob(surface, painter, layout, pane, curve, reading.last)
        draw_readout(surface, painter, self.rect, reading, (left, beside[1]))

    def _draw_heads(self, surface: Surface, painter: Painter, layout: Layout) -> None:
        """A line for each search in its own colour, and a dot where its curve is."""
        for pane in layout.panes:
            for curve in pane.chart.curves:
                at = self.heads.get(curve.owner)
                if at is not None:
                    line = _left_of(layout, at), pane.plot.top, 1, pane.plot.height
                    surface.fill(tone_of(painter, curve), line)
            for curve in pane.chart.curves:
                at = self.heads.get(curve.owner)
                if at is not None:
                    _draw_knob(surface, painter, layout, pane, curve, at)

    # ---- Input --------------------------------------------------------------------------

    def press(self, at: Point) -> None:
        """Go there."""
        self.drag(at)

    def drag(self, at: Point) -> None:
        """Follow the pointer."""
        moment = self.moment_at(at)
        if moment is not None and self.on_seek is not None:
            self.on_seek(moment)

    def release(self, at: Point) -> None:
        """Let go."""

    def key(self, key: int, mod: int = 0) -> bool:
        """Left, Right, Home and End; with Shift or Ctrl they are left to others."""
        if self.shown is None or self.position is None or self.on_seek is None:
            return False
        last = self.shown.expansions
        wanted = {
            pygame.K_LEFT: self.position - 1,
            pygame.K_RIGHT: self.position + 1,
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }
        if key not in wanted or mod & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        self.on_seek(max(0, min(last, wanted[key])))
        return True


@dataclass(frozen=True)
class _Drawn:
    """The curves of a chart as they were drawn last."""

    shown: Plotted | None
    place: Hashable
    pane: Pane
    curves: Surface


def _margin(painter: Painter, pane: Pane) -> int:
    """Pixels around the values that a line may reach."""
    return max(0, pane.plot.left - pane.well.left - painter.px(2))


def _left_of(layout: Layout, moment: int) -> int:
    moment = min(moment, layout.end)
    return round(float(layout.lefts(np.array([float(moment)]))[0]))


def _draw_knob(
    surface: Surface, painter: Painter, layout: Layout, pane: Pane, curve: Curve, moment: int
) -> None:
    """A dot on a curve, where it has a value then."""
    value = curve.value_at(moment)
    if value is None:
        return
    knob = Rect(0, 0, painter.px(8), painter.px(8))
    knob.center = _left_of(layout, moment), round(float(pane.tops(np.array([value]))[0]))
    painter.box(surface, knob, knob.width, painter.theme.well)
    inner = knob.inflate(-2, -2)
    painter.box(surface, inner, inner.width, tone_of(painter, curve))


def _draw_times(surface: Surface, painter: Painter, layout: Layout) -> None:
    theme, size = painter.theme, painter.type_size(TYPE_UNITS)
    for tick, area in layout.marks:
        painter.write(
            surface, humanize.axis_count(tick), Face.FIGURES, size, theme.text_muted, area
        )
    painter.write(surface, CAPTION, Face.BODY, size, theme.text_muted, layout.caption)


def _draw_head(surface: Surface, painter: Painter, layout: Layout, position: int) -> None:
    """The playhead: a line through all charts, and a wedge at their upper end."""
    left, thick, theme = _left_of(layout, position), max(1, painter.px(1.5)), painter.theme
    for pane in layout.panes:
        well = pane.well
        surface.fill(theme.text, (left - thick // 2, well.top + 1, thick, well.height - 2))
    top, half = layout.panes[0].well.top, painter.px(5)
    wedge = [(left - half, top + 1), (left + half, top + 1), (left, top + 1 + round(1.6 * half))]
    pygame.draw.polygon(surface, theme.text, wedge)
