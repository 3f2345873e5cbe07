"""Plots: layout, drawing, readings at the pointer, and seeking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface

from puzzler.window.core.themes import find_themes, load_theme
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Touch
from puzzler.window.toolkit.histogram import Histogram, make_bins
from puzzler.window.toolkit.layout import Column, Space
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.plot import UPDATE_EVERY, Cursor, Plot, PlotReading
from puzzler.window.toolkit.plot_axes import Pane, PlotLayout, ticks
from puzzler.window.toolkit.plot_chart import (
    Axis,
    Dash,
    Kind,
    Level,
    PlotChart,
    PlotMark,
    PlotSeries,
)
from puzzler.window.toolkit.plot_lines import thin_out
from tests.window.toolkit.conftest import Hands, Show, dark

AREA = Rect(10, 10, 600, 440)
SIZE = 800, 500


pytestmark = pytest.mark.usefixtures("show")


def charts(last: int = 40, rise: int = 0) -> tuple[PlotChart, ...]:
    """Straight lines that are far apart, and two that grow."""
    x = [0, last // 2, last]
    return (
        PlotChart(
            (
                PlotSeries(x=x, y=[26, 26, 26], name="f"),
                PlotSeries(x=x, y=[2, 2, 2], name="g", color="bound", dash=Dash.DASHED),
                PlotSeries(x=x, y=[14, 14, 14], name="h", color="good", dash=Dash.DOTTED),
            ),
            title="State being expanded, moves",
        ),
        PlotChart(
            (
                PlotSeries(x=x, y=[0, 15 + rise, 30 + 2 * rise], name="frontier"),
                PlotSeries(x=x, y=[0, 20, 40], name="closed", color="bound", dash=Dash.DASHED),
            ),
            title="In memory, states",
        ),
    )


def search_plot(last: int = 40, rise: int = 0, **options) -> Plot:
    x = Axis(high=last, format=short, title="expansions")
    return Plot(*charts(last, rise), x=x, key="plot", **options)


def short(value: float) -> str:
    return f"{value / 1e6:g} M" if value >= 1e6 else f"{value:,g}"


def laid_out(plot: Plot, painter: Painter, area: Rect = AREA) -> tuple[Context, PlotLayout]:
    ui = Context(painter)
    plot.place(ui, area)
    layout = plot.layout(ui)
    assert layout is not None
    return ui, layout


def draw_plot(
    plot: Plot, painter: Painter, touch: Touch | None = None, area: Rect = AREA
) -> Surface:
    ui, surface = Context(painter), Surface(SIZE)
    surface.fill(painter.theme.panel)
    plot.place(ui, area)
    plot.draw(ui, surface, touch or Touch())
    return surface


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def is_like(surface: Surface, at: tuple[float, float], color: tuple[int, int, int]) -> bool:
    """Whether a pixel of a similar colour is within two pixels of ``at``."""
    x, y = round(at[0]), round(at[1])
    near = [(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3)]
    return any(
        max(abs(a - b) for a, b in zip(surface.get_at(p)[:3], color, strict=True)) < 40
        for p in near
    )


def ink(surface: Surface, row: int, left: int, right: int, color: tuple[int, int, int]) -> float:
    """Return the share of a range in which this colour is near ``row``."""

    def is_inked(x: int) -> bool:
        near = [surface.get_at((x, y))[:3] for y in range(row - 2, row + 3)]
        return any(max(abs(a - b) for a, b in zip(p, color, strict=True)) < 60 for p in near)

    return sum(map(is_inked, range(left, right))) / (right - left)


def visible_at(chart: PlotChart, x: Axis | None = None) -> tuple[PlotLayout, Pane, Surface]:
    plot = Plot(chart, x=x or Axis(), key="p")
    _, layout = laid_out(plot, dark())
    return layout, layout.panes[0], draw_plot(plot, dark())


def plot_of(hands: Hands) -> Plot:
    plot = hands.find("plot")
    assert isinstance(plot, Plot)
    return plot


def looks(hands: Hands) -> list[object]:
    return [part.look for part in hands.ui.parts()]


def showing(**options) -> Callable[[], Column]:
    return lambda: Column(search_plot(**options))


# ---- Axes and labels ----------------------------------------------------------------------------


@given(st.floats(0.5, 1e12), st.integers(1, 12), st.sampled_from([(), (0.25, 0.5, 1.0), (15, 60)]))
def test_steps_are_round_numbers_and_fit_on_the_axis(
    span: float, limit: int, steps: tuple[float, ...]
) -> None:
    step = Axis(steps=steps).step(span, limit)
    lead = f"{step / (steps[-1] if steps and step > steps[-1] else 1):g}"
    assert step in steps or lead.rstrip("0") in {"1", "2", "5"} or "e" in lead
    assert span <= step * limit * (1 + 1e-6)
    assert len(ticks(0, span, step)) <= limit + 1


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 3.0])
@pytest.mark.parametrize("last", [1, 7, 40, 999, 10_000, 1_204_322, 10**9])
@pytest.mark.parametrize("size", [(600, 440), (280, 220), (200, 160)])
def test_no_two_labels_overlap_and_all_are_inside(
    scale: float, last: int, size: tuple[int, int]
) -> None:
    painter, grown = dark(scale), max(1.0, scale)  # letters are never smaller than at scale 1
    area = Rect(5, 5, round(size[0] * grown), round(size[1] * grown))
    _, layout = laid_out(search_plot(last), painter, area)
    places = [place for *_, place in layout.labels]
    for pane in layout.panes:
        places += [place for _, place in pane.names]
        places.append(pane.well)
        assert len(pane.scale.ticks) >= 2
        tops = [pane.top(tick) for tick, _ in pane.scale.ticks]
        gaps = [upper - lower for upper, lower in pairwise(tops)]
        assert min(gaps) >= layout.size or len(gaps) == 1
    assert len({(pane.plot.left, pane.plot.right) for pane in layout.panes}) == 1
    for one, other in combinations(places, 2):
        assert not one.colliderect(other), (one, other)
    assert all(area.contains(place) for place in places)
    for words, face, place in layout.labels[:-1]:
        assert place.width == painter.text_width(words, face, layout.size)


@given(
    st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=30),
    st.none() | st.just(0.0),
    st.integers(20, 400),
)
def test_all_values_are_between_round_bounds(
    values: list[int], low: float | None, height: int
) -> None:
    chart = PlotChart((PlotSeries(x=range(len(values)), y=values),), Axis(low=low))
    _, layout = laid_out(Plot(chart, x=Axis(), key="p"), dark(), Rect(0, 0, 300, 60 + height))
    scale, largest = layout.panes[0].scale, max(values)
    assert scale.high >= largest and (low is not None or scale.low <= min(values))
    assert scale.ticks[0][0] == scale.low and scale.ticks[-1][0] == pytest.approx(scale.high)


def test_explicit_ticks_and_the_end_of_an_axis_are_labelled() -> None:
    chart = PlotChart((PlotSeries(x=[0, 73], y=[0, 9]),))
    _, layout = laid_out(Plot(chart, x=Axis(names_high=True), key="p"), dark())
    assert "73" in [words for words, *_ in layout.labels]
    seconds = Axis(
        low=0.01, high=100, ticks=((0.1, "0.1 s"), (1, "1 s"), (10, "10 s")), is_log=True
    )
    _, layout = laid_out(Plot(chart, x=seconds, key="p"), dark())
    lefts = [layout.left(tick) for tick, _ in layout.x.ticks]
    assert lefts[1] - lefts[0] == pytest.approx(lefts[2] - lefts[1], abs=1)
    assert layout.x_at(layout.left(1.0)) == pytest.approx(1.0, rel=0.02)


# ---- Curves -------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", find_themes())
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.35, 2.0])
def test_lines_are_drawn_at_their_values_with_colour_and_dashes(theme: str, scale: float) -> None:
    painter = Painter(load_theme(theme), scale)
    plot = search_plot()
    _, layout = laid_out(plot, painter)
    surface, pane = draw_plot(plot, painter), layout.panes[0]
    shares = []
    for series in pane.chart.series:
        left, right = pane.plot.left + 20, pane.plot.right - 20
        color = getattr(painter.theme, series.color)
        shares.append(ink(surface, pane.top(series.ys[0]), left, right, color))
    solid, dashed, dotted = shares
    assert solid == 1
    assert 0.2 < dotted < dashed < 0.9
    sizes = layout.panes[1]
    middle = layout.left(20), sizes.top(15)
    assert is_like(surface, middle, getattr(painter.theme, sizes.chart.series[0].color))


@given(
    st.lists(st.none() | st.floats(-50, 50), min_size=1, max_size=300),
    st.floats(0.5, 40),
    st.data(),
)
def test_thinning_equals_the_naive_computation(
    values: list[float | None], step: float, data: st.DataObject
) -> None:
    ys = np.array([np.nan if value is None else value for value in values], float)
    steps = data.draw(st.lists(st.floats(0, 3), min_size=len(ys), max_size=len(ys)))
    weight = data.draw(st.lists(st.integers(1, 9), min_size=len(ys), max_size=len(ys)))
    lefts = 7 + np.cumsum(steps)
    trace = thin_out(PlotSeries(x=range(len(ys)), y=ys, weight=weight), lefts, step)
    places: dict[float, list[int]] = {}
    for index, left in enumerate(lefts):
        places.setdefault((left - lefts[0]) // step, []).append(index)
    if 3 * len(places) >= 2 * len(ys):
        places = {index: [index] for index in range(len(ys))}
    assert len(trace.x) == len(places)
    for at, some in enumerate(places.values()):
        pairs = [(ys[i], weight[i]) for i in some if not np.isnan(ys[i])]
        if not pairs:
            assert np.isnan(trace.y[at])
            continue
        mean = sum(y * w for y, w in pairs) / sum(w for _, w in pairs)
        assert trace.y[at] == pytest.approx(mean, abs=1e-6)
        assert trace.low[at] == min(y for y, _ in pairs)
        assert trace.high[at] == max(y for y, _ in pairs)
        assert lefts[some[0]] - 1e-6 <= trace.x[at] <= lefts[some[-1]] + 1e-6


def test_a_band_has_edges_at_gaps_of_its_line() -> None:
    gap, bound = np.nan, dark().theme.bound
    series = PlotSeries(x=range(5), y=[6, 5, gap, 3, 2], color="bound",
                    low=[gap, 5, 2, 3, gap], high=[gap, 5, 8, 3, gap])  # fmt: skip
    layout, pane, surface = visible_at(PlotChart((series,)))
    assert is_like(surface, (layout.left(0.5), pane.top(5.5)), bound)
    assert is_like(surface, (layout.left(2), pane.top(2)), bound)
    assert not is_like(surface, (layout.left(2), pane.top(5)), bound)
    ground = surface.get_at((layout.left(2), pane.top(9)))
    assert surface.get_at((layout.left(2), pane.top(5))) != ground


def test_steps_are_constant_until_the_last_known_position() -> None:
    theme = dark().theme
    series = PlotSeries(x=[0, 10], y=[8, 4], kind=Kind.STEPS)
    layout, pane, surface = visible_at(PlotChart((series,)), Axis(high=40, until=30))
    for x, y, is_there in ((5, 8, True), (10, 6, True), (29, 4, True), (34, 4, False)):
        assert is_like(surface, (layout.left(x), pane.top(y)), theme.accent) is is_there
    assert [series.value_at(x) for x in (-1, 9, 10, 99)] == [None, 8, 4, 4]


def test_dots_beyond_the_end_of_the_axis_are_wedges_at_the_edge() -> None:
    chart = PlotChart((PlotSeries(x=range(3), y=[1, 90, 2], kind=Kind.DOTS),), Axis(high=4))
    layout, pane, surface = visible_at(chart)
    for x, y in ((0, 1), (1, 4), (2, 2)):
        assert is_like(surface, (layout.left(x), pane.top(y)), dark().theme.accent)
    assert pane.plot.top == pane.top(90)


# ---- Bars ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [1, 2, 0.1, 1.37, 250])
@pytest.mark.parametrize("limit", [2, 7, 40])
def test_every_count_is_in_one_bar(step: float, limit: int) -> None:
    counts = [(5 + step * number, number % 7 + 1) for number in range(300)]
    bins = make_bins(counts, limit)
    assert sum(one.count for one in bins) == sum(count for _, count in counts)
    assert 1 <= len(bins) <= limit + 1
    assert [one.place for one in bins] == sorted({one.place for one in bins})
    for one in bins:
        assert one.start - 1e-6 * step <= one.low <= one.high
        assert one.count == sum(count for value, count in counts if one.low <= value <= one.high)


def test_a_histogram_reads_the_nearest_bar() -> None:
    counts = ((20, 1), (22, 1234), (90_000, 2))
    plot = Histogram(counts, short, lambda one: f"f {one.low:g}: {one.count}", key="p")
    ui, layout = laid_out(plot, dark(), Rect(10, 10, 300, 120))
    for one in plot.bins:
        left, right = layout.slot(one.place)
        assert AREA.left <= left < right <= 310
        assert plot.over(ui, ((left + right) // 2, 80)) == one.place
        assert plot.read_out is not None and plot.read_out(one.place) is not None
    assert plot.over(ui, (5, 5)) is None
    first = layout.slot(0)[0] + 2, 80
    area = Rect(10, 10, 300, 120)
    assert pixels(draw_plot(plot, dark(), Touch(first), area)) != pixels(
        draw_plot(plot, dark(), None, area)
    )
    nothing = Histogram((), short, lambda one: "", key="p")
    draw_plot(nothing, dark(), Touch((50, 50)))


def test_bars_and_levels_are_drawn() -> None:
    g, f = PlotSeries(x=range(3), y=[0, 1, 2], name="g", kind=Kind.BARS, color="bound"), [5, 5, 7]
    levels = Level(7, "bound 7"), Level(9, "next bound 9", is_dashed=True)
    both = PlotSeries(x=range(3), y=f, name="up to f", kind=Kind.BARS)
    layout, pane, surface = visible_at(
        PlotChart((g, both), levels=levels), Axis(ticks=((0, "0"), (2, "2")))
    )
    left, right = layout.slot(2)
    at = (left + right) // 2
    assert surface.get_at((at, pane.top(1)))[:3] == dark().theme.bound
    assert surface.get_at((at, pane.top(4)))[:3] == dark().theme.accent
    assert surface.get_at((pane.plot.right - 3, pane.top(7)))[:3] == dark().theme.text
    assert ink(surface, pane.top(9), pane.plot.left, pane.plot.right, dark().theme.text) < 0.8


# ---- Pointer and keys ---------------------------------------------------------------------------


def test_click_drag_wheel_and_keys_seek_a_position(show: Show) -> None:
    positions: list[int] = []
    hands = show(showing(on_seek=positions.append, cursor=Cursor(20)), SIZE)
    layout = plot_of(hands).layout(hands.ui)
    assert layout is not None
    plot = layout.panes[0].plot
    hands.press((plot.left, 100))
    hands.point((plot.right - 1, 100))
    hands.point((5000, 100))
    hands.release((5000, 100))
    assert positions == [0, 40, 40]
    hands.point(plot.center)
    hands.wheel(2)
    assert positions[3:] == [22]
    hands.ui.focus("plot")
    for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END):
        assert hands.key(key)
    assert positions[4:] == [19, 21, 0, 40]
    assert not hands.key(pygame.K_LEFT, pygame.KMOD_LSHIFT)
    assert not hands.key(pygame.K_SPACE)


def test_seeking_stops_at_the_last_known_position() -> None:
    positions: list[int] = []
    chart = PlotChart(
        (PlotSeries(x=range(9), y=range(9)), PlotSeries(x=[6, 26], y=[20, 0], dash=Dash.DASHED))
    )
    plot = Plot(chart, x=Axis(until=8), cursor=Cursor(7, y=3.0, ahead=3), on_seek=positions.append)
    ui, layout = laid_out(plot, dark())
    assert layout.x.high == 26
    plot.press(ui, (layout.left(20), 100))
    plot.key_down(ui, pygame.K_END, 0)
    plot.key_down(ui, pygame.K_LEFT, 0)
    assert positions == [8, 8, 6]
    knob = layout.left(10), layout.panes[0].top(3)
    assert draw_plot(plot, dark()).get_at(knob)[:3] == dark().theme.text


def test_a_click_seeks_the_position_at_which_it_ends(show: Show) -> None:
    chosen: list[int] = []
    dots = PlotChart((PlotSeries(x=range(5), y=[1, 2, 3, 4, 5], kind=Kind.DOTS),))
    hands = show(lambda: Column(Plot(dots, x=Axis(), on_choose=chosen.append, key="plot")), SIZE)
    layout = plot_of(hands).layout(hands.ui)
    assert layout is not None
    at = layout.left(3) + 4, layout.panes[0].plot.centery
    for end in (at, (0, SIZE[1] - 1)):
        hands.press(at)
        hands.release(end)
    assert chosen == [3]


def test_the_pointer_reads_every_series_and_has_a_tooltip() -> None:
    positions: list[float] = []

    def read(x: float) -> PlotReading:
        positions.append(x)
        rows = [(series, series.name, "7") for chart in shown for series in chart.series]
        return PlotReading(x, f"Expansion {x:,}", tuple(rows))

    shown = charts()
    axis = Axis(high=40, title="expansions")
    plot = Plot(
        *shown, x=axis, read_out=read, describe=lambda x: f"at {x}", tip="A plot", key="plot"
    )
    ui, layout = laid_out(plot, dark())
    at = layout.left(20), layout.panes[0].plot.centery
    assert pixels(draw_plot(plot, dark())) != pixels(draw_plot(plot, dark(), Touch(at=at)))
    assert positions == [20]
    assert plot.look(ui, Touch(at=at)) != plot.look(ui, Touch())
    assert plot.over(ui, (AREA.left, AREA.bottom)) is None
    tips = [plot.tip_at(ui, place) for place in (at, (AREA.left, AREA.bottom), None)]
    assert [tip and tip.text for tip in tips] == ["at 20", "A plot", "A plot"]
    blank = Plot(PlotChart((), title="None"), x=axis, read_out=read, key="plot")
    blank_ui, _ = laid_out(blank, dark())
    assert blank.over(blank_ui, at) is None, "there is nothing to read"


def test_the_keyboard_reads_values_at_the_playhead() -> None:
    plot = search_plot(cursor=Cursor(20), read_out=lambda x: PlotReading(x, f"Expansion {x}"))
    assert pixels(draw_plot(plot, dark())) != pixels(draw_plot(plot, dark(), Touch(has_focus=True)))


def test_the_playhead_and_the_heads_of_series_are_in_every_chart() -> None:
    light = Painter(load_theme("light"), 1.0)
    _, layout = laid_out(search_plot(), light)
    without, with_head = (
        draw_plot(search_plot(), light),
        draw_plot(search_plot(cursor=Cursor(30)), light),
    )
    for pane in layout.panes:
        for row in (pane.plot.top, pane.plot.centery, pane.plot.bottom - 1):
            assert is_like(with_head, (layout.left(30), row), light.theme.text)
            assert not is_like(without, (layout.left(30), row), light.theme.text)
    heads = draw_plot(search_plot(cursor=Cursor(heads=(("g", 10),))), light)
    assert is_like(heads, (layout.left(10), layout.panes[0].plot.centery), light.theme.bound)


# ---- Growing data --------------------------------------------------------------------------


def test_equal_data_is_not_drawn_again(show: Show) -> None:
    hands = show(showing(version=1), SIZE)
    before = looks(hands)
    hands.describe(showing(version=1), 0.5)
    assert looks(hands) == before
    assert hands.ui.seconds_to_change() is None
    hands.describe(showing(version=2), 0.5)
    assert looks(hands) != before


def test_growing_data_is_drawn_ten_times_per_second(show: Show) -> None:
    hands = show(showing(last=40), SIZE)

    def shown() -> Plot:
        return plot_of(hands).own_state(hands.ui).shown

    hands.describe(showing(last=80), 1.0)
    second = shown()
    hands.frame(0.02)
    hands.describe(showing(last=120), 0.03)
    assert shown() is second
    assert hands.ui.seconds_to_change() == pytest.approx(UPDATE_EVERY - 0.05)
    hands.frame(UPDATE_EVERY - 0.05)
    assert shown() is plot_of(hands)
    hands.describe(showing(last=40), 0.02)
    assert shown() is plot_of(hands), "other data is shown immediately"
    hands.describe(lambda: Column(Plot(x=Axis(), key="plot", empty="Nothing yet")), 0.01)
    assert plot_of(hands).layout(hands.ui) is None
    assert not plot_of(hands).step(hands.ui, 1), "nothing can be sought"


def test_one_chart_is_drawn_per_frame_and_the_last_picture_is_complete(show: Show) -> None:
    straight = pixels(show(showing(rise=5), SIZE).surface)
    hands = show(showing(), SIZE)
    before = pixels(hands.surface)
    hands.describe(showing(rise=5), 1.0)
    assert pixels(hands.surface) == before  # the view is described again in this frame
    pictures = list[bytes]()
    while hands.ui.seconds_to_change() is not None:
        hands.frame(0.001)
        pictures.append(pixels(hands.surface))
        assert len(pictures) < 5
    assert len(pictures) == 2
    assert pictures[0] != pictures[1] == straight


def test_equal_data_in_new_objects_is_drawn_once(show: Show) -> None:
    """Requests for pictures must not cause further requests."""
    built: list[int] = []

    def make() -> Column:
        built.append(1)
        return Column(search_plot())

    hands = show(make, SIZE)
    for _ in range(8):
        hands.describe(make, 1 / 60)
    count = len(built)
    while (wait := hands.ui.seconds_to_change()) is not None and hands.ui.now < 3.0:
        hands.frame(wait)
    assert hands.ui.seconds_to_change() is None
    assert len(built) == count


# ---- Anything can be drawn ----------------------------------------------------------------------


@given(
    st.lists(st.tuples(st.integers(0, 300), st.none() | st.integers(0, 300)), max_size=300),
    st.sampled_from(list(Kind)),
    st.integers(60, 700),
    st.integers(50, 350),
    st.data(),
)
def test_any_values_can_be_drawn_at_any_size(
    pairs: Sequence[tuple[int, int | None]],
    kind: Kind,
    width: int,
    height: int,
    data: st.DataObject,
) -> None:
    low = [float(minimum) for minimum, _ in pairs]
    y = [np.nan if more is None else minimum for minimum, more in pairs]
    high = [minimum + (more or 0) for minimum, more in pairs]
    marks = tuple(PlotMark(x, f"{x}", x + 3) for x in data.draw(st.lists(st.integers(0, 300))))
    series = PlotSeries(
        x=range(len(y)), y=y, name=data.draw(st.text(max_size=30)), kind=kind, low=low, high=high
    )
    cursor = Cursor(data.draw(st.integers(0, 300)), data.draw(st.none() | st.floats(0, 600)))
    chart = PlotChart((series,), marks=marks, marks_title=data.draw(st.sampled_from(["", "Lost"])))
    positions: list[int] = []
    plot = Plot(chart, x=Axis(names_high=True), cursor=cursor, on_seek=positions.append, key="p")
    painter, area = dark(data.draw(st.sampled_from((0.75, 1.0, 2.0)))), Rect(5, 5, width, height)
    draw_plot(plot, painter, Touch(area.center, has_focus=True), area)
    ui, _ = laid_out(plot, painter, area)
    plot.press(ui, area.center)
    plot.wheel(ui, 2, area.center)
    assert all(0 <= x < max(1, len(y)) for x in positions)


def test_a_plot_follows_its_place_its_painter_and_its_end(show: Show) -> None:
    chart = PlotChart((PlotSeries(x=range(9), y=range(9), kind=Kind.STEPS, name="f"),), title="t")
    place = [0, 8]

    def build() -> Column:
        height, until = place
        axis = Axis(high=12, until=until)
        return Column(Space(height=height), Plot(chart, x=axis, key="plot", grow=1))

    def picture(hands: Hands) -> bytes:
        for _ in range(4):
            hands.frame(1)
        return pygame.image.tobytes(hands.surface, "RGB")

    hands, pictures = show(build, SIZE), set[bytes]()
    for height, until, name in ((0, 8, "dark"), (90, 8, "dark"), (90, 12, "dark"),
                                (90, 12, "light")):  # fmt: skip
        place[:] = height, until
        if name == "light":
            hands.ui.resize(SIZE, Painter(load_theme(name), 1.0))
            hands.scene = type(hands.scene)(lambda surface, area: surface.fill("black", area))
        hands.again()
        shown = picture(hands)
        if name == "dark":
            pictures.add(shown)
            assert picture(show(build, SIZE)) == shown
            hands.surface = pygame.display.get_surface()
            hands.scene.update(hands.surface, ())
            hands.scene.update(hands.surface, hands.ui.parts())
        else:
            assert hands.surface.get_at((400, 300)) != (0, 0, 0)
            theme = load_theme(name)
            assert theme.well in {hands.surface.get_at((x, 300))[:3] for x in range(700)}
    assert len(pictures) == 3


def test_a_playhead_stops_at_the_last_value() -> None:
    positions = list[int]()
    plot = Plot(*charts(), x=Axis(high=99, until=40), cursor=Cursor(38.0), on_seek=positions.append,
                key="plot")  # fmt: skip
    ui = Context(dark())
    plot.place(ui, AREA)
    for _ in range(2):
        assert plot.step(ui, 5) and plot.step(ui, -99)
    assert positions == [40, 0, 40, 0]
    assert not Plot(x=Axis(), key="empty").step(ui, 1)
