"""Both bounds of a solution that gets shorter while it is played: a bar, and a curve over time."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pygame import Rect, Surface

from puzzler.game.watch.figures import Figures
from puzzler.humanize import counted, duration, precise_time
from puzzler.search.result import Improvement
from puzzler.window.toolkit.element import Context, Control, Element, Point, Range, Tip, Touch
from puzzler.window.toolkit.labels import Canvas, Figure, Icon, Text
from puzzler.window.toolkit.layout import Card, Row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix

BOUNDS = "bounds"
"""The key of the curve."""
_TICKS = (
    (0.001, "1 ms"),
    (0.01, "10 ms"),
    (0.1, "0.1 s"),
    (1.0, "1 s"),
    (10.0, "10 s"),
    (60.0, "1 min"),
    (600.0, "10 min"),
    (3600.0, "1 h"),
    (36_000.0, "10 h"),
)
"""(seconds, words) along the axis of time."""
_ENDS_OF_TIME = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 18_000, 36_000)
"""Seconds at which the axis may end: it stands still from one of them to the next."""
_SEEN_FROM = 0.25
"""Seconds: what comes before passes too quickly to be seen, and would only press the rest flat."""
_LEAPS_UNTIL = 1.0
"""Seconds: until then what halves the gap at once is still part of the beginning."""
_TINT = 0.22
"""How much of its colour the area behind an end has."""
_VALUE_UNITS = 12
_CURVE_UNITS = 96
_LEAST_CURVE_UNITS = 36
_LONGEST_VALUE = "2,400"


@dataclass(frozen=True)
class Bounds:
    """How the lower and the upper bound came closer, from the first solution until now."""

    steps: tuple[Improvement, ...]
    """At least one; the newest last."""
    seconds: float
    """How long the search has run."""
    bound: int
    """The lower bound now."""
    length: int
    """Moves of the best solution now, the upper bound."""
    is_over: bool = False
    """Nothing more will come."""

    @property
    def gap(self) -> int:
        """How many moves lie between the bounds; 0 where the solution is proven shortest."""
        return self.length - self.bound

    @cached_property
    def began(self) -> float:
        """The seconds from which on it is shown."""
        if self.is_brief:
            return self.steps[0].seconds
        leaps = (
            step.seconds
            for before, step in itertools.pairwise(self.steps)
            if step.seconds <= _LEAPS_UNTIL and 0 < 2 * _gap(step) <= _gap(before)
        )
        return max(self.steps[0].seconds, _SEEN_FROM, *leaps)

    @property
    def is_brief(self) -> bool:
        """It was over at once, and all of it is shown."""
        return self.is_over and self.seconds < 2 * _SEEN_FROM

    @cached_property
    def first(self) -> Improvement:
        """Both bounds as they were then: the edges of bar and curve."""
        return self.at(self.began) or self.steps[0]

    @cached_property
    def axis(self) -> TimeAxis:
        """From where it is shown until somewhat later than now."""
        first = max(self.began, _TICKS[0][0])
        if self.is_brief:
            return TimeAxis(first / 2, max(self.seconds, 2 * first))
        ends = (float(end) for end in _ENDS_OF_TIME if end >= max(self.seconds, 2 * first))
        return TimeAxis(first, next(ends, self.seconds))

    def at(self, seconds: float) -> Improvement | None:
        """Both bounds as they were then; None before the first solution."""
        index = bisect.bisect_right(self.steps, seconds, key=lambda step: step.seconds)
        return self.steps[index - 1] if index else None


def _gap(step: Improvement) -> int:
    return step.length - step.bound


@dataclass(frozen=True)
class TimeAxis:
    """Seconds by their logarithm: what happens at once and what takes minutes find room in one."""

    first: float
    last: float

    def share(self, seconds: float) -> float:
        """Where a time lies, from 0 to 1."""
        held = max(self.first, min(seconds, self.last))
        return math.log(held / self.first) / math.log(self.last / self.first)

    def seconds(self, share: float) -> float:
        """What time lies there."""
        return self.first * math.pow(self.last / self.first, max(0.0, min(1.0, share)))

    def ticks(self) -> list[tuple[float, str]]:
        """(share, words) of the times that are named."""
        return [(self.share(at), words) for at, words in _TICKS if self.first <= at <= self.last]


def bounds_of(figures: Figures | None) -> Bounds | None:
    """None where the search has no solution that may become shorter."""
    if figures is None or not figures.improvements or figures.best_length is None:
        return None
    return Bounds(
        figures.improvements,
        figures.elapsed or 0.0,
        min(figures.lower_bound, figures.best_length),
        figures.best_length,
        is_over=figures.is_over,
    )


def bounds_card(bounds: Bounds) -> Element:
    """Two figures, the bar, the curve."""
    length = f"{bounds.length:,}"
    if bounds.gap:
        share = bounds.gap / max(1, bounds.bound)
        head = Row(
            Figure("At least", f"{bounds.bound:,}", size=24, grow=1),
            Figure(f"Gap, {share:.0%}", f"{bounds.gap:,}", size=24, align=0.5, grow=1),
            Figure("At most", length, size=24, align=1.0, grow=1),
            even=True,
        )
    else:
        head = Row(
            Icon("check", size=26, color="good"),
            Text("Proven shortest", size=18, strong=True, color="good", lines=1, grow=1),
            Figure("Moves", length, size=24, align=1.0),
        )
    bar = bounds.first.bound, bounds.first.length, bounds.bound, bounds.length
    return Card(
        head,
        Canvas(bar, lambda *given: _draw_bar(bounds, *given), height=12, key="bounds bar"),
        BoundsCurve(bounds),
        gap=10,
        pad=(20, 14),
        key="gap",
    )


def _draw_bar(bounds: Bounds, surface: Surface, painter: Painter, rect: Rect) -> None:
    """What is proven grows from the left, what is found from the right; the gap is between them.

    Where they have met the bar is of one piece.
    """
    theme, radius = painter.theme, rect.height // 2
    if not bounds.gap:
        painter.box(surface, rect, radius, theme.good)
        return
    least, most = bounds.first.bound, bounds.first.length
    span, stub = max(1, most - least), rect.height  # a bound that has not moved yet is seen, too
    left = max(stub, round(rect.width * (bounds.bound - least) / span))
    right = max(stub, round(rect.width * (most - bounds.length) / span))
    if left + right > rect.width - stub:
        # a gap that is still there is never drawn as none
        excess = left + right - (rect.width - stub)
        left, right = (left - excess, right) if left > right else (left, right - excess)
    painter.box(surface, rect, radius, theme.well, theme.panel_edge)
    painter.box(surface, Rect(rect.left, rect.top, left, rect.height), radius, theme.bound)
    place = Rect(rect.right - right, rect.top, right, rect.height)
    painter.box(surface, place, radius, theme.accent)


class BoundsCurve(Control):
    """Both bounds over time; a tooltip says what was known at the time under the pointer."""

    def __init__(self, bounds: Bounds) -> None:
        super().__init__(key=BOUNDS)
        self.bounds = bounds
        self.well = self.times = self.values = Rect(0, 0, 0, 0)

    def measure_width(self, ui: Context) -> Range:
        return Range(ui.painter.px(80), ui.painter.px(240))

    def measure_height(self, ui: Context, width: int) -> Range:
        """The least has room for two values, one above the other, and for the times."""
        painter = ui.painter
        size = painter.type_size(_VALUE_UNITS)
        least = max(painter.px(_LEAST_CURVE_UNITS), 2 * size + painter.px(4))
        return Range(least + self._times_height(painter), painter.px(_CURVE_UNITS))

    def arrange(self, ui: Context, rect: Rect) -> None:
        """The values at the left, the times below."""
        painter = ui.painter
        low, size = self._times_height(painter), painter.type_size(_VALUE_UNITS)
        wide = painter.text_width(_LONGEST_VALUE, Face.FIGURES, size)
        left = rect.left + wide + painter.px(6)
        self.values = Rect(rect.left, rect.top, wide, rect.height - low)
        self.well = Rect(left, rect.top, rect.right - left, rect.height - low)
        self.times = Rect(rect.left, rect.bottom - low, rect.width, low)

    def _times_height(self, painter: Painter) -> int:
        return round(painter.type_size(_VALUE_UNITS) * 1.4) + painter.px(2)

    def time_at(self, at: Point | None) -> float | None:
        """The seconds under the pointer; None where there are none."""
        if at is None or not self.well.width:
            return None
        share = (at[0] - self.well.left) / self.well.width
        seconds = self.bounds.axis.seconds(share)
        return seconds if seconds <= self.bounds.seconds else None

    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        seconds = self.time_at(at)
        if seconds is None:
            return Tip("What was found, above, and what was proven, below, as time went on")
        then = self.bounds.at(seconds)
        after = f"After {(duration if seconds < 1 else precise_time)(seconds)}"
        if then is None:
            return Tip(f"{after}: no answer yet")
        return Tip(f"{after}: at least {then.bound:,}, at most {counted(then.length, 'move')}")

    def look(self, ui: Context, touch: Touch) -> Hashable:
        """Time goes on by whole pixels."""
        bounds, axis = self.bounds, self.bounds.axis
        now = round(self.well.width * axis.share(bounds.seconds))
        return bounds.steps, axis, now, None if touch.at is None else touch.at[0]

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, bounds, axis = ui.painter, self.bounds, self.bounds.axis
        theme, well = painter.theme, self.well
        painter.box(surface, well, painter.px(6), theme.well, theme.panel_edge)
        self._draw_times(surface, painter, axis)
        size, muted = painter.type_size(_VALUE_UNITS), theme.text_muted
        values = Rect(self.values.left, 0, self.values.width, size)
        inside = well.inflate(-2 * painter.px(2), -2 * painter.px(6))
        first = bounds.first
        for value, top in {first.length: well.top, first.bound: well.bottom - size}.items():
            values.top = top
            painter.write(surface, f"{value:,}", Face.FIGURES, size, muted, values, align=1.0)
        if touch.at is not None and self.time_at(touch.at) is not None:
            surface.fill(theme.track, (touch.at[0], well.top, 1, well.height))
        thick = max(2, painter.px(2))
        for color, values_of in (
            (theme.bound, [step.bound for step in bounds.steps]),
            (theme.good if not bounds.gap else theme.accent, [s.length for s in bounds.steps]),
        ):
            before: int | None = None
            for left, right, top in self._levels(values_of, axis, inside):
                surface.fill(color, (left, top - thick // 2, max(thick, right - left), thick))
                if before is not None:
                    upper, lower = sorted((before, top))
                    line = left, upper - thick // 2, thick, lower - upper + thick
                    surface.fill(color, line)
                before = top

    def _levels(
        self, values: Sequence[int], axis: TimeAxis, inside: Rect
    ) -> Iterator[tuple[int, int, int]]:
        """(left, right, height) of each level, in pixels; those that share a column are one."""
        bounds = self.bounds
        least, most = bounds.first.bound, bounds.first.length
        lefts = [inside.left + round(inside.width * axis.share(s.seconds)) for s in bounds.steps]
        end = inside.left + round(inside.width * axis.share(bounds.seconds))
        rights = [*lefts[1:], max(end, lefts[-1])]
        begin = lefts[0]
        for index, value in enumerate(values):
            is_last = index + 1 == len(values)
            if not is_last and (rights[index] == begin or values[index + 1] == value):
                continue
            share = (value - least) / max(1, most - least)
            yield begin, rights[index], inside.bottom - round(inside.height * share)
            begin = rights[index]

    def _draw_times(self, surface: Surface, painter: Painter, axis: TimeAxis) -> None:
        """Hairlines at round times, and their words as far as they find room."""
        theme, size = painter.theme, painter.type_size(_VALUE_UNITS)
        free = self.well.left - painter.px(8)
        for share, words in axis.ticks():
            left = self.well.left + round(self.well.width * share)
            if 0 < share < 1:
                line = left, self.well.top + 1, 1, self.well.height - 2
                surface.fill(mix(theme.well, theme.track, _TINT), line)
            width = painter.text_width(words, Face.BODY, size)
            place = Rect(0, self.times.top, width, self.times.height)
            place.centerx = left
            place.clamp_ip(self.times)
            if place.left >= free + painter.px(6):
                painter.write(surface, words, Face.BODY, size, theme.text_muted, place)
                free = place.right
