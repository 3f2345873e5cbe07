"""The parts that walking distances are made of, and all states of a part.

Only the row that a tile is in and the row that it belongs to count; see
``heuristics.walking_distance``.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

MOST_STATES = 300_000
"""States of one part: they are listed in well under a second."""


Lines = tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """One share of the borders: what stands in a band, and how that is written as a key.

    The counts of the largest band, and in each band those of its tiles, follow from all the others:
    the key does without them.
    """

    sizes: Lines
    """Cells of every band."""
    goal: Lines
    """Tiles that belong into every band; the goal's blank is none."""
    goal_blank: int
    """The band of the goal's blank."""

    @property
    def spare(self) -> int:
        """The largest band."""
        return self.sizes.index(max(self.sizes))

    @property
    def weights(self) -> NDArray[np.int64]:
        """(bands, bands): what a tile adds to the key by the band it belongs to and is in."""
        count = len(self.sizes)
        weights = np.zeros((count, count), np.int64)
        shift = self._blank_bits
        for home in range(count):
            for band in range(count):
                if self.spare not in (home, band):
                    weights[home, band] = 1 << shift
                    shift += self._count_bits
        assert shift < 64
        return weights

    @property
    def _blank_bits(self) -> int:
        return (len(self.sizes) - 1).bit_length()

    @property
    def _count_bits(self) -> int:
        others = [size for band, size in enumerate(self.sizes) if band != self.spare]
        return max(others).bit_length()

    def decode(self, keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What keys stand for: tiles by the band they belong to and are in, and the blank's band.

        Shapes (states, bands, bands) and (states,).
        """
        count, spare = len(self.sizes), self.spare
        blank = keys & ((1 << self._blank_bits) - 1)
        counts = np.zeros((len(keys), count, count), np.int64)
        weights = self.weights
        for home, band in np.argwhere(weights):
            counts[:, home, band] = keys // weights[home, band] & ((1 << self._count_bits) - 1)
        room = np.array(self.sizes) - (blank[:, None] == np.arange(count))
        counts[:, spare] = room - counts.sum(axis=1)
        counts[:, :, spare] = 0
        counts[:, :, spare] = np.array(self.goal) - counts.sum(axis=2)
        return counts, blank

    def search(self) -> Generator[int, None, tuple[NDArray[np.int64], NDArray[np.uint8]]]:
        """All keys, sorted, with their distances; tells after each layer how many there are."""
        weights = self.weights
        layer = np.array([np.diag(weights) @ np.array(self.goal) + self.goal_blank])
        before = np.empty(0, np.int64)
        layers = []
        while len(layer):
            layers.append(layer)
            yield sum(map(len, layers))
            counts, blank = self.decode(layer)
            reached = []
            for band in range(len(self.sizes)):
                for source in (band - 1, band + 1):
                    if not 0 <= source < len(self.sizes):
                        continue
                    for home in range(len(self.sizes)):
                        can = (blank == band) & (counts[:, home, source] > 0)
                        change = weights[home, band] - weights[home, source] + source - band
                        reached.append(layer[can] + change)
            # every move changes the parity of the distance: what is not new is of the layer before
            found = np.unique(np.concatenate(reached))
            before, layer = layer, found[~np.isin(found, before, assume_unique=True)]
        keys = np.concatenate(layers)
        distances = np.repeat(np.arange(len(layers)), [len(layer) for layer in layers])
        order = np.argsort(keys)
        assert len(layers) <= 256
        return keys[order], distances[order].astype(np.uint8)

    def steps(self, keys: NDArray[np.int64]) -> NDArray[np.int32]:
        """(keys, 2 * bands): see ``Walking.steps``, the numbers counted from this part's first."""
        count = len(self.sizes)
        weights = self.weights
        counts, blank = self.decode(keys)
        steps = np.full((len(keys), 2 * count), -1, np.int32)
        for band in range(count):
            for side, source in enumerate((band - 1, band + 1)):
                if not 0 <= source < count:
                    continue
                for home in range(count):
                    can = (blank == band) & (counts[:, home, source] > 0)
                    change = weights[home, band] - weights[home, source] + source - band
                    steps[can, 2 * home + side] = np.searchsorted(keys, keys[can] + change)
        return steps

    @property
    def is_small(self) -> bool:
        """True where there are at most ``MOST_STATES`` keys."""
        # counting takes long where there are very many: an estimate, rather too low than too high
        # where bands differ (Good 1976), tells those first
        count = len(self.sizes)
        arrangements = prod(comb(size + count - 1, count - 1) for size in self.sizes) ** 2
        estimate = arrangements // comb(sum(self.sizes) + count**2 - 1, count**2 - 1)
        return estimate <= MOST_STATES and self.states <= MOST_STATES

    @property
    def states(self) -> int:
        """How many keys there are."""
        return sum(
            _fillings(
                tuple(sorted(size - (band == blank) for band, size in enumerate(self.sizes))),
                tuple(sorted(self.goal)),
            )
            for blank in range(len(self.sizes))
        )


@cache
def _fillings(rows: Lines, columns: Lines) -> int:
    """How many tables of whole numbers have these sums of rows and of columns."""
    if len(rows) == 1:
        return 1
    return sum(
        _fillings(rows[1:], tuple(sorted(rest)))
        for rest in _without(rows[0], columns, sum(columns))
    )


def _without(total: int, columns: Lines, room: int) -> Iterator[Lines]:
    """What can be left of ``columns``, together ``room``, when ``total`` is taken from them."""
    if not columns:
        yield ()
        return
    others = room - columns[0]
    for taken in range(max(0, total - others), min(total, columns[0]) + 1):
        for rest in _without(total - taken, columns[1:], others):
            yield (columns[0] - taken, *rest)


def cut(lines: int, length: int, blank: int) -> list[tuple[Lines, Part]]:
    """Share out the borders between ``lines`` rows of ``length`` cells, the goal's blank in one.

    Each part with the band of every row; as few parts as can be, of about equally many borders.
    """
    for count in range(1, lines):
        ends = [(lines - 1) * number // count for number in range(count + 1)]
        parts = []
        for first, last in pairwise(ends):
            # borders first .. last - 1, where border b lies between rows b and b + 1
            bands = tuple(min(max(line - first, 0), last - first) for line in range(lines))
            sizes = tuple(length * bands.count(band) for band in range(last - first + 1))
            goal = tuple(size - (band == bands[blank]) for band, size in enumerate(sizes))
            parts.append((bands, Part(sizes, goal, bands[blank])))
        if all(part.is_small for _, part in parts):
            return parts
    raise AssertionError("one border alone has few states")


@dataclass(frozen=True)
class Listing:
    """All states of a part."""

    keys: NDArray[np.int64]
    distances: NDArray[np.uint8]
    """The walking distance of each."""
    steps: NDArray[np.int32]
    """As in ``Walking``, by places in ``keys``."""


def list_states(part: Part) -> Generator[int, None, Listing]:
    """The states of ``part``; tells how many are found so far."""
    keys, distances = yield from part.search()
    return Listing(keys, distances, part.steps(keys))
