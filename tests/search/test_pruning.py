"""Leaving superfluous paths out loses no state and no shortest path."""

from __future__ import annotations

from itertools import islice

import pytest

from puzzler.board import Board, Move
from puzzler.search.engine.pruning import make_places
from tests.board.boards import layers


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (3, 3)])
@pytest.mark.parametrize("longest", [2, 6, 8])
@pytest.mark.parametrize("blank", [0, -1])
def test_every_state_is_still_reached_as_soon_as_before(shape, longest, blank):
    places = make_places(*shape, longest)
    board = Board.solved(*shape)
    if blank == 0:
        board = Board(*shape, tuple(range(shape[0] * shape[1])))
    deepest = 12
    reached, layer = {board: 0}, {(board, board.blank)}
    for depth in range(1, deepest + 1):
        layer = {
            (state.apply(Move(move)), after)
            for state, place in layer
            for move, after in places.following[place]
            if state.apply(Move(move)).blank == places.cells[after]
        }
        for state, _ in layer:
            reached.setdefault(state, depth)
    true = enumerate(islice(layers(board), deepest + 1))
    assert reached == {state: depth for depth, layer in true for state in layer}


def test_nothing_is_left_out_but_taking_back_where_no_more_is_asked_for():
    places = make_places(4, 4, 2)
    for following in places.following[:16]:
        for move, after in following:
            onward = dict(places.following[after])
            back = Move(move).inverse
            assert back not in onward
            assert len(onward) == len(places.following[places.cells[after]]) - 1


def test_cycles_are_walked_in_one_direction():
    assert len(make_places(4, 4, 6).cells) > len(make_places(4, 4, 2).cells)
