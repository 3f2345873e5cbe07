"""Signals that arrive while they cannot be raised immediately."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from puzzler.interrupts import Interrupt, late_interrupts, noted_interrupts


@pytest.fixture(autouse=True)
def handler(usual_signals: None) -> Iterator[Interrupt]:
    """Install the program's handler of SIGINT and SIGTERM, and restore pytest's afterwards."""
    previous = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    own = Interrupt()
    for number in previous:
        signal.signal(number, own)
    yield own
    for number, before in previous.items():
        signal.signal(number, before)


def test_delayed_signals_are_raised_as_one_exception_at_the_end(handler: Interrupt) -> None:
    done = []

    @late_interrupts()
    def signalled() -> None:
        for number in (signal.SIGINT, signal.SIGINT, signal.SIGTERM):
            signal.raise_signal(number)
            done.append(number)

    with pytest.raises(KeyboardInterrupt):
        signalled()
    assert len(done) == 3 and handler.number == signal.SIGTERM
    assert signal.getsignal(signal.SIGINT) is signal.getsignal(signal.SIGTERM) is handler


def test_a_second_signal_is_raised_immediately() -> None:
    calls: list[int] = []
    with noted_interrupts(lambda: calls.append(1)) as signals:
        signal.raise_signal(signal.SIGTERM)
        assert signals == [signal.SIGTERM] and calls == [1]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signals == [signal.SIGTERM] and calls == [1]
