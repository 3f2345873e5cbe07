"""The map of all states: where they lie, which are lit, and where a hand leads."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

from collections.abc import Iterator

import numpy as np
import pygame
import pytest
from pygame import Rect, Surface

from puzzler.board import Board, Move
from puzzler.search.packing import Ranks, neighbours_of, rank_of
from puzzler.window.board.skin import Skin
from puzzler.window.lab.map_picture import RECENT, lit_color, recent_color
from puzzler.window.lab.map_tracks import Track, TrackKind, track_color, track_sample
from puzzler.window.lab.state_map import StateMap, state_sample
from puzzler.window.themes import find_themes, load_theme
from puzzler.window.toolkit.paint import Painter
from puzzler.window.widgets.control import NO_TOUCH, Controls, Touch

SMALL = Board.parse("1 2 3/4 5 0")
LARGE = Board.parse("0 1 2/3 4 5/6 7 8")
AREA = Rect(10, 10, 620, 460)


@pytest.fixture(autouse=True)
def screen() -> Iterator[Surface]:
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode((640, 480))
    pygame.display.quit()
    pygame.font.quit()


def make(
    goal: Board = SMALL, *, theme: str = "dark", scale: float = 1.0, area: Rect = AREA
) -> tuple[StateMap, Painter, list[int]]:
    chosen: list[int] = []
    painter = Painter(load_theme(theme), scale)
    state_map = StateMap("map", on_choose=chosen.append)
    state_map.place(painter, area)
    state_map.show(goal, Skin())
    while state_map.advance():
        pass
    return state_map, painter, chosen


def drawn(state_map: StateMap, painter: Painter, touch: Touch = NO_TOUCH) -> Surface:
    surface = Surface((640, 480))
    surface.fill(painter.theme.panel)
    state_map.draw(surface, painter, touch)
    return surface


def in_order(goal: Board, start: int, count: int) -> Ranks:
    """States breadth-first from one of them."""
    after, found = neighbours_of(goal), [start]
    for rank in found:
        if len(found) >= count:
            break
        found += [to for to in after[rank].tolist() if to >= 0 and to not in found]
    return np.array(found[:count], np.int32)


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("theme", find_themes())
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.7])
def test_states_are_lit_as_they_are_expanded(theme: str, scale: float) -> None:
    state_map, painter, _ = make(theme=theme, scale=scale)
    order = in_order(SMALL, 100, 60)
    # a distance that is named may cover some
    middle = state_map.place_of(rank_of(SMALL))[0]
    free = [rank for rank in order.tolist() if abs(state_map.place_of(rank)[0] - middle) > 25]
    assert len(free) > 40
    others = {lit_color(painter.theme), recent_color(painter.theme), painter.theme.well}
    dark = drawn(state_map, painter)
    for rank in free:
        assert dark.get_at(state_map.place_of(rank))[:3] not in others
    state_map.light(order)
    assert state_map.moment == 60
    bright = drawn(state_map, painter)
    for rank in free:
        assert bright.get_at(state_map.place_of(rank))[:3] == recent_color(painter.theme)
    # what stood out is one of many later
    state_map.light(np.full(RECENT, order[0], np.int32))
    bright = drawn(state_map, painter)
    for rank in free:
        assert bright.get_at(state_map.place_of(rank))[:3] == lit_color(painter.theme)
    assert state_map.lit_at(int(order[59])) == 60


def test_the_same_moment_shows_the_same_however_it_was_reached() -> None:
    order = np.random.default_rng(5).integers(0, 181_440, 3000).astype(np.int32)
    state_map, painter, _ = make(LARGE)
    shown = {}
    for moment in range(0, 3000, 500):
        shown[moment] = pixels(drawn(state_map, painter))
        state_map.light(order[moment : moment + 500])
    assert len(set(shown.values())) == len(shown)
    for moment in reversed(shown):
        state_map.dim_to(moment)
        assert state_map.moment == moment
        assert pixels(drawn(state_map, painter)) == shown[moment]
    state_map.light(order[:2500])
    assert pixels(drawn(state_map, painter)) == shown[2500]
    # another search on the same goal, of just as many
    state_map.dim_to(0)
    state_map.light(order[500:])
    assert pixels(drawn(state_map, painter)) != shown[2500]


def test_where_states_share_a_pixel_it_is_as_bright_as_many_are_lit() -> None:
    state_map, painter, _ = make(LARGE, area=Rect(10, 10, 200, 160))
    at = state_map.place_of(90_000)
    assert state_map.atlas is not None
    same = [rank for rank in range(181_440) if state_map.place_of(rank) == at]
    assert len(same) > 3
    far = rank_of(LARGE)  # in the middle, on a pixel of its own
    colors = [drawn(state_map, painter).get_at(at)[:3]]
    for rank in same:
        state_map.light(np.array([rank, *[far] * RECENT], np.int32))
        colors.append(drawn(state_map, painter).get_at(at)[:3])
    lit = lit_color(painter.theme)
    distances = [sum(abs(a - b) for a, b in zip(color, lit, strict=True)) for color in colors]
    assert distances[-1] == 0 and distances == sorted(distances, reverse=True)
    assert len(set(distances)) > len(same) // 2


def test_a_state_is_lit_by_its_first_expansion() -> None:
    state_map, _, _ = make()
    state_map.light(np.array([5, 7, 5, 9, 7], np.int32))
    assert [state_map.lit_at(rank) for rank in (5, 7, 9, 11)] == [1, 2, 4, None]
    state_map.dim_to(3)
    assert [state_map.lit_at(rank) for rank in (5, 7, 9)] == [1, 2, None]
    state_map.light(np.array([11], np.int32))
    assert state_map.lit_at(11) == 4


@pytest.mark.parametrize("goal", ["1 2/3 0", "1 2 3/4 5 0", "1 2/3 4/5 0", "1 2 3 4/5 6 7 0"])
@pytest.mark.parametrize("size", [(620, 460), (160, 120)])
def test_the_state_below_the_pointer_is_the_one_that_lies_there(
    goal: str, size: tuple[int, int]
) -> None:
    state_map, painter, _ = make(Board.parse(goal), area=Rect((10, 10), size))
    drawn(state_map, painter)
    assert state_map.atlas is not None
    for rank in range(0, len(state_map.atlas.distances), 7):
        at = state_map.place_of(rank)
        found = state_map.hovered(at)
        assert found is not None and state_map.place_of(found) == at
    assert state_map.hovered((0, 0)) is None
    assert state_map.hovered((12, 12)) is None


def test_every_state_of_3x3_can_be_reached_with_the_pointer() -> None:
    state_map, painter, _ = make(LARGE)
    rank = rank_of(Board.parse("8 6 4/2 1 3/5 7 0"))
    for _ in range(40):
        if not state_map.zoom(-1, state_map.place_of(rank)):
            break
    drawn(state_map, painter)
    assert state_map.hovered(state_map.place_of(rank)) == rank
    state_map.fit()
    left, right = (AREA.centerx - 230, AREA.centerx + 230)
    assert left < state_map.place_of(rank)[0] < right


def test_the_card_shows_the_board_and_its_distance() -> None:
    state_map, painter, _ = make(LARGE)
    plain = drawn(state_map, painter)
    at = state_map.place_of(rank_of(Board.parse("8 6 4/2 1 3/5 7 0")))
    card = drawn(state_map, painter, Touch(at))
    assert pixels(card) != pixels(plain)
    assert state_map.look(Touch(at)) != state_map.look(NO_TOUCH)
    # it stays within the map
    for frame in (Rect(0, 0, 640, 10), Rect(0, 0, 10, 480), Rect(0, 470, 640, 10)):
        assert pixels(card.subsurface(frame)) == pixels(plain.subsurface(frame))


def test_a_click_on_what_is_lit_chooses_its_moment() -> None:
    state_map, painter, chosen = make()
    state_map.light(np.array([3, 50, 200], np.int32))
    drawn(state_map, painter)
    for rank in (50, 60):
        at = state_map.place_of(rank)
        state_map.press(at)
        state_map.drag((at[0] + 1, at[1]))
        state_map.release((at[0] + 1, at[1]))
    assert chosen == [2]


def test_a_drag_moves_the_map_and_chooses_nothing() -> None:
    state_map, painter, chosen = make(LARGE)
    state_map.light(np.array([77], np.int32))
    middle = AREA.center
    for _ in range(5):
        assert state_map.zoom(-1, middle)
    before = state_map.place_of(77)
    state_map.press(middle)
    state_map.drag((middle[0] + 30, middle[1] - 20))
    state_map.release((middle[0] + 30, middle[1] - 20))
    after = state_map.place_of(77)
    assert (after[0] - before[0], after[1] - before[1]) == (30, -20)
    assert not chosen
    drawn(state_map, painter)
    assert state_map.key(pygame.K_HOME)
    assert not state_map.zoom(1, middle), "all of it is seen"


def test_the_wheel_zooms_around_the_pointer() -> None:
    state_map, _, _ = make(LARGE)
    controls = Controls([state_map])
    at = state_map.place_of(1234)
    motion = pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0))
    controls.handle(motion)
    assert controls.handle(pygame.Event(pygame.MOUSEWHEEL, y=3))
    now = state_map.place_of(1234)
    assert abs(now[0] - at[0]) <= 2 and abs(now[1] - at[1]) <= 2
    far = state_map.place_of(rank_of(LARGE))
    assert not AREA.collidepoint(far) or far != AREA.center


def test_keys_move_and_zoom_where_no_modifier_is_held() -> None:
    state_map, _, _ = make(LARGE)
    for _ in range(4):
        assert state_map.key(pygame.K_PLUS)
    before = state_map.place_of(9)
    for key in (pygame.K_LEFT, pygame.K_UP):
        assert state_map.key(key)
        assert not state_map.key(key, pygame.KMOD_LSHIFT)
        assert not state_map.key(key, pygame.KMOD_LCTRL)
    assert state_map.place_of(9)[0] > before[0] and state_map.place_of(9)[1] > before[1]
    assert not state_map.key(pygame.K_PAGEDOWN)


def test_tracks_pass_through_their_states() -> None:
    state_map, painter, _ = make(LARGE)
    start = Board.parse("8 6 4/2 1 3/5 7 0")
    atlas = state_map.atlas
    assert atlas is not None
    plain = drawn(state_map, painter)
    for kind in TrackKind:
        ranks = atlas.shortest(start)
        state_map.set_tracks([Track(kind, ranks)])
        surface = drawn(state_map, painter)
        color = track_color(painter.theme, kind)
        place = Rect(0, 0, 9, 9)
        place.center = state_map.place_of(int(ranks[13]))
        inks = {
            surface.get_at((x, y))[:3]
            for x in range(place.left, place.right)
            for y in range(place.top, place.bottom)
        }
        assert color in inks, kind
        assert pixels(surface) != pixels(plain)
    # one state, and far more than lines could be told apart, are tracks too
    moves = [Move.UP, Move.DOWN] * 1000
    for long in (atlas.along(start, ()), atlas.along(start, moves)):
        state_map.set_tracks([Track(kind, long) for kind in TrackKind])
        assert pixels(drawn(state_map, painter)) != pixels(plain)


@pytest.mark.parametrize("size", [(40, 400), (20, 20), (3, 0)])
def test_it_can_be_drawn_at_any_size(size: tuple[int, int]) -> None:
    state_map, painter, _ = make(LARGE, area=Rect((10, 10), size))
    state_map.light(np.arange(0, 181_440, 9, dtype=np.int32))
    surface = drawn(state_map, painter, Touch((20, 20)))
    for beside in (Rect(10 + size[0], 0, 50, 480), Rect(10, 10 + size[1], 600, 50)):
        inks = {surface.get_at((x, y))[:3] for x in range(*_across(beside)) for y in _down(beside)}
        assert inks == {painter.theme.panel}


def _across(rect: Rect) -> tuple[int, int, int]:
    return rect.left, rect.right, 3


def _down(rect: Rect) -> range:
    return range(rect.top, rect.bottom, 3)


@pytest.mark.parametrize("shape", [(2, 5), (4, 4), (10, 10)])
def test_larger_boards_say_so_in_one_line(shape: tuple[int, int]) -> None:
    state_map, painter, chosen = make(Board.solved(*shape))
    assert state_map.atlas is None
    surface = drawn(state_map, painter)
    inks = {surface.get_at((x, y))[:3] for x in range(100, 540) for y in range(230, 250)}
    assert painter.theme.text_muted in inks
    state_map.light(np.array([1, 2], np.int32))
    state_map.dim_to(0)
    assert state_map.hovered(AREA.center) is None
    assert not state_map.zoom(-1, AREA.center)
    assert not state_map.key(pygame.K_LEFT)
    state_map.press(AREA.center)
    state_map.release(AREA.center)
    assert not chosen


def test_what_is_lit_before_the_map_is_there_is_lit_then() -> None:
    painter = Painter(load_theme("dark"), 1.0)
    state_map = StateMap("map")
    state_map.show(SMALL, Skin())
    state_map.light(np.array([42], np.int32))
    state_map.place(painter, AREA)
    before = pixels(drawn(state_map, painter))
    while state_map.advance():
        pass
    assert pixels(drawn(state_map, painter)) != before
    assert state_map.lit_at(42) == 1
    # another goal of the same shape begins anew
    state_map.show(Board.parse("0 1 2/3 4 5"), Skin())
    assert state_map.moment == 0 and state_map.lit_at(42) is None


def test_samples_of_a_legend_stay_where_they_belong() -> None:
    painter = Painter(load_theme("dark"), 1.5)
    area = Rect(20, 20, 40, 20)
    parts = [track_sample(painter, "t", area, kind) for kind in TrackKind]
    parts += [state_sample(painter, "s", area, is_lit=lit) for lit in (False, True)]
    pictures = set()
    for part in parts:
        surface = Surface((100, 60))
        part.draw(surface)
        assert surface.get_bounding_rect().size == (100, 60)
        outside = Surface((100, 60))
        outside.blit(surface, (0, 0))
        outside.fill((0, 0, 0), part.bounds)
        assert pixels(outside) == pixels(Surface((100, 60)))
        pictures.add(pixels(surface))
    assert len(pictures) == len(parts)
