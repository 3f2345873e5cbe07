"""A solved board is locked, its timer is stopped, and its result does not change."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, Move, Scenario, shuffle
from puzzler.game.core.distances import ShortestLength
from puzzler.game.core.feedback import Happening
from puzzler.game.play.finish import Finish, finish_line
from puzzler.game.play.playing import Playing
from puzzler.game.storage.statistics import Bests, Selection
from puzzler.game.storage.store import Store
from puzzler.game.watch.watching import WatchPhase
from tests.game.fakes import GOAL, NEAR, Stage, activity_of, message_of, play_of, playback
from tests.game.storage.reading import read_rows, read_summary
from tests.game.test_session import SHUFFLED, WAY_BACK, solve_by_hand, summary_of

ALREADY_SOLVED = "The board is already solved"
WAY = (Move.DOWN, Move.RIGHT, Move.RIGHT)
"""Moves from NEAR to the goal."""


def displayed_state(session, *, without=()):
    """The board and everything that displays its solve."""
    play, kind = play_of(session), session.statistics.present_kind
    store = session.store
    everything = {
        "board": (play.board, play.is_solved, activity_of(session)),
        "clock": (play.move_count, play.seconds, play.is_timing, play.assisted),
        "result": play.finish,
        "line to share": play.finish and finish_line(play.finish, play.scenario),
        "statistics": kind and (read_rows(store.solves, kind), read_summary(store.solves, kind)),
        "message": message_of(session),
        "history": session.context.game.saved,
    }
    return {name: value for name, value in everything.items() if name not in without}


def solved(**more):
    """A shuffled board that was solved in 4 seconds and 9 moves."""
    stage = Stage(scenario=SHUFFLED, **more)
    solve_by_hand(stage)
    stage.tick(0)
    stage.session.take_happenings()
    return stage


def test_keys_are_ignored_and_clicks_are_rejected():
    stage = solved()
    session = stage.session
    before = displayed_state(session)
    for move in Move:
        assert not session.move(move)
    assert session.take_happenings() == []
    for cell in range(9):
        assert not session.click(cell)
    assert session.take_happenings() == [Happening.REFUSED] * 9
    assert stage.tick() == []
    assert displayed_state(session) == before
    assert play_of(session).finish.seconds == 4.0
    assert message_of(session) == "Solved in 9 moves, 4.00 s"


def finish_by_detour(stage):
    solve_by_hand(stage, detour=2)


def finish_with_help(stage):
    stage.session.settings = replace(stage.session.settings, coach=True)
    stage.session.context.game.mark(assisted=True)
    solve_by_hand(stage)


def finish_again(stage):
    solve_by_hand(stage)
    stage.session.undo()
    stage.session.move(WAY_BACK[-1])


def finish_by_redo(stage):
    solve_by_hand(stage)
    for _ in range(3):
        stage.session.undo()
    stage.tick(2)
    for _ in range(3):
        stage.session.redo()


def watch_to_the_end(stage):
    session = stage.session
    session.watch.start()
    stage.solver.last.find(tuple(WAY_BACK))
    stage.solver.last.finish(SHUFFLED.start, SHUFFLED.goal, tuple(WAY_BACK))
    stage.pass_time(4)
    assert playback(session).is_at_end


def take_over_a_watched_solution(stage):
    watch_to_the_end(stage)
    stage.session.stop()


ENDINGS = [
    solve_by_hand,
    finish_by_detour,
    finish_with_help,
    finish_again,
    finish_by_redo,
    watch_to_the_end,
    take_over_a_watched_solution,
]
TOUCH = st.one_of(
    st.tuples(st.just("click"), st.integers(0, 8)),
    st.tuples(st.just("move"), st.sampled_from(Move)),
    st.tuples(st.just("drag"), st.integers(0, 8), st.floats(0, 0.5)),
)
SECONDS = st.sampled_from([0.0, 0.005, 0.03, 0.25, 1.0, 5.0])


@given(st.sampled_from(ENDINGS), st.lists(st.tuples(SECONDS, TOUCH), max_size=12))
def test_input_after_the_last_move_has_no_effect(end, touches):
    stage = Stage(scenario=SHUFFLED)
    session = stage.session
    end(stage)
    stage.tick(0)
    before = displayed_state(session)
    for seconds, (kind, *arguments) in touches:
        stage.tick(seconds)
        if kind == "drag":
            cell, dragged = arguments
            session.start_move()
            stage.tick(dragged)
            assert not session.click(cell)
            session.cancel_move()
        else:
            assert not getattr(session, kind)(*arguments)
        after = displayed_state(session)
        if end is take_over_a_watched_solution and after["message"] == ALREADY_SOLVED:
            before["message"] = ALREADY_SOLVED
        assert after == before


def test_undo_does_not_start_the_clock_again_and_redo_restores_the_result():
    stage = solved()
    session = stage.session
    before = displayed_state(session)
    for count in range(1, 5):
        session.undo()
        stage.tick(3)
        play = play_of(session)
        assert (play.finish, play.is_timing, play.move_count) == (None, False, 9 - count)
    for _ in range(4):
        session.redo()
        stage.tick(3)
    assert displayed_state(session) == before
    session.reviews.open_last()
    assert session.activity.source.times == tuple(number / 2 for number in range(9))
    stage.tick(3)
    session.stop()
    assert displayed_state(session) == before | {"message": ""}


def test_help_after_the_solve_does_not_change_its_result():
    stage = solved()
    session = stage.session
    session.context.distances.learn(SHUFFLED.start, SHUFFLED.goal, 9, 9)  # proven by the watch
    stage.settle()
    before = displayed_state(session, without=("message", "history"))
    session.watch.start(is_shortest=True)  # in a new play of the same board
    stage.finish_search(tuple(WAY_BACK))
    assert play_of(session).assisted
    session.stop()
    session.undo()
    session.undo()
    assert displayed_state(session, without=("message", "history")) == before
    session.boards.restart()
    assert play_of(session).assisted, "its solution was displayed"


def test_only_the_first_solve_of_a_play_counts(tmp_path):
    stage = Stage(scenario=SHUFFLED, handed_in={"store": Store.open(tmp_path)})
    session = stage.session
    solve_by_hand(stage, detour=1)
    session.boards.restart()
    solve_by_hand(stage)
    first = play_of(session).finish
    assert (first.seconds, first.moves, first.beaten) == (4.0, 9, ())

    def solve_again(session, stage):
        session.undo()
        session.undo()
        stage.tick(7)
        away = next(m for m in play_of(session).board.legal_moves() if m != WAY_BACK[-2])
        for move in (away, away.inverse, *WAY_BACK[-2:]):
            session.move(move)
            stage.tick(1)
        play = play_of(session)
        assert (play.finish.seconds, play.finish.moves, play.finish.beaten) == (4.0, 9, ())
        assert (play.finish.is_repeated, play.finish.solve_id) == (True, first.solve_id)
        assert (play.seconds, play.move_count, play.is_timing) == (4.0, 9, False)
        assert message_of(session) == "Solved again. Your first solve counts: 9 moves and 4.00 s"
        assert Happening.RECORD not in session.take_happenings()
        assert summary_of(session).count == 1
        session.reviews.open_last()
        assert len(session.activity.source.moves) == 9
        session.stop()

    session.take_happenings()
    solve_again(session, stage)
    session.close()
    again = Stage(None, {"store": Store.open(tmp_path)})
    solve_again(again.session, again)
    again.session.close()


def test_a_click_on_a_watched_solution_is_rejected(stage, session):
    session.watch.start()
    stage.solver.last.find(WAY)
    stage.solver.last.finish(NEAR.start, GOAL, WAY)
    stage.pass_time(2)
    assert play_of(session).is_solved
    session.take_happenings()
    before = displayed_state(session)
    assert not session.click(5)
    assert session.take_happenings() == [Happening.REFUSED]
    assert not session.move(Move.UP)
    assert session.take_happenings() == []
    assert displayed_state(session) == before and activity_of(session) is WatchPhase.PLAYBACK
    session.activity.step(-1)  # the track can be used
    assert session.move(Move.UP)
    assert activity_of(session) is Playing


@pytest.mark.parametrize("way", ["opened", "begun", "drawn"])
def test_a_board_that_starts_solved_is_locked(way):
    stage = Stage(Scenario(GOAL, GOAL) if way == "opened" else NEAR)
    session = stage.session
    if way == "begun":
        session.boards.begin_scenario(Scenario(GOAL, GOAL))
    elif way == "drawn":
        session.edit()
        session.editor.arrange("standard")
        assert session.finish_edit()
    stage.tick(5)
    play = play_of(session)
    assert (play.board, play.is_solved, play.finish) == (GOAL, True, None)
    session.context.say("")
    assert not session.move(Move.UP)
    assert message_of(session) == ""
    session.start_move()
    assert not session.click(5)
    assert message_of(session) == ALREADY_SOLVED
    session.cancel_move()
    stage.tick(5)
    play = play_of(session)
    assert (play.board, play.move_count, play.seconds, play.is_timing) == (GOAL, 0, 0, False)
    assert session.statistics.solves.latest() is None


# ---- The timer starts when the first move of the player starts
# -------------------------------------


def test_a_playback_that_is_stopped_does_not_start_the_clock(stage, session):
    session.watch.start()
    stage.finish_search(WAY)
    assert 0 < playback(session).position < 3
    for leave in (session.stop, session.undo, session.redo):
        leave()
        session.cover(True)
        stage.tick(1)
        session.cover(False)
        stage.tick(5)
        play = play_of(session)
        assert (activity_of(session), play.is_timing, play.seconds) == (Playing, False, 0)
    session.move(play_of(session).board.legal_moves()[0])
    stage.tick(5)
    assert session.activity.play.seconds == 5


def test_a_game_that_is_resumed_waits_for_the_first_move(tmp_path):
    stage = Stage(handed_in={"store": Store.open(tmp_path)})
    stage.session.move(Move.DOWN)
    stage.tick(3)
    stage.session.close()
    stage = Stage(None, {"store": Store.open(tmp_path)})
    session = stage.session
    for action in (session.undo, session.redo, session.toggle_pause, session.stop):
        action()
        session.cover(True)
        session.cover(False)
        stage.tick(5)
        assert (session.activity.play.seconds, play_of(session).is_timing) == (3, False)
    session.move(Move.RIGHT)
    stage.tick(2)
    assert session.activity.play.seconds == 5
    session.close()


def test_a_drag_starts_the_clock_and_a_drag_without_a_move_stops_it(stage, session):
    session.start_move()
    stage.tick(2)
    assert (session.activity.play.seconds, play_of(session).is_timing) == (2, True)
    session.cancel_move()
    stage.tick(2)
    assert (session.activity.play.seconds, play_of(session).is_timing) == (0, False)
    session.start_move()
    stage.tick(2)
    session.cover(True)  # a dialog cancels the drag
    session.cover(False)
    stage.tick(2)
    assert (session.activity.play.seconds, play_of(session).is_timing) == (0, False)
    session.start_move()
    stage.tick(2)
    assert session.click(6)
    session.cancel_move()  # the button is released afterwards
    stage.tick(1)
    assert (session.activity.play.seconds, play_of(session).is_timing) == (3, True)
    session.start_move()
    stage.tick(1)
    session.cancel_move()  # the game has started, so its clock continues
    stage.tick(1)
    assert (session.activity.play.seconds, play_of(session).is_timing) == (5, True)


def test_a_solve_by_one_drag_has_the_time_of_the_drag():
    start = Board.parse("1 2 3/4 5 6/0 7 8")
    stage = Stage(shuffle(3, 3, 1, seed=1, goal=start), {})
    session = stage.session
    session.context.start_play(Scenario(start, GOAL))
    session.start_move()
    stage.tick(0.75)
    assert session.click(8)
    session.cancel_move()
    assert play_of(session).finish.seconds == session.activity.play.seconds == 0.75


@given(st.lists(st.sampled_from(["start", "cancel", "undo", "redo", "restart", "new", "wait"])))
def test_without_a_move_no_time_passes(actions):
    stage = Stage(instant_shuffle=True)
    session = stage.session
    for action in actions:
        match action:
            case "start" | "cancel":
                getattr(session, f"{action}_move")()
            case "restart" | "new":
                getattr(session.boards, action)()
            case "wait":
                stage.tick(1)
            case _:
                getattr(session, action)()
    session.cancel_move()
    assert (session.activity.play.seconds, play_of(session).is_timing) == (0, False)


def test_an_abandoned_game_is_a_dnf_and_does_not_count_when_solved_later():
    stage = Stage(scenario=SHUFFLED)
    session, store = stage.session, stage.session.store
    kind = session.statistics.present_kind
    session.boards.give_up()
    assert store.solves.count(kind) == 0, "no tile was moved"
    way = WAY_BACK
    session.move(way[0])
    session.boards.give_up()
    assert message_of(session) == "The last game is DNF. Undo to see its board"
    [row] = store.solves.all_rows(kind)
    assert (row.penalty, row.path, row.board) == ("DNF", "", str(SHUFFLED.start))
    assert row.moves_a_second is replace(row, shortest=9).lost is None
    assert read_summary(store.solves, kind).dnf_count == 1
    assert read_summary(store.solves, kind).best_moves is store.solves.bests(kind).seconds is None
    assert store.solves.times(kind, 0).latest == (math.inf,)
    assert store.solves.days() == set()
    assert session.context.game.present.scenario != SHUFFLED
    assert not session.boards.can_give_up
    stage.pass_time(2)
    session.undo()
    for move in way[1:]:
        session.move(move)
    assert "Not counted: you had given up this board" in message_of(session)
    assert read_summary(store.solves, kind).count == 0


def test_counter_result_and_records_use_the_metric():
    goal = Board.solved(3, 3)
    scenario = Scenario(
        goal.apply_all([Move.LEFT, Move.LEFT, Move.UP]), goal, 7, difficulty="mixed"
    )
    stage = Stage(scenario=scenario)
    session, store = stage.session, stage.session.store
    session.settings = replace(session.settings, multi_tile=True)
    session.click(play_of(session).board.blank + 3)
    assert (play_of(session).move_count, play_of(session).shown_moves) == (1, 1)
    session.click(8)  # two tiles
    finish = play_of(session).finish
    assert (play_of(session).move_count, play_of(session).shown_moves) == (3, 2)
    assert (finish.moves, finish.shown_moves, finish.lost) == (3, 2, None)
    assert message_of(session).startswith("Solved in 2 multi-tile moves")
    session.settings = replace(session.settings, multi_tile=False)
    assert (play_of(session).shown_moves, play_of(session).finish.shown_moves) == (3, 3)
    [row] = store.solves.all_rows(session.statistics.present_kind)
    assert (row.move_count, row.slides) == (3, 2), "both metrics must be stored"


def test_figures_of_solves_without_slides_are_unknown_in_multi_tile_moves():
    stage = solved()
    session, store = stage.session, stage.session.store
    kind, multi = session.statistics.present_kind, Selection(is_multi_tile=True)
    assert store.solves.bests(kind, is_multi_tile=True).moves == 9
    assert read_summary(store.solves, kind, None, multi).best_efficiency is None
    store.connection.execute("UPDATE solves SET slides = NULL, shortest = 9")
    figures = read_summary(store.solves, kind, None, multi)
    assert figures.best_moves is figures.best_efficiency is figures.moves_a_second is None
    assert (figures.count, figures.best_seconds) == (1, 4)
    assert store.solves.bests(kind, is_multi_tile=True) == Bests(4)
    [row] = store.solves.all_rows(kind)
    shown = row.in_metric(is_multi_tile=True)
    assert (shown.move_count, shown.shortest, shown.moves_a_second) == (0, None, None)
    assert row.in_metric(is_multi_tile=False) == row
    assert read_summary(store.solves, kind).best_efficiency == 1


def test_moves_of_one_tile_are_shown_if_multi_tile_moves_are_unknown() -> None:
    finish = Finish(seconds=1.0, moves=58, is_multi_tile=True, shortest=ShortestLength(50, 50))
    assert (finish.moves_text, finish.lost) == ("58 single-tile moves", None)
    assert replace(finish, slides=40).moves_text == "40 multi-tile moves"
