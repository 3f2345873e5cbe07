"""Measure how long it takes to inspect a search, for each kind of search.

    python benchmarks/solver_inspection.py [EXPANSIONS]

Each search first expands EXPANSIONS states (default 1,000,000). Then glimpses of 60 states are
timed, each after one more expansion, and after 20,000 more, as in a window that shows a running
search. The last column is a step with all its details.
"""

from __future__ import annotations

import sys
import time
from statistics import median

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.search import compilation
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.method import Method
from puzzler.search.options import Ties
from puzzler.search.starting import start

BOARD = Board.parse("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1")
METHODS = [
    *(Method("astar", "misplaced", ties=ties) for ties in Ties),
    Method("greedy", "misplaced"),
    Method("bfs"),
    Method("dfs"),
    Method("idastar", "manhattan"),
    Method("iddfs"),
    Method("bidirectional", "manhattan"),
    Method("beam"),
    Method("walk"),
    Method("anytime"),
]
LARGE = [Method("astar", "misplaced"), Method("beam"), Method("anytime")]
STEPS = 20
SLICE = 20_000


def timed(inspector: Inspector, between: int) -> tuple[float, float]:
    """Return the median and the maximum time of a glimpse in milliseconds."""
    times = []
    for _ in range(STEPS):
        inspector.reach(inspector.search.expanded + between)
        began = time.perf_counter()
        inspector.glimpse(60)
        times.append(1000 * (time.perf_counter() - began))
        if inspector.search.status is not Status.RUNNING:
            break
    return median(times), max(times)


def main() -> None:
    kinds = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    compilation.load_compiled()
    print(
        f"{'':44} {'expanded':>10} {'frontier':>10}  glimpse ms  longest  running  longest  step us"
    )
    problems = [(Problem(BOARD, Board.solved(4, 4)), METHODS)]
    problems.append((Problem(shuffle(10, 10, None, 1).start, Board.solved(10, 10)), LARGE))
    for problem, methods in problems:
        for method in methods:
            search = start(problem, method)
            search.advance(kinds)
            inspector = Inspector(search)
            single = timed(inspector, 1)
            began = time.perf_counter()
            text = sum(inspector.step() is not None for _ in range(300))
            step = 1e6 * (time.perf_counter() - began) / max(text, 1)
            running = timed(inspector, SLICE)
            stats = search.stats()
            title = f"{problem.start.rows}x{problem.start.columns} {method.title}"
            print(
                f"{title:44} {stats.expanded:>10,} {stats.frontier:>10,}"
                f"{single[0]:>12.2f}{single[1]:>9.2f}{running[0]:>9.2f}{running[1]:>9.2f}{step:>9.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
