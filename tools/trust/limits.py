"""Runs commands with limits of time and memory, with signals and with a closed output.

    PYTHONPATH=. python tools/trust/limits.py --count 200 --seed 1

A command must end at most 0.3 s after its limit or signal, with the right status and at most one
line on standard error. Its output files must be complete or absent, and no process may remain.
Times are compared with the same command with a small limit. ``--slow N`` allows N times as much on
a machine that does other work.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from puzzler.board import Board
from puzzler.board.shuffler import shuffle
from tools.trust.harness import environment

SPARE = 0.3
"""Seconds that a command may need after its limit."""
LEAST, LIMIT = 0.1, 1.0
"""Seconds: the limits of the two runs that are compared."""
MEMORY, MOST_MEMORY = 100, 110
"""Megabytes: the limit, and the most that a search may add to the process."""
BEGUN = 0.15
"""Seconds after which a command has its signal handlers."""
ENDS = 60
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
EASY = "8 6 7/2 5 4/3 0 1"
OWN = """
import time

def h(board):
    return sum(tile != cell + 1 for cell, tile in enumerate(board.tiles) if tile)

def slow(board):
    time.sleep(1.5)
    return 0

def dfs(problem):
    stack, known = [problem.start], {problem.start}
    while stack:
        for _, after in problem.successors(stack.pop()):
            if after not in known:
                known.add(after)
                stack.append(after)
"""
EASY_LIST = ("solve", "easy.txt", "--batch", "--json")
SIGNALS = {"SIGINT": 130, "SIGTERM": 143, "SIGHUP": 129}
CLOSED = "closed output"
ALGORITHMS = ("bfs", "dfs", "iddfs", "greedy", "astar", "idastar", "bidirectional", "beam")
ALGORITHMS += ("walk", "anytime")
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
    out: bytes
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

    def __init__(self, folder: Path, slow: float) -> None:
        self.folder = folder
        self.slow = slow
        self.done = 0
        self.faults: list[str] = []
        (folder / "hard.txt").write_text(f"{HARD}\n" * 40)
        (folder / "mixed.txt").write_text(f"{EASY}\n{HARD}\n" * 20)
        (folder / "easy.txt").write_text(f"{EASY}\n" * 2000)
        (folder / "moves.txt").write_text("moves: blank\n1 2 3\n4 5 6\n7 0 8\n" + "RL" * 150_000)
        (folder / "own.py").write_text(OWN)
        self.names = {file.name for file in folder.iterdir()}

    def fault(self, arguments: Sequence[str], what: str) -> None:
        """Print and count a fault."""
        words = " ".join(f"'{word}'" if " " in word else word for word in arguments)
        self.faults.append(f"puzzler {words}: {what}")
        print(self.faults[-1], flush=True)

    def run(
        self,
        arguments: Sequence[str],
        event: str = "",
        moment: float = 0.0,
        peak: bool = False,
        most: float = ENDS,
    ) -> Ended:
        """Run a command; ``event`` is a signal or CLOSED, ``moment`` seconds after the start."""
        self.done += 1
        before = time.monotonic()
        with subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", PROGRAM, *arguments],
            cwd=self.folder,
            env=environment(PEAK="1") if peak else environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ) as process:
            assert process.stdout is not None
            try:
                if event:
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(moment)
                    before = time.monotonic()
                    if event == CLOSED:
                        process.stdout.close()
                        process.stdout = None
                    elif process.poll() is None:
                        process.send_signal(getattr(signal, event))
                out, error = process.communicate(timeout=most)
                seconds = time.monotonic() - before
            except subprocess.TimeoutExpired:
                out, error, seconds = b"", b"never ended", most
            left = self._left(process.pid)
        return Ended(process.returncode, out or b"", error.decode(), seconds, left)

    def _left(self, group: int) -> tuple[str, ...]:
        """Remove and return the remaining processes and files."""
        found = []
        time.sleep(0.05)
        with suppress(ProcessLookupError):
            os.killpg(group, 0)
            time.sleep(2.0)  # workers notice that their parent has gone
            os.killpg(group, signal.SIGKILL)
            found.append("a process")
        for file in self.folder.iterdir():
            if file.name not in self.names:
                if file.suffix == ".tmp" or not self._is_whole(file):
                    found.append(file.name)
                if file.is_file():
                    file.unlink()
        return tuple(found)

    @staticmethod
    def _is_whole(file: Path) -> bool:
        data = file.read_bytes()
        if file.suffix in (".json", ".csv", ".txt", ".html"):
            if file.suffix == ".json":
                try:
                    [json.loads(line) for line in data.splitlines()]
                except ValueError:
                    return False
            return data.endswith(b"\n")
        return data[:6] == b"GIF89a" and data.endswith(b";")

    def times(self, commands: Sequence[tuple[str, ...]]) -> None:
        """Run commands with a time limit, and compare them with a smaller limit."""
        for arguments in commands:
            searches = 2 if "compare" in arguments else 1
            least = self.run((*arguments, "--time-limit", f"{LEAST}"))
            ended = self.run((*arguments, "--time-limit", f"{LIMIT}"))
            late = ended.seconds - least.seconds - (LIMIT - LEAST) * searches
            print(f"{late:+5.2f} s  status {ended.status}  {' '.join(arguments)}", flush=True)
            if late > SPARE * self.slow:
                self.fault(arguments, f"{late:.2f} s late")
            self._check(arguments, ended, {0, 1})
            self._check(arguments, least, {0, 1})

    def memory(self, commands: Sequence[tuple[str, ...]]) -> None:
        """Run commands with a memory limit, and compare them with a single expansion."""
        for arguments in commands:
            limit = () if "--memory-limit" in arguments else ("--memory-limit", f"{MEMORY}")
            least = self.run((*arguments, "--node-limit", "1"), peak=True)
            ended = self.run((*arguments, *limit, "--time-limit", "20"), peak=True, most=300)
            more = ended.peak - least.peak
            print(f"{least.peak:4.0f} {ended.peak:4.0f} {more:+5.0f} MB  {' '.join(arguments)}")
            if more > MOST_MEMORY:
                self.fault(arguments, f"{more:.0f} MB more")

    def events(
        self, commands: Sequence[tuple[str, ...]], count: int, seed: int, longest: float = 2.5
    ) -> None:
        """Run ``count`` commands with a signal or a closed output within ``longest`` seconds."""
        generator = random.Random(seed)
        for number in range(count):
            arguments = commands[number % len(commands)]
            writes = {"-o", "--csv", "--html", "record", "play", "lab"} & {*arguments}
            event = generator.choice([*SIGNALS] if writes else [*SIGNALS, CLOSED])
            moment = round(generator.uniform(0.02, longest), 3)
            ended = self.run(arguments, event, moment)
            tried = (*arguments, f"[{event} at {moment}]")
            if event == CLOSED:
                self._check(tried, ended, {0, 1, 141})
                continue
            if ended.seconds > SPARE * self.slow and ended.status >= 128:
                self.fault(tried, f"{ended.seconds:.2f} s until the end")
            is_early = moment < BEGUN * self.slow
            if is_early and ended.status in (1, -getattr(signal, event)):
                continue  # the signal came before the command installed its handlers
            self._check(tried, ended, {0, 1, SIGNALS[event]})

    def _check(self, arguments: Sequence[str], ended: Ended, statuses: set[int]) -> None:
        if ended.status not in statuses:
            said = ended.error[-300:]
            self.fault(arguments, f"status {ended.status}, not {sorted(statuses)}: {said}")
        lines = [line for line in ended.error.splitlines() if "share the memory" not in line]
        if len(lines) > 1 or "Traceback" in ended.error:
            self.fault(arguments, f"says {ended.error[-300:]!r}")
        if ended.leftovers:
            self.fault(arguments, f"left {', '.join(ended.leftovers)}")


def walk(side: int, moves: int) -> str:
    """Return the text of a board and a random walk."""
    generator, board, letters = random.Random(side), Board.solved(side, side), []
    solved = str(board).replace("/", "\n")
    while len(letters) < moves:
        move = generator.choice(board.legal_moves())
        board = board.apply(move)
        letters.append(move.letter)
    return f"moves: blank\n{solved}\n{''.join(letters)}\n"


def limited() -> Iterator[tuple[str, ...]]:
    """Commands with a limit on time."""
    for algorithm in ALGORITHMS:
        for board in (HARD, random_board(6)):
            yield "solve", board, "--algorithm", algorithm, "--json"
    yield "solve", HARD, "--optimal", "--show-boards"
    yield "solve", random_board(10)
    yield "compare", HARD, "--algorithms", "bfs,idastar"
    yield "trace", random_board(6), "--algorithm", "astar", "--json"
    yield "trace", HARD, "--algorithm", "idastar", "--csv", "out.csv"
    yield "trace", random_board(10), "--algorithm", "bidirectional", "--json"
    yield "review", "moves.txt"
    yield "review", "walk.txt"
    yield "review", random_board(6), "--moves", ""
    for function in ("h", "slow"):
        yield "solve", HARD, "--algorithm", "idastar", "--heuristic", f"own.py:{function}"
    yield "trace", HARD, "--algorithm", "own.py:dfs", "--json"


def signalled() -> Iterator[tuple[str, ...]]:
    """Commands that get signals."""
    yield "solve", HARD, "--algorithm", "idastar", "--time-limit", "2"
    yield "solve", random_board(10), "--time-limit", "2"
    yield "solve", "mixed.txt", "--batch", "--json", "--algorithm", "iddfs", "-o", "out.json"
    yield (*EASY_LIST, "--algorithm", "astar", "--jobs", "2", "-o", "out.json")
    yield "solve", "mixed.txt", "--batch", "--json", "--time-limit", "2", "--jobs", "2"
    yield (*EASY_LIST, "--algorithm", "bfs", "--jobs", "2", "--unordered")
    yield (*EASY_LIST, "--algorithm", "bfs", "--resume", "-o", "out.json")
    yield "compare", HARD, "--algorithms", "astar,idastar", "--csv", "out.csv"
    yield "compare", "easy.txt", "--batch", "--algorithms", "bfs,astar", "--csv", "out.csv"
    yield "trace", HARD, "--json"
    yield "trace", HARD, "--csv", "out.csv"
    yield "review", random_board(6), "--moves", ""
    yield "review", "walk.txt", "--json"
    yield "record", random_board(4), "out.gif"
    yield "lesson", "--check"
    yield "lesson", "--html", "out.html"
    yield ("tables",)
    yield "convert", "easy.txt", "--batch", "--to", "list", "-o", "out.txt"
    yield "shuffle", "--count", "1000000", "--seed", "1"
    yield ("manual",)
    yield "play", "--size", "3x3", "--seed", "1"
    yield "play", random_board(6), "--watch"
    yield "play", "--text", "--size", "3x3"
    yield "lab", EASY
    yield "lab", "own.py:h"
    yield "check", "own.py:h"
    yield "check", "own.py:dfs", "--against", "dfs", "--time-limit", "10"
    yield "solve", HARD, "--heuristic", "own.py:slow", "--time-limit", "2"
    own = ("--heuristic", "own.py:h", "--time-limit", "2")
    yield "solve", "mixed.txt", "--batch", "--json", *own, "--jobs", "2"


def quick() -> Iterator[tuple[str, ...]]:
    """A few commands that get signals in the tests."""
    yield (*EASY_LIST, "--algorithm", "astar", "--jobs", "2", "-o", "out.json")
    yield "trace", HARD, "--csv", "out.csv"
    yield "review", "moves.txt", "--time-limit", "1", "--json"


def filling() -> Iterator[tuple[str, ...]]:
    """Commands that fill their memory."""
    for algorithm in ALGORITHMS:
        for board in (HARD, random_board(6)):
            yield "solve", board, "--algorithm", algorithm, "--json"
    yield "solve", "hard.txt", "--batch", "--json", "--algorithm", "astar", "--goal", "standard"
    yield "solve", HARD, "--algorithm", "own.py:dfs"
    yield "compare", HARD, "--algorithms", "bfs,dfs,astar,bidirectional,beam"
    yield "trace", HARD, "--algorithm", "bfs", "--csv", "out.csv"


def random_board(side: int) -> str:
    """Return a solvable board of this size."""
    return str(shuffle(side, side, None, 1).start)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line. The exit status is 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=200, help="signals and closed outputs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", type=float, default=1.0, help="factor for the time allowed")
    parser.add_argument("--quick", action="store_true", help="a few runs, none of them timed")
    parser.add_argument("--only", choices=("times", "memory", "events"))
    parser.add_argument("--match", default="", help="only commands with this in them")
    given = parser.parse_args(arguments)
    began = time.monotonic()

    def chosen(commands: Iterator[tuple[str, ...]]) -> list[tuple[str, ...]]:
        return [each for each in commands if given.match in " ".join(each)]

    with tempfile.TemporaryDirectory() as folder:
        if not given.quick:
            Path(folder, "walk.txt").write_text(walk(5, 300_000))
        matrix = Matrix(Path(folder), float("inf") if given.quick else given.slow)
        if given.quick:
            matrix.memory([("solve", HARD, "--algorithm", "astar", "--json")])
            matrix.events(list(quick()), 3, given.seed, 1.5)
        else:
            if given.only in (None, "times"):
                matrix.times(chosen(limited()))
            if given.only in (None, "memory"):
                matrix.memory(chosen(filling()))
            if given.only in (None, "events"):
                matrix.events(chosen(signalled()), given.count, given.seed)
    minutes = (time.monotonic() - began) / 60
    print(
        f"{matrix.done} runs, seed {given.seed}, {minutes:.1f} minutes, {len(matrix.faults)} faults"
    )
    return 1 if matrix.faults else 0


if __name__ == "__main__":
    sys.exit(main())
