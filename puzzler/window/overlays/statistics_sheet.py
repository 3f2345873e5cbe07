"""The statistics: what was solved, kind by kind, with every solve to be reviewed or replayed."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path

from puzzler.game.play.category import Kind, RelayKind
from puzzler.game.session import Session
from puzzler.game.storage.statistics import Curve, Order, SolveRow, Summary
from puzzler.humanize import axis_time, counted, date_and_time, precise_time, sentence
from puzzler.window.overlays.around import Around
from puzzler.window.overlays.blocks import Line, Words
from puzzler.window.overlays.file_sheet import FilePages
from puzzler.window.overlays.sheet import Block, Sheet
from puzzler.window.overlays.solve_menu import SolveMenu
from puzzler.window.overlays.statistics_blocks import (
    CurveBlock,
    FiguresBlock,
    KindBlock,
    ListBlock,
    SideBySide,
)
from puzzler.window.overlays.statistics_table import (
    RELAY_COLUMNS,
    SOLVE_COLUMNS,
    cells,
    file_stem,
    short_title,
    time_series,
)
from puzzler.window.saving import new_file
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.dropdown import Dropdown
from puzzler.window.widgets.scroll_list import Item
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.table import Order as Sorting
from puzzler.window.widgets.table import Pages, Table
from puzzler.window.widgets.tabs import Tabs
from puzzler.window.widgets.value_curve import ValueCurve

NOTHING_YET = (
    "Nothing here yet. Solve a shuffled board by hand, and its time, its moves and what would have "
    "been shortest are kept here, to be reviewed and replayed, with means and a curve over time. "
    "Solves with a hint, the AI or the coach are listed, too, but enter no figure."
)
_TERMS = (
    "Lost is moves less the shortest, efficiency is moves over the shortest. A mean leaves out its "
    "best and its worst solve. Solves with help are listed, but enter no figure."
)
_TIMES = ((False, "All time"), (True, "This session"))
_PAGES = ("Solves", "Figures", "Curve")
_WIDTH_UNITS = 1120
_RENEW_SECONDS = 1.0
"""What becomes known meanwhile is read not more often than this: there may be very many solves."""
_NARROW_UNITS = 860
"""Narrower windows show the list, the figures or the curve, one at a time."""


class StatisticsPages:
    """One kind at a time; rows come from the store by pages, as they are seen."""

    def __init__(self, session: Session, around: Around) -> None:
        self._menu = SolveMenu(session.reviews, around, self._say, self._delete)
        self._statistics = session.statistics
        self._around = around
        self._kind: Kind | None = None
        self._is_session = False
        self._summary = Summary()
        self._curve = Curve()
        self._rows: dict[int, SolveRow] = {}
        self._message = ""
        self._news, self._renewed = self._statistics.news, around.now()
        self.tabs: Tabs[Kind] = Tabs("kind", [], self._choose_kind)
        self.choice: Dropdown[Kind] = Dropdown("kind", [], self._choose_kind, around.open_menu)
        self.times: Segmented[bool] = Segmented("time", _TIMES, self._choose_time)
        self.curve = ValueCurve("times", axis_time, on_choose=self._review_point)
        self.table = Table(
            "solves", SOLVE_COLUMNS, self._open_row, painter=around.painter, on_sort=self._sort
        )
        self._sorting = Sorting(Order.DATE.value)
        self._export = Button("export", self._export_here, label="Export as CSV", icon="save")
        self._export_to = Button("export to", self._choose_folder, label="Export to…")
        close = Button("done", self._dismiss, label="Close", rank=Rank.PRIMARY)
        self._list = ListBlock(self.table)
        self._figures = FiguresBlock(lambda: self._summary)
        self._over_time = CurveBlock(self.curve, self._curve_words)
        self.pages: Segmented[str] = Segmented(
            "page", [(page, page) for page in _PAGES], self._choose_page
        )
        self._page = _PAGES[0]
        self._arranged = self._arrangement
        kinds = self._statistics.kinds
        if not kinds:
            self.sheet = Sheet("Statistics", [Words(NOTHING_YET)], width_units=520)
            return
        present = self._statistics.present_kind
        self._kind = present if present in kinds else kinds[0]
        self.sheet = Sheet(
            "Statistics",
            self._blocks(),
            width_units=_WIDTH_UNITS,
            foot=(close, self._export_to, self._export),
            update=self._update,
            growing=self._list,
        )
        self._show_kinds(kinds)
        self._show()
        self.sheet.controls.focus(self.table)

    @property
    def _is_narrow(self) -> bool:
        """There is room for one page at a time."""
        return self._around.size()[0] < self._around.painter().px(_NARROW_UNITS)

    @property
    def _arrangement(self) -> Hashable:
        """What the blocks depend on."""
        return self._is_narrow, self._page, self._message

    def _blocks(self) -> list[Block]:
        """All at once, or where room is scarce a page at a time; the last of them are words."""
        kinds = KindBlock(self.tabs, self.choice, self.times)
        said = Words(lambda: self._message or _TERMS, units=13)
        if not self._is_narrow:
            return [kinds, SideBySide(self._figures, self._over_time), self._list, said]
        page: dict[str, list[Block]] = {
            _PAGES[0]: [self._list],
            _PAGES[1]: [self._figures, Words(_TERMS, units=13)],
            _PAGES[2]: [self._over_time],
        }
        told: list[Block] = [Words(lambda: self._message, units=13)] if self._message else []
        return [kinds, Line([self.pages]), *page[self._page], *told]

    def _arrange(self) -> None:
        """The blocks that find room now; the list, or the curve alone, has what is left over."""
        self._arranged = self._arrangement
        is_curve = self._is_narrow and self._page == _PAGES[2]
        self.sheet.show(self._blocks(), self._over_time if is_curve else self._list)

    # ---- What is shown --------------------------------------------------------------------

    def _show_kinds(self, kinds: list[Kind]) -> None:
        self.tabs.options = [(kind, short_title(kind)) for kind in kinds]
        self.choice.options = [(kind, Item(kind.title)) for kind in kinds]

    def _show(self, *, keeps_place: bool = False) -> None:
        """What is chosen, read anew."""
        kind, statistics = self._kind, self._statistics
        if kind is None:
            return
        self._summary = statistics.summary(kind, is_session=self._is_session)
        self._curve = statistics.curve(kind)
        self.curve.series = time_series(self._curve)
        self._show_rows(kind, keeps_place=keeps_place)
        self.sheet.arrange()

    def _show_rows(self, kind: Kind, *, keeps_place: bool = False) -> None:
        """The list; what stands in it is read when it is seen."""
        is_relay = isinstance(kind, RelayKind)
        self.table.columns = RELAY_COLUMNS if is_relay else SOLVE_COLUMNS
        self.table.order = self._sorting
        self.table.empty = "Nothing was solved in this session yet."
        count = self._statistics.count(kind, is_session=self._is_session)
        marked = min(self.table.marked, count - 1) if keeps_place else 0
        self._rows = {}
        self.table.show_pages(Pages(count, self._fetch), marked, keeps_place=keeps_place)

    def _fetch(self, first: int, count: int) -> list[tuple[str, ...]]:
        assert self._kind is not None, "something is shown"
        rows = self._statistics.rows(
            self._kind,
            first,
            count,
            Order(self._sorting.column),
            is_descending=self._sorting.is_down,
            is_session=self._is_session,
        )
        self._rows |= dict(enumerate(rows, first))
        return [cells(row, self.table.columns) for row in rows]

    def _update(self) -> None:
        if self._arrangement != self._arranged:
            self._arrange()
        self.pages.chosen = self._page
        self.tabs.chosen = self.choice.chosen = self._kind
        self.times.chosen = self._is_session
        if (
            self._statistics.news != self._news
            and self._around.now() >= self._renewed + _RENEW_SECONDS
        ):
            # shortest solutions that were not known have been proven
            self._news, self._renewed = self._statistics.news, self._around.now()
            self._show(keeps_place=True)

    def _curve_words(self) -> str:
        """What the pointer is over; else what is shown."""
        at = self.sheet.controls.touch(self.curve).at
        index = None if at is None else self.curve.index_at(at)
        if index is None or index >= len(self._curve.points):
            noun = "relay" if isinstance(self._kind, RelayKind) else "solve"
            said = f"time of {counted(self._curve.count, noun)}"
            if any(point.mean is not None for point in self._curve.points):
                said += ", and the mean of 12"
            return f"All time: {said}" if self._is_session else sentence(said)
        point = self._curve.points[index]
        mean = "" if point.mean is None else f", mean of 12: {precise_time(point.mean)}"
        return f"{date_and_time(point.at)}: {precise_time(point.seconds)}{mean}"

    # ---- What is chosen -------------------------------------------------------------------

    def _choose_kind(self, kind: Kind) -> None:
        if kind != self._kind:
            self._kind, self._message = kind, ""
            self._sorting = Sorting(Order.DATE.value)
            self._show()

    def _choose_page(self, page: str) -> None:
        self._page = page

    def _choose_time(self, is_session: bool) -> None:
        self._is_session, self._message = is_session, ""
        self._show()

    def _sort(self, sorting: Sorting) -> None:
        """By that column; at first with what people look for above."""
        if sorting.column != self._sorting.column:
            order = Order(sorting.column)
            sorting = Sorting(sorting.column, order.is_descending)
        self._sorting = sorting
        if self._kind is not None:
            self._show_rows(self._kind)

    def _review_point(self, index: int) -> None:
        if index < len(self._curve.points) and not isinstance(self._kind, RelayKind):
            self._menu.review(self._curve.points[index].id)

    # ---- What is done with a solve ----------------------------------------------------------

    def _open_row(self, index: int) -> None:
        """What can be done with a row."""
        self.table.pages.row(index)  # it is read, where it was not yet
        solve = self._rows.get(index)
        if solve is not None:
            has_path = not isinstance(self._kind, RelayKind)
            self._menu.open(self.table.row_rect(index), solve, has_path=has_path)

    def _say(self, words: str) -> None:
        self._message = words

    def _delete(self, solve: SolveRow) -> None:
        if self._kind is None:
            return
        self._statistics.delete(self._kind, solve.id)
        kinds = self._statistics.kinds
        self._message = "The solve is deleted."
        if not kinds:
            self._around.close_all()
            return
        self._show_kinds(kinds)
        self._kind = self._kind if self._kind in kinds else kinds[0]
        self._show(keeps_place=True)

    # ---- Export -----------------------------------------------------------------------------

    def _export_here(self) -> None:
        self._message = self._export_into(self._around.folder())

    def _export_into(self, folder: Path) -> str:
        """A file of a new name; one line that says where it is, or why there is none."""
        assert self._kind is not None, "something is shown"
        file = new_file(folder, file_stem(self._kind), ".csv")
        return self._statistics.export_csv(self._kind, file)

    def _choose_folder(self) -> None:
        def export(folder: Path) -> str:
            self._message = self._export_into(folder)
            return ""

        pages = FilePages(
            self._around.folder(), (), export, self._around.painter, for_folder="Export here"
        )
        self._around.open_sheet(pages.sheet)

    def _dismiss(self) -> None:
        self.sheet.dismiss()
