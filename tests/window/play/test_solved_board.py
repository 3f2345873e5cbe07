"""A solved board in the window: keys, clicks and drags, and the start of the timer."""

from __future__ import annotations

from typing import Any

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzler.board import Board
from puzzler.game.core.feedback import Happening
from puzzler.game.core.settings import Settings
from puzzler.window.play.status import message
from tests.window.conftest import HARD, NEAR, Opener, Window

CTRL = pygame.KMOD_LCTRL
KEYS = (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT,
        pygame.K_w, pygame.K_a, pygame.K_s, pygame.K_d)  # fmt: skip
LETTERS = Settings(letters_move_tiles=True)
CELL = st.integers(0, 8)
TOUCH = st.one_of(
    st.tuples(st.just("key"), st.sampled_from(KEYS)),
    st.tuples(st.just("click"), CELL),
    st.tuples(st.just("drag"), CELL, CELL, st.integers(0, 6)),
    st.tuples(st.just("close the card")),
)


def displayed_state(window: Window) -> tuple[object, ...]:
    """Return the board, its timer, its result and the stored solve."""
    store = window.session.store
    return (
        window.play,
        window.app.view.board,
        message(window.app),
        store.solves.latest(),
        window.session.context.game.saved,
    )


def check_tiles_rest(window: Window) -> None:
    """Check that every tile is in its cell. A rejected tile shakes slightly."""
    view = window.app.view
    assert view.hold is None
    for part in view.parts(window.app.painter):
        if isinstance(part.key, tuple) and part.key[0] == "tile":
            center = view.geometry.cells[view.board.tiles.index(part.key[1])].center
            reach = view.geometry.cell * 0.08
            assert part.bounds.centerx == pytest.approx(center[0], abs=reach)
            assert part.bounds.centery == pytest.approx(center[1], abs=reach)


def drag(window: Window, start: int, end: int, frames: int) -> None:
    cells = window.app.view.geometry.cells
    window.press(cells[start].center)
    for part in range(1, frames + 1):
        share = part / frames
        at = [
            round(a + (b - a) * share)
            for a, b in zip(cells[start].center, cells[end].center, strict=True)
        ]
        window.drag((at[0], at[1]))
        check_tiles_rest(window)
    window.release(cells[end].center)


def is_on_card(window: Window, cell: int) -> bool:
    card = window.element("finish")
    return card is not None and card.rect.collidepoint(window.app.view.geometry.cells[cell].center)


def touch(window: Window, kind: str, *arguments: int) -> None:
    if kind == "key":
        window.key(*arguments)
    elif kind == "close the card":
        if window.element("finish"):
            window.click_on("put away")
    elif is_on_card(window, arguments[0]):
        return
    elif kind == "click":
        window.click_cell(*arguments)
    else:
        drag(window, *arguments)


@pytest.mark.parametrize("is_watched", [False, True])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=10)
@given(st.lists(st.tuples(st.integers(0, 30), TOUCH), min_size=1, max_size=8))
def test_no_input_changes_a_solved_board(
    open_board: Opener, is_watched: bool, touches: list[tuple[int, tuple[Any, ...]]]
) -> None:
    window = open_board(NEAR, settings=LETTERS)
    window.key(pygame.K_UP)
    window.key(pygame.K_DOWN)
    if is_watched:
        window.key(pygame.K_RETURN)
        window.wait_for(lambda: window.play.is_solved, frames=20)
        window.wait_for(lambda: not window.session.activity.is_busy)
    else:
        window.click_cell(8)
    window.frame(8)  # wait for the end of the last slide
    before = displayed_state(window)
    assert window.play.is_solved
    for frames, (kind, *arguments) in touches:
        window.frame(frames)
        if is_watched and arguments and arguments[0] in (pygame.K_LEFT, pygame.K_RIGHT):
            continue  # these keys step along the track
        touch(window, kind, *arguments)
        assert displayed_state(window) == before


def test_keys_are_silent_and_a_click_or_drag_shakes_the_tile(open_board: Opener) -> None:
    window = open_board(NEAR, settings=LETTERS)
    window.click_cell(8)
    window.frame(60)
    window.click_on("put away")
    window.frame(60)
    window.ear.heard.clear()
    for key in KEYS:
        window.key(key)
        assert not window.app.view.is_moving
    assert window.ear.heard == []
    window.point(window.app.view.geometry.cells[7].center)
    assert window.app.view.hovered is None, "the tile must not look movable"
    for touched in (lambda: window.click_cell(7), lambda: drag(window, 5, 8, 4)):
        touched()
        assert window.app.view.is_moving
        assert [happening for happening, _ in window.ear.heard] == [Happening.REFUSED]
        window.settle()
        window.ear.heard.clear()


def test_several_keys_in_one_frame_do_not_leave_the_goal(open_board: Opener) -> None:
    window = open_board(NEAR)
    for key in (pygame.K_UP, pygame.K_DOWN, pygame.K_RIGHT):
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    window.frame(60)
    assert (window.play.board, window.play.move_count) == (Board.solved(3, 3), 1)
    assert window.element("finish")


# ---- The clock ---------------------------------------------------------------------------------


def test_a_solve_by_one_drag_has_the_time_of_the_drag(open_board: Opener) -> None:
    window = open_board("1 2 3/4 5 6/0 7 8")
    cells = window.app.view.geometry.cells
    window.press(cells[8].center)
    window.frame(30)
    assert window.play.is_timing and window.play.seconds > 0.3
    window.drag(cells[7].center)
    window.release(cells[7].center)
    assert window.play.is_solved
    assert 0.5 < window.play.finish.seconds < 0.6
    assert window.play.seconds == window.play.finish.seconds


@pytest.mark.parametrize("end", ["snaps back", "focus", "dialog", "leaves", "new board"])
def test_a_drag_without_a_move_leaves_the_clock_at_0(open_board: Opener, end: str) -> None:
    window = open_board(NEAR, settings=Settings(instant_shuffle=True))
    cells = window.app.view.geometry.cells
    window.press(cells[8].center)
    window.drag((cells[8].centerx, cells[8].centery - cells[8].height // 4))
    window.frame(60)
    assert window.play.is_timing
    if end == "snaps back":
        window.release(cells[8].center)
    elif end == "dialog":
        window.key(pygame.K_COMMA, CTRL)
        window.key(pygame.K_ESCAPE)
    elif end == "new board":
        window.key(pygame.K_n)
    else:
        lost = pygame.WINDOWFOCUSLOST if end == "focus" else pygame.WINDOWLEAVE
        window.send(pygame.Event(lost))
    window.frame(60)
    assert (window.play.is_timing, window.play.seconds, window.play.move_count) == (False, 0, 0)
    assert window.app.view.hold is None


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_4])
def test_leaving_a_playback_does_not_start_the_clock(open_board: Opener, key: int) -> None:
    window = open_board(HARD)
    window.key(pygame.K_s)
    window.wait_for(lambda: window.play.move_count > 3, frames=20)
    window.key(key, CTRL if key == pygame.K_4 else 0)
    window.key(pygame.K_ESCAPE)
    window.settle()
    play = window.play
    assert (play.is_timing, play.seconds, play.move_count > 3) == (False, 0, True)
