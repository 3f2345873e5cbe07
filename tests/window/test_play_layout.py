"""Play at every size: nothing clipped, nothing overlapping, nothing too small or out of reach."""

from __future__ import annotations

import itertools

import pygame
import pytest
from pygame import Rect

from puzzler.window.common.views import PLAY, views
from puzzler.window.display import SMALLEST_SIZE, automatic_scale, smallest_size
from puzzler.window.toolkit.paint import SMALLEST_TARGET
from puzzler.window.widgets.notice import Notice
from tests.window.conftest import HARD, NEAR, Opener, Window

SIZES = [
    (480, 360),
    (640, 480),
    (800, 600),
    (1024, 600),
    (600, 900),
    (800, 1200),
    (1024, 768),
    (1280, 500),
    (1280, 800),
    (1366, 768),
    (1920, 1080),
    (2560, 1080),
    (3840, 2160),
]
FEW_SIZES = [(480, 360), (640, 480), (600, 900), (1280, 500), (1920, 1080)]
"""The extremes, for what is placed by what the others have shown to fit."""


def rects(window: Window) -> dict[str, Rect]:
    """Everything in the window that must not touch anything else."""
    named = {
        name: rect for name, rect in window.panel("top bar")._places.items() if name != "space"
    }
    for panel in ("status", "transport"):
        places = window.panel(panel)._places
        named |= {f"{panel} {name}": rect for name, rect in places.items() if name != "space"}
    named["board"] = window.desk.view.geometry.tray
    if not window.desk.is_compact or window.desk.is_drawer_open:
        named["column"] = window.panel("column").viewport
    return named


@pytest.mark.parametrize("has_drawer", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_lies_inside_and_nothing_overlaps(
    open_board: Opener, size: tuple[int, int], has_drawer: bool
) -> None:
    window = open_board(size=size)
    if has_drawer and window.desk.is_compact:
        window.click_control("panel")
    whole = Rect((0, 0), size)
    named = rects(window)
    for name, rect in named.items():
        assert whole.contains(rect), name
        assert rect.width > 0 and rect.height > 0, name
    for (one, first), (other, second) in itertools.combinations(named.items(), 2):
        assert not first.colliderect(second), (one, other)


def open_column(window: Window) -> list[str]:
    """Fill the column with all that it may hold, and show it."""
    if window.desk.is_compact:
        window.click_control("panel")
    window.session.watch.start()
    window.wait_for(lambda: bool(window.session.watch.rows))
    window.settle()
    return [panel.name for panel in window.panel("column").panels if panel.is_shown]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_of_the_column_can_be_reached(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(NEAR, size=size)
    names = open_column(window)
    assert {"solver", "figures", "finished", "goal"} <= set(names)
    column = window.panel("column")
    for control in column.controls:
        assert min(control.rect.size) >= SMALLEST_TARGET, control.name
        assert column.viewport.left <= control.rect.left, control.name
        assert control.rect.right <= column.viewport.right, control.name
    for (one, first), (other, second) in itertools.combinations(column.cards.items(), 2):
        assert not first.colliderect(second), (one, other)
    window.point(column.viewport.center)
    rows = window.panel("finished").list
    rows.row_at(None)  # it is fitted to its room
    assert not rows._scroll.can_scroll, "a single row needs no scrolling"
    seen = set[str]()
    for _ in range(25):
        seen |= {name for name, card in column.cards.items() if column.viewport.contains(card)}
        window.send(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert seen == set(names)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_goal_is_shown_on_demand(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(size=size)
    window.key(pygame.K_g)
    assert window.open == ["goal"]


def test_a_small_window_has_the_goal_in_its_menu(open_board: Opener) -> None:
    window = open_board(size=(640, 480))
    window.click_control("menu")
    words = [item.words for item in window.menu.items]
    others = [view.words for view in views() if view.name != PLAY]
    assert words[: len(others)] == others, "other views first"
    window.key(pygame.K_HOME)
    for _ in range(words.index("The goal")):
        window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert window.open == ["goal"]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_control_is_large_enough(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(size=size)
    for control in window.desk.controls.controls:
        if isinstance(control, Notice):  # nothing to press
            continue
        assert control.rect.width >= SMALLEST_TARGET, control.name
        assert control.rect.height >= SMALLEST_TARGET, control.name
    sizes = window.panel("top bar").sizes
    if sizes in window.desk.controls.controls:
        assert min(segment.width for segment in sizes.segments()) >= SMALLEST_TARGET


@pytest.mark.parametrize("has_drawer", [False, True])
@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080), (3840, 2160)], ids=str)
def test_the_board_keeps_its_share(
    open_board: Opener, size: tuple[int, int], has_drawer: bool
) -> None:
    window = open_board(size=size)
    if has_drawer and window.desk.is_compact:
        window.click_control("panel")
    assert window.desk.view.geometry.tray.height >= 0.6 * size[1]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_welcome_covers_no_cell(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(NEAR, size=size, welcomes=True)
    welcome = window.panel("welcome").rect
    assert Rect((0, 0), size).contains(welcome)
    assert not welcome.colliderect(window.desk.view.geometry.tray)


@pytest.mark.parametrize("board", ["1 2 3 4 5 6 7 8 9/10 11 12 13 14 15 16 17 0", "1 2/3 4/5 0"])
def test_boards_of_other_shapes_fit(open_board: Opener, board: str) -> None:
    for size in ((640, 480), (1280, 800)):
        window = open_board(board, size=size)
        assert window.desk.view.area.contains(window.desk.view.geometry.tray)


def test_the_scale_follows_the_window() -> None:
    assert automatic_scale(640, 480) == 0.75
    assert automatic_scale(1280, 800) == 1.0
    assert automatic_scale(1920, 1080) == 1.35
    assert automatic_scale(3840, 2160) == 2.7
    assert automatic_scale(20000, 20000) == 3.0


def test_the_window_manager_is_told_the_smallest_size(open_board: Opener) -> None:
    open_board(HARD)
    assert smallest_size() == SMALLEST_SIZE == (480, 360)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_tooltip_covers_the_board(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(size=size)
    if window.desk.is_compact:
        window.click_control("panel")
    tray = window.desk.view.geometry.tray
    for control in [c for c in window.desk.controls.controls if c.is_enabled]:
        window.point((1, size[1] // 2))
        window.point(control.rect.center)
        window.now += 1
        window.frame()
        tips = [part for part in window.screen.parts() if part.key == "tooltip"]
        assert len(tips) <= 1
        blur = 2 * window.desk.painter.px(12)
        for part in tips:
            assert not part.bounds.inflate(-blur, -blur).colliderect(tray), control.name


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_tooltip_of_the_top_bar_covers_no_neighbour(
    open_board: Opener, size: tuple[int, int]
) -> None:
    window = open_board(size=size)
    bar = window.panel("top bar").controls
    blur = 2 * window.desk.painter.px(12)
    for control in [c for c in bar if c.is_enabled]:
        window.point((1, size[1] // 2))
        window.point(control.rect.center)
        window.now += 1
        window.frame()
        for part in [part for part in window.screen.parts() if part.key == "tooltip"]:
            words = part.bounds.inflate(-blur, -blur)
            for other in [c for c in bar if c is not control]:
                # a little of its lower edge may be: what it shows is in its middle
                assert words.clip(other.rect).height <= other.rect.height / 4, other.name


LONG = "A message that is so long that it finds no room in one line of a window of this size. " * 2


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_message_is_cut_without_a_way_to_read_it(
    open_board: Opener, size: tuple[int, int]
) -> None:
    window = open_board(NEAR, size=size)
    window.desk.say(LONG)
    window.frame(2)
    notice = window.panel("status")._message
    if not notice.is_cut(window.desk.painter):
        return
    window.point(notice.rect.center)
    window.now += 1
    window.frame()
    assert window.screen.tips.tip is not None
    assert window.screen.tips.tip.words == LONG


def test_a_message_of_two_lines_leaves_no_word_alone(open_board: Opener) -> None:
    window = open_board(NEAR, size=(640, 480))
    window.desk.say("Found 49 moves after 58,381 states: 2 moves longer than the shortest")
    window.frame(2)
    notice, painter = window.panel("status")._message, window.desk.painter
    assert not notice.is_cut(painter)
    lines = notice.lines(painter)
    assert len(lines) == 2
    assert " ".join(lines) == notice.words
    assert lines[1].count(" ") >= 3
