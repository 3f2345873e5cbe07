"""Finished tables on the user's disk, so that they are built once.

A file holds one table: a line that says what it is, the digest of the rest, and the rest, which is
compressed: one byte that says how many entries share a byte, then the entries. What is damaged, cut
short or of another format is not there, with a line in the log; the table is then built again and
the file replaced.
"""

from __future__ import annotations

import hashlib
import logging
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from puzzler import resources

FORMAT_VERSION = 3
COMPRESSION = 4
"""Level 6 takes three times as long and saves a seventh."""

STEP = 1 << 19
"""Bytes that are compressed in one go: some ten milliseconds."""
LARGEST_PAIRED = 15
"""The largest entry of which two go into a byte."""

_log = logging.getLogger("puzzler")


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
        _log.warning("the table %s cannot be read and is built again: %s", name, error)
        return None
    packed = content[len(_head(name, b"")) :]
    if content != _head(name, packed) + packed:
        _log.warning("the table %s is damaged and is built again: %s", name, file)
        return None
    entries = _unpair(np.frombuffer(zlib.decompress(packed, bufsize=1 + size), np.uint8))
    if len(entries) != size:
        _log.warning("the table %s has another size and is built again: %s", name, file)
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
        _log.warning("the table %s cannot be kept and is built again next time: %s", name, error)


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
