"""The solver for programs."""

from __future__ import annotations

import gc
import threading
import time

import pytest

import puzzler
from puzzler.board.board import Board
from puzzler.board.shuffler import shuffle
from puzzler.search import options
from puzzler.search.compilation import COMPILING
from puzzler.search.engine.search import Search
from puzzler.search.options import Limit
from puzzler.search.result import Outcome
from puzzler.solver.messages import Finished, Found, Progress
from puzzler.solver.watch import Solver, SolverError
from tests.instances import instances

HARDEST = Board.parse("8 6 7/2 5 4/3 0 1")
TOO_HARD = instances("hardest_15puzzle_1_5.txt")[0].board


@pytest.fixture(autouse=True)
def no_thread_survives():
    yield
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("solver-")]


def test_events_are_figures_then_moves_then_the_result():
    with Solver(HARDEST, heuristic="manhattan") as solver:
        # what is compiled first, on a cold cache, is told too
        events = [event for event in solver if event is not COMPILING]
    kinds = [type(event) for event in events]
    assert kinds[0] is Progress
    assert kinds[-1] is Finished
    [found] = [event for event in events if isinstance(event, Found)]
    assert HARDEST.apply_all(found.moves) == Board.solved(3, 3)
    assert (found.index, found.bound_factor, found.lower_bound) == (0, 1, 31)
    assert solver.result().moves == tuple(solver.moves()) == found.moves
    assert list(solver.answers()) == [found.moves]
    assert solver.result().proven_optimal
    assert [type(event) for event in solver] == [Finished]


def test_the_goal_and_the_names_are_as_given():
    goal = puzzler.GOALS["snail"](3, 3)
    start = goal.apply(goal.legal_moves()[0])
    with Solver(start, goal, algorithm="bfs", weight=2) as solver:
        result = solver.result()
    assert (result.goal, result.algorithm, result.heuristic) == (goal, "bfs", "zero")
    assert (result.length, result.status) == (1, Outcome.SOLVED)


def test_a_limit_and_an_unsolvable_board_are_results():
    with Solver(TOO_HARD, limit=Limit(expansions=100)) as solver:
        assert solver.result().status is Outcome.LIMIT
    with Solver(Board.parse("1 2 3/4 5 6/8 7 0")) as solver:
        assert list(solver.moves()) == []
        assert solver.result().status is Outcome.UNSOLVABLE
        assert (solver.progress, solver.building) == (None, None)
        solver.cancel()


def test_cancel_in_the_loop():
    with Solver(TOO_HARD, heuristic="manhattan") as solver:
        for event in solver:
            if isinstance(event, Progress):
                solver.cancel()
        assert solver.progress is not None
        assert solver.result().status is Outcome.CANCELLED


def test_what_cannot_be_is_refused_at_once():
    with pytest.raises(ValueError, match="no algorithm is called 'foo'"):
        Solver(HARDEST, algorithm="foo")
    with pytest.raises(ValueError, match="the weight must be"):
        Solver(HARDEST, weight=-1)


def test_a_search_that_breaks_raises(monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(Search, "advance", broken)
    with Solver(HARDEST) as solver:
        for _ in range(2):
            with pytest.raises(SolverError, match="the disk is full"):
                solver.result()


def test_a_solver_that_is_dropped_searches_no_more():
    solver = Solver(TOO_HARD, heuristic="manhattan")
    assert any(isinstance(event, Progress) for event in solver)
    del solver
    gc.collect()
    deadline = time.monotonic() + 60
    while any(thread.name.startswith("solver-") for thread in threading.enumerate()):
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_answers_come_as_they_are_found_each_shorter_and_the_last_is_the_result():
    board = shuffle(5, 5, seed=2).start
    lengths = []
    with Solver(board, limit=Limit(expansions=30_000)) as solver:
        for answer in solver.answers():
            assert board.apply_all(answer) == Board.solved(5, 5)
            lengths.append(len(answer))
    assert lengths == sorted(set(lengths), reverse=True)
    assert answer == solver.result().moves


def test_who_has_enough_leaves_the_answers_and_the_search_ends():
    board = shuffle(7, 7, seed=2).start
    with Solver(board) as solver:
        answer = next(solver.answers())
    assert board.apply_all(answer) == Board.solved(7, 7)
    assert solver.result().limit_reached is None and not solver.result().proven_optimal


def test_where_nobody_chose_and_memory_is_short_anytime_goes_on(monkeypatch):
    monkeypatch.setattr(options, "default_memory_bytes", lambda: 50_000)
    with Solver(TOO_HARD, limit=Limit(expansions=4_000)) as solver:
        kinds = [type(event) for event in solver]
        result = solver.result()
    assert kinds.count(Finished) == 1 and kinds[-1] is Finished
    assert (result.algorithm, result.status) == ("anytime", Outcome.SOLVED)
    with Solver(TOO_HARD, algorithm="astar") as solver:
        assert solver.result().status is Outcome.LIMIT
