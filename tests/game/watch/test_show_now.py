"""Show now: Anytime searches for a solution while another method takes long."""

from __future__ import annotations

import logging

import pytest

from puzzler.board import Move
from puzzler.game.core.settings import Settings
from puzzler.game.play.playing import Playing
from puzzler.game.watch.watching import (
    OFFER_AFTER_SECONDS,
    QUICK_AFTER_SECONDS,
    QUICK_MEMORY_SHARE,
    WatchPhase,
)
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind
from puzzler.search.result import Outcome
from puzzler.solver.commands import Cancel, Commit, Pause, Resume, Step
from tests.game.fakes import (
    GOAL,
    LONG_SOLUTION,
    NEAR,
    SOLUTION,
    FakeHandle,
    Stage,
    activity_of,
    message_of,
    play_of,
    playback,
)


def search_twice(stage: Stage, seconds: float = 2.1) -> tuple[FakeHandle, FakeHandle]:
    """Watch for ``seconds``. Return the search of the method and the search of Anytime."""
    stage.session.watch.start()
    stage.pass_time(seconds)
    first, quick = stage.solver.runs
    return first, quick


@pytest.mark.parametrize("algorithm", ["automatic", "astar", "bfs", "beam"])
def test_anytime_starts_after_two_seconds_without_a_solution(stage, session, algorithm):
    session.settings = Settings(algorithm=algorithm, time_limit=60)
    session.watch.start()
    stage.pass_time(QUICK_AFTER_SECONDS - 0.1)
    assert len(stage.solver.runs) == 1
    stage.pass_time(0.2)
    assert len(stage.solver.runs) == 2
    assert stage.solver.last.problem == stage.solver.runs[0].problem
    limit = Limit(memory_shares=QUICK_MEMORY_SHARE)
    assert stage.solver.last.method == Method("anytime", limit=limit)
    stage.pass_time(10)
    assert len(stage.solver.runs) == 2


def test_anytime_has_no_second_search(stage, session):
    session.settings = Settings(algorithm="anytime")
    session.watch.start()
    stage.pass_time(5)
    assert len(stage.solver.runs) == 1
    assert not session.watch.can_show_now


def test_a_solution_is_offered_after_three_seconds(stage, session):
    _, quick = search_twice(stage)
    quick.find(LONG_SOLUTION)
    stage.tick()
    assert not session.watch.can_show_now
    session.watch.show_now()
    assert activity_of(session) is WatchPhase.SEARCHING
    stage.pass_time(OFFER_AFTER_SECONDS - QUICK_AFTER_SECONDS)
    assert session.watch.can_show_now and session.watch.state().can_show_now


def test_nothing_is_offered_before_anytime_has_a_solution(stage, session):
    _, quick = search_twice(stage, 10)
    assert not session.watch.can_show_now
    session.watch.show_now()
    assert activity_of(session) is WatchPhase.SEARCHING
    quick.find(LONG_SOLUTION)
    stage.tick()
    assert session.watch.can_show_now


def test_nothing_is_offered_if_anytime_fails(stage, session):
    _, quick = search_twice(stage, 4)
    quick.fail("out of memory")
    stage.pass_time(1)
    assert not session.watch.can_show_now
    assert (activity_of(session), len(stage.solver.runs)) == (WatchPhase.SEARCHING, 2)


def test_a_paused_search_is_not_late(stage, session):
    session.watch.start()
    session.toggle_pause()
    stage.pass_time(5)
    assert stage.solver.last.sent == [Pause()]
    assert len(stage.solver.runs) == 1


def test_pausing_and_stepping_pause_both_searches(stage, session):
    first, quick = search_twice(stage)
    session.toggle_pause()
    assert first.sent == quick.sent == [Pause()]
    session.toggle_pause()
    assert first.sent == quick.sent == [Pause(), Resume()]
    session.activity.step(5)
    assert (first.sent[-1], quick.sent[-1]) == (Step(5), Pause())


def test_an_idle_window_does_not_make_a_search_late(stage, session):
    session.watch.start()
    stage.tick(60)
    assert len(stage.solver.runs) == 1


def test_the_shown_solution_is_played_unchanged_to_its_end(stage, session, caplog):
    caplog.set_level(logging.INFO, logger="puzzler")
    session.move(Move.UP)
    session.move(Move.DOWN)
    first, quick = search_twice(stage, 3.1)
    quick.find(LONG_SOLUTION)
    stage.tick()
    session.watch.show_now()
    assert activity_of(session) is WatchPhase.PLAYBACK
    assert first.sent == [Cancel()] == quick.sent
    assert session.watch.runs.shown.method.algorithm == "anytime"
    assert message_of(session) == "Solution found: 11 moves from here"
    assert not session.watch.can_show_now

    stage.pass_time(0.2)
    quick.find(SOLUTION)
    quick.finish(NEAR.start, GOAL, SOLUTION, lower_bound=3)
    first.finish(NEAR.start, GOAL, SOLUTION)
    stage.pass_time(3)
    assert play_of(session).is_solved
    assert tuple(playback(session).moves) == LONG_SOLUTION
    assert play_of(session).move_count == 2 + 11
    (row,) = session.watch.rows
    assert (row.method.algorithm, row.result.moves) == ("anytime", LONG_SOLUTION)
    assert message_of(session) == "Solution found: 11 moves from here (the shortest is 3)"
    lengths = [line for line in caplog.messages if "moves" in line and "search" not in line]
    assert lengths == ["solution found: 11 moves", "solved by the machine in 11 moves"]
    session.undo()
    assert play_of(session).board == NEAR.start


def test_a_solution_that_is_shown_after_a_failure_of_anytime_has_its_length(stage, session):
    _, quick = search_twice(stage, 3.1)
    quick.find(LONG_SOLUTION)
    quick.fail("out of memory")
    stage.tick()
    session.watch.show_now()
    stage.tick()
    assert message_of(session) == "Solution found: 11 moves"


def test_the_shown_solution_is_the_shortest_so_far(stage, session):
    _, quick = search_twice(stage, 3.1)
    quick.find(LONG_SOLUTION)
    stage.tick()
    quick.find(SOLUTION)
    stage.tick()
    session.watch.show_now()
    assert tuple(playback(session).moves) == SOLUTION


def test_a_solution_of_the_chosen_method_ends_the_second_search(stage, session):
    first, quick = search_twice(stage)
    quick.find(LONG_SOLUTION)
    stage.tick()
    first.finish(NEAR.start, GOAL, SOLUTION)
    stage.tick()
    assert tuple(playback(session).moves) == SOLUTION
    assert quick.sent == [Cancel()]
    assert [row.method.algorithm for row in session.watch.rows] == ["astar"]


@pytest.mark.parametrize("leave", ["stop", "undo", "boards.new", "move"])
def test_leaving_the_search_ends_both(stage, session, leave):
    first, quick = search_twice(stage)
    {
        "stop": session.stop,
        "undo": session.undo,
        "boards.new": session.boards.new,
        "move": lambda: session.move(Move.UP),
    }[leave]()
    assert {*first.sent} == {*quick.sent} == {Cancel()}
    stage.tick()
    assert activity_of(session) is not WatchPhase.SEARCHING
    assert not session.watch.can_show_now
    if leave == "stop":
        assert (activity_of(session), message_of(session)) == (Playing, "Search stopped")


def test_the_bounds_of_the_second_search_are_remembered(stage, session):
    _, quick = search_twice(stage)
    quick.finish(NEAR.start, GOAL, SOLUTION, proven_optimal=True, lower_bound=3)
    stage.tick()
    assert session.context.distances.distance(NEAR.start, GOAL) == 3


def test_after_a_limit_anytime_restarts_from_the_second_solution(stage, session):
    session.settings = Settings(time_limit=60)
    _, quick = search_twice(stage)
    quick.find(LONG_SOLUTION)
    stage.tick()
    stage.solver.runs[0].finish(
        NEAR.start, GOAL, (), status=Outcome.LIMIT, limit_reached=LimitKind.MEMORY
    )
    stage.tick()
    run = session.watch.runs.shown
    assert run.method == Method("anytime", limit=Limit(seconds=60), is_chosen=False)
    assert tuple(run.track.moves) == LONG_SOLUTION
    assert Commit(LONG_SOLUTION, 0) in stage.solver.last.sent
    assert quick.sent == [Cancel()] and stage.solver.last is not quick
    text = "Out of memory after 1,234 states. Continuing with Anytime"
    assert message_of(session) == text
