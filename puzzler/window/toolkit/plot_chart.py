"""The content of plots: series, axes, marks and charts."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


class Kind(Enum):
    """The style in which values are drawn."""

    LINE = "line"
    STEPS = "steps"
    """Each value extends to the next one."""
    DOTS = "dots"
    BARS = "bars"
    """Bars from the lower edge; x is the index of the bar."""


class Dash(Enum):
    """Dash patterns, which distinguish lines without colour: lengths of line and gap, in units."""

    SOLID = None  # not (), which is another value in an Enum of Python 3.11.2
    DASHED = (9, 5)
    DOTTED = (2.2, 3.6)
    DASH_DOT = (9, 4, 2.2, 4)


@dataclass(frozen=True, eq=False, kw_only=True)
class PlotSeries:
    """Values in ascending order of x; NaN leaves a gap. Arrays must not be changed later."""

    x: ArrayLike
    y: ArrayLike
    name: str = ""
    """The name in the legend or next to the end of the line; "" for none."""
    kind: Kind = Kind.LINE
    color: str = "accent"
    """The name of a colour of the theme."""
    dash: Dash = Dash.SOLID
    thickness: float = 1.8
    """The thickness of the line, in units."""
    low: ArrayLike | None = None
    high: ArrayLike | None = None
    """Upper ends of the values' ranges. The band has edges if the line has gaps."""
    weight: ArrayLike | None = None
    """The number of samples whose mean is the value."""

    @cached_property
    def xs(self) -> Floats:
        """The x values as an array."""
        return np.asarray(self.x, float)

    @cached_property
    def ys(self) -> Floats:
        """The y values as an array."""
        return np.asarray(self.y, float)

    def value_at(self, x: float) -> float | None:
        """The y value of the line at ``x``; None if there is none."""
        xs, ys = self.xs, self.ys
        if not len(xs) or x < xs[0] or (x > xs[-1] and self.kind is not Kind.STEPS):
            return None
        if self.kind is Kind.STEPS:
            value = float(ys[np.searchsorted(xs, x, "right") - 1])
        else:
            value = float(np.interp(x, xs, ys))
        return None if math.isnan(value) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """The division of an axis. Positions on an x axis are integers unless it is logarithmic."""

    low: float | None = 0.0
    """None for the smallest value; on a y axis it is rounded down to a tick."""
    high: float | None = None
    """None for the largest value; on a y axis it is rounded up to a tick. Higher values are cut
    off."""
    format: Callable[[float], str] = "{:,g}".format
    """Formats the label of a tick."""
    steps: tuple[float, ...] = ()
    """Allowed distances between ticks, ascending; by default 1, 2, 5, 10 and so on."""
    ticks: tuple[tuple[float, str], ...] | None = None
    """Explicit ticks with their labels."""
    title: str = ""
    names_high: bool = False
    """Whether the end of the axis is also labelled."""
    is_log: bool = False
    until: float | None = None
    """The last position with a value, if the axis is longer than the data."""

    def step(self, span: float, max_steps: int) -> float:
        """The smallest round distance that divides ``span`` into at most ``max_steps`` steps."""
        min_step, unit = span / max(1, max_steps), self.steps[-1] if self.steps else 1.0
        return next(
            (step for step in self.steps if min_step <= step * (1 + 1e-9)),
            unit * round_step(max(1.0, min_step / unit)),
        )


@dataclass(frozen=True, slots=True)
class PlotMark:
    """A labelled triangle above the curve. If space is short, only the first marks have labels."""

    x: float
    label: str
    until: float | None = None
    """The background is shaded from ``x`` to here."""


@dataclass(frozen=True, slots=True)
class Level:
    """A horizontal line at a value."""

    value: float
    label: str
    is_dashed: bool = False


@dataclass(frozen=True, eq=False)
class PlotChart:
    """Series over one y axis. The first series is drawn on top."""

    series: tuple[PlotSeries, ...]
    y: Axis = Axis()
    title: str = ""
    marks: tuple[PlotMark, ...] = ()
    marks_title: str = ""
    """The title next to the labels of the marks. If given, room is reserved for the labels."""
    levels: tuple[Level, ...] = ()
    bar_words: tuple[Callable[[float], str], ...] = ()
    """Formats for the labels of bars, widest first. The first format that fits all bars is used."""

    @property
    def has_bars(self) -> bool:
        """Whether the chart consists of bars rather than curves."""
        return any(series.kind is Kind.BARS for series in self.series)


def round_step(min_step: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is at least ``min_step``."""
    unit = 10.0 ** math.floor(math.log10(min_step))
    return next(unit * lead for lead in (1, 2, 5, 10) if unit * lead >= min_step * (1 - 1e-9))
