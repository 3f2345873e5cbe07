"""The tab Code: the step buttons follow its lines in both directions."""

from __future__ import annotations

import pygame
import pytest

from puzzler.search.method import Method
from puzzler.window.lab.code import NONE
from puzzler.window.lab.view import CODE
from puzzler.window.toolkit.element import Element
from tests.window.conftest import HARD, Opener, Window
from tests.window.lab.looking import arrive, end, go, inspecting, lab, open_lab
from tests.window.lab.test_view import turn_to
from tests.window.layout import FEW_SIZES, check_layout

SHIFT = pygame.KMOD_LSHIFT


def open_code_tab(open_board: Opener, method: Method | None = None, **more: object) -> Window:
    window = open_lab(open_board, **more)
    inspecting(window).set_method(method or Method("astar", "manhattan"))
    arrive(window)
    turn_to(window, CODE)
    return window


def lines(window: Window) -> dict[str, Element]:
    column = window.element("code lines")
    return {row.key[1]: row for row in column.children}


def current_line(window: Window) -> str | None:
    return next((name for name, row in lines(window).items() if len(row.children) == 2), None)


def runs(window: Window) -> dict[str, str]:
    return {name: row.children[-1].children[0].text for name, row in lines(window).items()}


@pytest.fixture
def window(open_board: Opener, size: tuple[int, int]) -> Window:
    return open_code_tab(open_board, size=size)


def contents_of(window: Window) -> tuple[int, int, str | None, dict[str, str], frozenset[str]]:
    """Return the moment, step, current line, counts and other texts of the tab."""
    state = lab(window)
    words = (
        frozenset(window.texts_of("lab tab panel")) if window.has("lab tab panel") else frozenset()
    )
    return state.expansions, state.code_step, current_line(window), runs(window), words


def press(window: Window, key: int, mod: int = 0) -> None:
    window.key(key, mod)
    arrive(window)


@pytest.mark.parametrize("algorithm", ["astar", "dfs", "idastar"])
def test_steps_follow_the_lines_in_both_directions(open_board: Opener, algorithm: str) -> None:
    window = open_code_tab(open_board, Method(algorithm))
    there = [contents_of(window)]
    while lab(window).expansions < 4:
        press(window, pygame.K_RIGHT)
        there.append(contents_of(window))
    moments = [moment for moment, *_ in there]
    assert moments == sorted(moments)
    for moment in range(1, 4):
        steps = [step for at, step, *_ in there if at == moment]
        assert steps == list(range(len(steps))) and len(steps) > 1
    back = [contents_of(window)]
    while len(back) < len(there):
        press(window, pygame.K_LEFT)
        back.append(contents_of(window))
    assert back == there[::-1]


def test_the_deciding_line_is_highlighted_and_counts_follow_the_step(open_board: Opener) -> None:
    window = open_code_tab(open_board, board=HARD)
    assert contents_of(window)[2] == "start"
    expected = ["take", "goal", "close", *(["each", "new"] * 3)]
    for line in expected:
        press(window, pygame.K_RIGHT)
        assert current_line(window) == line
        assert lab(window).expansions == 1
    assert runs(window)["new"] == runs(window)["each"] == "3"
    press(window, pygame.K_LEFT)
    press(window, pygame.K_LEFT)
    assert runs(window)["new"] == "2"
    assert "Step 7 of 9" in window.words


def test_ten_steps_and_other_tabs_step_by_expansions(open_board: Opener) -> None:
    window = open_code_tab(open_board, board=HARD)
    press(window, pygame.K_RIGHT, SHIFT)
    assert lab(window).expansions == 10
    press(window, pygame.K_RIGHT)
    assert (lab(window).expansions, lab(window).code_step) == (11, 0)
    window.key(pygame.K_LEFTBRACKET)
    arrive(window)
    press(window, pygame.K_RIGHT)
    assert lab(window).expansions == 12
    press(window, pygame.K_LEFT)
    assert lab(window).expansions == 11
    assert lab(window).code_step == lab(window).code_range[1] > 0


def test_at_the_end_the_current_line_is_the_return(window: Window) -> None:
    end(window)
    there = [contents_of(window)]
    for line in ("found", "goal", "take", "new"):
        assert current_line(window) == line
        assert window.find("step-forward").is_enabled is (line != "found")
        assert lab(window).is_goal_shown is (line != "new")
        press(window, pygame.K_LEFT)
        there.append(contents_of(window))
    for before in reversed(there[:-1]):
        press(window, pygame.K_RIGHT)
        assert contents_of(window) == before


def test_at_the_start_there_is_no_step_back(window: Window) -> None:
    assert not window.find("step-back").is_enabled
    press(window, pygame.K_RIGHT)
    assert window.find("step-back").is_enabled
    press(window, pygame.K_LEFT)
    assert lab(window).expansions == 0 and current_line(window) == "start"


def test_a_search_composed_of_others_has_no_lines(open_board: Opener) -> None:
    window = open_code_tab(open_board, Method("anytime"))
    assert NONE in window.words and lab(window).code_range == (0, 0)


def test_the_counts_have_a_heading_above_their_column(window: Window) -> None:
    go(window, 3)
    heading = window.element("code runs").children[0]
    count = next(iter(lines(window).values())).children[-1].children[0]
    assert heading.text == "runs"
    assert heading.rect.right == count.rect.right
    assert heading.rect.bottom <= count.rect.top


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_all_lines_are_readable_at_every_size(window: Window) -> None:
    go(window, 3)
    check_layout(window)
    before, column = current_line(window), window.element("code lines").rect
    assert column.contains(lines(window)[before].rect)
    window.key(pygame.K_F5)
    window.settle()
    check_layout(window)
    assert current_line(window) == before
