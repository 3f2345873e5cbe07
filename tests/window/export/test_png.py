"""PNG pictures: one board, or all boards with their moves."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from puzzler.board import Board, Move
from puzzler.game.core.settings import TileColors
from puzzler.window.export.film import Film, Look
from puzzler.window.export.png import png_of

GOAL = Board.solved(3, 3)
BACK_AND_FORTH = (Move.LEFT, Move.RIGHT)
pytestmark = pytest.mark.usefixtures("unseen")


def size_of(film: Film) -> tuple[int, int]:
    data = png_of(film, lambda _: None)
    with Image.open(io.BytesIO(data)) as image:
        assert (image.format, image.mode) == ("PNG", "RGB")
        image.load()
        return image.size


def test_boards_are_arranged_in_rows() -> None:
    assert size_of(Film(GOAL, GOAL)) == (480, 480)
    assert size_of(Film(GOAL, GOAL, side=100)) == (100, 100)
    assert size_of(Film(GOAL, GOAL, BACK_AND_FORTH, side=100)) == (300, 118)
    width, height = size_of(Film(GOAL, GOAL, BACK_AND_FORTH * 30, side=60))
    assert 1 < width / height < 2


def test_the_tiles_have_the_chosen_colours() -> None:
    pictures = [
        png_of(Film(GOAL, GOAL, look=Look(colors=colors), side=48), lambda _: None)
        for colors in (TileColors.GRADIENT, TileColors.ROWS, TileColors.NONE)
    ]
    assert len({*pictures}) == 3


def test_progress_is_reported_per_move() -> None:
    reported: list[int] = []
    png_of(Film(GOAL, GOAL, BACK_AND_FORTH, side=48), reported.append)
    assert reported == [0, 1, 2]


def test_a_card_has_its_texts_below_the_board() -> None:
    card = "Puzzler, board of the day", "9.84 s", "3×3, 25 of 25 moves"
    width, height = size_of(Film(GOAL, GOAL, side=100, card=card))
    assert width == 100 and 120 < height < 160
    others = [
        png_of(Film(GOAL, GOAL, side=100, card=(*card[:2], last)), lambda _: None)
        for last in ("25 moves", "26 moves")
    ]
    assert others[0] != others[1]
