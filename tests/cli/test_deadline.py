"""Alarms that end a command."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator

import pytest

from puzzler.search.deadline import TimeUpError, start_alarm, stop_alarm

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms")


@pytest.fixture(autouse=True)
def handler() -> Iterator[None]:
    """Restore the handler of alarms."""
    before = signal.getsignal(signal.SIGALRM)
    yield
    stop_alarm()
    signal.signal(signal.SIGALRM, before)


def test_an_alarm_ends_a_wait() -> None:
    def wait() -> None:
        start_alarm(0.01)
        time.sleep(60)

    with pytest.raises(TimeUpError, match=r"^stopped after 0\.01 s \(--time-limit\)$"):
        wait()


def test_a_stopped_alarm_ends_nothing() -> None:
    start_alarm(60)
    assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    stop_alarm()
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
