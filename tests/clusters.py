"""A Dask scheduler and its workers on loopback, started as docs/cluster.md says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
PATIENCE = 60.0
"""Seconds after which a test gives up; nothing takes more than a few."""
GRACE = 0.5
"""Seconds in which Dask's processes end by themselves, or are ended."""
SELDOM = {
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "5s",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
}
"""Dask looks at itself less often: idle until the last test, it would take 6 % of a core."""


@contextmanager
def two_workers(folder: Path) -> Iterator[str]:
    """The address of a scheduler that has two."""
    with scheduler(folder) as address:
        command = ("worker", address, "--nworkers", "2", "--nthreads", "1")
        with dask(*command, "--memory-limit", "0", "--no-dashboard", "--death-timeout", "60"):
            yield address


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """The address of one without workers."""
    file = folder / "scheduler.json"
    command = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    # they end by themselves where these tests are killed
    with dask(*command, "--scheduler-file", str(file), "--idle-timeout", "10 minutes"):
        wait_for(lambda: file.exists() and file.read_text().endswith("}"))
        yield json.loads(file.read_text())["address"]


@contextmanager
def dask(*command: str) -> Iterator[None]:
    """A process of Dask's own, for as long as this is open."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *command],
        env={**os.environ, **SELDOM, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(GRACE)
        except subprocess.TimeoutExpired:  # it waits for work that never ends
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(300)


def wait_for(happens: Callable[[], object]) -> None:
    """Return when it happens; AssertionError where it does not within ``PATIENCE``."""
    until = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.02)
