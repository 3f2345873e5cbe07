"""A limit is reached: what nobody has chosen goes on by itself, the rest when it is asked to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzler.board import Board, Move, Scenario
from puzzler.game.play.playing import Playing
from puzzler.game.play.settings import AUTOMATIC, Settings
from puzzler.game.session import Session
from puzzler.game.watch.figures import figures
from puzzler.game.watch.watching import Phase
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind
from puzzler.search.result import Outcome
from puzzler.solver.messages import Cancel
from puzzler.solver.preparation import PreparationState
from tests.game.fakes import FakeHandle, doing, message_of, play_of, playback
from tests.game.test_session import GOAL, NEAR, Stage

ANSWER = (Move.DOWN, Move.RIGHT, Move.RIGHT)
SOLVED = Board.solved(4, 4)
LARGE = Scenario(SOLVED.apply_all([Move.UP, Move.LEFT]), SOLVED)
SHORT = (Move.RIGHT, Move.DOWN)
LONG = (Move.UP, Move.UP, Move.DOWN, Move.DOWN, *SHORT)


def choose(stage: Stage, **settings: object) -> None:
    stage.session.settings = replace(stage.session.settings, **settings)


def stop(stage: Stage, limit: LimitKind = LimitKind.MEMORY, lower_bound: int = 0) -> None:
    """The search that runs reaches a limit."""
    stage.solver.last.finish(
        NEAR.start, GOAL, (), Outcome.LIMIT, limit_reached=limit, lower_bound=lower_bound
    )
    stage.tick()


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (LimitKind.MEMORY, "memory limit reached: 0 states"),
        (LimitKind.TIME, "time limit reached: 1,234 expanded"),
    ],
)
def test_the_automatic_search_goes_on_by_itself_and_says_so(stage, session, limit, said):
    session.watch.start()
    first = session.watch.runs.shown
    assert first.method == Method("astar")
    stop(stage, limit)
    assert doing(session) is Phase.SEARCHING
    assert session.watch.runs.shown is not first and session.watch.runs.shown.method == Method(
        "anytime"
    )
    assert session.watch.runs.shown.start == NEAR.start
    assert message_of(session) == f"A*: {said}. Continuing with Anytime"
    stage.solver.last.find(ANSWER)
    stage.pass_time(3.0)
    assert play_of(session).is_solved
    rows = session.watch.rows
    assert [row.method.algorithm for row in rows] == ["astar"]  # the other runs on or was stopped
    session.undo()
    assert play_of(session).board == NEAR.start


def test_anytime_that_nobody_chose_has_nothing_to_go_on_with(stage):
    stage.session.watch.start()
    stop(stage)
    stop(stage)
    assert doing(stage.session) is Playing
    assert len(stage.solver.runs) == 2
    assert not stage.session.watch.can_go_on


def test_a_search_chosen_by_hand_says_what_was_proven_and_goes_on_when_asked(stage, session):
    choose(stage, algorithm="bfs", time_limit=7.0)
    session.watch.start()
    assert session.watch.runs.shown.result is None and not session.watch.can_go_on
    stop(stage, LimitKind.TIME, lower_bound=9)
    assert doing(session) is Playing
    shown = session.watch.runs.shown
    assert (shown.result.limit_reached, shown.lower_bound) == (LimitKind.TIME, 9)
    assert message_of(session) == "Time limit reached: 1,234 expanded, lower bound 9"
    assert session.watch.can_go_on
    session.watch.go_on()
    assert doing(session) is Phase.SEARCHING
    assert session.watch.runs.shown.method == Method("anytime", limit=Limit(seconds=7.0))
    assert session.watch.runs.shown.start == NEAR.start
    assert not session.watch.can_go_on
    stage.solver.last.find(ANSWER)
    stage.tick()
    stage.solver.last.finish(NEAR.start, GOAL, ANSWER)
    stage.pass_time(3.0)
    assert [row.method.algorithm for row in session.watch.rows] == ["bfs", "anytime"]
    session.watch.go_on()  # there is nothing to go on with
    assert len(stage.solver.runs) == 2


def test_automatic_is_not_astar_chosen_by_hand():
    by_hand = Settings(algorithm="astar")
    assert Settings().algorithm == AUTOMATIC != by_hand.algorithm
    assert Settings().is_automatic and not by_hand.is_automatic
    assert not Settings(shortest=True).is_automatic
    assert Settings().method(6, 6) == Method("anytime")
    assert by_hand.method(6, 6) == Method("astar")


def test_the_limits_of_the_settings_hold_for_every_search(stage):
    limit = Limit(seconds=2.5, memory_bytes=64_000_000)
    choose(stage, time_limit=2.5, memory_limit=64)
    for settings in ({}, {"algorithm": "bfs"}, {"shortest": True}):
        choose(stage, **settings)
        stage.session.watch.start()
        assert stage.solver.last.method.limit == limit
        stage.session.stop()
    stage.session.watch.run_again(Method("beam"))
    assert stage.solver.last.method == Method("beam", limit=limit)


def test_what_cannot_be_expected_to_end_is_warned_of_before(stage):
    searches = stage.session.watch
    choose(stage, algorithm="bfs")
    assert searches.state().warning == ""
    choose(stage, memory_limit=16)
    assert searches.state().warning == ""
    stage.session.boards.new(4, 4)
    stage.session.stop()
    assert searches.state().warning.startswith("Breadth-first cannot finish most 4×4 boards")
    assert "16.0 MB" in searches.state().warning
    assert searches.warning_of(Method("anytime")) == ""
    choose(stage, algorithm=AUTOMATIC)
    assert searches.state().warning == ""


def searching_twice(seconds: float) -> tuple[Stage, Session, FakeHandle, FakeHandle]:
    """The default search of a 4x4 after so long, and the one whose moves are played meanwhile."""
    stage = Stage(scenario=LARGE)
    stage.session.watch.start()
    stage.pass_time(seconds)
    own, other = stage.solver.runs
    return stage, stage.session, own, other


def test_while_the_default_search_takes_long_a_solution_of_anytime_is_played():
    stage, session, own, other = searching_twice(0.2)
    assert (own.method.algorithm, other.method.algorithm) == ("astar", "anytime")
    assert doing(session) is Phase.SEARCHING
    other.find(LONG)
    stage.pass_time(0.05)
    assert doing(session) is Phase.PLAYBACK and playback(session).total == len(LONG)
    assert message_of(session) == "A* is still searching: a solution by Anytime is played"
    run = session.watch.runs.shown
    assert run.plays_interim and run.result is None and run.best_length is None
    assert run.played_by.algorithm == "anytime"

    position = playback(session).position
    assert position
    own.find(SHORT)
    own.finish(LARGE.start, SOLVED, SHORT)
    stage.tick()
    assert other.sent == [Cancel()]
    assert (run.result.moves, playback(session).total) == (SHORT, 2 + 2 * position)
    assert run.played_by.algorithm == "astar"
    assert message_of(session).startswith("Solved: 2 moves, at most 2× optimal")
    assert message_of(session).endswith(f"; {2 + 2 * position} moves played, begun by Anytime")
    (row,) = session.watch.rows
    assert (row.result.length, row.played) == (2, 2 + 2 * position)
    stage.pass_time(3)
    assert play_of(session).is_solved


def test_a_shorter_solution_of_anytime_is_played_on_and_the_line_says_whose_it_is():
    stage, session, own, other = searching_twice(0.15)
    other.find(SHORT)
    other.finish(LARGE.start, SOLVED, SHORT, proven_optimal=True)
    stage.pass_time(0.1)
    own.find(LONG)
    own.finish(LARGE.start, SOLVED, LONG)
    stage.tick()
    assert message_of(session) == (
        "Solved: 6 moves, optimum 2, 1,234 expanded; 2 moves played, found by Anytime"
    )
    assert playback(session).total == 2


def test_the_goal_ends_a_search_that_has_nothing_yet():
    stage, session, own, other = searching_twice(0.15)
    other.find(SHORT)
    stage.pass_time(2)
    assert {*own.sent, *other.sent} == {Cancel()}
    own.finish(LARGE.start, SOLVED, (), Outcome.CANCELLED)
    stage.tick()
    assert message_of(session) == "Stopped: 1,234 expanded; 2 moves played, found by Anytime"
    assert play_of(session).is_solved and not session.is_busy
    assert figures(session.watch.runs.shown).state == "Stopped after 500 ms"


def test_a_limit_of_the_default_search_leaves_what_is_played_as_it_is():
    stage, session, own, other = searching_twice(0.15)
    other.find(LONG)
    stage.pass_time(0.1)
    track = playback(session)
    own.finish(LARGE.start, SOLVED, (), Outcome.LIMIT, limit_reached=LimitKind.MEMORY)
    stage.tick()
    assert doing(session) is Phase.PLAYBACK and playback(session) is track
    assert message_of(session) == "A*: memory limit reached: 0 states. Continuing with Anytime"
    assert [row.played for row in session.watch.rows] == [None]
    relief = stage.solver.last
    assert relief not in (own, other) and relief.method == Method("anytime")
    relief.find(LONG)
    relief.find(SHORT)
    stage.tick()
    assert track.total < len(LONG)
    stage.pass_time(3)
    assert play_of(session).is_solved


def test_a_first_solution_is_played_while_kernels_are_compiled_for_the_first_time():
    stage = Stage(scenario=LARGE)
    stage.preparation.state = PreparationState.PREPARING
    session = stage.session
    session.watch.start()
    assert doing(session) is Phase.PREPARING
    stage.tick()
    own, other = stage.solver.runs
    other.find(LONG)
    stage.tick(0.02)
    assert doing(session) is Phase.PLAYBACK
    assert message_of(session) == "A* is still searching: a solution by Anytime is played"
    session.stop()
    assert own.sent == other.sent == [Cancel()]


def test_a_method_chosen_by_hand_shows_its_own_moves_only():
    stage = Stage(scenario=LARGE)
    choose(stage, algorithm="astar")
    stage.session.watch.start()
    stage.pass_time(1)
    assert len(stage.solver.runs) == 1 and doing(stage.session) is Phase.SEARCHING
