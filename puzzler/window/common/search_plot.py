"""Plots of searches: drawing and saving the charts that ``game.lab.plots`` selects."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence
from itertools import count, takewhile
from typing import Unpack

import numpy as np
import pygame
from pygame import Surface

from puzzler.game.lab.plots import PlotSet, SearchCurve, as_csv
from puzzler.humanize import axis_count, counted
from puzzler.progress import one_step
from puzzler.search.inspection.samples import SampledFigure
from puzzler.search.report import comparison
from puzzler.search.report.comparison import Entry, as_text
from puzzler.window.core.window import Window
from puzzler.window.export.saving import results_folder, save_new
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Options
from puzzler.window.toolkit.frame import draw_tree
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Column
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.plot import Cursor, Plot, PlotReading
from puzzler.window.toolkit.plot_chart import Axis, Dash, Kind, PlotChart, PlotSeries
from puzzler.window.toolkit.theme import Theme

LARGER = 2
"""Size of a saved picture relative to the window, large enough to be sharp on paper."""
LOOKS = (
    ("accent", Dash.SOLID),
    ("bound", Dash.DASHED),
    ("good", Dash.DOTTED),
    ("text", Dash.DASH_DOT),
)
"""Colour and line style of each curve of a chart."""
_SIZE_UNITS = (800, 560)
_MARGIN_UNITS = 16
_TITLE_UNITS = 16


def search_plot(
    shown: PlotSet,
    *,
    cursor: Cursor | None = None,
    on_seek: Callable[[int], object] | None = None,
    empty: str = "",
    is_log: bool = False,
    **options: Unpack[Options],
) -> Plot:
    """Return a plot of the charts by number of expansions. is_log: the axis is logarithmic."""
    series = {curve: series_of(curve) for curve in shown.curves}
    charts = (
        PlotChart(
            tuple(series[curve] for curve in chart.curves),
            Axis(low=0.0 if chart.from_zero else None, format=axis_count),
            f"{chart.title}, {chart.unit}" if chart.unit else chart.title,
        )
        for chart in shown.charts
    )

    def read_out(x: float) -> PlotReading | None:
        reading = shown.read(round(x))
        if reading is None:
            return None
        rows = tuple((series[curve], curve.full_title, words) for curve, words in reading.rows)
        return PlotReading(reading.last, reading.title, rows)

    last = max(1, shown.expansions)
    axis = Axis(high=last, format=axis_count, title="expansions")
    if is_log:
        powers = takewhile(lambda power: power <= last, (10.0**at for at in count()))
        ticks = tuple((power, axis_count(power)) for power in powers)
        axis = Axis(
            low=1, high=max(2, last), ticks=ticks, is_log=True, title="expansions (log scale)"
        )

    def seek(x: float) -> None:
        assert on_seek is not None, "else it is not called"
        on_seek(round(x))

    return Plot(
        *charts, x=axis, cursor=cursor or Cursor(), version=shown, on_seek=on_seek and seek,
        read_out=read_out, empty=empty, **options,
    )  # fmt: skip


def series_of(curve: SearchCurve) -> PlotSeries:
    """Return the series of a plot for a curve, with its band if it has one."""
    at = curve.series
    color, dash = LOOKS[curve.number]
    is_single = curve.figure is SampledFigure.F and not np.any(at.count > 1)
    is_step = curve.is_step or is_single
    return PlotSeries(
        x=at.moment,
        y=at.last if is_step else at.mean,
        name=curve.title,
        kind=Kind.STEPS if is_step else Kind.LINE,
        color=color,
        dash=dash,
        low=None if is_step else at.low,
        high=None if is_step else at.high,
        weight=at.count,
    )


def plot_picture(shown: PlotSet, theme: Theme, scale: float, title: str) -> Surface:
    """Draw the charts and their title at twice ``scale``. Works without a window."""
    pygame.font.init()
    painter = Painter(theme, LARGER * scale)
    picture = Surface((painter.px(_SIZE_UNITS[0]), painter.px(_SIZE_UNITS[1])))
    picture.fill(theme.panel)
    tree = Column(
        Text(title, size=_TITLE_UNITS, strong=True, lines=1),
        search_plot(shown, key="picture", grow=1),
        pad=_MARGIN_UNITS,
    )
    draw_tree(picture, Context(painter), tree, picture.get_rect())
    return picture


def as_png(picture: Surface) -> bytes:
    """Return the picture as the content of a PNG file."""
    stream = io.BytesIO()
    pygame.image.save(picture, stream, "plot.png")
    return stream.getvalue()


def table_buttons(
    window: Window,
    of: str,
    rows: Sequence[Entry],
    **sizes: float,
) -> list[Button]:
    """Return buttons that copy a comparison and save it as CSV. of: used in the file name."""

    def copy() -> None:
        window.say(window.copied(as_text(rows), f"Copied {counted(len(rows), 'row')}."))

    def save() -> None:
        # the font draws an x between digits as a multiplication sign
        name = f"puzzler-{of}-{time.strftime('%Y%m%d-%H%M%S')}"
        _save(window, "table", lambda: comparison.as_csv(rows), name, ".csv")

    return [
        Button("", do, icon=icon, rank=Rank.QUIET, enabled=bool(rows), tip=tip, key=f"{icon} rows",
               **sizes)  # type: ignore[arg-type]  # width and height
        for do, icon, tip in ((copy, "copy", "Copy the table as text"),
                              (save, "save", "Save the table as CSV"))
    ]  # fmt: skip


def save_buttons(
    window: Window, shown: PlotSet, title: str, what: str, *, is_brief: bool = False
) -> list[Button]:
    """Return buttons that save the picture and the table. what: used in the file names."""

    def save_picture() -> None:
        # drawn in this thread because fonts are not thread-safe
        picture = plot_picture(shown, window.painter.theme, window.painter.scale, title)
        _save(window, "picture", lambda: as_png(picture), stem, ".png")

    def save_table() -> None:
        _save(window, "table", lambda: as_csv(shown), stem, ".csv")

    stem, rank = f"puzzler-{what}", Rank.QUIET if is_brief else Rank.NORMAL
    return [
        Button("" if is_brief else words, save, icon=icon, size=14, rank=rank, tip=tip,
               enabled=bool(shown.curves), key=f"save plot {name}")
        for words, save, icon, name, tip in (
            ("Save PNG", save_picture, "picture", "picture", "Save the charts as a picture"),
            ("Save CSV", save_table, "save", "table", "Save all samples as a table"),
        )
    ]  # fmt: skip


def _save(
    window: Window, name: str, make: Callable[[], str | bytes], stem: str, suffix: str
) -> None:
    """Save the result of ``make`` in the background and show the path or the error."""
    steps = one_step(lambda: save_new(make(), results_folder(), stem, suffix))
    background = window.session.background
    background.run(f"save {name}", f"Saving the {name}", steps, window.say)
