"""The curve of a review, where moves were lost; and what the review comes to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from puzzler.game.review.review import Review, ReviewStage
from puzzler.game.review.reviewing import ReviewState
from puzzler.game.review.texts import review_summary
from puzzler.humanize import NOTHING, counted, counted_between, solve_time
from puzzler.window.core.window import Window
from puzzler.window.toolkit.cards import Card, Divider
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Figure, Icon, Text
from puzzler.window.toolkit.layout import Column, Row
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.plot import Cursor, Plot
from puzzler.window.toolkit.plot_axes import Axis, Dash, PlotChart, PlotMark, PlotSeries
from puzzler.window.toolkit.wrapping import Grid

CURVE = "curve"
"""The key of the curve."""
_MOST_MARKS = 300
_TIP = (
    "The length of a shortest solution after each move. A mark above the curve is a detour, with "
    "the number of moves lost. A band shows where the length is not proven yet"
)


def curve_card(window: Window, state: ReviewState) -> Element:
    """The distance left after every move, as far as it is proven, and where one is."""
    review, position, shortest = state.review, state.position, state.shortest
    last, top = len(review.moves), review.highest
    proven = "all proven"
    if not review.is_complete:
        proven = f"{review.proven:,} of {len(review.boards):,} proven"
    least, most = review.bounds[position]
    value = (least + (top if most is None else most)) / 2
    continuation, ahead = None, 0
    if shortest is not None:
        continuation, ahead = (position, shortest.total), shortest.position
        value = shortest.total - ahead if ahead else value
    return Card(
        Row(
            Text("Moves left after every move", strong=True, lines=1, width=0, grow=1),
            Text(proven, size=13, color="text_muted", lines=1),
            height=24,
        ),
        Plot(
            _chart(review, continuation),
            x=Axis(high=max(1, last, sum(continuation or ())), until=last, names_high=True),
            cursor=Cursor(position, value, ahead),
            version=(review, continuation),
            on_seek=window.session.reviews.current.seek,
            describe=lambda place: _told(review, int(place)),
            tip=_TIP,
            accessible_name="Moves left after every move",
            heights=(138, 138 if window.is_compact else 248),
            grow=1,
            key=CURVE,
        ),
        gap=4,
        pad=(16, 12),
        grow=1 if window.is_compact else 0,
        panel="Curve",
    )


@lru_cache(maxsize=2)
def _chart(review: Review, continuation: tuple[int, int] | None) -> PlotChart:
    """The proven distances as a line, and the detours; the review does not change any more.

    A band is where they are not proven, and where more moves than one share a pixel.
    """
    least, most = review.curves
    proven = np.where(least == most, least, np.nan)
    curves = [PlotSeries(x=np.arange(len(least)), y=proven, color="bound", thickness=2.4,
                     low=least, high=most)]  # fmt: skip
    if continuation is not None:
        begin, length = continuation
        curves.insert(0, PlotSeries(x=[begin, begin + length], y=[length, 0], color="good",
                                dash=Dash.DASHED, thickness=2.4))  # fmt: skip
    dearest = review.dearest[:_MOST_MARKS]
    marks = tuple(PlotMark(each.first, f"{each.cost:,}", each.last + 1) for each in dearest)
    return PlotChart(tuple(curves), Axis(high=review.highest), marks=marks, marks_title="Lost")


def _told(review: Review, position: int) -> str:
    """The distance there, and the detour that it lies in."""
    least, most = review.bounds[position]
    left = f"{counted_between(least, most, 'move')} left{', proven' if least == most else ''}"
    said = f"After {counted(position, 'move')}: {left}" if position else f"At the start: {left}"
    for detour in review.detours:
        if detour.first <= position <= detour.last + 1:
            moves = f"moves {detour.first + 1:,} to {detour.last + 1:,}"
            return f"{said}. {counted(detour.cost, 'move')} lost by {moves}"
    return said


def legend() -> Element:
    """What the signs on the tiles mean."""
    signs = (("arrow", "text", "Your move"), ("check", "good", "Best move"))
    return Row(
        *(
            Row(Icon(icon, size=18, color=color), Text(words, size=13, lines=1), gap=6)
            for icon, color, words in signs
        ),
        gap=18,
        pad=(16, 0),
        key="legend",
    )


def summary_card(state: ReviewState) -> Element:
    """Moves, shortest, lost, time; and the same by stages."""
    stages = state.review.stages
    figures = (Figure(*each, size=20) for each in review_summary(state.review))
    return Card(
        Text(state.source.title, strong=True, lines=1, height=22),
        Grid(*figures, cell=None, gap=10),
        _stage_table(stages) if stages else None,
        pad=(16, 14),
    )


def _stage_table(stages: Sequence[ReviewStage]) -> Element:
    """What was finished, in how many moves, how many of them lost, in what time."""
    has_times = any(stage.seconds is not None for stage in stages)
    captions = ("Finished", "Moves", "Lost", *(["Time"] if has_times else []))
    widths = (58, 60, 84)[: len(captions) - 1]
    lines = [table_line(captions, widths, is_head=True)]
    for stage in stages:
        lost = "" if stage.lost is None else f"{stage.lost:,}"  # nothing is proven
        time = NOTHING if stage.seconds is None else solve_time(stage.seconds)
        cells = stage.name, f"{stage.moves:,}", lost, time
        lines.append(table_line(cells[: len(captions)], widths))
    return Column(*lines, gap=0)


def table_line(cells: Sequence[str], widths: Sequence[float], *, is_head: bool = False) -> Element:
    """A name and values of these widths, in units, above a hairline."""
    name, *values = cells
    color, size = ("text_muted", 12.5) if is_head else ("text", 14)
    face = Face.BODY if is_head else Face.FIGURES
    return Column(
        Row(
            Text(name, size=size, color=color, lines=1, width=0, grow=1),
            *(Text(value, size=size, color=color, face=face, align=1.0, lines=1, width=width)
              for value, width in zip(values, widths, strict=True)),
            gap=0, grow=1,
        ),
        Divider(), gap=0, height=25, reads_as=", ".join(filter(None, cells)),
    )  # fmt: skip


def day_axis(days: Sequence[str]) -> Axis:
    """Values one after another, with the first and the last day below."""
    last = len(days) - 1
    return Axis(ticks=tuple((place, days[place]) for place in sorted({0, last}) if days))
