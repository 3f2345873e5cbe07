"""Getting the compiled kernels: from the cache, or through a child process that fills it first.

    python -m puzzler.solver.preparation [FOLDER]

is that child process; without FOLDER it fills the usual cache. Its standard input is a pipe that
its parent holds and never writes to. It ends with the parent, also when that is killed, and then
the child ends, in the middle of a kernel.
"""

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
from collections.abc import Generator, Sequence
from enum import Enum
from pathlib import Path

from typing_extensions import override

import puzzler
from puzzler.search.compilation import (
    CompilationError,
    Readiness,
    can_measure,
    failure,
    find_room,
    has_room,
    is_complete,
    keep_in,
    load_compiled,
    prepare,
    prepare_default,
    readiness,
)
from puzzler.solver.threads import NICENESS, Closable, leave, start_thread
from puzzler.solver.worker import CallJob, CallWorker, Worker

SECONDS_TO_END = 0.1
"""How long the child has to end when asked, and a thread of this process when closed."""
SECONDS_BETWEEN_POLLS = 0.02
"""Between two questions whether the child has ended."""
SECONDS_BETWEEN_LOOKS = 0.25
"""Between two looks at the cache while the child compiles."""

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


class Preparation(Closable):
    """Gets compiled kernels without making a frame late: poll it now and then, close it at the end.

    Where they must be compiled first, a child process does that, the default search's first. As
    soon as those are in the cache a thread puts them in place of the plain ones, for the whole
    process, and tries them, so that the first search finds them loaded; the child goes on with the
    others meanwhile.
    """

    def __init__(self, command: Sequence[str] | None = None) -> None:
        """``command`` is what compiles, by default this module."""
        self.message = ""
        """One line for the user; empty when there is nothing to say."""
        self.state = PreparationState.PREPARING
        """As of the last poll."""
        self._lock = threading.Lock()
        self._is_settled, self._is_measuring = threading.Event(), threading.Event()
        self._loader: CallWorker[str, None] | None = None
        self._child: CallWorker[None, str] | None = None
        self._last_look = time.monotonic()
        found = readiness()
        if found is Readiness.WARM:
            self._become_ready()
            if not is_complete() and has_room():
                self._compile(command)
        elif found is Readiness.COLD:
            self._compile(command)
        else:
            self.state = PreparationState.UNCOMPILED
            self._is_settled.set()
            self.message = "numba is not installed: the solver runs uncompiled and slow"

        if self._child is None:
            self._is_measuring.set()

    @property
    def can_measure(self) -> bool:
        """As of the last poll: no frame would be late for compiling what proves distances.

        While the child has those kernels to compile, this process had better not.
        """
        return self.state is not PreparationState.PREPARING and self._is_measuring.is_set()

    def poll(self) -> PreparationState:
        """Look whether the child has ended; never blocks."""
        if self._child is None:
            return self.state
        failure = None  # "" where the child has done its work
        if self._child.latest.is_over:
            failure = self._child.failure or self._child.latest.result or ""
            self._child = None
            self._is_measuring.set()
        if self.state is PreparationState.PREPARING:
            if failure:
                self._fail(failure)
            elif failure == "" or (self._may_look() and readiness() is Readiness.WARM):
                _log.info("the solver is compiled")
                self._become_ready()
        elif failure:
            _log.warning("not all of the solver could be compiled (%s)", failure)
        elif not self._is_measuring.is_set() and self._may_look() and can_measure():
            self._is_measuring.set()
        return self.state

    def _may_look(self) -> bool:
        """It is time to look at the cache once more."""
        now = time.monotonic()
        if now - self._last_look < SECONDS_BETWEEN_LOOKS:
            return False
        self._last_look = now
        return True

    def wait(self, *, for_anytime: bool = False) -> None:
        """Wait until the default search, or ``for_anytime`` that one, is compiled or cannot be.

        For any thread but the one that polls.
        """
        (self._is_measuring if for_anytime else self._is_settled).wait()

    def load(self) -> bool:
        """Put the compiled kernels in place, from any thread; False where the plain ones serve."""
        with self._lock:
            if self.state is not PreparationState.READY:
                return False
            if not load_compiled():
                self._fail(failure())
                return False
            return True

    @override
    def close(self) -> None:
        for worker in (self._child, self._loader):
            if worker is not None:
                worker.cancel()
        if self._child is not None:
            self._child.join(2 * SECONDS_TO_END)
        self._child = None
        self._is_settled.set()
        self._is_measuring.set()

    def _compile(self, command: Sequence[str] | None) -> None:
        is_needed = self.state is PreparationState.PREPARING
        try:
            command = command or _compile_command()
        except ValueError as error:
            if is_needed:
                self._fail(str(error))
            return
        if command is None:
            # what a child compiles cannot be handed over: late frames rather than a slow solver
            self._become_ready()
            return
        self._child = Worker(CallJob(_compiling(command)), name="compiler")
        if is_needed:
            self.message = "preparing the solver, first run only"

    def _become_ready(self) -> None:
        self.state = PreparationState.READY
        self._is_settled.set()
        self.message = ""
        self._loader = Worker(CallJob(self._warm_up()), name="kernel-loader")

    def _warm_up(self) -> Generator[str, None, None]:
        if self.load():
            try:
                yield from prepare_default()
            except CompilationError as error:
                self._fail(str(error))

    def _fail(self, reason: str) -> None:
        self.state = PreparationState.FAILED
        self._is_settled.set()
        self.message = f"the solver could not be compiled ({reason}): it runs uncompiled and slow"
        _log.warning(self.message)


def _compiling(command: Sequence[str]) -> Generator[None, None, str]:
    """Run the child process to its end; why it failed, "" where it did not."""
    # a file, because a pipe that nobody reads could fill up and hold the child
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,  # which ends with this process, and the child with it
            stdout=subprocess.DEVNULL,
            stderr=errors,
            env=child_environment(),
            creationflags=creation_flags(),
        ) as process:
            _log.info("compiling the solver in process %d, first run only", process.pid)
            try:
                if sys.platform != "win32":
                    with contextlib.suppress(OSError):  # it may have ended already
                        os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
                while process.poll() is None:
                    yield
                    time.sleep(SECONDS_BETWEEN_POLLS)
            finally:
                assert process.stdin is not None
                process.stdin.close()  # which ends it
                try:
                    process.wait(SECONDS_TO_END)
                except subprocess.TimeoutExpired:
                    process.kill()
        errors.seek(0)
        lines = [line.strip() for line in errors.read().decode(errors="replace").split("\n")]
    if process.returncode == 0:
        return ""
    return next((line for line in reversed(lines) if line), f"exit status {process.returncode}")


def _compile_command() -> list[str] | None:
    """Python itself, on the module that compiles; None without a folder to compile into.

    -P leaves the current folder out of the path: a file there may have any name.
    """
    if not sys.executable:
        raise ValueError("there is no Python to run it with")
    folder = find_room()
    if folder is None:
        return None
    return [sys.executable, "-P", "-m", "puzzler.solver.preparation", str(folder)]


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


# -- in the child --------------------------------------------------------------------------------


def end_with_parent() -> None:
    """End this process as soon as its standard input does."""

    def wait() -> None:
        while os.read(0, 1):  # not through sys.stdin: its lock would be held when Python ends
            pass
        leave(1)

    start_thread(wait, "parent-watch")


def main(folder: Path | None = None) -> int:
    """Compile everything into ``folder``, unless the parent ends before; 1 if impossible."""
    end_with_parent()
    if folder is not None:
        keep_in(folder)
    try:
        list(prepare())
    except CompilationError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
