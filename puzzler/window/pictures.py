"""Pictures for the tiles: the bundled ones and the person's own, bad and huge ones refused."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pygame
from pygame import Surface

from puzzler import resources
from puzzler.window.paint import Painter

SUFFIXES = (".png", ".jpg", ".jpeg")
MOST_BYTES = 64 * 2**20
MOST_PIXELS = 40_000_000
SMALLEST_SIDE = 32
_KEPT_SIDE = 2048
"""A larger picture is kept this large: more than any window shows of it."""
_PREVIEW_SIDE = 384
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"


class PictureError(ValueError):
    """A picture that cannot be used; the message is one line that says why."""


@dataclass(frozen=True)
class Picture:
    """A picture for a board of any shape."""

    name: str
    """What the person reads."""
    file: Path
    surface: Surface

    @property
    def key(self) -> str:
        """What the settings keep of it: the name of a bundled one, else the path."""
        return self.file.stem if self.is_bundled else str(self.file)

    @property
    def is_bundled(self) -> bool:
        """It came with Puzzler."""
        return self.file.parent == resources.assets() / "pictures"

    def covering(self, painter: Painter, width: int, height: int) -> Surface:
        """Its middle, scaled so that it covers so many pixels."""

        def draw() -> Surface:
            across, down = self.surface.get_size()
            share = max(width / across, height / down)
            part = pygame.Rect(0, 0, max(1, int(width / share)), max(1, int(height / share)))
            part.center = across // 2, down // 2
            part = part.clip(self.surface.get_rect())
            return pygame.transform.smoothscale(self.surface.subsurface(part), (width, height))

        return painter.made(("picture", self.file, width, height), draw)


def bundled_pictures() -> dict[str, Path]:
    """The pictures in ``assets/pictures``: what they are called, and their files, by name."""
    files = sorted((resources.assets() / "pictures").glob("*"))
    return {
        file.stem.replace("-", " ").capitalize(): file for file in files if file.suffix in SUFFIXES
    }


@cache
def preview(file: Path) -> Picture:
    """A bundled picture, small and kept: for a gallery of all. PictureError as ``load_picture``."""
    whole = load_picture(file)
    side = _PREVIEW_SIDE / max(whole.surface.get_size())
    width, height = whole.surface.get_size()
    small = pygame.transform.smoothscale(whole.surface, (round(width * side), round(height * side)))
    return Picture(whole.name, file, small)


def find_picture(key: str) -> Picture | None:
    """The picture that the settings name: a bundled one, a path, or with "" the first bundled one.

    None where there is none at all, PictureError where it cannot be used.
    """
    bundled = list(bundled_pictures().values())
    if not key:
        return load_picture(bundled[0]) if bundled else None
    file = next((file for file in bundled if file.stem == key), Path(key))
    return load_picture(file)


def picture_key(text: str) -> str:
    """What the settings keep of the picture that ``text`` names: a bundled one, or a file.

    PictureError where it cannot be used. No window need be open.
    """
    file = next((file for file in bundled_pictures().values() if file.stem == text), None)
    if file is not None:
        return text
    file = Path(text).expanduser().absolute()
    _read(file)
    return str(file)


def load_picture(file: Path) -> Picture:
    """The picture in a PNG or JPEG file; PictureError says in one line why it cannot be."""
    surface = _read(file).convert()
    share = _KEPT_SIDE / max(surface.get_size())
    if share < 1:
        size = round(surface.get_width() * share), round(surface.get_height() * share)
        surface = pygame.transform.smoothscale(surface, (max(1, size[0]), max(1, size[1])))
    return Picture(file.stem.replace("-", " ").capitalize(), file, surface)


def _read(file: Path) -> Surface:
    try:
        length = file.stat().st_size
        if length > MOST_BYTES:
            raise PictureError(f"{file.name} has {length / 2**20:,.0f} MB; 64 MB are the most")
        data = file.read_bytes()
    except OSError as error:
        raise PictureError(f"{file.name} cannot be read: {error.strerror}") from None
    width, height = _size(data, file)
    if width * height > MOST_PIXELS:
        raise PictureError(f"{file.name} has {width} x {height} pixels; 40 million are the most")
    if min(width, height) < SMALLEST_SIDE:
        raise PictureError(f"{file.name} has {width} x {height} pixels; 32 are the least")
    try:
        return pygame.image.load(file)
    except (pygame.error, OSError):
        raise PictureError(f"{file.name} is damaged") from None


def _size(data: bytes, file: Path) -> tuple[int, int]:
    """Width and height as the header says, before anything of that size is made."""
    if data.startswith(_PNG) and len(data) >= 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data.startswith(_JPEG):
        at = 2
        while at + 9 < len(data) and data[at] == 0xFF:
            kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
            # the frame headers, less those that are tables
            if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
                height = int.from_bytes(data[at + 5 : at + 7], "big")
                return int.from_bytes(data[at + 7 : at + 9], "big"), height
            at += 2 + length
        raise PictureError(f"{file.name} is damaged")
    raise PictureError(f"{file.name} is no PNG or JPEG picture")
