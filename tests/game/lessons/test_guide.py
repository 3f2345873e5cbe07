"""The guide to solving by hand: targets, patterns, comments and suggested moves."""

from __future__ import annotations

import pytest

from puzzler.board import Board, Move
from puzzler.board.shuffler import shuffle
from puzzler.game.lessons.guide import Guide
from puzzler.game.lessons.learning import Trying
from puzzler.game.lessons.lesson import LessonError
from puzzler.game.lessons.reading import read, read_bundled
from tests.game.fakes import play_of

GOAL = Board.solved(3, 3)
TITLE = "By hand: the last two tiles of a row"
LESSON = """
title = "By hand"
summary = "a row"

[[step]]
title = "A row"
text = "Bring the tiles into place."
panel = "play"
board = "{board}"
target = {target}
"""


def make_guide(board: str = "1 0 2/4 5 3/7 8 6", target: str = "[1, 2, 3]"):
    return read(LESSON.format(board=board, target=target), "hand")


def follow(guide: Guide, board: Board) -> int:
    """Make the suggested moves until the target is reached, and return their number."""
    count = 0
    while not guide.is_reached(board):
        moves = guide.path(board)
        assert moves, "there must always be a next move"
        board, count = board.apply_all(moves), count + len(moves)
    return count


@pytest.mark.parametrize("half", range(2))
def test_the_suggested_moves_solve_a_hundred_boards(half: int) -> None:
    goal = Board.solved(4, 4)
    guide = Guide(goal, range(1, 16))
    for seed in range(50 * half, 50 * half + 50):
        assert follow(guide, shuffle(4, 4, seed=seed, goal=goal).start) < 250


def test_every_step_of_the_bundled_lessons_is_reached() -> None:
    shelf = read_bundled()
    lessons = [each for each in shelf.lessons.values() if each.name.startswith("hand-")]
    assert lessons == list(shelf.lessons.values())[:5], "lessons on solving by hand are first"
    for step in (step for lesson in lessons for step in lesson.steps):
        guide = Guide(step.trial.problem.goal, step.target)
        assert follow(guide, step.trial.problem.start) > 0, step.title


@pytest.mark.parametrize(
    ("board", "text", "tile", "place"),
    [
        ("4 1 2/7 5 3/8 6 0", "Bring 1 to the marked cell.", 1, 0),
        ("1 6 5/2 7 8/4 3 0", "First bring 2 into the corner.", 3, 2),
        ("1 6 2/7 5 8/4 3 0", "Bring 3 next to 2, as marked.", 7, 5),
        ("1 0 2/4 5 3/7 8 6", "Ready: slide 2, then 3.", 2, 1),
        ("1 3 2/7 0 5/4 8 6", "3 blocks 2: take both out of the line.", 1, None),
        ("1 0 2/4 3 5/7 8 6", "3 blocks 2: take both out of the line.", 4, None),
        ("1 5 2/4 3 0/7 8 6", "Bring 3 next to 2, as marked.", 4, 5),
        ("1 2 0/4 3 5/7 8 6", "First bring 2 into the corner.", 1, 2),
        ("1 2 0/4 5 3/7 8 6", "Slide 3 in.", 5, 2),
    ],
)
def test_patterns_are_recognised(board: str, text: str, tile: int, place: int | None) -> None:
    advice = Guide(GOAL, (1, 2, 3)).advise(Board.parse(board), 0)
    assert (advice.text, advice.tile, advice.place) == (text, tile, place)
    assert advice.placed == ((0,) if board.startswith("1") else ())


def test_a_finished_pair_is_not_moved_again() -> None:
    board = Board.parse("1 2 3/4 5 0/7 8 6")
    assert Guide(GOAL, range(1, 9)).path(board) == [Move.DOWN]


def test_the_suggested_moves_end_at_the_target() -> None:
    assert Guide(GOAL, (1, 2)).path(Board.parse("1 0 2/4 5 3/7 8 6")) == [Move.RIGHT]


def test_moves_for_a_target_are_counted_from_the_board_that_was_shown_last() -> None:
    guide, board = Guide(GOAL, (1, 2, 3)), Board.parse("1 0 2/4 5 3/7 8 6")
    guide.advise(Board.parse("4 1 2/7 5 3/8 6 0"), 50)
    assert guide.advise(board, 50).comment == "", "another board without a move"
    guide.advise(board, 0)
    comments = [guide.advise(board, count).comment for count in (12, 13)]
    assert comments == ["", "13 moves for this target so far; 2 do it."]


def test_every_tile_of_a_pair_that_was_moved_is_named() -> None:
    guide = Guide(GOAL, range(1, 9))
    guide.advise(Board.parse("1 2 3/4 5 0/7 8 6"), 0)
    comment = guide.advise(Board.parse("1 0 2/4 5 3/7 8 6"), 2).comment
    assert comment.startswith("Tiles 2 and 3 left the right place.")


def test_detours_and_moved_tiles_have_comments() -> None:
    guide, board = Guide(GOAL, (1, 2, 3)), Board.parse("1 0 2/4 5 3/7 8 6")
    guide.advise(board, 0)
    spoilt = guide.advise(board.apply(Move.LEFT), 1)
    assert spoilt.comment == "Tile 1 left the right place. That is fine if you bring it back."
    assert spoilt.tile == 1 and spoilt.place == 0
    back = guide.advise(board, 2)
    assert back.comment == "Tile 1 in place after 1 move."
    late = guide.advise(board, 30)
    assert late.comment == "28 moves for this target so far; 2 do it."
    done = guide.advise(Board.parse("1 2 3/4 5 0/7 8 6"), 32)
    assert done.is_reached and done.comment == "Tiles 2 and 3 in place after 30 moves. 2 would do."


@pytest.mark.parametrize(
    ("target", "fault"),
    [("[9]", "not a tile"), ("[true]", "not a tile"), ("[0]", "not a tile"), ("1", "a list")],
)
def test_an_invalid_target_is_an_error(target: str, fault: str) -> None:
    with pytest.raises(LessonError, match=fault):
        make_guide(target=target)


def test_a_target_requires_a_playable_board_with_the_blank_last() -> None:
    text = LESSON.format(board="1 2 3/4 5 6/7 0 8", target="[1]")
    with pytest.raises(LessonError, match='needs panel = "play"'):
        read(text.replace('"play"', '"board"'), "hand")
    with pytest.raises(LessonError, match="blank in the last cell"):
        read(f'{text}goal = "1 2 3/4 5 6/0 7 8"', "hand")


# ---- In the session --------------------------------------------------------------------------


def test_the_player_can_reach_the_target_by_other_moves(session) -> None:
    session.lessons.begin(make_guide())
    assert session.lessons.state().advice.place == 1
    for cell in (4, 1):  # a detour
        assert session.click(cell)
    for cell in (2, 5):
        assert session.click(cell)
    assert session.lessons.state().advice.is_reached and session.activity.is_locked
    assert not session.click(8), "the board must be locked"
    assert session.undo() and not session.lessons.state().advice.is_reached


def is_done(session) -> bool:
    session.lessons.browse()
    return next(entry for entry in session.lessons.entries() if entry.lesson.title == TITLE).is_done


def test_a_lesson_is_done_when_its_targets_are_reached(session) -> None:
    lesson = next(each for each in session.lessons.shelf.lessons.values() if each.title == TITLE)
    for position in range(len(lesson.steps)):
        session.lessons.begin(lesson, position)
    assert not is_done(session), "its steps were only displayed"
    for position, step in enumerate(lesson.steps):
        session.lessons.begin(lesson, position)
        guide, board = Guide(step.trial.problem.goal, step.target), session.activity.board
        while moves := guide.path(board):
            for move in moves:
                assert not session.activity.is_locked and session.move(move)
            board = session.activity.board
    assert is_done(session)


def test_shown_moves_do_not_reach_a_target(stage, session) -> None:
    session.lessons.begin(make_guide("1 2 0/4 5 3/7 8 6", "[1, 2, 3]"))
    session.lessons.demonstrate()
    stage.tick(5)
    for _ in range(20):
        stage.tick(0.05)
    state = session.lessons.state()
    assert state.advice.is_reached and state.last_answer is None
    assert "not done yet" in state.advice.comment
    session.lessons.restore()
    assert session.click(5)
    assert session.lessons.state().last_answer.text == "reached"


def test_shown_moves_are_requested_and_end_with_a_move_of_the_player(stage, session) -> None:
    session.lessons.begin(make_guide("4 2 3/5 7 6/8 1 0", "[1]"))
    trying = session.activity
    assert isinstance(trying, Trying)
    stage.tick(5)
    assert play_of(session).move_count == 0, "the program must not solve the board"
    session.lessons.demonstrate()
    for _ in range(8):
        stage.tick(0.05)
    shown = play_of(session).board
    assert session.click(shown.tiles.index(shown.tiles[shown.blank - 1] if shown.blank else 0))
    assert trying.timeline is None and play_of(session).move_count == 3
    session.lessons.demonstrate()
    for _ in range(200):
        stage.tick(0.05)
    assert session.lessons.state().advice.is_reached
    session.lessons.restore()
    assert play_of(session).move_count == 0 and trying.advice.tile == 7


def test_another_board_is_not_at_the_target(session) -> None:
    session.lessons.begin(make_guide(target="[1, 2, 3, 4]"))
    session.lessons.mix()
    assert play_of(session).board != make_guide().steps[0].trial.problem.start
    assert not session.lessons.state().advice.is_reached
    session.lessons.take_board("1 0 / 3 2")
    assert session.lessons.state().advice is None, "a board without these tiles has no guide"
