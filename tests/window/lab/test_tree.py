"""The picture of a search tree: look of nodes and pointer input."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect, Surface

from puzzler.board import Board, Move
from puzzler.search.inspection.observation import SuccessorOutcome
from puzzler.search.inspection.tree import CODES, TreeMark, TreeRecords
from puzzler.search.registry import ALGORITHMS
from puzzler.window.board.tiles import Skin
from puzzler.window.core.themes import find_themes, load_theme
from puzzler.window.lab.states_view import draw_shape
from puzzler.window.lab.tree import TreeRequest, TreeView, mark_titles
from puzzler.window.lab.tree_picture import MARKS
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Color
from tests.search.growth import chain, comb, records_of, search
from tests.window.lab.drawing import AREA, Drawing, far, has_ink, inks, pixels

DUPLICATE = CODES[SuccessorOutcome.DUPLICATE]
FOUND = CODES[SuccessorOutcome.GOAL]
NEW = CODES[SuccessorOutcome.NEW]
PRUNED = CODES[SuccessorOutcome.PRUNED]
REOPENED = CODES[SuccessorOutcome.REOPENED]

START = Board.parse("8 6 4/2 1 3/5 7 0")
GOAL = Board.parse("0 1 2/3 4 5/6 7 8")
MIDDLE = Board.parse("8 6 4/2 0 3/5 7 1")
OUTCOMES = records_of(
    [
        (-1, -1, [NEW, 0, PRUNED, DUPLICATE], 0),
        (0, Move.UP, [0, DUPLICATE, FOUND, REOPENED], 1),
    ]
)


def color_of(painter: Painter, mark: int) -> Color:
    return getattr(painter.theme, MARKS[TreeMark(mark)].color)


pytestmark = pytest.mark.usefixtures("display")


def wide_tree(limit: int) -> TreeRecords:
    return search(START, GOAL, is_deep=False, limit=limit)


def show(
    view: TreeView, grown: TreeRecords, moment: int, start: Board = START, run: int = 1
) -> None:
    view.show(TreeRequest(run, start, grown, moment, GOAL, Skin(), "f"))
    while view.advance():
        pass


def make(grown: TreeRecords, moment: int, **options: object) -> tuple[TreeView, Drawing]:
    view = TreeView("tree")
    drawing = Drawing(view, **options)
    show(view, grown, moment, MIDDLE if grown is OUTCOMES else START)
    return view, drawing


@pytest.mark.parametrize("theme", find_themes())
@pytest.mark.parametrize("scale", [0.75, 2.0])
def test_marks_differ_in_shape_and_colour(theme: str, scale: float) -> None:
    painter, area, shapes = Painter(load_theme(theme), scale), Rect(10, 10, 40, 40), set()
    for mark in TreeMark:
        surface = Surface((60, 60))
        surface.fill(painter.theme.well)
        draw_shape(surface, painter, area.center, MARKS[mark].shape, 11, color_of(painter, mark))
        assert has_ink(surface, (30, 30), 12, color_of(painter, mark)), mark
        # without colours
        mask = pygame.mask.from_threshold(surface, painter.theme.well, (8, 8, 8))
        mask.invert()
        shapes.add(pixels(mask.to_surface()))
        surface.fill(painter.theme.well, area)
        assert set(inks(surface, surface.get_rect())) == {painter.theme.well}
    assert len(shapes) == len(TreeMark) == len({style.title for style in MARKS.values()})


@pytest.mark.parametrize(("theme", "scale"), [("dark", 0.75), ("light", 1.0), ("dark", 1.5)])
def test_a_small_tree_has_boards_with_coloured_frames(theme: str, scale: float) -> None:
    view, drawing = make(OUTCOMES, 2, theme=theme, scale=scale)
    surface, painter = drawing.picture(), drawing.painter
    assert len(view.tree.parents) == 5
    for node, mark in enumerate(view.tree.marks.tolist()):
        at = view.place_of(node)
        assert AREA.collidepoint(at)
        assert has_ink(surface, at, painter.px(40), color_of(painter, mark)), node
        if scale == 1.0:
            assert has_ink(surface, at, painter.px(25), painter.theme.tile_ink), node


@pytest.mark.parametrize("theme", find_themes())
def test_a_larger_tree_has_shapes_and_a_highlighted_path(theme: str) -> None:
    view, drawing = make(wide_tree(200), 60, theme=theme)
    surface, tree, colors = drawing.picture(), view.tree, drawing.painter.theme
    assert view.present == 59
    path = tree.path_to(59).tolist()
    for node, mark in enumerate(tree.marks.tolist()):
        if node not in path:
            assert has_ink(surface, view.place_of(node), 6, color_of(drawing.painter, mark)), node
    assert surface.get_at(view.place_of(59))[:3] == colors.well
    assert has_ink(surface, view.place_of(59), 6, colors.text)
    first, second = (view.place_of(node) for node in path[:2])
    middle = (first[0] + second[0]) // 2, (first[1] + second[1]) // 2
    assert has_ink(surface, middle, 3, colors.text)


def test_the_card_of_a_state_has_its_figures() -> None:
    view, _ = make(wide_tree(30), 20)
    tree = view.tree
    for state, (g, h, f) in enumerate(zip(tree.g, tree.h, tree.f, strict=True)):
        card = view.info(view.picture, state)
        if state < 20:
            assert card.lines == (f"g {g}  h {h}  f {f:g}", f"expansion {state + 1}")
        else:
            assert card.lines[0] == f"g {g}  f {f:g}"
        assert card.moment == (state + 1 if state < 20 else None)


@pytest.mark.parametrize("grown", [chain(9864), comb(6600)], ids=["deep", "wide"])
def test_large_trees_can_be_shown_completely_and_enlarged(grown: TreeRecords) -> None:
    count = len(grown.rows)
    view, drawing = make(grown, count)
    show(view, grown, count, Board.parse("1 2 3/4 0 5/6 7 8"))
    full_picture, colors = drawing.picture(), drawing.painter.theme
    for node in range(0, count, 97):
        at = view.place_of(node)
        assert AREA.collidepoint(at)
        assert any(has_ink(full_picture, at, 3, ink) for ink in (colors.accent, colors.text))
    view.toggle_following()
    at = view.place_of(count - 1)
    assert AREA.collidepoint(at) and has_ink(drawing.picture(), at, 25, colors.tile_ink)
    view.fit()
    assert drawing.pixels() == pixels(full_picture)


def test_a_click_on_a_leaf_has_no_effect() -> None:
    view, drawing = make(OUTCOMES, 2)
    drawing.picture()
    for at in (*map(view.place_of, range(5)), (15, 15)):
        drawing.click(at)
    assert drawing.chosen == [1, 2]


def test_the_tree_grows_and_shrinks_without_moving_nodes() -> None:
    grown = wide_tree(400)
    view, drawing = make(grown, 300)
    at_300 = drawing.pixels()
    drawing.wheel(-12, view.place_of(150))
    node = min(range(300), key=lambda n: far(view.place_of(n), AREA.center))
    before = view.place_of(node)
    show(view, grown, 301)
    assert far(view.place_of(node), before) <= 2
    assert view.present == 300
    view.fit()
    show(view, grown, 300)
    assert drawing.pixels() == at_300
    show(view, search(START, GOAL, is_deep=True, limit=400), 300, run=2)
    assert drawing.pixels() != at_300, "another search must have another tree"


def test_a_tree_painted_over_two_frames_is_painted_again_after_a_zoom() -> None:
    grown = wide_tree(400)
    view, drawing = make(grown, 300)
    drawing.picture()
    show(view, grown, 301)
    whole = drawing.pixels()
    drawing.wheel(-12, AREA.center)
    assert drawing.pixels() != whole
    view.fit()
    assert drawing.pixels() == whole


def test_the_current_node_is_followed_until_the_tree_is_dragged() -> None:
    grown = search(START, GOAL, is_deep=True, limit=400)
    view, drawing = make(grown, 100)
    view.toggle_following()
    for moment in (101, 150, 380):
        show(view, grown, moment)
        assert view.present == moment - 1
        assert abs(view.place_of(moment - 1)[1] - AREA.centery) < AREA.height // 2
        assert AREA.collidepoint(view.place_of(moment - 1))
    drawing.drag(AREA.center, (AREA.centerx, AREA.centery + 40))
    assert not view.is_following and not drawing.chosen
    show(view, grown, 20)
    show(view, grown, 20)
    assert view.present == 19


def test_a_full_tree_changes_only_its_moment() -> None:
    grown = comb(8000)
    view, drawing = make(grown, 7000)
    tree, full = view.tree, drawing.pixels()
    assert tree.is_cut and view.present is None
    show(view, grown, 7900)
    assert view.tree.moment == 7900 and view.tree.x is tree.x
    assert drawing.pixels() == full
    show(view, grown, 10)
    assert not view.tree.is_cut and view.present == 9


def test_a_tree_with_missing_expansions_is_not_called_incomplete() -> None:
    long, short = wide_tree(90), wide_tree(60)
    view, _ = make(short, 80)
    assert not view.tree.is_cut
    assert (view.tree.moment, view.present) == (60, 59)
    show(view, short, 81)
    assert view.present == 59
    assert not view.is_behind
    show(view, long, 81)
    assert view.present == 80
    # nor is an early state marked as the last expanded one
    show(view, short, 500)
    assert view.is_behind and view.present is None
    assert not view.tree.is_cut


def test_a_tree_requested_in_every_frame_is_finally_shown() -> None:
    grown = wide_tree(3000)
    view, _ = make(grown, 1)
    shown = set()
    for moment in range(2, 3000, 40):
        view.show(TreeRequest(1, START, grown, moment, GOAL, Skin(), "f"))
        view.advance(1)
        shown.add(view.tree.moment)
    assert 5 < len(shown) < 70, "a new request must not discard the unfinished tree"
    while view.advance():
        pass
    assert view.tree.moment == moment


def test_before_the_first_expansion_the_tree_has_only_the_start() -> None:
    view, drawing = make(records_of([]), 0)
    assert view.present == 0
    surface, at, colors = drawing.picture(), view.place_of(0), drawing.painter.theme
    assert has_ink(surface, at, 25, colors.tile_ink)
    assert has_ink(surface, at, 40, colors.bound)


@pytest.mark.parametrize(("algorithm", "title"), [("walk", "not chosen"), ("idastar", "pruned")])
def test_only_hill_climbing_calls_a_leaf_not_chosen(algorithm: str, title: str) -> None:
    assert mark_titles(ALGORITHMS[algorithm])[TreeMark.PRUNED] == title


def test_the_legend_has_pruned_nodes_only_if_the_tree_contains_some() -> None:
    assert make(OUTCOMES, 2)[0].has_pruned
    assert not make(wide_tree(20), 20)[0].has_pruned


@pytest.mark.parametrize("expansions", [2, 8])
def test_captions_do_not_touch_the_frames_of_boards(expansions: int) -> None:
    view, drawing = make(OUTCOMES if expansions == 2 else wide_tree(8), expansions)
    surface, picture = drawing.picture(), view.picture
    assert picture is not None
    width, height = picture._size(drawing.painter, picture._cell(drawing.painter, view.viewport))
    for node, mark in enumerate(view.tree.marks.tolist()):
        x, y = view.place_of(node)
        frame = Rect(x - width // 2, y - height // 2, width, height)
        for row in (frame.top, frame.bottom - 1):
            line = Rect(frame.left, row, width - 12, 1)  # a mark is at the right corner
            assert set(inks(surface, line)) == {color_of(drawing.painter, mark)}, node
