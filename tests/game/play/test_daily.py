"""The board of the day: days in a row, and results as a line to share."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.game.play.new_boards import daily_streak, day_of, result_line, seed_of
from puzzler.game.storage.statistics import Result

TODAY = date(2026, 11, 23)


@given(st.dates(date(1000, 1, 1)))
def test_a_seed_names_its_day_and_others_none(day):
    assert day_of(str(seed_of(day))) == day
    assert {*map(day_of, ["", "7", "20261301", "x0261123", "None"])} == {None}


@given(st.sets(st.integers(0, 12)))
def test_days_in_a_row_end_today_or_yesterday(ago):
    seeds = [str(seed_of(TODAY - timedelta(days))) for days in ago]
    first = 0 if 0 in ago else 1
    expected = next(count for count in range(14) if first + count not in ago)
    assert daily_streak([*seeds, "4711"], TODAY) == expected


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (Result(9.84, 25, 25), "25 of 25 moves, 9.84 s"),
        (Result(9.844, 27, 25), "27 moves (shortest 25), 9.84 s"),
        (Result(125.3, 1), "1 move, 2:05.30"),
    ],
)
def test_a_result_is_one_line_without_an_address(result, line):
    size = 3, 3
    assert (
        result_line(size, "20261123", result, is_daily=True) == f"Puzzler 3x3, 2026-11-23: {line}"
    )
    assert result_line(size, "42", result, is_daily=False) == f"Puzzler 3x3, seed 42: {line}"
    assert result_line(size, "", result, is_daily=False) == f"Puzzler 3x3: {line}"
