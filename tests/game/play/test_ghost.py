"""The ghost: the player's best solve or a solution of the solver, at the time of the play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzler.board import Board, Move, Scenario
from puzzler.game.session import Session
from puzzler.humanize import DNF
from tests.game.fakes import Stage, play_of

GOAL = Board.solved(3, 3)
START = Board.parse("1 2 3/4 0 5/7 8 6")


def set_ghost(session: Session, ghost: float | None) -> None:
    session.context.choose(replace(session.settings, ghost=ghost))


def solve(stage: Stage) -> None:
    """Solve the board in two moves within one second."""
    stage.session.click(5)
    stage.tick(1.0)
    stage.session.click(8)
    stage.tick()


@pytest.fixture
def start(stage: Stage) -> Session:
    stage.session.boards.begin_scenario(Scenario(START, GOAL))
    return stage.session


def test_there_is_no_ghost_by_default(start: Session) -> None:
    assert play_of(start).ghost is None
    set_ghost(start, 0.0)
    assert play_of(start).ghost is None, "the board has not been solved yet"


def test_the_best_solve_of_the_board_runs_with_the_timer(stage: Stage, start: Session) -> None:
    solve(stage)
    set_ghost(start, 0.0)
    start.boards.restart()
    ghost = play_of(start).ghost
    assert (ghost.board, ghost.position, ghost.total) == (START, 0, 2)
    assert ghost.title.startswith("Your best: 1.0")
    stage.tick(5)
    assert play_of(start).ghost.position == 0, "the timer has not started"
    start.click(1)
    stage.tick(0.5)
    assert play_of(start).ghost.position == 1
    stage.tick(0.6)
    assert play_of(start).ghost.board == GOAL


def test_a_solve_that_is_marked_as_dnf_has_no_ghost(stage: Stage, start: Session) -> None:
    solve(stage)
    start.store.solves.mark(1, DNF)
    set_ghost(start, 0.0)
    start.boards.restart()
    assert play_of(start).ghost is None


def test_a_solution_of_the_solver_runs_at_the_chosen_speed(stage: Stage, start: Session) -> None:
    set_ghost(start, 2.0)
    ghost, scenario = play_of(start).ghost, play_of(start).scenario
    is_proven = start.context.distances.path(scenario.start, scenario.goal) is not None
    assert ghost.title == f"Ghost: {'shortest solution' if is_proven else 'row by row'}"
    assert ghost.total >= 2
    start.click(1)
    stage.tick(0.6)
    assert play_of(start).ghost.position == 1
    moves = play_of(start).ghost.total
    stage.tick(moves / 2)
    assert play_of(start).ghost.board == GOAL


def test_the_solver_uses_the_shortest_solution_if_it_is_found_before_the_start(
    stage: Stage, start: Session
) -> None:
    set_ghost(start, 2.0)
    stage.tick()
    (question,) = start.context.distances.open
    assert question.with_path
    start.context.distances.learn_path(START, GOAL, [Move.RIGHT, Move.DOWN], is_shortest=True)
    ghost = play_of(start).ghost
    assert (ghost.title, ghost.total) == ("Ghost: shortest solution", 2)


def test_a_solution_that_is_found_during_the_play_does_not_replace_the_ghost(
    stage: Stage, start: Session
) -> None:
    set_ghost(start, 2.0)
    start.click(1)
    stage.tick(0.6)
    title = play_of(start).ghost.title
    start.context.distances.learn_path(START, GOAL, [Move.RIGHT, Move.DOWN], is_shortest=True)
    assert play_of(start).ghost.title == title == "Ghost: row by row"
