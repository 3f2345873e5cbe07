"""Sliders, timelines with a handle, and bars filled from both ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple, Unpack

import numpy as np
import pygame
from pygame import Rect, Surface
from pygame.math import clamp

from puzzler.board.numbers import decimal_number
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import ControlOptions, SeekControl
from puzzler.window.toolkit.element import Access, Action, Options, Point, Touch
from puzzler.window.toolkit.frame import Frame
from puzzler.window.toolkit.labels import Canvas
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Color, mix

_BRANCH_UNITS = 13
"""The distance of a branch below the track."""
_PROFILE_TINT = 0.45
"""Opacity of a profile, which is faint so that it does not distract from the handle."""
_PROFILE_UNITS = 10, 6
"""Distances of the profile's top from the track, and of its bottom from the element's bottom."""


class Branch(NamedTuple):
    """A second track that starts at the handle of the first track."""

    total: int
    position: int
    on_seek: Callable[[int], object]


class Track(SeekControl):
    """A slider or timeline. Calls ``on_seek`` with a position.

    If there is a branch, the wheel and keys move along it, and the pointer moves along the nearer
    track.
    """

    min_units, preferred_units, high_units = 60, 180, 40
    pace = 1
    """The change per key press or notch of the wheel."""

    def __init__(
        self,
        position: int,
        total: int,
        on_seek: Callable[[int], object] | None,
        *,
        target: int | None = None,
        marks: tuple[int, ...] = (),
        branch: Branch | None = None,
        profile: tuple[float, ...] = (),
        is_open: bool | None = None,
        faint: bool = False,
        **options: Unpack[ControlOptions],
    ) -> None:
        """Create a track at ``position`` of 0 to ``total``.

        target: requested position while a seek is pending; further steps are added to it. marks:
        positions marked by a wedge. profile: values from the first to the last position, drawn as
        an area below the track. is_open: whether ``total`` can still grow (shown as dots); None if
        it never can. faint: draw an abandoned track that can be resumed. Disabled if ``on_seek`` is
        None or there is nothing to seek.
        """
        super().__init__(**options)
        self.position, self.total, self.on_seek = position, total, on_seek
        self.target, self.marks, self.branch = target, marks, branch
        self.profile, self.is_open, self.faint = profile, is_open, faint
        self.is_enabled &= on_seek is not None and (total > 0 or is_open is True)

    def spoken_actions(self, ui: Context) -> dict[str, Action]:
        return {**super().spoken_actions(ui), "SET_VALUE": self._seek_to}

    def _seek_to(self, text: str) -> None:
        with suppress(ValueError):  # the text of a screen reader is not a number
            if self.on_seek is not None:
                self.on_seek(round(clamp(decimal_number(text, -math.inf), 0, self.total)))

    def access(self, ui: Context) -> Access:
        return replace(super().access(ui), number=(self.position, 0, self.total))

    # ---- Layout ---------------------------------------------------------------------------------

    @property
    def _span(self) -> tuple[int, int, int]:
        """The left and right edge in pixels, and the number of positions between the edges."""
        margin = min(self.rect.height, self.rect.width) // 4
        room = self.rect.width - 2 * margin - (0 if self.is_open is None else self.rect.height // 2)
        branch = 0 if self.branch is None else self.position + self.branch.total
        left = self.rect.left + margin
        return left, left + max(1, room), max(1, self.total, branch)

    def left_of(self, position: float) -> int:
        """The pixel column of a position in the window."""
        left, right, count = self._span
        return left + round((right - left) * min(position, count) / count)

    def line(self, ui: Context, *, is_branch: bool = False) -> int:
        """The pixel row of the track or its branch in the window."""
        if self.branch is None:
            return self.rect.centery
        shift = ui.painter.px(_BRANCH_UNITS)
        return self.rect.centery + (shift - shift // 2 if is_branch else -(shift // 2))

    # ---- Picture ----------------------------------------------------------------------------

    def emit(self, ui: Context, frame: Frame) -> None:
        if len(self.profile) > 1 and self.is_enabled:
            left, right, _ = self._span
            top, beyond = map(ui.painter.px, _PROFILE_UNITS)
            top += self.rect.centery
            area = Rect(left, top, right - left, self.rect.bottom + beyond - top)
            played = 0 if self.faint else self.left_of(self.position) - left

            def draw(surface: Surface) -> None:
                _draw_profile(surface, ui.painter, area, self.profile, played)

            frame.part(area, (self.profile, played), draw, ("profile", self.key))
        super().emit(ui, frame)

    def look(self, ui: Context, touch: Touch) -> Hashable:
        target = None if self.target is None else self.left_of(self.target)
        branch = self.branch and self.branch[:2]
        here = self.left_of(self.position), self.left_of(self.total)
        marks = tuple(map(self.left_of, self.marks))
        flags = self.is_open, self.faint, self.is_enabled, touch.is_over, touch.is_held
        return here, target, marks, branch, flags

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, theme, top = ui.painter, ui.painter.theme, self.line(ui)
        left, here, right = self._span[0], self.left_of(self.position), self._span[1]
        if self.total:
            right = self.left_of(self.total)  # a branch can be longer
        thick = max(4, painter.px(5))
        ground = mix(theme.bar, theme.track, 1.0 if self.is_enabled else 0.45)
        _draw_line(surface, painter, ground, left, right, top)
        for number in range(3 if self.is_open else 0):
            dot = right + (1 + 2 * number) * thick
            if dot + thick <= self.rect.right:
                _draw_line(surface, painter, ground, dot, dot + thick, top)
        if not self.is_enabled:
            return
        color = mix(theme.track, theme.accent, 0.25) if self.faint else theme.accent
        _draw_line(surface, painter, color, left, here, top)
        half = max(3, painter.px(4))
        for mark in self.marks:
            tip = self.left_of(mark), top - thick
            painter.wedge(surface, theme.text_muted, tip, half, 2 * half)
        if self.target is not None:
            mark_rect = Rect(0, 0, painter.px(3), painter.px(18))
            mark_rect.center = self.left_of(self.target), top
            painter.box(surface, mark_rect, mark_rect.width // 2, theme.text)
        centre = here, top
        if self.branch is not None:
            color, low = theme.good, self.line(ui, is_branch=True)
            end = self.left_of(self.position + self.branch.total)
            bend, dash = min(here + low - top, end), painter.px(6)
            pygame.draw.line(surface, color, centre, (bend, low), thick // 2 + 1)
            for at in range(bend, end, 2 * dash):
                surface.fill(color, (at, low - thick // 2, min(dash, end - at), thick))
            centre = self.left_of(self.position + self.branch.position), low
        is_pressed = touch.is_held and self.branch is None
        knob_color = theme.accent_pressed if is_pressed else color
        _draw_knob(surface, painter, knob_color, centre, self.rect, touch)

    # ---- Input ------------------------------------------------------------------------------

    def press(self, ui: Context, at: Point) -> None:
        ui.grip = (
            at[1] > (self.line(ui) + self.line(ui, is_branch=True)) / 2
        )  # whether it is on the branch
        self.drag(ui, at)

    def drag(self, ui: Context, at: Point) -> None:
        left, right, count = self._span
        position = round((at[0] - left) * count / (right - left))
        if self.branch is not None and ui.grip:
            self.branch.on_seek(round(clamp(position - self.position, 0, self.branch.total)))
        elif self.on_seek is not None:
            self.on_seek(round(clamp(position, 0, self.total)))

    def step(self, ui: Context, count: float) -> bool:
        count *= self.pace
        if self.branch is not None:
            aim = clamp(self.branch.position + count, 0, self.branch.total)
            self.branch.on_seek(round(aim))
        elif self.on_seek is not None and self.is_enabled:
            here = self.position if self.target is None else self.target
            # if the end is open, seeking beyond it continues the search
            last = max(0, here + count) if self.is_open and count < math.inf else self.total
            self.on_seek(round(clamp(here + count, 0, last)))
        return self.is_enabled


class Slider(Track):
    """A slider for an integer from 0 to ``total``. Turning the wheel up increases it."""

    high_units = 32
    wheel_step = -1.0

    def __init__(
        self,
        position: int,
        total: int,
        on_seek: Callable[[int], object],
        *,
        pace: int = 1,
        **options: Unpack[ControlOptions],
    ) -> None:
        super().__init__(position, total, on_seek, **options)
        self.pace = pace


class GapBar(Canvas):
    """A bar filled from both ends; if they meet, it is drawn in one colour."""

    high_units = 12
    role, accessible_name = "PROGRESS_INDICATOR", "Bounds"

    def __init__(self, left: float, right: float, **options: Unpack[Options]) -> None:
        """left, right: the filled shares, at most 1 together."""
        super().__init__((left, right), **options)
        self.left, self.right = left, right
        self.spoken_value = f"{round(100 * left)} % from below, {round(100 * right)} % from above"

    def lengths(self) -> tuple[int, int]:
        """The lengths of both filled parts, in pixels."""
        width, stub = self.rect.width, self.rect.height  # an empty end is visible, too
        left, right = (max(stub, round(width * share)) for share in (self.left, self.right))
        excess = max(0, left + right - (width - stub))
        if self.left + self.right < 1 and excess:  # an existing gap is always visible
            left, right = (left - excess, right) if left > right else (left, right - excess)
        return left, right

    def draw(self, surface: Surface, painter: Painter, rect: Rect) -> None:
        theme, radius, (left, right) = painter.theme, rect.height // 2, self.lengths()
        if self.left + self.right >= 1:
            painter.box(surface, rect, radius, theme.good)
            return
        painter.box(surface, rect, radius, theme.well, theme.panel_edge)
        painter.box(surface, Rect(*rect.topleft, left, rect.height), radius, theme.bound)
        place = Rect(rect.right - right, rect.top, right, rect.height)
        painter.box(surface, place, radius, theme.accent)


def _draw_line(
    surface: Surface, painter: Painter, color: Color, left: int, right: int, middle: int
) -> None:
    thick = max(4, painter.px(5))
    line = Rect(left, middle - thick // 2, right - left, thick)
    if right > left:
        painter.box(surface, line, thick // 2, color)


def _draw_knob(
    surface: Surface, painter: Painter, color: Color, centre: Point, within: Rect, touch: Touch
) -> None:
    """Draw the handle, larger while the pointer is on it."""
    size = min(within.height, painter.px(20 if touch.is_held or touch.is_over else 16))
    knob = Rect(0, 0, size, size).move_to(center=centre).clamp(within)
    painter.box(surface, knob, 2 * size, painter.theme.text, color, max(2, painter.px(3)))


def _draw_profile(
    surface: Surface, painter: Painter, area: Rect, values: tuple[float, ...], played: int
) -> None:
    """Draw the area below the curve. played: width in the colour of the handle, in pixels."""
    theme, last = painter.theme, len(values) - 1

    def draw(color: Color) -> Surface:
        picture = Surface(area.size, pygame.SRCALPHA)
        picture.fill(color)
        at = np.rint(last * np.arange(area.width) / max(1, area.width - 1)).astype(int)
        highs = np.ceil(area.height * np.asarray(values)[at] / max(1, *values))
        is_inside = np.arange(area.height) >= area.height - highs[:, None]
        pygame.surfarray.pixels_alpha(picture)[:] = 255 * is_inside
        return picture

    for name, left, width in (("accent", 0, played), ("track", played, area.width - played)):
        color = mix(theme.bar, getattr(theme, name), _PROFILE_TINT)
        key = "profile", area.size, values, color
        picture = painter.cached(key, partial(draw, color))
        surface.blit(picture, area.move(left, 0), Rect(left, 0, width, area.height))
