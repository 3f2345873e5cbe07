"""Signals that come where they cannot be raised at once."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from puzzler.interrupts import Interrupt, late_interrupts, noted_interrupts


@pytest.fixture(autouse=True)
def handler(usual_signals: None) -> Iterator[Interrupt]:
    """The program's, for Ctrl-C and SIGTERM; pytest's own come back at the end."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    own = Interrupt()
    for number in kept:
        signal.signal(number, own)
    yield own
    for number, before in kept.items():
        signal.signal(number, before)


def test_late_signals_are_all_raised_as_one_at_the_end(handler: Interrupt) -> None:
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


def test_the_second_signal_of_those_that_are_noted_is_raised() -> None:
    calls: list[int] = []
    with noted_interrupts(lambda: calls.append(1)) as noted:
        signal.raise_signal(signal.SIGTERM)
        assert noted == [signal.SIGTERM] and calls == [1]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert noted == [signal.SIGTERM] and calls == [1]
