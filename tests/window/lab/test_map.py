"""The map of all states: positions, highlighted states and pointer input."""

from __future__ import annotations

import numpy as np
import pygame
import pytest
from pygame import Rect

from puzzler.board import Board, Move
from puzzler.search.inspection.atlas import build_atlas
from puzzler.search.packing import rank_of
from puzzler.window.board.tiles import Skin
from puzzler.window.lab.map import StateMap
from puzzler.window.lab.map_picture import Lights, MapTrack, TrackKind
from tests.window.lab.drawing import AREA, Drawing, has_ink

SMALL = Board.parse("1 2 3/4 5 0")
LARGE = Board.parse("0 1 2/3 4 5/6 7 8")
FAR = Board.parse("8 6 4/2 1 3/5 7 0")

pytestmark = pytest.mark.usefixtures("display")


def make(goal: Board = SMALL, **options: object) -> tuple[StateMap, Drawing]:
    state_map = StateMap("map")
    drawing = Drawing(state_map, **options)
    state_map.show(goal, Skin())
    state_map.take(build_atlas(goal))
    return state_map, drawing


@pytest.mark.parametrize(("theme", "scale"), [("dark", 0.75), ("light", 1.0), ("dark", 2.7)])
def test_expanded_states_are_highlighted(theme: str, scale: float) -> None:
    state_map, drawing = make(theme=theme, scale=scale)
    colors, order = drawing.painter.theme, np.arange(100, 160, dtype=np.int32)
    # labels of distances may cover some states
    middle = state_map.place_of(rank_of(SMALL))[0]
    free = [rank for rank in order.tolist() if abs(state_map.place_of(rank)[0] - middle) > 25]
    assert len(free) > 40

    def shown() -> set[tuple[int, ...]]:
        picture = drawing.picture()
        return {picture.get_at(state_map.place_of(rank))[:3] for rank in free}

    assert not shown() & {colors.accent, colors.text, colors.well}
    state_map.lights.add(order)
    assert state_map.lights.moment == 60 and state_map.lights.lit_at(int(order[59])) == 60
    assert shown() == {colors.accent}


def test_few_highlighted_states_are_visible_dots() -> None:
    state_map, drawing = make(LARGE)
    state_map.lights.add(np.array([100_000], np.int32))
    picture, accent = drawing.picture(), drawing.painter.theme.accent
    right, down = state_map.place_of(100_000)
    around = [(right + x, down + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    assert sum(picture.get_at(at)[:3] == accent for at in around) > 4


def test_a_moment_does_not_depend_on_how_it_was_reached() -> None:
    order = np.random.default_rng(5).integers(0, 181_440, 3000).astype(np.int32)
    state_map, drawing = make(LARGE)
    shown = {}
    for moment in range(0, 3000, 500):
        shown[moment] = drawing.pixels()
        state_map.lights.add(order[moment : moment + 500])
    assert len(set(shown.values())) == len(shown)
    for moment in reversed(shown):
        state_map.lights.dim_to(moment)
        assert state_map.lights.moment == moment and drawing.pixels() == shown[moment]
    state_map.lights.add(order[:2500])
    assert drawing.pixels() == shown[2500]
    # another search for the same goal with the same number of expansions
    state_map.lights.dim_to(0)
    state_map.lights.add(order[500:])
    assert drawing.pixels() != shown[2500]


def test_a_pixel_is_brighter_if_more_of_its_states_are_highlighted() -> None:
    state_map, drawing = make(LARGE, area=Rect(10, 10, 200, 160))
    at = state_map.place_of(90_000)
    same = [rank for rank in range(181_440) if state_map.place_of(rank) == at]
    assert len(same) > 3
    state_map.lights.add(np.setdiff1d(np.arange(30_000, dtype=np.int32), same))
    colors = [drawing.picture().get_at(at)[:3]]
    for rank in same:
        state_map.lights.add(np.array([rank], np.int32))
        colors.append(drawing.picture().get_at(at)[:3])
    lit = drawing.painter.theme.accent
    distances = [sum(abs(a - b) for a, b in zip(color, lit, strict=True)) for color in colors]
    assert distances[-1] == 0 and distances == sorted(distances, reverse=True)
    assert len(set(distances)) > len(same) // 2


def test_a_state_is_highlighted_by_its_first_expansion() -> None:
    lights = Lights(SMALL)
    lights.add(np.array([5, 7, 5, 9, 7], np.int32))
    assert [lights.lit_at(rank) for rank in (5, 7, 9, 11)] == [1, 2, 4, None]
    lights.dim_to(3)
    assert [lights.lit_at(rank) for rank in (5, 7, 9)] == [1, 2, None]
    lights.add(np.array([11], np.int32))
    assert lights.lit_at(11) == 4


@pytest.mark.parametrize("goal", ["1 2/3 0", "1 2 3/4 5 0", "1 2/3 4/5 0", "1 2 3 4/5 6 7 0"])
@pytest.mark.parametrize("size", [(620, 460), (160, 120)])
def test_the_state_below_the_pointer_is_found(goal: str, size: tuple[int, int]) -> None:
    state_map, drawing = make(Board.parse(goal), area=Rect((10, 10), size))
    drawing.picture()
    for rank in range(0, len(state_map.picture.atlas.distances), 7):
        at = state_map.place_of(rank)
        assert state_map.place_of(state_map.hovered(at)) == at
    assert state_map.hovered((0, 0)) is None
    assert state_map.hovered((12, 12)) is None


def test_states_of_a_ring_have_their_distances(monkeypatch: pytest.MonkeyPatch) -> None:
    state_map, drawing = make(Board.parse("1 2/3 0"))
    labels: list[str] = []
    monkeypatch.setattr(
        drawing.painter, "write", lambda surface, text, *_, **__: labels.append(text)
    )
    drawing.picture()
    assert sorted(labels) == sorted(map(str, state_map.picture.atlas.distances))


def test_tracks_pass_through_their_states() -> None:
    state_map, drawing = make(LARGE)
    atlas, plain = state_map.picture.atlas, drawing.pixels()
    ranks = atlas.shortest(FAR)
    for kind in TrackKind:
        state_map.tracks = (MapTrack(kind, ranks),)
        color = getattr(drawing.painter.theme, kind.color)
        assert has_ink(drawing.picture(), state_map.place_of(int(ranks[13])), 4, color), kind
    # A single state and a very long path are also tracks.
    for long in (atlas.along(FAR, ()), atlas.along(FAR, [Move.UP, Move.DOWN] * 1000)):
        state_map.tracks = tuple(MapTrack(kind, long) for kind in TrackKind)
        assert drawing.pixels() != plain


def test_states_expanded_before_the_map_exists_are_highlighted() -> None:
    state_map = StateMap("map")
    drawing = Drawing(state_map)
    state_map.show(SMALL, Skin())
    state_map.lights.add(np.array([42], np.int32))
    before = drawing.pixels()
    state_map.take(build_atlas(SMALL))
    assert drawing.pixels() != before
    assert state_map.lights.lit_at(42) == 1
    # another goal of the same shape resets the map
    state_map.show(Board.parse("0 1 2/3 4 5"), Skin())
    assert state_map.lights.moment == 0 and state_map.lights.lit_at(42) is None


def test_another_goal_clears_the_map() -> None:
    state_map, drawing = make()
    state_map.lights.add(np.arange(9, dtype=np.int32))
    drawing.picture()
    content = state_map.content()
    assert not state_map.show(SMALL, Skin()) and state_map.content() == content
    state_map.tracks = (MapTrack(TrackKind.OWN, np.arange(2, dtype=np.int32)),)
    assert state_map.content() != content
    assert state_map.show(Board.solved(2, 2), Skin())
    assert state_map.picture is None and not state_map.tracks and len(state_map.lights) == 0


def test_dimmed_states_can_be_highlighted_again() -> None:
    state_map, drawing = make()
    order = np.arange(100, 160, dtype=np.int32)
    dim = drawing.pixels()
    state_map.lights.add(order)
    lit, content = drawing.pixels(), state_map.content()
    state_map.lights.dim_to(0)
    assert drawing.pixels() == dim != lit
    state_map.lights.add(order)
    assert drawing.pixels() == lit and state_map.content() != content
    drawing.wheel(-2, AREA.center)
    enlarged = drawing.pixels()
    assert has_ink(drawing.picture(), state_map.place_of(130), 3, drawing.painter.theme.accent)
    drawing.key(pygame.K_HOME)
    assert drawing.pixels() == lit != enlarged


def test_the_card_of_a_state_returns_after_a_drag() -> None:
    state_map, drawing = make()
    at = state_map.place_of(130)
    assert drawing.looks_different_at(at)
    state_map.press(drawing.ui, at)
    assert not drawing.looks_different_at(at)
    state_map.release(drawing.ui, at)
    assert drawing.looks_different_at(at)
