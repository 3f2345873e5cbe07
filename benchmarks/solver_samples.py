"""What samples cost: ten million expansions with and without them, in turn.

    python benchmarks/solver_samples.py [EXPANSIONS]

Each pair is run in both orders, each search in a process of its own, so that neither finds memory
or caches that the other has warmed. Control and samples are stepped in the same slices; a second
control against the first shows how far two equal runs are apart. Prints the best time of each.
"""

from __future__ import annotations

import subprocess
import sys
import time

from puzzler import Board
from puzzler.search import compilation
from puzzler.search.limits import Limit
from puzzler.search.method import Method
from puzzler.search.problem import Problem
from puzzler.search.samples import Samples
from puzzler.search.solve import start

BOARD = "14 13 15 7/11 12 5 9/6 0 2 1/4 8 10 3"
METHODS = (
    ("astar", "manhattan"),
    ("astar", "manhattan+misplaced"),
    ("bfs", "zero"),
    ("idastar", "linear-conflict"),
    ("idastar", "manhattan"),
    ("bidirectional", "manhattan"),
    ("beam", "learned"),
)
KINDS = ("control", "samples", "again")
ROUNDS = 4
SLICE = 20_000


def measure(algorithm: str, heuristic: str, kind: str, expansions: int) -> None:
    """Print expansions and seconds of one search."""
    compilation.load_compiled()
    method = Method(algorithm, heuristic, limit=Limit(expansions=expansions))
    board = Board.parse(BOARD)
    problem = Problem(board, Board.solved(*board.size))
    warm, samples = start(problem, method), Samples(method)
    samples.run(warm, 2_000)
    samples.snapshot(warm)
    del warm
    search, samples = start(problem, method), Samples(method)
    advance = search.advance
    if kind == "samples":
        def advance(budget):
            return samples.run(search, budget)
    began = time.perf_counter()
    while advance(SLICE).value == "running":
        pass
    print(search.expanded, time.perf_counter() - began)


def main() -> None:
    """Run every method in turn."""
    if len(sys.argv) > 2:
        return measure(*sys.argv[1:4], int(sys.argv[4]))
    expansions = sys.argv[1] if len(sys.argv) > 1 else "10000000"
    for algorithm, heuristic in METHODS:
        times: dict[str, list[float]] = {kind: [] for kind in KINDS}
        for number in range(ROUNDS):
            for kind in KINDS if number % 2 else reversed(KINDS):
                command = [sys.executable, __file__, algorithm, heuristic, kind, expansions]
                output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
                expanded, seconds = output.split()
                times[kind].append(float(seconds))
        control, sampled, again = (min(times[kind]) for kind in KINDS)
        print(
            f"{algorithm:14} {heuristic:20} {int(expanded):11,} expanded: {control:.4f} s, "
            f"again {again / control - 1:+.2%}, with samples {sampled / control - 1:+.2%} "
            f"({(sampled - control) * 1000:+.1f} ms)"
        )
    return None


if __name__ == "__main__":
    main()
