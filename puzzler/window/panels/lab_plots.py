"""Figures of the search under the lens against its expansions; saved as a picture or a table."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.game.watch.plots import Plotted, plotted
from puzzler.search.samples import Sampled
from puzzler.window.files.saving import results_folder
from puzzler.window.layout import Grow, column, row
from puzzler.window.panels.panel import drawn
from puzzler.window.plot_files import save_plot_csv, save_plot_png
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.plot import Plot
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_LEAST_UNITS = 220
_GAP_UNITS = 8
_BUTTON_UNITS = 34
_LOW = 5
"""Buttons one above the other: in less height charts need all of it."""
_NOTHING = "Nothing is expanded yet"
_STEM = "puzzler-search"


class LabPlots:
    """Charts that share the axis of expansions, with a playhead at the present moment."""

    name = "lab plots"
    is_shown = True

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._sampled: Sampled | None = None
        self._plotted: Plotted | None = None
        self.plot = Plot("lab plot", on_seek=self._seek)
        self.picture = Button(
            "save plot picture", self._save_picture, label="Save PNG", icon="picture", units=14
        )
        self.table = Button(
            "save plot table", self._save_table, label="Save CSV", icon="save", units=14
        )

    # ---- Layout -------------------------------------------------------------------------

    def height(self, painter: Painter, width: int) -> int:
        """A few charts, and the buttons."""
        return painter.px(_LEAST_UNITS)

    def place(self, painter: Painter, area: Rect) -> None:
        """The charts, and what saves them below; beside them where height is scarce."""
        gap, button = painter.px(_GAP_UNITS), painter.target(_BUTTON_UNITS)
        widths = [self.picture.width(painter), self.table.width(painter)]
        if area.height >= _LOW * button:
            charts, below = column(area, [Grow(), button], gap)
            _, self.picture.rect, self.table.rect = row(below, [Grow(), *widths], gap)
        else:
            charts, beside = row(area, [Grow(), max(widths)], gap)
            self.picture.rect, self.table.rect, _ = column(beside, [button, button, Grow()], gap)
        self.plot.place(painter, charts)

    # ---- What is shown ------------------------------------------------------------------

    def follow(self) -> None:
        """What was sampled so far, and where the search is."""
        inspecting = self._desk.inspecting
        if inspecting is None:
            return
        inspecting.record(ranks=False, tree=False)
        if inspecting.sampled is not self._sampled:
            sampled = self._sampled = inspecting.sampled
            self._plotted = None if sampled is None else plotted(inspecting.method, sampled)
        self.plot.show(self._plotted, self._desk.now)
        self.plot.position = inspecting.expansions
        self.picture.is_enabled = self.table.is_enabled = self._has_curves

    @property
    def _has_curves(self) -> bool:
        """There is something to be seen."""
        shown = self.plot.shown
        return shown is not None and bool(shown.curves)

    def seconds_to_change(self) -> float | None:
        """Charts change ten times a second at most."""
        return self.plot.seconds_to_change(self._desk.now)

    def _seek(self, moment: int) -> None:
        if self._desk.inspecting is not None:
            self._desk.inspecting.seek(moment)

    def _save_picture(self) -> None:
        inspecting, shown = self._desk.inspecting, self.plot.shown
        if inspecting is not None and shown is not None:
            title = f"{inspecting.problem.start}: {inspecting.method.title}"
            folder, painter = results_folder(), self._desk.painter
            self._desk.say(save_plot_png(shown, painter, title, folder, _STEM))

    def _save_table(self) -> None:
        if self.plot.shown is not None:
            self._desk.say(save_plot_csv(self.plot.shown, results_folder(), _STEM))

    # ---- Controls and picture -----------------------------------------------------------

    @property
    def controls(self) -> list[Control]:
        """The charts, and what saves them."""
        return [self.plot, self.picture, self.table]

    def tip(self, name: str) -> Tip | None:
        """What the buttons do; a chart says itself what is under the pointer."""
        if name == self.picture.name:
            return Tip("Save the charts as a picture")
        if name == self.table.name:
            return Tip("Save all samples as a table")
        return None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Charts and buttons."""
        yield from drawn(self._desk, painter, self.controls)
        if not self._has_curves:
            color = painter.theme.text_muted
            yield label(painter, "nothing", self.plot.rect, _NOTHING, color=color, align=0.5)
