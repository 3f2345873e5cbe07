"""The track of a review: what was played, its mistakes, and the shortest continuation beside it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Color
from puzzler.window.widgets.control import Point, Touch

_BRANCH_UNITS = 13
"""How far below the played track the continuation runs."""


@dataclass(frozen=True, slots=True)
class Course:
    """Where one is on which track."""

    total: int
    """Moves that were played."""
    position: int
    """How many of them lie behind; where the continuation branches off."""
    mistakes: tuple[int, ...] = ()
    """The positions from which a move was lost."""
    ghost: tuple[int, int] | None = None
    """Moves of the continuation, and how many of them lie behind; None where none is shown."""


class ReviewTrack:
    """Calls ``on_seek`` or, below it on the continuation, ``on_seek_ghost`` with a position.

    By click, drag, wheel, or Left, Right, Home and End.
    """

    def __init__(
        self, name: str, on_seek: Callable[[int], None], on_seek_ghost: Callable[[int], None]
    ) -> None:
        self.name = name
        self.on_seek = on_seek
        self.on_seek_ghost = on_seek_ghost
        self.course = Course(0, 0)
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self._branch = _BRANCH_UNITS
        self._is_on_ghost = False
        """What is held is the handle of the continuation."""

    def place(self, painter: Painter, rect: Rect) -> None:
        """Lay it out."""
        self.rect, self._branch = rect, painter.px(_BRANCH_UNITS)

    def left_of(self, position: int) -> int:
        """Where so many moves are, on either track, in pixels of the window."""
        room = self.rect.width - 2 * self._margin
        return self.rect.left + self._margin + round(room * position / self._width)

    def line(self, *, is_ghost: bool) -> int:
        """How far down a track runs."""
        if self.course.ghost is None:
            return self.rect.centery
        shift = self._branch - self._branch // 2 if is_ghost else -(self._branch // 2)
        return self.rect.centery + shift

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        return self.course, self.is_enabled, touch.at is not None, touch.is_pressed

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme, course = painter.theme, self.course
        thick = max(3, painter.px(5 if course.ghost is None else 4))
        top = self.line(is_ghost=False)
        ends = self.left_of(0), self.left_of(course.total)
        if not self.is_enabled:
            _draw_line(surface, painter, theme.panel_edge, ends, top, thick)
            return
        here = self.left_of(course.position)
        _draw_line(surface, painter, theme.track, ends, top, thick)
        _draw_line(surface, painter, theme.accent, (ends[0], here), top, thick)
        mark = max(3, painter.px(4))
        for mistake in course.mistakes:
            left, low = self.left_of(mistake), top - thick
            wedge = [(left - mark, low - 2 * mark), (left + mark, low - 2 * mark), (left, low)]
            pygame.draw.polygon(surface, theme.text_muted, wedge)
        handle, is_large = (here, top), touch.is_pressed or touch.at is not None
        if course.ghost is not None:
            length, done = course.ghost
            low = self.line(is_ghost=True)
            bend = min(here + low - top, self.left_of(course.position + length))
            pygame.draw.line(surface, theme.good, (here, top), (bend, low), thick // 2 + 1)
            end = self.left_of(course.position + length)
            dash = painter.px(6)
            for left in range(bend, end, 2 * dash):
                surface.fill(theme.good, (left, low - thick // 2, min(dash, end - left), thick))
            handle = self.left_of(course.position + done), low
        size = painter.px(18 if is_large else 14)
        knob = Rect(0, 0, size, size)
        knob.center = handle
        ring = max(2, painter.px(3))
        color = theme.accent if course.ghost is None else theme.good
        painter.box(surface, knob, size, color)
        painter.box(surface, knob.inflate(-2 * ring, -2 * ring), size, theme.text)

    def press(self, at: Point) -> None:
        """Take the handle, or call it here."""
        between = (self.line(is_ghost=False) + self.line(is_ghost=True)) / 2
        self._is_on_ghost = self.course.ghost is not None and at[1] > between
        self.drag(at)

    def drag(self, at: Point) -> None:
        """Follow the pointer along the track that was taken."""
        room = max(1, self.rect.width - 2 * self._margin)
        position = round((at[0] - self.rect.left - self._margin) * self._width / room)
        if self._is_on_ghost and self.course.ghost is not None:
            length, _ = self.course.ghost
            self.on_seek_ghost(max(0, min(length, position - self.course.position)))
        else:
            self.on_seek(max(0, min(self.course.total, position)))

    def release(self, at: Point) -> None:
        """Let go."""

    def wheel(self, lines: int) -> bool:
        """A notch is a move, along what is shown."""
        return self._step(lines)

    def key(self, key: int, mod: int = 0) -> bool:
        """Left, Right, Home and End; with Shift they are left to others."""
        whole = max(self.course.total, self._width)
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_HOME: -whole, pygame.K_END: whole}
        if key not in steps or mod & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        return self._step(steps[key])

    def _step(self, count: int) -> bool:
        if not self.is_enabled:
            return False
        if self.course.ghost is not None:
            length, done = self.course.ghost
            self.on_seek_ghost(max(0, min(length, done + count)))
        else:
            self.on_seek(max(0, min(self.course.total, self.course.position + count)))
        return True

    @property
    def _width(self) -> int:
        """Moves from the left end to the right one: of the longer track."""
        course = self.course
        ghost = course.position + course.ghost[0] if course.ghost is not None else 0
        return max(1, course.total, ghost)

    @property
    def _margin(self) -> int:
        return min(self.rect.height, self.rect.width) // 4


def _draw_line(
    surface: Surface, painter: Painter, color: Color, ends: tuple[int, int], top: int, thick: int
) -> None:
    left, right = ends
    if right > left:
        line = Rect(left, top - thick // 2, right - left, thick)
        painter.box(surface, line, thick // 2, color)
