"""What every heuristic declares about itself, proven or refuted over the whole 8-puzzle."""

from __future__ import annotations

import numpy as np
import pytest

from puzzler.board import Board, Move, shuffle
from puzzler.search.kernels import estimate as kernel
from puzzler.search.registry import HEURISTICS
from tests import naive

GOAL = Board.solved(3, 3)


@pytest.fixture(scope="session")
def states(eight_puzzle):
    """Tiles (states, 9), true distances (states,), and for each move the state it leads to or
    -1."""
    boards = list(eight_puzzle)
    number = {board.tiles: place for place, board in enumerate(boards)}
    tiles = np.array([board.tiles for board in boards])
    leads_to = np.full((len(boards), len(Move)), -1)
    for place, board in enumerate(boards):
        for move in board.legal_moves():
            leads_to[place, move] = number[board.apply(move).tiles]
    return tiles, np.array(list(eight_puzzle.values())), leads_to


@pytest.mark.parametrize("heuristic", HEURISTICS.values(), ids=HEURISTICS)
def test_declarations_hold_over_the_whole_8_puzzle(heuristic, states):
    tiles, distances, leads_to = states
    h = values(heuristic.build(GOAL), tiles)
    assert h[distances == 0] == [0]
    assert heuristic.admissible == bool((h <= distances).all())
    steps = [np.abs(h - h[leads_to[:, move]])[leads_to[:, move] >= 0].max() for move in Move]
    # pattern databases are exact here; on larger boards they can be inconsistent: test_patterns
    assert heuristic.consistent == (max(steps) <= 1) or heuristic.name == "pattern-database"
    if heuristic.factor is not None:
        assert (h <= heuristic.factor * distances).all()


def values(tables, tiles):
    """h of every row of ``tiles``, shape (states, cells)."""
    summed = tables.distance[tiles, np.arange(tiles.shape[1])].sum(axis=1)
    rest = tables.rest
    if rest is None:
        return summed
    return np.array(
        [kernel.estimate(rest, row, int(h)) for row, h in zip(tiles, summed, strict=True)]
    )


@pytest.mark.parametrize("heuristic", HEURISTICS.values(), ids=HEURISTICS)
@pytest.mark.parametrize("shape", [(2, 2), (2, 5), (4, 3), (4, 4), (10, 10)])
def test_tables_say_what_the_naive_twin_says(heuristic, shape):
    goal = shuffle(*shape, 70, 1).start
    tables = heuristic.build(goal)
    assert tables.evaluate(goal) == 0
    for seed in range(20):
        board = shuffle(*shape, 90, seed, goal).start
        h = tables.evaluate(board)
        assert h <= tables.largest
        if heuristic.name in naive.HEURISTICS:
            assert h == naive.HEURISTICS[heuristic.name](board, goal)
