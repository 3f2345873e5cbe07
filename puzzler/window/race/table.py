"""The table of a race: a row for each lane, sorted by any column, copied and saved."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from puzzler.board.board import Board
from puzzler.game.race.state import RaceState
from puzzler.humanize import counted
from puzzler.search.comparison import COLUMNS, METHOD, Entry, as_csv, as_text, named, sorted_by
from puzzler.search.winning import Winner
from puzzler.window.export.saving import results_folder, save_new
from puzzler.window.race.lanes import open_lane_menu
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Column, Row
from puzzler.window.toolkit.table import Order, Rows, Table, TableColumn
from puzzler.window.window import Window

ROWS = "race rows"
"""The key of the table."""
_ORDER = "order of race rows"
_NEEDS = ("method", "length", "worth", "expanded", "time", "memory", "generated", "branching")
"""Where room is scarce the columns that are not among them go first, then from the last on."""
_WIDEST, _WIDEST_COMPACT = 42, 26
"""Letters of a cell; the tooltip of the row has all of them."""
_EMPTY = "The table appears once the race is over"


def race_table(window: Window, race: RaceState) -> Element:
    """The winner, and below the rows. A click on a row, or Enter, opens a menu of that lane."""
    order: Order | None = window.ui.choice(_ORDER, None)
    return window.ui.reuse(
        _table, window, race.problem.start, race.entries, race.winner, order, window.is_compact
    )


def _table(
    window: Window,
    start: Board,
    entries: tuple[Entry, ...],
    winner: Winner | None,
    order: Order | None,
    is_compact: bool,
) -> Element:
    rows = entries
    if order is not None:
        rows = sorted_by(entries, named(order.column, COLUMNS), order.is_down)
    # lanes may be equal in everything
    places = [next(place for place, e in enumerate(entries) if e is entry) for entry in rows]
    cells = [_cells(place, entry) for place, entry in zip(places, rows, strict=True)]

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
        tips=[_row_tip(entry) for entry in rows], grow=1,
    )  # fmt: skip
    table.least_rows = 1  # a low window scrolls it
    is_won = winner is not None and bool(winner.places)
    verdict = Text("" if winner is None else winner.words, size=15, strong=True, lines=1, width=0,
                   grow=1, color="good" if is_won else "text", key="verdict")  # fmt: skip
    return Column(
        Row(
            verdict,
            Button("", lambda: _copy(window, rows), icon="copy", rank=Rank.QUIET,
                   enabled=bool(rows), tip="Copy the table as text", key="copy race"),
            Button("", lambda: _save(window, rows), icon="save", rank=Rank.QUIET,
                   enabled=bool(rows), tip="Save the table as CSV", key="save race"),
            gap=0,
        ),
        table,
        gap=6,
    )  # fmt: skip


def _cells(place: int, entry: Entry) -> tuple[str, ...]:
    texts = {column.name: column.text(entry) for column in COLUMNS}
    texts[METHOD.name] = f"{place + 1}  {texts[METHOD.name]}"
    return tuple(texts.values())


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


def _sort(window: Window, before: Order | None, order: Order) -> None:
    """The first click on a column shows the best first."""
    if before is None or before.column != order.column:
        column = named(order.column, COLUMNS)
        order = Order(order.column, not (column.smaller_is_better or column.is_text))
    window.ui.choose(_ORDER, order)


def _copy(window: Window, rows: Sequence[Entry]) -> None:
    words = f"Copied {counted(len(rows), 'row')}."
    window.say(window.copied(as_text(rows), words))


def _save(window: Window, rows: Sequence[Entry]) -> None:
    # the typeface writes a digit, x, a digit with a multiplication sign
    name = f"puzzler-race-{time.strftime('%Y%m%d-%H%M%S')}"
    window.say(save_new(as_csv(rows).encode(), results_folder(), name, ".csv"))


def _row_tip(entry: Entry) -> str:
    said = [f"{column.title} {column.text(entry)}" for column in COLUMNS if column is not METHOD]
    return f"{entry.method.title}: {', '.join(said)}. Click to play it or to open it in the Lab"
