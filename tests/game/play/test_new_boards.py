"""Boards with a difficulty are shuffled in the background. The old board remains until then."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest

from puzzler.board import Board, Move, Scenario, shuffle
from puzzler.board.errors import PuzzlerError
from puzzler.board.goal import snail
from puzzler.board.path import state_numbers
from puzzler.game.core.category import Difficulty
from puzzler.game.core.feedback import Happening
from puzzler.game.play.editing import Editing
from puzzler.game.play.new_boards import (
    MAX_SHUFFLE_REVERSED,
    NewBoardOptions,
    daily,
    deal,
    is_one_slide,
    parse_seed,
    shuffled_path,
)
from puzzler.game.play.playing import Playing, Shuffling
from puzzler.game.review.reviewing import Reviewing
from puzzler.game.storage.store import Store
from puzzler.progress import BuildProgress
from puzzler.search.compilation import KernelState
from puzzler.solver import worker
from puzzler.solver.worker import Call
from tests.game.fakes import GOAL, NEAR, Backgrounds, Stage, activity_of, call, message_of, play_of
from tests.solver.scripted import wait_until

EASY, HARD = Difficulty.EASY, Difficulty.HARD
WIDE = Board.solved(4, 4)
TODAY = date(2026, 11, 21)
TITLE = "Board of the day, 21 November 2026"


@pytest.fixture
def backgrounds():
    return Backgrounds()


@pytest.fixture
def stage(backgrounds):
    return Stage(handed_in={"start_background": backgrounds})


def test_the_old_board_remains_until_the_new_one_is_ready(stage, session, backgrounds):
    session.boards.new(difficulty=EASY, seed=7)
    assert activity_of(session) is Playing
    assert (play_of(session).board, play_of(session).scenario) == (NEAR.start, NEAR)
    assert message_of(session) == "Shuffling an easy 3×3 board"
    assert session.settings.difficulty_of(3, 3) is EASY
    assert session.is_busy and session.boards.pending
    session.move(Move.DOWN)
    stage.tick()
    assert message_of(session) == session.snapshot().background_text
    backgrounds.finish()
    stage.tick()
    assert activity_of(session) is Shuffling
    assert play_of(session).scenario == deal(NewBoardOptions(GOAL, EASY, 7)).without_moves()
    assert (message_of(session), session.boards.pending) == ("", None)
    stage.pass_time(1.6)
    assert not session.is_busy
    assert play_of(session).board == play_of(session).scenario.start
    assert session.statistics.present_kind.difficulty is EASY
    assert session.undo()  # after the shuffle one undo returns to the old board
    assert (play_of(session).scenario, play_of(session).move_count) == (NEAR, 1)


def test_the_newest_request_counts_and_waits_during_a_review(stage, session, backgrounds):
    session.boards.new(difficulty=EASY, seed=1)
    session.boards.new(difficulty=HARD, seed=2)
    assert [work.is_cancelled for work in backgrounds.started] == [True, False]
    assert session.files.review_text("DRR") == ""
    backgrounds.finish()
    stage.tick()
    assert activity_of(session) is Reviewing
    session.stop()
    stage.tick()
    assert play_of(session).scenario == deal(NewBoardOptions(GOAL, HARD, 2)).without_moves()
    session.boards.new(difficulty=EASY)
    session.boards.new(difficulty=Difficulty.MIXED, seed=3)
    assert session.boards.pending is None
    assert play_of(session).scenario.seed == 3
    assert backgrounds.last.is_cancelled


def test_a_repeated_request_continues_the_running_shuffle(stage, session, backgrounds):
    session.boards.new(4, 4, goal="snail", difficulty=HARD)
    session.boards.new()  # of the requested board, not of the current one
    session.boards.new()
    assert len(backgrounds.started) == 1
    session.boards.new(seed=5)  # this request needs a new board
    assert len(backgrounds.started) == 2
    assert session.snapshot().background_text == "Shuffling a hard 4×4 board"
    session.boards.new(3, 3, seed=5, difficulty=HARD)
    backgrounds.finish()
    stage.tick()
    assert play_of(session).scenario == deal(NewBoardOptions(snail(3, 3), HARD, 5)).without_moves()


@pytest.mark.parametrize("leave", ["edit", "watch", "context.background.stop"])
def test_other_actions_cancel_the_new_board(stage, session, backgrounds, leave):
    session.boards.new(difficulty=EASY)
    stage.tick()
    call(session, leave)
    backgrounds.finish()
    stage.tick()
    assert session.boards.pending is None
    assert play_of(session).scenario.start == NEAR.start
    assert "Shuffling" not in message_of(session)
    assert backgrounds.last.is_cancelled
    assert activity_of(session) is Editing or leave != "edit"
    session.boards.new(difficulty=EASY)
    session.close()
    assert backgrounds.last.is_cancelled
    session.close()


def test_progress_and_failure_of_building_tables_are_displayed(stage, session, backgrounds):
    session.boards.new(4, 4, difficulty=HARD)
    backgrounds.last.latest = Call(BuildProgress(0.42, "pattern database 6 tiles on 4x4"))
    stage.tick()
    assert message_of(session) == "Shuffling a hard 4×4 board: building tables, 42 %"
    session.take_happenings()
    backgrounds.last.failure, backgrounds.last.latest = "boards of 4x4 need it", Call(is_over=True)
    for _ in range(2):
        stage.tick()
        assert (play_of(session).scenario, message_of(session)) == (NEAR, "Boards of 4x4 need it")
    assert session.take_happenings() == [Happening.REFUSED]


def test_a_board_that_needs_the_compiled_solver_waits_for_it(backgrounds):
    stage = Stage(handed_in={"start_background": backgrounds}, state=KernelState.MISSING)
    session = stage.session
    session.boards.new(4, 4, difficulty=HARD)
    stage.tick()
    assert backgrounds.started == []
    assert message_of(session) == "Shuffling a hard 4×4 board as soon as the solver is prepared"
    stage.preparation.state = KernelState.READY
    stage.tick()
    assert len(backgrounds.started) == 1
    assert message_of(session) == "Shuffling a hard 4×4 board"
    session.boards.new(4, 4, difficulty=EASY)  # needs only plain Python
    assert len(backgrounds.started) == 2


@pytest.mark.parametrize("is_played", [False, True])
def test_the_first_board_is_immediate_and_remains_if_it_is_played(backgrounds, is_played):
    stage = Stage(scenario=None, handed_in={"start_background": backgrounds}, difficulty=EASY)
    session = stage.session
    assert activity_of(session) is Playing
    assert session.statistics.present_kind.difficulty is Difficulty.MIXED
    assert message_of(session) == "Shuffling an easy 3×3 board"
    if is_played:
        session.move(play_of(session).board.legal_moves()[0])
    backgrounds.finish()
    stage.tick()
    kind = Difficulty.MIXED if is_played else EASY
    assert session.statistics.present_kind.difficulty is kind
    assert (session.boards.pending, message_of(session)) == (None, "")


def test_the_first_board_has_no_inspection():
    stage = Stage(scenario=None, difficulty=EASY, inspection=10)
    stage.pass_time(1.7)
    assert stage.session.statistics.present_kind.difficulty is EASY
    assert stage.session.challenges.inspection_left is None
    stage.session.boards.new()
    stage.pass_time(1.7)
    assert stage.session.challenges.inspection_left


def test_a_real_thread_shuffles_the_board():
    stage = Stage(handed_in={"start_background": worker.call})
    stage.session.boards.new(4, 4, seed=9, difficulty=EASY)
    wait_until(lambda: (stage.tick(), stage.session.boards.pending is None)[-1])
    assert play_of(stage.session).scenario == deal(NewBoardOptions(WIDE, EASY, 9)).without_moves()
    stage.session.close()


# ---- The daily board -------------------------------------------------------------------


def test_the_daily_board_depends_only_on_the_date():
    board, goal = daily(TODAY), Board.solved(4, 4)
    assert board == daily(TODAY)
    assert (board.goal, board.seed, board.difficulty) == (goal, 20261121, "daily")
    assert board.title == TITLE
    other = daily(TODAY - timedelta(2))
    assert other.goal == goal and other.start not in (board.start, goal)


def test_the_daily_board_is_a_kind_of_board():
    stage = Stage(handed_in={"today": lambda: TODAY}, goal="snail")
    session = stage.session
    before = session.settings
    session.boards.new_daily()
    assert play_of(session).scenario == daily(TODAY).without_moves()
    assert session.statistics.present_kind.title == "4×4 board of the day"
    assert message_of(session) == TITLE
    assert session.settings == before, "the next new board must have the chosen size and goal"
    day = TODAY - timedelta(1)
    session.boards.new_daily(day)
    assert play_of(session).scenario == daily(day).without_moves()
    session.undo()
    assert play_of(session).scenario == daily(TODAY).without_moves()


def test_a_solved_daily_board_is_reported(tmp_path):
    board = daily(TODAY)
    options = {"today": lambda: TODAY, "store": Store.open(tmp_path)}
    stage = Stage(scenario=Scenario(Board.parse("1 0/3 2"), Board.solved(2, 2)), handed_in=options)
    session = stage.session

    def solve(seconds, *, with_help=False):
        session.boards.new_daily()
        stage.pass_time(1.6)
        if with_help:
            session.context.game.mark(assisted=True)
        back = [move.inverse for move in reversed(board.shuffle)]
        session.move(back[0])
        stage.clock.now += seconds
        for move in back[1:]:
            session.move(move)
        assert play_of(session).is_solved

    solve(1.0, with_help=True)
    session.boards.new_daily()
    assert message_of(session) == TITLE  # a solve with help does not count
    solve(41.3)
    solve(50.0)
    session.boards.new_daily()
    assert message_of(session) == f"{TITLE}: you solved it in 41.30 s"
    newest, *earlier = session.boards.daily_boards(3)
    assert (newest.day, newest.result.seconds) == (TODAY, pytest.approx(41.3))
    assert newest.line.startswith("Puzzler 4x4, 2026-11-21: ")
    assert [(board.day, board.line) for board in earlier] == [
        (date(2026, 11, 20), ""),
        (date(2026, 11, 19), ""),
    ]
    options["today"] = lambda: date(2026, 11, 22)
    tomorrow = Stage(handed_in=options).session
    tomorrow.boards.new_daily()
    assert message_of(tomorrow) == "Board of the day, 22 November 2026"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the seed is empty"),
        ("hello\nworld", "'hello\\nworld' is not a seed: a seed is a whole number"),
        ("\u0661", "is not a seed"),
        ("9" * 5000, "it has more than 40 digits"),
    ],
)
def test_an_invalid_seed_is_reported(text, reason):
    with pytest.raises(PuzzlerError, match=re.escape(reason)):
        parse_seed(text)


# ---- Short shuffles ------------------------------------------------------------


@pytest.mark.parametrize("size", [(3, 3), (4, 4), (5, 5), (2, 7)])
@pytest.mark.parametrize("moves", [2, 21, 40, 200])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_reversing_a_short_shuffle_solves_its_board(size, moves, seed):
    scenario = shuffle(*size, moves, seed).without_moves()
    path = shuffled_path(scenario)
    assert 0 < len(path) <= scenario.shuffle_moves <= moves + 1
    assert scenario.start.apply_all(path) == scenario.goal
    assert len(set(state_numbers(scenario.start, path))) == len(path) + 1


@pytest.mark.parametrize(
    "scenario",
    [
        NEAR,
        shuffle(4, 4, None, 1),
        shuffle(5, 5, MAX_SHUFFLE_REVERSED + 1, 1),
        deal(NewBoardOptions(GOAL, EASY, 1)),
        replace(shuffle(4, 4, 20, 1), start=shuffle(4, 4, 20, 2).start),
    ],
    ids=["no seed", "fully mixed", "long", "graded", "edited"],
)
def test_other_boards_have_no_shuffle_to_reverse(scenario):
    assert shuffled_path(scenario.without_moves()) == []


def test_a_shuffle_avoids_boards_one_slide_from_the_goal_unless_a_seed_is_given(monkeypatch):
    goal = Board.solved(2, 3)  # not square, because rows and columns have an order
    seeds = [212, 212, 1]
    assert is_one_slide(shuffle(2, 3, seed=212).start, goal)
    monkeypatch.setattr("puzzler.game.play.new_boards.new_seed", lambda: seeds.pop(0))
    scenario = deal(NewBoardOptions(goal, Difficulty.MIXED))
    assert (scenario.seed, seeds) == (1, [])
    start = shuffle(2, 3, seed=212).start
    assert deal(NewBoardOptions(goal, Difficulty.MIXED, 212)).start == start
