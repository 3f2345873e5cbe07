"""Programs of students that misuse the connection to their process do not end the grading."""

from __future__ import annotations

import os
import signal
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from puzzler.board import Board
from puzzler.board.scenario import Problem
from puzzler.progress import no_report
from puzzler.search.custom.source import CodeError, find
from puzzler.search.method import Method
from puzzler.search.starting import start
from puzzler.solver.child_process import start_python
from puzzler.solver.user_code import child, process
from puzzler.solver.user_code.process import CodeProcess
from puzzler.solver.user_code.wire import PROGRESS, SHOWN, TOO_LONG
from tests.solver.scripted import is_running, wait_until

MISUSE = """
import gc, json, socket, time

def sockets():
    return [each for each in gc.get_objects() if isinstance(each, socket.socket)]

def send(message):
    for each in sockets():
        each.sendall(message)

def frame(header):
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "big") + text

def h(board):
    CODE
    return 0
"""


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("send((5).to_bytes(8, 'big') + b'hello')", "invalid message: a header that is not JSON"),
        ("send((9999).to_bytes(8, 'big') + b'[' * 9999)", "message: too many nested values"),
        ("send(frame({'size': 1 << 21}))", "invalid message: a content of 2,097,152 bytes"),
        ("send(frame({'size': 0}))", "invalid message: a value is missing or invalid"),
        ("send(frame({'size': 0, 'seconds': 'long'}))", "a value is missing or invalid"),
        ("send(frame({'size': 0, 'seconds': 0.1}))", "a value is missing or invalid"),
        ("send(frame({'size': 0, 'seconds': 10**400}))", "a value is missing or invalid"),
        ("[each.close() for each in sockets()]\n    time.sleep(60)", "has closed its connection"),
        ("[each.shutdown(1) for each in sockets()]\n    time.sleep(60)", "has closed its"),
        ("send(frame({'size': 0, 'error': 'two\\n lines'}))", "two lines"),
        ("send(frame({'size': 0, 'error': ''}))", "mine.py:h has sent an error without a text"),
        ("send(frame({'size': 0, 'error': 'x' * 5000}))", "x" * 999 + "…"),
        ("raise type('E', (Exception,), {'__str__': lambda self: 1 / 0})", "E (its text cannot"),
    ],
)
def test_a_misused_connection_ends_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, reason: str
) -> None:
    monkeypatch.setattr(process, "_PATIENCE", 0.2)
    file = tmp_path / "mine.py"
    file.write_text(MISUSE.replace("CODE", code))
    goal = Board.solved(2, 2)
    with CodeProcess(find(f"{file}:h")) as runner:
        runner.load(no_report)
        with pytest.raises(CodeError) as caught:
            runner.evaluate(goal, _tiles(goal), no_report)
    assert reason in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("header", "content"),
    [
        ({"is_question": True}, bytes([0, 1, 2, 200])),
        ({"is_paused": True}, bytes(19)),
        ({"is_paused": True}, b"\x80" * 20),
        ({"is_paused": True}, array("i", [-1, 0, 7, 0]).tobytes() + bytes([0, 1, 2, 3])),
        ({"is_paused": True}, array("i", [-1, -1, 0, 0]).tobytes() + bytes([0, 1, 2, 3])),
        ({"moves": [0, 77]}, b""),
        ({"moves": {"1": 2}}, b""),
        ({"variables": [[1]]}, b""),
    ],
)
def test_an_invalid_answer_of_a_search_is_an_error_of_that_file(
    tmp_path: Path, header: dict[str, object], content: bytes
) -> None:
    file = tmp_path / "mine.py"
    code = f"send(frame({header | {'size': len(content)}}) + {content})"
    file.write_text(MISUSE.replace("CODE", code).replace("h(board)", "search(problem, h)"))
    running = start(
        Problem(Board(2, 2, (1, 2, 0, 3)), Board.solved(2, 2)), Method(f"{file}:search")
    )
    with pytest.raises(CodeError, match=r"mine\.py:search has sent an invalid message"):
        running.advance(5)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="the system cannot stop a process")
def test_a_stopped_process_delays_a_large_request_by_one_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "CALL_SECONDS", 0.1)
    monkeypatch.setattr(process, "_PATIENCE", 0.1)
    file = tmp_path / "mine.py"
    file.write_text("import os, signal\ndef h(board): os.kill(os.getpid(), signal.SIGSTOP)\n")
    goal = Board.solved(2, 2)
    with CodeProcess(find(f"{file}:h")) as code:
        code.load(no_report)
        with pytest.raises(CodeError, match=r"did not respond within 0\.1 s"):
            code.evaluate(goal, np.tile(_tiles(goal), (20_000, 1)), no_report)


def test_a_slow_heuristic_has_the_limit_for_each_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "CALL_SECONDS", 1.0)
    monkeypatch.setattr(process, "_PATIENCE", 0.2)
    file = tmp_path / "mine.py"
    file.write_text("import time\ndef h(board): time.sleep(0.15); return 1\n")
    goal = Board.solved(2, 2)
    with CodeProcess(find(f"{file}:h")) as code:
        code.load(no_report)
        assert code.evaluate(goal, np.tile(_tiles(goal)[:1], (9, 1)), no_report).tolist() == [1] * 9


def test_the_process_listens_on_no_port_and_its_arguments_have_no_secret(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def h(board): return 0")
    with CodeProcess(find(f"{file}:h")) as process:
        process.load(no_report)
        module, connection, *rest = process._process.args[3:]
        assert module == "puzzler.solver.user_code.child"
        assert connection.isdecimal() or connection == "shared"
        assert len(rest) == 2
        goal = Board.solved(2, 2)
        assert process.evaluate(goal, _tiles(goal), no_report).tolist() == [0]


def _tiles(board: Board):
    return np.array([board.tiles], np.uint8)


def ignore(_: object) -> None:
    """Replace a method of a connection."""


@pytest.mark.parametrize("messages", [[{"promises": []}], [{}], [{"promises": {}}, {"h": 1.0}]])
def test_an_invalid_answer_while_the_file_is_loaded_is_an_error(
    tmp_path: Path, messages: list[dict[str, object]]
) -> None:
    file = tmp_path / "mine.py"
    sent = "".join(f"send(frame({each | {'size': 0}}))\n" for each in messages)
    file.write_text(MISUSE.replace("CODE", "pass") + sent)
    goal = Board.solved(2, 2)
    with (
        CodeProcess(find(f"{file}:h")) as code,
        pytest.raises(CodeError, match="a value is missing or invalid"),
    ):
        _ = code.load(no_report), code.explore(goal, _tiles(goal), no_report)


SURROUNDINGS = """
import sys
import neighbour
import elsewhere

assert sys.argv == [__file__]
assert sys.modules["mine"].__file__ == __file__

def h(board):
    print("out")
    print("error", file=sys.stderr)
    if sys.platform == "win32":
        return 0
    import resource
    core, space = (resource.getrlimit(each)[0] for each in
                   (resource.RLIMIT_CORE, resource.RLIMIT_AS))
    assert core == 0
    return space
"""


def test_a_file_runs_like_a_script_with_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, here = tmp_path / "code" / "mine.py", tmp_path / "here"
    for module in (file, here / "elsewhere.py", file.with_name("neighbour.py")):
        module.parent.mkdir(exist_ok=True)
        module.write_text(SURROUNDINGS if module == file else "")
    monkeypatch.chdir(here)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    goal = Board.solved(2, 2)
    with CodeProcess(find(f"{file}:h")) as code:
        code.load(no_report)
        assert code.printed == ""
        values = code.evaluate(goal, _tiles(goal), no_report).tolist()
        assert values == [2 << 30] or os.name == "nt"
        seconds = code.seconds
        assert code.printed == "out\nerror\n"
        code.evaluate(goal, _tiles(goal), no_report)
        assert code.printed == "out\nerror\n" * 2
        assert code.seconds > seconds > 0
        code.load(no_report)
        assert code.printed == ""


def test_only_the_end_of_the_printed_text_is_kept() -> None:
    printed = child._Printed()
    printed.write("x" * SHOWN + "end")
    assert printed.take() == "x" * (SHOWN - 3) + "end"
    assert printed.take() == ""
    printed.write("more")
    assert printed.take() == "more"
    code: Any = object.__new__(CodeProcess)
    code.printed, code.title = "x" * SHOWN, "h"
    code._connection = SimpleNamespace(settimeout=ignore, sendall=ignore)
    code._receiver = SimpleNamespace()
    code._receive = lambda *_: ({"printed": "end"}, b"")
    code._ask({"limit": 1}, b"", no_report)
    assert code.printed == "x" * (SHOWN - 3) + "end"


def test_an_error_names_its_own_request(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def h(board):\n    return g()\ndef g():\n    return 1 / 0\n")
    goal = Board.solved(2, 2)
    with CodeProcess(find(f"{file}:h")) as code:
        code.load(no_report)
        with pytest.raises(CodeError, match=f"line 4: ZeroDivisionError.*, for {goal}$"):
            code.evaluate(goal, _tiles(goal), no_report)
        file.write_text("def h(board): return 0\n1 / 0\n")
        with pytest.raises(CodeError, match=r"line 2: ZeroDivisionError: division by zero$"):
            code.load(no_report)


def test_an_error_in_the_result_is_not_one_of_the_last_expansion(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def search(problem):\n    problem.successors(problem.start)\n    return 7\n")
    running = start(
        Problem(Board(2, 2, (1, 2, 0, 3)), Board.solved(2, 2)), Method(f"{file}:search")
    )
    with pytest.raises(CodeError, match=r"not a list of actions such as \['U', 'L'\]$"):
        running.advance(5)


@pytest.mark.parametrize(
    "event",
    [
        *("os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.exec", "os.system"),
        *("os.startfile", "subprocess.Popen"),
    ],
)
def test_no_kind_of_another_process_is_started(event: str) -> None:
    with pytest.raises(child._StoppedError, match="starts another process"):
        child._refuse(event, ())
    child._refuse("open", ())


FORKING = """
import ctypes, os, time

def h(board):
    number = ctypes.CDLL(None).fork()  # no audit event
    if not number:
        time.sleep(60)
        os._exit(0)
    return number
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no groups of processes")
def test_all_processes_of_the_code_end_with_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FORKING)
    goal = Board.solved(2, 2)
    with CodeProcess(find(f"{file}:h")) as code:
        code.load(no_report)
        number = int(code.evaluate(goal, _tiles(goal), no_report)[0])
        assert is_running(number)
        assert os.getpgid(number) != os.getpgid(0), "a Ctrl-C in the terminal must not end it"
    wait_until(lambda: not is_running(number), 20)
    assert code._process.returncode is not None
    assert code._connection.fileno() == -1


def test_the_process_ends_without_its_parent_and_with_running_threads(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import threading\nthreading.Thread(target=threading.Event().wait).start()\n"
        "def h(board): return 0\n"
    )
    with CodeProcess(find(f"{file}:h")) as code:
        code.load(no_report)
        code._connection.close()  # as at the end of the parent
        assert code._process.wait(60) == 0


def test_a_process_that_was_killed_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, goal = tmp_path / "mine.py", Board.solved(2, 2)
    file.write_text("def h(board): return 0\n")
    with CodeProcess(find(f"{file}:h")) as code:
        code.load(no_report)
        code._process.kill()
        code._process.wait()
        with pytest.raises(CodeError, match=r"mine\.py:h has ended its process"):
            code.evaluate(goal, _tiles(goal), no_report)
    monkeypatch.setattr(process, "start_python", start_nothing)
    with (
        CodeProcess(find(f"{file}:h")) as code,
        pytest.raises(CodeError, match=r"mine\.py: no process can be started for it"),
    ):
        code.load(no_report)


def start_nothing(_module: str, *_: object, pass_fds: Sequence[int] = (), **others: Any) -> Any:
    """Start a process that ends immediately."""
    return start_python("puzzler.version", **others)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="the system cannot stop a process")
def test_a_stopped_process_that_reads_nothing_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "CALL_SECONDS", 0.1)
    file, goal = tmp_path / "mine.py", Board.solved(2, 2)
    file.write_text("def h(board): return 0\n")
    with CodeProcess(find(f"{file}:h")) as code:
        code.load(no_report)
        code._process.send_signal(signal.SIGSTOP)
        with pytest.raises(CodeError, match=r"did not respond within 0\.1 s"):
            code.evaluate(goal, np.tile(_tiles(goal), (2_000_000, 1)), no_report)


class Clock:
    """A time that passes when messages are waited for."""

    now = 1000.0

    def receiving(self, messages: Sequence[tuple[float, object]]) -> Callable[[], object]:
        """Return a ``receive`` that returns each message after some seconds, else times out."""
        pending = [*messages]

        def receive() -> object:
            self.now += 0.1
            if pending and self.now >= 1000 + pending[0][0]:
                return pending.pop(0)[1]
            raise TimeoutError

        return receive


@pytest.mark.parametrize(
    ("progress", "answer", "calls", "is_late"),
    [
        ([], 10.9, 1, False),
        ([], 11.3, 1, True),
        ([], 15, 3, True),
        ([5], 15.5, 3, False),
        ([5, 10, 15], 20.9, 2, False),
        ([5, 10, 15], 21.3, 2, True),
    ],
)
def test_an_answer_is_late_after_the_limit_of_a_call_and_of_all_calls(
    monkeypatch: pytest.MonkeyPatch,
    progress: Sequence[float],
    answer: float,
    calls: int,
    is_late: bool,
) -> None:
    """The limit of a call is 2 s of processor time, which may take 10 s, and 1 s to answer."""
    clock, code = Clock(), object.__new__(CodeProcess)
    monkeypatch.setattr(process, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(process, "_MAX_SLOWDOWN", 5)
    messages = [(at, ({PROGRESS: True}, b"")) for at in progress] + [(answer, ({}, b"done"))]
    code._connection = SimpleNamespace(settimeout=ignore)  # type: ignore[assignment]
    code._receiver = SimpleNamespace(receive=clock.receiving(messages))  # type: ignore[assignment]
    if is_late:
        with pytest.raises(TimeoutError):
            code._receive(no_report, 2, calls)
    else:
        assert code._receive(no_report, 2, calls) == ({}, b"done")


def test_every_call_restarts_the_limit_and_long_answers_report_progress(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, sent = 100.0, list[bytes]()

    def value(_board: Board, _goal: Board) -> float:
        nonlocal now
        now += 0.2
        return now

    monkeypatch.setattr(child.time, "perf_counter", lambda: now)
    monkeypatch.setattr(child.time, "process_time", lambda: now)
    server: Any = object.__new__(child._Server)
    server._is_timed, server._connection = False, SimpleNamespace(sendall=sent.append)
    server._code = SimpleNamespace(value=value)
    goal, values = Board.solved(2, 2), array("d")
    server._evaluate({"shape": (2, 2), "goal": goal.tiles}, bytes(goal.tiles) * 10, values)
    assert len(values) == 10
    assert len(sent) == 3, "after the calls 3, 6 and 9"
    assert all(PROGRESS.encode() in message for message in sent)
    assert server._call_start == pytest.approx(now - 0.2)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no alarms")
def test_the_limit_of_a_call_is_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine much more time passes."""
    used, alarms = 0.0, list[float]()
    monkeypatch.setattr(child.time, "process_time", lambda: used)
    monkeypatch.setattr(child.time, "perf_counter", lambda: 100 * used)
    monkeypatch.setattr(child.signal, "setitimer", lambda _, seconds, *more: alarms.append(seconds))
    server = object.__new__(child._Server)
    server._is_timed, server._limit, server._parent = True, 2.0, os.getppid()
    server._arm()
    used, server._alarms = 0.5, 1
    server._end(0, None)
    assert (alarms, server._alarms) == ([child._AGAIN] * 2, 0)

    def leave(status: int) -> None:
        raise SystemExit(status)

    monkeypatch.setattr(child.os, "_exit", leave)
    used = 2.0
    for _ in range(2):
        for _ in range(child._MAX_ALARMS):  # the code may catch the exception
            with pytest.raises(child._StoppedError, match="did not respond within 2 s"):
                server._end(0, None)
        used += 2
        server._arm()  # the next call
        used += 2

    server._alarms = child._MAX_ALARMS
    with pytest.raises(SystemExit, match=str(TOO_LONG)):
        server._end(0, None)
    server._alarms, server._parent = 0, -1  # the parent was killed
    with pytest.raises(SystemExit, match=str(TOO_LONG)):
        server._end(0, None)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no alarms")
def test_an_alarm_that_comes_too_late_is_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may come while the timer is being stopped."""

    def fail(*_: object) -> None:
        raise child._StoppedError("late")

    alarms, sent = list[float](), list[bytes]()
    monkeypatch.setattr(child.signal, "setitimer", lambda _, *seconds: alarms.extend(seconds))
    monkeypatch.setattr(child.signal, "signal", lambda *_: None)
    server = child._Server(Path("mine.py"), SimpleNamespace(sendall=sent.append))  # type: ignore[arg-type]
    server._receiver = SimpleNamespace(receive=lambda: ({"limit": 1}, b""))  # type: ignore[assignment]
    server._evaluate = fail  # type: ignore[assignment]
    server.serve()
    assert alarms == [0]
    assert b'"error": "mine.py: late"' in sent[0]


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="the system has no process groups")
def test_processes_of_the_code_end_with_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import multiprocessing, os, pathlib, time\n"
        "def h(board):\n"
        "    other = multiprocessing.get_context('spawn').Process(target=time.sleep, args=(600,))\n"
        "    other.start()\n"
        f"    pathlib.Path({str(tmp_path / 'pid')!r}).write_text(str(other.pid))\n"
        "    os._exit(0)\n"
    )
    goal = Board.solved(2, 2)
    with CodeProcess(find(f"{file}:h")) as code:
        code.load(no_report)
        with pytest.raises(CodeError, match="has ended its process"):
            code.evaluate(goal, _tiles(goal), no_report)
    wait_until(lambda: not is_running(int((tmp_path / "pid").read_text())))
