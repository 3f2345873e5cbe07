"""The picture of a search tree: what its nodes look like, and where a hand leads."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

from collections.abc import Iterator

import pygame
import pytest
from pygame import Rect, Surface

from puzzler.board import Board, Move
from puzzler.search.tree import Grown, Made, Mark
from puzzler.window.board.skin import Skin
from puzzler.window.lab.tree_marks import MARK_TITLES, SHAPES, mark_color, mark_sample
from puzzler.window.lab.tree_view import TreeView, Wanted
from puzzler.window.themes import find_themes, load_theme
from puzzler.window.toolkit.paint import Painter
from puzzler.window.widgets.control import NO_TOUCH, Controls, Touch
from tests.search.growth import chain, comb, grown_from, search

START = Board.parse("8 6 4/2 1 3/5 7 0")
GOAL = Board.parse("0 1 2/3 4 5/6 7 8")
AREA = Rect(10, 10, 620, 460)
MIDDLE = Board.parse("8 6 4/2 0 3/5 7 1")
FATES = grown_from(
    [
        (-1, -1, [Made.NEW, Made.NOTHING, Made.PRUNED, Made.DUPLICATE], 0),
        (0, Move.UP, [Made.NOTHING, Made.DUPLICATE, Made.GOAL, Made.REOPENED], 1),
    ]
)


@pytest.fixture(autouse=True)
def screen() -> Iterator[Surface]:
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode((640, 480))
    pygame.display.quit()
    pygame.font.quit()


def show(view: TreeView, grown: Grown, moment: int, start: Board = START, run: int = 1) -> None:
    view.show(Wanted(run, start, grown, moment, GOAL, Skin()))
    while view.advance():
        pass


def make(
    grown: Grown, moment: int, *, theme: str = "dark", scale: float = 1.0, area: Rect = AREA
) -> tuple[TreeView, Painter, list[int]]:
    chosen: list[int] = []
    painter = Painter(load_theme(theme), scale)
    view = TreeView("tree", on_choose=chosen.append)
    view.place(painter, area)
    show(view, grown, moment, MIDDLE if grown is FATES else START)
    return view, painter, chosen


def drawn(view: TreeView, painter: Painter, touch: Touch = NO_TOUCH) -> Surface:
    surface = Surface((640, 480))
    surface.fill(painter.theme.panel)
    view.draw(surface, painter, touch)
    return surface


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def has_ink(surface: Surface, at: tuple[int, int], reach: int, color: tuple[int, ...]) -> bool:
    place = Rect(0, 0, 2 * reach + 1, 2 * reach + 1)
    place.center = at
    place = place.clip(surface.get_rect())
    return any(
        surface.get_at((x, y))[:3] == color
        for x in range(place.left, place.right)
        for y in range(place.top, place.bottom)
    )


@pytest.mark.parametrize("theme", find_themes())
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_marks_differ_in_shape_and_colour(theme: str, scale: float) -> None:
    painter = Painter(load_theme(theme), scale)
    gray = set()
    for mark in Mark:
        surface = Surface((60, 60))
        surface.fill(painter.theme.well)
        part = mark_sample(painter, "mark", Rect(10, 10, 40, 40), mark)
        part.draw(surface)
        assert has_ink(surface, (30, 30), 12, mark_color(painter.theme, mark)), mark
        # the same in one colour
        mask = pygame.mask.from_threshold(surface, painter.theme.well, (8, 8, 8))
        mask.invert()
        gray.add(pixels(mask.to_surface()))
        outside = surface.copy()
        outside.fill(painter.theme.well, part.bounds)
        assert len({outside.get_at((x, y))[:3] for x in range(60) for y in range(60)}) == 1
    assert len(gray) == len(Mark) == len(SHAPES) == len(MARK_TITLES)


@pytest.mark.parametrize("theme", find_themes())
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5])
def test_a_small_tree_is_boards_framed_by_what_they_are(theme: str, scale: float) -> None:
    view, painter, _ = make(FATES, 2, theme=theme, scale=scale)
    surface = drawn(view, painter)
    tree = view.tree
    assert tree is not None and len(tree.parents) == 5
    for node, mark in enumerate(tree.marks.tolist()):
        at = view.place_of(node)
        assert AREA.collidepoint(at)
        color = mark_color(painter.theme, Mark(mark))
        assert has_ink(surface, at, painter.px(40), color), node
        if scale == 1.0:
            assert has_ink(surface, at, painter.px(25), painter.theme.tile_ink), node


@pytest.mark.parametrize("theme", find_themes())
def test_nodes_of_a_larger_tree_are_shapes(theme: str) -> None:
    view, painter, _ = make(search(START, GOAL, is_deep=False, most=200), 60, theme=theme)
    surface = drawn(view, painter)
    tree = view.tree
    assert tree is not None and view.present == 59
    for node, mark in enumerate(tree.marks.tolist()):
        if node not in view.tree.path_to(59):  # type: ignore[union-attr]
            color = mark_color(painter.theme, Mark(mark))
            assert has_ink(surface, view.place_of(node), 6, color), node
    # the path is lit, and its end is marked
    assert surface.get_at(view.place_of(59))[:3] == painter.theme.well
    assert has_ink(surface, view.place_of(59), 6, painter.theme.text)
    first, second = (view.place_of(int(node)) for node in tree.path_to(59)[:2])
    middle = (first[0] + second[0]) // 2, (first[1] + second[1]) // 2
    assert has_ink(surface, middle, 3, painter.theme.text)


@pytest.mark.parametrize("grown", [chain(9864), comb(6600)], ids=["deep", "wide"])
def test_the_largest_trees_are_seen_as_a_whole_and_from_near(grown: Grown) -> None:
    count = len(grown.parents)
    view, painter, _ = make(grown, count)
    show(view, grown, count, Board.parse("1 2 3/4 0 5/6 7 8"))
    whole = drawn(view, painter)
    for node in range(0, count, 97):
        assert AREA.collidepoint(view.place_of(node))
        colors = (mark_color(painter.theme, Mark.CLOSED), painter.theme.text)
        assert any(has_ink(whole, view.place_of(node), 3, color) for color in colors)
    view.follow()
    near = drawn(view, painter)
    at = view.place_of(count - 1)
    assert AREA.collidepoint(at)
    assert has_ink(near, at, 25, painter.theme.tile_ink)
    view.fit()
    assert pixels(drawn(view, painter)) == pixels(whole)


def test_zooming_keeps_what_is_below_the_pointer() -> None:
    view, painter, _ = make(search(START, GOAL, is_deep=False, most=600), 600)
    controls = Controls([view])
    middle = view.place_of(0)[0]
    node = min(range(300, 600), key=lambda n: abs(view.place_of(n)[0] - middle))
    at = view.place_of(node)
    controls.handle(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))
    for _ in range(30):
        controls.handle(pygame.Event(pygame.MOUSEWHEEL, y=1))
        drawn(view, painter)
        now = view.place_of(node)
        assert abs(now[0] - at[0]) <= 3
    assert view.hovered(view.place_of(node)) == node
    for _ in range(60):
        view.zoom(1, at)
    assert not view.zoom(1, at)
    assert all(AREA.collidepoint(view.place_of(node)) for node in range(600))


def test_a_click_on_an_expansion_chooses_its_moment() -> None:
    view, painter, chosen = make(FATES, 2)
    drawn(view, painter)
    for node in range(5):
        at = view.place_of(node)
        view.press(at)
        view.release(at)
    assert chosen == [1, 2], "leaves were not expanded"
    view.press((15, 15))
    view.release((15, 15))
    assert chosen == [1, 2]


def test_the_card_tells_of_any_node() -> None:
    view, painter, _ = make(search(START, GOAL, is_deep=False, most=60), 60)
    plain = pixels(drawn(view, painter))
    for node in (0, 30, 59, 61):
        touch = Touch(view.place_of(node))
        assert pixels(drawn(view, painter, touch)) != plain
        assert view.look(touch) != view.look(NO_TOUCH)
    assert view.hovered((0, 0)) is None


def test_the_tree_grows_and_goes_back_without_a_jump() -> None:
    grown = search(START, GOAL, is_deep=False, most=400)
    view, painter, _ = make(grown, 300)
    at_300 = pixels(drawn(view, painter))
    view.zoom(-12, view.place_of(150))
    node = min(range(300), key=lambda n: _far(view.place_of(n), AREA.center))
    before = view.place_of(node)
    show(view, grown, 301)
    after = view.place_of(node)
    assert _far(before, after) <= 2
    assert view.present == 300
    view.fit()
    show(view, grown, 300)
    assert pixels(drawn(view, painter)) == at_300


def _far(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def test_the_present_node_is_followed_until_a_hand_moves_the_tree() -> None:
    grown = search(START, GOAL, is_deep=True, most=400)
    view, _, _ = make(grown, 100)
    view.follow()
    for moment in (101, 150, 380):
        show(view, grown, moment)
        assert view.present == moment - 1
        assert abs(view.place_of(moment - 1)[1] - AREA.centery) < AREA.height // 2
        assert AREA.collidepoint(view.place_of(moment - 1))
    view.press(AREA.center)
    view.drag((AREA.centerx, AREA.centery + 40))
    view.release((AREA.centerx, AREA.centery + 40))
    assert not view.is_following
    show(view, grown, 20)
    show(view, grown, 20)
    assert view.present == 19


def test_beyond_what_it_has_room_for_only_the_moment_changes() -> None:
    grown = comb(8000)
    view, painter, _ = make(grown, 7000)
    tree = view.tree
    assert tree is not None and tree.is_cut and view.present is None
    full = pixels(drawn(view, painter))
    show(view, grown, 7900)
    assert view.tree is not None and view.tree.moment == 7900 and view.tree.x is tree.x
    assert pixels(drawn(view, painter)) == full
    show(view, grown, 10)
    assert view.tree is not None and not view.tree.is_cut and view.present == 9


def test_what_is_not_known_yet_is_not_said_to_be_cut_off() -> None:
    long, short = (search(START, GOAL, is_deep=False, most=most) for most in (90, 60))
    view, _, _ = make(short, 80)
    assert view.tree is not None and not view.tree.is_cut
    assert (view.tree.moment, view.present) == (60, 59)
    show(view, short, 81)
    assert view.present == 59
    assert not view.is_behind
    show(view, long, 81)
    assert view.present == 80
    # nor is an early state shown as the one that was expanded last
    show(view, short, 500)
    assert view.is_behind and view.present is None
    assert view.tree is not None and not view.tree.is_cut


def test_another_search_is_another_tree() -> None:
    view, painter, _ = make(search(START, GOAL, is_deep=False, most=50), 50)
    wide = pixels(drawn(view, painter))
    show(view, search(START, GOAL, is_deep=True, most=50), 50, run=2)
    assert pixels(drawn(view, painter)) != wide
    view.show(None)
    assert not view.advance()
    assert view.tree is None and view.present is None
    empty = drawn(view, painter)
    assert empty.get_at(AREA.center)[:3] == painter.theme.well
    assert not view.zoom(-1, AREA.center)
    assert not view.key(pygame.K_LEFT)


def test_what_is_asked_for_each_frame_is_shown_in_the_end() -> None:
    grown = search(START, GOAL, is_deep=False, most=3000)
    view, _, _ = make(grown, 1)
    shown = set()
    for moment in range(2, 3000, 40):
        view.show(Wanted(1, START, grown, moment, GOAL, Skin()))
        view.advance(1)
        assert view.tree is not None
        shown.add(view.tree.moment)
    assert 5 < len(shown) < 70, "a new wish does not throw away what was begun"
    while view.advance():
        pass
    assert view.tree is not None and view.tree.moment == moment


@pytest.mark.parametrize("size", [(620, 460), (120, 60), (20, 20), (3, 0)])
def test_it_can_be_drawn_at_any_size(size: tuple[int, int]) -> None:
    view, painter, _ = make(
        search(START, GOAL, is_deep=False, most=500), 500, area=Rect((10, 10), size)
    )
    surface = drawn(view, painter, Touch((20, 20)))
    below = Rect(10, 10 + size[1], 600, 470 - size[1] - 1)
    inks = {
        surface.get_at((x, y))[:3]
        for x in range(below.left, below.right, 3)
        for y in range(below.top, below.bottom, 3)
    }
    assert inks <= {painter.theme.panel}


def test_before_the_first_expansion_there_is_the_start() -> None:
    view, painter, _ = make(grown_from([]), 0)
    surface = drawn(view, painter)
    assert view.present == 0
    assert has_ink(surface, view.place_of(0), 25, painter.theme.tile_ink)
    assert has_ink(surface, view.place_of(0), 40, mark_color(painter.theme, Mark.FRONTIER))
