"""One palette for all frames of a film, with a fast lookup of the nearest entry."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PIL import Image

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
