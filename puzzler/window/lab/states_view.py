"""What the tree and the map share: small shapes, many of them, and a view that a hand moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import Enum
from functools import lru_cache
from typing import Generic, NamedTuple, Protocol, TypeVar

import numpy as np
import pygame
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board.mini import MiniBoard
from puzzler.window.board.tiles import Skin
from puzzler.window.toolkit.cards import Card
from puzzler.window.toolkit.control import MODIFIERS, Control
from puzzler.window.toolkit.element import Context, Point, Touch, draw_tree
from puzzler.window.toolkit.labels import Canvas, Text, ink
from puzzler.window.toolkit.layout import Beside, Row
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Color
from puzzler.window.toolkit.viewport import Extent, Ints, Pair, Viewport

_OVERSAMPLING = 4
_LEAST_SMOOTH = 5
"""Pixels: what is smaller has no edge to be smooth."""
_MOST_SMOOTH = 1500
_LINE_SHARE = 0.42
"""How thick rings and crosses are, of their radius."""


class Shape(Enum):
    """Shapes that are told apart without colour."""

    DISC = "disc"
    RING = "ring"
    CROSS = "cross"
    DIAMOND = "diamond"
    SQUARE = "square"


def stamp(surface: Surface, right: Ints, down: Ints, shape: Shape, size: int, color: Color) -> None:
    """Set a shape of ``size`` pixels around each of many pixels of ``surface``."""
    x, y = right, down
    if size > 1:
        across, along = offsets(shape, size)
        x = (right[:, None] + across).reshape(-1)
        y = (down[:, None] + along).reshape(-1)
    width, height = surface.get_size()
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    pixels = pygame.surfarray.pixels2d(surface)
    pixels[x[inside], y[inside]] = surface.map_rgb(color) & 0xFFFFFFFF  # it may be signed


def draw_shapes(
    surface: Surface,
    painter: Painter,
    places: tuple[Ints, Ints],
    shape: Shape,
    size: int,
    color: Color,
) -> None:
    """The same with smooth edges, where they are few and large enough to show it."""
    right, down = places
    if size < _LEAST_SMOOTH or len(right) > _MOST_SMOOTH:
        stamp(surface, right, down, shape, size, color)
        return
    drawn = painter.made(("shape", shape, size, color), lambda: _smooth(shape, size, color))
    half = drawn.get_width() // 2
    surface.fblits(
        [(drawn, at) for at in zip((right - half).tolist(), (down - half).tolist(), strict=True)]
    )


def draw_shape(
    surface: Surface,
    painter: Painter,
    at: tuple[int, int],
    shape: Shape,
    units: float,
    color: Color,
) -> None:
    """One shape, as large as ``units``, with its middle ``at``."""
    place = np.array(at[:1], np.int32), np.array(at[1:], np.int32)
    draw_shapes(surface, painter, place, shape, painter.px(units), color)


def draw_present(surface: Surface, painter: Painter, at: tuple[int, int]) -> None:
    """The mark of the state that was expanded last."""
    theme = painter.theme
    for units, color in ((16, theme.well), (13, theme.text), (7, theme.well)):
        draw_shape(surface, painter, at, Shape.DISC, units, color)


def nearest(right: Ints, down: Ints, area: Rect, at: Point, reach: int) -> int | None:
    """The index of the place in ``area`` nearest to a pixel of the window, if within ``reach``."""
    if not len(right):
        return None
    far = np.maximum(abs(right - (at[0] - area.left)), abs(down - (at[1] - area.top)))
    index = int(np.argmin(far))
    return index if far[index] <= reach else None


def _smooth(shape: Shape, size: int, color: Color) -> Surface:
    """A shape, drawn larger and made small, in the middle of an odd number of pixels."""
    side = size + 2 + (size + 1) % 2
    large = Surface((side * _OVERSAMPLING,) * 2, pygame.SRCALPHA)
    large.fill((*color, 0))
    middle = np.array([side * _OVERSAMPLING // 2], np.int32)
    stamp(large, middle, middle, shape, size * _OVERSAMPLING, color)
    return pygame.transform.smoothscale(large, (side, side))


@lru_cache(maxsize=256)
def offsets(shape: Shape, size: int) -> tuple[Ints, Ints]:
    """The pixels of a shape, to the right of and below its middle."""
    radius = (size - 1) / 2
    low = -(size // 2)
    at = np.arange(low, low + size)
    x, y = (grid.reshape(-1) for grid in np.meshgrid(at, at))
    # the middle of an even shape lies between pixels
    across, along = x + (0.5 if size % 2 == 0 else 0), y + (0.5 if size % 2 == 0 else 0)
    far = np.hypot(across, along)
    line = max(1.0, size * _LINE_SHARE / 2)
    if size <= 2 or shape is Shape.SQUARE:
        chosen = np.ones(len(x), bool)
    elif shape is Shape.DISC:
        chosen = far < size / 2
    elif shape is Shape.RING:
        chosen = (far < size / 2) & (far >= size / 2 - line)
    elif shape is Shape.CROSS:
        chosen = np.minimum(abs(across - along), abs(across + along)) < 0.7 * line
    else:
        chosen = abs(across) + abs(along) <= radius + 0.5
    return x[chosen].astype(np.int32), y[chosen].astype(np.int32)


# ---- Legends --------------------------------------------------------------------------------


def legend_entry(
    words: str, look: Hashable, draw: Callable[[Surface, Painter, Rect], None], tip: str = ""
) -> Row:
    """A sample of what is drawn, and its words; look: what the sample depends on."""
    return Row(
        Canvas(look, draw, width=30, height=23),
        Text(words, size=13.5, color="text_muted", lines=1),
        tip=tip,
        key=("legend", words),
    )


def shape_entry(words: str, shape: Shape, units: float, color: str | Color, tip: str = "") -> Row:
    """The entry of a shape."""

    def draw(surface: Surface, painter: Painter, rect: Rect) -> None:
        draw_shape(surface, painter, rect.center, shape, units, ink(painter, color))

    return legend_entry(words, (shape, color), draw, tip)


# ---- The view ---------------------------------------------------------------------------------

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

    role = "IMAGE"
    is_volatile = True

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
