"""What a beam ranks states by, and tells them apart by."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.search.heuristics import learned
from puzzler.search.heuristics.heuristic import NO_PAIRS, Tables
from puzzler.search.kernels import estimate
from puzzler.search.kernels.beam import Ranking
from puzzler.search.kernels.estimate import Tiles

SCALE = 16
"""What one move of h counts in the rank."""
UNEVENNESS = 360
"""What the square of a distance counts in the rank, times the square of rows plus columns. On large
boards, whose distances are longer, more of it makes the beam get stuck."""
MARKS_SEED = 20021


def ranking_for(goal: Board, tables: Tables | None = None) -> Ranking:
    """What states are ranked by on the way to ``goal``; smaller is better.

    With learned tables (those of ``goal`` where none are given) the rank is what was learned, and h
    counts nothing in it. Without, it is h, made finer by how unevenly distances are spread: of
    equal sums, one of many small distances is easier to bring to nothing than one of a few large
    ones.
    """
    tables = tables or learned.build(goal)
    cells = len(goal.tiles)
    marks = _marks(cells)
    pairs, scale = tables.pairs or NO_PAIRS, 0
    shape = pairs.single
    if not pairs.is_used:
        scale = SCALE
        shape = tables.distance**2 * max(UNEVENNESS // (goal.rows + goal.columns) ** 2, 1)
    tiles = np.array(goal.tiles, np.int64)
    return Ranking(
        marks,
        tables.distance,
        shape,
        scale,
        pairs.partners,
        pairs.worth,
        pairs.codes,
        pairs.contacts,
        pairs.contact_kinds,
        pairs.contact_worth,
        tiles,
        hash_of(marks, tiles),
    )


@lru_cache(maxsize=4)
def _marks(cells: int) -> NDArray[np.int64]:
    """(tiles, cells): drawn once, for stretches of a path take a beam each."""
    return np.random.default_rng(MARKS_SEED).integers(1, 1 << 62, (cells, cells))


def hash_of(marks: NDArray[np.int64], tiles: Tiles) -> int:
    """The hash of a state, as the kernel carries it on."""
    return int(np.bitwise_xor.reduce(np.where(tiles, marks[tiles, np.arange(len(tiles))], 0)))


def shape_of(ranking: Ranking, tiles: Tiles) -> int:
    """The part of a state's rank that is not h: what the kernel carries as SHAPE."""
    total = estimate.summed_distance(ranking.shape, tiles)
    if ranking.partners.shape[1]:
        total += estimate.sum_of_pairs(ranking.partners, ranking.worth, tiles)
        total += estimate.sum_of_contacts(
            ranking.codes, ranking.contacts, ranking.contact_kinds, ranking.contact_worth, tiles
        )
    return int(total)
