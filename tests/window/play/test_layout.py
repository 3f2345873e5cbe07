"""Play at every size: nothing clipped, nothing overlapping, nothing too small or out of reach."""

from __future__ import annotations

import warnings

import pygame
import pytest
from pygame import Rect

from puzzler.window.common.board import BOARD
from puzzler.window.display import SMALLEST_SIZE, automatic_scale
from puzzler.window.play.status import MESSAGE
from puzzler.window.play.view import COLUMN
from puzzler.window.watch.finished import ROWS
from tests.window.conftest import HARD, NEAR, Opener, Window
from tests.window.layout import FEW_SIZES, SIZES, check_layout


def open_drawer(window: Window) -> None:
    if window.app.is_compact:
        window.click_on("panel")


@pytest.mark.parametrize("has_drawer", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_lies_inside_and_nothing_overlaps(
    open_board: Opener, size: tuple[int, int], has_drawer: bool
) -> None:
    window = open_board(size=size)
    if has_drawer:
        open_drawer(window)
    check_layout(window)
    tray, column = window.app.view.geometry.tray, window.element(COLUMN)
    assert window.find(BOARD).rect.contains(tray)
    assert column is None or not column.rect.colliderect(tray)
    if size in ((640, 480), (1280, 800), (1920, 1080), (3840, 2160)):
        assert tray.height >= 0.6 * size[1]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_of_the_column_can_be_reached(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(NEAR, size=size)
    open_drawer(window)
    window.session.watch.start()
    window.wait_for(lambda: bool(window.session.snapshot().watch.rows))
    window.settle()
    check_layout(window)
    rows = window.element(ROWS)
    assert not rows.own_state(window.app.ui).scrolled.can_scroll, "a single row"
    column = window.element(COLUMN)
    window.point(column.rect.move(4, 0).midleft)
    seen = set[object]()
    for _ in range(25):
        column = window.element(COLUMN)
        cards = column.child.children
        seen |= {card.key for card in cards if column.rect.contains(card.rect) and card.rect.height}
        window.wheel(1)
    assert seen == {"solver", "figures", "finished", "goal card"}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_welcome_covers_no_cell(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(NEAR, size=size, welcomes=True)
    check_layout(window)
    welcome = window.element("welcome")
    assert welcome is not None and not welcome.rect.colliderect(window.app.view.geometry.tray)
    window.key(pygame.K_F7)
    assert window.element("welcome") is None


@pytest.mark.parametrize("board", ["1 2 3 4 5 6 7 8 9/10 11 12 13 14 15 16 17 0", "1 2/3 4/5 0"])
def test_boards_of_other_shapes_fit(open_board: Opener, board: str) -> None:
    for size in ((640, 480), (1280, 800)):
        window = open_board(board, size=size)
        check_layout(window)
        assert window.app.view.area.contains(window.app.view.geometry.tray)


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_placing_by_hand_fits(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(NEAR, size=size)
    window.key(pygame.K_e)
    check_layout(window)
    assert window.app.view.area.contains(window.app.view.geometry.tray)


def test_the_scale_follows_the_window() -> None:
    assert automatic_scale(640, 480) == 0.75
    assert automatic_scale(1280, 800) == 1.0
    assert automatic_scale(1920, 1080) == 1.35
    assert automatic_scale(3840, 2160) == 2.7
    assert automatic_scale(20000, 20000) == 3.0


def test_the_window_manager_is_told_the_smallest_size(open_board: Opener) -> None:
    open_board(HARD)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        smallest = pygame.Window.from_display_module().minimum_size
    assert smallest == SMALLEST_SIZE == (480, 360)


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_no_tooltip_covers_the_board_or_a_neighbour_in_the_bar(
    open_board: Opener, size: tuple[int, int]
) -> None:
    window = open_board(size=size)
    open_drawer(window)
    ui, tray = window.app.ui, window.app.view.geometry.tray
    blur = 2 * window.app.painter.px(12)
    controls = [t.element for t in ui.top.frame.targets if t.element.is_control]
    bar = [c for c in controls if window.element("top bar").rect.contains(c.rect)]
    for control in controls:
        if control.key == BOARD or not control.is_enabled:
            continue
        window.point((1, size[1] // 2))
        window.rest_at(control.rect.center)
        for part in [part for part in window.screen.parts() if part.key == "tooltip"]:
            words: Rect = part.bounds.inflate(-blur, -blur)
            assert not words.colliderect(tray), control.key
            for other in bar if control in bar else ():
                # a little of its lower edge may be: what it shows is in its middle
                is_over = words.clip(other.rect).height > other.rect.height / 4
                assert other is control or not is_over, other.key


LONG = "A message that is so long that it finds no room in one line of a window of this size. " * 2


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_no_message_is_cut_without_a_way_to_read_it(
    open_board: Opener, size: tuple[int, int]
) -> None:
    window = open_board(NEAR, size=size)
    window.app.say(LONG)
    window.frame(2)
    notice = window.element(MESSAGE)
    if not notice.is_cut:
        return
    window.rest_at(notice.rect.center)
    assert window.tip == LONG
