"""Walking distance: the moves of tiles between rows plus those between columns.

An abstract state contains only the current row and the goal row of each tile (Takahashi 2002). All
abstract states are listed with their true distances, because there are few. Columns are treated
alike. Every move is either between rows or between columns, so the two distances can be added.
Larger boards have too many abstract states. There, each part considers only some of the borders
between rows and merges the rows between them into bands. A part counts only the moves across its
own borders, so the distances of the parts can be added.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.progress import BuildProgress, Reporter
from puzzler.search.heuristics import zero
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels.heuristic_data import Walking
from puzzler.search.tables.shared import SharedTables
from puzzler.search.tables.walking_parts import Listing, WalkingPart, divide_borders

CACHED_PARTS = 12
"""Number of cached parts: those of a few goals, with at most about 10 MB."""


_listings: SharedTables[Listing] = SharedTables(CACHED_PARTS, lambda _: 1)


def build(goal: Board, report: Reporter) -> Tables:
    """Build the tables for ``goal``, which list all states of all parts."""
    row, column = np.divmod(np.arange(len(goal.tiles)), goal.columns)
    places = np.argsort(goal.tiles)
    shares: list[tuple[NDArray[np.int64], WalkingPart]] = []
    for line_of, lines, length in (
        (row, goal.rows, goal.columns),
        (column, goal.columns, goal.rows),
    ):
        for bands, part in divide_borders(lines, length, int(line_of[goal.blank])):
            shares.append((np.array(bands)[line_of], part))
    listings = []
    for number, (_, part) in enumerate(shares):

        def report_part(progress: BuildProgress | None, number: int = number) -> None:
            done = 0.0 if progress is None else progress.done
            report(BuildProgress((number + done) / len(shares), "walking distances"))

        listings.append(_listings.make(part, part.list_states, report_part))
    first = np.cumsum([0, *(len(listing.keys) for listing in listings)])
    max_bands = max(len(part.sizes) for _, part in shares)
    steps = np.full((first[-1], 2 * max_bands), -1, np.int32)
    for begin, listing in zip(first, listings, strict=False):
        own = listing.steps
        steps[begin : begin + len(own), : own.shape[1]] = np.where(own < 0, own, own + begin)
    homes = np.zeros((len(shares), len(goal.tiles)), np.int64)
    weights = np.zeros((len(shares), len(goal.tiles), max_bands), np.int64)
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
)
