"""The client of the process that runs the user's code."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.errors import shortened
from puzzler.board.move import Move
from puzzler.progress import Reporter, no_report
from puzzler.search.custom.runner import (
    CodeRunner,
    Evaluate,
    Searched,
    Values,
    board_rows,
)
from puzzler.search.custom.source import CodeError, CodeFile
from puzzler.search.kernels import jit
from puzzler.solver.child_process import creation_flags, start_python
from puzzler.solver.threads import Closable, start_thread
from puzzler.solver.user_code.wire import (
    PROGRESS,
    SHARED,
    SHOWN,
    TOO_LONG,
    ClosedError,
    InvalidMessageError,
    Receiver,
    send,
)

MEMORY = 2 << 30
"""Bytes of address space that the code may have."""
LOADING_SECONDS = 30.0
CALL_SECONDS = 2.0
"""Limit on the processor time of one call of h."""
EXPANSION_SECONDS = 10.0
"""Limit on the processor time from one expansion of a search to the next."""
_MAX_SLOWDOWN = 5 if hasattr(signal, "setitimer") else 1
"""How many seconds a process may need for a second of processor time, because the machine is busy.
Without timers of processor time, 1."""
_LOOK_EVERY = 0.02
_MAX_ERROR = 1000
"""Limit on the characters of an error message."""
_PATIENCE = 1.0
"""Seconds after a time limit or the end of the connection until a process is killed."""

Answer = tuple[dict[str, Any], bytes]


class CodeProcess(Closable):
    """Runs one function of the user in a child process.

    A ``with`` statement kills the process at its end. The requests call ``report(None)`` while they
    wait, so that the caller can cancel. They raise CodeError if the code fails, takes too long or
    ends its process.
    """

    def __init__(self, source: CodeFile) -> None:
        self.source = source
        self.title = source.title
        self.printed = ""
        """The end of the printed text. Callers may clear it."""
        self.seconds = 0.0
        """Total time of the calls of h."""
        self.compiled: CodeRunner | None = None
        """A process in which the same function is compiled. It is closed with this one."""
        self._is_started = self.keeps_variables = False
        self._connection, theirs = socket.socketpair()
        self._receiver = Receiver(self._connection)
        with theirs:
            self._process = _start(theirs, str(MEMORY), str(source.file))

    def close(self) -> None:
        """Kill the process and all its children."""
        if self._process.returncode is None:
            self._kill_group()
            self._process.kill()
        self._process.wait()
        self._connection.close()
        if self.compiled is not None:
            self.compiled.close()

    def _kill_group(self) -> None:
        """Kill the children, also of a process that has just ended."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(OSError):  # there is none
                os.killpg(self._process.pid, signal.SIGKILL)

    def start_second(self) -> CodeProcess:
        """Start a process for compiling the function. The caller closes it."""
        return CodeProcess(self.source)

    def load(self, report: Reporter) -> dict[str, bool]:
        """Run the file, also if it was run before, and return its promises."""
        if not self._is_started:
            try:
                self._receive(report, LOADING_SECONDS)
            except (ClosedError, TimeoutError):
                name = self.source.file.name
                raise CodeError(f"{name}: no process can be started for it") from None
        self.printed = ""
        if self._is_started and self.keeps_variables:
            return {}
        self._is_started = True
        request = {"function": self.source.function, "limit": LOADING_SECONDS}
        with self._valid():
            answer, _ = _checked(self._ask(request, b"", report))
            return {str(name): bool(value) for name, value in answer["promises"].items()}

    def evaluate(self, goal: Board, tiles: NDArray[np.uint8], report: Reporter) -> Values:
        """Return h of boards, given as rows of tiles: (n, cells) to (n,)."""
        request = {"shape": goal.size, "goal": goal.tiles, "limit": CALL_SECONDS}
        with self._valid():
            answer, content = _checked(self._ask(request, tiles.tobytes(), report, len(tiles)))
            self.seconds += float(answer["seconds"])
            return np.frombuffer(content, np.float64).reshape(len(tiles))

    def compile(
        self, goal: Board, tiles: NDArray[np.uint8], values: Values, report: Reporter
    ) -> str:
        """Load and compile the function and compare it with ``values``: h of ``tiles``.

        Return why it cannot be used, or "".
        """
        request = {"is_compiling": True, "shape": goal.size, "goal": goal.tiles}
        request["kernels"] = jit.folder()
        content = tiles.tobytes() + values.tobytes()
        try:
            self.load(report)
            with self._valid():
                request["limit"] = LOADING_SECONDS
                answer, _ = _checked(self._ask(request, content, report))
                return str(answer["why_not"])
        except CodeError as error:
            return str(error)

    def compile_in_background(
        self, goal: Board, tiles: NDArray[np.uint8], values: Values
    ) -> Callable[[], str | None]:
        """Start ``compile`` and return a function that returns its result, or None before that."""
        results: list[str] = []

        def compile_now() -> None:
            try:
                results.append(self.compile(goal, tiles, values, no_report))
            except (OSError, ValueError) as error:  # closed in the meantime
                results.append(str(error))

        start_thread(compile_now, "compiling user code")
        return lambda: results[0] if results else None

    def explore(
        self, goal: Board, tiles: NDArray[np.uint8], report: Reporter
    ) -> tuple[float | None, NDArray[np.uint8], Values]:
        """Return h of a board, and compiled h of several boards of which that is the first.

        If the function fails, h is None and there are no boards.
        """
        request = {"is_exploring": True, "shape": goal.size, "goal": goal.tiles}
        request["limit"] = CALL_SECONDS
        with self._valid():
            answer, content = _checked(self._ask(request, tiles.tobytes(), report))
            cells = len(goal.tiles)
            count = len(content) // (cells + 8)
            boards = board_rows(content[: count * cells], cells, self.title)
            h = None if answer["h"] is None else float(answer["h"])
            if not (count or h is None):
                raise ValueError("no board is compiled")
            return h, boards, np.frombuffer(content, np.float64, count, count * cells)

    def search(self, request: dict[str, Any], h: Evaluate, report: Reporter) -> Searched:
        """Start or resume a search for ``budget`` expansions."""
        limit = {"limit": EXPANSION_SECONDS, "budget": request["budget"]}
        answer, content = self._ask(request | limit, b"", report)
        while "is_question" in answer:
            answer, content = self._ask(limit, h(content), report)
        with self._valid():
            self.seconds += float(answer.get("seconds", 0))
            moves = answer.get("moves")
            return Searched(
                is_paused="is_paused" in answer,
                moves=None if moves is None else tuple(map(Move, moves)),
                is_by_tests=bool(answer.get("is_by_tests")),
                error=answer.get("error", ""),
                content=content,
                variables=[(str(name), str(text)) for name, text in answer.get("variables", ())],
            )

    def _ask(
        self, header: dict[str, Any], content: bytes, report: Reporter, calls: int = 1
    ) -> Answer:
        limit = header["limit"]
        too_long = f"{self.title} did not respond within {limit:g} s (infinite loop?)"
        self._connection.settimeout(limit)
        # an answer has 8 bytes for a board, and at most 132 for an expansion
        self._receiver.limit = 2 * len(content) + 200 * header.get("budget", 0) + (1 << 20)
        try:
            with contextlib.suppress(ConnectionError):  # its last answer is still received
                send(self._connection, header, content)
            answer, values = self._receive(report, limit, calls)
        except TimeoutError:
            raise CodeError(too_long) from None
        except ClosedError:
            why = f"{self.title} has ended its process"
            try:
                if self._process.wait(_PATIENCE) == TOO_LONG:
                    why = too_long
                self._kill_group()
            except subprocess.TimeoutExpired:
                why = f"{self.title} has closed its connection"
            raise CodeError(why) from None
        self.printed = (self.printed + str(answer.get("printed", "")))[-SHOWN:]
        if "error" in answer:  # the code can send a text of several lines
            text = shortened(" ".join(str(answer["error"]).split()), _MAX_ERROR)
            answer["error"] = text or f"{self.title} has sent an error without a text"
        return answer, values

    def _receive(self, report: Reporter, seconds: float, calls: int = 1) -> Answer:
        """Return the next answer. Raises ClosedError, TimeoutError or CodeError.

        seconds: the processor time for each call and between two progress messages.
        """
        self._connection.settimeout(_LOOK_EVERY)
        seconds *= _MAX_SLOWDOWN
        end = time.monotonic() + seconds * max(calls, 1) + _PATIENCE
        deadline = time.monotonic() + seconds + _PATIENCE
        while True:
            try:
                answer = self._receiver.receive()
                if PROGRESS not in answer[0]:
                    return answer
                deadline = min(end, time.monotonic() + seconds + _PATIENCE)
            except TimeoutError:
                if time.monotonic() > deadline:
                    raise
            except (InvalidMessageError, RecursionError) as error:
                why = "too many nested values" if isinstance(error, RecursionError) else error
                raise CodeError(f"{self.title} has sent an invalid message: {why}") from None
            report(None)

    @contextlib.contextmanager
    def _valid(self) -> Iterator[None]:
        """Raise CodeError if an answer lacks a value or has one of a wrong type or size."""
        try:
            yield
        except CodeError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            what = f"{self.title} has sent an invalid message"
            raise CodeError(f"{what}: a value is missing or invalid") from None


def _start(connection: socket.socket, *arguments: str) -> subprocess.Popen[bytes]:
    """Start the child with its end of the connection."""
    options = {"start_new_session": True, "creationflags": creation_flags(lowers_priority=False)}
    module = "puzzler.solver.user_code.child"
    if sys.platform == "win32":
        process = start_python(module, SHARED, *arguments, stdin=subprocess.PIPE, **options)
        assert process.stdin is not None
        with process.stdin as stream:
            stream.write(connection.share(process.pid))
    else:
        number = connection.fileno()
        process = start_python(module, str(number), *arguments, pass_fds=(number,), **options)
    return process


def _checked(answer: Answer) -> Answer:
    """Raise CodeError if the answer is an error."""
    if "error" in answer[0]:
        raise CodeError(answer[0]["error"])
    return answer
