"""Runs commands with limits of time and memory, and with signals.

    PYTHONPATH=. python tools/trust/limits.py --count 200 --seed 1

A command must end at most 0.3 s after its limit or signal, with the right status and at most one
line on standard error. Its output files must be complete or absent, and no process may remain.
Times are compared with the same command with a small limit. Run it on a machine that does nothing
else.
"""

from __future__ import annotations

import argparse
import os
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from puzzler.board import Board
from puzzler.board.shuffler import shuffle
from puzzler.search.compilation import kernel_folder
from puzzler.search.registry import ALGORITHMS
from tools.trust.harness import EASY, OWN, compile_kernels, environment

SPARE = 0.3
"""Seconds that a command may need after its limit."""
SMALL_LIMIT, LIMIT = 0.1, 1.0
"""Seconds: the limits of the two runs that are compared."""
MEMORY, MAX_MEMORY, MAX_OF_SEVERAL = 100, 110, 155
"""Megabytes: the limit, and the most that one search or several, which load numba, may add."""
START_TIME = 0.15
"""Seconds after which a command has its signal handlers."""
TIMEOUT, LEFT = 60, 20.0
"""Seconds for a command, and for its children, of which one may still be importing."""
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
SIGNALS = {"SIGINT": 130, "SIGTERM": 143, "SIGHUP": 129}
PROGRAM = """
import signal, sys
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.default_int_handler if number == 2 else signal.SIG_DFL)
from puzzler.__main__ import main
sys.argv[0] = "puzzler"
try:
    status = main()
finally:
    if "PEAK" in __import__("os").environ:
        print(next(line for line in open("/proc/self/status") if "VmHWM" in line), file=sys.stderr)
sys.exit(status)
"""


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    status: int
    error: str
    seconds: float
    """Since the start, or since the signal."""
    leftovers: tuple[str, ...] = ()

    @property
    def peak(self) -> float:
        """The peak memory of the process in megabytes."""
        return next(
            int(line.split()[1]) * 1024 / 1e6
            for line in self.error.splitlines()
            if line.startswith("VmHWM")
        )


class Matrix:
    """Runs commands in a folder and collects faults."""

    def __init__(self, folder: Path, *, is_timed: bool) -> None:
        self.folder = folder
        self.is_timed = is_timed
        self.done = 0
        self.faults: list[str] = []
        (folder / "hard.txt").write_text(f"{HARD}\n" * 40)
        (folder / "mixed.txt").write_text(f"{EASY}\n{HARD}\n" * 20)
        (folder / "easy.txt").write_text(f"{EASY}\n" * 2000)
        (folder / "moves.txt").write_text("moves: blank\n1 2 3\n4 5 6\n7 0 8\n" + "RL" * 150_000)
        corner = str(Board.solved(5, 5)).replace("/", "\n")
        (folder / "walk.txt").write_text(f"moves: blank\n{corner}\n" + "LURD" * 75_000)
        (folder / "own.py").write_text(OWN)
        self.names = {file.name for file in folder.iterdir()}

    def fault(self, arguments: Sequence[str], what: str) -> None:
        """Print and count a fault."""
        self.faults.append(f"puzzler {shlex.join(arguments)}: {what}")
        print(self.faults[-1], flush=True)

    def run(
        self,
        arguments: Sequence[str],
        event: str = "",
        moment: float = 0.0,
        peak: bool = False,
        timeout: float = TIMEOUT,
    ) -> Ended:
        """Run a command; ``event`` is a signal, ``moment`` seconds after the start."""
        self.done += 1
        before = time.monotonic()
        with subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", PROGRAM, *arguments],
            cwd=self.folder,
            env=environment(PEAK="1") if peak else environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ) as process:
            try:
                if event:
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(moment)
                    before = time.monotonic()
                    if process.poll() is None:
                        process.send_signal(getattr(signal, event))
                _, error = process.communicate(timeout=timeout)
                seconds = time.monotonic() - before
            except subprocess.TimeoutExpired:
                error, seconds = b"never ended", timeout
            left = self._left(process.pid)
        return Ended(process.returncode, error.decode(), seconds, left)

    def _left(self, group: int) -> tuple[str, ...]:
        """Remove and return the remaining processes and files."""
        found, until = [], time.monotonic() + LEFT
        with suppress(ProcessLookupError):
            while time.monotonic() < until:
                os.killpg(group, 0)
                time.sleep(0.05)
            os.killpg(group, signal.SIGKILL)
            found.append("a process")
        for file in self.folder.iterdir():
            if file.name not in self.names:
                end = b";" if file.suffix == ".gif" else b"\n"
                if file.suffix == ".tmp" or not file.read_bytes().endswith(end):
                    found.append(file.name)
                file.unlink()
        return tuple(found)

    def times(self, commands: Sequence[tuple[str, ...]]) -> None:
        """Run commands with a time limit, and compare them with a smaller limit."""
        for arguments in commands:
            searches = 2 if "compare" in arguments else 1
            small = self.run((*arguments, "--time-limit", f"{SMALL_LIMIT}"))
            ended = self.run((*arguments, "--time-limit", f"{LIMIT}"))
            late = ended.seconds - small.seconds - (LIMIT - SMALL_LIMIT) * searches
            print(f"{late:+5.2f} s  status {ended.status}  {' '.join(arguments)}", flush=True)
            if late > SPARE:
                self.fault(arguments, f"{late:.2f} s late")
            self._check(arguments, ended, {0, 1})
            self._check(arguments, small, {0, 1})

    def memory(self, commands: Sequence[tuple[str, ...]]) -> None:
        """Run commands with a memory limit, and compare them with a single expansion."""
        for arguments in commands:
            limit = () if "--memory-limit" in arguments else ("--memory-limit", f"{MEMORY}")
            small = self.run((*arguments, "--node-limit", "1"), peak=True)
            ended = self.run((*arguments, *limit, "--time-limit", "20"), peak=True, timeout=300)
            more = ended.peak - small.peak
            print(f"{small.peak:4.0f} {ended.peak:4.0f} {more:+5.0f} MB  {' '.join(arguments)}")
            is_one = {"compare", "--batch"}.isdisjoint(arguments)
            if more > (MAX_MEMORY if is_one else MAX_OF_SEVERAL):
                self.fault(arguments, f"{more:.0f} MB more")

    def events(
        self, commands: Sequence[tuple[str, ...]], count: int, seed: int, longest: float = 2.5
    ) -> None:
        """Run ``count`` commands with a signal within ``longest`` seconds."""
        generator = random.Random(seed)
        for number in range(count):
            arguments = commands[number % len(commands)]
            event = generator.choice([*SIGNALS])
            moment = round(generator.uniform(0.02, longest), 3)
            ended = self.run(arguments, event, moment)
            tried = (*arguments, f"[{event} at {moment}]")
            if self.is_timed and ended.seconds > SPARE and ended.status >= 128:
                self.fault(tried, f"{ended.seconds:.2f} s until the end")
            is_early = moment < START_TIME or not self.is_timed
            if is_early and ended.status in (1, -getattr(signal, event)):
                continue  # the signal came before the command installed its handlers
            self._check(tried, ended, {0, 1, SIGNALS[event]})

    def _check(self, arguments: Sequence[str], ended: Ended, statuses: set[int]) -> None:
        if ended.status not in statuses:
            error = ended.error[-300:]
            self.fault(arguments, f"status {ended.status}, not {sorted(statuses)}: {error}")
        lines = [line for line in ended.error.splitlines() if "share the memory" not in line]
        if len(lines) > 1 or "Traceback" in ended.error:
            self.fault(arguments, f"says {ended.error[-300:]!r}")
        if ended.leftovers:
            self.fault(arguments, f"left {', '.join(ended.leftovers)}")


TIMED = """
solve HARD --algorithm EACH --json
solve SIDE6 --algorithm EACH --json
solve HARD --optimal --show-boards
solve SIDE10
compare HARD --algorithms bfs,idastar
trace SIDE6 --algorithm astar --json
trace HARD --algorithm idastar --csv out.csv
trace SIDE10 --algorithm bidirectional --json
review moves.txt
review walk.txt
review SIDE6 --moves ''
solve HARD --algorithm idastar --heuristic own.py:h
solve HARD --algorithm idastar --heuristic own.py:slow
trace HARD --algorithm own.py:dfs --json
"""
"""Commands with a limit on time."""
QUICK = """
solve easy.txt --batch --json --algorithm astar --jobs 2 -o out.json
trace HARD --csv out.csv
review moves.txt --time-limit 1 --json
"""
"""A few commands that get signals in the tests."""
SIGNALLED = f"""{QUICK}
solve HARD --algorithm idastar --time-limit 2
solve SIDE10 --time-limit 2
solve mixed.txt --batch --json --algorithm iddfs -o out.json
solve mixed.txt --batch --json --time-limit 2 --jobs 2
solve easy.txt --batch --json --algorithm bfs --jobs 2 --unordered
solve easy.txt --batch --json --algorithm bfs --resume -o out.json
compare HARD --algorithms astar,idastar --csv out.csv
compare easy.txt --batch --algorithms bfs,astar --csv out.csv
trace HARD --json
review SIDE6 --moves ''
review walk.txt --json
record SIDE4 out.gif
lesson --check
lesson --html out.html
tables
convert easy.txt --batch --to list -o out.txt
shuffle --count 1000000 --seed 1
manual
play --size 3x3 --seed 1
play SIDE6 --watch
play --text --size 3x3
lab EASY
lab own.py:h
check own.py:h
check own.py:dfs --against dfs --time-limit 10
solve HARD --heuristic own.py:slow --time-limit 2
solve mixed.txt --batch --json --heuristic own.py:h --time-limit 2 --jobs 2
"""
"""Commands that get signals."""
FILLING = """
solve HARD --algorithm EACH --json
solve SIDE6 --algorithm EACH --json
solve hard.txt --batch --json --algorithm astar --goal standard
solve HARD --algorithm own.py:dfs
compare HARD --algorithms bfs,dfs,astar,bidirectional,beam
trace HARD --algorithm bfs --csv out.csv
"""
"""Commands that fill their memory."""


def commands(text: str) -> list[tuple[str, ...]]:
    """Return the commands of a text, one in a line, with EACH algorithm and names of boards."""
    boards = {"HARD": HARD, "EASY": EASY}
    boards |= {f"SIDE{side}": str(shuffle(side, side, None, 1).start) for side in (4, 6, 10)}
    return [
        tuple(boards.get(word, word) for word in shlex.split(line.replace("EACH", algorithm)))
        for line in text.split("\n")
        if line
        for algorithm in (ALGORITHMS if "EACH" in line else ("",))
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line. The exit status is 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=200, help="signals")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="a few runs, none of them timed")
    options = parser.parse_args(arguments)
    compile_kernels(kernel_folder())  # a search that compiles needs more time and memory
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        matrix = Matrix(Path(folder), is_timed=not options.quick)
        if options.quick:
            matrix.memory([("solve", HARD, "--algorithm", "astar", "--json")])
            matrix.events(commands(QUICK), 3, options.seed, 1.5)
        else:
            matrix.times(commands(TIMED))
            matrix.memory(commands(FILLING))
            matrix.events(commands(SIGNALLED), options.count, options.seed)
    minutes = (time.monotonic() - began) / 60
    print(
        f"{matrix.done} runs, seed {options.seed}, {minutes:.1f} minutes, "
        f"{len(matrix.faults)} faults"
    )
    return 1 if matrix.faults else 0


if __name__ == "__main__":
    sys.exit(main())
