"""The home of a case of ``kills.py``, the checks after a kill, and the cases that kill a command.

Killed workers of a pool are tested by ``tests/solver/processes/test_pool.py``.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from puzzler.board.shuffler import shuffle
from puzzler.search import compilation
from puzzler.search.kernels.kernel_store import LOCK, SUFFIX, KernelStore
from tools.trust.harness import EASY, check, command_of, environment, processes_with, seconds_of

MARK = "PUZZLER_KILLS"
"""An environment variable that identifies the processes of a case."""
GRACE, LONGEST = 3.0, 300.0
"""Processor time in which processes must end, and the timeout, in seconds."""
ALLOWED = re.compile(
    r"home/data/(games\.sqlite(-wal|-shm|-journal)?|settings\.json|\.[\w-]+\.lock)"
    r"|home/cache/kernels/.*|home/cache/tables/[\w.-]+\.(table|part)|out/[\w-]+\.\w+|given/.*"
)
"""Files that may exist after a start."""
LAST_BYTES = {".gif": b";", ".png": b"IEND\xaeB`\x82", ".txt": b"\n"}
"""The last bytes of complete files."""
BOARDS = [str(shuffle(3, 3, None, seed).start) for seed in range(300)]


TABLES = "--algorithm", "idastar", "--heuristic", "pattern-database"
BUILD = """
import sys
from puzzler.__main__ import main
from puzzler.search.tables import collection_store, collections
from puzzler.search.tables.pattern_choice import PatternFrame

groups = (0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 10)
small = collections.Collection("4-4-3", PatternFrame(3, 4, 11), groups, "small")
collections.COLLECTIONS = (*collections.COLLECTIONS, small)
collection_store.SAVE_EVERY, collection_store.BUDGET = 0.01, 3000
sys.exit(main(["tables", "3x4", "--build", "4-4-3"]))
"""
"""A program that builds a collection of tables in seconds."""


@dataclass
class Case:
    """A home, and the kills and faults of the programs that were started in it."""

    name: str
    folder: Path
    warm: Path
    """Compiled kernels that all cases share."""
    random: random.Random = field(default_factory=random.Random)
    kills: int = 0
    faults: list[str] = field(default_factory=list)

    def begin(self, *, is_warm: bool = True) -> None:
        """Make new folders. The folder of compiled kernels is shared or missing."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("home/data", "home/cache/kernels", "tmp", "out", "given"):
            (self.folder / name).mkdir(parents=True)
        self.boards.write_text("\n".join(BOARDS) + "\n")
        if is_warm:
            self.kernels.symlink_to(self.warm, target_is_directory=True)

    def begin_partly(self) -> set[str]:
        """Begin with a cache that lacks some kernels, or all; return the names of all."""
        all_names = {file.name for file in self.warm.glob("*" + SUFFIX)}
        self.begin(is_warm=False)
        self.kernels.mkdir()
        lacking = self.random.sample(
            sorted(all_names), self.random.choice([5, 5, 40, len(all_names)])
        )
        for name in all_names.difference(lacking):
            shutil.copy2(self.warm / name, self.kernels / name)
        return all_names

    @property
    def boards(self) -> Path:
        return self.folder / "given/boards"

    @property
    def answers(self) -> Path:
        return self.folder / "out/answers.json"

    @property
    def kernels(self) -> Path:
        return self.folder / "home/cache/kernels" / self.warm.name

    def start(self, *command: str, **others: Any) -> subprocess.Popen[Any]:
        """Start Python with these arguments in this home."""
        env = environment(
            PUZZLER_HOME=str(self.folder / "home"),
            TMPDIR=str(self.folder / "tmp"),
            **{MARK: str(self.folder)},
        )
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL} | others
        with (self.folder / "given/errors").open("ab") as errors:
            folder, command = self.folder / "out", (sys.executable, "-P", *command)
            return subprocess.Popen(command, cwd=folder, env=env, stderr=errors, **pipes)

    def puzzler(self, *arguments: str) -> str:
        """Return the output of a command. Raises Fault if the command fails."""
        done = self.start("-m", "puzzler", *arguments, stdout=subprocess.PIPE, text=True)
        out, _ = done.communicate(timeout=LONGEST)
        check(done.returncode == 0, f"{arguments[:3]} ends with {done.returncode}")
        return str(out)

    def kill(self, process: subprocess.Popen[Any]) -> bool:
        """Kill a process; return False if it has already ended."""
        if process.poll() is not None:
            return False
        process.kill()
        self.kills += 1
        return process.wait(LONGEST) == -signal.SIGKILL

    def kill_soon(self, *command: str, spread: float = 1.5) -> bool:
        """Start a command and kill it within ``spread`` seconds; return False if it has ended."""
        with self.start(*command, stdin=subprocess.PIPE) as process:
            until = time.monotonic() + 0.3 + self.random.random() * spread
            while process.poll() is None and time.monotonic() < until:
                time.sleep(0.01)
            return self.kill(process)

    def errors(self) -> str:
        """Return the end of the standard error of all processes since the last check."""
        file = self.folder / "given/errors"
        return file.read_text(errors="replace")[-2000:] if file.exists() else ""

    def check(self) -> None:
        """Check for tracebacks, processes, incomplete files, and temporary files after a start."""
        errors = self.errors()
        check("Traceback" not in errors, errors)
        (self.folder / "given/errors").unlink(missing_ok=True)
        until, before = time.monotonic() + LONGEST / 5, sum(map(seconds_of, self.processes()))
        while (left := self.processes()) and time.monotonic() < until:
            if sum(map(seconds_of, left)) > before + GRACE:
                break
            time.sleep(0.02)
        running = [command for number in left if (command := command_of(number)[:200])]
        check(not running, f"processes are left: {running}")
        for file in (self.folder / "out").iterdir():
            if file.suffix in LAST_BYTES and not file.name.startswith("."):
                is_whole = file.read_bytes().endswith(LAST_BYTES[file.suffix])
                check(is_whole, f"{file.name} is not whole")
        self.puzzler("--version")
        found = (path for path in self.folder.rglob("*") if not path.is_dir())
        names = [str(path.relative_to(self.folder)) for path in found]
        other = [name for name in names if not ALLOWED.fullmatch(name)]
        other += [str(path) for path in (self.folder / "tmp").iterdir()]
        if self.kernels.exists() and not self.kernels.is_symlink():
            other += [file.name for file in self.kernels.iterdir() if file.name.startswith(".")]
        check(not other, f"files are left: {other[:5]}")

    def processes(self) -> list[int]:
        """Return the running processes of this case."""
        return list(processes_with(MARK, str(self.folder)))


def figures(answer: dict[str, Any]) -> tuple[object, ...]:
    """Return the values that are the same in every run."""
    return answer["board"], answer["status"], answer["moves"], answer["expanded"]


@cache
def right_answers(folder: Path, warm: Path) -> list[tuple[object, ...]]:
    """Return the answers to the list by a program that is not killed."""
    case = Case("answers", folder / "answers", warm)
    case.begin()
    out = case.puzzler("solve", str(case.boards), "--batch", "--json")
    return [figures(json.loads(line)) for line in out.splitlines()]


def check_answers(case: Case, *, is_whole: bool) -> None:
    """Check that there is one correct answer per board."""
    right = right_answers(case.folder.parent, case.warm)
    lines = case.answers.read_text().split("\n") if case.answers.exists() else [""]
    answers = [json.loads(line) for line in lines[:-1]]
    numbers = [answer.get("line", place) for place, answer in enumerate(answers, 1)]
    check(len(set(numbers)) == len(numbers), "an answer is there twice")
    wrong = [n for n, each in zip(numbers, answers, strict=True) if figures(each) != right[n - 1]]
    check(not wrong, f"wrong answers in the lines {wrong[:5]}")
    is_all = len(answers) == len(right) and lines[-1] == ""
    check(is_all or not is_whole, f"{len(answers)} answers, not {len(right)}")


def batch(case: Case, options: Sequence[str] = (), *, is_resumed: bool = True) -> None:
    """Kill a list. It continues, and its result is that of a list that was not killed."""
    arguments = ["solve", str(case.boards), "--batch", "--json", "-o", str(case.answers), *options]
    if is_resumed:
        arguments.append("--resume")
    else:
        case.answers.write_text("other text\n")
    was_killed = case.kill_soon("-m", "puzzler", *arguments)
    case.check()
    if is_resumed:
        check_answers(case, is_whole=False)
        with case.answers.open("a") as stream:  # simulates a kill during a write
            stream.write('{"status": "solved", "board"' * case.random.randint(0, 1))
    elif was_killed and case.answers.read_text() != "other text\n":
        check_answers(case, is_whole=True)  # the kill came after the last answer
    if not was_killed or case.random.random() < 0.3:
        case.puzzler(*arguments)
        check_answers(case, is_whole=True)
        case.answers.unlink()


def tables(case: Case) -> None:
    """Kill a search while it builds tables, or a build of larger tables, which is continued."""
    board = str(shuffle(3, 4, 30, seed=1).start)
    is_built = case.random.random() < 0.7
    command = ("-c", BUILD) if is_built else ("-m", "puzzler", "solve", board, *TABLES)
    was_killed = case.kill_soon(*command, spread=2.5)
    case.check()
    if not was_killed or case.random.random() < 0.3:
        if is_built:
            check(case.start(*command).wait(LONGEST) == 0, "the tables are not built")
        answer, right = (
            json.loads(case.puzzler("solve", board, "--json", *method))
            for method in (TABLES, ("--algorithm", "astar", "--heuristic", "manhattan"))
        )
        check(answer["length"] == right["length"], f"{answer['length']} moves are wrong")
        shutil.rmtree(case.folder / "home/cache/tables")


def kernels(case: Case) -> None:
    """Kill the compiler, and complete a cache that lacks some kernels."""
    all_names = case.begin_partly()
    is_empty = not any(case.kernels.iterdir())
    command = ("-m", "puzzler.solver.preparation", str(case.kernels))
    for _ in range(case.random.randint(1, 3)):
        case.kill_soon(*command, spread=3.0)
    case.check()
    if not is_empty:
        # the compiler ends when its standard input is closed
        with case.start(*command, stdin=subprocess.PIPE) as process:
            check(process.wait() == 0, f"preparing ends with {process.returncode}")
        # a kernel that only other kernels call is not needed
        files = {file.name for file in case.kernels.glob("*" + SUFFIX)}
        is_complete = KernelStore(case.kernels).has(compilation.COMPLETE_MARK)
        check(is_complete and files <= all_names, "the cache is not completed")
        check(not [*case.kernels.glob("*" + LOCK)], "locks are left in the cache")
        answer = json.loads(case.puzzler("solve", EASY, "--json", "--optimal"))
        check(answer["length"] == 31, "the kernels that were completed are wrong")
        compiled_files = {file.name for file in case.kernels.glob("*" + SUFFIX)} - files
        check(not compiled_files, f"the cache lacked {', '.join(compiled_files)}")


JOBS = "--jobs", "3"
COMMANDS: dict[str, tuple[int, Callable[[Case], None]]] = {
    "batch": (3, partial(batch, is_resumed=False)),
    "resume": (5, batch),
    "jobs": (5, partial(batch, options=JOBS)),
    "unordered": (5, partial(batch, options=(*JOBS, "--unordered"))),
    "tables": (5, tables),
    "kernels": (4, kernels),
}
