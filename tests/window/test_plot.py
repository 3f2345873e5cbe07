"""Plots: where things are, what is drawn, what the pointer reads, and the files."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

import csv
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface

from puzzler.game.watch.plots import Plotted, joint, plotted
from puzzler.humanize import axis_count
from puzzler.search.method import Method
from puzzler.search.samples import Figure, Sampled, Series
from puzzler.window.themes import find_themes, load_theme
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.widgets.control import NO_TOUCH, Touch

AREA = Rect(10, 10, 600, 440)


@pytest.fixture(autouse=True)
def screen() -> Iterator[Surface]:
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode((800, 500))
    pygame.display.quit()
    pygame.font.quit()


def series(moments: Sequence[int], values: Sequence[float]) -> Series:
    at, value = np.array(moments), np.array(values, np.float64)
    return Series(at, at, value, value, value, np.ones(len(at), np.int64), value)


def astar(owner: str = "", last: int = 40, rise: int = 0) -> Plotted:
    """Lines that lie far apart, all straight."""
    moments = [0, last // 2, last]
    of = {
        Figure.G: series(moments, [2, 2, 2]),
        Figure.H: series(moments, [14, 14, 14]),
        Figure.F: series(moments, [26, 26, 26]),
        Figure.FRONTIER: series(moments, [0, 15 + rise, 30 + 2 * rise]),
        Figure.CLOSED: series(moments, [0, 20, 40]),
    }
    return plotted(Method("astar"), Sampled(last, 1, of), owner)


def laid_out(
    shown: Plotted, painter: Painter, area: Rect = AREA
) -> tuple[Plot, Layout, Surface, list[int]]:
    sought: list[int] = []
    plot = Plot("plot", sought.append)
    plot.show(shown, 0.0)
    plot.place(painter, area)
    layout = plot.layout(painter)
    assert layout is not None
    return plot, layout, drawn(plot, painter), sought


def drawn(plot: Plot, painter: Painter, touch: Touch = NO_TOUCH) -> Surface:
    surface = Surface((800, 500))
    surface.fill(painter.theme.panel)
    plot.draw(surface, painter, touch)
    return surface


def is_like(surface: Surface, at: tuple[float, float], color: tuple[int, int, int]) -> bool:
    """A pixel of about that colour lies within two of ``at``."""
    x, y = round(at[0]), round(at[1])
    near = [(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3)]
    return any(
        max(abs(a - b) for a, b in zip(surface.get_at(p)[:3], color, strict=True)) < 40
        for p in near
    )


def ink(surface: Surface, row: int, left: int, right: int, color: tuple[int, int, int]) -> float:
    """The share of a stretch in which something of that colour is at about ``row``."""

    def is_inked(x: int) -> bool:
        pixels = [surface.get_at((x, y))[:3] for y in range(row - 2, row + 3)]
        return any(max(abs(a - b) for a, b in zip(p, color, strict=True)) < 60 for p in pixels)

    return sum(map(is_inked, range(left, right))) / (right - left)


@pytest.mark.parametrize("theme", find_themes())
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.35, 2.0])
def test_lines_are_where_their_values_are_in_colour_and_style(theme: str, scale: float) -> None:
    painter = Painter(load_theme(theme), scale)
    _, layout, surface, _ = laid_out(astar(), painter)
    pane = layout.panes[0]
    shares = []
    for curve in pane.chart.curves:
        row = round(float(pane.tops(curve.series.mean[:1])[0]))
        left, right = pane.plot.left + 20, pane.plot.right - 20
        shares.append(ink(surface, row, left, right, tone_of(painter, curve)))
    f, g, h = shares
    assert f == 1  # solid
    assert 0.2 < h < g < 0.9  # dotted and dashed
    assert len({curve.line for curve in pane.chart.curves}) == 3
    sizes = layout.panes[1]
    frontier = sizes.chart.curves[0]
    middle = layout.lefts(np.array([20.0]))[0], sizes.tops(np.array([15.0]))[0]
    assert is_like(surface, middle, tone_of(painter, frontier))


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 3.0])
@pytest.mark.parametrize("last", [1, 7, 40, 999, 10_000, 1_204_322, 10**9])
@pytest.mark.parametrize("size", [(600, 440), (280, 220), (200, 160)])
def test_no_two_labels_overlap_and_all_are_inside(
    scale: float, last: int, size: tuple[int, int]
) -> None:
    painter = Painter(load_theme("dark"), scale)
    grown = max(1.0, scale)  # letters are never smaller than at scale 1
    area = Rect(5, 5, round(size[0] * grown), round(size[1] * grown))
    _, layout, *_ = laid_out(astar(last=last), painter, area)
    type_size = painter.type_size(TYPE_UNITS)
    places = [place for _, place in layout.marks] + [layout.caption]
    for pane in layout.panes:
        places += [entry.area for entry in pane.entries]
        places.append(pane.well)
        assert len(pane.scale.ticks) >= 2
        tops = pane.tops(np.array(pane.scale.ticks, np.float64)).tolist()
        # values stand a line apart
        gaps = [upper - lower for upper, lower in pairwise(tops)]
        assert min(gaps) >= type_size or len(gaps) == 1
    for one, other in combinations(places, 2):
        assert not one.colliderect(other), (one, other)
    assert all(area.contains(place) for place in places)
    for tick, place in layout.marks:
        assert place.width == painter.text_width(axis_count(tick), Face.FIGURES, type_size)


def test_charts_share_the_axis_of_expansions() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    _, layout, *_ = laid_out(astar(last=1_204_322), painter)
    lefts = {(pane.plot.left, pane.plot.right) for pane in layout.panes}
    assert len(lefts) == 1
    assert [tick for tick, _ in layout.marks][:3] == [0, 200_000, 400_000]


def test_names_stand_beside_the_ends_of_lines_or_in_a_legend() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    _, layout, *_ = laid_out(astar(), painter)
    for pane in layout.panes:
        assert len(pane.entries) == len(pane.chart.curves)
        for entry in pane.entries:
            assert entry.area.left > pane.well.right
            end = float(pane.tops(entry.curve.series.mean[-1:])[0])
            assert abs(entry.area.centery - end) < entry.area.height
    names = ["Weighted A*, misplaced + Manhattan, W 1.5", "A*, Manhattan", "Greedy best-first"]
    lanes = [astar(name, 40 + number) for number, name in enumerate(names)]
    _, layout, *_ = laid_out(joint(lanes, (Figure.G, Figure.H, Figure.FRONTIER)), painter)
    for pane in layout.panes:
        for entry in pane.entries:
            assert pane.head.top <= entry.area.top < pane.well.top
            assert entry.area.right <= AREA.right


@given(
    st.lists(st.floats(0, 300), min_size=1, max_size=6),
    st.floats(8, 30),
)
def test_rows_that_are_moved_apart_stay_between_the_edges(
    wanted: list[float], height: float
) -> None:
    placed = spread(sorted(wanted), height, 0, 300)
    assert all(b - a >= height - 1e-6 for a, b in pairwise(placed))
    assert placed[0] >= -1e-6 and placed[-1] + height <= 300 + 1e-6
    alone = spread([wanted[0]], height, -1000, 1000)
    assert alone == [wanted[0]]


@given(st.floats(0.5, 1e12), st.integers(1, 12))
def test_steps_are_round_and_no_more_than_there_is_room_for(span: float, most: int) -> None:
    step = round_step(span, most)
    assert str(step).rstrip("0") in {"1", "2", "5"}
    assert span <= step * most
    assert len(ticks(0, span, step)) <= most + 1


def test_the_pointer_reads_every_curve() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    plot, layout, _, _ = laid_out(astar(), painter)
    at = round(float(layout.lefts(np.array([20.0]))[0])), layout.panes[0].plot.centery
    assert plot.moment_at(at) == 20
    reading = plot.reading(at)
    assert reading is not None and reading.last == 20
    assert [text for _, text in reading.rows] == ["26", "2", "14", "15", "20"]
    plain = drawn(plot, painter)
    read = drawn(plot, painter, Touch(at=at))
    assert pygame.image.tobytes(plain, "RGB") != pygame.image.tobytes(read, "RGB")
    assert plot.reading((AREA.left, AREA.bottom)) is None
    assert plot.look(Touch(at=at)) != plot.look(NO_TOUCH)


def test_the_keyboard_reads_where_the_playhead_is() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    plot, *_ = laid_out(astar(), painter)
    plot.position = 20
    plain = drawn(plot, painter)
    focused = drawn(plot, painter, Touch(has_focus=True))
    assert pygame.image.tobytes(plain, "RGB") != pygame.image.tobytes(focused, "RGB")


def test_the_playhead_is_at_its_moment_in_every_chart() -> None:
    painter = Painter(load_theme("light"), 1.0)
    plot, layout, without, _ = laid_out(astar(), painter)
    plot.position = 30
    surface = drawn(plot, painter)
    left = round(float(layout.lefts(np.array([30.0]))[0]))
    for pane in layout.panes:
        for row in (pane.plot.top, pane.plot.centery, pane.plot.bottom - 1):
            assert is_like(surface, (left, row), painter.theme.text)
            assert not is_like(without, (left, row), painter.theme.text)


def test_click_drag_and_keys_go_to_a_moment() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    plot, layout, _, sought = laid_out(astar(), painter)
    plot.position = 20
    plot.press((layout.panes[0].plot.left, 100))
    plot.drag((layout.panes[0].plot.right - 1, 100))
    assert sought == [0, 40]
    for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END):
        assert plot.key(key)
    assert sought[2:] == [19, 21, 0, 40]
    assert not plot.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    assert not plot.key(pygame.K_SPACE)


def test_while_a_search_goes_on_the_picture_changes_ten_times_a_second() -> None:
    plot = Plot("plot")
    first, second, third = astar(last=40), astar(last=80), astar(last=120)
    plot.show(first, 1.0)
    plot.show(second, 1.05)
    assert plot.shown is first and plot.seconds_to_change(1.05) == pytest.approx(0.05)
    plot.show(third, 1.08)
    plot.show(third, 1.11)
    assert plot.shown is third and plot.seconds_to_change(1.11) is None
    # another search is shown at once
    plot.show(first, 1.12)
    assert plot.shown is first
    plot.show(None, 1.13)
    assert plot.shown is None


def test_one_chart_changes_in_a_frame_and_the_last_picture_is_the_right_one() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    plot, *_ = laid_out(astar(last=40), painter)
    risen = astar(last=40, rise=5)
    plot.show(risen, 1.0)
    assert plot.shown is not risen and plot.seconds_to_change(1.0) == 0
    plot.show(risen, 1.02)
    looks = [plot.look(NO_TOUCH)]
    pictures = [drawn(plot, painter)]
    while plot.seconds_to_change(1.0) is not None:
        assert plot.seconds_to_change(1.0) == 0
        looks.append(plot.look(NO_TOUCH))
        pictures.append(drawn(plot, painter))
    assert len(pictures) == 2 and looks[0] != looks[1]
    assert plot.look(NO_TOUCH) == looks[1]
    straight = laid_out(astar(last=40, rise=5), painter)[2]
    texts = [pygame.image.tobytes(picture, "RGB") for picture in (*pictures, straight)]
    assert texts[0] != texts[1] == texts[2]


def test_what_there_is_nothing_of_is_not_drawn() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    plot = Plot("plot")
    plot.place(painter, AREA)
    empty = drawn(plot, painter)
    plot.show(plotted(Method("astar"), Sampled(0, 1, {})), 0.0)
    assert pygame.image.tobytes(drawn(plot, painter), "RGB") == pygame.image.tobytes(empty, "RGB")
    assert plot.reading(AREA.center) is None and plot.moment_at(AREA.center) is None


def test_a_band_goes_from_the_smallest_to_the_largest() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    moments = np.array([0, 20, 40])
    wide = Series(
        moments,
        moments,
        np.full(3, 4.0),
        np.full(3, 16.0),
        np.full(3, 10.0),
        np.full(3, 5),
        np.full(3, 9.0),
    )
    shown = plotted(Method("bfs"), Sampled(40, 1, {Figure.G: wide}))
    _, layout, surface, _ = laid_out(shown, painter)
    pane = layout.panes[0]
    left = pane.plot.centerx

    def at(value: float) -> tuple[int, ...]:
        return tuple(surface.get_at((left, round(float(pane.tops(np.array([value]))[0])))))[:3]

    assert at(6) == at(14) != at(18)
    assert at(18) == painter.theme.well


def test_the_picture_is_drawn_at_twice_the_scale_without_a_window(tmp_path: Path) -> None:
    pygame.display.quit()
    pygame.font.quit()
    theme = load_theme("light")
    painter = Painter(theme, 1.25)
    words = save_plot_png(astar(), painter, "A*, Manhattan", tmp_path, "plot")
    file = tmp_path / "plot.png"
    assert words == f"Saved {file}"
    picture = pygame.image.load(file)
    assert picture.get_size() == (2000, 1400)
    assert picture.get_at((5, 5))[:3] == theme.panel
    tones = {theme.accent, theme.bound, theme.good}
    found = {tuple(picture.get_at((x, y)))[:3] for x in range(600, 660) for y in range(1400)}
    assert tones <= found
    assert plot_picture(astar(), theme, 1.0, "A*").get_size() == (1600, 1120)


def test_files_get_new_names_and_an_error_is_one_line(tmp_path: Path) -> None:
    words = [save_plot_csv(astar(), tmp_path, "plot") for _ in range(2)]
    assert words == [f"Saved {tmp_path / 'plot.csv'}", f"Saved {tmp_path / 'plot-2.csv'}"]
    with (tmp_path / "plot.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["f last"] for row in rows] == ["26", "26", "26"]
    missing = tmp_path / "nowhere"
    words = [save_plot_csv(astar(), missing, "plot")]
    words.append(save_plot_png(astar(), Painter(load_theme("dark"), 1.0), "", missing, "plot"))
    for line in words:
        assert line == f"Nothing could be saved in {missing}: No such file or directory"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["plot-2.csv", "plot.csv"]
