"""The statistics: all solves by kind, each of which can be reviewed or replayed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from puzzler.game.core.category import Category, Kind, RelayKind
from puzzler.game.review.analysis import Figures
from puzzler.game.storage.solve_columns import DATE, SolveColumn, columns_of, sorted_ids
from puzzler.game.storage.solves import NO_SOLVES
from puzzler.game.storage.statistics import CURVE_AVERAGE, Curve, Selection, SolveRow, Summary
from puzzler.humanize import SIGMA, counted, date_and_time, sentence, solve_time
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import Answer
from puzzler.window.dialogs.save_file import FileKind, SaveDialog
from puzzler.window.review.curve import day_axis
from puzzler.window.review.figures import (
    averages_of,
    averages_table,
    bests,
    cells,
    file_stem,
    open_averages,
    short_title,
    table_columns,
    times_chart,
)
from puzzler.window.review.menus import (
    EVERY,
    SINCE_START,
    Choice,
    open_import,
    open_solve_menu,
    session_choice,
)
from puzzler.window.toolkit.choices import Dropdown, Option, Segments, Tabs
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Figure, Text
from puzzler.window.toolkit.layout import At, Column, Fit, Row
from puzzler.window.toolkit.plot import Plot, PlotReading
from puzzler.window.toolkit.plot_chart import PlotChart
from puzzler.window.toolkit.table import Rows, SortOrder, Table
from puzzler.window.toolkit.wrapping import Grid

KEY = "statistics"
NOTHING_YET = (
    "No solves yet. Every shuffled board you solve appears here, with your times and averages. "
    "Solves with hints, coach or AI are listed but not counted."
)
_TERMS = (
    "Slides: moves, with a row of tiles as one. Extra: moves minus shortest. Efficiency: "
    "shortest / moves. ao5: average of 5 without best and worst. "
    f"{SIGMA}: standard deviation. PB: personal best at that time. DNF: did not finish. "
    "Solves with help are listed but not counted."
)
_CURVE_AVERAGE = f"ao{CURVE_AVERAGE}"
_NO_FIGURES = Figures(NO_SOLVES, Summary(), Curve())
"""Shown until the figures are read."""
_PAGE = "statistics page"
_RENEW_SECONDS = 1.0
"""Minimum seconds between two readings of proven distances, because solves may be many."""


def open_statistics(window: Window) -> None:
    """Open the statistics, or a text that explains them if there are no solves."""
    kinds = window.session.statistics.solves.kinds()
    if not kinds:
        nothing, ui = Text(NOTHING_YET, color="text_muted"), window.ui

        def show() -> None:
            if window.session.statistics.solves.kinds():
                ui.close(KEY)
                open_statistics(window)

        open_file = partial(open_import, window, window.session.statistics, None, show)
        button = Button("Import…", open_file, key="import")
        ui.open(lambda: Dialog("Statistics", nothing, foot=(button,), size=520), KEY)
        return
    statistics = _Statistics(window, kinds)
    window.ui.choose(_PAGE, "Solves")
    window.ui.open(statistics.build, KEY, poll=statistics.poll, focus="solves")


class _Statistics:
    """The dialog, which shows one kind of solves. Rows are read by pages when they are shown."""

    def __init__(self, window: Window, kinds: list[Kind]) -> None:
        self.window, self.ui = window, window.ui
        self.statistics = window.session.statistics
        self.history = self.statistics.solves
        self.kinds, present = kinds, self.statistics.present_kind
        self.choice: Choice = EVERY
        self._rows_by_index: dict[int, SolveRow] = {}
        self._news, self._read_at = self.statistics.analysis.news, window.now
        self._show(present if present is not None and present in kinds else kinds[0])

    def build(self) -> Dialog:
        def review(index: int) -> None:
            if index < len(points):  # all may have had help
                self.ui.close_all()
                self.window.session.reviews.open_solve(points[index].id)

        def choose_kind(kind: Kind) -> None:
            if kind != self.kind:
                self._show(kind)

        def choose_session(choice: Choice) -> None:
            self.choice, self.message = choice, ""
            self._read()

        is_small = self.window.is_compact
        kinds = [Option(kind, short_title(kind)) for kind in self.kinds]
        titles = [Option(kind, kind.title) for kind in self.kinds]
        points = self.figures.curve.points
        tabs = Fit(
            Tabs(kinds, self.kind, choose_kind, accessible_name="Boards", key="kind"),
            Dropdown(titles, self.kind, choose_kind, accessible_name="Boards", key="kind"),
        )
        figures = Column(
            Grid(*(Figure(*best, size=20) for best in bests(self.figures.summary)), cell=None),
            averages_table(self.figures.summary, self.noun),
            Text(_TERMS, size=13, color="text_muted") if is_small else None,
            grow=1,
        )
        curve = Plot(
            self.chart,
            x=day_axis([date_and_time(point.at).split(",")[0] for point in points]),
            on_choose=review if isinstance(self.kind, Category) else None,
            read_out=self._read_out,
            heights=(100, 150),
            grow=1,
            key="times",
        )
        table = Table(
            table_columns(self.kind),
            self.rows,
            self._open_row,
            order=self.sorting,
            on_sort=self._sort,
            first=0,
            content=(self.kind, self.choice, self.sorting),
            empty="" if self.figures is _NO_FIGURES else "No solves of this session yet.",
            grow=1,
            key="solves",
        )
        body: list[Element] = [Row(figures, curve, gap=28, stretch=True), table]
        if is_small:
            pages = {"Solves": table, "Figures": figures, "Curve": curve}
            page = self.ui.choice(_PAGE, "Solves")
            turn = partial(self.ui.choose, _PAGE)
            body = [Segments([Option(name, name) for name in pages], page, turn,
                             accessible_name="Pages", key="page"),
                    pages[page]]  # fmt: skip
        status = self.message or ("" if is_small else _TERMS)
        return Dialog(
            "Statistics",
            Row(
                At(tabs, x=0, grow=1),
                session_choice(self.window, self.statistics, self.choice, choose_session),
                gap=16,
            ),
            *body,
            status=status or None,
            foot=(
                Button("Import…", self._import, key="import"),
                Button("Export…", self._export, icon="save", key="export"),
                *([Button("Averages…", self._show_averages, key="averages of")]
                  if averages_of(self.figures.summary) else []),
            ),
            size=1120, fills=True,
        )  # fmt: skip

    def poll(self) -> bool:
        """Read the solves again if more shortest solutions have been proven."""
        if self.window.now >= self._read_at + _RENEW_SECONDS:
            self._read_news()
        return False

    def _read_news(self) -> None:
        news = self.statistics.analysis.news
        if news != self._news:
            self._news, self._read_at = news, self.window.now
            self._read()
            self.ui.rebuild()

    @property
    def _is_multi_tile(self) -> bool:
        return self.window.session.settings.multi_tile

    def _read(self) -> None:
        self.noun = "relay" if isinstance(self.kind, RelayKind) else "solve"
        since = self.statistics.since if self.choice == SINCE_START else None
        session = self.choice if isinstance(self.choice, int) else None
        selection = Selection(session, self._is_multi_tile)
        self.statistics.read(self.kind, since, self._take, selection)

    def _take(self, figures: Figures) -> None:
        self.figures = figures
        count = self.figures.curve.count
        text = f"times of the last {counted(count, self.noun)}" if count > 1 else "time"
        if any(point.average is not None for point in self.figures.curve.points):
            text += f", and {_CURVE_AVERAGE}"
        is_part = self.choice == SINCE_START
        title = f"All time: {text}" if is_part else sentence(text)
        self.chart = times_chart(self.figures.curve, title)
        self._read_rows()
        self.ui.rebuild()

    def _read_rows(self) -> None:
        """List the solves in the chosen order. Their rows are read by pages."""
        solves, self._rows_by_index = self.figures.solves, {}
        ids = sorted_ids(solves, self._column, is_descending=self.sorting.is_down)

        def fetch(first: int, count: int) -> list[tuple[str, ...]]:
            rows = [
                replace(row, is_best=row.id in self.figures.curve.best_ids)
                for row in self.history.with_ids(self.kind, ids[first : first + count].tolist())
            ]
            self.statistics.look_up(self.kind, rows)
            self._rows_by_index |= dict(enumerate(rows, first))
            is_multi_tile = self._is_multi_tile
            return [cells(row.in_metric(is_multi_tile=is_multi_tile), self.kind) for row in rows]

        self.rows = Rows(len(solves), fetch)

    @property
    def _column(self) -> SolveColumn:
        columns = columns_of(self.kind)
        return next(column for column in columns if column.name == self.sorting.column)

    def _read_out(self, place: float) -> PlotReading | None:
        points = self.figures.curve.points
        if round(place) >= len(points):
            return None
        point, (average, best, time) = points[round(place)], self.chart.series
        series, name = (best, "Personal best") if point.is_best else (time, "Time")
        rows = [(series, name, solve_time(point.seconds))]
        if point.average is not None:
            rows.append((average, _CURVE_AVERAGE, solve_time(point.average)))
        return PlotReading(place, date_and_time(point.at), tuple(rows))

    def _show(self, kind: Kind) -> None:
        self.kind, self.message, self.sorting = kind, "", SortOrder(DATE.name)
        self.figures, self.chart, self.rows = _NO_FIGURES, PlotChart(()), Rows()
        self._read()

    def _sort(self, sorting: SortOrder) -> None:
        """Sort by another column, with the best solves on top, or reverse the order."""
        if sorting.column != self.sorting.column:
            self.sorting = sorting
            sorting = SortOrder(sorting.column, self._column.is_descending)
        self.sorting = sorting
        self._read_rows()
        self._read_news()

    def _open_row(self, index: int) -> None:
        self.rows.row(index)  # reads the row if necessary
        solve, table = self._rows_by_index.get(index), self.ui.find("solves")
        if solve is not None and isinstance(table, Table):
            place = table.cell_rect(self.ui, index)
            open_solve_menu(self.window, self.kind, solve, place, self._say, self._read_all)

    def _say(self, text: str) -> None:
        self.message = text
        self.ui.rebuild()
        if not self.ui.is_covered:
            self.window.say(text)

    def _read_all(self) -> None:
        """Read the kinds and the solves again. Without solves, the dialog is closed."""
        self.kinds = self.history.kinds()
        if not self.kinds:
            self.ui.close_all()
            return
        self.kind = self.kind if self.kind in self.kinds else self.kinds[0]
        self._read()

    def _show_averages(self) -> None:
        def read_rows(ids: tuple[int, ...]) -> list[SolveRow]:
            rows = self.history.with_ids(self.kind, ids)
            return [row.in_metric(is_multi_tile=self._is_multi_tile) for row in rows]

        averages = averages_of(self.figures.summary)
        open_averages(self.window, averages, read_rows, self._say, noun=self.noun)

    def _export(self) -> None:
        """Ask for a file and write the solves of this kind into it."""

        def save(file: Path, _: str, answer: Answer) -> None:
            answer("")
            self.message = f"Exporting {counted(self.history.count(self.kind), self.noun)}"
            self.statistics.export_csv(self.kind, file, self._say)

        kinds = [FileKind("csv", "CSV", ".csv", "A table for spreadsheets and Puzzler")]
        SaveDialog(self.window, "Export", file_stem(self.kind), kinds, save, is_new=True)

    def _import(self) -> None:
        def show() -> None:
            self.message = ""
            self._read_all()

        open_import(self.window, self.statistics, self.kind, show)
