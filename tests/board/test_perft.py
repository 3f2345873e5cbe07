"""Counts of reachable states prove the rules of moving."""

from __future__ import annotations

from itertools import islice

import pytest

from puzzler.board import Board
from tests.board.boards import layers

ALL_8_PUZZLE_LAYERS = [
    *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529),
    *(10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
]
FIRST_15_PUZZLE_LAYERS = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808]


@pytest.mark.parametrize(
    ("rows", "columns", "states", "depth"), [(2, 2, 12, 6), (2, 3, 360, 21), (3, 2, 360, 21)]
)
def test_small_spaces(rows: int, columns: int, states: int, depth: int) -> None:
    counts = [len(layer) for layer in layers(Board.solved(rows, columns))]
    assert sum(counts) == states
    assert len(counts) - 1 == depth


def test_the_whole_8_puzzle() -> None:
    counts = []
    for layer in layers(Board.solved(3, 3)):
        counts.append(len(layer))
        last = layer
    assert counts == ALL_8_PUZZLE_LAYERS
    assert sum(counts) == 181_440
    assert len(counts) - 1 == 31
    assert {str(board) for board in last} == {"8 6 7/2 5 4/3 0 1", "6 4 7/8 5 0/3 2 1"}


@pytest.mark.parametrize("corner", ["last", "first"])
def test_the_first_layers_of_the_15_puzzle(corner: str) -> None:
    goal = Board.solved(4, 4) if corner == "last" else Board(4, 4, tuple(range(16)))
    counts = [len(layer) for layer in islice(layers(goal), len(FIRST_15_PUZZLE_LAYERS))]
    assert counts == FIRST_15_PUZZLE_LAYERS


@pytest.mark.slow
def test_more_layers_of_the_15_puzzle() -> None:
    counts = [len(layer) for layer in islice(layers(Board.solved(4, 4)), 15)]
    assert counts == [*FIRST_15_PUZZLE_LAYERS, 15544, 30821]
