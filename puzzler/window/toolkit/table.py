"""A scrolling table that fetches its rows in pages, so that 100,000 rows are as fast as ten."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.cells import Cell, Cells, CellsOptions, draw_row
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Access, Point, Tip, Touch
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scroll import THUMB_UNITS

_PAGE = 64
"""The number of rows per page, more than a screen shows."""
_MAX_PAGES = 16
_GAP_UNITS, _PAD_UNITS = 14, 10


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table."""

    name: str
    caption: str
    sample: str
    """A wide text, which determines the width of the column."""
    tip: str = ""
    """The tooltip of the caption."""
    is_right: bool = True
    """Whether the text is aligned right, as for numbers."""
    priority: int = 0
    """If room is scarce, columns of the lowest priority are left out first."""
    is_sortable: bool = True
    widest: str = ""
    """The widest text, if it is wider than ``sample``: the column gets spare room first."""


@dataclass(frozen=True, slots=True)
class SortOrder:
    """The column by which rows are sorted."""

    column: str
    is_down: bool = True
    """Whether the order is descending."""


class Rows:
    """Rows that are fetched in pages. The last pages used are cached."""

    def __init__(
        self, count: int = 0, fetch: Callable[[int, int], Sequence[Sequence[str]]] | None = None
    ) -> None:
        """fetch: called with (first, count), returns the cells of each row."""
        self.count = count
        fetch = fetch or (lambda first, count: ())
        self._page = lru_cache(_MAX_PAGES)(lambda number: fetch(number * _PAGE, _PAGE))

    def row(self, index: int) -> Sequence[str]:
        """The cells of a row; empty if the row no longer exists."""
        number, place = divmod(index, _PAGE)
        page = self._page(number)
        return page[place] if place < len(page) else ()


class Table(Cells):
    """A list with columns. A click on a caption sorts, a second click reverses the order."""

    HEAD_UNITS = 30
    accessible_name = "Table"
    row_units = 34
    has_well = True

    def __init__(
        self,
        columns: Sequence[TableColumn],
        rows: Rows,
        on_choose: Callable[[int], object] | None,
        *,
        order: SortOrder | None = None,
        on_sort: Callable[[SortOrder], object] | None = None,
        **options: Unpack[CellsOptions],
    ) -> None:
        super().__init__(rows.count, on_choose, **options)
        self.table_columns, self.rows = tuple(columns), rows
        self.order, self.on_sort = order, on_sort
        self.cell_look = order, rows

    def places(self, ui: Context) -> list[tuple[TableColumn, Rect]]:
        """The columns that fit, and the rectangles of their captions."""
        painter = ui.painter
        gap, pad = painter.px(_GAP_UNITS), painter.px(_PAD_UNITS)
        room = self.rect.width - 2 * pad - 2 * painter.px(5) - painter.px(THUMB_UNITS + 4)
        widths = {column.name: _width(column, painter) for column in self.table_columns}
        shown = list(self.table_columns)

        def spare() -> int:
            return room - sum(widths[c.name] for c in shown) - gap * (len(shown) - 1)

        while spare() < 0 and len(shown) > 1:
            shown.remove(min(shown, key=lambda column: column.priority))
        for column in shown:
            more = _width(replace(column, sample=column.widest), painter) - widths[column.name]
            widths[column.name] += max(0, min(more, spare()))
        gap += max(0, spare()) // max(1, len(shown) - 1)  # distribute the remaining space
        left, places = self.rect.left + painter.px(5) + pad, []
        for column in shown:
            places.append((column, Rect(left, self.rect.top, widths[column.name], self._head(ui))))
            left += widths[column.name] + gap
        return places

    def column_at(self, ui: Context, at: Point | None) -> TableColumn | None:
        """The column whose caption is at a point."""
        if at is None or not self.rect.top <= at[1] < self.rect.top + self._head(ui):
            return None
        grown = ui.painter.px(_GAP_UNITS) // 2
        places = self.places(ui)
        return next((c for c, rect in places if rect.inflate(2 * grown, 0).collidepoint(at)), None)

    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        column = self.column_at(ui, at)
        return Tip(column.tip) if column is not None and column.tip else super().tip_at(ui, at)

    def release(self, ui: Context, at: Point) -> None:
        column = self.column_at(ui, at)
        if column is not None and ui.grip < 0:
            self._sort(column)
        super().release(ui, at)

    def _order_of(self, column: TableColumn) -> SortOrder | None:
        return self.order if self.order and self.order.column == column.name else None

    def _sort(self, column: TableColumn, _: str = "") -> None:
        order = self._order_of(column)
        if column.is_sortable and self.on_sort:
            self.on_sort(SortOrder(column.name, order is None or not order.is_down))

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        """Handle the keys of a list. Left and Right sort by the next column; Shift reverses."""
        if key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return super().key_down(ui, key, mod)
        names = [column.name for column, _ in self.places(ui) if column.is_sortable]
        if not names or not self.count or self.on_sort is None:
            return False
        order = self.order if self.order is not None and self.order.column in names else None
        if mod & pygame.KMOD_SHIFT and order is not None:
            self.on_sort(SortOrder(order.column, not order.is_down))
            return True
        step = 1 if key == pygame.K_RIGHT else -1
        index = step + (-1 if order is None else names.index(order.column))
        if 0 <= index < len(names):
            self.on_sort(SortOrder(names[index]))
        return True

    def cell_text(self, index: int) -> str:
        texts = zip(self.table_columns, self.rows.row(index), strict=False)
        return ", ".join(f"{column.caption} {text}".strip() for column, text in texts if text)

    def access(self, ui: Context) -> Access:
        access, directions = super().access(ui), {True: "sorted down", False: "sorted up"}
        sortable = [column for column in self.table_columns if column.is_sortable and self.on_sort]
        heads = tuple(
            Access(
                role="COLUMN_HEADER",
                name=column.caption,
                value=directions[order.is_down] if (order := self._order_of(column)) else "",
                note=column.tip,
                key=(self.key, column.name),
                rect=rect,
                actions={"CLICK": partial(self._sort, column)} if column in sortable else {},
            )
            for column, rect in (self.places(ui) if self.count else ())
        )
        return replace(access, children=(*heads, *access.children))

    def look(self, ui: Context, touch: Touch) -> Hashable:
        return super().look(ui, touch), self.column_at(ui, touch.at)

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        super().draw(ui, surface, touch)
        if not self.count:
            return
        painter, theme, size = ui.painter, ui.painter.theme, ui.painter.type_size(12.5)
        over = self.column_at(ui, touch.at)
        for column, place in self.places(ui):
            order = self._order_of(column)
            color = theme.text if order is not None or column is over else theme.text_muted
            face = Face.STRONG if order is not None else Face.BODY
            align = 1.0 if column.is_right else 0.0
            painter.write(surface, column.caption, face, size, color, place, align=align)
            if order is not None:
                width = painter.text_width(column.caption, face, size) + painter.px(8)
                middle = place.right - width if column.is_right else place.left + width
                # the wedge points to the end with the smaller values
                high = painter.px(5)
                low = place.centery - high // 2 + (high if order.is_down else 0)
                height = high if order.is_down else -high
                painter.wedge(surface, theme.accent, (middle, low), painter.px(4), height)
        line = Rect(self.rect).inflate(-2 * painter.px(5), 0)
        line.height = painter.px(1)
        surface.fill(theme.panel_edge, line.move(0, self._head(ui) - line.height))

    def draw_cell(self, ui: Context, surface: Surface, cell: Cell) -> None:
        draw_row(ui, surface, cell)
        texts, painter = self.rows.row(cell.index), ui.painter
        if not texts:
            return
        cells = {c.name: text for c, text in zip(self.table_columns, texts, strict=True)}
        size, ink = painter.type_size(13.5), painter.theme.text
        for column, place in self.places(ui):
            area = Rect(place.left, cell.rect.top, place.width, cell.rect.height)
            align = 1.0 if column.is_right else 0.0
            painter.write(surface, cells[column.name], Face.FIGURES, size, ink, area, align=align)


def _width(column: TableColumn, painter: Painter) -> int:
    caption = painter.text_width(column.caption, Face.STRONG, painter.type_size(12.5))
    cell = painter.text_width(column.sample, Face.FIGURES, painter.type_size(13.5))
    return max(caption + painter.px(2), cell)
