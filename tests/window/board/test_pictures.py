"""Pictures: bundled pictures, and errors of unusable files."""

from __future__ import annotations

import io
import os
import socket
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from PIL import Image

from puzzler.board import Board
from puzzler.game.core.settings import Crop, TileFace
from puzzler.game.core.texts import letters
from puzzler.window.board import pictures
from puzzler.window.board.mini import MiniBoard
from puzzler.window.board.pictures import (
    PictureError,
    bundled_pictures,
    find_picture,
    load_picture,
    picture_name,
)
from puzzler.window.board.tiles import Skin
from puzzler.window.core.themes import load_theme
from puzzler.window.toolkit.paint import Painter

pytestmark = pytest.mark.usefixtures("display")


def png_head(width: int, height: int) -> bytes:
    data = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + data
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", 13)
        + chunk
        + struct.pack(">I", zlib.crc32(chunk))
        + bytes(4)
        + b"IDAT"
    )


def jpeg_of(width: int, height: int) -> bytes:
    """Return a JPEG file whose header has this size."""
    file = io.BytesIO()
    Image.new("RGB", (8, 8)).save(file, "JPEG")
    frame = b"\xff\xc0\x00\x11\x08"
    return file.getvalue().replace(
        frame + struct.pack(">HH", 8, 8), frame + struct.pack(">HH", height, width)
    )


@pytest.mark.parametrize("name", bundled_pictures())
def test_the_bundled_pictures_can_be_used(name: str) -> None:
    picture = load_picture(bundled_pictures()[name])
    assert picture_name(picture.file) == name
    assert min(picture.surface.get_size()) >= 512
    assert find_picture(picture.key) == picture or find_picture(picture.key).file == picture.file


def test_there_are_twelve_pictures_in_small_files() -> None:
    sizes = [file.stat().st_size for file in bundled_pictures().values()]
    assert len(sizes) >= 12 and sum(size <= 60_000 for size in sizes) >= 8


def test_the_default_is_the_first_bundled_picture() -> None:
    first = next(iter(bundled_pictures().values()))
    assert find_picture("").file == first


@pytest.mark.parametrize("suffix", ["png", "jpg"])
def test_a_picture_of_the_user(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"my-picture.{suffix}"
    pygame.image.save(pygame.Surface((300, 200)), file)
    picture = load_picture(file)
    assert (picture_name(picture.file), picture.key) == ("My picture", str(file))
    painter = Painter(load_theme("dark"), 1.0)
    assert picture.covering(painter, 120, 160).get_size() == (120, 160)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is not a PNG or JPEG picture"),
        (b"GIF89a", "is not a PNG or JPEG picture"),
        (png_head(100, 100), "is damaged"),
        (png_head(40_000, 40_000), "is too large (1,600 megapixels; the limit is 100)"),
        (png_head(100, 8), "is too small: each side needs at least 32 pixels"),
        (png_head(200_000, 100), "is too large: each side can have at most 16,384 pixels"),
        (png_head(300_000, 32), "is too large: each side can have at most 16,384 pixels"),
        (png_head(32, 262_144), "is too large: each side can have at most 16,384 pixels"),
        (png_head(640, 32), "is too narrow: 16 to 1 is the limit"),
        (b"\xff\xd8\xff\xe0\x00\x04ab", "is damaged"),
        (jpeg_of(60_000, 60_000), "is too large (3,600 megapixels; the limit is 200)"),
    ],
)
def test_an_unusable_picture_has_an_error_of_one_line(
    tmp_path: Path, data: bytes, reason: str
) -> None:
    file = tmp_path / "it.png"
    file.write_bytes(data)
    with pytest.raises(PictureError) as error:
        load_picture(file)
    assert str(error.value).startswith(f"it.png {reason}")
    assert "\n" not in str(error.value)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo.png"
    os.mkfifo(fifo)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(tmp_path / "s.png"))
    link = tmp_path / "link.png"
    link.symlink_to("/dev/zero")
    for file in (fifo, tmp_path / "s.png", Path("/dev/zero"), link, tmp_path):
        with pytest.raises(PictureError, match=r"not a regular file|this is a folder"):
            load_picture(file)
    listener.close()
    with pytest.raises(PictureError, match="file not found"):
        load_picture(tmp_path / "nothing.png")


@pytest.mark.parametrize("name", ["a\0b.png", "x" * 300 + ".png", "\udcff.png"])
def test_names_without_a_file_are_errors(tmp_path: Path, name: str) -> None:
    with pytest.raises(
        PictureError, match=r"cannot be read|not the name of a file|not found"
    ) as error:
        load_picture(tmp_path / name)
    assert str(error.value).isprintable()


def test_a_name_that_is_not_unicode_is_valid(tmp_path: Path) -> None:
    file = tmp_path / os.fsdecode(b"caf\xe9-\n.png")
    pygame.image.save(pygame.Surface((64, 64)), tmp_path / "plain.png")
    (tmp_path / "plain.png").rename(file)
    picture = load_picture(file)
    assert picture_name(picture.file) == "Caf\N{REPLACEMENT CHARACTER} \N{REPLACEMENT CHARACTER}"
    assert find_picture(picture.key).file == file


def test_a_file_that_is_too_large_is_not_read_to_its_end(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(pictures, "MAX_BYTES", 100)
    (tmp_path / "it.png").write_bytes(bytes(101))
    with pytest.raises(PictureError, match=r"it\.png is too large \(the limit is 128 MB\)"):
        load_picture(tmp_path / "it.png")


@pytest.mark.parametrize("suffix", ["png", "jpg"])
def test_a_truncated_file_is_damaged(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"it.{suffix}"
    surface = pygame.Surface((200, 200))
    for y in range(200):
        surface.fill((y, 7 * y % 256, 13 * y % 256), (y, y, 50, 3))
    pygame.image.save(surface, file)
    data = file.read_bytes()
    for length in range(30, len(data) - 12, len(data) // 7):
        file.write_bytes(data[:length])
        with pytest.raises(PictureError, match="is damaged"):
            load_picture(file)


@pytest.mark.parametrize(
    ("orientation", "expected"),
    # (row, column) of the red upper left and of the green upper right quarter of the file
    [
        (1, ((0, 0), (0, 1))),
        (2, ((0, 1), (0, 0))),
        (3, ((1, 1), (1, 0))),
        (4, ((1, 0), (1, 1))),
        (5, ((0, 0), (1, 0))),
        (6, ((0, 1), (1, 1))),
        (7, ((1, 1), (0, 1))),
        (8, ((1, 0), (0, 0))),
        (9, ((0, 0), (0, 1))),
    ],
)
def test_photographs_are_rotated_by_their_orientation(
    tmp_path: Path, orientation, expected
) -> None:
    file, exif = tmp_path / "photo.jpg", Image.Exif()
    exif[0x0112] = orientation
    image = Image.new("RGB", (240, 160))
    image.paste((255, 0, 0), (0, 0, 120, 80))
    image.paste((0, 255, 0), (120, 0, 240, 80))
    image.save(file, exif=exif)
    loaded = load_picture(file).surface
    width, height = loaded.get_size()
    assert (width, height) == ((160, 240) if 5 <= orientation <= 8 else (240, 160))
    for (row, column), channel in zip(expected, (0, 1), strict=True):
        colour = loaded.get_at((width * (2 * column + 1) // 4, height * (2 * row + 1) // 4))
        assert colour[channel] > 150 and sum(colour[:3]) < 400


def test_grey_of_sixteen_bits_becomes_eight_bits(tmp_path: Path) -> None:
    Image.new("I;16", (64, 64), 0x4000).save(tmp_path / "grey.png")
    assert load_picture(tmp_path / "grey.png").surface.get_at((9, 9))[:3] == (64, 64, 64)


def test_invalid_exif_data_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "photo.jpg"
    pygame.image.save(pygame.Surface((64, 64)), file)
    data = file.read_bytes()
    for noise in (b"", b"II", b"MM" + b"\xff" * 50, b"II*\0\xff\xff\xff\xff"):
        segment = b"Exif\0\0" + noise
        head = b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment
        file.write_bytes(data[:2] + head + data[2:])
        assert load_picture(file).surface.get_size() == (64, 64)


def test_letters_continue_after_z() -> None:
    assert [letters(tile) for tile in (1, 26, 27, 52, 53, 99)] == ["A", "Z", "AA", "AZ", "BA", "CU"]
    assert len({letters(tile) for tile in range(1, 100)}) == 99


@pytest.mark.parametrize("size", [(2, 2), (3, 5), (10, 10)])
def test_the_tiles_of_a_solved_board_form_the_picture(size: tuple[int, int]) -> None:
    painter = Painter(load_theme("dark"), 1.0)
    picture = find_picture("")
    goal, cell = Board.solved(*size), 30
    skin = Skin(TileFace.PICTURE, picture)
    full_picture = picture.covering(painter, goal.columns * cell, goal.rows * cell)
    for place, tile in enumerate(goal.tiles):
        if tile:
            row, column = divmod(place, goal.columns)
            piece = skin.piece(painter, goal, tile, cell, cell)
            assert piece.get_at((7, 9)) == full_picture.get_at((column * cell + 7, row * cell + 9))


def test_a_small_board_of_another_size_has_no_labels_of_the_game() -> None:
    painter, square = Painter(load_theme("dark"), 1.0), pygame.Rect(0, 0, 200, 200)

    def draw_board(board: Board, labels: tuple[str, ...] | None) -> bytes:
        surface = pygame.Surface(square.size)
        MiniBoard(board, board, Skin(labels=labels)).draw(surface, painter, square)
        return pygame.image.tobytes(surface, "RGB")

    words, goal = tuple("-ABCDEFGH"), Board.solved(3, 3)
    assert draw_board(goal, words) != draw_board(goal, None)
    for size in ((4, 4), (2, 3)):
        goal = Board.solved(*size)
        assert draw_board(goal, words) == draw_board(goal, None)


def test_a_large_picture_is_reduced_while_it_is_read(tmp_path: Path) -> None:
    image, exif = Image.new("L", (9000, 6000), 200), Image.Exif()
    image.paste(40, (0, 0, 4500, 6000))
    exif[0x0112] = 6  # rotated to the right
    image.save(tmp_path / "photo.jpg", exif=exif)
    surface = load_picture(tmp_path / "photo.jpg").surface
    assert surface.get_size() == (1365, 2048)
    assert surface.get_at((700, 100)).r < 60
    assert surface.get_at((700, 1900)).r > 180


def translucent(mode: str) -> Image.Image:
    image = Image.new("RGBA", (64, 64))
    image.paste((255, 0, 0, 255), (0, 0, 32, 64))
    if mode == "P":
        palette = Image.new("P", (64, 64), 1)
        palette.paste(0, (0, 0, 32, 64))
        palette.putpalette((255, 0, 0, 0, 0, 0))
        palette.info["transparency"] = bytes((255, 0))
        return palette
    return image.convert(mode)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
@pytest.mark.parametrize("side", [2048, 32])
def test_transparent_parts_become_grey_without_a_warning(
    tmp_path: Path, recwarn: pytest.WarningsRecorder, mode: str, side: int
) -> None:
    translucent(mode).save(tmp_path / "it.png")
    surface = load_picture(tmp_path / "it.png", side).surface
    width = surface.get_width()
    assert surface.get_at((width - 2, 5))[:3] == (128, 128, 128)
    assert surface.get_at((1, 5)).r == (76 if mode == "LA" else 255)
    assert not recwarn.list


def test_small_boards_follow_the_part_the_contents_and_the_state(tmp_path: Path) -> None:
    painter, square = Painter(load_theme("dark"), 1.0), pygame.Rect(0, 0, 200, 200)
    goal, file, drawn = Board.solved(2, 2), tmp_path / "mine.png", set[bytes]()

    def draw(picture: pictures.Picture, *, ghost: bool = False) -> None:
        surface = pygame.Surface(square.size)
        board = MiniBoard(goal, goal, Skin(TileFace.PICTURE, picture), ghost=ghost)
        board.draw(surface, painter, square)
        drawn.add(pygame.image.tobytes(surface, "RGB"))

    for color in ("red", "green"):
        sketch = pygame.Surface((128, 64))
        sketch.fill(color, (0, 0, 64, 64))
        pygame.image.save(sketch, file)
        picture = load_picture(file)
        draw(picture)
        draw(picture)
        draw(picture, ghost=True)
        draw(replace(picture, crop=Crop(0, 0.5, 1.0)))
    assert len(drawn) == 6


def test_a_picture_without_enough_memory_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(image: object) -> None:
        raise MemoryError

    pygame.image.save(pygame.Surface((64, 64)), tmp_path / "it.png")
    monkeypatch.setattr("PIL.PngImagePlugin.PngImageFile.load", fail)
    with pytest.raises(PictureError, match="is damaged"):
        load_picture(tmp_path / "it.png")
