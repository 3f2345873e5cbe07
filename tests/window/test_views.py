"""The views follow the activity of the session and are opened by keys, switch and menu."""

from __future__ import annotations

import pygame
import pytest

from puzzler.game.core.activity import Page
from puzzler.game.core.settings import Settings
from puzzler.game.play.playing import Playing
from puzzler.game.review.reviewing import Reviewing
from puzzler.window.common import views as module
from puzzler.window.common.actions import actions
from puzzler.window.common.top_bar import MORE, SWITCH, WITHIN
from puzzler.window.common.views import LAB, LESSONS, PLAY, RACE, REVIEW, View, go_to, views
from puzzler.window.toolkit.labels import Text
from tests.window.conftest import NEAR, Opener, Window

CTRL = pygame.KMOD_LCTRL


def open_played(open_board: Opener, **more: object) -> Window:
    window = open_board(NEAR, **more)
    window.click_cell(4)
    window.settle()
    return window


@pytest.mark.parametrize("size", [(1280, 800), (640, 480), (480, 360)], ids=str)
def test_keys_open_views_and_escape_closes_them(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_played(open_board, size=size)
    board = window.play.board
    assert window.screen.view.name == PLAY
    window.key(pygame.K_4, CTRL)
    assert window.screen.view.name == REVIEW
    assert isinstance(window.session.activity, Reviewing)
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == PLAY
    assert window.play.board == board
    window.key(pygame.K_4, CTRL)
    window.key(pygame.K_1, CTRL)
    assert window.screen.view.name == PLAY
    assert isinstance(window.session.activity, Playing)


def test_the_focus_remains_on_the_switch(open_board: Opener) -> None:
    window = open_played(open_board)
    window.key(pygame.K_TAB)
    for name in (REVIEW, LESSONS):
        window.key(pygame.K_RIGHT)
        assert window.screen.view.name == name
        assert window.focused == SWITCH
    window.key(pygame.K_TAB)
    for name in (LAB, RACE):
        window.key(pygame.K_RIGHT)
        assert window.screen.view.name == name
        assert window.focused == WITHIN
    window.key(pygame.K_TAB, pygame.KMOD_LSHIFT)
    for name in (REVIEW, PLAY):
        window.key(pygame.K_LEFT)
        assert window.screen.view.name == name


def test_the_switch_opens_the_last_view_of_a_group(open_board: Opener) -> None:
    window = open_played(open_board)
    board = window.play.board
    window.click(window.find(SWITCH).segments()[2].center)
    assert window.screen.view.name == LESSONS
    window.key(pygame.K_2, CTRL)
    assert window.session.snapshot().lab.board == board
    window.key(pygame.K_1, CTRL)
    window.click(window.find(SWITCH).segments()[2].center)
    assert window.screen.view.name == LAB
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == PLAY
    assert window.play.board == board


@pytest.mark.parametrize("size", [(1280, 800), (640, 480)], ids=str)
def test_actions_without_a_button_are_in_the_menu(
    open_board: Opener, size: tuple[int, int]
) -> None:
    window = open_played(open_board, size=size)
    for key, is_compact in ((pygame.K_1, size[0] < 900), (pygame.K_2, False), (pygame.K_5, False)):
        window.key(key, CTRL)
        here = window.screen.view
        buttons = window.keys
        window.click_on(MORE)
        items = [item.text for item in window.menu.items]
        window.key(pygame.K_ESCAPE)
        for action in actions().values():
            has_line = action.text in items or (
                action.text_now is not None and action.text_now(window.app) in items
            )
            is_listed = action.is_in_more(here) and action.is_here(window.app)
            if is_listed and action.is_enabled(window.app):
                assert has_line is (action.name not in buttons), (here.name, action.name)
        assert any(words.startswith("Race: ") for words in items) is is_compact


def test_in_a_small_window_the_menu_opens_views(open_board: Opener) -> None:
    window = open_played(open_board, size=(640, 480))
    for name in (LAB, LESSONS, RACE):
        assert not window.has(SWITCH)
        window.choose_more(next(view.title for view in views() if view.name == name))
        assert window.screen.view.name == name
        window.click(window.find(SWITCH).segments()[0].center)
        assert window.screen.view.name == PLAY


def test_opening_the_current_view_changes_nothing(open_board: Opener) -> None:
    window = open_board("14 15 8 12/10 11 9 13/2 6 5 1/3 7 0 4")
    window.click_on("watch-or-stop")
    window.key(pygame.K_1, CTRL)
    assert window.is_searching


def test_keys_of_play_have_no_effect_in_review(open_board: Opener) -> None:
    window = open_played(open_board, settings=Settings(instant_shuffle=True))
    before = window.session.context.game.play
    window.key(pygame.K_4, CTRL)
    for key in (pygame.K_n, pygame.K_r, pygame.K_h, pygame.K_e, pygame.K_c, pygame.K_d):
        window.key(key)
        assert window.screen.view.name == REVIEW
    assert not window.has("new")
    assert window.session.context.game.play.scenario == before.scenario


def test_a_view_without_a_board_is_one_page(
    open_board: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Notes(Page):
        pass

    view = View(
        name="notes", title="Notes", key="ctrl+6", purpose="Read notes", icon="lessons",
        build=lambda window: Text("Some notes"), activities=(Notes,),
    )  # fmt: skip
    listed = views()
    monkeypatch.setattr(module, "views", lambda: (*listed, view))
    window = open_played(open_board)
    board = window.play.board
    go_to(view, window.app)
    window.frame()
    assert window.screen.view is view
    assert "Some notes" in window.words
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == PLAY
    assert window.play.board == board
