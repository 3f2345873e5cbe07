"""Environments, processes and compiled kernels for the commands in this folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Fault(Exception):  # noqa: N818  a fault is the result that the commands look for
    """The program broke a promise."""


def environment(**variables: str) -> dict[str, str]:
    """Return the environment of a process without a screen and without sound."""
    return {
        **os.environ,
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "PYTHONPATH": str(ROOT),
        **variables,
    }


def command_of(process: int) -> str:
    """Return the command line of a process, or "" if the process has ended."""
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""


def processes_with(variable: str, value: str) -> Iterator[int]:
    """Yield the processes that have a variable of the environment with this value."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # the process has ended or belongs to another user
            if f"{variable}={value}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)


def fill_kernels(folder: Path | str, env: Mapping[str, str] = os.environ) -> None:
    """Compile all kernels that are missing in a folder.

    Raises Fault if the compiler fails.
    """
    command = [sys.executable, "-m", "puzzler.solver.preparation", str(folder)]
    # run() would close standard input, and the compiler ends when standard input is closed
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL}
    with subprocess.Popen(command, env=env, cwd=ROOT, **pipes) as process:
        if process.wait() != 0:
            raise Fault("the kernels could not be compiled")


def compile_kernels(env: Mapping[str, str]) -> None:
    """Compile the missing kernels of a home. The first run of a version takes minutes."""
    code = "from puzzler.search import compilation as c; print(c.kernel_folder(), c.is_complete())"
    command = [sys.executable, "-c", code]
    folder, is_complete = subprocess.check_output(command, env=env, text=True).split()
    if is_complete != "True":
        fill_kernels(folder, env)
