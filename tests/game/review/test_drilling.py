"""The drill: cards, answers that are stored immediately, and the interrupted game."""

from __future__ import annotations

import pytest

from puzzler.board import Board, Move, Scenario
from puzzler.game.core.distances import Distances
from puzzler.game.core.feedback import Happening
from puzzler.game.play.playing import Playing
from puzzler.game.review.drilling import CardMaker, Drilling, DrillPhase, Drills, cards_of
from puzzler.game.review.proving import review
from puzzler.game.storage.practice import CardKind, DrillCard
from puzzler.game.storage.store import Store
from tests import naive
from tests.game.fakes import (
    ExactMeasurer,
    FakeMeasurer,
    activity_of,
    best_moves,
    message_of,
    play_of,
)
from tests.game.test_session import NEAR, Stage

UP, DOWN, LEFT, RIGHT = Move
GOAL = Board.solved(2, 3)
FAR = Board.parse("1 2 3/0 4 5")
OTHER = Board.parse("1 2 0/4 5 3")
DAY = 86_400.0
NOW = 1_000_000.0


class Drilled(Stage):
    """A stage with cards for FAR and OTHER, in this order, and its own calendar."""

    def __init__(self, *cards, measurer=None, **handed_in):
        self.measurer = measurer or ExactMeasurer()
        self.store = Store.in_memory()
        self.today = NOW
        super().__init__(NEAR, {"measurer": self.measurer, "store": self.store} | handed_in)
        distances = naive.distances_from(GOAL)
        for number, board in enumerate(cards):
            card = DrillCard(board, GOAL, distances[board], due_at=NOW - 10 + number)
            self.store.practice.add_cards([card])
        self.session.drills = Drills(self.session.context, self.store.practice, lambda: self.today)

    @property
    def drilling(self):
        assert isinstance(self.session.activity, Drilling)
        return self.session.activity


@pytest.fixture
def stage():
    stage = Drilled(FAR, OTHER)
    stage.session.drills.begin()
    return stage.settle()


def test_due_cards_are_displayed_in_order(stage):
    session, drilling = stage.session, stage.drilling
    assert (session.drills.due, session.drills.practice.card_count()) == (2, 2)
    state = drilling.state()
    assert (state.phase, drilling.board, drilling.goal) == (DrillPhase.ASKING, FAR, GOAL)
    assert (
        drilling.play.scenario.title
        == "Which tile starts a shortest solution? 2 moves to the goal."
    )
    assert state.first_moves is None
    assert not play_of(session).is_timing
    assert not (session.click(1) or session.undo() or session.redo())
    assert drilling.state().phase is DrillPhase.ASKING
    assert session.click(5)  # two tiles slide, and the first move is the answer
    assert (drilling.state().phase, message_of(session)) == (DrillPhase.RIGHT, "Right")
    assert drilling.board == FAR.apply(RIGHT)
    assert drilling.state().first_moves == {RIGHT}
    assert session.take_happenings()[-1] is Happening.RIGHT
    assert session.drills.due == 1
    session.toggle_pause()
    stage.settle()
    assert drilling.board == OTHER
    assert session.move(DOWN)
    assert (drilling.state().answered, drilling.state().right_in_row) == (2, 2)
    assert message_of(session) == "Right, 2 in a row"
    drilling.next_card()
    assert (drilling.state().phase, message_of(session)) == (
        DrillPhase.DONE,
        "No cards due. You can practise with generated ones.",
    )
    assert not session.click(0)
    assert drilling.play.scenario.title == ""


def test_a_wrong_answer_shows_the_shortest_continuation(stage):
    session, drilling = stage.session, stage.drilling
    assert session.move(UP)
    assert (drilling.state().phase, drilling.state().right_in_row) == (DrillPhase.WRONG, 0)
    assert message_of(session) == "That costs two moves. Here's a shortest solution."
    assert session.take_happenings()[-1] is Happening.REFUSED
    assert drilling.state().continuation.start == FAR
    stage.pass_time(2)
    assert (drilling.board, play_of(session).is_paused) == (GOAL, True)
    assert not session.click(3)
    drilling.seek(0)
    assert drilling.board == FAR
    drilling.step(1)
    assert drilling.board == FAR.apply(RIGHT)
    session.toggle_pause()
    assert not play_of(session).is_paused
    drilling.next_card()
    stage.settle()
    assert drilling.board == OTHER


def test_a_wrong_answer_ends_the_row(stage):
    stage.session.move(RIGHT)
    stage.drilling.next_card()
    stage.settle().session.move(LEFT)
    assert (stage.drilling.state().answered, stage.drilling.state().right_in_row) == (2, 0)


def test_the_drill_waits_for_the_proof_of_an_answer():
    stage = Drilled(FAR, measurer=FakeMeasurer())
    session = stage.session
    session.drills.begin()
    stage.tick()
    assert any(each.with_path for each in stage.measurer.last_request)
    assert session.move(RIGHT)
    drilling = stage.drilling
    assert drilling.state().phase is DrillPhase.BUILDING
    assert message_of(session) == "Checking your move"
    assert not session.move(UP)
    assert session.is_busy
    assert drilling.state().first_moves is None
    stage.measurer.find(FAR, (RIGHT, RIGHT))
    stage.settle()
    stage.measurer.find(FAR.apply(UP), (DOWN, RIGHT, RIGHT))
    stage.settle()
    assert (drilling.state().phase, drilling.state().answered) == (DrillPhase.RIGHT, 1)


@pytest.mark.parametrize(("rows", "columns", "distance"), [(2, 2, 4), (2, 3, 12), (3, 2, 1)])
def test_generated_cards_are_at_their_distance(rows, columns, distance):
    stage = Drilled()
    session = stage.session
    assert session.drills.begin_generated(rows, columns, distance)
    distances = naive.distances_from(Board.solved(rows, columns))
    boards = set()
    for _ in range(5):
        drilling = stage.drilling
        for _ in range(40):
            stage.settle()
        assert drilling.state().phase is DrillPhase.ASKING
        card = drilling.state().card
        assert (card.kind, card.distance) == (CardKind.GENERATED, distance)
        assert distances[card.board] == distance
        boards.add(card.board)
        right = best_moves(card.board, card.goal)
        session.move(min(right))
        assert drilling.state().phase is DrillPhase.RIGHT
        assert drilling.state().first_moves == right
        drilling.next_card()
    assert session.drills.practice.card_count() == len(boards)
    assert len(boards) > 1 or distance < 12


def test_generated_cards_that_are_skipped_are_not_due():
    stage = Drilled()
    drills = stage.session.drills
    assert drills.begin_generated(2, 3, 5)
    for _ in range(4):
        for _ in range(40):
            stage.settle()
        card = stage.drilling.state().card
        assert drills.practice.card_count() == 0
        stage.drilling.next_card()
    for _ in range(40):
        stage.settle()
    card = stage.drilling.state().card
    distances = naive.distances_from(card.goal)
    wrong = [m for m in card.board.legal_moves() if distances[card.board.apply(m)] > 5]
    stage.session.move(wrong[0])
    assert drills.due == drills.practice.card_count() == 1, "the card with the wrong answer"
    assert drills.practice.due_card(stage.today + DAY).board == card.board


def test_a_distance_without_boards_is_reported():
    stage = Drilled()
    assert stage.session.drills.begin_generated(2, 2, 7)
    for _ in range(300):
        stage.tick(0)
    assert stage.drilling.state().phase is DrillPhase.DONE
    assert message_of(stage.session) == "No board is 7 moves from the goal"
    assert not stage.session.is_busy


def test_the_tries_are_those_of_one_card(monkeypatch):
    module = "puzzler.game.review.drilling"
    monkeypatch.setattr(f"{module}.MAX_TRIES", 1)
    monkeypatch.setattr(f"{module}.shuffle", lambda *_: Scenario(FAR, GOAL))
    maker, distances = CardMaker(2, 3, 2), Distances()
    distances.learn_path(FAR, GOAL, (RIGHT, RIGHT), is_shortest=True)
    for _ in range(2):
        assert maker.make(distances) == DrillCard(FAR, GOAL, 2, CardKind.GENERATED)


def test_cards_of_large_boards_are_rejected():
    stage = Drilled()
    assert not stage.session.drills.begin_generated(5, 5, 12)
    assert message_of(stage.session) == "Cards are made for boards of at most 16 cells"
    assert activity_of(stage.session) is Playing


def test_a_playback_ends_while_a_card_is_generated():
    stage = Drilled(measurer=FakeMeasurer())
    session = stage.session
    session.watch.start()
    stage.finish_search((DOWN, RIGHT, RIGHT))
    session.drills.begin_generated(3, 3, 12)
    assert (play_of(session).move_count, play_of(session).board) == (0, NEAR.start.apply(DOWN))


def test_a_drill_that_is_left_asks_no_more_questions():
    stage = Drilled(FAR, measurer=FakeMeasurer())
    session = stage.session
    session.drills.begin()
    stage.tick()
    assert FAR in stage.measurer.boards
    session.stop()
    stage.tick()
    assert FAR not in stage.measurer.boards


def test_a_game_gives_a_limited_number_of_cards(monkeypatch):
    goal = Board.solved(2, 3)
    found = review(goal.apply_all([LEFT, LEFT]), [UP, DOWN, RIGHT, UP, DOWN, RIGHT])
    assert [card.distance for card in cards_of(found)] == [2, 1]
    monkeypatch.setattr("puzzler.game.review.drilling.MAX_CARDS", 1)
    assert [card.distance for card in cards_of(found)] == [2]
