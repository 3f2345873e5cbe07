"""Sizes and rates of slices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.solver import slices
from puzzler.solver.slices import LARGEST_SLICE, LONGEST_WAIT, RateLimit, Slice


@pytest.fixture(params=[True, False])
def aim(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> float:
    """The target of a slice, with compiled and with plain kernels."""
    monkeypatch.setattr(slices, "is_compiled", lambda: request.param)
    return slices.COMPILED_SLICE if request.param else slices.PLAIN_SLICE


def adapted(budget: int, used: int, seconds: float) -> int:
    found = Slice()
    found.budget = budget
    found.adapt(used, seconds)
    return found.budget


def test_a_slice_approaches_its_time(aim: float) -> None:
    assert adapted(1000, 1000, aim) == 1000
    assert adapted(1000, 1000, 0.6 * aim) == 1000
    assert adapted(1000, 1000, 0.4 * aim) == 2000
    assert adapted(1000, 1000, 2 * aim) == 500
    assert adapted(1000, 400, 2 * aim) == 200
    assert adapted(1000, 1000, 100 * aim) == 100
    assert adapted(3, 1, 100 * aim) == 1


def test_a_short_part_of_a_slice_says_nothing(aim: float) -> None:
    assert adapted(1000, 999, 0.1 * aim) == 1000


def test_there_is_a_largest_slice(aim: float) -> None:
    assert adapted(LARGEST_SLICE - 1, LARGEST_SLICE - 1, 0) == LARGEST_SLICE
    assert adapted(LARGEST_SLICE, LARGEST_SLICE, 0) == LARGEST_SLICE


class Work:
    """Work under a limit of its rate, with its own time."""

    def __init__(self, rate: float | None) -> None:
        self.now = 50.0
        self.limit = RateLimit(lambda: self.now)
        self.limit.set(rate)

    def use(self, seconds: float, most: int = 10**9) -> int:
        """Advance the time, and use what is allowed."""
        self.now += seconds
        allowed = self.limit.allowed(most)
        self.limit.earned -= allowed
        return allowed


def test_one_unit_is_there_at_first_and_after_a_restart() -> None:
    work = Work(10)
    assert [work.use(0), work.use(0), work.use(0.05), work.use(0.0501)] == [1, 0, 0, 1]
    work.use(5)
    work.limit.restart()
    assert [work.use(0), work.use(0.05)] == [1, 0]


def test_there_is_no_limit_at_first() -> None:
    assert RateLimit(lambda: 0.0).allowed(123) == 123


def test_units_are_saved_for_a_tenth_of_a_second() -> None:
    assert Work(10_000).use(60) == 1000
    assert Work(2).use(60) == 1
    assert Work(10_000).use(60, most=7) == 7


def test_units_at_a_high_rate_come_together() -> None:
    work = Work(10_000)  # a portion is 40 units
    work.use(60)
    assert [work.use(0.0039), work.use(0.0002)] == [0, 41]


@given(st.floats(1, 1e6), st.lists(st.floats(0, 0.09), min_size=20, max_size=40))
def test_the_rate_holds(rate: float, pauses: list[float]) -> None:
    work = Work(rate)
    used = sum(map(work.use, pauses))
    portion = max(1.0, rate * slices.COMPILED_SLICE)
    assert used <= sum(pauses) * rate + 1.001
    assert used >= (sum(pauses) - max(pauses)) * rate - portion - 1 or rate < 20


def test_the_wait_ends_when_units_are_there() -> None:
    for rate in (25, 300, 10_000):
        work = Work(rate)
        work.use(60)
        seconds = work.limit.seconds_to_wait()
        assert 0 < seconds < LONGEST_WAIT
        assert work.use(0.99 * seconds) == 0
        assert work.use(0.02 * seconds) > 0
    assert Work(30).limit.seconds_to_wait() == 0
    work = Work(2)
    work.use(0)
    assert work.limit.seconds_to_wait() == LONGEST_WAIT


@pytest.mark.parametrize("rate", [None, 0])
def test_without_a_rate_it_waits_long(rate: float | None) -> None:
    work = Work(rate)
    assert work.limit.seconds_to_wait() == LONGEST_WAIT
    assert work.use(1, most=123) == (123 if rate is None else 1)
