"""All states that can reach a goal: how far each is from it, and where it lies on a round map.

On 2x2 every state has two neighbours: all of them lie on one ring, with the goal at its top. On
other boards the goal is in the middle, and every ring holds the states that are one move further
away than those of the ring inside it. Within a ring a state lies beside the one of its neighbours
from which it was reached first, so that most moves are short on the map, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.progress import BuildProgress, Reporter, no_report
from puzzler.search.packing import (
    Ranks,
    board_of,
    count_of,
    has_numbers,
    layers_of,
    neighbours_of,
    rank_of,
)

_EVEN_SHARE = 0.4
"""How much of a ring's width is the same for all; the rest is as its states need."""
_RING_SIZE = 2
"""States that every distance has at most where all of them form one ring."""
_RING_RADIUS = 0.85
_GOLDEN = (5**0.5 - 1) / 2
_FILLED = 0.84
"""How much of its width a ring fills, so that it is told from the next."""


@dataclass(frozen=True, eq=False)
class Atlas:
    """What is known of every state, by its number (see ``numbering``). Made by ``chart``."""

    goal: Board
    distances: NDArray[np.uint8]
    """(states,): moves of a shortest path to the goal."""
    positions: NDArray[np.float32]
    """(states, 2): x to the right and y down, in a circle of radius 1 around the goal."""
    rings: tuple[float, ...]
    """The outer radius of the ring of every distance, from 0 on; the last is 1."""
    _order: Ranks
    """(states,): the states by distance, and within one by their angle on the map."""
    _starts: tuple[int, ...]
    """Where each distance begins in it, and its end."""

    @property
    def is_ring(self) -> bool:
        """All states lie on one ring, whatever their distance."""
        return int(np.diff(self._starts).max()) <= _RING_SIZE

    def states_at(self, distance: int) -> Ranks:
        """The numbers of all states so far from the goal, in their order around the map."""
        return self._order[self._starts[distance] : self._starts[distance + 1]]

    def board(self, rank: int) -> Board:
        """The state with this number."""
        return board_of(rank, self.goal)

    def shortest(self, board: Board) -> Ranks:
        """The numbers of the states along a shortest path, from ``board`` to the goal."""
        after, rank = neighbours_of(self.goal), rank_of(board)
        path = [rank]
        while self.distances[rank]:
            nearer = self.distances[after[rank]] < self.distances[rank]
            rank = int(after[rank][nearer & (after[rank] >= 0)][0])
            path.append(rank)
        return np.array(path, np.int32)

    def along(self, board: Board, moves: Iterable[Move]) -> Ranks:
        """The numbers of the states along ``moves``, ``board`` first."""
        after, path = neighbours_of(self.goal), [rank_of(board)]
        for move in moves:
            path.append(int(after[path[-1], move]))
        return np.array(path, np.int32)


def chart(goal: Board, report: Reporter = no_report) -> Atlas:
    """Return the atlas of a goal; raise ValueError if the board has more than nine cells."""
    if not has_numbers(goal):
        raise ValueError(f"an atlas needs a board of at most nine cells, not {goal}")
    states = count_of(*goal.size)
    report(BuildProgress(0.1, ""))
    after = neighbours_of(goal)
    report(BuildProgress(0.2, ""))
    distances = np.empty(states, np.uint8)
    layers: list[Ranks] = []
    parents: list[NDArray[np.int64]] = []
    done = 0
    for layer, above in layers_of(goal):
        distances[layer] = len(layers)
        layers.append(layer)
        parents.append(above)
        done += layer.size
        report(BuildProgress(0.2 + 0.7 * done / states, ""))
    sizes = [layer.size for layer in layers]
    rings = _rings(sizes)
    positions = np.empty((states, 2), np.float32)
    inner, angles = 0.0, np.zeros(1)
    for layer, above, outer in zip(layers, parents, rings, strict=True):
        angles = _angles(angles, above)
        positions[layer] = _around(angles, inner, outer)
        inner = outer
        report(BuildProgress(0.9 + 0.1 * outer, ""))
    if max(sizes) <= _RING_SIZE:
        path = _cycle(after, rank_of(goal))
        around = 2 * np.pi * np.arange(len(path)) / len(path)
        positions[path] = _RING_RADIUS * np.stack((np.sin(around), -np.cos(around)), 1)
    starts = np.cumsum([0, *(layer.size for layer in layers)])
    return Atlas(goal, distances, positions, rings, np.concatenate(layers), tuple(starts.tolist()))


def _cycle(after: Ranks, first: int) -> list[int]:
    """The states of a graph in which each has two neighbours, once around."""
    path = [first]
    while True:
        ahead = [int(rank) for rank in after[path[-1]] if rank >= 0]
        new = [rank for rank in ahead if rank not in path]
        if not new:
            return path
        path.append(new[0])


def _rings(sizes: list[int]) -> tuple[float, ...]:
    """Outer radii: between rings of one width, and as much room for every state."""
    even = np.arange(1, len(sizes) + 1) / len(sizes)
    needed = np.sqrt(np.cumsum(sizes) / sum(sizes))
    radii = _EVEN_SHARE * even + (1 - _EVEN_SHARE) * needed
    return tuple(radii.tolist())


def _angles(parents: NDArray[np.float64], above: NDArray[np.int64]) -> NDArray[np.float64]:
    """Angles of a ring, growing: all around it; on one that is thinner, each beside its parent."""
    count = len(above)
    if count >= len(parents):
        return 2 * np.pi * (np.arange(count) + 0.5) / count
    _, first, sizes = np.unique(above, return_index=True, return_counts=True)
    sibling = np.arange(count) - np.repeat(first, sizes)
    share = (sibling + 0.5) / np.repeat(sizes, sizes) - 0.5
    return parents[above] + share * 2 * np.pi / len(parents)


def _around(angles: NDArray[np.float64], inner: float, outer: float) -> NDArray[np.float64]:
    """(count, 2): places at these angles, spread over the width of a ring."""
    count = len(angles)
    if inner == 0:
        return np.zeros((count, 2))
    # as soon as a ring holds more than can stand side by side they fill its width
    crowd = count / (np.pi * (inner + outer) / (outer - inner))
    spread = _FILLED * (1 - 1 / max(1.0, crowd))
    share = 0.5 + ((np.arange(count) * _GOLDEN) % 1 - 0.5) * spread
    radius = inner + (outer - inner) * share
    return np.stack((np.sin(angles) * radius, -np.cos(angles) * radius), 1)
