"""The joint plot of a race: a chart for each figure, with a curve for each lane."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from puzzler.board.board import Board
from puzzler.game.race.state import RaceState, Timeline, lane_names
from puzzler.game.watch.plots import NOTHING_PLOTTED, Plotted, joint
from puzzler.search.samples import Figure
from puzzler.solver.race.values import Pace
from puzzler.window.common.search_plot import save_buttons, search_plot
from puzzler.window.toolkit.controls import Option, Segments
from puzzler.window.toolkit.element import Context, Element
from puzzler.window.toolkit.layout import Column, Responsive, Row, Space
from puzzler.window.toolkit.plot import Cursor
from puzzler.window.window import Window

FIGURE = "race figure"
"""The key of the choice of what the lanes are compared by."""
_NAMES = {
    Figure.FRONTIER: "Frontier",
    Figure.BOUND: "Bound",
    Figure.LENGTH: "Solution",
    Figure.G: "g",
    Figure.H: "h",
}
"""What the lanes can be compared by."""
_CHART_UNITS = 96
"""The least height of a chart; where not all of them have it, some are shown at a time."""
_SCRIBBLES = (Figure.G, Figure.H)
"""They go up and down at every expansion: shown where there is room, or by choice."""
_NOTHING = "Curves begin with the first expansions"
_joint = lru_cache(maxsize=1)(joint)
"""The same curves are drawn only once."""


def race_plot(window: Window, now: RaceState, plotted: RaceState) -> Element:
    """The curves of ``plotted``, and where the race is ``now``. Once it is over a click seeks."""
    cursor, timeline = Cursor(), now.timeline
    if timeline is not None and now.rules.pace is Pace.EXPANSIONS:
        cursor = Cursor(round(now.moment))
    elif timeline is not None:
        at = [float(lane.expansions) for lane in now.lanes]
        cursor = Cursor(heads=tuple(zip(lane_names(now.methods), at, strict=True)))
    chosen: Figure | None = window.ui.choice(FIGURE, None)
    return window.ui.reuse(
        _by_size, window, now.problem.start, plotted.plots, timeline, cursor, chosen
    )


def _by_size(
    window: Window,
    start: Board,
    lanes: tuple[Plotted, ...],
    timeline: Timeline | None,
    cursor: Cursor,
    chosen: Figure | None,
) -> Element:
    """As many charts as have room; a choice is shown where there are more figures."""

    def seek(expansions: int) -> None:
        if timeline is not None:
            window.session.race.current.seek(timeline.moment_of(expansions))

    def build(ui: Context, width: int, height: int) -> Element:
        painter = ui.painter
        rest = height - painter.target(40) - painter.px(6)
        most = max(1, rest // painter.px(_CHART_UNITS))
        offered, figures = chosen_figures(lanes, chosen, most)
        shown = _joint(lanes, tuple(figures)) if figures else NOTHING_PLOTTED
        choice = None
        if len(offered) > most:
            options: list[Option[Figure | None]] = [Option(f, _NAMES[f]) for f in offered]
            if most > 1:
                options.insert(0, Option(None, "Several"))
            choice = Segments(
                options, figures[0] if len(figures) == 1 else None, partial(ui.choose, FIGURE),
                tip="Which figure of the lanes is compared", key=FIGURE,
            )  # fmt: skip
        saving = save_buttons(window, shown, f"A race on {start}", "race", is_brief=True)
        return Column(
            Row(choice, Space(grow=1), *saving, gap=0),
            search_plot(shown, cursor=cursor, on_seek=seek, empty=_NOTHING,
                        key="race charts", is_log=True, grow=1),
            gap=6,
        )  # fmt: skip

    return Responsive(build)


def chosen_figures(
    lanes: Sequence[Plotted], chosen: Figure | None, most: int
) -> tuple[list[Figure], list[Figure]]:
    """The figures that lanes have, and those that are shown: the chosen one, else ``most``.

    Figures that more lanes have come first, and those that go up and down last.
    """
    counts = {
        figure: sum(any(curve.figure is figure for curve in lane.curves) for lane in lanes)
        for figure in _NAMES
    }
    offered = [figure for figure in _NAMES if counts[figure]]
    if chosen in offered:
        return offered, [figure for figure in offered if figure is chosen]
    best = sorted(offered, key=lambda figure: (figure in _SCRIBBLES, -counts[figure]))[:most]
    return offered, [figure for figure in offered if figure in best]
