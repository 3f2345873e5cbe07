"""The statistics: what was solved, kind by kind, with every solve to be reviewed or replayed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from puzzler.game.core.category import Category, Difficulty, Kind, RelayKind
from puzzler.game.core.relay import STAGES
from puzzler.game.play.new_boards import result_line
from puzzler.game.storage.statistics import (
    CURVE_AVERAGE,
    Curve,
    Result,
    SolveOrder,
    SolveRow,
    Summary,
    figures,
)
from puzzler.humanize import TIMES, axis_time, counted, date_and_time, sentence, solve_time
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import Answer, choose_file
from puzzler.window.export.saving import new_file, results_folder
from puzzler.window.review.curve import day_axis, table_line
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.choices import Dropdown, Option, Segments, Tabs
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Figure, Text
from puzzler.window.toolkit.layout import At, Column, Fit, Row
from puzzler.window.toolkit.menu import open_menu
from puzzler.window.toolkit.plot import Plot, PlotReading
from puzzler.window.toolkit.plot_axes import Axis, PlotChart, PlotSeries
from puzzler.window.toolkit.plot_axes import Kind as SeriesKind
from puzzler.window.toolkit.table import Rows, SortOrder, Table, TableColumn
from puzzler.window.toolkit.wrapping import Grid

KEY = "statistics"
NOTHING_YET = (
    "Nothing here yet. Each shuffled board that you solve is listed here with its time, moves and "
    "the length of a shortest solution, to be reviewed, replayed or played again, with averages "
    "and a curve over time. Solves with a hint, the AI or the coach are listed but not counted."
)
_TERMS = (
    "Lost: moves minus shortest. Efficiency: moves divided by shortest. ao5: average of 5 without "
    "best and worst. Solves with help are listed but not counted."
)
_AVERAGES = (
    "ao5 is the average of 5 solves in a row without the best and the worst, as speed-solvers "
    "count it; ao12 likewise. ao50 leaves out the 3 best and the 3 worst, ao100 5 and 5: 5 % at "
    "each end, rounded up. Times and moves are averaged separately."
)
_CURVE_AVERAGE = f"ao{CURVE_AVERAGE}"
_SHORT = 5_000
"""Solves of which all figures are made at once."""
_PAGE = "statistics page"
_WIDTHS = (92, 62, 92, 62)
"""Of the values in the table of averages, in units."""
_NARROW_UNITS = 860
"""Narrower windows show the list, the figures or the curve, one at a time."""
_RENEW_SECONDS = 1.0
"""Proven distances are read not more often than this: there may be very many solves."""
_TIME_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 36_000)
"""Seconds between two lines of the grid."""
_BEYOND = 4.0
"""Times the median: longer solves have no room on the curve."""

SOLVE_COLUMNS = (
    TableColumn(SolveOrder.DATE.value, "Date", "88 May 2888, 88:88", is_right=False, priority=9),
    TableColumn("seed", "Seed", "8888888888", priority=1, is_sortable=False),
    TableColumn(SolveOrder.SECONDS.value, "Time", "88:88.88", priority=8),
    TableColumn(SolveOrder.MOVES.value, "Moves", "8,888", priority=7),
    TableColumn(SolveOrder.SHORTEST.value, "Shortest", "888", priority=6),
    TableColumn(SolveOrder.LOST.value, "Lost", "8,888", priority=5),
    TableColumn(SolveOrder.MOVES_A_SECOND.value, "Moves/s", "88.88", priority=2),
    TableColumn("help", "Help", "coach", is_right=False, priority=3, is_sortable=False),
)
RELAY_COLUMNS = (
    SOLVE_COLUMNS[0],
    *SOLVE_COLUMNS[2:4],
    *(
        TableColumn(f"{rows}x{columns}", f"{rows}{TIMES}{columns}", "8:88.88", priority=1,
                    is_sortable=False)
        for rows, columns in STAGES
    ),
    SOLVE_COLUMNS[-1],
)  # fmt: skip


def open_statistics(window: Window) -> None:
    """What was solved, and what got better."""
    if not window.session.statistics.solves.kinds():
        nothing = Text(NOTHING_YET, color="text_muted")
        window.ui.open(lambda: Dialog("Statistics", nothing, size=520), KEY)
        return
    statistics = _Statistics(window)
    window.ui.choose(_PAGE, "Solves")
    window.ui.open(statistics.build, KEY, poll=statistics.poll, focus="solves")


class _Statistics:
    """One kind at a time; rows come from the store by pages, as they are seen."""

    def __init__(self, window: Window) -> None:
        self.window, self.ui = window, window.ui
        self.statistics, self.reviews = window.session.statistics, window.session.reviews
        self.history = self.statistics.solves
        kinds, present = self.history.kinds(), self.statistics.present_kind
        self.kind = present if present is not None and present in kinds else kinds[0]
        self.is_session = False
        self.message = ""
        self.sorting = SortOrder(SolveOrder.DATE.value)
        self.summary, self.curve, self.chart = Summary(), Curve(), PlotChart(())
        self.rows = Rows()
        self._solves: dict[int, SolveRow] = {}
        self._news, self._read_at = self.statistics.analysis.news, window.now
        self._read()

    # ---- What is shown --------------------------------------------------------------------

    def build(self) -> Dialog:
        def review(index: int) -> None:
            if index < len(points):  # all may have had help
                self._review(points[index].id)

        def choose_time(is_session: bool) -> None:
            self.is_session, self.message = is_session, ""
            self._read()

        is_narrow = self.window.size[0] < self.ui.painter.px(_NARROW_UNITS)
        kinds = [Option(kind, short_title(kind)) for kind in self.history.kinds()]
        titles = [Option(kind, kind.title) for kind in self.history.kinds()]
        times = [Option(False, "All time"), Option(True, "This session")]
        points = self.curve.points
        tabs = Fit(Tabs(kinds, self.kind, self._choose_kind, accessible_name="Boards", key="kind"),
                   Dropdown(titles, self.kind, self._choose_kind, accessible_name="Boards",
                            key="kind"))  # fmt: skip
        figures = Column(
            Grid(*(Figure(*best, size=20) for best in _bests(self.summary)), cell=None),
            _averages(self.summary, self.noun),
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
            self.columns,
            self.rows,
            self._open_row,
            order=self.sorting,
            on_sort=self._sort,
            first=0,
            content=(self.kind, self.is_session, self.sorting),
            empty="Nothing was solved in this session yet.",
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
        said = self.message or ("" if is_narrow else _TERMS)
        return Dialog(
            "Statistics",
            Row(
                At(tabs, x=0, grow=1),
                Segments(times, self.is_session, choose_time,
                         accessible_name="Time", key="time", priority=1),
                gap=16,
            ),
            *body,
            said=said or None,
            foot=(
                Button("Export as CSV", self._export, icon="save",
                       key="export"),
                Button("Export to…", self._choose_folder, key="export to"),
                Button("Close", self.ui.close, rank=Rank.PRIMARY, key="done"),
            ),
            size=1120, fills=True,
        )  # fmt: skip

    def poll(self) -> bool:
        """Read anew once more shortest solutions have been proven."""
        is_due = self.window.now >= self._read_at + _RENEW_SECONDS
        if self.statistics.analysis.news != self._news and is_due:
            self._news, self._read_at = self.statistics.analysis.news, self.window.now
            self._read()
            self.ui.rebuild()
        return False

    @property
    def _since(self) -> float | None:
        return self.statistics.since if self.is_session else None

    def _read(self) -> None:
        is_relay = isinstance(self.kind, RelayKind)
        self.columns, self.noun = (RELAY_COLUMNS, "relay") if is_relay else (SOLVE_COLUMNS, "solve")
        solves, shown = self.history.array(self.kind), self.history.array(self.kind, self._since)
        self.window.session.context.background.run(
            KEY, "", figures(solves, shown), self._take, is_short=len(solves) <= _SHORT
        )
        self._read_rows()

    def _take(self, figures: tuple[Summary, Curve]) -> None:
        self.summary, self.curve = figures
        words = f"time of {counted(self.curve.count, self.noun)}"
        if any(point.average is not None for point in self.curve.points):
            words += f", and {_CURVE_AVERAGE}"
        title = f"All time: {words}" if self.is_session else sentence(words)
        self.chart = times_chart(self.curve, title)
        self.ui.rebuild()

    def _read_rows(self) -> None:
        count = self.history.count(self.kind, self._since)
        self._solves = {}
        self.rows = Rows(count, self._fetch)

    def _fetch(self, first: int, count: int) -> list[tuple[str, ...]]:
        order, is_down = SolveOrder(self.sorting.column), self.sorting.is_down
        rows = self.history.rows(
            self.kind, first, count, order, is_descending=is_down, since=self._since
        )
        self.statistics.look_up(self.kind, rows)
        self._solves |= dict(enumerate(rows, first))
        return [cells(row, self.columns) for row in rows]

    def _read_out(self, place: float) -> PlotReading | None:
        """The solve under the pointer."""
        if round(place) >= len(self.curve.points):
            return None
        point, (average, time) = self.curve.points[round(place)], self.chart.series
        rows = [(time, "Time", solve_time(point.seconds))]
        if point.average is not None:
            rows.append((average, _CURVE_AVERAGE, solve_time(point.average)))
        return PlotReading(place, date_and_time(point.at), tuple(rows))

    # ---- What is chosen -------------------------------------------------------------------

    def _choose_kind(self, kind: Kind) -> None:
        if kind != self.kind:
            self.kind, self.message = kind, ""
            self.summary, self.curve, self.chart = Summary(), Curve(), PlotChart(())
            self.sorting = SortOrder(SolveOrder.DATE.value)
            self._read()

    def _sort(self, sorting: SortOrder) -> None:
        """Sort by that column; at first with the best solves on top."""
        if sorting.column != self.sorting.column:
            order = SolveOrder(sorting.column)
            sorting = SortOrder(sorting.column, order.is_descending)
        self.sorting = sorting
        self._read_rows()

    # ---- What is done with a solve ----------------------------------------------------------

    def _open_row(self, index: int) -> None:
        """Offer what can be done with a row."""
        self.rows.row(index)  # reads it, where it was not yet
        solve, table = self._solves.get(index), self.ui.find("solves")
        if solve is None or not isinstance(table, Table):
            return
        choices: list[tuple[Item, Callable[[], object]]] = []
        if isinstance(self.kind, Category):
            choices = [
                (Item("Review", icon="review"), lambda: self._review(solve.id)),
                (Item("Replay", icon="play"), lambda: self._review(solve.id, is_playing=True)),
                (Item("Play again", icon="restart"), lambda: self._play_again(solve)),
                (Item("Copy the result", icon="copy"), lambda: self._copy_result(solve)),
            ]
            if solve.seed:
                item = Item("Copy the seed", solve.seed, icon="copy")
                said = f"Copied seed {solve.seed}."
                choices.append((item, partial(self._copy, solve.seed, said)))
        choices.append((Item("Delete…", icon="close"), partial(self._ask_to_delete, solve)))
        anchor = table.cell_rect(self.ui, index)
        anchor.width = self.ui.painter.px(240)
        items = [item for item, _ in choices]
        open_menu(self.ui, anchor, items, -1, lambda chosen: choices[chosen][1](), marked=0)

    def _review(self, solve_id: int, *, is_playing: bool = False) -> None:
        """Close the dialogs for the review; where that cannot be, the line says why."""
        self.ui.close_all()
        self.reviews.open_solve(solve_id, is_playing=is_playing)

    def _play_again(self, row: SolveRow) -> None:
        solve = self.history.get(row.id)
        if solve is not None:  # else another window has deleted it
            self.ui.close_all()
            self.window.session.boards.play_again(solve.scenario)

    def _copy_result(self, solve: SolveRow) -> None:
        kind = self.kind
        assert isinstance(kind, Category), "a relay has no such line"
        result = Result(solve.seconds, solve.move_count, solve.shortest)
        is_daily = kind.difficulty is Difficulty.DAILY
        size = kind.rows, kind.columns
        self._copy(result_line(size, solve.seed, result, is_daily=is_daily), "Copied the result.")

    def _copy(self, text: str, said: str) -> None:
        self.message = self.window.copied(text, said)

    def _ask_to_delete(self, solve: SolveRow) -> None:
        what = f"{solve_time(solve.seconds)} in {counted(solve.move_count, 'move')}"
        words = f"Solved {date_and_time(solve.solved_at)}: {what}. This can't be undone."
        keep = Button("Keep", self.ui.close, rank=Rank.PRIMARY, key="keep")
        go = Button("Delete", lambda: self._delete(solve), key="delete")
        text = Text(words, color="text_muted")
        dialog = Dialog("Delete this solve?", text, foot=(go, keep), size=460)
        self.ui.open(lambda: dialog, "delete")

    def _delete(self, solve: SolveRow) -> None:
        self.ui.close("delete")
        self.history.delete(self.kind, solve.id)
        kinds = self.history.kinds()
        if not kinds:
            self.ui.close_all()
            return
        self.message = "Deleted the solve."
        self.kind = self.kind if self.kind in kinds else kinds[0]
        self._read()

    def _export(self, folder: Path | None = None) -> None:
        """Write a file of a new name; the message says where it is, or why there is none."""

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

    def _choose_folder(self) -> None:
        def export(folder: Path, answer: Answer) -> None:
            self._export(folder)
            answer("")

        choose_file(self.window, "Choose a folder", None, (), export,
                    empty="No folders here.", label="Export here")  # fmt: skip


# ---- Figures and words --------------------------------------------------------------------------


def _bests(summary: Summary) -> Iterator[tuple[str, str]]:
    """Captions and values; "" for what there is not yet."""
    for caption, value, words in (
        ("Best time", summary.best_seconds, solve_time),
        ("Fewest moves", summary.best_moves, "{:,}".format),
        ("Best efficiency", summary.best_efficiency, "{:.2f}".format),
        ("Moves a second", summary.moves_a_second, "{:.2f}".format),
        ("Solves", summary.count, "{:,}".format),
    ):
        yield caption, "" if value is None else words(value)


def _averages(summary: Summary, noun: str) -> Element:
    """The averages of the last solves, and the lowest there were; the tooltip defines them."""
    lines = [table_line(("", "Now", "moves", "Best", "moves"), _WIDTHS, is_head=True)]
    for count, (now, best) in summary.averages.items():
        if now is None or best is None:
            words = (f"ao{count}", f"after {count} {noun}s")
            lines.append(table_line(words, (200,), is_head=True))
        else:
            values = [(solve_time(each.seconds), f"{each.moves:.1f}") for each in (now, best)]
            lines.append(table_line((f"ao{count}", *chain(*values)), _WIDTHS))
    return Column(*lines, gap=0, tip=_AVERAGES, key="averages")


def cells(row: SolveRow, columns: Sequence[TableColumn]) -> tuple[str, ...]:
    """The words of a row, one for each column; "" where nothing is known."""
    speed = row.moves_a_second
    words = {
        SolveOrder.DATE.value: date_and_time(row.solved_at),
        "seed": row.seed,
        SolveOrder.SECONDS.value: solve_time(row.seconds),
        SolveOrder.MOVES.value: f"{row.move_count:,}",
        SolveOrder.SHORTEST.value: "" if row.shortest is None else f"{row.shortest:,}",
        SolveOrder.LOST.value: "" if row.lost is None else f"{row.lost:,}",
        SolveOrder.MOVES_A_SECOND.value: "" if speed is None else f"{speed:.2f}",
        "help": "AI" if row.assisted else "coach" if row.coached else "",
    }
    for split in row.splits:
        words[f"{split.rows}x{split.columns}"] = solve_time(split.seconds)
    return tuple(words.get(column.name, "") for column in columns)


def short_title(kind: Kind) -> str:
    """For a tab: 4x4 fully mixed; a goal is named where it is not the standard one."""
    if isinstance(kind, RelayKind):
        return "Relay"
    said = f"{kind.rows}{TIMES}{kind.columns} {kind.difficulty.label.lower()}"
    if kind.goal != "standard":
        goal = "custom" if "/" in kind.goal else kind.goal.replace("-", " ")
        said += f", {goal} goal"
    return f"{said}, blindfold" if kind.is_blindfold else said


def file_stem(kind: Kind) -> str:
    """What a file of its solves is called, without its ending."""
    plain = short_title(kind).lower().replace(TIMES, "x")
    return f"puzzler-{re.sub('[^a-z0-9]+', '-', plain).strip('-')}"


def times_chart(curve: Curve, title: str) -> PlotChart:
    """The time of each solve as a dot, and the averages as a line."""
    times = [point.seconds for point in curve.points]
    averages = {
        at: point.average for at, point in enumerate(curve.points) if point.average is not None
    }
    # a few very long solves would press all others flat: they are wedges at the upper edge
    most = _BEYOND * sorted(times)[len(times) // 2] if times else 1.0
    high = None if max(times, default=0.0) <= most else most
    return PlotChart(
        (
            PlotSeries(x=[*averages], y=[*averages.values()], thickness=2),
            PlotSeries(x=range(len(times)), y=times, kind=SeriesKind.DOTS, color="bound"),
        ),
        Axis(high=high, words=axis_time, steps=_TIME_STEPS),
        title,
    )
