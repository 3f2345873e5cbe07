"""Measure the cost and the fairness of a race.

    python benchmarks/solver_race.py [SECONDS] [CASE]

First, each lane has SECONDS (1) of equal time; the largest deviation of a lane from the mean is
printed, during the race and at its end. Then the total rate of all lanes is compared with the same
searches one after the other in the solver thread of the window: once with equal time, once with
equal expansions (the number that the slowest lane has made). "processor" is the time of this
process, "wall" is elapsed time. Both run twice, alternately; the better rate counts, and the
difference between the two runs of the single searches shows the noise. Before each run as much
memory is filled as a race may use, because the first use of memory is slow on virtual machines.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.search import compilation
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind, default_memory_bytes
from puzzler.solver.commands import Failed, Finished
from puzzler.solver.race.job import start_race
from puzzler.solver.race.race_rules import Pace, RaceProgress, RaceRules, lane_methods
from puzzler.solver.watch import start

BOARD = "14 13 15 7/11 12 5 9/6 0 2 1/4 8 10 3"
CASES = {
    "ida": ("idastar/manhattan", "idastar/linear-conflict", "iddfs", "idastar/misplaced"),
    "mixed": ("astar/manhattan", "idastar/manhattan", "bfs", "dfs"),
    "slow": ("anytime", "beam", "idastar/manhattan", "astar/linear-conflict"),
    "two": ("astar/manhattan", "astar/manhattan+misplaced"),
}
WARM = 0.1
"""Seconds of each lane before its share is measured."""


class Cost(NamedTuple):
    """Time and number of expansions."""

    expanded: int
    wall: float
    processor: float


def main() -> None:
    """Run every case."""
    compilation.load_compiled()
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    for name in sys.argv[2:] or CASES:
        methods = [Method(*method.split("/")) for method in CASES[name]]
        print(f"{name}: {'; '.join(method.title for method in methods)}")
        measure(methods, seconds)


def measure(methods: Sequence[Method], seconds: float) -> None:
    """Measure one case."""
    problem = Problem(Board.parse(BOARD), Board.solved(4, 4))
    alone(problem, [replace(method, limit=Limit(expansions=1000)) for method in methods])  # tables

    timed = RaceRules(Pace.TIME, seconds=seconds)
    one_by_one = [
        replace(method, limit=replace(method.limit, seconds=seconds))
        for method in lane_methods(methods, timed)
    ]
    searched, races, worst = [], [], 0.0
    for _ in range(2):
        searched.append(alone(problem, one_by_one))
        off, progress, cost = raced(problem, methods, timed)
        races.append(cost)
        worst = max(worst, off)
    tell("equal time", races, searched)
    off = max(
        abs(lane.stats.elapsed / seconds - 1)
        for lane in progress.lanes
        if lane.result is not None and lane.result.limit_reached is LimitKind.TIME
    )
    states = ", ".join(f"{lane.state} {lane.stats.elapsed:.3f} s" for lane in progress.lanes)
    print(f"  shares: off by {worst:.2%} at most while all ran, by {off:.2%} at the end ({states})")

    budget = max(1000, min(lane.stats.expanded for lane in progress.lanes))
    counted = RaceRules(expansions=budget)
    limited = lane_methods(methods, counted)
    searched, races = [], []
    for _ in range(2):
        searched.append(alone(problem, limited))
        races.append(raced(problem, methods, counted)[2])
    tell(f"{budget:,} expansions each", races, searched)


def tell(title: str, races: Sequence[Cost], searched: Sequence[Cost]) -> None:
    """Print how much slower the race was."""
    parts = []
    for name in ("processor", "wall"):
        race = max(cost.expanded / getattr(cost, name) for cost in races)
        rates = [cost.expanded / getattr(cost, name) for cost in searched]
        noise = max(rates) / min(rates) - 1
        parts.append(f"{name} {1 - race / max(rates):.1%} (apart by {noise:.1%})")
    rate = max(cost.expanded / cost.wall for cost in races) / 1e6
    print(f"  {title}: {rate:.2f} M states a second, loses {', '.join(parts)}")


def fill() -> None:
    """Use as much memory as a race may, and free it."""
    np.ones(default_memory_bytes(), np.uint8)


def raced(
    problem: Problem, methods: Sequence[Method], rules: RaceRules
) -> tuple[float, RaceProgress, Cost]:
    """Return the largest deviation of a share, the end of the race, and the cost."""
    fill()
    worst, began, used = 0.0, time.perf_counter(), time.process_time()
    with start_race(problem, methods, rules) as racer:
        while not racer.join(0.05):
            lanes = racer.latest.lanes
            spent = [lane.stats.elapsed for lane in lanes]
            if min(spent) >= WARM and not any(lane.state.is_over for lane in lanes):
                mean = sum(spent) / len(spent)
                worst = max(worst, *(abs(each / mean - 1) for each in spent))
        progress = racer.latest
    cost = Cost(
        sum(lane.stats.expanded for lane in progress.lanes),
        time.perf_counter() - began,
        time.process_time() - used,
    )
    return worst, progress, cost


def alone(problem: Problem, methods: Sequence[Method]) -> Cost:
    """Run the searches one after the other in the solver thread."""
    fill()
    expanded, began, used = 0, time.perf_counter(), time.process_time()
    for method in methods:
        with start(problem, method, 1) as handle:
            event = None
            while not isinstance(event, Finished | Failed):
                event = handle.wait(0.05)
            assert isinstance(event, Finished)
            expanded += event.result.stats.expanded
    return Cost(expanded, time.perf_counter() - began, time.process_time() - used)


if __name__ == "__main__":
    main()
