"""Coach and review with the real measurer, against searches for shortest solutions."""

from __future__ import annotations

import random
from functools import cache

import pytest

from puzzler.board import Board, Scenario, shuffle
from puzzler.search.method import Method
from puzzler.search.solve import solve
from puzzler.solver.distances import measure
from tests.game.fakes import coach_of, play_of
from tests.game.test_session import Stage
from tests.solver.scripted import wait_until

pytestmark = pytest.mark.usefixtures("compiled")

DRAWN = Board.parse("7 0 3/2 5 8/1 4 6")
LARGE = Board.parse("5 1 2 4/9 6 3 7/13 10 11 8/14 0 15 12")


@cache
def distance(board, goal):
    return solve(board, goal, Method.shortest(*goal.size)).length


@pytest.mark.parametrize(("goal", "mixing"), [(DRAWN, None), (LARGE, 45)])
def test_the_coach_says_of_a_random_game_what_searches_find(goal, mixing):
    start, rng = shuffle(*goal.size, mixing, 1, goal).start, random.Random(1)
    stage = Stage(Scenario(start, goal), {"measurer": measure()}, coach=True)

    def is_known():
        stage.tick()
        line = coach_of(stage.session).line
        return line is not None and line.first_moves is not None

    for _ in range(12):
        stage.session.click(rng.randrange(len(goal.tiles)))
        wait_until(is_known, 60)
        play, line = play_of(stage.session), coach_of(stage.session).line
        board, left = play.board, distance(play.board, goal)
        assert line.left.moves == left
        assert line.lost == play.move_count + left - distance(start, goal)
        nearer = {m for m in board.legal_moves() if distance(board.apply(m), goal) < left}
        assert line.first_moves == nearer
    stage.session.close()


def test_a_review_fills_in_while_nobody_touches_anything():
    goal, rng = Board.solved(3, 3), random.Random(1)
    stage = Stage(Scenario(shuffle(3, 3, seed=3).start, goal), {"measurer": measure()})
    session = stage.session

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
    assert list(review.distances) == [distance(board, goal) for board in review.boards]
    session.close()
