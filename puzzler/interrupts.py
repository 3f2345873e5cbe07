"""Signals that interrupt the program: Ctrl-C, SIGTERM, SIGHUP and Ctrl-Break."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # the last two: POSIX, Windows
    if hasattr(signal, name)
)


class Interrupt:
    """The handler of these signals while the program runs."""

    def __init__(self) -> None:
        self.number = 0
        """The number of the last signal; 0 before the first."""

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        self.number = number
        raise KeyboardInterrupt


def is_interrupt(error: BaseException | None) -> bool:
    """Whether ``error`` is a KeyboardInterrupt or was caused by one during an import.

    Python 3.11 turns a KeyboardInterrupt in a ``class`` statement into a RuntimeError.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def raise_interrupt(error: BaseException) -> None:
    """Raise KeyboardInterrupt if ``error`` was caused by one during an import."""
    if is_interrupt(error):
        raise KeyboardInterrupt from error


@contextmanager
def late_interrupts() -> Iterator[None]:
    """Context manager: delay signals to its end, for foreign code that cannot be interrupted."""
    received: list[int] = []
    try:
        with noted_interrupts(lambda: None, are_all_noted=True) as received:
            yield
    finally:
        if received:
            raise KeyboardInterrupt


@contextmanager
def noted_interrupts(
    on_interrupt: Callable[[], object], *, are_all_noted: bool = False
) -> Iterator[list[int]]:
    """Context manager: record signals, so that the caller can stop between two steps.

    Yields a list of signal numbers. The first signal is appended and calls ``on_interrupt`` in the
    handler. Later ones raise KeyboardInterrupt unless ``are_all_noted``. In other threads than the
    main thread, and if another handler is installed, the list stays empty.
    """
    received: list[int] = []
    usual = {
        number: handler
        for number in SIGNALS
        if (handler := signal.getsignal(number)) is signal.default_int_handler
        or isinstance(handler, Interrupt)
    }

    def note(number: int, _frame: FrameType | None) -> None:
        if not are_all_noted:
            for each, handler in usual.items():
                signal.signal(each, handler)
        handler = usual[number]
        if isinstance(handler, Interrupt):
            handler.number = number
        received.append(number)
        on_interrupt()

    with suppress(ValueError):  # raised in other threads
        for number in usual:
            signal.signal(number, note)
    try:
        yield received
    finally:
        for number, handler in usual.items():
            if signal.getsignal(number) is note:
                signal.signal(number, handler)


@contextmanager
def without_interrupts(*numbers: int) -> Iterator[None]:
    """Context manager: block signals, by default Ctrl-C, in processes and threads started inside.

    A terminal sends Ctrl-C to all processes; this process receives it at the end of the block and
    ends the others. Does nothing on Windows.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers or {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
