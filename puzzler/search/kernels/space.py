"""States packed into words, and the geometry of a board for the kernels.

Each cell has the same number of bits, enough for the largest tile. A word contains as many whole
cells as fit into 64 bits, so a 4x4 state takes one word and a 10x10 state twelve. All values are
signed 64-bit integers and no product exceeds 63 bits, so that plain Python and compiled code have
the same results.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.jit import INDEX, kernel

Words = NDArray[np.int64]
"""(states, words): one packed state per row."""

Int = int | np.int64
"""An integer in a kernel; both types are the same in compiled code."""

LOW_32 = 0xFFFFFFFF
HASH_BITS = 32


class Space(NamedTuple):
    """The geometry of a board size and the layout of packed states."""

    targets: NDArray[np.int64]
    """(cells, 4): the cell that the blank reaches from a cell by each Move; -1 if illegal."""
    words: NDArray[np.int64]
    """(cells,): the word that contains a cell."""
    shifts: NDArray[np.int64]
    """(cells,): the lowest bit of a cell in its word."""
    mask: int
    """The bits of one tile."""


@kernel
def tile_at(space: Space, states: Words, node: Int, cell: Int) -> Int:
    """The tile on ``cell`` of state number ``node``."""
    cell &= INDEX
    tile: Int = (states[node & INDEX, space.words[cell] & INDEX] >> space.shifts[cell]) & space.mask
    return tile


@kernel
def packed(order: NDArray[np.int64]) -> Int:
    """Pack four moves into a number, two bits each, the first lowest; faster than an array."""
    turns: Int = 0
    for place in range(4):
        turns |= int(order[place]) << (2 * place)
    return turns


@kernel
def hash_state(states: Words, node: Int) -> Int:
    """A 32-bit hash of a state, from the middle bits of two rounds of multiplication."""
    value: Int = 0
    for word in range(states.shape[1]):
        value ^= states[node & INDEX, word & INDEX]
        value = ((value & LOW_32) * 0x6C8E9CF5) ^ (((value >> 32) & LOW_32) * 0x4A7C15B5)
        value = (((value ^ (value >> 29)) & LOW_32) * 0x5D6F9A2B >> 15) & LOW_32
    return value


@kernel
def is_same(states: Words, node: Int, others: Words, other: Int) -> bool:
    """Whether two states are equal."""
    for word in range(states.shape[1]):
        if states[node & INDEX, word & INDEX] != others[other & INDEX, word & INDEX]:
            return False
    return True


@kernel
def copy_with_slide(
    space: Space, states: Words, node: Int, copy: Int, blank: Int, target: Int, tile: Int
) -> None:
    """Copy state ``node`` to ``copy`` and move ``tile`` from cell ``target`` to ``blank`` in it."""
    for word in range(states.shape[1]):
        states[copy & INDEX, word & INDEX] = states[node & INDEX, word & INDEX]
    for cell in (target & INDEX, blank & INDEX):
        states[copy & INDEX, space.words[cell] & INDEX] ^= tile << space.shifts[cell]
