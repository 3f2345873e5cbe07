"""A path made shorter: still a path, never longer, and as short as its pieces can be."""

from __future__ import annotations

import pytest

from puzzler.board import Board, shuffle
from puzzler.search.engine.constructive import construct
from puzzler.search.engine.shortening import Shortening, without_cycles
from puzzler.search.solve import minimum_moves, solve


def shorten(start, moves, pieces, patience=10**6, budget=10**9):
    shortening = Shortening(start, pieces, patience)
    shortening.moves = without_cycles(start, moves)
    while shortening.advance(budget):
        pass
    return shortening


@pytest.mark.parametrize("shape", [(2, 2), (2, 5), (5, 2), (3, 3), (4, 3), (6, 6), (10, 10)])
def test_the_path_stays_a_path_and_comes_out_shorter(shape):
    goal = shuffle(*shape, 60, 2).start
    start = shuffle(*shape, None, 3, goal).start
    moves = list(construct(start, goal))
    shortening = shorten(start, moves, (16, 20))
    assert start.apply_all(shortening.moves) == goal
    # the constructive method happens to find shortest paths on 2x2
    assert len(shortening.moves) < len(moves) or shape == (2, 2)
    assert shortening.expanded <= shortening.generated


@pytest.mark.parametrize("seed", range(5))
def test_a_piece_as_long_as_the_path_finds_a_shortest_path(seed):
    start, goal = shuffle(3, 3, None, seed).start, Board.solved(3, 3)
    moves = list(construct(start, goal))
    assert len(shorten(start, moves, (len(moves),)).moves) == minimum_moves(start)


@pytest.mark.parametrize("patience", [50, 10**6])
@pytest.mark.parametrize("budget", [1, 7, 1000])
def test_the_same_at_any_budget(budget, patience):
    start, goal = shuffle(4, 4, None, 1).start, Board.solved(4, 4)
    moves = list(construct(start, goal))
    whole = shorten(start, moves, (12, 16), patience)
    sliced = shorten(start, moves, (12, 16), patience, budget)
    assert sliced.moves == whole.moves
    assert (sliced.expanded, sliced.generated) == (whole.expanded, whole.generated)


def test_a_state_met_twice_is_met_once():
    start = shuffle(3, 4, None, 5).start
    moves = list(solve(start).moves)
    round_trip = [*moves[:6], *(move.inverse for move in reversed(moves[2:6])), *moves[2:]]
    assert without_cycles(start, round_trip) == moves
    assert without_cycles(start, [*moves, moves[-1].inverse, moves[-1]]) == moves
    assert without_cycles(start, [moves[0], moves[0].inverse]) == []
