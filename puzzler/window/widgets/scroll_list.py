"""A scrolling list: rows of words, one of them chosen."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import pygame
from pygame import Rect, Surface

from puzzler.window.layout import inset
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import Point, Touch
from puzzler.window.widgets.scroll import THUMB_UNITS, Scroll

ROW_UNITS = 50
"""Height of a row with details, two lines."""


class ScrollList:
    """Calls ``on_choose`` with an index: by click, or Enter on what Up and Down have marked."""

    def __init__(
        self,
        name: str,
        on_choose: Callable[[int], None],
        *,
        painter: Callable[[], Painter],
        on_mark: Callable[[int], None] | None = None,
    ) -> None:
        self.name = name
        self.on_choose = on_choose
        self.on_mark = on_mark
        """Where it is given, a first click only marks, and a second on the same row chooses."""
        self.items: Sequence[Item] = ()
        self.empty = ""
        """What a list without rows says."""
        self.marked = -1
        """The row that Enter would choose."""
        self.current = -1
        """The row that is chosen already, and stays ticked wherever the mark goes."""
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self._painter = painter
        self._scroll = Scroll()
        self._pressed = -1

    def show(self, items: Sequence[Item], marked: int = -1) -> None:
        """These rows from now on, from the top."""
        self.items, self.marked = tuple(items), marked
        self._scroll.offset = 0
        self._fit()

    def row_height(self) -> int:
        """How high a row is, in pixels."""
        has_details = bool(self.items) and bool(self.items[0].detail)
        return self._painter().target(ROW_UNITS if has_details else 36)

    def row_at(self, at: Point | None) -> int:
        """The index of the row at a point; -1 for none."""
        self._fit()
        if at is None or not self._scroll.viewport.collidepoint(at):
            return -1
        index = (at[1] - self._scroll.viewport.top + self._scroll.offset) // self.row_height()
        return index if index < len(self.items) else -1

    def row_rect(self, index: int) -> Rect:
        """Where a row is, as far as it is in sight."""
        self._fit()
        view, height = self._scroll.viewport, self.row_height()
        top = view.top + index * height - self._scroll.offset
        return Rect(view.left, top, view.width, height).clamp(view)

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        self._fit()
        over = self.row_at(touch.at)
        rows = self.items or self.empty
        marks = self.marked, self.current
        return rows, marks, self._scroll.offset, over, touch.is_pressed, self.is_enabled

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme = painter.theme
        painter.box(surface, self.rect, painter.px(10), theme.well, theme.panel_edge)
        self._fit()
        if not self.items:
            size = painter.type_size(14.5)
            place = inset(self.rect, painter.px(12))
            painter.write(surface, self.empty, Face.BODY, size, theme.text_muted, place, align=0.5)
            return
        view, height = self._scroll.viewport, self.row_height()
        clip = surface.get_clip()
        surface.set_clip(clip.clip(view))
        over = self.row_at(touch.at)
        first = self._scroll.offset // height
        last = min(len(self.items), first + view.height // height + 2)
        for index in range(first, last):
            top = view.top + index * height - self._scroll.offset
            self._draw_row(surface, painter, Rect(view.left, top, view.width, height), index, over)
        self._scroll.draw(surface, painter)
        surface.set_clip(clip)

    def press(self, at: Point) -> None:
        """Take the thumb, or remember the row; it is chosen on release."""
        if not self._scroll.press(at, self._painter()):
            self._pressed = self.row_at(at)

    def drag(self, at: Point) -> None:
        """Move the thumb."""
        self._scroll.drag(at, self._painter())

    def release(self, at: Point) -> None:
        """Choose, where the pointer is still on the same row."""
        row, self._pressed = self._pressed, -1
        if self._scroll.release() or row < 0 or self.row_at(at) != row:
            return
        if self.on_mark is not None and row != self.marked:
            self._mark(row)
        else:
            self.marked = row
            self.on_choose(row)

    def wheel(self, lines: int) -> bool:
        """Scroll; at its end it leaves the wheel to what it stands in."""
        before = self._scroll.offset
        self._scroll.by(lines * self.row_height())
        return self._scroll.offset != before

    def key(self, key: int, mod: int = 0) -> bool:
        """Up, Down, Page up, Page down, Home and End mark; Enter and Space choose."""
        if not self.items:
            return False
        page = max(1, self._scroll.viewport.height // self.row_height() - 1)
        aims = {
            pygame.K_UP: self.marked - 1,
            pygame.K_DOWN: self.marked + 1,
            pygame.K_PAGEUP: self.marked - page,
            pygame.K_PAGEDOWN: self.marked + page,
            pygame.K_HOME: 0,
            pygame.K_END: len(self.items) - 1,
        }
        if key in aims:
            self._mark(max(0, min(len(self.items) - 1, aims[key])))
            self.reveal()
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) and self.marked >= 0:
            self.on_choose(self.marked)
        else:
            return False
        return True

    def reveal(self) -> None:
        """Scroll to the marked row."""
        self._fit()
        if self.marked >= 0:
            height = self.row_height()
            self._scroll.reveal(self.marked * height, (self.marked + 1) * height)

    def _mark(self, index: int) -> None:
        self.marked = index
        if self.on_mark is not None:
            self.on_mark(index)

    def _fit(self) -> None:
        margin = self._painter().px(5)
        self._scroll.fit(inset(self.rect, margin), len(self.items) * self.row_height())

    def _draw_front(self, surface: Surface, painter: Painter, inner: Rect, index: int) -> int:
        """What stands before the words of a row; how much of its width that takes."""
        if not self.items[index].icon:
            return 0
        pixels = painter.px(18)
        icon = painter.icon(self.items[index].icon, pixels, painter.theme.text_muted)
        surface.blit(icon, (inner.left, inner.centery - pixels // 2))
        return pixels + painter.px(10)

    def _draw_row(
        self, surface: Surface, painter: Painter, row: Rect, index: int, over: int
    ) -> None:
        theme, item = painter.theme, self.items[index]
        if self._scroll.can_scroll:
            row = Rect(row.left, row.top, row.width - painter.px(THUMB_UNITS + 4), row.height)
        if index == self.marked:
            painter.box(surface, row, painter.px(7), theme.control)
            bar = Rect(row.left, row.top + row.height // 4, painter.px(3), row.height // 2)
            painter.box(surface, bar, bar.width, theme.accent)
        elif index == over:
            painter.box(surface, row, painter.px(7), mix(theme.well, theme.control, 0.6))
        inner = inset(row, painter.px(12), 0)
        size = painter.type_size(14.5)
        front = self._draw_front(surface, painter, inner, index)
        inner = Rect(inner.left + front, inner.top, inner.width - front, inner.height)
        if self.current >= 0:
            pixels = painter.px(16)
            if index == self.current:
                tick = painter.icon("check", pixels, theme.accent)
                surface.blit(tick, (inner.right - pixels, inner.centery - pixels // 2))
            inner.width -= pixels + painter.px(8)
        half, low = inner.height // 2, inner
        if item.detail:
            half = min(half, painter.target(ROW_UNITS) // 2)
            low = Rect(inner.left, inner.centery - painter.px(2), inner.width, half)
            inner = Rect(inner.left, inner.centery + painter.px(3) - half, inner.width, half)
        if item.note:
            note = painter.fitted(item.note, Face.BODY, painter.type_size(13), inner.width // 2)
            width = painter.text_width(note, Face.BODY, painter.type_size(13))
            painter.write(
                surface, note, Face.BODY, painter.type_size(13), theme.text_muted, inner, align=1.0
            )
            inner.width -= width + painter.px(10)
        if item.detail:
            small = painter.type_size(13)
            painter.write(surface, item.detail, Face.BODY, small, theme.text_muted, low)
        face = Face.STRONG if item.detail else Face.BODY
        painter.write(surface, item.words, face, size, theme.text, inner)
