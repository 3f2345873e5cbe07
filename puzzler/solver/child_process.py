"""Child processes: their environment, priority, end and error message."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from puzzler.solver.threads import exit_process, start_thread

_TAIL = 4096
"""Bytes at the end of a file that contain its last line."""


def start_python(
    module: str,
    *arguments: str,
    stdin: int = subprocess.DEVNULL,
    stdout: int | IO[bytes] = subprocess.DEVNULL,
    stderr: int | IO[bytes] = subprocess.DEVNULL,
    **options: Any,
) -> subprocess.Popen[bytes]:
    """Start Python on ``module``. ``options`` are those of ``Popen``. Raises OSError."""
    options.setdefault("creationflags", creation_flags())
    return subprocess.Popen(
        python_command(module, *arguments),
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        env=child_environment(),
        **options,
    )


def python_command(module: str, *arguments: str) -> list[str]:
    """The command that runs ``module`` in a new Python.

    -P excludes the current folder from the path, because a file there may have any name.
    """
    return [sys.executable, "-P", "-m", module, *arguments]


def child_environment() -> dict[str, str]:
    """The environment in which a child imports the same package, installed or in a checkout."""
    root = str(Path(__file__).resolve().parents[2])
    environment = dict(os.environ)
    # An installed package is found anyway. Its folder must not hide the standard library.
    if root not in sysconfig.get_paths().values():
        path = environment.get("PYTHONPATH")
        environment["PYTHONPATH"] = os.pathsep.join([root, path] if path else [root])
    return environment


def creation_flags(*, lowers_priority: bool = True) -> int:
    """Flags of ``Popen`` on Windows: no console window and, by default, a lower priority."""
    if sys.platform == "win32":
        priority = subprocess.BELOW_NORMAL_PRIORITY_CLASS if lowers_priority else 0
        return subprocess.CREATE_NO_WINDOW | priority
    return 0


def failure_of(status: int, errors: bytes) -> str:
    """The last line of a failed child's standard error, or its exit status if there is none."""
    lines = errors.decode(errors="replace").strip().split("\n")
    return lines[-1].strip() or f"exit status {status}"


def last_line(file: Path) -> bytes:
    """The last complete line of a file that another process writes; b"" if there is none."""
    with contextlib.suppress(OSError), file.open("rb") as stream:
        stream.seek(max(0, stream.seek(0, os.SEEK_END) - _TAIL))
        return b"".join(stream.read().split(b"\n")[-2:-1])
    return b""


def read_lines(take_line: Callable[[bytes], object] = lambda line: None) -> None:
    """Pass each line of the standard input to ``take_line``; return at its end."""
    rest = b""
    while content := os.read(0, 4096):  # sys.stdin would hold its lock when Python ends
        *lines, rest = (rest + content).split(b"\n")
        for line in lines:
            take_line(line)


def end_with_parent(
    wait: Callable[[], object] = read_lines, end: Callable[[int], object] = exit_process
) -> None:
    """Call ``end(1)`` in this child process as soon as ``wait`` returns.

    The default is the end of the standard input, a pipe from the parent.
    """

    def watch() -> None:
        wait()
        end(1)

    start_thread(watch, "parent-watch")
