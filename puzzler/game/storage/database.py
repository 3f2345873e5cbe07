"""The database file: how it is opened, what tables it has, and what is done where it is no good.

Locks that the windows of one user share are files, which the system keeps locked while they are
open. They end with the process, also when that is killed: nobody has to clean up.
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

from puzzler import resources
from puzzler.board.scenario import printable
from puzzler.game.storage.schema import ForeignError, NewerError, set_up

LOCK_PATIENCE = 2.0
"""Seconds to wait for a lock that others hold for a few milliseconds."""
_PAUSE = 0.005


def take_lock(file: Path) -> contextlib.ExitStack | None:
    """Lock ``file`` until what is returned is closed; None where another window has it locked.

    The file is created where it is missing and stays empty. Where nothing can be locked every
    window gets the lock.
    """
    lock = contextlib.ExitStack()
    with contextlib.suppress(OSError):  # where nothing can be locked two windows are on their own
        descriptor = resources.lock(file)
        if descriptor is None:
            return None
        lock.callback(os.close, descriptor)
    return lock


@contextlib.contextmanager
def locked(file: Path, patience: float = LOCK_PATIENCE) -> Iterator[bool]:
    """Hold the lock on ``file``; False, and go on without it, where it is not free in time.

    A window that hangs while it holds the lock does not block the others.
    """
    until = time.monotonic() + patience
    while (lock := take_lock(file)) is None and time.monotonic() < until:
        time.sleep(_PAUSE)
    with lock or contextlib.nullcontext():
        yield lock is not None


FILE_NAME = "games.sqlite"
LOCK_NAME = ".games.lock"
"""Held while a window opens the file, so that two windows do not make the tables at once."""
PATIENCE = 1.0
"""Seconds to wait for whoever is writing when the file is opened and when it is closed."""
SHORT_PATIENCE = 0.02
"""Seconds to wait in between; another window writes for about a millisecond."""

MISREAD = ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError
"""What reading a damaged or foreign value can raise."""

Answer = TypeVar("Answer")
Opened = tuple[sqlite3.Connection, Path | None, str]
"""A connection, the folder of its file (None in memory), and a line about the file, or ""."""

_log = logging.getLogger("puzzler")


class Database:
    """Reads and writes the database without raising: a failure is reported once, by its reason.

    What cannot be written because the file is locked or the disk is full is written later.
    """

    def __init__(self, opened: Opened) -> None:
        self.connection, self.folder, self.notice = opened
        self._trouble = ""
        self._troubles: set[str] = set()
        self._writes = 0
        self._is_open = True
        self._waiting: dict[object, tuple[str, Callable[[], Any]]] = {}
        self._wait_for_others(SHORT_PATIENCE)

    @property
    def is_behind(self) -> bool:
        """Something waits to be written: call ``write_waiting`` again."""
        return bool(self._waiting)

    def write_waiting(self) -> Any:
        """Write what waits, in its order, until something has to wait on; the last one's result."""
        answer = None
        while self._waiting:
            name, (trouble, change) = next(iter(self._waiting.items()))
            try:
                answer = change()
            except (sqlite3.Error, *MISREAD) as error:
                answer = None
                if _is_outside(error):
                    self._tell(f"games and solves cannot be kept for now ({error})")
                    self._wait_for_others(0)  # the next one is not delayed as well
                    return None
                self._tell(f"{trouble} ({error})")
            del self._waiting[name]
            if not self._waiting:
                self._wait_for_others(SHORT_PATIENCE)
        return answer

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All writes within are kept together, or none."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield self.connection
            self.connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")
            raise

    def connect_again(self) -> sqlite3.Connection:
        """Another connection to the same file, for the thread that calls this."""
        assert self.folder is not None, "what is in memory has one"
        return _connect(self.folder / FILE_NAME)

    def take_trouble(self) -> str:
        """One line where something could not be kept since the last call, each reason once."""
        trouble, self._trouble = self._trouble, ""
        return trouble

    def _ask(
        self,
        question: Callable[[], Answer],
        otherwise: Answer,
        trouble: str = "the statistics cannot be read",
    ) -> Answer:
        """The result of ``question``; ``otherwise``, and ``trouble`` is told, where it fails."""
        try:
            return question()
        except (sqlite3.Error, *MISREAD) as error:
            self._tell(f"{trouble} ({error})")
            return otherwise

    def _tell(self, trouble: str) -> None:
        if self._is_open and trouble not in self._troubles:
            self._troubles.add(trouble)
            self._trouble = trouble
            _log.warning(trouble)

    def _wait_for_others(self, seconds: float) -> None:
        self.connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._ask(lambda: self.connection.execute(query, values).fetchall(), [])

    def _one(self, query: str, *values: object) -> int | None:
        """The single value that a query selects; None where there is none or it fails."""
        rows = self._read(query, *values)
        return rows[0][0] if rows else None

    def _change(
        self, trouble: str, change: Callable[[], Answer], name: object = None
    ) -> Answer | None:
        """The result of ``change``; None, and ``trouble`` is told, where it fails or has to wait.

        name: a change of the same name that waits is made no more.
        """
        self._writes += 1
        if not self._is_open:
            return None
        self._waiting.pop(name, None)
        self._waiting[name or object()] = trouble, change
        answer: Answer | None = self.write_waiting()
        return answer

    def _write(self, trouble: str, statement: str, *values: object) -> None:
        self._change(trouble, lambda: self.connection.execute(statement, values))


def in_memory(notice: str = "") -> Opened:
    """A new database that is not kept."""
    connection = _connect(":memory:")
    set_up(connection)
    if notice:
        _log.warning(notice)
    return connection, None, notice


def open_database(folder: Path) -> Opened:
    """The database in ``folder``, made where there is none. Never raises.

    One that is damaged or not Puzzler's is renamed to ``games.sqlite.broken`` and a new one made.
    Where the folder cannot be written, or a newer version wrote the file, it is left alone and what
    happens is kept in memory only.
    """
    file = folder / FILE_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder / LOCK_NAME):
            return _open(file)
    except NewerError:
        return in_memory(
            f"{FILE_NAME} was written by a newer version of Puzzler: games and solves are not kept"
        )
    except (OSError, ValueError, sqlite3.Error) as error:
        is_fit = not isinstance(error, ValueError) and os.access(folder, os.W_OK)
        what = "games and solves" if is_fit else "settings, games and solves"
        reason = getattr(error, "strerror", None) or str(error)
        place = printable(str(folder))
        return _copied(file, f"{what} cannot be kept in {place} ({reason})")


def marks(values: Sequence[object]) -> str:
    """Question marks for ``values`` in an SQL list."""
    return ", ".join("?" * len(values))


def set_aside(file: Path) -> str:
    """Rename a database that is no good, with what belongs to it; the new name, "" if it cannot be.

    A file that was set aside before stays.
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


def _open(file: Path) -> Opened:
    notice = ""
    try:
        connection = _opened(file)
    except (ForeignError, sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if _is_outside(error) or not (aside := set_aside(file)):
            raise sqlite3.OperationalError(str(error)) from None
        notice = f"the file of games and solves is broken: beginning anew, it is now {aside}"
        _log.warning("%s (%s)", notice, error)
        connection = _opened(file)
    return connection, file.parent, notice


def _is_outside(error: Exception) -> bool:
    """The file is locked or read-only, the disk is full: nothing is wrong with what is in it."""
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(error, sqlite3.OperationalError) and code != sqlite3.SQLITE_ERROR


def _opened(file: Path) -> sqlite3.Connection:
    connection = _connect(file)
    try:
        set_up(connection)
        if not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        # in WAL mode a commit is one write into a file, and waits for no disk
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("PRAGMA synchronous = NORMAL")
        # what waits for the disk is done when nothing moves (Store.rest), or else far from often
        connection.execute("PRAGMA wal_autocheckpoint = 5000").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(file: Path | str) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
    # who else wrote into the file may have written anything
    connection.text_factory = lambda data: data.decode("utf-8", errors="replace")
    return connection


def _copied(file: Path, notice: str) -> Opened:
    """In memory, with what can be read from a file that cannot be written."""
    opened = in_memory(notice)
    # "immutable" asks for no file beside it, but passes over the last moves where there is one
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
