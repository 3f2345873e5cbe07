"""All states that can reach a goal, with their distances and their positions on a round map.

On 2x2 every state has two neighbours, and all states form one ring with the goal at the top. On
other boards the goal is in the middle, and each ring contains the states at one distance. A state
is placed near the neighbour from which it was first reached, so that most moves are short on the
map.
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
    has_ranks,
    layers_of,
    neighbours_of,
    rank_of,
)

_EVEN_SHARE = 0.4
"""The share of the radius that is divided equally among the rings. The rest is divided by area."""
_RING_SIZE = 2
"""Largest number of states at any distance if all states form one ring."""
_RING_RADIUS = 0.85
_GOLDEN = (5**0.5 - 1) / 2
_FILLED = 0.84
"""The share of a ring's width that is filled, which leaves a gap between rings."""


@dataclass(frozen=True, eq=False)
class Atlas:
    """Distances and positions of all states, by rank (see ``packing``). Made by ``build_atlas``."""

    goal: Board
    distances: NDArray[np.uint8]
    """(states,): distances from the goal."""
    positions: NDArray[np.float32]
    """(states, 2): x to the right and y down, in a circle of radius 1 around the goal."""
    rings: tuple[float, ...]
    """The outer radius of the ring of each distance. The last is 1."""
    _order: Ranks
    """(states,): ranks sorted by distance, then by angle on the map."""
    _starts: tuple[int, ...]
    """The index in ``_order`` of the first state of each distance, and the length of ``_order``."""

    @property
    def is_ring(self) -> bool:
        """Whether the map shows all states on one ring."""
        return int(np.diff(self._starts).max()) <= _RING_SIZE

    def states_at(self, distance: int) -> Ranks:
        """Return the ranks of all states at a distance, in their order around the map."""
        return self._order[self._starts[distance] : self._starts[distance + 1]]

    def board(self, rank: int) -> Board:
        """Return the state with a rank."""
        return board_of(rank, self.goal)

    def shortest(self, board: Board) -> Ranks:
        """Return the ranks along a shortest path from ``board`` to the goal."""
        after, rank = neighbours_of(self.goal), rank_of(board)
        path = [rank]
        while self.distances[rank]:
            nearer = self.distances[after[rank]] < self.distances[rank]
            rank = int(after[rank][nearer & (after[rank] >= 0)][0])
            path.append(rank)
        return np.array(path, np.int32)

    def along(self, board: Board, moves: Iterable[Move]) -> Ranks:
        """Return the ranks along ``moves``, starting with ``board``."""
        after, path = neighbours_of(self.goal), [rank_of(board)]
        for move in moves:
            path.append(int(after[path[-1], move]))
        return np.array(path, np.int32)


def build_atlas(goal: Board, report: Reporter = no_report) -> Atlas:
    """Return the atlas of a goal. Raises ValueError if the board has more than nine cells."""
    if not has_ranks(goal):
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
    # outer radii, a compromise of equal widths and equal area per state
    even, needed = np.arange(1, len(sizes) + 1) / len(sizes), np.sqrt(np.cumsum(sizes) / sum(sizes))
    rings = tuple((_EVEN_SHARE * even + (1 - _EVEN_SHARE) * needed).tolist())
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
    """Return the states of a graph that is a cycle, in order from ``first``."""
    path = [first]
    while new := [rank for rank in after[path[-1]].tolist() if rank >= 0 and rank not in path]:
        path.append(new[0])
    return path


def _angles(parents: NDArray[np.float64], above: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the increasing angles of the states of a ring, evenly spread or near their parents.

    parents: the angles of the previous ring. above: the index of each state's parent in it.
    """
    count = len(above)
    if count >= len(parents):
        return 2 * np.pi * (np.arange(count) + 0.5) / count
    _, first, sizes = np.unique(above, return_index=True, return_counts=True)
    sibling = np.arange(count) - np.repeat(first, sizes)
    share = (sibling + 0.5) / np.repeat(sizes, sizes) - 0.5
    return parents[above] + share * 2 * np.pi / len(parents)


def _around(angles: NDArray[np.float64], inner: float, outer: float) -> NDArray[np.float64]:
    """Return positions at the angles, spread over the width of a ring, shape (count, 2)."""
    count = len(angles)
    if inner == 0:
        return np.zeros((count, 2))
    # if a ring has more states than fit side by side, they fill its width
    crowd = count / (np.pi * (inner + outer) / (outer - inner))
    spread = _FILLED * (1 - 1 / max(1.0, crowd))
    share = 0.5 + ((np.arange(count) * _GOLDEN) % 1 - 0.5) * spread
    radius = inner + (outer - inner) * share
    return np.stack((np.sin(angles) * radius, -np.cos(angles) * radius), 1)
