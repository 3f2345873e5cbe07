"""The base of tree and map: drawing many small shapes, and a view with panning and zooming."""

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
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import MODIFIERS, Control
from puzzler.window.toolkit.element import Point, Touch
from puzzler.window.toolkit.frame import draw_tree
from puzzler.window.toolkit.labels import Canvas, Text, ink
from puzzler.window.toolkit.layout import Card, Row
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Color
from puzzler.window.toolkit.viewport import Extent, Ints, Pair, Viewport

_OVERSAMPLING = 4
_MIN_SMOOTH_SIZE = 5
"""Minimum size in pixels of shapes with smooth edges."""
_MAX_SMOOTH_COUNT = 1500
_LINE_SHARE = 0.42
"""Line width of rings and crosses as a share of the radius."""


class Shape(Enum):
    """Shapes that can be distinguished without colour."""

    DISC = "disc"
    RING = "ring"
    CROSS = "cross"
    DIAMOND = "diamond"
    SQUARE = "square"


def stamp(surface: Surface, right: Ints, down: Ints, shape: Shape, size: int, color: Color) -> None:
    """Draw a shape of ``size`` pixels, without smooth edges, around each point of ``surface``."""
    x, y = right, down
    if size > 1:
        across, along = offsets(shape, size)
        x = (right[:, None] + across).reshape(-1)
        y = (down[:, None] + along).reshape(-1)
    width, height = surface.get_size()
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    pixels = pygame.surfarray.pixels2d(surface)
    pixels[x[inside], y[inside]] = surface.map_rgb(color) & 0xFFFFFFFF  # can be negative


def draw_shapes(
    surface: Surface,
    painter: Painter,
    places: tuple[Ints, Ints],
    shape: Shape,
    size: int,
    color: Color,
) -> None:
    """Draw shapes like ``stamp``, with smooth edges if they are few and large enough."""
    right, down = places
    if size < _MIN_SMOOTH_SIZE or len(right) > _MAX_SMOOTH_COUNT:
        stamp(surface, right, down, shape, size, color)
        return
    image = painter.cached(("shape", shape, size, color), lambda: _smooth_image(shape, size, color))
    half = image.get_width() // 2
    surface.fblits(
        [(image, at) for at in zip((right - half).tolist(), (down - half).tolist(), strict=True)]
    )


def draw_shape(
    surface: Surface,
    painter: Painter,
    at: tuple[int, int],
    shape: Shape,
    units: float,
    color: Color,
) -> None:
    """Draw a shape with its centre ``at``. units: its size in layout units."""
    place = np.array(at[:1], np.int32), np.array(at[1:], np.int32)
    draw_shapes(surface, painter, place, shape, painter.px(units), color)


def draw_present(surface: Surface, painter: Painter, at: tuple[int, int]) -> None:
    """Draw the mark of the state expanded last."""
    theme = painter.theme
    for units, color in ((16, theme.well), (13, theme.text), (7, theme.well)):
        draw_shape(surface, painter, at, Shape.DISC, units, color)


def nearest(right: Ints, down: Ints, area: Rect, at: Point, reach: int) -> int | None:
    """Return the index of the point nearest to ``at`` in the window, None if beyond ``reach``."""
    if not len(right):
        return None
    far = np.maximum(abs(right - (at[0] - area.left)), abs(down - (at[1] - area.top)))
    index = int(np.argmin(far))
    return index if far[index] <= reach else None


def _smooth_image(shape: Shape, size: int, color: Color) -> Surface:
    """Return the oversampled image of a shape; its side is odd so that it has a centre pixel."""
    side = size + 2 + (size + 1) % 2
    large = Surface((side * _OVERSAMPLING,) * 2, pygame.SRCALPHA)
    large.fill((*color, 0))
    middle = np.array([side * _OVERSAMPLING // 2], np.int32)
    stamp(large, middle, middle, shape, size * _OVERSAMPLING, color)
    return pygame.transform.smoothscale(large, (side, side))


@lru_cache(maxsize=256)
def offsets(shape: Shape, size: int) -> tuple[Ints, Ints]:
    """Return the pixels of a shape as offsets to the right and down from its centre."""
    radius = (size - 1) / 2
    low = -(size // 2)
    at = np.arange(low, low + size)
    x, y = (grid.reshape(-1) for grid in np.meshgrid(at, at))
    shift = 0.5 if size % 2 == 0 else 0  # the centre of an even shape is between pixels
    across, along = x + shift, y + shift
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


def legend_entry(
    title: str, look: Hashable, draw: Callable[[Surface, Painter, Rect], None], tip: str = ""
) -> Row:
    """Build a sample with a text. look: cache key of the sample, everything it depends on."""
    text = Text(title, size=13.5, color="text_muted", lines=1)
    return Row(Canvas(look, draw, width=30, height=23), text, tip=tip, key=("legend", title))


def shape_entry(title: str, shape: Shape, units: float, color: str | Color, tip: str = "") -> Row:
    """Build the legend entry of a shape."""

    def draw(surface: Surface, painter: Painter, rect: Rect) -> None:
        draw_shape(surface, painter, rect.center, shape, units, ink(painter, color))

    return legend_entry(title, (shape, color), draw, tip)


_BOARD_UNITS = 84
_STILL_UNITS = 5
"""A movement of the pointer up to this distance is a click, not a drag."""


class StateInfo(NamedTuple):
    """The content of the card that describes a state."""

    board: Board
    goal: Board
    lines: tuple[str, ...]
    moment: int | None
    """The number of expansions after the state was expanded; None if it was not."""


class StatesPicture(Protocol):
    """A picture with a position for each state."""

    def extent(self, painter: Painter, viewport: Viewport) -> Extent:
        """Return the bounds of the picture and its zoom limit."""

    def place_of(self, state: int) -> Pair:
        """Return the position of a state in units of the extent."""

    def nearest(self, painter: Painter, viewport: Viewport, at: Point) -> int | None:
        """Return the state nearest to a point of the window, None if all are too far away."""


Picture = TypeVar("Picture", bound=StatesPicture)


class StatesView(Control, Generic[Picture]):
    """A picture of states. The state under the pointer is shown as a board on a card.

    Dragging and arrow keys pan; the wheel, plus and minus zoom; Home shows everything; a click
    chooses a state.
    """

    def __init__(self, key: Hashable) -> None:
        super().__init__(key=key, grow=1.0)
        self.viewport = Viewport()
        self.is_held = False
        self._pressed_at = (0, 0)
        self._moved_to: Point | None = None
        self.on_choose: Callable[[int], object] | None = None
        """Called with the moment of the clicked expansion."""
        self.picture: Picture | None = None
        self.skin = Skin()
        self.painter: Painter | None = None
        """The painter of the last layout."""

    role = "IMAGE"

    def content(self) -> Hashable:
        """Return everything that the picture depends on, except the viewport."""
        raise NotImplementedError

    def draw_picture(self, surface: Surface, painter: Painter, picture: Picture) -> None:
        """Draw the visible part of the picture."""
        raise NotImplementedError

    def info(self, picture: Picture, state: int) -> StateInfo:
        """Return the content of a state's card."""
        raise NotImplementedError

    def arrange(self, ui: Context, rect: Rect) -> None:
        rim = ui.painter.px(4)
        self.viewport.place(rect.inflate(-2 * rim, -2 * rim))
        self.painter = ui.painter
        self.measure_picture()

    def measure_picture(self) -> None:
        """Update the viewport after the size of the picture has changed."""
        if self.picture is not None and self.painter is not None:
            self.viewport.show(self.picture.extent(self.painter, self.viewport))

    def fit(self) -> None:
        """Zoom out to the whole picture."""
        self.viewport.fit()

    def place_of(self, state: int) -> Point:
        """Return the position of a state in the window, in pixels."""
        assert self.picture is not None, "only states of a picture have a place"
        right, down = self.viewport.place_of(*self.picture.place_of(state))
        return round(right), round(down)

    def hovered(self, at: Point | None) -> int | None:
        """Return the state nearest to the pointer, None if all are too far away."""
        if at is None or self.picture is None or self.painter is None:
            return None
        is_inside = self.rect.collidepoint(at)
        return self.picture.nearest(self.painter, self.viewport, at) if is_inside else None

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
            texts = (Text(line, size=13, align=0.5, lines=1) for line in lines)
            mini = MiniBoard(board, goal, self.skin, size=_BOARD_UNITS, height=_BOARD_UNITS)
            card = Card(mini, *texts, gap=0, pad=8)
            at, away = self.place_of(over), painter.px(12)
            width = card.widths(ui).preferred
            height = card.heights(ui, width).preferred
            left = at[0] + (away if at[0] < area.centerx else -away - width)
            place = Rect(left, at[1] - height // 2, width, height).clamp(area)
            draw_tree(surface, ui, card, place)
            draw_shape(surface, painter, at, Shape.RING, 13, theme.focus)
        surface.set_clip(clip)

    def has_panned(self) -> None:
        """Called after the user has panned or zoomed with the pointer or a key."""

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
        """Zoom. The event is also consumed at the zoom limit, so that nothing else scrolls."""
        if self.picture is not None:
            self.viewport.zoom(-lines, at)
        return self.picture is not None

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        """Pan or zoom. Keys with Shift, Ctrl or Alt are not handled."""
        if self.picture is None or mod & MODIFIERS or not self.viewport.key(key):
            return False
        self.has_panned()
        return True
