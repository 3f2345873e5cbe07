"""What the tests of clusters have workers do."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.search.method import Method
from puzzler.search.records import result_record
from puzzler.search.solve import solve

TIMES = ("seconds", "setup_seconds", "improvements")
"""Keys of a record that say how fast a machine is."""


def solved(task: tuple[Board, Method]) -> dict[str, Any]:
    """Everything about an answer that is the same on every machine."""
    board, method = task
    record = result_record(solve(board, None, method))
    return {key: value for key, value in record.items() if key not in TIMES}


def square(number: int) -> int:
    return number * number


def process_after(number: int, seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def deadly(number: int, folder: Path, deaths: int, poison: int) -> int:
    """Kill the worker with one of the numbers, so many times."""
    if number == poison:
        tries = len([*folder.iterdir()])
        if tries < deaths:
            (folder / f"death {tries}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return number * number


def refused(number: int) -> int:
    if number == 3:
        raise PuzzlerError("three is too many")
    return number


def endless(number: int, folder: Path) -> int:
    """Number 0 is done at once; the others go on until Ctrl-C."""
    if number == 0:
        return 0
    try:
        (folder / f"begun {number}").touch()
        while True:
            time.sleep(0.01)
    except KeyboardInterrupt:
        (folder / f"stopped {number}").touch()
        raise
