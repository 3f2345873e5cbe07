"""Measure the default A* on fifty random 15-puzzles: time, rate and memory.

    python benchmarks/solver_astar.py [FILE]

Duplicates are found late and early. FILE has lines of "id optimal-length tiles ..."; default:
Korf's instances of the tests. Prints the hardest searches and a line of totals. The rate counts
only searches of more than a million expansions, to exclude compilation and first use of memory. The
states generated per second are those that other programs report. One core.
"""

from __future__ import annotations

import sys
from pathlib import Path

from puzzler.board.board import Board
from puzzler.search.method import Method
from puzzler.search.options import When
from puzzler.search.solve import solve

FILE = Path(__file__).parent.parent / "tests" / "data" / "korf_15puzzle_1_50.txt"
LARGE = 1_000_000


def main() -> None:
    """Solve every instance and print the figures."""
    lines = Path(sys.argv[1] if len(sys.argv) > 1 else FILE).read_text().splitlines()
    for duplicates in (When.LATE, When.EARLY):
        print(f"duplicates {duplicates}")
        _run(lines, Method(duplicates=duplicates))


def _run(lines: list[str], method: Method) -> None:
    solve(Board.parse("8 6 7/2 5 4/3 0 1"), None, method)  # loads the kernels
    rows = []
    for line in lines:
        if line.startswith("#"):
            continue
        number, best, *tiles = map(int, line.split())
        result = solve(Board(4, 4, tuple(tiles)), None, method)
        assert result.length is not None, f"instance {number}: {result.status}"
        assert result.start.apply_all(result.moves) == result.goal
        rows.append((result.stats, result.length, best, number))
    rows.sort(key=lambda row: row[0].elapsed)
    print(f"{'id':>4} {'length':>7} {'best':>5} {'expanded':>11} {'s':>7} {'M/s':>5} {'bytes':>6}")
    for stats, length, best, number in rows[-8:]:
        rate = stats.expanded / stats.elapsed / 1e6
        size = stats.bytes / stats.stored
        print(
            f"{number:4} {length:7} {best:5} {stats.expanded:11,} {stats.elapsed:7.2f} "
            f"{rate:5.2f} {size:6.1f}"
        )
    large = [stats for stats, *_ in rows if stats.expanded > LARGE]
    elapsed = sum(stats.elapsed for stats in large)
    seconds = sum(stats.elapsed for stats, *_ in rows)
    print(
        f"{len(rows)} solved; mean {seconds / len(rows):.3f} s, worst {rows[-1][0].elapsed:.2f} s; "
        f"length {sum(row[1] for row in rows) / sum(row[2] for row in rows):.3f} x shortest"
    )
    print(
        f"{len(large)} searches over {LARGE:,} expansions: "
        f"{sum(s.expanded for s in large) / elapsed / 1e6:.2f} M/s expanded, "
        f"{sum(s.generated for s in large) / elapsed / 1e6:.2f} M/s generated, "
        f"{sum(s.bytes for s in large) / sum(s.stored for s in large):.1f} bytes a stored state"
    )


if __name__ == "__main__":
    main()
