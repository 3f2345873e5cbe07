"""Child processes: environment and error message."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from pathlib import Path

import pytest

import puzzler
from puzzler.solver import child_process
from puzzler.solver.child_process import (
    child_environment,
    failure_of,
    last_line,
    read_lines,
    start_python,
)


@pytest.mark.parametrize(
    ("errors", "message"),
    [
        (b"", "exit status 3"),
        (b" \n\n", "exit status 3"),
        (b"first\n  last \n\n", "last"),
        (b"\xff", "\N{REPLACEMENT CHARACTER}"),
    ],
)
def test_the_last_line_of_standard_error_is_the_message(errors: bytes, message: str) -> None:
    assert failure_of(3, errors) == message


def test_a_child_imports_this_package_instead_of_a_file_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "puzzler.py").write_text("raise ImportError")
    monkeypatch.chdir(tmp_path)
    with start_python("puzzler", "--version", stdout=subprocess.PIPE) as process:
        output, _ = process.communicate()
    assert puzzler.__version__ in output.decode()
    assert process.returncode == 0


ROOT = str(Path(puzzler.__file__).resolve().parents[1])


@pytest.mark.parametrize(
    ("installed", "path", "expected"),
    [("/", "", ROOT), ("/", "/own", f"{ROOT}{os.pathsep}/own"), (ROOT, "/own", "/own")],
)
def test_only_a_checkout_is_added_to_the_path_of_a_child(
    monkeypatch: pytest.MonkeyPatch, installed: str, path: str, expected: str
) -> None:
    monkeypatch.setattr(sysconfig, "get_paths", lambda: {"purelib": installed})
    monkeypatch.setenv("PYTHONPATH", path)
    assert child_environment()["PYTHONPATH"] == expected


def test_lines_that_arrive_in_parts_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    parts, lines = [b"", b"no end", b"d\ne\n", b"ab", b"\n"], []
    monkeypatch.setattr(os, "read", lambda *_: parts.pop())
    read_lines(lines.append)
    assert lines == [b"", b"abd", b"e"]


def test_the_last_line_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_process, "_TAIL", 8)
    file = tmp_path / "output"
    assert last_line(file) == b""
    for text, line in (
        (b"", b""),
        (b"one\n", b"one"),
        (b"a\none\ntw", b"one"),
        (b"1234\n" * 9, b"1234"),
    ):
        file.write_bytes(text)
        assert last_line(file) == line
