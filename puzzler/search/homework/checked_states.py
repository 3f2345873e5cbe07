"""States on which a user's heuristic or search is checked, with their distances."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, zip_longest
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.parity import make_solvable
from puzzler.board.shuffler import random_moves
from puzzler.progress import BuildProgress, Reporter, no_report
from puzzler.search.custom import heuristic as custom
from puzzler.search.engine.measuring import Measuring, Ruler
from puzzler.search.heuristics import linear_conflict
from puzzler.search.packing import has_ranks, make_space, neighbours_of, tiles_of

SAMPLE = 10_000
"""Number of boards to test if there are too many states to test all of them."""
LONGEST_WALK = 30
"""The largest number of random moves from the goal to half of those boards."""
SEARCHED = 100
"""Number of boards to search."""
UNKNOWN = -1
"""The distance of a state that is not known."""
_MAX_CALLED_DISTANCE = 16
"""The largest distance of boards for searches that call the function for each state."""
_BUDGET = 1_000_000
_SEED = 1


@dataclass(frozen=True)
class CheckedStates:
    """All states of a goal, or a sample of them."""

    tiles: NDArray[np.uint8]
    """(n, cells)"""
    distances: NDArray[np.int16]
    """(n,): distances from the goal, or UNKNOWN. Only the goal has distance 0."""
    after: NDArray[np.int32]
    """(n, 4): the number of the state after each move, or -1 if the move is illegal."""
    tested: int
    """Only the first ``tested`` states are tested. The others are their successors."""


@lru_cache(maxsize=1)  # because grading a folder needs them for each file
def all_states(goal: Board) -> CheckedStates:
    """Return all states that can reach ``goal``."""
    tiles = tiles_of(goal)
    distances = custom.true_distances(goal).astype(np.int16)
    return CheckedStates(tiles, distances, neighbours_of(goal), len(tiles))


def choose_states(goal: Board, report: Reporter) -> CheckedStates:
    """Return all states if there are few enough, else a sample."""
    return all_states(goal) if has_ranks(goal) else _sample(goal, report)


def _sample(goal: Board, report: Reporter) -> CheckedStates:
    """Return the goal, boards some random moves away from it with distances, and random boards."""
    draw = random.Random(_SEED).random
    found: dict[tuple[int, ...], int] = {goal.tiles: 0}
    distance = _distances(goal)
    for number in range(SAMPLE // 2):
        length = 1 + number % LONGEST_WALK
        for _, (_, walked) in zip(range(length), random_moves(goal, draw), strict=False):
            tiles = tuple(walked)
        if tiles not in found:
            found[tiles] = distance(Board(*goal.size, tiles), no_report)
        if number % 100 == 0:
            report(BuildProgress(number / SAMPLE, "distances of boards"))
    while len(found) < SAMPLE:
        # not with ``mix``, which also returns moves and takes 40 s on 10x10
        tiles = tuple(sorted(goal.tiles, key=lambda _: draw()))
        found.setdefault(make_solvable(Board(*goal.size, tiles), goal).tiles, UNKNOWN)
        if len(found) % 100 == 0:
            report(BuildProgress(len(found) / SAMPLE, "boards at random"))
    tiles_found = np.array(list(found), np.uint8)
    distances = np.array(list(found.values()), np.int16)
    after, more = _neighbours_of_rows(goal, tiles_found)
    unknown = np.full(len(more), UNKNOWN, np.int16)
    return CheckedStates(
        np.concatenate([tiles_found, more]),
        np.concatenate([distances, unknown]),
        after,
        len(tiles_found),
    )


def _distances(goal: Board) -> Callable[[Board, Reporter], int]:
    """Return a function that measures the distance of a board."""
    ruler = Ruler(goal, linear_conflict.HEURISTIC, linear_conflict.HEURISTIC.build(goal))

    def distance(board: Board, report: Reporter) -> int:
        measuring = Measuring(ruler, board)
        while measuring.advance(_BUDGET):
            report(BuildProgress(1, "distances of boards"))
        return measuring.at_least

    return distance


def measure_boards(
    goal: Board, boards: Iterable[Board], report: Reporter
) -> list[tuple[Board, int]]:
    """Return the boards with their distances, nearest first."""
    distance = _distances(goal)
    return sorted(((board, distance(board, report)) for board in boards), key=itemgetter(1))


def nearest_boards(
    goal: Board, count: int, farthest: int, report: Reporter
) -> list[tuple[Board, int]]:
    """Return at most ``count`` boards with distances up to ``farthest``, nearest first."""
    states = choose_states(goal, report)
    is_near = (states.distances > 0) & (states.distances <= farthest)
    distances = np.where(is_near, states.distances, 0)[: states.tested]
    chosen = choose_boards(distances, is_called=False)[:count]
    boards = [Board(*goal.size, tuple(states.tiles[number].tolist())) for number in chosen]
    return sorted(zip(boards, distances[chosen].tolist(), strict=True), key=itemgetter(1))


def _neighbours_of_rows(
    goal: Board, tiles: NDArray[np.uint8]
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return the numbers of the boards after each move, for each row of tiles, and the boards."""
    targets = make_space(*goal.size).targets[np.argmin(tiles, 1)]
    rows, moves = np.nonzero(targets >= 0)
    blanks, cells = np.argmin(tiles, 1)[rows], targets[rows, moves]
    more = tiles[rows].copy()
    each = np.arange(len(rows))
    more[each, blanks], more[each, cells] = more[each, cells], 0
    after = np.full(targets.shape, -1, np.int32)
    after[rows, moves] = len(tiles) + each
    return after, more


def choose_boards(distances: NDArray[np.int16], *, is_called: bool) -> list[int]:
    """Return the numbers of the boards to search, with all distances equally often if possible."""
    numbers = np.flatnonzero(distances > 0)
    if is_called:
        numbers = numbers[distances[numbers] <= _MAX_CALLED_DISTANCE]
    mixed = np.random.default_rng(_SEED).permutation(numbers)
    by_distance: dict[int, list[int]] = {}
    for number in mixed.tolist():
        by_distance.setdefault(int(distances[number]), []).append(number)
    rounds = zip_longest(*(by_distance[distance][::-1] for distance in sorted(by_distance)))
    chosen = (number for numbers in rounds for number in numbers if number is not None)
    return [*islice(chosen, SEARCHED)]
