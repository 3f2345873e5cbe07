"""Values one after another as dots, and a line through them: what became of something over time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import pygame
from pygame import Rect, Surface

from puzzler.window.layout import Grow, column, row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import Point, Touch

_OVERSAMPLING = 3
_TYPE_UNITS = 12
_MOST_LINES = 5
_GRID_TINT = 0.28
_DOT_SHARE = 0.75
"""How much of its colour a dot has where there is a line to be seen between them."""
_BEYOND = 4.0
"""Values of more than so many times the one in the middle would press all others flat."""


@dataclass(frozen=True)
class Series:
    """What is shown."""

    values: tuple[float, ...]
    """None of them below 0."""
    line: tuple[float | None, ...] = ()
    """One for each value, None where there is none yet; or empty."""
    steps: tuple[float, ...] = (1.0,)
    """Round values that may lie between two lines of the grid, growing."""
    most: float | None = None
    """The value at the upper edge; None for the largest, where it is not far beyond all others."""
    first: str = ""
    """Said below the first value."""
    last: str = ""
    """Said below the last value."""

    @cached_property
    def height(self) -> float:
        """The value at the upper edge."""
        if self.most is not None:
            return self.most
        largest = max(self.values, default=1.0)
        middle = sorted(self.values)[len(self.values) // 2] if self.values else 1.0
        return max(min(largest, _BEYOND * middle), self.steps[0])

    def ticks(self, count: int = _MOST_LINES) -> Iterator[float]:
        """Round values from 0 on, at most ``count`` where there is a step for that."""
        step = next((s for s in self.steps if self.height / s + 1 < count + 1e-9), self.steps[-1])
        value = 0.0
        while value <= self.height + 1e-9:
            yield value
            value += step


class ValueCurve:
    """A control to look at; where ``on_choose`` is given a click chooses the value beside it."""

    def __init__(
        self,
        name: str,
        words: Callable[[float], str],
        *,
        on_choose: Callable[[int], None] | None = None,
    ) -> None:
        """``words`` say a value at the axis."""
        self.name = name
        self.words = words
        self.on_choose = on_choose
        self.series = Series(())
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self._values = self._below = self._well = self._plot = Rect(0, 0, 0, 0)

    def place(self, painter: Painter, area: Rect) -> None:
        """Lay it out: values at the left, the first and the last time below."""
        self.rect = area
        size = painter.type_size(_TYPE_UNITS)
        above, below = column(area, [Grow(), round(size * 1.5)])
        widths = [
            painter.text_width(self.words(tick), Face.FIGURES, size) for tick in self.series.ticks()
        ]
        self._values, self._well = row(above, [max(widths, default=0), Grow()], painter.px(6))
        self._below = Rect(self._well.left, below.top, self._well.width, below.height)
        self._plot = self._well.inflate(-2 * painter.px(8), -2 * painter.px(8))

    @property
    def plot(self) -> Rect:
        """Where the dots are."""
        return self._plot

    def left_of(self, index: int) -> float:
        """Where a value lies, in pixels of the window."""
        last = len(self.series.values) - 1
        share = index / last if last > 0 else 0.5
        return self._plot.left + (self._plot.width - 1) * share

    def top_of(self, value: float) -> float:
        """Where so much lies; what is too much lies at the upper edge."""
        share = min(1.0, value / self.series.height) if self.series.height else 0.0
        return self._plot.bottom - 1 - (self._plot.height - 1) * share

    def index_at(self, at: Point) -> int | None:
        """The value nearest to the pointer; None where there is none."""
        last = len(self.series.values) - 1
        if last < 0 or not self._well.collidepoint(at):
            return None
        share = (at[0] - self._plot.left) / max(1, self._plot.width - 1)
        return max(0, min(last, round(share * last)))

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        over = None if touch.at is None else self.index_at(touch.at)
        return self.series, over, self._plot.size

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme, series = painter.theme, self.series
        painter.box(surface, self._well, painter.px(6), theme.well, theme.panel_edge)
        size, muted = painter.type_size(_TYPE_UNITS), theme.text_muted
        place = Rect(self._values.left, 0, self._values.width, size)
        for tick in series.ticks(self._most_lines(painter)):
            place.centery = round(self.top_of(tick))
            words = self.words(tick)
            painter.write(surface, words, Face.FIGURES, size, muted, place, align=1.0)
        for words, align in ((series.first, 0.0), (series.last, 1.0)):
            half = Rect(self._below)
            half.width //= 2
            half.left = self._below.left if not align else self._below.right - half.width
            painter.write(surface, words, Face.BODY, size, muted, half, align=align)
        margin = painter.px(4)
        drawn = painter.made(
            ("value curve", self._plot.size, series, theme),
            lambda: self._drawn(painter, margin),
        )
        surface.blit(drawn, self._plot.inflate(2 * margin, 2 * margin))
        over = None if touch.at is None else self.index_at(touch.at)
        if over is not None:
            knob = Rect(0, 0, painter.px(10), painter.px(10))
            value = series.values[over]
            knob.center = round(self.left_of(over)), round(self.top_of(value))
            painter.box(surface, knob, knob.width, theme.text)

    def press(self, at: Point) -> None:
        """Nothing yet."""

    def drag(self, at: Point) -> None:
        """Nothing."""

    def release(self, at: Point) -> None:
        """Choose."""
        index = self.index_at(at)
        if index is not None and self.on_choose is not None:
            self.on_choose(index)

    def key(self, key: int, mod: int = 0) -> bool:
        """None."""
        return False

    def _most_lines(self, painter: Painter) -> int:
        """How many values can be named one above the other."""
        line = round(1.4 * painter.type_size(_TYPE_UNITS))
        return max(2, min(_MOST_LINES, 1 + self._plot.height // line))

    def _drawn(self, painter: Painter, margin: int) -> Surface:
        """Grid, dots and line; smooth, because drawn larger."""
        theme, series, many = painter.theme, self.series, _OVERSAMPLING
        width, height = self._plot.width + 2 * margin, self._plot.height + 2 * margin
        large = Surface((width * many, height * many))
        large.fill(theme.well)

        def at(index: int, value: float) -> tuple[float, float]:
            left = self.left_of(index) - self._plot.left + margin
            return left * many, (self.top_of(value) - self._plot.top + margin) * many

        grid = mix(theme.well, theme.track, _GRID_TINT)
        for tick in series.ticks(self._most_lines(painter)):
            _, top = at(0, tick)
            large.fill(grid, (margin * many, round(top), self._plot.width * many, many))
        has_line = any(value is not None for value in series.line)
        dot = mix(theme.well, theme.bound, _DOT_SHARE if has_line else 1.0)
        radius = max(1.5, painter.px(2.2)) * many
        for index, value in enumerate(series.values):
            place = at(index, value)
            if value > series.height:
                _draw_beyond(large, dot, place, radius)
            else:
                pygame.draw.circle(large, dot, place, radius)
        points = [at(i, value) for i, value in enumerate(series.line) if value is not None]
        if len(points) > 1:
            pygame.draw.lines(large, theme.accent, False, points, max(2, painter.px(2)) * many)
        return pygame.transform.smoothscale(large, (width, height))


def _draw_beyond(
    surface: Surface, color: tuple[int, int, int], at: tuple[float, float], radius: float
) -> None:
    """A wedge that points up: the value is larger than there is room for."""
    left, top = at
    wedge: Sequence[tuple[float, float]] = (
        (left - radius, top + radius),
        (left + radius, top + radius),
        (left, top - radius),
    )
    pygame.draw.polygon(surface, color, wedge)
