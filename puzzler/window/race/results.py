"""What lanes are compared by: a joint plot with a curve for each lane, and a table with a row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from puzzler.board.board import Board
from puzzler.game.race.state import RaceState, Timeline, lane_names
from puzzler.game.watch.plots import NOTHING_PLOTTED, Plotted, joint
from puzzler.search.inspection.samples import SampledFigure
from puzzler.search.report.comparison import (
    COLUMNS,
    METHOD,
    Entry,
    as_csv,
    as_text,
    named,
    sorted_by,
)
from puzzler.search.report.winning import Winner
from puzzler.solver.race.race_rules import Pace
from puzzler.window.common.search_plot import save_buttons, search_plot, table_buttons
from puzzler.window.core.window import Window
from puzzler.window.race.lanes import open_lane_menu
from puzzler.window.toolkit.cards import Space
from puzzler.window.toolkit.choices import Option, Segments
from puzzler.window.toolkit.element import Context, Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Column, Responsive, Row
from puzzler.window.toolkit.plot import Cursor
from puzzler.window.toolkit.table import Rows, SortOrder, Table, TableColumn

FIGURE = "race figure"
"""The key of the choice of what the lanes are compared by."""
_NAMES = {
    SampledFigure.FRONTIER: "Frontier",
    SampledFigure.BOUND: "Bound",
    SampledFigure.LENGTH: "Solution",
    SampledFigure.G: "g",
    SampledFigure.H: "h",
}
"""What the lanes can be compared by."""
_CHART_UNITS = 96
"""The least height of a chart; where not all of them have it, some are shown at a time."""
_SCRIBBLES = (SampledFigure.G, SampledFigure.H)
"""They go up and down at every expansion: shown where there is room, or by choice."""
_NOTHING = "Curves begin with the first expansions"
_joint = lru_cache(maxsize=1)(joint)
"""The same curves are drawn only once."""
ROWS = "race rows"
_ORDER = "order of race rows"
_NEEDS = ("method", "length", "worth", "expanded", "time", "memory", "generated", "branching")
"""Where room is scarce the columns that are not among them go first, then from the last on."""
_WIDEST, _WIDEST_COMPACT = 42, 26
"""Letters of a cell; the tooltip of the row has all of them."""
_EMPTY = "The table appears once the race is over"


# ---- The plot -------------------------------------------------------------------------------


def race_plot(window: Window, now: RaceState, plotted: RaceState) -> Element:
    """The curves of ``plotted``, and where the race is ``now``. Once it is over a click seeks."""
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
    lanes: tuple[Plotted, ...],
    timeline: Timeline | None,
    cursor: Cursor,
    chosen: SampledFigure | None,
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
            options: list[Option[SampledFigure | None]] = [Option(f, _NAMES[f]) for f in offered]
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
    lanes: Sequence[Plotted], chosen: SampledFigure | None, most: int
) -> tuple[list[SampledFigure], list[SampledFigure]]:
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


# ---- The table ------------------------------------------------------------------------------


def race_table(window: Window, race: RaceState) -> Element:
    """The winner, and below the rows. A click on a row, or Enter, opens a menu of that lane."""
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
    # lanes may be equal in everything
    places = [next(place for place, e in enumerate(entries) if e is entry) for entry in rows]
    cells, tips = [], []
    for place, entry in zip(places, rows, strict=True):
        texts = {column: column.text(entry) for column in COLUMNS}
        said = ", ".join(f"{column.title} {texts[column]}" for column in COLUMNS[1:])
        tips.append(f"{entry.method.title}: {said}. Click to play it or to open it in the Lab")
        cells.append((f"{place + 1}  {texts[METHOD]}", *(texts[column] for column in COLUMNS[1:])))

    def open_row(index: int) -> None:
        table = window.ui.find(ROWS)
        assert isinstance(table, Table), "one of its rows was chosen"
        anchor = table.cell_rect(window.ui, index)
        anchor.width = window.painter.px(260)
        open_lane_menu(window, places[index], anchor)

    table = Table(
        _columns(entries, _WIDEST_COMPACT if is_compact else _WIDEST),
        Rows(len(cells), lambda first, count: cells[first : first + count]),
        open_row, order=order, on_sort=partial(_sort, window, order), empty=_EMPTY, key=ROWS,
        tips=tips, grow=1,
    )  # fmt: skip
    table.least_rows = 1  # a low window scrolls it

    is_won = winner is not None and bool(winner.places)
    verdict = Text("" if winner is None else winner.words, size=15, strong=True, lines=1, width=0,
                   grow=1, color="good" if is_won else "text", key="verdict")  # fmt: skip
    return Column(
        Row(
            verdict,
            *table_buttons(window, "race", rows, (as_text, as_csv)),
            gap=0,
        ),
        table,
        gap=6,
    )  # fmt: skip


def _columns(entries: tuple[Entry, ...], most: int) -> list[TableColumn]:
    """As wide as their widest cell."""
    columns = []
    for each in COLUMNS:
        texts = [each.text(entry)[:most] for entry in entries] or [each.title]
        widest = max(texts, key=len)
        sample = f"1  {widest}" if each is METHOD else widest
        need = len(_NEEDS) - _NEEDS.index(each.name) if each.name in _NEEDS else 0
        columns.append(
            TableColumn(each.name, each.title, sample, each.words, not each.is_text, need)
        )
    return columns


def _sort(window: Window, before: SortOrder | None, order: SortOrder) -> None:
    """The first click on a column shows the best first."""
    if before is None or before.column != order.column:
        column = named(order.column, COLUMNS)
        order = SortOrder(order.column, not (column.smaller_is_better or column.is_text))
    window.ui.choose(_ORDER, order)
