"""Samples of a search compared with single steps and with lists."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board
from puzzler.board.scenario import Problem
from puzzler.search.algorithms.beam import Beam
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection import samples as samples_module
from puzzler.search.inspection.samples import Buckets, Sampled, SampledFigure, Samples
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.starting import start

SMALL = Problem(Board.parse("5 4 3/2 1 0"), Board.solved(2, 3))
MIDDLE = Problem(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3))
MIXED = "anytime", "shortest"
STEPPED = [name for name in ALGORITHMS if name not in MIXED]
METHODS = [
    *(Method(name) for name in ALGORITHMS),
    Method("astar", "manhattan", 1.5),
    Method("astar", "manhattan", ties="fifo"),
    Method("idastar", "linear-conflict"),
    Method("dfs", depth_limit=14),
    Method("bfs", order="RDLU"),
]


def step_values(
    problem: Problem, method: Method, limit: int
) -> dict[SampledFigure, dict[int, float]]:
    """Return every figure at every moment by single steps."""
    search = start(problem, method)
    values: dict[SampledFigure, dict[int, float]] = {figure: {} for figure in SampledFigure}
    tables = HEURISTICS[method.heuristic].build(problem.goal)
    is_path = isinstance(search.stepping, DepthFirst)

    def note_state(moment: int) -> None:
        g, h = search.stats().depth, tables.evaluate(search.current())
        values[SampledFigure.G][moment] = g
        if ALGORITHMS[method.algorithm].uses("heuristic") and method.algorithm != "bidirectional":
            values[SampledFigure.H][moment] = h
            values[SampledFigure.F][moment] = g + method.weight * h

    while search.expanded < limit:
        before = search.expanded
        stats = search.stats()
        values[SampledFigure.FRONTIER][before] = stats.frontier
        values[SampledFigure.CLOSED][before] = stats.expanded - stats.reopened
        values[SampledFigure.BOUND][before] = stats.bound
        if is_path:
            note_state(before + 1)  # the last state of the path is expanded next
        status = search.advance(1)
        is_beam = isinstance(search.stepping, Beam)
        if search.expanded == before or (is_beam and search.stepping.moves):
            break  # a beam search with a solution has its length as bound
        if not is_path and (status is Status.RUNNING or method.algorithm == "walk"):
            note_state(search.expanded)
    return values


def take_samples(problem: Problem, method: Method, budgets: list[int], limit: int) -> Sampled:
    """Sample a search in slices of these lengths, repeated."""
    search, samples = start(problem, method), Samples(method)
    while search.status is Status.RUNNING and search.expanded < limit:
        for budget in budgets:
            samples.run(search, min(budget, limit - search.expanded))
            if len(budgets) > 1:  # reading the samples changes nothing
                samples.snapshot(search)
    return samples.snapshot(search)


def is_same(one: Sampled, other: Sampled) -> bool:
    return (
        one.expansions == other.expansions
        and one.series.keys() == other.series.keys()
        and all(
            np.array_equal(getattr(one.series[figure], part), getattr(other.series[figure], part))
            for figure in one.series
            for part in ("first", "moment", "low", "high", "mean", "last")
        )
    )


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.title)
def test_samples_equal_single_steps(method: Method) -> None:
    limit = 200
    expected = step_values(SMALL, method, limit)
    shown = take_samples(SMALL, method, [7], limit)
    assert shown.width == 1
    for figure, series in shown.series.items():
        if method.algorithm in MIXED:
            continue
        by_moment = expected[figure]
        for place, moment in enumerate(series.moment.tolist()):
            # at the end the goal is removed from the frontier but not expanded
            is_over = figure is SampledFigure.FRONTIER and moment == shown.expansions
            if moment in by_moment and figure is not SampledFigure.BOUND and not is_over:
                assert series.low[place] == series.high[place] == by_moment[moment], (
                    figure,
                    moment,
                )
    if method.algorithm in STEPPED:
        series = shown.series[SampledFigure.G]
        expected_moments = sorted(m for m in expected[SampledFigure.G] if m <= shown.expansions)
        missing = set(expected_moments) - set(series.moment.tolist())
        # The last expansion of a search is visible only in its nodes.
        assert len(missing) <= 1 + (method.algorithm == "beam") * len(expected_moments)


def test_a_bidirectional_search_has_values_of_both_sides() -> None:
    method = Method("bidirectional", "misplaced")
    series = take_samples(MIDDLE, method, [40], 150).series
    g, h, f = (
        series[figure].mean for figure in (SampledFigure.G, SampledFigure.H, SampledFigure.F)
    )
    assert f.tolist() == (g + h).tolist()
    estimates = [HEURISTICS["misplaced"].build(end) for end in (MIDDLE.goal, MIDDLE.start)]
    search = start(MIDDLE, method)
    for moment, depth, value in zip(series[SampledFigure.G].moment.tolist(), g, h, strict=True):
        search.advance(moment - search.expanded)
        assert search.stats().depth == depth
        assert value in {end.evaluate(search.current()) for end in estimates}


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.title)
def test_samples_do_not_depend_on_slices(method: Method) -> None:
    limit = 1_500
    unsliced = take_samples(MIDDLE, method, [10**9], limit)
    pieces = take_samples(MIDDLE, method, [1, 2, 97, 500], limit)
    assert is_same(unsliced, pieces)


@pytest.mark.parametrize("name", ["astar", "idastar", "bfs", "anytime"])
def test_running_a_search_again_adds_no_samples(name: str) -> None:
    method = Method(name)
    search, samples = start(MIDDLE, method), Samples(method)
    samples.run(search, 1_000)
    before = samples.snapshot(search)
    anew = start(MIDDLE, method)
    samples.run(anew, 400)
    assert samples.snapshot(anew) is before
    samples.run(anew, 1_100)
    search = start(MIDDLE, method)
    straight = Samples(method)
    straight.run(search, 1_500)
    assert is_same(samples.snapshot(anew), straight.snapshot(search))


values = st.lists(st.integers(-50, 50), min_size=1, max_size=150)


@settings(max_examples=40)
@given(values, st.integers(1, 9), st.integers(0, 5))
def test_buckets_equal_those_of_a_list_of_all_values(cut: list[int], piece: int, gap: int) -> None:
    default_limit, samples_module.MAX_BUCKETS = samples_module.MAX_BUCKETS, 8
    try:
        buckets = Buckets(2)
        moments = [index * (1 + gap) for index in range(len(cut))]
        for first in range(0, len(cut), piece):
            part = slice(first, first + piece)
            column = np.array(cut[part], np.float64)[:, None]
            buckets.add(slice(1, 2), np.array(moments[part]), column)
        assert np.isnan(buckets.low[:, 0]).all()
        assert moments[-1] // buckets.width < 8
        for bucket in range(8):
            own = [
                value
                for moment, value in zip(moments, cut, strict=True)
                if moment // buckets.width == bucket
            ]
            if not own:
                assert np.isnan(buckets.low[bucket, 1])
                continue
            assert buckets.low[bucket, 1] == min(own)
            assert buckets.high[bucket, 1] == max(own)
            assert buckets.total[bucket, 1] == sum(own)
            assert buckets.count[bucket, 1] == len(own)
            assert buckets.last[bucket, 1] == own[-1]
    finally:
        samples_module.MAX_BUCKETS = default_limit


def test_bounds_of_a_solution_change_with_its_improvements() -> None:
    method = Method("anytime")
    search, samples = start(MIDDLE, method), Samples(method)
    samples.run(search, 10**6)
    shown = samples.snapshot(search)
    assert shown.series.keys() == {SampledFigure.LENGTH, SampledFigure.PROVEN}
    lengths, bounds = shown.series[SampledFigure.LENGTH], shown.series[SampledFigure.PROVEN]
    assert lengths.high[0] == search.improvements[0].length
    assert lengths.last[-1] == bounds.last[-1] == len(search.solution())
