"""A single tree or map, and user input to it."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
from pygame import Rect, Surface

from puzzler.window.core.themes import load_theme
from puzzler.window.lab.states_view import StatesView
from puzzler.window.toolkit.element import Point, Touch
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.ui import Ui

AREA = Rect(10, 10, 620, 460)
SIZE = 640, 480
Color = tuple[int, int, int]


class Drawing:
    """A control placed in ``area``. ``chosen`` has the arguments of ``on_choose``."""

    def __init__(
        self, control: StatesView, theme: str = "dark", scale: float = 1.0, area: Rect = AREA
    ) -> None:
        self.control, self.area = control, area
        self.painter = Painter(load_theme(theme), scale)
        self.ui = Ui(self.painter, lambda: control)
        self.chosen: list[int] = []
        control.on_choose = self.chosen.append
        control.place(self.ui, area)

    def picture(self, at: Point | None = None) -> Surface:
        surface = Surface(SIZE)
        surface.fill(self.painter.theme.panel)
        self.control.draw(self.ui, surface, Touch(at))
        return surface

    def pixels(self, at: Point | None = None) -> bytes:
        return pixels(self.picture(at))

    def looks_different_at(self, at: Point) -> bool:
        """Whether the pointer at a position changes the picture."""
        looks = {self.control.look(self.ui, touch) for touch in (Touch(), Touch(at))}
        return len(looks) == 2 and self.pixels(at) != self.pixels()

    def drag(self, start: Point, end: Point) -> None:
        self.control.press(self.ui, start)
        self.control.drag(self.ui, end)
        self.control.release(self.ui, end)

    def click(self, at: Point) -> None:
        """Press and release with a small movement."""
        self.drag(at, (at[0] + 1, at[1]))

    def wheel(self, lines: float, at: Point) -> bool:
        """Turn the wheel. Positive is down."""
        return self.control.wheel(self.ui, lines, at)

    def key(self, key: int, mod: int = 0) -> bool:
        return self.control.key_down(self.ui, key, mod)

    def draws_only_inside(self) -> bool:
        """Whether nothing is drawn outside the area, with and without a hover card."""
        surface = self.picture((self.area.left + 10, self.area.top + 10))
        surface.fill(self.painter.theme.panel, self.area)
        return set(inks(surface, surface.get_rect(), 3)) == {self.painter.theme.panel}


def inks(surface: Surface, rect: Rect, step: int = 1) -> Iterator[Color]:
    rect = rect.clip(surface.get_rect())
    for x in range(rect.left, rect.right, step):
        for y in range(rect.top, rect.bottom, step):
            yield surface.get_at((x, y))[:3]


def has_ink(surface: Surface, at: Point, reach: int, color: Color) -> bool:
    """Whether a pixel of this colour is within ``reach`` of a point."""
    place = Rect(0, 0, 2 * reach + 1, 2 * reach + 1)
    place.center = at
    return color in inks(surface, place)


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def far(one: Point, other: Point) -> int:
    """Return the larger of the horizontal and vertical distances of two points."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
