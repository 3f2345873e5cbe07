"""Finished tables on the user's disk, so that they are built once.

A file contains one table: a line with its name, a digest, and the compressed entries. Damaged files
and files of another format are ignored and logged, with a warning for the first of each kind. The
table is then built again and the file replaced.

Page files contain several tables uncompressed and are memory-mapped, so that all processes share
one copy. They consist of a line with the names, a checksum and the tables. Damaged page files are
made again from the table files, which are a tenth as large.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import mmap
import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from io import BufferedReader
from pathlib import Path
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from puzzler import private_files, resources
from puzzler.progress import BuildProgress

TableSteps = Generator[BuildProgress, None, NDArray[np.uint8]]
"""Yields the progress of building tables and returns their bytes."""

FORMAT_VERSION = 4
COMPRESSION = 4
"""zlib level. Level 6 takes three times as long and saves a seventh."""

STEP = 1 << 19
"""Bytes compressed per step: some ten milliseconds."""
PAGES_VERSION = 1
PAGES_STEP = 1 << 22
"""Bytes of pages written per step: some milliseconds."""

UNREADABLE = "tables cannot be read and are built again: %s"
DAMAGED = "tables are damaged and are built again: %s"
NOT_STORED = "tables cannot be kept and are built again next time: %s"

_ALL = BuildProgress(1.0, "all tables")
_log = logging.getLogger("puzzler")
_logged: set[str] = set()
_mapped: WeakSet[mmap.mmap] = WeakSet()


def table_file(name: str) -> Path:
    """The file of the table ``name``."""
    return resources.cache_folder() / "tables" / f"{name}-v{FORMAT_VERSION}.table"


def load(name: str, size: int) -> NDArray[np.uint8] | None:
    """Return the ``size`` entries of the table ``name``; None if missing or damaged."""
    file = table_file(name)
    try:
        with open_file(file) as stream:
            content = stream.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        _tell(UNREADABLE, f"{file}: {error.strerror}")
        return None
    packed = content[len(_head(name, b"")) :]
    if content != _head(name, packed) + packed:
        _tell(DAMAGED, file)
        return None
    entries = np.frombuffer(zlib.decompress(packed, bufsize=size or 1), np.uint8)
    if len(entries) != size:
        _tell(DAMAGED, f"{file} has another size")
        return None
    return entries.copy()  # kernels are compiled for arrays that can be changed


def saving(name: str, entries: NDArray[np.uint8]) -> Iterator[None]:
    """Store ``entries`` as the table ``name``, in short steps. Failures are logged."""
    packer = zlib.compressobj(COMPRESSION)
    packed = b""
    for first in range(0, len(entries), STEP):
        packed += packer.compress(entries[first : first + STEP].data)
        yield
    packed += packer.flush()
    yield
    file = table_file(name)
    try:
        resources.make_folder(file.parent)
        with private_files.replacing(file) as stream:
            stream.write(_head(name, packed) + packed)
    except OSError as error:
        _tell(NOT_STORED, error)


def open_file(file: Path) -> BufferedReader:
    """Open a file of the cache. Raises OSError if it is missing or another user can change it."""
    stream = private_files.open_trusted(file)
    if not private_files.is_trusted_folder(file.parent):
        stream.close()
        raise OSError(errno.EPERM, "another user can change the folder", str(file.parent))
    return stream


def remove_oldest(kind: str, limit: int) -> None:
    """Delete all but the newest ``limit`` tables with names that start with ``kind``."""
    try:
        files = sorted(
            table_file(kind).parent.glob(f"{kind}*.table"),
            key=lambda file: file.stat().st_mtime,
            reverse=True,
        )
        for file in files[limit:]:
            file.unlink(missing_ok=True)
    except OSError as error:
        _log.warning("old tables cannot be removed: %s", resources.failure(error))


def _tell(trouble: str, what: object) -> None:
    """Log a problem, as a warning only the first time."""
    what = resources.failure(what) if isinstance(what, OSError) else what
    _log.log(logging.DEBUG if trouble in _logged else logging.WARNING, trouble, what)
    _logged.add(trouble)


def _head(name: str, packed: bytes) -> bytes:
    """The head of a file with ``packed``. Its length does not depend on ``packed``."""
    what = f"puzzler table {name}, format {FORMAT_VERSION}\n".encode()
    return what + hashlib.blake2b(packed, digest_size=32).digest()


def paging(
    names: Sequence[str],
    size: int,
    build: Callable[[], TableSteps],
) -> TableSteps:
    """Return the ``size`` bytes of the named tables from their page file, or build and store them.

    The result must not be changed; see ``load_pages``.
    """
    stored = load_pages(names, size)
    if stored is not None:
        yield _ALL
        return stored
    tables = yield from build()
    for _ in saving_pages(names, tables):
        yield _ALL
    # yield again because the search may load or compile its kernels before its first state
    yield _ALL
    stored = load_pages(names, size)  # share the pages with other processes to save memory
    return tables if stored is None else stored


def page_file(names: Sequence[str]) -> Path:
    """The page file of the named tables, stored one after the other."""
    digest = hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]
    return resources.cache_folder() / "tables" / f"{digest}-pages-v{PAGES_VERSION}.table"


def load_pages(names: Sequence[str], size: int) -> NDArray[np.uint8] | None:
    """Map the ``size`` bytes of the named tables; return None if missing or damaged.

    The array must not be changed, because ``release_pages`` would drop changes.
    """
    file, head = page_file(names), _page_head(names)
    try:
        with open_file(file) as stream:
            pages = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_COPY)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:  # an empty file cannot be mapped
        _tell(UNREADABLE, error if isinstance(error, OSError) else f"{file}: {error}")
        return None
    begin = len(head) + 4
    is_right = pages[: len(head)] == head and len(pages) == begin + size
    if not is_right or pages[len(head) : begin] != zlib.crc32(memoryview(pages)[begin:]).to_bytes(
        4, "big"
    ):
        _tell(DAMAGED, file)
        return None
    _mapped.add(pages)
    release_pages()  # the checksum has loaded all pages, and few are needed soon
    return np.frombuffer(pages, np.uint8, offset=begin)


def release_pages() -> None:
    """Release the memory of all pages. They are read again on demand."""
    if hasattr(mmap, "MADV_DONTNEED"):
        for pages in [*_mapped]:
            pages.madvise(mmap.MADV_DONTNEED)


def saving_pages(names: Sequence[str], tables: NDArray[np.uint8]) -> Iterator[None]:
    """Store the named tables as pages, in steps of some milliseconds. Failures are logged."""
    file = page_file(names)
    try:
        resources.make_folder(file.parent)
        with private_files.replacing(file) as stream:
            stream.write(_page_head(names) + zlib.crc32(tables.data).to_bytes(4, "big"))
            for first in range(0, len(tables), PAGES_STEP):
                stream.write(tables[first : first + PAGES_STEP].data)
                yield
    except OSError as error:
        _tell(NOT_STORED, error)


def _page_head(names: Sequence[str]) -> bytes:
    return f"puzzler pages {' '.join(names)}, format {PAGES_VERSION}\n".encode()
