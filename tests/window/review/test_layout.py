"""Review and drill at every size and in every theme: all elements are visible or reachable."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from puzzler.window.common.board import BOARD
from puzzler.window.toolkit.scroll import Scroll
from tests.window.conftest import Opener, Window
from tests.window.layout import check_layout
from tests.window.review.test_drill import answer_wrong, open_drill
from tests.window.review.test_review import MOVES, open_review, review_of, state

Begin = Callable[[Opener, tuple[int, int]], Window]


def with_the_shortest(open_board: Opener, size: tuple[int, int]) -> Window:
    window = open_review(open_board, MOVES, size=size)
    review_of(window).seek(2)
    review_of(window).show_shortest()
    window.wait_for(lambda: state(window).shortest is not None)
    window.settle()
    return window


def after_a_wrong_answer(open_board: Opener, size: tuple[int, int]) -> Window:
    window = open_drill(open_board, size=size)
    answer_wrong(window)
    return window


@pytest.mark.parametrize("begin", [with_the_shortest, after_a_wrong_answer])
@pytest.mark.parametrize("size", [(480, 360), (600, 900), (1280, 500)], ids=str)
def test_all_elements_are_inside_and_the_column_can_be_scrolled_to_its_end(
    open_board: Opener, begin: Begin, size: tuple[int, int]
) -> None:
    window = begin(open_board, size)
    check_layout(window)
    for key in ("question", "answer"):
        assert not any(each.is_cut for each in window.elements() if each.key == key), key
    column = next(each for each in window.elements() if isinstance(each, Scroll))
    window.point((column.view.left + 2, column.view.bottom - 2))
    for _ in range(25):
        window.wheel(1)
    column = next(each for each in window.elements() if isinstance(each, Scroll))
    assert column.child.rect.bottom <= column.view.bottom + 1


def test_every_button_has_a_tooltip(open_board: Opener) -> None:
    window = open_review(open_board, MOVES)
    for target in list(window.app.ui.layers[0].frame.targets):
        element = target.element
        if element.is_control and element.key != BOARD and element.is_enabled:
            assert window.tip_of(element.key), element.key
