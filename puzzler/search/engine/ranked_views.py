"""Ranked tables in the form in which a depth-first search updates them along its path."""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels import estimate
from puzzler.search.kernels import paths as kernel
from puzzler.search.kernels.heuristic_data import Ranked, Tiles


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
