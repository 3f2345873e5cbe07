"""The file dialogs of the system, simulated by a program on PATH."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from puzzler.game.core.settings import Settings
from puzzler.window.dialogs import system_files
from puzzler.window.dialogs.system_files import command_of, find_program
from puzzler.window.files.own_code import save_new_code
from tests.window.conftest import NEAR, Opener, Window

CTRL = pygame.KMOD_CTRL
PROGRAM = """#!/bin/sh
for word in "$@"; do echo "$word"; done > "$(dirname "$0")/arguments"
cat "$(dirname "$0")/answer"
exit $(cat "$(dirname "$0")/status")
"""


@pytest.fixture
def answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return a function that sets what the dialog returns."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "zenity"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    monkeypatch.setattr(system_files, "HIDDEN_DRIVERS", ())

    def set_answer(file: Path | str, status: int = 0) -> Path:
        (folder / "answer").write_text(f"{file}\n" if file else "")
        (folder / "status").write_text(str(status))
        return folder / "arguments"

    return set_answer


def wait(window: Window) -> None:
    for _ in range(200):
        if "system files" not in window.open:
            break
        pygame.time.wait(5)
        window.frame()
    window.wait()


def test_a_file_is_opened_by_the_dialog_of_the_system(
    open_board: Opener, tmp_path: Path, answer
) -> None:
    file = tmp_path / "board.txt"
    file.write_text("1 2 3/4 5 6/0 7 8")
    arguments = answer(file)
    window = open_board(NEAR)
    window.key(pygame.K_o, CTRL)
    wait(window)
    assert str(window.play.board) == "1 2 3/4 5 6/0 7 8" and not window.open
    assert "--file-selection" in arguments.read_text().split("\n")


def test_a_file_is_saved_under_the_chosen_name(open_board: Opener, tmp_path: Path, answer) -> None:
    arguments = answer(tmp_path / "mine")
    window = open_board(NEAR)
    window.key(pygame.K_s, CTRL)
    window.wait()
    window.click_on("save")
    wait(window)
    assert (tmp_path / "mine").read_text().split() == NEAR.replace("/", " ").split()
    assert "--confirm-overwrite" in arguments.read_text() and not window.open


@pytest.mark.parametrize("status", [0, 1, 127])
def test_a_cancelled_dialog_changes_nothing_and_a_failing_one_is_replaced(
    open_board: Opener, answer, status: int
) -> None:
    answer("", status)
    window = open_board(NEAR)
    window.key(pygame.K_o, CTRL)
    window.now += 10.0 if status == 1 else 0.0
    wait(window)
    assert window.open == (["open file"] if status == 127 else [])
    assert str(window.play.board) == NEAR


def test_the_built_in_dialog_replaces_the_one_that_asked_the_system(
    open_board: Opener, answer
) -> None:
    answer("", 127)
    window = open_board(NEAR)
    window.key(pygame.K_s, CTRL)
    assert not window.has("file name")
    window.click_on("save")
    wait(window)
    assert window.open == ["save file"] and window.has("file name")


def test_a_setting_selects_the_built_in_dialogs(open_board: Opener, answer) -> None:
    answer("")
    window = open_board(NEAR)
    window.session.settings = replace(window.session.settings, system_dialogs=False)
    window.key(pygame.K_o, CTRL)
    assert window.open == ["open file"]


@pytest.mark.parametrize("program", ["/usr/bin/kdialog", "/usr/bin/python3"])
@pytest.mark.parametrize("name", ["", "new.csv"])
def test_commands_of_file_dialogs_have_the_right_arguments(program: str, name: str) -> None:
    command = command_of(program, "Title", Path("/somewhere/me"), name, (".csv",))
    assert command[0] == program and "*.csv" in command
    assert any("/somewhere/me" in part for part in command)
    if "kdialog" in program:
        assert ("--getsavefilename" in command) is bool(name)


@pytest.mark.parametrize(
    ("system", "program", "is_found"),
    [
        ("Linux", "/usr/bin/python3", False),
        ("Windows", "/programs/python.exe", True),
        ("Darwin", "/programs/puzzler", False),
    ],
)
def test_without_zenity_and_kdialog_python_is_used_except_on_linux(
    display: None, monkeypatch: pytest.MonkeyPatch, system: str, program: str, is_found: bool
) -> None:
    monkeypatch.setattr(system_files, "HIDDEN_DRIVERS", ())
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(platform, "system", lambda: system)
    monkeypatch.setattr(sys, "executable", program)
    monkeypatch.setattr(system_files.importlib.util, "find_spec", lambda name: True)
    assert find_program() == (program if is_found else "")
    assert find_program(is_wanted=False) == ""


def test_closing_the_window_of_puzzler_ends_the_dialog_of_the_system(
    open_board: Opener, answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer("")
    window, calls = open_board(NEAR), []
    process = SimpleNamespace(
        poll=lambda: None,
        terminate=lambda: calls.append("terminate"),
        communicate=lambda: calls.append("communicate"),
    )
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: process)
    window.key(pygame.K_o, CTRL)
    window.frame(3)
    assert (window.open, calls) == (["system files"], [])
    window.key(pygame.K_ESCAPE)
    assert (window.open, calls) == ([], ["terminate", "communicate"])


def test_a_program_that_cannot_be_started_is_replaced(
    open_board: Opener, answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError

    answer("")
    monkeypatch.setattr(subprocess, "Popen", fail)
    window = open_board(NEAR)
    window.key(pygame.K_o, CTRL)
    assert window.open == ["open file"]


@pytest.mark.parametrize("status", [0, 127])
def test_a_new_file_has_an_unused_name(
    open_board: Opener, tmp_path: Path, answer, status: int
) -> None:
    (tmp_path / "mine.py").write_text("")
    arguments = answer("" if status else tmp_path / "mine-2.py", status)
    window = open_board(NEAR, settings=Settings(folder=str(tmp_path)))
    save_new_code(window.app)
    wait(window)
    assert str(tmp_path / "mine-2.py") in arguments.read_text()
    if status:
        assert window.open == ["save file"] and window.find("file name").text == "mine-2.py"
    else:
        assert window.open == [] and (tmp_path / "mine-2.py").stat().st_size
        assert window.session.settings.folder == str(tmp_path)


def test_an_error_after_the_dialog_of_the_system_is_a_message(
    open_board: Opener, tmp_path: Path, answer
) -> None:
    answer(tmp_path / "none" / "mine.py")
    window = open_board(NEAR)
    save_new_code(window.app)
    wait(window)
    assert window.open == ["message"]
    (tmp_path / "a.txt").write_text("no board")
    answer(tmp_path / "a.txt")
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_o, CTRL)
    wait(window)
    assert window.open == ["message"] and "a.txt" in window.dialog_words
