"""The curve of a review: where things are, what is drawn, and where a hand leads."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

from collections.abc import Iterator

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface

from puzzler.window.themes import find_themes, load_theme
from puzzler.window.toolkit.paint import Painter
from puzzler.window.widgets.control import NO_TOUCH, Touch
from puzzler.window.widgets.distance_curve import DistanceCurve
from puzzler.window.widgets.trail import Detour, Trail

PROVEN = Trail(tuple((d, d) for d in (6, 5, 6, 5, 4, 3, 2, 1, 0)), (Detour(1, 3, 2),))
BAND = Trail(((6, 6), (5, 9), (2, 8), (5, 5), (4, 4), (3, None), (2, 2), (1, 1), (0, 0)))


@pytest.fixture(autouse=True)
def screen() -> Iterator[Surface]:
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode((800, 400))
    pygame.display.quit()
    pygame.font.quit()


def laid_out(trail: Trail | None, painter: Painter, area: Rect) -> tuple[DistanceCurve, list[int]]:
    sought: list[int] = []
    curve = DistanceCurve("curve", sought.append)
    curve.trail = trail
    curve.place(painter, area)
    return curve, sought


def drawn(curve: DistanceCurve, painter: Painter, touch: Touch = NO_TOUCH) -> Surface:
    surface = Surface((800, 400))
    surface.fill(painter.theme.panel)
    curve.draw(surface, painter, touch)
    return surface


def is_like(surface: Surface, at: tuple[float, float], color: tuple[int, int, int]) -> bool:
    """A pixel of about that colour lies within two of ``at``."""
    x, y = round(at[0]), round(at[1])
    near = [(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3)]
    return any(
        max(abs(a - b) for a, b in zip(surface.get_at(p)[:3], color, strict=True)) < 40
        for p in near
    )


@pytest.mark.parametrize("theme", find_themes())
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.35, 2.7])
def test_the_curve_passes_through_every_distance(theme: str, scale: float) -> None:
    painter = Painter(load_theme(theme), scale)
    curve, _ = laid_out(PROVEN, painter, Rect(10, 10, 600, 300))
    curve.position = 8
    surface = drawn(curve, painter)
    for position, (distance, _) in enumerate(PROVEN.ends[:-1]):
        place = curve.left_of(position), curve.top_of(distance)
        assert is_like(surface, place, painter.theme.bound), position
        assert curve.plot.collidepoint(place)


def test_what_is_not_proven_is_a_band_between_its_ends() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    curve, _ = laid_out(BAND, painter, Rect(10, 10, 600, 300))
    surface = drawn(curve, painter)
    ground = surface.get_at((round(curve.left_of(4)), round(curve.top_of(8.3))))
    for distance in (3, 6, 7.5):
        inside = surface.get_at((round(curve.left_of(2)), round(curve.top_of(distance))))
        assert inside != ground, distance
    assert not is_like(surface, (curve.left_of(2), curve.top_of(5)), painter.theme.bound)
    assert is_like(surface, (curve.left_of(4), curve.top_of(4)), painter.theme.bound)
    # where no upper end is known the band reaches the upper edge
    assert surface.get_at((round(curve.left_of(5)), round(curve.top_of(8.3)))) != ground


def test_a_detour_has_a_mark_and_a_number() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    curve, _ = laid_out(PROVEN, painter, Rect(10, 10, 600, 300))
    plain, _ = laid_out(Trail(PROVEN.ends), painter, Rect(10, 10, 600, 300))
    with_mark, without = drawn(curve, painter), drawn(plain, painter)
    left, top = round(curve.left_of(1)), curve.plot.top
    assert is_like(with_mark, (left, top - painter.px(5)), painter.theme.accent)
    number = Rect(left - 6, top - painter.px(24), 12, painter.px(12))
    inks = [with_mark.get_at((x, y))[:3] for x in range(*_span(number)) for y in _rows(number)]
    assert painter.theme.text in inks
    inks = [without.get_at((x, y))[:3] for x in range(*_span(number)) for y in _rows(number)]
    assert painter.theme.text not in inks


def _span(rect: Rect) -> tuple[int, int]:
    return rect.left, rect.right


def _rows(rect: Rect) -> range:
    return range(rect.top, rect.bottom)


def test_the_continuation_lies_beside_the_play() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    trail = Trail(PROVEN.ends, continuation=(2, 6))
    curve, _ = laid_out(trail, painter, Rect(10, 10, 600, 300))
    curve.position, curve.ahead = 2, 3
    surface = drawn(curve, painter)
    # the knob is on the continuation
    knob = round(curve.left_of(5)), round(curve.top_of(3))
    assert surface.get_at(knob)[:3] == painter.theme.text
    # a continuation that is longer than the rest of the play has room all the same
    long = Trail(PROVEN.ends, continuation=(6, 20))
    assert long.width == 26


def test_a_hand_leads_to_the_nearest_position() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    curve, sought = laid_out(PROVEN, painter, Rect(10, 10, 600, 300))
    for position in range(9):
        curve.press((round(curve.left_of(position)) + 3, 200))
    curve.drag((2000, 0))
    curve.drag((-50, 0))
    assert sought == [*range(9), 8, 0]
    sought.clear()
    curve.position = 4
    for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END):
        assert curve.key(key)
    assert not curve.key(pygame.K_RIGHT, pygame.KMOD_LSHIFT), "ten moves are an action"
    assert not curve.key(pygame.K_PAGEDOWN)
    assert curve.wheel(2)
    assert sought == [3, 5, 0, 8, 6]


def test_without_a_review_nothing_is_sought() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    curve, sought = laid_out(None, painter, Rect(10, 10, 600, 300))
    drawn(curve, painter, Touch((50, 50)))
    curve.press((100, 100))
    assert not curve.wheel(1)
    assert not curve.key(pygame.K_RIGHT)
    assert not sought


distances = st.integers(0, 300)


@given(
    st.lists(st.tuples(distances, st.none() | distances), max_size=300),
    st.integers(60, 700),
    st.integers(50, 350),
    st.data(),
)
def test_any_trail_can_be_drawn(
    pairs: list[tuple[int, int | None]], width: int, height: int, data: st.DataObject
) -> None:
    ends = tuple((least, None if more is None else least + more) for least, more in pairs)
    last = max(0, len(ends) - 1)
    first = data.draw(st.integers(0, last))
    detours = (Detour(first, last, 2),) if ends else ()
    ghost = data.draw(st.none() | st.tuples(st.integers(0, last), st.integers(0, 50)))
    painter = Painter(load_theme("dark"), data.draw(st.sampled_from((0.75, 1.0, 2.0))))
    trail = Trail(ends, detours, ghost if ends else None)
    curve, sought = laid_out(trail, painter, Rect(5, 5, width, height))
    curve.position = data.draw(st.integers(0, last))
    curve.ahead = data.draw(st.integers(0, ghost[1])) if ghost and ends else 0
    drawn(curve, painter, Touch((width // 2, height // 2)))
    curve.press((width // 2, height // 2))
    assert all(0 <= position <= last for position in sought)
