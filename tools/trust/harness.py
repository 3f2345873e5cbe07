"""Environments, processes and compiled kernels for the commands in this folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import platformdirs

from puzzler.search import compilation
from puzzler.search.kernels.kernel_store import KernelStore

ROOT = Path(__file__).resolve().parents[2]
EASY, NEAR = "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/0 7 8"
"""Boards of 31 moves and of 2 moves."""
OWN = """
import time
from collections import deque

def h(board, goal):
    places = {tile: divmod(cell, goal.columns) for cell, tile in enumerate(goal.tiles)}
    found = [(divmod(cell, board.columns), places[tile])
             for cell, tile in enumerate(board.tiles) if tile]
    print(board)
    return sum(abs(a - c) + abs(b - d) for (a, b), (c, d) in found)

def slow(board):
    time.sleep(1.5)
    return 0

def refused(board):
    return -1 if board.tiles[-1] else 0

def bfs(problem):
    frontier, known = deque([(problem.start, [])]), {problem.start}
    while frontier:
        state, moves = frontier.popleft()
        if problem.is_goal(state):
            return moves
        for move, child in problem.successors(state):
            if child not in known:
                known.add(child)
                frontier.append((child, [*moves, move]))

def dfs(problem):
    stack, known = [problem.start], {problem.start}
    while stack:
        for _, after in problem.successors(stack.pop()):
            if after not in known:
                known.add(after)
                stack.append(after)

def fails(problem):
    for number in range(5):
        print(problem.successors(problem.start)[number])
"""
"""A file of heuristics and searches."""


class Fault(Exception):  # noqa: N818  a fault is the result that the commands look for
    """The program broke a promise."""


def check(is_right: object, message: str) -> None:
    """Raise Fault if the condition is false."""
    if not is_right:
        raise Fault(message)


def environment(**variables: str) -> dict[str, str]:
    """Return the environment of a process without a screen and without sound."""
    return {
        **os.environ,
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        "PYTHONPATH": str(ROOT),
        **variables,
    }


def command_of(process: int) -> str:
    """Return the command line of a process, or "" if the process has ended."""
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""


def processes_with(variable: str, value: str) -> Iterator[int]:
    """Yield the processes that have a variable of the environment with this value."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # the process has ended or belongs to another user
            if f"{variable}={value}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)


def seconds_of(number: int) -> float:
    """Return the processor time of a process, or 0 if it has ended."""
    with suppress(OSError):
        figures = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def children() -> list[int]:
    """Return the numbers of the running child processes."""
    found = list[str]()
    for task in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # the thread has ended
            found += (task / "children").read_text().split()
    return [int(number) for number in found]


def compile_kernels(folder: Path) -> Path:
    """Compile the kernels that are missing in a folder, and return the folder.

    The first run of a version takes minutes. Raises Fault if the compiler fails.
    """
    if not KernelStore(folder).has(compilation.COMPLETE_MARK):
        folder.parent.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "puzzler.solver.preparation", str(folder)]
        # run() would close standard input, and the compiler ends when standard input is closed
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL}
        with subprocess.Popen(command, env=environment(), cwd=ROOT, **pipes) as process:
            check(process.wait() == 0, "the kernels could not be compiled")
    return folder


def shared_kernels() -> Path:
    """Return the folder of compiled kernels that the tests use, too."""
    folder = platformdirs.user_cache_path("puzzler-tests", appauthor=False) / "kernels"
    return compile_kernels(folder / compilation.kernel_folder().name)
