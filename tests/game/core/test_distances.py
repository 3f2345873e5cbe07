"""The bounds of one board imply correct and complete bounds of other boards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, Move, shuffle
from puzzler.game.core import distances as module
from puzzler.game.core.distances import NEAR, DistanceQuestion, Distances, Purpose
from puzzler.search.engine.constructive import construct
from tests import naive
from tests.game.fakes import best_moves, shortest_path

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
    table, known, seen = naive.distances_from(goal), Distances(), []
    for seed, moves, below, above in lessons:
        board = shuffle(*goal.size, moves, seed, goal).start if moves else goal
        distance, before = table[board], known.learned
        at_most = None if above is None else distance + above
        known.learn(board, goal, distance - below, at_most)
        known.learn(board, goal, distance - below, at_most)
        assert known.learned >= before
        seen += [board, *map(board.apply, board.legal_moves())]
    for board in seen:
        at_least, at_most = known.bounds(board, goal)
        assert at_least <= table[board]
        assert at_most is None or table[board] <= at_most
        if at_most is not None:
            assert at_most % 2 == at_least % 2 == table[board] % 2
        if known.distance(board, goal) is not None:
            assert known.distance(board, goal) == table[board]
        moves = known.first_moves(board, goal)
        assert moves is None or moves == best_moves(board, goal)
        path = known.path(board, goal)
        if path is not None:
            assert len(path) == table[board]
            assert board.apply_all(path) == goal
        following = known.next_move(board, goal)
        if following is not None and following[1]:
            assert following[0] in best_moves(board, goal)


@pytest.mark.parametrize("goal", GOALS)
def test_a_shortest_path_is_one_from_each_of_its_boards(goal):
    board = shuffle(*goal.size, None, 4, goal).start
    known, path = Distances(), shortest_path(board, goal)
    known.learn_path(board, goal, path, is_shortest=True)
    for index, move in enumerate(path):
        assert known.path(board, goal) == path[index:]
        assert known.next_move(board, goal) == (move, True)
        for beside in map(board.apply, board.legal_moves()):
            known.learn(beside, goal, *2 * [naive.distances_from(goal)[beside]])
        assert known.first_moves(board, goal) == best_moves(board, goal)
        board = board.apply(move)


def test_any_path_is_one_of_its_ends_and_is_proven_by_the_other():
    goal = Board.solved(3, 3)
    board = shuffle(3, 3, seed=4).start
    known, path = Distances(), shortest_path(board, goal)
    known.learn_path(board, goal, path, is_shortest=False)
    assert known.bounds(board, goal)[1] == len(path)
    assert known.next_move(board, goal) == (path[0], False)
    assert known.path(board, goal) is None
    known.learn(board, goal, len(path) - 1)  # of the other parity: it is one more
    assert known.distance(board, goal) == len(path)
    assert known.next_move(board, goal) == (path[0], True)
    assert known.path(board, goal) == path


def test_news_goes_to_boards_that_are_watched_and_from_board_to_board():
    goal = Board.solved(3, 3)
    start = shuffle(3, 3, 30, seed=2).start
    known, board, line = Distances(), start, [start]
    for step in range(12):
        moves = [move for move in board.legal_moves() if board.apply(move) not in line]
        board = board.apply(moves[step % len(moves)])
        line.append(board)
    for each in line:
        known.learn(each, goal, 0)
    before = known.learned
    known.learn(start, goal, 30, 30)
    assert known.learned > before
    assert known.bounds(line[-1], goal) == (18, 42)


def test_the_number_of_stored_bounds_is_limited(monkeypatch):
    monkeypatch.setattr(module, "MAX_BOARDS", 10)
    goal = Board.solved(4, 4)
    known = Distances()
    for seed in range(30):
        known.learn(shuffle(4, 4, seed=seed).start, goal, 30)
    last = shuffle(4, 4, seed=29).start
    assert known.bounds(last, goal)[0] >= 30
    assert known.bounds(goal.apply(Move.UP), goal) == (1, 1)
    assert len(known._bounds[goal].numbers) <= 12


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


def test_a_question_that_is_given_up_is_not_open():
    distances, goal = Distances(), Board.solved(3, 3)
    question = DistanceQuestion(shuffle(3, 3, seed=1).start, goal)
    distances.ask(Purpose.HINT, (question,))
    distances.refresh()
    assert distances.open
    distances.give_up((question.board, goal))
    distances.refresh()
    assert not distances.open
