"""Presentation mode: the panel that fills the window, changing it and leaving the mode."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from puzzler.game.core.texts import COUNTS_AS_COACHED
from puzzler.window.common.presenting import PANELS
from puzzler.window.common.top_bar import MORE
from puzzler.window.common.track_bar import BOTTOM_BAR
from puzzler.window.common.views import LAB, LESSONS, PLAY, RACE, REVIEW
from tests.window.conftest import HARD, NEAR, Opener, Window
from tests.window.layout import check_layout

CTRL = pygame.KMOD_LCTRL
KEYS = {LAB: pygame.K_2, RACE: pygame.K_3, REVIEW: pygame.K_4, LESSONS: pygame.K_5}
SHOWN = {
    PLAY: ([], ""),
    LAB: (["State", "Frontier", "Tree", "Plots", "Map", "Code"], "Frontier"),
    REVIEW: (["Board", "Curve"], "Curve"),
}


def strip(window: Window) -> tuple[list[str], str]:
    """Return the titles of the panels and the current one, or nothing for a single panel."""
    tabs: Any = window.element(PANELS)
    return ([], "") if tabs is None else ([option.text for option in tabs.options], tabs.label)


def contents_of(open_board: Opener, view: str, size: tuple[int, int] = (1280, 800)) -> Window:
    window = open_board(NEAR if view in (PLAY, REVIEW) else HARD, size=size)
    if view in (PLAY, REVIEW):
        window.click_cell(4)
        window.settle()
    if view != PLAY:
        window.key(KEYS[view], CTRL)
        window.settle()
    assert window.screen.view.name == view
    return window


@pytest.mark.parametrize("view", SHOWN)
@pytest.mark.parametrize("key", [pygame.K_F5, pygame.K_ESCAPE])
def test_one_panel_fills_the_window_until_f5_or_escape(
    open_board: Opener, view: str, key: int
) -> None:
    window = contents_of(open_board, view)
    before = window.ui.painter.scale
    window.key(pygame.K_F5)
    titles, shown = SHOWN[view]
    assert strip(window) == (titles, shown)
    assert window.ui.painter.scale == pytest.approx(800 / 480)
    assert window.app.is_presenting and window.has("present")
    assert not window.has("view") and not window.has(MORE)
    assert view == PLAY or window.has("track")
    window.key(key)
    assert window.screen.view.name == view
    assert window.ui.painter.scale == before
    assert not window.has(PANELS) and window.has("view")


def test_brackets_and_arrows_change_the_panel_and_keep_the_tab(
    open_board: Opener,
) -> None:
    window = contents_of(open_board, LAB)
    window.key(pygame.K_F5)
    titles, _ = SHOWN[LAB]
    window.key(pygame.K_LEFTBRACKET)
    assert strip(window)[1] == titles[0]
    for title in titles:
        assert strip(window)[1] == title
        window.key(pygame.K_RIGHTBRACKET)
    assert strip(window)[1] == titles[0]
    window.walk_to(PANELS)
    for title in titles[1:3]:
        window.key(pygame.K_RIGHT)
        assert strip(window)[1] == title
    window.key(pygame.K_F5)
    assert window.find("lab tab").label == "Tree"


def test_track_keys_work_and_other_views_can_be_presented(open_board: Opener) -> None:
    window = contents_of(open_board, LAB)
    window.key(pygame.K_F5)
    window.key(pygame.K_RIGHT)
    lab = window.session.lab.current
    window.wait_for(lambda: lab.state().expansions == 1 and not lab.is_busy)
    window.key(pygame.K_3, CTRL)
    window.settle()
    assert window.screen.view.name == RACE and window.app.is_presenting
    assert not window.has("view") and window.has("track")


def test_the_interface_scale_of_the_settings_is_unchanged(open_board: Opener) -> None:
    window = contents_of(open_board, PLAY)
    window.key(pygame.K_F5)
    window.key(pygame.K_MINUS, CTRL)
    assert window.session.settings.interface_scale is None
    window.key(pygame.K_F5)
    window.key(pygame.K_MINUS, CTRL)
    small = window.session.settings.interface_scale
    assert small is not None
    window.key(pygame.K_MINUS, CTRL)
    smaller = window.session.settings.interface_scale
    assert smaller is not None and smaller < small
    window.key(pygame.K_EQUALS, CTRL)
    assert window.session.settings.interface_scale == small


@pytest.mark.parametrize("size", [(480, 360), (600, 900), (1920, 1080)], ids=str)
@pytest.mark.parametrize("view", [PLAY, *KEYS])
def test_every_panel_fits(open_board: Opener, view: str, size: tuple[int, int]) -> None:
    window = contents_of(open_board, view, size)
    window.key(pygame.K_F5)
    if view == LESSONS:  # the list has no panels and is shown completely at the larger scale
        assert window.has(MORE)
    for _ in strip(window)[0] or [""]:
        window.key(pygame.K_RIGHTBRACKET)
        window.settle()
        check_layout(window)
        bottom = window.element(BOTTOM_BAR)
        assert bottom is None or bottom.rect.bottom == window.app.size[1]


def test_a_message_is_readable_next_to_the_panels_of_the_lab(open_board: Opener) -> None:
    window = contents_of(open_board, LAB)
    window.key(pygame.K_F5)
    window.app.say(COUNTS_AS_COACHED)
    window.settle()
    assert not window.element("presented line").is_cut
