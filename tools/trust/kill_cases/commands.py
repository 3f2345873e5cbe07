"""The cases of ``kills.py`` in which a command is killed.

Killed workers of a pool are tested by ``tests/solver/processes/test_pool.py``.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from puzzler.board.shuffler import shuffle
from puzzler.search import compilation
from puzzler.search.kernels.kernel_store import LOCK, SUFFIX, KernelStore
from tools.trust.harness import EASY, check
from tools.trust.kill_cases.home import LONGEST, Case

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
    """Check that each answer is correct and there once."""
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
        with case.answers.open("a") as stream:  # as if it had been killed while it wrote
            stream.write('{"status": "solved", "board"' * case.random.randint(0, 1))
    elif was_killed and case.answers.read_text() != "other text\n":
        check_answers(case, is_whole=True)  # it was killed when all was done
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
    whole = case.begin_partly()
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
        check(is_complete and files <= whole, "the cache is not completed")
        check(not [*case.kernels.glob("*" + LOCK)], "locks are left in the cache")
        answer = json.loads(case.puzzler("solve", EASY, "--json", "--optimal"))
        check(answer["length"] == 31, "the kernels that were completed are wrong")
        made = {file.name for file in case.kernels.glob("*" + SUFFIX)} - files
        check(not made, f"the cache lacked {', '.join(made)}")


JOBS = "--jobs", "3"
CASES: dict[str, tuple[int, Callable[[Case], None]]] = {
    "batch": (3, partial(batch, is_resumed=False)),
    "resume": (5, batch),
    "jobs": (5, partial(batch, options=JOBS)),
    "unordered": (5, partial(batch, options=(*JOBS, "--unordered"))),
    "tables": (5, tables),
    "kernels": (4, kernels),
}
