"""The session by hand: playing, shuffling, undo across everything, the timer."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, BoardError, Move, Scenario, shuffle
from puzzler.board.goal import snail
from puzzler.game.mode import Cause, Mode
from puzzler.game.session import Session
from puzzler.game.settings import Settings
from tests.game.fakes import FakeClock, FakePreparation, FakeSolver

FRAME = 1 / 60
GOAL = Board.solved(3, 3)
NEAR = Scenario(Board.parse("1 2 3/0 5 6/4 7 8"), GOAL)


class Stage:
    """A session with all that a test needs to play it."""

    def __init__(self, scenario=NEAR, **settings):
        self.clock = FakeClock()
        self.solver = FakeSolver()
        self.preparation = FakePreparation()
        self.session = Session(
            Settings(rows=3, columns=3, **settings),
            self.clock,
            preparation=self.preparation,
            scenario=scenario,
            start_solver=self.solver,
        )

    def tick(self, seconds=FRAME):
        self.clock.now += seconds
        return self.session.tick(self.clock.now)

    def pass_time(self, seconds):
        return [slide for _ in range(round(seconds / FRAME)) for slide in self.tick()]


@pytest.fixture
def stage():
    return Stage()


def test_it_begins_with_the_scenario_that_it_was_given(stage):
    session = stage.session
    assert session.mode is Mode.PLAY
    assert (session.board, session.goal, session.scenario) == (NEAR.start, GOAL, NEAR)
    assert (session.move_count, session.seconds, session.message) == (0, 0, "")
    assert not (session.is_solved or session.assisted or session.can_undo or session.can_redo)
    assert stage.tick() == []
    assert not (session.is_busy or session.is_timing or session.is_paused)


def test_a_click_slides_every_tile_up_to_the_blank(stage):
    session = stage.session
    assert session.click(5)
    assert session.board == Board.parse("1 2 3/5 6 0/4 7 8")
    assert session.move_count == 2
    assert session.is_busy
    [slide] = stage.tick()
    assert slide.moves == (Move.RIGHT, Move.RIGHT)
    assert (slide.before, slide.after) == (NEAR.start, session.board)
    assert (slide.cause, slide.seconds, slide.is_linear) == (Cause.PLAYER, 0.11, False)
    assert not session.is_busy


@pytest.mark.parametrize("cell", [3, 7, 8, 1])
def test_a_click_elsewhere_is_refused_without_penalty(stage, cell):
    assert not stage.session.click(cell)
    assert stage.tick() == []
    assert (stage.session.move_count, stage.session.can_undo) == (0, False)


def test_moves_by_key(stage):
    assert stage.session.move(Move.DOWN)
    assert stage.session.board == Board.parse("1 2 3/4 5 6/0 7 8")
    assert not stage.session.move(Move.DOWN)
    assert stage.session.move_count == 1


def test_solving_by_hand_is_said_and_logged(stage, caplog):
    caplog.set_level(logging.INFO, logger="puzzler")
    stage.session.move(Move.DOWN)
    stage.clock.now += 4
    assert stage.session.is_timing
    stage.session.click(8)
    assert stage.session.is_solved
    assert not stage.session.assisted
    assert stage.session.message == "solved in 3 moves"
    assert "solved in 3 moves, 4.0 s" in caplog.text
    stage.clock.now += 100
    assert stage.session.seconds == 4
    assert not stage.session.is_timing
    stage.session.move(Move.UP)
    assert stage.session.message == ""


def test_undo_and_redo_slide_back_and_forth(stage):
    session = stage.session
    session.click(5)
    stage.tick()
    assert session.undo()
    assert (session.board, session.move_count) == (NEAR.start, 0)
    [slide] = stage.tick()
    assert (slide.moves, slide.cause) == ((Move.LEFT, Move.LEFT), Cause.UNDO)
    assert slide.seconds == 0.11
    assert session.redo()
    [slide] = stage.tick()
    assert slide.moves == (Move.RIGHT, Move.RIGHT)
    assert session.move_count == 2
    assert not session.redo()
    assert session.undo()
    assert not session.undo()


def test_a_restart_jumps_to_the_start_and_can_be_undone(stage):
    session = stage.session
    session.move(Move.DOWN)
    session.move(Move.RIGHT)
    here = session.board
    stage.tick()
    session.restart()
    assert (session.board, session.move_count, session.seconds) == (NEAR.start, 0, 0)
    [slide] = stage.tick()
    assert (slide.moves, slide.cause, slide.seconds) == ((), Cause.JUMP, 0)
    session.undo()
    assert (session.board, session.move_count) == (here, 2)


def test_a_restart_at_the_start_is_no_action(stage):
    stage.session.restart()
    assert not stage.session.can_undo
    assert stage.tick() == []


def test_a_new_board_is_shuffled_before_ones_eyes_in_a_second_and_a_half(stage, caplog):
    caplog.set_level(logging.INFO, logger="puzzler")
    session = stage.session
    session.new(seed=123)
    assert session.mode is Mode.SHUFFLING
    assert session.is_busy
    assert session.board == GOAL
    assert not session.is_solved
    assert "board shuffled: 3x3, seed 123" in caplog.text
    jump, *slides = stage.pass_time(1.45)
    assert (jump.cause, jump.after) == (Cause.JUMP, GOAL)
    assert session.mode is Mode.SHUFFLING
    slides += stage.pass_time(0.1)
    assert session.mode is Mode.PLAY
    assert {slide.cause for slide in slides} == {Cause.SHUFFLE}
    assert len(slides) == 45
    assert all(slide.before.apply_all(slide.moves) == slide.after for slide in slides)
    assert [slide.before for slide in slides] == [GOAL] + [slide.after for slide in slides[:-1]]
    assert session.board == slides[-1].after == session.scenario.start
    assert sum((slide.moves for slide in slides), ()) == session.scenario.shuffle
    assert session.scenario.seed == 123
    assert (session.move_count, session.is_timing, session.is_busy) == (0, False, False)


def test_a_session_without_a_scenario_begins_with_a_shuffle():
    stage = Stage(scenario=None)
    assert stage.session.mode is Mode.SHUFFLING
    stage.pass_time(1.6)
    assert stage.session.mode is Mode.PLAY
    assert not stage.session.is_solved
    assert not stage.session.can_undo


@pytest.mark.parametrize("choice", ["instant_shuffle", "reduced_motion"])
def test_a_setting_makes_the_shuffle_instant(choice):
    stage = Stage(**{choice: True})
    stage.session.new()
    assert stage.session.mode is Mode.PLAY
    [slide] = stage.tick()
    assert slide.cause is Cause.JUMP
    assert slide.after == stage.session.board == stage.session.scenario.start


def test_reduced_motion_lets_every_slide_jump():
    stage = Stage(reduced_motion=True)
    stage.session.move(Move.DOWN)
    [slide] = stage.tick()
    assert (slide.moves, slide.seconds) == ((Move.DOWN,), 0)


@pytest.mark.parametrize("hurry", ["click", "move", "stop"])
def test_the_hand_finishes_a_shuffle_at_once(stage, hurry):
    session = stage.session
    session.new(seed=5)
    stage.pass_time(0.5)
    if hurry == "click":
        assert session.click(0)
    elif hurry == "move":
        assert session.move(Move.UP)
    else:
        session.stop()
    assert session.mode is Mode.PLAY
    assert session.board == session.scenario.start
    assert session.move_count == 0
    [slide] = stage.tick()
    assert (slide.cause, slide.after) == (Cause.JUMP, session.board)


def test_a_new_board_may_have_another_shape_and_undo_brings_the_old_one_back(stage):
    session = stage.session
    session.move(Move.DOWN)
    here = session.board
    session.new(2, 4, seed=1)
    assert (session.settings.rows, session.settings.columns) == (2, 4)
    assert session.goal == Board.solved(2, 4)
    stage.pass_time(1.6)
    session.move(session.board.legal_moves()[0])
    session.undo()
    stage.tick()
    session.undo()
    assert (session.board, session.goal, session.move_count) == (here, GOAL, 1)
    [slide] = stage.tick()
    assert (slide.cause, slide.before.size, slide.after.size) == (Cause.JUMP, (2, 4), (3, 3))
    session.redo()
    assert session.scenario.seed == 1


def test_a_shape_is_chosen_for_later_by_naming_it(stage):
    session = stage.session
    session.new(2, 4)
    assert (session.kept_settings.rows, session.kept_settings.columns) == (2, 4)
    session.undo()
    session.new()
    assert session.board.size == (3, 3)
    assert (session.kept_settings.rows, session.kept_settings.columns) == (2, 4)


def test_what_holds_for_one_session_is_not_kept():
    kept = Settings(rows=5, columns=5, weight=3)
    for_now = replace(kept, heuristic="misplaced", weight=2, playback_speed=8)
    session = Session(
        for_now,
        FakeClock(),
        preparation=FakePreparation(),
        scenario=NEAR,
        kept_settings=kept,
        start_solver=FakeSolver(),
    )
    session.new()
    assert (session.settings, session.kept_settings) == (for_now, kept)
    session.set_speed(16)
    session.new(4, 4)
    chosen = {"playback_speed": 16, "rows": 4, "columns": 4}
    assert session.settings == replace(for_now, **chosen)
    assert session.kept_settings == replace(kept, **chosen)


def test_undo_during_a_shuffle_brings_the_old_board_back(stage):
    stage.session.new()
    stage.pass_time(0.5)
    assert stage.session.undo()
    assert stage.session.board == NEAR.start
    assert stage.session.mode is Mode.PLAY
    assert stage.tick()[-1].after == NEAR.start


def test_a_new_board_keeps_an_unusual_goal_while_the_shape_stays():
    stage = Stage(scenario=Scenario(Board.parse("1 2 3/0 8 4/7 6 5"), snail(3, 3)))
    stage.session.new()
    assert stage.session.goal == snail(3, 3)
    stage.session.new(4, 4)
    assert stage.session.goal == Board.solved(4, 4)


def test_a_shape_that_cannot_be_changes_nothing(stage):
    with pytest.raises(BoardError):
        stage.session.new(1, 9)
    assert stage.session.board == NEAR.start
    assert not stage.session.can_undo


def test_a_stall_does_not_eat_the_shuffle(stage):
    stage.session.new()
    stage.tick()
    stage.tick(30)
    assert stage.session.mode is Mode.SHUFFLING


def test_closing_closes_the_preparation_and_can_be_repeated(stage):
    stage.session.close()
    stage.session.close()
    assert stage.preparation.is_closed


ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("click"), st.integers(0, 8)),
        st.tuples(st.just("move"), st.sampled_from(Move)),
        st.tuples(st.sampled_from(["step", "seek"]), st.integers(-3, 12)),
        st.tuples(st.sampled_from(["undo", "redo", "restart", "new", "stop", "toggle_pause"])),
        st.tuples(st.sampled_from(["watch", "watch and find", "tick"])),
    ),
    max_size=40,
)


@given(ACTIONS)
def test_whatever_is_done_undo_all_ends_at_the_start(actions):
    stage = Stage(instant_shuffle=True)
    session = stage.session
    shown = session.board
    for name, *arguments in [*actions, ("undo",)]:
        if name == "watch and find":
            session.watch()
            if session.mode is Mode.SEARCHING:
                stage.solver.last.find(shuffle(3, 3, 9, 1, goal=session.board).shuffle)
        elif name != "tick":
            getattr(session, name)(*arguments)
        for slide in stage.tick():
            assert slide.before == shown
            shown = slide.after
        assert shown == session.board
    while session.can_undo:
        session.undo()
    assert (session.board, session.move_count) == (NEAR.start, 0)
    session.close()
    assert all(run.is_closed for run in stage.solver.runs if run.is_alive)
