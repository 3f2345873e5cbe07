"""Histograms: bars of equal width over a range of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Unpack

from pygame import Rect

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Options
from puzzler.window.toolkit.plot import Plot, PlotReading
from puzzler.window.toolkit.plot_chart import Axis, Kind, PlotChart, PlotSeries, round_step

_BAR_UNITS = 5
"""The minimum width of a bar; narrower bars would be hard to point at."""


@dataclass(frozen=True, slots=True)
class Bin:
    """A bar: the number of values from ``low`` to ``high``, both included."""

    place: int
    """The index of the bar, from 0."""
    start: float
    """The lower bound of the bar's interval."""
    low: float
    high: float
    count: int


class Histogram(Plot):
    """Counts of values, in as many bars as fit. The first bar is highlighted."""

    def __init__(
        self,
        counts: Sequence[tuple[float, int]],
        format_value: Callable[[float], str],
        read: Callable[[Bin], str],
        *,
        title: str = "",
        count_words: tuple[Callable[[float], str], ...] = ("{:,g}".format,),
        **options: Unpack[Options],
    ) -> None:
        """counts: (value, count) in ascending order. format_value: formats a value below its bar.

        read: returns a description of the bar under the pointer. count_words: formats for the count
        above a bar; the first format that fits all bars is used.
        """
        super().__init__(x=Axis(), read_out=self._read, **options)
        self.counts, self.format_value, self.read = counts, format_value, read
        self.title, self.count_words = title, count_words
        self.bins: tuple[Bin, ...] = ()

    def arrange(self, ui: Context, rect: Rect) -> None:
        self.bins = make_bins(self.counts, max(2, rect.width // ui.painter.px(_BAR_UNITS)))
        series = tuple(
            PlotSeries(
                x=[one.place for one in some],
                y=[one.count for one in some],
                name="",
                kind=Kind.BARS,
                color=color,
            )
            for some, color in ((self.bins[:1], "accent"), (self.bins[1:], "bound"))
        )
        labels = tuple((float(one.place), self.format_value(one.start)) for one in self.bins)
        chart = PlotChart(series, title=self.title, bar_words=self.count_words)
        self.charts, self.version = (chart,), (self.title, self.bins)
        self.x = Axis(ticks=labels)

    def _read(self, x: float) -> PlotReading | None:
        found = next((one for one in self.bins if one.place == x), None)
        return None if found is None else PlotReading(x, self.read(found))


def make_bins(counts: Sequence[tuple[float, int]], max_bins: int) -> tuple[Bin, ...]:
    """Group ascending values into at most ``max_bins`` bins of equal width.

    Each value has its own bin if possible; otherwise the width of a bin is a round number.
    """
    if not counts:
        return ()
    low, high = counts[0][0], counts[-1][0]
    gaps = [after[0] - before[0] for before, after in pairwise(counts)]
    step = min(gaps, default=1.0)
    if gaps and all(float(value).is_integer() for value, _ in counts):
        step = math.gcd(*(round(gap) for gap in gaps))
    if (high - low) / step + 1 > max_bins:
        step = round_step((high - low) / max(1, max_bins - 1))
        low = math.floor(low / step + 1e-9) * step
    heaps: dict[int, list[tuple[float, int]]] = {}
    for value, count in counts:
        heaps.setdefault(math.floor((value - low) / step + 1e-6), []).append((value, count))
    return tuple(
        Bin(place, low + place * step, heap[0][0], heap[-1][0], sum(count for _, count in heap))
        for place, heap in heaps.items()
    )
