"""Time of a process pool with and without a second item that waits in the pipe of each worker.

    python benchmarks/solver_pool.py

Items are busy loops. Runs with and without the waiting item alternate, and the ratio is the median
over pairs of runs. Other work on the machine changes the times of both.
"""

from __future__ import annotations

import statistics
import time
from contextlib import closing

from puzzler.solver.processes import process_pool

PAIRS = 11
ITEMS = ((0.0002, 2000), (0.001, 800), (0.01, 100))
"""Seconds per item, and number of items."""


def busy(seconds: float) -> float:
    """Use the processor for some seconds."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return seconds


def measure(seconds: float, count: int, quick: float) -> float:
    """Return the time of two workers. If ``quick`` is 0, no item waits."""
    process_pool.QUICK = quick
    start = time.perf_counter()
    with closing(process_pool.ProcessPool(2)) as pool:
        assert sum(1 for _ in pool.run(busy, [seconds] * count)) == count
    return time.perf_counter() - start


def main() -> None:
    """Print a line for each length of the items."""
    quick = process_pool.QUICK
    for seconds, count in ITEMS:
        ratios = []
        for pair in range(PAIRS):
            order = (quick, 0.0) if pair % 2 else (0.0, quick)
            times = {each: measure(seconds, count, each) for each in order}
            ratios.append(times[0.0] / times[quick])
        ratio = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        print(f"{count} items of {1000 * seconds:g} ms: without / with {ratio}")


if __name__ == "__main__":
    main()
