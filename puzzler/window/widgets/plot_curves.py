"""The curves of one chart of a plot, and pieces of their lines for names and values."""

from __future__ import annotations

import numpy as np
import pygame
from pygame import Rect, Surface

from puzzler.game.watch.plots import Curve, Line, Tone
from puzzler.search.engine.algorithm import Floats
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Color, mix
from puzzler.window.widgets.plot_layout import Layout, Pane
from puzzler.window.widgets.plot_lines import band_of, draw_band, draw_line, traced

_OVERSAMPLING = 2
_LINE_UNITS = 1.8
_THINNEST = 2
"""Pixels: one of them has all of the line's colour, wherever that lies."""
_STEP_UNITS = 4
"""Pixels between two points of a line, at least."""
_GRID_TINT = 0.28


def tone_of(painter: Painter, curve: Curve) -> Color:
    """The colour of a curve."""
    color: Color = getattr(painter.theme, curve.tone.value)
    return color


def draw_sample(surface: Surface, painter: Painter, curve: Curve, area: Rect) -> None:
    """A piece of a curve's line across the middle of ``area``."""
    draw_line_sample(surface, painter, curve.tone, curve.line, area)


def draw_line_sample(
    surface: Surface, painter: Painter, tone: Tone, line: Line, area: Rect
) -> None:
    """A piece of such a line across the middle of ``area``."""

    def draw() -> Surface:
        many = _OVERSAMPLING
        large = Surface((area.width * many, area.height * many), pygame.SRCALPHA)
        large.fill((0, 0, 0, 0))
        xs, ys = np.array([0.0, area.width * many]), np.full(2, area.height * many / 2)
        color: Color = getattr(painter.theme, tone.value)
        thick = _thickness(painter)
        draw_line(large, color, xs, ys, line, thick, max(1.0, painter.scale) * many)
        return pygame.transform.smoothscale(large, area.size)

    key = "plot sample", tone, line, area.size, painter.theme
    sample = painter.made(key, draw)
    surface.blit(sample, area, special_flags=pygame.BLEND_PREMULTIPLIED)


def draw_curves(painter: Painter, layout: Layout, pane: Pane, margin: int) -> Surface:
    """Grid and bands, and over them the lines: smooth, because drawn larger."""
    theme, plot = painter.theme, pane.plot
    many = _OVERSAMPLING
    picture = Surface((plot.width + 2 * margin, plot.height + 2 * margin))
    picture.fill(theme.well)

    def across(moments: Floats) -> Floats:
        return layout.lefts(moments) - plot.left + margin + 0.5

    def down(values: Floats) -> Floats:
        return pane.tops(values) - plot.top + margin + 0.5

    grid = mix(theme.well, theme.track, _GRID_TINT)
    thin = max(1, round(painter.scale))
    for top in down(np.array(pane.scale.ticks, np.float64)).tolist():
        picture.fill(grid, (margin, int(top) - thin // 2, plot.width, thin))
    step, thick = _STEP_UNITS * painter.scale, _thickness(painter)
    traces = [traced(curve, layout.end, across, down, step) for curve in pane.chart.curves]
    drawn = list(zip(pane.chart.curves, traces, strict=True))[::-1]  # the first lies on top
    for curve, trace in drawn:
        draw_band(picture, tone_of(painter, curve), band_of(trace, thick / many))
    lines = Surface((picture.get_width() * many, picture.get_height() * many), pygame.SRCALPHA)
    lines.fill((0, 0, 0, 0))
    for curve, trace in drawn:
        left, top = trace.left * many, trace.line * many
        tone, unit = tone_of(painter, curve), max(1.0, painter.scale) * many
        draw_line(lines, tone, left, top, curve.line, thick, unit)
    smooth = pygame.transform.smoothscale(lines, picture.get_size())
    # a mean with nothing is the colour times its share already
    picture.blit(smooth, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return picture


def _thickness(painter: Painter) -> int:
    """Of a line, before it is made smaller."""
    return round(max(_THINNEST, _LINE_UNITS * painter.scale) * _OVERSAMPLING)
