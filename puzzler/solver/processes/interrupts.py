"""Ctrl-C as a request that is checked between two steps, so that no step is lost half-way."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """Notes the first Ctrl-C while it is open; the next one is raised as usual.

    Only the main thread receives signals. Elsewhere, and where another handler is installed, this
    does nothing.
    """

    def __init__(self, on_interrupt: Callable[[], None]) -> None:
        """``on_interrupt`` is called within the signal handler."""
        self._on_interrupt = on_interrupt
        self._is_noted = False
        self._is_open = (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        )
        if self._is_open:
            signal.signal(signal.SIGINT, self._note)

    def check(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C was noted."""
        if self._is_noted:
            self._is_noted = False
            raise KeyboardInterrupt

    def close(self) -> None:
        """Restore the usual handler."""
        if self._is_open:
            self._is_open = False
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self.close()
        self._is_noted = True
        self._on_interrupt()


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Processes that start in here, also later from threads that do, never receive Ctrl-C.

    A terminal sends it to all processes; this one receives it afterwards and ends the others. On
    Windows this does nothing.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
