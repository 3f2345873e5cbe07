"""Runs the program in broken surroundings: a full disk, no numba, no network, few open files.

    PYTHONPATH=. python tools/trust/surroundings.py [--only CASE ...]

Each case runs the command line, or a window without a screen, and prints one line. A case fails if
there is a traceback, more than one line of error, a wrong exit status, a lost move or a part of a
file. Cases that need root print that they were not tried. The exit status is 1 if a case failed.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.trust.surroundings_cases import machine, network  # noqa: F401  they register cases
from tools.trust.surroundings_cases.programs import CASES, NotTriedError


def run_case(name: str) -> str:
    """Return the result of a case. Raises AssertionError or NotTriedError."""
    folder = Path(tempfile.mkdtemp(prefix="puzzler-trust-"))
    try:
        return CASES[name](folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    """Run the command line. The exit status is 1 if a case failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES))
    options = parser.parse_args()
    began, faults, untried = time.monotonic(), 0, 0
    for name in options.only:
        try:
            verdict = run_case(name)
        except NotTriedError as reason:
            untried, verdict = untried + 1, f"NOT TRIED: {reason}"
        except (AssertionError, subprocess.SubprocessError, OSError, ValueError) as error:
            faults, verdict = faults + 1, f"FAULT: {error}"
        print(f"{name:24}{verdict}", flush=True)
    minutes = (time.monotonic() - began) / 60
    tried = len(options.only) - untried
    print(
        f"surroundings: {tried} cases, {untried} not tried, {minutes:.1f} minutes, {faults} faults"
    )
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
