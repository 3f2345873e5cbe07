"""The statistics: all solves by kind, each of which can be reviewed or replayed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path

from puzzler.game.core.category import Category, Difficulty, Kind, RelayKind
from puzzler.game.play.new_boards import result_line
from puzzler.game.review.analysis import Figures
from puzzler.game.storage.solve_columns import (
    DATE,
    SolveColumn,
    average_text,
    average_times,
    columns_of,
    moves_text,
    sorted_ids,
)
from puzzler.game.storage.solves import NO_SOLVES
from puzzler.game.storage.statistics import (
    CURVE_AVERAGE,
    Average,
    Curve,
    Result,
    Selection,
    SolveRow,
    Summary,
    average_name,
)
from puzzler.humanize import (
    DNF,
    NOTHING,
    SIGMA,
    TIMES,
    axis_time,
    counted,
    date_and_time,
    sentence,
    solve_time,
)
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import Answer, choose_file
from puzzler.window.export.saving import new_file, results_folder
from puzzler.window.review.curve import day_axis, table_line
from puzzler.window.review.sessions import (
    EVERY,
    SINCE_START,
    Choice,
    open_import,
    session_choice,
)
from puzzler.window.toolkit.choices import Dropdown, Option, Segments, Tabs
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Figure, Text
from puzzler.window.toolkit.layout import At, Column, Fit, Row
from puzzler.window.toolkit.list import Item
from puzzler.window.toolkit.menu import open_menu
from puzzler.window.toolkit.plot import Plot, PlotReading
from puzzler.window.toolkit.plot_chart import Axis, PlotChart, PlotSeries
from puzzler.window.toolkit.plot_chart import Kind as SeriesKind
from puzzler.window.toolkit.table import Rows, SortOrder, Table, TableColumn
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
_AVERAGES = (
    "ao5 is the average of 5 solves in a row without the best and the worst, as in "
    "speed-solving. ao12 is the same for 12. ao50 excludes the 3 best and the 3 worst, ao100 5 "
    "and 5 (5 % at each end, rounded up). mo3 is the mean of 3. "
    f"{SIGMA} is the standard deviation of the times that are counted. "
    "A DNF is the slowest solve; an average in which a DNF is counted is DNF. "
    "Times and moves are averaged separately."
)
_CURVE_AVERAGE = f"ao{CURVE_AVERAGE}"
_NO_FIGURES = Figures(NO_SOLVES, Summary(), Curve())
"""Shown until the figures are read."""
_AVERAGE_COLUMNS = (
    TableColumn("number", "", "888", priority=1),
    TableColumn("time", "Time", "(88:88.88 s)", priority=3),
    TableColumn("moves", "Moves", "8,888", priority=2),
    TableColumn("date", "Date", "88 May 2888, 88:88", is_right=False),
)
_PAGE = "statistics page"
_WIDTHS = (84, 48, 56, 84, 48, 56)
"""Widths of the values in the table of averages, in units."""
_NARROW_UNITS = 860
"""A narrower window shows either the list, the figures or the curve."""
_RENEW_SECONDS = 1.0
"""Minimum seconds between two readings of proven distances, because solves may be many."""
_TIME_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 36_000)
"""Seconds between grid lines."""
_BEYOND = 4.0
"""Solves longer than this multiple of the median are cut off in the curve."""


def table_columns(kind: Kind) -> tuple[TableColumn, ...]:
    """Return the columns of the table for a kind of solves."""
    return tuple(
        TableColumn(
            column.name,
            column.title,
            column.sample,
            is_right=column.is_right,
            priority=column.priority,
            is_sortable=column.key is not None,
        )
        for column in columns_of(kind)
        if column.text is not None
    )


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
        foot = (
            Button("Import…", open_file, key="import"),
            Button("Close", ui.close, rank=Rank.PRIMARY, key="done"),
        )
        ui.open(lambda: Dialog("Statistics", nothing, foot=foot, size=520), KEY)
        return
    statistics = _Statistics(window, kinds)
    window.ui.choose(_PAGE, "Solves")
    window.ui.open(statistics.build, KEY, poll=statistics.poll, focus="solves")


class _Statistics:
    """The dialog, which shows one kind of solves. Rows are read by pages when they are shown."""

    def __init__(self, window: Window, kinds: list[Kind]) -> None:
        self.window, self.ui = window, window.ui
        self.statistics, self.reviews = window.session.statistics, window.session.reviews
        self.history = self.statistics.solves
        self.kinds, present = kinds, self.statistics.present_kind
        self.kind = present if present is not None and present in kinds else kinds[0]
        self.choice: Choice = EVERY
        self.message = ""
        self.sorting = SortOrder(DATE.name)
        self.figures, self.chart = _NO_FIGURES, PlotChart(())
        self.rows = Rows()
        self._rows_by_index: dict[int, SolveRow] = {}
        self._news, self._read_at = self.statistics.analysis.news, window.now
        self._read()

    # ---- Display ----------------------------------------------------------------------------

    def build(self) -> Dialog:
        def review(index: int) -> None:
            if index < len(points):  # all may have had help
                self._review(points[index].id)

        def choose_session(choice: Choice) -> None:
            self.choice, self.message = choice, ""
            self._read()

        is_narrow = self.window.size[0] < self.ui.painter.px(_NARROW_UNITS)
        kinds = [Option(kind, short_title(kind)) for kind in self.kinds]
        titles = [Option(kind, kind.title) for kind in self.kinds]
        points = self.figures.curve.points
        tabs = Fit(Tabs(kinds, self.kind, self._choose_kind, accessible_name="Boards", key="kind"),
                   Dropdown(titles, self.kind, self._choose_kind, accessible_name="Boards",
                            key="kind"))  # fmt: skip
        figures = Column(
            Grid(*(Figure(*best, size=20) for best in _bests(self.figures.summary)), cell=None),
            _averages(self.figures.summary, self.noun),
            Text(_TERMS, size=13, color="text_muted") if is_narrow else None,
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
        if is_narrow:
            pages = {"Solves": table, "Figures": figures, "Curve": curve}
            page = self.ui.choice(_PAGE, "Solves")
            turn = partial(self.ui.choose, _PAGE)
            body = [Segments([Option(name, name) for name in pages], page, turn,
                             accessible_name="Pages", key="page"),
                    pages[page]]  # fmt: skip
        status = self.message or ("" if is_narrow else _TERMS)
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
                Button("Export as CSV", self._export, icon="save",
                       key="export"),
                Button("Export to…", self._choose_folder, key="export to"),
                Button("Import…", self._import, key="import"),
                *([Button("Averages…", self._show_averages, key="averages of")]
                  if self._averages else []),
                Button("Close", self.ui.close, rank=Rank.PRIMARY, key="done"),
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
    def _since(self) -> float | None:
        return self.statistics.since if self.choice == SINCE_START else None

    @property
    def _selection(self) -> Selection:
        session = self.choice if isinstance(self.choice, int) else None
        return Selection(session, self._is_multi_tile)

    @property
    def _is_multi_tile(self) -> bool:
        return self.window.session.settings.multi_tile

    def _read(self) -> None:
        self.noun = "relay" if isinstance(self.kind, RelayKind) else "solve"
        self.statistics.read(self.kind, self._since, self._take, self._selection)

    def _take(self, figures: Figures) -> None:
        self.figures = figures
        text = f"times of the last {counted(self.figures.curve.count, self.noun)}"
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
        """Return the solve under the pointer."""
        if round(place) >= len(self.figures.curve.points):
            return None
        point, (average, best, time) = (
            self.figures.curve.points[round(place)],
            self.chart.series,
        )
        series, name = (best, "Personal best") if point.is_best else (time, "Time")
        rows = [(series, name, solve_time(point.seconds))]
        if point.average is not None:
            rows.append((average, _CURVE_AVERAGE, solve_time(point.average)))
        return PlotReading(place, date_and_time(point.at), tuple(rows))

    # ---- Choices ----------------------------------------------------------------------------

    def _choose_kind(self, kind: Kind) -> None:
        if kind != self.kind:
            self.kind, self.message = kind, ""
            self.figures, self.chart = _NO_FIGURES, PlotChart(())
            self.rows = Rows()
            self.sorting = SortOrder(DATE.name)
            self._read()

    def _sort(self, sorting: SortOrder) -> None:
        """Sort by another column, with the best solves on top, or reverse the order."""
        if sorting.column != self.sorting.column:
            self.sorting = sorting
            sorting = SortOrder(sorting.column, self._column.is_descending)
        self.sorting = sorting
        self._read_rows()
        self._read_news()

    # ---- Actions for a solve ----------------------------------------------------------------

    def _open_row(self, index: int) -> None:
        self.rows.row(index)  # reads the row if necessary
        solve, table = self._rows_by_index.get(index), self.ui.find("solves")
        if solve is None or not isinstance(table, Table):
            return
        choices: list[tuple[Item, Callable[[], object]]] = []
        if isinstance(self.kind, Category):
            if solve.path:
                choices += [
                    (Item("Review", icon="review"), lambda: self._review(solve.id)),
                    (Item("Replay", icon="play"), lambda: self._review(solve.id, is_playing=True)),
                ]
            choices.append((Item("Play again", icon="restart"), lambda: self._play_again(solve)))
            is_dnf = solve.penalty == DNF
            if not is_dnf and solve.move_count:
                item = Item("Copy the result", icon="copy")
                choices.append((item, lambda: self._copy_result(solve)))
            if not is_dnf or solve.path:  # a game that was given up has no path
                label, penalty = ("Not DNF", "") if is_dnf else ("Mark as DNF", DNF)
                choices.append((Item(label, icon="stop"), partial(self._mark, solve, penalty)))
            if solve.seed:
                item = Item("Copy the seed", solve.seed, icon="copy")
                message = f"Copied seed {solve.seed}."
                choices.append((item, partial(self._copy, solve.seed, message)))
        choices.append((Item("Delete…", icon="close"), partial(self._ask_to_delete, solve)))
        anchor = table.cell_rect(self.ui, index)
        anchor.width = self.ui.painter.px(240)
        items = [item for item, _ in choices]
        open_menu(self.ui, anchor, items, -1, lambda chosen: choices[chosen][1](), marked=0)

    def _review(self, solve_id: int, *, is_playing: bool = False) -> None:
        """Close the dialogs and open the review, or show a message if the solve is gone."""
        self.ui.close_all()
        self.reviews.open_solve(solve_id, is_playing=is_playing)

    def _play_again(self, row: SolveRow) -> None:
        solve = self.history.get(row.id)
        if solve is not None:  # else another window has deleted it
            self.ui.close_all()
            self.window.session.boards.play_again(solve.scenario)

    def _copy_result(self, solve: SolveRow) -> None:
        kind = self.kind
        assert isinstance(kind, Category), "relays have no result line"
        result = Result(solve.seconds, solve.move_count, solve.shortest)
        is_daily = kind.difficulty is Difficulty.DAILY
        size = kind.rows, kind.columns
        self._copy(result_line(size, solve.seed, result, is_daily=is_daily), "Copied the result.")

    def _copy(self, text: str, message: str) -> None:
        self.message = self.window.copied(text, message)

    def _mark(self, solve: SolveRow, penalty: str) -> None:
        self.history.mark(solve.id, penalty)
        self.message = f"{'Marked' if penalty else 'No longer marked'} as DNF."
        self._read()

    def _ask_to_delete(self, solve: SolveRow) -> None:
        what = solve_time(solve.seconds)
        if solve.move_count:
            what += f" in {counted(solve.move_count, 'move')}"
        words = f"Solved {date_and_time(solve.solved_at)}: {what}. This can't be undone."
        keep = Button("Cancel", self.ui.close, rank=Rank.PRIMARY, key="keep")
        go = Button("Delete", lambda: self._delete(solve), key="delete")
        text = Text(words, color="text_muted")
        dialog = Dialog("Delete this solve?", text, foot=(go, keep), size=460)
        self.ui.open(lambda: dialog, "delete")

    def _delete(self, solve: SolveRow) -> None:
        self.ui.close("delete")
        self.history.delete(self.kind, solve.id)
        self.kinds = self.history.kinds()
        if not self.kinds:
            self.ui.close_all()
            return
        self.message = "Deleted the solve."
        self.kind = self.kind if self.kind in self.kinds else self.kinds[0]
        self._read()

    @property
    def _averages(self) -> dict[tuple[int, bool], Average]:
        """The averages that exist, by their number of solves and whether it is the best one."""
        return {
            (size, is_best): average
            for size, averages in self.figures.summary.averages.items()
            for is_best, average in zip((False, True), averages, strict=True)
            if average is not None
        }

    def _show_averages(self, chosen: tuple[int, bool] | None = None) -> None:
        """Open a dialog with the solves behind an average, which can be copied as text."""
        averages = self._averages
        chosen = chosen or min(averages, key=lambda key: (abs(key[0] - 5), key))
        average, size = averages[chosen], chosen[0]
        rows = [
            row.in_metric(is_multi_tile=self._is_multi_tile)
            for row in self.history.with_ids(self.kind, average.ids)
        ]
        if len(rows) < size:  # another window has deleted one
            self._read()
            return
        times = average_times(rows)
        table = Table(
            _AVERAGE_COLUMNS,
            Rows(size, lambda first, count: [
                (f"{at + 1}", times[at], moves_text(rows[at]),
                 date_and_time(rows[at].solved_at))
                for at in range(first, min(first + count, size))
            ]),
            None, grow=1, key="behind", content=chosen,
        )  # fmt: skip
        options = [
            Option(key, f"{'Best' if key[1] else 'Current'} {average_name(key[0])}")
            for key in averages
        ]

        def copy() -> None:
            text = average_text(average, rows, date.today())
            self._copy(text, f"Copied {average_name(size)} with its {size} {self.noun}s.")
            self.ui.close("averages")

        def choose(key: tuple[int, bool]) -> None:
            self.ui.close("averages")
            self._show_averages(key)

        value = solve_time(average.seconds)
        if average.deviation is not None:
            value += f", {SIGMA} {average.deviation:.2f}"
        dialog = Dialog(
            "Averages",
            Row(Dropdown(options, chosen, choose, accessible_name="Average", key="average"),
                Text(value, size=20),
                gap=16),
            table,
            foot=(Button("Copy as text", copy, icon="copy", key="copy average"),
                  Button("Close", self.ui.close, rank=Rank.PRIMARY, key="averages done")),
            size=560, fills=True,
        )  # fmt: skip
        self.ui.open(lambda: dialog, "averages")

    def _export(self, folder: Path | None = None) -> None:
        """Write a file with a new name. Show a message with its path or the error."""

        def say(words: str) -> None:
            self.message = words
            self.ui.rebuild()
            if not self.ui.is_covered:
                self.window.say(words)

        self.message = f"Exporting {counted(self.history.count(self.kind), self.noun)}"
        stem = file_stem(self.kind)

        def choose() -> Path:
            return new_file(folder or results_folder(), stem, ".csv")

        self.statistics.export_csv(self.kind, choose, say)

    def _import(self) -> None:
        def show() -> None:
            self.kinds, self.message = self.history.kinds(), ""
            self._read()

        open_import(self.window, self.statistics, self.kind, show)

    def _choose_folder(self) -> None:
        def export(folder: Path, answer: Answer) -> None:
            self._export(folder)
            answer("")

        choose_file(self.window, "Choose a folder", None, (), export,
                    empty="No folders here.", label="Export here")  # fmt: skip


# ---- Figures and words --------------------------------------------------------------------------


def _bests(summary: Summary) -> Iterator[tuple[str, str]]:
    """Yield captions and values, "" for values that are unknown."""
    for caption, value, words in (
        ("Best time", summary.best_seconds, solve_time),
        ("Fewest moves", summary.best_moves, "{:,}".format),
        ("Best efficiency", summary.best_efficiency, _percent),
        ("Moves per second", summary.moves_a_second, "{:.2f}".format),
        ("Solves", summary.count, "{:,}".format),
        ("DNF", summary.dnf_count or None, "{:,}".format),
    ):
        if caption != DNF or value:
            yield caption, "" if value is None else words(value)


def _percent(moves_by_shortest: float) -> str:
    return f"{1 / moves_by_shortest:.0%}"


def _averages(summary: Summary, noun: str) -> Element:
    """Return the table of current and best averages. Its tooltip defines them."""
    lines = [
        table_line(("", "Current", SIGMA, "moves", "Best", SIGMA, "moves"), _WIDTHS, is_head=True)
    ]
    for count, (now, best) in summary.averages.items():
        if now is None or best is None:
            words = (average_name(count), f"after {count} {noun}s")
            lines.append(table_line(words, (200,), is_head=True))
        else:
            values = [
                (
                    solve_time(each.seconds),
                    NOTHING if each.deviation is None else f"{each.deviation:.2f}",
                    f"{each.moves:.1f}" if math.isfinite(each.moves) else NOTHING,
                )
                for each in (now, best)
            ]
            lines.append(table_line((average_name(count), *chain(*values)), _WIDTHS))
    return Column(*lines, gap=0, tip=_AVERAGES, key="averages")


def cells(row: SolveRow, kind: Kind) -> tuple[str, ...]:
    """Return the cells of a row, one for each column of the table."""
    return tuple(column.text(row) for column in columns_of(kind) if column.text is not None)


def short_title(kind: Kind) -> str:
    """Return a title such as "4x4 fully mixed". Goals other than the standard one are named."""
    if isinstance(kind, RelayKind):
        return "Relay"
    title = f"{kind.rows}{TIMES}{kind.columns} {kind.difficulty.label.lower()}"
    if kind.goal != "standard":
        goal = "custom" if "/" in kind.goal else kind.goal.replace("-", " ")
        title += f", {goal} goal"
    return f"{title}, blindfold" if kind.is_blindfold else title


def file_stem(kind: Kind) -> str:
    """Return the name of a file of solves, without its suffix."""
    plain = short_title(kind).lower().replace(TIMES, "x")
    return f"puzzler-{re.sub('[^a-z0-9]+', '-', plain).strip('-')}"


def times_chart(curve: Curve, title: str) -> PlotChart:
    """Return a chart with the time of each solve as a dot and the averages as a line."""
    times = [point.seconds for point in curve.points]
    averages = {
        at: point.average for at, point in enumerate(curve.points) if point.average is not None
    }
    bests = [at for at, point in enumerate(curve.points) if point.is_best]
    # a few very long solves would flatten all others, so they are wedges at the upper edge
    limit = _BEYOND * sorted(times)[len(times) // 2] if times else 1.0
    high = None if max(times, default=0.0) <= limit else limit
    return PlotChart(
        (
            PlotSeries(x=[*averages], y=[*averages.values()], thickness=2),
            PlotSeries(x=bests, y=[times[at] for at in bests], kind=SeriesKind.DOTS, color="good"),
            PlotSeries(x=range(len(times)), y=times, kind=SeriesKind.DOTS, color="bound"),
        ),
        Axis(high=high, format=axis_time, steps=_TIME_STEPS),
        title,
    )
