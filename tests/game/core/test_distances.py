"""Bounds of a board imply correct and complete bounds of other boards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, Move, shuffle
from puzzler.game.core import distances as module
from puzzler.game.core.distances import (
    NEAR,
    DistanceQuestion,
    Distances,
    Purpose,
    ShortestLength,
)
from puzzler.search.engine.constructive import construct
from tests import naive
from tests.game.fakes import LONG_SOLUTION, SOLUTION, best_moves, shortest_path
from tests.game.fakes import NEAR as EASY

GOALS = [Board.solved(2, 3), Board.parse("4 0 2/1 5 3"), Board.solved(3, 3)]


@given(
    st.sampled_from(GOALS),
    st.lists(
        st.tuples(
            st.integers(0, 5), st.integers(0, 30), st.integers(0, 4), st.none() | st.integers(0, 4)
        ),
        max_size=25,
    ),
)
def test_every_stored_bound_is_correct(goal, lessons):
    table, distances, boards = naive.distances_from(goal), Distances(), []
    for seed, moves, below, above in lessons:
        board = shuffle(*goal.size, moves, seed, goal).start if moves else goal
        distance, before = table[board], distances.learned
        at_most = None if above is None else distance + above
        distances.learn(board, goal, distance - below, at_most)
        distances.learn(board, goal, distance - below, at_most)
        assert distances.learned >= before
        boards += [board, *map(board.apply, board.legal_moves())]
    for board in boards:
        at_least, at_most = distances.bounds(board, goal)
        assert at_least <= table[board]
        assert at_most is None or table[board] <= at_most
        if at_most is not None:
            assert at_most % 2 == at_least % 2 == table[board] % 2
        if distances.distance(board, goal) is not None:
            assert distances.distance(board, goal) == table[board]
        moves = distances.first_moves(board, goal)
        assert moves is None or moves == best_moves(board, goal)
        path = distances.path(board, goal)
        if path is not None:
            assert len(path) == table[board]
            assert board.apply_all(path) == goal
        following = distances.next_move(board, goal)
        if following is not None and following[1]:
            assert following[0] in best_moves(board, goal)


@pytest.mark.parametrize("goal", GOALS)
def test_a_shortest_path_is_shortest_from_each_of_its_boards(goal):
    board = shuffle(*goal.size, None, 4, goal).start
    distances, path = Distances(), shortest_path(board, goal)
    distances.learn_path(board, goal, path, is_shortest=True)
    for index, move in enumerate(path):
        assert distances.path(board, goal) == path[index:]
        assert distances.next_move(board, goal) == (move, True)
        for neighbour in map(board.apply, board.legal_moves()):
            distances.learn(neighbour, goal, *2 * [naive.distances_from(goal)[neighbour]])
        assert distances.first_moves(board, goal) == best_moves(board, goal)
        board = board.apply(move)


def test_a_length_is_exact_if_its_bounds_are_equal():
    goal = Board.solved(3, 3)
    board, distances = shuffle(3, 3, 30, seed=2).start, Distances()
    assert distances.shortest(board, goal).moves is None
    distances.learn(board, goal, 12, 16)
    assert distances.shortest(board, goal) == ShortestLength(12, 16, False)
    distances.ask(Purpose.COACH, [DistanceQuestion(board, goal)])
    assert distances.shortest(board, goal) == ShortestLength(12, 16, True)
    distances.learn(board, goal, 16)
    assert distances.shortest(board, goal) == ShortestLength(16, 16, False)


def test_any_path_is_an_upper_bound_and_a_lower_bound_proves_it():
    goal = Board.solved(3, 3)
    board = shuffle(3, 3, seed=4).start
    distances, path = Distances(), shortest_path(board, goal)
    distances.learn_path(board, goal, path, is_shortest=False)
    assert distances.bounds(board, goal)[1] == len(path)
    assert distances.next_move(board, goal) == (path[0], False)
    assert distances.path(board, goal) is None
    distances.learn(board, goal, len(path) - 1)  # wrong parity, so one more
    assert distances.distance(board, goal) == len(path)
    assert distances.next_move(board, goal) == (path[0], True)
    assert distances.path(board, goal) == path


def test_a_new_bound_reaches_other_boards():
    goal = Board.solved(3, 3)
    start = shuffle(3, 3, 30, seed=2).start
    distances, board, line = Distances(), start, [start]
    for step in range(12):
        moves = [move for move in board.legal_moves() if board.apply(move) not in line]
        board = board.apply(moves[step % len(moves)])
        line.append(board)
    for each in line:
        distances.learn(each, goal, 0)
    before = distances.learned
    distances.learn(start, goal, 30, 30)
    assert distances.learned > before
    assert distances.bounds(line[-1], goal) == (18, 42)


def test_the_number_of_stored_bounds_is_limited(monkeypatch):
    monkeypatch.setattr(module, "MAX_BOARDS", 10)
    goal = Board.solved(4, 4)
    distances = Distances()
    for seed in range(30):
        distances.learn(shuffle(4, 4, seed=seed).start, goal, 30)
    last = shuffle(4, 4, seed=29).start
    assert distances.bounds(last, goal)[0] >= 30
    assert distances.bounds(goal.apply(Move.UP), goal) == (1, 1)
    assert len(distances._bounds[goal].numbers) <= 12
    distances.learn_path(last, goal, [*construct(last, goal)][:1], is_shortest=False)
    for seed in range(30):
        distances.learn(shuffle(4, 4, seed=seed).start, goal, 30)
    assert distances.next_move(last, goal) is None, "the moves are discarded, too"


def test_a_board_near_a_solution_continues_with_it():
    scenario = shuffle(5, 5, seed=3)
    start, goal = scenario.start, scenario.goal
    moves = tuple(construct(start, goal))
    distances, board = Distances(), start
    distances.learn_path(start, goal, moves, is_shortest=False)
    for step in range(NEAR):
        board = next(
            after
            for after in map(board.apply, board.legal_moves())
            if distances.next_move(after, goal) is None
        )
        assert distances.next_move(board, goal) is None
        if step == 1:
            other = board
    assert distances.connect(board, goal)
    for _ in range(len(moves) + 2 * NEAR):
        board = board.apply(distances.next_move(board, goal)[0]) if board != goal else board
    assert board == goal
    assert distances.connect(other, goal)
    assert not Distances().connect(start, goal)


def test_an_abandoned_question_is_not_open():
    distances, goal = Distances(), Board.solved(3, 3)
    question = DistanceQuestion(shuffle(3, 3, seed=1).start, goal)
    distances.ask(Purpose.HINT, (question,))
    distances.refresh()
    assert distances.open
    distances.give_up((question.board, goal))
    distances.refresh()
    assert not distances.open


def test_a_board_near_a_path_gets_the_moves_to_it():
    goal = Board.solved(4, 4)
    board = away = shuffle(4, 4, seed=4).start
    line = [away]
    for _ in range(NEAR + 1):  # away from the board, without a way back
        away = next(after for move in away.legal_moves() if (after := away.apply(move)) not in line)
        line.append(away)
    for count, start in enumerate(line[1:], 1):
        distances = Distances()
        distances.learn_path(board, goal, [board.legal_moves()[0]], is_shortest=False)
        before = distances.learned
        assert distances.connect(start, goal) is (count <= NEAR)
        assert (distances.learned > before) is (count <= NEAR)
        if count <= NEAR:
            away = start
            for _ in range(count):
                away = away.apply(distances.next_move(away, goal)[0])
            assert away == board


def test_a_path_gives_bounds_to_boards_near_its_start():
    goal = Board.solved(3, 3)
    start = shuffle(3, 3, 30, seed=2).start
    path = shortest_path(start, goal)
    away = next(move for move in start.legal_moves() if move is not path[0])
    near, distances = start.apply(away), Distances()
    distances.learn(near, goal, 0)
    distances.learn_path(start, goal, path, is_shortest=True)
    assert distances.bounds(near, goal)[0] >= len(path) - 1


def test_a_longer_path_does_not_replace_the_moves_of_an_earlier_one():
    distances, moves = Distances(), (SOLUTION, LONG_SOLUTION)
    for path in moves:
        distances.learn_path(EASY.start, EASY.goal, path, is_shortest=False)
    assert distances.next_move(EASY.start, EASY.goal) == (SOLUTION[0], False)


def test_only_the_first_large_board_of_a_purpose_is_improved():
    goal = Board.solved(5, 5)
    boards = [shuffle(5, 5, seed=seed).start for seed in (1, 2)]
    distances = Distances()
    distances.ask(Purpose.COACH, [DistanceQuestion(board, goal) for board in boards])
    distances.refresh()
    assert distances.large == (boards[0], goal)
    distances.give_up((boards[0], goal))
    distances.refresh()
    assert distances.large is None
