"""The plot of a search: its curves and saved files."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pygame

from puzzler.game.lab.plots import PlotSet, as_csv, joint, plotted
from puzzler.search.inspection.samples import Sampled, SampledFigure, Series
from puzzler.search.method import Method
from puzzler.window.common.search_plot import (
    as_png,
    plot_picture,
    search_plot,
)
from puzzler.window.core.themes import load_theme
from puzzler.window.export.saving import save_new
from puzzler.window.toolkit.plot_chart import Dash


def series(moments: Sequence[int], values: Sequence[float]) -> Series:
    at, value = np.array(moments), np.array(values, np.float64)
    return Series(at, at, value, value, value, np.ones(len(at), np.int64), value)


def astar(owner: str = "") -> PlotSet:
    moments = [0, 20, 40]
    of = {
        SampledFigure.G: series(moments, [2, 2, 2]),
        SampledFigure.H: series(moments, [14, 14, 14]),
        SampledFigure.F: series(moments, [26, 26, 26]),
        SampledFigure.FRONTIER: series(moments, [0, 15, 30]),
        SampledFigure.CLOSED: series(moments, [0, 20, 40]),
    }
    return plotted(Method("astar"), Sampled(40, 1, of), owner)


def test_curves_are_distinguishable_and_can_be_read_at_any_moment() -> None:
    plot = search_plot(astar(), key="plot")
    nodes, sizes = plot.charts
    assert [each.name for each in nodes.series] == ["f", "g", "h"]
    assert len({each.dash for each in nodes.series}) == 3
    assert len({each.color for each in nodes.series}) == 3
    assert plot.x.high == 40 and sizes.y.low == 0.0
    reading = plot.read_out(20)
    assert reading.x == 20 and reading.title == "Expansion 20"
    assert [words for *_, words in reading.rows] == ["26", "2", "14", "15", "20"]


def test_each_search_has_its_own_curve() -> None:
    plot = search_plot(
        joint([astar("1 A*"), astar("2 A*")], [SampledFigure.G, SampledFigure.H]), key="plot"
    )
    for chart in plot.charts:
        assert [(each.name, each.dash) for each in chart.series] == [
            ("1 A*", Dash.SOLID), ("2 A*", Dash.DASHED)
        ]  # fmt: skip


def test_the_picture_is_drawn_at_twice_the_scale_without_a_window(tmp_path: Path) -> None:
    pygame.display.quit()
    pygame.font.quit()
    theme = load_theme("light")
    (tmp_path / "plot.png").write_bytes(as_png(plot_picture(astar(), theme, 1.25, "A*")))
    picture = pygame.image.load(tmp_path / "plot.png")
    assert picture.get_size() == (2000, 1400)
    assert picture.get_at((5, 5))[:3] == theme.panel
    found = {tuple(picture.get_at((x, y)))[:3] for x in range(600, 660) for y in range(1400)}
    assert {theme.accent, theme.bound, theme.good} <= found
    assert plot_picture(astar(), theme, 1.0, "A*").get_size() == (1600, 1120)


def test_files_get_new_names_and_an_error_is_one_line(tmp_path: Path) -> None:
    words = [save_new(as_csv(astar()), tmp_path, "plot", ".csv") for _ in range(2)]
    assert words == [f"Saved {tmp_path / 'plot.csv'}", f"Saved {tmp_path / 'plot-2.csv'}"]
    with (tmp_path / "plot.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["f"] for row in rows] == ["26", "26", "26"]
    missing = tmp_path / "nowhere"
    words = [save_new("", missing, "plot", ".csv")]
    assert words == [f"The file could not be saved in {missing}: No such file or directory"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["plot-2.csv", "plot.csv"]
