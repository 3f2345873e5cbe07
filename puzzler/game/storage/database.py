"""The database file: opening, reading and writing it, and replacing it if it is damaged.

The windows of one user share locks. A lock is an open file, so that the system releases it when the
process ends, even if the process is killed.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from puzzler import private_files, resources
from puzzler.board.scenario import printable
from puzzler.game.storage.schema import ForeignError, NewerError, set_up

LOCK_PATIENCE = 2.0
"""Seconds to wait for a lock that others hold for a few milliseconds."""
_PAUSE = 0.005


def take_lock(file: Path) -> contextlib.ExitStack | None:
    """Lock ``file`` until the result is closed; None if another window has locked it.

    The file is created if it is missing, and stays empty. If the system has no locks, every window
    gets the lock.
    """
    lock = contextlib.ExitStack()
    with contextlib.suppress(OSError):  # the system has no locks
        descriptor = resources.lock(file)
        if descriptor is None:
            return None
        lock.callback(os.close, descriptor)
    return lock


@contextlib.contextmanager
def locked(file: Path, patience: float = LOCK_PATIENCE) -> Iterator[bool]:
    """Hold the lock on ``file`` in a block; yield False if it is not free in time.

    The block is executed either way, so that a window that hangs does not block the others.
    """
    until = time.monotonic() + patience
    while (lock := take_lock(file)) is None and time.monotonic() < until:
        time.sleep(_PAUSE)
    with lock or contextlib.nullcontext():
        yield lock is not None


FILE_NAME = "games.sqlite"
LOCK_NAME = ".games.lock"
"""Locked while a window opens the file, so that only one window creates the tables."""
PATIENCE = 1.0
"""Seconds to wait for another writer when the file is opened or closed."""
SHORT_PATIENCE = 0.02
"""Seconds to wait for another writer while a game is played. A write takes a millisecond."""

READ_ERRORS = ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError
"""Errors of reading a damaged or foreign value."""

Answer = TypeVar("Answer")
OpenedDatabase = tuple[sqlite3.Connection, Path | None, str]
"""A connection, the folder of its file (None in memory) and a notice about the file, or ""."""

_log = logging.getLogger("puzzler")


CHECKPOINT_AFTER = 200
"""Transactions after which ``rest`` moves them from the write-ahead log into the database."""


class Database:
    """An open database whose reads and writes never raise. Each failure is reported once.

    If a write fails because the file is locked or the disk is full, it is repeated later.
    """

    def __init__(self, opened: OpenedDatabase) -> None:
        self.connection, self.folder, self.notice = opened
        self._trouble = ""
        self._reported: set[str] = set()
        self._writes = 0
        self._is_open = True
        self._waiting: dict[object, tuple[str, Callable[[], Any]]] = {}
        self._set_patience(SHORT_PATIENCE)

    # ---- Reading ----------------------------------------------------------------------------

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query, or none if it fails."""
        return self.attempt(lambda: self.connection.execute(query, values).fetchall(), [])

    def value(self, query: str, *values: object) -> int | None:
        """Return the single value that a query selects; None if there is none or it fails."""
        rows = self.rows(query, *values)
        return rows[0][0] if rows else None

    def attempt(self, read: Callable[[], Answer], default: Answer) -> Answer:
        """Return the result of ``read``; if it fails, report it and return ``default``."""
        try:
            return read()
        except (sqlite3.Error, *READ_ERRORS) as error:
            self._report(f"the statistics cannot be read ({error})")
            return default

    @contextlib.contextmanager
    def reader(self) -> Iterator[Database]:
        """A database for reading the same file in another thread. In memory it is this one."""
        if self.folder is None:
            yield self
            return
        with contextlib.closing(_connect(self.folder / FILE_NAME)) as connection:
            reader = Database((connection, self.folder, ""))
            yield reader
            if trouble := reader.take_trouble():
                self._report(trouble)

    # ---- Writing ----------------------------------------------------------------------------

    def write(self, trouble: str, statement: str, *values: object) -> None:
        """Execute a statement; if it fails, report ``trouble``."""
        self.change(trouble, lambda: self.connection.execute(statement, values))

    def change(
        self, trouble: str, change: Callable[[], Answer], name: object = None
    ) -> Answer | None:
        """Return the result of ``change``; None if it fails, with a report, or has to wait.

        name: The change replaces a waiting change of the same name.
        """
        self._writes += 1
        if not self._is_open:
            return None
        self._waiting.pop(name, None)
        self._waiting[name or object()] = trouble, change
        answer: Answer | None = self.write_waiting()
        return answer

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Context manager: commit all writes together, or none if the block raises."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield self.connection
            self.connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")
            raise

    @property
    def is_behind(self) -> bool:
        """Whether changes are waiting: ``write_waiting`` repeats them."""
        return bool(self._waiting)

    def is_waiting(self, name: object) -> bool:
        """Whether a change of this name is waiting."""
        return name in self._waiting

    def write_waiting(self) -> Any:
        """Write the waiting changes in order until one has to wait; return the last result."""
        answer = None
        while self._waiting:
            name, (trouble, change) = next(iter(self._waiting.items()))
            try:
                answer = change()
            except (sqlite3.Error, *READ_ERRORS) as error:
                answer = None
                if _is_outside(error):
                    self._report(f"games and solves cannot be saved now ({error})")
                    self._set_patience(0)  # the next change is not delayed as well
                    return None
                self._report(f"{trouble} ({error})")
            del self._waiting[name]
            if not self._waiting:
                self._set_patience(SHORT_PATIENCE)
        return answer

    # ---- Reports and the end ------------------------------------------------------------------

    def add_notice(self, notice: str) -> None:
        """Append to the notice about the file, and log the addition."""
        _log.warning(notice)
        self.notice = "; ".join(filter(None, (self.notice, notice)))

    def take_trouble(self) -> str:
        """Return the last failure since the previous call, or "". Each reason is reported once."""
        trouble, self._trouble = self._trouble, ""
        return trouble

    def rest(self) -> None:
        """Do work that may wait for the disk. Called when nothing moves on the screen."""
        if self._writes >= CHECKPOINT_AFTER:
            self._writes = 0
            self.rows("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Write the waiting changes and close the file. Can be called twice."""
        if not self._is_open:
            return
        self._set_patience(PATIENCE)
        self.write_waiting()
        if self._waiting:
            _log.warning("the last games and solves could not be saved")
            self._waiting.clear()
        self._is_open = False
        self.attempt(self.connection.close, None)

    def _report(self, trouble: str) -> None:
        if self._is_open and trouble not in self._reported:
            self._reported.add(trouble)
            self._trouble = trouble
            _log.warning(trouble)

    def _set_patience(self, seconds: float) -> None:
        self.connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")


def in_memory(notice: str = "") -> OpenedDatabase:
    """Open a new database that lasts as long as the process."""
    connection = _connect(":memory:")
    set_up(connection)
    if notice:
        _log.warning(notice)
    return connection, None, notice


def open_database(folder: Path) -> OpenedDatabase:
    """Open the database in ``folder``, which is created if there is none. Never raises.

    A file that is damaged or not Puzzler's is renamed to ``games.sqlite.broken`` and replaced. If
    the folder cannot be written, or a newer version wrote the file, the file is not changed and
    the database is in memory.
    """
    file = folder / FILE_NAME
    try:
        resources.make_folder(folder)
        with locked(folder / LOCK_NAME):
            return _open(file)
    except NewerError:
        return in_memory(
            f"{FILE_NAME} was written by a newer version of Puzzler: games and solves are not saved"
        )
    except (OSError, ValueError, sqlite3.Error) as error:
        is_fit = not isinstance(error, ValueError) and os.access(folder, os.W_OK)
        what = "games and solves" if is_fit else "settings, games and solves"
        reason = getattr(error, "strerror", None) or str(error)
        place = printable(str(folder))
        return _copied(file, f"{what} cannot be saved in {place} ({reason})")


def sql_placeholders(values: Sequence[object]) -> str:
    """Return question marks for ``values`` in an SQL list."""
    return ", ".join("?" * len(values))


def rename_damaged(file: Path) -> str:
    """Rename a damaged database with its log; return the new name, or "" if that fails.

    A file that was renamed before stays.
    """
    aside = file.with_name(file.name + ".broken")
    number = 1
    while aside.exists():
        number += 1
        aside = file.with_name(f"{file.name}.broken-{number}")
    try:
        file.replace(aside)
    except OSError:
        return ""
    for suffix in ("-wal", "-shm"):
        with contextlib.suppress(OSError):
            file.with_name(file.name + suffix).replace(aside.with_name(aside.name + suffix))
    return aside.name


def _open(file: Path) -> OpenedDatabase:
    notice = ""
    try:
        connection = _opened(file)
    except (ForeignError, sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if _is_outside(error) or not (aside := rename_damaged(file)):
            raise sqlite3.OperationalError(str(error)) from None
        notice = f"the file of games and solves is damaged: it was renamed to {aside}"
        _log.warning("%s (%s)", notice, error)
        connection = _opened(file)
    return connection, file.parent, notice


def _is_outside(error: Exception) -> bool:
    """Whether the cause is outside the file's contents, such as a lock or a full disk."""
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(error, sqlite3.OperationalError) and code != sqlite3.SQLITE_ERROR


def _opened(file: Path) -> sqlite3.Connection:
    with contextlib.suppress(OSError):  # SQLite reports the error
        private_files.create(file)
    connection = _connect(file)
    try:
        set_up(connection)
        if not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        # in WAL mode a commit is one write into a file, and waits for no disk
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("PRAGMA synchronous = NORMAL")
        # Database.rest moves the log into the file when nothing moves; SQLite itself does it rarely
        connection.execute("PRAGMA wal_autocheckpoint = 5000").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(file: Path | str) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
    # another program may have written any bytes
    connection.text_factory = lambda data: data.decode("utf-8", errors="replace")
    return connection


def _copied(file: Path, notice: str) -> OpenedDatabase:
    """Open a database in memory with the readable contents of a read-only file."""
    opened = in_memory(notice)
    # "immutable" needs no log next to the file, but ignores the last moves if there is one
    for how in ("mode=ro", "mode=ro&immutable=1"):
        with contextlib.suppress(OSError, ValueError, sqlite3.Error, ForeignError, NewerError):
            if not file.is_file():
                break
            # "?" and the like mean something in a URI
            uri = f"{file.absolute().as_uri()}?{how}"
            source = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
            with contextlib.closing(source):
                source.execute("BEGIN")
                source.execute("SELECT * FROM games")  # raises where a backup would wait for ever
                copy = _connect(":memory:")
                source.backup(copy)
                set_up(copy)
            opened[0].close()
            return copy, None, notice
    return opened
