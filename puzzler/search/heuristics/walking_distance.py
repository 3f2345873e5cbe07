"""Walking distance: how often tiles must cross from row to row, and from column to column.

Of a tile only its row is heeded, and of that only the row it belongs to (Takahashi 2002): so few
states are left that all of them are listed with their true distances. The same holds for columns;
every move crosses either rows or columns, so that the two add up. Larger boards have too many
such states. Their borders are shared out: rows that no border of a part lies between are one band
to it, and a part counts the moves across its own borders only, so that parts still add up.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.search.heuristics import zero
from puzzler.search.heuristics.heuristic import Building, BuildProgress, Heuristic, Tables
from puzzler.search.kernels.estimate import Walking
from puzzler.search.tables.shared import SharedTables

MOST_STATES = 300_000
"""States of one part: they are listed in well under a second."""

REMEMBERED = 12
"""Parts that are kept from search to search: those of a few goals, some ten megabytes at most."""

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
        ways = prod(comb(size + count - 1, count - 1) for size in self.sizes) ** 2
        estimate = ways // comb(sum(self.sizes) + count**2 - 1, count**2 - 1)
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
    """Sorted."""
    distances: NDArray[np.uint8]
    """The walking distance of each."""
    steps: NDArray[np.int32]
    """As in ``Walking``, by places in ``keys``."""


def _one(listing: Listing) -> int:
    return 1


_listings: SharedTables[Listing] = SharedTables(REMEMBERED, _one)


def _listing(part: Part) -> Generator[int, None, Listing]:
    """The states of ``part``; tells how many are found so far."""
    keys, distances = yield from part.search()
    return Listing(keys, distances, part.steps(keys))


def building(goal: Board) -> Building:
    """All states of all parts for ``goal``."""
    row, column = np.divmod(np.arange(len(goal.tiles)), goal.columns)
    places = np.argsort(goal.tiles)
    shares: list[tuple[NDArray[np.int64], Part]] = []
    for line_of, lines, length in (
        (row, goal.rows, goal.columns),
        (column, goal.columns, goal.rows),
    ):
        for bands, part in cut(lines, length, int(line_of[goal.blank])):
            shares.append((np.array(bands)[line_of], part))
    listings = []
    for number, (_, part) in enumerate(shares):
        making = _listings.making(part, partial(_listing, part), 0)
        while True:
            try:
                found = next(making)
            except StopIteration as end:
                listings.append(end.value)
                break
            yield BuildProgress((number + found / part.states) / len(shares), "walking distances")
    first = np.cumsum([0, *(len(listing.keys) for listing in listings)])
    most_bands = max(len(part.sizes) for _, part in shares)
    steps = np.full((first[-1], 2 * most_bands), -1, np.int32)
    for begin, listing in zip(first, listings, strict=False):
        own = listing.steps
        steps[begin : begin + len(own), : own.shape[1]] = np.where(own < 0, own, own + begin)
    homes = np.zeros((len(shares), len(goal.tiles)), np.int64)
    weights = np.zeros((len(shares), len(goal.tiles), most_bands), np.int64)
    for number, (bands_of, part) in enumerate(shares):
        count = len(part.sizes)
        weights[number, 1:, :count] = part.weights[bands_of[places[1:]]]
        weights[number, 0, :count] = range(count)
        homes[number] = bands_of[places]
    walking = Walking(
        1,
        np.array([bands_of for bands_of, _ in shares]),
        weights,
        first,
        np.concatenate([listing.keys for listing in listings]),
        np.concatenate([listing.distances for listing in listings]),
        homes,
        steps,
    )
    return Tables(zero.build(goal).distance, walking=walking)


HEURISTIC = Heuristic(
    name="walking-distance",
    title="walking distance",
    summary="the fewest moves of tiles between rows plus those between columns",
    rank=80,
    admissible=True,
    consistent=True,
    factor=1,
    building=building,
)
