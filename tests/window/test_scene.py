"""Only changed parts are drawn, and the picture equals a complete redraw."""

from __future__ import annotations

from functools import partial

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface

from puzzler.window.toolkit.fill import fill_rect
from puzzler.window.toolkit.frame import Part, Scene


def square(key: str, left: int, color: str = "red") -> Part:
    rect = Rect(left, 10, 20, 20)
    return Part(key, rect, color, partial(Surface.fill, color=color, rect=rect))


def make() -> tuple[Scene, Surface]:
    return Scene(lambda surface, area: surface.fill("black", area)), Surface((200, 50))


def test_the_first_picture_is_drawn_completely_and_an_equal_one_not_at_all() -> None:
    scene, surface = make()
    assert scene.update(surface, [square("a", 0)]) == [Rect(0, 0, 200, 50)]
    assert scene.update(surface, [square("a", 0)]) == []


def test_a_moved_part_is_erased_and_drawn() -> None:
    scene, surface = make()
    scene.update(surface, [square("a", 0)])
    assert scene.update(surface, [square("a", 15)]) == [Rect(0, 10, 35, 20)]
    assert surface.get_at((5, 15)) == (0, 0, 0)
    assert surface.get_at((30, 15)) == (255, 0, 0)


def test_distant_changes_are_separate_areas() -> None:
    scene, surface = make()
    scene.update(surface, [square("a", 0), square("b", 150), square("c", 300)])
    changed = scene.update(
        surface, [square("a", 0, "blue"), square("b", 150, "blue"), square("c", 300, "blue")]
    )
    assert sorted(map(tuple, changed)) == [(0, 10, 20, 20), (150, 10, 20, 20)]


def test_a_new_part_on_top_is_drawn_over_others() -> None:
    scene, surface = make()
    order = list[str]()

    def part(key: str, left: int, color: str) -> Part:
        def draw(surface: Surface) -> None:
            order.append(key)
            square(key, left, color).draw(surface)

        return Part(key, Rect(left, 10, 20, 20), color, draw)

    low, other = part("low", 0, "red"), part("other", 100, "red")
    scene.update(surface, [low, other])
    order.clear()
    changed = scene.update(surface, [low, part("other", 100, "green"), part("top", 10, "blue")])
    assert order == ["other", "top"]
    assert sorted(map(tuple, changed)) == [(10, 10, 20, 20), (100, 10, 20, 20)]
    assert surface.get_at((5, 15)) == (255, 0, 0)
    assert surface.get_at((15, 15)) == (0, 0, 255)
    scene.update(surface, [low, other])
    assert surface.get_at((15, 15)) == (255, 0, 0)
    assert surface.get_at((25, 15)) == (0, 0, 0)


RECTS = st.builds(Rect, *(st.integers(-9, 50) for _ in range(2)), *(st.integers(0, 60),) * 2)


@pytest.mark.parametrize("flags", [0, pygame.SRCALPHA])
@given(size=st.tuples(*(st.integers(1, 60),) * 2), clip=RECTS, rect=RECTS)
def test_a_rectangle_is_filled_like_in_pygame(
    size: tuple[int, int], clip: Rect, rect: Rect, flags: int
) -> None:
    filled, expected = Surface(size, flags), Surface(size, flags)
    for surface in (filled, expected):
        surface.set_clip(clip)
    fill_rect(filled, rect, (10, 20, 30))
    expected.fill((10, 20, 30), rect)
    assert filled.get_buffer().raw == expected.get_buffer().raw
