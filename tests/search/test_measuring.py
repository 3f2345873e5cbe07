"""Proven distances compared with a table of all states and with ``--optimal``."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, UnsolvableError, shuffle
from puzzler.board.goal import snail
from puzzler.search.compilation import load_compiled
from puzzler.search.engine.measuring import Measuring, Ruler
from puzzler.search.heuristics import linear_conflict
from puzzler.search.method import Method
from puzzler.search.solve import solve
from tests import naive

pytestmark = pytest.mark.usefixtures("compiled")

FAR = 10**9
SHAPES = [(2, 2), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 3)]
LARGER = [(4, 4), (2, 7), (5, 3)]
"""Shapes that need separate tables for each position of the goal's blank."""


def run(measuring: Measuring, budget: int = FAR) -> Measuring:
    while measuring.advance(budget):
        pass
    return measuring


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (3, 3)])
@pytest.mark.parametrize("is_drawn", [False, True])
def test_every_state_of_a_small_board_has_its_distance(shape, is_drawn):
    goal = shuffle(*shape, seed=7).start if is_drawn else Board.solved(*shape)
    ruler = Ruler.build(goal)
    states = naive.distances_from(goal)
    # test_patterns.py compares the whole table
    for board, distance in states.every(1 + len(states) // 2000):
        measuring = Measuring(ruler, board)
        assert measuring.distance == distance
    for board, distance in random.Random(1).sample(states.every(1 + len(states) // 1000), 10):
        path = run(Measuring(ruler, board, with_path=True)).path
        assert len(path) == distance
        assert board.apply_all(path) == goal


@settings(max_examples=8)
@given(
    shape=st.sampled_from(SHAPES),
    seed=st.integers(0, 10**6),
    moves=st.integers(0, 40),
    is_drawn=st.booleans(),
    with_path=st.booleans(),
)
def test_the_distance_is_the_length_of_an_optimal_solution(shape, seed, moves, is_drawn, with_path):
    goal = shuffle(*shape, seed=seed).start if is_drawn else Board.solved(*shape)
    board = shuffle(*shape, moves, seed + 1, goal).start if moves else goal
    measuring = run(Measuring(Ruler.build(goal), board, with_path=with_path))
    shortest = solve(board, goal, Method.shortest(*shape))
    assert measuring.distance == measuring.at_least == measuring.at_most == shortest.length
    assert measuring.path is not None or not with_path
    if measuring.path is not None:
        assert len(measuring.path) == shortest.length
        assert board.apply_all(measuring.path) == goal


@pytest.mark.parametrize("shape", LARGER)
@pytest.mark.parametrize("goal", ["standard", "snail", "renumbered"])
def test_larger_boards_are_measured(shape, goal):
    if goal == "snail":
        reached = snail(*shape)
    else:
        tiles = list(Board.solved(*shape).tiles)
        tiles[:-1] = tiles[:-1] if goal == "standard" else tiles[-2::-1]
        reached = Board(*shape, tuple(tiles))
    for seed in range(2 if goal == "standard" else 1):
        board = shuffle(*shape, 60, seed, reached).start
        measuring = run(Measuring(Ruler.build(reached), board))
        assert measuring.distance == solve(board, reached, Method.shortest(*shape)).length


def test_distances_do_not_depend_on_the_budget():
    scenario = shuffle(4, 4, 60, seed=3)
    ruler = Ruler.build(scenario.goal)
    unsliced = run(Measuring(ruler, scenario.start))
    for budget in (1, 7, 1000):
        sliced = Measuring(ruler, scenario.start)
        before = 0
        while sliced.advance(budget):
            assert sliced.expanded == before + budget
            before = sliced.expanded
        assert (sliced.distance, sliced.path) == (unsliced.distance, unsliced.path)
        assert sliced.expanded == unsliced.expanded


def test_known_bounds_save_iterations():
    scenario = shuffle(4, 4, seed=3)
    ruler, board = Ruler.build(scenario.goal), scenario.start
    without_bounds = run(Measuring(ruler, board))
    distance = without_bounds.distance
    # one iteration fails, and only the distance remains
    proven = run(Measuring(ruler, board, distance - 2, distance))
    assert (proven.distance, proven.path) == (distance, None)
    assert 0 < proven.expanded < without_bounds.expanded
    # the bounds are equal
    measurement = run(Measuring(ruler, board, distance, distance))
    assert (measurement.distance, measurement.expanded) == (distance, 0)
    # bounds of the wrong parity are tightened
    measurement = run(Measuring(ruler, board, distance - 1, distance + 1))
    assert (measurement.distance, measurement.expanded) == (distance, 0)
    path = run(Measuring(ruler, board, distance, distance, with_path=True)).path
    assert (len(path), board.apply_all(path)) == (distance, scenario.goal)


def test_new_bounds_end_a_superfluous_iteration():
    scenario = shuffle(4, 4, seed=3)
    ruler = Ruler.build(scenario.goal)
    without_bounds = run(Measuring(ruler, scenario.start))
    measuring = Measuring(ruler, scenario.start)
    assert measuring.advance(1000)
    measuring.learn(without_bounds.distance, None)
    assert run(measuring).distance == without_bounds.distance
    assert measuring.expanded < without_bounds.expanded
    measuring = Measuring(ruler, scenario.start)
    assert measuring.advance(1000)
    measuring.learn(0, measuring.at_least)
    assert not measuring.advance(FAR)
    assert measuring.expanded == 1000


def test_the_lower_bound_increases_and_is_correct():
    scenario = shuffle(4, 4, seed=5)
    ruler = Ruler.build(scenario.goal)
    distance = run(Measuring(ruler, scenario.start)).distance
    measuring, lower_bounds = Measuring(ruler, scenario.start), []
    while measuring.advance(500):
        lower_bounds.append(measuring.at_least)
        assert measuring.distance is None
    assert lower_bounds == sorted(lower_bounds)
    assert {end % 2 for end in lower_bounds} == {distance % 2}
    assert lower_bounds[-1] <= distance == measuring.distance


def test_an_unsolvable_board_is_an_error():
    ruler = Ruler.build(Board.solved(3, 3))
    with pytest.raises(UnsolvableError):
        Measuring(ruler, Board.parse("2 1 3/4 5 6/7 8 0"))
    with pytest.raises(UnsolvableError):
        Measuring(ruler, Board.solved(2, 2))


def test_compiled_and_plain_kernels_agree(plain):
    small = [shuffle(2, 4, seed=seed).start for seed in range(5)]
    near = [shuffle(4, 4, 9, seed=seed).start for seed in range(2)]
    eight = [shuffle(3, 3, 24, seed=seed).start for seed in range(4)]
    goal = Board.solved(3, 3)
    lines = Ruler(goal, linear_conflict.HEURISTIC, linear_conflict.build(goal))

    def distances():
        with_own = [
            run(Measuring(Ruler.build(Board.solved(*board.size)), board)).distance
            for board in (*small, *near)
        ]
        return with_own, [run(Measuring(lines, board)).distance for board in eight]

    with_plain = distances()
    plain_ruler = Ruler.build(Board.solved(4, 4))
    assert plain_ruler.heuristic is linear_conflict.HEURISTIC
    assert load_compiled()
    assert not plain_ruler.is_current
    assert distances() == with_plain
    exact = Ruler.build(goal)
    assert [Measuring(exact, board).distance for board in eight] == with_plain[1]
