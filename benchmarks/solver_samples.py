"""Measure the cost of samples: ten million expansions with and without them.

    python benchmarks/solver_samples.py [EXPANSIONS]

A search with samples and two without are advanced alternately, one slice each, so that other work
affects all of them. Prints processor time. The second search without samples shows the noise. Short
slices are not longer than those of the window.
"""

from __future__ import annotations

import sys
import time

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.search import compilation
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.samples import Samples
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.starting import start

BOARD = "14 13 15 7/11 12 5 9/6 0 2 1/4 8 10 3"
METHODS = (
    ("astar", "manhattan"),
    ("astar", "manhattan+misplaced"),
    ("bfs", "zero"),
    ("idastar", "linear-conflict"),
    ("idastar", "manhattan"),
)
SLICE = 20_000


def main() -> None:
    """Run every method."""
    compilation.load_compiled()
    expansions = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    for method in METHODS:
        measure(Method(*method, limit=Limit(expansions=expansions)))


def measure(method: Method) -> None:
    """Run one method three times in parallel slices."""
    board = Board.parse(BOARD)
    problem = Problem(board, Board.solved(*board.size))
    searches = [start(problem, method) for _ in range(3)]
    samples = Samples(method)
    for search in searches:
        samples.run(search, 0)

    def sampled(budget: int) -> Status:
        return samples.run(searches[1], budget)

    advances = [searches[0].advance, sampled, searches[2].advance]
    seconds = [0.0] * 3
    order, status = list(range(3)), Status.RUNNING
    while status is Status.RUNNING:
        for number in order:
            began = time.thread_time()
            status = advances[number](SLICE)
            seconds[number] += time.thread_time() - began
        order = order[1:] + order[:1]
    control, with_samples, again = seconds
    print(
        f"{method.title:28} {searches[1].expanded:11,} expanded: {control:.4f} s, "
        f"again {again / control - 1:+.2%}, with samples {with_samples / control - 1:+.2%} "
        f"({(with_samples - control) * 1000:+.1f} ms)"
    )


if __name__ == "__main__":
    main()
