"""Getting the compiled kernels: from the cache, or through a child process that fills it first."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from enum import Enum
from pathlib import Path
from typing import Self

import puzzler
from puzzler.search.compilation import (
    CompilationError,
    Readiness,
    can_measure,
    failure,
    find_room,
    has_room,
    is_complete,
    load_compiled,
    prepare_default,
    readiness,
)
from puzzler.solver.background import Call, CallJob
from puzzler.solver.worker import Worker

SECONDS_TO_END = 2.0
"""How long the child has to end when asked."""

SECONDS_BETWEEN_LOOKS = 0.25
"""Between two looks at the cache while the child compiles."""

NICENESS = 5
"""How far the child steps back behind the program's own window (POSIX)."""

_log = logging.getLogger("puzzler")


class PreparationState(Enum):
    """How far the preparation is."""

    READY = "ready"
    """Compiled kernels are at hand; loading them takes less than a second."""
    PREPARING = "preparing"
    """The child process compiles."""
    UNCOMPILED = "uncompiled"
    """numba is not installed: the plain kernels serve, slow and correct."""
    FAILED = "failed"
    """Compiling went wrong: the plain kernels serve, and ``message`` says why."""


class Preparation:
    """Gets compiled kernels without making a frame late: poll it now and then, close it at the end.

    Where they must be compiled first, a child process does that, the default search's first. As
    soon as those are in the cache a thread puts them in place of the plain ones, for the whole
    process, and tries them, so that the first search finds them loaded; the child goes on with the
    others meanwhile.
    """

    def __init__(
        self,
        *,
        find_readiness: Callable[[], Readiness] = readiness,
        load: Callable[[], bool] = load_compiled,
        find_complete: Callable[[], bool] = is_complete,
        find_measuring: Callable[[], bool] = can_measure,
        try_out: Callable[[], Iterable[str]] = prepare_default,
        command: Sequence[str] | None = None,
    ) -> None:
        self.message = ""
        """One line for the user; empty when there is nothing to say."""
        self._load = load
        self._try_out = try_out
        self._lock = threading.Lock()
        self._loader: Worker[Call[str, None], None] | None = None
        self._child: _Child | None = None
        self._find_readiness = find_readiness
        self._find_measuring = find_measuring
        self._has_measuring = False
        self._last_look = time.monotonic()
        self.state = PreparationState.PREPARING
        """As of the last poll."""
        found = find_readiness()
        if found is Readiness.WARM:
            self._become_ready()
            if not find_complete() and has_room():
                self._compile(command)
        elif found is Readiness.COLD:
            self._compile(command)
        else:
            self.state = PreparationState.UNCOMPILED
            self.message = "numba is not installed: the solver runs uncompiled and slow"

    @property
    def can_measure(self) -> bool:
        """As of the last poll: no frame would be late for compiling what proves distances.

        While the child has those kernels to compile, this process had better not.
        """
        if self.state is PreparationState.PREPARING:
            return False
        return self._has_measuring or self._child is None

    def poll(self) -> PreparationState:
        """Look whether the child has ended; never blocks."""
        if self._child is None:
            return self.state
        failure = self._child.poll()
        if failure is not None:
            self._child = None
        if self.state is PreparationState.PREPARING:
            if failure:
                self._fail(failure)
            elif failure == "" or (self._may_look() and self._find_readiness() is Readiness.WARM):
                _log.info("the solver is compiled")
                self._become_ready()
        elif failure:
            _log.warning("not all of the solver could be compiled (%s)", failure)
        elif not self._has_measuring and self._may_look():
            self._has_measuring = self._find_measuring()
        return self.state

    def _may_look(self) -> bool:
        """It is time to look at the cache once more."""
        now = time.monotonic()
        if now - self._last_look < SECONDS_BETWEEN_LOOKS:
            return False
        self._last_look = now
        return True

    def load(self) -> bool:
        """Put the compiled kernels in place, from any thread; False where the plain ones serve."""
        with self._lock:
            if self.state is not PreparationState.READY:
                return False
            if not self._load():
                self._fail(failure())
                return False
            return True

    def close(self) -> None:
        """End the child and the thread; harmless to repeat."""
        if self._child is not None:
            self._child.close()
            self._child = None
        if self._loader is not None:
            self._loader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _compile(self, command: Sequence[str] | None) -> None:
        try:
            command = command or _compile_command()
            if command is None:
                # what a child compiles cannot be handed over: late frames rather than a slow solver
                self._become_ready()
                return
            self._child = _Child(command)
        except (OSError, ValueError) as error:
            if self.state is PreparationState.PREPARING:
                self._fail(str(error))
        else:
            if self.state is PreparationState.PREPARING:
                self.message = "preparing the solver, first run only"
            _log.info("compiling the solver in process %d, first run only", self._child.pid)

    def _become_ready(self) -> None:
        self.state = PreparationState.READY
        self.message = ""
        self._loader = Worker(CallJob(self._warm_up()), name="kernel-loader")

    def _warm_up(self) -> Generator[str, None, None]:
        if self.load():
            try:
                yield from self._try_out()
            except CompilationError as error:
                self._fail(str(error))

    def _fail(self, reason: str) -> None:
        self.state = PreparationState.FAILED
        self.message = f"the solver could not be compiled ({reason}): it runs uncompiled and slow"
        _log.warning(self.message)


class _Child:
    """The child process that compiles into the cache."""

    def __init__(self, command: Sequence[str]) -> None:
        # a file, because a pipe that nobody reads could fill up and hold the child
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed when the child has ended)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,  # which ends with this process, and the child with it
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                env=child_environment(),
                creationflags=creation_flags(),
            )
        except BaseException:
            self._errors.close()
            raise
        self.pid = self._process.pid
        if sys.platform != "win32":
            with contextlib.suppress(OSError):  # it may have ended already
                os.setpriority(os.PRIO_PROCESS, self.pid, NICENESS)

    def poll(self) -> str | None:
        """None while it runs, "" when it has done its work, else what went wrong."""
        code = self._process.poll()
        if code is None:
            return None
        self._errors.seek(0)
        lines = [line.strip() for line in self._errors.read().decode(errors="replace").split("\n")]
        failure = next((line for line in reversed(lines) if line), f"exit status {code}")
        self._close_files()
        return "" if code == 0 else failure

    def close(self) -> None:
        """End it and wait until it is gone."""
        self._process.terminate()
        try:
            self._process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._close_files()

    def _close_files(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._errors.close()


def _compile_command() -> list[str] | None:
    """Python itself, on the module that compiles; None without a folder to compile into.

    -P leaves the current folder out of the path: a file there may have any name.
    """
    if not sys.executable:
        raise ValueError("there is no Python to run it with")
    folder = find_room()
    if folder is None:
        return None
    return [sys.executable, "-P", "-m", "puzzler.solver.compiler", str(folder)]


def child_environment() -> dict[str, str]:
    """The environment in which the child finds this very package, installed or in a checkout."""
    root = str(Path(puzzler.__file__).resolve().parent.parent)
    environment = dict(os.environ)
    # installed, it is found anyway; putting that folder first would hide the standard library
    if root not in sysconfig.get_paths().values():
        known = environment.get("PYTHONPATH")
        environment["PYTHONPATH"] = os.pathsep.join([root, known] if known else [root])
    return environment


def creation_flags() -> int:
    """On Windows: no console window, and less urgent than the program's own window."""
    if sys.platform == "win32":
        return subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    return 0
