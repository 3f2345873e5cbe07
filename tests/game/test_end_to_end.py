"""Coach, result, review and drill with the real thread that proves distances."""

from __future__ import annotations

import random

import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Scenario
from puzzler.game.review.drilling import DrillPhase
from puzzler.game.storage.store import Store
from puzzler.search.method import Method
from puzzler.search.solve import solve
from puzzler.solver.distances import measure
from tests.game.fakes import coach_of, play_of
from tests.game.test_session import Stage
from tests.solver.scripted import wait_until


def scenario(size, moves, seed):
    """A shuffled board whose goal has the blank in the middle."""
    goal = Board.solved(*size)
    goal = goal.apply_all(goal.moves_to_slide(goal.blank - 1))
    return Scenario(shuffle(*size, moves, seed, goal).start, goal)


def distance(board, goal):
    return solve(board, goal, method=Method.shortest(*board.size)).length


@pytest.mark.parametrize(("size", "moves"), [((3, 3), 18), ((4, 4), 16)])
def test_proven_distances_equal_those_of_an_optimal_search(size, moves):
    played, store = scenario(size, moves, seed=7), Store.in_memory()
    stage = Stage(played, {"measurer": measure(), "store": store}, coach=True)
    session, rng = stage.session, random.Random(3)

    def until(is_so):
        def is_reached():
            stage.tick(0.01)
            assert is_so() or session.is_busy  # otherwise the window waits for an event
            return is_so()

        wait_until(is_reached)

    def has_line():
        line = coach_of(session).line
        return line is not None and line.lost is not None and coach_of(session).green_cells

    lost = 0
    for number in range(8):  # every second move is arbitrary
        until(has_line)
        best, left = coach_of(session).green_cells, coach_of(session).line.left.moves
        if number in (0, 7):
            assert left == distance(play_of(session).board, play_of(session).goal)
        board = play_of(session).board
        cell = rng.choice(best if number % 2 else [*map(board.target, board.legal_moves())])
        session.click(cell)
        until(has_line)
        assert coach_of(session).line.last_lost == (0 if cell in best else 2)
        lost += coach_of(session).line.last_lost
        assert coach_of(session).line.lost == lost
    while play_of(session).board != play_of(session).goal:
        until(has_line)
        session.click(coach_of(session).green_cells[0])
    finish = play_of(session).finish
    assert (finish.lost, finish.moves, finish.coached) == (lost, finish.shortest.moves + lost, True)
    until(lambda: not session._analysis.solves)
    assert store.solves.get(finish.solve_id).shortest == distance(played.start, played.goal)
    session.reviews.open_last()
    until(lambda: session.activity.review.is_complete)
    review = session.activity.review
    assert (review.lost, 2 * len(review.mistakes)) == (lost, lost)
    count = len({review.boards[detour.first] for detour in review.detours})
    assert session.drills.due == count > 0
    session.drills.begin()
    for number in range(count):
        until(lambda: session.activity.state().phase is DrillPhase.ASKING)
        session.move(session.activity.board.legal_moves()[0])
        until(lambda: session.activity.state().phase in (DrillPhase.RIGHT, DrillPhase.WRONG))
        session.activity.next_card()
        assert session.activity.state().answered == number + 1
    session.close()
