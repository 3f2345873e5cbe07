"""The arrays that a depth-first search keeps along its path to estimate h, and ranked tables."""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.board.move import Move
from puzzler.search.kernels import estimate
from puzzler.search.kernels import paths as kernel
from puzzler.search.kernels.heuristic_data import Distance, Duals, Patterns, Ranked, Tiles, Walking
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


class RankLayout(NamedTuple):
    """The arrays of ranked views that are the same for all states."""

    ranks: kernel.Ranks
    slots: NDArray[np.uint16]
    indices: NDArray[np.int64]
    """(words,): the pattern number in ``Ranked`` for each word."""
    views: NDArray[np.int64]
    """(views,): the first word of each view."""


def lay_out_ranks(ranked: Ranked, targets: NDArray[np.int64]) -> RankLayout:
    """The layout of the views of ``ranked``. targets: as in ``Space``."""
    size = len(targets)
    # the kernel needs RANKED_VIEWS views: if there are fewer, some are repeated
    chosen = np.resize(np.arange(len(ranked.first) - 1), kernel.RANKED_VIEWS)
    words: list[int] = []  # the index of each word
    begins: list[int] = []
    slots = np.zeros((size, kernel.VIEWS), np.uint16)
    turns = np.zeros((size, kernel.VIEWS), np.int64)
    weights = np.zeros((size, size, kernel.VIEWS), np.int32)
    orientations: dict[bytes, int] = {}  # number of each turned or mirrored numbering of the cells
    for view, own in enumerate(chosen):
        begins.append(len(words))
        for index in range(ranked.first[own], ranked.first[own + 1]):
            cells = ranked.cells[index].tobytes()
            turn = orientations.setdefault(cells, len(orientations))
            place = ranked.places[index]
            for tile in np.flatnonzero(place >= 0):
                slots[tile, view] = len(words)
                turns[tile, view] = turn * targets.size
                for other in np.flatnonzero(place >= 0):
                    weights[tile, other, view] = (
                        ranked.factorials[place[tile]]
                        if place[other] < place[tile]
                        else -ranked.factorials[place[other]]
                    )
            words.append(index)
    indices = np.array(words)
    gains, signs, passed = zip(
        *(_turned(np.frombuffer(cells, np.int64), targets) for cells in orientations), strict=True
    )
    sizes = (ranked.places[indices] >= 0).sum(axis=1)
    low_bits = (size + 1) // 2
    low, high = zip(
        *(_halves(ranked.binomials, int(tiles), low_bits) for tiles in np.unique(sizes)),
        strict=True,
    )
    number = np.searchsorted(np.unique(sizes), sizes)
    ranks = kernel.Ranks(
        turns.reshape(-1),
        np.concatenate(gains),
        np.concatenate(signs),
        np.concatenate(passed),
        weights.reshape(-1),
        np.concatenate(low),
        np.concatenate(high),
        number * len(low[0]),
        number * len(high[0]),
        ranked.offsets[indices],
        low_bits,
        np.zeros((1, kernel.AHEAD), np.int64),
    )
    return RankLayout(ranks, slots.reshape(-1), indices, np.array(begins))


def _turned(
    cells: NDArray[np.int64], targets: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]:
    """``gains``, ``signs`` and ``passed`` of ``kernel.Ranks`` for one turned or mirrored board.

    cells: a row of ``Ranked.cells``. targets: as in ``Space``.
    """
    frame = np.argsort(cells)
    gains = np.zeros(targets.shape, np.int64)
    signs = np.zeros(targets.shape, np.int64)
    passed = np.zeros((*targets.shape, kernel.PASSED_CELLS), np.uint8)
    for (blank, move), target in np.ndenumerate(targets):
        passed[blank, move] = blank
        if target < 0:
            continue
        source, end = int(frame[target]), int(frame[blank])
        gains[blank, move] = ((1 << end) - (1 << source)) << kernel.CELLS_SHIFT
        signs[blank, move] = 1 if end > source else -1
        between = cells[min(source, end) + 1 : max(source, end)]
        passed[blank, move, : len(between)] = between
    return gains.reshape(-1), signs.reshape(-1), passed.reshape(-1)


def _halves(
    binomials: NDArray[np.int64], tiles: int, low_bits: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The terms of the lower and the upper cells in the index of a set of ``tiles`` cells."""
    size = len(binomials)
    low = np.zeros(1 << low_bits, np.int64)
    high = np.zeros(1 << (size - low_bits), np.int64)
    for table, begin, length in ((low, 0, low_bits), (high, low_bits, size - low_bits)):
        number = np.arange(len(table))
        bits = (number[:, None] >> np.arange(length)) & 1
        count = bits.sum(axis=1)
        # the position of the first upper cell follows from the number of upper cells
        place = np.cumsum(bits, axis=1) - 1 + (tiles - count[:, None] if begin else 0)
        fits = (bits == 1) & (place >= 0) & (place < tiles)
        terms = binomials[np.arange(begin, begin + length), np.where(fits, place, 0)]
        table[:] = np.where(fits, terms, 0).sum(axis=1)
        table[count > tiles] = 0
    return ((low * factorial(tiles)).astype(np.int32), (high * factorial(tiles)).astype(np.int32))


def make_ranked_views(ranked: Ranked, layout: RankLayout, tiles: Tiles) -> kernel.Views:
    """The views of ranked tables for the state ``tiles``."""
    words = np.zeros(len(layout.indices), np.int64)
    entries = np.zeros(len(words), np.int64)
    for word, index in enumerate(layout.indices):
        place = estimate.ranked_index(ranked, int(index), tiles)
        entries[word] = estimate.entry_at(ranked.tables, place)
        orders = int(ranked.factorials[(ranked.places[index] >= 0).sum()])
        cells = sum(
            1 << cell
            for cell, there in enumerate(ranked.cells[index])
            if ranked.places[index, tiles[there]] >= 0
        )
        order = int(place - ranked.offsets[index]) % orders
        words[word] = (
            (cells << kernel.CELLS_SHIFT) | (order << kernel.ORDER_SHIFT) | int(entries[word])
        )
    sums = np.add.reduceat(entries, layout.views)
    path = np.zeros((1, kernel.VIEW_COLUMNS), np.int64)
    path[0, 0] = sums.argmax()
    path[0, 1 : 1 + 2 * len(sums) : 2] = sums
    return kernel.Views(ranked.tables, layout.slots, np.zeros(0, np.int64), words, path)
