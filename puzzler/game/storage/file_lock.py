"""A lock that windows of one user share: a file, which the system keeps locked while it is open.

It ends with the process, also when that is killed: nobody has to clean up.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import TracebackType

if sys.platform == "win32":
    import msvcrt
else:
    import errno
    import fcntl

PATIENCE = 2.0
"""Seconds to wait for a lock that others hold for a few milliseconds."""
_PAUSE = 0.005
_OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)


class FileLock:
    """A lock on ``file``, which is made where it is not there and stays empty.

    With ``with`` it waits at most two seconds: a window that hangs with the lock in its hand shall
    not take the others down with it. Where nothing can be locked, nobody is locked out.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._descriptor: int | None = None

    def take(self) -> bool:
        """Try to get it, without waiting; False where another window has it."""
        if self._descriptor is not None:
            return True
        try:
            descriptor = os.open(self._file, _OPEN, 0o666)
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

    def __enter__(self) -> FileLock:
        until = time.monotonic() + PATIENCE
        while not self.take() and time.monotonic() < until:
            time.sleep(_PAUSE)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()


if sys.platform == "win32":

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            # some network folders know no locks: two windows are then on their own
            return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
        return True
