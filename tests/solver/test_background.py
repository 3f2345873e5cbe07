"""Work in the background: stepped in a thread, polled, and ended at once when nobody waits."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Generator

import pytest

from puzzler.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.search.grading import Band, graded, grading
from puzzler.solver.background import call

PATIENCE = 30.0
"""Seconds after which a test gives up."""


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.001)


def counting(to: int) -> Generator[int, None, str]:
    yield from range(to)
    return f"counted to {to}"


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

    with call(waiting) as work:
        wait_for(lambda: work.latest.step == "half")
        assert (work.latest.is_over, work.latest.result, work.failure) == (False, None, "")
        gate.set()
        wait_for(lambda: work.latest.is_over)
        assert (work.latest.result, work.failure) == (42, "")
    assert threads != [threading.main_thread()]


def test_it_is_prepared_before_all_else_and_in_its_thread() -> None:
    done: list[str] = []
    before = threading.get_ident()

    def prepare() -> None:
        assert threading.get_ident() != before
        done.append("prepared")

    def begin() -> Generator[int, None, str]:
        done.append("begun")
        return counting(3)

    work = call(begin, prepare=prepare)
    wait_for(lambda: work.latest.is_over)
    assert (done, work.latest.result, work.latest.step) == (
        ["prepared", "begun"],
        "counted to 3",
        2,
    )


@pytest.mark.parametrize(
    ("error", "words"),
    [(PuzzlerError("no such board"), "no such board"), (KeyError("x"), "KeyError: 'x'")],
)
def test_a_failure_is_one_line(error: Exception, words: str) -> None:
    def failing() -> Generator[int, None, None]:
        yield 1
        raise error

    work = call(failing)
    wait_for(lambda: work.latest.is_over)
    assert (work.latest.result, work.failure) == (None, words)


@pytest.mark.parametrize("end", ["cancel", "close", "drop"])
def test_it_ends_when_nobody_waits_any_more(end: str) -> None:
    closed = threading.Event()
    work = call(lambda: endless(closed))
    wait_for(lambda: (work.latest.step or 0) > 3)
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


def test_boards_are_graded_as_anywhere(compiled: None) -> None:
    goal, band = Board.solved(4, 4), Band(28, 36)
    with call(lambda: grading(goal, band, 7)) as work:
        wait_for(lambda: work.latest.is_over)
        assert work.latest.result == graded(goal, band, 7)
