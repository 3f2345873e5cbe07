"""Bounds always contain the distance, in any order of arrival."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, Move, shuffle
from puzzler.board.goal import snail
from puzzler.search import distance_bounds
from puzzler.search.distance_bounds import DistanceBounds, tighten
from tests import naive

GOALS = [Board.solved(3, 3), Board.parse("4 0 2/1 5 3"), snail(3, 2)]
TABLES = {goal: naive.distances_from(goal) for goal in GOALS}


@given(
    st.sampled_from(GOALS),
    st.lists(
        st.tuples(
            st.integers(0, 5),
            st.none() | st.integers(1, 30),
            st.integers(0, 4),
            st.none() | st.integers(0, 4),
            st.none() | st.integers(0, 3),
        ),
        max_size=25,
    ),
)
def test_bounds_contain_the_distance_and_have_its_parity(goal, facts):
    table, bounds = TABLES[goal], DistanceBounds(goal)
    for seed, moves, below, above, reach in facts:
        board = shuffle(*goal.size, moves, seed, goal).start
        bounds.add(board)
        before = [bounds[number] for number in range(len(bounds.numbers))]
        distance = table[board]
        at_most = None if above is None else distance + above
        bounds.learn(board, distance - below, at_most, reach=reach)
        for number, (at_least, at_most) in enumerate(before):
            assert bounds[number][0] >= at_least
            assert at_most is None or bounds[number][1] <= at_most
    for board in {
        *bounds.numbers,
        *(shuffle(*goal.size, None, seed, goal).start for seed in range(3)),
    }:
        for each in (board, *map(board.apply, board.legal_moves())):
            at_least, at_most = bounds.bounds(each)
            assert at_least <= table[each] and at_least % 2 == table[each] % 2
            assert at_most is None or (table[each] <= at_most and at_most % 2 == table[each] % 2)
    proven = [board for board in bounds.numbers if len({*bounds.bounds(board)}) == 1]
    assert bounds.proven_count == len(proven)


@pytest.mark.parametrize("seed", range(4))
def test_bounds_spread_over_the_whole_space(seed):
    goal, rng = GOALS[1], random.Random(seed)
    table, bounds = TABLES[goal], DistanceBounds(goal)
    for number, board in enumerate(rng.sample(list(table), len(table))):
        bounds.add(board)
        if number == 100 * seed:
            bounds.add(goal)
            bounds.learn(goal, 0, 0)
    assert all(bounds.bounds(board)[1] == distance for board, distance in table.items())
    far = max(table, key=table.get)
    bounds.learn(far, table[far])
    for board, distance in table.items():
        at_least = table[far] - naive.distances_from(far)[board]
        assert at_least <= bounds.bounds(board)[0] <= distance


@pytest.mark.parametrize("reach", [0, 1, 3, None])
def test_bounds_reach_a_number_of_moves(reach: int | None) -> None:
    bounds, path = DistanceBounds(GOALS[0]), [GOALS[0]]
    for letter in "LLUURRD":
        path.append(path[-1].apply(Move.from_letter(letter)))
    states = bounds.add_path(path)
    bounds.learn(path[0], 0, 0, reach=reach)
    changed = [bounds[number][1] is not None for number in states]
    expected = len(path) if reach is None else reach + 1
    assert changed == [True] * expected + [False] * (len(path) - expected)
    assert bounds.changes == expected


def test_long_work_can_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distance_bounds, "WORK", 2)
    works: list[int] = []
    bounds = DistanceBounds(GOALS[0], on_work=lambda: works.append(bounds.changes))
    path = [GOALS[0], GOALS[0].apply(Move.UP), GOALS[0].apply(Move.LEFT)]
    bounds.add_path(path)
    assert works == [0]
    bounds.learn(GOALS[0], 0, 0)
    assert works == [0, 2]


def test_a_copy_does_not_change():
    bounds = DistanceBounds(GOALS[0])
    states = bounds.add_path([GOALS[0]])
    before = bounds.copy()
    bounds.learn(GOALS[0], 0, 0)
    assert (before[states[0]], bounds[states[0]]) == ((0, None), (0, 0))
    assert (before.proven_count, bounds.proven_count) == (0, 1)


@given(st.integers(0, 60), st.integers(0, 9), st.integers(0, 9), st.none() | st.integers(0, 9))
def test_bounds_are_tightened_to_the_parity(distance, below, more_below, above):
    at_most = None if above is None else distance + above
    low, high = tighten((0, None), distance - below, at_most, distance % 2)
    assert low <= distance and low % 2 == distance % 2 and low >= distance - below
    assert high is None or (distance <= high <= at_most and high % 2 == distance % 2)
    assert tighten((low, high), distance - below - more_below, None, distance % 2) == (low, high)
