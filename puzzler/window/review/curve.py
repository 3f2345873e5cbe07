"""The curve of a review with its mistakes, and the summary of the review."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from puzzler.game.review.review import Review, ReviewStage
from puzzler.game.review.reviewing import ReviewState, review_summary
from puzzler.humanize import NOTHING, counted, counted_between, solve_time
from puzzler.window.core.window import Window
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Figure, Icon, Text
from puzzler.window.toolkit.layout import Card, Column, Divider, Row
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.plot import Cursor, Plot
from puzzler.window.toolkit.plot_chart import Axis, Dash, PlotChart, PlotMark, PlotSeries
from puzzler.window.toolkit.wrapping import Grid


def curve_card(window: Window, state: ReviewState) -> Element:
    """Return the card with the curve of distances and the current position."""
    review, position, shortest = state.review, state.position, state.shortest
    last = len(review.moves)
    proven = "all proven"
    if not review.is_complete:
        proven = f"{review.proven:,} of {len(review.boards):,} proven"
    low, high = review.bounds[position]
    value = (low + (review.highest if high is None else high)) / 2
    continuation, ahead = None, 0
    if shortest is not None:
        continuation, ahead = (position, shortest.total), shortest.position
        value = shortest.total - ahead if ahead else value
    return Card(
        Row(Text("Moves left", strong=True, lines=1, width=0, grow=1),
            Text(proven, size=13, color="text_muted", lines=1), height=24),
        Plot(
            _chart(review, continuation),
            x=Axis(high=max(1, last, sum(continuation or ())), until=last, names_high=True),
            cursor=Cursor(position, value, ahead),
            version=(review, continuation),
            on_seek=window.session.reviews.current.seek,
            describe=lambda place: _describe(review, int(place)),
            tip="The length of the shortest solution after each move. A mark above the curve is a "
            "detour, with the number of extra moves. A band shows bounds of lengths that are not "
            "proven yet",
            accessible_name="Moves left after every move",
            heights=(138, 138 if window.is_compact else 248),
            grow=1,
            key="curve",
        ),
        gap=4,
        pad=(16, 12),
        grow=1 if window.is_compact else 0,
        panel="Curve",
    )  # fmt: skip


@lru_cache(maxsize=2)
def _chart(review: Review, continuation: tuple[int, int] | None) -> PlotChart:
    """Return the chart: proven distances as a line, other bounds as a band, detours as marks."""
    low, high = review.curves
    proven = np.where(low == high, low, np.nan)
    curves = [PlotSeries(x=np.arange(len(low)), y=proven, color="bound", thickness=2.4,
                     low=low, high=high)]  # fmt: skip
    if continuation is not None:
        start, length = continuation
        curves.insert(0, PlotSeries(x=[start, start + length], y=[length, 0], color="good",
                                dash=Dash.DASHED, thickness=2.4))  # fmt: skip
    detours = review.detours_by_cost[:300]
    marks = tuple(PlotMark(each.first, f"{each.cost:,}", each.last + 1) for each in detours)
    return PlotChart(tuple(curves), Axis(high=review.highest), marks=marks, marks_title="Extra")


def _describe(review: Review, position: int) -> str:
    """Return the distance at a position and the detour that contains it."""
    low, high = review.bounds[position]
    left = f"{counted_between(low, high, 'move')} left{', proven' if low == high else ''}"
    text = f"After {counted(position, 'move')}: {left}" if position else f"At the start: {left}"
    for detour in review.detours:
        if detour.first <= position <= detour.last + 1:
            moves = f"moves {detour.first + 1:,} to {detour.last + 1:,}"
            return f"{text}. {counted(detour.cost, 'extra move')} by {moves}"
    return text


def legend() -> Element:
    """Return the explanation of the signs on tiles."""
    signs = (
        Row(Icon(icon, size=18, color=color), Text(words, size=13, lines=1), gap=6)
        for icon, color, words in (("arrow", "text", "Move played"), ("check", "good", "Best move"))
    )
    return Row(*signs, gap=18, pad=(16, 0), key="legend")


def summary_card(state: ReviewState) -> Element:
    """Return the card with moves, shortest length, extra moves and time, also by stages."""
    stages = state.review.stages
    figures = (Figure(*each, size=20) for each in review_summary(state.review))
    return Card(
        Text(state.source.title, strong=True, lines=1, height=22),
        Grid(*figures, cell=None, gap=10),
        _stage_table(stages) if stages else None,
        pad=(16, 14),
    )


def _stage_table(stages: Sequence[ReviewStage]) -> Element:
    has_times = any(stage.seconds is not None for stage in stages)
    captions = ("Finished", "Moves", "Extra", *(["Time"] if has_times else []))
    widths = (58, 60, 84)[: len(captions) - 1]
    lines = [table_line(captions, widths, is_head=True)]
    for stage in stages:
        lost = "" if stage.lost is None else f"{stage.lost:,}"  # nothing is proven
        time = NOTHING if stage.seconds is None else solve_time(stage.seconds)
        cells = stage.name, f"{stage.moves:,}", lost, time
        lines.append(table_line(cells[: len(captions)], widths))
    return Column(*lines, gap=0)


def table_line(cells: Sequence[str], widths: Sequence[float], *, is_head: bool = False) -> Element:
    """Return a row of a table: a name and values with ``widths`` in layout units."""
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
    """Return an axis with labels for the first and the last day."""
    last = len(days) - 1
    return Axis(ticks=tuple((place, days[place]) for place in sorted({0, last}) if days))
