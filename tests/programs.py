"""Programs that tests run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


def finished(
    command: str | Sequence[str | Path],
    *,
    env: Mapping[str, str] = os.environ,
    check: bool = False,
    **how: Any,
) -> subprocess.CompletedProcess[Any]:
    """Run a command, or a string of Python code, and return its exit status and output.

    The working directory is the checkout unless ``cwd`` is given. The package can always be
    imported.
    """
    return subprocess.run(
        [sys.executable, "-c", command] if isinstance(command, str) else command,
        env={**env, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=check,
        **{"text": True, "cwd": ROOT, "timeout": 300} | how,
    )


@contextmanager
def started(*arguments: str, **others: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start the program in its own process group and kill it at the end of the ``with`` block."""
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "puzzler", *arguments],
        cwd=ROOT,
        start_new_session=True,
        **others,
    )
    try:
        with process:
            yield process
            process.kill()
    finally:
        process.kill()
