"""Temporary files of the tests, in memory if there is enough, because disks are slow."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

MEMORY = Path("/dev/shm")
MIN_FREE = 2 << 30
"""Free bytes that are required: several times the size of the files."""
MAX_AGE = 24 * 3600
"""Age in seconds at which a folder is removed because its process was probably killed."""
PREFIX = "pz-"
"""Short because the path of a socket is limited to about 100 characters."""


def make_folder() -> str:
    """Create a folder for the files of a run, which the caller removes.

    If it is in memory, it also becomes the folder of temporary files of this process and its
    children. Old folders of killed processes are removed. Nothing is in memory if TMPDIR is set.
    """
    if "TMPDIR" in os.environ or not _has_room_in_memory():
        return tempfile.mkdtemp(prefix="puzzler-tests-")
    for left in MEMORY.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > MAX_AGE:
                shutil.rmtree(left)
    folder = tempfile.mkdtemp(prefix=PREFIX, dir=MEMORY)
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    return folder


def _has_room_in_memory() -> bool:
    with suppress(OSError, AttributeError):  # the calls do not exist on every system
        can_run = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
        has_room = shutil.disk_usage(MEMORY).free >= MIN_FREE
        return can_run and has_room and os.access(MEMORY, os.W_OK)
    return False
