"""A choice of many in one line: the present one between two arrows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import pygame
from pygame import Rect, Surface

from puzzler.window.paint import Face, Painter
from puzzler.window.theme import mix
from puzzler.window.widgets.control import Point, Touch

Value = TypeVar("Value", bound=Hashable)

_BACK, _ON = (
    "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
    ("\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"),
)


class Chooser(Generic[Value]):
    """Calls ``on_choose`` with the next value, or the one before; past the last comes the first.

    A click on the left third goes back, elsewhere on; so do the arrow keys.
    """

    def __init__(
        self, name: str, options: Sequence[tuple[Value, str]], on_choose: Callable[[Value], None]
    ) -> None:
        self.name = name
        self.options = list(options)
        """(value, words) in turn."""
        self.on_choose = on_choose
        self.chosen: Value | None = None
        """May be none of the options."""
        self.words: str | None = None
        """Shown instead of the words of what is chosen."""
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        step = 0 if touch.at is None else self._step_at(touch.at)
        return self.chosen, self.words, self.is_enabled, step, touch.is_pressed

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme = painter.theme
        over = 0 if touch.at is None or not self.is_enabled else self._step_at(touch.at)
        fill = theme.control_pressed if touch.is_pressed else theme.well
        painter.box(surface, self.rect, painter.px(10), fill, theme.panel_edge)
        ink = theme.text if self.is_enabled else theme.text_muted
        arrow, size = painter.px(26), painter.type_size(14)
        words = Rect(
            self.rect.left + arrow, self.rect.top, self.rect.width - 2 * arrow, self.rect.height
        )
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
        """Choose the next, or the one before, where the pointer is still on it."""
        if self.rect.collidepoint(at):
            self._go(self._step_at(at))

    def key(self, key: int) -> bool:
        """Left and right go back and on, Enter and Space on."""
        steps = {
            pygame.K_LEFT: -1,
            pygame.K_RIGHT: 1,
            pygame.K_RETURN: 1,
            pygame.K_KP_ENTER: 1,
            pygame.K_SPACE: 1,
        }
        if key not in steps:
            return False
        self._go(steps[key])
        return True

    def _go(self, step: int) -> None:
        values = [value for value, _ in self.options]
        at = values.index(self.chosen) if self.chosen in values else -1
        self.on_choose(values[(at + step) % len(values)])

    def _step_at(self, at: Point) -> int:
        return -1 if at[0] < self.rect.left + self.rect.width / 3 else 1

    def _words(self) -> str:
        if self.words is not None:
            return self.words
        return next((words for value, words in self.options if value == self.chosen), "")
