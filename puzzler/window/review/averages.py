"""The dialog with the solves behind an average, which can be copied as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from puzzler.game.storage.solve_columns import average_text, average_times, moves_text
from puzzler.game.storage.statistics import Average, SolveRow, Summary, average_name
from puzzler.humanize import SIGMA, counted, date_and_time, solve_time
from puzzler.window.core.window import Window
from puzzler.window.toolkit.choices import Dropdown, Option
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Row
from puzzler.window.toolkit.table import Rows, Table, TableColumn

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
