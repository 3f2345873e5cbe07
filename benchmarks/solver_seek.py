"""Measure how long the Lab takes to show an earlier moment of a search.

    python benchmarks/solver_seek.py [--times N] [--memory MB]

Each search first runs to its end, or to 10 million expansions. Then earlier moments are requested,
so that the search is run again from the start. Prints the time from the request to the moment:
"close" moments are random among the first 100,000, the "far" one is close to the 10 millionth, also
in processor time. "Back" and "again" are two single steps back from there; the first stores the
preceding moments. "Stop" is the time until the thread takes another request during a far one. One
core for the search.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from statistics import mean

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.board.shuffler import shuffle
from puzzler.search.compilation import load_compiled
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.solver.commands import Cancel, Command, Seek
from puzzler.solver.inspection.job import InspectionWorker, inspect

CLOSE, FAR = 100_000, 10_000_000
METHODS = (
    "astar manhattan",
    "astar manhattan+misplaced",
    "astar linear-conflict",
    "greedy manhattan",
    "bfs",
    "dfs",
    "idastar manhattan",
    "idastar linear-conflict",
    "iddfs",
    "bidirectional manhattan",
    "anytime",
)
BOARDS = {
    "3x3": Problem(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3)),
    # Korf's 82nd instance, for which A* has to look far
    "4x4": Problem(
        Board.parse("14 12 11 0/8 1 7 4/10 13 6 3/2 15 5 9"),
        Board.parse("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"),
    ),
    "5x5": Problem(shuffle(5, 5, None, 1).start, Board.solved(5, 5)),
}


def take(examiner: InspectionWorker, command: Command, is_over: Callable[[], bool]) -> float:
    """Return the seconds until the condition holds."""
    began = time.perf_counter()
    examiner.send(command)
    while not is_over():
        time.sleep(0.0005)
    return time.perf_counter() - began


def shown(examiner: InspectionWorker, moment: int) -> float:
    """Return the seconds until ``moment`` is shown."""
    seconds = take(examiner, Seek(moment), lambda: not examiner.is_busy)
    if examiner.failure:
        raise SystemExit(examiner.failure)
    return seconds


def measure(problem: Problem, method: Method, times: int) -> str:
    """Measure close moments, a far one, and a stop."""
    rng, parts = random.Random(1), list[str]()
    examiner = inspect(problem, method)
    shown(examiner, FAR)
    assert examiner.latest.moment is not None
    reached = examiner.latest.moment.expansions
    close = [shown(examiner, rng.randrange(min(CLOSE, reached))) for _ in range(times)]
    parts.append(f"{1000 * mean(close):9.1f} {1000 * max(close):9.1f}")
    if reached == FAR:
        worked = time.process_time()
        far = shown(examiner, FAR - 1_000)
        worked = time.process_time() - worked
        back, again = (shown(examiner, FAR - 1_000 - steps) for steps in (1, 2))
        examiner.send(Seek(FAR - 2_000))
        time.sleep(far / 2)
        stop = take(examiner, Seek(10), lambda: examiner.latest.seeking is None)
        parts.append(f"{far:9.2f} {worked:9.2f} {back:9.2f} {1000 * again:9.1f} {1000 * stop:9.1f}")
    examiner.send(Seek(FAR - 3_000))
    time.sleep(0.2)
    end = take(examiner, Cancel(), lambda: not examiner.is_alive)
    parts.append(f"  {1000 * end:.1f} ms to close")
    return f"{reached:11,} " + " ".join(parts)


def main() -> None:
    """Print a line for each board and method."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--memory", type=int, default=2048, metavar="MB")
    parser.add_argument("--boards", nargs="*", default=list(BOARDS))
    parser.add_argument("--methods", nargs="*", default=METHODS)
    wishes = parser.parse_args()
    load_compiled()
    columns = (
        "looked at",
        "close ms",
        "longest",
        "far s",
        "cpu s",
        "back s",
        "again ms",
        "stop ms",
    )
    print(" " * 34, " ".join(f"{name:>9}" for name in columns))
    for board in wishes.boards:
        for words in wishes.methods:
            method = Method(*words.split(), limit=Limit(memory_bytes=wishes.memory << 20))
            row = measure(BOARDS[board], method, wishes.times)
            print(f"{board} {method.title:28} {row}")


if __name__ == "__main__":
    main()
