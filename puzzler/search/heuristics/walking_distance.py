"""Walking distance: the moves of tiles between rows plus those between columns.

An abstract state contains only the current row and the goal row of each tile (Takahashi 2002). All
abstract states are listed with their true distances, because there are few. Columns are treated
alike. Every move is either between rows or between columns, so the two distances can be added.
Larger boards have too many abstract states. There, each part considers only some of the borders
between rows and merges the rows between them into bands. A part counts only the moves across its
own borders, so the distances of the parts can be added.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.progress import BuildProgress, Reporter, no_report
from puzzler.search.heuristics import zero
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels.heuristic_data import Walking
from puzzler.search.tables.shared import SharedTables

MAX_STATES = 300_000
"""Limit on the states of one part, which are listed in well under a second."""


Lines = tuple[int, ...]


Listing = tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.int32]]
"""The keys of all states of a part in ascending order, the walking distance of each state, and its
steps as in ``Walking``, with indices in the keys."""


@dataclass(frozen=True)
class WalkingPart:
    """Some of the borders between rows, and the encoding of a state as an integer key.

    A band is a group of rows without a border of this part between them. The key omits the counts
    of the largest band, and of the tiles that belong in it, because they follow from the others.
    """

    sizes: Lines
    """Number of cells of each band."""
    goal: Lines
    """Number of tiles (without blank) that belong in each band."""
    goal_blank: int
    """The band of the goal's blank."""

    @property
    def spare(self) -> int:
        """The largest band."""
        return self.sizes.index(max(self.sizes))

    @property
    def weights(self) -> NDArray[np.int64]:
        """(bands, bands): what a tile adds to the key, by its goal band and its current band."""
        count = len(self.sizes)
        weights = np.zeros((count, count), np.int64)
        shift = (len(self.sizes) - 1).bit_length()
        for home in range(count):
            for band in range(count):
                if self.spare not in (home, band):
                    weights[home, band] = 1 << shift
                    shift += self._count_bits
        assert shift < 64
        return weights

    @property
    def _count_bits(self) -> int:
        others = [size for band, size in enumerate(self.sizes) if band != self.spare]
        return max(others).bit_length()

    def decode(self, keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the number of tiles by goal band and current band, and the blank's band.

        Shapes: (states, bands, bands) and (states,).
        """
        count, spare = len(self.sizes), self.spare
        blank = keys & ((1 << (len(self.sizes) - 1).bit_length()) - 1)
        counts = np.zeros((len(keys), count, count), np.int64)
        weights = self.weights
        for home, band in np.argwhere(weights):
            counts[:, home, band] = keys // weights[home, band] & ((1 << self._count_bits) - 1)
        room = np.array(self.sizes) - (blank[:, None] == np.arange(count))
        counts[:, spare] = room - counts.sum(axis=1)
        counts[:, :, spare] = 0
        counts[:, :, spare] = np.array(self.goal) - counts.sum(axis=2)
        return counts, blank

    def _moves(
        self, keys: NDArray[np.int64]
    ) -> Iterator[tuple[int, NDArray[np.bool_], NDArray[np.int64]]]:
        """Yield for each move its column in ``Walking.steps``, a mask of keys, and the change."""
        weights, (counts, blank) = self.weights, self.decode(keys)
        bands = range(len(self.sizes))
        for band in bands:
            for side, source in enumerate((band - 1, band + 1)):
                for home in bands if source in bands else ():
                    can = (blank == band) & (counts[:, home, source] > 0)
                    change = weights[home, band] - weights[home, source] + source - band
                    yield 2 * home + side, can, change

    def list_states(self, report: Reporter = no_report) -> Listing:
        """List all states; report after each layer."""
        layer = np.array([np.diag(self.weights) @ np.array(self.goal) + self.goal_blank])
        before = np.empty(0, np.int64)
        layers = []
        while len(layer):
            layers.append(layer)
            report(BuildProgress(sum(map(len, layers)) / self.states, "walking distances"))
            reached = [layer[can] + change for _, can, change in self._moves(layer)]
            # a move changes the parity of the distance, so that known states are in the last layer
            found = np.unique(np.concatenate(reached))
            before, layer = layer, found[~np.isin(found, before, assume_unique=True)]
        assert len(layers) <= 256
        numbers = np.arange(len(layers), dtype=np.uint8)
        distances = np.repeat(numbers, [len(layer) for layer in layers])
        keys = np.concatenate(layers)
        order = np.argsort(keys)
        keys, distances = keys[order], distances[order]
        steps = np.full((len(keys), 2 * len(self.sizes)), -1, np.int32)
        for column, can, change in self._moves(keys):
            steps[can, column] = np.searchsorted(keys, keys[can] + change)
        return keys, distances, steps

    @property
    def is_small(self) -> bool:
        """Whether there are at most ``MAX_STATES`` keys."""
        # counting a large number of keys takes long, so that an estimate (Good 1976) excludes them
        # first; it is too low rather than too high if bands differ
        count = len(self.sizes)
        arrangements = prod(comb(size + count - 1, count - 1) for size in self.sizes) ** 2
        estimate = arrangements // comb(sum(self.sizes) + count**2 - 1, count**2 - 1)
        return estimate <= MAX_STATES and self.states <= MAX_STATES

    @property
    def states(self) -> int:
        """The number of keys."""
        return sum(
            _fillings(
                tuple(sorted(size - (band == blank) for band, size in enumerate(self.sizes))),
                tuple(sorted(self.goal)),
            )
            for blank in range(len(self.sizes))
        )


@cache
def _fillings(rows: Lines, columns: Lines) -> int:
    """The number of contingency tables with these sums of rows and columns."""
    if len(rows) == 1:
        return 1
    return sum(
        _fillings(rows[1:], tuple(sorted(rest)))
        for rest in _without(rows[0], columns, sum(columns))
    )


def _without(total: int, columns: Lines, room: int) -> Iterator[Lines]:
    """Yield each way to subtract ``total`` from ``columns``. room: the sum of columns."""
    if not columns:
        yield ()
        return
    others = room - columns[0]
    for count in range(max(0, total - others), min(total, columns[0]) + 1):
        for rest in _without(total - count, columns[1:], others):
            yield (columns[0] - count, *rest)


def divide_borders(lines: int, length: int, blank: int) -> list[tuple[Lines, WalkingPart]]:
    """Divide the borders between ``lines`` rows of ``length`` cells into as few parts as possible.

    Return each part with the band of every row. The parts have about the same number of borders.
    blank: the row of the goal's blank.
    """
    for count in range(1, lines):
        bounds = [(lines - 1) * number // count for number in range(count + 1)]
        parts = []
        for first, last in pairwise(bounds):
            # borders first .. last - 1, border b is between rows b and b + 1
            bands = tuple(min(max(line - first, 0), last - first) for line in range(lines))
            sizes = tuple(length * bands.count(band) for band in range(last - first + 1))
            goal = tuple(size - (band == bands[blank]) for band, size in enumerate(sizes))
            parts.append((bands, WalkingPart(sizes, goal, bands[blank])))
        if all(part.is_small for _, part in parts):
            return parts
    raise AssertionError("one border alone has few states")


CACHED_PARTS = 12
"""Number of cached parts: those of a few goals, with at most about 10 MB."""


_listings: SharedTables[Listing] = SharedTables(CACHED_PARTS, lambda _: 1)


def build(goal: Board, report: Reporter) -> Tables:
    """Build the tables for ``goal``, which list all states of all parts."""
    row, column = np.divmod(np.arange(len(goal.tiles)), goal.columns)
    shares = [
        (np.array(bands)[line_of], part)
        for line_of, lines, length in (
            (row, goal.rows, goal.columns),
            (column, goal.columns, goal.rows),
        )
        for bands, part in divide_borders(lines, length, int(line_of[goal.blank]))
    ]
    bands = np.array([bands_of for bands_of, _ in shares])
    homes = bands[:, np.argsort(goal.tiles)]
    max_bands = max(len(part.sizes) for _, part in shares)
    weights = np.zeros((*bands.shape, max_bands), np.int64)
    keys, distances, steps, first = [], [], [], [0]
    for number, (_, part) in enumerate(shares):

        def report_part(progress: BuildProgress | None, number: int = number) -> None:
            done = 0.0 if progress is None else progress.done
            report(BuildProgress((number + done) / len(shares), "walking distances"))

        own_keys, own_distances, own_steps = _listings.make(part, part.list_states, report_part)
        keys.append(own_keys)
        distances.append(own_distances)
        count = len(part.sizes)
        weights[number, 1:, :count] = part.weights[homes[number, 1:]]
        weights[number, 0, :count] = range(count)
        own_steps = np.where(own_steps < 0, -1, own_steps + first[-1])
        unused = 2 * (max_bands - count)
        steps.append(np.pad(own_steps, ((0, 0), (0, unused)), constant_values=-1))
        first.append(first[-1] + len(own_keys))
    walking = Walking(
        1,
        bands,
        weights,
        np.array(first),
        np.concatenate(keys),
        np.concatenate(distances),
        homes,
        np.concatenate(steps).astype(np.int32),
    )
    return Tables(distance=zero.build(goal).distance, walking=walking)


HEURISTIC = Heuristic(
    name="walking-distance",
    title="walking distance",
    summary="the fewest moves of tiles between rows plus those between columns",
    rank=80,
    consistent=True,
    factor=1,
    make=build,
    kind="walking-distance",
    measure="Manhattan",
)
