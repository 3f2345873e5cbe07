"""Ctrl-C as a request that is met between two steps, so that nothing is lost half way through."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType


class Interrupts:
    """Takes Ctrl-C for as long as it is open: the first is noted, the next raised as usual.

    Only the main thread hears of signals, and only where nobody else has a say in them; elsewhere
    this does nothing.
    """

    def __init__(self, on_interrupt: Callable[[], None]) -> None:
        """``on_interrupt`` is called within the signal handler, and wakes whoever waits."""
        self._on_interrupt = on_interrupt
        self._is_noted = False
        self._is_open = (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        )
        if self._is_open:
            signal.signal(signal.SIGINT, self._note)

    def check(self) -> None:
        """Raise KeyboardInterrupt where one was noted."""
        if self._is_noted:
            self._is_noted = False
            raise KeyboardInterrupt

    def close(self) -> None:
        """Leave Ctrl-C to itself again."""
        if self._is_open:
            self._is_open = False
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self.close()
        self._is_noted = True
        self._on_interrupt()
