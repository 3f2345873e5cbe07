"""Programs that tests run, each with an end."""

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
    """What came of a command, or of a text that is Python: its exit status and all that it said.

    It runs in the checkout unless ``cwd`` says another folder, and finds the package anywhere.
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
    """The program as a process with its own group; what is left of it is killed at the end."""
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
