"""The results of a race: charts with a curve per lane, and a table with a row per lane."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from puzzler.board.board import Board
from puzzler.game.lab.plots import NOTHING_PLOTTED, PlotSet, joint, title_of
from puzzler.game.race.state import RaceState, Timeline, lane_names
from puzzler.search.inspection.samples import SampledFigure
from puzzler.search.report.comparison import (
    COLUMNS,
    METHOD,
    ComparisonColumn,
    Entry,
    named,
    sorted_by,
)
from puzzler.search.report.winning import Winner
from puzzler.solver.race.race_rules import Pace
from puzzler.window.common.search_plot import save_buttons, search_plot, table_buttons
from puzzler.window.core.window import Window
from puzzler.window.race.lanes import open_lane_menu
from puzzler.window.toolkit.choices import Option, Segments
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Column, Responsive, Row, Space
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.plot import Cursor
from puzzler.window.toolkit.table import Rows, SortOrder, Table, TableColumn

FIGURE = "race figure"
"""The key of the control that selects the compared figure."""
_FIGURES = (
    SampledFigure.FRONTIER,
    SampledFigure.BOUND,
    SampledFigure.LENGTH,
    SampledFigure.G,
    SampledFigure.H,
)
"""The figures that can be compared."""
_CHART_UNITS = 96
"""Minimum height of a chart. If there is no room for all charts, only some are shown."""
_ERRATIC = (SampledFigure.G, SampledFigure.H)
"""Figures that change at every expansion; shown last, or if they are selected."""
_joint = lru_cache(maxsize=1)(joint)
"""``joint`` with a cache of the last result, so that unchanged curves are not drawn again."""
ROWS = "race rows"
_ORDER = "order of race rows"
_PRIORITY = ("method", "length", "quality", "expanded", "time", "memory", "generated", "branching")
"""The most important columns first. If space is short, all others are hidden before these."""
_MAX_LENGTH, _MAX_LENGTH_COMPACT = 60, 31
"""Maximum length of a cell in characters; the row's tooltip has the full text."""


def race_plot(window: Window, now: RaceState, plotted: RaceState) -> Element:
    """Build charts with the curves of ``plotted`` and the cursor of ``now``. A click may seek."""
    cursor, timeline = Cursor(), now.timeline
    if timeline is not None and now.rules.pace is Pace.EXPANSIONS:
        cursor = Cursor(round(now.moment))
    elif timeline is not None:
        at = [float(lane.expansions) for lane in now.lanes]
        cursor = Cursor(heads=tuple(zip(lane_names(now.methods), at, strict=True)))
    chosen: SampledFigure | None = window.ui.choice(FIGURE, None)
    return window.ui.reuse(
        _by_size, window, now.problem.start, plotted.plots, timeline, cursor, chosen
    )


def _by_size(
    window: Window,
    start: Board,
    lanes: tuple[PlotSet, ...],
    timeline: Timeline | None,
    cursor: Cursor,
    chosen: SampledFigure | None,
) -> Element:
    """Build as many charts as fit, with a control to select a figure if there are more."""

    def seek(expansions: int) -> None:
        if timeline is not None:
            window.session.race.current.seek(timeline.moment_of(expansions))

    def build(ui: Context, width: int, height: int) -> Element:
        painter = ui.painter
        rest = height - painter.target(40) - painter.px(6)
        limit = max(1, rest // painter.px(_CHART_UNITS))
        available, figures = chosen_figures(lanes, chosen, limit)
        shown = _joint(lanes, tuple(figures)) if figures else NOTHING_PLOTTED
        choice = None
        if len(available) > limit:
            options: list[Option[SampledFigure | None]] = [
                Option(f, title_of(f, lanes)) for f in available
            ]
            if limit > 1:
                options.insert(0, Option(None, "Several"))
            choice = Segments(
                options, figures[0] if len(figures) == 1 else None, partial(ui.choose, FIGURE),
                tip="The figure to compare", key=FIGURE,
            )  # fmt: skip
        saving = save_buttons(window, shown, f"A race on {start}", "race", is_brief=True)
        return Column(
            Row(choice, Space(grow=1), *saving, gap=0),
            search_plot(shown, cursor=cursor, on_seek=seek, key="race charts", is_log=True, grow=1,
                        empty="Curves start with the first expansions"),
            gap=6,
        )  # fmt: skip

    return Responsive(build)


def chosen_figures(
    lanes: Sequence[PlotSet], chosen: SampledFigure | None, limit: int
) -> tuple[list[SampledFigure], list[SampledFigure]]:
    """Return all figures of the lanes and the figures to show: ``chosen``, or at most ``limit``.

    Figures of many lanes are preferred to those of few, and steady figures to erratic ones.
    """
    counts = {
        figure: sum(any(curve.figure is figure for curve in lane.curves) for lane in lanes)
        for figure in _FIGURES
    }
    available = [figure for figure in _FIGURES if counts[figure]]
    if chosen in available:
        return available, [figure for figure in available if figure is chosen]
    best = sorted(available, key=lambda figure: (figure in _ERRATIC, -counts[figure]))[:limit]
    return available, [figure for figure in available if figure in best]


def race_table(window: Window, race: RaceState) -> Element:
    """Build the table below the winner. A click or Enter on a row opens the menu of its lane."""
    order: SortOrder | None = window.ui.choice(_ORDER, None)
    return window.ui.reuse(_table, window, race.entries, race.winner, order, window.is_compact)


def _table(
    window: Window,
    entries: tuple[Entry, ...],
    winner: Winner | None,
    order: SortOrder | None,
    is_compact: bool,
) -> Element:
    rows = entries
    if order is not None:
        rows = sorted_by(entries, named(order.column, COLUMNS), order.is_down)
    columns = comparable_columns(entries)
    # compare by identity, because two lanes can have equal results
    places = [next(place for place, e in enumerate(entries) if e is entry) for entry in rows]
    cells, tips = [], []
    for place, entry in zip(places, rows, strict=True):
        texts = {column: column.text(entry) for column in columns}
        summary = ", ".join(f"{column.title} {texts[column]}" for column in columns[1:])
        tips.append(f"{entry.method.title}: {summary}. Click to play it or open it in the Lab")
        cells.append((f"{place + 1}  {texts[METHOD]}", *(texts[column] for column in columns[1:])))

    def open_row(index: int) -> None:
        table = window.ui.find(ROWS)
        assert isinstance(table, Table), "one of its rows was chosen"
        anchor = table.cell_rect(window.ui, index)
        anchor.width = window.painter.px(260)
        open_lane_menu(window, places[index], anchor)

    table = Table(
        _columns(window, entries, _MAX_LENGTH_COMPACT if is_compact else _MAX_LENGTH),
        Rows(len(cells), lambda first, count: cells[first : first + count]),
        open_row, order=order, on_sort=partial(_sort, window, order),
        empty="The table appears once the race is over", key=ROWS, tips=tips, grow=1, min_rows=1,
    )  # fmt: skip
    is_won = winner is not None and bool(winner.places)
    verdict = Text("" if winner is None else winner.words, size=15, strong=True, lines=1, width=0,
                   grow=1, color="good" if is_won else "text", key="verdict")  # fmt: skip
    return Column(Row(verdict, *table_buttons(window, "race", rows), gap=0), table, gap=6)


def comparable_columns(entries: tuple[Entry, ...]) -> list[ComparisonColumn]:
    """Return all columns, but b* only if all solutions have the same length."""
    has_one_length = len({result.length for entry in entries for result in entry.solved}) < 2
    return [each for each in COLUMNS if has_one_length or each.name != "branching"]


def _columns(window: Window, entries: tuple[Entry, ...], limit: int) -> list[TableColumn]:
    """Return the columns, sized for their widest text. limit: maximum length of a text."""

    def width(text: str) -> int:
        return window.painter.text_width(text, Face.FIGURES, 14)

    columns = []
    for each in comparable_columns(entries):
        number = "1  " if each is METHOD else ""
        texts = [number + each.text(entry) for entry in entries] or [each.title]
        widest = max(texts, key=width)
        sample = max((text[:limit] for text in texts), key=width)
        need = len(_PRIORITY) - _PRIORITY.index(each.name) if each.name in _PRIORITY else 0
        columns.append(
            TableColumn(each.name, each.title, sample, each.words, not each.is_text, need,
                        widest=widest)
        )  # fmt: skip
    return columns


def _sort(window: Window, before: SortOrder | None, order: SortOrder) -> None:
    """Set the sort order. The first click on a column sorts the best values first."""
    if before is None or before.column != order.column:
        column = named(order.column, COLUMNS)
        order = SortOrder(order.column, not (column.smaller_is_better or column.is_text))
    window.ui.choose(_ORDER, order)
