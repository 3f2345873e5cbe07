"""Collections of larger tables on the user's disk: built on demand, then loaded.

A file contains a line with the name of the table, a checksum per piece, and the table as it is in
memory. While a table is built, a second file stores the progress, so that the next build resumes
there. Files are written atomically. Damaged files are deleted with a warning in the log.
"""

from __future__ import annotations

import logging
import time
import zlib
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from puzzler import private_files, resources
from puzzler.progress import BuildProgress, Reporter, Steps, finish, no_report
from puzzler.search.kernels import jit
from puzzler.search.tables import collections
from puzzler.search.tables.collections import Collection
from puzzler.search.tables.pattern_build import TableMaker, building_bytes, spread_fewer, spreading
from puzzler.search.tables.pattern_choice import TableKey
from puzzler.search.tables.store import open_file

FORMAT_VERSION = 2
PIECE = 1 << 24
"""Bytes written or read between two reports: some ten milliseconds."""
BUDGET = 10_000_000
"""Orders examined between two reports of progress: a few milliseconds."""
BUDGET_UNCOMPILED = 2_000
SAVE_EVERY = 60.0

_log = logging.getLogger("puzzler")


def table_file(key: TableKey) -> Path:
    """The file of a finished table."""
    kind = "dual" if key.is_spread else "whole"
    return resources.cache_folder() / "tables" / f"{key.name}-{kind}-v{FORMAT_VERSION}.table"


def part_file(key: TableKey) -> Path:
    """The file of an unfinished table."""
    return table_file(key).with_suffix(".part")


def count_stored(collection: Collection) -> int:
    """Number of tables on disk. Damage is noticed only when they are read."""
    return sum(_has_size(key) for key in collection.keys)


def is_stored(collection: Collection) -> bool:
    """Whether all tables are on disk."""
    return all(map(_has_size, collection.keys))


def bytes_to_build(collection: Collection) -> int:
    """Peak memory for building the collection."""
    return max(
        building_bytes(key) + (key.stored_bytes if key.is_spread else 0) for key in collection.keys
    )


def bytes_on_disk(collection: Collection) -> int:
    """Bytes of its files, finished or not."""
    files = [file(key) for key in collection.keys for file in (table_file, part_file)]
    return sum(_size(file) for file in files)


def loading(collection: Collection) -> Generator[BuildProgress, None, NDArray[np.uint8] | None]:
    """Read all tables into one array; return None if one is missing or damaged."""
    what = f"pattern databases {collection.name}"
    tables = np.empty(collection.bytes, np.uint8)
    begin = 0
    for key in collection.keys:
        table = tables[begin : begin + key.stored_bytes]
        steps = Steps(_reading(table_file(key), key.name, [table]))
        for done in steps:
            yield BuildProgress((begin + done) / collection.bytes, what)
        if not steps.value:
            return None
        begin += key.stored_bytes
    return tables


def build(
    collection: Collection,
    report: Reporter = no_report,
    keys: Sequence[TableKey] | None = None,
    threads: int = 1,
) -> None:
    """Build the missing tables of ``collection``; raise OSError if they cannot be stored.

    keys: some of its tables; by default all. If ``report`` raises, what was stored before is not
    built again.
    """
    keys = collection.keys if keys is None else keys
    resources.make_folder(table_file(keys[0]).parent)
    before, entries = 0, sum(key.arrangements for key in keys)
    for number, key in enumerate(keys, 1):
        what = f"{collection.name}, table {number} of {len(keys)}"

        def report_found(found: int, before: int = before, what: str = what) -> None:
            report(BuildProgress((before + found) / entries, what))

        if not (_has_size(key) and _is_whole(key, lambda _, tell=report_found: tell(0))):  # type: ignore[misc]
            _make(key, report_found, threads)
        before += key.arrangements
    report(BuildProgress(1.0, collection.name))


def remove(collection: Collection) -> None:
    """Delete its files, except tables that another collection on disk needs."""
    others = [
        other for other in collections.COLLECTIONS if other != collection and is_stored(other)
    ]
    needed = {key for other in others for key in other.keys}
    for key in collection.keys:
        part_file(key).unlink(missing_ok=True)
        if key not in needed:
            table_file(key).unlink(missing_ok=True)


def _is_whole(key: TableKey, report: Callable[[int], object]) -> bool:
    steps = _reading(table_file(key), key.name, [np.empty(key.stored_bytes, np.uint8)])
    return finish(steps, report)


def _make(key: TableKey, report: Callable[[int], object], threads: int) -> None:
    """Build and store one table, or resume building it; report the arrangements found so far."""
    maker = TableMaker(key)
    part = part_file(key)
    steps = _reading(part, key.name, maker.arrays)
    if part.exists() and not finish(steps, lambda _: report(0)):
        maker = TableMaker(key)
    saved = time.monotonic()
    budget = BUDGET if jit.is_compiled() else BUDGET_UNCOMPILED
    for found in maker.build(budget, threads):
        report(found)
        if time.monotonic() - saved > SAVE_EVERY:
            try:
                _write(part, key.name, maker.arrays, partial(report, found))
            except OSError as error:
                reason = resources.failure(error)
                _log.warning("what is built so far of %s cannot be kept: %s", key.name, reason)
            saved = time.monotonic()
    ranked = table = maker.table
    del maker
    if key.is_spread:
        table = np.zeros(key.bytes, np.uint8)
        for _ in spreading(key, ranked, table, budget):
            report(found)
        del ranked
        spread_fewer(key, table, budget, partial(report, found))
    _write(table_file(key), key.name, [table], partial(report, found))
    part.unlink(missing_ok=True)


def _pieces(arrays: Sequence[NDArray[np.uint8]]) -> list[NDArray[np.uint8]]:
    return [
        array[first : first + PIECE] for array in arrays for first in range(0, len(array), PIECE)
    ]


def _head(name: str) -> bytes:
    return f"puzzler whole table {name}, format {FORMAT_VERSION}\n".encode()


def _write(
    file: Path, name: str, arrays: Sequence[NDArray[np.uint8]], report: Callable[[], object]
) -> None:
    """Write ``arrays`` to ``file``; raise OSError if that fails."""
    pieces = _pieces(arrays)
    sums = np.zeros(len(pieces), ">u4")
    for number, piece in enumerate(pieces):
        sums[number] = zlib.crc32(piece.data)
        report()
    with private_files.replacing(file) as stream:
        stream.write(_head(name) + sums.tobytes())
        for piece in pieces:
            stream.write(piece.data)
            report()


def _reading(
    file: Path, name: str, arrays: Sequence[NDArray[np.uint8]]
) -> Generator[int, None, bool]:
    """Fill ``arrays`` from ``file``; yield the bytes read; return False if it is unusable."""
    pieces = _pieces(arrays)
    done = 0
    try:
        with open_file(file) as stream:
            head = _head(name)
            is_right = stream.read(len(head)) == head
            sums = np.frombuffer(stream.read(4 * len(pieces)).ljust(4 * len(pieces)), ">u4")
            for piece, expected in zip(pieces, sums.tolist(), strict=True):
                is_right = is_right and stream.readinto(piece.data) == len(piece)
                if not is_right or zlib.crc32(piece.data) != expected:
                    is_right = False
                    break
                done += len(piece)
                yield done
            is_right = is_right and not stream.read(1)
    except FileNotFoundError:
        return False
    except OSError as error:
        _log.warning("the table %s cannot be read: %s", name, resources.failure(error))
        return False
    if not is_right:
        _log.warning("the table %s is damaged and was removed: %s", name, file)
        with suppress(OSError):
            file.unlink()
    return is_right


def _has_size(key: TableKey) -> bool:
    pieces = -(-key.stored_bytes // PIECE)
    return _size(table_file(key)) == len(_head(key.name)) + 4 * pieces + key.stored_bytes


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
