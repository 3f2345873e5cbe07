"""The board of the day: days in a row, and results as a line to share."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.game.play.new_boards import daily_streak, day_of, result_line, seed_of
from puzzler.game.storage.statistics import Result
from tests.game.fakes import Stage
from tests.game.test_session import SHUFFLED, solve_by_hand

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


def test_days_in_a_row_count_solves_of_any_board():
    stage = Stage(scenario=SHUFFLED, handed_in={"today": date.today})
    session = stage.session
    assert session.snapshot().play.times.streak == 0
    solve_by_hand(stage)
    assert session.snapshot().play.times.streak == 1
    session.store.connection.execute("UPDATE solves SET solved_at = solved_at - 86400")
    session.boards.begin_scenario(replace(SHUFFLED, seed=9))
    solve_by_hand(stage)
    times = session.snapshot().play.times
    assert times.streak == 2 and len(times.latest) == 2


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
