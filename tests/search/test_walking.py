"""Walking distance: the states there are, and never more than the truth."""

from __future__ import annotations

import numpy as np
import pytest

from puzzler.board import Board, Move, shuffle
from puzzler.search.registry import HEURISTICS
from puzzler.search.tables.walking_parts import MOST_STATES, cut
from puzzler.steps import finish
from tests import naive
from tests.instances import instances

WALKING_DISTANCE = HEURISTICS["walking-distance"]


def test_the_classic_tables_of_4x4():
    walking = WALKING_DISTANCE.build(Board.solved(4, 4)).walking
    assert walking is not None
    assert walking.first.tolist() == [0, 24_964, 49_928]
    assert walking.distances.max() == 35
    assert (walking.distances == 0).sum() == 2


@pytest.mark.parametrize(("shape", "blank"), [((3, 3), 0), ((4, 5), 7), ((10, 2), 11), ((7, 8), 3)])
def test_as_many_states_as_were_counted_and_every_one_reads_back(shape, blank):
    for bands, part in cut(shape[0], shape[1], blank // shape[1]):
        keys = finish(part.listing()).keys
        assert len(keys) == part.states == len(np.unique(keys)) <= MOST_STATES
        counts, blanks = part.decode(keys)
        assert (counts >= 0).all()
        assert (counts.sum(axis=2) == part.goal).all()
        room = np.array(part.sizes) - (blanks[:, None] == np.arange(len(part.sizes)))
        assert (counts.sum(axis=1) == room).all()
        assert len(bands) == shape[0]


@pytest.mark.parametrize(
    ("lines", "length", "parts"),
    [(4, 5, 1), (4, 6, 2), (5, 2, 1), (5, 3, 2), (7, 5, 2), (7, 6, 3), (10, 10, 5)],
)
def test_borders_are_shared_out_where_one_part_has_too_many_states(lines, length, parts):
    assert len(cut(lines, length, lines - 1)) == parts


@pytest.mark.parametrize("lines", range(2, 11))
@pytest.mark.parametrize("length", [2, 5, 10])
def test_every_border_belongs_to_one_part(lines, length):
    parts = cut(lines, length, lines - 1)
    for border in range(lines - 1):
        assert sum(bands[border] != bands[border + 1] for bands, _ in parts) == 1


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (2, 4)])
def test_never_more_than_the_truth_nor_less_than_manhattan(shape):
    goal = shuffle(*shape, 33, 5).start
    tables = WALKING_DISTANCE.build(goal)
    for board, distance in naive.distances_from(goal).items():
        assert naive.manhattan(board, goal) <= tables.evaluate(board) <= distance


@pytest.mark.parametrize("shape", [(3, 5), (5, 4), (6, 6), (2, 10), (9, 4)])
def test_changes_by_one_at_most(shape):
    goal = shuffle(*shape, 200, 5).start
    tables = WALKING_DISTANCE.build(goal)
    for seed in range(40):
        board = shuffle(*shape, 15 * seed + 1, seed, goal).start
        h = tables.evaluate(board)
        assert naive.manhattan(board, goal) <= h <= tables.largest
        for move in Move:
            if move in board.legal_moves():
                assert abs(tables.evaluate(board.apply(move)) - h) <= 1


@pytest.mark.parametrize("name", ["walking-distance", "pattern-database", "linear-conflict"])
def test_never_more_than_the_known_lengths_of_15_puzzles(name):
    tables = HEURISTICS[name].build(Board.solved(4, 4))
    for board, length in instances("korf_15puzzle_1_50.txt"):
        h = tables.evaluate(board)
        assert h <= length and (h - length) % 2 == 0
