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

_ROUNDS = 2
"""Of k-means; after these the palette hardly gets any better."""
_SAMPLED = 60_000
"""So many pixels are enough to begin with."""
_AT_ONCE = 4096
"""Colours for which the nearest entry is looked for at once: as many as a cache holds."""


class Palette:
    """At most ``most`` colours (256 at most) for what ``samples`` show, as often as they show it.

    Median cut (Heckbert, 1982), then k-means (Lloyd, 1957). Samples with no more colours than that
    are kept as they are.
    """

    def __init__(self, samples: Sequence[Pixels], most: int) -> None:
        pixels = np.concatenate([sample.reshape(-1) for sample in samples])
        packed, counts = np.unique(pixels, return_counts=True)
        colours = _channels(packed)
        if len(packed) > most:
            entries = _cut(pixels[:: max(1, len(pixels) // _SAMPLED)], most)
            for _ in range(_ROUNDS):
                entries = _centred(entries, colours, counts)
            colours = np.unique(np.rint(entries), axis=0)
        self.colours = colours
        """The entries: rows of red, green and blue, 0 to 255."""
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


def _cut(pixels: npt.NDArray[np.int32], most: int) -> _Colours:
    rows = _channels(pixels).astype(np.uint8)[np.newaxis]
    image = Image.fromarray(rows).quantize(most, Image.Quantize.MEDIANCUT)
    return np.array(image.getpalette()).reshape(-1, 3)[:most].astype(np.float32)


def _centred(entries: _Colours, colours: _Colours, counts: npt.NDArray[np.int64]) -> _Colours:
    nearest = _nearest(colours, entries)
    total = np.bincount(nearest, counts, len(entries))
    moved = entries.copy()
    for channel in range(3):
        sums = np.bincount(nearest, counts * colours[:, channel], len(entries))
        moved[:, channel] = np.where(total > 0, sums / np.maximum(total, 1), entries[:, channel])
    return moved


def _nearest(colours: _Colours, entries: _Colours) -> npt.NDArray[np.int64]:
    squares = (entries**2).sum(axis=1)
    parts = [
        (squares - 2 * colours[first : first + _AT_ONCE] @ entries.T).argmin(axis=1)
        for first in range(0, len(colours), _AT_ONCE)
    ]
    return np.concatenate(parts)
