"""Plots: figures of each algorithm, values at a moment, and the table."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from puzzler.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.lab.plots import PlotSet, as_csv, joint, plotted, title_of
from puzzler.search.inspection.samples import Sampled, SampledFigure, Samples, Series
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.starting import start

PROBLEM = Problem(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3))


def run_search(method: Method, expansions: int) -> Sampled:
    search, samples = start(PROBLEM, method), Samples(method)
    samples.run(search, expansions)
    return samples.snapshot(search)


def plots_of(name: str, expansions: int = 500, owner: str = "") -> PlotSet:
    method = Method(name)
    return plotted(method, run_search(method, expansions), owner)


def series(moments: list[int], values: list[float], width: int = 1) -> Series:
    at = np.array(moments)
    value = np.array(values, np.float64)
    return Series(at - at % width, at, value, value, value, np.ones(len(at), np.int64), value)


def figures(of: PlotSet) -> list[list[str]]:
    return [[curve.figure.value for curve in chart.curves] for chart in of.charts]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("astar", [["f", "g", "h"], ["frontier", "closed"]]),
        ("greedy", [["g", "h"], ["frontier", "closed"]]),
        ("bfs", [["g"], ["frontier", "closed"]]),
        ("dfs", [["g"], ["frontier", "closed"]]),
        ("iddfs", [["g"], ["bound"]]),
        ("idastar", [["f", "g", "h"], ["bound"]]),
        ("bidirectional", [["f", "g", "h"], ["frontier", "closed"], ["bound"]]),
        ("beam", [["g", "h"], ["frontier"]]),
        ("walk", [["g", "h"]]),
        ("anytime", [["length", "proven"]]),
    ],
)
def test_an_algorithm_has_only_meaningful_figures(name: str, expected: list[list[str]]) -> None:
    of = plots_of(name)
    assert figures(of) == expected
    title = f"{', '.join(f for f in 'ghf' if f in expected[0])} of expanded nodes"
    assert of.charts[0].title == title or name == "anytime"
    for curve in of.curves:
        if curve.figure is SampledFigure.BOUND:
            assert curve.title == curve.full_title == ALGORITHMS[name].bound_name.lower()


@pytest.mark.parametrize("name", ALGORITHMS)
def test_curves_of_a_chart_differ_in_more_than_colour(name: str) -> None:
    for chart in plots_of(name).charts:
        assert [curve.number for curve in chart.curves] == [*range(len(chart.curves))]
        assert len({curve.title for curve in chart.curves}) == len(chart.curves)


def test_every_sampled_value_is_displayed() -> None:
    of = plots_of("astar")
    for curve in of.curves:
        for place, moment in enumerate(curve.series.moment.tolist()):
            assert curve.text_at(moment) == f"{curve.series.low[place]:,.0f}"
    reading = of.read(256)
    assert reading is not None and reading.title == "Expansion 256"
    assert [curve.figure for curve, _ in reading.rows] == [c.figure for c in of.curves]
    g, h = (
        int(text)
        for curve, text in reading.rows
        if curve.figure in (SampledFigure.G, SampledFigure.H)
    )
    assert {c.figure: t for c, t in reading.rows}[SampledFigure.F] == str(g + h)


def test_a_reading_is_at_a_moment_with_values_of_all_curves() -> None:
    of = plots_of("astar")
    # sizes are sampled every eight expansions here
    reading = of.read(411)
    assert reading is not None and reading.last == 408
    assert len(reading.rows) == 5
    assert PlotSet((), 0, ()).read(3) is None


def test_several_samples_per_pixel_are_a_range() -> None:
    figures = 1024, 1031, 12.0, 19.0, 15.25, 8, 14.0
    bucket = Series(*(np.array([each]) for each in figures))
    of = plotted(Method("bfs"), Sampled(1031, 8, {SampledFigure.G: bucket}))
    reading = of.read(1027)
    assert reading is not None and reading.title == "Expansions 1,024 to 1,031"
    assert reading.rows[0][1] == "12 to 19, mean 15.2"


def test_a_bound_between_two_samples_is_between_their_values() -> None:
    bound = series([0, 100, 200, 300], [31, 31, 33, 33])
    method = Method("iddfs")
    curve = plotted(method, Sampled(300, 1, {SampledFigure.BOUND: bound})).curves[0]
    assert curve.text_at(50) == "31"
    assert curve.text_at(100) == "31"
    assert curve.text_at(150) == "31 to 33"
    assert curve.text_at(200) == "33"
    assert curve.text_at(900) == "33"


def test_both_bounds_are_constant_between_changes() -> None:
    bounds = {
        SampledFigure.LENGTH: series([5, 80], [60, 50]),
        SampledFigure.PROVEN: series([5, 90], [30, 32]),
    }
    of = plotted(Method("anytime"), Sampled(100, 1, bounds))
    readings = {moment: of.read(moment) for moment in (2, 5, 79, 85, 100)}
    texts = {m: [t for _, t in r.rows] if r else [] for m, r in readings.items()}
    assert texts == {2: [], 5: ["60", "30"], 79: ["60", "30"], 85: ["50", "30"], 100: ["50", "32"]}


def test_several_searches_share_charts_by_figure() -> None:
    lanes = [
        plots_of("astar", owner="A*"),
        plots_of("bfs", owner="Breadth"),
        plots_of("idastar", owner="I"),
    ]
    together = joint(
        lanes,
        (
            SampledFigure.G,
            SampledFigure.H,
            SampledFigure.FRONTIER,
            SampledFigure.BOUND,
            SampledFigure.LENGTH,
        ),
    )
    assert [chart.title for chart in together.charts] == ["g", "h", "Frontier", "Threshold"]
    first = together.charts[0]
    assert [curve.title for curve in first.curves] == ["A*", "Breadth", "I"]
    assert [curve.number for curve in first.curves] == [0, 1, 2]
    # an owner has the same style in every chart
    looks = {(curve.owner, curve.number) for curve in together.curves}
    assert len(looks) == 3
    assert first.curves[0].full_title == "g, A*"
    reading = together.read(256)
    assert reading is not None and {curve.owner for curve, _ in reading.rows} == {
        "A*",
        "Breadth",
        "I",
    }
    rows = list(csv.reader(io.StringIO(as_csv(together))))
    assert {row[0] for row in rows[1:]} == {"A*", "Breadth", "I"}


def test_a_chart_has_the_names_of_its_figure_in_all_searches() -> None:
    lanes = [plots_of(name, owner=name) for name in ("idastar", "bfs", "iddfs", "idastar")]
    titles = [title_of(figure, lanes) for figure in (SampledFigure.BOUND, SampledFigure.G)]
    assert titles == ["Threshold or depth limit", "g"]


@pytest.mark.parametrize("name", ["astar", "idastar", "anytime"])
def test_the_table_has_exactly_the_samples(name: str) -> None:
    of = plots_of(name, 3_000)
    rows = list(csv.DictReader(io.StringIO(as_csv(of))))
    for curve in of.curves:
        figure = curve.figure.value
        if (curve.series.low == curve.series.high).all():
            own = [row for row in rows if row[figure]]
            assert [float(row[figure]) for row in own] == curve.series.last.tolist()
            assert f"{figure} min" not in rows[0], "each row has one value"
            continue
        own = [row for row in rows if row[f"{figure} min"]]
        assert [int(row["first"]) for row in own] == curve.series.first.tolist()
        for part, values in (
            ("min", curve.series.low),
            ("mean", curve.series.mean),
            ("max", curve.series.high),
            ("last", curve.series.last),
        ):
            assert [float(row[f"{figure} {part}"]) for row in own] == values.tolist()
