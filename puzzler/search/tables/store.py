"""Finished tables on the user's disk, so that they are built once.

A file holds one table: a line that says what it is, the digest of the rest, and the rest, which is
compressed: one byte that says how many entries share a byte, then the entries. What is damaged, cut
short or of another format is not there, with a line in the log (a warning for the first of a kind);
the table is then built again and the file replaced.

Pages are the same tables just as they are read, so that all processes share one copy in memory: a
line that says what they are, the checksum of the rest, and the rest, which is mapped. Damaged pages
are made again from the finished tables, which are a tenth as large.
"""

from __future__ import annotations

import hashlib
import logging
import mmap
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from puzzler import resources

FORMAT_VERSION = 3
COMPRESSION = 4
"""Level 6 takes three times as long and saves a seventh."""

STEP = 1 << 19
"""Bytes that are compressed in one go: some ten milliseconds."""
PAGES_VERSION = 1
PAGES_STEP = 1 << 22
"""Bytes of pages that are written in one go: some milliseconds."""
LARGEST_PAIRED = 15
"""The largest entry of which two go into a byte."""

UNREADABLE = "tables cannot be read and are built again: %s"
DAMAGED = "tables are damaged and are built again: %s"
NOT_KEPT = "tables cannot be kept and are built again next time: %s"

_log = logging.getLogger("puzzler")
_told: set[str] = set()
_mapped: WeakSet[mmap.mmap] = WeakSet()


def table_file(name: str) -> Path:
    """Where the table called ``name`` is kept."""
    return resources.cache_folder() / "tables" / f"{name}-v{FORMAT_VERSION}.table"


def load(name: str, size: int) -> NDArray[np.uint8] | None:
    """The ``size`` entries of the table called ``name``; None where there is none to trust."""
    file = table_file(name)
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        _tell(UNREADABLE, error)
        return None
    packed = content[len(_head(name, b"")) :]
    if content != _head(name, packed) + packed:
        _tell(DAMAGED, file)
        return None
    entries = _unpair(np.frombuffer(zlib.decompress(packed, bufsize=1 + size), np.uint8))
    if len(entries) != size:
        _tell(DAMAGED, f"{file} has another size")
        return None
    return entries


def saving(name: str, entries: NDArray[np.uint8]) -> Iterator[None]:
    """Keep ``entries`` as the table ``name``, in short steps; a failure is logged."""
    content = _pair(entries)
    packer = zlib.compressobj(COMPRESSION)
    packed = b""
    for first in range(0, len(content), STEP):
        packed += packer.compress(content[first : first + STEP])
        yield
    packed += packer.flush()
    yield
    file = table_file(name)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        resources.write_atomically(file, _head(name, packed) + packed)
    except OSError as error:
        _tell(NOT_KEPT, error)


def remove_oldest(kind: str, most: int) -> None:
    """Of the tables whose names begin with ``kind`` keep ``most``; a failure is logged."""
    try:
        files = sorted(
            table_file(kind).parent.glob(f"{kind}*.table"),
            key=lambda file: file.stat().st_mtime,
            reverse=True,
        )
        for file in files[most:]:
            file.unlink(missing_ok=True)
    except OSError as error:
        _log.warning("old tables cannot be removed: %s", error)


def _tell(trouble: str, what: object) -> None:
    """A line in the log: a warning once for each trouble, however many tables it concerns."""
    _log.log(logging.DEBUG if trouble in _told else logging.WARNING, trouble, what)
    _told.add(trouble)


def _pair(entries: NDArray[np.uint8]) -> bytes:
    """Two entries in a byte where they are small: those are decompressed in half the time."""
    if len(entries) % 2 or entries.max(initial=0) > LARGEST_PAIRED:
        return b"\x01" + entries.tobytes()
    low, high = entries.reshape(2, -1)
    return b"\x02" + (low | (high << 4)).tobytes()


def _unpair(content: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if content[0] == 1:
        return content[1:]
    entries = np.empty(2 * (len(content) - 1), np.uint8)
    low, high = entries.reshape(2, -1)
    np.bitwise_and(content[1:], LARGEST_PAIRED, out=low)
    np.right_shift(content[1:], 4, out=high)
    return entries


def _head(name: str, packed: bytes) -> bytes:
    """What a file with ``packed`` begins with; its length does not depend on ``packed``."""
    what = f"puzzler table {name}, format {FORMAT_VERSION}\n".encode()
    return what + hashlib.blake2b(packed, digest_size=32).digest()


def page_file(names: Sequence[str]) -> Path:
    """Where the tables called so, one after the other, are kept."""
    digest = hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]
    return resources.cache_folder() / "tables" / f"{digest}-pages-v{PAGES_VERSION}.table"


def load_pages(names: Sequence[str], size: int) -> NDArray[np.uint8] | None:
    """The ``size`` bytes of the named tables; None where there are none to trust.

    They are not to be changed: see ``release_pages``.
    """
    file, head = page_file(names), _page_head(names)
    try:
        with file.open("rb") as stream:
            pages = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_COPY)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:  # also an empty file cannot be mapped
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
    release_pages()  # the check has read all of them: few are needed soon
    return np.frombuffer(pages, np.uint8, offset=begin)


def release_pages() -> None:
    """Give back the memory of all pages: what is looked up from now on is read anew."""
    if hasattr(mmap, "MADV_DONTNEED"):
        for pages in [*_mapped]:
            pages.madvise(mmap.MADV_DONTNEED)


def saving_pages(names: Sequence[str], tables: NDArray[np.uint8]) -> Iterator[None]:
    """Keep the named tables, in steps of some milliseconds; a failure is logged."""
    file = page_file(names)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with resources.replacing(file) as stream:
            stream.write(_page_head(names) + zlib.crc32(tables.data).to_bytes(4, "big"))
            for first in range(0, len(tables), PAGES_STEP):
                stream.write(tables[first : first + PAGES_STEP].data)
                yield
    except OSError as error:
        _tell(NOT_KEPT, error)


def _page_head(names: Sequence[str]) -> bytes:
    return f"puzzler pages {' '.join(names)}, format {PAGES_VERSION}\n".encode()
