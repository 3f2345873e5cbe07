"""The plots of a search: charts with figures against expansions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import chain
from typing import Any

import numpy as np

from puzzler import humanize
from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.engine.stepping import Storage
from puzzler.search.inspection.samples import FIGURES, Ints, Sampled, SampledFigure, Series
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.report import export

_STEPS = (SampledFigure.BOUND, SampledFigure.LENGTH, SampledFigure.PROVEN)
"""Figures that change in steps and in one direction."""
_TITLES = {SampledFigure.LENGTH: "solution", SampledFigure.PROVEN: "lower bound"}
_CSV_PARTS = ("min", "mean", "max", "last")


@dataclass(frozen=True, eq=False)
class SearchCurve:
    """The curve of a figure of a search."""

    figure: SampledFigure
    owner: str
    """The name of the search if several share a chart; otherwise ""."""
    name: str
    """The name of the figure, such as g or threshold."""
    title: str
    """The name in the legend: the figure, or the owner if the chart compares searches."""
    number: int
    """The index in its chart. It determines the look of the curve."""
    series: Series
    is_step: bool
    """Values are constant between samples; otherwise samples are joined by a line."""

    @property
    def full_title(self) -> str:
        """The name of the figure and of the search."""
        return f"{self.name}, {self.owner}" if self.owner else self.name

    def text_at(self, moment: int) -> str:
        """Return the value at a moment as text; "" if unknown."""
        series = self.series
        starts = series.moment if self.is_step else series.first
        place = int(np.searchsorted(starts, moment, "right")) - 1
        if place < 0 or (not self.is_step and series.moment[place] < moment):
            return ""
        low, high, mean = (float(part[place]) for part in (series.low, series.high, series.mean))
        if not self.is_step:
            return _between(low, high) + ("" if low == high else f", mean {mean:,.1f}")
        # it changes in one direction, so that it is between the values of the nearest samples
        values = [float(series.last[place])]
        after = place + 1
        is_last = after == len(series.moment) or series.moment[place] == moment
        # a solution is recorded when it is found, a bound only when samples are taken
        if not is_last and (self.figure is SampledFigure.BOUND or series.first[after] <= moment):
            values += [float(series.low[after]), float(series.high[after])]
        return _between(min(values), max(values))


@dataclass(frozen=True, eq=False)
class SearchChart:
    """Curves with a common axis of values."""

    title: str
    unit: str
    curves: tuple[SearchCurve, ...]
    from_zero: bool
    """The axis starts at 0; otherwise at the smallest value."""


@dataclass(frozen=True)
class CurveReading:
    """The values of all curves at a moment or in a bucket of samples."""

    first: int
    last: int
    rows: tuple[tuple[SearchCurve, str], ...]

    @property
    def title(self) -> str:
        """Text such as "Expansions 10 to 12"."""
        if self.first == self.last:
            return f"Expansion {self.last:,}"
        return f"Expansions {self.first:,} to {self.last:,}"


@dataclass(frozen=True, eq=False)
class PlotSet:
    """Charts with a common axis of expansions."""

    charts: tuple[SearchChart, ...]
    expansions: int
    lanes: tuple[tuple[str, Sampled], ...]

    @cached_property
    def curves(self) -> tuple[SearchCurve, ...]:
        """The curves of all charts."""
        return tuple(curve for chart in self.charts for curve in chart.curves)

    @cached_property
    def moments(self) -> Ints:
        """Moments at which all curves of a search have samples; empty for any moment."""
        readable: list[Ints] = [np.empty(0, np.int64)]
        for owner in sorted({curve.owner for curve in self.curves}):
            sampled = [
                curve.series.moment
                for curve in self.curves
                if curve.owner == owner and not curve.is_step
            ]
            if sampled:
                shared = reduce(np.intersect1d, sampled)
                readable += [shared] if len(shared) else sampled
        return np.unique(np.concatenate(readable))

    def read(self, moment: int) -> CurveReading | None:
        """Return the values of all curves at the nearest moment with samples; None if empty."""
        at, width, moments = moment, 1, self.moments
        if len(moments):
            after = int(np.searchsorted(moments, moment))
            near = moments[max(0, after - 1) : after + 1]
            at = int(near[np.argmin(np.abs(near - moment))])
            width = max(sampled.width for _, sampled in self.lanes)
        rows = [(curve, curve.text_at(at)) for curve in self.curves]
        filled = tuple((curve, text) for curve, text in rows if text)
        return CurveReading(at - at % width, at, filled) if filled else None


NOTHING_PLOTTED = PlotSet((), 0, ())


def plotted(method: Method, sampled: Sampled, owner: str = "") -> PlotSet:
    """Return the charts that suit the algorithm of ``method``."""
    entry = ALGORITHMS[method.algorithm]
    nodes = [SampledFigure.F, SampledFigure.G]
    if entry.uses("heuristic"):
        nodes.append(SampledFigure.H)
    nodes = [figure for figure in nodes if figure in sampled.series and not entry.improves]
    sizes = [SampledFigure.FRONTIER] if "frontier" in entry.figures else []
    if entry.keeps in (Storage.ALL, Storage.BOTH_SIDES) and sizes:
        sizes.append(SampledFigure.CLOSED)
    bounds = [SampledFigure.LENGTH, SampledFigure.PROVEN] if entry.improves else []
    has_bound = "bound" in entry.figures and entry.keeps is not Storage.ALL and not entry.improves
    groups = (
        (f"{', '.join(f for f in 'ghf' if f in nodes)} of expanded nodes", "", nodes, True),
        ("Nodes in memory", "", sizes, True),
        (entry.bound_name or "Bound", "moves", [SampledFigure.BOUND] if has_bound else [], False),
        ("Lower and upper bound", "moves", bounds, False),
    )
    charts = (
        SearchChart(title, unit, tuple(_curves(figures, sampled, owner, entry)), from_zero)
        for title, unit, figures, from_zero in groups
    )
    charts_with_curves = tuple(chart for chart in charts if chart.curves)
    return PlotSet(charts_with_curves, sampled.expansions, ((owner, sampled),))


def title_of(figure: SampledFigure, lanes: Sequence[PlotSet]) -> str:
    """Return the names of a figure in several searches, such as "Threshold or depth limit"."""
    names = (curve.name for lane in lanes for curve in lane.curves if curve.figure is figure)
    title = " or ".join(dict.fromkeys(names))
    return humanize.sentence(title) if len(title) > 1 else title  # g stays lower case


def joint(lanes: Sequence[PlotSet], figures: Sequence[SampledFigure]) -> PlotSet:
    """Join several searches in one plot with a chart per figure and a curve per search."""
    charts = []
    for figure in figures:
        found = [
            (chart, replace(curve, title=curve.owner, number=number))
            for number, lane in enumerate(lanes)
            for chart in lane.charts
            for curve in chart.curves
            if curve.figure is figure
        ]
        if found:
            curves = tuple(curve for _, curve in found)
            charts.append(replace(found[0][0], title=title_of(figure, lanes), curves=curves))
    expansions = max((lane.expansions for lane in lanes), default=0)
    return PlotSet(tuple(charts), expansions, tuple(own for lane in lanes for own in lane.lanes))


def as_csv(shown: PlotSet) -> str:
    """Return all samples as CSV with a row per search and bucket.

    ``first`` and ``last`` are the expansions of a row. A figure has one column if no row has more
    than one sample. Otherwise it has columns for the minimum, mean, maximum and last sample.
    Missing samples are empty.
    """
    figures = [f for f in FIGURES if any(curve.figure is f for curve in shown.curves)]
    heads = {figure: _columns(figure, shown) for figure in figures}
    nothing = dict.fromkeys(["search", "first", "last", *chain(*heads.values())], "")
    rows: list[dict[str, Any]] = []
    for owner, sampled in shown.lanes:
        buckets: dict[int, dict[str, Any]] = {}
        for figure in figures:
            series = sampled.series.get(figure)
            if series is None:
                continue
            parts = series.low, series.mean, series.high, series.last
            for place, (first, last) in enumerate(zip(series.first, series.moment, strict=True)):
                row = nothing | {"search": owner, "first": first, "last": 0}
                row = buckets.setdefault(int(first), row)
                row["last"] = max(row["last"], last)
                for name, values in zip(heads[figure], parts, strict=False):
                    value = float(values[place])
                    row[name] = int(value) if value.is_integer() else value
        rows += (buckets[first] for first in sorted(buckets))
    return export.records_as_csv(rows)


def _columns(figure: SampledFigure, shown: PlotSet) -> list[str]:
    """Return the columns of a figure: one if no row has more than one sample, otherwise four."""
    found = [own.series[figure] for _, own in shown.lanes if figure in own.series]
    is_single = all(np.array_equal(series.low, series.high) for series in found)
    return [figure.value] if is_single else [f"{figure.value} {part}" for part in _CSV_PARTS]


def _curves(
    figures: Sequence[SampledFigure], sampled: Sampled, owner: str, algorithm: Algorithm
) -> Iterator[SearchCurve]:
    sampled_figures = (figure for figure in figures if figure in sampled.series)
    for number, figure in enumerate(sampled_figures):
        name = _TITLES.get(figure, figure.value)
        if figure is SampledFigure.BOUND:
            name = algorithm.bound_name.lower() or name
        series, is_step = sampled.series[figure], figure in _STEPS
        yield SearchCurve(figure, owner, name, name, number, series, is_step)


def _between(low: float, high: float) -> str:
    values = (f"{x:,.0f}" if x.is_integer() else f"{x:,.1f}" for x in (low, high))
    return " to ".join(dict.fromkeys(values))
