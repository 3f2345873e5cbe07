"""How many there are of each value, as bars; a value under the pointer is read out."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pygame import Rect, Surface

from puzzler.humanize import short_count
from puzzler.window.layout import Grow, column
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, mix
from puzzler.window.widgets.control import Point, Touch

_TYPE_UNITS = 12.5
_LEAST_PITCH_UNITS = 5
"""From one bar to the next: bars that were thinner could not be pointed at."""
_WIDEST_UNITS = 56
_ROUND = (1.0, 2.0, 5.0)


@dataclass(frozen=True, slots=True)
class Bar:
    """The values from ``low`` to ``high``, both included, and how many have them."""

    place: int
    """Which of the places side by side it stands in, from 0."""
    start: float
    """The value at which its place begins."""
    low: float
    high: float
    count: int


def bars(counts: Sequence[tuple[float, int]], most: int) -> tuple[Bar, ...]:
    """Bars for values that ascend, in at most ``most`` places of the same width.

    A place for each value where they find room; else for a round number of them.
    """
    if not counts:
        return ()
    low, high = counts[0][0], counts[-1][0]
    gaps = [after[0] - before[0] for before, after in pairwise(counts)]
    step = min(gaps, default=1.0)
    if gaps and all(float(value).is_integer() for value, _ in counts):
        step = math.gcd(*(round(gap) for gap in gaps))
    if (high - low) / step + 1 > most:
        step = _round_step((high - low) / max(1, most - 1))
        low = math.floor(low / step + 1e-9) * step
    heaps: dict[int, list[tuple[float, int]]] = {}
    for value, count in counts:
        heaps.setdefault(math.floor((value - low) / step + 1e-6), []).append((value, count))
    return tuple(
        Bar(place, low + place * step, heap[0][0], heap[-1][0], sum(count for _, count in heap))
        for place, heap in heaps.items()
    )


class Histogram:
    """A control to look at."""

    def __init__(self, name: str, symbol: str, noun: str) -> None:
        """``symbol`` stands for the value, ``noun`` for what is counted, both in words."""
        self.name = name
        self.symbol = symbol
        self.noun = noun
        self.counts: tuple[tuple[float, int], ...] = ()
        """(value, how many), ascending."""
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self._plot = self._below = self._above = Rect(0, 0, 0, 0)
        self._most_pitch = self._least_pitch = 1

    def place(self, painter: Painter, area: Rect) -> None:
        """Words above, bars, values below."""
        self.rect = area
        line = round(painter.type_size(_TYPE_UNITS) * 1.5)
        self._above, self._plot, self._below = column(area, [line, Grow(), line])
        self._least_pitch = painter.px(_LEAST_PITCH_UNITS)
        self._most_pitch = painter.px(_WIDEST_UNITS)

    # ---- Where things are ---------------------------------------------------------------

    def places(self) -> list[tuple[Bar, Rect]]:
        """The bars, and what each of them has to itself."""
        drawn = bars(self.counts, max(2, self._plot.width // self._least_pitch))
        if not drawn:
            return []
        left, pitch = (
            self._plot.left,
            min(self._most_pitch, self._plot.width / (drawn[-1].place + 1)),
        )
        edges = [
            (left + round(bar.place * pitch), left + round((bar.place + 1) * pitch))
            for bar in drawn
        ]
        return [
            (bar, Rect(first, self._plot.top, last - first, self._plot.height))
            for bar, (first, last) in zip(drawn, edges, strict=True)
        ]

    def bar_at(self, at: Point | None) -> Bar | None:
        """The bar nearest to the pointer; None where it is elsewhere."""
        if at is None or not self.rect.collidepoint(at):
            return None
        places = self.places()
        nearest = min(places, key=lambda place: abs(place[1].centerx - at[0]), default=None)
        return None if nearest is None else nearest[0]

    def told(self, bar: Bar) -> str:
        """A bar in words."""
        values = figure(bar.low)
        if bar.high != bar.low:
            values = f"{values} to {figure(bar.high)}"
        noun = self.noun if bar.count == 1 else f"{self.noun}s"
        return f"{self.symbol} {values}: {bar.count:,} {noun}"

    # ---- Picture ------------------------------------------------------------------------

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        return self.counts, self.bar_at(touch.at), self.rect.size

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Bars from the least value on, the first of them lit: from there the next is taken."""
        theme, size = painter.theme, painter.type_size(_TYPE_UNITS)
        places, over = self.places(), self.bar_at(touch.at)
        line, above = max(1, round(painter.scale)), round(size * 1.3)
        floor = self._plot.bottom - line
        surface.fill(theme.panel_edge, (self._plot.left, floor, self._plot.width, line))
        most = max((bar.count for bar, _ in places), default=1)
        said = next((say for say in (_exactly, short_count) if _fit(painter, places, say)), None)
        free = self._below.left
        for number, (bar, place) in enumerate(places):
            height = max(2, round((self._plot.height - above - line) * bar.count / most))
            gap = max(1, place.width // 8) if place.width > 3 else 0
            fill = theme.bound if number else theme.accent
            body = Rect(place.left + gap, floor - height, place.width - 2 * gap, height)
            surface.fill(mix(fill, theme.text, 0.35) if bar == over else fill, body)
            ink = theme.text if bar == over else theme.text_muted
            if said is not None or bar == over:
                self._write(
                    surface,
                    painter,
                    (said or short_count)(bar.count),
                    (place.centerx, body.top - above // 2),
                    ink,
                )
            at = self._write(
                surface, painter, figure(bar.start), (place.centerx, self._below.centery), ink, free
            )
            free = at.right + painter.px(8) if at is not None else free
        if over is not None:
            words = self.told(over)
            painter.write(surface, words, Face.STRONG, size, theme.text, self._above, align=1.0)

    def _write(
        self,
        surface: Surface,
        painter: Painter,
        words: str,
        centre: Point,
        ink: Color,
        free: int = 0,
    ) -> Rect | None:
        """Around ``centre``, however thin the bar is; None where that is not right of ``free``."""
        size = painter.type_size(_TYPE_UNITS)
        at = Rect(0, 0, painter.text_width(words, Face.FIGURES, size), round(size * 1.3))
        at.center = centre
        at.clamp_ip(self.rect)
        if at.left < free:
            return None
        painter.write(surface, words, Face.FIGURES, size, ink, at)
        return at

    # ---- Input --------------------------------------------------------------------------

    def press(self, at: Point) -> None:
        """Nothing."""

    def drag(self, at: Point) -> None:
        """Nothing."""

    def release(self, at: Point) -> None:
        """Nothing."""

    def key(self, key: int, mod: int = 0) -> bool:
        """None."""
        return False


def figure(value: float) -> str:
    """A value as it is written beside its name: 31, 46.5."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}".rstrip("0")


def _exactly(count: float) -> str:
    return f"{count:,}"


def _fit(painter: Painter, places: Sequence[tuple[Bar, Rect]], say: Callable[[float], str]) -> bool:
    """Every bar has room for its count as it is said."""
    size, gap = painter.type_size(_TYPE_UNITS), painter.px(4)
    return all(
        painter.text_width(say(bar.count), Face.FIGURES, size) + gap <= place.width
        for bar, place in places
    )


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, ... and 0.1, 0.2, 0.5, ... that is not below ``least``."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * lead for lead in (*_ROUND, 10.0) if power * lead >= least * (1 - 1e-9))
