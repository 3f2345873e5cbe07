"""The session watching: every mode of it, with a solver that does what the test says."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from puzzler.board import Board, Move, Scenario
from puzzler.game.play.playing import Playing
from puzzler.game.play.settings import Settings
from puzzler.game.watch.watching import Phase
from puzzler.search.method import Method
from puzzler.search.options import LimitKind
from puzzler.search.result import Outcome
from puzzler.solver.messages import Cancel, Found, Pause, Resume, Step
from puzzler.solver.preparation import PreparationState
from tests.game.fakes import doing, message_of, play_of, playback, result
from tests.game.test_session import GOAL, NEAR, Stage

ANSWER = (Move.DOWN, Move.RIGHT, Move.RIGHT)
LARGE = Scenario(Board.solved(4, 4).apply_all([Move.UP, Move.LEFT]), Board.solved(4, 4))


def watched(stage: Stage) -> Stage:
    """Searching, found, and at the first moves of the playback."""
    stage.session.watch.start()
    stage.solver.last.find(ANSWER)
    stage.solver.last.finish(play_of(stage.session).board, GOAL, ANSWER)
    stage.tick()
    return stage


def test_watching_searches_shows_figures_and_plays_the_answer_to_the_goal(stage, session, caplog):
    caplog.set_level(logging.INFO, logger="puzzler")
    session.watch.start()
    assert (doing(session), message_of(session)) == (Phase.SEARCHING, "Searching")
    assert session.is_busy
    assert session.watch.runs.shown.progress is None
    run = stage.solver.last
    run.show(GOAL, 500)
    stage.tick()
    assert session.watch.runs.shown.progress == run.latest
    assert not play_of(session).assisted

    run.find(ANSWER)
    run.finish(NEAR.start, GOAL, ANSWER)
    slides = stage.tick()
    assert doing(session) is Phase.PLAYBACK
    assert play_of(session).assisted
    assert session.watch.runs.shown.progress is None
    assert result(session).moves == ANSWER
    assert message_of(session) == "Solved: 3 moves, at most 2× optimal, 1,234 expanded"
    assert [slide.moves for slide in slides] == [(Move.DOWN,)]
    assert playback(session).position == 1

    slides += stage.pass_time(0.6)
    assert [slide.moves for slide in slides] == [(move,) for move in ANSWER]
    assert {slide.seconds for slide in slides} == {0.16}
    assert play_of(session).is_solved
    assert doing(session) is Phase.PLAYBACK
    assert playback(session).is_at_end
    play = play_of(session)
    assert (play.move_count, session.is_busy, play.is_paused) == (3, False, True)
    for line in ("search started", "solution found: 3 moves", "solved by the machine in 3 moves"):
        assert line in caplog.text


def test_the_search_is_made_for_the_board_as_it_is_with_what_the_settings_name(stage, session):
    session.settings = Settings(algorithm="astar", heuristic="manhattan", weight=2.0)
    session.move(Move.DOWN)
    session.watch.start()
    asked = stage.solver.last
    assert (asked.problem.start, asked.problem.goal) == (play_of(session).board, GOAL)
    assert asked.method == Method("astar", "manhattan", 2) == session.watch.runs.shown.method


def test_touching_a_tile_stops_the_playback_right_there_and_nothing_is_lost(stage, session):
    session.move(Move.UP)
    session.move(Move.DOWN)
    watched(stage)
    shown = play_of(session).board
    assert playback(session).position == 1
    assert session.click(7)
    assert doing(session) is Playing
    assert playback(session) is None
    assert play_of(session).board == shown.apply(Move.RIGHT)
    assert play_of(session).move_count == 4
    assert play_of(session).assisted
    session.undo()
    assert play_of(session).board == shown
    session.undo()
    assert (play_of(session).board, play_of(session).move_count) == (NEAR.start, 2)
    assert play_of(session).assisted


def test_a_refused_touch_stops_the_playback_too(stage):
    watched(stage)
    shown = play_of(stage.session).board
    assert not stage.session.click(2)
    assert (doing(stage.session), play_of(stage.session).board) == (Playing, shown)
    assert result(stage.session) is not None


@pytest.mark.parametrize("shown", [0, 2, 4])
def test_undo_takes_back_the_whole_watch_and_redo_brings_it_again(stage, session, shown):
    session.move(Move.UP)
    here = play_of(session).board
    session.watch.start()
    stage.solver.last.find((Move.DOWN, *ANSWER))
    stage.tick()
    session.activity.seek(shown)
    assert session.undo()
    assert (doing(session), play_of(session).board) == (Playing, here)
    assert stage.tick()[-1].after == here
    if shown:
        assert session.redo()
        assert (play_of(session).is_solved, play_of(session).move_count) == (shown == 4, 1 + shown)


def test_undo_ends_a_search_that_has_found_nothing_and_only_then_leads_back(stage, session):
    session.move(Move.UP)
    here = play_of(session).board
    session.watch.start()
    assert play_of(session).can_undo
    assert session.undo()
    assert (doing(session), play_of(session).board) == (Playing, here)
    assert (message_of(session), stage.solver.last.sent) == ("Search stopped", [Cancel()])
    assert session.undo()
    assert play_of(session).board == NEAR.start


def test_stop_ends_a_search_at_once_and_its_last_figures_still_come(stage, session):
    session.watch.start()
    session.stop()
    assert (doing(session), message_of(session)) == (Playing, "Search stopped")
    run = stage.solver.last
    assert run.sent == [Cancel()]
    assert session.is_busy
    run.finish(NEAR.start, GOAL, (), Outcome.CANCELLED)
    stage.tick()
    assert message_of(session) == "Stopped: 1,234 expanded"
    assert result(session).status is Outcome.CANCELLED
    assert not session.is_busy
    session.boards.new()  # nothing that was said of a search stays under the next board
    assert message_of(session) == ""
    session.watch.start()  # during the shuffle, from its end
    assert (doing(session), message_of(session)) == (Phase.SEARCHING, "Searching")
    assert play_of(session).board == play_of(session).scenario.start
    session.boards.new()
    assert message_of(session) == ""


def test_an_answer_that_comes_after_stop_is_not_played_but_can_be_resumed(stage, session):
    session.watch.start()
    session.stop()
    stage.solver.last.find(ANSWER)
    stage.solver.last.finish(NEAR.start, GOAL, ANSWER)
    assert stage.tick() == []
    play = play_of(session)
    assert (doing(session), play.board, play.assisted) == (Playing, NEAR.start, False)
    assert message_of(session).startswith("Solved: 3 moves")
    session.watch.resume()
    assert (doing(session), play_of(session).assisted) == (Phase.PLAYBACK, True)


def test_events_of_an_older_run_are_dropped(stage, session):
    session.watch.start()
    old = stage.solver.last
    session.move(Move.DOWN)
    session.watch.start()
    new = stage.solver.last
    assert new.run_id != old.run_id
    new.events += [Found(old.run_id, 0, (Move.UP,), 2, 0)]
    old.find(ANSWER)
    stage.tick()
    assert doing(session) is Phase.SEARCHING
    new.find(ANSWER[1:])
    stage.tick()
    assert playback(session).moves == list(ANSWER[1:])


@pytest.mark.parametrize(
    ("status", "limit", "message"),
    [
        (
            Outcome.LIMIT,
            LimitKind.EXPANSIONS,
            "Expansion limit reached: 1,234 expanded",
        ),
        (
            Outcome.UNSOLVABLE,
            None,
            "Unsolvable: 1,234 reachable states searched",
        ),
    ],
)
def test_a_search_without_an_answer_returns_to_play_with_a_message(stage, status, limit, message):
    stage.session.settings = replace(stage.session.settings, algorithm="astar")
    stage.session.watch.start()
    stage.solver.last.finish(NEAR.start, GOAL, (), status, limit_reached=limit)
    stage.tick()
    assert (doing(stage.session), message_of(stage.session)) == (Playing, message)
    assert result(stage.session).status is status


def test_a_search_that_fails_returns_to_play_and_logs_the_traceback(stage, caplog):
    stage.session.watch.start()
    stage.solver.last.fail("out of memory")
    stage.tick()
    assert doing(stage.session) is Playing
    assert message_of(stage.session) == "The search failed: out of memory"
    assert "Traceback" in caplog.text
    stage.session.watch.start()
    assert doing(stage.session) is Phase.SEARCHING


def test_a_failure_after_some_moves_leaves_them_on_the_timeline(stage):
    stage.session.watch.start()
    stage.solver.last.find(ANSWER[:2])
    stage.solver.last.fail("out of memory")
    stage.pass_time(1)
    assert doing(stage.session) is Phase.PLAYBACK
    assert playback(stage.session).is_at_end
    assert not play_of(stage.session).is_solved


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (GOAL, "The board is already solved"),
        (Board.parse("2 1 3/4 5 6/7 8 0"), "This board cannot be solved"),
    ],
)
def test_a_board_that_needs_no_search_or_has_no_solution_says_so(board, message):
    stage = Stage(scenario=Scenario(board, GOAL))
    stage.session.watch.start()
    assert (doing(stage.session), message_of(stage.session)) == (Playing, message)
    assert (stage.solver.runs, stage.session.watch.rows) == ([], ())


@pytest.mark.parametrize(("seconds", "count"), [(0, 1), (1, 0)])
def test_watching_again_within_a_playback_searches_from_there_and_at_its_end_anew(
    stage, session, seconds, count
):
    watched(stage)
    stage.pass_time(seconds)
    for _ in range(2):
        session.watch.start()
        assert (doing(session), len(stage.solver.runs)) == (Phase.SEARCHING, 2)
    board = NEAR.start.apply_all(ANSWER[:count])
    assert play_of(session).board == stage.solver.last.problem.start == board
    assert play_of(session).move_count == count


def test_a_search_is_paused_stepped_and_resumed(stage, session):
    session.watch.start()
    run = stage.solver.last
    run.show(GOAL, 10)
    session.toggle_pause()
    assert play_of(session).is_paused
    assert run.sent == [Pause()]
    stage.tick()
    assert session.is_busy
    run.show(GOAL, 20, is_paused=True)
    assert session.is_busy
    stage.tick()
    assert not session.is_busy
    assert session.watch.runs.shown.progress.stats.expanded == 20

    session.activity.step(5)
    assert run.sent[-1] == Step(5)
    assert session.is_busy
    run.show(GOAL, 25, is_paused=True)
    stage.tick()
    assert not session.is_busy
    session.activity.step(-1)
    assert run.sent[-1] == Step(5)

    session.toggle_pause()
    assert not play_of(session).is_paused
    assert run.sent[-1] == Resume()
    assert session.is_busy


def test_the_playback_is_paused_stepped_sought_and_played_again(stage):
    session = watched(stage).session
    session.toggle_pause()
    assert play_of(session).is_paused
    assert stage.pass_time(1) == []
    assert not session.is_busy

    session.activity.step(1)
    [slide] = stage.tick()
    assert (slide.moves, slide.seconds) == ((Move.RIGHT,), 0.11)
    session.activity.step(10)
    assert play_of(session).is_solved
    [slide] = stage.tick()
    assert slide.after == GOAL
    session.activity.seek(3)
    assert stage.tick() == []

    session.toggle_pause()
    [jump, first] = stage.tick()
    assert (jump.moves, jump.after) == ((), NEAR.start)
    assert first.moves == (Move.DOWN,)
    session.activity.seek(3)
    [jump] = stage.tick()
    assert (jump.before, jump.after) == (first.after, GOAL)
    assert not session.is_busy


def test_the_speed_is_kept_for_this_playback_and_the_next(stage, session):
    session.set_speed(1000)
    assert session.settings.playback_speed == 60
    watched(stage)
    assert playback(session).speed == 60
    session.set_speed(20)
    slides = stage.pass_time(0.2)
    assert playback(session).speed == 20
    assert {(slide.seconds, slide.is_linear) for slide in slides} == {(0.7 / 20, True)}


def test_a_large_board_waits_for_the_compiler_and_starts_by_itself():
    stage = Stage(scenario=LARGE)
    stage.preparation.state = PreparationState.PREPARING
    stage.preparation.message = "preparing the solver"
    session = stage.session
    session.settings = Settings(algorithm="astar")
    session.watch.start()
    assert (doing(session), message_of(session)) == (Phase.PREPARING, "Preparing the solver")
    assert session.is_busy
    assert len(stage.solver.runs) == 1  # its thread waits
    assert [method.algorithm for method in stage.preparation.requested] == ["astar"]
    stage.pass_time(1)
    assert doing(session) is Phase.PREPARING
    small = Stage(state=PreparationState.PREPARING)
    small.session.watch.start()
    assert doing(small.session) is Phase.SEARCHING
    assert small.preparation.requested == []
    stage.preparation.state = PreparationState.READY
    stage.tick()
    assert (doing(session), message_of(session)) == (Phase.SEARCHING, "Searching")


@pytest.mark.parametrize("state", [PreparationState.UNCOMPILED, PreparationState.FAILED])
def test_without_compiled_kernels_a_large_board_is_searched_and_the_message_says_so(state):
    stage = Stage(scenario=LARGE)
    stage.preparation.state = state
    stage.preparation.message = "slow"
    stage.session.watch.start()
    assert (doing(stage.session), message_of(stage.session)) == (Phase.SEARCHING, "Slow")


def test_closing_in_mid_search_waits_for_every_run(stage):
    stage.session.watch.start()
    stage.session.move(Move.DOWN)
    stage.session.watch.start()
    for _ in range(2):  # which can be repeated
        stage.session.close()
    assert [run.is_closed for run in stage.solver.runs] == [True, True]
    assert stage.preparation.is_closed


@pytest.mark.parametrize(
    ("size", "algorithm"), [((3, 3), "idastar"), ((4, 4), "idastar"), ((5, 5), "anytime")]
)
def test_a_shortest_solution_is_watched_from_the_start_of_what_was_solved(size, algorithm):
    goal = Board.solved(*size)
    stage = Stage(scenario=Scenario(goal.apply(Move.UP), goal))
    session = stage.session
    session.move(Move.DOWN)
    assert play_of(session).is_solved
    session.watch.start(is_shortest=True)
    run = stage.solver.last
    assert run.problem.start == goal.apply(Move.UP)
    assert run.method.algorithm == algorithm
    session.stop()
    session.files.review_text("1 2/0 3 R")
    session.watch.start(is_shortest=True)  # of the game, whatever was reviewed
    assert stage.solver.last.problem.start.size == size
    assert stage.solver.last.method.algorithm == algorithm
