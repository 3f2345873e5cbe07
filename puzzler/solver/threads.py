"""Where threads are created, and how urgent they are."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Self

NICENESS = 5
"""How much less urgent a search is than the thread that draws."""


class Closable(ABC):
    """What is closed at the end of a ``with``."""

    @abstractmethod
    def close(self) -> None:
        """End all that goes on in the background; harmless to repeat."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def start_thread(target: Callable[[], object], name: str) -> threading.Thread:
    """Run ``target`` in a daemon thread: a program that crashes meanwhile still ends."""
    thread = threading.Thread(target=target, name=name, daemon=True)
    thread.start()
    return thread


def lower_priority() -> None:
    """Let other threads, such as the one that draws, go before the calling one.

    On Linux only: elsewhere a priority belongs to the whole process.
    """
    if sys.platform != "linux":
        return
    thread = threading.get_native_id()
    with contextlib.suppress(OSError):
        niceness = os.getpriority(os.PRIO_PROCESS, thread) + NICENESS
        os.setpriority(os.PRIO_PROCESS, thread, min(niceness, 19))  # the largest
