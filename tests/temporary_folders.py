"""Temporary files of the tests, in memory where there is room: nothing then waits for a disk."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

MEMORY = Path("/dev/shm")
LEAST_FREE = 2 << 30
"""Bytes: several times what the tests take."""
FORGOTTEN_AFTER = 24 * 3600
"""Seconds after which a folder was left by a process that was killed."""
PREFIX = "pz-"
"""Short, for the name of a socket has room for a hundred letters only."""


def make_folder() -> str:
    """A new folder for the files of one run, to be removed at its end.

    In memory all temporary files of this process and its children go there, if nothing else was
    chosen. What killed processes have left there is removed.
    """
    if "TMPDIR" in os.environ or not _is_good():
        return tempfile.mkdtemp(prefix="puzzler-tests-")
    for left in MEMORY.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > FORGOTTEN_AFTER:
                shutil.rmtree(left)
    folder = tempfile.mkdtemp(prefix=PREFIX, dir=MEMORY)
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    return folder


def _is_good() -> bool:
    with suppress(OSError, AttributeError):  # not on every system
        can_run = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
        has_room = shutil.disk_usage(MEMORY).free >= LEAST_FREE
        return can_run and has_room and os.access(MEMORY, os.W_OK)
    return False
