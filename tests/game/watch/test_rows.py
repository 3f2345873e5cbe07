"""Finished searches of one board: rows, their tracks, and whose figures are shown."""

from __future__ import annotations

import csv
import io

import pytest

from puzzler.board import Move
from puzzler.game.play.playing import Playing
from puzzler.game.watch.figures import as_csv, as_text, figures
from puzzler.game.watch.watching import Phase
from puzzler.humanize import NOTHING
from puzzler.search.comparison import COLUMNS
from puzzler.search.method import Method
from puzzler.search.options import LimitKind
from puzzler.search.result import Outcome
from puzzler.steps import BuildProgress
from tests.game.fakes import doing, message_of, play_of, playback
from tests.game.test_session import GOAL, NEAR

ANSWER = (Move.DOWN, Move.RIGHT, Move.RIGHT)
LONGER = (Move.UP, Move.DOWN, *ANSWER)
GREEDY = Method("greedy", "manhattan")


def found(stage, moves=ANSWER, **how):
    """The search that was begun last finds ``moves`` and ends."""
    run = stage.solver.last
    run.find(moves)
    run.finish(run.problem.start, run.problem.goal, moves, **how)
    stage.tick()


# ---- Whose figures they are ---------------------------------------------------------------


def test_figures_line_and_track_are_those_of_the_method_that_made_them(stage, session):
    session.watch.start()
    first = session.watch.runs.shown.method
    stage.solver.last.show(GOAL, 500)
    stage.tick()
    session.settings = type(session.settings)(algorithm="bfs", shortest=False)
    assert session.snapshot().watch.method != first
    assert (session.watch.runs.shown.method, figures(session.watch.runs.shown).method) == (
        first,
        first,
    )
    found(stage)
    assert (session.watch.runs.shown.method, session.watch.rows[0].method) == (first, first)
    assert message_of(session) == "Solved: 3 moves, at most 2× optimal, 1,234 expanded"
    session.watch.run_again(session.snapshot().watch.method)
    assert session.watch.runs.shown.method == session.snapshot().watch.method
    assert session.watch.runs.shown.method.algorithm == "bfs"


# ---- Rows ---------------------------------------------------------------------------------


def test_every_finished_search_of_a_board_stays_as_a_row(stage, session):
    assert session.watch.rows == ()
    session.watch.start()
    assert session.watch.rows == ()
    found(stage)
    stage.pass_time(1)
    session.watch.run_again(GREEDY)
    assert (doing(session), play_of(session).board) == (Phase.SEARCHING, NEAR.start)
    found(stage, LONGER)
    session.watch.run_again(Method("bfs"))
    stage.solver.last.finish(NEAR.start, GOAL, (), Outcome.LIMIT, limit_reached=LimitKind.MEMORY)
    stage.tick()
    assert [(row.method.algorithm, row.result.length, row.worth) for row in session.watch.rows] == [
        ("astar", 3, "At most 2×"),
        ("greedy", 5, "At most 2×"),
        ("bfs", None, "Out of memory (5.0 MB)"),
    ]
    assert [row.is_shown for row in session.watch.rows] == [False, False, True]
    session.watch.start()
    session.stop()
    stage.solver.last.finish(NEAR.start, GOAL, (), Outcome.CANCELLED)  # which is no row
    stage.tick()
    assert session.watch.runs.shown.result.status is Outcome.CANCELLED
    assert [row.is_shown for row in session.watch.rows] == [False, False, False]
    session.watch.show_run(session.watch.rows[2].number)  # without an answer its figures only
    assert session.watch.rows[2].is_shown


def test_a_row_has_its_track_back(stage, session):
    session.watch.start()
    found(stage, LONGER)
    stage.pass_time(2)
    session.watch.run_again(GREEDY)
    found(stage)
    stage.pass_time(0.3)
    number = session.watch.rows[0].number
    session.watch.show_run(number)
    assert (doing(session), play_of(session).is_paused) == (Phase.PLAYBACK, True)
    assert tuple(playback(session).moves) == LONGER
    assert (playback(session).position, play_of(session).board) == (0, NEAR.start)
    assert session.watch.rows[0].is_shown
    assert message_of(session).startswith("Solved: 5 moves")
    slides = stage.tick()
    assert slides[-1].after == NEAR.start
    session.toggle_pause()
    stage.pass_time(2)
    assert play_of(session).is_solved


def test_rows_go_with_the_board_and_come_back_with_it(stage, session):
    session.boards.new(seed=3)
    session.stop()
    session.watch.start()
    found(stage, play_of(session).board.legal_moves()[:1])
    session.stop()
    assert len(session.watch.rows) == 1
    while play_of(session).scenario != NEAR:
        session.undo()
    assert (session.watch.runs.shown, session.watch.rows) == (None, ())
    session.watch.start()
    found(stage)
    stage.pass_time(0.3)
    session.stop()
    session.watch.start()  # from where the playback was left
    found(stage, ANSWER[2:])
    assert session.watch.rows[0].result.length == 1
    session.boards.restart()
    assert [row.result.length for row in session.watch.rows] == [3]
    number = session.watch.rows[0].number
    session.boards.new(seed=4)
    assert (session.watch.rows, session.watch.runs.shown) == ((), None)
    session.watch.show_run(number)
    assert play_of(session).board == GOAL  # the shuffle begins there: no foreign track is shown
    session.undo()
    assert [row.result.length for row in session.watch.rows] == [3]
    assert session.watch.runs.shown.number == number


def test_rows_as_text_and_as_csv(stage, session):
    session.watch.start()
    found(stage)
    session.watch.run_again(Method("astar", "manhattan", 1.5))
    found(stage, LONGER, proven_optimal=False)
    text = as_text(session.watch.rows)
    assert text.splitlines()[0].split("\t") == [column.title for column in COLUMNS]
    told = f"\t3\tAt most 2×\t1,234\t0\t{NOTHING}\t0\t5.0 MB\t500 ms"
    assert text.splitlines()[1].endswith(told)
    read = list(csv.DictReader(io.StringIO(as_csv(session.watch.rows))))
    assert [row["method"] for row in read] == [row.method.title for row in session.watch.rows]
    assert (read[1]["algorithm"], read[1]["weight"], read[1]["length"]) == ("astar", "1.5", "5")
    assert [row["played"] for row in read] == ["3", "5"]
    figures = ("expanded", "seconds", "peak_bytes", "worth", "shortest")
    assert [read[0][key] for key in figures] == ["1234", "0.5", "5000000", "At most 2×", ""]
    assert as_csv(()) == ""


# ---- Ghosts -------------------------------------------------------------------------------


@pytest.mark.parametrize("leave", ["touch", "undo", "escape"])
def test_the_track_that_was_left_can_be_resumed(stage, session, leave):
    session.watch.start()
    found(stage, LONGER)
    stage.pass_time(0.3)
    position = playback(session).position
    assert position == 2
    assert session.snapshot().watch.left is None
    if leave == "touch":
        assert session.click(0)
        stage.tick()
        session.move(Move.DOWN)
    elif leave == "undo":
        session.undo()
    else:
        session.stop()
    stage.pass_time(0.2)
    assert doing(session) is Playing
    assert session.snapshot().watch.left is not None
    assert [row.result.length for row in session.watch.rows] == [5]
    session.watch.resume()
    assert (doing(session), playback(session).position) == (Phase.PLAYBACK, position)
    assert (play_of(session).move_count, play_of(session).is_paused) == (position, False)
    assert play_of(session).board == NEAR.start.apply_all(LONGER[:position])
    stage.pass_time(2)
    assert play_of(session).is_solved


def test_resuming_is_one_action_that_can_be_undone(stage, session):
    session.move(Move.UP)
    session.move(Move.DOWN)
    session.watch.start()
    found(stage)
    session.stop()
    session.move(Move.UP)
    here = play_of(session).board, play_of(session).move_count
    session.watch.resume()
    stage.tick()
    assert play_of(session).move_count >= 2
    session.undo()  # the watch
    session.undo()  # going back to where the search began
    assert (play_of(session).board, play_of(session).move_count) == here


# ---- Figures ------------------------------------------------------------------------------


def test_what_a_search_does_is_called_by_its_name(stage, session):
    def told() -> tuple[str, str]:
        return figures(session.watch.runs.shown).state, message_of(session)

    session.watch.start()
    assert told() == ("Searching", "Searching")
    assert figures(session.watch.runs.shown).stats is None
    stage.solver.last.show(GOAL, 500)
    stage.tick()
    assert figures(session.watch.runs.shown).rate == 1000.0
    session.toggle_pause()
    assert told() == ("Paused", "Search paused")
    session.toggle_pause()
    assert told() == ("Searching", "Searching")
    session.activity.step(10)
    assert told() == ("Paused", "Search paused")
    found(stage)
    assert told()[0] == "Finished in 500 ms"
    session.watch.run_again(Method("anytime"))
    run = stage.solver.last
    run.events, run.building = [], BuildProgress(0.3, "tables")
    stage.tick()
    assert told()[0] == "Building tables, first time only: 30 %"
    run.find(LONGER)  # what is played before the tables are there is the first answer
    stage.tick()
    assert told()[0] == "Playing the first solution, search starting"
    shown = session.watch.runs.shown
    assert (shown.track.total, shown.best_length) == (len(LONGER), None)
