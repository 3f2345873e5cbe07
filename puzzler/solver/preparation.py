"""Compiled kernels for the window: from the cache, or from a child process that fills it.

    python -m puzzler.solver.preparation [FOLDER [STEP ...]]

is that child process. Without FOLDER it fills the usual cache. It compiles each STEP before the
kernels of the default search. On its standard input it reads
requests, a JSON list of steps per line, and compiles these steps before the others. On its standard
output it writes the progress of requests. It ends with its parent, in the middle of a kernel if
necessary, because its standard input ends then, even if the parent is killed.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from queue import SimpleQueue

from puzzler import resources
from puzzler.search.compilation import (
    DEFAULT_STEP,
    CompilationError,
    KernelState,
    child_folder,
    failure_reason,
    has_room,
    is_complete,
    kernel_state,
    load_compiled,
    prepare_default,
    use_folder,
)
from puzzler.search.compile_steps import DISTANCE_STEPS, StepMarks, all_steps, prepare, steps_for
from puzzler.search.method import Method
from puzzler.solver.child_process import (
    child_environment,
    creation_flags,
    end_with_parent,
    failure_of,
    last_line,
    python_command,
    read_lines,
    start_python,
)
from puzzler.solver.threads import NICENESS, Closable
from puzzler.solver.worker import CallJob, CallWorker, Worker

SECONDS_TO_END = 0.1
"""Time limit for the end of the child, and for the end of a thread after ``close``."""
SECONDS_BETWEEN_POLLS = 0.02
"""Time between two checks whether the child has ended."""
SECONDS_BETWEEN_LOOKS = 0.25
"""Time between two looks at the cache and at the progress while the child compiles."""

_log = logging.getLogger("puzzler")

Steps = tuple[str, ...]


_Progress = tuple[Steps, int, int]
"""Some steps, and the numbers of their compiled and of their required kernels."""
_Look = tuple[frozenset[str], _Progress | None]
"""The steps that the child has compiled, and its progress."""


class Preparation(Closable):
    """Provides compiled kernels without delaying a frame.

    If kernels are missing in the cache, a child process compiles them, those of the default search
    first. As soon as these are in the cache, a thread loads them in place of the plain ones for the
    whole process. The child continues with the other kernels, requested ones first.

    All methods except ``wait`` and ``load`` are called by the thread that calls ``poll``.
    """

    def __init__(self, command: Sequence[str] | None = None, *, delay: int = 0) -> None:
        """``command`` starts the child process; the default is this module.

        delay: number of polls before cached kernels are loaded. Importing numba takes half a
        second, which would delay the first frame of a window.
        """
        self.state = kernel_state()
        """As of the last poll. UNAVAILABLE: ``message`` gives the reason."""
        self._problem = ""
        self._steps_for = cache(steps_for)  # it checks which larger tables exist, which is slow
        self._compiled: frozenset[str] = frozenset()
        self._requested: Steps = (DEFAULT_STEP,)
        self._reported: _Progress | None = None
        self._requests: SimpleQueue[Steps] = SimpleQueue()
        self._is_closed = False
        self._command, self._delay = command, 0
        self._changed = threading.Condition()
        self._lock = threading.Lock()
        self._loader: CallWorker[str, None] | None = None
        self._child: CallWorker[_Look, str] | None = None
        if self.state is KernelState.UNAVAILABLE:
            self._problem = f"{failure_reason()}: the solver runs uncompiled and slow"
            return
        if self.state is KernelState.READY:
            self._compiled = frozenset({DEFAULT_STEP})
            self._delay = delay
            if not delay:
                self._start_loading()
        else:
            self._compile()

    @property
    def progress(self) -> tuple[int, int] | None:
        """Kernels done and needed, while the child compiles the method that was requested last.

        The default method counts as requested at first. None while the child compiles others.
        """
        if self._reported is None or not self._is_missing(self._requested):
            return None
        steps, done, needed = self._reported
        return (done, needed) if steps == self._requested else None

    @property
    def message(self) -> str:
        """One line for the user; empty if there is nothing to say."""
        if self._problem or not self._is_missing(self._requested):
            return self._problem
        if self.progress is None:
            return "preparing the solver (first run only)"
        done, needed = self.progress
        return f"preparing the solver, {done} of {needed}"

    @property
    def can_measure(self) -> bool:
        """Whether distances can be proven without compiling in this process, as of the last poll.

        False while the child still has to compile the kernels for that.
        """
        return not self._is_missing(DISTANCE_STEPS)

    def poll(self) -> KernelState:
        """Update the state from the progress of the child; never blocks."""
        if self._delay:
            self._delay -= 1
            if not self._delay:
                self._start_loading()
        if self._child is None:
            return self.state
        latest = self._child.latest
        if latest.step is not None:
            compiled, self._reported = latest.step
            self._compiled |= compiled
        failure = None  # "" if the child has compiled everything
        if latest.is_over:
            failure = self._child.failure or latest.result or ""
            self._child = None
        if self.state is KernelState.MISSING:
            if failure:
                self._fail(failure)
            elif failure == "" or DEFAULT_STEP in self._compiled:
                _log.info("the solver is compiled")
                self._become_ready()
        elif failure:
            _log.warning("not all of the solver could be compiled (%s)", failure)
        self._notify()
        return self.state

    def request(self, method: Method) -> None:
        """Compile the kernels of ``method`` next, unless they are compiled or cannot be."""
        steps = self._steps_for(method)
        if steps != self._requested and self._is_missing(steps):
            self._requested = steps
            self._requests.put(steps)

    def is_waiting_for(self, method: Method) -> bool:
        """Whether the child still has to compile kernels of ``method``, as of the last poll."""
        return self._is_missing(self._steps_for(method))

    def wait(self, method: Method) -> None:
        """Wait until the kernels of ``method`` are compiled or cannot be, or until ``close``.

        Not for the thread that calls ``poll``.
        """
        steps = self._steps_for(method)
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or not self._is_missing(steps))

    def load(self) -> bool:
        """Put the compiled kernels in place; return False if the plain ones are used.

        Called by any thread.
        """
        with self._lock:
            if self.state is not KernelState.READY:
                return False
            if not load_compiled():
                self._fail(failure_reason())
                return False
            return True

    def close(self) -> None:
        for worker in (self._child, self._loader):
            if worker is not None:
                worker.cancel()
        if self._child is not None:
            self._child.join(2 * SECONDS_TO_END)
        self._child = None
        self._is_closed = True
        self._notify()

    def _is_missing(self, steps: Steps) -> bool:
        if self.state is KernelState.MISSING:
            return True
        if self.state is KernelState.UNAVAILABLE or (self._child is None and not self._delay):
            return False
        return not self._compiled.issuperset(steps)

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _start_loading(self) -> None:
        """Load the cached kernels, and compile those that are not in the cache."""
        self._become_ready()
        # whether all are in the cache takes 45 ms, so the thread finds out
        self._child = Worker(CallJob(self._complete), name="compiler")

    def _compile(self) -> None:
        try:
            command = self._command or _compile_command()
        except ValueError as error:
            self._fail(str(error))
            return
        if command is None:
            # without a folder a child cannot hand over kernels, so this process compiles them
            self._become_ready()
            return
        self._child = Worker(CallJob(partial(_run_child, command, self._requests)), name="compiler")

    def _complete(self, publish: Callable[[_Look], object]) -> str:
        """Compile the kernels that are missing in the cache. Return the reason of a failure."""
        if is_complete() or not has_room():
            return ""
        command = self._command or _compile_command()
        return "" if command is None else _run_child(command, self._requests, publish)

    def _become_ready(self) -> None:
        self.state = KernelState.READY
        self._loader = Worker(CallJob(self._warm_up), name="kernel-loader")

    def _warm_up(self, publish: Callable[[str], object]) -> None:
        if self.load():
            try:
                for step in prepare_default():
                    publish(step)
            except CompilationError as error:
                self._fail(str(error))

    def _fail(self, reason: str) -> None:
        self._problem = f"the solver could not be compiled ({reason}): it runs uncompiled and slow"
        self.state = KernelState.UNAVAILABLE
        _log.warning(self._problem)
        self._notify()


def request_compiled(steps: Steps) -> Callable[[], bool]:
    """Compile these steps in a child process, which ends with this process.

    Returns a function that reports whether the child has ended. All calls use the same child.
    """
    if _background:
        process = _background[0]
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # it may have ended
            process.stdin.write(json.dumps(steps).encode() + b"\n")
            process.stdin.flush()
    else:
        folder = child_folder()
        if folder is None or not sys.executable:
            return lambda: True
        arguments = "puzzler.solver.preparation", str(folder), *steps
        process = start_python(*arguments, stdin=subprocess.PIPE)
        _background.append(process)
    return lambda: process.poll() is not None


_background: list[subprocess.Popen[bytes]] = []
"""The child process of ``request_compiled``, if it has been started."""


def _run_child(
    command: Sequence[str], requests: SimpleQueue[Steps], publish: Callable[[_Look], object]
) -> str:
    """Run the child process to its end; return the reason of a failure, or ""."""
    marks = StepMarks()
    with contextlib.ExitStack() as stack:
        # files, because a pipe that nobody reads could fill up and block the child
        folder = stack.enter_context(resources.temporary_folder())
        output, errors = folder / "output", folder / "errors"
        process = stack.enter_context(
            subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,  # ends with this process, and the child with it
                stdout=stack.enter_context(output.open("wb")),
                stderr=stack.enter_context(errors.open("wb")),
                env=child_environment(),
                creationflags=creation_flags(),
            )
        )
        _log.info("compiling the solver in process %d, first run only", process.pid)
        assert process.stdin is not None
        try:
            if sys.platform != "win32":
                with contextlib.suppress(OSError):  # it may have ended already
                    os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
            look: _Look = frozenset(), None
            looked = -SECONDS_BETWEEN_LOOKS
            while process.poll() is None:
                while not requests.empty():
                    with contextlib.suppress(OSError):  # it may have ended
                        process.stdin.write(json.dumps(requests.get()).encode() + b"\n")
                if time.monotonic() - looked >= SECONDS_BETWEEN_LOOKS:
                    look, looked = (marks.update(), _read_progress(output)), time.monotonic()
                publish(look)
                time.sleep(SECONDS_BETWEEN_POLLS)
        finally:
            process.stdin.close()  # which ends it
            try:
                process.wait(SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                process.kill()
        return failure_of(process.returncode, errors.read_bytes()) if process.returncode else ""


def _read_progress(file: Path) -> _Progress | None:
    with contextlib.suppress(ValueError, TypeError):
        steps, done, needed = json.loads(last_line(file))
        return tuple(steps), done, needed
    return None


def _compile_command() -> list[str] | None:
    """The command that runs this module, or None if there is no folder to compile into."""
    if not sys.executable:
        raise ValueError("there is no Python to run it with")
    folder = child_folder()
    if folder is None:
        return None
    return python_command("puzzler.solver.preparation", str(folder))


# -- in the child --------------------------------------------------------------------------------


def main(folder: Path | None = None, *steps: str) -> int:
    """Compile everything into ``folder``, unless the parent ends before; return 1 on failure."""
    lines: SimpleQueue[bytes] = SimpleQueue()
    end_with_parent(lambda: read_lines(lines.put))
    if folder is not None:
        use_folder(folder)
    try:
        list(prepare(lambda: _take_request(lines), _report, steps))
    except CompilationError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _take_request(lines: SimpleQueue[bytes]) -> list[str] | None:
    """The steps of the next readable request, or None."""
    while not lines.empty():
        with contextlib.suppress(ValueError):
            steps = json.loads(lines.get())
            if isinstance(steps, list) and all(step in all_steps() for step in steps):
                return steps
    return None


def _report(steps: Sequence[str], done: int, needed: int) -> None:
    with contextlib.suppress(OSError):  # such as a full disk
        print(json.dumps([steps, done, needed]), flush=True)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None, *sys.argv[2:]))
