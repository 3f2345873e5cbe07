"""What every heuristic declares about itself, proven or refuted over the whole 8-puzzle."""

from __future__ import annotations

import numpy as np
import pytest

from puzzler.board import Board, Move, shuffle
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
    h = heuristic.build(GOAL)[tiles, np.arange(9)].sum(axis=1)
    assert h[distances == 0] == [0]
    assert heuristic.admissible == bool((h <= distances).all())
    steps = [np.abs(h - h[leads_to[:, move]])[leads_to[:, move] >= 0].max() for move in Move]
    assert heuristic.consistent == (max(steps) <= 1)
    if heuristic.factor is not None:
        assert (h <= heuristic.factor * distances).all()


@pytest.mark.parametrize("heuristic", HEURISTICS.values(), ids=HEURISTICS)
@pytest.mark.parametrize("shape", [(2, 2), (2, 5), (4, 3), (4, 4), (10, 10)])
def test_tables_say_what_the_naive_twin_says(heuristic, shape):
    goal = shuffle(*shape, 70, 1).start
    table = heuristic.build(goal)
    for seed in range(20):
        board = shuffle(*shape, 90, seed, goal).start
        h = sum(int(table[tile, cell]) for cell, tile in enumerate(board.tiles))
        assert h == naive.HEURISTICS[heuristic.name](board, goal)
