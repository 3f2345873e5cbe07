"""GIF files with one palette. Only the changed rectangle of each frame is stored.

Graphics Interchange Format, version 89a (CompuServe, 1990). Pillow compresses the pixels. The rest
is written here, because Pillow would give each frame a separate palette.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pygame
from PIL import Image
from pygame import Rect, Surface

from puzzler.game.core.settings import TileFace
from puzzler.window.export.film import SIDE, Film, Report
from puzzler.window.export.frames import FramePace, FrameStage

Pixels = npt.NDArray[np.int32]
"""Rows of 0xRRGGBB."""
Indexes = npt.NDArray[np.uint8]
"""Rows of indexes into the palette."""
_Colours = npt.NDArray[np.float32]
"""Rows of red, green and blue."""

_SAMPLED = 60_000
"""The number of pixels from which the palette is computed."""
_CHUNK_SIZE = 256
"""Colours per matrix product. They fit into the cache. For larger products BLAS starts threads,
which are ten times slower on busy cores."""


class Palette:
    """A palette of at most ``limit`` colours (256 at most) for ``samples``.

    Median cut (Heckbert, 1982), then k-means (Lloyd, 1957). Samples with few colours are exact.
    """

    def __init__(self, samples: Sequence[Pixels], limit: int) -> None:
        pixels = np.concatenate([sample.reshape(-1) for sample in samples])
        self.colours = _channels(np.unique(pixels))
        """The entries: rows of red, green and blue, 0 to 255."""
        if len(self.colours) > limit:
            some = _channels(pixels[:: max(1, len(pixels) // _SAMPLED)]).astype(np.uint8)
            image = Image.fromarray(some[np.newaxis])
            packed = image.quantize(limit, Image.Quantize.MEDIANCUT, kmeans=1).getpalette()
            entries = np.array(packed).reshape(-1, 3)[:limit].astype(np.float32)
            self.colours = np.unique(entries, axis=0)
        self._places = np.zeros(1 << 24, np.int16)  # index + 1 by colour, 0: not computed yet

    def indexes(self, pixels: Pixels, tolerance: int) -> Indexes:
        """Return the nearest entry of each pixel, or its left neighbour's if that is near enough.

        tolerance: maximum Euclidean distance of colours for this. Longer runs compress better.
        """
        places = self._nearest(pixels)
        colours, entries = _channels(pixels).astype(np.int32), self.colours.astype(np.int32)
        for column in range(1, pixels.shape[1]):
            left = places[:, column - 1]
            off = colours[:, column] - entries[left]
            is_near = np.einsum("ij,ij->i", off, off) <= tolerance**2
            # areas of one colour are runs anyway, so they keep their nearest entry
            is_near &= pixels[:, column] != pixels[:, column - 1]
            np.copyto(places[:, column], left, where=is_near)
        return places

    def _nearest(self, pixels: Pixels) -> Indexes:
        places = self._places[pixels]
        unknown = np.unique(pixels[places == 0])
        if len(unknown):
            self._places[unknown] = _nearest(_channels(unknown), self.colours) + 1
            places = self._places[pixels]
        return (places - 1).astype(np.uint8)


def bits_of(entries: int) -> int:
    """Return the bits per pixel for a number of entries, at least 2."""
    return max(2, math.ceil(math.log2(entries)))


def _channels(pixels: npt.NDArray[np.int32]) -> _Colours:
    return np.stack([pixels >> 16, pixels >> 8 & 255, pixels & 255], axis=-1).astype(np.float32)


def _nearest(colours: _Colours, entries: _Colours) -> npt.NDArray[np.int64]:
    squares = (entries**2).sum(axis=1)
    parts = [
        (squares - 2 * colours[first : first + _CHUNK_SIZE] @ entries.T).argmin(axis=1)
        for first in range(0, len(colours), _CHUNK_SIZE)
    ]
    return np.concatenate(parts)


PACE = FramePace(rate=100, step=3, min_ticks=2, fades=False)
"""GIF files count hundredths of a second. Browsers slow down frames shorter than 2. Slides last as
long as in the window. A step of 2 would make files a third larger."""
COLOURS, TOLERANCE = 72, 8
"""Size of the palette and tolerance of ``Palette.indexes``. The loss is invisible and reduces the
size of files."""
PICTURE_LEVELS = ((128, 12), (96, 14), (64, 16), (48, 20))
"""The same for boards with a picture. The first pair that is small enough is used."""
_FRAME_BYTES_LIMIT = 50_000
"""Limit of the first frame of a 480-pixel picture. 60 moves of 4x4 need 24 times as much."""
_DO_NOT_DISPOSE = 1 << 2
"""Flag of a frame that remains visible under the next one."""
_Difference = tuple[Rect, Pixels, npt.NDArray[np.bool_]]
"""A rectangle, its pixels, and a mask of the changed pixels."""


class GifWriter:
    """Writes a GIF file frame by frame. ``finish`` returns the file."""

    def __init__(
        self,
        size: tuple[int, int],
        palette: Palette,
        *,
        is_looped: bool,
        is_opaque: bool = True,
        tolerance: int = TOLERANCE,
    ) -> None:
        """size: width and height in pixels. is_opaque: store unchanged pixels of a rectangle.

        Otherwise they become transparent, which saves space if changes are small and scattered.
        """
        self._palette, self._tolerance = palette, tolerance
        self._clear = None if is_opaque else len(palette.colours)
        self._bits = bits_of(len(palette.colours) + (not is_opaque))
        self._shown: Pixels | None = None
        self._parts = [_header(size, palette, self._bits, is_looped=is_looped)]
        self._pending: tuple[bytes, int] | None = None

    def add(self, surface: Surface, damage: Rect | None, hundredths: int) -> None:
        """Add a frame. Nothing may have changed outside ``damage``."""
        cut = self._difference(surface, damage)
        if cut is None:
            assert self._pending is not None, "the first frame always has a difference"
            data, before = self._pending
            self._pending = data, before + hundredths
            return
        self._flush()
        place, pixels, differs = cut
        indexes = self._palette.indexes(pixels, self._tolerance)
        if self._clear is not None:
            indexes[~differs] = self._clear
        self._pending = _image(place, indexes, self._bits), hundredths

    def finish(self) -> bytes:
        """Return the content of the file."""
        self._flush()
        return b"".join([*self._parts, b";"])

    def _difference(self, surface: Surface, damage: Rect | None) -> _Difference | None:
        """Return the smallest rectangle with all changes, or None if nothing has changed."""
        if self._shown is None:
            self._shown = pixels_of(surface)
            return surface.get_rect(), self._shown, np.ones(self._shown.shape, np.bool_)
        if damage is None:
            return None
        rows, columns = slice(damage.top, damage.bottom), slice(damage.left, damage.right)
        now, shown = pixels_of(surface, damage), self._shown[rows, columns]
        differs = now != shown
        down, across = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
        if not len(down):
            return None
        shown[...] = now
        top, left = int(down[0]), int(across[0])
        place = Rect(left, top, int(across[-1]) + 1 - left, int(down[-1]) + 1 - top)
        inner = slice(top, place.bottom), slice(left, place.right)
        return place.move(damage.topleft), now[inner], differs[inner]

    def _flush(self) -> None:
        if self._pending is not None:
            data, hundredths = self._pending
            flags, clear = _DO_NOT_DISPOSE | (self._clear is not None), self._clear or 0
            control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, flags, hundredths, clear, 0)
            self._parts += [control, data]
            self._pending = None


def gif_of(film: Film, report: Report) -> bytes:
    """Return the film as a GIF file."""
    stage, still = FrameStage(film), FrameStage(film)
    ends = film.start, film.start.apply_all(film.moves)
    samples = [pixels_of(still.still(board)) for board in ends]
    levels = PICTURE_LEVELS if film.look.face is TileFace.PICTURE else ((COLOURS, TOLERANCE),)
    palette, tolerance = palette_of(samples, levels)
    size = stage.surface.get_size()
    writer = GifWriter(size, palette, is_looped=film.is_looped, tolerance=tolerance)
    for damage, ticks, moves in stage.shots(PACE):
        writer.add(stage.surface, damage, ticks)
        report(moves)
    return writer.finish()


def palette_of(samples: Sequence[Pixels], levels: Sequence[tuple[int, int]]) -> tuple[Palette, int]:
    """Return a palette and its tolerance, from the first small enough of ``levels``."""
    first = samples[0]
    limit = _FRAME_BYTES_LIMIT * max(1, first.size / SIDE**2)
    for colours, tolerance in levels:
        palette = Palette(samples, colours)
        indexes = palette.indexes(first, tolerance)
        if len(_image(Rect(0, 0, *first.shape[::-1]), indexes, bits_of(colours))) <= limit:
            break
    return palette, tolerance


def pixels_of(surface: Surface, area: Rect | None = None) -> Pixels:
    """Return a copy of the pixels of ``area`` or the whole surface, which must have depth 32."""
    assert surface.get_masks()[:3] == (0xFF0000, 0xFF00, 0xFF), "depth 32"
    pixels = pygame.surfarray.pixels2d(surface).T
    if area is not None:
        pixels = pixels[area.top : area.bottom, area.left : area.right]
    return (pixels & 0xFFFFFF).astype(np.int32)  # the fourth byte is undefined


def _header(size: tuple[int, int], palette: Palette, bits: int, *, is_looped: bool) -> bytes:
    colours = palette.colours.astype(np.uint8).tobytes()
    table = colours.ljust(3 << bits, b"\0")
    screen = struct.pack("<HHBBB", *size, 0x80 | 0x70 | (bits - 1), 0, 0)
    loop = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0" if is_looped else b""
    return b"GIF89a" + screen + table + loop


def _image(place: Rect, indexes: Indexes, bits: int) -> bytes:
    image = Image.frombuffer("P", place.size, indexes.tobytes(), "raw", "P", 0, 1)
    head = struct.pack("<BHHHHBB", 0x2C, *place.topleft, *place.size, 0, bits)
    return head + image.tobytes("gif", "P", bits, 0) + b"\0"
