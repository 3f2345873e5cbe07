"""A table that scrolls: its rows are asked for by pages, so that 100,000 cost no more than ten."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from puzzler.window.layout import inset
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import Point, Touch
from puzzler.window.widgets.scroll import THUMB_UNITS
from puzzler.window.widgets.scroll_list import ScrollList

_PAGE = 64
"""Rows that are asked for at once: more than a screen shows."""
_MOST_PAGES = 16
_HEAD_UNITS = 30
_ROW_UNITS = 34
_GAP_UNITS = 14
_MARGIN_UNITS = 10


@dataclass(frozen=True, slots=True)
class Column:
    """One column."""

    name: str
    """What the order of the rows is called by."""
    caption: str
    sample: str
    """The widest that it is to show: what its width is measured by."""
    tip: str = ""
    """What its caption means."""
    is_right: bool = True
    """Figures stand at the right edge, one below the other."""
    need: int = 0
    """Where room is scarce those of the smallest need go first."""
    is_sortable: bool = True


@dataclass(frozen=True, slots=True)
class Order:
    """By which column the rows are sorted."""

    column: str
    is_down: bool = True
    """From the largest on, or the newest."""


class Pages:
    """Rows somewhere else, of which the pages seen last are kept."""

    def __init__(
        self, count: int = 0, fetch: Callable[[int, int], Sequence[Sequence[str]]] | None = None
    ) -> None:
        """``fetch`` is asked for (first, count) and gives the cells of each row."""
        self._count = count
        self._fetch = fetch
        self._pages: OrderedDict[int, Sequence[Sequence[str]]] = OrderedDict()

    def __len__(self) -> int:
        return self._count

    def row(self, index: int) -> Sequence[str]:
        """The cells of a row; none where the rows have become fewer meanwhile."""
        number, place = divmod(index, _PAGE)
        page = self._pages.get(number)
        if page is None:
            page = self._fetch(number * _PAGE, _PAGE) if self._fetch is not None else ()
            self._pages[number] = page
            if len(self._pages) > _MOST_PAGES:
                self._pages.popitem(last=False)
        else:
            self._pages.move_to_end(number)
        return page[place] if place < len(page) else ()


class _Rows(Sequence[Item]):
    """So many rows; what is on them is drawn by the table."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: object) -> Item:  # type: ignore[override]  # one kind of row
        return _ROW


_ROW = Item("")


class Table(ScrollList):
    """A list whose rows have columns; a click on a caption sorts by it, a second one turns it."""

    def __init__(
        self,
        name: str,
        columns: Sequence[Column],
        on_choose: Callable[[int], None],
        *,
        painter: Callable[[], Painter],
        on_sort: Callable[[Order], None],
    ) -> None:
        super().__init__(name, on_choose, painter=painter)
        self.columns = tuple(columns)
        self.on_sort = on_sort
        self.order: Order | None = None
        """How the rows are sorted, as it is shown."""
        self.pages = Pages()
        self._pressed_column: Column | None = None

    def show_pages(self, pages: Pages, marked: int = -1, *, keeps_place: bool = False) -> None:
        """These rows from now on, from the top, or from where they were scrolled to."""
        offset = self._scroll.offset
        self.pages = pages
        self.show(_Rows(len(pages)), marked)
        if keeps_place:
            self._scroll.offset = offset
            self._fit()

    def show(self, items: Sequence[Item], marked: int = -1) -> None:
        """As in a list, but what stands in the rows is asked for when they are seen."""
        self.items, self.marked = items, marked
        self._scroll.offset = 0
        self._fit()

    # ---- Where things are ---------------------------------------------------------------

    def row_height(self) -> int:
        """One line."""
        return self._painter().target(_ROW_UNITS)

    @property
    def head(self) -> Rect:
        """Where the captions stand."""
        return Rect(self.rect.left, self.rect.top, self.rect.width, self._head_height())

    def places(self) -> list[tuple[Column, Rect]]:
        """The columns that have room, and where their captions are."""
        painter = self._painter()
        gap, margin = painter.px(_GAP_UNITS), painter.px(_MARGIN_UNITS)
        room = self.rect.width - 2 * margin - 2 * painter.px(5) - painter.px(THUMB_UNITS + 4)
        widths = {column.name: self._width(column, painter) for column in self.columns}
        shown = list(self.columns)

        def spare() -> int:
            return room - sum(widths[c.name] for c in shown) - gap * (len(shown) - 1)

        while spare() < 0 and len(shown) > 1:
            shown.remove(min(shown, key=lambda column: column.need))
        # what is left over is shared between them
        gap += max(0, spare()) // max(1, len(shown) - 1)
        left = self.rect.left + painter.px(5) + margin
        places = []
        for column in shown:
            places.append((column, Rect(left, self.rect.top, widths[column.name], 0)))
            places[-1][1].height = self._head_height()
            left += widths[column.name] + gap
        return places

    def column_at(self, at: Point | None) -> Column | None:
        """The column whose caption is at a point."""
        if at is None or not self.head.collidepoint(at):
            return None
        grown = self._painter().px(_GAP_UNITS) // 2
        places = self.places()
        return next((c for c, rect in places if rect.inflate(2 * grown, 0).collidepoint(at)), None)

    # ---- Picture ------------------------------------------------------------------------

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        column = self.column_at(touch.at)
        return super().look(touch), self.order, self.pages, column, self.rect.size

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """The rows in sight, and the captions above them."""
        super().draw(surface, painter, touch)
        if not self.items:
            return
        theme, size = painter.theme, painter.type_size(12.5)
        over = self.column_at(touch.at)
        for column, place in self.places():
            is_sorted = self.order is not None and self.order.column == column.name
            ink = theme.text if is_sorted or column is over else theme.text_muted
            face = Face.STRONG if is_sorted else Face.BODY
            align = 1.0 if column.is_right else 0.0
            painter.write(surface, column.caption, face, size, ink, place, align=align)
            if is_sorted and self.order is not None:
                words = Rect(place)
                words.width = painter.text_width(column.caption, face, size)
                if column.is_right:
                    words.right = place.right
                _draw_arrow(
                    surface,
                    painter,
                    words,
                    is_right=column.is_right,
                    is_down=self.order.is_down,
                )
        line = max(1, round(painter.scale))
        head = inset(self.head, painter.px(5), 0)
        surface.fill(theme.panel_edge, (head.left, head.bottom - line, head.width, line))

    def _draw_row(
        self, surface: Surface, painter: Painter, row: Rect, index: int, over: int
    ) -> None:
        theme = painter.theme
        if self._scroll.can_scroll:
            row = Rect(row.left, row.top, row.width - painter.px(THUMB_UNITS + 4), row.height)
        if index == self.marked:
            painter.box(surface, row, painter.px(7), theme.control)
            bar = Rect(row.left, row.top + row.height // 4, painter.px(3), row.height // 2)
            painter.box(surface, bar, bar.width, theme.accent)
        elif index == over:
            painter.box(surface, row, painter.px(7), mix(theme.well, theme.control, 0.6))
        cells = self.pages.row(index)
        if not cells:
            return
        known = {column.name: cell for column, cell in zip(self.columns, cells, strict=True)}
        size = painter.type_size(13.5)
        for column, place in self.places():
            cell = Rect(place.left, row.top, place.width, row.height)
            align = 1.0 if column.is_right else 0.0
            words = known[column.name]
            painter.write(surface, words, Face.FIGURES, size, theme.text, cell, align=align)

    # ---- Input --------------------------------------------------------------------------

    def press(self, at: Point) -> None:
        """As in a list; or remember the caption."""
        self._pressed_column = self.column_at(at)
        super().press(at)

    def release(self, at: Point) -> None:
        """As in a list; or sort."""
        column, self._pressed_column = self._pressed_column, None
        if column is not None and column is self.column_at(at) and column.is_sortable:
            turns = self.order is not None and self.order.column == column.name
            self.on_sort(Order(column.name, not (turns and self.order and self.order.is_down)))
        super().release(at)

    def key(self, key: int, mod: int = 0) -> bool:
        """As in a list; Left and Right sort by the neighbouring column, with Shift they turn it."""
        if key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return super().key(key, mod)
        sortable = [column for column, _ in self.places() if column.is_sortable]
        names = [column.name for column in sortable]
        if not names or not self.items:
            return False
        order = self.order if self.order is not None and self.order.column in names else None
        if mod & pygame.KMOD_SHIFT and order is not None:
            self.on_sort(Order(order.column, not order.is_down))
            return True
        at = -1 if order is None else names.index(order.column)
        index = at + (1 if key == pygame.K_RIGHT else -1)
        if 0 <= index < len(names):
            self.on_sort(Order(names[index]))
        return True

    # ---- Within -------------------------------------------------------------------------

    def _fit(self) -> None:
        margin, head = self._painter().px(5), self._head_height()
        view = inset(self.rect, margin)
        view = Rect(view.left, self.rect.top + head, view.width, view.bottom - self.rect.top - head)
        self._scroll.fit(view, len(self.items) * self.row_height())

    def _head_height(self) -> int:
        return self._painter().target(_HEAD_UNITS)

    def _width(self, column: Column, painter: Painter) -> int:
        caption = painter.text_width(column.caption, Face.STRONG, painter.type_size(12.5))
        cell = painter.text_width(column.sample, Face.FIGURES, painter.type_size(13.5))
        return max(caption + painter.px(2), cell)


def _draw_arrow(
    surface: Surface, painter: Painter, words: Rect, *, is_right: bool, is_down: bool
) -> None:
    """Beside the caption: towards which end of the column the values become smaller."""
    half, height = painter.px(4), painter.px(5)
    middle = words.left - half - painter.px(4) if is_right else words.right + half + painter.px(4)
    top, low = words.centery - height // 2, words.centery - height // 2 + height
    base, tip = (top, low) if is_down else (low, top)
    wedge = [(middle - half, base), (middle + half, base), (middle, tip)]
    pygame.draw.polygon(surface, painter.theme.accent, wedge)
