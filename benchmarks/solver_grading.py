"""Measure how long a graded board takes, from its seed to the proof of its distance.

    python benchmarks/solver_grading.py [--boards N]

For each grade of 3x3 and 4x4: the first board, including building or loading tables, and then N
boards (200). Without compiled kernels, only the grades that do not need them.
"""

from __future__ import annotations

import argparse
import time
from statistics import mean

import numpy as np

from puzzler.board.board import Board
from puzzler.game.core.category import CHOICES
from puzzler.game.play.new_boards import NewBoardOptions, deal
from puzzler.search import compilation


def main() -> None:
    """Print a line for each grade."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=200, metavar="N")
    parser.add_argument("--plain", action="store_true", help="without compiled kernels")
    wishes = parser.parse_args()
    if not wishes.plain and not compilation.load_compiled():
        raise SystemExit(compilation.failure_reason())
    print("board  grade   moves away     first ms    p50    p90    p99   most   walk")
    for side in (3, 4):
        for difficulty in CHOICES:
            order = NewBoardOptions(Board.solved(side, side), difficulty, 0)
            if order.band is not None and not (wishes.plain and order.needs_tables):
                print(line(order, wishes.boards))


def line(order: NewBoardOptions, boards: int) -> str:
    """Return the line of one grade."""
    first, walks, times = deal_time(order), [], []
    for seed in range(1, boards + 1):
        began = time.perf_counter()
        scenario = deal(NewBoardOptions(order.goal, order.difficulty, seed))
        times.append(1000 * (time.perf_counter() - began))
        walks.append(len(scenario.shuffle))
    p50, p90, p99 = np.percentile(times, (50, 90, 99))
    far = order.difficulty.describe(*order.goal.size).removesuffix(" moves from the goal")
    return (
        f"{order.goal.rows}x{order.goal.columns}    {order.difficulty:7} {far:12} {first:10.0f}"
        f" {p50:6.1f} {p90:6.1f} {p99:6.1f} {max(times):6.0f} {mean(walks):6.0f}"
    )


def deal_time(order: NewBoardOptions) -> float:
    """Return the milliseconds that one board takes."""
    began = time.perf_counter()
    deal(order)
    return 1000 * (time.perf_counter() - began)


if __name__ == "__main__":
    main()
