"""`puzzler solve --batch --optimal` on random 15-puzzles by one process and by two.

    python benchmarks/batch_jobs.py [boards] [jobs]

The whole command counts, start and printing included; tables and kernels are from the cache. The
least of some runs of each counts, taken in turn. The answers are compared, all but their seconds.
The machine should be idle: two processes need two cores.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from puzzler.board.shuffler import shuffle

BOARDS = 500
JOBS = 2
RUNS = 5
TIMES = ("seconds", "setup_seconds")


def main(boards: int = BOARDS, jobs: int = JOBS) -> None:
    """Measure both and print a line for each, and how many times faster the second is."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "boards"
        file.write_text("".join(f"{shuffle(4, 4, None, seed).start}\n" for seed in range(boards)))
        solved(file, 1)  # builds what is not in the cache
        least: dict[int, float] = {}
        for _ in range(RUNS):
            answers = []
            for count in (1, jobs):
                began = time.perf_counter()
                answers.append(solved(file, count))
                seconds = time.perf_counter() - began
                least[count] = min(seconds, least.get(count, seconds))
            assert answers[0] == answers[1], "the answers differ"
    searching = sum(answer["expanded"] for answer in answers[0])
    for count, seconds in least.items():
        print(f"{count} jobs: {seconds:.2f} s, {boards / seconds:.0f} boards a second")
    print(f"{least[1] / least[jobs]:.2f} times as fast; {searching:,} states expanded by each")


def solved(file: Path, jobs: int) -> list[dict[str, int]]:
    """The answers of that many processes, without their times."""
    command = ["solve", str(file), "--batch", "--optimal", "--json", "--jobs", str(jobs)]
    done = subprocess.run(
        [sys.executable, "-m", "puzzler", *command], capture_output=True, text=True, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return [{key: answer[key] for key in answer if key not in TIMES} for answer in answers]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
