"""The table of a race: a row for each lane, sorted by any column, copied and saved."""

from __future__ import annotations

import time
from collections.abc import Iterator

from pygame import Rect

from puzzler.humanize import counted
from puzzler.search.comparison import COLUMNS, METHOD, Entry, as_csv, as_text, named, sorted_by
from puzzler.window.export.saving import results_folder, save_text
from puzzler.window.layout import Grow, column, row
from puzzler.window.panels.panel import drawn
from puzzler.window.race_menu import open_lane_menu
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.notice import Notice
from puzzler.window.widgets.table import Column, Order, Pages, Table
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_TARGET_UNITS = 34
_NEEDS = ("method", "length", "worth", "expanded", "time", "memory", "generated", "branching")
"""Where room is scarce the columns that are not among them go first, then from the last on."""
_WIDEST, _WIDEST_COMPACT = 42, 26
"""Signs of a cell; the row says all of it when it is pointed at."""
_EMPTY = "The table is there once the race is over"


class RaceTable:
    """A click on a row, or Enter, opens what can be done with that lane."""

    name = "race table"
    is_shown = True

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._entries: tuple[Entry, ...] = ()
        self._rows: tuple[Entry, ...] = ()
        self._winners: tuple[int, ...] = ()
        self._area = Rect(0, 0, 0, 0)
        self.verdict = Notice("verdict")
        self.verdict.is_strong, self.verdict.align = True, 0.0
        self.table = Table(
            "race rows",
            _columns((), _WIDEST),
            self._open,
            painter=lambda: desk.painter,
            on_sort=self._sort,
        )
        self.table.empty = _EMPTY
        self.copy = Button("copy race", self._copy, icon="copy", rank=Rank.QUIET)
        self.save = Button("save race", self._save, icon="save", rank=Rank.QUIET)

    # ---- Layout -------------------------------------------------------------------------

    def height(self, painter: Painter, width: int) -> int:
        """The verdict, and four rows."""
        rows = 4 * self.table.row_height() + painter.target(30) + 2 * painter.px(5)
        return painter.target(_TARGET_UNITS) + painter.px(6) + rows

    def place(self, painter: Painter, area: Rect) -> None:
        """Who wins, and below it the rows."""
        self._area = area
        self.table.columns = _columns(self._entries, self._widest)
        target, gap = painter.target(_TARGET_UNITS), painter.px(6)
        above, self.table.rect = column(area, [target, Grow()], gap)
        self.verdict.rect, self.copy.rect, self.save.rect = row(
            above, [Grow(), target, target], gap
        )

    @property
    def _widest(self) -> int:
        return _WIDEST_COMPACT if self._desk.is_compact else _WIDEST

    # ---- What is shown ------------------------------------------------------------------

    def follow(self) -> None:
        """The rows, and who has won."""
        racing = self._desk.racing
        verdict = None if racing is None else racing.state().winner
        entries = racing.state().entries if racing is not None and verdict is not None else ()
        winners = () if verdict is None else verdict.places
        self.verdict.words = "" if verdict is None else verdict.words
        self.verdict.is_good = bool(winners)
        self.copy.is_enabled = self.save.is_enabled = bool(entries)
        if entries != self._entries or winners != self._winners:
            self._entries, self._winners = entries, winners
            self.table.columns = _columns(entries, self._widest)
            self._show()

    def _show(self) -> None:
        """In the order that was asked for; in that of the lanes where none was."""
        order = self.table.order
        self._rows = self._entries
        if order is not None:
            self._rows = sorted_by(self._entries, named(order.column, COLUMNS), order.is_down)
        names = [column.name for column in COLUMNS]
        cells = [tuple(self._cell(entry, name) for name in names) for entry in self._rows]
        self.table.show_pages(Pages(len(cells), lambda first, count: cells[first : first + count]))

    def _cell(self, entry: Entry, name: str) -> str:
        text = named(name, COLUMNS).text(entry)
        return f"{self._lane(entry) + 1}  {text}" if name == METHOD.name else text

    def _lane(self, entry: Entry) -> int:
        """Several lanes may have the very same method and figures."""
        return next(number for number, each in enumerate(self._entries) if each is entry)

    def _sort(self, order: Order) -> None:
        """The first click on a column shows what is best in it first."""
        column = named(order.column, COLUMNS)
        is_other = self.table.order is None or self.table.order.column != order.column
        if is_other:
            order = Order(order.column, not (column.smaller_is_better or column.is_text))
        self.table.order = order
        self._show()

    def _open(self, index: int) -> None:
        if 0 <= index < len(self._rows):
            top = self.table.head.bottom + index * self.table.row_height()
            anchor = Rect(self.table.rect.left, top, 0, self.table.row_height())
            anchor.width = self._desk.painter.px(260)
            open_lane_menu(self._desk, self._lane(self._rows[index]), anchor)

    def _copy(self) -> None:
        is_copied = self._desk.clipboard.copy(as_text(self._rows))
        count = counted(len(self._rows), "row")
        self._desk.say(f"Copied {count}." if is_copied else "There is no clipboard to copy to.")

    def _save(self) -> None:
        racing = self._desk.racing
        if racing is None:
            return
        rows, columns = racing.problem.start.size
        name = f"puzzler-race-{rows}x{columns}-{time.strftime('%Y%m%d-%H%M%S')}"
        self._desk.say(save_text(as_csv(self._rows), results_folder(), name, ".csv"))

    # ---- Controls and picture -----------------------------------------------------------

    @property
    def controls(self) -> list[Control]:
        """The rows, and what takes them elsewhere."""
        cut = [self.verdict] if self.verdict.is_cut(self._desk.painter) else []
        return [*cut, self.copy, self.save, self.table]

    def tip(self, name: str) -> Tip | None:
        """Of a caption, a row or a button."""
        if name == self.copy.name:
            return Tip("Copy the table as text")
        if name == self.save.name:
            return Tip("Save the table as CSV")
        if name == self.verdict.name:
            return Tip(self.verdict.words)
        at = self._desk.controls.touch(self.table).at
        caption = self.table.column_at(at)
        if caption is not None:
            return Tip(caption.tip)
        index = self.table.row_at(at)
        return Tip(_row_tip(self._rows[index])) if 0 <= index < len(self._rows) else None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The verdict, the buttons, the rows."""
        if self.verdict.words:
            yield self.verdict.part(painter)
        controls = [control for control in self.controls if control is not self.verdict]
        yield from drawn(self._desk, painter, controls)


def _columns(entries: tuple[Entry, ...], most: int) -> tuple[Column, ...]:
    """Those of every table of methods, as wide as what stands in them."""
    columns = []
    for each in COLUMNS:
        texts = [each.text(entry)[:most] for entry in entries] or [each.title]
        widest = max(texts, key=len)
        sample = f"1  {widest}" if each is METHOD else widest
        need = len(_NEEDS) - _NEEDS.index(each.name) if each.name in _NEEDS else 0
        columns.append(Column(each.name, each.title, sample, each.words, not each.is_text, need))
    return tuple(columns)


def _row_tip(entry: Entry) -> str:
    """All of a row, whatever found room."""
    said = [f"{column.title} {column.text(entry)}" for column in COLUMNS if column is not METHOD]
    return f"{entry.method.title}: {', '.join(said)}. Click to play it or to look inside it"
