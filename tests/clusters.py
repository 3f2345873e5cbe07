"""A Dask scheduler and its workers on loopback, started as docs/cluster.md describes."""

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
from unittest import mock

from puzzler.solver.cluster import cluster_pool

ROOT = Path(__file__).parent.parent
PATIENCE = 60.0
"""Timeout of a test in seconds. Every step normally takes a few seconds at most."""
GRACE = 0.5
"""Seconds that Dask's processes have to exit before they are killed."""
QUIET_SETTINGS = {
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "5s",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
}
"""Settings that make Dask monitor itself less often. The default takes 6 % of a core when idle."""


@contextmanager
def two_workers(folder: Path) -> Iterator[str]:
    """Start a scheduler with two workers and yield its address.

    A busy machine may need longer to start them than a user should wait.
    """
    with mock.patch.object(cluster_pool, "PATIENCE", PATIENCE), scheduler(folder) as address:
        command = ("worker", address, "--nworkers", "2", "--nthreads", "1")
        with dask(*command, "--memory-limit", "0", "--no-dashboard", "--death-timeout", "60"):
            yield address


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """Start a scheduler without workers and yield its address."""
    file = folder / "scheduler.json"
    command = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    # The timeouts end the processes if the tests are killed.
    with dask(*command, "--scheduler-file", str(file), "--idle-timeout", "10 minutes"):
        wait_for(lambda: file.exists() and file.read_text().endswith("}"))
        yield json.loads(file.read_text())["address"]


@contextmanager
def dask(*command: str) -> Iterator[None]:
    """Run a Dask command in its own process inside the ``with`` block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *command],
        env={**os.environ, **QUIET_SETTINGS, "PYTHONPATH": str(ROOT)},
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
        except subprocess.TimeoutExpired:  # waits for a task that never finishes
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(300)


def wait_for(condition: Callable[[], object]) -> None:
    """Return when the condition holds. Raise AssertionError if it does not within ``PATIENCE``."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)
