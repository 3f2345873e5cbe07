"""GIF files: opaque frames with one palette that contain only changes, and their times."""

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
from tests.window.export.gif_file import GifFile, parse_gif

START = Board.parse("1 2 3/4 0 6/7 5 8")
GOAL = Board.solved(3, 3)
SOLUTION = (Move.DOWN, Move.RIGHT)
pytestmark = pytest.mark.usefixtures("unseen")
FILM = Film(START, GOAL, SOLUTION, side=120)
NOTICED = 24
"""The largest error per colour of a reduced picture, except at the edges of letters."""


def write_film(film: Film) -> bytes:
    return gif_of(film, lambda _: None)


def parse_film(film: Film) -> GifFile:
    return parse_gif(write_film(film))


def pictures(data: bytes) -> list[np.ndarray]:
    with Image.open(io.BytesIO(data)) as image:
        return [np.asarray(each.convert("RGB")) for each in ImageSequence.Iterator(image)]


def draw_frames(film: Film) -> list[np.ndarray]:
    stage = FrameStage(film)
    frames = [pygame.surfarray.array3d(stage.surface).swapaxes(0, 1) for _ in stage.shots(PACE)]
    pairs = itertools.pairwise(frames)
    return frames[:1] + [after for before, after in pairs if (before != after).any()]


def test_frames_are_opaque_and_have_one_palette() -> None:
    gif = parse_film(FILM)
    assert len(gif.frames) >= 5
    assert not any(frame.has_own_palette or frame.is_transparent for frame in gif.frames)
    assert {frame.disposal for frame in gif.frames} == {1}
    assert COLOURS <= gif.colours <= 128


def test_only_the_first_frame_is_complete() -> None:
    gif = parse_film(FILM)
    first, *others = gif.frames
    assert first.place == (0, 0, *gif.size)
    # Two cells and the shadows of a tile, until the board is solved and its border is lit.
    for frame in others[:-1]:
        width, height = frame.place[2:]
        assert width * height < 0.4 * gif.size[0] * gif.size[1]


@pytest.mark.parametrize("look", [Look(), Look("light"), Look("okabe-ito", TileFace.LETTERS)])
def test_every_frame_equals_the_window(look: Look) -> None:
    film = Film(START, GOAL, SOLUTION, look, side=120)
    shown, expected = pictures(write_film(film)), draw_frames(film)
    assert len(shown) == len(expected)
    for one, other in zip(shown, expected, strict=True):
        off = np.abs(one.astype(int) - other).max(axis=2)
        assert (off > NOTICED).mean() < 0.02
        assert off.mean() < 4


def test_a_picture_is_drawn_and_completed_at_the_end() -> None:
    film = Film(START, GOAL, SOLUTION, Look(face=TileFace.PICTURE, picture="lagoon"), side=120)
    shown = pictures(write_film(film))
    middle = shown[0].shape[0] // 2
    assert shown[0][middle - 4 : middle + 4, middle - 4 : middle + 4].max() < 60  # the blank
    corner = shown[-1][-40:-30, -40:-30]
    assert corner.max() > 60  # the picture fills the blank


@pytest.mark.parametrize("speed", [0.1, 3.0, 7.0, FASTEST])
def test_times_are_exact_in_hundredths_of_a_second(speed: float) -> None:
    moves = (Move.DOWN, Move.UP) * 11 + SOLUTION
    film = Film(START, GOAL, moves, side=48, speed=speed)
    gif = parse_film(film)
    assert sum(frame.hundredths for frame in gif.frames) == round(100 * LEAD_SECONDS) + round(
        len(moves) * 100 / speed
    ) + round(100 * END_SECONDS)
    assert abs(sum(frame.hundredths for frame in gif.frames) / 100 - seconds_of(film)) <= 0.01
    assert min(frame.hundredths for frame in gif.frames) >= PACE.min_ticks


def test_a_slide_is_as_smooth_as_in_the_window() -> None:
    film = Film(START, GOAL, SOLUTION, side=120, speed=4.0)
    hundredths = [frame.hundredths for frame in parse_film(film).frames]
    assert hundredths.count(3) >= 8, "two slides of 0.16 s"


def test_a_gif_loops_unless_disabled() -> None:
    assert parse_film(FILM).loops
    assert not parse_film(Film(START, GOAL, SOLUTION, side=48, is_looped=False)).loops


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 10), (10, 3), (10, 10)])
def test_every_shape_fits_its_longer_side(rows: int, columns: int) -> None:
    solved = Board.solved(rows, columns)
    width, height = parse_film(Film(solved.apply(Move.LEFT), solved, (Move.RIGHT,), side=100)).size
    assert max(width, height) == 100
    assert (width < height) is (columns < rows)
    assert width % 2 == height % 2 == 0


def test_a_board_without_moves_is_one_frame() -> None:
    gif = parse_film(Film(START, GOAL, side=64))
    (frame,) = gif.frames
    assert frame.hundredths == 350
    solved = parse_gif(write_film(Film(GOAL, GOAL, side=64)))
    assert len(solved.frames) == 1


def start_writer(**options: bool) -> tuple[pygame.Surface, GifWriter]:
    """Return a small surface of one colour, and a writer whose palette also contains red."""
    surface = pygame.Surface((40, 30), depth=32)
    surface.fill((10, 20, 30))
    palette = Palette([pixels_of(surface), np.array([[0xFF0000]], np.int32)], 4)
    return surface, GifWriter(surface.get_size(), palette, **options)


def test_unchanged_pixels_can_be_transparent() -> None:
    surface, writer = start_writer(is_looped=False, is_opaque=False)
    writer.add(surface, None, 10)
    for corner in ((0, 0), (39, 29)):
        surface.fill((255, 0, 0), Rect(corner, (1, 1)))
    writer.add(surface, surface.get_rect(), 10)
    data = writer.finish()
    assert [frame.is_transparent for frame in parse_gif(data).frames] == [True, True]
    shown = pictures(data)[-1]
    assert (shown == pygame.surfarray.array3d(surface).swapaxes(0, 1)).all()


def test_equal_frames_are_not_stored_again() -> None:
    surface, writer = start_writer(is_looped=True)
    writer.add(surface, surface.get_rect(), 10)
    writer.add(surface, surface.get_rect(), 5)
    surface.fill((255, 0, 0), Rect(7, 9, 3, 2))
    writer.add(surface, Rect(0, 0, 20, 20), 7)
    writer.add(surface, None, 1)
    gif = parse_gif(writer.finish())
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
    data = write_film(Film(board, Board.solved(4, 4), moves, look))
    moved = sum(frame.length for frame in parse_gif(data).frames[1:])
    assert len(data) - moved + 60 * moved / len(moves) < 1_500_000, "60 moves at 480 pixels"


def test_a_picture_has_fewer_colours_only_if_necessary() -> None:
    generator = np.random.default_rng(1)
    colours = generator.integers(0, 1 << 24, 500, np.int32)  # few colours, so that they are reduced
    noise = generator.choice(colours, (300, 300))
    levels = ((128, 12), (48, 20))
    assert len(palette_of([noise], levels)[0].colours) <= 48
    assert len(palette_of([noise[:100, :100]], levels)[0].colours) > 48, "small files can be exact"
