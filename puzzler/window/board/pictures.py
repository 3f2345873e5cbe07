"""Pictures for the tiles: the bundled ones and the person's own, bad and huge ones refused."""

from __future__ import annotations

import io
import struct
import warnings
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pygame
from pygame import Surface

from puzzler import resources
from puzzler.board.errors import PuzzlerError
from puzzler.board.scenario import printable
from puzzler.window.toolkit.paint import Painter

if TYPE_CHECKING:
    from PIL import Image

SUFFIXES = (".png", ".jpg", ".jpeg")
MOST_BYTES = 64 * 2**20
MOST_PIXELS = 40_000_000
SMALLEST_SIDE = 32
LARGEST_SIDE = 16_384
LARGEST_RATIO = 16
"""Of the longer side to the shorter one: of a thinner picture hardly anything would be left."""
_KEPT_SIDE = 2048
"""A larger picture is kept this large: more than any window shows of it."""
PREVIEW_SIDE = 384
"""The same of one that is shown small."""


class PictureError(PuzzlerError):
    """A picture that cannot be used; the message is one line that says why."""


@dataclass(frozen=True)
class Picture:
    """A picture for a board of any shape."""

    file: Path
    surface: Surface

    @property
    def name(self) -> str:
        """What the person reads."""
        return picture_name(self.file)

    @property
    def key(self) -> str:
        """What the settings keep of it."""
        return picture_key(self.file)

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


def picture_name(file: Path) -> str:
    """What the person reads of a picture."""
    return printable(file.stem).replace("-", " ").capitalize()


def is_bundled(file: Path) -> bool:
    """It came with the program."""
    return file.parent == resources.assets() / "pictures"


def picture_key(file: Path) -> str:
    """What the settings keep of a picture: the name of a bundled one, else the path."""
    return file.stem if is_bundled(file) else str(file)


def bundled_pictures() -> dict[str, Path]:
    """The pictures in ``assets/pictures``: what they are called, and their files, by name."""
    files = sorted((resources.assets() / "pictures").glob("*"))
    return {picture_name(file): file for file in files if file.suffix in SUFFIXES}


def find_picture_file(key: str) -> Path | None:
    """The picture that the settings name: a bundled one, a path, or with "" the first bundled one.

    None where there is none at all.
    """
    bundled = bundled_pictures().values()
    if not key and not bundled:
        return None
    return next((file for file in bundled if file.stem == key or not key), Path(key))


def find_picture(key: str) -> Picture | None:
    """What is in ``find_picture_file``; PictureError where it cannot be used."""
    file = find_picture_file(key)
    return None if file is None else load_picture(file)


def find_picture_key(text: str) -> str:
    """What the settings keep of the picture that ``text`` names: a bundled one, or a file.

    PictureError where it cannot be used. No window need be open.
    """
    if text in (file.stem for file in bundled_pictures().values()):
        return text
    file = Path(text).expanduser().absolute()
    load_picture(file)
    return str(file)


def load_picture(file: Path, side: int = _KEPT_SIDE) -> Picture:
    """The picture in a PNG or JPEG file; PictureError says in one line why it cannot be.

    A larger one is made smaller: neither side is longer than ``side``. Any thread may do this.
    """
    from PIL import Image

    image = _read(file, side)
    share = min(1.0, side / max(image.size))
    if share < 1:
        width, height = image.size
        image = image.resize((round(width * share), round(height * share)), Image.Resampling.BOX)
    # what comes from bytes has 24 bits a pixel; with 32 it is drawn as it is
    surface = Surface(image.size, depth=32)
    surface.blit(pygame.image.frombytes(image.tobytes(), image.size, "RGB"), (0, 0))
    return Picture(file, surface)


def _read(file: Path, side: int) -> Image.Image:
    """The picture, upright; refused before it is decoded where it would be too much.

    Of a larger one not all may be decoded, but its sides are at least ``side``.
    """
    from PIL import Image, ImageOps
    from PIL.JpegImagePlugin import JpegImageFile
    from PIL.PngImagePlugin import PngImageFile

    name = printable(file.name)
    # the data that were looked at are decoded: the file may be another one by then
    data = _bytes_of(file, name)
    kinds = {b"\x89PNG\r\n\x1a\n": PngImageFile, b"\xff\xd8\xff": JpegImageFile}
    kind = next((kind for magic, kind in kinds.items() if data.startswith(magic)), None)
    if kind is None:
        raise PictureError(f"{name} is no PNG or JPEG picture")
    with warnings.catch_warnings(action="ignore"):  # of Exif data that make no sense
        try:
            image = kind(io.BytesIO(data))
            _check_size(name, *image.size)
            image.draft("RGB", (side, side))
            image.load()
        except (OSError, SyntaxError, ValueError, MemoryError):
            raise PictureError(f"{name} is damaged") from None
        upright: Image.Image = image
        with suppress(OSError, SyntaxError, ValueError, struct.error):
            upright = ImageOps.exif_transpose(image)
    if upright.mode == "I;16":  # of which ``convert`` keeps only what is darkest
        upright = Image.fromarray((np.asarray(upright) >> 8).astype(np.uint8))
    return upright.convert("RGB")


def _check_size(name: str, width: int, height: int) -> None:
    least, most = sorted((width, height))
    for is_wrong, allowed in (
        (width * height > MOST_PIXELS, "40 million are the most"),
        (least < SMALLEST_SIDE, f"{SMALLEST_SIDE} are the least"),
        (most > LARGEST_SIDE, f"a side has at most {LARGEST_SIDE:,}"),
        (most > LARGEST_RATIO * least, f"one side is at most {LARGEST_RATIO} times the other"),
    ):
        if is_wrong:
            raise PictureError(f"{name} has {width} x {height} pixels; {allowed}")


def _bytes_of(file: Path, name: str) -> bytes:
    try:
        data = resources.read_regular(file, MOST_BYTES + 1)
    except OSError as error:
        raise PictureError(f"{name} cannot be read: {error.strerror}") from None
    except ValueError:  # a NUL in its name
        raise PictureError(f"{name} cannot be read: no file has such a name") from None
    if len(data) > MOST_BYTES:
        raise PictureError(f"{name} has more than 64 MB")
    return data
