"""Measure the whole 3x3 space by breadth-first search, and the memory of `--optimal` on 4x4.

    python benchmarks/solver_small.py

The search expands all 181,440 states from one goal; the minimum of several runs is printed. The
memory is the peak of a process that runs `puzzler solve BOARD --optimal`, once with tables in the
cache and once without (POSIX). One core.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.resources import cache_folder
from puzzler.search.engine.stepping import Status
from puzzler.search.method import Method
from puzzler.search.solve import solve
from puzzler.search.starting import start

RUNS = 15
STATES = 181_440
BOARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
"""80 moves from the goal."""
FARTHEST = Board.parse("8 6 7/2 5 4/3 0 1")


def main() -> None:
    """Measure both and print a line for each."""
    solve(FARTHEST, algorithm="bfs")  # loads the kernels
    lowest = min(search_space() for _ in range(RUNS))
    print(f"3x3 by bfs, {STATES:,} states: {lowest:.4f} s, {STATES / lowest / 1e6:.2f} M/s")
    megabytes, seconds = peak_of_optimal(os.environ.get("PUZZLER_HOME"))
    print(f"--optimal on 4x4, tables from the cache: {megabytes:.0f} MB, {seconds:.2f} s in all")
    with tempfile.TemporaryDirectory() as home:
        shutil.copytree(cache_folder() / "kernels", Path(home) / "cache" / "kernels")
        megabytes, seconds = peak_of_optimal(home)
    print(f"--optimal on 4x4, tables built first:    {megabytes:.0f} MB, {seconds:.2f} s in all")


def search_space() -> float:
    """Return the seconds to reach the farthest board, when only one other state is left."""
    search = start(Problem(FARTHEST, Board.solved(3, 3)), Method("bfs"))
    while search.advance(10**9) is Status.RUNNING:
        pass
    stats = search.stats()
    assert stats.expanded >= STATES - 2, stats
    return stats.elapsed


def peak_of_optimal(home: str | None) -> tuple[float, float]:
    """Return (megabytes, seconds) of a process that solves ``BOARD`` with the cache in ``home``."""
    code = """
import resource, sys, time
began = time.perf_counter()
from puzzler.cli.app import main
assert main(["solve", sys.argv[1], "--optimal"]) == 0
unit = 1 if sys.platform == "darwin" else 1024
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
print(peak, time.perf_counter() - began)
"""
    environment = os.environ | ({} if home is None else {"PUZZLER_HOME": home})
    output = subprocess.run(
        [sys.executable, "-c", code, BOARD],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    peak, seconds = output.stdout.split()[-2:]
    return int(peak) / 1e6, float(seconds)


if __name__ == "__main__":
    main()
