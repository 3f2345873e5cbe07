"""The distance left after every move, as a curve: where a play lost moves, and where one is."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence

import pygame
from pygame import Rect, Surface

from puzzler.window.layout import Grow, column, row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, mix
from puzzler.window.widgets.control import Point, Touch
from puzzler.window.widgets.trail import Trail, round_values, stretches

_OVERSAMPLING = 3
_VALUE_UNITS = 12
_MARK_UNITS = 7
"""Half of the mark of a detour."""
_BAND_TINT = 0.34
"""How much of its colour the band has in which a distance that is not proven lies."""
_DETOUR_TINT = 0.20
_GRID_TINT = 0.28
_MOST_LINES = 5
_LONGEST_VALUE = "888"
_COST = "Lost"
"""Beside the marks of detours: what their numbers count."""


class DistanceCurve:
    """Calls ``on_seek`` with a position: by click, drag, wheel, or Left, Right, Home and End."""

    def __init__(self, name: str, on_seek: Callable[[int], None]) -> None:
        self.name = name
        self.on_seek = on_seek
        self.trail: Trail | None = None
        self.position = 0
        self.ahead = 0
        """Moves along the continuation, where that is being shown."""
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self._values = self._times = self._well = self._plot = Rect(0, 0, 0, 0)
        self._mark = 0

    def place(self, painter: Painter, area: Rect) -> None:
        """Lay it out: distances at the left, moves below, marks of detours above the curve."""
        self.rect = area
        size = painter.type_size(_VALUE_UNITS)
        above, below = column(area, [Grow(), round(size * 1.5)])
        values = max(
            painter.text_width(_LONGEST_VALUE, Face.FIGURES, size),
            painter.text_width(_COST, Face.BODY, size),
        )
        self._values, self._well = row(above, [values, Grow()], painter.px(6))
        self._times = Rect(self._well.left, below.top, self._well.width, below.height)
        self._mark = painter.px(_MARK_UNITS)
        side, top = painter.px(8), size + self._mark + painter.px(7)
        self._plot = Rect(
            self._well.left + side,
            self._well.top + top,
            max(1, self._well.width - 2 * side),
            max(1, self._well.height - top - painter.px(8)),
        )

    # ---- Where things are ---------------------------------------------------------------

    @property
    def plot(self) -> Rect:
        """Where the curve is, without the marks above it."""
        return self._plot

    def left_of(self, position: float) -> float:
        """Where a position lies, in pixels of the window."""
        width = 1 if self.trail is None else self.trail.width
        return self._plot.left + (self._plot.width - 1) * position / width

    def top_of(self, distance: float) -> float:
        """Where a distance lies."""
        height = 1 if self.trail is None else self.trail.height
        return self._plot.bottom - 1 - (self._plot.height - 1) * distance / height

    def position_at(self, at: Point) -> int | None:
        """The position under the pointer, the nearest of the play; None where there is none."""
        if self.trail is None or not self.trail.ends:
            return None
        share = (at[0] - self._plot.left) / max(1, self._plot.width - 1)
        return max(0, min(len(self.trail.ends) - 1, round(share * self.trail.width)))

    # ---- Picture ------------------------------------------------------------------------

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        over = None if touch.at is None else self.position_at(touch.at)
        return self.trail, self.position, self.ahead, over

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme, trail = painter.theme, self.trail
        painter.box(surface, self._well, painter.px(6), theme.well, theme.panel_edge)
        if trail is None or not trail.ends:
            return
        self._draw_axes(surface, painter, trail)
        curve = painter.made(
            ("distance curve", self._well.size, self._plot.size, trail, theme),
            lambda: self._drawn(painter, trail),
        )
        surface.blit(curve, self._plot.inflate(2 * self._margin, 2 * self._margin))
        self._draw_marks(surface, painter, trail)
        if touch.at is not None:
            over = self.position_at(touch.at)
            left = round(self.left_of(over or 0))
            surface.fill(theme.track, (left, self._plot.top, 1, self._plot.height))
        self._draw_head(surface, painter, trail)

    @property
    def _margin(self) -> int:
        """Pixels around the plot that a thick line may reach."""
        return self._mark

    def _drawn(self, painter: Painter, trail: Trail) -> Surface:
        """Bands, detours and the curve; smooth, because drawn larger."""
        theme, many, margin = painter.theme, _OVERSAMPLING, self._margin
        width, height = self._plot.width + 2 * margin, self._plot.height + 2 * margin
        large = Surface((width * many, height * many))
        large.fill(theme.well)

        def at(position: float, distance: float) -> tuple[float, float]:
            left = self.left_of(position) - self._plot.left + margin
            top = self.top_of(distance) - self._plot.top + margin
            return left * many, top * many

        shade = mix(theme.well, theme.accent, _DETOUR_TINT)
        for detour in trail.detours:
            left, right = at(detour.first, 0)[0], at(detour.last, 0)[0]
            span = Rect(left, 0, max(many, right - left), (margin + self._plot.height) * many)
            large.fill(shade, span)
        line = mix(theme.well, theme.track, _GRID_TINT)
        for value in round_values(trail.height, self._most_lines(painter)):
            left, top = at(0, value)
            large.fill(line, (left, round(top), self._plot.width * many, many))
        band = mix(theme.well, theme.bound, _BAND_TINT)
        for first, last in stretches(trail, is_proven=False):
            upper = [at(p, trail.most(p)) for p in range(first, last + 1)]
            lower = [at(p, trail.ends[p][0]) for p in range(first, last + 1)]
            if len(upper) > 1:
                pygame.draw.polygon(large, band, [*upper, *reversed(lower)])
                for edge in (upper, lower):
                    pygame.draw.lines(large, theme.bound, False, edge, many)
            else:  # a single position has no width
                large.fill(
                    band, (upper[0][0] - many, upper[0][1], 2 * many, lower[0][1] - upper[0][1])
                )
        thick = max(2, painter.px(2.4)) * many
        for first, last in stretches(trail, is_proven=True):
            points = [at(p, trail.ends[p][0]) for p in range(first, last + 1)]
            _stroke(large, theme.bound, points, thick)
        if trail.continuation is not None:
            start, length = trail.continuation
            points = [at(start + done, length - done) for done in range(length + 1)]
            _dashes(large, theme.good, points[0], points[-1], thick, painter.px(7) * many)
        return pygame.transform.smoothscale(large, (width, height))

    def _most_lines(self, painter: Painter) -> int:
        """How many distances can be named one above the other."""
        line = round(1.4 * painter.type_size(_VALUE_UNITS))
        return max(2, min(_MOST_LINES, 1 + self._plot.height // line))

    def _draw_axes(self, surface: Surface, painter: Painter, trail: Trail) -> None:
        """Round distances at the left, the first and the last move and round ones below."""
        theme, size = painter.theme, painter.type_size(_VALUE_UNITS)
        place = Rect(self._values.left, 0, self._values.width, size)
        for value in round_values(trail.height, self._most_lines(painter)):
            place.centery = round(self.top_of(value))
            words = f"{value}"
            painter.write(surface, words, Face.FIGURES, size, theme.text_muted, place, align=1.0)
        free = self._times.left - painter.px(8)
        last = trail.width
        end = painter.text_width(f"{last:,}", Face.FIGURES, size)
        for value in [*round_values(last, _MOST_LINES), last]:
            words = f"{value:,}"
            width = painter.text_width(words, Face.FIGURES, size)
            place = Rect(0, self._times.top, width, self._times.height)
            place.centerx = round(self.left_of(value))
            place.clamp_ip(self._times)
            is_crowded = value != last and place.right + painter.px(8) > self._times.right - end
            if place.left >= free + painter.px(8) and not is_crowded:
                painter.write(surface, words, Face.FIGURES, size, theme.text_muted, place)
                free = place.right

    def _draw_marks(self, surface: Surface, painter: Painter, trail: Trail) -> None:
        """A wedge at every detour, and what it cost beside it: the dearest have room first."""
        theme, size, mark = painter.theme, painter.type_size(_VALUE_UNITS), self._mark
        low = self._plot.top - painter.px(2)
        if trail.detours:
            place = Rect(self._values.left, low - mark - size, self._values.width, size)
            painter.write(surface, _COST, Face.BODY, size, theme.text_muted, place, align=1.0)
        taken: list[Rect] = []
        for detour in sorted(trail.detours, key=lambda d: (-d.cost, d.first)):
            left = round(self.left_of(detour.first))
            wedge = [(left - mark // 2, low - mark), (left + mark // 2, low - mark), (left, low)]
            pygame.draw.polygon(surface, theme.accent, wedge)
            words = f"{detour.cost:,}"
            width = painter.text_width(words, Face.FIGURES, size)
            place = Rect(0, low - mark - size - painter.px(1), width, size)
            place.centerx = left
            place.clamp_ip(self._well.inflate(-2 * painter.px(3), 0))
            if place.inflate(painter.px(5), 0).collidelist(taken) < 0:
                painter.write(surface, words, Face.FIGURES, size, theme.text, place)
                taken.append(place)

    def _draw_head(self, surface: Surface, painter: Painter, trail: Trail) -> None:
        """Where one is: a line, and a knob on the curve, or on the continuation."""
        theme = painter.theme
        position = max(0, min(self.position, len(trail.ends) - 1))
        value = float(trail.ends[position][0])
        if trail.continuation is not None and self.ahead:
            position += self.ahead
            value = trail.continuation[1] - self.ahead
        elif not trail.is_proven(position):
            value = (trail.ends[position][0] + trail.most(position)) / 2
        left, top = round(self.left_of(position)), round(self.top_of(value))
        thick = max(1, painter.px(1.5))
        surface.fill(theme.text, (left - thick // 2, self._plot.top, thick, self._plot.height))
        knob = Rect(0, 0, painter.px(13), painter.px(13))
        knob.center = left, top
        painter.box(surface, knob, knob.width, theme.well)
        knob = knob.inflate(-2 * painter.px(1.5), -2 * painter.px(1.5))
        painter.box(surface, knob, knob.width, theme.text)

    # ---- Input --------------------------------------------------------------------------

    def press(self, at: Point) -> None:
        """Go there."""
        self.drag(at)

    def drag(self, at: Point) -> None:
        """Follow the pointer."""
        position = self.position_at(at)
        if position is not None:
            self.on_seek(position)

    def release(self, at: Point) -> None:
        """Let go."""

    def wheel(self, lines: int) -> bool:
        """A notch is a move."""
        return self._step(lines)

    def key(self, key: int, mod: int = 0) -> bool:
        """Left, Right, Home and End; with Shift or Ctrl they are left to others."""
        last = 0 if self.trail is None else len(self.trail.ends) - 1
        steps = {
            pygame.K_LEFT: -1,
            pygame.K_RIGHT: 1,
            pygame.K_HOME: -self.position,
            pygame.K_END: last - self.position,
        }
        if key not in steps or mod & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        return self._step(steps[key])

    def _step(self, count: int) -> bool:
        if self.trail is None or not self.trail.ends:
            return False
        self.on_seek(max(0, min(len(self.trail.ends) - 1, self.position + count)))
        return True


def _stroke(
    surface: Surface, color: Color, points: Sequence[tuple[float, float]], thick: int
) -> None:
    """A line through ``points`` with round joints and ends."""
    if len(points) > 1:
        pygame.draw.lines(surface, color, False, points, thick)
    for point in points:
        pygame.draw.circle(surface, color, point, thick / 2)


def _dashes(
    surface: Surface,
    color: Color,
    start: tuple[float, float],
    end: tuple[float, float],
    thick: int,
    dash: int,
) -> None:
    """A straight line of dashes."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = math.hypot(across, down)

    def at(done: float) -> tuple[float, float]:
        return start[0] + across * done / length, start[1] + down * done / length

    done = 0.0
    while done < length:
        _stroke(surface, color, [at(done), at(min(length, done + dash))], thick)
        done += 2 * dash
