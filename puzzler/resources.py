"""Where Puzzler's assets and the user's own folders are.

Folders are never relative to the current directory. All of the user's folders lie under the
environment variable ``PUZZLER_HOME`` where that is set.
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
"""The end of the name of what is not finished."""
_unfinished: dict[Path, str] = {}
"""What this process has not finished, and the names of the notes."""


def assets() -> Path:
    """The folder of the bundled assets: inside the package when installed, else in the checkout."""
    installed = _PACKAGE / "assets"
    return installed if installed.is_dir() else _PACKAGE.parent / "assets"


def cache_folder() -> Path:
    """Where compiled kernels and tables are kept; may not exist yet, may not be writable."""
    home = _home()
    return home / "cache" if home else platformdirs.user_cache_path("puzzler", appauthor=False)


def data_folder() -> Path:
    """Where settings and the store are kept; may not exist yet, may not be writable."""
    home = _home()
    return home / "data" if home else platformdirs.user_data_path("puzzler", appauthor=False)


def read_regular(file: Path, most: int) -> bytes:
    """At most ``most`` bytes of a regular file; OSError where it is none or cannot be read.

    A pipe could block, and a device never end.
    """
    if file.is_file() or not file.exists():  # opening a device can do something
        with open(file, "rb", opener=_opener) as stream:
            found = os.fstat(stream.fileno())
            if stat.S_ISREG(found.st_mode):  # None where it would have to wait
                return stream.read(min(most, found.st_size + 1)) or b""
    raise OSError(errno.EINVAL, "it is not a regular file")


def read_whole(file: Path, most: int) -> bytes:
    """A regular file of at most ``most`` bytes; OSError where it is none or cannot be read."""
    content = read_regular(file, most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most:,} bytes")
    return content


def _opener(file: str, flags: int) -> int:
    return os.open(file, flags | getattr(os, "O_NONBLOCK", 0))


def write_atomically(file: Path, content: str | bytes) -> None:
    """Put ``content`` into ``file``, all of it or nothing; OSError where that cannot be done.

    Text is written as UTF-8 with the system's line ends. A link stays a link and what it points to
    is replaced; a device or a pipe is written to. It is on the disk when this returns.
    """
    if isinstance(content, str):
        content = content.replace("\n", os.linesep).encode()
    target = file.resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    with replacing(file) as stream:
        stream.write(content)


@contextlib.contextmanager
def replacing(file: Path, *, is_synced: bool = True) -> Iterator[BinaryIO]:
    """Write into a new file that takes the place of the regular file ``file`` at the end.

    Nothing is replaced where an exception ends the ``with``. OSError where it cannot be done. A
    link stays a link and what it points to is replaced; what was written is on the disk then,
    unless ``is_synced`` is false.
    """
    file = file.resolve()
    with unfinished(file.parent, file.name) as new:
        with new.open("xb") as stream:
            yield stream
            stream.flush()
            if is_synced:
                os.fsync(stream.fileno())
        if file.exists() and os.name != "nt":  # there a read-only one could not be removed either
            shutil.copymode(file, new)
        new.replace(file)
    if is_synced:
        _sync_folder(file.parent)


@contextlib.contextmanager
def temporary_folder(parent: Path | None = None) -> Iterator[Path]:
    """A new folder in ``parent``, by default that of the system, which is removed at the end."""
    with unfinished(parent or Path(tempfile.gettempdir()), "puzzler") as folder:
        folder.mkdir(0o700)
        yield folder


@contextlib.contextmanager
def unfinished(parent: Path, stem: str) -> Iterator[Path]:
    """A new hidden name in ``parent``; what has that name at the end is removed.

    A note, which this process holds locked, has the path: where the process is killed, the next
    start of Puzzler removes what is there (see ``tidy``).
    """
    with contextlib.ExitStack() as stack:
        token = os.urandom(8).hex()  # a process number comes again, and in two containers at once
        # no name may be longer than 255
        path = parent.absolute() / f".{stem[:48]}.{token}{_UNFINISHED}"
        stack.callback(_unfinished.pop, path)
        _unfinished[path] = token
        with contextlib.suppress(OSError):  # where no note can be kept nobody tidies
            note = _notes() / token
            note.parent.mkdir(parents=True, exist_ok=True)
            stack.callback(_remove, note)
            descriptor = lock(note)
            if descriptor is not None:
                stack.callback(os.close, descriptor)
                os.write(descriptor, os.fsencode(path))
        stack.callback(_remove, path)
        yield path


def remove_unfinished() -> None:
    """Remove what other threads of this process have not finished: it ends now. Never raises."""
    for path, token in [*_unfinished.items()]:
        _remove(path)
        with contextlib.suppress(OSError):
            _remove(_notes() / token)


def tidy() -> None:
    """Remove what processes that were killed have left unfinished. Never raises."""
    with contextlib.suppress(OSError):
        for note in _notes().iterdir():
            with contextlib.suppress(OSError):
                descriptor = lock(note)
                if descriptor is None:  # its process is at work
                    continue
                path = Path(os.fsdecode(os.read(descriptor, 1 << 16)))
                os.close(descriptor)
                if path.name.endswith(f".{note.name}{_UNFINISHED}"):
                    _remove(path)
                _remove(note)


def lock(file: Path) -> int | None:
    """Lock ``file`` until the descriptor that is returned is closed; None where it is locked.

    The file is created where it is missing. A lock ends with its process, also when that is killed.
    OSError where nothing can be locked, as in some network folders.
    """
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
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
    """Remove a file or a folder, where it is there and can be removed."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
    shutil.rmtree(path, ignore_errors=True)


def _sync_folder(folder: Path) -> None:
    """See to it that what was renamed in ``folder`` is on the disk, where the system can do so."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _home() -> Path | None:
    """PUZZLER_HOME as a whole path; ``~`` is the user's folder."""
    text = os.environ.get("PUZZLER_HOME")
    if not text:
        return None
    home = Path(text)
    with contextlib.suppress(RuntimeError):  # nobody's folder is known
        home = home.expanduser()
    return home.absolute()
