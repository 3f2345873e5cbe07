"""The list of finished searches of a board. A click replays a solution."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from puzzler.game.watch.figures import SearchRow, as_csv, as_text
from puzzler.humanize import NOTHING, branching, counted, duration, memory, short_count
from puzzler.search.method import Method
from puzzler.search.result import Outcome
from puzzler.window.common.method_choice import listed_algorithms, method_item
from puzzler.window.common.search_plot import table_buttons
from puzzler.window.core.window import Window
from puzzler.window.files.saving import save_answer, save_answer_text
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Element, Point, Tip
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Card, Column, Fit, Row, Space
from puzzler.window.toolkit.list import Item, List, open_menu

ROWS = "rows"
_ROW_UNITS = 44
"""The height of a row. Four rows must fit at 1280x800."""
_ICONS = {Outcome.LIMIT: "warning", Outcome.CANCELLED: "stop", Outcome.UNSOLVABLE: "close"}
"""Icons of searches without a solution."""
_DOT = "\N{MIDDLE DOT}"


def finished_card(window: Window) -> Element | None:
    """Build the list of finished searches, the newest first; None if there are none."""
    watch = window.shown.watch
    rows = _different(watch.rows[::-1])
    if not rows:
        return None
    shown = next((at for at, row in enumerate(rows) if row.is_shown), -1)
    listed = _Rows(
        [_item(row) for row in rows],
        lambda index: window.session.watch.show_run(rows[index].number),
        marked=shown,
        min_rows=len(rows),  # the column scrolls instead
        optional=watch.is_searching,
        priority=-1,
        key=ROWS,
    )
    listed.row_units = _ROW_UNITS
    return Card(
        _head(window, is_shown=shown >= 0),
        listed,
        Button(
            save_answer_text(window), lambda: save_answer(window), icon="save", size=13, height=34,
            tip=Tip("Next to the file of the board, in the format of its course",
                    window.keymap.hint("save-answer")),
            key="save answer",
        )
        if window.session.files.answer_form is not None
        else None,
        pad=12,
        priority=-1,
        key="finished",
    )  # fmt: skip


def _different(rows: Sequence[SearchRow]) -> list[SearchRow]:
    """Keep one of several equal searches: the shown one, else the first."""
    rows_by_key: dict[object, SearchRow] = {}
    for row in rows:
        result = row.result
        same = row.method, result.status, result.length, result.stats.expanded
        if row.is_shown or same not in rows_by_key:
            rows_by_key[same] = row
    return list(rows_by_key.values())


def _head(window: Window, *, is_shown: bool) -> Element:
    rows, columns = window.shown.play.board.size
    buttons = [
        Button(
            "Run again with…", lambda: _open_methods(window), short="Again…", size=13, height=34,
            tip="Search this board with another method; it is added to the list", key="again",
        ),
        Button("", partial(_look_inside, window), icon="lab", rank=Rank.QUIET, enabled=is_shown,
               width=34, height=34, tip="Open this search in the Lab", key="inside"),
        *table_buttons(window, f"{rows}x{columns}", window.shown.watch.rows, (as_text, as_csv),
                       width=34, height=34),
    ]  # fmt: skip
    caption = Text("Searches", strong=True, lines=1, grow=1)
    line = Row(Space(width=0, grow=1), *buttons, gap=4)
    return Fit(Row(caption, *buttons, gap=4), Column(caption, line, gap=0))


class _Rows(List):
    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        index = self.cell_at(ui, at)
        if index < 0:
            return Tip("Click a row to replay its solution")
        item = self.items[index]
        return Tip(f"{item.text}: {item.note}. {item.detail}. Click to replay this solution")


def _item(row: SearchRow) -> Item:
    result = row.result
    length = NOTHING if result.length is None else counted(result.length, "move")
    width = [] if result.branching is None else [f"b* {branching(result.branching)}"]
    expanded = f"{short_count(result.stats.expanded)} expanded"
    time, space = duration(result.stats.elapsed), memory(result.stats.bytes)
    details = [
        f" {_DOT} ".join(parts)
        for parts in (
            (row.quality, expanded, *width, time, space),
            (row.quality, expanded, time, space),
            (row.quality, expanded),
            (row.quality,),
        )
    ]
    icon = _ICONS.get(result.status, "check")
    return Item(row.method.title, length, icon, details[0], tuple(details[1:]))


def _open_methods(window: Window) -> None:
    watch, shortest = window.session.watch, Method.shortest(*window.shown.play.board.size)
    methods = [shortest, *(Method(algorithm=name) for name in listed_algorithms())]
    items = [method_item(method.title, method, watch.warning_of(method)) for method in methods]
    items[0] = Item("Shortest", detail=shortest.title)
    button = window.ui.find("again")
    assert button is not None, "it was pressed"
    open_menu(window.ui, button.rect, items, -1, lambda index: watch.run_again(methods[index]))


def _look_inside(window: Window) -> None:
    run = window.shown.watch.run
    if run is not None:
        window.session.lab.open_run(run)
