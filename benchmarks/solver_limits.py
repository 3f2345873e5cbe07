"""Measure how far searches exceed their limits: time in milliseconds, memory in percent.

    python benchmarks/solver_limits.py [--time S,S,...] [--memory MB,MB,...] [ALGORITHM ...]

Runs every algorithm, or the named ones, with four heuristics on boards of 4x4, 5x5 and 10x10 that
are too hard. A time limit is tried with `solve`, with the background `Solver` and, for the first
heuristic, on the command line, where the time of a process without a search is subtracted; the
latest end is printed. A memory limit is compared with the growth of the process (on Linux;
elsewhere with the figures of the search). Kernels and tables are in the cache. Searches that end
before their limit are marked. One core.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import time
from pathlib import Path

from puzzler.board.board import Board
from puzzler.board.shuffler import shuffle
from puzzler.search.options import Limit
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.result import SearchResult
from puzzler.search.solve import solve
from puzzler.solver.watch import Solver

SHAPES = ((4, 4), (5, 5), (10, 10))
GUIDES = ("manhattan+misplaced", "linear-conflict", "walking-distance", "pattern-database")
PATIENCE = 20.0
"""Seconds after which a search that does not reach its memory limit is stopped."""
PEAK_FILE = Path("/proc/self/status")
RESET_FILE = Path("/proc/self/clear_refs")


def main() -> None:
    """Measure every pair and print a line for each board and limit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--time", default="0.5,2", metavar="S,...")
    parser.add_argument("--memory", default="20,200,1000", metavar="MB,...")
    parser.add_argument("algorithms", nargs="*", metavar="ALGORITHM")
    requested_limits = parser.parse_args()
    times = [float(text) for text in requested_limits.time.split(",") if text]
    memories = [float(text) for text in requested_limits.memory.split(",") if text]
    print(f"{'size':>6} {'algorithm':14} {'heuristic':20} {'limit':>8}  over by")
    worst_late, worst_share = 0.0, 0.0
    for shape in SHAPES:
        board = shuffle(*shape, 2001, 3).start
        for name in requested_limits.algorithms or ALGORITHMS:
            for heuristic in GUIDES if ALGORITHMS[name].uses("heuristic") else ("zero",):
                HEURISTICS[heuristic].build(Board.solved(*shape))  # builds or loads its tables
                solve(board, algorithm=name, heuristic=heuristic, limit=Limit(expansions=1000))
                what = f"{shape[0]:>3}x{shape[1]:<2} {name:14} {heuristic:20}"
                for seconds in times:
                    late, message = by_time(board, name, heuristic, seconds)
                    worst_late = max(worst_late, late)
                    print(f"{what} {seconds:6g} s  {message}", flush=True)
                for megabytes in memories:
                    share, message = by_memory(board, name, heuristic, megabytes)
                    worst_share = max(worst_share, share)
                    print(f"{what} {megabytes:5g} MB  {message}", flush=True)
    print(f"worst: {1000 * worst_late:.0f} ms late, {100 * worst_share:.1f} % of the memory held")


def by_time(board: Board, name: str, heuristic: str, seconds: float) -> tuple[float, str]:
    """Return how late the later of `solve` and `Solver` is, and its text."""
    limit = Limit(seconds=seconds)
    worst = 0.0
    if heuristic == GUIDES[0]:
        idle = _command(board, name, "--node-limit", "1")
        worst = _command(board, name, "--time-limit", str(seconds)) - idle - seconds
    for run in (_at_once, _in_background):
        began = time.perf_counter()
        result = run(board, name, heuristic, limit)
        took = time.perf_counter() - began
        if result.limit_reached is None:
            return 0.0, f"ended before: {result.note or result.status.value}"
        worst = max(worst, took - seconds)
    return worst, f"{1000 * worst:7.1f} ms, lower bound {result.lower_bound}"


def by_memory(board: Board, name: str, heuristic: str, megabytes: float) -> tuple[float, str]:
    """Return the largest share of the limit that was used, and its text."""
    limit = Limit(seconds=PATIENCE, memory_bytes=int(megabytes * 1e6))
    gc.collect()
    if RESET_FILE.exists():
        RESET_FILE.write_text("5")
    before = _peak()
    result = _at_once(board, name, heuristic, limit)
    peak_memory = _peak() - before if PEAK_FILE.exists() else result.stats.bytes
    share = peak_memory / limit.memory
    words = f"held {100 * share:5.1f} %, says {100 * result.stats.bytes / limit.memory:5.1f} %"
    how = result.limit_reached.value if result.limit_reached else result.note or result.status.value
    return share, f"{words}, ended by {how}, lower bound {result.lower_bound}"


def _command(board: Board, name: str, *limit: str) -> float:
    """Return the seconds of a command, including the start of Python."""
    command = [sys.executable, "-m", "puzzler", "solve", str(board), "--algorithm", name]
    began = time.perf_counter()
    subprocess.run([*command, *limit], stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - began


def _at_once(board: Board, name: str, heuristic: str, limit: Limit) -> SearchResult:
    return solve(board, algorithm=name, heuristic=heuristic, limit=limit)


def _in_background(board: Board, name: str, heuristic: str, limit: Limit) -> SearchResult:
    with Solver(board, algorithm=name, heuristic=heuristic, limit=limit) as solver:
        return solver.result()


def _peak() -> int:
    """Return the peak memory since the last reset, in bytes."""
    if not PEAK_FILE.exists():
        return 0
    lines = PEAK_FILE.read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))


if __name__ == "__main__":
    main()
