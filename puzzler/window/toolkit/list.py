"""Lists of text rows, such as files and methods, and menus."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.cells import Cell, Cells, CellsOptions, draw_row
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Element, Range, Touch
from puzzler.window.toolkit.layout import Card
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.wrapping import Placed

TALL_ROW_UNITS = 50
"""The height of a row with two lines."""
_TYPING_SECONDS = 1.0
"""After this time without a letter, typing in a list starts a new search."""


@dataclass(frozen=True, slots=True)
class Item:
    """One row of a list."""

    text: str
    note: str = ""
    """Muted text at the right."""
    icon: str = ""
    detail: str = ""
    """Muted text on a second line. Either all rows of a list have a detail or none."""
    shorter: tuple[str, ...] = ()
    """Shorter versions of ``detail`` for narrow rows, longest first."""


class List(Cells):
    """A list of text rows. The row ``current`` has a tick."""

    has_well = True
    takes_text = False
    """Whether typed text marks the next row that starts with it."""

    def __init__(
        self,
        items: Sequence[Item],
        on_choose: Callable[[int], object] | None,
        *,
        current: int | None = None,
        on_hover: bool = False,
        **options: Unpack[CellsOptions],
    ) -> None:
        """on_hover: whether the row under the pointer is marked, as in a menu."""
        super().__init__(len(items), on_choose, **options)
        self.items, self.current, self.marks_hovered = items, current, on_hover
        self.cell_look = tuple(items), current
        self._face = Face.BODY
        if items and items[0].detail:
            self.row_units, self._face = TALL_ROW_UNITS, Face.STRONG

    def measure_width(self, ui: Context) -> Range:
        painter, size, small = ui.painter, ui.painter.type_size(14.5), ui.painter.type_size(13)
        marks = 28 * any(i.icon for i in self.items) + 24 * (self.current is not None)
        widest = 0
        for item in self.items:
            width = painter.text_width(item.text, self._face, size)
            if item.note:
                width += painter.text_width(item.note, Face.BODY, small) + painter.px(10)
            widest = max(widest, width, painter.text_width(item.detail, Face.BODY, small))
        return Range(painter.px(80), widest + painter.px(marks + 52))

    def look(self, ui: Context, touch: Touch) -> Hashable:
        state = self.own_state(ui)
        if self.marks_hovered and state.pointed not in (state, touch.at) and not touch.is_held:
            over = self.cell_at(ui, touch.at)
            state.marked = over if over >= 0 else state.marked
        state.pointed = touch.at or state.pointed  # a new layer has no pointer at first
        return super().look(ui, touch)

    def write(self, ui: Context, text: str) -> None:
        """Mark the next row that starts with the text typed so far."""
        state = self.own_state(ui)
        is_more = self._is_typing(ui)
        state.typed, state.typed_at = (state.typed if is_more else "") + text.casefold(), ui.now
        start = max(0, state.marked + (not is_more))
        rows = [*range(start, self.count), *range(min(start, self.count))]
        starts = (row for row in rows if self.items[row].text.casefold().startswith(state.typed))
        row = next(starts, None)
        if row is not None:
            self._mark(ui, row)
            self._reveal(ui, state)

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        if key == pygame.K_SPACE and self.takes_text and self._is_typing(ui):
            return True  # part of the name
        return super().key_down(ui, key, mod)

    def _is_typing(self, ui: Context) -> bool:
        return ui.now - self.own_state(ui).typed_at < _TYPING_SECONDS

    def cell_text(self, index: int) -> str:
        item = self.items[index]
        text = ", ".join(filter(None, (item.text, item.note, item.detail)))
        return f"{text}, chosen" if index == self.current else text

    def draw_cell(self, ui: Context, surface: Surface, cell: Cell) -> None:
        painter, theme, item = ui.painter, ui.painter.theme, self.items[cell.index]
        draw_row(ui, surface, cell)
        inner = cell.rect.inflate(-2 * painter.px(12), 0)
        front = self.draw_front(ui, surface, inner, cell.index)
        inner = Rect(inner.left + front, inner.top, inner.width - front, inner.height)
        if self.current is not None and self.current >= 0:
            pixels = painter.px(16)
            if cell.index == self.current:
                tick = painter.icon("check", pixels, theme.accent)
                surface.blit(tick, (inner.right - pixels, inner.centery - pixels // 2))
            inner.width -= pixels + painter.px(8)
        low, small = inner, painter.type_size(13)
        if item.detail:
            half = min(inner.height // 2, painter.target(TALL_ROW_UNITS) // 2)
            low = Rect(inner.left, inner.centery - painter.px(2), inner.width, half)
            inner = Rect(inner.left, inner.centery + painter.px(3) - half, inner.width, half)
        if item.note:
            note = painter.fitted(item.note, Face.BODY, small, inner.width // 2)
            painter.write(surface, note, Face.BODY, small, theme.text_muted, inner, align=1.0)
            inner.width -= painter.text_width(note, Face.BODY, small) + painter.px(10)
        if item.detail:
            texts = item.detail, *item.shorter
            fits = (t for t in texts if painter.text_width(t, Face.BODY, small) <= low.width)
            detail = next(fits, texts[-1])
            painter.write(surface, detail, Face.BODY, small, theme.text_muted, low)
        painter.write(surface, item.text, self._face, painter.type_size(14.5), theme.text, inner)

    def draw_front(self, ui: Context, surface: Surface, inner: Rect, index: int) -> int:
        """Draw the icon in front of the text of a row. Return its width with the gap, in pixels."""
        icon, pixels = self.items[index].icon, ui.painter.px(18)
        if not icon:
            return 0
        picture = ui.painter.icon(icon, pixels, ui.painter.theme.text_muted)
        surface.blit(picture, (inner.left, inner.centery - pixels // 2))
        return pixels + ui.painter.px(10)


_MAX_UNITS = 590
"""The maximum height of a menu; longer menus scroll."""
_ENOUGH_UNITS = 190
"""With this much room below the anchor, the menu opens below and scrolls if it is longer."""
MENU = "menu"
"""The key of the menu's layer and of its list."""


def _menu_place(ui: Context, rows: List, anchor: Rect, window: Rect) -> Rect:
    """The place of a menu below ``anchor``, or above it if there is more room."""
    painter = ui.painter
    room = window.inflate(-2 * painter.px(8), -2 * painter.px(8))
    width = max(anchor.width, min(room.width, rows.widths(ui).preferred))
    gap, margins = painter.px(6), 2 * painter.px(List.MARGIN_UNITS)
    high = min(len(rows.items) * rows.row_height(ui) + margins, painter.px(_MAX_UNITS))
    below, above = room.bottom - anchor.bottom - gap, anchor.top - gap - room.top
    is_below = below >= min(high, painter.px(_ENOUGH_UNITS)) or below >= above
    place = Rect(anchor.left, anchor.bottom + gap, width, min(high, below))
    if not is_below:
        place.height = min(high, above)
        place.bottom = anchor.top - gap
    return place.clamp(room)


def open_menu(
    ui: Context,
    anchor: Rect,
    items: Sequence[Item],
    current: int,
    on_choose: Callable[[int], object],
    *,
    marked: int | None = None,
    name: str = "Menu",
) -> None:
    """Open a menu of ``items``; ``on_choose`` is called with the index of the chosen item.

    current: the item with a tick, -1 for none. marked: the item that Enter chooses, by default
    ``current``. name: the name for screen readers.
    """

    def choose(index: int) -> None:
        ui.close(MENU)
        on_choose(index)

    first = current if marked is None else marked

    def build() -> Element:
        rows = List(items, choose, current=current, first=first, on_hover=True, key=MENU)
        rows.accessible_name = name
        rows.shows_focus = False  # a menu always has the focus
        card = Card(rows, pad=0, floating=True)
        return Placed(
            lambda ui, window: card.place(ui, _menu_place(ui, rows, anchor, window)), card
        )

    ui.open(build, MENU, is_veiled=False, focus=MENU)


def open_actions(
    ui: Context, anchor: Rect, rows: Sequence[tuple[Item, Callable[[], object]]]
) -> None:
    """Open a menu of items with the functions that they call. Enter chooses the first item."""
    items = [item for item, _ in rows]
    open_menu(ui, anchor, items, -1, lambda index: rows[index][1](), marked=0)
