"""The settings: every change by pointer or keyboard applies immediately."""

from __future__ import annotations

import pygame
import pytest

from puzzler.game.core.settings import Settings
from puzzler.search.options import Limit
from puzzler.window.core.themes import find_themes
from puzzler.window.dialogs.settings import PAGES, fitting_scales
from puzzler.window.toolkit.labels import Text
from tests.window.conftest import NEAR, Opener, Window

CTRL = pygame.KMOD_LCTRL


@pytest.fixture
def window(open_board: Opener) -> Window:
    window = open_board(NEAR)
    window.key(pygame.K_F2)
    return window


def turn_to(window: Window, page: int) -> None:
    window.walk_to("tabs")
    for _ in range(6):
        window.key(pygame.K_LEFT)
    for _ in range(page):
        window.key(pygame.K_RIGHT)


def test_a_theme_is_chosen_from_a_list(window: Window) -> None:
    window.click_on("theme")
    assert window.open == ["settings", "menu"]
    window.key(pygame.K_END)
    window.key(pygame.K_RETURN)
    last, title = list(find_themes().items())[-1]
    assert (window.session.settings.theme, window.app.painter.theme.title) == (last, title)
    window.walk_to("theme")
    window.key(pygame.K_UP)
    assert window.session.settings.theme != last


def test_no_text_is_cut_in_the_smallest_window(open_board: Opener) -> None:
    window = open_board(NEAR, size=(480, 360))
    window.key(pygame.K_F2)
    for page in range(len(PAGES)):
        turn_to(window, page)
        window.frame()
        texts = [e for e in window.elements(window.ui.top.root) if isinstance(e, Text)]
        assert [text.text for text in texts if text.is_cut] == []


def test_every_setting_applies_immediately(window: Window) -> None:
    window.walk_to("reduced_motion")
    window.key(pygame.K_DOWN)
    turn_to(window, 1)
    window.click_on("coach")
    window.click_on("blindfold")
    window.walk_to("inspection")
    window.key(pygame.K_DOWN)
    turn_to(window, 2)
    window.click_on("arrows_move_blank")
    turn_to(window, 3)
    for name in ("time_limit", "memory_limit"):
        window.walk_to(name)
        window.key(pygame.K_DOWN)
    turn_to(window, 4)
    window.walk_to("volume")
    window.key(pygame.K_HOME)
    window.click_on("is_muted")
    settings = window.session.settings
    assert settings.reduced_motion and settings.coach and settings.blindfold
    assert settings.arrows_move_blank and settings.is_muted
    assert (settings.inspection, settings.volume) == (5, 0)
    limit = window.session.snapshot().watch.method.limit
    assert limit == Limit(seconds=10, memory_bytes=256_000_000)
    changed = window.session.settings
    window.click_on("reset")
    assert window.session.settings == changed, "a question is displayed first"
    window.click_on("keep")
    assert window.session.settings == changed
    window.click_on("reset")
    window.click_on("confirm")
    assert window.session.settings == Settings()
    assert window.open == ["settings"]
    assert "All settings have their default values." in window.dialog_words
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_F2)
    assert "All settings have" not in window.dialog_words


def test_keys_change_the_interface_size_during_a_dialog(window: Window) -> None:
    window.key(pygame.K_EQUALS, CTRL)
    assert window.app.painter.scale == 1.1
    window.key(pygame.K_0, CTRL)
    assert window.session.settings.interface_scale is None
    for _ in range(9):
        window.key(pygame.K_MINUS, CTRL)
    assert window.app.painter.scale == 0.75


def test_the_dialog_has_the_same_position_on_every_page(window: Window) -> None:
    places = set()
    for page in range(6):
        turn_to(window, page)
        places.add((tuple(window.find("tabs").rect), tuple(window.find("dialog").rect)))
    assert len(places) == 1


def test_only_scales_that_fit_can_be_chosen(open_board: Opener) -> None:
    for size, largest in (((1280, 800), 1.5), ((640, 480), 1.0), ((3840, 2160), 3.0)):
        fitting = fitting_scales(size)
        assert max(fitting) == largest
        window = open_board(NEAR, size=size)
        for scale in fitting:
            window.app.set(interface_scale=scale)
            window.frame()
            assert window.app.painter.scale == scale
    window = open_board(NEAR, settings=Settings(interface_scale=3.0))
    window.key(pygame.K_F2)
    scales = window.find("interface_scale")
    assert scales.options[-1].text == "300%, here 167%"
