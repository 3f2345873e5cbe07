"""Tracks: where the handle is, what pointer and keys seek, the profile; and bars of two ends."""

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


def placed(track: Track) -> tuple[Context, Track]:
    ui = Context(dark())
    track.place(ui, AREA)
    return ui, track


@given(st.integers(1, 5000), st.data())
def test_the_pointer_seeks_the_position_it_is_at(total: int, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, total))
    sought: list[int] = []
    ui, track = placed(Track(position, total, sought.append, key="t"))
    track.press(ui, (track.left_of(position), AREA.centery))
    assert abs(sought[-1] - position) <= total / 300
    track.drag(ui, (-50, 0))
    track.drag(ui, (5000, 0))
    assert sought[1:] == [0, total]


def test_wheel_and_keys_step_from_where_it_was_asked_to_go() -> None:
    sought: list[int] = []
    ui, track = placed(Track(4, 9, sought.append, target=6, key="t"))
    for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END):
        assert track.key_down(ui, key, 0)
    assert track.wheel(ui, 2, AREA.center)
    assert sought == [5, 7, 0, 9, 8]
    assert not track.key_down(ui, pygame.K_RIGHT, pygame.KMOD_LSHIFT)
    assert not track.key_down(ui, pygame.K_PAGEDOWN, 0)
    ui, track = placed(Track(9, 9, sought.append, is_open=True, key="t"))
    track.key_down(ui, pygame.K_RIGHT, 0)
    assert sought[-1] == 10, "it goes on beyond its end"


def test_without_anything_to_seek_it_is_disabled() -> None:
    for described in (Track(0, 0, print, key="t"), Track(3, 9, None, key="t")):
        ui, track = placed(described)
        assert not track.is_enabled
        assert not track.wheel(ui, 1, AREA.center)
        track.draw(ui, Surface(SIZE), Touch())


def test_a_branch_is_moved_along_by_itself() -> None:
    sought: list[int] = []
    along: list[int] = []
    branch = Branch(20, 3, along.append)
    ui, track = placed(Track(10, 12, sought.append, branch=branch, key="t"))
    assert track.left_of(30) <= AREA.right, "a branch that goes further has room"
    track.press(ui, (track.left_of(6), track.line(ui)))
    track.press(ui, (track.left_of(18), track.line(ui, is_branch=True)))
    track.drag(ui, (track.left_of(5), track.line(ui)))
    track.wheel(ui, 2, AREA.center)
    track.key_down(ui, pygame.K_END, 0)
    assert sought == [6]
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


def test_its_profile_is_an_area_below_it_that_follows_the_handle(show: Show) -> None:
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
def test_a_gap_is_seen_until_both_ends_meet(show: Show, left: float, right: float) -> None:
    bar = GapBar(left, right * (1 - left), width=300, height=12)
    hands = show(lambda: Column(bar), SIZE)
    ends, theme = bar.lengths(), hands.ui.painter.theme
    assert all(end >= 12 for end in ends)
    is_open = bar.left + bar.right < 1
    at, color = ((ends[0] + 4, bar.rect.centery), theme.well) if is_open else (
        bar.rect.center, theme.good)  # fmt: skip
    assert hands.surface.get_at(at)[:3] == color
    assert sum(ends) < 300 or not is_open
