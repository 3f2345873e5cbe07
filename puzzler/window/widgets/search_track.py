"""The track over a search: how many expansions lie behind, and how many are known to come."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import Point, Touch


@dataclass(frozen=True, slots=True)
class Reach:
    """Where one is in a search, and how far it is known."""

    here: int
    """Expansions behind the moment that is shown."""
    last: int
    """The furthest moment that was reached, or the end."""
    is_end_known: bool = False
    """``last`` is where the search ends; where not, it goes on beyond the track."""
    target: int | None = None
    """The moment that was asked for, while it is being reached."""


class SearchTrack:
    """Calls ``on_seek`` with a moment: by click, drag, wheel, or Left, Right, Home and End."""

    def __init__(self, name: str, on_seek: Callable[[int], None]) -> None:
        self.name = name
        self.on_seek = on_seek
        self.reach = Reach(0, 0)
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True

    def left_of(self, moment: int) -> int:
        """Where a moment is, in pixels of the window."""
        last = max(1, self.reach.last)
        return self._start + round(self._room * min(moment, last) / last)

    def moment_at(self, left: int) -> int:
        """The moment at a place of the window."""
        share = (left - self._start) / max(1, self._room)
        return round(max(0.0, min(1.0, share)) * self.reach.last)

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        reach = self.reach
        target = None if reach.target is None else self.left_of(reach.target)
        marks = self.left_of(reach.here), target, reach.is_end_known, reach.last > 0
        return marks, self.is_enabled, touch.at is not None, touch.is_pressed

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme, reach = painter.theme, self.reach
        thick = max(4, painter.px(5))
        top = self.rect.centery - thick // 2
        ground = mix(theme.bar, theme.track, 1.0 if self.is_enabled else 0.45)
        line = Rect(self._start, top, self._room, thick)
        painter.box(surface, line, thick // 2, ground)
        if not reach.is_end_known:
            # it goes on: three dots where an end would be
            dot = Rect(0, 0, thick, thick)
            dot.midleft = line.right + thick, self.rect.centery
            while dot.right <= self.rect.right and dot.left <= line.right + 5 * thick:
                painter.box(surface, dot, thick // 2, ground)
                dot.left += 2 * thick
        if not self.is_enabled:
            return
        here = self.left_of(reach.here)
        if here > self._start:
            done = Rect(self._start, top, here - self._start, thick)
            painter.box(surface, done, thick // 2, theme.accent)
        if reach.target is not None:
            mark = Rect(0, 0, max(2, painter.px(3)), painter.px(18))
            mark.center = self.left_of(reach.target), self.rect.centery
            painter.box(surface, mark, mark.width // 2, theme.text)
        size = painter.px(20 if touch.is_pressed or touch.at is not None else 16)
        knob = Rect(0, 0, size, size)
        knob.center = here, self.rect.centery
        ring = max(2, painter.px(3))
        painter.box(surface, knob, size, theme.accent_pressed if touch.is_pressed else theme.accent)
        painter.box(surface, knob.inflate(-2 * ring, -2 * ring), size, theme.text)

    def press(self, at: Point) -> None:
        """Call the handle here."""
        self.drag(at)

    def drag(self, at: Point) -> None:
        """Follow the pointer."""
        self.on_seek(self.moment_at(at[0]))

    def release(self, at: Point) -> None:
        """Let go."""

    def wheel(self, lines: int) -> bool:
        """A notch is an expansion, turned down later."""
        return self._step(lines)

    def key(self, key: int, mod: int = 0) -> bool:
        """Left, Right, Home and End; with Shift they are left to others."""
        last = self.reach.last
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_HOME: -last, pygame.K_END: last}
        if key not in steps or mod & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        return self._step(steps[key])

    def _step(self, count: int) -> bool:
        """From where it was asked to go, so that quick steps add up."""
        if not self.is_enabled:
            return False
        here = self.reach.here if self.reach.target is None else self.reach.target
        self.on_seek(max(0, here + count))
        return True

    @property
    def _margin(self) -> int:
        return min(self.rect.height, self.rect.width) // 4

    @property
    def _start(self) -> int:
        return self.rect.left + self._margin

    @property
    def _room(self) -> int:
        """From the first moment to the last: the dots behind an open end have room, too."""
        return max(1, self.rect.width - 2 * self._margin - self.rect.height // 2)
