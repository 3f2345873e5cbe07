"""Signals that arrive while they cannot be raised immediately."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import pytest

from puzzler.interrupts import (
    Interrupt,
    is_interrupt,
    late_interrupts,
    noted_interrupts,
    without_interrupts,
)


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


def test_a_second_signal_is_raised_immediately(handler: Interrupt) -> None:
    calls: list[int] = []
    with noted_interrupts(lambda: calls.append(1)) as signals:
        signal.raise_signal(signal.SIGTERM)
        assert signals == [signal.SIGTERM] and calls == [1]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signals == [signal.SIGTERM] and calls == [1]
    assert handler.number == signal.SIGINT


def test_a_handler_that_was_set_meanwhile_is_kept(handler: Interrupt) -> None:
    with noted_interrupts(lambda: None):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    assert signal.getsignal(signal.SIGINT) is handler


@pytest.mark.skipif(sys.platform == "win32", reason="Windows blocks no signals")
def test_signals_are_blocked_only_inside_or_remain_blocked() -> None:
    def blocked() -> set[int]:
        return {*signal.pthread_sigmask(signal.SIG_BLOCK, ())}

    before = blocked()
    assert signal.SIGINT not in before
    with without_interrupts():
        assert blocked() == before | {signal.SIGINT}
        with without_interrupts(signal.SIGTERM, signal.SIGINT):
            assert blocked() == before | {signal.SIGINT, signal.SIGTERM}
        assert blocked() == before | {signal.SIGINT}
    assert blocked() == before


def test_an_error_during_an_interrupt_is_an_interrupt() -> None:
    error = RuntimeError()
    error.__context__ = KeyboardInterrupt()
    assert is_interrupt(error)
    assert not is_interrupt(RuntimeError())
    assert not is_interrupt(None)
