"""Starting threads, their priority, and the end of the process."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import NoReturn, Self, TypeVar
from weakref import WeakSet

from puzzler import resources

Item = TypeVar("Item")
Result = TypeVar("Result")

NICENESS = 5
"""Niceness added to threads of searches, so that the drawing thread comes first."""


_started: WeakSet[threading.Thread] = WeakSet()


class Closable(ABC):
    """An object that is closed at the end of a ``with`` statement."""

    @abstractmethod
    def close(self) -> None:
        """End all background work. May be called repeatedly."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def start_thread(target: Callable[[], object], name: str) -> threading.Thread:
    """Run ``target`` in a daemon thread, which does not keep a crashed program alive."""
    thread = threading.Thread(target=target, name=name, daemon=True)
    _started.add(thread)
    thread.start()
    return thread


def map_in_threads(
    function: Callable[[Item], Result], items: Iterable[Item], threads: int
) -> list[Result]:
    """Call ``function`` for each item in this many threads; return the results in order."""
    # imported here because few processes need it
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(function, items))


def exit_process(status: int) -> NoReturn:
    """Call the exit handlers, then end the process without waiting for threads.

    numba cannot be interrupted while it compiles or loads a kernel, and the process would crash if
    the interpreter shut down during that.
    """
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):  # missing or closed
            stream.flush()
    resources.remove_unfinished()
    os._exit(status)


def exit_with_threads(status: int) -> int:
    """Call ``exit_process`` if a thread of ``start_thread`` is running; else return ``status``."""
    return exit_process(status) if any(thread.is_alive() for thread in _started) else status


def lower_priority() -> None:
    """Lower the priority of the calling thread.

    Only on Linux, because elsewhere the whole process has one priority.
    """
    if sys.platform != "linux":
        return
    thread = threading.get_native_id()
    with contextlib.suppress(OSError):
        niceness = os.getpriority(os.PRIO_PROCESS, thread) + NICENESS
        os.setpriority(os.PRIO_PROCESS, thread, min(niceness, 19))  # the largest
