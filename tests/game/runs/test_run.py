"""One search as the game sees it: steered from outside, heard by polling."""

from __future__ import annotations

from puzzler.board import Board
from puzzler.game.runs.run import Run
from puzzler.search.method import Method
from puzzler.search.problem import Problem
from puzzler.solver.messages import Resume, Step
from tests.game.fakes import FakeHandle

PROBLEM = Problem(Board.parse("1 2 3/4 0 6/7 5 8"), Board.solved(3, 3))


def test_a_step_pauses_a_search_that_runs():
    handle = FakeHandle(PROBLEM, Method(), 1)
    run = Run(PROBLEM, Method(), handle, 1)
    handle.show(PROBLEM.goal, 10)
    run.poll()
    assert not run.is_paused and run.is_busy
    run.step(5)
    assert run.is_paused and handle.sent == [Step(5)]
    handle.show(PROBLEM.goal, 15, is_paused=True)
    run.poll()
    assert run.is_paused and not run.is_busy
    run.toggle_pause()
    assert not run.is_paused and handle.sent[-1] == Resume()
