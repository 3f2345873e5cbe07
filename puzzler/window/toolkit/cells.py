"""Controls of many equal cells that scroll: lists of rows, and grids of pictures.

Only the cells in sight are drawn, so that 100,000 cost no more than ten.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.element import (
    PRESS_KEYS,
    Context,
    Control,
    Frame,
    Options,
    Point,
    Range,
    Touch,
)
from puzzler.window.toolkit.layout import THUMB_UNITS, Scrolled, Thumb
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.theme import mix

ROW_UNITS, TALL_ROW_UNITS = 36, 50
"""The height of a row of one line, and of two."""


class CellsState:
    """What a control of cells keeps from one tree to the next."""

    def __init__(self) -> None:
        self.scrolled = Scrolled()
        self.marked = -1
        """The cell that Enter would choose."""
        self.pressed = -1
        self.pointed: object = self
        """Where the pointer was when the list was looked at last; at first nowhere."""
        self.content: Hashable = object()
        self.wants_reveal = False


class Cells(Control):
    """Calls ``on_choose`` with an index: by a click, or Enter on what the arrow keys have marked.

    Subclasses say how large a cell is and draw one.
    """

    MARGIN_UNITS = 5
    GAP_UNITS = 0
    HEAD_UNITS = 0
    """Kept free at the top."""
    wanted_rows: int | None = None
    """It wants to be so many rows high; None for all that there are."""
    is_downwards = False
    """The order of the cells is read down each column."""

    def __init__(
        self,
        count: int,
        on_choose: Callable[[int], object] | None,
        *,
        marked: int | None = None,
        content: Hashable = None,
        on_mark: Callable[[int], object] | None = None,
        empty: str = "",
        at_end: bool = False,
        least_rows: int = 3,
        first: int = -1,
        **options: Unpack[Options],
    ) -> None:
        """What there is to choose from.

        on_choose: None where there is nothing to choose. marked: the cell that is marked, by
        default the one that was; what is marked from outside is scrolled into sight. content: where
        this is another one than the last time, it begins at its top again. on_mark: where it is
        given, a first click only marks, and a second one on the same cell chooses. empty: what is
        said where there are no cells. at_end: it stays scrolled to its end. first: the cell
        that is marked at first, and whenever the content is another one.
        """
        super().__init__(**options)
        self.count, self.on_choose, self.on_mark = count, on_choose, on_mark
        self.given_mark, self.content, self.empty = marked, content, empty
        self.at_end, self.least_rows, self.first = at_end, least_rows, first

    # ---- What subclasses say --------------------------------------------------------------

    def columns(self, ui: Context, width: int) -> int:
        """How many cells stand side by side."""
        return 1

    def first_mark(self) -> int:
        """The cell that is marked where the content is another one; -1 for none."""
        return self.first

    def row_height(self, ui: Context) -> int:
        """Of a cell, in pixels."""
        return ui.painter.target(ROW_UNITS)

    def draw_cell(
        self,
        ui: Context,
        surface: Surface,
        rect: Rect,
        index: int,
        *,
        is_over: bool,
        is_marked: bool,
    ) -> None:
        """Draw one."""
        raise NotImplementedError

    def cell_look(self) -> Hashable:
        """Everything that the cells' pictures depend on."""
        raise NotImplementedError

    # ---- Where things are -----------------------------------------------------------------

    def own_state(self, ui: Context) -> CellsState:
        """How far it is scrolled, and what is marked."""
        return ui.state(("cells", self.key), CellsState)

    def measure_width(self, ui: Context) -> Range:
        return Range(ui.painter.px(80), ui.painter.px(240))

    def measure_height(self, ui: Context, width: int) -> Range:
        rows = self.wanted_rows
        if rows is None:
            rows = -(-max(1, self.count) // self.columns(ui, self._inner_width(ui, width)))
        around = 2 * ui.painter.px(self.MARGIN_UNITS) + self._head(ui)
        step, gap = self._step(ui), ui.painter.px(self.GAP_UNITS) if self.GAP_UNITS else 0
        wanted = rows * step - gap + around
        return Range(min(wanted, self.least_rows * step - gap + around), wanted)

    def arrange(self, ui: Context, rect: Rect) -> None:
        state = self.own_state(ui)
        if state.content != self.content:
            state.content, state.scrolled.offset = self.content, 0
            state.marked = self.first_mark()
            state.wants_reveal = True
        if self.given_mark is not None:
            state.wants_reveal |= state.marked != self.given_mark
            state.marked = self.given_mark
        state.marked = min(state.marked, self.count - 1)
        view = self.view(ui)
        rows = -(-self.count // self.columns(ui, view.width))
        state.scrolled.fit(
            view.height, max(0, rows * self._step(ui) - (self._step(ui) - self.row_height(ui)))
        )
        if self.at_end:
            state.scrolled.by(state.scrolled.content)
        elif state.wants_reveal:
            self._reveal(ui, state)
        state.wants_reveal = False

    def view(self, ui: Context) -> Rect:
        """Where cells are in sight; the track of the thumb is kept free where it scrolls."""
        margin, head = ui.painter.px(self.MARGIN_UNITS), self._head(ui)
        top = self.rect.top + max(margin, head)
        return Rect(
            self.rect.left + margin,
            top,
            self._inner_width(ui, self.rect.width),
            max(0, self.rect.bottom - margin - top),
        )

    def cell_rect(self, ui: Context, index: int) -> Rect:
        """Where a cell is, in pixels of the window; it may be scrolled out of sight."""
        view, offset = self.view(ui), self.own_state(ui).scrolled.offset
        columns, gap = (
            self.columns(ui, view.width),
            ui.painter.px(self.GAP_UNITS) if self.GAP_UNITS else 0,
        )
        if self.is_downwards:
            column, row = divmod(index, max(1, -(-self.count // columns)))
        else:
            row, column = divmod(index, columns)
        left = view.left + column * (view.width + gap) // columns
        right = view.left + (column + 1) * (view.width + gap) // columns - gap
        return Rect(
            left, view.top + row * self._step(ui) - offset, right - left, self.row_height(ui)
        )

    def cell_at(self, ui: Context, at: Point | None) -> int:
        """The index of the cell at a point; -1 for none."""
        if at is None or not self.view(ui).collidepoint(at):
            return -1
        return next((i for i in self.in_sight(ui) if self.cell_rect(ui, i).collidepoint(at)), -1)

    def in_sight(self, ui: Context) -> range:
        """The cells that are not scrolled away."""
        view, step, scrolled = self.view(ui), self._step(ui), self.own_state(ui).scrolled
        columns = self.columns(ui, view.width)
        if self.is_downwards:
            return range(self.count)
        first = scrolled.offset // step * columns
        return range(
            first, min(self.count, ((scrolled.offset + view.height) // step + 1) * columns)
        )

    # ---- Input ----------------------------------------------------------------------------

    def press(self, ui: Context, at: Point) -> None:
        self.own_state(ui).pressed = self.cell_at(ui, at)

    def release(self, ui: Context, at: Point) -> None:
        state = self.own_state(ui)
        index, state.pressed = state.pressed, -1
        if index < 0 or self.cell_at(ui, at) != index or self.on_choose is None:
            return
        if self.on_mark is not None and index != state.marked:
            self._mark(ui, index)
        else:
            state.marked = index
            self.on_choose(index)
        ui.refresh()

    def wheel(self, ui: Context, lines: float, at: Point) -> bool:
        step = self._step(ui)
        has_moved = self.own_state(ui).scrolled.by(round(lines * (step if step < 80 else step / 2)))
        ui.refresh()
        return has_moved

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        """Arrows, Page Up, Page Down, Home and End mark; Enter and Space choose."""
        state, view = self.own_state(ui), self.view(ui)
        if not self.count:
            return False
        columns = self.columns(ui, view.width)
        page = columns * max(1, view.height // self._step(ui) - (columns == 1))
        down, across = columns, 1
        if self.is_downwards:
            down, across = 1, -(-self.count // columns)
        steps = {
            pygame.K_UP: -down,
            pygame.K_DOWN: down,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -self.count,
            pygame.K_END: self.count,
        }
        if columns > 1:
            steps |= {pygame.K_LEFT: -across, pygame.K_RIGHT: across}
        if key in steps:
            aim = state.marked + steps[key]
            if not (
                self.is_downwards and abs(steps[key]) == across > 1 and not 0 <= aim < self.count
            ):
                self._mark(ui, max(0, min(self.count - 1, aim)))
            self._reveal(ui, state)
            ui.refresh()
        elif key in PRESS_KEYS and state.marked >= 0 and self.on_choose is not None:
            self.on_choose(state.marked)
        else:
            return False
        return True

    # ---- Picture ----------------------------------------------------------------------------

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        scrolled = self.own_state(ui).scrolled
        if scrolled.can_scroll:
            thumb, view = Thumb(self.key, scrolled), self.view(ui)
            right, width = (
                self.rect.right - ui.painter.px(self.MARGIN_UNITS),
                ui.painter.px(THUMB_UNITS + 4),
            )
            thumb.place(ui, Rect(right - width, view.top, width, view.height))
            thumb.emit(ui, frame)

    def look(self, ui: Context, touch: Touch) -> Hashable:
        state = self.own_state(ui)
        over = self.cell_at(ui, touch.at) if self.on_choose is not None else -1
        return (
            self.cell_look(),
            self.count,
            state.marked,
            state.scrolled.offset,
            over,
            self.rect.size,
        )

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter = ui.painter
        self.draw_ground(ui, surface)
        if not self.count:
            size = painter.type_size(14.5)
            lines = painter.wrapped(
                self.empty, Face.BODY, size, max(1, self.rect.width - painter.px(24))
            )
            high = round(size * 1.5)
            top = self.rect.centery - high * len(lines) // 2
            for number, words in enumerate(lines):
                place = Rect(self.rect.left, top + number * high, self.rect.width, high)
                painter.write(
                    surface, words, Face.BODY, size, painter.theme.text_muted, place, align=0.5
                )
            return
        clip, state = surface.get_clip(), self.own_state(ui)
        surface.set_clip(clip.clip(self.view(ui)))
        over = self.cell_at(ui, touch.at) if self.on_choose is not None else -1
        for index in self.in_sight(ui):
            rect = self.cell_rect(ui, index)
            self.draw_cell(
                ui, surface, rect, index, is_over=index == over, is_marked=index == state.marked
            )
        surface.set_clip(clip)

    def draw_ground(self, ui: Context, surface: Surface) -> None:
        """Behind the cells: by default nothing."""

    # ---- Within -----------------------------------------------------------------------------

    def _mark(self, ui: Context, index: int) -> None:
        self.own_state(ui).marked = index
        if self.on_mark is not None:
            self.on_mark(index)

    def _reveal(self, ui: Context, state: CellsState) -> None:
        if state.marked >= 0:
            top = self.cell_rect(ui, state.marked).top - self.view(ui).top + state.scrolled.offset
            state.scrolled.reveal(top, top + self.row_height(ui))

    def _step(self, ui: Context) -> int:
        """From one row to the next."""
        return self.row_height(ui) + (ui.painter.px(self.GAP_UNITS) if self.GAP_UNITS else 0)

    def _head(self, ui: Context) -> int:
        return ui.painter.target(self.HEAD_UNITS) if self.HEAD_UNITS else 0

    def _inner_width(self, ui: Context, width: int) -> int:
        """For cells: the lane of the thumb is kept free, so that nothing moves when it appears."""
        return max(1, width - 2 * ui.painter.px(self.MARGIN_UNITS) - ui.painter.px(THUMB_UNITS + 4))


@dataclass(frozen=True, slots=True)
class Item:
    """One row of a list."""

    words: str
    note: str = ""
    """Muted, at the right."""
    icon: str = ""
    detail: str = ""
    """Muted, on a second line. Either all rows of a list have one or none."""


class List(Cells):
    """Rows of words. ``current`` is the row that is chosen already, and has a tick."""

    def __init__(
        self,
        items: Sequence[Item],
        on_choose: Callable[[int], object] | None,
        *,
        current: int | None = None,
        marked: int | None = None,
        content: Hashable = None,
        on_mark: Callable[[int], object] | None = None,
        empty: str = "",
        on_hover: bool = False,
        first: int = -1,
        **options: Unpack[Options],
    ) -> None:
        """on_hover: the row under the pointer is marked, as in a menu."""
        super().__init__(
            len(items),
            on_choose,
            marked=marked,
            content=content,
            on_mark=on_mark,
            empty=empty,
            first=first,
            **options,
        )
        self.items, self.current, self.marks_hovered = items, current, on_hover

    def measure_width(self, ui: Context) -> Range:
        painter, small = ui.painter, ui.painter.type_size(13)
        room = painter.px(
            28 * any(i.icon for i in self.items) + 24 * (self.current is not None) + 52
        )
        widest = max(
            (
                max(
                    painter.text_width(item.words, self._face, painter.type_size(14.5))
                    + painter.text_width(item.note, Face.BODY, small)
                    + (painter.px(10) if item.note else 0),
                    painter.text_width(item.detail, Face.BODY, small),
                )
                for item in self.items
            ),
            default=0,
        )
        return Range(painter.px(80), widest + room)

    def row_height(self, ui: Context) -> int:
        return ui.painter.target(TALL_ROW_UNITS if self._has_details else ROW_UNITS)

    def look(self, ui: Context, touch: Touch) -> Hashable:
        state = self.own_state(ui)
        if self.marks_hovered and state.pointed not in (state, touch.at) and not touch.is_held:
            over = self.cell_at(ui, touch.at)
            state.marked = over if over >= 0 else state.marked
        state.pointed = touch.at
        return super().look(ui, touch)

    def cell_look(self) -> Hashable:
        return tuple(self.items), self.current, self.empty

    def draw_ground(self, ui: Context, surface: Surface) -> None:
        theme = ui.painter.theme
        ui.painter.box(surface, self.rect, ui.painter.px(10), theme.well, theme.panel_edge)

    def draw_cell(
        self,
        ui: Context,
        surface: Surface,
        rect: Rect,
        index: int,
        *,
        is_over: bool,
        is_marked: bool,
    ) -> None:
        painter, theme, item = ui.painter, ui.painter.theme, self.items[index]
        draw_row(ui, surface, rect, is_over=is_over, is_marked=is_marked)
        inner = rect.inflate(-2 * painter.px(12), 0)
        front = self.draw_front(ui, surface, inner, index)
        inner = Rect(inner.left + front, inner.top, inner.width - front, inner.height)
        if self.current is not None and self.current >= 0:
            pixels = painter.px(16)
            if index == self.current:
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
            painter.write(surface, item.detail, Face.BODY, small, theme.text_muted, low)
        painter.write(surface, item.words, self._face, painter.type_size(14.5), theme.text, inner)

    def draw_front(self, ui: Context, surface: Surface, inner: Rect, index: int) -> int:
        """Draw what stands before the words of a row; how much of the width that takes."""
        icon, pixels = self.items[index].icon, ui.painter.px(18)
        if not icon:
            return 0
        drawn = ui.painter.icon(icon, pixels, ui.painter.theme.text_muted)
        surface.blit(drawn, (inner.left, inner.centery - pixels // 2))
        return pixels + ui.painter.px(10)

    @property
    def _has_details(self) -> bool:
        return bool(self.items) and bool(self.items[0].detail)

    @property
    def _face(self) -> Face:
        return Face.STRONG if self._has_details else Face.BODY


def draw_row(ui: Context, surface: Surface, rect: Rect, *, is_over: bool, is_marked: bool) -> None:
    """The ground of a row that is marked or under the pointer."""
    painter, theme = ui.painter, ui.painter.theme
    if is_marked:
        painter.box(surface, rect, painter.px(7), theme.control)
        bar = Rect(rect.left, rect.top + rect.height // 4, painter.px(3), rect.height // 2)
        painter.box(surface, bar, bar.width, theme.accent)
    elif is_over:
        painter.box(surface, rect, painter.px(7), mix(theme.well, theme.control, 0.6))
