"""The editor, hints, and the welcome of the first run."""

from __future__ import annotations

import pygame
import pytest

from puzzler.board import Board
from puzzler.game.core.settings import Settings
from puzzler.game.play.editing import Editing, EditTarget
from puzzler.game.play.playing import Playing
from tests.window.conftest import HARD, NEAR, Opener, Window

CTRL = pygame.KMOD_LCTRL


def test_the_editor_can_be_used_by_pointer(window: Window) -> None:
    window.choose_more("Edit the board")
    assert isinstance(window.session.activity, Editing)
    window.click_cell(3)
    window.click_cell(7)
    assert not window.find("done").is_enabled
    window.click_on("make solvable")
    assert window.find("done").is_enabled
    edited = window.play.board
    window.click_on("done")
    assert isinstance(window.session.activity, Playing)
    assert window.play.board == edited != Board.parse(NEAR)
    for kind in (Editing, Playing):
        window.key(pygame.K_e)
        assert isinstance(window.session.activity, kind), "the key opens and closes the editor"


def test_a_solved_draft_is_reported_and_only_the_board_is_made_solvable(open_board: Opener) -> None:
    window = open_board("1 2 3/4 5 6/7 8 0")
    window.key(pygame.K_e)
    assert window.element("problem").text == "This board is solved already"
    assert not window.has("make solvable")
    window.click_cell(3)
    window.click_cell(7)
    assert window.has("make solvable")
    window.session.editor.turn_to(EditTarget.GOAL)
    window.frame(2)
    assert "Editing the goal" in window.words
    assert not window.has("make solvable"), "that would change the hidden board"
    window.click_on("show goal")
    assert window.session.editor.target is EditTarget.BOARD, "after a click on the small board"


@pytest.mark.parametrize("size", [(640, 480), (1280, 800)], ids=str)
def test_the_field_is_as_wide_as_the_board(window: Window) -> None:
    window.key(pygame.K_e)
    window.frame(2)
    tray, margin = window.app.view.geometry.tray, window.app.painter.px(16)
    left, right = window.find("board text").rect.left, window.find("paste board").rect.right
    assert tray.left - margin <= left and right <= tray.right + margin


def test_the_editor_can_be_used_by_keyboard(window: Window) -> None:
    window.key(pygame.K_e)
    for key in (pygame.K_UP, pygame.K_SPACE, pygame.K_LEFT, pygame.K_RETURN):
        window.key(key)
    assert str(window.play.board) == "1 3 2/4 5 0/7 8 6"
    window.key(pygame.K_SPACE)
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.session.activity, Editing), "the first press only deselects the tile"
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.session.activity, Playing)
    assert str(window.play.board) == NEAR


def test_a_hint_has_two_stages(open_board: Opener) -> None:
    window = open_board(NEAR, advises=True)
    window.key(pygame.K_h)
    window.wait_for(lambda: bool(window.app.view.marks))
    assert [(mark.cell, mark.move) for mark in window.app.view.marks] == [(8, None)]
    window.click_on("hint")
    window.wait_for(lambda: window.app.view.marks[0].move is not None)
    window.click_cell(8)
    assert window.play.is_solved
    assert window.play.assisted
    assert not window.app.view.marks


def test_the_editor_shows_nothing_of_the_previous_play(open_board: Opener) -> None:
    window = open_board(HARD)
    window.click_cell(4)
    window.session.watch.start()
    window.wait_for(lambda: bool(window.session.watch.rows))
    window.session.stop()
    window.key(pygame.K_e)
    assert window.element("edit notes") is not None and window.has("done")
    assert window.has("board text")
    assert not {"Moves", "Time", "Shortest", "Searches"} & window.words
    window.key(pygame.K_ESCAPE)
    assert window.element("edit notes") is None and "Moves" in window.words


@pytest.mark.parametrize("size", [(480, 360), (640, 480), (1280, 800)], ids=str)
def test_a_board_can_be_typed(window: Window) -> None:
    window.key(pygame.K_e)
    field = window.find("board text")
    assert field.text == NEAR
    window.click_on("board text")
    window.type("8 6 7/2 5 4/3 0 x")
    assert str(window.play.board) == NEAR
    problem = window.element("problem")
    assert "x" in problem.text
    assert not window.find("done").is_enabled, "the draft is not the typed text"
    window.key(pygame.K_BACKSPACE)
    window.type("1")
    assert str(window.play.board) == HARD
    assert window.find("done").is_enabled
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.session.activity, Editing), "the first press only leaves the field"
    window.click_on("done")
    assert isinstance(window.session.activity, Playing)
    assert str(window.play.board) == HARD


def test_an_empty_clipboard_leaves_the_board_playable(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_e)
    window.clipboard.text = ""
    window.click_on("paste board")
    assert window.element("problem").text == "The clipboard is empty."
    assert window.find("done").is_enabled


def test_the_first_run_has_a_welcome_once(open_board: Opener) -> None:
    window = open_board(NEAR, welcomes=True)
    assert "Click or drag" in window.words
    window.click(window.element("welcome").rect.center)
    assert str(window.play.board) == NEAR, "the click must not move the tile below"
    window.key(pygame.K_4, CTRL)
    window.key(pygame.K_1, CTRL)
    assert "Click or drag" in window.words, "opening another view is not a move"
    window.click_cell(8)
    window.frame(2)
    assert "Click or drag" not in window.words
    assert window.session.kept_settings.is_welcomed


def test_the_welcome_covers_no_notice(open_board: Opener) -> None:
    settings = Settings(keys={"fly": ("f",)})
    window = open_board(NEAR, settings=settings, welcomes=True)
    assert window.app.line
    assert "Click or drag" not in window.words


def test_the_cursor_of_the_keyboard_is_shown_until_a_click(window: Window) -> None:
    window.key(pygame.K_e)
    editing = window.session.editor
    before = editing.cursor
    window.key(pygame.K_UP, CTRL)
    window.key(pygame.K_TAB)
    window.key(pygame.K_UP)
    assert editing.cursor == before, "the key belongs to the focused control"
    window.ui.focus(None)
    window.key(pygame.K_UP)
    assert editing.cursor != before
    assert [mark.is_slight for mark in window.app.view.marks] == [True]
    window.click_cell(0)
    assert [(mark.cell, mark.is_slight) for mark in window.app.view.marks] == [(0, False)]


def test_leaving_the_field_discards_an_invalid_text(window: Window) -> None:
    window.key(pygame.K_e)
    for leave in (pygame.K_ESCAPE, pygame.K_RETURN):
        window.click_on("board text")
        window.type("x")
        assert not window.find("done").is_enabled
        window.key(leave)
        window.frame()
        is_left = leave == pygame.K_ESCAPE
        assert (window.find("board text").text == NEAR) is is_left, "Enter needs a valid text"
        assert window.find("done").is_enabled is is_left
        assert (window.element("problem").text == "This board can be solved") is is_left
    window.key(pygame.K_BACKSPACE)
    window.type(HARD)
    window.key(pygame.K_RETURN)
    assert window.focused is None and str(window.play.board) == HARD


def test_a_pasted_text_that_is_no_board_can_be_corrected(window: Window) -> None:
    window.key(pygame.K_e)
    window.clipboard.text = text = "hello there 1"
    window.click_on("paste board")
    assert (window.focused, window.find("board text").text) == ("board text", text)
    assert "hello" in window.element("problem").text
    window.click_cell(0)
    window.click_cell(1)
    assert "hello" not in window.element("problem").text, "it was the error of the text"


def test_the_editor_has_no_restart(window: Window) -> None:
    window.key(pygame.K_e)
    window.click_on("more")
    assert "Restart this board" not in window.choices()
