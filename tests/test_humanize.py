"""Plurals, capitals and number formats."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from pathlib import Path

import pytest

from puzzler import humanize


@pytest.mark.parametrize(
    ("say", "value", "expected"),
    [
        (humanize.sentence, "breadth-first", "Breadth-first"),
        (humanize.sentence, "a solution by A*", "A solution by A*"),
        (humanize.sentence, "mine.py: no function", "mine.py: no function"),
        (humanize.sentence, "failed. see above", "Failed. see above"),
        (humanize.sentence, "", ""),
        (humanize.listed, [], ""),
        (humanize.listed, ["time"], "time"),
        (humanize.listed, ["time", "moves"], "time and moves"),
        (humanize.listed, ["a", "b", "c"], "a, b and c"),
        (humanize.clock_time, 41.9, "0:41"),
        (humanize.clock_time, 3723, "1:02:03"),
        (humanize.precise_time, 1.96, "2.0 s"),
        (humanize.precise_time, 59.96, "1:00.0"),
        (humanize.precise_time, 125, "2:05.0"),
        (humanize.solve_time, 9.844, "9.84 s"),
        (humanize.solve_time, 59.996, "1:00.00"),
        (humanize.solve_time, 3725.5, "1:02:05.50"),
        (humanize.running_time, 0.3, "0:00.30"),
        (humanize.running_time, 41.39, "0:41.39"),
        (humanize.running_time, 3725.59, "1:02:05.59"),
        (humanize.duration, 0.0004, "under 1 ms"),
        (humanize.duration, 0.038, "38 ms"),
        (humanize.duration, 0.9994, "999 ms"),
        (humanize.duration, 0.9996, "1.0 s"),
        (humanize.exact_time, 0.0000632, "0.063 ms"),
        (humanize.exact_time, 0.01234, "12 ms"),
        (humanize.exact_time, 1204.5, "1,204.5 s"),
        (humanize.speed, 0.5, "0.5/s"),
        (humanize.speed, 60.0, "60/s"),
        (humanize.speed, 9.96, "10/s"),
        (humanize.running_time, math.inf, "DNF"),
        (humanize.solve_time, math.inf, "DNF"),
        (humanize.duration, 0.001, "1 ms"),
        (humanize.exact_time, 0.00994, "9.9 ms"),
        (humanize.exact_time, 0.00996, "10 ms"),
        (humanize.exact_time, 0.9996, "1.00 s"),
        (humanize.exact_time, 9.994, "9.99 s"),
        (humanize.exact_time, 9.996, "10.0 s"),
        (humanize.axis_time, 0, "0"),
        (humanize.axis_time, 0.5, "0.5 s"),
        (humanize.axis_time, 60, "1:00"),
        (humanize.axis_count, 9_999, "9,999"),
        (humanize.axis_count, 10_000, "10 k"),
        (humanize.branching, None, "\N{EN DASH}"),
        (humanize.branching, 1.4249, "1.42"),
        (humanize.above_shortest, 1, "at most 1 move above the optimal length"),
        (humanize.long_date, date(2026, 1, 9), "9 January 2026"),
        (humanize.long_date, date(2026, 12, 31), "31 December 2026"),
        (humanize.local_time, 1e20, None),
        (humanize.date_and_time, 1e20, ""),
        (
            humanize.date_and_time,
            datetime(2026, 11, 21, 14, 2).timestamp(),
            "21 Nov 2026, 14:02",
        ),
    ],
)
def test_words(say: Callable[[object], str], value: object, expected: str) -> None:
    assert say(value) == expected


@pytest.mark.parametrize(
    ("at_least", "at_most", "expected"),
    [
        (1, 1, "1 move"),
        (0, 1, "0 to 1 move"),
        (1, 2, "1 to 2 moves"),
        (1, None, "at least 1 move"),
        (1234, None, "at least 1,234 moves"),
        (1234, 5678, "1,234 to 5,678 moves"),
    ],
)
def test_bounds(at_least: int, at_most: int | None, expected: str) -> None:
    assert humanize.counted_between(at_least, at_most, "move") == expected
    assert humanize.between(at_least, at_most) == expected.rpartition(" ")[0]


def test_only_paths_in_the_home_folder_are_short(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert humanize.short_path(tmp_path / "a" / "b.txt") == "~/a/b.txt"
    assert humanize.short_path(tmp_path.parent / "b.txt") == str(tmp_path.parent / "b.txt")


@pytest.mark.parametrize(
    ("count", "exact", "rough", "short"),
    [
        (0, "0 states", "0 states", "0"),
        (1, "1 state", "1 state", "1"),
        (999, "999 states", "999 states", "999"),
        (1_000, "1,000 states", "1,000 states", "1.0 k"),
        (99_949, "99,949 states", "99,949 states", "99.9 k"),
        (99_950, "99,950 states", "99,950 states", "100 k"),
        (999_499, "999,499 states", "999,499 states", "999 k"),
        (999_500, "999,500 states", "1 million states", "1.0 M"),
        (1_000_000, "1,000,000 states", "1 million states", "1.0 M"),
        (6_900_000, "6,900,000 states", "6.9 million states", "6.9 M"),
        (2_000_000_000, "2,000,000,000 states", "2 billion states", "2.0 G"),
    ],
)
def test_counts(count: int, exact: str, rough: str, short: str) -> None:
    assert humanize.counted(count, "state") == exact
    assert humanize.roughly_counted(count, "state") == rough
    assert humanize.short_count(count) == short
    assert humanize.counted(2, "box", "boxes") == "2 boxes"
    assert humanize.roughly_counted(1, "box", "boxes") == "1 box"


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1_000, "1.0 kB"),
        (32_768, "32.8 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"),
        (1_000_000, "1.0 MB"),
        (1_049_999, "1.0 MB"),
        (1_050_001, "1.1 MB"),
        (99_949_999, "99.9 MB"),
        (310_000_000, "310 MB"),
        (999_499_999, "999 MB"),
        (2**31, "2.1 GB"),
        (10**13, "10.0 TB"),
    ],
)
def test_memory(count: int, expected: str) -> None:
    assert humanize.memory(count) == expected


def test_memory_and_its_limit() -> None:
    of_two_gigabytes = partial(humanize.memory_of, limit=2**31)
    assert of_two_gigabytes(100_000_000) == "0.1 of 2.1 GB"
    assert of_two_gigabytes(50_000_000) == "0.1 of 2.1 GB"
    assert of_two_gigabytes(49_900_000) == "49.9 MB of 2.1 GB"
    assert of_two_gigabytes(960) == "960 bytes of 2.1 GB"
    assert of_two_gigabytes(0) == "0.0 of 2.1 GB"
    assert of_two_gigabytes(2**31) == "2.1 of 2.1 GB"
    assert humanize.memory_of(12_000_000, 500_000_000) == "12.0 of 500 MB"
    assert humanize.memory_of(3, 10) == "3 of 10 bytes"


def test_counts_on_an_axis_are_exact_and_short() -> None:
    counts = {
        0: "0",
        25: "25",
        2_000: "2,000",
        20_000: "20 k",
        250_000: "250 k",
        1_500_000: "1.5 M",
        2_000_000_000: "2 G",
    }
    assert {count: humanize.axis_count(count) for count in counts} == counts


def test_a_time_is_printed_like_its_whole_milliseconds() -> None:
    for seconds in (36.7499, 36.75, 36.65, 36.6499, 0.0499, 59.9499, 119.95):
        for say in (humanize.precise_time, humanize.solve_time):
            assert say(seconds) == say(round(1000 * seconds) / 1000)
