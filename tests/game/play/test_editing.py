"""The editor: the draft, its undo and its effect on the session."""

from __future__ import annotations

import pytest

from puzzler.board import Board, BoardError, Move, Scenario, shuffle
from puzzler.board.goal import snail
from puzzler.game.core.activity import Reply
from puzzler.game.core.feedback import HAND_SECONDS, Happening
from puzzler.game.core.texts import UNSOLVABLE
from puzzler.game.play.editing import Editing, EditTarget
from puzzler.game.play.playing import Playing
from puzzler.game.watch.watching import WatchPhase
from tests.game.fakes import GOAL, NEAR, Stage, activity_of, call, coach_of, message_of, play_of

SWAPPED = Board.parse("2 1 3/4 5 6/7 8 0")


@pytest.fixture
def editor():
    session = Stage(scenario=Scenario(GOAL, GOAL)).session
    session.edit()
    return session.activity


@pytest.fixture
def stage():
    stage = Stage()
    stage.session.edit()
    return stage


def test_an_unsolvable_draft_is_reported_and_repaired(editor):
    assert editor.state().problem == ""
    editor.swap(0, 1)
    assert editor.state().problem == UNSOLVABLE
    editor.make_solvable()
    assert (editor.state().problem, editor.board) == ("", GOAL)
    editor.make_solvable()
    assert editor.undo() is Reply.DONE and not editor.is_over
    assert editor.board == SWAPPED


def test_a_tile_is_placed_at_the_cursor_by_its_number(editor):
    editor.move_cursor(-1, -9)
    assert editor.cursor == 3
    assert editor.place(8)
    assert editor.board == Board.parse("1 2 3/8 5 6/7 4 0")
    assert not (editor.place(9) or editor.place(-1))
    assert editor.place(0)
    assert editor.board == Board.parse("1 2 3/0 5 6/7 4 8")
    editor.move_cursor(9, 9)
    assert editor.cursor == 8


def test_the_goal_is_edited_in_the_same_way(editor):
    editor.target = EditTarget.GOAL
    editor.arrange("snail")
    assert (editor.draft.start, editor.draft.goal) == (GOAL, snail(3, 3))
    editor.make_solvable()
    assert not editor.state().problem and editor.board == snail(3, 3)
    editor.target = EditTarget.BOARD
    editor.arrange("blank-first")
    assert editor.board.tiles[0] == 0


def test_another_shape_starts_solved_and_can_be_undone(editor):
    editor.swap(0, 1)
    editor.reshape(2, 5)
    assert editor.draft.start == editor.draft.goal == Board.solved(2, 5)
    assert editor.cursor == 9
    editor.reshape(2, 5)
    assert editor.undo() is Reply.DONE and not editor.is_over
    assert editor.board == SWAPPED
    assert editor.redo() is Reply.DONE
    assert not editor.can_redo
    with pytest.raises(BoardError):
        editor.reshape(1, 5)


# ---- In the session -------------------------------------------------------------------


def test_the_editor_shows_the_draft_and_clicks_place_tiles(stage, session):
    assert (activity_of(session), play_of(session).board) == (Editing, NEAR.start)
    assert message_of(session) == "Click two tiles to swap them"
    assert (play_of(session).goal, session.activity.target) == (GOAL, EditTarget.BOARD)
    for cell in (4, 4, 0):  # the first tile returns
        assert session.click(cell)
    assert (session.activity.selected, session.activity.state().is_changed) == (0, False)
    assert session.click(8)
    assert (session.activity.selected, session.activity.cursor) == (None, 8)
    assert play_of(session).board == Board.parse("8 2 3/0 5 6/4 7 1")
    [slide] = stage.tick()
    assert (slide.moves, slide.seconds) == ((), 0.11)
    assert (slide.before, slide.after) == (NEAR.start, play_of(session).board)
    assert session.undo()
    assert session.move(Move.DOWN)  # moves the blank of the draft
    assert play_of(session).board == Board.parse("1 2 3/4 5 6/0 7 8")
    assert not session.move(Move.DOWN)
    assert session.take_happenings() == [Happening.REFUSED]
    assert (play_of(session).move_count, play_of(session).is_solved) == (0, False)


def test_a_finished_draft_starts_a_new_play_that_can_be_undone(stage, session):
    session.click(0)
    session.click(1)
    assert not session.finish_edit()
    assert (activity_of(session), message_of(session)) == (Editing, session.snapshot().edit.problem)
    session.activity.make_solvable()
    for cell in (1, 4, 2, 5):
        session.click(cell)
    edited = play_of(session).board
    stage.tick()
    assert session.finish_edit()
    assert (activity_of(session), play_of(session).board) == (Playing, edited)
    play = play_of(session)
    assert (play.scenario.start, play.scenario.title) == (edited, "From the editor")
    assert (play.move_count, session.statistics.present_kind, stage.tick()) == (0, None, [])
    assert session.undo()
    assert (play_of(session).board, play_of(session).scenario) == (NEAR.start, NEAR)
    assert session.redo()
    assert play_of(session).board == edited


def test_a_custom_goal_is_played_and_stored(session):
    session.editor.turn_to(EditTarget.GOAL)
    session.click(0)
    session.click(1)
    session.editor.turn_to(EditTarget.BOARD)
    session.activity.make_solvable()
    assert session.finish_edit()
    assert play_of(session).goal == SWAPPED
    assert (play_of(session).goal_name, session.settings.goal) == ("own", str(SWAPPED))
    session.boards.new(4, 4)
    assert play_of(session).goal == Board.solved(4, 4)
    session.boards.new(3, 3)
    assert play_of(session).goal == GOAL


@pytest.mark.parametrize("end", ["undo", "cancel_edit", "finish_edit"])
def test_undo_works_in_the_draft_and_an_unchanged_or_cancelled_draft_is_no_action(
    stage, session, end
):
    session.click(0)
    session.click(1)
    assert (play_of(session).can_undo, play_of(session).can_redo) == (True, False)
    assert session.undo()
    assert play_of(session).can_redo
    assert session.redo()
    if end != "cancel_edit":
        assert session.undo()
        assert (activity_of(session), play_of(session).board) == (Editing, NEAR.start)
    call(session, end)
    play = play_of(session)
    assert (activity_of(session), play.board, play.can_undo) == (Playing, NEAR.start, False)
    assert stage.tick()[-1].after == NEAR.start
    assert session.finish_edit()


def test_the_next_action_plays_a_solvable_draft(session):
    session.move(Move.DOWN)
    edited = play_of(session).board
    session.watch.start()
    assert (activity_of(session), play_of(session).scenario.start) == (WatchPhase.SEARCHING, edited)
    assert play_of(session).move_count == 0


@pytest.mark.parametrize("action", ["stop", "restart", "new"])
def test_the_next_action_drops_an_unsolvable_draft(session, action):
    session.click(0)
    session.click(1)
    session.watch.start()
    assert activity_of(session) is Editing
    call(session, action)
    assert activity_of(session) is not Editing
    assert message_of(session) == "Edit discarded: that board cannot be solved"
    assert play_of(session).scenario.title == ""


# ---- Pasted texts, and figures without a draft ------------------------------------------


def test_a_text_can_contain_letters_or_a_goal(session):
    editing = session.activity
    assert session.files.draw_text("1.5\n\n1 2\n0 3\n\n1 2\n3 0\n") == ""
    assert (editing.draft.start, editing.goal) == (Board.parse("1 2/0 3"), Board.parse("1 2/3 0"))
    assert editing.undo() is Reply.DONE
    assert editing.board == NEAR.start
    assert session.files.draw_text("A B/_ C") == ""
    editing.turn_to(EditTarget.GOAL)
    assert session.files.draw_text("0 1/2 3") == ""
    assert (editing.draft.start, editing.goal) == (Board.parse("1 2/0 3"), Board.parse("0 1/2 3"))
    assert play_of(session).scenario.labels == ("", "A", "B", "C")
    assert session.files.draw_text("8 7 6/5 4 3/2 1 0") == ""
    assert editing.draft.start == editing.goal


@pytest.mark.parametrize("text", ["1 2 3\n4 5 x\n7 8 0", " \n ", "1 " * 1_000_000])
def test_an_invalid_board_shows_one_line_and_changes_nothing(session, text):
    line = session.files.draw_text(text)
    assert "\n" not in line and line[:1].isupper()
    assert not session.activity.state().is_changed
    assert session.take_happenings() == [Happening.REFUSED]


def test_figures_of_the_game_are_not_shown_for_the_draft():
    stage = Stage(scenario=shuffle(3, 3, 9, seed=4))
    session = stage.session
    session.move(play_of(session).board.legal_moves()[0])
    stage.tick(3)
    session.context.distances.learn(play_of(session).scenario.start, play_of(session).goal, 9, 9)
    assert (coach_of(session).shortest.text, play_of(session).seed_text) == ("9", "4")
    session.edit()
    assert (coach_of(session).shortest.text, play_of(session).seed_text) == ("", "")
    play = play_of(session)
    assert (play.move_count, play.seconds, play.is_timing) == (0, 0, False)
    assert (play.scenario.shuffle_moves, play.scenario.start) == (0, play.board)
    session.editor.cancel()
    play = play_of(session)
    assert (coach_of(session).shortest.text, play.seed_text, play.move_count) == ("9", "4", 1)


def test_a_swap_is_animated_and_another_size_is_not(stage, session):
    session.edit()
    stage.tick()
    session.editor.swap(0, 1)
    [swap] = stage.tick()
    session.editor.reshape(2, 5)
    [jump] = stage.tick()
    assert (swap.seconds, jump.seconds) == (HAND_SECONDS, 0)
