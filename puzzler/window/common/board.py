"""The board as an element: handles clicks, drags, the mouse wheel and the keys of the editor."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from functools import partial
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.game.core.activity import BoardInput
from puzzler.game.play.editing import Editing
from puzzler.game.play.playing import Playing
from puzzler.window.board.overlays import Mark
from puzzler.window.board.tiles import tile_radius
from puzzler.window.board.view import BoardView
from puzzler.window.core.window import Window
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import ARROWS, PRESS_KEYS, Control
from puzzler.window.toolkit.element import OUTSIDE, Access, Options, Point, Range, Touch
from puzzler.window.toolkit.frame import Frame

BOARD = "tiles"
"""The key of the element. The key "board" belongs to an action."""
_CURSOR = "edit cursor"


class BoardElement(Control):
    """The board, centred. In the editor it has a frame."""

    takes_focus = False
    min_units, preferred_units = 120, 400

    def __init__(
        self,
        window: Window,
        *,
        marks: Sequence[Mark] | None = None,
        ticked: Sequence[int] | None = None,
        **options: Unpack[Options],
    ) -> None:
        """marks, ticked: cells with an arrow and with a tick, by default those of the coach."""
        options.setdefault("key", BOARD)
        options.setdefault("grow", 1.0)
        super().__init__(**options)
        self.window, self.marks, self.ticked = window, marks, ticked
        self._marked = window.shown.play.board

    @property
    def editing(self) -> Editing | None:
        """The editor if it is open."""
        session = self.window.session
        return session.editor if session.activity.is_editing else None

    def measure_height(self, ui: Context, width: int) -> Range:
        rows, columns = self.window.shown.play.board.size
        return Range(ui.painter.px(self.min_units), width * (rows + 1) // (columns + 1))

    def arrange(self, ui: Context, rect: Rect) -> None:
        margin = 2 * ui.painter.px(8) if self.editing is not None else 0  # for the frame
        self.window.view.area = rect.inflate(-margin, -margin)

    def emit(self, ui: Context, frame: Frame) -> None:
        view = self.window.view
        frame.target(self)
        frame.keep_clear = view.geometry.tray
        if view.board == self.window.shown.play.board:
            self._follow(ui, ui.touch(frame.layer, self))
        else:  # the view shows the new board from the next tick
            view.marks, view.ticked, view.hovered = [], (), None
        inner = frame.moving_frame(self)
        if self.editing is not None:
            self._emit_frame(ui, inner)
            frame.keys.append(partial(self._edit_by_key, ui))
        frame.wheels.append(self._scrub)
        inner.parts += view.parts(ui.painter)

    def access(self, ui: Context) -> Access:
        """Describe a grid with cells such as "8, row 2, column 3, can move"."""
        play, geometry = self.window.shown.play, self.window.view.geometry
        board, skin = play.board, self.window.view.skin
        is_covered = play.is_paused and play.is_covering
        green = () if is_covered else self.window.shown.coach.green_cells
        cells, can = [], "can move" if self.editing is None else "can be swapped"
        for cell, tile in enumerate(board.tiles):
            row, column = divmod(cell, board.columns)
            face = "empty" if not tile else "covered" if play.is_covering else skin.words(tile)
            can_move = self._moves(cell)
            parts = [face, f"row {row + 1}", f"column {column + 1}"]
            parts += [can] * can_move + ["best move"] * (cell in green)
            parts += ["selected"] * (self.editing is not None and self.editing.selected == cell)
            cells.append(
                Access(
                    role="CELL",
                    name=", ".join(parts),
                    key=("cell", cell),
                    rect=geometry.cells[cell],
                    place=(row, column),
                    actions={"CLICK": partial(self._click_spoken, cell)} if can_move else {},
                )
            )
        name = "Board, paused" if is_covered else "Board"
        return Access(role="GRID", name=name, key=self.key, rect=self.rect, size=board.size,
                      actions={}, children=tuple(cells))  # fmt: skip

    def _moves(self, cell: int) -> bool:
        """Whether pressing ``cell`` slides or swaps its tile."""
        play, activity = self.window.shown.play, self.window.session.activity
        if play.is_paused and play.is_covering:
            return False
        if activity.is_locked or activity.board_input is BoardInput.NONE:
            return False
        return self.editing is not None or bool(play.board.moves_to_slide(cell))

    def _click_spoken(self, cell: int, _: str) -> None:
        session = self.window.session
        if not session.activity.is_aside and session.activity.board_input is BoardInput.DRAG:
            session.stop()
        session.click(cell)

    def look(self, ui: Context, touch: Touch) -> Hashable:
        return None  # the parts are compared instead

    def _follow(self, ui: Context, touch: Touch) -> None:
        view, play = self.window.view, self.window.shown.play
        view.marks = self._marks(ui) if self.marks is None else list(self.marks)
        ticked = self.window.shown.coach.green_cells if self.ticked is None else self.ticked
        if self.marks is not None and view.board != self._marked:
            view.marks, ticked = [], ()  # they belong to another board until the next tick
        view.ticked = () if view.hold is not None else ticked
        view.cover = ""
        if play.is_paused and play.is_covering:  # a blindfold game is covered without a pause
            key = self.window.keymap.hint("pause")
            view.cover = f"Press {key} or click to continue"
            view.marks, view.ticked = [], ()
        cell = view.geometry.cell_at(touch.at) if touch.at is not None else None
        view.hovered = cell if cell is not None and self._moves(cell) else None

    def _marks(self, ui: Context) -> list[Mark]:
        editing = self.editing
        if editing is not None:
            marks = [] if editing.selected is None else [Mark(editing.selected)]
            if ui.choice(_CURSOR, False):
                marks.append(Mark(editing.cursor, is_slight=True))
            return marks
        hint = self.window.shown.coach.hint
        return [] if hint is None or hint.cell is None else [Mark(hint.cell, hint.move)]

    def _emit_frame(self, ui: Context, frame: Frame) -> None:
        painter, geometry, theme = ui.painter, self.window.view.geometry, ui.painter.theme
        thick, gap = max(2, painter.px(3)), painter.px(3)
        rect = geometry.tray.inflate(2 * (thick + gap), 2 * (thick + gap))
        radius = tile_radius(geometry.tile) + geometry.rim + thick + gap

        def draw(surface: Surface) -> None:
            painter.ring(surface, rect, radius, theme.accent, thick)

        frame.part(rect, (geometry.tray.size, painter.scale), draw, "edit frame")

    def hits(self, at: Point) -> bool:
        tray = self.window.view.geometry.tray
        return bool(tray.collidepoint(at)) or self.window.view.hold is not None

    def press(self, ui: Context, at: Point) -> None:
        """Stop a playback and start to drag the tile under the pointer, or shake the tile."""
        view, session = self._view(), self.window.session
        cell = view.geometry.cell_at(at)
        if view.cover:
            session.toggle_pause()
            return
        if cell is None or not self._is_drawn:
            return
        ui.choose(_CURSOR, False)
        if session.activity.board_input is not BoardInput.DRAG:
            session.click(cell)
            return
        if session.activity.is_locked or not view.grab(cell, at):
            self._click(cell)
            return
        if not session.activity.is_aside:
            session.stop()  # a playback ends here and the player continues
        session.start_move()

    def hover(self, ui: Context, start: Point, end: Point) -> None:
        """With hover control, slide the tile of every cell that the pointer enters.

        A fast pointer skips cells between two events, so the cells on the line are entered too.
        """
        session = self.window.session
        if not session.settings.hover or pygame.key.get_mods() & pygame.KMOD_CTRL:
            return
        geometry = self._view().geometry
        if start == OUTSIDE:  # the pointer enters the window
            start = end
        steps = max(1, 2 * math.dist(start, end) // max(1, geometry.cell))
        last = geometry.cell_at(start)
        for step in range(1, int(steps) + 1):
            x, y = (round(a + (b - a) * step / steps) for a, b in zip(start, end, strict=True))
            cell, last = last, geometry.cell_at((x, y))
            if last is not None and last != cell and self._can_hover:
                session.click(last)

    @property
    def _can_hover(self) -> bool:
        """Whether the game takes moves. A playback or another view is not disturbed."""
        activity = self.window.session.activity
        is_playing = isinstance(activity, Playing) and not activity.is_locked
        return is_playing and not self.window.view.cover and self._is_drawn

    def drag(self, ui: Context, at: Point) -> None:
        self._view().drag(at)

    def release(self, ui: Context, at: Point) -> None:
        view = self._view()
        view.drag(at)
        cell = view.let_go()
        if cell is not None:
            self._click(cell)
        self.window.session.cancel_move()

    def invites(self, at: Point) -> bool:
        return self.window.view.hovered is not None or bool(self.window.view.cover)

    def _scrub(self, lines: float) -> bool:
        """Step along the track with the mouse wheel."""
        activity = self.window.session.activity
        if activity.timeline is None or not lines:
            return False
        activity.step(round(lines))
        return True

    @property
    def _is_drawn(self) -> bool:
        return self.window.view.board.size == self.window.session.activity.board.size

    def _click(self, cell: int) -> None:
        if self._is_drawn and not self.window.session.click(cell):
            self._view().shake(cell)

    def _view(self) -> BoardView:
        """The view of the board, updated from the session."""
        activity = self.window.session.activity
        self.window.view.show(activity.shown_board, activity.goal)
        return self.window.view

    def _edit_by_key(self, ui: Context, key: int, mod: int) -> bool:
        editing = self.editing
        if editing is None or ui.focused is not None or mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        if key in ARROWS:
            editing.move_cursor(*ARROWS[key])
        elif key in PRESS_KEYS:
            editing.pick(editing.cursor)
        else:
            return False
        ui.choose(_CURSOR, True)
        return True
