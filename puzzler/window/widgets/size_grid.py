"""A grid from which the shape of a board is chosen: as many rows and columns as it is to have."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame
from pygame import Rect, Surface

from puzzler.window.layout import inset
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Color, mix
from puzzler.window.widgets.control import Point, Touch

Shape = tuple[int, int]


class SizeGrid:
    """Calls ``on_choose`` with (rows, columns): by click, by dragging, or with the arrow keys."""

    def __init__(
        self, name: str, on_choose: Callable[[Shape], None], *, least: int, most: int
    ) -> None:
        self.name = name
        self.on_choose = on_choose
        self.least, self.most = least, most
        self.chosen: Shape = (least, least)
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True

    def side(self, painter: Painter) -> int:
        """The side of the whole, in pixels."""
        return painter.target(32) * self.most

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        return self.chosen, self._shape_at(touch.at), touch.is_pressed, self.rect.size

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme = painter.theme
        over = self._shape_at(touch.at)
        for rows in range(1, self.most + 1):
            for columns in range(1, self.most + 1):
                is_in = rows <= self.chosen[0] and columns <= self.chosen[1]
                is_over = over is not None and rows <= over[0] and columns <= over[1]
                # a hundred cells of the full accent would shout
                fill = mix(theme.well, theme.accent, 0.5 if is_in else 0)
                edge = theme.accent if is_in else theme.track
                if is_over and not is_in:
                    fill, edge = mix(theme.well, theme.accent, 0.25), theme.accent
                elif is_in and over is not None and not is_over:
                    fill = mix(theme.well, theme.accent, 0.25)
                cell = inset(self._cell(rows, columns), max(1, painter.px(2)))
                surface.blit(_cell(painter, cell.size, fill, edge), cell)

    def press(self, at: Point) -> None:
        """Choose what is under the pointer."""
        self.drag(at)

    def drag(self, at: Point) -> None:
        """Choose what is under the pointer, or nearest to it."""
        right, bottom = self.rect.right - 1, self.rect.bottom - 1
        inside = (
            max(self.rect.left, min(right, at[0])),
            max(self.rect.top, min(bottom, at[1])),
        )
        shape = self._shape_at(inside)
        if shape is not None and shape != self.chosen:
            self.on_choose(shape)

    def release(self, at: Point) -> None:
        """Nothing: it was chosen already."""

    def key(self, key: int, mod: int = 0) -> bool:
        """The arrow keys add and take rows and columns."""
        steps = {
            pygame.K_UP: (-1, 0),
            pygame.K_DOWN: (1, 0),
            pygame.K_LEFT: (0, -1),
            pygame.K_RIGHT: (0, 1),
        }
        if key not in steps:
            return False
        rows, columns = (
            max(self.least, min(self.most, size + step))
            for size, step in zip(self.chosen, steps[key], strict=True)
        )
        self.on_choose((rows, columns))
        return True

    def _cell(self, rows: int, columns: int) -> Rect:
        width, height = self.rect.width // self.most, self.rect.height // self.most
        left, top = self.rect.left + (columns - 1) * width, self.rect.top + (rows - 1) * height
        return Rect(left, top, width, height)

    def _shape_at(self, at: Point | None) -> Shape | None:
        if at is None or not self.rect.collidepoint(at):
            return None
        columns = (at[0] - self.rect.left) * self.most // self.rect.width + 1
        rows = (at[1] - self.rect.top) * self.most // self.rect.height + 1
        return max(self.least, rows), max(self.least, columns)


def _cell(painter: Painter, size: tuple[int, int], fill: Color, edge: Color) -> Surface:
    """One cell; there are a hundred of them and few kinds."""

    def draw() -> Surface:
        drawn = Surface(size, pygame.SRCALPHA)
        painter.box(drawn, drawn.get_rect(), painter.px(5), fill, edge)
        return drawn

    return painter.made(("size cell", size, fill, edge), draw)
