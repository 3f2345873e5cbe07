"""A spot: a place in a panel that can be pointed at: a tooltip explains what stands there."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.paint import Painter
from puzzler.window.widgets.control import Point, Touch


class Spot:
    """Draws nothing but a slight light under the pointer; the panel draws what stands there.

    Where ``on_press`` is given, it can be pressed as a button can.
    """

    def __init__(self, name: str, on_press: Callable[[], None] | None = None) -> None:
        self.name = name
        self.on_press = on_press
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        return self.on_press is not None and touch.at is not None, touch.is_pressed

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        if self.on_press is not None and touch.at is not None:
            thick = max(2, painter.px(2))
            color = painter.theme.accent
            painter.ring(surface, self.rect, painter.px(10), color, thick)

    def press(self, at: Point) -> None:
        """Nothing yet: a press that is let go elsewhere is no press."""

    def drag(self, at: Point) -> None:
        """Nothing."""

    def release(self, at: Point) -> None:
        """The press counts where the pointer is still on it."""
        if self.on_press is not None and self.rect.collidepoint(at):
            self.on_press()

    def key(self, key: int, mod: int = 0) -> bool:
        """Enter and Space press it, where it can be pressed."""
        if self.on_press is None or key not in (
            pygame.K_RETURN,
            pygame.K_KP_ENTER,
            pygame.K_SPACE,
        ):
            return False
        self.on_press()
        return True
