"""Inputs and outputs: pipes, devices, other encodings, and Ctrl-C at any time."""

from __future__ import annotations

import io
import itertools
import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from puzzler.board import Board
from puzzler.cli.output import LineReader, Output
from puzzler.formats import reading
from puzzler.search.options import machine_memory_bytes
from tests.cli.conftest import Runner
from tests.cli.test_program import HARDEST, in_a_shell
from tests.cli.test_solve import UNSOLVABLE
from tests.programs import run_command

HINT = "puzzler: BOARD: swapping any two tiles makes it solvable; so does --goal snail\n"
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")


@posix
def test_standard_output_by_name_does_not_truncate_a_file(tmp_path: Path) -> None:
    file = tmp_path / "log"
    file.write_text("before\n")
    done = in_a_shell(f"puzzler solve '{UNSOLVABLE}' --json -o /dev/stdout >> '{file}'")
    assert (done.returncode, done.stderr) == (3, HINT)
    before, answer = file.read_text().splitlines()
    assert before == "before"
    assert json.loads(answer)["board"] == UNSOLVABLE


@posix
@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="there is no bash here")
def test_output_can_be_a_process_substitution() -> None:
    line = f'"{sys.executable}" -m puzzler solve "{UNSOLVABLE}" --json -o >(cat)'
    done = run_command(["/bin/bash", "-c", f"{line} | cat"])
    assert done.stderr == HINT
    assert json.loads(done.stdout)["board"] == UNSOLVABLE


@posix
def test_answers_are_written_to_a_named_pipe_immediately(run: Runner) -> None:
    os.mkfifo("pipe")
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.extend(Path("pipe").read_text().splitlines()))
    reader.start()
    result = run("solve", "-", "--batch", "--json", "-o", "pipe", stdin=f"1 2/0 3\n{HARDEST}\n")
    reader.join(60)
    assert (result.status, result.out, result.error) == (0, "", "")
    assert [json.loads(line)["board"] for line in got] == ["1 2/0 3", HARDEST]
    assert Path("pipe").is_fifo()
    assert os.listdir() == ["pipe"]  # noqa: PTH208 - no temporary file is left


def test_answers_are_written_to_a_temporary_file_immediately(tmp_path: Path) -> None:
    file = tmp_path / "answers"
    file.write_text("before\n")
    with Output(file) as out:
        out.write("first")
        [aside] = [other for other in tmp_path.iterdir() if other != file]
        assert aside.read_text() == "first\n"
        assert file.read_text() == "before\n"
    assert file.read_text() == "first\n"
    assert list(tmp_path.iterdir()) == [file]


def test_an_error_in_a_list_keeps_earlier_answers(run: Runner, monkeypatch: Any) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", reading.LONGEST_LINE)
    endless = "9" * (2 * reading.LONGEST_LINE)
    result = run("solve", "-", "--batch", "--json", "-o", "out", stdin=f"1 2/0 3\n{endless}")
    assert result.status == 2 and "line 2: no line end within" in result.error
    assert json.loads(Path("out").read_text())["board"] == "1 2/0 3"
    Path("kept").write_text("before")
    assert run("solve", "-", "--batch", "-o", "kept", stdin=endless).status == 2
    assert Path("kept").read_text() == "before"
    assert sorted(os.listdir()) == ["kept", "out"]  # noqa: PTH208 - no temporary file is left


def test_a_binary_line_is_one_bad_line(run: Runner) -> None:
    result = run("solve", "-", "--batch", "--json", stdin=b"1 2/0 3\n# gr\xf6\xdfer\n1 2/3 0\n")
    assert result.status == 2
    assert result.error == (
        "puzzler: standard input: line 2, column 5: byte 0xf6 is not UTF-8 text\n"
    )
    assert [answer["board"] for answer in result.answers if "board" in answer] == [
        "1 2/0 3",
        "1 2/3 0",
    ]


@posix
def test_answers_are_written_to_a_pipe_immediately(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reading_end = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(reading_end) as reader, Output(tmp_path / "pipe") as out:
        out.write("first")
        assert reader.readline() == "first\n"


@posix
def test_output_can_be_the_null_device(run: Runner) -> None:
    result = run("solve", "1 2/0 3", "-o", "/dev/null")
    assert (result.status, result.out, result.error) == (0, "", "")
    assert Path("/dev/null").is_char_device()


@posix
@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("command", ["--help", "solve - --batch"])
def test_a_closed_pipe_ends_the_command_silently(command: str) -> None:
    boards = "1 2/0 3\\n" * 40
    done = in_a_shell(f"printf '{boards}' | puzzler {command} | head -n 1")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize(("is_terminal", "printed"), [(True, "> > > \n"), (False, "")])
def test_only_a_terminal_shows_the_prompt(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, is_terminal: bool, printed: str
) -> None:
    typed = io.StringIO("one\n two \n")
    monkeypatch.setattr(typed, "isatty", lambda: is_terminal)
    monkeypatch.setattr(sys, "stdin", typed)
    reader = LineReader()
    lines = [reader.line("> ") for _ in range(3)]
    typed.seek(0)
    assert (lines, reader.line("> ")) == (["one", "two", None], None)
    assert capsys.readouterr().out == printed
    monkeypatch.setattr(sys, "stdin", None)
    assert LineReader().line("> ") is None


@pytest.mark.parametrize("megabytes", ["1e308", "9007199254740993"])
def test_a_memory_limit_above_the_memory_of_the_machine(run: Runner, megabytes: str) -> None:
    result = run("solve", HARDEST, "--memory-limit", megabytes, "--json")
    assert (result.status, result.error) == (0, "")
    assert result.answers[0]["peak_bytes"] <= (machine_memory_bytes() or 1 << 40)


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "-", "--time-limit", "1e300h"),
        ("solve", "-", "--all-optimal", "--limit", "1e39"),
        ("trace", "-", "--json", "--expansions", "1e39"),
    ],
)
def test_huge_limits_are_no_limits(run: Runner, arguments: tuple[str, ...]) -> None:
    result = run(*arguments, stdin="1 2/0 3")
    assert (result.status, result.error) == (0, "")


def test_a_long_line_is_reported_and_the_rest_continues(run: Runner) -> None:
    long = "1 2/3 0 " * (reading.LONGEST_LINE // 8 + 1)
    text = f"1 2/0 3\n{long}\n1 0/3 2\n# {long}\n1 2/3 0\n"
    result = run("solve", "-", "--batch", "--json", stdin=text)
    assert result.status == 2
    assert [answer["board"] for answer in result.answers if "board" in answer] == [
        "1 2/0 3",
        "1 0/3 2",
        "1 2/3 0",
    ]
    assert result.error == (
        "puzzler: standard input: line 2: longer than 65,536 bytes and therefore not a board\n"
    )


@pytest.mark.parametrize("beginning", ["", "# "])
def test_a_line_without_end_is_an_error(
    run: Runner, beginning: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Endless(io.RawIOBase):
        """A board followed by endless spaces, which counts the bytes that were read."""

        content = itertools.chain(f"1 2/0 3\n{beginning}".encode(), itertools.cycle(b"1 2/3 0 "))
        bytes_read = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:
            buffer[:] = bytes(itertools.islice(self.content, len(buffer)))
            self.bytes_read += len(buffer)
            return len(buffer)

    endless = Endless()
    stream = io.BufferedReader(endless)
    monkeypatch.setattr("puzzler.cli.board_input.standard_input", lambda: stream)
    result = run("solve", "-", "--batch", "--json")
    assert result.status == 2
    assert [answer["board"] for answer in result.answers if "board" in answer] == ["1 2/0 3"]
    assert result.error == (
        "puzzler: standard input: line 2: no line end within 1,048,576 bytes, "
        "so this is not a list of boards\n"
    )
    assert endless.bytes_read <= reading.MAX_BYTES + (1 << 17)


@pytest.mark.usefixtures("_compiled")
def test_standard_output_escapes_letters_outside_its_encoding() -> None:
    code = (
        "import sys; from puzzler.cli.app import main\n"
        "for more in ([], ['--json'], ['--show-boards']):\n"
        "    assert main(['solve', '\\u042f B/_ C', *more]) == 0\n"
        "assert main(['compare', '\\u042f B/_ C', '--algorithms', 'astar']) == 0\n"
        "assert main(['\\u042f']) == 2\n"
    )
    done = run_command(code, env=os.environ | {"PYTHONIOENCODING": "ascii"}, text=False)
    assert done.returncode == 0, done.stderr.decode()
    assert rb"tiles    \u042f B C" in done.stdout
    assert rb"board    \u042f B/_ C" in done.stdout
    assert rb"\u042f" in done.stderr


@posix
@pytest.mark.parametrize("module", ["click", "numpy"])
@pytest.mark.usefixtures("_compiled")
def test_ctrl_c_during_imports(module: str) -> None:
    code = f"""
import builtins, runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
real = builtins.__import__

def interrupted(name, *rest, **named):
    if name == {module!r}:
        builtins.__import__ = real
        signal.raise_signal(signal.SIGINT)
    return real(name, *rest, **named)

builtins.__import__ = interrupted
sys.argv = ["puzzler", "solve", {HARDEST!r}]
runpy.run_module("puzzler", run_name="__main__")
"""
    done = run_command(code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "puzzler: cancelled\n")


@posix
@pytest.mark.parametrize(
    "function",
    ["puzzler.cli.app._run", "puzzler.search.kernels.jit.compile_all", "pickle.loads"],
    ids=["a command", "all kernels", "a kernel"],
)
@pytest.mark.usefixtures("_compiled")
def test_ctrl_c_in_a_class_statement(function: str) -> None:
    """Python 3.11 raises RuntimeError instead."""
    module, _, name = function.rpartition(".")
    code = f"""
import importlib, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)

class Interrupting:
    def __set_name__(self, owner, name):
        signal.raise_signal(signal.SIGINT)

def interrupted(*arguments):
    try:
        class Late:
            field = Interrupting()
    except KeyboardInterrupt as error:  # newer versions
        raise RuntimeError from error

setattr(importlib.import_module({module!r}), {name!r}, interrupted)
from puzzler.__main__ import main
sys.exit(main(["solve", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"]))
"""
    done = run_command(code)
    assert done.returncode == 130
    assert "cancelled" in done.stdout + done.stderr and len(done.stderr.splitlines()) <= 1


@posix
@pytest.mark.usefixtures("_compiled")
def test_ctrl_c_during_a_callback_of_llvm() -> None:
    """An exception in the callback would make Numba write to the address 0."""
    code = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from numba.core.codegen import CPUCodeLibrary
from puzzler.search.kernels import stored_code
stored_code.IS_SUPPORTED = False
real = CPUCodeLibrary._object_getbuffer_hook

def interrupted(module):
    library = getattr(module, "_CPUCodeLibrary__library", None)
    if getattr(library, "_compiled_object", None):
        signal.raise_signal(signal.SIGINT)
    return real(module)

CPUCodeLibrary._object_getbuffer_hook = interrupted
from puzzler.__main__ import main
from puzzler.search import compilation
compilation.expect_short_use = lambda: None  # numba loads the kernels
sys.exit(main(["solve", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"]))
"""
    done = run_command(code)
    assert done.returncode == 130 and "cancelled" in done.stdout and not done.stderr


@posix
def test_ctrl_c_in_a_destructor() -> None:
    code = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from puzzler import __main__ as program
from puzzler.cli import app

class Dropping:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
        time.sleep(0)

def main(arguments):
    try:
        thing = Dropping()
        del thing
        time.sleep(60)
    except KeyboardInterrupt:
        print("files are removed")
        return 130
    return 0

app.main = main
sys.exit(program.main([]))
"""
    done = run_command(code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "files are removed\n", "")


@posix
@pytest.mark.parametrize("moment", ["just before the end", "while Python ends"])
def test_ctrl_c_after_the_answer(moment: str) -> None:
    code = f"""
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from puzzler import __main__ as program
from puzzler.cli import app

class Late:
    def __init__(self):
        self.interrupt = signal.raise_signal

    def __del__(self):
        self.interrupt(2)

real = signal.signal

def interrupted(number, handler):
    if handler is program._end and {moment == "just before the end"}:
        signal.signal = real
        signal.raise_signal(2)
    return real(number, handler)

def main(arguments):
    signal.signal = interrupted
    return 0

app.main = main
status = program.main([])
if {moment == "while Python ends"}:
    sys.late = Late()  # sys is among the last to go
print("out", flush=True)
sys.exit(status)
"""
    done = run_command(code)
    expected = 130 if moment == "just before the end" else 0
    assert (done.returncode, done.stdout, done.stderr) == (expected, "out\n", "")


@posix
def test_ctrl_c_remains_ignored_in_the_background() -> None:
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "import sys; from puzzler.__main__ import main; signal.raise_signal(signal.SIGINT)\n"
        "status = main(['shuffle', '--size', '2x2', '--seed', '1'])\n"
        "signal.raise_signal(signal.SIGINT); sys.exit(status)"
    )
    done = run_command(code, check=True)
    Board.parse(done.stdout)


def test_no_color_prevents_every_escape_sequence(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    solve, compare = ("solve", "1 2/0 3"), ("compare", "1 2/0 3", "--algorithms", "bfs")
    for command in (solve, compare):
        assert "\033[" in run(*command).out
        for arguments in ((*command, "--no-color"), ("--no-color", *command)):
            result = run(*arguments)
            assert (result.status, "\033" in result.out) == (0, False)
    assert "NO_COLOR" not in os.environ
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033" not in run(*solve).out
    monkeypatch.setenv("NO_COLOR", "")
    assert "\033[" in run(*solve).out


def test_text_fits_the_terminal(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    lines = run("solve", HARDEST).out.splitlines()
    assert any(len(line) > 60 for line in lines)  # a file is not wrapped
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    wrapped = run("solve", HARDEST).out.splitlines()
    assert {line for line in wrapped if len(line) > 30} == {
        line
        for line in lines
        if line.startswith("moves ")  # one word
    }
    assert " ".join(" ".join(wrapped).split()[:30]) == " ".join(" ".join(lines).split()[:30])
