"""Where Puzzler's assets and the user's own folders are.

Folders are never relative to the current directory. All of the user's folders lie under the
environment variable ``PUZZLER_HOME`` where that is set.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent


def assets() -> Path:
    """The folder of the bundled assets: inside the package when installed, else in the checkout."""
    installed = _PACKAGE / "assets"
    return installed if installed.is_dir() else _PACKAGE.parent / "assets"


def cache_folder() -> Path:
    """Where compiled kernels and tables are kept; may not exist yet, may not be writable."""
    home = os.environ.get("PUZZLER_HOME")
    return (
        Path(home) / "cache" if home else platformdirs.user_cache_path("puzzler", appauthor=False)
    )


def data_folder() -> Path:
    """Where settings, records and saved games are kept; may not exist yet, may not be writable."""
    home = os.environ.get("PUZZLER_HOME")
    return Path(home) / "data" if home else platformdirs.user_data_path("puzzler", appauthor=False)


def write_atomically(file: Path, content: str | bytes) -> None:
    """Put ``content`` into ``file``, all of it or nothing; OSError where that cannot be done.

    Text is written as UTF-8 with the system's line ends. A link stays a link and what it points to
    is replaced; a device or a pipe is written to.
    """
    file = file.resolve()
    if isinstance(content, str):
        content = content.replace("\n", os.linesep).encode()
    if file.exists() and not file.is_file():
        file.write_bytes(content)
        return
    temporary = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if file.exists():
            shutil.copymode(file, temporary)
        temporary.replace(file)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
