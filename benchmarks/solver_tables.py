"""Measure building and loading of tables: seconds, memory and disk, each in a new process.

    python benchmarks/solver_tables.py [ROWSxCOLUMNS ...] [--heuristic NAME]

Without shapes: those with a target, and some rectangles. The cache is a temporary folder; kernels
are compiled first. Prints elapsed time. "cancel" is the longest time between two reports of
progress; "setup" is everything that ``solve`` does before the first expansion, with compiled
kernels and tables on the disk. "peak" is the memory of the whole process.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

SHAPES = ("4x4", "5x5", "3x4", "3x5", "2x8", "2x10", "3x8", "4x5", "4x6", "5x6", "6x6", "10x10")
HEADER = (
    "shape   build s  cancel ms  peak MB | load s  peak MB | setup s  peak MB | tables MB  disk MB"
)


def main() -> None:
    """Measure every shape and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shapes", nargs="*", default=SHAPES)
    parser.add_argument("--heuristic", default="pattern-database")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(measure(arguments.measure, arguments.shapes[0], arguments.heuristic)))
        return
    with tempfile.TemporaryDirectory() as home:
        in_new_process(home, "warm", "2x5", arguments.heuristic)
        print(f"{arguments.heuristic}\n{HEADER}")
        for shape in arguments.shapes:
            built, loaded, solved = (
                in_new_process(home, what, shape, arguments.heuristic)
                for what in ("tables", "tables", "solve")
            )
            print(
                f"{shape:7} {built['seconds']:7.2f} {1000 * built['longest']:10.0f} "
                f"{built['peak']:8.0f} | {loaded['seconds']:6.3f} {loaded['peak']:8.0f} | "
                f"{solved['seconds']:7.2f} {solved['peak']:8.0f} | "
                f"{built['tables']:9.1f} {built['disk']:8.2f}",
                flush=True,
            )


def in_new_process(home: str, what: str, shape: str, heuristic: str) -> dict[str, float]:
    """Run ``measure`` in a new process."""
    command = [sys.executable, __file__, "--measure", what, "--heuristic", heuristic, shape]
    environment = {**os.environ, "PUZZLER_HOME": home}
    output = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found: dict[str, float] = json.loads(output.stdout)
    return found


def measure(what: str, shape: str, heuristic: str) -> dict[str, float]:
    """Return seconds, longest step and megabytes of one preparation in this process."""
    from puzzler import resources
    from puzzler.board import shuffle
    from puzzler.board.board import Board
    from puzzler.search import compilation
    from puzzler.search.heuristics import pattern_database
    from puzzler.search.registry import HEURISTICS
    from puzzler.search.solve import solve

    rows, columns = map(int, shape.split("x"))
    if what == "warm":
        compilation.load_compiled()
        pattern_database.rehearse()
        solve(shuffle(rows, columns, 9, 1).start, algorithm="idastar", heuristic=heuristic)
        return {}
    tables = 0
    longest = 0.0
    if what == "solve":
        board = shuffle(rows, columns, 9, 1).start
        seconds = solve(board, algorithm="idastar", heuristic=heuristic).setup_seconds
    else:
        compilation.load_compiled()
        pattern_database.rehearse()  # to load compiled kernels is no part of building
        began = before = time.perf_counter()

        def report(_: object = None) -> None:
            nonlocal longest, before
            now = time.perf_counter()
            longest, before = max(longest, now - before), now

        built = HEURISTICS[heuristic].make(Board.solved(rows, columns), report)
        report()
        seconds = time.perf_counter() - began
        if built.patterns:
            tables = built.patterns.tables.nbytes
        elif built.walking:
            tables = sum(part.nbytes for part in built.walking[1:])
    folder = resources.cache_folder() / "tables"
    names = f"{min(rows, columns)}x{max(rows, columns)}-*"
    return {
        "seconds": seconds,
        "longest": longest,
        "peak": peak_bytes() / 1e6,
        "tables": tables / 1e6,
        "disk": sum(file.stat().st_size for file in folder.glob(names)) / 1e6,
    }


def peak_bytes() -> int:
    """Return the peak memory of this process."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


if __name__ == "__main__":
    main()
