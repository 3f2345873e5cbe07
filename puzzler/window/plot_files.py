"""Plots as files: a picture drawn by the very widget, and the samples as a table."""

from __future__ import annotations

import io
from pathlib import Path

import pygame
from pygame import Rect, Surface

from puzzler.game.watch.plots import Plotted, as_csv
from puzzler.window.export.saving import save_new
from puzzler.window.layout import Grow, column, inset
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Theme
from puzzler.window.widgets.control import NO_TOUCH
from puzzler.window.widgets.plot import Plot

LARGER = 2
"""Times the scale of the window, so that a picture is sharp on paper and on a projector."""
_SIZE_UNITS = (800, 560)
_MARGIN_UNITS = 16
_TITLE_UNITS = 16


def plot_picture(shown: Plotted, theme: Theme, scale: float, title: str) -> Surface:
    """The charts under their title, at twice ``scale``; no window is needed."""
    pygame.font.init()
    painter = Painter(theme, LARGER * scale)
    picture = Surface((painter.px(_SIZE_UNITS[0]), painter.px(_SIZE_UNITS[1])))
    picture.fill(theme.panel)
    inner = inset(picture.get_rect(), painter.px(_MARGIN_UNITS))
    head, body = column(inner, [painter.px(2 * _TITLE_UNITS), Grow()])
    size = painter.type_size(_TITLE_UNITS)
    painter.write(picture, title, Face.STRONG, size, theme.text, head)
    plot = Plot("picture")
    plot.show(shown, 0.0)
    plot.place(painter, Rect(body))
    plot.draw(picture, painter, NO_TOUCH)
    return picture


def save_plot_png(shown: Plotted, painter: Painter, title: str, folder: Path, stem: str) -> str:
    """Save the picture in the theme and at twice the scale of ``painter``; one line about it."""
    stream = io.BytesIO()
    pygame.image.save(plot_picture(shown, painter.theme, painter.scale, title), stream, "plot.png")
    return save_new(stream.getvalue(), folder, stem, ".png")


def save_plot_csv(shown: Plotted, folder: Path, stem: str) -> str:
    """Save all samples; one line that says where, or why not."""
    return save_new(as_csv(shown), folder, stem, ".csv")
