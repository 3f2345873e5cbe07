"""Measure IDA* on random 15-puzzles, with Manhattan distance and with pattern databases.

    python benchmarks/solver_idastar.py [REFERENCE.cpp] [--file FILE] [--hardest FILE]

FILE has lines of "id optimal-length tiles ..."; default: Korf's instances of the tests. The
reference is compiled with g++ and run on the same file, to compare with Manhattan distance. Larger
tables are used if ``puzzler tables --build 7-8`` has built them. Prints processor time of one core
for both programs, which depends little on other work.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from puzzler.board import shuffle
from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.search import compilation
from puzzler.search.engine.stepping import Status
from puzzler.search.heuristics import pattern_database
from puzzler.search.method import Method
from puzzler.search.result import SearchResult
from puzzler.search.starting import start

FILE = Path(__file__).parent.parent / "tests" / "data" / "korf_15puzzle_1_50.txt"
FIRST = 12
"""Number of instances for the reference."""


def main() -> None:
    """Print a table for each requested measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reference", nargs="?", type=Path, help="source of the C++ reference")
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--hardest", type=Path, help="more instances, printed one by one")
    arguments = parser.parse_args()
    compilation.load_compiled()
    for heuristic in ("manhattan", "pattern-database"):
        timed(shuffle(4, 4, 20, 1).start, heuristic)  # loads kernels and tables
    rows = list(instances(arguments.file))
    goal = Board.solved(4, 4)
    collection = pattern_database.collection_for(goal)
    name = collection.name if collection else pattern_database.usual_tables(goal).name
    print(f"pattern databases: {name}")

    generated, seconds = totals(rows[:FIRST], "manhattan")
    ours = generated / seconds / 1e6
    print(f"manhattan, 1-{FIRST}: {seconds:.2f} s, {ours:.1f} M generated/s")
    reference_seconds = None
    if arguments.reference:
        reference_seconds, theirs = run_reference(arguments.reference, arguments.file)
        print(f"reference, 1-{FIRST}: {reference_seconds:.2f} s, {theirs:.1f} M generated/s")
        print(f"rate against the reference: {ours / theirs:.0%}")

    _, seconds = totals(rows[:FIRST], "pattern-database")
    print(f"pattern-database, 1-{FIRST}: {seconds:.3f} s", end="")
    print(f", 1/{reference_seconds / seconds:.0f} of the reference" if reference_seconds else "")
    each = [timed(board, "pattern-database", best) for board, best in rows]
    total, worst = sum(s for _, s in each), max(s for _, s in each)
    print(f"pattern-database, all {len(rows)}: {total:.3f} s, worst {worst:.3f} s")
    for number, (board, best) in enumerate(
        instances(arguments.hardest) if arguments.hardest else (), 1
    ):
        result, seconds = timed(board, "pattern-database", best)
        print(f"  {number}: {result.length} moves, {result.stats.generated:,} in {seconds:.2f} s")


def instances(file: Path) -> Iterator[tuple[Board, int]]:
    """Return boards and their shortest lengths."""
    for line in file.read_text().splitlines():
        if not line.startswith("#"):
            _, best, *tiles = map(int, line.split())
            yield Board(4, 4, tuple(tiles)), best


def totals(rows: list[tuple[Board, int]], heuristic: str) -> tuple[int, float]:
    """Return (generated, seconds) over all ``rows``."""
    each = [timed(board, heuristic, best) for board, best in rows]
    return sum(r.stats.generated for r, _ in each), sum(seconds for _, seconds in each)


def timed(board: Board, heuristic: str, best: int | None = None) -> tuple[SearchResult, float]:
    """Return the checked result and the processor time of the search alone."""
    search = start(Problem(board, Board.solved(*board.size)), Method("idastar", heuristic))
    began = time.process_time()
    while search.advance(10**8) is Status.RUNNING:
        pass
    seconds = time.process_time() - began
    result = search.result()
    assert result.proven_optimal
    assert board.apply_all(result.moves) == result.goal
    assert best is None or result.length == best, f"{board}: {result.length}, not {best}"
    return result, seconds


def run_reference(source: Path, file: Path) -> tuple[float, float]:
    """Return (seconds, million generated states per second) of the reference."""
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "reference")
        build = ["g++", "-O3", "-march=native", "-std=c++17", "-o", program, str(source)]
        subprocess.run(build, check=True)
        command = [program, str(file), "1", str(FIRST)]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    *rows, _ = output.splitlines()
    columns = [row.split() for row in rows]
    seconds = sum(float(row[5]) for row in columns)
    return seconds, sum(int(row[3]) for row in columns) / seconds / 1e6


if __name__ == "__main__":
    main()
