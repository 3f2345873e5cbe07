"""A slider: a handle on a line; also the timeline of a playback."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import Point, Touch


class Slider:
    """Calls ``on_change`` with a share from 0 to 1.

    It is turned by dragging, by the wheel, and with Left, Right, Home and End.
    """

    def __init__(
        self,
        name: str,
        on_change: Callable[[float], None],
        *,
        step: float = 0.05,
        wheel_down_is_on: bool = False,
    ) -> None:
        self.name = name
        self.on_change = on_change
        self.step = step
        """What one key press, or one notch of the wheel, changes."""
        self._wheel_sign = 1 if wheel_down_is_on else -1
        """Turned up, the wheel means more; on a timeline turned down means later."""
        self.value = 0.0
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self.is_faint = False
        """It shows what was, and can be taken up again."""

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        state = self.is_enabled, self.is_faint
        return self._handle_left(), state, touch.at is not None, touch.is_pressed

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme = painter.theme
        thick = max(4, painter.px(5))
        line = Rect(self.rect.left, 0, self.rect.width, thick)
        line.centery = self.rect.centery
        ground = mix(theme.bar, theme.track, 1.0 if self.is_enabled else 0.45)
        painter.box(surface, line, thick // 2, ground)
        if not self.is_enabled:
            return
        handle = self._handle_left()
        color = mix(theme.track, theme.accent, 0.25) if self.is_faint else theme.accent
        if handle > self.rect.left:
            filled = Rect(line.left, line.top, handle - line.left, thick)
            painter.box(surface, filled, thick // 2, color)
        grows = touch.is_pressed or touch.at is not None
        size = min(self.rect.height, painter.px(20 if grows else 16))
        knob = Rect(0, 0, size, size)
        knob.center = handle, self.rect.centery
        knob.clamp_ip(self.rect)
        ring = max(2, painter.px(3))
        painter.box(surface, knob, size, theme.accent_pressed if touch.is_pressed else color)
        painter.box(surface, knob.inflate(-2 * ring, -2 * ring), size, theme.text)

    def press(self, at: Point) -> None:
        """Take the handle, or call it here."""
        self.drag(at)

    def drag(self, at: Point) -> None:
        """Follow the pointer."""
        margin = self._margin()
        room = max(1, self.rect.width - 2 * margin)
        self._change((at[0] - self.rect.left - margin) / room)

    def release(self, at: Point) -> None:
        """Let go."""

    def wheel(self, lines: int) -> bool:
        """A notch is a step."""
        if self.is_enabled:
            self._change(self.value + self._wheel_sign * lines * self.step)
        return self.is_enabled

    def key(self, key: int, mod: int = 0) -> bool:
        """Left, Right, Home and End."""
        aims = {
            pygame.K_LEFT: self.value - self.step,
            pygame.K_RIGHT: self.value + self.step,
            pygame.K_HOME: 0.0,
            pygame.K_END: 1.0,
        }
        if key not in aims:
            return False
        self._change(aims[key])
        return True

    def left_at(self, share: float) -> int:
        """Where the handle stands at a share from 0 to 1, in pixels of the window."""
        margin = self._margin()
        return self.rect.left + margin + round((self.rect.width - 2 * margin) * share)

    def _change(self, value: float) -> None:
        self.on_change(max(0.0, min(1.0, value)))

    def _margin(self) -> int:
        return min(self.rect.height, self.rect.width) // 4

    def _handle_left(self) -> int:
        return self.left_at(self.value)
