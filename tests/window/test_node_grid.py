"""Boards in a grid, values as bars, a path under its bound: what they show and read out."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

from collections.abc import Iterator

import pygame
import pytest
from pygame import Rect, Surface

from puzzler.board import Board
from puzzler.window.themes import load_theme
from puzzler.window.toolkit.paint import Painter
from puzzler.window.widgets.control import Touch

GOAL = Board.solved(3, 3)


@pytest.fixture
def painter() -> Iterator[Painter]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((800, 600))
    yield Painter(load_theme("dark"), 1.0)
    pygame.display.quit()
    pygame.font.quit()


# ---- Bars -------------------------------------------------------------------------------


def test_a_bar_for_each_value_that_may_be() -> None:
    drawn = bars([(20, 3), (22, 5), (26, 1)], 40)
    assert drawn == (Bar(0, 20, 20, 20, 3), Bar(1, 22, 22, 22, 5), Bar(3, 26, 26, 26, 1))


def test_no_values_and_a_single_one() -> None:
    assert bars([], 40) == ()
    assert bars([(7, 2)], 40) == (Bar(0, 7, 7, 7, 2),)


@pytest.mark.parametrize("step", [1, 2, 0.1, 1.37, 250])
@pytest.mark.parametrize("most", [2, 7, 40])
def test_every_count_is_in_one_bar(step: float, most: int) -> None:
    counts = [(5 + step * number, number % 7 + 1) for number in range(300)]
    drawn = bars(counts, most)
    assert sum(bar.count for bar in drawn) == sum(count for _, count in counts)
    assert 1 <= len(drawn) <= most + 1
    assert [bar.place for bar in drawn] == sorted({bar.place for bar in drawn})
    for bar in drawn:
        assert bar.start - 1e-6 * step <= bar.low <= bar.high
        assert bar.count == sum(count for value, count in counts if bar.low <= value <= bar.high)


def test_values_far_apart_stay_in_their_room(painter: Painter) -> None:
    histogram = Histogram("h", "f", "state")
    histogram.place(painter, Rect(10, 10, 300, 100))
    histogram.counts = ((20, 4), (21, 1), (90_000, 2))
    for _, place in histogram.places():
        assert histogram.rect.left <= place.left < place.right <= histogram.rect.right


def test_what_is_under_the_pointer_is_read_out(painter: Painter) -> None:
    histogram = Histogram("h", "f", "state")
    histogram.place(painter, Rect(10, 10, 300, 100))
    histogram.counts = ((20, 1), (22, 1234))
    (first, at), (second, beside) = histogram.places()
    assert histogram.bar_at(at.center) == first
    assert histogram.told(first) == "f 20: 1 state"
    assert histogram.told(second) == "f 22: 1,234 states"
    assert histogram.look(Touch(at.center)) != histogram.look(Touch(beside.center))
    assert histogram.bar_at((5, 5)) is None
    histogram.draw(Surface((400, 200)), painter, Touch(at.center))


def test_a_bar_of_several_values_names_them() -> None:
    histogram = Histogram("h", "f", "state")
    assert histogram.told(Bar(0, 20, 20.5, 24, 9)) == "f 20.5 to 24: 9 states"


# ---- Cards ------------------------------------------------------------------------------


def grid_of(painter: Painter, count: int, chosen: list[int] | None = None) -> NodeGrid:
    choose = None if chosen is None else chosen.append
    grid = NodeGrid("g", painter=lambda: painter, on_choose=choose)
    grid.rect = Rect(20, 20, 700, 300)
    asked: list[int] = []

    def card(index: int) -> NodeCard:
        asked.append(index)
        return NodeCard(GOAL, str(index), (("g", "1"), ("f", "2")), "last in", index == 0)

    grid.show(count, card, GOAL)
    grid.asked = asked  # type: ignore[attr-defined]  # what the test looks at
    return grid


def test_only_cards_in_sight_are_made(painter: Painter) -> None:
    grid = grid_of(painter, 66_000)
    grid.draw(Surface((800, 600)), painter, Touch())
    assert 0 < len(grid.asked) < 30
    grid.show(66_000, grid._card, GOAL, reveals_last=True)
    grid.asked.clear()
    grid.draw(Surface((800, 600)), painter, Touch())
    assert 65_999 in grid.asked
    assert 0 not in grid.asked


def test_sixty_cards_are_reached_by_wheel_and_by_key(painter: Painter) -> None:
    grid = grid_of(painter, 60)
    assert grid.card_at(grid.card_rect(0).center) == 0
    while grid.wheel(1):
        pass
    assert grid.rect.contains(grid.card_rect(59))
    assert grid.card_at(grid.card_rect(59).center) == 59
    grid.to_top()
    for _ in range(60):
        assert grid.key(pygame.K_DOWN)
    assert grid.marked == 59
    assert grid.rect.contains(grid.card_rect(59))


def test_cards_do_not_overlap_and_keep_clear_of_the_thumb(painter: Painter) -> None:
    grid = grid_of(painter, 12)
    rects = [grid.card_rect(index) for index in range(12)]
    assert all(rect.collidelist(rects[:at]) < 0 for at, rect in enumerate(rects))
    assert max(rect.right for rect in rects) < grid._scroll.thumb(painter).left


def test_choosing_by_click_and_by_enter(painter: Painter) -> None:
    chosen: list[int] = []
    grid = grid_of(painter, 9, chosen)
    at = grid.card_rect(2).center
    grid.press(at)
    grid.release(at)
    assert chosen == [2]
    grid.press(at)
    grid.release(grid.card_rect(3).center)
    assert chosen == [2], "let go elsewhere it is no click"
    assert grid.key(pygame.K_RIGHT)
    assert grid.key(pygame.K_RETURN)
    assert chosen == [2, 0]


def test_where_nothing_can_be_chosen_keys_are_left_to_others(painter: Painter) -> None:
    grid = grid_of(painter, 9)
    grid.key(pygame.K_DOWN)
    assert not grid.key(pygame.K_SPACE)
    assert not grid.key(pygame.K_LEFT)
    assert not grid_of(painter, 0, []).key(pygame.K_DOWN)


def test_an_empty_grid_says_so(painter: Painter) -> None:
    grid = grid_of(painter, 0)
    grid.empty = "Nothing waits here"
    assert "Nothing waits here" in grid.look(Touch())  # type: ignore[operator]
    grid.draw(Surface((800, 600)), painter, Touch())


@pytest.mark.parametrize("size", [(2, 2), (3, 3), (4, 4), (10, 10), (2, 9), (9, 2)], ids=str)
def test_boards_of_every_shape(painter: Painter, size: tuple[int, int]) -> None:
    goal = Board.solved(*size)
    grid = NodeGrid("g", painter=lambda: painter)
    grid.rect = Rect(0, 0, 700, 400)
    grid.show(5, lambda index: NodeCard(goal, "1", (("g", "1"),)), goal)
    grid.draw(Surface((800, 600)), painter, Touch())


@pytest.mark.parametrize("count", [2, 6, 60])
def test_few_cards_are_larger_and_all_in_sight(painter: Painter, count: int) -> None:
    grid = grid_of(painter, count)
    before = grid.card_rect(0)
    grid.show(count, grid._card, GOAL, fills=True)
    assert (grid.card_rect(0).height > before.height) is (count < 60)
    assert grid.rect.contains(grid.card_rect(count - 1)) is (count < 60)
    grid.draw(Surface((800, 600)), painter, Touch())


# ---- Path -------------------------------------------------------------------------------


def test_a_path_under_its_bound(painter: Painter) -> None:
    profile = PathProfile("p")
    profile.place(painter, Rect(0, 0, 500, 140))
    profile.profile = Profile(((0, 5, 5), (1, 4, 5), (2, 5, 7)), 7, 9)
    assert profile.profile.height == 9
    assert profile.told(2) == "after 2 moves: g 2, h 5, f 7"
    assert profile.index_at(profile.place_of(1).center) == 1
    profile.draw(Surface((800, 600)), painter, Touch(profile.place_of(1).center))


def test_a_path_without_anything(painter: Painter) -> None:
    profile = PathProfile("p")
    profile.place(painter, Rect(0, 0, 500, 140))
    assert profile.index_at((10, 10)) is None
    profile.draw(Surface((800, 600)), painter, Touch((10, 10)))


def test_a_long_path_tells_how_far_it_begins() -> None:
    profile = PathProfile("p")
    profile.profile = Profile(((700, 3, 703),), None, None, 700)
    assert profile.told(0) == "after 700 moves: g 700, h 3, f 703"


def test_where_g_does_not_count_only_h_is_drawn(painter: Painter) -> None:
    profile = PathProfile("p")
    profile.place(painter, Rect(0, 0, 500, 140))
    profile.profile = Profile(((0, 5, 5), (1, 4, 4), (200, 5, 5)))
    assert not profile.profile.counts_g
    surface = Surface((800, 600))
    profile.draw(surface, painter, Touch())
    for index in range(3):
        place = profile.place_of(index)
        assert surface.get_at((place.centerx, place.bottom - 5))[:3] == painter.theme.accent
    profile.profile = Profile(((0, 5, 5), (1, 4, 5)))
    assert profile.profile.counts_g
    profile.draw(surface, painter, Touch())
    place = profile.place_of(1)
    assert surface.get_at((place.centerx, place.bottom - 5))[:3] == painter.theme.bound
