"""Rules for every dialog: it fits, it closes, it blocks the window below, and the timer stops."""

from __future__ import annotations

import pygame
import pytest

from puzzler.game.core.texts import goal_title
from puzzler.window.toolkit.element import walk
from puzzler.window.toolkit.labels import Text
from tests.window.conftest import HARD, NEAR, Opener, Window

CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT
SIZES = [(480, 360), (640, 480), (1280, 800), (3840, 2160)]
DIALOGS = {
    "new board": (pygame.K_b, 0),
    "tile faces": (pygame.K_p, 0),
    "statistics": (pygame.K_t, 0),
    "goal": (pygame.K_g, 0),
    "help": (pygame.K_F1, 0),
    "settings": (pygame.K_F2, 0),
    "open file": (pygame.K_o, CTRL),
    "save file": (pygame.K_s, CTRL),
    "save picture": (pygame.K_p, CTRL | SHIFT),
    "save animation": (pygame.K_a, CTRL | SHIFT),
}
every_dialog = pytest.mark.parametrize("name", DIALOGS)


@pytest.mark.parametrize("size", SIZES, ids=str)
@every_dialog
def test_every_dialog_fits_and_its_controls_are_large_enough(
    open_board: Opener, size: tuple[int, int], name: str
) -> None:
    window = open_board(HARD, size=size)
    if name == "save animation":
        window.click_cell(4)
    window.key(*DIALOGS[name])
    assert len(window.open) == 1
    window.check_dialog()
    ui = window.app.ui
    for target in ui.top.frame.targets:
        if ui.focused is not None and target.element.key == ui.focused and target.clip:
            assert target.clip.contains(target.element.rect), "the focused control must be visible"


@pytest.mark.parametrize("name", [name for name in DIALOGS if name != "save animation"])
def test_every_dialog_blocks_input_below_and_closes(window: Window, name: str) -> None:
    key, tray = DIALOGS[name], window.app.view.geometry.tray
    window.key(*key)
    window.key(pygame.K_LEFT)
    window.click(tray.topleft if name == "goal" else (3, window.app.size[1] // 2))
    assert str(window.play.board) == NEAR
    assert window.open == [], "a press outside closes the dialog"
    window.key(*key)
    window.key(pygame.K_ESCAPE)
    assert window.open == []
    window.key(*key)
    window.click_on("close")
    assert window.open == []


def test_the_open_help_follows_the_size_of_the_window(open_board: Opener) -> None:
    def places(window: Window) -> list[pygame.Rect]:
        return [node.rect for node in window.screen.describe().walk() if node.role == "LABEL"]

    window = open_board(NEAR)
    window.key(*DIALOGS["help"])
    window.screen.resize((1920, 1080))
    resized = places(window)
    window = open_board(NEAR, size=(1920, 1080))
    window.key(*DIALOGS["help"])
    assert resized == places(window)


def test_the_goal_of_the_game_is_displayed(open_board: Opener) -> None:
    window = open_board(NEAR, goal="8 7 6/5 4 3/2 1 0")
    window.key(pygame.K_g)
    assert goal_title(window.play.goal) in window.dialog_words


def test_a_dialog_stops_the_timer(open_board: Opener) -> None:
    window = open_board(HARD)
    window.click_cell(4)
    window.frame(60)
    for name in ("help", "settings", "new board", "goal"):
        before = window.session.activity.play.seconds
        window.key(*DIALOGS[name])
        assert window.screen.seconds_to_change() is None
        window.now += 5
        window.frame(2)
        window.key(pygame.K_ESCAPE)
        assert window.session.activity.play.seconds - before < 0.2
    before = window.session.activity.play.seconds
    window.frame(60)
    assert window.session.activity.play.seconds - before > 0.9


def test_a_dialog_releases_a_dragged_tile(window: Window) -> None:
    window.press(window.app.view.geometry.cells[8].center)
    window.key(pygame.K_F1)
    assert window.app.view.hold is None
    window.release(window.app.view.geometry.cells[5].center)
    window.key(pygame.K_ESCAPE)
    assert str(window.play.board) == NEAR


def test_help_opens_the_lessons_on_solving_by_hand(window: Window) -> None:
    window.key(pygame.K_F1)
    window.click_on("learn")
    assert not window.open and window.screen.view.name == "lessons"


@pytest.mark.parametrize("size", [(480, 360), (640, 480), (1280, 800)], ids=str)
def test_help_cuts_no_keys(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(NEAR, size=size)
    window.key(*DIALOGS["help"])
    window.settle()
    texts = [each for each in walk(window.app.ui.top.root) if isinstance(each, Text)]
    assert len(texts) > 50 and not [text.text for text in texts if text.is_cut]
