"""Messages are shown until the next action or while they are true."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from puzzler.game.core.settings import Settings
from puzzler.game.core.texts import GAME_PAUSED
from puzzler.search.report.texts import SEARCH_STOPPED
from puzzler.window.play.status import message
from tests.window.conftest import HARD, Opener, Window

CTRL = pygame.KMOD_CTRL
COPIED = "Copied the 3×3 board."


def copy(window: Window) -> None:
    window.key(pygame.K_c, CTRL)
    assert message(window.app) == COPIED


@pytest.mark.parametrize(
    "act",
    [
        lambda window: window.key(pygame.K_n),
        lambda window: window.key(pygame.K_DOWN),
        lambda window: window.key(pygame.K_m),
        lambda window: window.key(pygame.K_TAB),
        lambda window: window.click_cell(8),
        lambda window: window.click_on("new"),
        lambda window: window.click_on("more"),
    ],
)
def test_a_message_ends_with_the_next_action(
    window: Window, act: Callable[[Window], object]
) -> None:
    copy(window)
    act(window)
    assert COPIED not in message(window.app)
    window.settle()
    assert COPIED not in message(window.app)


def test_input_without_effect_keeps_the_message(window: Window) -> None:
    copy(window)
    window.key(pygame.K_LSHIFT)
    window.key(pygame.K_F9)
    window.click((2, window.app.size[1] - 2))
    window.point((300, 300))
    window.wheel(1)
    window.now += 60
    window.frame()
    assert message(window.app) == COPIED
    copy(window)


def test_an_older_message_does_not_return(window: Window) -> None:
    window.clipboard.text = HARD
    window.key(pygame.K_v, CTRL)
    assert message(window.app).startswith("Pasted board")
    copy(window)
    window.key(pygame.K_m)
    assert not window.app.line
    window.clipboard.text = "no board"
    window.key(pygame.K_v, CTRL)
    assert "'no' is not a tile" in message(window.app)
    window.key(pygame.K_m)
    assert not window.app.line


def test_a_message_about_a_pause_lasts_as_long_as_the_pause(window: Window) -> None:
    window.key(pygame.K_DOWN)
    window.key(pygame.K_SPACE)
    assert message(window.app) == GAME_PAUSED
    copy(window)
    window.key(pygame.K_m)
    assert message(window.app) == GAME_PAUSED
    window.key(pygame.K_SPACE)
    assert not window.app.line


def test_a_message_about_a_search_lasts_as_long_as_the_search(open_board: Opener) -> None:
    # without compilation this takes longer than the test
    hard = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 0 4"
    window = open_board(hard, settings=Settings(algorithm="astar"))
    window.key(pygame.K_s)
    line = window.app.line
    assert line
    window.key(pygame.K_c, CTRL)
    assert message(window.app) == "Copied the 4×4 board."
    window.key(pygame.K_m)
    assert window.is_searching
    assert window.app.line == line
    window.key(pygame.K_ESCAPE)
    assert window.app.line == SEARCH_STOPPED
    window.key(pygame.K_m)
    assert not window.app.line


def test_the_same_message_is_shown_again_in_the_bar(window: Window) -> None:
    window.key(pygame.K_2, CTRL)
    window.settle()

    def is_shown() -> bool:
        window.frame(2)
        return "Copied" in window.element("said").text

    for _ in range(2):
        window.key(pygame.K_c, CTRL)
        assert is_shown()
        for _ in range(20):
            window.now += 1
            window.frame()
        assert not is_shown()
