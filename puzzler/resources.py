"""The folders of Puzzler's assets and of the user's data, and safe ways to read and write files.

Folders are never relative to the current directory. If the environment variable ``PUZZLER_HOME`` is
set, it contains all folders of the user.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import platformdirs

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_PACKAGE = Path(__file__).resolve().parent
_UNFINISHED = ".tmp"
"""Suffix of unfinished files."""
_unfinished: dict[Path, str] = {}
"""Unfinished files of this process, with the names of their notes."""


def assets() -> Path:
    """The folder of the bundled assets: in the package if installed, else in the checkout."""
    installed = _PACKAGE / "assets"
    return installed if installed.is_dir() else _PACKAGE.parent / "assets"


def cache_folder() -> Path:
    """The folder of compiled kernels and tables. It may be missing or read-only."""
    home = own_home()
    return home / "cache" if home else platformdirs.user_cache_path("puzzler", appauthor=False)


def data_folder() -> Path:
    """The folder of settings and the store. It may be missing or read-only."""
    home = own_home()
    return home / "data" if home else platformdirs.user_data_path("puzzler", appauthor=False)


def make_folder(folder: Path) -> None:
    """Create a folder and its missing parents for this user only. Raises OSError on failure."""
    if not folder.is_dir():
        if folder.parent != folder:
            make_folder(folder.parent)
        folder.mkdir(0o700, exist_ok=True)


def read_regular(file: Path, limit: int) -> bytes:
    """Read at most ``limit`` bytes. Raises OSError if the file is not regular or cannot be read.

    A pipe could block, and a device might never end.
    """
    if file.is_file() or not file.exists():  # opening a device can have effects
        with open(file, "rb", opener=_opener) as stream:
            found = os.fstat(stream.fileno())
            if stat.S_ISREG(found.st_mode):  # None if reading would block
                return stream.read(min(limit, found.st_size + 1)) or b""
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    raise OSError(errno.EINVAL, "it is not a regular file")


def read_whole(file: Path, limit: int) -> bytes:
    """Read a regular file. Raises OSError if it has more than ``limit`` bytes or cannot be read."""
    content = read_regular(file, limit + 1)
    if len(content) > limit:
        raise OSError(errno.EFBIG, f"it is larger than {limit:,} bytes")
    return content


def failure(error: OSError) -> str:
    """Return the reason and the file of an error in one line, without its number."""
    return ": ".join(str(part) for part in (error.strerror or error, error.filename) if part)


def _opener(file: str, flags: int) -> int:
    return os.open(file, flags | getattr(os, "O_NONBLOCK", 0))


def resolved(file: Path) -> Path:
    """Return the path without symbolic links. A link that leads to itself remains.

    Before Python 3.13, Path.resolve raises RuntimeError for such a link.
    """
    return Path(os.path.realpath(file))


def write_atomically(file: Path, content: str | bytes) -> None:
    """Write ``content`` to ``file``, all or nothing. Raises OSError on failure.

    Text is written as UTF-8 with the system's line ends. Symbolic links are followed. Devices and
    pipes are written to directly. Data is synced to disk.
    """
    if isinstance(content, str):
        content = content.replace("\n", os.linesep).encode()
    target = resolved(file)
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    with replacing(file) as stream:
        stream.write(content)


@contextlib.contextmanager
def replacing(
    file: Path, *, is_synced: bool = True, is_private: bool = False
) -> Iterator[BinaryIO]:
    """Context manager: yield a stream to a temporary file that replaces ``file`` on normal exit.

    If an exception is raised, ``file`` is unchanged. Symbolic links are followed. Data is synced to
    disk unless ``is_synced`` is false. Raises OSError on failure. is_private: only the user can
    read the new file, and a symbolic link is replaced.
    """
    file = file if is_private else resolved(file)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with unfinished(file.parent, file.name) as new:
        with os.fdopen(os.open(new, flags, 0o600 if is_private else 0o666), "wb") as stream:
            yield stream
            stream.flush()
            if is_synced:
                os.fsync(stream.fileno())
        if (
            not is_private and file.exists() and os.name != "nt"
        ):  # where a read-only file could not be removed
            shutil.copymode(file, new)
        new.replace(file)
    if is_synced:
        sync_folder(file.parent)


@contextlib.contextmanager
def temporary_folder(parent: Path | None = None) -> Iterator[Path]:
    """Context manager: yield a new folder in ``parent``, which is removed at the end."""
    with unfinished(parent or Path(tempfile.gettempdir()), "puzzler") as folder:
        folder.mkdir(0o700)
        yield folder


@contextlib.contextmanager
def unfinished(parent: Path, stem: str) -> Iterator[Path]:
    """Context manager: yield an unused hidden path in ``parent``, which is deleted on exit.

    The path is recorded in a locked note. If the process is killed, the next start of Puzzler
    deletes the path (see ``tidy``).
    """
    with contextlib.ExitStack() as stack:
        token = os.urandom(8).hex()  # process numbers are reused and are the same in two containers
        # no name may be longer than 255
        path = parent.absolute() / f".{stem[:48]}.{token}{_UNFINISHED}"
        stack.callback(_unfinished.pop, path)
        _unfinished[path] = token
        with contextlib.suppress(OSError):  # without a note the file is not tidied
            note = _notes() / token
            make_folder(note.parent)
            stack.callback(_remove, note)
            descriptor = lock(note)
            if descriptor is not None:
                stack.callback(os.close, descriptor)
                os.write(descriptor, os.fsencode(path))
        stack.callback(_remove, path)
        yield path


def remove_unfinished() -> None:
    """Delete the unfinished files of this process, which is about to end. Never raises."""
    for path, token in [*_unfinished.items()]:
        _remove(path)
        with contextlib.suppress(OSError):
            _remove(_notes() / token)


def tidy() -> None:
    """Delete the unfinished files of processes that were killed. Never raises."""
    with contextlib.suppress(OSError):
        for note in filter(Path.is_file, _notes().iterdir()):  # reading a pipe would block
            with contextlib.suppress(OSError, ValueError):  # ValueError: a null byte
                descriptor = lock(note)
                if descriptor is None:  # its process is running
                    continue
                path = Path(os.fsdecode(os.read(descriptor, 1 << 16)))
                os.close(descriptor)
                if path.name.endswith(f".{note.name}{_UNFINISHED}"):
                    _remove(path)
                _remove(note)


def lock(file: Path) -> int | None:
    """Lock ``file`` until the returned descriptor is closed; return None if it is locked already.

    A missing file is created. The lock ends with the process, even if the process is killed. Raises
    OSError if the file system has no locks, as some network folders.
    """
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if sys.platform == "win32" or error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            return None
        raise
    return descriptor


def _notes() -> Path:
    return cache_folder() / "unfinished"


def _remove(path: Path) -> None:
    """Delete a file or folder if it exists and can be deleted."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
    shutil.rmtree(path, ignore_errors=True)


def sync_folder(folder: Path) -> None:
    """Sync renames in ``folder`` to disk, if the system supports that."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def own_home() -> Path | None:
    """Return PUZZLER_HOME as an absolute path, with ``~`` expanded; None if it is not set."""
    text = os.environ.get("PUZZLER_HOME")
    if not text:
        return None
    home = Path(text)
    with contextlib.suppress(RuntimeError):  # the home folder is unknown
        home = home.expanduser()
    return home.absolute()
