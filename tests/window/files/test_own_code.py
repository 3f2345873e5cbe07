"""A Python file of the user that is dropped on the window or opened."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from puzzler import resources
from puzzler.game.core.settings import Settings
from puzzler.search.custom.source import functions_of
from puzzler.window.files.own_code import save_new_code
from tests.window.conftest import Window
from tests.window.files.test_importing import drop

TEXT = """def h(board):
    return 0

def _hidden(board):
    return 0

def bfs(problem):
    return None
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(folder=str(tmp_path))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "mine.py"
    file.write_text(TEXT)
    return file


def test_a_file_is_run_only_after_a_question(window: Window, file: Path) -> None:
    drop(window, file)
    assert window.open == ["code"]
    assert window.session.settings.is_automatic
    window.key(pygame.K_ESCAPE)
    assert window.open == []
    assert window.session.settings.is_automatic


def test_a_heuristic_and_a_search_can_be_chosen(window: Window, file: Path) -> None:
    drop(window, file)
    window.click_on(("code", "h"))
    settings = window.session.settings
    assert (settings.algorithm, settings.heuristic) == ("astar", f"{file}:h")
    choose_own(window, "method", "bfs")
    assert window.session.settings.algorithm == f"{file}:bfs"
    assert window.open == []


@pytest.mark.parametrize("is_full", [False, True])
def test_a_template_is_saved_completely_or_not_at_all(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_full: bool
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    save_new_code(window.app)
    window.frame()
    if is_full:
        monkeypatch.setattr(resources.os, "fsync", fail)
    window.key(pygame.K_RETURN)
    window.wait_for(lambda: not window.session.background.is_busy)
    file = tmp_path / "mine.py"
    if is_full:
        assert "No space left on device" in window.dialog_words
        assert not file.exists()
    else:
        assert {"h", "bfs"} & functions_of(file).keys()
        assert window.app.line == "Saved mine.py: open it in your editor"


def choose_own(window: Window, menu: object, function: str) -> None:
    """Choose *Your own...*, the last item of a menu, then the first file and Run."""
    window.click_on(menu)
    window.key(pygame.K_END)
    window.key(pygame.K_RETURN)
    window.wait()
    assert window.open == ["open file"]
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    window.wait()
    assert (
        window.open == ["code"] and "separate process with your permissions" in window.dialog_words
    )
    window.click_on(("code", function))


def test_the_lab_inspects_a_search_of_the_user(window: Window, file: Path) -> None:
    window.key(pygame.K_i)
    drop(window, file)
    window.click_on(("code", "h"))
    assert window.session.lab.current.method.heuristic == f"{file}:h"
    choose_own(window, ("method", "algorithm"), "bfs")
    assert window.session.lab.current.method.algorithm == f"{file}:bfs"
    assert window.session.settings.is_automatic


def test_a_race_has_a_lane_of_a_search_of_the_user(window: Window, file: Path) -> None:
    window.key(pygame.K_3, pygame.KMOD_LCTRL)
    racing = window.session.race.current
    drop(window, file)
    window.click_on(("code", "bfs"))
    choose_own(window, (("lane", 0), "heuristic"), "h")
    ours, own = f"{file}:h", f"{file}:bfs"
    assert [(m.algorithm, m.heuristic) for m in racing.methods][::2] == [
        ("astar", ours),
        (own, "zero"),
    ]
    assert window.session.settings.is_automatic


def test_a_file_without_functions_is_an_error_of_one_line(window: Window, file: Path) -> None:
    for text, message in (
        ("x = 1", "mine.py has no function"),
        ("def h(", "mine.py, line 1: SyntaxError: '(' was never closed"),
    ):
        file.write_text(text)
        drop(window, file)
        assert message in window.app.line
        assert window.open == []


def test_a_missing_file_is_reported_when_it_is_used(window: Window, file: Path) -> None:
    drop(window, file)
    window.click_on(("code", "h"))
    file.unlink()
    window.key(pygame.K_s)
    window.wait_for(lambda: not window.is_searching)
    assert "file not found" in " ".join(window.words)
