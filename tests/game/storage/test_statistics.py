"""Figures of many solves, compared with computations on plain lists."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.game.storage.solve_columns import SOLVE_COLUMNS, sorted_ids
from puzzler.game.storage.statistics import (
    AVERAGES,
    MAX_POINTS,
    SOLVE,
    Average,
    SolveRow,
    Solves,
    Summary,
    curve,
    summary,
)


@dataclass(frozen=True)
class Solve:
    """One solve, as plain as can be."""

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


def packed(solves: list[Solve]) -> Solves:
    rows = [tuple(vars(solve).values()) for solve in solves]
    return np.array([(*row[:4], row[4] or 0, row[5]) for row in rows], SOLVE)


# ---- The plain twins ----------------------------------------------------------------------


LEFT_OUT = {5: 1, 12: 1, 50: 3, 100: 5}
"""By how many solves an average counts, how many of them it leaves out at each end."""


def averages(values: list[float], size: int) -> list[float]:
    """Of every ``size`` neighbours, sorted, without the first and the last."""
    out = LEFT_OUT[size]
    runs = (sorted(values[end - size : end])[out:-out] for end in range(size, len(values) + 1))
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
    """Every number by itself, to be compared approximately."""
    told = vars(summary) | {"averages": None, "mean": None}
    told["mean"] = None if summary.mean is None else summary.mean.seconds
    told["mean of moves"] = None if summary.mean is None else summary.mean.moves
    for size, pair in summary.averages.items():
        for name, average in zip(("current", "best"), pair, strict=True):
            told[f"{name} {size}"] = None if average is None else average.seconds
            told[f"{name} {size} of moves"] = None if average is None else average.moves
    return told


# ---- They agree ---------------------------------------------------------------------------


@settings(max_examples=50)
@given(SOLVES)
def test_every_figure_is_what_plain_lists_say(solves):
    told = flat(summary(packed(solves)))
    expected = flat(naive_summary(solves))
    assert told.keys() == expected.keys()
    for name, value in expected.items():
        assert told[name] == (value if value is None else pytest.approx(value)), name


@settings(max_examples=50)
@given(SOLVES)
def test_a_short_curve_has_every_solve(solves):
    told = curve(packed(solves))
    counted = [solve for solve in solves if not solve.is_helped]
    times = [solve.milliseconds / 1000 for solve in counted]
    expected = [None] * min(11, len(times)) + averages(times, 12)
    assert told.count == len(counted)
    assert [(p.id, p.at, p.seconds) for p in told.points] == [
        (solve.id, solve.at, solve.milliseconds / 1000) for solve in counted
    ]
    assert [point.average for point in told.points] == pytest.approx(expected)


@pytest.mark.parametrize("count", [399, 400, 401, 799, 12_345])
def test_a_long_curve_is_thinned_evenly_and_keeps_the_fastest_and_the_latest(count):
    times = [5000 + 7919 * number % 10_007 for number in range(count)]
    times[17] = 100
    solves = [Solve(n, n, time, 9, None, False) for n, time in enumerate(times, 1)]
    told = curve(packed(solves))
    ids = [point.id for point in told.points]
    assert MAX_POINTS / 2 <= len(ids) <= MAX_POINTS
    assert told.count == count
    assert 18 in ids
    assert ids[-1] == count
    steps = {b - a for a, b in pairwise(ids) if 18 not in (a, b)}
    assert len(steps) == 1
    assert all(point.seconds == times[point.id - 1] / 1000 for point in told.points)


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
def test_lists_are_sorted_by_anything(solves, column, is_descending):
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

    told = sorted_ids(packed(solves), column, is_descending=is_descending).tolist()
    known = [solve for solve in solves if value(solve) is not None]
    unknown = [solve.id for solve in solves if value(solve) is None]
    known.sort(key=lambda solve: -solve.id)
    known.sort(key=value, reverse=is_descending)  # equals stay as they are
    assert told == [solve.id for solve in known] + unknown[::-1]
