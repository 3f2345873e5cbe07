"""Cards with their boxes and predictions in the database."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, UnsolvableError, shuffle
from puzzler.game.storage.practice import CardKind, DrillCard, DrillDay, PredictionScore
from puzzler.game.storage.store import Store
from tests.game.storage.script import sql

BOARD = Board.parse("1 2 3/4 5 6/0 7 8")
GOAL = Board.solved(3, 3)
DAY = 24 * 3600


def test_invalid_cards_are_errors():
    with pytest.raises(UnsolvableError):
        DrillCard(Board.parse("1 2 3/4 5 6/8 7 0"), GOAL, 2)
    with pytest.raises(ValueError, match="there are no cards at distance 0"):
        DrillCard(GOAL, GOAL, 0)
    with pytest.raises(ValueError, match="no box 6"):
        DrillCard(BOARD, GOAL, 2, box=6)
    with pytest.raises(ValueError, match="cruel"):
        DrillCard(BOARD, GOAL, 2, "cruel")


NEAR, FAR, OTHER = (
    DrillCard(shuffle(3, 3, moves, seed=3).start, GOAL, distance)
    for moves, distance in ((2, 2), (5, 5), (8, 8))
)
NOW = datetime(2026, 11, 21, 12).timestamp()


@pytest.fixture
def store(tmp_path):
    store = Store.open(tmp_path)
    yield store
    store.close()
    assert store.take_trouble() == ""


def test_a_card_is_read_as_it_was_added(store, tmp_path):
    card = DrillCard(FAR.board, GOAL, 5, CardKind.GENERATED, due_at=12.5)
    (number,) = store.practice.add_cards([card])
    store.close()
    again = Store.open(tmp_path)
    assert again.practice.due_card(13) == DrillCard(
        FAR.board, GOAL, 5, CardKind.GENERATED, number, 1, 12.5
    )
    again.close()


def test_a_board_with_its_goal_is_one_card(store):
    first = store.practice.add_cards([NEAR, FAR])
    store.practice.answer(replace(NEAR, id=first[0]), True, NOW)
    assert store.practice.add_cards([FAR, OTHER, NEAR, NEAR]) == [first[1], 3, first[0], first[0]]
    assert (store.practice.card_count(), store.practice.card_count(NOW)) == (3, 2)
    other_goal = Board.parse("0 1 2/3 4 5/6 7 8")
    board = other_goal.apply(other_goal.legal_moves()[0])
    store.practice.add_cards([DrillCard(board, other_goal, 1), DrillCard(NEAR.board, GOAL, 2)])
    assert store.practice.card_count() == 4


def test_an_answer_and_its_box_are_stored_in_one_transaction(store, tmp_path):
    store.practice.add_cards([NEAR])
    card, connection = store.practice.due_card(NOW), store.connection
    connection.execute(
        "CREATE TEMP TRIGGER t BEFORE INSERT ON answers"
        " BEGIN SELECT RAISE(ABORT, 'the disk is gone'); END"
    )
    assert store.practice.answer(card, True, NOW) is None
    assert "the answer cannot be saved (the disk is gone)" in store.take_trouble()
    assert store.practice.answer(card, True, NOW) is None
    assert store.take_trouble() == ""  # the message is returned once
    connection.execute("DROP TRIGGER t")
    assert store.practice.due_card(NOW).box == 1
    assert store.practice.answer(card, True, NOW).box == 2


def test_an_invalid_card_is_skipped(store, tmp_path):
    numbers = store.practice.add_cards([NEAR, FAR, OTHER])
    sql(tmp_path, "UPDATE cards SET board = '1 2 3/4 5 6/8 7 0' WHERE id = 1")
    sql(tmp_path, "UPDATE cards SET kind = 'cruel' WHERE id = 2")
    assert store.practice.due_card(NOW).id == numbers[2]
    assert store.practice.answer(replace(NEAR, id=1), True, NOW) is None


DAYS_TO_WAIT = {1: 0, 2: 1, 3: 3, 4: 7, 5: 21}
"""Waiting time by box of a card after an answer."""
STEPS = st.tuples(st.integers(0, 1), st.sampled_from([0, 1, 3, 21]), st.booleans())


@settings(max_examples=25)
@given(st.lists(STEPS, max_size=15))
def test_cards_change_boxes_in_any_window(steps):
    with tempfile.TemporaryDirectory() as folder:
        stores = [Store.open(Path(folder)) for _ in range(2)]
        cards = dict.fromkeys(stores[0].practice.add_cards([NEAR, FAR, OTHER]), (1, 0.0))
        now, days = NOW, defaultdict[date, list[bool]](list)
        for window, waited, is_right in steps:
            now, store = now + waited * DAY, stores[window]
            due = [(at, number) for number, (_, at) in cards.items() if at <= now]
            assert store.practice.card_count(now) == len(due)
            card = store.practice.due_card(now)
            assert (card and card.id) == (min(due)[1] if due else None)
            if card is None:
                continue
            box = min(cards[card.id][0] + 1, 5) if is_right else 1
            now += 1  # of two cards the one answered first is due first
            cards[card.id] = box, now + DAYS_TO_WAIT[box] * DAY
            answered = store.practice.answer(card, is_right, now)
            assert (answered.board, answered.box, answered.due_at) == (card.board, *cards[card.id])
            days[datetime.fromtimestamp(now).date()].append(is_right)
        curve = [
            DrillDay(day, len(answered), sum(answered)) for day, answered in sorted(days.items())
        ]
        for store in stores:
            assert store.practice.drill_curve() == curve
            assert store.practice.answer(replace(NEAR, id=99), True, NOW) is None
            store.close()


@settings(max_examples=20)
@given(st.lists(st.tuples(st.integers(0, 1), st.booleans()), max_size=12))
def test_the_score_counts_streaks_of_right_answers_in_all_windows(answers):
    with tempfile.TemporaryDirectory() as folder:
        stores = [Store.open(Path(folder)) for _ in range(2)]
        right, streak = 0, 0
        for count, (window, is_right) in enumerate(answers, 1):
            stores[window].practice.keep_prediction("next", is_right)
            right, streak = right + is_right, streak + 1 if is_right else 0
            assert stores[1 - window].practice.prediction_score() == PredictionScore(
                count, right, streak
            )
        for store in stores:
            store.close()
