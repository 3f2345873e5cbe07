"""The interface between a search and the process that runs the user's code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from puzzler import services
from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.progress import Reporter
from puzzler.search.custom.source import CodeError, CodeFile

Values = NDArray[np.float64]
Evaluate = Callable[[bytes], bytes]
"""Evaluates boards, given as consecutive tiles. Returns numbers of 8 bytes."""


class Searched(NamedTuple):
    """The state of a search after a request."""

    is_paused: bool
    moves: tuple[Move, ...] | None
    """None if there is no solution."""
    is_by_tests: bool
    """Whether the recorded states are those that were compared with the goal."""
    error: str
    """The error that ended the search, or ""."""
    content: bytes
    """The numbers, then the tiles, of the expansions since the last request: see FIELDS."""
    variables: Sequence[tuple[str, str]] = ()
    """The names and values of the user's variables at the last expansion, if the budget was 1."""


class Runner(Protocol):
    """Calls a heuristic of the user, in this process or in another one."""

    title: str
    """The name of the function in messages."""
    seconds: float
    """Total time of its calls."""

    compiled: CodeRunner | None = None
    """A process in which the same function is compiled."""

    def load(self, report: Reporter) -> dict[str, bool]:
        """Load the function and return its promises in the file, such as ``admissible``.

        Raises CodeError.
        """
        return {}

    def evaluate(self, goal: Board, tiles: NDArray[np.uint8], report: Reporter) -> Values:
        """Return h of boards, given as rows of tiles: (n, cells) to (n,). Raises CodeError."""
        ...

    def start_second(self) -> CodeRunner | None:
        """Start a process for compiling the function. None if it is called in this process."""
        return None


class CodeRunner(Runner, Protocol):
    """Runs one function of a file in a child process."""

    printed: str
    """The end of the printed text."""
    keeps_variables: bool
    """Whether ``load`` does not run the file again."""

    def close(self) -> None:
        """End the process."""
        ...

    def compile(
        self, goal: Board, tiles: NDArray[np.uint8], values: Values, report: Reporter
    ) -> str:
        """Load and compile the function and compare it with ``values``: h of ``tiles``.

        Return why it cannot be used, or "".
        """
        ...

    def compile_in_background(
        self, goal: Board, tiles: NDArray[np.uint8], values: Values
    ) -> Callable[[], str | None]:
        """Start ``compile`` and return a function that returns its result, or None before that."""
        ...

    def explore(
        self, goal: Board, tiles: NDArray[np.uint8], report: Reporter
    ) -> tuple[float | None, NDArray[np.uint8], Values]:
        """Return h of a board, and compiled h of several boards of which that is the first.

        If the function fails, h is None and there are no boards.
        """
        ...

    def search(self, request: dict[str, Any], h: Evaluate, report: Reporter) -> Searched:
        """Start or resume a search for ``budget`` expansions."""
        ...


def board_rows(content: bytes, cells: int, title: str) -> NDArray[np.uint8]:
    """Return consecutive boards as rows of tiles. Raises CodeError for other bytes.

    title: the name of the function that has sent them.
    """
    tiles = np.frombuffer(content, np.uint8)
    if tiles.size % cells or (np.sort(tiles.reshape(-1, cells)) != np.arange(cells)).any():
        raise CodeError(f"{title} has sent an invalid message: not a board")
    return tiles.reshape(-1, cells)


_idle: ContextVar[dict[CodeFile, CodeRunner] | None] = ContextVar("idle processes", default=None)


@contextmanager
def reused_processes() -> Iterator[None]:
    """Keep the processes of searches that have ended for the next searches of the same file.

    Starting a process takes most of the time of a short search. The file is run again for each
    search.
    """
    idle: dict[CodeFile, CodeRunner] = {}
    token = _idle.set(idle)
    try:
        yield
    finally:
        _idle.reset(token)
        for runner in idle.values():
            runner.close()


def start_code(source: CodeFile) -> CodeRunner:
    """Start a process for a function, or return one that has ended its search.

    The caller closes or releases it.
    """
    idle = _idle.get()
    if idle and source in idle:
        return idle.pop(source)
    runner: CodeRunner = services.find("CodeProcess")(source)
    return runner


def keep_variables(source: CodeFile) -> bool:
    """Make the next search use the loaded file. Returns False if no process has it."""
    idle = _idle.get()
    if not idle or source not in idle:
        return False
    idle[source].keeps_variables = True
    return True


def release_code(source: CodeFile, runner: CodeRunner) -> None:
    """Keep the process of a search that has ended, or close it."""
    idle = _idle.get()
    if idle is None or source in idle:
        runner.close()
    else:
        idle[source] = runner
