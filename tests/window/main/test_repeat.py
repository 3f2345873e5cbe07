"""Held keys repeat in text, lists and tracks, and never move more than one tile."""

from __future__ import annotations

import pygame
import pytest

from puzzler.window.play.editing import TEXT
from tests.window.conftest import HARD, Opener, Window

SECOND = 1.0
PER_SECOND = 18
"""Repetitions in the first second: after 0.4 s, one every 35 ms, rounded to frames of 1/60 s."""


@pytest.fixture
def field(window: Window) -> Window:
    """Return the field of the editor with the caret at its end."""
    window.key(pygame.K_e)
    window.click_on(TEXT)
    window.key(pygame.K_END)
    window.frame()
    return window


def text_of(window: Window) -> str:
    return window.find(TEXT).own_state(window.ui).text


def test_backspace_and_delete_repeat_in_a_field(field: Window) -> None:
    field.type("1" * 60)
    before = text_of(field)
    field.hold(pygame.K_BACKSPACE, seconds=0.3)
    assert text_of(field) == before[:-1], "a short press is one letter"
    field.key(pygame.K_BACKSPACE)
    field.frame(60)
    assert text_of(field) == before[:-2], "a released key does not repeat"
    field.hold(pygame.K_BACKSPACE, seconds=SECOND)
    removed = len(before) - 2 - len(text_of(field))
    assert PER_SECOND / 2 < removed <= PER_SECOND


def test_another_key_or_losing_the_keyboard_ends_the_repetition(field: Window) -> None:
    field.type("1" * 60)
    for event in (
        pygame.Event(pygame.KEYDOWN, key=pygame.K_HOME, mod=0, unicode=""),
        pygame.Event(pygame.WINDOWFOCUSLOST),
    ):
        field.hold(pygame.K_BACKSPACE)
        field.send(event)
        before = text_of(field)
        field.send(pygame.Event(pygame.KEYUP, key=pygame.K_HOME, mod=0, unicode=""))
        field.frame(60)
        assert text_of(field) == before


def test_an_idle_window_wakes_for_a_held_key(field: Window) -> None:
    field.settle()
    field.hold(pygame.K_LEFT)
    field.frame()
    assert 0 < field.screen.seconds_to_change() <= 0.4


def test_keys_repeat_in_lists(window: Window) -> None:
    window.click_on("more")
    window.hold(pygame.K_DOWN, seconds=0.5)
    assert window.menu.own_state(window.ui).marked > 1


def test_undo_repeats_and_tiles_move_once_for_each_press(open_board: Opener) -> None:
    window = open_board(HARD)
    keys = (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_UP, pygame.K_LEFT)
    for key in keys * 3:
        before = window.play.board
        window.hold(key, seconds=SECOND)
        window.frame()
        moved = window.play.board
        assert moved.tiles.index(0) != before.tiles.index(0)
    assert window.play.move_count == 12
    window.hold(pygame.K_z, pygame.KMOD_CTRL, seconds=SECOND)
    assert window.play.move_count == 0
    window.hold(pygame.K_y, pygame.KMOD_CTRL, seconds=SECOND)
    assert window.play.move_count == 12
