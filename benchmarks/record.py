"""Measure the time of ``puzzler record``, including its start, and the size of its files.

    python benchmarks/record.py [--runs N] [--pixels N]

Records 60 moves of a 4x4 board and the solution of a search, each time in a new process with
compiled kernels in the cache. Limits: 2 s and 600 kB for a GIF of 480 pixels; goal: 1 s and 300 kB.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BOARD = "9 1 4 8/13 7 3 5/14 11 6 12/2 10 15 0"
MOVES = "ULDLULDRRURUULDLDLUURRDLDRRDLLLURRUULDLDRULURDDDRULUULDDRDRR"
"""60 moves to the goal without immediate reversals."""
MOVES_60 = ("--moves", MOVES)
ROWS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("GIF, numbers", ".gif", MOVES_60),
    ("GIF, numbers, light", ".gif", (*MOVES_60, "--theme", "light")),
    ("GIF, picture", ".gif", (*MOVES_60, "--picture", "lagoon", "--numbers")),
    ("GIF, picture, jumping", ".gif", (*MOVES_60, "--picture", "lagoon", "--speed", "25")),
    ("GIF, an answer", ".gif", ()),
    ("PNG, all boards", ".png", MOVES_60),
    ("MP4, numbers", ".mp4", MOVES_60),
)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--pixels", type=int, help="by default those of the command")
    chosen = parser.parse_args()
    pixels = [] if chosen.pixels is None else ["--pixels", str(chosen.pixels)]
    print(f"{'':22} {'best':>8} {'median':>8} {'size':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name, suffix, options in ROWS:
            if suffix == ".mp4" and shutil.which("ffmpeg") is None:
                print(f"{name:22} ffmpeg is not installed")
                continue
            out = Path(folder) / f"out{suffix}"
            seconds = [recorded(out, [*options, *pixels]) for _ in range(chosen.runs)]
            figures = f"{min(seconds):6.2f} s {statistics.median(seconds):6.2f} s"
            print(f"{name:22} {figures} {out.stat().st_size / 1000:6.0f} kB", flush=True)


def recorded(out: Path, options: list[str]) -> float:
    """Return the seconds that one process takes."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "puzzler", "record", BOARD, str(out), *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
