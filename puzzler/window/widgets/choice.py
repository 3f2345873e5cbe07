"""A choice: an answer that can be pressed, and afterwards whether it was right."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import pygame
from pygame import Rect, Surface

from puzzler.game.lessons.markup import Block
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import Point, Touch
from puzzler.window.widgets.rich_text import laid_out, rich_text

_UNITS = 16
_KEY_UNITS = 24
_MARGIN = 10, 8
_GAP_UNITS = 10


class Choice:
    """As wide as there is room, and as high as its words need."""

    def __init__(self, name: str, on_press: Callable[[], None]) -> None:
        self.name = name
        self.on_press = on_press
        self.blocks: Sequence[Block] = ()
        """Its words."""
        self.number = 1
        """The key that chooses it."""
        self.is_right: bool | None = None
        """Once it is known."""
        self.is_chosen = False
        """It was answered."""
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True

    def height(self, painter: Painter, width: int) -> int:
        """What it needs at this width."""
        words = laid_out(painter, self.blocks, _UNITS, self._room(painter, width)).height
        return max(painter.target(40), words + 2 * painter.px(_MARGIN[1]))

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        return (
            tuple(self.blocks),
            self.number,
            self.is_right,
            self.is_chosen,
            touch.at is not None,
            touch.is_pressed,
        )

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme, radius = painter.theme, painter.px(10)
        ground = theme.control
        if self.is_right is not None:
            ground = theme.well
        elif touch.is_pressed and touch.at is not None:
            ground = theme.control_pressed
        elif touch.at is not None:
            ground = theme.control_hover
        painter.box(surface, self.rect, radius, ground, mix(ground, theme.text, 0.10))
        if self.is_right or self.is_chosen:
            color = theme.good if self.is_right else theme.accent
            painter.ring(surface, self.rect, radius, color, max(2, painter.px(2)))
        across = painter.px(_MARGIN[0])
        side = painter.type_size(_KEY_UNITS)
        key = Rect(self.rect.left + across, 0, side, side)
        key.centery = self.rect.centery
        self._draw_key(surface, painter, key)
        left = key.right + painter.px(_GAP_UNITS)
        room = self._room(painter, self.rect.width)
        height = laid_out(painter, self.blocks, _UNITS, room).height
        words = Rect(left, 0, room, height)
        words.centery = self.rect.centery
        rich_text(painter, self.name, words, self.blocks, _UNITS).draw(surface)

    def press(self, at: Point) -> None:
        """Nothing yet: a press that is let go elsewhere is no press."""

    def drag(self, at: Point) -> None:
        """Nothing: it cannot be dragged."""

    def release(self, at: Point) -> None:
        """The press counts where the pointer is still on it."""
        if self.rect.collidepoint(at) and self.is_enabled:
            self.on_press()

    def key(self, key: int, mod: int = 0) -> bool:
        """Enter and Space press it."""
        if key not in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return False
        self.on_press()
        return True

    def _room(self, painter: Painter, width: int) -> int:
        taken = 2 * painter.px(_MARGIN[0]) + painter.type_size(_KEY_UNITS)
        return max(1, width - taken - painter.px(_GAP_UNITS))

    def _draw_key(self, surface: Surface, painter: Painter, place: Rect) -> None:
        """Its number; afterwards a tick or a cross."""
        theme = painter.theme
        if self.is_right or self.is_chosen:
            color = theme.good if self.is_right else theme.accent
            mark = painter.icon("check" if self.is_right else "close", place.width, color)
            surface.blit(mark, place)
            return
        ink = theme.text_muted if self.is_right is not None else theme.text
        painter.ring(surface, place, painter.px(6), ink, max(1, painter.px(1)))
        size = painter.type_size(13)
        painter.write(surface, f"{self.number}", Face.FIGURES, size, ink, place, align=0.5)
