"""The whole program at random, and for a long time, but here for a short one."""

from __future__ import annotations

import json
import logging
import random
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from tools.trust import events, soak
from tools.trust.random_use.hand import Event

pytestmark = pytest.mark.usefixtures("compiled")


@pytest.fixture(autouse=True)
def _hooks_as_before() -> Iterator[None]:
    """What the program under test listens with is not left to other tests."""
    logger = logging.getLogger("puzzler")
    handlers, level = logger.handlers, logger.level
    hooks = threading.excepthook, sys.unraisablehook
    yield
    logger.handlers = handlers
    logger.setLevel(level)
    threading.excepthook, sys.unraisablehook = hooks


def test_random_events() -> None:
    arguments = ["--count", "250", "--seed", "1", "--jobs", "1", "--no-watchdog", "--shrink", "5"]
    assert events.main(arguments) == 0


def test_a_fault_is_told_with_the_shortest_sequence_and_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "events.jsonl"
    file.write_text(json.dumps(["key", 97, 0]) + "\n" + json.dumps(["undo_redo", "x"]) + "\n")
    assert events.main(["--jobs", "1", "--replay", str(file)]) == 1
    assert "TypeError" in capsys.readouterr().out


@pytest.mark.parametrize("seed", range(5))
def test_what_does_not_matter_is_left_out(seed: int) -> None:
    generator = random.Random(seed)
    all_events: list[Event] = [["key", number, 0] for number in range(100)]
    needed = sorted(generator.sample(range(100), 3))

    def fails(fewer: list[Event]) -> bool:
        return {number for _, number, _ in fewer} >= set(needed)

    assert [number for _, number, _ in events.shrink(all_events, fails, 60)] == needed


def test_soak() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        measures, faults = pool.submit(soak.soak, 1.5, 2, 0.5).result(timeout=300)
    assert faults == 0
    assert measures[-1].held <= (30, 12, 1)


def test_what_is_open_is_told_as_the_fewest_and_the_most() -> None:
    measures = [soak.Measure(6, 500, 11, threads, 0) for threads in (3, 4, 3)]
    assert soak.told(soak.spans(measures)) == "11, 3 to 4, 0"


def test_the_rise_of_memory() -> None:
    measures = [soak.Measure(minute, 500 + minute / 2, 1, 1, 0) for minute in range(5, 20)]
    assert soak.rise(measures) == pytest.approx(30)
