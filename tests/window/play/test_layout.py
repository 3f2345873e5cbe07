"""Play at every size: no element is clipped, overlapping, too small or unreachable."""

from __future__ import annotations

import re
import warnings

import pygame
import pytest
from pygame import Rect

from puzzler.board import Board, Move
from puzzler.game.core.settings import Settings
from puzzler.humanize import running_time
from puzzler.search.solve import solve
from puzzler.window.common.board import BOARD
from puzzler.window.common.top_bar import MORE, SWITCH
from puzzler.window.common.track_bar import TRACK
from puzzler.window.core.display import SMALLEST_SIZE, interface_scale
from puzzler.window.play.status import MESSAGE
from puzzler.window.play.view import COLUMN
from puzzler.window.toolkit.labels import Figure, Text
from puzzler.window.watch.figures import ROWS
from tests.window.conftest import HARD, NEAR, Opener, Window
from tests.window.layout import FEW_SIZES, SIZES, check_layout


def open_drawer(window: Window) -> None:
    if window.app.is_compact:
        window.click_on("panel")


@pytest.mark.parametrize("has_drawer", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_elements_are_inside_and_do_not_overlap(
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


@pytest.mark.parametrize("scale", [1.25, 1.5, 1.75, 2.0, 3.0])
def test_a_large_interface_leaves_space_for_the_board(open_board: Opener, scale: float) -> None:
    window = open_board(size=(1920, 1080), settings=Settings(interface_scale=scale))
    assert window.app.view.geometry.tray.height >= 0.6 * 1080
    assert window.app.is_compact is (scale > 1.25)
    window.session.watch.start()
    window.frame(2)
    assert window.has(TRACK)
    check_layout(window)
    assert window.app.view.geometry.tray.height >= 0.6 * 1080


def test_the_first_screen_has_at_most_18_controls_and_its_bar_eight(open_board: Opener) -> None:
    """The 14 controls are the board, four next to it, and nine in the bar."""
    window = open_board()
    controls = [t.element for t in window.app.ui.top.frame.targets if t.element.is_control]
    assert len(controls) <= 18
    bar = window.element("top bar").rect
    in_bar = {control.key for control in controls if bar.contains(control.rect)}
    assert len(in_bar - {SWITCH, MORE}) <= 8
    assert in_bar == {
        SWITCH, "new", "size", "undo", "redo", "hint", "coach", MORE, "settings",
    }  # fmt: skip
    assert {control.key for control in controls} - in_bar == {
        BOARD, "watch-or-stop", "method", "details", "show goal",
    }  # fmt: skip


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_only_the_board_shrinks_for_the_track(window: Window, size: tuple[int, int]) -> None:
    keys = ["top bar", *(["solver", "timer"] if not window.app.is_compact else [])]
    assert not window.has(TRACK) and not window.has("pause")
    before = {key: window.element(key).rect for key in keys}
    tray = window.app.view.geometry.tray
    assert tray.bottom > 0.85 * size[1] or size[0] < size[1], "no space is reserved for a track"
    window.session.watch.start()
    window.frame(2)
    assert window.has(TRACK)
    assert {key: window.element(key).rect for key in keys} == before
    smaller = window.app.view.geometry.tray
    assert abs(smaller.centerx - tray.centerx) <= 1 and smaller.width <= tray.width
    assert size[0] > size[1] or smaller == tray, "there is enough space"
    window.wait_for(lambda: window.play.is_solved)
    window.settle()
    assert {key: window.element(key).rect for key in keys} == before
    assert window.app.view.geometry.tray == smaller


def test_the_board_and_the_column_are_centred_as_one_group(open_board: Opener) -> None:
    window = open_board()
    tray, column = window.app.view.geometry.tray, window.element(COLUMN).rect
    assert tray.height >= 560
    assert abs(tray.left - (1280 - column.right)) <= 16
    assert column.left - tray.right <= 40


@pytest.mark.parametrize("size", [(1280, 800), (640, 480)], ids=str)
def test_pause_and_restart_are_visible_during_a_game(window: Window) -> None:
    assert not window.has("pause-game") and not window.has("restart")
    window.session.move(window.play.board.legal_moves()[0])
    window.frame(30)
    window.click_on("pause-game")
    assert window.play.is_paused and window.play.is_covering
    window.click_on("pause-game")
    assert window.play.is_timing
    window.click_on("restart")
    assert window.play.move_count == 0


def test_the_timer_is_the_largest_text_and_has_one_format(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.session.move(Move.LEFT)
    window.frame(75)
    running = window.figure("Time")
    assert re.fullmatch(r"0:01\.\d\d", running)
    for move in (Move.RIGHT, Move.DOWN):
        if not window.play.is_solved:
            window.session.move(move)
    window.settle()
    assert window.play.is_solved and re.fullmatch(r"0:01\.\d\d", window.figure("Time"))
    texts = [each for each in window.elements() if isinstance(each, Text)]
    sizes = [each.size for each in window.elements() if isinstance(each, Figure)]
    assert max(sizes) > max(text.size for text in texts)


def test_the_times_of_this_kind_of_board_and_its_difficulty_are_shown(open_board: Opener) -> None:
    window = open_board(settings=Settings(instant_shuffle=True))
    for seed in range(1, 7):
        window.session.boards.new(2, 3, seed=seed, difficulty="easy")
        scenario = window.session.context.game.present.scenario
        for move in solve(scenario.start, scenario.goal).moves:
            window.session.move(move)
            window.now += seed
        window.frame(2)
    figures = window.app.shown.play.times
    assert len(figures.latest) <= 6 and figures.best == min(figures.latest)
    assert window.figure("Best") == running_time(figures.best)
    assert (window.figure("ao5") == "\N{EN DASH}") is (figures.ao5 is None)
    assert window.figure("ao12") == "\N{EN DASH}"
    assert window.element("last times").text.startswith(f"Last {running_time(figures.latest[0])}")
    assert window.element("kind of board").text == "2\N{MULTIPLICATION SIGN}3 easy"
    window.session.boards.new(3, 3)
    window.frame(2)
    assert window.element("last times").text == "No times of this kind of board yet"
    assert window.figure("Best") == "", "dashes would be superfluous"


def test_the_details_remain_open_or_closed(window: Window) -> None:
    assert not window.has("heuristic") and not window.has("look-inside")
    window.click_on("details")
    assert window.has("heuristic") and window.has("weight") and window.has("look-inside")
    assert window.session.settings.details
    window.click_on("limits")
    assert window.open == ["settings"] and "Memory limit" in window.dialog_words
    window.key(pygame.K_ESCAPE)
    window.click_on("details")
    assert not window.has("heuristic")
    assert not window.session.settings.details


def test_without_details_the_message_shows_the_solution(open_board: Opener) -> None:
    window = open_board(HARD)
    window.session.watch.start()
    window.wait_for(lambda: bool(window.session.snapshot().watch.rows))
    window.frame(2)
    assert window.element("figures") is None
    assert window.element(MESSAGE).text.startswith("Solution found: ")


@pytest.mark.parametrize("size", [(1280, 800), (640, 480), (480, 360)], ids=str)
def test_a_third_size_never_replaces_the_first_two(
    open_board: Opener, size: tuple[int, int]
) -> None:
    window = open_board(
        "1 2 3 4 5 6 7 8 9 10/11 12 13 14 15 16 17 18 19 20/21 22 23 24 25 26 27 28 29 0", size=size
    )
    sizes = [option.value for option in window.find("size").options]
    assert sizes[:2] == [(3, 3), (4, 4)]
    assert size == (480, 360) or (3, 10) in sizes
    window.click(window.find("size").segments()[-1].center)
    assert window.open == ["new board"]


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_the_whole_column_can_be_scrolled(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(NEAR, size=size, settings=Settings(details=True))
    open_drawer(window)
    window.session.watch.start()
    window.wait_for(lambda: bool(window.session.snapshot().watch.rows))
    window.settle()
    check_layout(window)
    rows = window.element(ROWS)
    assert not rows.own_state(window.app.ui).scrolled.can_scroll, "a single row"
    column = window.element(COLUMN)
    window.point(column.rect.move(4, 0).midleft)
    visible = set[object]()
    for _ in range(25):
        column = window.element(COLUMN)
        cards = column.child.children
        visible |= {
            card.key for card in cards if column.rect.contains(card.rect) and card.rect.height
        }
        window.wheel(1)
    assert visible - {None} == {"solver", "timer", "figures", "finished", "show goal"}


@pytest.mark.parametrize("size", [*FEW_SIZES, (1280, 800)], ids=str)
def test_the_welcome_covers_no_cell(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(HARD, size=size, welcomes=True)
    check_layout(window)
    welcome = window.element("welcome")
    assert welcome is not None and not welcome.rect.colliderect(window.app.view.geometry.tray)
    assert not welcome.rect.colliderect(window.element(MESSAGE).rect), "nor the figures of a game"
    tray = window.app.view.geometry.tray
    assert size != (1280, 800) or tray.height >= 560
    window.click_cell(8)
    window.settle()
    assert window.element("welcome") is None
    assert window.app.view.geometry.tray == tray


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_the_editor_fits(window: Window) -> None:
    window.key(pygame.K_e)
    check_layout(window)
    assert window.app.view.area.contains(window.app.view.geometry.tray)


def test_the_scale_depends_on_the_window() -> None:
    assert interface_scale(None, 640, 480) == 0.75
    assert interface_scale(None, 1280, 800) == 1.0
    assert interface_scale(None, 1920, 1080) == 1.35
    assert interface_scale(None, 3840, 2160) == 2.7
    assert interface_scale(None, 20000, 20000) == 3.0


def test_the_window_manager_receives_the_smallest_size(open_board: Opener) -> None:
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
                # a part of the lower edge may be covered, because the content is in the middle
                is_over = words.clip(other.rect).height > other.rect.height / 4
                assert other is control or not is_over, other.key


@pytest.mark.parametrize("size", [(480, 360), (640, 480)], ids=str)
@pytest.mark.parametrize("board", [HARD, str(Board.solved(4, 4)), str(Board.solved(5, 3))])
def test_tooltips_of_the_bar_are_not_below_the_board(
    open_board: Opener, size: tuple[int, int], board: str
) -> None:
    window = open_board(board, size=size)
    bar, blur = window.element("top bar").rect, 2 * window.app.painter.px(12)
    shown = 0
    for control in [t.element for t in window.app.ui.top.frame.targets]:
        if not bar.contains(control.rect):
            continue
        window.point((1, size[1] // 2))
        window.rest_at(control.rect.center)
        for part in [part for part in window.screen.parts() if part.key == "tooltip"]:
            assert part.bounds.inflate(-blur, -blur).top <= bar.bottom + blur, control.key
            shown += 1
    assert shown > 5


@pytest.mark.parametrize(("details", "welcomes"), [(False, True), (True, False)])
def test_a_ghost_leaves_room_for_the_goal(
    open_board: Opener, details: bool, welcomes: bool
) -> None:
    window = open_board(settings=Settings(ghost=4.0, details=details), welcomes=welcomes)
    if not welcomes:
        window.session.watch.start()
        window.wait_for(lambda: bool(window.session.snapshot().watch.rows))
        window.key(pygame.K_ESCAPE)
    window.wait()
    window.settle()
    column = window.element(COLUMN).rect
    for key in ("raced ghost", "show goal"):
        assert column.contains(window.element(key).rect), key


def test_a_small_window_shows_the_ghost_in_its_line(open_board: Opener) -> None:
    window = open_board("4 2 0/5 1 3", size=(640, 480), settings=Settings(ghost=4.0), knows=True)
    window.wait()
    assert "ghost 0 of 7" in window.words
    window.click_cell(1)
    window.settle()
    assert "ghost 2 of 7" in window.words


LONG = "A message that is so long that it finds no room in one line of a window of this size. " * 2


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_shortened_messages_can_be_read_completely(window: Window) -> None:
    window.app.say(LONG)
    window.frame(2)
    notice = window.element(MESSAGE)
    if not notice.is_cut:
        return
    window.rest_at(notice.rect.center)
    assert window.tip == LONG


def test_a_message_is_not_cut_in_a_narrow_window(open_board: Opener) -> None:
    window = open_board(NEAR, size=(480, 360), advises=True)
    window.key(pygame.K_h)
    window.key(pygame.K_h)
    window.wait_for(lambda: bool(window.app.view.marks))
    window.frame(2)
    notice = window.element(MESSAGE)
    assert notice.text == "Best move: highlighted tile" and not notice.is_cut
    assert not any(word.startswith("shortest") for word in window.words)


def test_open_details_leave_room_for_the_name_of_the_method(open_board: Opener) -> None:
    window = open_board(settings=Settings(details=True))
    assert window.find("watch-or-stop").label == "Watch"
    assert window.find("method").rect.width > window.find("watch-or-stop").rect.width
