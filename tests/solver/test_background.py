"""Work in the background: stepped in a thread, polled, and ended at once when nobody waits."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Generator

import pytest

from puzzler.board.errors import PuzzlerError
from puzzler.solver import threads
from puzzler.solver.worker import call
from tests.solver.scripted import wait_until

PATIENCE = 30.0
"""Seconds after which a test gives up."""


def endless(closed: threading.Event) -> Generator[int, None, None]:
    number = 0
    try:
        while True:
            number += 1
            yield number
    finally:
        closed.set()


def test_it_tells_what_it_does_and_what_came_of_it() -> None:
    gate, threads = threading.Event(), []

    def waiting() -> Generator[str, None, int]:
        yield "half"
        gate.wait(PATIENCE)
        threads.append(threading.current_thread())
        return 42

    with call(waiting()) as work:
        wait_until(lambda: work.latest.step == "half")
        assert (work.latest.is_over, work.latest.result, work.failure) == (False, None, "")
        gate.set()
        wait_until(lambda: work.latest.is_over)
        assert (work.latest.result, work.failure) == (42, "")
    assert threads != [threading.main_thread()]


def test_one_that_fails_is_over_without_a_result() -> None:
    def failing() -> Generator[int, None, None]:
        yield 1
        raise PuzzlerError("no such board")

    with call(failing()) as work:
        wait_until(lambda: work.latest.is_over)
        assert (work.latest.step, work.latest.result) == (1, None)
        assert work.failure == "no such board"


@pytest.mark.parametrize("end", ["cancel", "close", "drop"])
def test_it_ends_when_nobody_waits_any_more(end: str) -> None:
    closed = threading.Event()
    work = call(endless(closed))
    wait_until(lambda: (work.latest.step or 0) > 3)
    if end == "close":
        work.close()
        work.close()
        assert (work.latest.is_over, work.latest.result, work.failure) == (True, None, "")
    elif end == "cancel":
        work.cancel()
    else:
        del work
        gc.collect()
    assert closed.wait(PATIENCE)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere priorities are of processes")
def test_the_priority_of_one_thread_is_lowered():
    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    heard: list[int] = []

    def hear() -> None:
        heard.append(priority())
        threads.lower_priority()
        heard.append(priority())

    before = priority()
    thread = threading.Thread(target=hear)
    thread.start()
    thread.join(60)
    assert heard == [before, min(before + threads.NICENESS, 19)]
    assert priority() == before
