"""Pointer and keyboard input of the tree and the map."""

from __future__ import annotations

import numpy as np
import pygame
import pytest
from pygame import Rect

from puzzler.window.lab.states_view import StatesView
from tests.window.lab import test_map, test_tree
from tests.window.lab.drawing import AREA, Drawing, far

pytestmark = pytest.mark.usefixtures("display")


def make(kind: str, **options: object) -> tuple[StatesView, Drawing]:
    """Create a tree or a map with 600 expanded states."""
    if kind == "tree":
        return test_tree.make(test_tree.wide_tree(600), 600, **options)
    states, drawing = test_map.make(test_map.LARGE, **options)
    states.lights.add(np.arange(100, 700, dtype=np.int32))
    return states, drawing


KINDS = pytest.mark.parametrize(("kind", "state"), [("tree", 450), ("map", 550)])


@KINDS
def test_zooming_keeps_the_point_below_the_pointer(kind: str, state: int) -> None:
    view, drawing = make(kind)
    at = view.place_of(state)
    drawing.wheel(1, at)
    assert view.viewport.is_whole, "the whole picture is visible"
    for lines in (-3, -1, -1, -1):
        drawing.wheel(lines, at)
        assert far(view.place_of(state), at) <= 3
    for _ in range(60):  # the largest scale, at which the wheel is still handled
        assert drawing.wheel(-1, view.place_of(state))
    drawing.picture()
    assert view.hovered(view.place_of(state)) == state
    view.fit()
    assert view.viewport.is_whole
    assert all(AREA.collidepoint(view.place_of(state)) for state in range(0, 600, 7))


@KINDS
def test_a_click_chooses_the_moment_of_an_expansion_and_a_drag_moves(kind: str, state: int) -> None:
    view, drawing = make(kind)
    for _ in range(60):  # the largest scale, at which the wheel is still handled
        assert drawing.wheel(-1, view.place_of(state))
    drawing.picture()
    drawing.click(view.place_of(state))
    assert drawing.chosen == [451]
    view.fit()
    drawing.wheel(-5, AREA.center)
    before = view.place_of(state)
    drawing.drag(AREA.center, (AREA.centerx + 30, AREA.centery - 20))
    assert drawing.chosen == [451]
    assert far(view.place_of(state), (before[0] + 30, before[1] - 20)) <= 1


@KINDS
def test_keys_without_modifiers_move_and_zoom(kind: str, state: int) -> None:
    view, drawing = make(kind)
    for _ in range(4):
        assert drawing.key(pygame.K_PLUS)
    before = view.place_of(state)
    for key in (pygame.K_LEFT, pygame.K_UP):
        assert drawing.key(key)
        assert not drawing.key(key, pygame.KMOD_LSHIFT)
        assert not drawing.key(key, pygame.KMOD_LCTRL)
    assert view.place_of(state)[0] > before[0] and view.place_of(state)[1] > before[1]
    assert not drawing.key(pygame.K_PAGEDOWN)
    assert drawing.key(pygame.K_HOME) and view.viewport.is_whole


@KINDS
def test_a_card_shows_the_state_below_the_pointer(kind: str, state: int) -> None:
    view, drawing = make(kind)
    assert drawing.looks_different_at(view.place_of(state))
    assert view.hovered((0, 0)) is None


@KINDS
@pytest.mark.parametrize("size", [(620, 460), (120, 60), (20, 20), (3, 0)])
def test_both_can_be_drawn_at_any_size(kind: str, state: int, size: tuple[int, int]) -> None:
    assert make(kind, area=Rect((10, 10), size))[1].draws_only_inside()
