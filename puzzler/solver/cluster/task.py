"""The code of cluster workers: work on one item, which can be stopped."""

from __future__ import annotations

import ctypes
import hashlib
import os
import signal
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from distributed import Nanny, Worker, WorkerPlugin

from puzzler import version
from puzzler.board.errors import PuzzlerError
from puzzler.solver.processes.pool import Item, Result

Key = tuple[str, int, int, int]
"""A Dask key: name of the pool, number of the run, index of the item, number of the trial."""

_set_exception = ctypes.pythonapi.PyThreadState_SetAsyncExc
_set_exception.argtypes = (ctypes.c_ulong, ctypes.py_object)
_STOPPED = "it was stopped"
_NONE = ctypes.py_object()  # a null pointer, which revokes a pending exception


class Interrupted(Exception):  # noqa: N818  not an error
    """The work was stopped. Send it again if its result is needed."""


# the current work of this process
_lock = threading.Lock()
_threads: dict[object, int] = {}
"""Thread numbers by key."""
_stopped: set[object] = set()
"""Keys of stopped work."""


@cache
def source_version() -> str:
    """The version of puzzler and a digest of its source code without the window.

    Searches of the same version have the same counts.
    """
    folder = Path(version.__file__).parent
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        name = file.relative_to(folder).as_posix()
        if not name.startswith("window/"):
            digest.update(name.encode() + b"\0" + file.read_bytes())
    return f"{version.VERSION} ({digest.hexdigest()[:12]})"


def work_on(work: Callable[[Item], Result], item: Item, key: Key, sender: str) -> Result:
    """Work on one item in a thread of this worker.

    sender: the version of the sender. Another version might count expansions differently.

    Raises PuzzlerError if the sender has another version, Interrupted if the work was stopped.
    """
    if source_version() != sender:
        raise PuzzlerError(f"a worker has puzzler {source_version()}, not {sender}")
    try:
        with _lock:
            _threads[key] = threading.get_ident()
        try:
            return work(item)
        finally:
            _forget(key)
    except KeyboardInterrupt:  # the work did not catch it
        _forget(key)
        raise Interrupted(_STOPPED) from None


def current_tasks() -> list[object]:
    """The keys of the current tasks of this process."""
    with _lock:
        return [*_threads]


class Stopping(WorkerPlugin):
    """Raises KeyboardInterrupt in cancelled tasks and in those of lost clients."""

    def __init__(self, name: str) -> None:
        self.name = name
        """Name of the pool."""

    def transition(self, key: Any, start: str, finish: str, **_: Any) -> None:
        """Called by Dask when the state of a task changes."""
        is_ours = isinstance(key, tuple) and key[0] == self.name
        if is_ours and start == "executing" and finish == "released":
            with _lock:
                if key in _threads:
                    _stopped.add(key)
                    _set_exception(_threads[key], KeyboardInterrupt)


class LocalWorker(Worker):
    """A worker on this machine without output. Its parent ends it."""

    def __init__(self, *args: Any, **keywords: Any) -> None:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 2)
        os.close(silence)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        super().__init__(*args, **keywords)


class LocalNanny(Nanny):
    """Starts a ``LocalWorker``, and another one if it dies."""

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, **{**keywords, "worker_class": LocalWorker})


def _forget(key: Key) -> None:
    """Mark the end of the work. Raises Interrupted if it was stopped. May be repeated."""
    with _lock:
        _threads.pop(key, None)
        was_stopped = key in _stopped
        _stopped.discard(key)
        _set_exception(threading.get_ident(), _NONE)
    if was_stopped:
        raise Interrupted(_STOPPED)
