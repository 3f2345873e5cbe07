"""The client of the process that runs the user's code."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.board.board import Board
from puzzler.progress import Reporter, no_report
from puzzler.search.custom.runner import CodeRunner, Evaluate, Loaded, Searched, Values
from puzzler.search.custom.source import CodeError, CodeFile
from puzzler.search.kernels import jit
from puzzler.solver.child_process import creation_flags, start_python
from puzzler.solver.threads import Closable, start_thread
from puzzler.solver.user_code.wire import HOST, SHOWN, TOO_LONG, ClosedError, Receiver, send

MEMORY = 2 << 30
"""Bytes of address space that the code may have."""
LOADING_SECONDS = 30.0
CALL_SECONDS = 2.0
"""Time limit of one call of h."""
EXPANSION_SECONDS = 10.0
"""Time limit from one expansion of a search to the next."""
_LOOK_EVERY = 0.02
_PATIENCE = 1.0
"""Seconds after a time limit until a process that still runs is killed."""

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
        token = secrets.token_hex(16)
        server = socket.create_server((HOST, 0))
        self._process = start_python(
            "puzzler.solver.user_code.child",
            *(str(server.getsockname()[1]), token, str(MEMORY), str(source.file)),
            start_new_session=True,
            creationflags=creation_flags(lowers_priority=False),
        )
        self._server: socket.socket | None = server
        self._token = token
        self._connection: socket.socket | None = None

    @override
    def close(self) -> None:
        """Kill the process and all its children."""
        if self._process.poll() is None:
            if hasattr(os, "killpg"):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.wait()
        for each in (self._server, self._connection, self.compiled):
            if each is not None:
                each.close()

    def start_second(self) -> CodeProcess:
        """Start a process for compiling the function. The caller closes it."""
        return CodeProcess(self.source)

    def load(self, report: Reporter) -> Loaded:
        """Run the file."""
        self._connect(report)
        request = {"function": self.source.function, "limit": LOADING_SECONDS}
        answer, _ = _checked(self._ask(request, b"", report))
        return Loaded(answer["promises"])

    def evaluate(self, goal: Board, tiles: NDArray[np.uint8], report: Reporter) -> Values:
        """Return h of boards, given as rows of tiles: (n, cells) to (n,)."""
        request = {"shape": goal.size, "goal": goal.tiles, "limit": CALL_SECONDS}
        answer, content = _checked(self._ask(request, tiles.tobytes(), report, len(tiles)))
        self.seconds += answer["seconds"]
        return np.frombuffer(content, np.float64)

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
            answer, _ = _checked(self._ask(request | {"limit": LOADING_SECONDS}, content, report))
        except CodeError as error:
            return str(error)
        return str(answer["why_not"])

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
        answer, content = _checked(self._ask(request, tiles.tobytes(), report))
        cells = len(goal.tiles)
        count = len(content) // (cells + 8)
        boards = np.frombuffer(content, np.uint8, count * cells).reshape(count, cells)
        return answer["h"], boards, np.frombuffer(content, np.float64, count, count * cells)

    def search(self, request: dict[str, Any], h: Evaluate, report: Reporter) -> Searched:
        """Start or resume a search for ``budget`` expansions."""
        header = request | {"limit": EXPANSION_SECONDS}
        content = b""
        while True:
            answer, content = self._ask(header, content, report)
            if "is_question" not in answer:
                break
            header, content = {"limit": EXPANSION_SECONDS}, h(content)
        self.seconds += answer.get("seconds", 0)
        is_paused, tests = "is_paused" in answer, answer.get("goal_tests", 0)
        return Searched(is_paused, answer.get("moves"), tests, answer.get("error", ""), content)

    def _connect(self, report: Reporter) -> None:
        assert self._server is not None
        self._server.settimeout(_LOOK_EVERY)
        deadline = time.monotonic() + LOADING_SECONDS
        while self._connection is None:
            with contextlib.suppress(TimeoutError):
                connection, _ = self._server.accept()
                connection.settimeout(_PATIENCE)  # the child identifies itself immediately
                receiver = Receiver(connection)
                with contextlib.suppress(ClosedError):
                    header, _ = receiver.receive()
                    if secrets.compare_digest(str(header.get("token")), self._token):
                        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                        self._connection, self._receiver = connection, receiver
                        break
                connection.close()
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise CodeError(f"{self.source.file.name}: no process can be started for it")
            report(None)
        self._server.close()

    def _ask(
        self, header: dict[str, Any], content: bytes, report: Reporter, calls: int = 1
    ) -> Answer:
        assert self._connection is not None, "loaded first"
        self._connection.settimeout(None)
        with contextlib.suppress(ConnectionError):  # its last answer is still received
            send(self._connection, header, content)
        self._connection.settimeout(_LOOK_EVERY)
        deadline = time.monotonic() + header["limit"] * max(calls, 1) + _PATIENCE
        too_long = f"{self.title} takes longer than {header['limit']:g} s"
        while True:
            try:
                answer, values = self._receiver.receive()
                break
            except TimeoutError:
                if time.monotonic() > deadline:
                    raise CodeError(too_long) from None
            except ClosedError:
                ended = self._process.wait()
                why = f"{self.title} has ended its process"
                raise CodeError(too_long if ended == TOO_LONG else why) from None
            report(None)
        self.printed = (self.printed + answer.get("printed", ""))[-SHOWN:]
        return answer, values


def _checked(answer: Answer) -> Answer:
    """Raise CodeError if the answer is an error."""
    if "error" in answer[0]:
        raise CodeError(answer[0]["error"])
    return answer
