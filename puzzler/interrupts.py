"""Ctrl-C, SIGTERM, SIGHUP and Ctrl-Break: each of them interrupts the program as Ctrl-C does."""

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
        """The last of them; 0 until one has come."""

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        self.number = number
        raise KeyboardInterrupt


def is_interrupt(error: BaseException | None) -> bool:
    """Whether it is a KeyboardInterrupt, or what an import has made of one.

    Python 3.11 makes a RuntimeError of one that is raised in a ``class`` statement.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def raise_interrupt(error: BaseException) -> None:
    """Raise KeyboardInterrupt where ``error`` is what an import has made of one."""
    if is_interrupt(error):
        raise KeyboardInterrupt from error


@contextmanager
def late_interrupts() -> Iterator[None]:
    """Raise signals only at the end: for a moment in which foreign code could not bear them."""
    noted: list[int] = []
    try:
        with noted_interrupts(lambda: None, are_all_noted=True) as noted:
            yield
    finally:
        if noted:
            raise KeyboardInterrupt


@contextmanager
def noted_interrupts(
    on_interrupt: Callable[[], object], *, are_all_noted: bool = False
) -> Iterator[list[int]]:
    """Signals as requests that are checked between two steps, so that no step is lost half-way.

    The list is empty until the first signal, which calls ``on_interrupt`` within the signal
    handler; the next one is raised as usual, unless ``are_all_noted``. Only the main thread
    receives signals. Elsewhere, and where another handler is installed, this does nothing.
    """
    noted: list[int] = []
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
        noted.append(number)
        on_interrupt()

    with suppress(ValueError):  # raised in other threads
        for number in usual:
            signal.signal(number, note)
    try:
        yield noted
    finally:
        for number, handler in usual.items():
            if signal.getsignal(number) is note:
                signal.signal(number, handler)


@contextmanager
def without_interrupts(*numbers: int) -> Iterator[None]:
    """Processes that start in here, also later from threads that do, never receive ``numbers``.

    By default that is Ctrl-C. A terminal sends it to all processes; this one receives it afterwards
    and ends the others. On Windows this does nothing.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers or {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
