"""The board and the hand on it: clicks, drags, the wheel, and the keys that place tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from puzzler.game.play.editing import Editing
from puzzler.game.play.shuffling import Shuffling
from puzzler.window.board.highlights import Mark
from puzzler.window.board.overlays import Cover
from puzzler.window.board.tiles import tile_radius
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.window import Window

_STEPS = {
    pygame.K_UP: (-1, 0),
    pygame.K_DOWN: (1, 0),
    pygame.K_LEFT: (0, -1),
    pygame.K_RIGHT: (0, 1),
}
_PICKS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class BoardPanel:
    """The board in the middle of its area; framed while tiles are placed by hand."""

    name = "board"
    is_shown = True
    controls: Sequence[Control] = ()

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._is_cursor_shown = False

    def height(self, painter: Painter, width: int) -> int:
        """As high as a board of its shape is at this width."""
        rows, columns = self._desk.session.activity.board.size
        return width * (rows + 1) // (columns + 1)

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it."""
        self._desk.view.area = area

    def follow(self) -> None:
        """The board, what it is labelled with, and what is lit up on it."""
        desk, session = self._desk, self._desk.session
        desk.view.show(session.activity.board, session.activity.goal)
        desk.label_tiles()
        view = desk.view
        view.is_solved = session.snapshot().play.is_solved
        view.is_instant = session.settings.reduced_motion
        view.marks = self._marks()
        view.is_face_down = session.snapshot().play.is_covering
        view.cover = self._cover() if session.snapshot().play.is_covering else None
        if view.cover is not None:
            view.hovered = None
        view.ticked = () if view.is_held else session.snapshot().coach.green_cells

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The frame of the editor, the tray, the tiles and the marks."""
        if self._editing is not None:
            yield self._frame(painter)
        yield from self._desk.view.parts(painter)

    def handle(self, event: Event) -> bool:
        """A hand on a tile, the wheel along a track, the keyboard's cursor."""
        if event.type == pygame.MOUSEWHEEL:
            watching = self._desk.watching
            if watching is not None and watching.timeline is not None and event.y:
                watching.step(-event.y)
                return True
        elif event.type == pygame.KEYDOWN:
            return self._edit_by_key(event)
        elif event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return self._point(event)
        return False

    @property
    def _editing(self) -> Editing | None:
        activity = self._desk.session.activity
        return activity if isinstance(activity, Editing) else None

    def _point(self, event: Event) -> bool:
        view, session = self._desk.view, self._desk.session
        if view.is_held:
            self._drag(event)
            return True
        if view.cover is not None:
            return self._uncover(event)
        cell = view.geometry.cell_at(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and cell is not None:
            self._take(cell, event.pos)
        is_free = cell is not None and not self._desk.controls.is_hovering
        can_slide = is_free and (
            self._editing is not None or bool(session.activity.board.moves_to_slide(cell or 0))
        )
        view.hovered = cell if can_slide else None
        return event.type == pygame.MOUSEBUTTONDOWN and cell is not None

    def _uncover(self, event: Event) -> bool:
        """A press anywhere on a covered board lets the game go on; nobody saw what was under it."""
        view = self._desk.view
        view.hovered = None
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if not is_press or not view.geometry.tray.collidepoint(event.pos):
            return False
        self._desk.session.toggle_pause()
        return True

    def _take(self, cell: int, at: tuple[int, int]) -> None:
        """A hand on a tile: it is held until it is let go; what the machine does stops there."""
        view, session = self._desk.view, self._desk.session
        self._is_cursor_shown = False
        if isinstance(session.activity, Editing | Shuffling):
            session.click(cell)
            return
        if self._desk.watching is not None:
            session.stop()
        view.show(session.activity.board, session.activity.goal)
        if not view.grab(cell, at):
            self._click(cell)

    def _drag(self, event: Event) -> None:
        view = self._desk.view
        if event.type == pygame.MOUSEMOTION:
            view.drag(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            view.drag(event.pos)
            cell = view.let_go(glides_back=not self._desk.session.settings.reduced_motion)
            if cell is not None:
                self._click(cell)

    def _click(self, cell: int) -> None:
        session, view = self._desk.session, self._desk.view
        if not session.click(cell) and not session.settings.reduced_motion:
            view.show(session.activity.board, session.activity.goal)
            view.shake(cell)

    def _edit_by_key(self, event: Event) -> bool:
        """The arrow keys move a cursor over the cells, Enter and Space pick; False for others."""
        editing = self._editing
        if editing is None or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        if self._desk.controls.focused is not None:
            return False
        if event.key in _STEPS:
            editing.move_cursor(*_STEPS[event.key])
        elif event.key in _PICKS:
            editing.pick(editing.cursor)
        else:
            return False
        self._is_cursor_shown = True
        return True

    def _marks(self) -> list[Mark]:
        """What is lit up: a hint, or what the editor's hand and keys are on."""
        editing = self._editing
        if editing is not None:
            marks = [] if editing.held is None else [Mark(editing.held)]
            if self._is_cursor_shown:
                marks.append(Mark(editing.cursor, is_slight=True))
            return marks
        hint = self._desk.session.snapshot().coach.hint
        return [] if hint is None or hint.cell is None else [Mark(hint.cell, hint.move)]

    def _cover(self) -> Cover | None:
        """What is said of a game that is paused; one that is played blindfold goes on, covered."""
        if not self._desk.session.activity.is_paused:
            return None
        key = self._desk.keymap.hint("pause")
        return Cover("pause", "Paused", f"{key} or a click goes on")

    def _frame(self, painter: Painter) -> Part:
        """A frame of dashes: this is a drawing, and no play."""
        geometry, theme = self._desk.view.geometry, painter.theme
        thick, gap = max(2, painter.px(3)), painter.px(3)
        rect = geometry.tray.inflate(2 * (thick + gap), 2 * (thick + gap))
        dash, radius = painter.px(14), tile_radius(geometry.tile) + geometry.rim

        def draw(surface: Surface) -> None:
            for left in range(rect.left + radius, rect.right - radius, 2 * dash):
                width = min(dash, rect.right - radius - left)
                for top in (rect.top, rect.bottom - thick):
                    surface.fill(theme.accent, (left, top, width, thick))
            for top in range(rect.top + radius, rect.bottom - radius, 2 * dash):
                height = min(dash, rect.bottom - radius - top)
                for left in (rect.left, rect.right - thick):
                    surface.fill(theme.accent, (left, top, thick, height))

        return Part("edit frame", rect, (geometry.tray.size, painter.scale), draw)
