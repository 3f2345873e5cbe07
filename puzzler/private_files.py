"""Files that only the user can change: compiled kernels, tables, settings and the store.

A kernel file contains machine code, so loading a file of somebody else would run their code. A file
is trusted if it is a regular file of this user or of root that no one else can write, and if the
same is true of every folder on its path. Windows has other permissions, which are not checked.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from functools import partial
from io import BufferedReader
from pathlib import Path

from puzzler import resources

FILE_MODE = 0o600


def is_trusted_folder(folder: Path) -> bool:
    """Whether no other user can put files into ``folder`` or replace it; False if missing."""
    if os.name == "nt":
        return folder.is_dir()
    try:
        paths, checked = [folder.absolute()], set[Path]()
        while paths:
            path = paths.pop()
            for part in {path, *path.parents} - checked:
                checked.add(part)
                status = part.lstat()
                if not _is_safe(status):
                    return False
                if stat.S_ISLNK(status.st_mode):
                    paths.append(part.parent / part.readlink())
        return folder.is_dir()
    except OSError:
        return False


def is_trusted(file: Path) -> bool:
    """Whether a file exists and only this user and root can change or replace it."""
    with contextlib.suppress(OSError), open_trusted(file):
        return is_trusted_folder(file.parent)
    return False


def open_trusted(file: Path) -> BufferedReader:
    """Open a file for reading without following a link.

    Raises OSError if the file is missing, cannot be read or is not trusted. The folder is not
    checked: see ``is_trusted_folder``.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    stream = os.fdopen(os.open(file, flags | getattr(os, "O_NONBLOCK", 0)), "rb")
    status = os.fstat(stream.fileno())
    if not stat.S_ISREG(status.st_mode) or (os.name != "nt" and not _is_safe(status)):
        stream.close()
        raise OSError(errno.EPERM, "another user can change it", str(file))
    return stream


replacing = partial(resources.replacing, is_private=True)
"""Like ``resources.replacing``, for a file that only the user can read. A link is replaced."""


def create(file: Path) -> None:
    """Create an empty file for this user only, unless it exists. Raises OSError on failure."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))


def _is_safe(status: os.stat_result) -> bool:
    """Whether only this user and root can change a file, or the entries of a folder.

    In a folder with the sticky bit, such as /tmp, nobody can replace the entries of others. A group
    with the number of the user is taken for the private group of the user.
    """
    mode = status.st_mode
    if status.st_uid not in (0, os.getuid()):
        return False
    if stat.S_ISLNK(mode) or (stat.S_ISDIR(mode) and mode & stat.S_ISVTX):
        return True
    is_group_safe = not mode & stat.S_IWGRP or status.st_gid == status.st_uid
    return is_group_safe and not mode & stat.S_IWOTH
