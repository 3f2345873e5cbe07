"""Assigning keys: conflicts are reported, and the defaults can be restored."""

from __future__ import annotations

import pygame
import pytest

from puzzler.window.common.actions import actions
from puzzler.window.core.keymap import chord, chord_name
from tests.window.conftest import Window

CTRL = pygame.KMOD_LCTRL


def open_keys(window: Window) -> None:
    window.key(pygame.K_F2)
    window.walk_to("tabs")
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT)
    window.click_on("keys")


def choose(window: Window, name: str) -> None:
    window.find("actions").on_choose([*window.app.keymap.titles].index(name))
    window.frame()


def assign(window: Window, name: str, key: int, mod: int = 0) -> None:
    choose(window, name)
    window.key(key, mod)
    window.frame(2)


@pytest.mark.parametrize("size", [(480, 360), (640, 480), (1280, 800)], ids=str)
def test_a_pressed_key_is_assigned_to_the_action(window: Window) -> None:
    open_keys(window)
    window.check_dialog()
    assign(window, "new", pygame.K_n, CTRL)
    assert window.session.settings.keys == {"new": ("ctrl+n",)}
    assert "Ctrl+N is now the key of “Shuffle a new board”." in window.dialog_words
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_ESCAPE)
    board = window.play.scenario
    window.key(pygame.K_n)
    assert window.play.scenario == board
    window.key(pygame.K_n, CTRL)
    window.settle()
    assert window.play.scenario != board


def test_a_conflict_is_reported_and_the_other_action_loses_the_key(window: Window) -> None:
    open_keys(window)
    assign(window, "hint", pygame.K_n)
    assert (
        "It is no longer a key of “Shuffle a new board” and “Another board”." in window.dialog_words
    )
    assert window.app.keymap.hint("new") == "" and window.app.keymap.hint("hint") == "N"
    assign(window, "coach", pygame.K_n)
    assert window.session.settings.keys == {"hint": (), "coach": ("n",)}
    window.click_on("reset keys")
    window.frame(2)
    assert window.session.settings.keys == {}
    assert window.app.keymap.hint("new") == "N"


def test_escape_cancels_and_the_default_of_one_action_returns(window: Window) -> None:
    open_keys(window)
    choose(window, "hint")
    window.key(pygame.K_LSHIFT)
    window.key(pygame.K_ESCAPE)
    assert window.session.settings.keys == {} and window.open[-1] == "keys"
    assign(window, "hint", pygame.K_UP)
    assert window.session.settings.keys == {"hint": ("up",)}
    choose(window, "hint")
    window.click_on("default key")
    assert window.session.settings.keys == {}


def test_a_pressed_key_has_the_name_that_settings_use() -> None:
    for action in actions().values():
        for name in action.keys:
            key, has_ctrl, has_shift = chord(name)
            modifiers = CTRL * has_ctrl | pygame.KMOD_LSHIFT * has_shift
            assert chord(chord_name(key, modifiers)) == chord(name)
    assert chord_name(pygame.K_LCTRL, CTRL) == ""
