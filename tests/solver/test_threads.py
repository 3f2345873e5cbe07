"""Threads: how urgent they are."""

from __future__ import annotations

import os
import sys
import threading

import pytest

from puzzler.solver import threads


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
    thread.join()
    assert heard == [before, min(before + threads.NICENESS, 19)]
    assert priority() == before
