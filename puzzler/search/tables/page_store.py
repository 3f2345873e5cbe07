"""Tables on the user's disk just as they are read, so that all processes share one copy in memory.

A file holds a line that says what it is, the checksum of the rest, and the rest, which is mapped
into memory: its pages belong to the system, which shares them among processes. What is damaged or
of another format is not there; it is made again from what ``store`` keeps, which is a tenth as
large.
"""

from __future__ import annotations

import hashlib
import logging
import mmap
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from puzzler import resources

FORMAT_VERSION = 1
STEP = 1 << 22
"""Bytes that are written in one go: some milliseconds."""

_log = logging.getLogger("puzzler")


def page_file(names: Sequence[str]) -> Path:
    """Where the tables called so, one after the other, are kept."""
    digest = hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]
    return resources.cache_folder() / "tables" / f"{digest}-pages-v{FORMAT_VERSION}.table"


def load(names: Sequence[str], size: int) -> NDArray[np.uint8] | None:
    """The ``size`` bytes of the named tables; None where there are none to trust.

    Writing to them changes neither the file nor other processes' copies.
    """
    file, head = page_file(names), _head(names)
    try:
        with file.open("rb") as stream:
            pages = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_COPY)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:  # also an empty file cannot be mapped
        _log.warning("tables cannot be read and are made again: %s: %s", file, error)
        return None
    begin = len(head) + 4
    is_right = pages[: len(head)] == head and len(pages) == begin + size
    if not is_right or pages[len(head) : begin] != _checksum(memoryview(pages)[begin:]):
        _log.warning("tables are damaged and are made again: %s", file)
        return None
    return np.frombuffer(pages, np.uint8, offset=begin)


def saving(names: Sequence[str], tables: NDArray[np.uint8]) -> Iterator[None]:
    """Keep the named tables, in steps of some milliseconds; a failure is logged."""
    file = page_file(names)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with resources.replacing(file) as stream:
            stream.write(_head(names) + _checksum(tables.data))
            for first in range(0, len(tables), STEP):
                stream.write(tables[first : first + STEP].data)
                yield
    except OSError as error:
        _log.warning("tables cannot be kept and are made again next time: %s", error)


def _head(names: Sequence[str]) -> bytes:
    return f"puzzler pages {' '.join(names)}, format {FORMAT_VERSION}\n".encode()


def _checksum(content: memoryview) -> bytes:
    return zlib.crc32(content).to_bytes(4, "big")
