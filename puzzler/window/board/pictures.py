"""Pictures for the tiles: bundled pictures and the user's files, with checks of type and size."""

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
from puzzler.board.errors import PuzzlerError, quoted, reading_failure
from puzzler.board.scenario import printable
from puzzler.game.core.settings import MIDDLE, Crop
from puzzler.window.toolkit.paint import Painter

if TYPE_CHECKING:
    from PIL import Image

SUFFIXES = (".png", ".jpg", ".jpeg")
SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
"""The first bytes of PNG and JPEG files."""
MAX_BYTES = 128 * 2**20
MAX_MEGAPIXELS = {".jpg": 200, ".png": 100}
"""JPEG files are reduced while they are decoded and need less memory. Phones make up to 200."""
SMALLEST_SIDE = 32
LARGEST_SIDE = 16_384
LARGEST_RATIO = 16
"""Maximum ratio of the sides, because a board shows only a small part of a thin picture."""
_STORED_SIDE = 2048
"""Larger pictures are reduced to this side in pixels, which is enough for every window."""
PREVIEW_SIDE = 384
"""Maximum side of previews in pixels."""
_BACKDROP = (128, 128, 128)
"""The colour behind transparent parts. Black and white drawings are visible on it."""


class PictureError(PuzzlerError):
    """A picture that cannot be used; the message is one line with the reason."""


@dataclass(frozen=True)
class Picture:
    """A picture for a board of any shape."""

    file: Path
    surface: Surface
    crop: Crop = MIDDLE

    @property
    def key(self) -> str:
        """The value that the settings store."""
        return picture_key(self.file)

    def covering(self, painter: Painter, width: int, height: int) -> Surface:
        """Return the part of the picture scaled to ``width`` x ``height`` pixels."""

        def draw() -> Surface:
            left, top, across, down = self.crop.part(*self.surface.get_size(), width / height)
            part = pygame.Rect(int(left), int(top), max(1, int(across)), max(1, int(down)))
            part = part.clip(self.surface.get_rect())
            return pygame.transform.smoothscale(self.surface.subsurface(part), (width, height))

        return painter.cached(("picture", self, width, height), draw)


def picture_name(file: Path) -> str:
    """Return the display name of a picture."""
    return printable(file.stem).replace("-", " ").capitalize()


def is_bundled(file: Path) -> bool:
    """Whether ``file`` is one of the program's own pictures."""
    return file.parent == resources.assets() / "pictures"


def picture_key(file: Path) -> str:
    """Return the value that the settings store: the name of a bundled picture, else the path."""
    return file.stem if is_bundled(file) else str(file)


def bundled_pictures() -> dict[str, Path]:
    """Return the files in ``assets/pictures`` by display name, sorted by file name."""
    files = sorted((resources.assets() / "pictures").glob("*"))
    return {picture_name(file): file for file in files if file.suffix in SUFFIXES}


def find_picture_file(key: str) -> Path:
    """Return the file for a stored key: the name of a bundled picture, a path, or "".

    "" is the first bundled picture.
    """
    bundled = bundled_pictures().values()
    return next((file for file in bundled if file.stem == key or not key), Path(key))


def find_picture(key: str) -> Picture:
    """Load the picture for a stored key. Raises PictureError if it cannot be used."""
    return load_picture(find_picture_file(key))


def find_picture_key(text: str) -> str:
    """Return the key to store for ``text``, the name of a bundled picture or a path.

    Raises PictureError if the picture cannot be used. Works without an open window.
    """
    if text in (file.stem for file in bundled_pictures().values()):
        return text
    file = Path(text).expanduser().absolute()
    load_picture(file)
    return str(file)


def load_picture(file: Path, side: int = _STORED_SIDE) -> Picture:
    """Load a PNG or JPEG file, reduced so that neither side is longer than ``side`` pixels.

    Raises PictureError if the picture cannot be used. Safe to call in any thread.
    """
    image = _decode(file, side)
    # frombytes returns 24 bits per pixel; 32 bits can be drawn without conversion
    surface = Surface(image.size, depth=32)
    surface.blit(pygame.image.frombytes(image.tobytes(), image.size, "RGB"), (0, 0))
    return Picture(file, surface)


def _decode(file: Path, side: int) -> Image.Image:
    """Decode a picture, rotate it upright and reduce it. Its size is checked before decoding.

    A JPEG is decoded at a reduced size, but not below ``side`` pixels. Raises PictureError.
    """
    from PIL import ImageOps
    from PIL.JpegImagePlugin import JpegImageFile
    from PIL.PngImagePlugin import PngImageFile

    name = printable(file.name)
    # decode the bytes that were checked, because the file may change in between
    data = _read_bytes(file, name)
    if not data.startswith(SIGNATURES):
        raise PictureError(f"{name} is not a PNG or JPEG picture")
    is_png = data.startswith(SIGNATURES[0])
    kind, suffix = (PngImageFile, ".png") if is_png else (JpegImageFile, ".jpg")
    with warnings.catch_warnings(action="ignore"):  # warnings about invalid Exif data
        try:
            image = kind(io.BytesIO(data))
            _check_size(name, *image.size, MAX_MEGAPIXELS[suffix])
            image.draft("RGB", (side, side))
            image.load()
        except (OSError, SyntaxError, ValueError, MemoryError):
            raise PictureError(f"{name} is damaged") from None
        upright: Image.Image = image
        with suppress(OSError, SyntaxError, ValueError, struct.error):
            upright = ImageOps.exif_transpose(image)
        return _reduced(upright, side)


def _reduced(image: Image.Image, side: int) -> Image.Image:
    """Return an opaque RGB picture with sides of at most ``side`` pixels."""
    from PIL import Image

    if image.mode == "I;16":  # ``convert`` would clip all but the darkest values
        image = Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    is_opaque = not image.has_transparency_data
    if image.mode in ("P", "1") or "transparency" in image.info:
        image = image.convert("RGB" if is_opaque else "RGBA")
    factor = max(image.size) // side
    if factor > 1:
        image = image.reduce(factor)
    if max(image.size) > side:
        share = side / max(image.size)
        width, height = image.size
        image = image.resize((round(width * share), round(height * share)), Image.Resampling.BOX)
    if not is_opaque:
        backdrop = Image.new("RGBA", image.size, _BACKDROP)
        image = Image.alpha_composite(backdrop, image.convert("RGBA"))
    return image.convert("RGB")


def _check_size(name: str, width: int, height: int, megapixel_limit: int) -> None:
    short, long = sorted((width, height))
    megapixels = width * height / 1e6
    size = f"{round(megapixels):,} megapixels"
    for is_wrong, problem in (
        (megapixels > megapixel_limit, f"large ({size}; the limit is {megapixel_limit})"),
        (short < SMALLEST_SIDE, f"small: each side needs at least {SMALLEST_SIDE} pixels"),
        (long > LARGEST_SIDE, f"large: each side can have at most {LARGEST_SIDE:,} pixels"),
        (long > LARGEST_RATIO * short, f"narrow: {LARGEST_RATIO} to 1 is the limit"),
    ):
        if is_wrong:
            raise PictureError(f"{name} is too {problem}")


def _read_bytes(file: Path, name: str) -> bytes:
    try:
        data = resources.read_regular(file, MAX_BYTES + 1)
    except ValueError:
        raise PictureError(f"{quoted(name)} is not the name of a file") from None  # it has a NUL
    except OSError as error:
        raise PictureError(f"{name}: {reading_failure(error)}") from None
    if len(data) > MAX_BYTES:
        raise PictureError(f"{name} is too large (the limit is 128 MB)")
    return data
