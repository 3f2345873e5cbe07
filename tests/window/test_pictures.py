"""Pictures: the bundled ones, and what is said about those that cannot be used."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pygame
import pytest

from puzzler.board import Board
from puzzler.game.kept.settings import Face
from puzzler.window.display import open_window
from puzzler.window.paint import Painter
from puzzler.window.pictures import PictureError, bundled_pictures, find_picture, load_picture
from puzzler.window.skin import Skin, letters
from puzzler.window.theme import load_theme


@pytest.fixture(autouse=True)
def _window():
    open_window((320, 240))
    yield
    pygame.display.quit()
    pygame.font.quit()


def png_head(width: int, height: int) -> bytes:
    data = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + data
    return (
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    )


@pytest.mark.parametrize("name", bundled_pictures())
def test_the_bundled_pictures_can_be_used(name: str) -> None:
    picture = load_picture(bundled_pictures()[name])
    assert picture.name == name
    assert min(picture.surface.get_size()) >= 512
    assert find_picture(picture.key) == picture or find_picture(picture.key).file == picture.file


def test_without_a_name_it_is_the_first_bundled_one() -> None:
    first = next(iter(bundled_pictures().values()))
    assert find_picture("").file == first


@pytest.mark.parametrize("suffix", ["png", "jpg"])
def test_an_own_picture(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"my-picture.{suffix}"
    pygame.image.save(pygame.Surface((300, 200)), file)
    picture = load_picture(file)
    assert (picture.name, picture.key) == ("My picture", str(file))
    painter = Painter(load_theme("dark"), 1.0)
    assert picture.covering(painter, 120, 160).get_size() == (120, 160)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is no PNG or JPEG picture"),
        (b"GIF89a", "is no PNG or JPEG picture"),
        (png_head(100, 100), "is damaged"),
        (png_head(40_000, 40_000), "has 40000 x 40000 pixels; 40 million are the most"),
        (png_head(100, 8), "has 100 x 8 pixels; 32 are the least"),
        (b"\xff\xd8\xff\xe0\x00\x04ab", "is damaged"),
        (b"\xff\xd8\xff\xc0\x00\x11\x08\xea\x60\xea\x60\x03" + bytes(12), "has 60000 x 60000"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(tmp_path: Path, data: bytes, reason: str) -> None:
    file = tmp_path / "it.png"
    file.write_bytes(data)
    with pytest.raises(PictureError) as error:
        load_picture(file)
    assert str(error.value).startswith(f"it.png {reason}")
    assert "\n" not in str(error.value)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    for file in (tmp_path / "nothing.png", tmp_path):
        with pytest.raises(PictureError, match="cannot be read"):
            load_picture(file)


def test_letters_go_on_after_z() -> None:
    assert [letters(tile) for tile in (1, 26, 27, 52, 53, 99)] == ["A", "Z", "AA", "AZ", "BA", "CU"]
    assert len({letters(tile) for tile in range(1, 100)}) == 99


@pytest.mark.parametrize("size", [(2, 2), (3, 5), (10, 10)])
def test_the_pieces_of_a_solved_board_are_the_picture(size: tuple[int, int]) -> None:
    painter = Painter(load_theme("dark"), 1.0)
    picture = find_picture("")
    goal, cell = Board.solved(*size), 30
    skin = Skin(Face.PICTURE, picture)
    whole = picture.covering(painter, goal.columns * cell, goal.rows * cell)
    for place, tile in enumerate(goal.tiles):
        if tile:
            row, column = divmod(place, goal.columns)
            piece = skin.piece(painter, goal, tile, cell, cell)
            assert piece.get_at((7, 9)) == whole.get_at((column * cell + 7, row * cell + 9))
