"""Zen mode, the picture while a key is held, and the timer of a small window."""

from __future__ import annotations

import pygame

from puzzler.game.core.settings import Settings, TileFace
from puzzler.humanize import running_time
from puzzler.window.common.board import BOARD
from puzzler.window.common.track_bar import TRACK
from puzzler.window.toolkit.labels import Text
from tests.window.conftest import NEAR, Opener


def test_zen_shows_only_board_and_clock_until_escape(open_board: Opener) -> None:
    window = open_board(NEAR)
    everything = window.keys
    window.point(window.find("new").rect.center)
    assert window.app.ui.hovered == "new"
    window.key(pygame.K_z, pygame.KMOD_LSHIFT)
    assert window.app.ui.hovered is None, "the button has gone"
    window.settle()
    assert window.keys == {BOARD}
    assert running_time(0) in window.words
    window.key(pygame.K_ESCAPE)
    window.settle()
    assert window.keys == everything


def test_the_result_of_a_solve_is_shown_in_zen(open_board: Opener) -> None:
    window = open_board("1 2 3/4 5 6/0 7 8")
    window.key(pygame.K_z, pygame.KMOD_LSHIFT)
    for _ in range(2):
        window.key(pygame.K_LEFT)
    window.settle()
    assert window.play.is_solved
    assert window.keys > {BOARD}


def test_the_complete_picture_is_shown_while_a_key_is_held(open_board: Opener) -> None:
    window = open_board(NEAR, settings=Settings(face=TileFace.PICTURE))
    window.wait_for(lambda: window.app.view.skin.picture is not None)
    window.key(pygame.K_p, pygame.KMOD_LSHIFT)
    assert window.app.view.completion == 1
    window.send(pygame.Event(pygame.KEYUP, key=pygame.K_p, mod=0))
    assert window.app.view.completion == 0


def test_the_timer_of_a_small_window_is_large_if_it_fits(open_board: Opener) -> None:
    for size in ((640, 480), (480, 360)):
        window = open_board(NEAR, size=size)
        live = next(each for each in window.elements() if each.key == "clock")
        [clock] = live.children
        assert isinstance(clock, Text)
        assert clock.size == 28


def test_the_track_of_a_solution_is_shown_in_zen(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_z, pygame.KMOD_LSHIFT)
    window.key(pygame.K_s)
    window.wait_for(lambda: window.session.activity.timeline is not None)
    window.frame()
    assert window.has(TRACK)
