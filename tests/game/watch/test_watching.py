"""Watch from start to end, with a solver whose results the test gives."""

from __future__ import annotations

import logging

import pytest

from puzzler.board import Board, Move, Scenario, shuffle
from puzzler.game.core.settings import Settings
from puzzler.game.core.texts import UNSOLVABLE
from puzzler.game.play.new_boards import shuffled_path
from puzzler.game.play.playing import Playing
from puzzler.game.watch.watching import WatchPhase
from puzzler.search.compilation import KernelState
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind
from puzzler.search.result import Outcome
from puzzler.solver.commands import Cancel, Found, Pause, Resume, Step
from tests.game.fakes import (
    GOAL,
    NEAR,
    SOLUTION,
    FakeHandle,
    Stage,
    activity_of,
    message_of,
    play_of,
    playback,
    result,
)

FOUND = "Solution found: 3 moves (at most twice the shortest)"
LARGE = Scenario(Board.solved(4, 4).apply_all([Move.UP, Move.LEFT]), Board.solved(4, 4))


def play_solution(stage: Stage) -> Stage:
    """Search and show the first move of the solution."""
    stage.session.watch.start()
    stage.finish_search(SOLUTION)
    return stage


def test_a_search_shows_figures_and_its_solution_is_played_to_the_goal(stage, session, caplog):
    caplog.set_level(logging.INFO, logger="puzzler")
    session.watch.start()
    assert (activity_of(session), message_of(session)) == (WatchPhase.SEARCHING, "Searching")
    assert session.is_busy
    run = session.watch.runs.shown
    assert run.progress is None
    stage.solver.last.show(GOAL, 500)
    stage.tick()
    assert run.progress == stage.solver.last.latest
    assert not play_of(session).assisted

    stage.solver.last.find(SOLUTION)
    stage.solver.last.finish(NEAR.start, GOAL, SOLUTION)
    slides = stage.tick()
    assert (activity_of(session), message_of(session)) == (WatchPhase.PLAYBACK, FOUND)
    assert play_of(session).assisted
    assert run.progress is None
    assert result(session).moves == SOLUTION
    assert [slide.moves for slide in slides] == [(Move.DOWN,)]
    assert playback(session).position == 1
    assert "solution found: 3 moves" in caplog.messages
    assert "solved by the machine in 3 moves" not in caplog.messages

    slides += stage.pass_time(0.6)
    assert [slide.moves for slide in slides] == [(move,) for move in SOLUTION]
    assert {slide.seconds for slide in slides} == {0.16}
    assert play_of(session).is_solved
    assert activity_of(session) is WatchPhase.PLAYBACK
    assert playback(session).is_at_end
    play = play_of(session)
    assert (play.move_count, session.is_busy, play.is_paused) == (3, False, True)
    assert caplog.messages[0].startswith("search started: astar")
    assert caplog.messages[1:] == ["solution found: 3 moves", "solved by the machine in 3 moves"]


@pytest.mark.parametrize("algorithm", ["automatic", "astar", "bfs", "idastar"])
def test_playback_waits_until_the_search_has_finished(stage, session, algorithm):
    session.settings = Settings(algorithm=algorithm)
    session.watch.start()
    stage.solver.last.find(SOLUTION)
    stage.pass_time(5)
    assert (activity_of(session), play_of(session).board) == (WatchPhase.SEARCHING, NEAR.start)
    stage.solver.runs[0].finish(NEAR.start, GOAL, SOLUTION)
    stage.tick()
    assert tuple(playback(session).moves) == SOLUTION


def test_the_search_uses_the_current_board_and_the_method_of_the_settings(stage, session):
    session.settings = Settings(algorithm="astar", heuristic="manhattan", weight=2.0)
    session.move(Move.DOWN)
    session.watch.start()
    search = stage.solver.last
    assert (search.problem.start, search.problem.goal) == (play_of(session).board, GOAL)
    assert search.method == Method("astar", "manhattan", 2) == session.watch.runs.shown.method


def test_moving_a_tile_stops_playback_and_continues_the_game(stage, session):
    session.move(Move.UP)
    session.move(Move.DOWN)
    play_solution(stage)
    shown = play_of(session).board
    assert playback(session).position == 1
    assert session.click(7)
    assert (activity_of(session), playback(session)) == (Playing, None)
    play = play_of(session)
    assert (play.board, play.move_count, play.assisted) == (shown.apply(Move.RIGHT), 4, True)
    session.undo()
    assert play_of(session).board == shown
    session.undo()
    assert (play_of(session).board, play_of(session).move_count) == (NEAR.start, 2)
    assert play_of(session).assisted


def test_an_illegal_move_stops_playback_too(stage, session):
    play_solution(stage)
    shown = play_of(session).board
    assert not session.click(2)
    assert (activity_of(session), play_of(session).board) == (Playing, shown)
    assert result(session) is not None


@pytest.mark.parametrize("position", [0, 2, 4])
def test_undo_takes_back_the_whole_watch_and_redo_repeats_it(stage, session, position):
    session.move(Move.UP)
    start = play_of(session).board
    session.watch.start()
    stage.finish_search((Move.DOWN, *SOLUTION))
    session.activity.seek(position)
    assert session.undo()
    assert (activity_of(session), play_of(session).board) == (Playing, start)
    assert stage.tick()[-1].after == start
    if position:
        assert session.redo()
        play = play_of(session)
        assert (play.is_solved, play.move_count) == (position == 4, 1 + position)


def test_undo_first_ends_the_search_and_then_takes_back_moves(stage, session):
    session.move(Move.UP)
    start = play_of(session).board
    session.watch.start()
    assert play_of(session).can_undo
    assert session.undo()
    assert (activity_of(session), play_of(session).board) == (Playing, start)
    assert (message_of(session), stage.solver.last.sent) == ("Search stopped", [Cancel()])
    assert session.undo()
    assert play_of(session).board == NEAR.start


def test_stop_ends_a_search_and_its_last_figures_still_arrive(stage, session):
    session.watch.start()
    session.stop()
    assert (activity_of(session), message_of(session)) == (Playing, "Search stopped")
    assert stage.solver.last.sent == [Cancel()]
    assert session.is_busy
    stage.finish_search(status=Outcome.CANCELLED)
    assert message_of(session) == "Search stopped"
    assert result(session).status is Outcome.CANCELLED
    assert not session.is_busy


def test_a_new_board_clears_the_messages_of_a_search(stage, session):
    session.watch.start()
    session.stop()
    session.boards.new()
    assert message_of(session) == ""
    session.watch.start()  # during the shuffle, from its end
    assert (activity_of(session), message_of(session)) == (WatchPhase.SEARCHING, "Searching")
    assert play_of(session).board == play_of(session).scenario.start
    session.boards.new()
    assert message_of(session) == ""


def test_a_solution_that_arrives_after_stop_is_not_played_but_can_be_resumed(stage, session):
    session.watch.start()
    session.stop()
    stage.finish_search(SOLUTION)
    play = play_of(session)
    assert (activity_of(session), play.board, play.assisted) == (Playing, NEAR.start, False)
    assert message_of(session) == FOUND
    session.watch.resume()
    assert (activity_of(session), play_of(session).assisted) == (WatchPhase.PLAYBACK, True)


def test_events_of_an_older_search_are_ignored(stage, session):
    session.watch.start()
    old = stage.solver.last
    session.move(Move.DOWN)
    session.watch.start()
    new = stage.solver.last
    assert new.run_id != old.run_id
    new.events.append(Found(old.run_id, 0, (Move.UP,), 2, 0))
    old.finish(NEAR.start, GOAL, SOLUTION)
    stage.tick()
    assert activity_of(session) is WatchPhase.SEARCHING
    stage.finish_search(SOLUTION[1:])
    assert playback(session).moves == list(SOLUTION[1:])


@pytest.mark.parametrize(
    ("status", "limit", "message"),
    [
        (Outcome.LIMIT, LimitKind.EXPANSIONS, "Stopped at the limit of 1,234 expanded states"),
        (Outcome.UNSOLVABLE, None, "Unsolvable: 1,234 reachable states searched"),
    ],
)
def test_a_search_without_a_solution_returns_to_play(
    stage, session, caplog, status, limit, message
):
    caplog.set_level(logging.INFO, logger="puzzler")
    session.settings = Settings(algorithm="astar")
    session.watch.start()
    stage.finish_search(status=status, limit_reached=limit)
    assert (activity_of(session), message_of(session)) == (Playing, message)
    assert result(session).status is status
    assert caplog.messages[-1] == f"search ended: {message}"


def test_a_search_that_fails_returns_to_play_and_logs_the_traceback(stage, session, caplog):
    session.watch.start()
    stage.solver.last.fail("out of memory")
    stage.tick()
    assert activity_of(session) is Playing
    assert message_of(session) == "The search failed: out of memory"
    assert "Traceback" in caplog.text
    session.watch.start()
    assert activity_of(session) is WatchPhase.SEARCHING


def test_a_solution_found_before_a_failure_is_played(stage, session):
    session.watch.start()
    stage.solver.last.find(SOLUTION)
    stage.solver.last.fail("out of memory")
    stage.pass_time(1)
    assert activity_of(session) is WatchPhase.PLAYBACK
    assert message_of(session) == "The search failed: out of memory"
    assert play_of(session).is_solved


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (GOAL, "The board is already solved"),
        (Board.parse("2 1 3/4 5 6/7 8 0"), UNSOLVABLE),
    ],
)
def test_no_search_starts_if_the_board_is_solved_or_unsolvable(board, message):
    stage = Stage(scenario=Scenario(board, GOAL))
    stage.session.watch.start()
    assert (activity_of(stage.session), message_of(stage.session)) == (Playing, message)
    assert (stage.solver.runs, stage.session.watch.rows) == ([], ())


@pytest.mark.parametrize(("seconds", "count"), [(0, 1), (1, 0)])
def test_watch_searches_from_the_shown_state_or_at_the_goal_from_the_start(
    stage, session, seconds, count
):
    play_solution(stage)
    stage.pass_time(seconds)
    for _ in range(2):
        session.watch.start()
        assert (activity_of(session), len(stage.solver.runs)) == (WatchPhase.SEARCHING, 2)
    board = NEAR.start.apply_all(SOLUTION[:count])
    assert play_of(session).board == stage.solver.last.problem.start == board
    assert play_of(session).move_count == count


def test_at_the_end_of_a_playback_watch_searches_from_its_start_after_the_moves_before_it(
    stage, session
):
    session.move(Move.UP)
    board = play_of(session).board
    session.watch.start()
    stage.finish_search((Move.DOWN, *SOLUTION))
    stage.pass_time(1.2)
    assert play_of(session).is_solved
    session.watch.start()
    assert stage.solver.last.problem.start == board
    assert (play_of(session).board, play_of(session).move_count) == (board, 1)


@pytest.mark.parametrize("size", [3, 5])
def test_a_search_for_a_shortest_solution_has_the_limits_of_the_settings(size):
    stage = Stage(shuffle(size, size, seed=1), time_limit=2.5)
    stage.session.watch.start(is_shortest=True)
    assert stage.solver.last.method.limit == Limit(seconds=2.5)


def test_a_search_can_be_paused_stepped_and_resumed(stage, session):
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


def test_playback_can_be_paused_stepped_moved_and_repeated(stage, session):
    play_solution(stage)
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


def test_a_paused_search_that_is_stopped_is_not_paused(stage, session):
    session.watch.start()
    session.toggle_pause()
    session.stop()
    assert not session.watch.runs.shown.is_paused


def test_the_worker_of_a_finished_search_ends(stage, session):
    session.watch.start()
    session.toggle_pause()
    stage.finish_search(SOLUTION)
    assert stage.solver.last.sent[-1] == Cancel()
    assert not session.watch.runs.shown.is_paused


@pytest.mark.parametrize("scenario", [NEAR, LARGE])
def test_only_large_boards_wait_for_the_compiler_in_the_thread(scenario):
    waited, prepared = [], []

    def start(problem, method, run_id, *, prepare):
        prepared.append(prepare)
        return FakeHandle(problem, method, run_id)

    stage = Stage(scenario, {"start_solver": start}, algorithm="astar")
    stage.preparation.wait = waited.append
    stage.session.watch.start()
    for prepare in prepared:
        prepare()
    assert waited == ([Method("astar")] if scenario is LARGE else [])


def test_a_chosen_speed_is_used_for_this_playback_and_the_next(stage, session):
    session.set_speed(1000)
    assert session.settings.playback_speed == 60
    play_solution(stage)
    assert playback(session).speed == 60
    session.set_speed(20)
    slides = stage.pass_time(0.2)
    assert playback(session).speed == 20
    assert {(slide.seconds, slide.is_linear) for slide in slides} == {(0.7 / 20, True)}


def test_a_long_solution_takes_half_a_minute_unless_a_speed_is_chosen():
    scenario = shuffle(3, 3, 600, seed=5)
    stage = Stage(scenario=scenario)
    session = stage.session
    session.watch.start()
    stage.finish_search(tuple(shuffled_path(scenario)))
    track = playback(session)
    assert track.speed == track.total / 30 > 4
    stage.pass_time(15)
    assert abs(track.position - track.total / 2) < 15
    session.set_speed(2)
    stage.tick()
    assert track.speed == 2
    assert (Settings().speed_of(50), Settings().speed_of(10**6)) == (4, 60)


def test_a_large_board_waits_for_the_compiler_and_then_starts():
    stage = Stage(scenario=LARGE, state=KernelState.MISSING, algorithm="astar")
    stage.preparation.message = "preparing the solver"
    session = stage.session
    session.watch.start()
    assert (activity_of(session), message_of(session)) == (
        WatchPhase.PREPARING,
        "Preparing the solver",
    )
    assert session.is_busy
    assert len(stage.solver.runs) == 1  # its thread waits
    assert [method.algorithm for method in stage.preparation.requested] == ["astar"]
    stage.pass_time(1)
    assert activity_of(session) is WatchPhase.PREPARING
    small = Stage(state=KernelState.MISSING)
    small.session.watch.start()
    assert activity_of(small.session) is WatchPhase.SEARCHING
    assert small.preparation.requested == []
    stage.preparation.state = KernelState.READY
    stage.tick()
    assert (activity_of(session), message_of(session)) == (WatchPhase.SEARCHING, "Searching")


def test_a_small_board_does_not_wait_for_the_compiler():
    session = Stage(state=KernelState.MISSING).session
    session.watch.start()
    assert activity_of(session) is WatchPhase.SEARCHING


def test_a_search_without_compiled_kernels_shows_the_reason():
    stage = Stage(scenario=LARGE, state=KernelState.UNAVAILABLE)
    stage.preparation.message = "slow"
    stage.session.watch.start()
    assert (activity_of(stage.session), message_of(stage.session)) == (WatchPhase.SEARCHING, "Slow")


def test_closing_the_session_joins_every_search(stage, session):
    session.watch.start()
    session.move(Move.DOWN)
    session.watch.start()
    stage.pass_time(2.1)
    assert len(stage.solver.runs) == 3  # the last is that of Anytime
    for _ in range(2):  # closing twice is allowed
        session.close()
    assert all(run.is_closed and Cancel() in run.sent for run in stage.solver.runs)
    assert stage.preparation.is_closed


@pytest.mark.parametrize(
    ("size", "algorithm"), [((3, 3), "idastar"), ((4, 4), "idastar"), ((5, 5), "anytime")]
)
def test_a_shortest_solution_of_a_solved_game_starts_where_the_game_started(size, algorithm):
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
    session.watch.start(is_shortest=True)  # the first board of the game, not of the review
    assert stage.solver.last.problem.start.size == size
    assert stage.solver.last.method.algorithm == algorithm
