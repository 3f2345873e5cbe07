"""A lock that windows of one user share: a file, which the system keeps locked while it is open.

It ends with the process, also when that is killed: nobody has to clean up.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PATIENCE = 2.0
"""Seconds to wait for a lock that others hold for a few milliseconds."""
_PAUSE = 0.005


class FileLock:
    """A lock on ``file``, which is created where it is missing and stays empty.

    Where nothing can be locked every window gets the lock.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._descriptor: int | None = None

    def take(self) -> bool:
        """Take the lock without waiting; False where another window has it."""
        if self._descriptor is not None:
            return True
        try:
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:
            return True
        if not _try_lock(descriptor):
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        """Release the lock; harmless to repeat."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the lock on ``file``; after waiting two seconds go on without it.

    A window that hangs while it holds the lock does not block the others.
    """
    lock, until = FileLock(file), time.monotonic() + PATIENCE
    while not lock.take() and time.monotonic() < until:
        time.sleep(_PAUSE)
    try:
        yield
    finally:
        lock.release()


def _try_lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # some network folders have no locks: two windows are then on their own
        return sys.platform != "win32" and error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True
