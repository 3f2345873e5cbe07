"""Covered tiles of paused and blindfold games."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from puzzler.game.core.settings import Settings, TileFace
from puzzler.window.board.overlays import Mark
from puzzler.window.board.tiles import TileLook
from puzzler.window.common.board import BoardElement
from puzzler.window.toolkit.frame import Frame
from tests.window.conftest import HARD, NEAR, Opener, Window


@pytest.fixture
def window(open_board: Opener, size: tuple[int, int], settings: Settings) -> Window:
    """A running game."""
    window = open_board(HARD, size=size, settings=settings)
    window.click_cell(4)
    window.settle()
    assert window.session.snapshot().play.is_timing
    return window


def is_covered(window: Window) -> bool:
    """Whether all tiles look the same."""
    view = window.app.view
    looks = [part.look[0] for part in view.parts(window.app.painter) if part.key[0] == "tile"]
    return len({look for look in looks if isinstance(look, TileLook)}) == 1


def faces(window: Window) -> set[bytes]:
    surface, view = pygame.display.get_surface(), window.app.view
    places = [view.geometry.tiles[cell] for cell, tile in enumerate(view.board.tiles) if tile]
    rects = [place.inflate(-place.width // 2, -place.height // 2) for place in places]
    return {pygame.image.tobytes(surface.subsurface(rect), "RGB") for rect in rects}


@pytest.mark.parametrize("settings", [Settings(), Settings(face=TileFace.PICTURE, picture="glass")])
def test_space_covers_the_tiles_and_stops_the_timer(window: Window) -> None:
    assert not is_covered(window)
    window.key(pygame.K_SPACE)
    window.settle()
    assert is_covered(window)
    assert not window.session.snapshot().play.is_timing
    assert window.app.view.cover == "Press Space or click to continue"
    assert len(faces(window)) == 1, "the text covers the blank"
    window.key(pygame.K_SPACE)
    assert not is_covered(window)
    assert window.session.snapshot().play.is_timing


def test_a_pause_hides_the_hint(open_board: Opener) -> None:
    window = open_board(HARD, advises=True)
    window.click_cell(4)
    window.key(pygame.K_h)
    window.wait_for(lambda: bool(window.app.view.marks))
    window.key(pygame.K_SPACE)
    window.frame(2)
    assert window.play.is_paused
    assert not window.app.view.marks and not window.app.view.ticked
    window.key(pygame.K_SPACE)
    window.frame(2)
    assert window.app.view.marks


def test_a_click_and_an_arrow_key_continue_without_a_move(window: Window) -> None:
    board, geometry = window.session.snapshot().play.board, window.app.view.geometry
    for at in (geometry.cells[5].center, geometry.tray.move(2, 2).topleft, None):
        window.key(pygame.K_SPACE)
        assert is_covered(window)
        window.key(pygame.K_LEFT) if at is None else window.click(at)
        assert not is_covered(window)
        assert window.session.snapshot().play.board == board
    assert window.session.snapshot().play.is_timing


def test_a_pause_requires_a_running_game(
    open_board: Opener,
) -> None:
    window = open_board(NEAR)
    window.click_on("more")
    assert "Pause the game" not in window.choices()
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_SPACE)
    assert not is_covered(window)
    window.click_cell(8)
    window.settle()
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_SPACE)
    assert not is_covered(window)
    assert window.session.snapshot().play.is_solved


@pytest.mark.parametrize("size", [(480, 360), (600, 900)], ids=str)
def test_the_text_of_the_cover_fits_on_the_board(window: Window) -> None:
    window.key(pygame.K_SPACE)
    view, painter = window.app.view, window.app.painter
    part = next(part for part in view.parts(painter) if part.key == "cover")
    _, size = part.look
    card = Rect((0, 0), size).move_to(center=part.bounds.center)
    assert view.geometry.tray.contains(card)


def blindfold(open_board: Opener, board: str = HARD, **more: object) -> Window:
    window = open_board(board, settings=Settings(blindfold=True), **more)
    assert not is_covered(window)
    return window


def test_tiles_are_covered_after_the_first_move(open_board: Opener) -> None:
    window = blindfold(open_board)
    window.click_cell(4)
    window.settle()
    assert is_covered(window)
    assert not window.app.view.cover, "moves are possible"
    assert "Blindfold: the tiles are covered" in " ".join(window.words)
    assert len(faces(window)) == 1
    board = window.session.snapshot().play.board
    cell = next(cell for cell in range(9) if board.moves_to_slide(cell))
    window.click_cell(cell)
    assert window.session.snapshot().play.board != board
    assert window.session.snapshot().play.is_timing


@pytest.mark.parametrize(
    ("size", "by_mouse"), [((1280, 800), False), ((640, 480), True), ((480, 360), True)], ids=str
)
def test_revealing_the_tiles_marks_the_play_as_assisted(
    open_board: Opener, by_mouse: bool, size: tuple[int, int]
) -> None:
    window = blindfold(open_board, size=size)
    assert not window.has("show-tiles")
    window.click_cell(4)
    window.settle()
    if by_mouse:
        rect = window.find("show-tiles").rect
        assert pygame.Rect((0, 0), window.app.size).contains(rect)
        assert not rect.colliderect(window.app.view.geometry.tray)
        window.click_on("show-tiles")
    else:
        window.key(pygame.K_v)
    assert not is_covered(window)
    assert window.session.snapshot().play.assisted


def test_pause_and_blindfold_have_different_texts(open_board: Opener) -> None:
    window = blindfold(open_board)
    window.click_cell(4)
    window.key(pygame.K_SPACE)
    assert is_covered(window) and window.app.view.cover
    assert not window.has("show-tiles")
    window.key(pygame.K_SPACE)
    assert is_covered(window) and not window.app.view.cover


def test_marks_are_drawn_only_on_their_board(open_board: Opener) -> None:
    window = open_board("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15")
    element = BoardElement(window.app, marks=[Mark(15)], ticked=(13,))
    ui, view = window.app.ui, window.app.view
    element.emit(ui, Frame(layer=0))
    assert (view.marks, view.ticked) == ([Mark(15)], (13,))
    window.session.boards.new(3, 3)
    window.settle()
    element.emit(ui, Frame(layer=0))
    assert (view.marks, view.ticked) == ([], ())
