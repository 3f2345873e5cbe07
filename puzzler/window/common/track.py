"""A track: where one is along a solution, a search, a race or a review, and how far it goes."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.element import Context, Control, Frame, Options, Point, Range, Touch
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Color, mix

TRACK = "track"
"""The key of the track of a view."""
_BRANCH_UNITS = 13
"""How far below the track its branch runs."""
_CURVE_SHARE = 0.45
"""How much of its colour the curve has: it is there to be seen, not to be looked at."""
_KNOB_UNITS, _LARGE_KNOB_UNITS = 16, 20
_OTHERS = pygame.KMOD_SHIFT | pygame.KMOD_CTRL | pygame.KMOD_ALT


@dataclass(frozen=True, slots=True)
class Course:
    """Where one is along a track."""

    position: int
    """How much lies behind; where the branch begins."""
    last: int
    """The furthest position that is known."""
    goes_on: bool = False
    """It does not end there."""
    target: int | None = None
    """The position that was asked for, while it is being reached."""
    mistakes: tuple[int, ...] = ()
    """The positions that are marked with a wedge."""
    branch: tuple[int, int] | None = None
    """The length of the branch, and how much of it lies behind."""

    @property
    def width(self) -> int:
        """From the left end to the right one."""
        branch = self.position + self.branch[0] if self.branch is not None else 0
        return max(1, self.last, branch)


class _Held:
    """Which of the two lines the pointer has taken."""

    is_branch = False


class Track(Control):
    """Calls ``on_seek`` or, on the branch below it, ``on_seek_branch`` with a position.

    By click, drag, wheel, or Left, Right, Home and End.
    """

    def __init__(
        self,
        course: Course,
        on_seek: Callable[[int], object],
        *,
        on_seek_branch: Callable[[int], object] | None = None,
        curve: Sequence[int] = (),
        faint: bool = False,
        can_grow: bool = False,
        enabled: bool = True,
        **options: Unpack[Options],
    ) -> None:
        """``curve``: values along the track, drawn small below it, 0 at its bottom.

        faint: it shows what was, and can be taken up again. can_grow: the room for the dots of a
        track that goes on is kept when its end is known.
        """
        options.setdefault("key", TRACK)
        options.setdefault("grow", 1.0)
        super().__init__(**options)
        self.course, self.on_seek, self.on_seek_branch = course, on_seek, on_seek_branch
        self.curve, self.faint, self.is_enabled = tuple(curve), faint, enabled
        self.can_grow = can_grow

    def measure_width(self, ui: Context) -> Range:
        return Range(ui.painter.px(60), ui.painter.px(180))

    def measure_height(self, ui: Context, width: int) -> Range:
        height = ui.painter.target(40)
        return Range(height, height)

    # ---- Where things are ---------------------------------------------------------------

    def left_of(self, position: int) -> int:
        """Where a position is, in pixels of the window."""
        return self._start + round(self._room * min(position, self.course.width)
                                   / self.course.width)  # fmt: skip

    def line(self, painter: Painter, *, is_branch: bool) -> int:
        """How far down a line runs."""
        if self.course.branch is None:
            return self.rect.centery
        apart = painter.px(_BRANCH_UNITS)
        return self.rect.centery + (apart - apart // 2 if is_branch else -(apart // 2))

    @property
    def _margin(self) -> int:
        return min(self.rect.height, self.rect.width) // 4

    @property
    def _start(self) -> int:
        return self.rect.left + self._margin

    @property
    def _room(self) -> int:
        """From the first position to the last; the dots behind an open end have room, too."""
        dots = self.rect.height // 2 if self.can_grow or self.course.goes_on else 0
        return max(1, self.rect.width - 2 * self._margin - dots)

    # ---- Input --------------------------------------------------------------------------

    def press(self, ui: Context, at: Point) -> None:
        lines = [self.line(ui.painter, is_branch=is_branch) for is_branch in (False, True)]
        is_branch = self.course.branch is not None and at[1] > sum(lines) / 2
        ui.state(("held", self.key), _Held).is_branch = is_branch
        self.drag(ui, at)

    def drag(self, ui: Context, at: Point) -> None:
        position = round((at[0] - self._start) * self.course.width / self._room)
        if self.course.branch is not None and ui.state(("held", self.key), _Held).is_branch:
            self._seek_branch(position - self.course.position)
        else:
            self.on_seek(max(0, min(self.course.last, position)))

    def release(self, ui: Context, at: Point) -> None:
        ui.refresh()

    def wheel(self, ui: Context, lines: float, at: Point) -> bool:
        return self._step(round(lines))

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        """Left, Right, Home and End; with Shift they are left to others."""
        whole = self.course.width
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_HOME: -whole, pygame.K_END: whole}
        return key in steps and not mod & _OTHERS and self._step(steps[key])

    def _step(self, count: int) -> bool:
        """From where it was asked to go, so that quick steps add up."""
        course = self.course
        if not self.is_enabled:
            return False
        if course.branch is not None:
            self._seek_branch(course.branch[1] + count)
        else:
            aim = (course.position if course.target is None else course.target) + count
            self.on_seek(max(0, aim if course.goes_on else min(course.last, aim)))
        return True

    def _seek_branch(self, position: int) -> None:
        if self.on_seek_branch is not None and self.course.branch is not None:
            self.on_seek_branch(max(0, min(self.course.branch[0], position)))

    # ---- Picture ------------------------------------------------------------------------

    def emit(self, ui: Context, frame: Frame) -> None:
        if len(self.curve) > 1:
            self._emit_curve(ui, frame)
        super().emit(ui, frame)

    def look(self, ui: Context, touch: Touch) -> Hashable:
        course = self.course
        left = self.left_of(course.position)
        target = None if course.target is None else self.left_of(course.target)
        marks = left, target, course.goes_on, course.last > 0, course.mistakes, course.branch
        return marks, course.width, self.is_enabled, self.faint, touch.is_over, touch.is_held

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, theme, course = ui.painter, ui.painter.theme, self.course
        thick = max(4, painter.px(5))
        top = self.line(painter, is_branch=False)
        ground = mix(theme.bar, theme.track, 1.0 if self.is_enabled else 0.45)
        end = self.left_of(course.last) if course.last else self._start + self._room
        _draw_line(surface, painter, ground, self._start, end, top, thick)
        if course.goes_on:
            for number in range(3):  # it goes on: dots where an end would be
                dot = Rect(end + (2 * number + 1) * thick, top - thick // 2, thick, thick)
                if dot.right <= self.rect.right:
                    painter.box(surface, dot, thick // 2, ground)
        if not self.is_enabled:
            return
        here = self.left_of(course.position)
        color = mix(theme.track, theme.accent, 0.25) if self.faint else theme.accent
        _draw_line(surface, painter, color, self._start, here, top, thick)
        mark = max(3, painter.px(4))
        for mistake in course.mistakes:
            left, low = self.left_of(mistake), top - thick
            wedge = [(left - mark, low - 2 * mark), (left + mark, low - 2 * mark), (left, low)]
            pygame.draw.polygon(surface, theme.text_muted, wedge)
        if course.target is not None:
            bar = Rect(0, 0, max(2, painter.px(3)), painter.px(18))
            bar.center = self.left_of(course.target), top
            painter.box(surface, bar, bar.width // 2, theme.text)
        center = here, top
        if course.branch is not None:
            center, color = self._draw_branch(surface, painter, here, top), theme.good
        size = painter.px(_LARGE_KNOB_UNITS if touch.is_held or touch.is_over else _KNOB_UNITS)
        knob = Rect(0, 0, size, size)
        knob.center = center
        ring = max(2, painter.px(3))
        is_held = touch.is_held and course.branch is None
        painter.box(surface, knob, size, theme.accent_pressed if is_held else color)
        painter.box(surface, knob.inflate(-2 * ring, -2 * ring), size, theme.text)

    def _draw_branch(self, surface: Surface, painter: Painter, here: int, top: int) -> Point:
        """The dashed line below the track; where its handle is."""
        assert self.course.branch is not None
        theme, thick = painter.theme, max(3, painter.px(4))
        length, done = self.course.branch
        low = self.line(painter, is_branch=True)
        end = self.left_of(self.course.position + length)
        bend = min(here + low - top, end)
        pygame.draw.line(surface, theme.good, (here, top), (bend, low), thick // 2 + 1)
        dash = painter.px(6)
        for left in range(bend, end, 2 * dash):
            surface.fill(theme.good, (left, low - thick // 2, min(dash, end - left), thick))
        return self.left_of(self.course.position + done), low

    def _emit_curve(self, ui: Context, frame: Frame) -> None:
        """What lies left of the handle has its colour."""
        painter, values = ui.painter, self.curve
        rect = Rect(self._start, self.rect.centery + painter.px(10), self._room, 0)
        rect.height = self.rect.bottom + painter.px(6) - rect.top
        behind = 0 if self.faint else self.left_of(self.course.position) - rect.left

        def draw(surface: Surface) -> None:
            theme = painter.theme
            for color, left, width in (
                (mix(theme.bar, theme.accent, _CURVE_SHARE), 0, behind),
                (mix(theme.bar, theme.track, _CURVE_SHARE), behind, rect.width - behind),
            ):
                drawn = painter.made(
                    ("curve", rect.size, values, color),
                    lambda color=color: _drawn_curve(rect.size, values, color),  # type: ignore[misc]
                )
                surface.blit(drawn, rect.move(left, 0), Rect(left, 0, width, rect.height))

        frame.part(rect, (values, behind), draw, "curve of the track")


def _draw_line(
    surface: Surface, painter: Painter, color: Color, left: int, right: int, top: int, thick: int
) -> None:
    if right > left:
        line = Rect(left, top - thick // 2, right - left, thick)
        painter.box(surface, line, thick // 2, color)


def _drawn_curve(size: tuple[int, int], values: Sequence[int], color: Color) -> Surface:
    """The area under the curve."""
    width, height = size
    surface = Surface(size, pygame.SRCALPHA)
    most, last = max(1, *values), len(values) - 1
    for left in range(width):
        value = values[round(last * left / max(1, width - 1))]
        high = math.ceil(height * value / most)
        if high:
            surface.fill(color, (left, height - high, 1, high))
    return surface
