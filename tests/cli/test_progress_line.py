"""The progress line on a terminal: its text, its removal, and Ctrl-C while it is shown."""

from __future__ import annotations

import fcntl
import io
import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable

import pytest
from rich.console import Console, Group

from puzzler.board import shuffle
from puzzler.cli import progress
from puzzler.progress import BuildProgress
from puzzler.search import compilation
from tests.cli.test_program import ROOT
from tests.cli.test_solve import check_answer

if sys.platform == "win32":
    pytest.skip("Windows has no such terminals", allow_module_level=True)

LARGE = str(shuffle(6, 6, None, 3).start)
SUMMARY = re.compile(r"at least \d+, at most \d+, \d+\.\d s")
# Ctrl-C may be ignored in this process, for example in the background of a shell.
PROGRAM = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from puzzler.cli.app import main; sys.exit(main())"
)
COLOUR = re.compile(r"\x1b\[[\d;]*m")
CONTROL = re.compile(r"\x1b\[[\d;?]*[A-Za-z]|[\r\n]")
WIPE = "\x1b[2K"


class Watched:
    """The program with a terminal as standard error and a pipe as standard output."""

    def __init__(self, *arguments: str, columns: int = 100) -> None:
        self._columns = columns
        self._written = ""
        self._screen, inside = os.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
        clean = {key: os.environ[key] for key in os.environ if key not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=inside,
            cwd=ROOT,
            env=clean | {"TERM": "xterm"},
        )
        os.close(inside)

    @property
    def lines(self) -> list[str]:
        """All lines that were written so far."""
        return [line for line in CONTROL.split(self._written) if line]

    def look(self) -> bool:
        """Wait for output and read it. Return False at the end."""
        if select.select([self._screen], [], [], 0.2)[0]:
            try:
                data = os.read(self._screen, 1 << 16)
            except OSError:  # Linux reports a closed terminal like this
                return False
            self._written += COLOUR.sub("", data.decode())
            return bool(data)
        return self.process.poll() is None

    def wait_for(self, is_there: Callable[[], bool], seconds: float = 120) -> None:
        end = time.monotonic() + seconds
        while not is_there():
            assert time.monotonic() < end, self.lines[-3:]
            assert self.look(), self.lines

    def finish(self) -> tuple[int, str]:
        """Check that the line fitted and was removed. Return the exit status and the output."""
        assert self.process.stdout is not None
        end = time.monotonic() + 300
        while self.look():
            assert time.monotonic() < end, self.lines
        out = self.process.stdout.read().decode()
        self.process.stdout.close()
        os.close(self._screen)
        assert all(len(line) <= self._columns for line in self.lines)
        assert not CONTROL.sub("", self._written.rpartition(WIPE)[2])
        return self.process.wait(300), out


@pytest.mark.usefixtures("_compiled")
def test_ctrl_c_at_several_moments_prints_the_best_answer_so_far() -> None:
    run = Watched("solve", LARGE, "--json")
    run.wait_for(lambda: len({line for line in run.lines if SUMMARY.search(line)}) >= 3)
    assert all(
        line.rstrip().endswith(progress.TAKING) for line in run.lines if SUMMARY.search(line)
    )
    run.process.send_signal(signal.SIGINT)
    status, out = run.finish()
    assert status == 0 and out.count("\n") == 1
    check_answer(json.loads(out))


@pytest.mark.usefixtures("_compiled")
def test_a_comparison_has_one_line_for_all_searches() -> None:
    methods = ("--methods", "anytime,walk")
    run = Watched("compare", LARGE, *methods, "--budget", "2000000", "--json")
    status, out = run.finish()
    assert status in (0, 1) and len(out.splitlines()) == 2
    lines = [line for line in run.lines if "1 of 2, Anytime" in line]
    assert any(SUMMARY.search(line) for line in lines)
    assert lines[-1].rstrip().endswith(progress.KEEPING)


def plain(line: progress.StatusLine, width: int = 100) -> str:
    console = Console(width=width)
    with console.capture() as capture:
        console.print(Group(line))
    return capture.get().rstrip("\n")


def test_the_line_shows_bounds_and_time() -> None:
    now = 10.0
    line = progress.StatusLine("searching", clock=lambda: now)
    assert plain(line) == "searching"
    line.show_bounds(88, 97)
    now = 13.2
    assert plain(line) == f"at least 88, at most 97, 3.2 s; {progress.TAKING}"
    assert plain(line, 31) == "at least 88, at most 97, 3.2 s…"
    line.show_bounds(1088, 1097)
    now = 75.0
    assert plain(line).startswith("at least 1,088, at most 1,097, 1:05.0; ")


def test_each_search_of_a_series_starts_with_its_own_line() -> None:
    now = 10.0
    line = progress.StatusLine("searching", clock=lambda: now)
    line.show_bounds(88, 97)
    for is_timed, seconds in ((False, "5.0 s"), (True, "0.0 s")):
        now = 15.0
        line.begin("2 of 9, A*", is_timed=is_timed)
        assert plain(line) == f"2 of 9, A*: {seconds}; {progress.KEEPING}"
    line.show_build(BuildProgress(0.5, "a table"), "searching")
    assert "building a table, once: 50 %" in plain(line)
    for done in (BuildProgress(1, "a table"), None):
        line.show_build(done, "searching")
        assert plain(line).startswith("2 of 9, A*: searching, ")


def test_the_line_shows_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    line = progress.StatusLine("A*, 1 of 9")
    assert plain(line) == "A*, 1 of 9"
    monkeypatch.setattr(compilation, "is_compiling", lambda: True)
    assert plain(line) == progress.COMPILING
    line.show_bounds(88, 97)
    assert plain(line).startswith("at least 88")


@pytest.mark.parametrize("kind", ["dumb", "xterm"])
def test_a_bar_is_drawn_only_on_a_terminal(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", kind)
    monkeypatch.setattr("sys.stdout", screen)
    with progress.bar("boards", 3) as shown:
        shown.show()
        shown.advance()
        drawn = screen.getvalue()
        with shown.hidden():
            erased = screen.getvalue().removeprefix(drawn)
    assert ("\x1b[2K" in erased) == (kind == "xterm")
    assert ("boards" in screen.getvalue()) == (kind == "xterm")
    assert "boards" not in screen.getvalue().rpartition(WIPE)[2]  # erased at the end
    assert bool(screen.getvalue()) == (kind == "xterm")
