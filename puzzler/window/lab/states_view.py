"""What the tree and the map have in common: very many states in a picture that a hand moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, Protocol, TypeVar

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board.mini import MiniBoard
from puzzler.window.board.tiles import Skin
from puzzler.window.lab.shapes import Shape, draw_shape
from puzzler.window.toolkit.element import MODIFIERS, Context, Control, Point, Touch, draw_tree
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Beside, Card
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.viewport import Extent, Pair, Viewport

_BOARD_UNITS = 84
_RIM_UNITS = 4
_STILL_UNITS = 5
"""A pointer that moves no further than this clicks and does not drag."""


class StateInfo(NamedTuple):
    """What is told of a state."""

    board: Board
    goal: Board
    lines: tuple[str, ...]
    moment: int | None
    """How many states had been expanded once it was; None where it was not."""


class StatesPicture(Protocol):
    """Where states lie."""

    def extent(self, painter: Painter, viewport: Viewport) -> Extent:
        """How large it is."""

    def place_of(self, state: int) -> Pair:
        """Where a state lies, in units."""

    def nearest(self, painter: Painter, viewport: Viewport, at: Point) -> int | None:
        """The state nearest to a pixel of the window; None where none is near."""


Picture = TypeVar("Picture", bound=StatesPicture)


class StatesView(Control, Generic[Picture]):
    """States in a picture. The one under the pointer is shown as a board on a card.

    Dragging and the arrow keys pan, the wheel and plus and minus zoom, Home shows all of it; a
    click that did not drag chooses.
    """

    def __init__(self, key: Hashable) -> None:
        super().__init__(key=key, grow=1.0)
        self.viewport = Viewport()
        self.is_held = False
        self._pressed_at = (0, 0)
        self._moved_to: Point | None = None
        self.on_choose: Callable[[int], object] | None = None
        """Called with a moment of the search: the expansion that was clicked."""
        self.picture: Picture | None = None
        self.skin = Skin()
        self.painter: Painter | None = None
        """What it was placed with."""

    # ---- What subclasses say --------------------------------------------------------------

    def content(self) -> Hashable:
        """Everything that the picture depends on, besides the viewport."""
        raise NotImplementedError

    def draw_picture(self, surface: Surface, painter: Painter, picture: Picture) -> None:
        """Draw what lies in the area of the viewport."""
        raise NotImplementedError

    def info(self, picture: Picture, state: int) -> StateInfo:
        """What is told of a state."""
        raise NotImplementedError

    # ---- Where things are -----------------------------------------------------------------

    def arrange(self, ui: Context, rect: Rect) -> None:
        rim = ui.painter.px(_RIM_UNITS)
        self.viewport.place(rect.inflate(-2 * rim, -2 * rim))
        self.painter = ui.painter
        self.measure_picture()

    def measure_picture(self) -> None:
        """Let the viewport know how large the picture is."""
        if self.picture is not None and self.painter is not None:
            self.viewport.show(self.picture.extent(self.painter, self.viewport))

    def fit(self) -> None:
        """See all of it."""
        self.viewport.fit()

    def place_of(self, state: int) -> Point:
        """Where a state lies, in pixels of the window."""
        assert self.picture is not None, "only states of a picture have a place"
        right, down = self.viewport.place_of(*self.picture.place_of(state))
        return round(right), round(down)

    def hovered(self, at: Point | None) -> int | None:
        """The state below the pointer, or the nearest to it; None where none is near."""
        if at is None or self.picture is None or self.painter is None:
            return None
        is_inside = self.rect.collidepoint(at)
        return self.picture.nearest(self.painter, self.viewport, at) if is_inside else None

    # ---- Picture ------------------------------------------------------------------------

    def look(self, ui: Context, touch: Touch) -> Hashable:
        over = None if self.is_held else self.hovered(touch.at)
        return self.content(), over, self.viewport.look, ui.painter.theme, ui.painter.scale

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, theme, area = ui.painter, ui.painter.theme, self.viewport.area
        painter.box(surface, self.rect, painter.px(6), theme.well, theme.panel_edge)
        if self.picture is None:
            return
        clip = surface.get_clip()
        surface.set_clip(clip.clip(area))
        self.draw_picture(surface, painter, self.picture)
        over = None if self.is_held else self.hovered(touch.at)
        if over is not None:
            board, goal, lines, _ = self.info(self.picture, over)
            card = Card(
                MiniBoard(board, goal, self.skin, size=_BOARD_UNITS, height=_BOARD_UNITS),
                *(Text(line, size=13, align=0.5, lines=1) for line in lines),
                gap=0,
                pad=8,
            )
            draw_tree(surface, ui, Beside(card, self.place_of(over)), area)
            draw_shape(surface, painter, self.place_of(over), Shape.RING, 13, theme.focus)
        surface.set_clip(clip)

    # ---- Input --------------------------------------------------------------------------

    def has_panned(self) -> None:
        """A hand has moved it."""

    def press(self, ui: Context, at: Point) -> None:
        self.is_held, self._pressed_at, self._moved_to = True, at, None

    def drag(self, ui: Context, at: Point) -> None:
        if self._moved_to is None:
            reach = max(abs(at[0] - self._pressed_at[0]), abs(at[1] - self._pressed_at[1]))
            if reach <= ui.painter.px(_STILL_UNITS):
                return
            self._moved_to = self._pressed_at
        self.viewport.pan(at[0] - self._moved_to[0], at[1] - self._moved_to[1])
        self._moved_to = at
        self.has_panned()

    def release(self, ui: Context, at: Point) -> None:
        self.is_held = False
        state = self.hovered(at) if self._moved_to is None else None
        if self.picture is not None and state is not None and self.on_choose is not None:
            moment = self.info(self.picture, state).moment
            if moment is not None:
                self.on_choose(moment)

    def wheel(self, ui: Context, lines: float, at: Point) -> bool:
        """Zoom; at the largest zoom nothing else is wheeled instead."""
        if self.picture is not None:
            self.viewport.zoom(-lines, at)
        return self.picture is not None

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        """With Shift, Ctrl or Alt keys are left to others."""
        is_taken = self.picture is not None and not mod & MODIFIERS and self.viewport.key(key)
        if is_taken:
            self.has_panned()
        return is_taken
