"""The whole program: help, the registry of commands, and real processes."""

from __future__ import annotations

import errno
import gc
import json
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path
from pkgutil import iter_modules

import pytest

import puzzler
from puzzler.board import Board
from puzzler.cli import commands
from puzzler.cli.app import with_default_command
from puzzler.cli.commands import SUMMARIES, load
from puzzler.cli.output import ExitStatus
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from tests.cli.conftest import Runner
from tests.programs import run_command, start_puzzler

PIPES = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
HARDEST = "8 6 7/2 5 4/3 0 1"
ROOT = Path(puzzler.__file__).parents[1]


def test_help_explains_everything(run: Runner) -> None:
    for option in ("--help", "-h"):
        result = run(option)
        assert (result.status, result.error) == (0, "")
        for word in (*SUMMARIES, "BOARD", "FILE", "GOAL", "Exit status", "--log-level"):
            assert word in result.out
        assert max(map(len, result.out.splitlines())) <= 80


@pytest.mark.parametrize("command", SUMMARIES)
def test_every_command_has_help(run: Runner, command: str) -> None:
    result = run(command, "--help")
    assert (result.status, result.error) == (0, "")
    assert result.out.startswith(f"Usage: puzzler {command} [OPTIONS]")
    assert "--log-level" in result.out
    assert max(map(len, result.out.splitlines())) <= 80
    assert "\x1b" not in result.out
    if "BOARD|FILE" in result.out.splitlines()[0]:
        assert "Rows separated" in result.out


def test_every_module_of_a_command_has_a_summary() -> None:
    assert sorted(module.name for module in iter_modules(commands.__path__)) == list(SUMMARIES)
    for name, summary in SUMMARIES.items():
        assert (load(name).command.__doc__ or "").splitlines()[0] == summary


def test_methods_lists_the_registry(run: Runner) -> None:
    words = run("methods").out.split()
    for name in (*ALGORITHMS, *HEURISTICS):
        assert name in words


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("", "play"),
        ("-", "play -"),
        ("--watch", "play --watch"),
        ("--no-color", "--no-color play"),
        ("--log-level INFO", "--log-level INFO play"),
        ("--log-level=INFO solve", "--log-level=INFO solve"),
        ("--log-level", "--log-level"),  # an error, because the level is missing
    ],
)
def test_play_is_the_default_command(typed: str, completed: str) -> None:
    assert with_default_command(typed.split()) == completed.split()


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MemoryError(), "out of memory"),
        (OSError(errno.EIO, "Input/output error", "a.txt"), "a.txt: Input/output error"),
        (OSError(errno.ENOSPC, "No space left", "a.txt"), "a.txt: No space left"),
        (OSError("no reason"), "no reason"),
    ],
)
def test_an_error_of_the_system_is_one_line(
    run: Runner, monkeypatch: pytest.MonkeyPatch, error: Exception, message: str
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr("puzzler.cli.commands.methods.algorithms_and_heuristics", fail)
    result = run("methods")
    assert (result.status, result.error) == (2, f"puzzler: {message}\n")


def test_a_run_deletes_old_files_and_restores_the_process(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, tidied = logging.getLogger("puzzler"), list[str]()

    def state() -> list[object]:
        alarm = signal.getitimer(signal.ITIMER_REAL) if hasattr(signal, "getitimer") else None
        return [[*log.handlers], log.level, gc.get_threshold(), alarm]

    before = state()
    monkeypatch.setattr("puzzler.resources.tidy", lambda: tidied.append("tidied"))
    result = run("check", "no.py", "--time-limit", "60", "--log-level", "DEBUG")
    assert (result.status, state(), tidied) == (2, before, ["tidied"])


def test_control_characters_in_the_log_are_escaped(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = logging.getLogger("puzzler")
    monkeypatch.setattr(
        "puzzler.cli.commands.methods.algorithms_and_heuristics",
        lambda: log.warning("\x1b[31m") or (),
    )
    assert run("methods").error == "puzzler: \\x1b[31m\n"


@pytest.mark.parametrize("size", ["²", "9" * 5000, "0"])
def test_an_invalid_size_of_the_terminal_is_ignored(
    run: Runner, monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    for name in ("COLUMNS", "LINES"):
        monkeypatch.setenv(name, size)
    assert "astar" in run("methods").out


def test_the_version_is_printed(run: Runner) -> None:
    assert run("--version").out == f"puzzler {puzzler.__version__}\n"


def test_help_imports_neither_the_search_nor_the_window() -> None:
    code = (
        "import sys; from puzzler.cli.app import main; main(['--help']);"
        "print([name for name in ('numpy', 'numba', 'pygame') if name in sys.modules])"
    )
    done = run_command(code, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(os.name == "nt", reason="Windows has neither this signal nor this pipe")
def test_a_closed_output_ends_the_command() -> None:
    many = ("--size", "2x2", "--moves", "1", "--count", "1000000", "--seed", "1")
    with start_puzzler("shuffle", *many, **PIPES, text=True) as process:
        Board.parse(process.stdout.readline())
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(300) == ExitStatus.BROKEN_PIPE


def in_a_shell(command: str) -> subprocess.CompletedProcess[str]:
    line = command.replace("puzzler", f'"{sys.executable}" -m puzzler')
    return run_command(["sh", "-c", line])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("command", ["--help", "solve '1 2/3 0'"])
@pytest.mark.usefixtures("_compiled")
def test_a_full_disk_at_standard_output_is_an_error(command: str) -> None:
    if "solve" in command:
        done = in_a_shell(f"puzzler {command} -o /dev/full")
        assert done.stderr == "puzzler: /dev/full: cannot be written: No space left on device\n"
    done = in_a_shell(f"puzzler {command} > /dev/full")
    assert done.returncode == ExitStatus.BAD_INPUT
    message = "puzzler: standard output: cannot be written: No space left on device"
    assert done.stderr.splitlines()[-1] == message
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="there is no sh on Windows")
def test_closed_streams_cause_no_traceback() -> None:
    done = in_a_shell("puzzler shuffle --seed 1 >&-")
    assert (done.returncode, done.stderr) == (2, "puzzler: standard output is closed\n")
    done = in_a_shell("puzzler solve '1 2/0 3' --json 2>&-")
    assert done.returncode == 0 and json.loads(done.stdout)["length"] == 1
    done = in_a_shell("puzzler solve - <&-")
    assert (done.returncode, done.stderr) == (2, "puzzler: standard input: it is closed\n")
