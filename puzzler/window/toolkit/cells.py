"""Scrolling controls of many equal cells: lists of rows and grids of pictures.

Only visible cells are drawn, so that 100,000 cells are as fast as ten.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.access import Access
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import PRESS_KEYS, Control, ControlOptions, page_steps
from puzzler.window.toolkit.element import Point, Range, Touch
from puzzler.window.toolkit.frame import Frame, draw_tree
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import At
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.scroll import THUMB_UNITS, Scrolled, Thumb
from puzzler.window.toolkit.theme import mix

ROW_UNITS, TALL_ROW_UNITS = 36, 50
"""The heights of rows with one and with two lines."""
_TYPING_SECONDS = 1.0
"""After this time without a letter, typing in a list starts a new search."""
MAX_ACCESS_CELLS = 200
"""Maximum number of cells that screen readers get; of more cells only the visible ones."""


class CellsState:
    """The state of a control of cells that outlives a rebuild of the tree."""

    def __init__(self) -> None:
        self.scrolled = Scrolled()
        self.marked = -1
        """The cell that Enter chooses."""
        self.pointed: object = self
        """The last position of the pointer; ``self`` before the first."""
        self.content: Hashable = object()
        self.wants_reveal = False
        self.typed, self.typed_at = "", -math.inf
        """The text that was typed to find a row, and the time of its last letter."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell to draw."""

    index: int
    rect: Rect
    is_over: bool
    is_marked: bool


class CellsOptions(ControlOptions, total=False):
    """Options of controls of cells."""

    marked: int | None
    """The marked cell; by default the mark is kept. A new mark is scrolled into sight."""
    first: int
    """The cell that is marked at first and after a change of ``content``; -1 for none."""
    content: Hashable
    """If this value changes, the control scrolls back to the top."""
    on_mark: Callable[[int], object] | None
    """If given, the first click on a cell marks it and the second click chooses it."""
    empty: str
    """The text shown if there are no cells."""
    at_end: bool
    """Whether the control always scrolls to the end."""
    min_rows: int


class Cells(Control):
    """Equal cells. ``on_choose`` is called with an index on a click, or on Enter for the mark.

    Subclasses define the size of a cell and draw cells.
    """

    min_units, preferred_units = 80, 240
    MARGIN_UNITS = 5
    GAP_UNITS = 0
    HEAD_UNITS = 0
    """Space reserved at the top."""
    row_units: float = ROW_UNITS
    preferred_rows: int | None = None
    """The preferred height in rows; None for all rows."""
    has_well = False
    """Whether the cells have a sunken background."""
    cell_look: Hashable = None
    """Everything that the pictures of the cells depend on."""

    marked: int | None = None
    first = -1
    content: Hashable = None
    on_mark: Callable[[int], object] | None = None
    empty = ""
    at_end = False
    min_rows = 3

    def __init__(
        self,
        count: int,
        on_choose: Callable[[int], object] | None,
        **options: Unpack[CellsOptions],
    ) -> None:
        """on_choose: None if cells cannot be chosen."""
        self.count, self.on_choose = count, on_choose
        self.set_options(options)

    # ---- For subclasses -------------------------------------------------------------------

    def columns(self, ui: Context, width: int) -> int:
        """The number of columns at a width in pixels."""
        return 1

    def row_height(self, ui: Context) -> int:
        """The height of a cell in pixels."""
        return ui.painter.target(self.row_units)

    def draw_cell(self, ui: Context, surface: Surface, cell: Cell) -> None:
        """Draw one cell within ``cell.rect``."""
        raise NotImplementedError

    def cell_text(self, index: int) -> str:
        """The text of a cell for screen readers."""
        raise NotImplementedError

    # ---- Screen readers -------------------------------------------------------------------

    role = "LIST_BOX"
    accessible_name = "List"

    def access(self, ui: Context) -> Access:
        access, marked = super().access(ui), self.own_state(ui).marked
        focus = {name: do for name, do in access.actions.items() if name == "FOCUS"}
        places = range(self.count) if self.count <= MAX_ACCESS_CELLS else self.in_sight(ui)
        cells = tuple(
            Access(
                role="LIST_BOX_OPTION",
                name=self.cell_text(index),
                key=(self.key, index),
                rect=self.cell_rect(ui, index),
                is_enabled=self.is_enabled,
                is_selected=index == marked,
                has_focus=access.has_focus and index == marked,
                actions={"CLICK": lambda _, index=index: self._choose(ui, index)}  # type: ignore[misc]
                if self.is_enabled and self.on_choose is not None
                else {},
            )
            for index in places
        )
        is_own = access.has_focus and not any(cell.has_focus for cell in cells)
        value = "" if self.count else self.empty
        return replace(access, value=value, actions=focus, children=cells, has_focus=is_own)

    def _choose(self, ui: Context, index: int) -> None:
        self._mark(ui, index)
        if self.on_choose is not None:
            self.on_choose(index)

    # ---- Layout ---------------------------------------------------------------------------

    def own_state(self, ui: Context) -> CellsState:
        """The mark and the scroll position."""
        return ui.state(("cells", self.key), CellsState)

    def measure_height(self, ui: Context, width: int) -> Range:
        rows = self.preferred_rows
        if rows is None:
            rows = -(-max(1, self.count) // self.columns(ui, self._inner_width(ui, width)))
        around = 2 * ui.painter.px(self.MARGIN_UNITS) + self._head(ui)
        around -= ui.painter.space(self.GAP_UNITS)
        preferred = rows * self._step(ui) + around
        return Range(min(preferred, self.min_rows * self._step(ui) + around), preferred)

    def arrange(self, ui: Context, rect: Rect) -> None:
        state = self.own_state(ui)
        if state.content != self.content:
            state.content, state.scrolled.offset = self.content, 0
            state.marked = self.first
            state.wants_reveal = True
        if self.marked is not None:
            state.wants_reveal |= state.marked != self.marked
            state.marked = self.marked
        state.marked = min(state.marked, self.count - 1)
        view = self.view(ui)
        rows = -(-self.count // self.columns(ui, view.width))
        content = rows * self._step(ui) - ui.painter.space(self.GAP_UNITS)
        state.scrolled.fit(view.height, max(0, content))
        if self.at_end:
            state.scrolled.by(state.scrolled.content)
        elif state.wants_reveal:
            self._reveal(ui, state)
        state.wants_reveal = False

    def view(self, ui: Context) -> Rect:
        """The visible area of the cells, without the column of the scroll bar."""
        margin, rect = ui.painter.px(self.MARGIN_UNITS), self.rect
        top = rect.top + max(margin, self._head(ui))
        width = self._inner_width(ui, rect.width)
        return Rect(rect.left + margin, top, width, max(0, rect.bottom - margin - top))

    def cell_rect(self, ui: Context, index: int) -> Rect:
        """The rectangle of a cell in pixels of the window. A cell may be scrolled out of sight."""
        view, offset = self.view(ui), self.own_state(ui).scrolled.offset
        columns, gap = self.columns(ui, view.width), ui.painter.space(self.GAP_UNITS)
        row, column = divmod(index, columns)
        left = view.left + column * (view.width + gap) // columns
        right = view.left + (column + 1) * (view.width + gap) // columns - gap
        top = view.top + row * self._step(ui) - offset
        return Rect(left, top, right - left, self.row_height(ui))

    def cell_at(self, ui: Context, at: Point | None) -> int:
        """The index of the cell at a point; -1 for none."""
        if at is None or not self.view(ui).collidepoint(at):
            return -1
        return next((i for i in self.in_sight(ui) if self.cell_rect(ui, i).collidepoint(at)), -1)

    def in_sight(self, ui: Context) -> range:
        """The visible cells."""
        view, step, scrolled = self.view(ui), self._step(ui), self.own_state(ui).scrolled
        columns = self.columns(ui, view.width)
        last = ((scrolled.offset + view.height) // step + 1) * columns
        return range(scrolled.offset // step * columns, min(self.count, last))

    # ---- Input ----------------------------------------------------------------------------

    def press(self, ui: Context, at: Point) -> None:
        ui.grip = self.cell_at(ui, at)

    def release(self, ui: Context, at: Point) -> None:
        state = self.own_state(ui)
        index = ui.grip
        if index < 0 or self.cell_at(ui, at) != index or self.on_choose is None:
            return
        if self.on_mark is not None and index != state.marked:
            self._mark(ui, index)
        else:
            state.marked = index
            self.on_choose(index)

    def wheel(self, ui: Context, lines: float, at: Point) -> bool:
        step = self._step(ui)
        return self.own_state(ui).scrolled.by(round(lines * (step if step < 80 else step / 2)))

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        """Move the mark (arrows, Page Up, Page Down, Home, End) or choose (Enter, Space)."""
        state, view = self.own_state(ui), self.view(ui)
        if not self.count:
            return False
        columns = self.columns(ui, view.width)
        page = columns * max(1, view.height // self._step(ui) - (columns == 1))
        steps = page_steps(columns, page, self.count)
        if columns > 1:
            steps |= {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if key in steps:
            self._mark(ui, max(0, min(self.count - 1, state.marked + steps[key])))
            self._reveal(ui, state)
        elif key in PRESS_KEYS and state.marked >= 0 and self.on_choose is not None:
            self.on_choose(state.marked)
        else:
            return False
        return True

    # ---- Picture ----------------------------------------------------------------------------

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        right = self.rect.right - ui.painter.px(self.MARGIN_UNITS)
        Thumb(self.key, self.own_state(ui).scrolled).show(ui, frame, right, self.view(ui))

    def look(self, ui: Context, touch: Touch) -> Hashable:
        state, over = self.own_state(ui), self._over(ui, touch)
        offset = state.scrolled.offset
        return self.cell_look, self.empty, self.count, state.marked, offset, over, self.rect.size

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, theme, state = ui.painter, ui.painter.theme, self.own_state(ui)
        if self.has_well:
            painter.box(surface, self.rect, painter.px(10), theme.well, theme.panel_edge)
        if not self.count:
            text = Text(self.empty, size=14.5, color="text_muted", align=0.5)
            draw_tree(surface, ui, At(text, x=None, pad=(12, 0)), self.rect)
            return
        clip, over = surface.get_clip(), self._over(ui, touch)
        surface.set_clip(clip.clip(self.view(ui)))
        for index in self.in_sight(ui):
            rect = self.cell_rect(ui, index)
            cell = Cell(index, rect, is_over=index == over, is_marked=index == state.marked)
            self.draw_cell(ui, surface, cell)
        surface.set_clip(clip)

    # ---- Private --------------------------------------------------------------------------

    def _over(self, ui: Context, touch: Touch) -> int:
        return -1 if self.on_choose is None else self.cell_at(ui, touch.at)

    def _mark(self, ui: Context, index: int) -> None:
        self.own_state(ui).marked = index
        if self.on_mark is not None:
            self.on_mark(index)

    def _reveal(self, ui: Context, state: CellsState) -> None:
        if state.marked < 0:
            return
        top = self.cell_rect(ui, state.marked).top - self.view(ui).top + state.scrolled.offset
        state.scrolled.reveal(top, top + self.row_height(ui))

    def _step(self, ui: Context) -> int:
        return self.row_height(ui) + ui.painter.space(self.GAP_UNITS)

    def _head(self, ui: Context) -> int:
        return ui.painter.target(self.HEAD_UNITS) if self.HEAD_UNITS else 0

    def _inner_width(self, ui: Context, width: int) -> int:
        """The width for cells. Room for the scroll bar is always reserved, to avoid shifts."""
        return max(1, width - 2 * ui.painter.px(self.MARGIN_UNITS) - ui.painter.px(THUMB_UNITS + 4))


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
        state.pointed = touch.at
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


def draw_row(ui: Context, surface: Surface, cell: Cell) -> None:
    """Draw the background of a row that is marked or under the pointer."""
    painter, theme, rect = ui.painter, ui.painter.theme, cell.rect
    if cell.is_marked:
        painter.box(surface, rect, painter.px(7), theme.control)
        bar = Rect(rect.left, rect.top + rect.height // 4, painter.px(3), rect.height // 2)
        painter.box(surface, bar, bar.width, theme.accent)
    elif cell.is_over:
        painter.box(surface, rect, painter.px(7), mix(theme.well, theme.control, 0.6))
