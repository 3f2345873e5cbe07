"""Finished searches of a board: rows, interrupted solutions and live figures."""

from __future__ import annotations

import csv
import io

import pytest

from puzzler.board import Move
from puzzler.game.core.settings import Settings
from puzzler.game.play.playing import Playing
from puzzler.game.watch.run import live_figures
from puzzler.game.watch.watching import WatchPhase
from puzzler.humanize import NOTHING
from puzzler.progress import BuildProgress
from puzzler.search.method import Method
from puzzler.search.options import LimitKind
from puzzler.search.report.comparison import COLUMNS, as_csv, as_text
from puzzler.search.result import Improvement, Outcome
from tests.game.fakes import (
    GOAL,
    LONG_SOLUTION,
    NEAR,
    SOLUTION,
    activity_of,
    message_of,
    play_of,
    playback,
)
from tests.game.watch.test_outcome import make_run

GREEDY = Method("greedy", "manhattan")


# ---- Rows ---------------------------------------------------------------------------------


def test_figures_and_rows_keep_the_method_of_their_search(stage, session):
    session.watch.start()
    run = session.watch.runs.shown
    method = run.method
    stage.solver.last.show(GOAL, 500)
    stage.tick()
    session.settings = Settings(algorithm="bfs")
    assert session.snapshot().watch.method.algorithm == "bfs"
    assert run.method == live_figures(run, 0).method == method
    stage.finish_search(SOLUTION)
    assert session.watch.rows[0].method == method
    session.watch.run_again(session.snapshot().watch.method)
    assert session.watch.runs.shown.method.algorithm == "bfs"


def test_every_finished_search_of_a_board_is_a_row(stage, session):
    session.watch.start()
    assert session.watch.rows == ()
    stage.finish_search(SOLUTION)
    stage.pass_time(1)
    session.watch.run_again(GREEDY)
    assert (activity_of(session), play_of(session).board) == (WatchPhase.SEARCHING, NEAR.start)
    stage.finish_search(LONG_SOLUTION)
    session.watch.run_again(Method("bfs"))
    stage.finish_search(status=Outcome.LIMIT, limit_reached=LimitKind.MEMORY)
    rows = session.watch.rows
    assert [(row.method.algorithm, row.result.length, row.quality) for row in rows] == [
        ("astar", 3, "At most 2×"),
        ("greedy", 11, "At most 2×"),
        ("bfs", None, "Out of memory (5.0 MB)"),
    ]
    assert [row.is_shown for row in rows] == [False, False, True]


def test_the_oldest_searches_are_forgotten(stage, session, monkeypatch):
    monkeypatch.setattr("puzzler.game.watch.run.MAX_RUNS", 2)
    for algorithm in ("astar", "greedy", "bfs"):
        session.watch.run_again(Method(algorithm))
        stage.finish_search(SOLUTION)
    assert [row.method.algorithm for row in session.watch.rows] == ["greedy", "bfs"]


def test_a_stopped_search_has_no_row(stage, session):
    session.watch.start()
    stage.finish_search(SOLUTION)
    session.stop()
    session.boards.restart()
    session.watch.start()
    session.stop()
    stage.finish_search(status=Outcome.CANCELLED)
    assert session.watch.runs.shown.result.status is Outcome.CANCELLED
    assert [row.is_shown for row in session.watch.rows] == [False]
    session.watch.show_run(session.watch.rows[0].number)
    assert session.watch.rows[0].is_shown


def test_a_row_shows_its_solution_paused_at_the_start(stage, session):
    session.watch.start()
    stage.finish_search(LONG_SOLUTION)
    stage.pass_time(4)
    session.watch.run_again(GREEDY)
    stage.finish_search(SOLUTION)
    stage.pass_time(0.3)
    session.watch.show_run(session.watch.rows[0].number)
    assert (activity_of(session), play_of(session).is_paused) == (WatchPhase.PLAYBACK, True)
    assert tuple(playback(session).moves) == LONG_SOLUTION
    assert (playback(session).position, play_of(session).board) == (0, NEAR.start)
    assert session.watch.rows[0].is_shown
    assert message_of(session).startswith("Solution found: 11 moves")
    slides = stage.tick()
    assert slides[-1].after == NEAR.start
    session.toggle_pause()
    stage.pass_time(4)
    assert play_of(session).is_solved


def test_rows_belong_to_a_board(stage, session):
    session.boards.new(seed=3)
    session.stop()
    session.watch.start()
    stage.finish_search(play_of(session).board.legal_moves()[:1])
    session.stop()
    assert len(session.watch.rows) == 1
    while play_of(session).scenario != NEAR:
        session.undo()
    assert (session.watch.runs.shown, session.watch.rows) == (None, ())
    session.watch.start()
    stage.finish_search(SOLUTION)
    stage.pass_time(0.3)
    session.stop()
    session.watch.start()  # from the state at which playback stopped
    stage.finish_search(SOLUTION[2:])
    assert session.watch.rows[0].result.length == 1
    session.boards.restart()
    assert [row.result.length for row in session.watch.rows] == [3]
    number = session.watch.rows[0].number
    session.boards.new(seed=4)
    assert (session.watch.rows, session.watch.runs.shown) == ((), None)
    session.watch.show_run(number)
    assert play_of(session).board == GOAL  # the shuffle is still shown, not the other board's row
    session.undo()
    assert [row.result.length for row in session.watch.rows] == [3]
    assert session.watch.runs.shown.number == number


def test_returning_to_a_board_shows_its_last_search(stage, session):
    for method in (Method("astar"), GREEDY):
        session.watch.run_again(method)
        stage.finish_search(LONG_SOLUTION)
        session.stop()
    session.boards.restart()
    session.move(Move.UP)
    session.watch.start()
    stage.finish_search((Move.DOWN, *SOLUTION))
    session.stop()
    session.boards.restart()
    assert [row.is_shown for row in session.watch.rows] == [False, True]
    assert session.watch.runs.shown.method == GREEDY


@pytest.mark.parametrize(("moves", "count"), [((), 0), ((Move.UP,), 0), ((Move.UP, Move.DOWN), 2)])
def test_a_solution_from_elsewhere_is_played_in_the_play_of_its_board(session, moves, count):
    for move in moves:
        session.move(move)
    number = session.context.game.present.number
    found = make_run(SOLUTION, status=Outcome.SOLVED)
    session.watch.play_solution(found.problem, found.method, found.result)
    play = session.activity.play
    assert (play.number, play.board, play.move_count) == (number, NEAR.start, count)


def test_another_search_rewinds_a_playback(stage, session):
    session.watch.start()
    stage.finish_search(LONG_SOLUTION)
    stage.pass_time(0.3)
    session.watch.run_again(GREEDY)
    assert session.undo(), "the search"
    assert not play_of(session).can_undo


def test_rows_are_exported_as_text_and_as_csv(stage, session):
    session.watch.start()
    stage.finish_search(SOLUTION)
    session.watch.run_again(Method("astar", "manhattan", 1.5))
    stage.finish_search(LONG_SOLUTION)
    entries = [row.entry for row in session.watch.rows]
    lines = as_text(entries).splitlines()
    assert lines[0].split("\t") == [column.title for column in COLUMNS]
    assert lines[1].endswith(f"\t3\tAt most 2×\t1,234\t0\t{NOTHING}\t{NOTHING}\t5.0 MB\t500 ms\t2")
    read = list(csv.DictReader(io.StringIO(as_csv(entries))))
    assert [row["method"] for row in read] == [row.method.title for row in session.watch.rows]
    assert (read[1]["algorithm"], read[1]["weight"], read[1]["length"]) == ("astar", "1.5", "11")
    columns = ("expanded", "seconds", "peak_bytes", "shortest")
    assert [read[0][column] for column in columns] == ["1234", "0.5", "5000000", ""]
    assert "played" not in read[0]
    assert as_csv(()) == ""


# ---- Interrupted solutions ---------------------------------------------------------------


def leave_playback(stage):
    """Stop a playback after two moves."""
    stage.session.watch.start()
    stage.finish_search(LONG_SOLUTION)
    stage.pass_time(0.3)
    assert playback(stage.session).position == 2
    stage.session.stop()


@pytest.mark.parametrize("leave", ["move", "undo", "stop"])
def test_an_interrupted_solution_can_be_resumed(stage, session, leave):
    session.watch.start()
    stage.finish_search(LONG_SOLUTION)
    stage.pass_time(0.3)
    position = playback(session).position
    assert position == 2
    assert session.watch.state().left is None
    if leave == "move":
        assert session.move(Move.UP)
    elif leave == "undo":
        session.undo()
    else:
        session.stop()
    stage.pass_time(0.2)
    assert activity_of(session) is Playing
    assert session.watch.state().left is not None
    assert [row.result.length for row in session.watch.rows] == [11]
    session.watch.resume()
    assert (activity_of(session), playback(session).position) == (WatchPhase.PLAYBACK, position)
    assert (play_of(session).move_count, play_of(session).is_paused) == (position, False)
    assert play_of(session).board == NEAR.start.apply_all(LONG_SOLUTION[:position])
    stage.pass_time(3)
    assert play_of(session).is_solved


def test_the_solution_of_a_failed_search_is_not_resumed_and_the_game_is_not_paused(stage, session):
    session.watch.start()
    stage.solver.last.find(LONG_SOLUTION)
    stage.solver.last.fail("out of memory")
    stage.pass_time(0.3)
    assert session.move(Move.UP)
    session.watch.resume()
    assert activity_of(session) is Playing
    assert play_of(session).is_timing and not play_of(session).is_paused


def test_undo_takes_back_resuming_in_one_step(stage, session):
    session.move(Move.UP)
    session.move(Move.DOWN)
    session.watch.start()
    stage.finish_search(SOLUTION)
    session.stop()
    session.move(Move.UP)
    before = play_of(session).board, play_of(session).move_count
    session.watch.resume()
    stage.tick()
    assert play_of(session).move_count >= 2
    session.undo()  # the watch
    session.undo()  # the return to the board of the search
    assert (play_of(session).board, play_of(session).move_count) == before


def test_a_closed_solution_is_hidden_until_its_row_is_chosen(stage, session):
    leave_playback(stage)
    board = play_of(session).board
    session.watch.close_track()
    stage.tick()
    assert session.watch.state().left is None
    assert (activity_of(session), play_of(session).board) == (Playing, board)
    session.watch.resume()  # does nothing
    assert activity_of(session) is Playing
    (row,) = session.watch.rows
    session.watch.show_run(row.number)
    assert (activity_of(session), playback(session).position) == (WatchPhase.PLAYBACK, 2)
    session.stop()
    assert session.watch.state().left is not None


def test_closing_one_solution_does_not_hide_the_next(stage, session):
    leave_playback(stage)
    session.watch.close_track()
    session.boards.restart()
    session.watch.start()
    stage.finish_search(SOLUTION)
    session.stop()
    assert tuple(session.watch.state().left.moves) == SOLUTION


def test_an_interrupted_solution_is_hidden_during_another_search(stage, session):
    leave_playback(stage)
    session.boards.restart()
    session.watch.start()
    assert session.watch.state().left is None


# ---- Figures ------------------------------------------------------------------------------


def test_the_state_of_a_search_is_named(stage, session):
    def texts() -> tuple[str, str]:
        return live_figures(session.watch.runs.shown, 0).state, message_of(session)

    session.watch.start()
    assert texts() == ("Searching", "Searching")
    assert live_figures(session.watch.runs.shown, 0).stats is None
    stage.solver.last.show(GOAL, 500)
    stage.tick()
    assert live_figures(session.watch.runs.shown, 0).rate == 1000.0
    session.toggle_pause()
    assert texts() == ("Paused", "Search paused")
    session.toggle_pause()
    assert texts() == ("Searching", "Searching")
    session.activity.step(10)
    assert texts() == ("Paused", "Search paused")
    stage.finish_search(SOLUTION)
    assert texts()[0] == "Finished in 500 ms"


def test_figures_change_ten_times_a_second_and_immediately_with_the_search(stage, session):
    def expanded(seconds: float) -> int:
        stage.tick(seconds)
        return session.watch.state().figures.stats.expanded

    for method in (Method("astar"), GREEDY):
        session.watch.run_again(method)
        for count, seconds, shown in ((10, 0.0, 10), (20, 0.05, 10), (30, 0.06, 30)):
            stage.solver.last.show(NEAR.start, count)
            assert expanded(seconds) == shown
        assert session.watch.state().figures.method == method


def test_a_search_that_is_stopped_leaves_what_it_has_proven(stage, session):
    session.watch.start()
    session.stop()
    stage.finish_search(SOLUTION, proven_optimal=True, lower_bound=3)
    assert session.context.distances.distance(NEAR.start, GOAL) == 3


def test_the_progress_of_building_tables_is_shown(stage, session):
    session.watch.run_again(Method("anytime"))
    search = stage.solver.last
    search.events, search.building = [], BuildProgress(0.3, "tables")
    search.find(SOLUTION)
    stage.pass_time(2)
    state = live_figures(session.watch.runs.shown, 0).state
    assert state == "Building tables (first time only): 30 %"
    assert activity_of(session) is WatchPhase.SEARCHING


@pytest.mark.parametrize("is_over", [False, True])
def test_the_lower_bound_includes_all_proofs_for_the_board(stage, session, is_over):
    def shown_bound() -> int:
        stage.tick(0.2)
        return session.watch.state().figures.lower_bound

    distances = session.context.distances
    distances.learn(NEAR.start, GOAL, 5)
    session.watch.run_again(Method("anytime"))
    search = stage.solver.last
    search.find(LONG_SOLUTION)
    search.show(NEAR.start, 10, lower_bound=3)
    assert shown_bound() == 5
    if is_over:
        search.finish(NEAR.start, GOAL, LONG_SOLUTION, lower_bound=3)
        assert shown_bound() == 5
    distances.learn(NEAR.start, GOAL, 7)
    assert shown_bound() == 7
    assert session.watch.runs.shown.lower_bound == 3
    if not is_over:
        search.show(NEAR.start, 20, lower_bound=9)
        assert shown_bound() == 9 == distances.bounds(NEAR.start, GOAL)[0]
        search.show(NEAR.start, 30, lower_bound=2)
        assert (shown_bound(), session.watch.runs.shown.lower_bound) == (9, 9)


def test_bounds_over_time_never_include_a_solution_that_cannot_be_played(stage, session):
    session.watch.run_again(Method("anytime"))
    stage.solver.last.show(NEAR.start, 10)
    stage.solver.last.find(LONG_SOLUTION)
    stage.pass_time(2)
    run = session.watch.runs.shown
    assert run.track.position > 2
    steps = (Improvement(0.1, 10, 11, 1), Improvement(2.0, 50, 3, 3))
    stage.finish_search(SOLUTION, proven_optimal=True, lower_bound=3, improvements=steps)
    assert tuple(run.track.moves) == LONG_SOLUTION == run.result.moves
    assert not run.result.proven_optimal
    for history in (run.improvements, run.result.improvements):
        assert [(step.length, step.lower_bound) for step in history] == [(11, 1), (11, 3)]
    assert (run.length, run.lower_bound) == (11, 3)


def test_a_proven_length_is_remembered_even_if_its_solution_cannot_be_played(stage, session):
    session.watch.run_again(Method("anytime"))
    stage.solver.last.show(NEAR.start, 10)
    stage.solver.last.find(LONG_SOLUTION)
    stage.pass_time(2)
    stage.finish_search(SOLUTION, proven_optimal=True, lower_bound=3)
    assert session.context.distances.distance(NEAR.start, GOAL) == 3
    assert message_of(session) == "Solution found: 11 moves (the shortest is 3)"
    assert session.watch.rows[0].quality == "+8 moves"


@pytest.mark.parametrize("message", ["Newer", ""])
def test_the_end_of_a_search_replaces_no_newer_message(stage, session, message):
    session.watch.run_again(Method("anytime"))
    stage.solver.last.show(NEAR.start, 10)
    stage.solver.last.find(SOLUTION)
    stage.pass_time(1.2)
    assert activity_of(session) is WatchPhase.PLAYBACK
    session.context.say(message)
    stage.finish_search(SOLUTION, proven_optimal=True, lower_bound=3)
    assert message_of(session) == (message or "Solution found: 3 moves, the shortest possible")


def test_leaving_a_playback_does_not_say_that_the_search_was_stopped(stage, session):
    session.watch.run_again(Method("anytime"))
    stage.solver.last.show(NEAR.start, 10)
    stage.solver.last.find(SOLUTION)
    stage.pass_time(1.2)
    session.stop()
    assert message_of(session) == "Solution found: 3 moves"
