"""What a worker process does: one item after the other, until nobody sends any."""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from multiprocessing.connection import Connection
from typing import Any

LOGGER = "puzzler"


class News(Enum):
    """What a worker sends, with what."""

    DONE = "the result of its item"
    RAISED = "the exception that the work raised"
    LOGGED = "a record for the log"


def labour(
    work: Callable[[Any], object], pipe: Connection, level: int, inherited: Sequence[Connection]
) -> None:
    """Do ``work`` on every item that comes through ``pipe``, and send back what came of it.

    level: of the log. ``inherited`` are the other end of this pipe, and those of other workers'
    pipes: open here, they would keep those workers from seeing that theirs is closed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that made this one ends it
    signal.signal(signal.SIGTERM, _leave)
    for other in inherited:
        other.close()
    threading.Thread(target=_end_with_maker, daemon=True).start()
    log = logging.getLogger(LOGGER)
    log.handlers, log.propagate = [_Sending(pipe)], False
    log.setLevel(level)
    with suppress(EOFError, OSError):  # nobody is at the other end any more
        while True:
            item = pipe.recv()
            try:
                news = News.DONE, work(item)
            except Exception as error:
                news = News.RAISED, _portable(error)
            pipe.send(news)


class _Sending(logging.Handler):
    """Sends records to the process that made this one, which says them."""

    def __init__(self, pipe: Connection) -> None:
        super().__init__()
        self._pipe = pipe

    def emit(self, record: logging.LogRecord) -> None:
        """Send ``record`` without what might not be picklable."""
        if record.exc_info:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        record.msg, record.args, record.exc_info = record.getMessage(), None, None
        with suppress(OSError):
            self._pipe.send((News.LOGGED, record))


def _portable(error: Exception) -> Exception:
    """``error`` with where it happened as a note; one that cannot be sent becomes RuntimeError."""
    place = "".join(traceback.format_exception(error)).rstrip()
    error.add_note(f"in a worker:\n{place}")
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(place)
    return error


def _leave(*_: object) -> None:
    """End, but tidily: what is being written to the disk is removed."""
    sys.exit(128 + signal.SIGTERM)


def _end_with_maker() -> None:
    """End with the process that made this one, also where that was killed."""
    maker = multiprocessing.parent_process()
    if maker is not None:
        maker.join()
        os._exit(1)
