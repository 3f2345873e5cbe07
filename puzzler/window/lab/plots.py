"""Plots of the search: its figures against its expansions, the frontier by f, the path."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from puzzler.game.lab.inspecting import LabState
from puzzler.game.watch.plots import NOTHING_PLOTTED, plotted
from puzzler.humanize import counted, short_count
from puzzler.search.inspection.values import Glimpse
from puzzler.search.method import Method
from puzzler.window.common.search_plot import save_buttons, search_plot
from puzzler.window.lab.words import bound_word, figures_of
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.layout import Column, Row, Space
from puzzler.window.toolkit.plot import Bin, Cursor, Histogram, Plot, Reading
from puzzler.window.toolkit.plot_axes import Axis, Chart, Kind, Level, Series
from puzzler.window.window import Window

_NOTHING = "Nothing is expanded yet"
_NO_CURVE = "Curves begin with the first solution"
_MOST_PATH = 300
"""States of a path that the chart shows, the last ones: more would be thinner than a pixel."""


_plotted = lru_cache(maxsize=1)(plotted)


def plots(window: Window, lab: LabState) -> Element:
    """Charts that share the axis of expansions, with a playhead at the present moment."""
    sampled = None if lab.moment is None else lab.moment.samples
    shown = NOTHING_PLOTTED if sampled is None else _plotted(lab.method, sampled)
    title = f"{lab.problem.start}: {lab.method.title}"
    return Column(
        search_plot(shown, cursor=Cursor(lab.expansions), key="lab plot",
                    empty=_NO_CURVE if lab.expansions else _NOTHING,
                    on_seek=window.session.lab.current.seek, grow=1),
        Row(Space(grow=1), *save_buttons(window, shown, title, "search")),
    )  # fmt: skip


def f_chart(
    counts: Sequence[tuple[float, int]], symbol: str, title: str, height: float
) -> Histogram:
    """How many nodes of the frontier there are of each f, or of what else they are taken by."""

    def read(bin_: Bin) -> str:
        values = figure(bin_.low)
        if bin_.high != bin_.low:
            values += f" to {figure(bin_.high)}"
        return f"{symbol} {values}: {counted(bin_.count, 'state')}"

    return Histogram(
        counts, figure, read, title=title, count_words=("{:,.0f}".format, short_count),
        key="lab histogram", height=height, optional=True, priority=1,
    )  # fmt: skip


def path_chart(glimpse: Glimpse, method: Method, height: float) -> Plot:
    """G and what h adds, up to f, of the states along the path, and the bound that they keep."""
    last = len(glimpse.path) - 1
    first = max(0, last + 1 - _MOST_PATH)
    nodes = glimpse.path[first:]
    places = range(len(nodes))
    letters = [letter for letter, _ in figures_of(nodes[0], method)] if nodes else []
    counts_g, has_h = letters != ["g", "h"], "h" in letters
    above = Series(places, [node.f for node in nodes], "f = g + h" if counts_g else "h",
                   Kind.BARS, "accent")  # fmt: skip
    below = Series(places, [min(node.g, node.f) for node in nodes], "g", Kind.BARS, "bound")
    levels = [
        Level(value, f"{words} {figure(value)}", is_dashed=is_dashed)
        for value, words, is_dashed in (
            (glimpse.bound, bound_word(method), False),
            (glimpse.next_bound, f"next {bound_word(method)}", True),
        )
        if value is not None
    ]

    def read_out(x: float) -> Reading:
        node = nodes[round(x)]
        moves = counted(first + round(x), "move")
        said = ", ".join(f"{letter} {figure(value)}" for letter, value in figures_of(node, method))
        return Reading(x, f"after {moves}: {said}")

    ends = sorted({0, len(nodes) - 1})
    series = (below, above) if counts_g else (above,)
    chart = Chart(series if has_h else (below,), levels=tuple(levels))
    return Plot(
        chart, x=Axis(ticks=tuple((float(at), f"{first + at:,}") for at in ends)),
        version=glimpse, read_out=read_out, key="lab path", height=height, optional=True,
        priority=1,
    )  # fmt: skip


def figure(value: float) -> str:
    """A value as it is written beside its name: 31, 46.5."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}".rstrip("0")
