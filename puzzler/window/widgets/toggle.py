"""A toggle: a knob that lies at one side or the other."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import Point, Touch


class Toggle:
    """Calls ``on_change`` with what it is to be: by a click, Enter or Space."""

    def __init__(self, name: str, on_change: Callable[[bool], None]) -> None:
        self.name = name
        self.on_change = on_change
        self.is_on = False
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True

    def width(self, painter: Painter) -> int:
        """The width that it asks for."""
        return max(painter.target(32), painter.px(52))

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        return self.is_on, self.is_enabled, touch.at is not None, touch.is_pressed

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme = painter.theme
        track = Rect(0, 0, painter.px(46), painter.px(26))
        track.midright = self.rect.midright
        fill = theme.accent if self.is_on else mix(theme.panel, theme.track, 0.35)
        if touch.at is not None and self.is_enabled:
            fill = theme.accent_hover if self.is_on else mix(theme.panel, theme.track, 0.55)
        edge = fill if self.is_on else theme.track
        painter.box(surface, track, track.height, fill, edge)
        knob = Rect(0, 0, painter.px(18), painter.px(18))
        margin = painter.px(4)
        knob.midleft = track.left + margin, track.centery
        if self.is_on:
            knob.midright = track.right - margin, track.centery
        painter.box(surface, knob, knob.height, theme.on_accent if self.is_on else theme.text)

    def press(self, at: Point) -> None:
        """Nothing yet: it changes on release."""

    def drag(self, at: Point) -> None:
        """Nothing."""

    def release(self, at: Point) -> None:
        """Change, where the pointer is still on it."""
        if self.rect.collidepoint(at) and self.is_enabled:
            self.on_change(not self.is_on)

    def key(self, key: int, mod: int = 0) -> bool:
        """Enter and Space change it."""
        if key not in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return False
        self.on_change(not self.is_on)
        return True
