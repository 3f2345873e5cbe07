"""One palette for all frames of a film, and the quickest way from colours to its entries."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PIL import Image

Pixels = npt.NDArray[np.int32]
"""Rows of 0xRRGGBB."""
Indexes = npt.NDArray[np.uint8]
"""The same rows, each pixel by its place in the palette."""
_Colours = npt.NDArray[np.float32]
"""Rows of red, green and blue."""

_SAMPLED = 60_000
"""So many pixels are enough to begin with."""
_AT_ONCE = 256
"""Colours for which the nearest entry is looked for at once: as many as a cache holds. With more
BLAS starts threads, which on busy cores wait for each other ten times as long as they work."""


class Palette:
    """At most ``most`` colours (256 at most) for what ``samples`` show, as often as they show it.

    Median cut (Heckbert, 1982), then k-means (Lloyd, 1957). Samples with no more colours than that
    are kept as they are.
    """

    def __init__(self, samples: Sequence[Pixels], most: int) -> None:
        pixels = np.concatenate([sample.reshape(-1) for sample in samples])
        self.colours = _channels(np.unique(pixels))
        """The entries: rows of red, green and blue, 0 to 255."""
        if len(self.colours) > most:
            some = _channels(pixels[:: max(1, len(pixels) // _SAMPLED)]).astype(np.uint8)
            image = Image.fromarray(some[np.newaxis])
            packed = image.quantize(most, Image.Quantize.MEDIANCUT, kmeans=1).getpalette()
            entries = np.array(packed).reshape(-1, 3)[:most].astype(np.float32)
            self.colours = np.unique(entries, axis=0)
        self._places = np.zeros(1 << 24, np.int16)  # by colour, from 1; 0 is not known yet

    def indexes(self, pixels: Pixels, tolerance: int) -> Indexes:
        """The nearest entries, or that of the pixel at the left where it is near enough.

        That is no further from the pixel's own colour than ``tolerance`` steps of red, green and
        blue together. Longer runs of one entry can be packed into less.
        """
        places = self._nearest(pixels)
        colours, entries = _channels(pixels).astype(np.int32), self.colours.astype(np.int32)
        for column in range(1, pixels.shape[1]):
            left = places[:, column - 1]
            off = colours[:, column] - entries[left]
            is_near = np.einsum("ij,ij->i", off, off) <= tolerance**2
            # a smooth ground keeps its colour, and is a run anyway
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
    """So many tell the entries of a palette apart; 2 at least."""
    return max(2, math.ceil(math.log2(entries)))


def _channels(pixels: npt.NDArray[np.int32]) -> _Colours:
    return np.stack([pixels >> 16, pixels >> 8 & 255, pixels & 255], axis=-1).astype(np.float32)


def _nearest(colours: _Colours, entries: _Colours) -> npt.NDArray[np.int64]:
    squares = (entries**2).sum(axis=1)
    parts = [
        (squares - 2 * colours[first : first + _AT_ONCE] @ entries.T).argmin(axis=1)
        for first in range(0, len(colours), _AT_ONCE)
    ]
    return np.concatenate(parts)
