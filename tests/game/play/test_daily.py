"""The daily board: streaks and results as a line to share."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.game.play.new_boards import (
    daily,
    daily_results,
    daily_size,
    daily_streak,
    day_of,
    result_line,
    seed_of,
)
from puzzler.game.storage.statistics import Result
from tests.game.fakes import Stage
from tests.game.test_session import SHUFFLED, solve_by_hand

TODAY = date(2026, 11, 23)


@given(st.dates(date(1000, 1, 1)))
def test_only_daily_seeds_have_a_date(day):
    assert day_of(str(seed_of(day))) == day
    assert {*map(day_of, ["", "7", "20261301", "x0261123", "None"])} == {None}


def make_solve(day: date, days_later: int = 0, seconds: float = 9.0, size=None) -> Result:
    seed, solved_on = str(seed_of(day)), day + timedelta(days_later)
    return Result(size or daily_size(day), seed, seconds, 30, solved_on=solved_on)


@given(st.sets(st.integers(0, 12)))
def test_a_streak_ends_today_or_yesterday(ago):
    solves = [make_solve(TODAY - timedelta(days)) for days in ago]
    first = 0 if 0 in ago else 1
    expected = next(count for count in range(14) if first + count not in ago)
    other = Result((3, 3), "4711", 1.0, 1, solved_on=TODAY)
    assert daily_streak([*solves, other], TODAY) == expected


def test_a_past_day_counts_for_the_streak_only_if_it_was_solved_in_time():
    yesterday = TODAY - timedelta(1)
    assert daily_streak([make_solve(TODAY), make_solve(yesterday, 1)], TODAY) == 2, "past midnight"
    assert daily_streak([make_solve(TODAY), make_solve(yesterday, 2)], TODAY) == 1, (
        "from the archive"
    )


def test_the_first_result_of_each_day_and_size_counts():
    fast, slow, other = (
        make_solve(TODAY, 0, 5.0),
        make_solve(TODAY, 3, 8.0),
        make_solve(TODAY, 0, 1.0, (2, 2)),
    )
    assert daily_results([other, fast, slow]) == {TODAY: fast}


def test_a_retry_does_not_replace_the_first_result():
    stage = Stage(scenario=replace(SHUFFLED, seed=seed_of(TODAY), difficulty="daily"))
    solve_by_hand(stage, detour=2)
    session = stage.session
    session.boards.restart()
    solve_by_hand(stage)
    slow, fast = session.store.solves.daily()
    assert slow.seconds > fast.seconds
    assert daily_results([slow, fast]) == {TODAY: slow}


def test_each_weekday_has_a_size():
    week = [daily_size(TODAY + timedelta(days)) for days in range(7)]
    assert week == [daily_size(TODAY + timedelta(7 + days)) for days in range(7)]
    assert week[0] == (3, 3), "a Monday"
    assert {*week} == {(3, 3), (4, 4), (5, 5)}
    for days in range(7):
        day = TODAY + timedelta(days)
        assert daily(day).start.size == daily_size(day)


def test_the_play_streak_counts_solves_of_any_board():
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
    ("figures", "line"),
    [
        ((9.84, 25, 25), "25 of 25 moves, 9.84 s"),
        ((9.844, 27, 25), "27 moves (shortest 25), 9.84 s"),
        ((125.3, 1), "1 move, 2:05.30"),
    ],
)
def test_a_result_is_one_line_without_an_address(figures, line):
    def line_of(seed: str, *, is_daily: bool) -> str:
        return result_line(Result((3, 3), seed, *figures), is_daily=is_daily)

    assert line_of("20261123", is_daily=True) == f"Puzzler 3x3, 2026-11-23: {line}"
    assert line_of("42", is_daily=False) == f"Puzzler 3x3, seed 42: {line}"
    assert line_of("", is_daily=False) == f"Puzzler 3x3: {line}"
