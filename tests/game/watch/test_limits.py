"""Limits: a default search continues with Anytime, a chosen one offers it."""

from __future__ import annotations

import pytest

from puzzler.game.core.settings import AUTOMATIC, Settings
from puzzler.game.play.playing import Playing
from puzzler.game.watch.watching import WatchPhase
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind
from puzzler.search.result import Outcome
from tests.game.fakes import NEAR, SOLUTION, Stage, activity_of, message_of, play_of


def reach_limit(stage: Stage, limit: LimitKind = LimitKind.MEMORY, lower_bound: int = 0) -> None:
    stage.finish_search(status=Outcome.LIMIT, limit_reached=limit, lower_bound=lower_bound)


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        (LimitKind.MEMORY, "Out of memory after 1,234 states"),
        (LimitKind.TIME, "Out of time after 0.5 s"),
    ],
)
def test_a_default_search_continues_with_anytime_after_a_limit(stage, session, limit, reason):
    session.watch.start()
    first = session.watch.runs.shown
    assert first.method == Method("astar")
    reach_limit(stage, limit)
    second = session.watch.runs.shown
    assert (activity_of(session), second.method) == (WatchPhase.SEARCHING, Method("anytime"))
    assert second is not first and second.start == NEAR.start
    assert message_of(session) == f"{reason}. Continuing with Anytime"
    stage.solver.last.show(NEAR.start, 10)
    stage.solver.last.find(SOLUTION)
    stage.pass_time(3)
    assert play_of(session).is_solved
    assert [row.method.algorithm for row in session.watch.rows] == ["astar"]  # Anytime is running
    session.undo()
    assert play_of(session).board == NEAR.start


def test_anytime_thinks_as_long_after_a_limit_of_another_search(stage, session):
    session.watch.start()
    stage.solver.last.show(NEAR.start, 10)
    stage.pass_time(1.5)
    reach_limit(stage)
    stage.solver.last.show(NEAR.start, 10)
    stage.solver.last.find(SOLUTION)
    stage.pass_time(0.9)
    assert activity_of(session) is WatchPhase.SEARCHING
    stage.pass_time(0.2)
    assert activity_of(session) is WatchPhase.PLAYBACK


def test_a_default_search_that_proves_a_board_unsolvable_does_not_continue(stage, session):
    session.watch.start()
    stage.finish_search(status=Outcome.UNSOLVABLE)
    assert (activity_of(session), len(stage.solver.runs)) == (Playing, 1)
    assert message_of(session) == "Unsolvable: 1,234 reachable states searched"


def test_a_limit_of_anytime_ends_the_watch(stage, session):
    session.watch.start()
    reach_limit(stage)
    reach_limit(stage)
    assert (activity_of(session), len(stage.solver.runs)) == (Playing, 2)
    assert not session.watch.can_show_now


def test_a_chosen_method_shows_its_lower_bound_and_then_anytime_on_request(stage, session):
    session.settings = Settings(algorithm="bfs", time_limit=7.0)
    session.watch.start()
    assert not session.watch.can_show_now
    reach_limit(stage, LimitKind.TIME, lower_bound=2)
    assert activity_of(session) is Playing
    assert message_of(session) == "Out of time after 0.5 s. No solution has fewer than 3 moves"
    assert session.watch.can_show_now

    session.watch.show_now()
    run = session.watch.runs.shown
    assert activity_of(session) is WatchPhase.SEARCHING
    assert (run.method, run.start) == (Method("anytime", limit=Limit(seconds=7.0)), NEAR.start)
    assert not session.watch.can_show_now
    stage.finish_search(SOLUTION)
    stage.pass_time(1)
    assert play_of(session).is_solved
    assert [row.method.algorithm for row in session.watch.rows] == ["bfs", "anytime"]
    session.watch.show_now()  # does nothing: no search has stopped at a limit
    assert len(stage.solver.runs) == 2


def test_no_solution_is_offered_for_an_earlier_board(stage, session):
    session.settings = Settings(algorithm="bfs")
    session.watch.start()
    reach_limit(stage)
    assert session.watch.can_show_now
    session.move(SOLUTION[0])
    assert not session.watch.can_show_now
    session.watch.show_now()
    assert len(stage.solver.runs) == 1
    session.undo()
    assert session.watch.can_show_now


def test_a_default_method_differs_from_the_same_method_chosen_by_name():
    chosen = Settings(algorithm="astar")
    assert Settings().algorithm == AUTOMATIC
    assert Settings().is_automatic and not chosen.is_automatic
    assert not Settings(shortest=True).is_automatic
    assert Settings().method(6, 6) == Method("anytime")
    assert chosen.method(6, 6) == Method("astar")


@pytest.mark.parametrize("choice", [{}, {"algorithm": "bfs"}, {"shortest": True}])
def test_every_search_has_the_limits_of_the_settings(stage, session, choice):
    session.settings = Settings(time_limit=2.5, memory_limit=64, **choice)
    session.watch.start()
    limit = Limit(seconds=2.5, memory_bytes=64_000_000)
    assert stage.solver.last.method.limit == limit
    session.stop()
    session.watch.run_again(Method("beam"))
    assert stage.solver.last.method == Method("beam", limit=limit)


def test_a_method_that_cannot_finish_has_a_warning(session):
    session.settings = Settings(algorithm="bfs", memory_limit=16)
    assert session.watch.state().warning == ""
    session.boards.new(4, 4)
    session.stop()
    warning = session.watch.state().warning
    assert warning.startswith("Breadth-first will run out of memory on most 4×4 boards")
    assert "16.0 MB" in warning
    assert session.watch.warning_of(Method("anytime")) == ""
    session.settings = Settings(memory_limit=16)
    assert session.watch.state().warning == ""
