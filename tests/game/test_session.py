"""The session: playing, shuffling, undo and the timer."""

from __future__ import annotations

import logging
import sqlite3
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, BoardError, Move, Scenario, shuffle
from puzzler.board.goal import GOALS, snail
from puzzler.game.core.category import CHOICES, Difficulty, goal_from_text
from puzzler.game.core.feedback import Happening
from puzzler.game.core.settings import Settings
from puzzler.game.play.editing import EditTarget
from puzzler.game.play.playing import Playing, Shuffling
from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.store import RunningGame, Store
from puzzler.game.watch.watching import Watching, WatchPhase
from puzzler.search.method import Method
from puzzler.search.result import Outcome
from tests.game.fakes import (
    GOAL,
    NEAR,
    ExactMeasurer,
    Stage,
    activity_of,
    call,
    message_of,
    play_of,
)
from tests.game.storage.reading import read_summary


def test_a_session_starts_with_the_given_scenario(stage, session):
    assert activity_of(session) is Playing
    play = play_of(session)
    assert (play.board, play.goal, play.scenario) == (NEAR.start, GOAL, NEAR)
    assert (play.move_count, play.seconds, play.seed_text, message_of(session)) == (0, 0, "", "")
    assert not (play.is_solved or play.assisted or play.can_undo or play.can_redo)
    session.boards.restart()  # not an action in this activity
    assert play_of(session) == play
    assert stage.tick() == []
    assert not (session.is_busy or play.is_timing or play.is_paused)


def test_a_click_slides_every_tile_up_to_the_blank(stage, session):
    assert session.click(5)
    assert play_of(session).board == Board.parse("1 2 3/5 6 0/4 7 8")
    assert play_of(session).move_count == 2
    assert session.is_busy
    [slide] = stage.tick()
    assert slide.moves == (Move.RIGHT, Move.RIGHT)
    assert (slide.before, slide.after) == (NEAR.start, play_of(session).board)
    assert (slide.seconds, slide.is_linear) == (0.11, False)
    assert not session.is_busy


def test_an_impossible_slide_is_rejected_without_penalty(stage, session):
    for cell in (3, 7, 8, 1):
        assert not session.click(cell)
    assert not session.move(Move.LEFT)
    assert stage.tick() == []
    assert (play_of(session).move_count, play_of(session).can_undo) == (0, False)
    assert session.move(Move.DOWN)
    assert play_of(session).board == Board.parse("1 2 3/4 5 6/0 7 8")


def test_a_solve_by_hand_has_a_message_and_a_log_entry(stage, session, caplog):
    caplog.set_level(logging.INFO, logger="puzzler")
    session.move(Move.DOWN)
    stage.clock.now += 4
    assert play_of(session).is_timing
    session.click(8)
    assert play_of(session).is_solved
    assert not play_of(session).assisted
    assert not session.click(0)  # a rejected move does not change the message
    assert message_of(session) == "Solved in 3 moves, 4.00 s"
    assert "Solved in 3 moves, 4.00 s" in caplog.text
    stage.clock.now += 100
    assert session.activity.play.seconds == 4
    assert not play_of(session).is_timing
    session.undo()
    assert message_of(session) == ""


def test_undo_and_redo_slide_back_and_forth(stage, session):
    session.click(5)
    stage.tick()
    assert session.undo()
    assert (play_of(session).board, play_of(session).move_count) == (NEAR.start, 0)
    [slide] = stage.tick()
    assert slide.moves == (Move.LEFT, Move.LEFT)
    assert slide.seconds == 0.11
    assert session.redo()
    [slide] = stage.tick()
    assert slide.moves == (Move.RIGHT, Move.RIGHT)
    assert play_of(session).move_count == 2
    assert not session.redo()
    assert session.undo()
    assert not session.undo()


def test_a_restart_jumps_to_the_start_and_can_be_undone(stage, session):
    session.move(Move.DOWN)
    session.move(Move.RIGHT)
    here = play_of(session).board
    stage.tick(7)
    session.boards.restart()
    play = play_of(session)
    assert (play.board, play.move_count, play.seconds) == (NEAR.start, 0, 0)
    [slide] = stage.tick()
    assert (slide.moves, slide.seconds) == ((), 0)
    session.undo()
    assert (play_of(session).board, play_of(session).move_count) == (here, 2)


def test_the_shuffle_of_a_new_board_is_animated_in_1_5_seconds(stage, session, caplog):
    caplog.set_level(logging.INFO, logger="puzzler")
    session.boards.new(seed=123)
    assert (activity_of(session), play_of(session).board) == (Shuffling, GOAL)
    assert session.is_busy and not play_of(session).is_solved
    assert "board shuffled: 3x3, seed 123" in caplog.text
    jump, *slides = stage.pass_time(1.45)
    assert (jump.moves, jump.after) == ((), GOAL)
    assert activity_of(session) is Shuffling
    slides += stage.pass_time(0.1)
    play = play_of(session)
    assert (activity_of(session), play.board, play.is_solved) == (Playing, slides[-1].after, False)
    # Like on the command line, but without the moves, which would be stored in every step of undo.
    assert play.scenario == shuffle(3, 3, seed=123).without_moves()
    assert (play.move_count, play.is_timing, session.is_busy) == (0, False, False)
    without_scenario = Stage(scenario=None).session
    assert activity_of(without_scenario) is Shuffling and not play_of(without_scenario).can_undo


@pytest.mark.parametrize("choice", ["instant_shuffle", "reduced_motion"])
def test_the_animation_of_a_shuffle_can_be_disabled(choice):
    stage = Stage(**{choice: True})
    stage.session.boards.new()
    assert activity_of(stage.session) is Playing
    [slide] = stage.tick()
    assert not slide.moves
    assert slide.after == play_of(stage.session).board == play_of(stage.session).scenario.start
    stage.session.move(play_of(stage.session).board.legal_moves()[0])
    [slide] = stage.tick()
    assert slide.moves and (slide.seconds == 0) == (choice == "reduced_motion")


@pytest.mark.parametrize("hurry", [("click", 0), ("move", Move.UP), ("stop",), ("undo",)])
def test_a_move_of_the_player_finishes_the_shuffle(stage, session, hurry):
    session.boards.new(seed=5)
    stage.pass_time(0.5)
    call(session, *hurry)
    play = play_of(session)
    assert activity_of(session) is Playing
    assert (play.board, play.move_count) == (play.scenario.start, 0)
    assert (play.scenario == NEAR) == (hurry == ("undo",))
    *_, slide = stage.tick()
    assert (slide.moves, slide.after) == ((), play.board)


def test_a_new_board_can_have_another_shape_and_undo_restores_the_old_board(stage, session):
    session.move(Move.DOWN)
    here = play_of(session).board
    session.boards.new(2, 4, seed=1)
    assert (session.settings.rows, session.settings.columns) == (2, 4)
    assert play_of(session).goal == Board.solved(2, 4)
    stage.pass_time(1.6)
    session.move(play_of(session).board.legal_moves()[0])
    session.undo()
    stage.tick()
    session.undo()
    play = play_of(session)
    assert (play.board, play.goal, play.move_count) == (here, GOAL, 1)
    [slide] = stage.tick()
    assert (slide.moves, slide.before.size, slide.after.size) == ((), (2, 4), (3, 3))
    session.redo()
    assert play_of(session).scenario.seed == 1


def test_settings_of_one_session_are_not_stored():
    stored = Settings(rows=5, columns=5, weight=3)
    changes = {"heuristic": "misplaced", "weight": 2, "playback_speed": 8}
    stage = Stage(NEAR, {"kept_settings": stored}, rows=5, columns=5, **changes)
    session, for_now = stage.session, replace(stored, **changes)
    session.boards.new()
    assert (session.settings, session.kept_settings) == (for_now, stored)
    session.set_speed(16)
    session.boards.new(4, 4)
    session.undo()
    session.boards.new()
    assert play_of(session).board.size == (3, 3)
    chosen = {"playback_speed": 16, "rows": 4, "columns": 4}
    assert session.settings == replace(for_now, **chosen)
    assert session.kept_settings == replace(stored, **chosen)


def test_a_new_board_keeps_an_unusual_goal():
    stage = Stage(scenario=Scenario(Board.parse("1 2 3/0 8 4/7 6 5"), snail(3, 3)))
    stage.session.boards.new()
    assert (play_of(stage.session).goal, play_of(stage.session).goal_name) == (snail(3, 3), "snail")
    stage.session.boards.new(4, 4)
    assert play_of(stage.session).goal == snail(4, 4)
    assert stage.session.settings.goal == "standard"


@pytest.mark.parametrize(
    "goal", ["standard", "blank-first", "snail", "3 1 2/4 5 6/7 8 0", Board.parse("5 4 3/2 1 0")]
)
def test_a_chosen_goal_is_stored_for_new_boards(session, goal):
    session.boards.new(goal=goal)
    expected = goal if isinstance(goal, Board) else goal_from_text(goal, 3, 3)
    assert (play_of(session).goal, session.settings.goal) == (expected, str(goal))
    assert play_of(session).goal_name == (goal if goal in GOALS else "own")
    session.undo()
    assert play_of(session).goal == GOAL
    rows, columns = expected.size
    later = Stage(scenario=None, goal=str(goal), rows=rows, columns=columns).session
    assert play_of(later).goal == expected


@pytest.mark.parametrize(
    "arguments",
    [{"goal": "crooked"}, {"goal": GOAL, "rows": 4}, {"rows": 11}, {"rows": 1, "columns": 9}],
)
def test_an_impossible_new_board_changes_nothing(session, arguments):
    before = session.settings
    with pytest.raises(BoardError):
        session.boards.new(**arguments)
    assert play_of(session).board == NEAR.start
    assert session.settings == before
    assert not play_of(session).can_undo


@pytest.mark.parametrize("size", [(2, 3), (3, 3)])
@pytest.mark.parametrize("difficulty", CHOICES)
def test_a_chosen_difficulty_is_stored_and_its_seed_reproduces_the_board(
    stage, session, difficulty, size
):
    session.boards.new(*size, difficulty=difficulty, seed=11)
    stage.tick()
    assert session.statistics.present_kind.difficulty is difficulty
    if size == (2, 3) and difficulty is not Difficulty.MIXED:
        assert play_of(session).scenario.shuffle_moves == difficulty.shuffle_moves(2, 3)
    assert session.settings.difficulty_of(*play_of(session).goal.size) is difficulty
    first = play_of(session).scenario
    assert play_of(session).seed_text == "11"
    session.boards.new()
    stage.tick()
    assert play_of(session).scenario != first
    session.files.import_text(" 11\n")
    stage.tick()
    assert play_of(session).scenario == first
    assert session.undo()
    assert play_of(session).scenario != first


# ---- Solving by hand ------------------------------------------------------------------

SHUFFLED = shuffle(3, 3, 9, seed=4)
WAY_BACK = [move.inverse for move in reversed(SHUFFLED.shuffle)]


def solve_by_hand(stage, detour=0):
    """Solve the board by the inverse shuffle, half a second per move, after a detour."""
    session = stage.session
    move = next(move for move in play_of(session).board.legal_moves() if move != WAY_BACK[0])
    for step in [move, move.inverse] * detour + WAY_BACK:
        session.move(step)
        stage.tick(0.5)


def summary_of(session):
    """Return the figures of boards like the current one."""
    kind = session.statistics.present_kind
    assert kind is not None
    return read_summary(session.statistics.solves, kind)


def test_a_solve_by_hand_is_recorded_once_and_a_record_is_celebrated():
    stage = Stage(scenario=SHUFFLED)
    session = stage.session
    solve_by_hand(stage, detour=1)
    assert play_of(session).is_solved
    happened = session.take_happenings()
    assert happened == [Happening.SLID] * 11 + [Happening.SOLVED]
    assert session.take_happenings() == []
    assert message_of(session) == "Solved in 11 moves, 5.00 s"
    summary = summary_of(session)
    assert (summary.count, summary.best_seconds, summary.best_moves) == (1, 5.0, 11)
    assert session.statistics.solves.kinds() == [session.statistics.present_kind]
    session.boards.restart()
    solve_by_hand(stage)
    assert message_of(session) == ("Solved in 9 moves, 4.00 s. Not counted: solved before")
    session.boards.begin_scenario(replace(SHUFFLED, seed=9))
    solve_by_hand(stage)
    assert message_of(session) == "Solved in 9 moves. New best time: 4.00 s and number of moves: 9"
    assert session.take_happenings()[-2:] == [Happening.SOLVED, Happening.RECORD]
    assert (summary_of(session).count, summary_of(session).best_moves) == (2, 9)
    session.boards.begin_scenario(replace(SHUFFLED, seed=10))
    solve_by_hand(stage, detour=2)
    assert message_of(session) == "Solved in 13 moves, 6.00 s"
    session.undo()
    session.move(WAY_BACK[-1])  # a play counts once, even if it is undone and solved again
    assert play_of(session).is_solved
    assert summary_of(session).count == 3


@pytest.mark.parametrize(
    ("boards", "goal", "is_solved", "is_coached"),
    [
        ((NEAR.start,), GOAL, False, True),  # the start of the play
        ((NEAR.start.apply(Move.DOWN),), GOAL, False, True),  # the current board
        ((GOAL,), GOAL, False, False),
        ((NEAR.start,), snail(3, 3), False, False),
        ((NEAR.start,), GOAL, True, False),
    ],
)
def test_a_play_whose_solution_was_shown_is_coached(session, boards, goal, is_solved, is_coached):
    session.move(Move.DOWN)
    if is_solved:
        session.click(8)
        session.undo()
    session.context.note_help(boards, goal)
    assert session.context.game.play.coached is is_coached


def test_watching_ends_a_pause_of_the_game(stage, session):
    session.move(Move.DOWN)
    session.toggle_pause()
    session.watch.start()
    session.stop()
    assert not play_of(session).is_paused
    session.move(Move.UP)
    assert session.context.playing.slid_from is not None
    session.watch.start()
    session.stop()
    assert session.context.playing.slid_from is None, "the coach compares no older slide"


def test_a_game_that_cannot_be_stored_is_reported_and_stored_within_a_second(tmp_path):
    stage = Stage(handed_in={"store": Store.open(tmp_path)})
    session = stage.session
    stage.tick()
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    session.move(Move.DOWN)
    stage.tick(0)
    assert message_of(session) == "Games and solves cannot be saved now (database is locked)"
    session.toggle_pause()
    assert session.store.is_behind and session.seconds_to_change() == 1
    other.execute("ROLLBACK")
    other.close()
    stage.tick(1)
    assert not session.store.is_behind and session.seconds_to_change() is None
    session.close()


def test_closing_during_a_playback_stores_the_board_that_is_shown(tmp_path):
    stage = Stage(handed_in={"store": Store.open(tmp_path)})
    begin_watch(stage)
    stage.pass_time(0.3)
    board = play_of(stage.session).board
    assert board != NEAR.start
    stage.session.close()
    again = Stage(scenario=None, handed_in={"store": Store.open(tmp_path)}).session
    assert play_of(again).board == board
    again.close()


def test_a_message_about_the_state_of_the_game_remains_and_a_refusal_does_not(session):
    session.move(Move.DOWN)
    session.toggle_pause()
    session.end_message()
    assert message_of(session) == "Game paused"
    session.context.refuse("No")
    session.end_message()
    assert message_of(session) == ""


def begin_watch(stage: Stage) -> None:
    stage.session.watch.start()
    stage.finish_search((Move.DOWN, Move.RIGHT, Move.RIGHT))


def leave_watch(stage: Stage) -> None:
    begin_watch(stage)
    stage.pass_time(0.3)
    stage.session.stop()


def review(stage: Stage) -> None:
    stage.session.move(Move.DOWN)
    stage.session.reviews.open_last()


def edit(stage: Stage) -> None:
    stage.session.edit()
    stage.session.activity.arrange("snail")
    stage.session.activity.swap(0, 1)
    stage.session.activity.make_solvable()
    assert stage.session.finish_edit()


STORED_ACTIONS = {
    "start": lambda stage: None,
    "move": lambda stage: stage.session.move(Move.DOWN),
    "solve": lambda stage: (stage.session.move(Move.DOWN), stage.session.click(8)),
    "solve again": lambda stage: (
        stage.session.move(Move.DOWN), stage.session.click(8), stage.session.undo(),
        stage.session.click(8),
    ),
    "undo": lambda stage: (stage.session.move(Move.DOWN), stage.session.undo()),
    "redo": lambda stage: (
        stage.session.move(Move.DOWN), stage.session.undo(), stage.session.redo(),
    ),
    "restart": lambda stage: (stage.session.move(Move.DOWN), stage.session.boards.restart()),
    "new board": lambda stage: stage.session.boards.new(),
    "begin a watch": begin_watch,
    "leave a watch": leave_watch,
    "return to a search": lambda stage: (
        leave_watch(stage), stage.session.watch.run_again(Method("greedy")),
    ),
    "hint": lambda stage: (stage.session.coach.ask_hint(), stage.settle()),
    "coach": lambda stage: setattr(
        stage.session, "settings", replace(stage.session.settings, coach=True)
    ),
    "review": review,
    "edit": edit,
    "show the tiles": lambda stage: (
        setattr(stage.session, "settings", replace(stage.session.settings, blindfold=True)),
        stage.session.move(Move.DOWN),
        stage.session.challenges.show_tiles(),
    ),
}  # fmt: skip


@pytest.mark.parametrize("act", STORED_ACTIONS.values(), ids=STORED_ACTIONS)
def test_every_action_is_stored_immediately(act, monkeypatch):
    stored, keep = [], RunningGame.keep

    def spy(self, saved, *arguments):
        stored.append(saved)
        return keep(self, saved, *arguments)

    monkeypatch.setattr(RunningGame, "keep", spy)
    stage = Stage(handed_in={"measurer": ExactMeasurer()}, instant_shuffle=True)
    act(stage)
    stage.tick(0)
    assert stored[-1] == stage.session.context.game.saved
    count = len(stored)
    stage.tick(0.2)
    assert len(stored) == count, "time alone stores nothing"


@pytest.mark.parametrize("speed", [4, 20])
def test_a_playback_is_not_celebrated_and_silent_if_fast(stage, session, speed):
    session.set_speed(speed)
    session.watch.start()
    stage.solver.last.find((Move.DOWN, Move.RIGHT, Move.RIGHT))
    stage.solver.last.finish(NEAR.start, GOAL, (Move.DOWN, Move.RIGHT, Move.RIGHT))
    stage.pass_time(2)
    assert play_of(session).is_solved
    session.boards.new()  # a shuffle is silent
    stage.pass_time(2)
    assert session.take_happenings() == ([Happening.SLID] * 3 if speed == 4 else [])


def test_a_rejected_move_and_an_undo_have_sounds(session):
    session.click(8)
    session.move(Move.LEFT)
    session.move(Move.DOWN)
    session.undo()
    session.redo()
    refused, slid = Happening.REFUSED, Happening.SLID
    assert session.take_happenings() == [refused, refused, slid, slid, slid]


ACTION = st.one_of(
    st.tuples(st.just("click"), st.integers(0, 8)),
    st.tuples(st.just("move"), st.sampled_from(Move)),
    st.tuples(st.sampled_from(["activity.step", "activity.seek"]), st.integers(-3, 12)),
    st.tuples(st.just("watch.show_run"), st.integers(0, 4)),
    st.tuples(
        st.just("files.draw_text"), st.sampled_from(["1 2 3/4 5 6/8 7 0", "1 2/x", "B A/_ C"])
    ),
    st.tuples(st.sampled_from(["watch.resume", "run again", "finish", "cover", "find"])),
    st.tuples(st.sampled_from(["watch.show_now", "watch.close_track", "wait"])),
    st.tuples(st.sampled_from(["undo", "redo", "restart", "new", "stop", "toggle_pause"])),
    st.tuples(st.sampled_from(["watch", "ask_hint", "edit", "finish_edit", "activity.cancel"])),
    st.tuples(st.sampled_from(["activity.make_solvable", "solve", "save and resume", "tick"])),
    st.tuples(st.just("new"), st.integers(2, 4), st.integers(2, 4)),
    st.tuples(st.just("activity.turn_to"), st.sampled_from(EditTarget)),
    st.tuples(st.just("activity.place"), st.integers(0, 9)),
    st.tuples(st.just("files.import_text"), st.sampled_from(["7", "x"])),
)
ACTIONS = st.lists(ACTION, max_size=40)


def find(stage):
    stage.session.watch.start()
    if activity_of(stage.session) is WatchPhase.SEARCHING:
        board = play_of(stage.session).board
        stage.solver.last.find(shuffle(*board.size, 9, 1, goal=board).shuffle)


def finish(stage):
    activity = stage.session.activity
    if isinstance(activity, Watching) and activity.run is not None:
        run, moves = activity.run, tuple(activity.run.track.moves)
        handle = next(each for each in stage.solver.runs if each.run_id == run.number)
        handle.finish(run.start, run.goal, moves, Outcome.SOLVED if moves else Outcome.LIMIT)


def wait(stage):
    """Wait until Anytime starts and its solution is offered."""
    if stage.session.activity.is_searching:
        for _ in range(15):
            stage.session.activity.tick(0.25)


def solve(stage):
    session, scenario = stage.session, play_of(stage.session).scenario
    if activity_of(session) is Playing and scenario.seed is not None:
        size, moves = scenario.start.size, scenario.shuffle_moves
        if scenario.difficulty == Difficulty.MIXED:
            moves = None  # until the board is solved
        again = shuffle(*size, moves, scenario.seed, goal=scenario.goal)
        for move in reversed(again.shuffle):
            session.move(move.inverse)


def save_and_resume(stage):
    session = stage.session
    session.stop()
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder))
        store.game.resume()
        store.game.keep(session.context.game.saved)
        store.close()
        store = Store.open(Path(folder))
        again = Stage(scenario=None, handed_in={"store": store}, instant_shuffle=True)
        store.close()
    assert play_of(again.session).board == play_of(session).board
    session.close()
    return again


OWN = {
    "find": find,
    "finish": finish,
    "solve": solve,
    "save and resume": save_and_resume,
    "run again": lambda stage: stage.session.watch.run_again(Method("greedy")),
    "cover": lambda stage: stage.session.cover(not stage.session.context.is_covered) and None,
    "tick": lambda stage: None,
    "wait": wait,
}
"""Actions that consist of several calls of the session."""


def do(stage, name, arguments):
    """Do a random action, or nothing if the activity does not support it."""
    if name in OWN:
        return OWN[name](stage) or stage
    if name == "click":
        stage.session.click(arguments[0] % len(play_of(stage.session).board.tiles))
    elif not name.startswith("activity.") or hasattr(stage.session.activity, name[9:]):
        call(stage.session, name, *arguments)
    return stage


@given(ACTIONS)
def test_undo_all_always_ends_at_the_start(actions):
    stage = Stage(instant_shuffle=True)
    shown = NEAR.start
    for name, *arguments in [*actions, ("undo",)]:
        before, stage = stage, do(stage, name, arguments)
        session = stage.session
        if stage is not before:  # the session after a restart
            shown = play_of(session).board
        for slide in stage.tick():
            assert slide.before == shown
            shown = slide.after
        assert shown == play_of(session).board
        assert "cannot be saved" not in message_of(session)
        assert sorted(shown.tiles) == list(range(len(shown.tiles)))
    while play_of(session).can_undo:
        session.undo()
    assert (play_of(session).board, play_of(session).move_count) == (NEAR.start, 0)
    session.close()
    assert all(run.is_closed for run in stage.solver.runs if run.is_alive)
