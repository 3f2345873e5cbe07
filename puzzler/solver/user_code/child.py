"""The child process that loads a file of the user and evaluates boards or runs searches.

``python -m puzzler.solver.user_code.child SOCKET MEMORY FILE``. SOCKET is the number of an
inherited socket or, on Windows, SHARED: the socket is then described on the standard input. The
process is not a sandbox: its checks only prevent harm by mistake.
"""

from __future__ import annotations

import array
import contextlib
import importlib.util
import io
import os
import signal
import socket
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from puzzler.board.board import Board, unchecked
from puzzler.board.numbers import whole_number
from puzzler.search.custom.calling import ResultError, caller, takes_goal
from puzzler.search.custom.goal_tests import Report, compile_search, names
from puzzler.search.custom.problem import RecordedProblem, moves_of
from puzzler.search.custom.source import CodeFile, is_search
from puzzler.solver.user_code.wire import (
    PROGRESS,
    PROGRESS_SECONDS,
    SHARED,
    SHOWN,
    TOO_LONG,
    ClosedError,
    Receiver,
    send,
)

if TYPE_CHECKING:
    from puzzler.solver.user_code.compiling import LookAhead

MAX_PRINTED = 1_000_000
"""Limit on the characters that the code may print per request."""
PROMISES = ("ADMISSIBLE", "CONSISTENT")
_STARTS = frozenset(
    (
        *("os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.exec", "os.system"),
        *("os.startfile", "subprocess.Popen"),
    )
)
"""Audit events of calls that start another process."""


_AGAIN = 0.25
"""Processor time between two alarms, in seconds."""
_MAX_ALARMS = 3
"""Alarms after the time is up that the code may ignore before its process is ended."""


class _StoppedError(BaseException):
    """Raised in the user's code when its time is up or at a forbidden action."""


class _Printed(io.StringIO):
    """Collects the printed text, up to a limit."""

    def __init__(self) -> None:
        super().__init__()
        self._read_end = 0

    def write(self, text: str) -> int:
        if self.tell() + len(text) > MAX_PRINTED:
            raise _StoppedError(f"prints more than {MAX_PRINTED:,} characters")
        return super().write(text)

    def take(self) -> str:
        """Return the end of the text printed since the last call."""
        end = self.tell()
        self.seek(max(self._read_end, end - SHOWN))
        self._read_end = end
        return self.read()


class _Code:
    """The loaded file of the user."""

    def __init__(self, file: Path, function: str, report: Report) -> None:
        """Run the file. Raises its exceptions. report: receives comparisons of a search."""
        sys.dont_write_bytecode = True  # no files next to the user's file
        folder = str(file.parent)
        if folder not in sys.path[:1]:
            sys.path[:0] = [folder, ""]  # "" is the current folder, which -P excludes
        for name, other in [*sys.modules.items()]:  # files next to it may have global variables
            place = getattr(other, "__dict__", {}).get("__file__")  # not every value is a module
            if isinstance(place, str) and str(Path(place).parent) == folder:
                del sys.modules[name]
        sys.argv = [str(file)]
        spec = importlib.util.spec_from_file_location(file.stem, file)
        assert spec is not None, "the name ends with .py"
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[file.stem] = module
        if is_search(CodeFile(file, function)):
            vars(module).update(names(report))
            exec(compile_search(file.read_bytes(), str(file)), vars(module))
        else:
            spec.loader.exec_module(module)
        if not hasattr(module, function):
            raise _StoppedError(f"has no function {function}")
        self.function = getattr(module, function)
        self.name, self.module = function, module
        self.value = caller(self.function)
        """h of a board and a goal."""
        promised = ((name.lower(), vars(module).get(name)) for name in PROMISES)
        self.promises = {name: bool(value) for name, value in promised if value is not None}


def _where(file: Path, error: BaseException) -> str:
    """The file and, if known, the line that raised ``error``."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return f"{file.name}, line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(file)]
    return f"{file.name}, line {lines[-1]}" if lines else file.name


def _words(error: BaseException) -> str:
    """Describe ``error`` briefly on one line."""
    match error:
        case _StoppedError() | ResultError():
            return str(error)
        case SystemExit():
            return "calls sys.exit"
        case MemoryError():
            return "exceeded the memory limit of 2.1 GB"
        case RecursionError():
            return f"nests its calls deeper than {sys.getrecursionlimit():,} (without an end?)"
        case SyntaxError():
            return f"SyntaxError: {error.msg}"
    try:
        text = f"{type(error).__name__}: {error}"
    except Exception:  # in the code's own __str__
        text = f"{type(error).__name__} (its text cannot be computed)"
    text = " ".join(text.split()).removesuffix(":")
    return text if len(text) < 300 else text[:299] + "…"


class _Server:
    """Answers requests in order."""

    def __init__(self, file: Path, connection: socket.socket) -> None:
        self._file = file
        self._connection = connection
        self._receiver = Receiver(connection)
        self._code: _Code | None = None
        self._look_ahead: LookAhead | None = None
        self._problem: RecordedProblem | None = None
        self._is_timed = hasattr(signal, "setitimer")
        self._limit = 0.0
        self._call_start = 0.0
        """Processor time at the start of the call that has a time limit."""
        self._alarms = 0
        self._board: Board | None = None
        """The board that is being evaluated."""
        if self._is_timed:
            signal.signal(signal.SIGPROF, self._end)
        self._parent = os.getppid()

    def serve(self) -> None:
        """Answer one request. Raises ClosedError after the last one."""
        header, content = self._receiver.receive()
        self._limit = header["limit"]
        printed = _Printed()
        answer: dict[str, Any] = {}
        values, found = array.array("d"), b""
        start_time = time.perf_counter()
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                if "function" in header:
                    with self._limited():
                        self._code = code = _Code(self._file, header["function"], self._compare)
                    answer = {"promises": code.promises}
                elif "budget" in header:
                    answer = self._search(header, printed)
                elif "is_compiling" in header:
                    answer = {"why_not": self._compile(header, content)}
                elif "is_exploring" in header:
                    answer["h"], found = self._explore(header, content)
                else:
                    self._evaluate(header, content, values)
        except BaseException as error:  # any exception of the code, including SystemExit
            self._disarm()
            at = "" if self._board is None else f", for {self._board}"
            if self._problem is not None and self._problem.last is not None:
                at = f", after expanding {self._problem.last}"
            answer = {"error": f"{_where(self._file, error)}: {_words(error)}{at}"}
        self._board = None
        answer["seconds"] = time.perf_counter() - start_time
        answer["printed"] = printed.take()
        if self._problem is not None:
            answer["variables"] = self._problem.variables
            found = self._problem.take()
            self._problem = None
        send(self._connection, answer, found or values.tobytes())

    def _compare(self, place: int, left: Any, right: Any) -> None:
        if self._problem is not None:
            self._problem.compare(place, left, right)

    def _search(self, header: dict[str, Any], printed: _Printed) -> dict[str, Any]:
        """Run a search with pauses; return how it ended."""
        assert self._code is not None, "it is loaded first"
        ahead = header["budget"]
        rows, columns = header["shape"]

        def pause() -> None:
            nonlocal ahead
            if not ahead:
                self._disarm()
                answer = {
                    "is_paused": True,
                    "printed": printed.take(),
                    "is_by_tests": problem.is_by_tests,
                    "variables": problem.variables,
                }
                send(self._connection, answer, problem.take())
                ahead = self._receiver.receive()[0]["budget"]
                problem.shows_variables, problem.variables = ahead == 1, []
            ahead -= 1
            self._arm()

        def evaluate(states: Sequence[Board]) -> array.array[int]:
            self._disarm()
            send(self._connection, {"is_question": True}, b"".join(bytes(s.tiles) for s in states))
            values = array.array("q", self._receiver.receive()[1])
            self._arm()
            return values

        start, goal = (Board(rows, columns, tuple(header[end])) for end in ("start", "goal"))
        problem = RecordedProblem(start, goal, header["order"], evaluate, str(self._file), pause)
        problem.shows_variables = ahead == 1
        self._problem = problem
        function = self._code.function
        arguments = (problem, problem.heuristic) if header["takes_heuristic"] else (problem,)
        with self._limited():
            returned = function(*arguments)
            problem.last = None  # not the cause of an error in the result
            moves = moves_of(returned, start)
            if moves is None and problem.has_met_goal:
                raise ResultError(
                    "returned no solution after a goal test was true; is `return` missing?"
                )
        return {"moves": moves, "is_by_tests": problem.is_by_tests}

    def _evaluate(self, header: dict[str, Any], content: bytes, values: array.array[float]) -> None:
        """Append h of each board."""
        assert self._code is not None, "it is loaded first"
        value_of, (rows, columns), clock = self._code.value, header["shape"], time.perf_counter
        goal, cells = Board(rows, columns, tuple(header["goal"])), rows * columns
        used = time.process_time
        # one timer for all boards, because setting it takes as long as a simple h
        with self._limited():
            sent = clock()
            for first in range(0, len(content), cells):
                tiles = tuple(content[first : first + cells])
                self._board = board = unchecked(rows, columns, tiles, tiles.index(0))
                if clock() > sent + PROGRESS_SECONDS:
                    send(self._connection, {PROGRESS: True})
                    sent = clock()
                self._call_start = used()
                values.append(value_of(board, goal))

    def _compile(self, header: dict[str, Any], content: bytes) -> str:
        """Compile h and compare it with known values; return why it cannot be used, or ""."""
        import numpy as np

        from puzzler.search.kernels import jit
        from puzzler.search.kernels.kernel_store import KernelStore
        from puzzler.solver.user_code.compiling import LookAhead, failure_reason

        code, (rows, columns), folder = self._code, header["shape"], header["kernels"]
        assert code is not None, "it is loaded first"
        if not vars(code.module).get("COMPILED", True):
            return "the file sets COMPILED = False"
        goal, cells = Board(rows, columns, tuple(header["goal"])), rows * columns
        count = len(content) // (cells + 8)
        tiles = np.frombuffer(content, np.uint8, count * cells).reshape(count, cells)
        expected = np.frombuffer(content, np.float64, count, count * cells)
        try:
            jit.compile_all(KernelStore(Path(folder)) if folder else None)
            self._look_ahead = LookAhead(
                code.module, self._file, code.name, goal, takes_goal=takes_goal(code.function)
            )
            return self._look_ahead.difference(tiles, expected)
        except ImportError as error:
            return str(error)
        except Exception as error:  # any error of numba
            return failure_reason(error, self._file)

    def _explore(self, header: dict[str, Any], content: bytes) -> tuple[float | None, bytes]:
        """Return h of a board, None if it fails, and several boards with their compiled h."""
        assert self._look_ahead is not None, "it is compiled first"
        import numpy as np

        tiles, values = self._look_ahead.values_from(np.frombuffer(content, np.uint8))
        h = array.array("d")
        try:
            self._evaluate(header, content, h)
        except Exception:
            return None, b""
        return h[0], tiles.tobytes() + values.tobytes()

    @contextlib.contextmanager
    def _limited(self) -> Iterator[None]:
        """Context manager: raise _StoppedError when the time is up, if the system has alarms."""
        self._arm()
        try:
            yield
        finally:
            self._disarm()

    def _arm(self) -> None:
        if self._is_timed:
            self._call_start = time.process_time()
            self._alarms = 0  # several, because the code may catch the exception
            signal.setitimer(signal.ITIMER_PROF, min(self._limit, _AGAIN), _AGAIN)

    def _disarm(self) -> None:
        if self._is_timed:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        if os.getppid() != self._parent or self._alarms >= _MAX_ALARMS:
            os._exit(TOO_LONG)
        left = self._call_start + self._limit - time.process_time()
        if left > 0:
            self._alarms = 0
            signal.setitimer(signal.ITIMER_PROF, min(left, _AGAIN), _AGAIN)
            return
        self._alarms += 1
        raise _StoppedError(f"did not respond within {self._limit:g} s (infinite loop?)")


def _refuse(event: str, _arguments: tuple[Any, ...]) -> None:
    if event in _STARTS:
        raise _StoppedError("starts another process, which it may not")


def _limit_memory(bytes_allowed: int) -> None:
    if importlib.util.find_spec("resource") is None:  # Windows
        return
    import resource

    for kind, limit in ((resource.RLIMIT_AS, bytes_allowed), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(kind)
        if hard == resource.RLIM_INFINITY or limit < hard:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(kind, (limit, hard))


def main() -> None:
    """Serve the parent process until it closes the connection."""
    name, memory, file = sys.argv[1:]
    if sys.platform == "win32":
        assert name == SHARED
        connection = socket.fromshare(sys.stdin.buffer.read())
    else:
        connection = socket.socket(fileno=whole_number(name))
    send(connection, {"is_ready": True})
    _limit_memory(whole_number(memory))
    sys.addaudithook(_refuse)
    server = _Server(Path(file), connection)
    with contextlib.suppress(ClosedError, ConnectionError, KeyboardInterrupt):
        while True:
            server.serve()
    os._exit(0)  # without waiting for threads of the code


if __name__ == "__main__":
    main()
