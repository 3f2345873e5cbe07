"""Opening and closing the window: missing screens and stored settings."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path
from types import ModuleType

import pygame
import pytest

from puzzler.board import Board, Move, Scenario
from puzzler.formats.format import Contents
from puzzler.game.core.settings import Settings
from puzzler.game.storage.settings_file import SettingsKeeper, load_settings
from puzzler.window.common.views import present_view
from puzzler.window.core import display
from puzzler.window.core.window import Window
from puzzler.window.main import app
from puzzler.window.main.loop import GameLoop
from puzzler.window.main.screen import ViewScreen
from tests.game.fakes import blank_store
from tests.window.conftest import bundled_lessons


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize("driver", display.HIDDEN_DRIVERS)
def test_a_dummy_driver_is_an_error_unless_requested(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home, driver: str
) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    assert app.run() == 1
    line = "puzzler: no window can be opened: there is no screen to show it on\n"
    assert capsys.readouterr().err == line
    assert not pygame.display.get_init()
    assert not home.exists()


def test_messages_of_video_drivers_are_discarded(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def complain() -> None:
        os.write(2, b"error: XDG_RUNTIME_DIR is not set\n")
        raise pygame.error("no driver works")

    monkeypatch.setattr(pygame.display, "init", complain)
    assert app.run() == 1
    assert capfd.readouterr().err == "puzzler: no window can be opened: no driver works\n"


def test_frames_do_not_wait_for_garbage_collection(monkeypatch: pytest.MonkeyPatch, home) -> None:
    before, thresholds = gc.get_threshold(), []

    def run(loop: GameLoop) -> None:
        thresholds.append(gc.get_threshold()[2])
        monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 10))
        monkeypatch.setattr(gc, "collect", lambda: thresholds.append("collected"))
        loop._on_rest()

    monkeypatch.setattr(GameLoop, "run", run)
    assert app.run(ONCE) == 0
    assert thresholds == [app.OLD_THRESHOLD, "collected"]
    assert gc.get_threshold() == before
    assert not gc.get_freeze_count()


def test_an_idle_window_collects_the_garbage_of_imports(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collected = []
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 0))
    monkeypatch.setattr(app, "release_pages", lambda: collected.append("pages"))
    monkeypatch.setattr(gc, "collect", lambda: collected.append("garbage"))
    with app.collect_when_idle() as collect:
        collect()
        assert collected == ["pages"]
        monkeypatch.setitem(sys.modules, "a_library", ModuleType("a_library"))
        collect()
        collect()
        assert collected == ["pages", "pages", "garbage", "pages"]
        monkeypatch.setattr(app, "forget_unused", lambda: True)
        collect()
        assert collected[4:] == ["pages", "garbage"]


@pytest.mark.parametrize("kind", [Window, ViewScreen, GameLoop])
def test_a_signal_before_the_first_frame_closes_the_window(
    monkeypatch: pytest.MonkeyPatch, home, kind: type
) -> None:
    frames = []

    class Interrupted(kind):
        def __init__(self, *arguments: object, **options: object) -> None:
            signal.raise_signal(signal.SIGINT)
            super().__init__(*arguments, **options)

    draw = GameLoop.draw
    monkeypatch.setattr(app, kind.__name__, Interrupted)
    monkeypatch.setattr(GameLoop, "draw", lambda loop: [draw(loop), frames.append(loop)])
    with pytest.raises(KeyboardInterrupt):
        app.run(ONCE)
    assert len(frames) == 1
    assert not pygame.display.get_init()


def use(monkeypatch: pytest.MonkeyPatch, *choices: str) -> None:

    def run(loop: GameLoop) -> None:
        assert isinstance(loop.screen, ViewScreen)
        for size in choices:
            loop.screen.session.boards.new(*map(int, size.split("x")))

    monkeypatch.setattr(GameLoop, "run", run)


ONCE = Scenario(Board.parse("1 2 3/4 5 0"), Board.solved(2, 3))


def test_settings_of_the_window_are_stored(monkeypatch: pytest.MonkeyPatch, home) -> None:
    SettingsKeeper(Settings()).keep(Settings(weight=3))
    use(monkeypatch, "4x4", "3x3")
    stored = load_settings()[0]
    assert app.run(ONCE, Settings(weight=2), kept_settings=stored) == 0
    assert load_settings() == (Settings(weight=3, rows=3, columns=3), "")


def test_overrides_are_not_stored(monkeypatch: pytest.MonkeyPatch, home) -> None:
    use(monkeypatch)
    assert app.run(ONCE, Settings(weight=2), kept_settings=Settings()) == 0
    assert app.run() == 0
    assert load_settings() == (Settings(), "")
    assert not (home / "data" / "settings.json").exists()


def test_contents_of_a_file_open_and_its_folder_is_stored(
    monkeypatch, home, tmp_path: Path
) -> None:
    board = Contents(start=Board.parse("3 1/2 0"), goal=None, weight=1.5, form="weighted")
    moves = Contents(start=Board.parse("1 2/0 3"), goal=None, moves=(Move.RIGHT,))
    contents, screens = [], []

    def run(loop: GameLoop) -> None:
        assert isinstance(loop.screen, ViewScreen)
        screens.append(loop.screen)
        contents.append(loop.screen.session)

    monkeypatch.setattr(GameLoop, "run", run)
    file = tmp_path / "boards" / "a.txt"
    file.parent.mkdir()
    assert app.run(contents=board, file=file) == 0
    origin = contents[-1].files.origin
    assert origin is not None and origin.file == file
    assert contents[-1].settings.folder == str(file.parent), "the folder in which Open starts"
    assert (contents[-1].snapshot().play.board, contents[-1].settings.weight) == (board.start, 1.0)
    assert app.run(contents=moves, file=file) == 0
    assert app.run(contents=moves) == 0
    assert [session.snapshot().play.scenario.title for session in contents] == ["a.txt"] * 3, (
        "the interrupted game"
    )


def test_notices_about_settings_and_store_are_shown(monkeypatch: pytest.MonkeyPatch, home) -> None:
    lines, store = list[str](), blank_store()
    store.add_notice("the games are damaged")
    monkeypatch.setattr(app.Store, "open", lambda: store)
    monkeypatch.setattr(GameLoop, "run", lambda loop: lines.append(loop.screen.window.line))
    assert app.run(ONCE, Settings(), notice="the settings are damaged") == 0
    assert lines == ["the settings are damaged; the games are damaged"]


def test_the_window_starts_as_requested_and_shows_a_problem(
    monkeypatch: pytest.MonkeyPatch, home
) -> None:
    lines, begun, shown = list[str](), [], list[str]()

    def run(loop: GameLoop) -> None:
        loop._on_rest()
        lines.append(loop.screen.window.line)
        shown.append(present_view(loop.screen.session).name)

    monkeypatch.setattr(SettingsKeeper, "keep", lambda *_, **__: "the disk is full")
    monkeypatch.setattr(GameLoop, "run", run)
    assert app.run(ONCE, begin=begun.append) == 0
    assert app.run(ONCE, lessons=bundled_lessons()) == 0
    assert lines == ["The disk is full"] * 2 and len(begun) == 1
    assert shown == ["play", "lessons"]
