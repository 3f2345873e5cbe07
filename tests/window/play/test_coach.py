"""The coach in the window: its line, green edges with ticks, and remarks on extra moves."""

from __future__ import annotations

import pygame
import pytest

from puzzler.board import Move
from puzzler.game.coach.coach import Coach, CoachLine, CoachState, Hint
from puzzler.game.core.distances import ShortestLength
from puzzler.game.core.settings import Settings
from puzzler.window.play.status import FADE_SECONDS, REMARK_SECONDS
from tests.window.conftest import HARD, Opener, Window
from tests.window.layout import FEW_SIZES, check_layout

ON = Settings(coach=True)
SMALL = "1 2 3/0 4 5"


def set_coach(monkeypatch, line: CoachLine | None, green_cells: tuple[int, ...] = ()) -> None:
    state = CoachState(shortest=ShortestLength(), hint=None, line=line, green_cells=green_cells)
    monkeypatch.setattr(Coach, "state", lambda self: state)


def open_coached(
    open_board: Opener, board: str = SMALL, settings: Settings = ON, **more: object
) -> Window:
    window = open_board(board, settings=settings, knows=True, **more)
    window.frame(5)
    return window


def line(window: Window) -> str:
    element_of = window.element("coach line")
    return "" if element_of is None else element_of.text


def remark(window: Window) -> str:
    element_of = window.element("remark")
    return "" if element_of is None else element_of.text


def ticks(window: Window) -> set[int]:
    keys = [part.key for part in window.screen.parts()]
    return {key[1] for key in keys if isinstance(key, tuple) and key[0] == "tick"}


@pytest.mark.parametrize("size", [(1280, 800), (640, 480), (480, 360)], ids=str)
def test_the_button_turns_the_coach_on(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(SMALL, knows=True, size=size)
    window.frame(5)
    tray = window.app.view.geometry.tray
    assert not line(window) and not ticks(window)
    window.click_on("coach")
    window.frame(5)
    words = "2 left, no extra" if window.app.is_compact else "2 moves left, no extra moves"
    assert line(window) == words and ticks(window)
    assert not window.element("coach line").is_cut
    assert window.app.view.geometry.tray == tray, "the board must not move"
    window.key(pygame.K_c)
    window.frame(2)
    assert not window.session.settings.coach
    assert not line(window) and not ticks(window)
    assert window.app.view.geometry.tray == tray


def test_a_remark_on_a_wrong_move_fades(open_board: Opener) -> None:
    window = open_coached(open_board)
    assert line(window) == "2 moves left, no extra moves" and ticks(window) == {4}
    window.now += 100  # no tile has moved for a long time
    window.click_cell(0)
    window.frame(9)
    assert line(window) == "3 moves left, 2 extra"
    assert remark(window) == "That move costs 2 moves"
    place = window.element("coach line").rect
    colors = set()
    began = window.now
    while remark(window):
        wait = window.screen.seconds_to_change()
        assert wait is not None and wait <= REMARK_SECONDS, "the remark fades without input"
        colors.add(window.element("remark").color)
        window.frame()
    assert REMARK_SECONDS - 0.3 < window.now - began < REMARK_SECONDS + FADE_SECONDS + 0.1
    assert len(colors) > 3
    assert place == window.element("coach line").rect, "no element moves"


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_the_line_fits_and_covers_nothing(
    open_board: Opener, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    window = open_board(HARD, settings=ON, size=size)
    for left, lost in ((ShortestLength(188, 197), None), (ShortestLength(80, 80), 0)):
        set_coach(monkeypatch, CoachLine(left, lost, 6))
        window.frame(2)
        check_layout(window)
        for key in ("coach line", "remark"):
            element_of = window.element(key)
            assert not element_of.is_cut
            assert not element_of.rect.colliderect(window.app.view.geometry.tray)
    if size in ((640, 480), (1280, 800), (1920, 1080)):
        assert window.app.view.geometry.tray.height >= 0.6 * size[1]


def test_ticks_appear_when_the_tile_has_stopped(open_board: Opener) -> None:
    window = open_coached(open_board)
    window.click_cell(0)
    assert window.app.view.is_moving
    assert not ticks(window)
    window.settle()
    assert ticks(window)


def test_a_hint_does_not_overlap_the_badge(
    open_board: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_coached(open_board)
    hint = Hint(4, Move.DOWN, is_shortest=True)
    state = CoachState(shortest=ShortestLength(), hint=hint, line=None, green_cells=(4,))
    monkeypatch.setattr(Coach, "state", lambda self: state)
    window.frame(2)
    keys = [part.key for part in window.screen.parts()]
    order = [keys.index(key) for key in (("ring", 0), ("tick", 4), ("arrow", 0))]
    assert order == sorted(order), "the badge is drawn over the ring, and the arrow is complete"
