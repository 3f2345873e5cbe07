"""Whole commands: what starting takes, one 8-puzzle, a list of them, and a list with two processes.

    python benchmarks/commands.py [start] [one] [list] [jobs]

start, one and list are processor time, user and system, in seconds and in turns of a loop that does
nothing, measured before each command: the least of some runs each, since nothing makes a run
faster. jobs is time by the clock of 500 random 15-puzzles with `--batch --optimal`, by one process
and by two, taken in turn; the machine should be idle, two processes need two cores. Tables and
kernels are from the cache; POSIX.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from puzzler.board.shuffler import shuffle

BOARD = "8 6 7/2 5 4/3 0 1"
START = (["--version"], ["--help"], ["solve", "--help"], ["solve", "1 2 3"])
ONE = (["solve", BOARD], ["solve", BOARD, "--optimal"])
TURNS = 3_000_000
"""Of the loop, which takes about 0.1 s."""
RUNS = 15
SMALL_BOARDS = 10_000
BOARDS = 500
JOBS = 2
LIST_RUNS = 5
TIMES = ("seconds", "setup_seconds")


def main(*parts: str) -> None:
    """Measure these parts, or all."""
    for name, measure in PARTS.items():
        if not parts or name in parts:
            measure()


def measure_start() -> None:
    """Commands that search nothing."""
    for command in START:
        report(command, RUNS)


def measure_one() -> None:
    """One 8-puzzle."""
    for command in ONE:
        report(command, RUNS)


def measure_list() -> None:
    """A list of 8-puzzles."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "boards"
        boards = (shuffle(3, 3, None, seed).start for seed in range(1, SMALL_BOARDS + 1))
        file.write_text("".join(f"{board}\n" for board in boards))
        command = ["solve", str(file), "--batch", "--optimal", "--json"]
        seconds = report(command, LIST_RUNS)
    print(f"    {1e6 * seconds / SMALL_BOARDS:.0f} microseconds a board")


def report(command: list[str], runs: int) -> float:
    """Run a command, print its least processor time and that in turns; return the time."""
    run(command)
    pairs = [(turning(), spent(command)) for _ in range(runs)]
    seconds, turns = min(pair[1] for pair in pairs), min(pair[0] for pair in pairs)
    share = seconds / turns
    words = " ".join("FILE" if "/" in word and word != BOARD else word for word in command)
    print(f"{words}: {seconds:.3f} s, {share:.2f} times {TURNS:,} turns ({turns:.3f} s)")
    return seconds


def turning() -> float:
    """Processor time of the loop."""
    began = time.process_time()
    for _ in range(TURNS):
        pass
    return time.process_time() - began


def spent(command: list[str]) -> float:
    """Processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run(command: list[str]) -> str:
    """What a command prints."""
    words = [sys.executable, "-m", "puzzler", *command]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout


def measure_jobs() -> None:
    """A list of 15-puzzles by one process and by two; their answers are compared."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "boards"
        file.write_text("".join(f"{shuffle(4, 4, None, seed).start}\n" for seed in range(BOARDS)))
        solved(file, 1)  # builds what is not in the cache
        least: dict[int, float] = {}
        for _ in range(LIST_RUNS):
            answers = []
            for count in (1, JOBS):
                began = time.perf_counter()
                answers.append(solved(file, count))
                seconds = time.perf_counter() - began
                least[count] = min(seconds, least.get(count, seconds))
            assert answers[0] == answers[1], "the answers differ"
    searching = sum(answer["expanded"] for answer in answers[0])
    for count, seconds in least.items():
        print(f"{count} jobs: {seconds:.2f} s, {BOARDS / seconds:.0f} boards a second")
    print(f"{least[1] / least[JOBS]:.2f} times as fast; {searching:,} states expanded by each")


def solved(file: Path, jobs: int) -> list[dict[str, int]]:
    """The answers of that many processes, without their times."""
    command = ["solve", str(file), "--batch", "--optimal", "--json", "--jobs", str(jobs)]
    answers = [json.loads(line) for line in run(command).splitlines()]
    return [{key: answer[key] for key in answer if key not in TIMES} for answer in answers]


PARTS = {"start": measure_start, "one": measure_one, "list": measure_list, "jobs": measure_jobs}

if __name__ == "__main__":
    main(*sys.argv[1:])
