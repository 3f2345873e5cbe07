"""Both ends of an answer: as a bar whose two sides grow towards each other, and against time."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pygame import Rect, Surface

from puzzler.search.result import Improvement
from puzzler.window.layout import Grow, column, row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import Point, Touch

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
_LEAST_UNITS = 36
_LONGEST_VALUE = "2,400"


@dataclass(frozen=True)
class Course:
    """How both ends came closer, from the first answer until now."""

    steps: tuple[Improvement, ...]
    """At least one; the newest last."""
    seconds: float
    """How long the search has run."""
    bound: int
    """No answer is shorter, as far as is known now."""
    length: int
    """Moves of the best answer, now."""
    is_over: bool = False
    """Nothing more will come."""

    @property
    def gap(self) -> int:
        """How many moves lie between both ends; 0 where the answer is proven shortest."""
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
        """Both ends as they were then: the edges of bar and curve."""
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
        """Both ends as they were then; None before the first answer."""
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


def gap_bar(painter: Painter, key: str, rect: Rect, course: Course) -> Part:
    """What is proven grows from the left, what is found from the right; the gap is between them.

    Where they have met the bar is of one piece.
    """
    least, most = course.first.bound, course.first.length
    span, is_met = max(1, most - least), not course.gap
    left = round(rect.width * (course.bound - least) / span)
    right = round(rect.width * (most - course.length) / span)
    stub = rect.height  # an end that has not moved yet is seen, too
    left, right = max(stub, left), max(stub, right)
    if not is_met and left + right > rect.width - stub:
        # a gap that is still there is never drawn as none
        excess = left + right - (rect.width - stub)
        left, right = (left - excess, right) if left > right else (left, right - excess)

    def draw(surface: Surface) -> None:
        theme, radius = painter.theme, rect.height // 2
        if is_met:
            painter.box(surface, rect, radius, theme.good)
            return
        painter.box(surface, rect, radius, theme.well, theme.panel_edge)
        painter.box(surface, Rect(rect.left, rect.top, left, rect.height), radius, theme.bound)
        place = Rect(rect.right - right, rect.top, right, rect.height)
        painter.box(surface, place, radius, theme.accent)

    return Part(key, rect, (left, right, is_met), draw)


def least_curve_height(painter: Painter) -> int:
    """Room for its values, one above the other, and for the times, in pixels."""
    size = painter.type_size(_VALUE_UNITS)
    return max(painter.px(_LEAST_UNITS), 2 * size + painter.px(4)) + _times_height(painter)


def _times_height(painter: Painter) -> int:
    return round(painter.type_size(_VALUE_UNITS) * 1.4) + painter.px(2)


class EndsCurve:
    """A control to look at: under the pointer is what was known at that time."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self.course: Course | None = None

    def place(self, painter: Painter, area: Rect) -> None:
        """Lay it out: the values at the left, the times below."""
        self.rect = area
        size = painter.type_size(_VALUE_UNITS)
        above, self._times = column(area, [Grow(), _times_height(painter)])
        values = painter.text_width(_LONGEST_VALUE, Face.FIGURES, size)
        self._values, self._well = row(above, [values, Grow()], painter.px(6))

    def time_at(self, at: Point) -> float | None:
        """The seconds under the pointer; None where there are none."""
        if self.course is None or not self._well.width:
            return None
        share = (at[0] - self._well.left) / self._well.width
        seconds = self.course.axis.seconds(share)
        return seconds if seconds <= self.course.seconds else None

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on: time goes on by whole pixels."""
        course = self.course
        if course is None:
            return None
        axis = course.axis
        now = round(self._well.width * axis.share(course.seconds))
        return course.steps, axis, now, None if touch.at is None else touch.at[0]

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        if self.course is None:
            return
        course, axis = self.course, self.course.axis
        theme, well = painter.theme, self._well
        painter.box(surface, well, painter.px(6), theme.well, theme.panel_edge)
        self._draw_times(surface, painter, axis)
        size, muted = painter.type_size(_VALUE_UNITS), theme.text_muted
        values = Rect(self._values.left, 0, self._values.width, size)
        inside = well.inflate(-2 * painter.px(2), -2 * painter.px(6))
        first = course.first
        for value, top in {first.length: well.top, first.bound: well.bottom - size}.items():
            values.top = top
            painter.write(surface, f"{value:,}", Face.FIGURES, size, muted, values, align=1.0)
        if touch.at is not None and self.time_at(touch.at) is not None:
            surface.fill(theme.track, (touch.at[0], well.top, 1, well.height))
        thick = max(2, painter.px(2))
        for color, values_of in (
            (theme.bound, [step.bound for step in course.steps]),
            (theme.good if not course.gap else theme.accent, [s.length for s in course.steps]),
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
        course = self.course
        assert course is not None
        least, most = course.first.bound, course.first.length
        lefts = [inside.left + round(inside.width * axis.share(s.seconds)) for s in course.steps]
        end = inside.left + round(inside.width * axis.share(course.seconds))
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
        free = self._well.left - painter.px(8)
        for share, words in axis.ticks():
            left = self._well.left + round(self._well.width * share)
            if 0 < share < 1:
                line = left, self._well.top + 1, 1, self._well.height - 2
                surface.fill(mix(theme.well, theme.track, _TINT), line)
            width = painter.text_width(words, Face.BODY, size)
            place = Rect(0, self._times.top, width, self._times.height)
            place.centerx = left
            place.clamp_ip(self._times)
            if place.left >= free + painter.px(6):
                painter.write(surface, words, Face.BODY, size, theme.text_muted, place)
                free = place.right

    def press(self, at: Point) -> None:
        """Nothing."""

    def drag(self, at: Point) -> None:
        """Nothing."""

    def release(self, at: Point) -> None:
        """Nothing."""

    def key(self, key: int, mod: int = 0) -> bool:
        """None."""
        return False
