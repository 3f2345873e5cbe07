"""Imported texts start a game or a review. Ambiguous texts cause a question."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, Move, Scenario
from puzzler.board.goal import blank_first, snail
from puzzler.formats import share
from puzzler.formats.format import Contents
from puzzler.formats.registry import FORMATS
from puzzler.game.core.texts import UNSOLVABLE
from puzzler.game.files.text_reader import MAX_CHOICES, Doubt, ImportKind, TextPiece
from puzzler.game.play.editing import Editing
from puzzler.game.play.playing import Playing
from puzzler.game.review.reviewing import Reviewing
from puzzler.game.watch.watching import Watching
from puzzler.search.result import Outcome
from tests.game.fakes import ExactMeasurer, activity_of, message_of, play_of
from tests.game.test_session import GOAL, NEAR, Stage

BOARD = "8 6 7\n2 5 4\n3 0 1"
PRINCETON = "3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n"
SNAIL = "# a comment\n3\n1 2 3\n0 8 4\n7 6 5\n"
BOTH = "A B\n_ C\nU R"
PLAIN = "3\n8 1 3\n4 0 2\n7 6 5\n"
LODZ = "3 3\n1 2 3\n4 5 6\n0 7 8\n"
SCRAMBLED = Board.solved(4, 4).apply_all((Move.UP, Move.LEFT, Move.DOWN))
WEIGHTED = "1.5\n\n8 6 7\n2 5 4\n3 0 1\n\n1 2 3\n4 5 6\n7 8 0"


# ---- Boards ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "start", "goal"),
    [
        (BOARD, "8 6 7/2 5 4/3 0 1", GOAL),
        (BOARD.replace("\n", "\r\n"), "8 6 7/2 5 4/3 0 1", GOAL),
        (f"\ufeff{BOARD}", "8 6 7/2 5 4/3 0 1", GOAL),
        (PRINCETON, "0 1 3/4 2 5/7 8 6", GOAL),
        (SNAIL, "1 2 3/0 8 4/7 6 5", snail(3, 3)),
        (LODZ, "1 2 3/4 5 6/0 7 8", GOAL),
        ("8,6,4,2,1,3,5,7,0", "8 6 4/2 1 3/5 7 0", blank_first(3, 3)),
        (
            share.write(Contents(start=Board.parse("3 1/2 0"), goal=None)),
            "3 1/2 0",
            Board.solved(2, 2),
        ),
        (PLAIN, "8 1 3/4 0 2/7 6 5", GOAL),  # unaligned rows, with the blank last
        ("4x4 U L D", str(SCRAMBLED), Board.solved(4, 4)),
        ("[[8, 6, 7],\n [2, 5, 4],\n [3, 0, 1]]", "8 6 7/2 5 4/3 0 1", GOAL),
        ("FE169B4C0A73D852", "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2", Board.solved(4, 4)),
        (f"{BOARD}\n\n0 1 2\n3 4 5\n6 7 8", "8 6 7/2 5 4/3 0 1", blank_first(3, 3)),
    ],
)
def test_a_board_starts_a_new_game_with_its_goal_and_can_be_undone(session, text, start, goal):
    session.click(5)
    before = play_of(session).board, play_of(session).scenario
    received = session.files.import_text(text)
    assert (received.kind, received.message) == (ImportKind.BOARD, "")
    assert activity_of(session) is Playing
    assert (play_of(session).board, play_of(session).goal) == (Board.parse(start), goal)
    assert message_of(session).startswith("Pasted board: ")
    assert session.undo()
    assert (play_of(session).board, play_of(session).scenario) == before
    assert session.redo()
    assert play_of(session).board == Board.parse(start)


def test_the_message_states_the_length_and_the_goal_of_a_file(session):
    session.files.import_text(PRINCETON, Path("puzzle05.txt"))
    assert message_of(session) == "From puzzle05.txt: 3×3, 5 moves expected. Undo to go back."
    assert play_of(session).scenario.title == "puzzle05.txt"
    session.files.import_text(SNAIL, Path("a.txt"))
    assert "goal spiral" in message_of(session)


def test_a_weighted_scenario_sets_the_method_of_this_session(session):
    stored = session.kept_settings
    session.files.import_text(WEIGHTED)
    method = session.snapshot().watch.method
    assert (method.algorithm, method.heuristic, method.weight) == ("astar", "chessboard", 1.5)
    assert "weight 1.5" in message_of(session)
    assert session.kept_settings == stored
    session.settings = replace(session.settings, shortest=True)
    session.files.import_text(WEIGHTED)
    assert session.snapshot().watch.method == method


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("8 6 7\n2 5 y\n3 0 1", "Line 2, column 5: 'y'"),
        ("", "The text is empty"),
        ("\n \n", "The text is empty"),
        ("hello", ""),
        ("1 2 3\n4 5 6\n8 7 0\n9", ""),
        ("4x4 Q", ""),
        ("\0", ""),
        ("1 2 3/4 5 6/7 8 0", "That board is already solved"),
        ("9" * 50, ""),
    ],
)
def test_an_unreadable_text_changes_nothing(session, text, place):
    session.click(5)
    before = play_of(session), activity_of(session)
    received = session.files.import_text(text)
    assert received.kind is ImportKind.REFUSED
    assert received.message.startswith(place) and received.message and "\n" not in received.message
    assert (play_of(session), activity_of(session)) == before


def test_the_message_names_the_file(stage):
    received = stage.session.files.import_text("8 6 7\n2 5 y\n3 0 1", Path("board.txt"))
    assert received.message.startswith("In board.txt, line 2, column 5: 'y' is not a tile")
    received = stage.session.files.import_text("1 2 3/4 5 6/8 7 0", Path("board.txt"))
    assert received.kind is ImportKind.AMBIGUOUS, "another goal is possible"


@given(st.text(alphabet='0123456789 /\nURDLx,:#.abc-{}"[]', max_size=60))
def test_no_text_raises_an_exception(text):
    stage = Stage()
    received = stage.session.files.import_text(text)
    assert (received.kind is ImportKind.AMBIGUOUS) == bool(received.choices)
    assert (received.kind is ImportKind.REFUSED) <= bool(received.message)
    for choice in received.choices:
        assert stage.session.files.import_contents(choice.contents).kind in ImportKind
    stage.session.close()


def test_only_a_readable_text_cancels_a_search(session):
    session.watch.start()
    assert session.files.import_text("nonsense").kind is ImportKind.REFUSED
    assert isinstance(session.activity, Watching)
    assert session.files.import_text("moves: blank\n1 2 3/0 5 6/4 7 8 U").kind is ImportKind.REVIEW
    assert activity_of(session) is Reviewing
    session.stop()
    session.watch.start()
    assert session.files.import_text(BOARD).kind is ImportKind.BOARD
    assert activity_of(session) is Playing


def test_a_seed_starts_a_new_board(session):
    received = session.files.import_text(" 42\n")
    assert (received.kind, received.message) == (
        ImportKind.SEED,
        "New board from seed 42. Undo brings the old one back.",
    )
    assert play_of(session).seed_text == "42"


def test_nine_digits_are_a_board_and_not_a_seed(session):
    assert session.files.import_text("867254301\n").kind is ImportKind.BOARD
    assert str(play_of(session).board) == "8 6 7/2 5 4/3 0 1"
    assert message_of(session) == (
        "Pasted board: 3×3. Read as a board, not as a seed. Undo to go back."
    )
    solved = session.files.import_text("123456780")
    assert solved.message == "That board is already solved. Read as a board, not as a seed"
    asks = session.files.import_text("812043765")
    assert (asks.kind, asks.doubt) == (ImportKind.AMBIGUOUS, Doubt.GOAL)
    session.files.import_contents(asks.choices[0].contents)
    assert "Read as a board, not as a seed" in message_of(session)
    assert session.files.import_text("867254311").kind is ImportKind.SEED, "a digit is repeated"
    assert session.files.import_text("12345678").kind is ImportKind.SEED


def test_nine_digits_are_a_board_in_the_editor_too(session):
    session.edit()
    assert session.files.import_text("867254301").kind is ImportKind.BOARD
    assert str(session.editor.board) == "8 6 7/2 5 4/3 0 1"
    assert session.files.draw_text("123456708") == ""
    assert str(session.editor.board) == "1 2 3/4 5 6/7 0 8"


# ---- Questions -----------------------------------------------------------------------------


def test_a_text_of_two_formats_causes_a_question(session):
    received = session.files.import_text(BOTH, Path("a.txt"))
    assert (received.kind, received.doubt) == (ImportKind.AMBIGUOUS, Doubt.FORMAT)
    assert [choice.label for choice in received.choices] == ["scramble", "letters"]
    assert play_of(session).board == NEAR.start
    assert session.files.import_contents(received.choices[1].contents).kind is ImportKind.BOARD


def test_an_unsolvable_board_causes_a_question_about_its_goal():
    own = Board.parse("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    start = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 0 14"
    session = Stage(Scenario(Board.parse(start), own)).session
    received = session.files.import_text(start)
    assert (received.kind, received.doubt) == (ImportKind.AMBIGUOUS, Doubt.GOAL)
    assert [choice.goal for choice in received.choices][:2] == [own, blank_first(4, 4)]
    assert session.files.import_contents(received.choices[1].contents).kind is ImportKind.BOARD
    assert play_of(session).goal == blank_first(4, 4)
    result = session.files.import_text("1 2 3 4 5\n6 7 8 9 10\n11 13 12 0 14")
    assert result.kind is ImportKind.REFUSED or result.doubt is Doubt.GOAL


def test_a_list_causes_a_question_about_the_board(stage):
    lines = ["# goal: blank-first", "7 12 1 0 2 3 4 5 6 7 8", "", "9 20 1 2 0 3 4 5 6 7 8", "x"]
    received = stage.session.files.import_text("\n".join(lines), Path("list.txt"))
    assert (received.kind, received.doubt) == (ImportKind.AMBIGUOUS, Doubt.LINE)
    assert [choice.label for choice in received.choices] == ["Board 7, line 2", "Board 9, line 4"]
    first = received.choices[0]
    assert first.goal == blank_first(3, 3) and "12 moves expected" in first.detail
    many = "\n".join(["1 2 3 4 5 6 7 0 8"] * (MAX_CHOICES + 5))
    assert len(stage.session.files.import_text(many).choices) == MAX_CHOICES


def test_lines_of_solve_cause_a_question_about_the_line(stage):
    line = '{"board": "1 2 3/4 5 6/0 7 8", "goal": "1 2 3/4 5 6/7 8 0", "moves": "RR"}'
    assert stage.session.files.import_text(line).kind is ImportKind.REVIEW
    stage.session.stop()
    received = stage.session.files.import_text(f"{line}\n{line}")
    assert received.doubt is Doubt.LINE and len(received.choices) == 2


# ---- Moves -------------------------------------------------------------------------------------


def test_a_board_with_moves_is_reviewed_during_the_game(session):
    session.click(5)
    before = play_of(session).board
    assert (
        session.files.import_text("1 2 3/4 5 6/0 7 8 R2", Path("moves.txt")).kind
        is ImportKind.REVIEW
    )
    activity = session.activity
    assert isinstance(activity, Reviewing)
    assert (activity.source.title, activity.review.moves) == ("moves.txt", (Move.RIGHT, Move.RIGHT))
    session.stop()
    assert play_of(session).board == before


def test_a_shared_game_is_reviewed_with_its_times(stage):
    start = Board.parse("1 2 3/4 5 6/0 7 8")
    contents = Contents(start=start, goal=GOAL, moves=(Move.RIGHT, Move.RIGHT), times=(1.5, 2.25))
    stage.session.files.import_text(f"look:\n> {share.write(contents)}\nbeat that")
    activity = stage.session.activity
    assert isinstance(activity, Reviewing)
    assert activity.review.times == (1.5, 2.25)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("DRR", (Move.DOWN, Move.RIGHT, Move.RIGHT)),
        ("ULL", (Move.DOWN, Move.RIGHT, Move.RIGHT)),  # directions of the tiles
        ("U R D", (Move.UP, Move.RIGHT, Move.DOWN)),  # legal, but no solution
    ],
)
def test_letters_that_are_legal_moves_are_a_solution(session, text, moves):
    assert session.files.import_text(text).kind is ImportKind.REVIEW
    assert session.activity.review.moves == moves


def test_letters_with_two_meanings_cause_a_question(session):
    received = session.files.import_text("UL")
    assert (received.kind, received.doubt) == (ImportKind.AMBIGUOUS, Doubt.MOVES)
    words = [choice.label for choice in received.choices]
    assert received.choices[0].detail.endswith("2 moves \N{MIDDLE DOT} not to the goal")
    assert "A scramble of the solved board" in words
    scramble = received.choices[words.index("A scramble of the solved board")]
    assert session.files.import_contents(scramble.contents).kind is ImportKind.BOARD
    assert play_of(session).board == GOAL.apply_all((Move.UP, Move.LEFT))


def test_moves_of_either_tile_or_blank_cause_a_question(stage):
    received = stage.session.files.import_text("1 2 3/4 0 5/6 7 8 UDLR")
    assert received.doubt is Doubt.MOVES
    assert [choice.label for choice in received.choices] == [
        "The letters move the blank",
        "The letters move the tile",
    ]


# ---- In the editor --------------------------------------------------------------------


def test_in_the_editor_a_board_becomes_the_draft(session):
    session.edit()
    assert session.files.import_text("8 6 7/2 5 4/3 1 0").kind is ImportKind.BOARD
    activity = session.activity
    assert isinstance(activity, Editing)
    assert str(activity.draft.start) == "8 6 7/2 5 4/3 1 0", "solvable or not"
    assert session.files.import_text(BOTH).doubt is Doubt.FORMAT
    session.files.import_text("# the snail\n" + PLAIN)
    assert session.activity.draft.goal == snail(3, 3)
    assert session.files.import_text("x y z").kind is ImportKind.REFUSED
    assert "scramble or letters" in session.files.draw_text(BOTH), "a typed text causes no question"


def test_in_the_editor_other_texts_are_errors(session):
    session.edit()
    board = str(play_of(session).board)
    received = session.files.import_text("42")
    assert (received.kind, received.message) == (
        ImportKind.REFUSED,
        "A seed makes a new board: finish editing first",
    )
    assert session.files.import_text(board).message == "That is the board you are editing"
    assert isinstance(session.activity, Editing) and not session.snapshot().edit.is_changed


# ---- Export -----------------------------------------------------


def watch_solution(stage, moves):
    session = stage.session
    session.watch.start()
    stage.tick()
    stage.solver.last.find(moves)
    stage.solver.last.finish(play_of(session).scenario.start, play_of(session).goal, moves)
    stage.pass_time(3)


def test_the_answer_is_written_in_the_format_of_the_board(stage):
    session, file = stage.session, Path("puzzle.txt")
    assert session.files.result is None and not session.files.has(TextPiece.ANSWER)
    session.files.import_text(LODZ, file)
    origin = session.files.origin
    assert (origin.name, origin.file, origin.contents.form) == ("puzzle.txt", file, "lodz")
    watch_solution(stage, (Move.RIGHT, Move.RIGHT))
    form = session.files.answer_form
    assert form.name == "lodz"
    assert session.files.written(TextPiece.ANSWER, form).text == "2\nRR\n"
    assert session.files.writing(TextPiece.ANSWER, form)()[1].splitlines()[0] == "2"
    assert session.files.result.status is Outcome.SOLVED
    assert share.read(session.files.share_text()).moves == (Move.RIGHT, Move.RIGHT)
    session.boards.new()
    assert session.files.answer_form is None and session.files.origin is None
    session.stop()
    session.undo()
    assert session.files.origin == origin, "undo restores the format with the board"


def test_the_answer_of_an_unsolvable_board_is_a_result(stage, session):
    session.watch.start()
    stage.finish_search(status=Outcome.UNSOLVABLE)
    assert session.files.result.status is Outcome.UNSOLVABLE


def test_moves_of_a_board_that_cannot_be_solved_are_not_reviewed(session):
    assert session.files.review_text("1 2 3/4 5 6/8 7 0 UD") == UNSOLVABLE
    assert activity_of(session) is Playing


def test_the_game_and_its_position_are_exported(stage, session):
    assert session.files.position == Contents(start=NEAR.start, goal=GOAL)
    assert not session.files.has(TextPiece.GAME)
    stage.tick()
    session.move(Move.DOWN)
    stage.clock.now += 1
    session.move(Move.RIGHT)
    assert session.files.position_text() == "1 2 3\n4 5 6\n7 0 8"
    game = session.files.game
    assert (game.start, game.moves) == (NEAR.start, (Move.DOWN, Move.RIGHT))
    again = share.read(session.files.share_text())
    assert (again.start, again.moves, again.times) == (NEAR.start, game.moves, (0.0, 1.0))
    session.files.import_text(session.files.share_text())
    assert session.files.game == Contents(
        start=NEAR.start, goal=GOAL, moves=game.moves, times=(0.0, 1.0)
    )
    assert session.files.written(TextPiece.GAME, FORMATS["scramble"]).text.endswith("UL\n")


def test_boards_with_letters_are_copied_as_letters(stage):
    stage.session.files.import_text("A B C\nD _ E\nF G H")
    assert stage.session.files.position_text() == "A B C\nD _ E\nF G H"


def test_a_promised_length_is_compared_when_the_length_is_proven(stage, session):
    session.files.import_text("3\n 1 2 3\n 4 0 5\n 7 8 6\n", Path("puzzle03.txt"))
    stage.pass_time(0.1)
    assert "3 moves expected" in message_of(session)
    play = play_of(session)
    session.context.distances.learn(play.board, play.goal, 2, 2)
    stage.tick()
    assert message_of(session) == "puzzle03.txt says 3 moves; a shortest solution takes 2"


def test_the_origins_of_the_latest_boards_are_known(session, monkeypatch):
    monkeypatch.setattr("puzzler.game.files.files._MAX_ORIGINS", 2)
    for number, text in enumerate(("1 2/0 3", "0 2/1 3", "2 0/1 3")):
        session.files.import_text(text, Path(f"{number}.txt"))
    for name in ("2.txt", "1.txt", None):
        origin = session.files.origin
        assert (origin and origin.name) == name
        session.undo()


def test_a_wrong_promised_length_is_reported_once():
    stage = Stage(handed_in={"measurer": ExactMeasurer()})
    session = stage.session
    file = Path("puzzle03.txt")
    session.files.import_text("2\n 1  2\n 0  3\n", file)
    assert "3 moves expected" in message_of(session)
    stage.pass_time(1)
    message = "puzzle03.txt says 3 moves; a shortest solution takes 1"
    assert message_of(session) == message
    session.move(Move.UP)
    stage.pass_time(1)
    assert message_of(session) == ""
    session.files.import_text("2\n 1  2\n 0  3\n", Path("puzzle01.txt"))
    stage.pass_time(1)
    assert " says 3" not in message_of(session)
    name = "puzzle2x2-unsolvable1.txt"
    session.files.import_text("2\n 1  2\n 0  3\n", Path(name))
    assert "solvable, although the file claims otherwise" in message_of(session)
