"""Measure whole commands: start, one 8-puzzle, lists of boards, and the first ones in a new home.

    python benchmarks/commands.py [start] [one] [korf] [list] [jobs] [fresh] [hard]

start, one and list print processor time, user and system, in seconds and relative to an empty loop
that is timed before each command. The minimum of several runs is printed, because other work only
makes a run slower. korf prints the mean time of 50 commands, each of which solves one of Korf's
15-puzzles, with set-up. jobs prints the elapsed time of 500 random 15-puzzles with `--batch
--optimal`, alternately with one process and with two; it needs two idle cores. Tables and kernels
are in the cache. POSIX only.

fresh and hard use empty homes. fresh prints the processor time of the first commands, then for ten
methods on one board in one process the time and how much of it was a wait for the compiler. hard
prints the elapsed time of a proof of 70 moves, during which larger tables are built (0.9 GB).
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from unittest.mock import patch

from solver_proofs import instances

from puzzler.board.shuffler import shuffle

BOARD = "8 6 7/2 5 4/3 0 1"
START = (["--version"], ["--help"], ["solve", "--help"], ["solve", "1 2 3"])
BOARD_15 = "14 13 15 7/11 12 5 9/6 0 2 1/4 8 10 3"
HARD = "0 15 8 3/12 11 7 4/14 10 6 5/9 13 2 1"
METHODS = """
import time
from puzzler import solve
from puzzler.search.kernels import jit
from puzzler.search.registry import ALGORITHMS
for name in ALGORITHMS:
    began, waited = time.perf_counter(), jit.seconds_compiling()
    solve("8 6 7/2 5 4/3 0 1", algorithm=name)
    seconds, waited = time.perf_counter() - began, jit.seconds_compiling() - waited
    text = f"  {name}: {seconds:.2f} s, of which {waited:.2f} s waiting for the compiler"
    print(text, flush=True)
"""
ONE = (["solve", BOARD], ["solve", BOARD, "--optimal"])
KORF = Path(__file__).parent.parent / "tests" / "data" / "korf_15puzzle_1_50.txt"
TURNS = 3_000_000
"""Iterations of the loop, which takes about 0.1 s."""
RUNS = 15
SMALL_BOARDS = 10_000
BOARDS = 500
JOBS = 2
LIST_RUNS = 5
KEYS = ("board", "length", "moves", "optimal", "expanded")


def main(*parts: str) -> None:
    """Run the given measurements, or all."""
    for name, measure in PARTS.items():
        if not parts or name in parts:
            measure()


def measure_start() -> None:
    """Measure commands without a search."""
    for command in START:
        report(command, RUNS)


def measure_one() -> None:
    """Measure one 8-puzzle."""
    for command in ONE:
        report(command, RUNS)


def measure_korf() -> None:
    """Measure a command for each of Korf's instances."""
    boards = [board for _, _, board in instances(KORF)]
    run(["solve", str(boards[0])])  # builds what is not in the cache
    began, seconds = time.perf_counter(), [spent(["solve", str(board)]) for board in boards]
    elapsed = (time.perf_counter() - began) / len(boards)
    print(
        f"{len(boards)} 15-puzzles, one command each: mean {mean(seconds):.3f} s of the processor"
    )
    print(f"    worst {max(seconds):.3f} s; mean elapsed {elapsed:.3f} s")


def measure_list() -> None:
    """Measure a list of 8-puzzles."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "boards"
        boards = (shuffle(3, 3, None, seed).start for seed in range(1, SMALL_BOARDS + 1))
        file.write_text("".join(f"{board}\n" for board in boards))
        command = ["solve", str(file), "--batch", "--optimal", "--json"]
        seconds = report(command, LIST_RUNS)
    print(f"    {1e6 * seconds / SMALL_BOARDS:.0f} microseconds a board")


def report(command: list[str], runs: int) -> float:
    """Run a command, print its minimum processor time, also in loops, and return the time."""
    run(command)
    pairs = [(turning(), spent(command)) for _ in range(runs)]
    seconds, turns = min(pair[1] for pair in pairs), min(pair[0] for pair in pairs)
    share = seconds / turns
    words = " ".join("FILE" if "/" in word and word != BOARD else word for word in command)
    print(f"{words}: {seconds:.3f} s, {share:.2f} times {TURNS:,} turns ({turns:.3f} s)")
    return seconds


def turning() -> float:
    """Return the processor time of the loop."""
    began = time.process_time()
    for _ in range(TURNS):
        pass
    return time.process_time() - began


def spent(command: list[str]) -> float:
    """Return the processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run(command: list[str]) -> str:
    """Run a command and return its output."""
    words = [sys.executable, "-m", "puzzler", *command]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout


def measure_jobs() -> None:
    """Compare one process with two on a list of 15-puzzles, and their answers."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "boards"
        file.write_text("".join(f"{shuffle(4, 4, None, seed).start}\n" for seed in range(BOARDS)))
        solved(file, 1)  # builds what is not in the cache
        lowest: dict[int, float] = {}
        for _ in range(LIST_RUNS):
            answers = []
            for count in (1, JOBS):
                began = time.perf_counter()
                answers.append(solved(file, count))
                seconds = time.perf_counter() - began
                lowest[count] = min(seconds, lowest.get(count, seconds))
            expanded = [sum(answer.pop("expanded") for answer in each) for each in answers]
            assert answers[0] == answers[1], "the solutions differ"
    for count, seconds in lowest.items():
        print(f"{count} jobs: {seconds:.2f} s, {BOARDS / seconds:.0f} boards a second")
    print(f"{lowest[1] / lowest[JOBS]:.2f} times as fast; expanded: {expanded}")


def solved(file: Path, jobs: int) -> list[dict[str, int]]:
    """Return the solutions and the numbers of expanded states.

    The numbers depend on the processes if the tables 7-8 are stored, because a single process loads
    them after its first searches.
    """
    command = ["solve", str(file), "--batch", "--optimal", "--json", "--jobs", str(jobs)]
    answers = [json.loads(line) for line in run(command).splitlines()]
    return [{key: answer[key] for key in KEYS} for answer in answers]


def measure_fresh() -> None:
    """Measure the first commands in an empty home."""
    for command in (["solve", BOARD], ["solve", BOARD_15]):
        with new_home():
            for number in ("first", "second"):
                print(f"{number}: {' '.join(command)}: {spent(command):.2f} s of the processor")
    with new_home():
        subprocess.run([sys.executable, "-c", METHODS], check=True)


def measure_hard() -> None:
    """Measure a long proof in an empty home."""
    with new_home():
        began = time.perf_counter()
        print(run(["solve", HARD]))
        print(f"{time.perf_counter() - began:.1f} s")


@contextmanager
def new_home() -> Iterator[None]:
    """Context manager: commands have an empty home."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, PUZZLER_HOME=folder):
        yield


PARTS = {
    "start": measure_start,
    "one": measure_one,
    "korf": measure_korf,
    "list": measure_list,
    "jobs": measure_jobs,
    "fresh": measure_fresh,
    "hard": measure_hard,
}

if __name__ == "__main__":
    main(*sys.argv[1:])
