"""The Play view: pointer, keys and the resulting picture."""

from __future__ import annotations

import pygame
import pytest

from puzzler.board import Board
from puzzler.game.core.feedback import Happening
from puzzler.game.core.settings import Settings
from puzzler.game.play.playing import Playing
from puzzler.search.compilation import KernelState
from puzzler.window.board.view import PARTY_SECONDS
from puzzler.window.core.window import Window as App
from puzzler.window.main.screen import ViewScreen
from puzzler.window.play.status import MESSAGE
from tests.window.conftest import HARD, NEAR, Opener, Window, words_of

BY_HAND = Settings(algorithm="astar")
"""A method without playback before its own solution."""
QUICK = Settings(playback_speed=60.0)
CTRL = pygame.KMOD_LCTRL
SHIFT = pygame.KMOD_LSHIFT


def watched(open_board: Opener, board: str = HARD, settings: Settings | None = None) -> Window:
    window = open_board(board, settings=settings)
    window.click_on("watch-or-stop")
    window.wait_for(lambda: window.session.activity.timeline is not None)
    window.wait_for(lambda: window.session.activity.timeline.is_complete)
    window.key(pygame.K_HOME)
    if not window.play.is_paused:
        window.key(pygame.K_SPACE)
    window.settle()
    return window


def is_under_way(window: Window) -> bool:
    figures = window.app.shown.watch.figures
    return figures is not None and figures.current is not None


# ---- Playing --------------------------------------------------------------------------------


def test_a_click_moves_a_tile(open_board: Opener) -> None:
    window = open_board("1 2 3/4 5 0/7 8 6")
    at = window.app.view.geometry.cells[8].center
    window.press(at)
    assert window.app.view.hold is not None
    window.release(at)
    assert window.app.view.is_moving
    window.settle()
    assert window.play.board == window.app.view.board == Board.solved(3, 3)
    assert window.play.move_count == 1
    assert window.play.is_solved


def test_a_dragged_tile_moves_if_released_past_half_a_cell(open_board: Opener) -> None:
    window = open_board("1 2 3/4 5 6/0 7 8")
    view = window.app.view
    start, cell = view.geometry.cells[8].center, view.geometry.cell
    for share, is_slid in ((0.4, False), (0.6, True)):
        window.press(start)
        window.drag((start[0] - round(share * cell), start[1] + 3))
        place = next(
            part.bounds for part in view.parts(window.app.painter) if part.key == ("tile", 8)
        )
        assert place.centerx == pytest.approx(start[0] - share * cell, abs=3)
        window.release((start[0] - round(share * cell), start[1]))
        window.settle()
        assert window.play.is_solved == is_slid
    assert window.play.move_count == 2
    assert [happening for happening, _ in window.sounds.played] == [
        Happening.SLID,
        Happening.SOLVED,
    ]


def test_a_solve_by_hand_is_celebrated_briefly(window: Window) -> None:
    window.click_cell(8)
    began = window.now
    while window.app.view.is_moving:
        window.frame()
    assert 0.2 < window.now - began <= PARTY_SECONDS + 0.02


def test_m_mutes_the_sound(open_board: Opener) -> None:
    window = open_board(NEAR, settings=Settings(is_muted=True))
    window.click_cell(0)
    assert not window.sounds.played
    window.key(pygame.K_m)
    assert not window.session.settings.is_muted
    window.click_cell(0)
    assert (Happening.REFUSED, Settings().volume) in window.sounds.played


def test_with_reduced_motion_there_are_no_animations(open_board: Opener) -> None:
    window = open_board(NEAR, settings=Settings(reduced_motion=True))
    window.click_cell(0)
    assert not window.app.view.is_moving
    window.click_cell(8)
    assert not window.app.view.is_moving
    assert window.app.view.board == Board.solved(3, 3)


@pytest.mark.parametrize(
    ("keys", "board"),
    [
        ((pygame.K_UP,), "1 2 3/4 8 5/7 0 6"),
        ((pygame.K_DOWN,), "1 0 3/4 2 5/7 8 6"),
        ((pygame.K_LEFT,), "1 2 3/4 5 0/7 8 6"),
        ((pygame.K_RIGHT,), "1 2 3/0 4 5/7 8 6"),
        ((pygame.K_w, pygame.K_s, pygame.K_a), "1 2 3/4 5 0/7 8 6"),
    ],
)
def test_keys_move_the_tile(open_board: Opener, keys: tuple[int, ...], board: str) -> None:
    window = open_board("1 2 3/4 0 5/7 8 6", settings=Settings(letters_move_tiles=True))
    for key in keys:
        window.key(key)
    assert str(window.play.board) == board


def test_undo_redo_and_restart_have_keys(open_board: Opener) -> None:
    window = open_board("1 2 3/4 0 5/7 8 6")
    start = window.play.board
    assert not window.find("undo").is_enabled
    window.click_cell(5)
    window.click_cell(8)
    solved = window.play.board
    window.click_on("undo")
    window.key(pygame.K_z, CTRL)
    assert window.play.board == start
    window.click_on("redo")
    window.key(pygame.K_y, CTRL)
    assert window.play.board == solved
    window.key(pygame.K_r)
    assert window.play.board == start
    window.click_on("undo")
    assert window.play.board == solved
    window.click_on("restart")
    assert window.play.board == start


def test_boards_of_another_shape_can_be_played(open_board: Opener) -> None:
    window = open_board("1 2 3 4 5/6 7 8 0 9")
    assert window.find("size").chosen == (2, 5)
    window.click_cell(9)
    assert window.play.is_solved
    window.click(window.find("size").segments()[0].center)
    window.frame(100)
    window.click(window.find("size").segments()[2].center)
    window.frame(100)
    assert window.play.board.size == (2, 5)


def test_a_running_timer_changes_only_the_clock(open_board: Opener) -> None:
    for size in ((1280, 800), (640, 480)):
        window = open_board(HARD, size=size)
        window.session.move(window.play.board.legal_moves()[0])
        window.settle()
        root, before = window.ui.layers[0].root, window.screen.parts()
        for _ in range(5):
            window.frame()
        after = window.screen.parts()
        assert window.ui.layers[0].root is root, "the view must not be built again"
        pairs = zip(before, after, strict=True)
        changed = [new for old, new in pairs if (old.key, old.look) != (new.key, new.look)]
        assert len(changed) == 1 and changed[0].bounds.width < size[0] / 2


def test_the_timer_is_drawn_thirty_times_a_second(open_board: Opener) -> None:
    window = open_board(HARD)
    assert window.screen.seconds_to_change() is None
    window.click_cell(4)
    window.settle()
    wait = window.screen.seconds_to_change()
    assert wait is not None and 0 < wait < 0.032
    parts = window.screen.parts()
    window.now += wait
    window.frame()
    assert window.screen.parts() is not parts


# ---- Watching -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [None, pygame.K_s, pygame.K_RETURN])
def test_watching_ends_at_the_goal(open_board: Opener, key: int | None) -> None:
    window = open_board(HARD, settings=QUICK)
    if key is None:
        window.click_on("watch-or-stop")
    else:
        window.key(key)
    window.wait_for(lambda: window.play.is_solved, frames=20)
    window.settle()
    assert window.app.view.board == Board.solved(3, 3)
    assert window.app.view.is_solved
    assert not window.screen.is_moving


def test_the_button_shows_the_progress_of_the_compiler(open_board: Opener) -> None:
    window = open_board("14 15 8 12/10 11 9 13/2 6 5 1/3 7 0 4", settings=BY_HAND)
    preparation = window.session.context.preparation
    preparation.state = KernelState.MISSING
    preparation.message = "preparing the solver, 3 of 12"
    window.click_on("watch-or-stop")
    window.frame(2)
    assert window.element(MESSAGE).text == "First start only"
    assert window.find("watch-or-stop").label == "Preparing the solver, 3 of 12"
    preparation.state, preparation.message = KernelState.UNAVAILABLE, ""
    window.frame(2)
    assert not window.element(MESSAGE).text.startswith("This is needed")


def test_stop_and_escape_end_a_search_immediately(open_board: Opener) -> None:
    # without compilation this takes longer than the test
    hard = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 0 4"
    window = open_board(hard)
    for stop in (lambda: window.click_on("watch-or-stop"), lambda: window.key(pygame.K_ESCAPE)):
        window.click_on("watch-or-stop")
        assert window.is_searching
        window.wait_for(lambda: is_under_way(window))
        stop()
        assert isinstance(window.session.activity, Playing)
        assert str(window.play.board) == hard


def test_a_search_can_be_paused(open_board: Opener) -> None:
    window = open_board("14 15 8 12/10 11 9 13/2 6 5 1/3 7 0 4", settings=BY_HAND)
    window.click_on("watch-or-stop")
    window.wait_for(lambda: is_under_way(window))
    window.click_on("pause")
    assert window.play.is_paused
    assert window.find("pause").icon == "play"
    window.wait_for(lambda: "Paused" in window.words)
    window.key(pygame.K_SPACE)
    assert not window.play.is_paused


def test_the_playback_controls_step_and_seek(open_board: Opener) -> None:
    window = watched(open_board)
    playback = window.session.activity.timeline
    assert playback.position == 0
    assert not window.find("step-back").is_enabled
    window.click_on("step-forward")
    window.key(pygame.K_RIGHT)
    assert playback.position == 2
    window.key(pygame.K_RIGHT, SHIFT)
    assert playback.position == 12
    window.key(pygame.K_LEFT)
    window.click_on("step-back")
    assert playback.position == 10
    window.wheel(1)
    assert playback.position == 11
    window.key(pygame.K_END)
    assert window.play.is_solved
    window.click_on("to-start")
    assert playback.position == 0
    window.click_on("to-end")
    assert playback.position == playback.total
    window.settle()
    assert window.app.view.board == window.play.board
    window.click_on("to-start")
    window.key(pygame.K_SPACE)
    window.frame(40)
    assert playback.position > 0
    window.click_on("pause")
    position = playback.position
    window.frame(60)
    assert playback.position == position
    window.click_cell(next(c for c in range(9) if playback.board.moves_to_slide(c)))
    assert isinstance(window.session.activity, Playing), "a click takes over the board"


def test_the_speed_can_be_chosen(open_board: Opener) -> None:
    window = watched(open_board)
    rect = window.find("speed").rect
    window.click((rect.right - 1, rect.centery))
    assert window.session.settings.playback_speed == 60
    window.click((rect.left, rect.centery))
    assert window.session.settings.playback_speed == 0.5


@pytest.mark.parametrize("letters", [False, True])
def test_along_a_track_no_arrow_key_moves_a_tile(open_board: Opener, letters: bool) -> None:
    window = watched(open_board)
    window.app.set(letters_move_tiles=letters)
    window.frame()
    playback = window.session.activity.timeline
    keys = [pygame.K_UP, pygame.K_DOWN, *([pygame.K_w, pygame.K_s] if letters else [])]
    for key in keys:
        window.key(key)
        assert window.session.activity.timeline is playback and playback.position == 0
        assert (
            "Left and Right step through the solution. Press Esc to play yourself" in window.words
        )
    window.key(pygame.K_ESCAPE)
    before = window.play.board
    window.key(pygame.K_UP)
    window.key(pygame.K_DOWN)
    assert window.play.board != before


@pytest.mark.parametrize("size", [(1280, 800), (640, 480)], ids=str)
def test_a_disabled_button_has_a_tooltip(window: Window) -> None:
    for name, words in (("undo", "Undo"), ("redo", "Redo")):
        assert not window.find(name).is_enabled
        assert window.tip_of(name) == words


# ---- Pointer, focus and drawer ---------------------------------------------------------------


def test_controls_below_the_pointer_are_highlighted(window: Window) -> None:
    cells = window.app.view.geometry.cells
    window.point(cells[2].center)
    assert window.app.view.hovered == 2 and window.app.ui.is_over_control
    window.point(cells[0].center)
    assert window.app.view.hovered is None and not window.app.ui.is_over_control
    window.point(window.find("new").rect.center)
    assert window.app.ui.is_over_control
    window.point(window.find("redo").rect.center)
    assert not window.app.ui.is_over_control
    window.point(cells[2].center)
    window.send(pygame.Event(pygame.WINDOWLEAVE))
    assert not window.app.ui.is_over_control


def test_tab_reaches_every_enabled_control(window: Window) -> None:
    names = []
    expected = ["view", "new", "size", "hint", "coach", "more", "settings"]
    expected += ["watch-or-stop", "method", "details", "show goal"]
    for _ in expected:
        window.key(pygame.K_TAB)
        names.append(window.app.ui.focused)
    assert names == expected
    window.key(pygame.K_TAB)
    assert window.app.ui.focused == "view"
    window.key(pygame.K_TAB, SHIFT)
    assert window.app.ui.focused == "show goal"
    window.key(pygame.K_ESCAPE)
    assert window.app.ui.focused is None


def test_in_a_small_window_the_panel_is_a_drawer(open_board: Opener) -> None:
    window = open_board(HARD, size=(640, 480), settings=QUICK)
    tray = window.app.view.geometry.tray
    window.click_on("panel")
    assert window.app.is_drawer_open
    keys = [part.key for part in window.screen.parts()]
    assert len(keys) == len(set(keys)), "no button may be drawn twice"
    column = window.element("column").rect
    assert not column.colliderect(window.app.view.geometry.tray), "the drawer must cover no cell"
    window.click_cell(8)
    assert window.play.move_count == 1
    assert window.app.is_drawer_open, "the board can be played next to the drawer"
    window.key(pygame.K_ESCAPE)
    assert not window.app.is_drawer_open
    assert window.app.view.geometry.tray == tray
    window.click_on("watch-or-stop")
    window.wait_for(lambda: window.play.is_solved, frames=20)


def test_a_notice_is_shown_until_the_next_message(window: Window) -> None:
    screen = ViewScreen(App(window.session, notice="read this"), (1280, 800))
    assert "Read this" in words_of(screen)
    window.click_cell(8)
    screen.tick(window.now)
    assert screen.window.line.startswith("Solved in 1 move")
    assert not any(words.startswith("Solved in 1 move") for words in words_of(screen)), (
        "the result card"
    )
    window.session.undo()
    screen.tick(window.now)
    assert "read this" not in screen.window.line, "an expired message must not return"


def test_the_shortest_length_is_shown_when_it_is_proven(open_board: Opener) -> None:
    window = open_board(NEAR, advises=True)
    window.wait_for(lambda: window.session.snapshot().coach.shortest.moves == 1)
    assert {"Shortest", "1"} <= window.words


def test_the_goal_card_enlarges_the_goal(window: Window) -> None:
    window.click_on("show goal")
    assert window.open == ["goal"]


def test_the_key_for_the_last_game_works_in_play(window: Window) -> None:
    window.key(pygame.K_l)
    window.frame(2)
    assert window.screen.view.name == "review"


def test_a_minimised_window_pauses_the_game_and_covers_the_tiles(open_board: Opener) -> None:
    window = open_board(HARD)
    window.send(pygame.Event(pygame.WINDOWMINIMIZED))
    assert not window.play.is_paused, "the timer has not started"
    window.session.move(window.play.board.legal_moves()[0])
    window.frame(2)
    window.send(pygame.Event(pygame.WINDOWMINIMIZED))
    seconds = window.play.seconds
    window.frame(60)
    assert (window.play.is_paused, window.play.is_covering) == (True, True)
    assert window.play.seconds == seconds
    window.click(window.app.view.geometry.tray.center)
    assert window.play.is_timing


def test_a_drag_is_measured_at_its_release(open_board: Opener) -> None:
    window = open_board("1 2 3/4 5 6/0 7 8")
    start, cell = window.app.view.geometry.cells[8].center, window.app.view.geometry.cell
    window.press(start)
    window.release((start[0] - round(0.4 * cell), start[1]))
    window.settle()
    assert window.play.move_count == 0 and not window.play.is_timing
    window.press(start)
    window.settle()
    assert window.play.is_timing, "the timer starts with the press"
    window.release((start[0] - round(0.4 * cell), start[1]))
    window.settle()
    assert not window.play.is_timing, "the tile has returned"
    window.press(start)
    window.send(pygame.Event(pygame.WINDOWLEAVE))
    window.settle()
    assert not window.play.is_timing and window.app.view.hold is None
