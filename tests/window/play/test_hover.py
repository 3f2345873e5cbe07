"""Hover control: the tile under the pointer moves without a click."""

from __future__ import annotations

import pygame
import pytest

from puzzler.board import Board
from puzzler.game.core.settings import Settings
from tests.window.conftest import Opener, Window

HOVER = Settings(hover=True, instant_shuffle=True)
START = "1 2 3/4 5 6/7 0 8"


@pytest.fixture
def hovered(open_board: Opener) -> Window:
    window = open_board(START, settings=HOVER)
    point(window, 7)
    return window


def point(window: Window, cell: int) -> None:
    window.point(window.app.view.geometry.cells[cell].center)


def test_a_tile_moves_when_the_pointer_enters_it(hovered: Window) -> None:
    point(hovered, 4)
    assert hovered.play.board == Board.parse("1 2 3/4 0 6/7 5 8")
    hovered.point(hovered.app.view.geometry.cells[4].move(3, 3).center)
    assert hovered.play.move_count == 1


def test_tiles_of_a_row_move_together_when_the_pointer_skips_cells(open_board: Opener) -> None:
    window = open_board("1 2 3/4 5 6/0 7 8", settings=HOVER)
    window.point(window.app.view.geometry.cells[8].move(0, 300).center)
    point(window, 8)
    assert window.play.board == Board.solved(3, 3)


def test_a_fast_pointer_enters_the_cells_between_two_events(hovered: Window) -> None:
    point(hovered, 1)
    assert hovered.play.board == Board.parse("1 0 3/4 2 6/7 5 8")


@pytest.mark.parametrize("is_on", [True, False])
def test_nothing_moves_without_the_setting_or_with_a_button(hovered: Window, is_on: bool) -> None:
    hovered.app.set(hover=is_on)
    at = hovered.app.view.geometry.cells[4].center
    buttons = (0, 0, int(is_on))
    hovered.send(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=buttons))
    assert hovered.play.move_count == 0


def test_ctrl_suspends_hover_control(hovered: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LCTRL)
    point(hovered, 4)
    assert hovered.play.move_count == 0


def test_a_pause_and_a_dialog_suspend_hover_control(hovered: Window) -> None:
    point(hovered, 4)
    hovered.key(pygame.K_SPACE)
    hovered.frame()
    point(hovered, 3)
    assert hovered.play.move_count == 1


def test_450_moves_with_keys_in_between_are_made(hovered: Window) -> None:
    """10 s at 45 moves a second. Every tenth move is made by a key."""
    circle = (4, 3, 6, 7)
    for number in range(450):
        cell = circle[number % 4]
        if number % 10 == 9:
            keys = {4: pygame.K_DOWN, 3: pygame.K_RIGHT, 6: pygame.K_UP, 7: pygame.K_LEFT}
            hovered.key(keys[cell])
        point(hovered, cell)
        if number % 45 == 0:
            hovered.frame()
    assert hovered.play.move_count == 450


def test_a_pointer_that_enters_the_window_moves_no_tile(hovered: Window) -> None:
    hovered.send(pygame.Event(pygame.WINDOWLEAVE))
    point(hovered, 8)
    assert hovered.play.move_count == 0
    point(hovered, 7)
    point(hovered, 8)
    assert hovered.play.is_solved
    hovered.settle()
    point(hovered, 7)
    assert hovered.play.is_solved, "a solved board is locked"
