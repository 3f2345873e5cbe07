"""Programs of students that misuse the connection to their process do not end the grading."""

import os
import signal
import time
from array import array
from pathlib import Path

import numpy as np
import pytest

from puzzler.board import Board
from puzzler.board.scenario import Problem
from puzzler.progress import no_report
from puzzler.search.custom.source import CodeError, find
from puzzler.search.method import Method
from puzzler.search.starting import start
from puzzler.solver.user_code import child, process
from puzzler.solver.user_code.process import CodeProcess
from puzzler.solver.user_code.wire import TOO_LONG
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
    used = 0.5
    server._end(0, None)
    assert alarms == [child._AGAIN] * 2
    used = 2.0
    with pytest.raises(child._StoppedError, match="did not respond within 2 s"):
        server._end(0, None)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no alarms")
def test_the_process_ends_with_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(status: int) -> None:
        raise SystemExit(status)

    monkeypatch.setattr(child.os, "_exit", end)
    monkeypatch.setattr(child.signal, "setitimer", lambda *_: None)
    server = object.__new__(child._Server)
    server._is_timed, server._limit, server._alarms = True, 1e9, 0
    server._call_start, server._parent = time.process_time(), os.getppid()
    server._end(0, None)
    server._parent += 1
    with pytest.raises(SystemExit, match=str(TOO_LONG)):
        server._end(0, None)


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
