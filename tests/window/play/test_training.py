"""Time to look, the relay and the board of the day, as they are seen and chosen."""

from __future__ import annotations

import pygame
import pytest

from puzzler.game.play.challenges import Challenges
from puzzler.game.play.difficulty import CHOICES, Difficulty
from puzzler.game.play.relay import STAGES, RelayState, Split
from puzzler.game.play.settings import Settings
from puzzler.humanize import NOTHING
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.toolkit.labels import Text
from tests.window.conftest import NEAR, Opener, Window
from tests.window.layout import FEW_SIZES, check_layout

AT_ONCE = Settings(instant_shuffle=True)


def sheet_of(window: Window) -> Sheet:
    assert isinstance(window.desk.overlays.top, Sheet)
    return window.desk.overlays.top


def press(window: Window, name: str, *, by_mouse: bool) -> None:
    """Press a button of the sheet."""
    controls = sheet_of(window).controls
    button = next(control for control in controls.controls if control.name == name)
    for _ in range(60):
        if controls.focused is button:
            break
        window.key(pygame.K_TAB)
    assert controls.focused is button
    if by_mouse:  # it was scrolled to
        window.click(button.rect.center)
    else:
        window.key(pygame.K_RETURN)


# ---- Time to look ----------------------------------------------------------------------------


def test_the_seconds_run_down_and_the_timer_starts_by_itself(open_board: Opener) -> None:
    window = open_board(NEAR, settings=Settings(instant_shuffle=True, inspection=5))
    assert window.session.challenges.inspection_left is None, "this board was not shuffled just now"
    window.key(pygame.K_n)
    window.frame(2)
    seen = []
    while window.session.challenges.inspection_left is not None:
        wait = window.screen.seconds_to_change()
        assert window.screen.is_moving or (wait is not None and 0 < wait <= 1.01)
        words = window.element("inspection").words
        seen += [words] if words not in seen[-1:] else []
        window.frame(6)
    assert seen == ["5", "4", "3", "2", "1"]
    window.frame(2)
    assert window.session.snapshot().play.is_timing
    assert window.element("inspection") is None


def test_the_first_move_ends_it(open_board: Opener) -> None:
    window = open_board(NEAR, settings=Settings(instant_shuffle=True, inspection=15))
    window.key(pygame.K_n)
    window.frame(2)
    assert "Look at the board" in window.words
    board = window.session.snapshot().play.board
    window.click_cell(next(cell for cell in range(9) if board.moves_to_slide(cell)))
    window.frame(2)
    assert window.session.challenges.inspection_left is None
    assert "Look at the board" not in window.words
    assert window.session.snapshot().play.is_timing


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_it_is_large_and_covers_nothing(
    open_board: Opener, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    window = open_board(NEAR, size=size)
    tray = window.desk.view.geometry.tray
    monkeypatch.setattr(Challenges, "inspection_left", 59.4)
    window.frame(2)
    assert window.desk.view.geometry.tray == tray, "the board does not jump"
    check_layout(window)
    texts = [e for e in window.elements() if isinstance(e, Text) and not e.rect.colliderect(tray)]
    assert not [text.words for text in texts if text.is_cut]
    assert "60" in window.words


# ---- The board sheet -------------------------------------------------------------------------


def test_the_grades_are_those_that_can_be_chosen_with_their_bands(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_b)
    sheet = sheet_of(window)
    levels = next(c for c in sheet.controls.controls if c.name == "difficulty")
    assert [value for value, _ in levels.options] == list(CHOICES)
    for level in CHOICES:
        levels.on_choose(level)
        window.frame()
        words = level.describe(3, 3)
        assert f"{words[:1].upper()}{words[1:]}." in window.words


@pytest.mark.parametrize("size", [(1280, 800), (480, 360)], ids=str)
@pytest.mark.parametrize("by_mouse", [False, True])
def test_the_board_of_the_day_in_the_chosen_shape(
    open_board: Opener, size: tuple[int, int], by_mouse: bool
) -> None:
    window = open_board(NEAR, settings=AT_ONCE, size=size)
    window.key(pygame.K_b)
    grid = next(c for c in sheet_of(window).controls.controls if c.name == "size")
    grid.on_choose((4, 4))
    press(window, "daily", by_mouse=by_mouse)
    assert window.desk.overlays.top is None
    assert window.session.snapshot().play.scenario.difficulty == Difficulty.DAILY
    assert window.session.snapshot().play.board.size == (4, 4)
    first = window.session.snapshot().play.board
    window.key(pygame.K_n)
    window.key(pygame.K_d)
    assert window.session.snapshot().play.board == first, "the same all day"


@pytest.mark.parametrize("size", [(1280, 800), (480, 360)], ids=str)
@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_relay_is_begun_in_the_board_sheet(
    open_board: Opener, size: tuple[int, int], by_mouse: bool
) -> None:
    window = open_board(NEAR, settings=AT_ONCE, size=size)
    window.key(pygame.K_b)
    press(window, "relay", by_mouse=by_mouse)
    window.frame(3)
    assert window.session.snapshot().play.board.size == STAGES[0]
    assert (
        window.session.challenges.relay is not None and window.session.challenges.relay.stage == 0
    )
    if window.desk.is_compact and size[0] >= 640:
        assert "board 1 of 4" in window.words
    if not window.desk.is_compact:
        assert window.element("relay") is not None


def test_no_relay_no_panel(open_board: Opener) -> None:
    assert open_board(NEAR).element("relay") is None


def test_the_splits_say_time_and_moves_and_which_is_played(
    open_board: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_board(NEAR)
    relay = RelayState(2, (Split(2, 2, 1.5, 6), Split(3, 3, 60.0, 30)), 80.0)
    monkeypatch.setattr(Challenges, "relay", relay)
    window.frame(2)
    card = window.element("relay")
    said = [each.words for each in window.elements(card) if isinstance(each, Text) and each.words]
    assert said == [
        *("Relay", "1:20 in all"),
        *("2×2", "1.5 s", "6 moves"),
        *("3×3", "1:00.0", "30 moves"),
        *("4×4", "now"),
        *("5×5", NOTHING),
    ]
