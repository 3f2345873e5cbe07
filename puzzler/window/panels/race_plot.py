"""All lanes of a race in one plot: a curve for each lane, and a chart for each figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.game.race.racing import Racing
from puzzler.game.race.state import Phase
from puzzler.game.watch.plots import Plotted, joint
from puzzler.search.samples import Figure
from puzzler.solver.race.rules import Pace
from puzzler.window.export.saving import results_folder
from puzzler.window.layout import Grow, column, inset, row
from puzzler.window.panels.panel import drawn
from puzzler.window.panels.race_lanes import RaceLanes
from puzzler.window.plot_files import save_plot_csv, save_plot_png
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.plot import UPDATE_EVERY, Plot
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

CHARTS = {
    Figure.H: "h",
    Figure.G: "g",
    Figure.FRONTIER: "Frontier",
    Figure.BOUND: "Bound",
    Figure.LENGTH: "Answer",
}
"""What the lanes can be compared by, and what the choice calls it."""
_CHART_UNITS = 96
"""Of the height of a chart, at least; where not all have it, one is shown at a time."""
_TARGET_UNITS = 34
_STEM = "puzzler-race"
_NOTHING = "Curves come with the first expansions"


class RacePlot:
    """What a chart shows of a moment stands beside the pointer; a click goes there, once over."""

    name = "race plot"
    is_shown = True

    def __init__(self, desk: Window, lanes: RaceLanes) -> None:
        """``lanes`` go first: a chart is drawn in a frame in which no lane is."""
        self._desk = desk
        self._cards = lanes
        self._joined: object = None
        self._joined_at = 0.0
        self._plotted: Plotted | None = None
        self._body = Rect(0, 0, 0, 0)
        self._most = 1
        self.plot = Plot("race charts", on_seek=self._seek)
        self.figure: Segmented[Figure | None] = Segmented("race figure", [], self._choose)
        self.picture = Button(
            "save race picture", self._save_picture, icon="picture", rank=Rank.QUIET
        )
        self.table = Button("save race samples", self._save_table, icon="save", rank=Rank.QUIET)

    # ---- Layout -------------------------------------------------------------------------

    def height(self, painter: Painter, width: int) -> int:
        """One chart, and the line above it."""
        return painter.px(_CHART_UNITS) + painter.target(_TARGET_UNITS)

    def place(self, painter: Painter, area: Rect) -> None:
        """What is compared, and below it the charts."""
        self._body = area
        target, gap = painter.target(_TARGET_UNITS), painter.px(6)
        above, charts = column(area, [target, Grow()], gap)
        width = self.figure.width(painter) if self.figure.options else 1
        room = above.width - 2 * (target + gap)
        self.figure.rect, _, self.picture.rect, self.table.rect = row(
            above, [min(width, room), Grow(), target, target], gap
        )
        self._most = max(1, charts.height // painter.px(_CHART_UNITS))
        self.plot.place(painter, inset(charts, 0))

    # ---- What is shown ------------------------------------------------------------------

    def follow(self) -> None:
        """What was sampled of all lanes so far, and where one is."""
        racing = self._desk.racing
        if racing is None:
            return
        if not self._cards.has_drawn:
            self._join(racing)
            self.plot.show(self._plotted, self._desk.now)
        is_over = racing.phase is Phase.OVER
        is_counted = racing.rules.pace is Pace.EXPANSIONS
        self.plot.position = round(racing.state().moment) if is_over and is_counted else None
        self.plot.heads = {}
        if is_over and not is_counted:
            at = [lane.expansions for lane in racing.lanes]
            self.plot.heads = dict(zip(racing.state().names, at, strict=True))
        shown = self.plot.shown
        has_curves = shown is not None and bool(shown.curves)
        self.picture.is_enabled = self.table.is_enabled = has_curves

    def _join(self, racing: Racing) -> None:
        """Put the lanes into one plot, where one of them has more, ten times a second at most."""
        now, is_same = self._desk.now, self._joined is not None
        if is_same and racing.state().is_running and now - self._joined_at < UPDATE_EVERY:
            return
        lanes, chosen = racing.state().plots, self._desk.race_figure
        key = lanes, chosen, self._most
        if key == self._joined:
            return
        self._joined, self._joined_at = key, now
        counts = {figure: _lanes_with(figure, lanes) for figure in CHARTS}
        there = [figure for figure in CHARTS if counts[figure]]
        # what most lanes have goes first
        best = sorted(there, key=lambda figure: -counts[figure])[: self._most]
        figures = [f for f in there if (f is chosen if chosen in there else f in best)]
        self._offer(there, figures)
        self._plotted = joint(lanes, figures) if figures else None

    def _offer(self, there: list[Figure], shown: list[Figure]) -> None:
        """A choice only where not all find room at once."""
        options: list[tuple[Figure | None, str]] = []
        if len(there) > self._most:
            options = [(figure, CHARTS[figure]) for figure in there]
            if self._most > 1:
                options.insert(0, (None, "Several"))
        self.figure.chosen = shown[0] if len(shown) == 1 else None
        if options != self.figure.options:
            self.figure.options = options
            if self._body.width:
                self.place(self._desk.painter, self._body)

    def _choose(self, figure: Figure | None) -> None:
        self._desk.race_figure = figure
        self.figure.chosen = figure

    def seconds_to_change(self) -> float | None:
        """Charts change ten times a second at most."""
        return self.plot.seconds_to_change(self._desk.now)

    def _seek(self, moment: int) -> None:
        racing = self._desk.racing
        timeline = None if racing is None else racing.state().timeline
        if racing is not None and timeline is not None:
            racing.seek(timeline.moment_of(moment))

    def _save_picture(self) -> None:
        racing, shown = self._desk.racing, self.plot.shown
        if racing is not None and shown is not None:
            title = f"A race on {racing.problem.start}"
            folder, painter = results_folder(), self._desk.painter
            self._desk.say(save_plot_png(shown, painter, title, folder, _STEM))

    def _save_table(self) -> None:
        if self.plot.shown is not None:
            self._desk.say(save_plot_csv(self.plot.shown, results_folder(), _STEM))

    # ---- Controls and picture -----------------------------------------------------------

    @property
    def controls(self) -> list[Control]:
        """What is compared, the charts, and what saves them."""
        choice = [self.figure] if self.figure.options else []
        return [*choice, self.plot, self.picture, self.table]

    def tip(self, name: str) -> Tip | None:
        """What the buttons do; a chart says itself what is under the pointer."""
        if name == self.picture.name:
            return Tip("Save the charts as a picture")
        if name == self.table.name:
            return Tip("Save all samples of all lanes as a table")
        return Tip("Which figure of the lanes is compared") if name == self.figure.name else None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Charts and buttons."""
        yield from drawn(self._desk, painter, self.controls)
        if not self.picture.is_enabled:
            color = painter.theme.text_muted
            yield label(painter, "no race yet", self.plot.rect, _NOTHING, color=color, align=0.5)


def _lanes_with(figure: Figure, lanes: Sequence[Plotted]) -> int:
    """How many lanes have a curve of it."""
    return sum(any(curve.figure is figure for curve in lane.curves) for lane in lanes)
