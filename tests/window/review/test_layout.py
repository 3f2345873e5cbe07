"""Review and drill at every size and in every theme: all is in sight, and can be reached."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pygame
import pytest
from pygame import Rect

from puzzler.game.play.settings import Settings
from puzzler.window.common.board import BOARD
from puzzler.window.themes import find_themes
from puzzler.window.toolkit.element import walk
from puzzler.window.toolkit.layout import Scroll, Thumb
from puzzler.window.toolkit.paint import SMALLEST_TARGET
from tests.window.conftest import Opener, Window
from tests.window.review.test_drill import answer_wrong, drilled
from tests.window.review.test_review import MOVES, on_curve, reviewed, reviewing, state

SIZES = [(480, 360), (640, 480), (800, 600), (600, 900), (1024, 768), (1280, 800), (1920, 1080)]
Begin = Callable[[Opener, tuple[int, int]], Window]


def with_the_shortest(open_board: Opener, size: tuple[int, int]) -> Window:
    window = reviewed(open_board, MOVES, size=size)
    reviewing(window).seek(2)
    reviewing(window).show_shortest()
    window.wait_for(lambda: state(window).shortest is not None)
    window.settle()
    return window


def after_a_wrong_answer(open_board: Opener, size: tuple[int, int]) -> Window:
    window = drilled(open_board, size=size)
    answer_wrong(window)
    return window


@pytest.mark.parametrize("begin", [with_the_shortest, after_a_wrong_answer])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_lies_inside_and_nothing_overlaps(
    open_board: Opener, begin: Begin, size: tuple[int, int]
) -> None:
    window = begin(open_board, size)
    whole, layer = Rect((0, 0), size), window.app.ui.layers[0]
    assert layer.root is not None
    every = list(walk(layer.root))
    column = next(each for each in every if isinstance(each, Scroll))
    controls = [t.element for t in layer.frame.targets if t.element.is_control]
    fixed = {t.element for t in layer.frame.targets if t.clip is None}
    rects = [window.app.view.geometry.tray, column.view]
    rects += [
        control.rect
        for control in controls
        if control in fixed and control.key != BOARD and not isinstance(control, Thumb)
    ]
    for rect in rects:
        assert whole.contains(rect)
    for first, second in itertools.combinations(rects, 2):
        assert not first.colliderect(second)
    for control in controls:
        if not isinstance(control, Thumb):
            assert min(control.rect.size) >= SMALLEST_TARGET, control.key
    for key in ("question", "answer"):
        assert not any(each.is_cut for each in every if each.key == key), key


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080)], ids=str)
def test_the_board_keeps_its_share(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board("1 2 3/4 5 6/7 0 8", size=size, knows=True)
    window.click_cell(8)
    window.settle()
    window.session.reviews.open_last()
    window.settle()
    assert window.app.view.geometry.tray.height >= 0.6 * size[1]


@pytest.mark.parametrize("size", [(480, 360), (640, 480), (1280, 800)], ids=str)
def test_all_of_the_column_can_be_reached(open_board: Opener, size: tuple[int, int]) -> None:
    window = reviewed(open_board, MOVES, size=size)
    root = window.app.ui.layers[0].root
    assert root is not None
    column = next(each for each in walk(root) if isinstance(each, Scroll))
    window.point((column.view.left + 2, column.view.bottom - 2))
    for _ in range(25):
        window.send(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    root = window.app.ui.layers[0].root
    assert root is not None
    column = next(each for each in walk(root) if isinstance(each, Scroll))
    assert column.child.rect.bottom <= column.view.bottom + 1
    assert state(window).position in (len(MOVES), 0), "the wheel scrolled and did not step"


@pytest.mark.parametrize("theme", find_themes())
@pytest.mark.parametrize("size", [(640, 480), (1280, 800)], ids=str)
def test_every_theme_draws_it(open_board: Opener, theme: str, size: tuple[int, int]) -> None:
    window = reviewed(open_board, MOVES, size=size, settings=Settings(theme=theme))
    surface = pygame.display.get_surface()
    assert surface is not None
    playhead = on_curve(window, state(window).position)
    assert surface.get_at(playhead)[:3] == window.app.painter.theme.text


def test_everything_that_can_be_pressed_has_a_tooltip(open_board: Opener) -> None:
    window = reviewed(open_board, MOVES)
    for target in list(window.app.ui.layers[0].frame.targets):
        element = target.element
        if not element.is_control or element.key == BOARD or not element.is_enabled:
            continue
        window.point((2, 300))
        window.point(element.rect.center)
        window.now += 1
        window.frame()
        assert window.tip, element.key
