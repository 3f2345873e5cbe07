"""Cards, their boxes, and predictions, as rows of the database."""

from __future__ import annotations

import sqlite3
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, UnsolvableError, shuffle
from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.practice import DAYS, Card, CardKind, DrillDay, PredictionScore
from puzzler.game.storage.store import Store

BOARD = Board.parse("1 2 3/4 5 6/0 7 8")
GOAL = Board.solved(3, 3)
DAY = 24 * 3600


def test_right_answers_lead_from_box_to_box():
    card, told = Card(BOARD, GOAL, 2), []
    for number in range(6):
        card = card.answered(True, now=1000.0 * number)
        told.append((card.box, (card.due_at - 1000 * number) / DAY))
    assert told == [(2, 1), (3, 3), (4, 7), (5, 21), (5, 21), (5, 21)]
    assert len(DAYS) == 5


@pytest.mark.parametrize("box", range(1, 6))
def test_a_wrong_answer_leads_back_into_the_first_box(box):
    card = Card(BOARD, GOAL, 2, box=box).answered(False, now=77.0)
    assert (card.box, card.due_at) == (1, 77)


def test_cards_that_cannot_be_are_refused():
    with pytest.raises(UnsolvableError):
        Card(Board.parse("1 2 3/4 5 6/8 7 0"), GOAL, 2)
    with pytest.raises(ValueError, match="no card asks for a move at distance 0"):
        Card(GOAL, GOAL, 0)
    with pytest.raises(ValueError, match="no box 6"):
        Card(BOARD, GOAL, 2, box=6)
    with pytest.raises(ValueError, match="cruel"):
        Card(BOARD, GOAL, 2, "cruel")


NEAR, FAR, OTHER = (
    Card(shuffle(3, 3, moves, seed=3).start, GOAL, distance)
    for moves, distance in ((2, 2), (5, 5), (8, 8))
)
NOW = datetime(2026, 11, 21, 12).timestamp()


@pytest.fixture
def store(tmp_path):
    store = Store.open(tmp_path)
    yield store
    store.close()
    assert store.take_trouble() == ""


def test_a_card_is_there_again_as_it_was_added(store, tmp_path):
    card = Card(FAR.board, GOAL, 5, CardKind.GENERATED, due_at=12.5)
    (number,) = store.add_cards([card])
    store.close()
    again = Store.open(tmp_path)
    assert again.due_card(13) == Card(FAR.board, GOAL, 5, CardKind.GENERATED, number, 1, 12.5)
    again.close()


def test_a_board_with_its_goal_is_one_card(store):
    first = store.add_cards([NEAR, FAR])
    store.answer(first[0], True, NOW)
    assert store.add_cards([FAR, OTHER, NEAR, NEAR]) == [first[1], 3, first[0], first[0]]
    assert (store.card_count(), store.card_count(NOW)) == (3, 2)
    other_goal = Board.parse("0 1 2/3 4 5/6 7 8")
    board = other_goal.apply(other_goal.legal_moves()[0])
    store.add_cards([Card(board, other_goal, 1), Card(NEAR.board, GOAL, 2)])
    assert store.card_count() == 4


def test_cards_come_in_the_order_in_which_they_are_due(store):
    one, two, three = store.add_cards([NEAR, FAR, OTHER])
    asked = []
    for is_right in (True, False, True, True):
        card = store.due_card(NOW)
        asked.append(card.id)
        store.answer(card.id, is_right, NOW)
    assert asked == [one, two, three, two]  # a wrong answer is asked again, behind the others
    assert store.due_card(NOW) is None
    assert (store.card_count(NOW), store.card_count(NOW + DAY)) == (0, 3)
    assert store.due_card(NOW + DAY).box == 2


def test_an_answer_tells_the_card_as_it_is_then(store):
    (number,) = store.add_cards([NEAR])
    assert store.answer(number, True, NOW) == Card(
        NEAR.board, GOAL, 2, id=number, box=2, due_at=NOW + DAY
    )
    assert store.answer(99, True, NOW) is None
    assert store.drill_curve() == [DrillDay(datetime.fromtimestamp(NOW).date(), 1, 1)]


def test_the_curve_counts_the_answers_of_each_day(store):
    store.add_cards([NEAR, FAR])
    for days, number, is_right in [(0, 1, True), (0, 2, False), (0, 2, True), (3, 2, False)]:
        store.answer(number, is_right, NOW + days * DAY)
    told = [(day.day.isoformat(), day.answered, day.right) for day in store.drill_curve()]
    assert told == [("2026-11-21", 3, 2), ("2026-11-24", 1, 0)]


def test_two_windows_share_the_cards(store, tmp_path):
    other = Store.open(tmp_path)
    (number,) = store.add_cards([NEAR])
    assert other.add_cards([NEAR]) == [number]
    assert store.answer(number, True, NOW).box == 2
    assert other.answer(number, True, NOW).box == 3
    assert sum(day.answered for day in store.drill_curve()) == 2
    other.close()


def test_an_answer_and_its_box_are_kept_together_or_not_at_all(store, tmp_path):
    (number,) = store.add_cards([NEAR])
    connection = store.connection
    connection.execute(
        "CREATE TEMP TRIGGER t BEFORE INSERT ON answers"
        " BEGIN SELECT RAISE(ABORT, 'the disk is gone'); END"
    )
    assert store.answer(number, True, NOW) is None
    assert "the answer cannot be kept (the disk is gone)" in store.take_trouble()
    assert store.answer(number, True, NOW) is None
    assert store.take_trouble() == ""  # told once
    connection.execute("DROP TRIGGER t")
    assert store.due_card(NOW).box == 1
    assert store.answer(number, True, NOW).box == 2


def test_a_card_that_makes_no_sense_is_passed_over(store, tmp_path):
    numbers = store.add_cards([NEAR, FAR, OTHER])
    other = sqlite3.connect(tmp_path / FILE_NAME)
    other.execute("UPDATE cards SET board = '1 2 3/4 5 6/8 7 0' WHERE id = 1")
    other.execute("UPDATE cards SET kind = 'cruel' WHERE id = 2")
    other.commit()
    other.close()
    assert store.due_card(NOW).id == numbers[2]
    assert store.answer(1, True, NOW) is None


def counted(answers):
    """The plain truth."""
    streak = 0
    for is_right in answers:
        streak = streak + 1 if is_right else 0
    return PredictionScore(len(answers), sum(answers), streak)


@given(st.lists(st.booleans(), max_size=12))
def test_the_score_counts_rows_of_right_answers(answers):
    store = Store.in_memory()
    for at, is_right in enumerate(answers):
        store.keep_prediction("next", is_right)
        assert store.prediction_score() == counted(answers[: at + 1])
    assert store.prediction_score() == counted(answers)
    store.close()


def test_it_stays_and_is_shared_by_all_windows(tmp_path):
    first, second = Store.open(tmp_path), Store.open(tmp_path)
    first.keep_prediction("h", True)
    assert second.prediction_score() == PredictionScore(1, 1, 1)
    second.keep_prediction("fate", True)
    assert first.prediction_score() == PredictionScore(2, 2, 2)
    first.close()
    second.close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        kinds = connection.execute("SELECT kind FROM predictions ORDER BY id").fetchall()
    connection.close()
    assert kinds == [("h",), ("fate",)]
