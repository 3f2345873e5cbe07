"""Pictures for the tiles: the bundled ones and the person's own, bad and huge ones refused."""

from __future__ import annotations

import io
import os
import stat
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import pygame
from pygame import Surface

from puzzler import resources
from puzzler.board.scenario import printable
from puzzler.window.toolkit.paint import Painter

SUFFIXES = (".png", ".jpg", ".jpeg")
MOST_BYTES = 64 * 2**20
MOST_PIXELS = 40_000_000
SMALLEST_SIDE = 32
LARGEST_SIDE = 16_384
LARGEST_RATIO = 16
"""Of the longer side to the shorter one: of a thinner picture hardly anything would be left."""
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
        """Its middle, scaled to cover ``width`` x ``height`` pixels."""

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
        surface = pygame.transform.smoothscale(surface, size)
    return Picture(printable(file.stem).replace("-", " ").capitalize(), file, surface)


def _read(file: Path) -> Surface:
    """The picture, upright; refused before it is decoded where it would be too much."""
    name = printable(file.name)
    data = _bytes_of(file, name)
    head = _head(data, name)
    shape = f"{name} has {head.width} x {head.height} pixels"
    if head.width * head.height > MOST_PIXELS:
        raise PictureError(f"{shape}; 40 million are the most")
    least, most = sorted((head.width, head.height))
    if least < SMALLEST_SIDE:
        raise PictureError(f"{shape}; {SMALLEST_SIDE} are the least")
    if most > LARGEST_SIDE:
        raise PictureError(f"{shape}; a side has at most {LARGEST_SIDE:,}")
    if most > LARGEST_RATIO * least:
        raise PictureError(f"{shape}; one side is at most {LARGEST_RATIO} times the other")
    try:
        # from what was looked at: the file may be another one by now
        surface = pygame.image.load(io.BytesIO(data), f"picture.{head.kind}")
    except (pygame.error, OSError, ValueError, MemoryError):
        raise PictureError(f"{name} is damaged") from None
    return _upright(surface, head.orientation)


def _bytes_of(file: Path, name: str) -> bytes:
    try:
        # reading a pipe could block, and a device might never end
        if not stat.S_ISREG(file.stat().st_mode):
            raise PictureError(f"{name} cannot be read: it is not a file with a picture")
        with open(os.open(file, _READ), "rb") as stream:  # noqa: PTH123 (of a descriptor)
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise PictureError(f"{name} cannot be read: it is not a file with a picture")
            data = stream.read(MOST_BYTES + 1) or b""  # None where it would have to wait
    except OSError as error:
        raise PictureError(f"{name} cannot be read: {error.strerror}") from None
    except ValueError as error:  # a NUL in its name
        if isinstance(error, PictureError):
            raise
        raise PictureError(f"{name} cannot be read: no file has such a name") from None
    if len(data) > MOST_BYTES:
        raise PictureError(f"{name} has more than 64 MB")
    return data


_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True)
class _Head:
    """What a file says of its picture, before anything of that size is made."""

    kind: str
    """As SDL calls it."""
    width: int
    height: int
    orientation: int = 1
    """As Exif numbers it, 1 to 8: how a camera was held."""


def _head(data: bytes, name: str) -> _Head:
    if data.startswith(_PNG) and len(data) >= 24:
        return _Head("png", int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))
    if data.startswith(_JPEG):
        return _jpeg_head(data, name)
    raise PictureError(f"{name} is no PNG or JPEG picture")


def _jpeg_head(data: bytes, name: str) -> _Head:
    at, size, orientation = 2, None, 1
    while at + 9 < len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        # the frame headers, less those that are tables
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height = int.from_bytes(data[at + 5 : at + 7], "big")
            size = int.from_bytes(data[at + 7 : at + 9], "big"), height
        elif kind == 0xE1 and data[at + 4 : at + 10] == b"Exif\0\0":
            orientation = _orientation(data[at + 10 : at + 2 + length])
        elif kind == 0xDA and size is not None:
            # the decoder would fill up with grey what is missing at the end
            if data.find(b"\xff\xd9", at) < 0:
                break
            return _Head("jpg", *size, orientation)
        at += 2 + length
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        return _Head("jpg", *size)
    raise PictureError(f"{name} is damaged")


def _orientation(exif: bytes) -> int:
    """What Exif data say of how the camera was held; 1, upright, where they say nothing."""
    order: Literal["little", "big"] = "little" if exif.startswith(b"II") else "big"

    def number(at: int, length: int) -> int:
        return int.from_bytes(exif[at : at + length], order)

    first = number(4, 4)
    for entry in range(first + 2, first + 2 + 12 * min(number(first, 2), 100), 12):
        if number(entry, 2) == 0x0112:
            value = number(entry + 8, 2)
            return value if 1 <= value <= 8 else 1
    return 1


def _upright(surface: Surface, orientation: int) -> Surface:
    """``surface`` turned and mirrored back."""
    if orientation in (2, 4, 5, 7):
        surface = pygame.transform.flip(surface, orientation != 4, orientation == 4)
    turns = {3: 2, 5: 1, 6: 3, 7: 3, 8: 1}.get(orientation, 0)
    return pygame.transform.rotate(surface, 90 * turns) if turns else surface
