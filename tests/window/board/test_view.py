"""The board on the screen: positions of cells and animations of tiles."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from pygame import Rect, Surface

from puzzler.board import Board, Move
from puzzler.game.core.feedback import Slide
from puzzler.window.board.overlays import Mark
from puzzler.window.board.pictures import Picture
from puzzler.window.board.tiles import Skin, TileLook, measure
from puzzler.window.board.view import SHAKE_SECONDS, BoardView
from puzzler.window.core.themes import load_theme
from puzzler.window.toolkit.paint import Painter

SHAPES = [(2, 2), (3, 3), (4, 4), (2, 10), (10, 2), (10, 10)]
AREAS = [Rect(0, 0, 300, 300), Rect(17, 31, 820, 560), Rect(5, 5, 211, 999)]


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
@pytest.mark.parametrize("area", AREAS)
def test_the_board_fits_and_no_cells_overlap(area: Rect, rows: int, columns: int) -> None:
    geometry = measure(area, rows, columns)
    assert area.contains(geometry.tray)
    assert len(geometry.cells) == rows * columns
    for cell, rect in enumerate(geometry.cells):
        assert geometry.tray.contains(rect)
        assert geometry.cell_at(rect.center) == geometry.cell_at(rect.topleft) == cell
    for one, other in itertools.combinations(geometry.cells, 2):
        assert not one.colliderect(other)
    assert geometry.cell_at(geometry.tray.topleft) is None
    # the board is as large as possible: another pixel per cell would not fit
    larger = geometry.cell + 2
    assert larger * columns * 1.02 > area.width * 0.9 or larger * rows * 1.02 > area.height * 0.9


def make() -> BoardView:
    board = Board.parse("1 2 3/4 5 6/7 0 8")
    view = BoardView(board, Board.solved(3, 3))
    view.area = Rect(0, 0, 400, 400)
    return view


def slide(view: BoardView, *moves: Move, seconds: float = 0.11, is_linear: bool = False) -> None:
    after = view.board.apply_all(moves)
    view.slide(Slide(moves, view.board, after, seconds, is_linear))


def left_of(view: BoardView, tile: int) -> int:
    painter = Painter(load_theme("dark"), 1.0)
    return next(part.bounds.left for part in view.parts(painter) if part.key == ("tile", tile))


def test_a_slide_starts_immediately_slows_down_and_ends() -> None:
    view = make()
    start = left_of(view, 8)
    slide(view, Move.RIGHT)
    places = [start, left_of(view, 8)]
    while view.is_moving:
        view.advance(0.01)
        places.append(left_of(view, 8))
    assert places[-1] == start - view.geometry.cell
    steps = [before - after for before, after in itertools.pairwise(places[1:])]
    assert places[0] > places[1]
    assert all(step >= 0 for step in steps)
    assert steps[0] > steps[-2]


def test_a_whole_line_slides_together() -> None:
    view = BoardView(Board.parse("1 2 3/4 5 6/0 7 8"), Board.solved(3, 3))
    view.area = Rect(0, 0, 400, 400)
    slide(view, Move.RIGHT, Move.RIGHT, seconds=1.0)
    view.advance(0.05)
    assert left_of(view, 8) - left_of(view, 7) == view.geometry.cell


def test_a_slide_finishes_the_previous_one() -> None:
    view = make()
    rest = left_of(view, 8)
    slide(view, Move.RIGHT)
    slide(view, Move.UP)
    assert left_of(view, 8) == rest - view.geometry.cell


def test_a_slide_continues_after_a_stall() -> None:
    view = make()
    slide(view, Move.RIGHT, seconds=0.11)
    view.advance(10.0)
    assert view.is_moving
    view.advance(10.0)
    assert not view.is_moving


def test_slides_without_duration_or_to_another_shape_are_immediate() -> None:
    view = make()
    slide(view, Move.RIGHT, seconds=0)
    assert not view.is_moving
    view.slide(Slide((), view.board, Board.solved(4, 4), 0.2))
    assert not view.is_moving
    assert len(view.geometry.cells) == 16


def test_an_illegal_move_shakes_the_tile() -> None:
    view = make()
    rest = left_of(view, 1)
    view.shake(0)
    positions = set()
    elapsed = 0.0
    while view.is_moving:
        positions.add(left_of(view, 1))
        view.advance(1 / 60)
        elapsed += 1 / 60
    assert elapsed <= SHAKE_SECONDS + 1 / 60
    assert min(positions) < rest < max(positions)
    assert left_of(view, 1) == rest


def test_the_blank_does_not_shake() -> None:
    view = make()
    view.shake(view.board.blank)
    assert not view.is_moving


def hold(view: BoardView, share: float) -> int | None:
    """Drag tile 8 by this share of a cell and release it."""
    assert view.grab(8, (300, 300))
    view.drag((300 - round(share * view.geometry.cell), 300))
    return view.let_go()


def test_another_board_ends_every_animation_and_drag() -> None:
    view, other = make(), Board.parse("1 2 3/4 0 6/7 5 8")
    board = view.board
    view.celebrate()
    view.shake(0)
    assert view.grab(8, (0, 0)) and view.is_moving
    view.show(other, view.goal)
    assert view.hold is None and not view.is_moving
    view.drag((9, 9))
    assert view.let_go() is None
    view.show(board, view.goal)
    rest = left_of(view, 8)
    assert hold(view, 0.9) == 8
    view.show(other, view.goal)
    view.show(board, view.goal)
    slide(view, Move.RIGHT)
    assert left_of(view, 8) > rest - view.geometry.cell / 2, "the drag is over"


def test_a_slide_continues_a_drag_once() -> None:
    view = make()
    rest, cell = left_of(view, 8), view.geometry.cell
    assert hold(view, 0.9) == 8
    slide(view, Move.RIGHT)
    assert left_of(view, 8) <= rest - 0.9 * cell + 1
    slide(view, Move.LEFT)
    slide(view, Move.RIGHT)
    assert left_of(view, 8) > rest - cell / 2
    view.shake(0)
    slide(view, Move.LEFT, seconds=0)
    assert not view.is_moving


def test_a_tile_that_was_dragged_and_returned_is_not_clicked() -> None:
    view = make()
    view.grab(8, (300, 300))
    view.drag((240, 300))
    view.drag((300, 300))
    assert view.let_go() is None
    assert hold(view, 0.4) is None and view.is_moving
    slide(view, Move.UP)
    assert view.grab(7, (0, 0)) and not view.is_moving, "a press ends a slide"
    view.hold, view.is_instant = None, True
    view.grab(7, (0, 0))
    view.drag((0, -40))
    assert view.let_go() is None and not view.is_moving


def looks(view: BoardView, painter: Painter) -> list[TileLook]:
    return [part.look[0] for part in view.parts(painter) if part.key[0] == "tile"]


def test_covered_tiles_another_goal_and_another_painter_are_drawn_at_once() -> None:
    view, painter = make(), Painter(load_theme("dark"), 1.0)
    assert looks(view, painter)[0].tile
    view.is_face_down = True
    assert {look.tile for look in looks(view, painter)} == {0}
    view.is_face_down = False
    assert looks(view, painter)[0].tile
    goal = Board.parse("0 1 2/3 4 5/6 7 8")
    view.show(view.board, goal)
    assert {look.goal for look in looks(view, painter)} == {goal}
    dark, light = ([*view.parts(Painter(load_theme(theme), 1.0))] for theme in ("dark", "light"))
    assert not any(one is other for one, other in zip(dark, light, strict=True))


def test_covered_tiles_hide_the_picture() -> None:
    view = make()
    view.skin = Skin(picture=Picture(Path("a.png"), Surface((64, 64))))
    view.is_peeking = True
    assert view.completion == 1
    view.is_face_down = True
    assert view.completion == 0


def test_marks_are_shown_while_no_tile_slides() -> None:
    view = make()
    view.marks, view.ticked = [Mark(8, Move.RIGHT)], [8]

    def marks() -> set[object]:
        return {part.key[0] for part in view.parts(Painter(load_theme("dark"), 1.0))}

    assert {"ring", "arrow", "tick"} <= marks()
    slide(view, Move.RIGHT)
    assert not {"ring", "arrow", "tick"} & marks()
