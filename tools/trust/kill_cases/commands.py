"""The cases of ``kills.py`` in which a command is killed, or one of its workers."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from puzzler.board.shuffler import shuffle
from puzzler.search import compilation
from puzzler.search.kernels.kernel_store import LOCK, SUFFIX, KernelStore
from tools.trust.kill_cases.home import KILLED_WINDOW, LONGEST, Case

TABLES = "--algorithm", "idastar", "--heuristic", "pattern-database"


def told_of(answer: dict[str, Any]) -> tuple[object, ...]:
    """What is the same in every run."""
    return answer["board"], answer["status"], answer["moves"], answer["expanded"]


@cache
def right_answers(folder: Path, warm: Path) -> list[tuple[object, ...]]:
    """Of the list, by a program that nobody kills."""
    case = Case("answers", folder / "answers", warm)
    case.begin()
    out = case.puzzler("solve", str(case.boards), "--batch", "--json")
    return [told_of(json.loads(line)) for line in out.splitlines()]


def check_answers(case: Case, *, is_whole: bool) -> None:
    """Each answer once, and right; in the order of the list unless they say their lines."""
    right = right_answers(case.folder.parent, case.warm)
    lines = case.answers.read_text().split("\n") if case.answers.exists() else [""]
    answers = [json.loads(line) for line in lines[:-1]]
    numbers = [answer.get("line", place) for place, answer in enumerate(answers, 1)]
    case.expect(len(set(numbers)) == len(numbers), "an answer is there twice")
    wrong = [n for n, each in zip(numbers, answers, strict=True) if told_of(each) != right[n - 1]]
    case.expect(not wrong, f"wrong answers in the lines {wrong[:5]}")
    is_all = len(answers) == len(right) and lines[-1] == ""
    case.expect(is_all or not is_whole, f"{len(answers)} answers, not {len(right)}")


def batch(case: Case, options: Sequence[str] = (), *, is_resumed: bool = True) -> None:
    """A list is killed, goes on, and at the end is as one that was not killed."""
    arguments = ["solve", str(case.boards), "--batch", "--json", "-o", str(case.answers), *options]
    if is_resumed:
        arguments.append("--resume")
    else:
        case.answers.write_text("as it was\n")
    was_killed = case.kill_soon("-m", "puzzler", *arguments)
    case.check()
    if is_resumed:
        check_answers(case, is_whole=False)
        with case.answers.open("a") as stream:  # as if it had been killed while it wrote
            stream.write('{"status": "solved", "board"' * case.random.randint(0, 1))
    elif was_killed and case.answers.read_text() != "as it was\n":
        check_answers(case, is_whole=True)  # it was killed when all was done
    if not was_killed or case.random.random() < 0.3:
        case.puzzler(*arguments)
        check_answers(case, is_whole=True)
        case.answers.unlink()


def workers(case: Case) -> None:
    """Worker processes are killed, and the list is none the worse."""
    arguments = ("solve", str(case.boards), "--batch", "--json", "-o", str(case.answers))
    process = case.start("-m", "puzzler", *arguments, "--jobs", "3")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    for _ in range(2):  # a third might hit the same board, which is then given up
        found: list[str] = []
        while process.poll() is None and len(found) < 3:
            with suppress(OSError):
                found = children.read_text().split()
        time.sleep(case.random.random() * 0.2)
        if found:
            case.kill(process, int(case.random.choice(found)))
    case.expect(process.wait(LONGEST) == 0, f"it ends with {process.returncode}")
    case.check()
    check_answers(case, is_whole=True)
    case.answers.unlink()


def record(case: Case) -> None:
    """A recording is killed: there is all of it, or none."""
    arguments = "8 6 7/2 5 4/3 0 1", case.random.choice(["made.gif", "made.png", "made.mp4"])
    case.kill_soon("-m", "puzzler", "record", *arguments, "--size", "300")
    case.check()


def tables(case: Case) -> None:
    """Usual tables, and larger ones that are kept while they are built."""
    board, script = (
        str(shuffle(3, 4, 30, seed=1).start),
        KILLED_WINDOW,
    )
    if is_built := case.random.random() < 0.7:
        command = (script, "build", "", "", "tables", "3x4", "--build", "4-4-3")
    else:
        command = ("-m", "puzzler", "solve", board, *TABLES)
    was_killed = case.kill_soon(*command, spread=2.5)
    case.check()
    if not was_killed or case.random.random() < 0.3:
        if is_built:
            case.expect(case.start(*command).wait(LONGEST) == 0, "the tables are not built")
        answer, right = (
            json.loads(case.puzzler("solve", board, "--json", *method))
            for method in (TABLES, ("--algorithm", "astar", "--heuristic", "manhattan"))
        )
        case.expect(answer["length"] == right["length"], f"{answer['length']} moves are wrong")
        shutil.rmtree(case.folder / "home/cache/tables")


def kernels(case: Case) -> None:
    """A cache that lacks some kernels, or all, is killed while it is filled, and completed."""
    whole = case.begin_partly()
    is_empty = not any(case.kernels.iterdir())
    command = ("-m", "puzzler.solver.preparation", str(case.kernels))
    for _ in range(case.random.randint(1, 3)):
        case.kill_soon(*command, spread=3.0)
    case.check()
    if not is_empty:
        with case.start(*command, stdin=subprocess.PIPE) as process:
            while process.poll() is None:
                time.sleep(0.05)
        case.expect(process.returncode == 0, f"preparing ends with {process.returncode}")
        # a kernel that only other kernels call need not be there where those are
        files = {file.name for file in case.kernels.glob("*" + SUFFIX)}
        is_complete = KernelStore(case.kernels).has(compilation.COMPLETE_MARK)
        case.expect(is_complete and files <= whole, "the cache is not completed")
        case.expect(not [*case.kernels.glob("*" + LOCK)], "locks are left in the cache")
        answer = json.loads(case.puzzler("solve", "8 6 7/2 5 4/3 0 1", "--json", "--optimal"))
        case.expect(answer["length"] == 31, "the kernels that were completed are wrong")
        made = {file.name for file in case.kernels.glob("*" + SUFFIX)} - files
        case.expect(not made, f"the cache lacked {', '.join(made)}")


JOBS = "--jobs", "3"
CASES: dict[str, tuple[int, Callable[[Case], None]]] = {
    "batch": (3, partial(batch, is_resumed=False)),
    "resume": (5, batch),
    "jobs": (5, partial(batch, options=JOBS)),
    "unordered": (5, partial(batch, options=(*JOBS, "--unordered"))),
    "workers": (5, workers),
    "record": (4, record),
    "tables": (5, tables),
    "kernels": (4, kernels),
}
