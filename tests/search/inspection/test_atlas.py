"""Ranks of states and the atlas, compared with a simple breadth-first search."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from puzzler.board import Board, Move
from puzzler.search.inspection.atlas import Atlas, build_atlas
from puzzler.search.packing import (
    all_tiles,
    board_of,
    count_of,
    has_ranks,
    make_space,
    neighbours_of,
    pack,
    rank_of,
    ranks_of,
    ranks_of_words,
)
from tests import naive

GOALS = ["1 2/3 0", "0 3/2 1", "1 2 3/4 5 0", "4 0 2/5 1 3", "1 2/3 4/5 0", "2 1/0 4/3 5"]
LAYERS = [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396]
"""Number of states per distance on 3x3 with the blank of the goal in a corner."""


@cache
def large() -> Atlas:
    return build_atlas(Board.parse("0 1 2/3 4 5/6 7 8"))


@pytest.mark.parametrize("goal", GOALS)
def test_every_state_has_a_unique_rank(goal: str) -> None:
    first = Board.parse(goal)
    boards = naive.distances_from(Board.parse(goal))
    ranks = {rank_of(board): board for board in boards}
    assert sorted(ranks) == list(range(count_of(*first.size)))
    for rank, board in ranks.items():
        assert board_of(rank, first) == board
    states = np.array([board.tiles for board in boards], np.uint8)
    assert ranks_of(states).tolist() == [rank_of(board) for board in boards]
    space = make_space(*first.size)
    words = np.concatenate([pack(space, board) for board in boards])
    assert ranks_of_words(words, *first.size).tolist() == [rank_of(board) for board in boards]


def test_ranks_of_3x3_have_no_gaps() -> None:
    for parity in (0, 1):
        tiles = all_tiles(3, 3, parity)
        assert (ranks_of(tiles) == np.arange(181_440)).all()
        assert np.array_equal(np.sort(tiles, 1), np.tile(np.arange(9), (181_440, 1)))


@pytest.mark.parametrize("goal", [*GOALS, "8 1 3/4 0 2/7 6 5"])
def test_moves_lead_from_rank_to_rank(goal: str) -> None:
    first = Board.parse(goal)
    after = neighbours_of(first)
    for rank in np.linspace(0, len(after) - 1, 50).astype(int).tolist():
        board = board_of(rank, first)
        for move in Move:
            is_legal = move in board.legal_moves()
            assert after[rank, move] == (rank_of(board.apply(move)) if is_legal else -1)


@pytest.mark.parametrize("goal", GOALS)
def test_distances_equal_breadth_first_search(goal: str) -> None:
    atlas = build_atlas(Board.parse(goal))
    found = naive.distances_from(Board.parse(goal))
    assert {board: atlas.distances[rank_of(board)] for board in found} == found
    assert len(atlas.rings) == 1 + max(found.values())
    for distance in range(len(atlas.rings)):
        states = {atlas.board(int(rank)) for rank in atlas.states_at(distance)}
        assert states == {board for board, far in found.items() if far == distance}


def test_layers_of_3x3_have_the_published_sizes() -> None:
    atlas = large()
    counts = np.bincount(atlas.distances)
    assert counts[: len(LAYERS)].tolist() == LAYERS
    assert len(counts) == 32 and counts[31] == 2 and counts.sum() == 181_440
    assert len(atlas.rings) == 32


@pytest.mark.parametrize("goal", [*GOALS, "0 1 2/3 4 5/6 7 8"])
def test_a_state_is_in_the_ring_of_its_distance(goal: str) -> None:
    atlas = build_atlas(Board.parse(goal))
    assert atlas.rings[-1] == pytest.approx(1)
    radius = np.hypot(atlas.positions[:, 0], atlas.positions[:, 1])
    assert atlas.is_ring is (len(radius) == 12)
    if atlas.is_ring:  # The states of 2x2 are a cycle, with each state next to its two neighbours.
        assert radius == pytest.approx(radius[0]) and not np.isclose(radius[0], 0)
        for rank in range(len(radius)):
            path = atlas.along(atlas.board(rank), [next(iter(atlas.board(rank).legal_moves()))])
            apart = np.hypot(*np.diff(atlas.positions[path], axis=0)[0])
            assert apart == pytest.approx(2 * radius[0] * np.sin(np.pi / 12), rel=1e-4)
        return
    inner = np.array([0.0, *atlas.rings[:-1]])
    assert radius[rank_of(atlas.goal)] == 0
    assert (radius <= np.array(atlas.rings)[atlas.distances] + 1e-6).all()
    assert (radius >= inner[atlas.distances] - 1e-6).all()
    assert len(np.unique(atlas.positions, axis=0)) == len(atlas.positions)


def test_a_shortest_path_passes_all_rings_to_the_goal() -> None:
    atlas = large()
    for rank in (atlas.states_at(31)[1], atlas.states_at(12)[5], atlas.states_at(0)[0]):
        path = atlas.shortest(atlas.board(int(rank)))
        far = int(atlas.distances[rank])
        assert atlas.distances[path].tolist() == list(range(far, -1, -1))
        boards = [atlas.board(int(each)) for each in path]
        for board, after in pairwise(boards):
            assert after in [board.apply(move) for move in board.legal_moves()]


def test_moves_are_followed_on_the_map() -> None:
    atlas = large()
    board = Board.parse("8 6 4/2 1 3/5 7 0")
    moves = (Move.UP, Move.LEFT, Move.LEFT, Move.DOWN)
    ranks = atlas.along(board, moves)
    assert [atlas.board(int(rank)) for rank in ranks] == [
        board.apply_all(moves[:count]) for count in range(5)
    ]
    assert atlas.along(board, ()).tolist() == [rank_of(board)]


@pytest.mark.parametrize("shape", [(2, 5), (3, 4), (4, 4), (10, 10)])
def test_larger_boards_have_no_atlas(shape: tuple[int, int]) -> None:
    goal = Board.solved(*shape)
    assert not has_ranks(goal)
    with pytest.raises(ValueError, match="at most nine cells"):
        build_atlas(goal)
    assert all(has_ranks(Board.solved(*size)) for size in ((2, 2), (2, 4), (4, 2), (3, 3)))


def test_a_ring_is_even_unless_it_has_fewer_states_than_the_ring_inside() -> None:
    atlas = build_atlas(Board.parse("1 2 3/4 5 0"))
    sizes = np.bincount(atlas.distances)
    same, fewer = (np.flatnonzero(np.sign(np.diff(sizes)) == sign)[0] + 1 for sign in (0, -1))
    for ring, is_even in ((same, True), (fewer, False)):
        x, y = atlas.positions[atlas.distances == ring].T
        gaps = np.diff(np.sort(np.arctan2(x, -y) % (2 * np.pi)))
        assert np.allclose(gaps, 2 * np.pi / sizes[ring]) == is_even
