"""Tracks: handle, seeking by pointer and keys, and profile. Bars with two bounds."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface

from puzzler.window.core.themes import find_themes, load_theme
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Touch
from puzzler.window.toolkit.layout import Column
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.track import Branch, GapBar, Track
from tests.window.toolkit.conftest import Show, dark

AREA = Rect(20, 20, 400, 40)
SIZE = 440, 100
pytestmark = pytest.mark.usefixtures("show")


def place_track(track: Track) -> tuple[Context, Track]:
    ui = Context(dark())
    track.place(ui, AREA)
    return ui, track


@given(st.integers(1, 5000), st.data())
def test_the_pointer_seeks_its_position(total: int, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, total))
    positions: list[int] = []
    ui, track = place_track(Track(position, total, positions.append, key="t"))
    track.press(ui, (track.left_of(position), AREA.centery))
    assert abs(positions[-1] - position) <= total / 300
    track.drag(ui, (-50, 0))
    track.drag(ui, (5000, 0))
    assert positions[1:] == [0, total]


def test_wheel_and_keys_step_from_the_requested_position() -> None:
    positions: list[int] = []
    ui, track = place_track(Track(4, 9, positions.append, target=6, key="t"))
    for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END):
        assert track.key_down(ui, key, 0)
    assert track.wheel(ui, 2, AREA.center)
    assert positions == [5, 7, 0, 9, 8]
    assert not track.key_down(ui, pygame.K_RIGHT, pygame.KMOD_LSHIFT)
    assert not track.key_down(ui, pygame.K_PAGEDOWN, 0)
    ui, track = place_track(Track(9, 9, positions.append, is_open=True, key="t"))
    track.key_down(ui, pygame.K_RIGHT, 0)
    assert positions[-1] == 10, "the branch is longer than the track"


def test_without_positions_the_track_is_disabled() -> None:
    for described in (Track(0, 0, print, key="t"), Track(3, 9, None, key="t")):
        ui, track = place_track(described)
        assert not track.is_enabled
        assert not track.wheel(ui, 1, AREA.center)
        track.draw(ui, Surface(SIZE), Touch())


def test_a_branch_is_a_separate_track() -> None:
    positions: list[int] = []
    along: list[int] = []
    branch = Branch(20, 3, along.append)
    ui, track = place_track(Track(10, 12, positions.append, branch=branch, key="t"))
    assert track.left_of(30) <= AREA.right, "a longer branch must fit"
    track.press(ui, (track.left_of(6), track.line(ui)))
    track.press(ui, (track.left_of(18), track.line(ui, is_branch=True)))
    track.drag(ui, (track.left_of(5), track.line(ui)))
    track.wheel(ui, 2, AREA.center)
    track.key_down(ui, pygame.K_END, 0)
    assert positions == [6]
    assert along == [8, 0, 5, 20]


@pytest.mark.parametrize("theme", find_themes())
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_the_track_before_the_handle_has_another_colour(theme: str, scale: float) -> None:
    painter = Painter(load_theme(theme), scale)
    ui, surface, colors = Context(painter), Surface(SIZE), painter.theme
    track = Track(30, 60, print, marks=(45,), target=50, key="t")
    track.place(ui, AREA)
    surface.fill(colors.bar)
    track.draw(ui, surface, Touch())
    row = AREA.centery
    assert surface.get_at((track.left_of(10), row))[:3] == colors.accent
    assert surface.get_at((track.left_of(40), row))[:3] == colors.track
    assert surface.get_at((track.left_of(30), row))[:3] == colors.text
    column = [surface.get_at((track.left_of(45), y))[:3] for y in range(AREA.top, row - 3)]
    assert colors.text_muted in column


def test_the_profile_below_the_track_follows_the_handle(show: Show) -> None:
    values = (9, 9, 9, 0, 0, 0, 0)
    pictures = []
    for position in (0, 1, 5):
        track = Track(position, 6, print, profile=values, key="t")
        surface, row = show(lambda track=track: Column(track), SIZE).surface, track.rect.bottom + 2
        pictures.append([surface.get_at((track.left_of(x), row))[:3] for x in (0.5, 1.8, 5)])
    ground = (0, 0, 0)
    (_, ahead, nothing), (behind, _, _), later = pictures
    assert nothing == ground != ahead
    assert behind != ahead and later[1] == behind and later[2] == ground


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_gap_is_visible_until_both_bounds_are_equal(
    show: Show, left: float, right: float
) -> None:
    bar = GapBar(left, right * (1 - left), width=300, height=12)
    hands = show(lambda: Column(bar), SIZE)
    lengths, theme = bar.lengths(), hands.ui.painter.theme
    assert all(end >= 12 for end in lengths)
    is_open = bar.left + bar.right < 1
    at, color = ((lengths[0] + 4, bar.rect.centery), theme.well) if is_open else (
        bar.rect.center, theme.good)  # fmt: skip
    assert hands.surface.get_at(at)[:3] == color
    assert sum(lengths) < 300 or not is_open
