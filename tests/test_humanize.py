"""Plurals, capitals and number formats."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from puzzler import humanize


@pytest.mark.parametrize(
    ("say", "value", "expected"),
    [
        (humanize.sentence, "breadth-first", "Breadth-first"),
        (humanize.sentence, "a solution by A*", "A solution by A*"),
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
    ],
)
def test_words(say: Callable[[object], str], value: object, expected: str) -> None:
    assert say(value) == expected


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
