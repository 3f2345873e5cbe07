"""A dropdown: one of many, in a list that opens below it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic

import pygame
from pygame import Rect, Surface

from puzzler.window.layout import inset
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import Point, Touch
from puzzler.window.widgets.segmented import Value

OpenMenu = Callable[[Rect, Sequence[Item], int, Callable[[int], None]], None]
"""Opens a list at a rectangle, with a row marked, and calls with the row that is chosen."""


class Dropdown(Generic[Value]):
    """Calls ``on_choose`` with a value; Up and Down change it without opening the list."""

    def __init__(
        self,
        name: str,
        options: Sequence[tuple[Value, Item]],
        on_choose: Callable[[Value], None],
        open_menu: OpenMenu,
    ) -> None:
        self.name = name
        self.options = list(options)
        self.on_choose = on_choose
        self.chosen: Value | None = None
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self._open_menu = open_menu

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        return self.chosen, self.is_enabled, touch.at is not None, touch.is_pressed

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme = painter.theme
        fill = theme.control
        if not self.is_enabled:
            fill = mix(theme.panel, theme.control, 0.4)
        elif touch.at is not None:
            fill = theme.control_pressed if touch.is_pressed else theme.control_hover
        painter.box(surface, self.rect, painter.px(10), fill, mix(fill, theme.text, 0.10))
        ink = theme.text if self.is_enabled else theme.text_disabled
        words = next((item.words for value, item in self.options if value == self.chosen), "")
        size, pixels = painter.type_size(15), painter.px(16)
        inner = inset(self.rect, painter.px(14), 0)
        arrow = pixels + painter.px(8)
        if not painter.fits(words, Face.STRONG, size, inner.width - arrow):
            inner = inset(self.rect, painter.px(7), 0)
            if not painter.fits(words, Face.STRONG, size, inner.width - arrow) and painter.fits(
                words, Face.STRONG, size, inner.width
            ):
                arrow = 0  # what is chosen matters more
        if arrow:
            icon = painter.icon("down", pixels, ink)
            surface.blit(icon, (inner.right - pixels, inner.centery - pixels // 2))
        inner.width -= arrow
        painter.write(surface, words, Face.STRONG, size, ink, inner)

    def press(self, at: Point) -> None:
        """Nothing yet: the list opens on release."""

    def drag(self, at: Point) -> None:
        """Nothing."""

    def release(self, at: Point) -> None:
        """Open the list."""
        if self.rect.collidepoint(at) and self.is_enabled:
            self._open()

    def key(self, key: int, mod: int = 0) -> bool:
        """Enter and Space open the list, Up and Down choose the neighbour."""
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self._open()
        elif key in (pygame.K_UP, pygame.K_DOWN):
            index = self._index() + (1 if key == pygame.K_DOWN else -1)
            self.on_choose(self.options[max(0, min(len(self.options) - 1, index))][0])
        else:
            return False
        return True

    def _open(self) -> None:
        items = [item for _, item in self.options]
        self._open_menu(self.rect, items, self._index(), self._choose)

    def _choose(self, index: int) -> None:
        self.on_choose(self.options[index][0])

    def _index(self) -> int:
        return next((i for i, (value, _) in enumerate(self.options) if value == self.chosen), -1)
