"""Short runs of tools/trust/events.py and tools/trust/soak.py."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from tools.trust import events, soak

pytestmark = pytest.mark.usefixtures("compiled")


def test_random_events() -> None:
    assert events.main(["--count", "40", "--seed", "1", "--jobs", "1", "--no-watchdog"]) == 0


@pytest.mark.slow
def test_soak() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        measures, faults = pool.submit(soak.soak, 1.5, 2, 0.5).result(timeout=300)
    assert faults == 0
    assert measures[-1][2:] <= (30, 12, 1)


def test_the_minima_of_files_threads_and_children() -> None:
    measures = [soak.Measure(6, 500, 11, threads, 0) for threads in (4, 3, 4)]
    assert soak.minima(measures) == (11, 3, 0)


def test_growth_of_memory_is_measured() -> None:
    measures = [soak.Measure(minute, 500 + minute / 2, 1, 1, 0) for minute in range(5, 20)]
    assert soak.rise(measures) == pytest.approx((30, 0), abs=1e-6)


def test_the_growth_of_measures_that_differ_by_chance_has_an_error() -> None:
    measures = [soak.Measure(minute, 500 + minute % 2, 1, 1, 0) for minute in range(4)]
    assert soak.rise(measures) == pytest.approx((12, 60 * 0.08**0.5))
