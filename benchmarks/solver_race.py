"""What a race costs, and how fair it is.

    python benchmarks/solver_race.py [SECONDS] [CASE]

First each lane has SECONDS (1) of equal time: told is how far the time of any lane was from the
mean, while the race ran and at its end. Then the states that all lanes expand a second, together,
are compared with those of the same searches one after the other in the window's own solver thread:
once with equal time, once with equal expansions (as many as the slowest lane made). Both race and
searches have one thread; "processor" counts what this process has used, "wall" the clock, which on
a busy machine says more of the others. The searches one after the other run before the race and
again after it: the two differ by what the machine does by itself.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from puzzler import Board
from puzzler.search import compilation
from puzzler.search.limits import Limit
from puzzler.search.method import Method
from puzzler.search.problem import Problem
from puzzler.solver.handle import start
from puzzler.solver.messages import Failed, Finished
from puzzler.solver.racer import Racer
from puzzler.solver.racing import Pace, RaceProgress, RaceRules, lane_methods

BOARD = "14 13 15 7/11 12 5 9/6 0 2 1/4 8 10 3"
CASES = {
    "ida": ("idastar/manhattan", "idastar/linear-conflict", "iddfs", "idastar/misplaced"),
    "mixed": ("astar/manhattan", "idastar/manhattan", "bfs", "dfs"),
    "slow": ("anytime", "beam", "idastar/manhattan", "astar/linear-conflict"),
    "two": ("astar/manhattan", "astar/manhattan+misplaced"),
}
WARM = 0.1
"""Seconds of each lane before its share is looked at."""


class Cost(NamedTuple):
    """What it took to expand so many states."""

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
    """One case."""
    problem = Problem(Board.parse(BOARD), Board.solved(4, 4))
    alone(problem, [replace(method, limit=Limit(expansions=1000)) for method in methods])  # tables

    timed = RaceRules(Pace.TIME, seconds=seconds)
    one_by_one = [
        replace(method, limit=replace(method.limit, seconds=seconds))
        for method in lane_methods(methods, timed)
    ]
    before = alone(problem, one_by_one)
    worst, progress, cost = raced(problem, methods, timed)
    tell("equal time", cost, before, alone(problem, one_by_one))
    spent = [lane.stats.elapsed for lane in progress.lanes]
    mean = sum(spent) / len(spent)
    off = max(abs(each / mean - 1) for each in spent)
    states = ", ".join(f"{lane.state} {lane.stats.elapsed:.3f} s" for lane in progress.lanes)
    print(f"  shares: off by {worst:.2%} at most while all ran, by {off:.2%} at the end ({states})")

    budget = max(1000, min(lane.stats.expanded for lane in progress.lanes))
    counted = RaceRules(expansions=budget)
    limited = lane_methods(methods, counted)
    before = alone(problem, limited)
    _, _, cost = raced(problem, methods, counted)
    tell(f"{budget:,} expansions each", cost, before, alone(problem, limited))


def tell(title: str, race: Cost, before: Cost, after: Cost) -> None:
    """How much slower the race was."""

    def loss(of: Callable[[Cost], float], against: Cost) -> float:
        return 1 - (race.expanded / of(race)) / (against.expanded / of(against))

    parts = []
    for name, of in (("processor", processor), ("wall", wall)):
        both = Cost(*(sum(pair) for pair in zip(before, after, strict=True)))
        noise = (after.expanded / of(after)) / (before.expanded / of(before)) - 1
        parts.append(f"{name} {loss(of, both):+.1%} (again {noise:+.1%})")
    rate = race.expanded / race.wall / 1e6
    print(f"  {title}: {rate:.2f} M states a second, loses {', '.join(parts)}")


def wall(cost: Cost) -> float:
    return cost.wall


def processor(cost: Cost) -> float:
    return cost.processor


def raced(
    problem: Problem, methods: Sequence[Method], rules: RaceRules
) -> tuple[float, RaceProgress, Cost]:
    """How far a share was off at most, the end of the race, and what it took."""
    worst, began, used = 0.0, time.perf_counter(), time.process_time()
    with Racer(problem, methods, rules) as racer:
        while not racer.wait(0.05):
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
    """The searches one after the other, each in the solver's thread."""
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
