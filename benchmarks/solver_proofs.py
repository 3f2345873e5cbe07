"""Count the boards that are proven within a minute each, and measure the lower bounds.

    python benchmarks/solver_proofs.py FILE [--seconds S] [--only ID ...] [--first N]
        [--algorithm NAME] [--other CHECKOUT]

FILE has lines of "id length tiles ..." of one shape, with proven lengths. Each board is searched as
with --optimal, or by the algorithm NAME with pattern databases. Larger tables are used if
``puzzler tables --build`` has built them in PUZZLER_HOME. S is processor time of one core, without
the time to build or load tables. With ``--other``, the program in the folder CHECKOUT searches each
board as well, immediately before this one.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.search import compilation
from puzzler.search.engine.stepping import Status
from puzzler.search.heuristics import pattern_database
from puzzler.search.method import Method
from puzzler.search.result import SearchResult
from puzzler.search.starting import start

SLICE = 300_000
"""States between two checks of the time: about ten milliseconds."""


def main() -> None:
    """Print a line for each board and the totals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", nargs="*", type=int, metavar="ID")
    parser.add_argument("--algorithm", metavar="NAME")
    parser.add_argument("--first", type=int, metavar="N", help="only the first N boards")
    parser.add_argument("--other", type=Path, metavar="CHECKOUT")
    wishes = parser.parse_args()
    compilation.load_compiled()
    rows = [row for row in instances(wishes.file) if not wishes.only or row[0] in wishes.only]
    goal = Board.solved(*rows[0][2].size)
    collection = pattern_database.collection_for(goal)
    name = collection.name if collection else pattern_database.usual_tables(goal).name
    print(f"tables {name}, at most {wishes.seconds:g} s a board")
    method = Method.shortest(*goal.size)
    if wishes.algorithm:
        method = Method(wishes.algorithm, "pattern-database")
    print(method.title)
    print("    id  length  proven     bound     generated      s  M/s")
    shares = []
    proven = 0
    for number, best, board in rows[: wishes.first]:
        if wishes.other:
            print_other(wishes, number)
        result, seconds = searched(board, method, wishes.seconds)
        assert result.length in (None, best), f"{number}: {result.length}, not {best}"
        assert result.lower_bound <= best
        shares.append(result.lower_bound / best)
        proven += result.proven_optimal
        print(
            f"{number:6} {best:7} {'yes' if result.proven_optimal else 'no':>7} "
            f"{result.lower_bound:9} {result.stats.generated:13,} {seconds:6.1f} "
            f"{result.stats.generated / seconds / 1e6:4.0f}",
            flush=True,
        )
    print(f"proven {proven} of {len(shares)}; bound over shortest, mean: {mean(shares):.3f}")


def print_other(wishes: argparse.Namespace, number: int) -> None:
    """Print the line of the board ``number`` for the program in ``wishes.other``."""
    command = [sys.executable, __file__, str(wishes.file), "--only", str(number)]
    command += ["--seconds", str(wishes.seconds)]
    if wishes.algorithm:
        command += ["--algorithm", wishes.algorithm]
    environment = os.environ | {"PYTHONPATH": str(wishes.other)}
    output = subprocess.check_output(command, env=environment, text=True)
    print(output.splitlines()[3], "other", flush=True)


def instances(file: Path) -> Iterator[tuple[int, int, Board]]:
    """Return number, shortest length and board."""
    for line in file.read_text().splitlines():
        if not line.startswith("#"):
            number, best, *tiles = map(int, line.split())
            side = math.isqrt(len(tiles))
            yield number, best, Board(side, side, tuple(tiles))


def searched(board: Board, method: Method, time_limit: float) -> tuple[SearchResult, float]:
    """Search for ``time_limit`` seconds of processor time; return the result and the seconds."""
    search = start(Problem(board, Board.solved(*board.size)), method)
    began = time.process_time()
    while search.advance(SLICE) is Status.RUNNING and time.process_time() - began < time_limit:
        pass
    seconds = time.process_time() - began
    result = search.result(cancelled=search.status is Status.RUNNING)
    assert result.length is None or board.apply_all(result.moves) == result.goal
    return result, seconds


if __name__ == "__main__":
    main()
