"""Reviews: the track, the shortest continuation, and the interrupted game."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from puzzler.board import Board, Move, Scenario
from puzzler.game.core.category import Category
from puzzler.game.core.feedback import Happening
from puzzler.game.core.game import PlayedPath
from puzzler.game.play.playing import Playing
from puzzler.game.review.reviewing import Choosing, MovedBy, Reviewing, review_summary
from tests import naive
from tests.game.fakes import ExactMeasurer, FakeMeasurer, activity_of, message_of, play_of
from tests.game.storage.reading import read_rows
from tests.game.test_session import NEAR, Stage

UP, DOWN, LEFT, RIGHT = Move
GOAL = Board.solved(2, 3)
START = Board.parse("1 2 0/4 5 3")
PLAYED = (LEFT, RIGHT, LEFT, LEFT, RIGHT, RIGHT, DOWN)
"""Moves with one detour of six extra moves."""


class Reviewed(Stage):
    """A stage on which PLAYED was played with one move per second."""

    def __init__(self, scenario=None, measurer=None, **handed_in):
        self.measurer = measurer or ExactMeasurer()
        scenario = scenario or Scenario(START, GOAL, seed=3, shuffle_moves=9, difficulty="easy")
        super().__init__(scenario, {"measurer": self.measurer} | handed_in)

    def play(self, moves=PLAYED):
        self.session.boards.restart()
        for move in moves:
            self.session.move(move)
            self.tick(1)
        return self

    @property
    def reviewing(self):
        assert isinstance(self.session.activity, Reviewing)
        return self.session.activity


@pytest.fixture
def stage():
    return Reviewed().play()


@pytest.fixture
def reviewed(stage):
    stage.session.reviews.open_last()
    stage.settle()
    return stage


# ---- Contents of a review
# --------------------------------------------------------------------------


def test_the_last_solve_is_reviewed_from_its_start(reviewed):
    reviewing, session = reviewed.reviewing, reviewed.session
    assert reviewing.source.title == "Your last solve"
    assert (reviewing.position, reviewing.board, play_of(session).board) == (0, START, START)
    assert reviewing.review.distances == (1, 2, 1, 2, 3, 2, 1, 0)
    assert reviewing.review.mistakes == (0, 2, 3)
    assert (reviewing.state().played_move, reviewing.state().first_moves) == (LEFT, {DOWN})
    assert dict(review_summary(reviewing.review)) == {
        "Moves": "7",
        "Shortest": "1",
        "Extra moves": "6",
        "Time": "6.00 s",
        "Moves per second": "1.17",
    }
    assert play_of(session).scenario.seed == 3
    assert not play_of(session).is_timing


def test_a_new_distance_gives_a_new_state():
    stage = Reviewed(measurer=ExactMeasurer(pace=1)).play()
    stage.session.reviews.open_last()
    states = {}
    for _ in range(40):
        stage.tick(0)
        state = stage.session.snapshot().review
        assert states.setdefault(state.learned, state.review.distances) == state.review.distances
    assert stage.reviewing.review.is_complete


def test_a_review_steps_along_the_play_and_shows_shortest_moves(reviewed):
    reviewing, session = reviewed.reviewing, reviewed.session
    reviewing.step(1)
    [slide] = reviewed.tick()
    assert (slide.moves, slide.after) == ((LEFT,), START.apply(LEFT))
    reviewed.settle()
    assert (reviewing.state().played_move, reviewing.state().first_moves) == (RIGHT, {RIGHT})
    assert (play_of(session).move_count, session.activity.play.seconds) == (1, 0)
    reviewing.seek(5)
    assert (play_of(session).move_count, session.activity.play.seconds) == (5, 4)
    reviewing.step(10)
    assert (reviewing.position, reviewing.state().played_move) == (7, None)
    assert play_of(session).is_solved
    reviewing.step(-20)
    assert reviewing.position == 0


def test_page_keys_seek_the_boards_before_mistakes(reviewed):
    reviewing = reviewed.reviewing
    places = []
    while reviewing.to_mistake(+1):
        places.append(reviewing.position)
    assert places == [2, 3]
    assert message_of(reviewed.session) == "No later mistake"
    assert reviewing.to_mistake(-1)
    assert (reviewing.position, message_of(reviewed.session)) == (2, "")
    assert reviewing.to_mistake(-1)
    assert not reviewing.to_mistake(-1)
    assert message_of(reviewed.session) == "No earlier mistake"


# ---- Timing ---------------------------------------------------------------------------------


def test_a_replay_has_the_original_times_with_short_pauses():
    stage = Reviewed()
    session = stage.session
    for move, pause in [(LEFT, 0), (RIGHT, 0.5), (DOWN, 30)]:
        stage.tick(pause)
        session.move(move)
    solve = play_of(session).finish.solve_id
    session.reviews.open_solve(solve, is_playing=True)
    reviewing = stage.reviewing
    assert reviewing.state().track.is_playing
    stage.tick(0)
    shown = {}
    for tick in range(200):
        for slide in stage.tick(0.02):
            shown[round((tick + 1) * 0.02, 2)] = slide.moves
    assert shown == {0.5: (RIGHT,), 3.5: (DOWN,)}
    assert (play_of(session).is_paused, play_of(session).is_solved) == (True, True)
    session.toggle_pause()
    assert (reviewing.position, play_of(session).is_paused) == (0, False)
    stage.tick(0)
    assert reviewing.position == 1
    session.toggle_pause()
    assert play_of(session).is_paused


# ---- The shortest continuation
# ------------------------------------------------------------------------------


def test_the_shortest_continuation_is_a_separate_track(reviewed):
    reviewing, session = reviewed.reviewing, reviewed.session
    reviewing.seek(4)
    reviewing.show_shortest()
    reviewed.settle()
    ghost, state = reviewing.timeline, reviewing.state()
    assert (state.shortest, state.is_shortest_awaited) == (ghost.snapshot(), False)
    assert state.factor is None, "the continuation has the speed of the settings"
    assert message_of(session) == "A shortest solution from here takes 3 moves"
    assert (ghost.total, reviewing.state().timeline, reviewing.position) == (3, ghost.snapshot(), 4)
    reviewing.step(1)
    assert (play_of(session).board, play_of(session).move_count) == (ghost.board, 5)
    session.set_speed(20)
    reviewed.tick()
    assert ghost.speed == 20
    session.set_speed(4)
    reviewing.toggle_pause()
    reviewed.pass_time(2)
    assert play_of(session).board == GOAL
    reviewing.seek_shortest(1)
    assert ghost.position == 1
    reviewing.seek(reviewing.position)
    assert (reviewing.board, reviewing.state().shortest) == (START.apply_all(PLAYED[:4]), None)
    assert reviewing.state().factor == 1
    assert message_of(session) == ""
    reviewing.show_shortest()
    reviewed.settle()
    assert reviewing.state().shortest
    reviewing.seek(2)
    assert (reviewing.position, reviewing.state().shortest) == (2, None)


def test_the_replay_pauses_while_a_shortest_continuation_is_found():
    stage = Reviewed(measurer=FakeMeasurer()).play()
    stage.session.reviews.open_last()
    stage.reviewing.toggle_pause()
    stage.pass_time(3.2)
    assert stage.reviewing.position == 4
    stage.reviewing.show_shortest()
    assert stage.reviewing.state().is_shortest_awaited
    stage.pass_time(2)
    assert stage.reviewing.position == 4


def test_the_shortest_continuation_is_found_on_request():
    stage = Reviewed(measurer=FakeMeasurer()).play()
    session = stage.session
    session.reviews.open_last()
    reviewing = stage.reviewing
    assert not reviewing.to_mistake(+1)
    assert message_of(session) == "No later mistake is known yet"
    for place in (4, 3):
        reviewing.seek(place)  # seeking another board cancels the request
        assert not reviewing.state().is_shortest_awaited
        assert message_of(session) != "Finding a shortest solution from here"
        reviewing.show_shortest()
        state = reviewing.state()
        assert (state.is_shortest_awaited, state.shortest) == (True, None)
        assert message_of(session) == "Finding a shortest solution from here"
    stage.tick()
    [first, *_] = stage.measurer.last_request
    assert (first.board, first.with_path) == (play_of(session).board, True)
    stage.measurer.find(first.board, (RIGHT, DOWN))
    stage.settle()
    state = reviewing.state()
    assert (state.is_shortest_awaited, state.shortest) == (False, reviewing.timeline.snapshot())
    session.close()
    assert stage.measurer.is_closed


def test_a_review_that_is_left_asks_no_more_questions():
    stage = Reviewed(measurer=FakeMeasurer())
    session = stage.session
    session.files.review_text("1 2 3/4 0 5 R")
    stage.tick()
    asked = {*stage.measurer.boards}
    session.stop()
    stage.tick()
    assert asked and asked.isdisjoint(stage.measurer.boards)


def test_a_retry_has_the_letters_of_the_play():
    letters = ("", *"ABCDE")
    stage = Reviewed(Scenario(START, GOAL, labels=letters)).play(PLAYED[:1])
    stage.session.reviews.open_last()
    stage.reviewing.try_again()
    play = stage.session.context.game.play
    assert (play.move_count, play.scenario.labels) == (0, letters)


@pytest.mark.parametrize("ask", ["show_shortest", "try_again"])
def test_at_the_goal_there_is_no_continuation_and_no_retry(reviewed, ask):
    reviewed.reviewing.seek(7)
    getattr(reviewed.reviewing, ask)()
    assert activity_of(reviewed.session) is Reviewing
    assert message_of(reviewed.session) == "The board is already solved"
    assert not reviewed.reviewing.state().is_shortest_awaited


def test_the_moves_of_a_stored_solve_with_help_have_an_unknown_player(stage):
    session = stage.session
    session.boards.begin_scenario(Scenario(START, GOAL))
    session.context.game.mark(assisted=True)
    session.move(DOWN)
    session.reviews.open_solve(session.store.solves.latest())
    assert stage.reviewing.source.moved_by == (MovedBy.UNKNOWN,)
    assert not stage.reviewing.source.is_own


# ---- The interrupted game -----------------------------------------------------------------------


def test_the_interrupted_game_keeps_its_result(stage, session):
    finish, saved = play_of(session).finish, session.context.game.saved
    session.reviews.open_last()
    assert play_of(session).finish is None
    stage.settle().reviewing.seek(3)
    session.stop()
    assert session.context.game.saved == saved
    assert (play_of(session).board, play_of(session).finish.moves) == (GOAL, finish.moves)


def test_after_a_review_a_paused_game_is_paused_and_a_running_game_continues():
    stage = Reviewed().play(PLAYED[:3])
    session = stage.session
    seconds, board = session.activity.play.seconds, play_of(session).board
    session.reviews.open_last()
    assert stage.reviewing.source.title == "This game so far"
    assert (play_of(session).board, stage.reviewing.position) == (board, 3)
    stage.tick(20)
    stage.reviewing.leave()
    stage.tick(0)
    play = session.activity.play
    assert (activity_of(session), play.board, play.seconds) == (Playing, board, seconds)
    assert play_of(session).is_timing
    session.toggle_pause()
    session.reviews.open_last()
    assert not play_of(session).is_covering
    session.stop()
    play = play_of(session)
    assert (play.is_paused, play.is_covering, play.is_timing) == (True, True, False)


def test_a_game_reviewed_before_its_end_is_coached():
    stage = Reviewed().play(PLAYED[:3])
    session = stage.session
    session.reviews.open_last()
    assert message_of(session) == (
        "You have seen the solution: this board no longer counts for records"
    )
    session.stop()
    assert session.context.game.play.coached
    for move in PLAYED[3:]:
        session.move(move)
    assert play_of(session).finish.coached
    session.boards.new(2, 3, seed=8)
    session.stop()
    session.move(play_of(session).board.legal_moves()[0])
    session.reviews.open_solve(session.store.solves.latest())
    session.stop()
    assert session.files.review_text("1 2 3/4 0 5 R") == ""
    session.stop()
    assert not session.context.game.play.coached  # a review of other boards
    move = play_of(session).board.legal_moves()[0]
    assert session.files.review_text(f"moves: blank {play_of(session).board} {move.letter}") == ""
    assert session.context.game.play.coached


def test_reviewing_a_blindfold_game_ends_the_blindfold_play():
    stage = Reviewed()
    session = stage.session
    session.settings = type(session.settings)(blindfold=True)
    session.move(LEFT)
    assert play_of(session).is_covering
    session.reviews.open_last()
    session.stop()
    play = session.context.game.play
    assert (play.blindfold, play.assisted) == (False, True)


def test_moving_a_tile_during_a_review_shows_a_message(reviewed, session):
    reviewed.tick()
    session.take_happenings()
    assert not session.click(0)
    assert not session.move(LEFT)
    assert message_of(session).startswith("This is a review")
    assert set(session.take_happenings()) == {Happening.REFUSED}
    session.coach.ask_hint()
    assert activity_of(session) is Reviewing


def test_trying_again_starts_a_new_play_from_the_board(reviewed, session):
    solved = session.context.game.play
    reviewed.reviewing.seek(4)
    board = reviewed.reviewing.board
    reviewed.tick()
    reviewed.reviewing.try_again()
    assert reviewed.tick() == []  # the board remains displayed
    assert message_of(session) == "New game from this board. Undo to go back."
    assert (activity_of(session), play_of(session).board, play_of(session).goal) == (
        Playing,
        board,
        GOAL,
    )
    assert (play_of(session).move_count, play_of(session).scenario.seed) == (0, None)
    assert play_of(session).scenario.title == "Your last solve, from move 4"
    assert Category.of(session.context.game.play) is None
    assert session.undo()
    assert session.context.game.play == solved


def test_a_playback_ends_before_a_review():
    stage = Reviewed(NEAR)
    session = stage.session
    session.watch.start()
    stage.finish_search((DOWN, RIGHT, RIGHT))
    session.reviews.open_last()
    source = stage.reviewing.source
    assert (source.moves, source.moved_by, source.is_own) == ((DOWN,), (MovedBy.AI,), False)
    session.stop()
    assert (play_of(session).move_count, play_of(session).board) == (1, NEAR.start.apply(DOWN))
    session.move(RIGHT)
    session.reviews.open_last()
    source = stage.reviewing.source
    assert (source.moves, source.moved_by) == ((DOWN, RIGHT), (MovedBy.AI, MovedBy.PLAYER))


# ---- Plays to review -------------------------------------------------------------------


def test_the_latest_solve_is_reviewed_before_the_first_move(stage, session):
    session.boards.restart()
    session.reviews.open_last()
    assert stage.reviewing.source.title.startswith("2×3 easy, seed 3, ")
    assert stage.reviewing.review.moves == PLAYED
    assert stage.reviewing.review.times == (0, 1, 2, 3, 4, 5, 6)


def test_a_review_requires_a_move_or_a_solve():
    session = Reviewed().session
    session.reviews.open_last()
    assert activity_of(session) is Choosing
    assert not session.move(LEFT)
    assert message_of(session).startswith("Nothing to review yet")


@pytest.mark.parametrize("change", ["DELETE FROM solves", "UPDATE solves SET moves = 'UUUUUUU'"])
def test_a_deleted_or_invalid_solve_is_rejected(session, change):
    session.store.connection.execute(change)
    session.reviews.open_solve(play_of(session).finish.solve_id)
    assert message_of(session) == "This solve is no longer available"
    assert activity_of(session) is Playing


PRINTED = {"status": "solved", "board": "1 0 2/3 4 5", "goal": "0 1 2/3 4 5", "moves": "L"}


@pytest.mark.parametrize(
    ("text", "start", "moves"),
    [
        ("L R,D\n", START, (LEFT, RIGHT, DOWN)),
        ("U", START, (DOWN,)),  # in a corner only the tile can move in this direction
        ("1 2 3/4 0 5 R", Board.parse("1 2 3/4 0 5"), (RIGHT,)),
        (json.dumps(PRINTED), Board.parse("1 0 2/3 4 5"), (LEFT,)),
    ],
)
def test_a_pasted_solution_is_reviewed(text, start, moves):
    stage = Reviewed()
    assert stage.session.files.review_text(text) == ""
    source, review = stage.reviewing.source, stage.reviewing.review
    assert source.title == "Pasted solution"
    assert (review.start, review.moves, review.times) == (start, moves, None)
    assert review.goal == Board.parse(PRINTED["goal"]) or "goal" not in text
    stage.session.toggle_pause()
    stage.pass_time(2)
    assert stage.reviewing.board == start.apply_all(moves)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "No moves"),
        ("1 2 3/4 0 5", "No moves"),
        ('{"board": 3, "moves": "L", "goal": []}', '"board" must be text or a list'),
        ("xyz", "'xyz' is not a move"),
        ("1 2 3/5 4 0 L", "Unsolvable: no moves reach the goal"),
        ("LR" * 25_001, "50,002 moves are too many"),
        ("D" * 2_000_000, "too long for a board"),
    ],
)
def test_an_invalid_pasted_text_shows_an_error_and_changes_nothing(text, words):
    stage = Reviewed()
    message = stage.session.files.review_text(text)
    assert words in message
    assert not message[0].islower()
    assert activity_of(stage.session) is Playing


# ---- Background reviews ----------------------------------------------------------------------


@pytest.mark.parametrize("is_helped", [False, True])
def test_after_a_solve_the_shortest_length_and_cards_are_stored(is_helped):
    stage = Reviewed().play(PLAYED[:1])
    session, store = stage.session, stage.session.store
    session.context.game.mark(assisted=is_helped)
    for move in PLAYED[1:]:
        session.move(move)
    finish = play_of(session).finish
    stage.settle()
    assert store.solves.get(finish.solve_id).shortest == 1
    assert store.practice.card_count() == (0 if is_helped else 1)
    if not is_helped:
        finish, card = play_of(session).finish, store.practice.due_card(2e9)
        assert (finish.lost, finish.shortest.moves) == (6, 1)
        assert (card.board, card.goal, card.distance) == (START, GOAL, 1)


def test_a_path_from_the_middle_does_not_prove_the_shortest_length():
    stage = Reviewed(measurer=FakeMeasurer()).play()
    session, store = stage.session, stage.session.store
    solve, play = play_of(session).finish.solve_id, session.context.game.present
    change = "UPDATE solves SET shortest = NULL, move_count = move_count + 1"
    store.connection.execute(change)
    path, kind = PlayedPath(START.apply(LEFT), PLAYED[1:]), Category.of(play)
    session._analysis.solves.clear()
    session._analysis.add(solve, play.scenario, path, gives_cards=False)
    session.statistics.look_up(
        kind, [replace(row, shortest=None) for row in read_rows(store.solves, kind)]
    )
    for board, distance in naive.distances_from(GOAL).items():
        session.context.distances.learn(board, GOAL, distance, distance)
    stage.settle()
    assert not session._analysis.solves
    assert store.solves.get(solve).shortest is None


def test_large_boards_are_reviewed_by_bounds():
    start = Board.solved(5, 5).apply_all((UP, LEFT, LEFT))
    stage = Reviewed(Scenario(start, Board.solved(5, 5)), measurer=FakeMeasurer())
    stage.play((LEFT, RIGHT, RIGHT, RIGHT, DOWN))
    stage.session.reviews.open_last()
    stage.settle()
    assert not stage.session._analysis.solves
    summary = dict(review_summary(stage.reviewing.review))
    assert summary["Moves"] == "5"
    assert "Extra moves" not in summary
