"""GIF files: opaque frames of one palette, only what changed of each, and their times."""

from __future__ import annotations

import io
import itertools

import numpy as np
import pygame
import pytest
from PIL import Image, ImageSequence
from pygame import Rect

from puzzler.board import Board, Move
from puzzler.game.core.settings import TileFace
from puzzler.window.board.pictures import bundled_pictures
from puzzler.window.export.film import FASTEST, Film, Look
from puzzler.window.export.frames import END_SECONDS, LEAD_SECONDS, FrameStage, seconds_of
from puzzler.window.export.gif import (
    COLOURS,
    PACE,
    GifWriter,
    Palette,
    gif_of,
    palette_of,
    pixels_of,
)
from tests.window.export.gif_file import GifFile, taken_apart

START = Board.parse("1 2 3/4 0 6/7 5 8")
GOAL = Board.solved(3, 3)
SOLUTION = (Move.DOWN, Move.RIGHT)
pytestmark = pytest.mark.usefixtures("unseen")
FILM = Film(START, GOAL, SOLUTION, side=120)
NOTICED = 24
"""Steps of one colour by which a reduced picture is off at most, at the edges of letters apart."""


def written(film: Film) -> bytes:
    return gif_of(film, lambda _: None)


def apart(film: Film) -> GifFile:
    return taken_apart(written(film))


def pictures(data: bytes) -> list[np.ndarray]:
    with Image.open(io.BytesIO(data)) as image:
        return [np.asarray(each.convert("RGB")) for each in ImageSequence.Iterator(image)]


def drawn(film: Film) -> list[np.ndarray]:
    stage = FrameStage(film)
    frames = [pygame.surfarray.array3d(stage.surface).swapaxes(0, 1) for _ in stage.shots(PACE)]
    pairs = itertools.pairwise(frames)
    return frames[:1] + [after for before, after in pairs if (before != after).any()]


def test_frames_are_opaque_stay_and_have_one_palette() -> None:
    gif = apart(FILM)
    assert len(gif.frames) >= 5
    assert not any(frame.has_own_palette or frame.is_transparent for frame in gif.frames)
    assert {frame.disposal for frame in gif.frames} == {1}
    assert COLOURS <= gif.colours <= 128


def test_only_the_first_frame_is_whole() -> None:
    gif = apart(FILM)
    first, *others = gif.frames
    assert first.place == (0, 0, *gif.size)
    # two cells and the shadows of a tile, until the board is solved and its rim glows
    for frame in others[:-1]:
        width, height = frame.place[2:]
        assert width * height < 0.4 * gif.size[0] * gif.size[1]


@pytest.mark.parametrize("look", [Look(), Look("light"), Look("okabe-ito", TileFace.LETTERS)])
def test_every_frame_is_what_the_window_draws(look: Look) -> None:
    film = Film(START, GOAL, SOLUTION, look, side=120)
    shown, wanted = pictures(written(film)), drawn(film)
    assert len(shown) == len(wanted)
    for one, other in zip(shown, wanted, strict=True):
        off = np.abs(one.astype(int) - other).max(axis=2)
        assert (off > NOTICED).mean() < 0.02
        assert off.mean() < 4


def test_a_picture_is_carried_and_becomes_one_at_the_end() -> None:
    film = Film(START, GOAL, SOLUTION, Look(face=TileFace.PICTURE, picture="lagoon"), side=120)
    shown = pictures(written(film))
    middle = shown[0].shape[0] // 2
    assert shown[0][middle - 4 : middle + 4, middle - 4 : middle + 4].max() < 60  # the blank
    corner = shown[-1][-40:-30, -40:-30]
    assert corner.max() > 60  # there is no gap any more where the blank was


@pytest.mark.parametrize("speed", [0.1, 3.0, 7.0, FASTEST])
def test_times_are_exact_in_hundredths(speed: float) -> None:
    moves = (Move.DOWN, Move.UP) * 11 + SOLUTION
    film = Film(START, GOAL, moves, side=48, speed=speed)
    gif = apart(film)
    assert sum(frame.hundredths for frame in gif.frames) == round(100 * LEAD_SECONDS) + round(
        len(moves) * 100 / speed
    ) + round(100 * END_SECONDS)
    assert abs(sum(frame.hundredths for frame in gif.frames) / 100 - seconds_of(film)) <= 0.01
    assert min(frame.hundredths for frame in gif.frames) >= PACE.min_ticks


def test_a_slide_is_as_smooth_as_in_the_window() -> None:
    film = Film(START, GOAL, SOLUTION, side=120, speed=4.0)
    hundredths = [frame.hundredths for frame in apart(film).frames]
    assert hundredths.count(3) >= 8, "two slides of 0.16 s"


def test_a_gif_begins_anew_unless_it_is_not_to() -> None:
    assert apart(FILM).loops
    assert not apart(Film(START, GOAL, SOLUTION, side=48, is_looped=False)).loops


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 10), (10, 3), (10, 10)])
def test_every_shape_fits_its_longer_side(rows: int, columns: int) -> None:
    solved = Board.solved(rows, columns)
    width, height = apart(Film(solved.apply(Move.LEFT), solved, (Move.RIGHT,), side=100)).size
    assert max(width, height) == 100
    assert (width < height) is (columns < rows)
    assert width % 2 == height % 2 == 0


def test_a_board_without_moves_is_one_frame() -> None:
    gif = apart(Film(START, GOAL, side=64))
    (frame,) = gif.frames
    assert frame.hundredths == 350
    solved = taken_apart(written(Film(GOAL, GOAL, side=64)))
    assert len(solved.frames) == 1


def begun(**options: bool) -> tuple[pygame.Surface, GifWriter]:
    """A small surface of one colour, and a file that knows red besides."""
    surface = pygame.Surface((40, 30), depth=32)
    surface.fill((10, 20, 30))
    palette = Palette([pixels_of(surface), np.array([[0xFF0000]], np.int32)], 4)
    return surface, GifWriter(surface.get_size(), palette, **options)


def test_unchanged_pixels_may_be_transparent() -> None:
    surface, writer = begun(is_looped=False, is_opaque=False)
    writer.add(surface, None, 10)
    for corner in ((0, 0), (39, 29)):
        surface.fill((255, 0, 0), Rect(corner, (1, 1)))
    writer.add(surface, surface.get_rect(), 10)
    data = writer.finish()
    assert [frame.is_transparent for frame in taken_apart(data).frames] == [True, True]
    shown = pictures(data)[-1]
    assert (shown == pygame.surfarray.array3d(surface).swapaxes(0, 1)).all()


def test_equal_frames_are_not_stored_again() -> None:
    surface, writer = begun(is_looped=True)
    writer.add(surface, surface.get_rect(), 10)
    writer.add(surface, surface.get_rect(), 5)
    surface.fill((255, 0, 0), Rect(7, 9, 3, 2))
    writer.add(surface, Rect(0, 0, 20, 20), 7)
    writer.add(surface, None, 1)
    gif = taken_apart(writer.finish())
    assert [(frame.place, frame.hundredths) for frame in gif.frames] == [
        ((0, 0, 40, 30), 15),
        ((7, 9, 3, 2), 8),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Lagoon", "Mandala"])
def test_files_of_pictures_are_not_too_large(name: str) -> None:
    file = bundled_pictures()[name]
    board = Board.parse("9 1 4 8/13 7 3 5/14 11 6 12/2 10 15 0")
    look = Look(face=TileFace.PICTURE, picture=file.stem, has_numbers=True)
    moves = Move.UP, Move.LEFT, Move.DOWN
    data = written(Film(board, Board.solved(4, 4), moves, look))
    moved = sum(frame.length for frame in taken_apart(data).frames[1:])
    assert len(data) - moved + 60 * moved / len(moves) < 1_500_000, "60 moves at 480 pixels"


def test_a_picture_has_fewer_colours_only_where_it_must() -> None:
    generator = np.random.default_rng(1)
    colours = generator.integers(0, 1 << 24, 500, np.int32)  # few, so that they are soon reduced
    noise = generator.choice(colours, (300, 300))
    levels = ((128, 12), (48, 20))
    assert len(palette_of([noise], levels)[0].colours) <= 48
    assert len(palette_of([noise[:100, :100]], levels)[0].colours) > 48, "small files may be exact"
