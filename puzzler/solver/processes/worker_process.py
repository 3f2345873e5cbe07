"""What a worker process does: one item after the other, until its pipe is closed."""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from multiprocessing.connection import Connection
from typing import Any

from puzzler.solver.threads import start_thread

LOGGER = "puzzler"


class Message(Enum):
    """What a worker sends, together with a value."""

    DONE = "the result of its item"
    RAISED = "the exception that the work raised"
    LOGGED = "a record for the log"


def serve(
    work: Callable[[Any], object], pipe: Connection, level: int, inherited: Sequence[Connection]
) -> None:
    """Do ``work`` on every item that comes through ``pipe``, and send back the result.

    level: of the log. ``inherited`` are the other end of this pipe, and those of other workers'
    pipes: open here, they would hide from those workers that theirs was closed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    signal.signal(signal.SIGTERM, _exit)
    for other in inherited:
        other.close()
    start_thread(_end_with_parent, "parent-watch")
    log = logging.getLogger(LOGGER)
    log.handlers, log.propagate = [_PipeHandler(pipe)], False
    log.setLevel(level)
    with suppress(EOFError, OSError):  # the other end is closed
        while True:
            item = pipe.recv()
            try:
                message = Message.DONE, work(item)
            except Exception as error:
                message = Message.RAISED, _portable(error)
            pipe.send(message)


class _PipeHandler(logging.Handler):
    """Sends records to the parent, which logs them."""

    def __init__(self, pipe: Connection) -> None:
        super().__init__()
        self._pipe = pipe

    def emit(self, record: logging.LogRecord) -> None:
        """Send ``record`` without what might not be picklable."""
        if record.exc_info:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        record.msg, record.args, record.exc_info = record.getMessage(), None, None
        with suppress(OSError):
            self._pipe.send((Message.LOGGED, record))


def _portable(error: Exception) -> Exception:
    """``error`` with where it happened as a note; one that cannot be sent becomes RuntimeError."""
    place = "".join(traceback.format_exception(error)).rstrip()
    error.add_note(f"in a worker:\n{place}")
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(place)
    return error


def _exit(*_: object) -> None:
    """Exit in order, so that what is being written to the disk is removed."""
    sys.exit(128 + signal.SIGTERM)


def _end_with_parent() -> None:
    """End with the parent, even if that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
