"""A segmented choice: one of a few, all in sight."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import pygame
from pygame import Rect, Surface

from puzzler.window.layout import Grow, inset, row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import Point, Touch

_SPARE_SIGNS = 5
Value = TypeVar("Value", bound=Hashable)


class Segmented(Generic[Value]):
    """Calls ``on_choose`` with a value; choosing what is chosen already calls it too."""

    def __init__(
        self,
        name: str,
        options: Sequence[tuple[Value, str]],
        on_choose: Callable[[Value], None],
    ) -> None:
        self.name = name
        self.options = list(options)
        """(value, words) from left to right."""
        self.on_choose = on_choose
        self.chosen: Value | None = None
        """May be none of the options."""
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self._pressed = -1

    def width(self, painter: Painter) -> int:
        """The width that its contents ask for."""
        widest = max(
            painter.text_width(w, Face.STRONG, painter.type_size(15)) for _, w in self.options
        )
        return len(self.options) * max(painter.target(40), widest + 2 * painter.px(13))

    def segments(self) -> list[Rect]:
        """Where each option is."""
        # long words get more room, but none is much wider than the others
        return row(self.rect, [Grow(len(words) + _SPARE_SIGNS) for _, words in self.options])

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        over = self.segment_at(touch.at)
        return tuple(self.options), self.chosen, self.is_enabled, over, touch.is_pressed

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme = painter.theme
        radius = painter.px(10)
        painter.box(surface, self.rect, radius, theme.well, theme.panel_edge)
        over = self.segment_at(touch.at)
        margin = max(2, painter.px(3))
        for index, ((value, words), rect) in enumerate(
            zip(self.options, self.segments(), strict=True)
        ):
            inner = inset(rect, margin)
            ink = theme.text_muted
            if value == self.chosen:
                fill = theme.control_hover if index == over else theme.control
                painter.box(surface, inner, radius - margin, fill, mix(fill, theme.text, 0.12))
                ink = theme.text
            elif index == over:
                down = touch.is_pressed and index == self._pressed
                fill = theme.control_pressed if down else mix(theme.well, theme.control, 0.6)
                painter.box(surface, inner, radius - margin, fill)
                ink = theme.text
            painter.write(surface, words, Face.STRONG, painter.type_size(15), ink, rect, align=0.5)
            if value == self.chosen:
                mark = Rect(0, 0, painter.px(16), max(2, painter.px(2)))
                mark.midbottom = inner.centerx, inner.bottom - max(2, painter.px(3))
                painter.box(surface, mark, mark.height // 2, theme.accent)

    def press(self, at: Point) -> None:
        """Remember where; the choice is made on release."""
        self._pressed = self.segment_at(at)

    def drag(self, at: Point) -> None:
        """Nothing: the choice is made on release."""

    def release(self, at: Point) -> None:
        """Choose, where the pointer is still on the same segment."""
        if self.rect.collidepoint(at) and self.segment_at(at) == self._pressed >= 0:
            self.on_choose(self.options[self._pressed][0])
        self._pressed = -1

    def key(self, key: int, mod: int = 0) -> bool:
        """Left and right choose the neighbour, Enter and Space the same again."""
        values = [value for value, _ in self.options]
        at = values.index(self.chosen) if self.chosen in values else -1
        if key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = 1 if key == pygame.K_RIGHT else -1
            at = max(0, min(len(values) - 1, at + step))
        elif key not in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) or at < 0:
            return False
        self.on_choose(values[at])
        return True

    def segment_at(self, at: Point | None) -> int:
        """The index of the segment at a point; -1 for none."""
        if at is None:
            return -1
        return next((i for i, rect in enumerate(self.segments()) if rect.collidepoint(at)), -1)
