"""A choice of many in one line: the present one between two arrows, and a list of all of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import pygame
from pygame import Rect, Surface

from puzzler.window.layout import inset
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.paint import SMALLEST_TARGET, Face, Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import Point, Touch
from puzzler.window.widgets.dropdown import OpenMenu

Value = TypeVar("Value", bound=Hashable)

_BACK, _ON = (
    "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
    ("\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"),
)


class Chooser(Generic[Value]):
    """Calls ``on_choose`` with what was chosen.

    A click on an arrow goes back or on, past the last to the first, and so do the arrow keys;
    elsewhere it opens the list of all, and so do Enter and Space.
    """

    def __init__(
        self,
        name: str,
        options: Sequence[tuple[Value, Item]],
        on_choose: Callable[[Value], None],
        open_menu: OpenMenu,
    ) -> None:
        self.name = name
        self.options = list(options)
        """(value, row of the list) in turn."""
        self.on_choose = on_choose
        self._open_menu = open_menu
        self.chosen: Value | None = None
        """May be none of the options."""
        self.words: str | None = None
        """Shown instead of the words of what is chosen."""
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        step = None if touch.at is None else self._step_at(touch.at)
        return self.chosen, self.words, self.is_enabled, step, touch.is_pressed

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme = painter.theme
        over = None if touch.at is None or not self.is_enabled else self._step_at(touch.at)
        fill = theme.well
        if over is not None:
            fill = theme.control_pressed if touch.is_pressed else mix(fill, theme.control, 0.6)
        painter.box(surface, self.rect, painter.px(10), fill, theme.panel_edge)
        ink = theme.text if self.is_enabled else theme.text_muted
        arrow, size = painter.px(26), painter.type_size(14)
        # without arrows the words have their room, too
        words = inset(self.rect, arrow if self.is_enabled else painter.px(8), 0)
        painter.write(surface, self._words(), Face.STRONG, size, ink, words, align=0.5)
        if not self.is_enabled:
            return
        for step, mark, left in (
            (-1, _BACK, self.rect.left),
            (1, _ON, self.rect.right - arrow),
        ):
            color = theme.text if over == step else mix(theme.well, theme.text, 0.7)
            place = Rect(left, self.rect.top, arrow, self.rect.height)
            painter.write(surface, mark, Face.STRONG, size, color, place, align=0.5)

    def press(self, at: Point) -> None:
        """Nothing: the choice is made on release."""

    def drag(self, at: Point) -> None:
        """Nothing: the choice is made on release."""

    def release(self, at: Point) -> None:
        """Choose a neighbour, or open the list, where the pointer is still on it."""
        if self.rect.collidepoint(at):
            self._go(self._step_at(at))

    def key(self, key: int, mod: int = 0) -> bool:
        """Left and right go back and on, Enter and Space open the list."""
        steps = {
            pygame.K_LEFT: -1,
            pygame.K_RIGHT: 1,
            pygame.K_RETURN: 0,
            pygame.K_KP_ENTER: 0,
            pygame.K_SPACE: 0,
        }
        if key not in steps:
            return False
        self._go(steps[key])
        return True

    def _go(self, step: int) -> None:
        if step:
            at = (self._index() + step) % len(self.options)
            self.on_choose(self.options[at][0])
        else:
            items = [item for _, item in self.options]
            self._open_menu(self.rect, items, self._index(), self._choose)

    def _choose(self, index: int) -> None:
        self.on_choose(self.options[index][0])

    def _index(self) -> int:
        values = [value for value, _ in self.options]
        return values.index(self.chosen) if self.chosen in values else -1

    def _step_at(self, at: Point) -> int:
        """-1 or 1 on an arrow, 0 between them."""
        arrow = min(max(SMALLEST_TARGET, self.rect.height), self.rect.width // 3)
        if at[0] < self.rect.left + arrow:
            return -1
        return 1 if at[0] >= self.rect.right - arrow else 0

    def _words(self) -> str:
        if self.words is not None:
            return self.words
        return next((item.words for value, item in self.options if value == self.chosen), "")
