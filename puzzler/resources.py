"""Where Puzzler's assets and the user's own folders are.

Folders are never relative to the current directory. All of the user's folders lie under the
environment variable ``PUZZLER_HOME`` where that is set.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import platformdirs

_PACKAGE = Path(__file__).resolve().parent


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
def replacing(file: Path) -> Iterator[BinaryIO]:
    """Write into a new file that takes the place of the regular file ``file`` at the end.

    Nothing is replaced where an exception ends the ``with``. OSError where it cannot be done. A
    link stays a link and what it points to is replaced; what was written is on the disk then.
    """
    file = file.resolve()
    # a process number comes again, and in two containers at once; no name may be longer than 255
    temporary = file.with_name(f".{file.name[:48]}.{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if file.exists():
            shutil.copymode(file, temporary)
        temporary.replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    _sync_folder(file.parent)


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
