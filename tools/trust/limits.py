"""Every limit and every signal, for every command: late ends, wrong statuses, leftovers, memory.

    PYTHONPATH=. python tools/trust/limits.py --count 200 --seed 1

runs each command with a limit on time, each search with a limit on memory, and COUNT commands with
a signal, or a reader that goes, at a moment chosen by the seed. A command must end within its limit
and 0.3 s, with the right status, at most one line on standard error, output files whole or absent,
and no process left. Times are measured against the same command with nothing to do; --slow N
allows N times as much on a machine that does other work. The last line sums it up.
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

from tools.trust.harness import environment

SPARE = 0.3
"""Seconds that a command may take beyond its limit."""
LEAST, LIMIT = 0.1, 1.0
"""Seconds: the limits of the two runs that are compared."""
MEMORY, MOST_MEMORY = 100, 110
"""Megabytes: the limit, and what it may add to a process that searches nothing."""
BEGUN = 0.15
"""Seconds after which a command listens to signals."""
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
if sys.argv[1] in ("inspect", "race"):
    from tools.trust.limits import in_background as main
else:
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
    """From the start; after a signal from then."""
    leftovers: tuple[str, ...] = ()

    @property
    def peak(self) -> float:
        """The most memory that the process had, in megabytes."""
        return next(
            int(line.split()[1]) * 1024 / 1e6
            for line in self.error.splitlines()
            if line.startswith("VmHWM")
        )


class Matrix:
    """Runs commands in a folder of its own and collects faults."""

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
        """Processes of the group and files that should have gone; both are removed."""
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

    # -- what is tried ------------------------------------------------------------------------

    def times(self, commands: Sequence[tuple[str, ...]]) -> None:
        """Each with a limit on time, against the same one with a smaller one."""
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
        """Each with a limit on memory, against the same one that expands a single state."""
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
        """``count`` of them, each with a signal or a closed output within ``longest`` seconds."""
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
    """A board and a random walk from it, as puzzler reads it."""
    generator, row, column = random.Random(side), side - 1, side - 1
    steps = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
    letters = []
    while len(letters) < moves:
        letter = generator.choice("UDLR")
        down, right = steps[letter]
        if 0 <= row + down < side and 0 <= column + right < side:
            row, column = row + down, column + right
            letters.append(letter)
    rows = [
        " ".join(str((side * y + x + 1) % (side * side)) for x in range(side)) for y in range(side)
    ]
    return "\n".join(["moves: blank", *rows, "".join(letters)]) + "\n"


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
    for algorithm in ALGORITHMS:
        yield "inspect", random_board(6), "--algorithms", algorithm
    yield "race", random_board(6), "--algorithms", "bfs,dfs,astar,bidirectional"


def in_background(arguments: Sequence[str] | None = None) -> int:
    """Search as the Lab does, recording all that it can, or as a race does."""
    from puzzler.board.board import Board
    from puzzler.board.scenario import Problem
    from puzzler.search.compilation import load_compiled
    from puzzler.search.method import Method
    from puzzler.search.options import Limit
    from puzzler.solver.commands import Record, Resume, Seek
    from puzzler.solver.inspection.job import inspect
    from puzzler.solver.race.job import start_race
    from puzzler.solver.race.race_rules import RaceRules

    parser = argparse.ArgumentParser()
    parser.add_argument("kind")
    parser.add_argument("board", type=Board.parse)
    parser.add_argument("--algorithms", type=lambda text: text.split(","))
    parser.add_argument("--node-limit", type=int)
    parser.add_argument("--memory-limit", type=lambda text: 10**6 * int(text))
    parser.add_argument("--time-limit", type=float, default=ENDS)
    given = parser.parse_args(arguments)
    problem = Problem(given.board, Board.solved(*given.board.size))
    limit = Limit(expansions=given.node_limit, memory_bytes=given.memory_limit)
    methods = [Method(name, limit=limit).textbook for name in given.algorithms]
    load_compiled()
    if given.kind == "race":
        rules = RaceRules(expansions=given.node_limit)
        with start_race(problem, methods, rules, memory_bytes=given.memory_limit) as race:
            race.join(given.time_limit)
        return 0
    with inspect(problem, *methods) as worker:
        worker.send(Record(ranks=True, tree=True))
        worker.send(Resume())
        ends = time.monotonic() + given.time_limit
        while worker.is_busy and time.monotonic() < ends:
            time.sleep(0.05)
        moment = worker.latest.moment
        assert moment is not None, worker.failure
        worker.send(Seek(max(0, moment.expansions - 1)))  # as a person does who goes back
        while worker.is_busy and time.monotonic() < ends + 1:
            time.sleep(0.05)
    return 0


def random_board(side: int) -> str:
    """A board of this size that the standard goal can be reached from."""
    from puzzler.board.shuffler import shuffle

    return str(shuffle(side, side, None, 1).start)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 1 where there was a fault."""
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
        if not given.quick:  # to make it takes most of a second
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
