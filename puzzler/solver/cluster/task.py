"""What a cluster's workers run: the work on one item, which can be stopped."""

from __future__ import annotations

import ctypes
import hashlib
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic

from distributed import Nanny, Worker, WorkerPlugin

import puzzler
from puzzler.board.errors import PuzzlerError
from puzzler.solver.processes.pool import Item, Result

Key = tuple[str, int, int, int]
"""A key of Dask's: the pool's name, the number of the run, the item's index, and of the trial."""

_set_exception = ctypes.pythonapi.PyThreadState_SetAsyncExc
_set_exception.argtypes = (ctypes.c_ulong, ctypes.py_object)
_STOPPED = "it was stopped"
_NONE = ctypes.py_object()  # a null pointer: an exception that has not come yet is taken back


class Interrupted(Exception):  # noqa: N818  nothing is wrong with it
    """The work was stopped; it has to be sent again if its result is wanted after all."""


# the work under way in this process
_lock = threading.Lock()
_threads: dict[object, int] = {}
"""The thread that does it, by key."""
_stopped: set[object] = set()
"""Keys."""


@dataclass(frozen=True)
class ClusterTask(Generic[Item, Result]):
    """What is sent to a worker."""

    work: Callable[[Item], Result]
    item: Item
    key: Key
    edition: str
    """Of the sender; a worker of another edition might count differently."""


@cache
def edition() -> str:
    """The version of puzzler here, and a digest of its source but for the window's.

    The same where the same searches come to the same counts.
    """
    folder = Path(puzzler.__file__).parent
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        name = file.relative_to(folder).as_posix()
        if not name.startswith("window/"):
            digest.update(name.encode() + b"\0" + file.read_bytes())
    return f"{puzzler.__version__} ({digest.hexdigest()[:12]})"


def do(task: ClusterTask[Item, Result]) -> Result:
    """The work on one item, in a thread of this worker.

    PuzzlerError where the sender has another edition; Interrupted where it was stopped.
    """
    if edition() != task.edition:
        raise PuzzlerError(f"a worker has puzzler {edition()}, not {task.edition}")
    try:
        with _lock:
            _threads[task.key] = threading.get_ident()
        try:
            return task.work(task.item)
        finally:
            _forget(task.key)
    except KeyboardInterrupt:  # after the work, or not caught by it
        _forget(task.key)
        raise Interrupted(_STOPPED) from None


def under_way() -> list[object]:
    """The keys of the tasks that this process works on."""
    with _lock:
        return [*_threads]


class Stopping(WorkerPlugin):
    """Raises KeyboardInterrupt in tasks that are cancelled, also because their client is gone."""

    def __init__(self, name: str) -> None:
        self.name = name
        """Of the pool whose tasks it stops."""

    def transition(self, key: Any, start: str, finish: str, **_: Any) -> None:
        """Called by Dask when a task has changed its state."""
        is_ours = isinstance(key, tuple) and key[0] == self.name
        if is_ours and start == "executing" and finish == "released":
            with _lock:
                if key in _threads:
                    _stopped.add(key)
                    _set_exception(_threads[key], KeyboardInterrupt)


class LocalWorker(Worker):
    """A worker on this machine, without output; its parent ends it."""

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
    """The work has ended; Interrupted if it was stopped. Harmless to repeat."""
    with _lock:
        _threads.pop(key, None)
        was_stopped = key in _stopped
        _stopped.discard(key)
        _set_exception(threading.get_ident(), _NONE)
    if was_stopped:
        raise Interrupted(_STOPPED)
