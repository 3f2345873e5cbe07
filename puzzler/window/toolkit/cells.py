"""Scrolling controls of many equal cells: the base of lists of rows and grids of pictures.

Only visible cells are drawn, so that 100,000 cells are as fast as ten.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import PRESS_KEYS, Control, ControlOptions, page_steps
from puzzler.window.toolkit.element import Access, Action, Point, Range, Tip, Touch
from puzzler.window.toolkit.frame import Frame, draw_tree
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import At
from puzzler.window.toolkit.scroll import THUMB_UNITS, Scrolled, Thumb
from puzzler.window.toolkit.theme import mix

ROW_UNITS = 36
"""The height of a row with one line."""
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
    tips: Sequence[str]
    """A tooltip for each cell, instead of ``tip``."""


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
    tips: Sequence[str] = ()

    def __init__(
        self, count: int, on_choose: Callable[[int], object] | None, **options: Unpack[CellsOptions]
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

    def spoken_actions(self, ui: Context) -> dict[str, Action]:
        return {}

    def access(self, ui: Context) -> Access:
        access, marked = super().access(ui), self.own_state(ui).marked
        can_choose = self.is_enabled and self.on_choose is not None
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
                actions={"CLICK": partial(self._choose, ui, index)} if can_choose else {},
            )
            for index in places
        )
        is_own = access.has_focus and not any(cell.has_focus for cell in cells)
        value = "" if self.count else self.empty
        return replace(access, value=value, children=cells, has_focus=is_own)

    def _choose(self, ui: Context, index: int, _: str) -> None:
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

    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        index = self.cell_at(ui, at) if self.tips else -1
        return self.tip if index < 0 else Tip(self.tips[index])

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


def draw_row(ui: Context, surface: Surface, cell: Cell) -> None:
    """Draw the background of a row that is marked or under the pointer."""
    painter, theme, rect = ui.painter, ui.painter.theme, cell.rect
    if cell.is_marked:
        painter.box(surface, rect, painter.px(7), theme.control)
        bar = Rect(rect.left, rect.top + rect.height // 4, painter.px(3), rect.height // 2)
        painter.box(surface, bar, bar.width, theme.accent)
    elif cell.is_over:
        painter.box(surface, rect, painter.px(7), mix(theme.well, theme.control, 0.6))
