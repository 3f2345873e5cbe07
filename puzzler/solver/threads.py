"""Where threads are created, and how urgent they are."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NoReturn, Self
from weakref import WeakSet

from puzzler import resources

NICENESS = 5
"""How much less urgent a search is than the thread that draws."""


_started: WeakSet[threading.Thread] = WeakSet()


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
    _started.add(thread)
    thread.start()
    return thread


def leave(status: int) -> NoReturn:
    """End the process without waiting for its threads, after what is registered for its end.

    numba cannot be interrupted while it compiles or loads a kernel, and where Python itself ends
    meanwhile the process crashes.
    """
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):  # there is none; it is shut
            stream.flush()
    resources.remove_unfinished()
    os._exit(status)


def leave_threads(status: int) -> int:
    """``leave`` where a thread of ``start_thread`` runs; else ``status``."""
    return leave(status) if any(thread.is_alive() for thread in _started) else status


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
