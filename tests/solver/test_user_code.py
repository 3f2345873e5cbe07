"""Programs of students that misuse the connection to their process cannot end the grading."""

from pathlib import Path

import numpy as np
import pytest

from puzzler.board import Board
from puzzler.progress import no_report
from puzzler.search.custom.source import CodeError, find
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
        ("(5).to_bytes(8, 'big') + b'hello'", "Expecting value"),
        ("(23 * 10**9).to_bytes(8, 'big') + b'{'", "a header of 23,000,000,000 bytes"),
        ("frame([1])", "a header without a size"),
        ("frame({'size': -1})", "a content of -1 bytes"),
        ("frame({'size': 10**12})", "a content of 1,000,000,000,000 bytes"),
        ("frame({'size': True})", "a header without a size"),
        ("frame({'size': 0})", "KeyError: 'seconds'"),
        ("frame({'size': 0, 'seconds': 'long'})", "ValueError: could not convert"),
        ("frame({'size': 0, 'seconds': 0.1})", "ValueError: cannot reshape"),
        ("frame({'size': 0, 'seconds': None})", "TypeError: float() argument"),
        ("b'[' * 8 + b'[' * 100", "a header of"),
    ],
)
def test_an_invalid_message_is_an_error_of_that_file(
    tmp_path: Path, message: str, reason: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(SEND.replace("MESSAGE", message))
    goal = Board.solved(2, 2)
    with CodeProcess(find(f"{file}:h")) as process:
        process.load(no_report)
        with pytest.raises(CodeError, match="has sent an invalid message") as caught:
            process.evaluate(goal, _tiles(goal), no_report)
    assert reason in str(caught.value)


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
