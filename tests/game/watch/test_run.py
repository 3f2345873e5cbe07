"""One search as the game sees it: steered from outside, heard by polling."""

from __future__ import annotations

from puzzler.board import Board, Move
from puzzler.board.scenario import Problem
from puzzler.game.watch.figures import state
from puzzler.game.watch.run import Run
from puzzler.search.method import Method
from puzzler.steps import BuildProgress
from tests.game.fakes import FakeHandle

PROBLEM = Problem(Board.parse("1 2 3/4 0 6/7 5 8"), Board.solved(3, 3))


def test_what_is_played_before_the_tables_are_there_is_the_first_answer():
    handle = FakeHandle(PROBLEM, Method("anytime"), 1)
    run = Run(PROBLEM, Method("anytime"), handle, 1)
    handle.building = BuildProgress(0.3, "tables")
    run.poll()
    assert state(run) == "Building tables, first time only: 30 %"
    handle.find((Move.DOWN, Move.RIGHT))
    run.poll()
    assert state(run) == "Playing the first solution, search starting"
    assert (run.track.total, run.best_length) == (2, None)
