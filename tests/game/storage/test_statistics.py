"""Figures of many solves, compared with computations on lists."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.game.storage.averages import AVERAGES, NEVER, average_name
from puzzler.game.storage.solve_columns import SOLVE_COLUMNS, TIME, average_text, sorted_ids
from puzzler.game.storage.statistics import (
    MAX_POINTS,
    PLUS_2,
    SOLVE,
    Average,
    SolveRow,
    Solves,
    Summary,
    curve,
    summary,
)
from puzzler.humanize import DNF, SIGMA, solve_time


@dataclass(frozen=True)
class Solve:
    """A solve."""

    id: int
    at: int
    milliseconds: int
    moves: int
    shortest: int | None
    is_helped: bool


SOLVES = st.lists(
    st.builds(
        Solve,
        st.just(0),
        st.integers(0, 2000),
        st.one_of(st.integers(0, 9), st.integers(0, 10**9)),
        st.one_of(st.integers(1, 5), st.integers(1, 10**6)),
        st.none() | st.integers(1, 300),
        st.sampled_from([False, False, False, True]),
    ),
    max_size=130,
).map(lambda solves: [Solve(n, *list(vars(s).values())[1:]) for n, s in enumerate(solves, 1)])


def pack(solves: list[Solve]) -> Solves:
    rows = [tuple(vars(solve).values()) for solve in solves]
    return np.array([(*row[:4], row[4] or 0, row[5]) for row in rows], SOLVE)


# ---- Reference implementations
# ----------------------------------------------------------------------


LEFT_OUT = {3: 0, 5: 1, 12: 1, 50: 3, 100: 5}
"""The size of an average, and the number of solves excluded at each end."""


def averages(values: list[float], size: int) -> list[float]:
    """Return the means of ``size`` consecutive values without the best and the worst ones."""
    out = LEFT_OUT[size]
    runs = (
        sorted(values[end - size : end])[out : size - out] for end in range(size, len(values) + 1)
    )
    return [sum(run) / len(run) for run in runs]


def naive_summary(solves: list[Solve]) -> Summary:
    solves = [solve for solve in solves if not solve.is_helped]
    if not solves:
        return Summary()
    times, moves = [s.milliseconds / 1000 for s in solves], [s.moves for s in solves]
    efficiencies = [solve.moves / solve.shortest for solve in solves if solve.shortest]
    by_size = {}
    for size in AVERAGES:
        of_times, of_moves = averages(times, size), averages(moves, size)
        current = Average(of_times[-1], of_moves[-1]) if of_times else None
        best = Average(min(of_times), min(of_moves)) if of_times else None
        by_size[size] = (current, best)
    return Summary(
        len(solves),
        min(times),
        min(moves),
        min(efficiencies, default=None),
        by_size,
        Average(sum(times) / len(times), sum(moves) / len(moves)),
        sum(moves) / sum(times) if sum(times) else None,
    )


def flat(summary: Summary) -> dict[str, object]:
    """Return all numbers in a flat dictionary, for approximate comparison."""
    values = vars(summary) | {"averages": None, "mean": None}
    values["mean"] = None if summary.mean is None else summary.mean.seconds
    values["mean of moves"] = None if summary.mean is None else summary.mean.moves
    for size, pair in summary.averages.items():
        for name, average in zip(("current", "best"), pair, strict=True):
            values[f"{name} {size}"] = None if average is None else average.seconds
            values[f"{name} {size} of moves"] = None if average is None else average.moves
    return values


# ---- Comparison with the reference
# ---------------------------------------------------------------------------


@settings(max_examples=50)
@given(SOLVES, st.integers(1, 60))
def test_figures_equal_computations_on_lists(solves, at_once):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("puzzler.game.storage.averages._AT_ONCE", at_once)
        figures = flat(summary(pack(solves)))
    expected = flat(naive_summary(solves))
    assert figures.keys() == expected.keys()
    for name, value in expected.items():
        assert figures[name] == (value if value is None else pytest.approx(value)), name


@settings(max_examples=50)
@given(SOLVES)
def test_a_short_curve_has_every_solve(solves):
    plot = curve(pack(solves))
    counted = [solve for solve in solves if not solve.is_helped]
    times = [solve.milliseconds / 1000 for solve in counted]
    expected = [None] * min(11, len(times)) + averages(times, 12)
    assert plot.count == len(counted)
    assert [(p.id, p.at, p.seconds) for p in plot.points] == [
        (solve.id, solve.at, solve.milliseconds / 1000) for solve in counted
    ]
    assert [point.average for point in plot.points] == pytest.approx(expected)


@pytest.mark.parametrize("count", [399, 400, 401, 799, 12_345])
def test_a_long_curve_is_thinned_evenly_and_keeps_the_fastest_and_the_latest(count):
    times = [5000 + 7919 * number % 10_007 for number in range(count)]
    times[17] = 100
    solves = [Solve(n, n, time, 9, None, False) for n, time in enumerate(times, 1)]
    plot = curve(pack(solves))
    ids = [point.id for point in plot.points]
    assert MAX_POINTS / 2 <= len(ids) <= MAX_POINTS
    assert plot.count == count
    assert 18 in ids
    assert ids[-1] == count
    steps = {b - a for a, b in pairwise(ids) if 18 not in (a, b)}
    assert len(steps) == 1
    assert all(point.seconds == times[point.id - 1] / 1000 for point in plot.points)


VALUES = {
    "date": lambda row: row.id,
    "time": lambda row: row.seconds,
    "moves": lambda row: row.move_count,
    "shortest": lambda row: row.shortest,
    "lost": lambda row: row.lost,
    "moves a second": lambda row: row.moves_a_second,
}
SORTABLE = [column for column in SOLVE_COLUMNS if column.name in VALUES]


@settings(max_examples=50)
@given(SOLVES, st.sampled_from(SORTABLE), st.booleans())
def test_lists_are_sorted_by_any_column(solves, column, is_descending):
    def value(solve: Solve) -> float | None:
        row = SolveRow(
            id=solve.id,
            solved_at=solve.at,
            seed="",
            title="",
            seconds=solve.milliseconds / 1000,
            move_count=solve.moves,
            shortest=solve.shortest,
        )
        return VALUES[column.name](row)

    ids = sorted_ids(pack(solves), column, is_descending=is_descending).tolist()
    rows = [solve for solve in solves if value(solve) is not None]
    unknown = [solve.id for solve in solves if value(solve) is None]
    rows.sort(key=lambda solve: -solve.id)
    rows.sort(key=value, reverse=is_descending)  # the order is stable
    assert ids == [solve.id for solve in rows] + unknown[::-1]


# ---- Averages as text ---------------------------------------------------------------------


def row_of(number: int, seconds: float) -> SolveRow:
    return SolveRow(
        id=number, solved_at=0, seed="", title="", seconds=seconds, move_count=9, board="1 0/3 2"
    )


def array_of(*milliseconds: int) -> Solves:
    return pack([Solve(n, n, each, 9, None, False) for n, each in enumerate(milliseconds, 1)])


def test_an_average_is_copied_like_in_other_timers():
    times = 10_000, 14_000, 12_000, 9_000, 30_000
    five = summary(array_of(*times)).averages[5].current
    rows = [row_of(number, time / 1000) for number, time in enumerate(times, 1)]
    assert five.ids == (1, 2, 3, 4, 5)
    assert five.deviation == pytest.approx(2), "the sample standard deviation of 10, 12 and 14"
    assert average_text(five, rows, date(2026, 11, 28)).split("\n") == [
        "Generated by Puzzler on 2026-11-28",
        f"avg of 5: 12.00 s ({SIGMA} = 2.00)",
        "",
        "Time List:",
        "1. 10.00 s   1 0/3 2",
        "2. 14.00 s   1 0/3 2",
        "3. 12.00 s   1 0/3 2",
        "4. (9.00 s)   1 0/3 2",
        "5. (30.00 s)   1 0/3 2",
    ]


def test_a_mean_of_three_excludes_no_solve():
    three = summary(array_of(9_000, 1_000, 2_000, 3_000, 8_000)).averages[3]
    assert (three.best.seconds, three.best.ids) == (2.0, (2, 3, 4))
    assert (three.best.deviation, three.current.ids) == (pytest.approx(1), (3, 4, 5))
    text = average_text(three.best, [row_of(n, n) for n in (1, 2, 3)], date(2026, 11, 28))
    assert "mean of 3: 2.00 s" in text and "(1.00 s)" not in text


def test_personal_bests_are_faster_than_every_solve_before_them():
    plot = curve(array_of(5_000, 6_000, 4_000, 4_000, 3_000))
    assert plot.best_ids == {1, 3, 5}
    assert [point.is_best for point in plot.points] == [True, False, True, False, True]
    assert curve(array_of()).best_ids == set()


def summary_of_times(*seconds: float | None) -> Summary:
    """Return the summary of solves with these times. None is a DNF."""
    milliseconds = [NEVER if each is None else round(1000 * each) for each in seconds]
    solves = pack([Solve(n, n, each, 9, None, False) for n, each in enumerate(milliseconds, 1)])
    solves["moves"][solves["milliseconds"] == NEVER] = NEVER
    return summary(solves)


@pytest.mark.parametrize(
    ("seconds", "size", "expected"),
    [
        ((10, None, 12, 9, 14), 5, 12.0),  # the DNF is the slowest time and is excluded
        ((10, None, 12, None, 14), 5, math.inf),
        ((8, None, 12), 3, math.inf),  # a mean excludes no time
        ((*[None] * 3, *[10] * 47), 50, 10.0),
        ((*[None] * 4, *[10] * 46), 50, math.inf),
        ((*[None] * 5, *[10] * 95), 100, 10.0),
        ((*[None] * 6, *[10] * 94), 100, math.inf),
    ],
)
def test_a_dnf_is_the_slowest_and_two_of_five_make_the_average_dnf(seconds, size, expected):
    average = summary_of_times(*seconds).averages[size].current
    assert (average.seconds, average.moves < math.inf) == (expected, expected < math.inf)
    assert (average.deviation is None) == (expected == math.inf)


def test_records_and_means_are_of_solved_boards():
    figures = summary_of_times(30, None, 10, 20, None, 40, 50, 60, None)
    assert (figures.count, figures.dnf_count, figures.best_seconds, figures.mean.seconds) == (
        6,
        3,
        10,
        35,
    )
    assert (figures.best_moves, figures.mean.moves) == (9, 9)
    best = figures.averages[5].best
    assert best.seconds == pytest.approx((20 + 40 + 50) / 3), "20, DNF, 40, 50 and 60 are worse"
    assert summary_of_times(None).best_seconds is summary_of_times(None).mean is None
    assert solve_time(summary_of_times(*[None] * 5).averages[5].best.seconds) == "DNF"


def test_an_average_with_a_dnf_is_copied_with_it_in_parentheses():
    rows = [row_of(number, number) for number in range(1, 6)]
    rows[1] = replace(rows[1], penalty=DNF)
    rows[2] = replace(rows[2], penalty=PLUS_2)
    average = summary_of_times(1, None, 3, 4, 5).averages[5].current
    text = average_text(average, rows, date(2026, 11, 28))
    assert "2. (DNF)" in text and "3. 3.00 s+" in text and "avg of 5: 4.00 s" in text
    rows[4] = replace(rows[4], penalty=DNF)
    average = summary_of_times(1, None, 3, 4, None).averages[5].current
    assert "avg of 5: DNF\n" in average_text(average, rows, date(2026, 11, 28))


def test_dnfs_are_in_no_curve_and_sorted_last():
    solves = pack([Solve(n, n, t, 9, None, False) for n, t in enumerate((NEVER, 9, 5, NEVER), 1)])
    plot = curve(solves)
    assert [point.id for point in plot.points] == [2, 3]
    assert (plot.count, plot.best_ids) == (2, {2, 3})
    for is_descending in (False, True):
        ids = sorted_ids(solves, TIME, is_descending=is_descending).tolist()
        assert ids[2:] == [4, 1]


def test_averages_have_the_names_of_the_cube_community() -> None:
    assert [average_name(size) for size in (3, 5, 12)] == ["mo3", "ao5", "ao12"]
