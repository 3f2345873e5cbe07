"""The live coach with the real measurer: what it says of random games, against proven answers."""

from __future__ import annotations

import random
from functools import partial

import pytest

from puzzler.board import Board, Scenario, shuffle
from puzzler.search.method import Method
from puzzler.search.solve import solve
from puzzler.solver.distances import measure
from tests import naive
from tests.game.fakes import call, coach_of, play_of
from tests.game.test_session import Stage
from tests.solver.scripted import wait_until

pytestmark = pytest.mark.usefixtures("compiled")


def looked_up(goal):
    table = naive.distances_from(goal)
    return lambda board: table[board]


def searched(goal):
    known = {goal: 0}

    def distance(board):
        if board not in known:
            known[board] = solve(board, goal, Method.shortest(*goal.size)).length
        return known[board]

    return distance


def is_known(stage):
    """All that the coach may say of the present board, where that is not the goal."""
    stage.tick()
    session, line = stage.session, coach_of(stage.session).line
    return play_of(session).board == play_of(session).goal or (
        line is not None and line.first_moves is not None
    )


DRAWN = Board.parse("5 1 2 4/9 6 3 7/13 10 11 8/14 0 15 12")


@pytest.mark.parametrize(
    ("goal", "mixing", "distance_to", "actions"),
    [
        (Board.solved(2, 3), None, looked_up, 40),
        (Board.parse("7 0 3/2 5 8/1 4 6"), None, looked_up, 40),
        (Board.solved(3, 3), None, looked_up, 40),
        (Board.solved(4, 4), 45, searched, 25),
        (DRAWN, 45, searched, 25),
    ],
)
def test_every_figure_of_a_random_game_is_right(goal, mixing, distance_to, actions):
    distance = distance_to(goal)
    for seed in range(2):
        rng = random.Random(seed)
        start = shuffle(*goal.size, mixing, seed, goal).start
        stage = Stage(Scenario(start, goal), {"measurer": measure()}, coach=True)
        session = stage.session
        for _ in range(actions):
            action = rng.choice(["click", "click", "click", "move", "undo", "redo"])
            before, count = play_of(session).board, play_of(session).move_count
            if action == "click":
                is_done = session.click(rng.randrange(len(goal.tiles)))
            elif action == "move":
                is_done = session.move(rng.choice(play_of(session).board.legal_moves()))
            else:
                is_done = call(session, action)
            wait_until(partial(is_known, stage), 60)
            if play_of(session).board == goal:
                assert coach_of(session).line is None
                continue
            board, line = play_of(session).board, coach_of(session).line
            assert line.left.moves == distance(board)
            assert line.lost == play_of(session).move_count + distance(board) - distance(start)
            nearer = {
                move
                for move in board.legal_moves()
                if distance(board.apply(move)) < distance(board)
            }
            assert line.first_moves == nearer
            assert set(coach_of(session).green_cells) == {board.target(move) for move in nearer}
            if action in ("click", "move") and is_done:
                made = play_of(session).move_count - count
                assert line.last_lost == made + distance(board) - distance(before)
        session.close()


def test_a_review_fills_in_while_nobody_touches_anything():
    goal = Board.solved(3, 3)
    stage = Stage(Scenario(shuffle(3, 3, seed=3).start, goal), {"measurer": measure()})
    session, rng = stage.session, random.Random(1)

    def is_at_rest():
        """The window sleeps until something happens."""
        stage.tick()
        return not session.is_busy

    for _ in range(9):
        session.move(rng.choice(play_of(session).board.legal_moves()))
    wait_until(is_at_rest)
    session.reviews.open_last()
    wait_until(is_at_rest)
    review = session.activity.review
    assert list(review.distances) == [looked_up(goal)(board) for board in review.boards]
    session.close()
