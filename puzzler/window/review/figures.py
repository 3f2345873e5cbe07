"""The figures of the statistics: bests, averages with their dialog, the curve and columns."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date

from puzzler.game.core.category import Kind, RelayKind
from puzzler.game.storage.averages import average_name
from puzzler.game.storage.solve_columns import average_text, average_times, columns_of, moves_text
from puzzler.game.storage.statistics import Average, Curve, SolveRow, Summary
from puzzler.humanize import (
    DNF,
    NOTHING,
    SIGMA,
    TIMES,
    axis_time,
    counted,
    date_and_time,
    solve_time,
)
from puzzler.window.core.window import Window
from puzzler.window.review.curve import table_line
from puzzler.window.toolkit.choices import Dropdown, Option
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Column, Row
from puzzler.window.toolkit.plot_chart import Axis, PlotChart, PlotSeries
from puzzler.window.toolkit.plot_chart import Kind as SeriesKind
from puzzler.window.toolkit.table import Rows, Table, TableColumn

_AVERAGES = (
    "ao5 is the average of 5 solves in a row without the best and the worst, as in "
    "speed-solving. ao12 is the same for 12. ao50 excludes the 3 best and the 3 worst, ao100 5 "
    "and 5 (5 % at each end, rounded up). mo3 is the mean of 3. "
    f"{SIGMA} is the standard deviation of the times that are counted. "
    "A DNF is the slowest solve; an average in which a DNF is counted is DNF. "
    "Times and moves are averaged separately."
)
_WIDTHS = (84, 48, 56, 84, 48, 56)
"""Widths of the values in the table of averages, in units."""
_TIME_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 36_000)
"""Seconds between grid lines."""
_BEYOND = 4.0
"""Solves longer than this multiple of the median are cut off in the curve."""


def table_columns(kind: Kind) -> tuple[TableColumn, ...]:
    """Return the columns of the table for a kind of solves."""
    return tuple(
        TableColumn(column.name, column.title, column.sample, is_right=column.is_right,
                    priority=column.priority, is_sortable=column.key is not None)
        for column in columns_of(kind)
        if column.text is not None
    )  # fmt: skip


def bests(summary: Summary) -> Iterator[tuple[str, str]]:
    """Yield captions and values, "" for values that are unknown."""
    for caption, value, words in (
        ("Best time", summary.best_seconds, solve_time),
        ("Fewest moves", summary.best_moves, "{:,}".format),
        ("Best efficiency", summary.best_efficiency, lambda ratio: f"{1 / ratio:.0%}"),
        ("Moves per second", summary.moves_a_second, "{:.2f}".format),
        ("Solves", summary.count, "{:,}".format),
        ("DNF", summary.dnf_count or None, "{:,}".format),
    ):
        if caption != DNF or value:
            yield caption, "" if value is None else words(value)


def averages_table(summary: Summary, noun: str) -> Element:
    """Return the table of current and best averages. Its tooltip defines them."""
    captions = "", "Current", SIGMA, "moves", "Best", SIGMA, "moves"
    lines = [table_line(captions, _WIDTHS, is_head=True)]
    for count, (now, best) in summary.averages.items():
        if now is None or best is None:
            note = f"after {count} {noun}s"
            lines.append(table_line((average_name(count), note), (200,), is_head=True))
        else:
            words = (average_name(count), *_average_cells(now), *_average_cells(best))
            lines.append(table_line(words, _WIDTHS))
    return Column(*lines, gap=0, tip=_AVERAGES, key="averages")


def _average_cells(average: Average) -> tuple[str, str, str]:
    deviation, moves = average.deviation, average.moves
    return (
        solve_time(average.seconds),
        NOTHING if deviation is None else f"{deviation:.2f}",
        f"{moves:.1f}" if math.isfinite(moves) else NOTHING,
    )


def cells(row: SolveRow, kind: Kind) -> tuple[str, ...]:
    """Return the cells of a row, one for each column of the table."""
    return tuple(column.text(row) for column in columns_of(kind) if column.text is not None)


def short_title(kind: Kind) -> str:
    """Return a title such as "4x4 fully mixed" or "Relay"."""
    return kind.short_title if isinstance(kind, RelayKind) else kind.title


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


_AVERAGE_COLUMNS = (
    TableColumn("number", "", "888", priority=1),
    TableColumn("time", "Time", "(88:88.88 s)", priority=3),
    TableColumn("moves", "Moves", "8,888", priority=2),
    TableColumn("date", "Date", "88 May 2888, 88:88", is_right=False),
)
AverageKey = tuple[int, bool]
"""The number of solves of an average, and whether it is the best one."""


def averages_of(summary: Summary) -> dict[AverageKey, Average]:
    """Return the averages that exist."""
    return {
        (size, is_best): average
        for size, averages in summary.averages.items()
        for is_best, average in zip((False, True), averages, strict=True)
        if average is not None
    }


def open_averages(
    window: Window,
    averages: Mapping[AverageKey, Average],
    read_rows: Callable[[tuple[int, ...]], list[SolveRow]],
    say: Callable[[str], object],
    *,
    noun: str,
) -> None:
    """Open the dialog with ao5, if it exists.

    read_rows: returns the solves with these ids. say: shows a message in the statistics.
    """
    ui, chosen = window.ui, min(averages, key=lambda key: (abs(key[0] - 5), key))
    rows = list[SolveRow]()

    def choose(key: AverageKey) -> None:
        nonlocal chosen, rows
        chosen, rows = key, read_rows(averages[key].ids)

    def fetch(first: int, count: int) -> list[tuple[str, ...]]:
        times = average_times(rows)
        return [
            (f"{at + 1}", times[at], moves_text(rows[at]), date_and_time(rows[at].solved_at))
            for at in range(first, min(first + count, len(rows)))
        ]

    def copy() -> None:
        text = average_text(averages[chosen], rows, date.today())
        message = f"Copied {average_name(chosen[0])} with its {counted(chosen[0], noun)}."
        say(window.copied(text, message))
        ui.close("averages")

    def build() -> Dialog:
        average = averages[chosen]
        value = solve_time(average.seconds)
        if average.deviation is not None:
            value += f", {SIGMA} {average.deviation:.2f}"
        options = [
            Option(key, f"{'Best' if key[1] else 'Current'} {average_name(key[0])}")
            for key in averages
        ]
        # another window can have deleted a solve
        can_copy = len(rows) == chosen[0]
        return Dialog(
            "Averages",
            Row(Dropdown(options, chosen, choose, accessible_name="Average", key="average"),
                Text(value, size=20),
                gap=16),
            Table(_AVERAGE_COLUMNS, Rows(len(rows), fetch), None, grow=1, key="behind",
                  content=chosen),
            foot=(Button("Copy as text", copy, icon="copy", enabled=can_copy,
                         key="copy average"),),
            size=560, fills=True,
        )  # fmt: skip

    choose(chosen)
    ui.open(build, "averages")
