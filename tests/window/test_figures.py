"""Figures as people read them."""

from __future__ import annotations

import pytest

from puzzler.window import figures


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "0"),
        (999, "999"),
        (999.6, "1.0 k"),
        (1_234, "1.2 k"),
        (310_000, "310 k"),
        (999_700, "1.0 M"),
        (2_900_000, "2.9 M"),
        (41_000_000_000, "41.0 G"),
    ],
)
def test_short_counts(value: float, words: str) -> None:
    assert figures.short_count(value) == words


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0:00"), (41.9, "0:41"), (3599, "59:59"), (3723, "1:02:03")]
)
def test_clock_times(seconds: float, words: str) -> None:
    assert figures.clock_time(seconds) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0004, "under 1 ms"), (0.038, "38 ms"), (0.9999, "1.0 s"), (4.2, "4.2 s")],
)
def test_durations(seconds: float, words: str) -> None:
    assert figures.duration(seconds) == words


@pytest.mark.parametrize(("speed", "words"), [(0.5, "0.5/s"), (4.0, "4/s"), (59.7, "60/s")])
def test_speeds(speed: float, words: str) -> None:
    assert figures.speed(speed) == words


def test_counts_know_one_from_many() -> None:
    assert figures.counted(1, "move") == "1 move"
    assert figures.counted(1234, "state") == "1,234 states"
