"""Programs of students that misuse the connection to their process do not end the grading."""

import signal
from pathlib import Path

import numpy as np
import pytest

from puzzler.board import Board
from puzzler.progress import no_report
from puzzler.search.custom.source import CodeError, find
from puzzler.solver.user_code import process
from puzzler.solver.user_code.process import CodeProcess

SEND = """
import gc, json, socket

def send(message):
    for each in gc.get_objects():
        if isinstance(each, socket.socket):
            each.sendall(message)

def frame(header):
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "big") + text

def h(board):
    send(MESSAGE)
    return 0
"""


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("(5).to_bytes(8, 'big') + b'hello'", "a header that is not JSON"),
        ("(23 * 10**9).to_bytes(8, 'big') + b'{'", "a header of 23,000,000,000 bytes"),
        ("frame([1])", "a header without a size"),
        ("frame({'size': -1})", "a content of -1 bytes"),
        ("frame({'size': 10**12})", "a content of 1,000,000,000,000 bytes"),
        ("frame({'size': True})", "a header without a size"),
        ("frame({'size': 0})", "a value is missing or invalid"),
        ("frame({'size': 0, 'seconds': 'long'})", "a value is missing or invalid"),
        ("frame({'size': 0, 'seconds': 0.1})", "a value is missing or invalid"),
        ("frame({'size': 0, 'seconds': None})", "a value is missing or invalid"),
        ("b'[' * 8 + b'[' * 100", "a header of"),
        ("(9999).to_bytes(8, 'big') + b'[' * 9999", "too many nested values"),
        ("(5000).to_bytes(8, 'big') + b'9' * 5000", "a header that is not JSON"),
    ],
)
def test_an_invalid_message_is_an_error_of_that_file(
    tmp_path: Path, message: str, reason: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(SEND.replace("MESSAGE", message))
    goal = Board.solved(2, 2)
    with CodeProcess(find(f"{file}:h")) as code:
        code.load(no_report)
        with pytest.raises(CodeError, match="has sent an invalid message") as caught:
            code.evaluate(goal, _tiles(goal), no_report)
    assert reason in str(caught.value)


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
