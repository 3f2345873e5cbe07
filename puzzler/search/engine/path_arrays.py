"""The arrays that a depth-first search keeps along its path to estimate h."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.board.move import Move
from puzzler.search.kernels import estimate
from puzzler.search.kernels import paths as kernel
from puzzler.search.kernels.heuristic_data import Distance, Duals, Patterns, Tiles, Walking
from puzzler.search.packing import make_space


def make_costs(
    rows: int, columns: int, distance: Distance, g_weight: int, h_weight: int
) -> NDArray[np.int32]:
    """The increase of f for each move of the blank and each tile, if h is the summed distance."""
    targets = make_space(rows, columns).targets
    costs = np.zeros((*targets.shape, len(distance)), np.int32)
    for (cell, move), target in np.ndenumerate(targets):
        if target >= 0:
            change = distance[:, cell] - distance[:, target]
            change[1:] += distance[0, target] - distance[0, cell]
            costs[cell, move] = g_weight + h_weight * change
    return costs.reshape(-1)


class ViewLayout(NamedTuple):
    """The arrays of ``Views`` that are the same for all states."""

    tables: NDArray[np.uint8]
    terms: NDArray[np.int64]
    """(indices, cells, tiles): the term of a tile on a cell in an index."""
    offsets: NDArray[np.int64]
    """(indices,): the start of each index's table."""
    first: NDArray[np.int64]
    """(views + 1,): the first index of each view."""
    flat_slots: NDArray[np.uint16]
    gains: NDArray[np.int64]


def lay_out_views(patterns: Patterns, targets: NDArray[np.int64]) -> ViewLayout:
    """The layout of the views of ``patterns``. targets: as in ``Space``."""
    # the kernel needs VIEWS views: if there are fewer, some are repeated
    chosen = np.resize(np.arange(len(patterns.first) - 1), kernel.VIEWS)
    factors = patterns.factors[chosen]
    sizes = np.diff(patterns.first)[chosen]
    first = np.cumsum([0, *sizes])
    slots = patterns.slots[chosen] + (first[:-1] - patterns.first[chosen])[:, None]
    in_blanks = (slots == slots[:, :1]) & (factors[:, :1] != 0)
    if in_blanks.any() and not in_blanks.all():
        raise ValueError("the blank must be in the index of every tile or of none")
    indices = np.concatenate(
        [np.arange(patterns.first[view], patterns.first[view + 1]) for view in chosen]
    )
    offsets, cells = patterns.offsets[indices], patterns.cells[indices]
    # a view turns or mirrors the board, so a move changes the cell number by a constant
    steps = np.zeros((len(Move), len(indices)), np.int64)
    for (cell, move), target in np.ndenumerate(targets):
        if target >= 0:
            steps[move] = cells[:, cell] - cells[:, target]
    gains = steps[:, slots] * np.where(in_blanks, factors - factors[:, :1], factors)
    terms = np.zeros((*cells.shape, slots.shape[1]), np.int64)
    for view, tile in np.ndindex(slots.shape):
        terms[slots[view, tile], :, tile] = cells[slots[view, tile]] * factors[view, tile]
    return ViewLayout(
        patterns.tables,
        terms,
        offsets,
        first,
        slots.T.astype(np.uint16).flatten(),
        gains.transpose(0, 2, 1).flatten(),
    )


def make_views(layout: ViewLayout, tiles: Tiles) -> kernel.Views:
    """The views of pattern databases for the state ``tiles``."""
    words = np.zeros(len(layout.offsets), np.int64)
    path = np.zeros((1, kernel.VIEW_COLUMNS), np.int64)
    data = layout.tables, layout.terms, layout.offsets, layout.first
    kernel.read_views(*data, tiles, words, path)
    return kernel.Views(layout.tables, layout.flat_slots, layout.gains, words, path)


def make_dualing(duals: Duals, tiles: Tiles) -> kernel.Dualing:
    """The data of dual lookups for a path that starts at ``tiles``."""
    views = len(duals.groups)
    path = np.zeros((1, len(duals.begins) + views), np.int64)
    estimate.read_duals(duals, tiles, path[0])
    return kernel.Dualing(duals, path, np.zeros(2 * views, np.int64))


def make_cache(cells: int, bits: int) -> kernel.Cache:
    """An empty transposition table for ``2 ** bits`` states."""
    factors = np.zeros((cells, 2), np.int64)
    for cell in range(min(cells, 2 * kernel.NUMBER_CELLS)):
        part, place = divmod(cell, kernel.NUMBER_CELLS)
        factors[cell, part] = cells**place
    return kernel.Cache(np.zeros((1 << bits, 2), np.int64), factors, bits)


def make_walks(walking: Walking, tiles: Tiles) -> kernel.Walks:
    """The data of walking distances for a path that starts at ``tiles``."""
    numbers = np.array(
        [estimate.walking_number(walking, part, tiles) for part in range(len(walking.bands))]
    )
    distance = int(walking.distances[numbers].sum())
    return kernel.Walks(
        np.ascontiguousarray(walking.bands.T),
        np.ascontiguousarray(walking.homes.T),
        walking.steps,
        walking.distances,
        np.append(numbers, distance).reshape(1, -1),
    )
